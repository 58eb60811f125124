//! The tour of a first run: from a choice of game to a deck, its first hand and a turn with it, in minutes. It waits for the
//! person to do each thing, points at where that is done, and stands aside.

use catalog::tr;
use iced::widget::{Row, column, container, opaque, space as gap, stack};
use iced::{Center, Fill, Size};

use super::game_covers::GameCovers;
use crate::screen::ScreenName;
use crate::screen::decks::DeckTab;
use crate::theme::{roles, space};
use crate::widget::spotlight::{Corner, Spotlight};
use crate::widget::{Element, button, field, label, panel};

/// Where the tour is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::VariantArray)]
pub enum TourStop {
    /// Which game?
    Game,
    /// A deck to begin with.
    Deck,
    /// A card is put in.
    Card,
    /// What the rules say about it.
    Verdict,
    /// A first hand.
    Hand,
    /// A match with it.
    Match,
    /// A turn of it.
    Turn,
    /// Where to go on.
    Onwards,
}

impl TourStop {
    const ALL: &'static [TourStop] = <TourStop as strum::VariantArray>::VARIANTS;

    fn next(self) -> Option<TourStop> {
        TourStop::ALL.get(self as usize + 1).copied()
    }

    fn texts(self) -> (String, String) {
        match self {
            TourStop::Game => (
                tr!("Welcome to Deckloom"),
                tr!(
                    "Build decks, draft, play and run events for the games the big sites leave out. Which would you like to start with? You can switch games any time from the top-left menu."
                ),
            ),
            TourStop::Deck => (
                tr!("Choose a starter deck"),
                tr!(
                    "Click a starter deck to get your own copy, or New deck to start empty. Changes save automatically."
                ),
            ),
            TourStop::Card => (
                tr!("Add a card"),
                tr!(
                    "Press /, type part of a card’s name or text, and press Enter to add the top result. + and - change the number of copies."
                ),
            ),
            TourStop::Verdict => (
                tr!("Check the rules"),
                tr!(
                    "The panel on the right shows whether your deck is legal. One-click fixes have a button. Ctrl+Z undoes anything."
                ),
            ),
            TourStop::Hand => (
                tr!("Draw a hand"),
                tr!(
                    "Click “Hands” above the deck. Space draws the next card, Enter keeps, - takes a mulligan; exact odds are shown below."
                ),
            ),
            TourStop::Match => (
                tr!("Play your deck"),
                tr!("Click “Play deck” above the deck, then “Play”. A bot takes the other seat."),
            ),
            TourStop::Turn => (
                tr!("Play a turn"),
                tr!(
                    "Highlighted cards can be played: click one, or drag it onto the table. The button on the right moves your turn on, and Undo takes anything back."
                ),
            ),
            TourStop::Onwards => (
                tr!("You know your way around"),
                tr!(
                    "Draft in Limited, run events, test decks in the Lab. Ctrl+K finds everything, ? lists the keys of each screen, and F1 replays this tour."
                ),
            ),
        }
    }
}

impl TourStop {
    /// The part of the window that it is about, by its id.
    fn part(self) -> Option<&'static str> {
        match self {
            TourStop::Game | TourStop::Turn | TourStop::Onwards => None,
            TourStop::Deck => Some("starter-decks"),
            TourStop::Card => Some("deck-cards"),
            TourStop::Verdict => Some("deck-side"),
            TourStop::Hand => Some("deck-hands"),
            TourStop::Match => Some("deck-play"),
        }
    }

    /// Where its words stand where that is not in sight.
    fn corner(self) -> Corner {
        if self == TourStop::Turn { Corner::TopLeft } else { Corner::BottomRight }
    }
}

/// A turn of the match that is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TourTurn {
    /// Turns begun.
    pub number: u32,
    /// Whether it is the person's.
    pub is_own: bool,
}

/// What the tour looks at, to know that a thing was done.
#[derive(Debug, Clone, Copy)]
pub struct TourProgress {
    /// The screen.
    pub screen: ScreenName,
    /// Changes of the open deck so far; `None` without one.
    pub edits: Option<usize>,
    /// Whether the open deck is legal; `None` without one.
    pub legal: Option<bool>,
    /// The view of the open deck.
    pub tab: Option<DeckTab>,
    /// The turn of the match at the table that is shown.
    pub turn: Option<TourTurn>,
}

/// The tour.
#[derive(Debug, Clone, Copy)]
pub struct Tour {
    at: TourStop,
    /// Changes of the deck when this stop was reached.
    edits: usize,
    /// The first turn that the person had since then.
    own_turn: Option<u32>,
    /// Whether the deck was against the rules at this stop.
    illegal: bool,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// A game was chosen, by its place.
    Game(usize),
    /// On to the next stop.
    Next,
    /// No more of it.
    Left,
}

