//! What keys wish: of what floats over the screen, of the window, of the screen.

use iced::Task;
use iced::widget::operation::{focus_next, focus_previous};

use super::{Message, Window, log, tour};
use crate::key::Wish;
use crate::screen::Name;

impl Window {
    /// What a key wishes goes to what floats on top, or else to the screen.
    pub(super) fn wish(&mut self, wish: Wish) -> Task<Message> {
        if let Some(palette) = &mut self.palette {
            let action = palette.wish(wish);
            return self.palette_asked(Some(action));
        }
        if self.keys_shown {
            self.keys_shown = false;
            return Task::none();
        }
        if self.tour.is_some_and(|tour| tour.at() == tour::Stop::Game) {
            return self.wish_a_game(wish);
        }
        if self.log.shown && wish == Wish::Back {
            self.log.shown = false;
            return Task::none();
        }
        let room = self.room();
        match wish {
            Wish::Screen(at) => Name::ALL.get(at).map_or_else(Task::none, |screen| self.show(*screen)),
            Wish::Keys => self.read(Message::KeysToggled),
            Wish::Palette => self.open_palette(),
            Wish::Tour => self.on_tour(tour::Message::Next),
            Wish::Messages => self.log_asked(log::Message::Toggled),
            Wish::Settings => self.show(Name::Settings),
            Wish::Light => self.read(Message::ModeToggled),
            Wish::Quit => self.close(),
            Wish::Complete if !self.completes() => focus_next(),
            Wish::Before => focus_previous(),
            wish => match self.screen {
                Name::Cards => {
                    let action = self.cards.wish(wish, &self.book, room);
                    self.cards_asked(action)
                }
                Name::Decks => self.with_decks(|decks, library, book| decks.wish(wish, library, book, room)),
                Name::Limited => self.with_limited(|l, library, book| l.wish(wish, library, book, room)),
                Name::Events => self.with_events(|e, library, book| e.wish(wish, library, book)),
                Name::Play => self.with_play(|play, shelf| play.wish(wish, shelf)),
                Name::Lab => self.with_lab(|lab, desk, book| lab.wish(wish, desk, book)),
                Name::Companion => self.with_companion(|c, library, source, book| c.wish(wish, library, source, book)),
                Name::Settings => Task::none(),
            },
        }
    }

    /// Whether a half-typed word of a search can be completed.
    fn completes(&self) -> bool {
        match self.screen {
            Name::Cards => self.cards.finder.completes(),
            Name::Decks => self.decks.completes(),
            _ => false,
        }
    }

    /// The tour begins with a game, and nothing else is at hand before that.
    fn wish_a_game(&mut self, wish: Wish) -> Task<Message> {
        let chosen = |number| self.tour.and_then(|tour| tour.game(&self.desk, number));
        match wish {
            Wish::Pick(number) => match chosen(number) {
                Some(game) => self.on_tour(tour::Message::Game(game)),
                None => Task::none(),
            },
            Wish::Back => self.on_tour(tour::Message::Left),
            Wish::Quit => self.close(),
            _ => Task::none(),
        }
    }
}
