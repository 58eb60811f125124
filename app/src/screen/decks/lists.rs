//! The deck by sections and types or tags, as names or as faces. Beside it stands the search, whose cards can be added.

mod columns;
pub mod filters;
mod group;
pub mod leader;
mod pictures;
pub mod search;
pub mod selection;

use catalog::GameData;
use catalog::tr;
use formats::Deck;
use formats::check::CheckReport;
use formats::deck::{DeckEntry, DeckPart, Listed};
use iced::widget::{column, container, row, space as gap};
use iced::{Center, Fill, Size};

use crate::screen::selection::Selection;
use crate::screen::{ScreenContext, cards_label};
use crate::theme::space;
use crate::widget::face::FaceRequest;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::zoom::{FaceZoom, ZoomArea};
use crate::widget::{Element, button, field, label, panel};
pub use group::Message;
use group::{DeckGroup, Marks};
use selection::Place;

/// How the deck is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListStyle {
    /// Faces instead of names.
    pub pictured: bool,
    /// Grouped by tags instead of types.
    pub by_tag: bool,
    /// How large faces are.
    pub zoom: FaceZoom,
}

/// The main section by type or tag, every other list as a whole; cheap cards first. With tags, a card of several stands
/// with the first.
fn groups<'a>(game: &GameData, deck: &'a Deck, by_tag: bool) -> Vec<DeckGroup<'a>> {
    let cost = |e: &DeckEntry| match e.card {
        Listed::Card(ix) => game.cost_field().and_then(|f| game.card(ix).number_in(f)).unwrap_or(-1),
        Listed::Unknown(_) => i32::MAX,
    };
    let main = DeckPart::Section(game.section("main").unwrap_or(0));
    let mut groups = Vec::new();
    for part in deck.parts() {
        let mut kinds: Vec<((usize, String), Vec<&DeckEntry>)> = Vec::new();
        for entry in deck.entries(&part) {
            let kind = match part == main {
                true if by_tag => tag_group(game, deck, entry),
                true => type_group(game, entry),
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
            groups.push(DeckGroup { part: part.clone(), title, entries });
        }
    }
    groups
}

fn type_group(game: &GameData, entry: &DeckEntry) -> (usize, String) {
    let Listed::Card(ix) = entry.card else { return (200, tr!("Unknown cards")) };
    let kind = game.card(ix).types.first().map_or(0, |t| *t as usize);
    // Cards that only make resources stand last, as on paper.
    let last = game.cost_field().is_some_and(|f| game.card(ix).values[f].is_none());
    (if last { 100 + kind } else { kind }, game.types[kind].plural.clone())
}

fn tag_group(game: &GameData, deck: &Deck, entry: &DeckEntry) -> (usize, String) {
    let tag = deck.tags.get(entry.card.first_printing_id(game)).and_then(|tags| tags.first());
    tag.map_or_else(|| (1, tr!("No tag")), |tag| (0, tag.clone()))
}

/// How the cards of the deck lie, one after the other.
pub fn order(game: &GameData, deck: &Deck, by_tag: bool) -> Vec<Place> {
    let groups = groups(game, deck, by_tag).into_iter();
    let places = groups.flat_map(|group| group.entries.into_iter().map(move |e| (group.part.clone(), e.card.clone())));
    places.collect()
}

/// The deck in a room of this width.
pub fn view<'a>(
    context: ScreenContext<'a>,
    width: f32,
    deck: &'a Deck,
    report: Option<&'a CheckReport>,
    chosen: (Option<&'a Listed>, &'a Selection<Place>),
    manner: ListStyle,
) -> Element<'a, Message> {
    let game = context.game();
    let groups = groups(game, deck, manner.by_tag);
    if groups.is_empty() {
        let what = tr!("Search on the left and press + or Enter on a card. Changes save automatically.");
        return panel::empty(tr!("An empty deck"), what, None);
    }
    let marks = Marks::new(deck, report, chosen);
    let main = DeckPart::Section(game.section("main").unwrap_or(0));
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
        label::emphasis(cards_label(deck.size_of(&main) as usize)),
        container(crate::widget::cut(others).style(label::muted)).width(Fill),
        orders,
        (manner.pictured && width >= FaceZoom::SLIDER_FROM).then(|| manner.zoom.slider(Message::Zoomed)),
        gap().width(space::S),
        view(Icon::List, false),
        view(Icon::Grid, true),
    ];
    let head = head.spacing(space::XS).align_y(Center).padding([space::M, space::L]);
    let body = if manner.pictured {
        pictures::view(context, width, groups, &marks, manner.zoom)
    } else {
        columns::view(context, width, groups, &marks)
    };
    let body = field::scrolled(body).width(Fill).height(Fill);
    let body: Element<'a, Message> =
        if manner.pictured { ZoomArea::new(body, manner.zoom, Message::Zoomed).into() } else { body.into() };
    column![head, body].into()
}

/// The faces of a pictured deck in a room of this width.
pub fn faces(game: &GameData, deck: &Deck, bounds: Size, width: f32, manner: ListStyle) -> Vec<FaceRequest> {
    let face = pictures::face_width(bounds, width, manner.zoom) as u32;
    let cards = groups(game, deck, manner.by_tag).into_iter().flat_map(|g| g.entries);
    cards.filter_map(|e| Some((e.card.known()?, face))).collect()
}
