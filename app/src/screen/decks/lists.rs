//! The deck by sections and types or tags, as names or as faces. Beside it stands the search, whose cards can be added.

mod columns;
mod pictures;
pub mod search;

use std::collections::{HashMap, HashSet};

use catalog::tr;
use catalog::{CardIx, Game};
use formats::check::Report;
use formats::deck::{Edit, Entry, Listed, Part};
use formats::{Book, Deck};
use iced::widget::{column, container, row, space as gap};
use iced::{Center, Fill, Size};

use super::editor::Message;
use super::offers;
use crate::screen::{Look, some_cards};
use crate::theme::space;
use crate::widget::face::Wanted;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, field, label, panel};

/// How the deck is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Manner {
    /// Faces instead of names.
    pub pictured: bool,
    /// Grouped by tags instead of types.
    pub by_tag: bool,
}

/// Cards of a deck that belong together.
struct Group<'a> {
    part: Part,
    title: String,
    entries: Vec<&'a Entry>,
}

impl Group<'_> {
    fn count(&self) -> u32 {
        self.entries.iter().map(|e| e.count).sum()
    }
}

/// The main section by type or tag, every other list as a whole; cheap cards first. With tags, a card of several stands
/// with the first.
fn groups<'a>(game: &Game, deck: &'a Deck, by_tag: bool) -> Vec<Group<'a>> {
    let cost = |e: &Entry| match e.card {
        Listed::Card(ix) => game.cost_field().and_then(|f| game.card(ix).number_in(f)).unwrap_or(-1),
        Listed::Unknown(_) => i32::MAX,
    };
    let main = Part::Section(game.section("main").unwrap_or(0));
    let mut groups = Vec::new();
    for part in deck.parts() {
        let mut kinds: Vec<((usize, String), Vec<&Entry>)> = Vec::new();
        for entry in deck.entries(&part) {
            let kind = match part == main {
                true if by_tag => tagged(game, deck, entry),
                true => typed(game, entry),
                false => (0, part.name(game).to_owned()),
            };
            match kinds.iter_mut().find(|(k, _)| *k == kind) {
                Some((_, list)) => list.push(entry),
                None => kinds.push((kind, vec![entry])),
            }
        }
        kinds.sort_by(|(a, _), (b, _)| a.cmp(b));
        for ((_, title), mut entries) in kinds {
            entries.sort_by_key(|e| (cost(e), e.card.name(game)));
            groups.push(Group { part: part.clone(), title, entries });
        }
    }
    groups
}

fn typed(game: &Game, entry: &Entry) -> (usize, String) {
    let Listed::Card(ix) = entry.card else { return (200, tr!("Unknown cards")) };
    let kind = game.card(ix).types.first().map_or(0, |t| *t as usize);
    // Cards that only make resources stand last, as on paper.
    let last = game.cost_field().is_some_and(|f| game.card(ix).values[f].is_none());
    (if last { 100 + kind } else { kind }, game.types[kind].plural.clone())
}

fn tagged(game: &Game, deck: &Deck, entry: &Entry) -> (usize, String) {
    let tag = deck.tags.get(entry.card.kin(game)).and_then(|tags| tags.first());
    tag.map_or_else(|| (1, tr!("No tag")), |tag| (0, tag.clone()))
}

/// What is to be seen on single cards.
struct Marks<'a> {
    wrong: HashSet<&'a str>,
    points: HashMap<CardIx, u32>,
    deck: &'a Deck,
    /// The card that is written about at the side.
    chosen: Option<&'a Listed>,
}

