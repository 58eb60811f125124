//! What the format says about the deck, and what the deck is made of.

use catalog::CardIx;
use catalog::fold::capital;
use catalog::localize::prose;
use catalog::tr;
use formats::GameLibrary;
use formats::check::{self, CardChange, CheckReport, Ledger, Violation};
use formats::deck::{Deck, Edit, EditReason, Listed};
use formats::limited::Pool;
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill};

use super::missing;
use crate::language::in_sentence;
use crate::screen::ScreenContext;
use crate::theme::{self, size, space};
use crate::widget::card_spot::ShownCard;
use crate::widget::chart::{self, CostCurve};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, cut, label, panel, pips};

/// What happens on the page.
#[derive(Debug, Clone)]
pub enum Message {
    /// A violation is to be mended by this.
    Fixed(Edit),
    /// What mending everything would do is to be shown.
    FixPreviewed,
    /// It was looked at.
    PreviewClosed,
    /// Everything is to be mended that can be mended card by card.
    AllFixed,
    /// What the deck lacks is to be among what is wanted.
    MissingWanted,
}

/// The page.
pub fn view<'a>(
    context: ScreenContext<'a>,
    deck: &'a Deck,
    report: Option<&'a CheckReport>,
    fixes: &'a Fixes,
) -> Column<'a, Message> {
    let mut page = Column::new().spacing(space::L);
    match report {
        None => {
            let said = tr!("The format “{}” no longer exists. Choose another one above.", deck.format);
            page = page.push(panel::toned(Tone::Warn, label::body(said)));
        }
        Some(report) => page = legality(context, page, report, fixes),
    }
    page = page.push(panel::flat()).push(shape(context, deck));
    if let Some(lacking) = missing::view(context, deck, Message::MissingWanted) {
        page = page.push(panel::flat()).push(lacking);
    }
    if let Some(format) = context.game_library.format(&deck.format) {
        let about = label::caption(prose(&format.about)).line_height(1.4);
        page = page.push(panel::flat()).push(column![label::group(format.name.as_str()), about].spacing(space::XS));
    }
    page
}

fn legality<'a>(
    context: ScreenContext<'a>,
    mut page: Column<'a, Message>,
    report: &'a CheckReport,
    fixes: &'a Fixes,
) -> Column<'a, Message> {
    let head: Element<'a, Message> = match report.violations.len() {
        0 => row![icon(Icon::Check, 20.0, Ink::Good), label::section(tr!("Legal")).style(label::good)]
            .spacing(space::S)
            .align_y(Center)
            .into(),
        n => {
            let problems = tr!("1 problem to fix" | "{n} problems to fix" % n);
            row![icon(Icon::Warn, 20.0, Ink::Bad), label::section(problems)].spacing(space::S).align_y(Center).into()
        }
    };
    page = page.push(head);
    if let Some(ledger) = &report.ledger {
        page = page.push(budget(context, ledger));
    }
    if let Some(changes) = &fixes.preview {
        page = page.push(fix_preview(context, changes));
    } else if fixes.of_violations.iter().flatten().count() > 1 {
        let all = row![icon(Icon::Check, 14.0, Ink::Accent), label::body(tr!("Fix all automatically…"))];
        page = page.push(button::wide(all.spacing(space::S).align_y(Center)).on_press(Message::FixPreviewed));
    }
    for (v, fix) in report.violations.iter().zip(&fixes.of_violations) {
        page = page.push(violation(v, fix.as_ref()));
    }
    for hint in &report.unchecked {
        page = page.push(panel::toned(
            Tone::Warn,
            column![label::body(hint.text.as_str()), panel::rule_ids(&hint.rules)].spacing(6),
        ));
    }
    if !report.warnings.is_empty() || !report.advice.is_empty() {
        let lines = report.warnings.iter().chain(&report.advice).map(|hint| {
            let text = label::body(hint.text.as_str()).style(label::muted);
            row![container(icon(Icon::Hint, 15.0, Ink::Muted)).padding([2, 0]), text].spacing(space::S).into()
        });
        page =
            page.push(column![label::group(tr!("Advice")), Column::with_children(lines).spacing(6)].spacing(space::S));
    }
    page
}

