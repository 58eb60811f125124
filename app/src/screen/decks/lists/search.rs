//! The cards found, each with a button that adds it.

use catalog::{CardIx, tr};
use formats::deck::{DeckPart, Listed};
use formats::{Deck, GameLibrary};
use iced::widget::scrollable::Viewport;
use iced::widget::{container, row, space as gap};
use iced::{Center, Fill, Size};

use crate::screen::decks::parts::{deck_place, list_place, lists_for};
use crate::screen::finder::{self, Finder};
use crate::screen::selection::Selection;
use crate::screen::{ScreenContext, copies};
use crate::theme::{self, space};
use crate::widget::actions::{MenuAction, Selecting, WithActions};
use crate::widget::card_spot::ShownCard;
use crate::widget::grid::Grid;
use crate::widget::{Element, button, cut, label, pips};

/// What happens among the cards found.
#[derive(Debug, Clone)]
pub enum Message {
    /// In the search itself.
    Search(finder::Message),
    /// The list was scrolled.
    Scrolled(Viewport),
    /// A card was pressed.
    Pressed(usize),
    /// Copies of a card, wherever it belongs.
    Copies(CardIx, i64),
    /// A copy of a card for this list.
    Added(DeckPart, CardIx),
    /// A card is chosen as well, or all up to it.
    Selected(CardIx, Selecting),
    /// A copy of each of these cards, for this list or wherever they belong.
    AllAdded(Option<DeckPart>, Vec<CardIx>),
}

/// Height of a card in the search.
pub const ROW: f32 = 36.0;

/// Width of the search.
pub fn width(bounds: Size) -> f32 {
    if bounds.width > 1500.0 { 340.0 } else { 292.0 }
}

/// The cards found, to be added.
pub fn view<'a>(
    context: ScreenContext<'a>,
    finder: &'a Finder,
    grid: Grid,
    (deck, selection): (&'a Deck, &'a Selection<CardIx>),
    id: &'static str,
) -> Element<'a, Message> {
    if finder.found.is_empty() {
        return finder.no_results(context.game(), |text| Message::Search(finder::Message::Typed(text)));
    }
    let cell = |at: usize| {
        let card = finder.found[at];
        let chosen = if selection.is_empty() { finder.chosen == Some(at) } else { selection.contains(&card) };
        result_row(context, (card, at), chosen, deck, selection)
    };
    let list = grid.view(id, finder.found.len(), finder.scroll, Message::Scrolled, cell);
    container(list).padding(iced::padding::left(4)).into()
}

fn result_row<'a>(
    context: ScreenContext<'a>,
    (card, at): (CardIx, usize),
    chosen: bool,
    deck: &'a Deck,
    selection: &'a Selection<CardIx>,
) -> Element<'a, Message> {
    let game = context.game();
    let shown = game.card(card);
    let count: Element<'a, Message> = match copies(game, deck, card) {
        0 => gap().width(0).into(),
        n => label::line(format!("{n}×")).font(theme::SEMIBOLD).style(label::accent).into(),
    };
    let line = row![
        pips::factions(context.gallery, game.factions_of(shown.factions), 16.0),
        cut(shown.name.as_str()),
        pips::cost(context.gallery, game, shown, 15.0),
        count,
        button::step("+").on_press(Message::Copies(card, 1)),
    ];
    let line = line.spacing(space::S).align_y(Center).padding([0, 8]).height(ROW);
    let line = button::entry(line, chosen).width(Fill).height(ROW).on_press(Message::Pressed(at));
    let listed = move || match selection.several_with(&card) {
        Some(cards) => actions_of_several(context.game_library, deck, cards),
        None => actions(context.game_library, deck, card),
    };
    let line = WithActions::new(line, listed).at_hand(chosen).selected_by(move |how| Message::Selected(card, how));
    let line = line.dragged_as(card, context.gallery.pointing());
    context.gallery.spot(ShownCard::printed(card), line).at_hand(chosen).into()
}

fn actions_of_several(game_library: &GameLibrary, deck: &Deck, cards: &[CardIx]) -> Vec<MenuAction<Message>> {
    let game = &game_library.game;
    let all = |part: Option<DeckPart>| Message::AllAdded(part, cards.to_vec());
    let word = tr!("Add a copy of 1 card" | "Add a copy of each of {n} cards" % cards.len());
    let lists = |card: &CardIx| lists_for(game_library, deck, &Listed::Card(*card));
    let first = cards.first().map_or_else(Vec::new, lists);
    let takes_all = |part: &DeckPart| cards.iter().all(|card| lists(card).contains(part));
    let to_lists = first.into_iter().filter(takes_all).map(|part| {
        let (list, place) = (part.name(game).to_owned(), list_place(game_library, &part));
        let word = tr!("Add 1 card to {list}" | "Add {n} cards to {list}" % cards.len(), list);
        MenuAction::new(word, all(Some(part))).dropped_on(place)
    });
    std::iter::once(MenuAction::new(word, all(None)).dropped_on(deck_place())).chain(to_lists).collect()
}

fn actions(game_library: &GameLibrary, deck: &Deck, card: CardIx) -> Vec<MenuAction<Message>> {
    let game = &game_library.game;
    let add = MenuAction::new(tr!("Add a copy"), Message::Copies(card, 1)).keys("+");
    let mut actions = vec![add.dropped_on(deck_place())];
    if copies(game, deck, card) > 0 {
        actions.push(MenuAction::new(tr!("Remove a copy"), Message::Copies(card, -1)).keys("−"));
    }
    for part in lists_for(game_library, deck, &Listed::Card(card)) {
        let (list, place) = (part.name(game).to_owned(), list_place(game_library, &part));
        actions.push(MenuAction::new(tr!("Add to {list}", list), Message::Added(part, card)).dropped_on(place));
    }
    actions
}
