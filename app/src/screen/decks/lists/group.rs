//! A group of the list with what its lines are marked with and moved by.

use std::collections::{HashMap, HashSet};

use catalog::{CardIx, GameData, tr};
use formats::check::CheckReport;
use formats::deck::{DeckEntry, DeckPart, Edit, Listed};
use formats::{Deck, GameLibrary};

use super::super::parts::{list_place, lists_for, search_place};
use super::selection::{self, Place};
use crate::screen::ScreenContext;
use crate::screen::selection::Selection;
use crate::widget::actions::{MenuAction, Selecting, WithActions};
use crate::widget::card_spot::ShownCard;
use crate::widget::zoom::FaceZoom;
use crate::widget::{Element, button, label};

/// What happens in the list.
#[derive(Debug, Clone)]
pub enum Message {
    /// A card was pressed.
    Chosen(DeckPart, Listed),
    /// Copies in one list more, or fewer.
    Counted(DeckPart, Listed, i64),
    /// Copies go to another list.
    Moved(Edit),
    /// Faces or names.
    Pictured(bool),
    /// By tags or by types.
    ByTag(bool),
    /// One more card is chosen beside others.
    Selected(DeckPart, Listed, Selecting),
    /// Faces are to be so large.
    Zoomed(FaceZoom),
}

/// Cards of a deck that belong together.
pub(super) struct DeckGroup<'a> {
    pub(super) part: DeckPart,
    pub(super) title: String,
    pub(super) entries: Vec<&'a DeckEntry>,
}

impl DeckGroup<'_> {
    pub(super) fn count(&self) -> u32 {
        self.entries.iter().map(|e| e.count).sum()
    }
}

/// What is to be seen on single cards.
pub(super) struct Marks<'a> {
    pub(super) wrong: HashSet<&'a str>,
    pub(super) points: HashMap<CardIx, u32>,
    pub(super) deck: &'a Deck,
    /// The card that is written about at the side.
    pub(super) chosen: Option<&'a Listed>,
    /// The cards that are chosen together.
    pub(super) selection: &'a Selection<Place>,
}

impl<'a> Marks<'a> {
    pub(super) fn new(
        deck: &'a Deck,
        report: Option<&'a CheckReport>,
        (chosen, selection): (Option<&'a Listed>, &'a Selection<Place>),
    ) -> Marks<'a> {
        let about_cards = |kind: &str| !matches!(kind, "size" | "budget");
        let violations = || report.into_iter().flat_map(|r| &r.violations);
        let wrong = violations().filter(|v| about_cards(v.kind)).flat_map(|v| v.cards.iter().map(|c| c.name.as_str()));
        let mut points = HashMap::new();
        for paid in report.into_iter().filter_map(|r| r.ledger.as_ref()).flat_map(|l| &l.lines) {
            *points.entry(paid.card).or_insert(0) += paid.points;
        }
        Marks { wrong: wrong.collect(), points, deck, chosen, selection }
    }

    /// Whether a card is marked: it is written about, or one of several.
    pub(super) fn is_chosen(&self, part: &DeckPart, card: &Listed) -> bool {
        match self.selection.len() {
            0 => self.chosen == Some(card),
            _ => self.selection.items().iter().any(|(p, c)| (p, c) == (part, card)),
        }
    }

    /// Whether a card is wrong where it stands: no rule counts the person's own lists.
    pub(super) fn is_wrong(&self, part: &DeckPart, name: &str) -> bool {
        matches!(part, DeckPart::Section(_)) && self.wrong.contains(name)
    }

    /// The points that a card costs.
    pub(super) fn points(&self, game: &GameData, part: &DeckPart, card: &Listed) -> Option<u32> {
        let ix = card.known().filter(|_| matches!(part, DeckPart::Section(_)))?;
        self.points.get(&game.namesake(ix)).copied().filter(|p| *p > 0)
    }
}

/// Where else the copies of an entry may go by one press: other sections that take the card, and the person's own lists.
pub(super) fn move_buttons<'a>(
    game_library: &GameLibrary,
    deck: &Deck,
    part: &DeckPart,
    entry: &DeckEntry,
) -> Vec<Element<'a, Message>> {
    let game = &game_library.game;
    let others = lists_for(game_library, deck, &entry.card).into_iter().filter(|to| to != part).take(2);
    let button = |to: DeckPart| {
        let edit = Edit::moving(game, deck, &entry.card, entry.count, part, &to);
        let name: String = to.name(game).chars().take(12).collect();
        button::quiet_small(label::caption(name)).on_press(Message::Moved(edit)).into()
    };
    others.map(button).collect()
}