/// What mends the violations of a deck, worked out once for each deck.
#[derive(Default)]
pub struct Fixes {
    /// In the order of the report; `None` where nothing can be done.
    of_violations: Vec<Option<ViolationFix>>,
    /// What mending everything would do, while somebody looks at it.
    pub preview: Option<Vec<CardChange>>,
}

impl Fixes {
    /// Those of a deck.
    pub fn new(game_library: &GameLibrary, deck: &Deck, pool: Option<&Pool>, report: Option<&CheckReport>) -> Fixes {
        let violations = report.into_iter().flat_map(|report| &report.violations);
        let of_violations = violations.map(|v| violation_fix(game_library, deck, pool, v)).collect();
        Fixes { of_violations, preview: None }
    }
}

/// What mends a violation, and what that does.
struct ViolationFix {
    edit: Edit,
    changes: Vec<CardChange>,
}

/// What mends a violation; `None` if nothing can be done about it.
fn violation_fix(
    game_library: &GameLibrary,
    deck: &Deck,
    pool: Option<&Pool>,
    violation: &Violation,
) -> Option<ViolationFix> {
    let format = game_library.format(&deck.format)?;
    let changes = check::fix_changes(&game_library.game, format, deck, pool, violation);
    let edit = Edit::together(Some(EditReason::Fixed), check::edits(&game_library.game, deck, &changes))?;
    Some(ViolationFix { edit, changes })
}

/// Card changes that are named of a single fix.
const NAMED: usize = 4;

/// A change of some copies: `+2 Repo Drone`.
fn change_line(change: &CardChange) -> String {
    let sign = if change.by < 0 { "−" } else { "+" };
    format!("{sign}{} {}", change.by.unsigned_abs(), change.card)
}

/// What mending everything would do, to be agreed to.
fn fix_preview<'a>(context: ScreenContext<'a>, changes: &'a [CardChange]) -> Element<'a, Message> {
    let line = |change: &'a CardChange| -> Element<'a, Message> {
        let style = if change.by < 0 { label::bad } else { label::good };
        let line = cut(change_line(change)).style(style);
        match context.game().find(&change.id) {
            Some(card) => context.gallery.spot(ShownCard::printed(card), line).into(),
            None => line.into(),
        }
    };
    let acts = row![
        button::primary(tr!("Apply")).on_press(Message::AllFixed),
        button::quiet(tr!("Cancel")).on_press(Message::PreviewClosed)
    ];
    let list = Column::with_children(changes.iter().map(line)).spacing(3);
    // The list may be long: what can be done with it stands above it.
    let content = column![label::group(tr!("This will change")), acts.spacing(space::S), list];
    panel::toned(Tone::Plain, content.spacing(space::S)).into()
}

/// A violation; its button does the edits that mend it.
fn violation<'a>(v: &'a Violation, fix: Option<&ViolationFix>) -> Element<'a, Message> {
    let mut content = column![label::body(v.message.as_str()).font(theme::SEMIBOLD)].spacing(space::S);
    if !v.fix.text.is_empty() {
        content = match fix {
            None => content.push(label::body(capital(&v.fix.text)).style(label::muted)),
            Some(fix) => {
                let words = row![icon(Icon::Check, 14.0, Ink::Accent), label::body(capital(&v.fix.text)).width(Fill)];
                let mut told: Vec<String> = fix.changes.iter().take(NAMED).map(change_line).collect();
                if fix.changes.len() > NAMED {
                    told.push(tr!("and {n} more", n = fix.changes.len() - NAMED));
                }
                // What the words name already is not said twice.
                let is_named = matches!(&fix.changes[..], [change] if v.fix.text.contains(&change.card));
                let told = (!is_named).then(|| label::caption(told.join(",  ")).line_height(1.35));
                let words = words.spacing(space::S).align_y(Center);
                content.push(button::wide(words).on_press(Message::Fixed(fix.edit.clone()))).push(told)
            }
        };
    }
    panel::toned(Tone::Bad, content.push(panel::rule_ids(&v.rules))).into()
}

