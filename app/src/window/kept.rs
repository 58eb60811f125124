//! What of the window is kept for the next one: its size and place, its colours, what was open.

use catalog::store::journal::Kind;
use iced::Task;

use super::{Message, Notice, Window};
use crate::screen::Name;
use crate::screen::decks::Decks;
use crate::theme::Mode;
use crate::widget::icon;

impl Window {
    /// Saves what was typed and how the window stands, and closes it.
    pub(super) fn close(&mut self) -> Task<Message> {
        let settled = self.with_decks(Decks::settle);
        let size = self.size * self.scale;
        self.keep("window.size", &(size.width, size.height));
        if let Some(place) = self.place {
            self.keep("window.place", &(place.x, place.y));
        }
        Task::batch([settled, iced::exit()])
    }

    /// Takes other colours.
    pub(super) fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
        self.keep("window.theme", &mode);
    }

    /// Shows everything larger or smaller; the window keeps its size on the screen.
    pub(super) fn rescale(&mut self, scale: f32) {
        self.size = self.size * (self.scale / scale);
        self.scale = scale;
        self.gallery.set_scale(self.pixels * scale);
        icon::set_scale(self.pixels * scale);
    }

    /// Opens what was open when the window was last closed.
    pub(super) fn take_up(&mut self) -> Task<Message> {
        self.opened = self.desk.library.setting("window.open").ok().flatten();
        let game = |kind| if kind == Kind::Companion { engine::games::COMPANION } else { &self.book().game.id };
        let streams = |kind| self.desk.library.streams(kind, game(kind)).unwrap_or_default();
        match self.opened {
            Some((kind, id)) if streams(kind).iter().any(|heading| heading.id == id) => self.go_to_kept(kind, id),
            _ => Task::none(),
        }
    }

    /// Keeps what is open, so that the next window begins with it.
    pub(super) fn keep_opened(&mut self) {
        let opened = match self.screen {
            Name::Decks => self.decks.opened(),
            Name::Limited => self.limited.opened(),
            Name::Events => self.events.opened(),
            Name::Play => self.play.opened(),
            Name::Companion => self.companion.opened(),
            Name::Cards | Name::Lab | Name::Settings => None,
        };
        if opened != self.opened {
            self.opened = opened;
            self.keep("window.open", &opened);
        }
    }

    /// Keeps a setting; one that cannot be kept is no reason to stop.
    pub(super) fn keep<T: serde::Serialize>(&mut self, key: &str, value: &T) {
        if let Err(e) = self.desk.library.set(key, value) {
            self.log.say(Notice::wrong(e));
        }
    }
}