/// A card of the deck with what can be done with it: by right click, and by dragging it to another list or out of the deck.
pub(super) fn with_actions<'a>(
    context: ScreenContext<'a>,
    marks: &Marks<'a>,
    part: &DeckPart,
    entry: &'a DeckEntry,
    content: impl Into<Element<'a, Message>>,
) -> Element<'a, Message> {
    let (deck, selection, chosen) = (marks.deck, marks.selection, marks.is_chosen(part, &entry.card));
    let place: Place = (part.clone(), entry.card.clone());
    let to_select = place.clone();
    let listed = move || match selection.several_with(&place) {
        Some(places) => actions_of_several(context.game_library, deck, places),
        None => actions(context.game_library, deck, &place.0, entry),
    };
    let select = move |how| Message::Selected(to_select.0.clone(), to_select.1.clone(), how);
    let content = WithActions::new(content, listed).at_hand(chosen).selected_by(select);
    match entry.card.known() {
        Some(card) => {
            let content = content.dragged_as(card, context.gallery.pointing());
            context.gallery.spot(ShownCard::printed(card), content).at_hand(chosen).into()
        }
        None => content.into(),
    }
}

fn actions_of_several(game_library: &GameLibrary, deck: &Deck, places: &[Place]) -> Vec<MenuAction<Message>> {
    let game = &game_library.game;
    let remove = selection::removing(game, places).map(|edit| {
        let word = tr!("Remove 1 card from the deck" | "Remove {n} cards from the deck" % places.len());
        MenuAction::new(word, Message::Moved(edit)).dropped_on(search_place())
    });
    let first = places.first().map_or_else(Vec::new, |(_, card)| lists_for(game_library, deck, card));
    let takes_all = |to: &DeckPart| places.iter().all(|(_, card)| lists_for(game_library, deck, card).contains(to));
    let moves = first.into_iter().filter(takes_all).filter_map(|to| {
        let edit = selection::moving(game, deck, places, &to)?;
        let list = to.name(game).to_owned();
        let word = tr!("Move 1 card to {list}" | "Move {n} cards to {list}" % places.len(), list);
        Some(MenuAction::new(word, Message::Moved(edit)).dropped_on(list_place(game_library, &to)))
    });
    remove.into_iter().chain(moves).collect()
}

fn actions(game_library: &GameLibrary, deck: &Deck, part: &DeckPart, entry: &DeckEntry) -> Vec<MenuAction<Message>> {
    let (game, card, count) = (&game_library.game, &entry.card, entry.count);
    let counted = |by: i64| Message::Counted(part.clone(), card.clone(), by);
    let all = counted(-i64::from(count));
    let mut actions = vec![MenuAction::new(tr!("Add a copy"), counted(1))];
    if count > 1 {
        actions.push(MenuAction::new(tr!("Remove a copy"), counted(-1)));
        actions.push(MenuAction::new(tr!("Remove all {n} copies", n = count), all).dropped_on(search_place()));
    } else {
        actions.push(MenuAction::new(tr!("Remove from the deck"), all).dropped_on(search_place()));
    }
    for to in lists_for(game_library, deck, card).into_iter().filter(|to| to != part) {
        let list = to.name(game).to_owned();
        let moving = |n: u32| Message::Moved(Edit::moving(game, deck, card, n, part, &to));
        if count > 1 {
            actions.push(MenuAction::new(tr!("Move a copy to {list}", list), moving(1)));
        }
        let label = if count > 1 { tr!("Move all to {list}", list) } else { tr!("Move to {list}", list) };
        actions.push(MenuAction::new(label, moving(count)).dropped_on(list_place(game_library, &to)));
    }
    actions.push(MenuAction::new(tr!("Notes and tags"), Message::Chosen(part.clone(), card.clone())));
    actions
}

/// One copy less, one copy more.
pub(super) fn step_buttons<'a>(part: &DeckPart, entry: &DeckEntry) -> [Element<'a, Message>; 2] {
    let step = |sign, by| button::step(sign).on_press(Message::Counted(part.clone(), entry.card.clone(), by)).into();
    [step("−", -1), step("+", 1)]
}