impl<'a> Marks<'a> {
    fn of(deck: &'a Deck, report: Option<&'a Report>, chosen: Option<&'a Listed>) -> Marks<'a> {
        let about_cards = |kind: &str| !matches!(kind, "size" | "budget");
        let violations = || report.into_iter().flat_map(|r| &r.violations);
        let wrong = violations().filter(|v| about_cards(v.kind)).flat_map(|v| v.cards.iter().map(|c| c.name.as_str()));
        let mut points = HashMap::new();
        for paid in report.into_iter().filter_map(|r| r.ledger.as_ref()).flat_map(|l| &l.lines) {
            *points.entry(paid.card).or_insert(0) += paid.points;
        }
        Marks { wrong: wrong.collect(), points, deck, chosen }
    }

    /// Whether a card is wrong where it stands: no rule counts the person's own lists.
    fn is_wrong(&self, part: &Part, name: &str) -> bool {
        matches!(part, Part::Section(_)) && self.wrong.contains(name)
    }

    /// The points that a card costs.
    fn points(&self, game: &Game, part: &Part, card: &Listed) -> Option<u32> {
        let ix = card.known().filter(|_| matches!(part, Part::Section(_)))?;
        self.points.get(&game.namesake(ix)).copied().filter(|p| *p > 0)
    }
}

/// The deck.
pub fn deck<'a>(
    look: Look<'a>,
    deck: &'a Deck,
    report: Option<&'a Report>,
    chosen: Option<&'a Listed>,
    manner: Manner,
) -> Element<'a, Message> {
    let game = look.game();
    let groups = groups(game, deck, manner.by_tag);
    if groups.is_empty() {
        let what = tr!("Search at the left and press + or Enter on a card. Every change is saved as you make it.");
        return panel::empty(tr!("An empty deck"), what, None);
    }
    let marks = Marks::of(deck, report, chosen);
    let main = Part::Section(game.section("main").unwrap_or(0));
    let others = deck.parts().filter(|p| *p != main && deck.size_of(p) > 0);
    let others: String = others.map(|p| format!("  ·  {} {}", p.name(game), deck.size_of(&p))).collect();
    let view = |pictured_icon, on: bool| {
        let ink = if manner.pictured == on { Ink::Accent } else { Ink::Muted };
        button::toggle(icon(pictured_icon, 16.0, ink), manner.pictured == on).padding(7).on_press(Message::Pictured(on))
    };
    let order = |name, on: bool| {
        button::toggle(label::caption(name), manner.by_tag == on).padding([3, 8]).on_press(Message::ByTag(on))
    };
    let orders = (!deck.tags.is_empty()).then(|| row![order(tr!("Types"), false), order(tr!("Tags"), true)].spacing(2));
    let head = row![
        label::emphasis(some_cards(deck.size_of(&main) as usize)),
        container(crate::widget::cut(others).style(label::muted)).width(Fill),
        orders,
        gap().width(space::S),
        view(Icon::List, false),
        view(Icon::Grid, true),
    ];
    let head = head.spacing(space::XS).align_y(Center).padding([space::M, space::L]);
    let body = match manner.pictured {
        true => pictures::view(look, groups, &marks),
        false => columns::view(look, groups, &marks),
    };
    column![head, field::scrolled(body).width(Fill).height(Fill)].into()
}

/// Where else the copies of an entry may go by one press: other sections that take the card, and the person's own lists.
fn elsewhere<'a>(book: &Book, deck: &Deck, part: &Part, entry: &Entry) -> Vec<Element<'a, Message>> {
    let game = &book.game;
    let maybe = Part::Own(formats::deck::MAYBE.to_owned());
    let mut parts: Vec<Part> = deck.parts().filter(|part| offers(book, deck, part)).collect();
    if !parts.contains(&maybe) {
        parts.push(maybe);
    }
    let takes = |to: &Part| match to {
        Part::Section(at) => entry.card.known().is_some_and(|c| game.sections[*at].accepts.matches(game.card(c))),
        Part::Own(_) => true,
    };
    let others = parts.into_iter().filter(|to| to != part && takes(to)).take(2);
    let button = |to: Part| {
        let edit = Edit::moving(game, deck, &entry.card, entry.count, part, &to);
        let name: String = to.name(game).chars().take(12).collect();
        button::quiet_small(label::caption(name)).on_press(Message::Edited(edit)).into()
    };
    others.map(button).collect()
}

/// One copy less, one copy more.
fn steps<'a>(part: &Part, entry: &Entry) -> [Element<'a, Message>; 2] {
    let step = |sign, by| button::step(sign).on_press(Message::Here(part.clone(), entry.card.clone(), by)).into();
    [step("−", -1), step("+", 1)]
}

/// Pixels for the deck between the search and the panel.
fn middle(room: Size) -> f32 {
    room.width - search::width(room) - super::side::width(room) - 2.0 * space::L - 14.0
}

/// The faces of a pictured deck.
pub fn faces(game: &Game, deck: &Deck, room: Size, manner: Manner) -> Vec<Wanted> {
    let cards = groups(game, deck, manner.by_tag).into_iter().flat_map(|g| g.entries);
    cards.filter_map(|e| Some((e.card.known()?, pictures::width(room) as u32))).collect()
}
