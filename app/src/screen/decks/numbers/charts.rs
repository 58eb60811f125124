//! The charts of what a deck is made of.

use std::collections::BTreeMap;

use catalog::fold::capital;
use catalog::localize::{localize_decimals, localize_percent};
use catalog::tr;
use formats::Deck;
use formats::stats::{DeckStats, mean};
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Color, Fill};

use crate::language::in_sentence;
use crate::screen::{ScreenContext, cards_label};
use crate::theme::{self, space};
use crate::widget::chart::{self, ChartBar};
use crate::widget::{Element, cut, label, panel, pips};

/// A chart under its name.
pub fn block<'a, M: 'a>(name: String, content: Column<'a, M>) -> Element<'a, M> {
    column![label::emphasis(name), panel::flat(), content].spacing(space::S).into()
}

/// Cards of no faction, and of several.
const PLAIN: Color = Color::from_rgb(0.55, 0.57, 0.60);

/// The curve of costs, in the colours of the factions.
pub fn curve<'a, M: 'a>(context: ScreenContext<'a>, stats: &DeckStats, deck: &Deck) -> Element<'a, M> {
    let game = context.game();
    let field = game.cost_field();
    let cost = field.map_or_else(|| tr!("Cost"), |f| game.fields[f].name.clone());
    let main = game.section("main").unwrap_or(0);
    let highest = stats.curve.keys().copied().max().unwrap_or(0).clamp(6, 14);
    let parts = |cost: i32| {
        let mut parts: BTreeMap<usize, f64> = BTreeMap::new();
        for entry in deck.sections.get(main).into_iter().flatten() {
            let Some(card) = entry.card.known().map(|ix| game.card(ix)) else { continue };
            if field.and_then(|f| card.number_in(f)).map(|n| n.min(highest)) == Some(cost) {
                let faction = (card.factions.count_ones() == 1).then(|| card.factions.trailing_zeros() as usize);
                *parts.entry(faction.unwrap_or(usize::MAX)).or_default() += f64::from(entry.count);
            }
        }
        let colour = |f: usize| game.factions.get(f).map_or(PLAIN, |f| theme::parse(&f.colour));
        parts.into_iter().map(|(f, n)| (colour(f), n)).collect::<Vec<_>>()
    };
    let bars = (0..=highest).map(|cost| {
        let n = if cost == highest {
            stats.curve.range(cost..).map(|(_, n)| n).sum()
        } else {
            stats.curve.get(&cost).copied().unwrap_or(0)
        };
        let more = cost == highest && stats.curve.keys().any(|c| *c > highest);
        ChartBar::count(if more { format!("{cost}+") } else { cost.to_string() }, n).with_parts(parts(cost))
    });
    let cards = cards_label(stats.cards as usize);
    let note = match mean(&stats.curve) {
        Some(mean) if stats.without_cost == 0 => {
            tr!("{cards}  ·  mean {mean}", cards, mean = localize_decimals(format!("{mean:.2}")))
        }
        Some(mean) => tr!(
            "{cards}  ·  mean {mean}  ·  {n} without a cost",
            cards,
            mean = localize_decimals(format!("{mean:.2}")),
            n = stats.without_cost
        ),
        None => tr!("{cards}, none with a cost", cards),
    };
    let types = stats.types.iter().map(|(t, n)| {
        let kind = &game.types[*t];
        label::caption(format!("{n} {}", if *n == 1 { &kind.name } else { &kind.plural })).into()
    });
    let types = Row::with_children(types).spacing(space::M).wrap().vertical_spacing(2);
    let content = column![chart::columns(bars, 168.0, None), label::caption(note), types].spacing(space::S);
    column![label::emphasis(cost), panel::flat(), content].spacing(space::S).into()
}

/// What costs ask for, against what cards make.
pub fn resources<'a, M: 'a>(context: ScreenContext<'a>, stats: &DeckStats) -> Element<'a, M> {
    let game = context.game();
    let units: u32 = stats.resources.iter().filter(|r| !game.resources[r.resource].generic).map(|r| r.units).sum();
    let sources: u32 = stats.resources.iter().map(|r| r.sources).sum();
    let lines = stats.resources.iter().map(|found| {
        let declared = &game.resources[found.resource];
        let colour = theme::parse(&declared.colour);
        let sign: Element<'a, M> = if declared.symbol.is_empty() {
            pips::lettered(declared.letter.clone(), colour, 18.0)
        } else {
            pips::sign(context.gallery, &declared.symbol, colour, 18.0)
        };
        let asked = (found.units > 0).then(|| tr!("{} on {}", found.units, cards_label(found.cards as usize)));
        let made = (found.sources > 0).then(|| tr!("1 source" | "{n} sources" % found.sources));
        let note = asked.into_iter().chain(made).collect::<Vec<_>>().join("  ·  ");
        let head = row![sign, cut(capital(&declared.name)), label::caption(note)].spacing(space::S).align_y(Center);
        let bar = |word: String, n: u32, of: u32| {
            let share = f64::from(n) / f64::from(of.max(1));
            row![
                container(label::caption(word)).width(58),
                chart::meter(share as f32, 1.0, 6.0),
                container(label::caption(localize_percent(format!("{:.0}", share * 100.0))))
                    .width(36)
                    .align_x(iced::Right),
            ]
            .spacing(space::S)
            .align_y(Center)
        };
        // Shares say something where each source makes one unit of one resource.
        let shared = !game.goldfish.sources.is_empty() && !declared.generic;
        let asked = (shared && found.units > 0).then(|| bar(tr!("costs"), found.units, units));
        let made = (shared && found.sources > 0).then(|| bar(tr!("sources"), found.sources, sources));
        let most = found.curve.keys().copied().max().unwrap_or(0).max(5);
        let bars = (0..=most).map(|cost| {
            let n = found.curve.get(&cost).copied().unwrap_or(0);
            let bar = ChartBar::count(cost.to_string(), n);
            if n > 0 { bar.with_parts(vec![(colour, f64::from(n))]) } else { bar }
        });
        let curve = (!found.curve.is_empty() && !declared.generic).then(|| chart::columns(bars, 74.0, None));
        column![head, asked, made, curve].spacing(space::XS).into()
    });
    block(tr!("Resource costs and sources"), Column::with_children(lines).spacing(space::L))
}

/// Factions as shares, and each with its cards.
pub fn factions<'a, M: 'a>(context: ScreenContext<'a>, stats: &DeckStats) -> Option<Element<'a, M>> {
    let game = context.game();
    let lines = stats.factions.iter().map(|(f, n)| {
        let faction = &game.factions[*f];
        let sign = pips::sign(context.gallery, &faction.symbol, theme::parse(&faction.colour), 18.0);
        counted(row![sign, cut(faction.name.as_str())].spacing(space::S).align_y(Center).into(), *n)
    });
    let none = (stats.factionless > 0).then(|| {
        let word = tr!("No {}", in_sentence(&game.faction_name));
        counted(cut(word).style(label::muted).into(), stats.factionless)
    });
    let mut parts: Vec<_> = stats.factions.iter().map(|(f, n)| (theme::parse(&game.factions[*f].colour), *n)).collect();
    parts.push((PLAIN, stats.factionless));
    let content = column![chart::shares(&parts, 8.0), Column::with_children(lines.chain(none)).spacing(4)];
    (!stats.factions.is_empty()).then(|| block(game.faction_name.clone(), content.spacing(space::S)))
}

/// The numbers on the cards: a small chart each.
pub fn numbers<'a, M: 'a>(context: ScreenContext<'a>, stats: &DeckStats) -> Option<Element<'a, M>> {
    let game = context.game();
    let charts = stats.numbers.iter().map(|number| {
        let (low, high) = (number.values.keys().min().copied(), number.values.keys().max().copied());
        let (low, high) = (low.unwrap_or(0).min(0), high.unwrap_or(0).clamp(4, 12));
        let bars = (low..=high).map(|value| {
            let n = if value == high {
                number.values.range(value..).map(|(_, n)| n).sum()
            } else {
                number.values.get(&value).copied().unwrap_or(0)
            };
            ChartBar::count(value.to_string(), n)
        });
        let note = mean(&number.values)
            .map_or(String::new(), |m| tr!("mean {mean}", mean = localize_decimals(format!("{m:.1}"))));
        let head = row![label::group(game.fields[number.field].name.as_str()), gap::horizontal(), label::caption(note)];
        column![head, chart::columns(bars, 84.0, None)].spacing(2).width(Fill).into()
    });
    let charts: Vec<Element<'a, M>> = charts.collect();
    let mut charts = charts.into_iter().peekable();
    let mut rows: Vec<Element<'a, M>> = Vec::new();
    while let Some(first) = charts.next() {
        let second = charts.next().unwrap_or_else(|| gap::horizontal().into());
        rows.push(row![first, second].spacing(space::L).into());
    }
    (!rows.is_empty()).then(|| block(tr!("Stats"), Column::with_children(rows).spacing(space::M)))
}

/// How many names there are once, twice and so on.
pub fn copies<'a, M: 'a>(stats: &DeckStats) -> Element<'a, M> {
    let most = stats.copies.keys().copied().max().unwrap_or(0).clamp(4, 8);
    let bars = (1..=most).map(|copies| {
        let n = if copies == most {
            stats.copies.range(copies..).map(|(_, n)| n).sum()
        } else {
            stats.copies.get(&copies).copied().unwrap_or(0)
        };
        let more = copies == most && stats.copies.keys().any(|c| *c > most);
        ChartBar::count(if more { format!("{copies}+ ×") } else { format!("{copies} ×") }, n)
    });
    block(tr!("Copies per card"), column![chart::columns(bars, 96.0, None)])
}

/// The person's own tags.
pub fn tags<'a, M: 'a>(stats: &DeckStats) -> Option<Element<'a, M>> {
    let lines = stats.tags.iter().map(|(tag, n)| counted(cut(tag.clone()).into(), *n));
    (!stats.tags.is_empty()).then(|| block(tr!("Tags"), Column::with_children(lines).spacing(4)))
}

fn counted<'a, M: 'a>(name: Element<'a, M>, n: u32) -> Element<'a, M> {
    let count = label::line(n.to_string()).font(theme::SEMIBOLD);
    row![container(name).width(Fill), count].spacing(space::S).align_y(Center).into()
}
