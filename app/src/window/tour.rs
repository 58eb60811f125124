//! The tour of a first run: from a choice of game to a deck and its first hand, in a minute. It waits for the person
//! to do each thing, and stands aside.

use catalog::tr;
use formats::GameLibrary;
use iced::widget::{Column, Row, column, container, opaque, row, space as gap, stack};
use iced::{Center, Fill};

use crate::screen::ScreenName;
use crate::screen::decks::DeckTab;
use crate::session::Session;
use crate::theme::{SEMIBOLD, roles, space};
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
            TourStop::Onwards => (
                tr!("Your deck is ready"),
                tr!(
                    "Draft in Limited, play in Play, test in the Lab. Ctrl+K finds everything, ? lists the keys of each screen, and F1 replays this tour."
                ),
            ),
        }
    }
}

/// What the tour looks at, to know that a thing was done.
#[derive(Debug, Clone, Copy)]
pub struct TourProgress {
    /// The screen.
    pub screen: ScreenName,
    /// Changes of the open deck so far; `None` without one.
    pub edits: Option<usize>,
    /// The view of the open deck.
    pub tab: Option<DeckTab>,
}

/// The tour.
#[derive(Debug, Clone, Copy)]
pub struct Tour {
    at: TourStop,
    /// Changes of the deck when this stop was reached.
    edits: usize,
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
        Tour { at: TourStop::Game, edits: 0 }
    }

    /// Where it is.
    pub fn at(&self) -> TourStop {
        self.at
    }

    /// Goes on to the next stop; `None` after the last.
    pub fn next(self, seen: TourProgress) -> Option<Tour> {
        self.at.next().map(|at| Tour { at, edits: seen.edits.unwrap_or(0) })
    }

    /// Goes on if what it waits for was done.
    pub fn advance_if_done(self, seen: TourProgress) -> Tour {
        let done = match self.at {
            TourStop::Deck => seen.screen == ScreenName::Decks && seen.edits.is_some(),
            TourStop::Card => seen.edits.is_some_and(|edits| edits > self.edits),
            TourStop::Hand => seen.tab == Some(DeckTab::Hands),
            TourStop::Game | TourStop::Verdict | TourStop::Onwards => false,
        };
        if done { self.next(seen).unwrap_or(self) } else { self }
    }

    /// The game with this number at the first stop.
    pub fn game(&self, session: &Session, number: usize) -> Option<usize> {
        games_with_decks(session).nth(number).filter(|_| self.at == TourStop::Game).map(|(at, _)| at)
    }

    /// The stop, over the page.
    pub fn view_over<'a, M: Clone + 'a>(
        &self,
        page: Element<'a, M>,
        session: &'a Session,
        said: impl Fn(Message) -> M + Copy + 'a,
    ) -> Element<'a, M> {
        let (title, words) = self.at.texts();
        let dots = TourStop::ALL.iter().map(|stop| {
            let reached = *stop <= self.at;
            let style = move |theme: &iced::Theme| {
                let roles = roles(theme);
                container::Style::default().background(if reached { roles.accent } else { roles.line })
            };
            container(gap().width(18).height(3)).style(style).into()
        });
        let leave = button::quiet(tr!("Leave the tour")).on_press(said(Message::Left));
        let next = match self.at {
            TourStop::Game => None,
            TourStop::Onwards => Some(button::primary(tr!("Done")).on_press(said(Message::Left))),
            TourStop::Verdict => Some(button::primary(tr!("Next")).on_press(said(Message::Next))),
            TourStop::Deck | TourStop::Card | TourStop::Hand => {
                Some(button::plain(tr!("Skip")).on_press(said(Message::Next)))
            }
        };
        let leave = (self.at != TourStop::Onwards).then_some(leave);
        let foot = Row::with_children(dots).spacing(4).push(gap::horizontal()).push(leave).push(next);
        let told = column![label::section(title), label::body(words).style(label::muted)].spacing(space::S);
        let over = match self.at {
            TourStop::Game => {
                let games = games_with_decks(session).enumerate().map(|(number, (at, game_library))| {
                    let words = column![
                        label::body(game_library.game.name.as_str()).font(SEMIBOLD),
                        label::caption(game_library.game.about.as_str()).line_height(1.35),
                    ];
                    let line = row![
                        container(label::section((number + 1).to_string()).style(label::accent)).width(16),
                        words.spacing(2).width(Fill)
                    ];
                    let line = line.spacing(space::M).align_y(Center);
                    button::tile(line, false).width(Fill).on_press(said(Message::Game(at))).into()
                });
                let games = Column::with_children(games).spacing(space::S).padding(iced::padding::right(space::M));
                // The list takes what is left, so that what stands below it keeps its room.
                let games = field::scrolled(games).width(Fill).height(Fill);
                let page = column![told, games, foot.align_y(Center)].spacing(space::L);
                let page = container(page).max_width(640).max_height(660).padding(space::XL).style(panel::floating);
                opaque(container(page).center(Fill).style(panel::shade))
            }
            _ => {
                let page =
                    container(column![told, foot.align_y(Center)].spacing(space::L)).width(400).padding(space::L);
                let page = opaque(page.style(panel::floating));
                container(page).align_right(Fill).align_bottom(Fill).padding([44.0, space::L]).into()
            }
        };
        stack![page, over].into()
    }
}

/// The games that have decks to begin with.
fn games_with_decks(session: &Session) -> impl Iterator<Item = (usize, &GameLibrary)> {
    let books = session.games.ids().enumerate().filter_map(|(at, id)| Some((at, &**session.game_library(id)?)));
    books.filter(|(_, game_library)| !game_library.decks.is_empty())
}