impl Tour {
    /// The tour from its start.
    pub fn begin() -> Tour {
        Tour { at: TourStop::Game, edits: 0, own_turn: None, illegal: false }
    }

    /// Where it is.
    pub fn at(&self) -> TourStop {
        self.at
    }

    /// Goes on to the next stop; `None` after the last.
    pub fn next(self, seen: TourProgress) -> Option<Tour> {
        let illegal = seen.legal == Some(false);
        self.at.next().map(|at| Tour { at, edits: seen.edits.unwrap_or(0), own_turn: None, illegal })
    }

    /// Goes on if what it waits for was done.
    pub fn advance_if_done(mut self, seen: TourProgress) -> Tour {
        if let Some(turn) = seen.turn.filter(|turn| turn.is_own && self.at == TourStop::Turn) {
            self.own_turn.get_or_insert(turn.number);
        }
        let ended = |turn: TourTurn| self.own_turn.is_some_and(|own| turn.number > own);
        let done = match self.at {
            TourStop::Deck => seen.screen == ScreenName::Decks && seen.edits.is_some(),
            TourStop::Card => seen.edits.is_some_and(|edits| edits > self.edits),
            TourStop::Hand => seen.tab == Some(DeckTab::Hands),
            TourStop::Match => seen.turn.is_some(),
            TourStop::Turn => seen.turn.is_some_and(ended),
            // A deck that cannot be played would end the tour here: it goes on once that is fixed.
            TourStop::Verdict => self.illegal && seen.legal == Some(true),
            TourStop::Game | TourStop::Onwards => false,
        };
        self.illegal |= seen.legal == Some(false);
        if done { self.next(seen).unwrap_or(self) } else { self }
    }

    /// The stop, over the page.
    pub(super) fn view_over<'a, M: Clone + 'a>(
        &self,
        page: Element<'a, M>,
        covers: Option<&'a GameCovers>,
        window: Size,
        said: impl Fn(Message) -> M + Copy + 'a,
    ) -> Element<'a, M> {
        let (title, words) = match self.at {
            TourStop::Verdict if self.illegal => (
                tr!("Fix the deck"),
                tr!(
                    "The deck breaks a rule now: the panel on the right says which. Click the fix there, or press Ctrl+Z to undo."
                ),
            ),
            at => at.texts(),
        };
        let dots = TourStop::ALL.iter().map(|stop| {
            let reached = *stop <= self.at;
            let style = move |theme: &iced::Theme| {
                let roles = roles(theme);
                container::Style::default().background(if reached { roles.accent } else { roles.line })
            };
            container(gap().width(12).height(3)).style(style).into()
        });
        let leave = button::quiet(tr!("Leave the tour")).on_press(said(Message::Left));
        let next = match self.at {
            TourStop::Game => None,
            TourStop::Onwards => Some(button::primary(tr!("Done")).on_press(said(Message::Left))),
            TourStop::Verdict if !self.illegal => Some(button::primary(tr!("Next")).on_press(said(Message::Next))),
            TourStop::Verdict | TourStop::Deck | TourStop::Card | TourStop::Hand | TourStop::Match | TourStop::Turn => {
                Some(button::plain(tr!("Skip")).on_press(said(Message::Next)))
            }
        };
        let leave = (self.at != TourStop::Onwards).then_some(leave);
        let foot = Row::with_children(dots).spacing(4).push(gap::horizontal()).push(leave).push(next);
        let told = column![label::section(title), label::body(words).style(label::muted)].spacing(space::S);
        let below = page;
        if let (TourStop::Game, Some(covers)) = (self.at, covers) {
            let games = covers.view(window, move |at| said(Message::Game(at)));
            // The list takes what is left, so that what stands below it keeps its room.
            let games = field::scrolled(games).height(iced::Shrink);
            let page = column![told, container(games).max_height(window.height - 232.0), foot.align_y(Center)];
            let width = covers.width(window) + 2.0 * space::XL;
            let page = container(page.spacing(space::L)).width(width).padding(space::XL).style(panel::floating);
            return stack![below, opaque(container(page).center(Fill).style(panel::shade))].into();
        }
        let words = container(column![told, foot.align_y(Center)].spacing(space::L)).width(440).padding(space::L);
        Spotlight::new(below, words.style(panel::floating).into(), self.at.part(), self.at.corner()).into()
    }
}
