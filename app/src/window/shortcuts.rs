//! Where shortcuts go: of what floats over the screen, of the window, of the screen.

use iced::Task;
use iced::widget::operation::{focus_next, focus_previous};

use super::state::{Message, Window};
use super::{log, tour};
use crate::key::Shortcut;
use crate::screen::ScreenName;

impl Window {
    /// What a shortcut says goes to what floats on top, or else to the screen.
    pub(super) fn shortcut(&mut self, shortcut: Shortcut) -> Task<Message> {
        let reads = self.gallery.pointing().is_reading();
        if shortcut == Shortcut::ReadCard || (reads && shortcut == Shortcut::Back) {
            self.gallery.pointing().set_reading(!reads);
            self.preview.take_if(|_| reads);
            return Task::none();
        }
        if let Some(palette) = &mut self.palette {
            let action = palette.shortcut(shortcut);
            return self.handle_palette_action(action);
        }
        if self.keys_shown {
            self.keys_shown = false;
            return Task::none();
        }
        if self.tour.is_some_and(|tour| tour.at() == tour::TourStop::Game) {
            return self.choose_game_shortcut(shortcut);
        }
        if self.log.shown && shortcut == Shortcut::Back {
            self.log.shown = false;
            return Task::none();
        }
        let room = self.screen_bounds();
        match shortcut {
            Shortcut::Screen(at) => ScreenName::ALL.get(at).map_or_else(Task::none, |screen| self.show_screen(*screen)),
            Shortcut::Keys => self.handle(Message::KeysToggled),
            Shortcut::Palette => self.open_palette(),
            Shortcut::Tour => self.handle_tour_message(tour::Message::Next),
            Shortcut::Messages => self.handle_log_message(log::Message::Toggled),
            Shortcut::Settings => self.show_screen(ScreenName::Settings),
            Shortcut::ToggleTheme => self.handle(Message::ModeToggled),
            Shortcut::Quit => self.close(),
            Shortcut::Complete if !self.completes() => focus_next(),
            Shortcut::FocusPrevious => focus_previous(),
            shortcut => match self.screen {
                ScreenName::Cards => {
                    let action = self.cards.shortcut(shortcut, &self.game_library, room);
                    self.handle_cards_action(action)
                }
                ScreenName::Decks => self
                    .with_decks(|decks, library, game_library| decks.shortcut(shortcut, library, game_library, room)),
                ScreenName::Limited => {
                    self.with_limited(|l, library, game_library| l.shortcut(shortcut, library, game_library, room))
                }
                ScreenName::Events => {
                    self.with_events(|e, library, game_library| e.shortcut(shortcut, library, game_library))
                }
                ScreenName::Play => {
                    self.log.settle();
                    self.with_play(|play, shelf| play.shortcut(shortcut, shelf))
                }
                ScreenName::Lab => {
                    self.with_lab(|lab, session, game_library| lab.shortcut(shortcut, session, game_library))
                }
                ScreenName::Companion => self.with_companion(|c, library, source, game_library| {
                    c.shortcut(shortcut, library, source, game_library)
                }),
                ScreenName::Settings => Task::none(),
            },
        }
    }

    /// Whether a half-typed word of a search can be completed.
    fn completes(&self) -> bool {
        match self.screen {
            ScreenName::Cards => self.cards.finder.can_complete(),
            ScreenName::Decks => self.decks.can_complete(),
            _ => false,
        }
    }

    /// The tour begins with a game, and nothing else is at hand before that.
    fn choose_game_shortcut(&mut self, shortcut: Shortcut) -> Task<Message> {
        let chosen = |number| self.covers.as_ref().and_then(|covers| covers.game(number));
        match shortcut {
            Shortcut::Pick(number) => match chosen(number) {
                Some(game) => self.handle_tour_message(tour::Message::Game(game)),
                None => Task::none(),
            },
            Shortcut::Back => self.handle_tour_message(tour::Message::Left),
            Shortcut::Quit => self.close(),
            _ => Task::none(),
        }
    }
}