/// The meter of deckbuilding points, and each copy that was paid for.
fn budget<'a>(context: ScreenContext<'a>, ledger: &'a Ledger) -> Element<'a, Message> {
    let over = ledger.spent > ledger.points;
    let spent = iced::widget::text(ledger.spent.to_string()).size(size::PAGE).font(theme::BOLD);
    let spent = if over { spent.style(label::bad) } else { spent };
    let left = match ledger.points.checked_sub(ledger.spent) {
        Some(left) => tr!("{left} left", left),
        None => tr!("{} too many", ledger.spent - ledger.points),
    };
    let head = row![spent, label::body(tr!("of {} points", ledger.points)), gap::horizontal(), label::caption(left)];
    let game = context.game();
    let lines = ledger.lines.iter().map(|paid| {
        let why = if paid.home { ordinal(paid.copy) } else { tr!("other {}", in_sentence(&game.faction_name)) };
        row![
            cut(game.card(paid.card).name.as_str()),
            label::caption(why),
            container(label::line(paid.points.to_string()).font(theme::SEMIBOLD)).width(22).align_x(iced::Right),
        ]
        .spacing(space::S)
        .align_y(Center)
        .into()
    });
    let paid: Element<'a, Message> = if ledger.lines.is_empty() {
        label::body(tr!("Nothing costs points yet.")).style(label::muted).into()
    } else {
        Column::with_children(lines).spacing(3).into()
    };
    column![
        column![head.spacing(6).align_y(iced::Bottom), chart::meter(ledger.spent as f32, ledger.points as f32, 8.0)]
            .spacing(6),
        column![label::group(tr!("Points spent")), paid].spacing(6),
    ]
    .spacing(space::M)
    .into()
}

fn ordinal(copy: u32) -> String {
    match copy {
        1 => tr!("1st copy"),
        2 => tr!("2nd copy"),
        3 => tr!("3rd copy"),
        n => tr!("copy no. {n}", n),
    }
}

/// Costs and factions of the main section.
fn shape<'a>(context: ScreenContext<'a>, deck: &'a Deck) -> Element<'a, Message> {
    let game = context.game();
    let main = game.section("main").unwrap_or(0);
    let entries = || {
        deck.sections[main].iter().filter_map(|e| match e.card {
            Listed::Card(ix) => Some((ix, e.count)),
            Listed::Unknown(_) => None,
        })
    };
    let cards: Vec<CardIx> = entries().flat_map(|(c, n)| std::iter::repeat_n(c, n.min(250) as usize)).collect();
    let of = |f: usize| cards.iter().filter(|c| game.card(**c).factions & (1 << f) != 0).count();
    let mut counts: Vec<(usize, usize)> =
        (0..game.factions.len()).map(|f| (f, of(f))).filter(|(_, n)| *n > 0).collect();
    counts.sort_by_key(|(f, n)| (std::cmp::Reverse(*n), *f));
    let lines = counts.iter().map(|(f, n)| {
        let faction = &game.factions[*f];
        row![
            pips::sign(context.gallery, &faction.symbol, theme::parse(&faction.colour), 18.0),
            cut(faction.name.as_str()),
            label::line(n.to_string()).font(theme::SEMIBOLD),
        ]
        .spacing(space::S)
        .align_y(Center)
        .into()
    });
    let parts: Vec<_> = counts.iter().map(|(f, n)| (theme::parse(&game.factions[*f].colour), *n as u32)).collect();
    let kinds = (0..game.types.len()).filter_map(|t| {
        let n = cards.iter().filter(|c| game.card(**c).type_mask & (1 << t) != 0).count();
        (n > 0).then(|| {
            label::caption(format!("{n} {}", if n == 1 { &game.types[t].name } else { &game.types[t].plural })).into()
        })
    });
    let curve = game.cost_field().is_some().then(|| {
        let curve = CostCurve::from_cards(game, cards.iter().copied()).view(112.0);
        column![label::group(CostCurve::title(game)), curve].spacing(space::S)
    });
    let factions = (!game.factions.is_empty()).then(|| {
        let lines = Column::with_children(lines).spacing(4);
        column![label::group(game.faction_name.as_str()), chart::shares(&parts, 6.0), lines].spacing(space::S)
    });
    column![
        curve,
        factions,
        column![label::group(tr!("Types")), Row::with_children(kinds).spacing(space::M).wrap().vertical_spacing(4)]
            .spacing(space::XS),
    ]
    .spacing(space::L)
    .into()
}
