//! What of the window is kept for the next one: its size and place, its colours, what was open.

use catalog::store::journal::StreamKind;
use iced::Task;

use super::state::{Message, Window};
use crate::notice::Notice;
use crate::screen::ScreenName;
use crate::screen::decks::Decks;
use crate::theme::Mode;
use crate::widget::icon;

impl Window {
    /// Saves what was typed and how the window stands, and closes it.
    pub(super) fn close(&mut self) -> Task<Message> {
        let settled = self.with_decks(Decks::save_pending);
        let size = self.size * self.scale;
        self.save_setting("window.size", &(size.width, size.height));
        if let Some(place) = self.place {
            self.save_setting("window.place", &(place.x, place.y));
        }
        Task::batch([settled, iced::exit()])
    }

    /// Takes other colours.
    pub(super) fn set_mode(&mut self, mode: Mode) {
        self.mode = mode;
        self.save_setting("window.theme", &mode);
    }

    /// Shows everything larger or smaller; the window keeps its size on the screen.
    pub(super) fn rescale(&mut self, scale: f32) {
        self.size = self.size * (self.scale / scale);
        self.scale = scale;
        self.gallery.set_scale(self.pixels * scale);
        icon::set_scale(self.pixels * scale);
    }

    /// Opens what was open when the window was last closed.
    pub(super) fn restore_opened(&mut self) -> Task<Message> {
        self.opened = self.session.library.setting("window.open").ok().flatten();
        let game =
            |kind| if kind == StreamKind::Companion { engine::registry::AUTOMA } else { &self.game_library().game.id };
        let streams = |kind| self.session.library.streams(kind, game(kind)).unwrap_or_default();
        match self.opened {
            Some((kind, id)) if streams(kind).iter().any(|heading| heading.id == id) => self.open_saved(kind, id),
            _ => Task::none(),
        }
    }

    /// Keeps what is open, so that the next window begins with it.
    pub(super) fn save_opened(&mut self) {
        let opened = match self.screen {
            ScreenName::Decks => self.decks.open_stream(),
            ScreenName::Limited => self.limited.open_stream(),
            ScreenName::Events => self.events.open_stream(),
            ScreenName::Play => self.play.open_stream(),
            ScreenName::Companion => self.companion.open_stream(),
            ScreenName::Cards | ScreenName::Lab | ScreenName::Settings => None,
        };
        if opened != self.opened {
            self.opened = opened;
            self.save_setting("window.open", &opened);
        }
    }

    /// Keeps a setting; one that cannot be kept is no reason to stop.
    pub(super) fn save_setting<T: serde::Serialize>(&mut self, key: &str, value: &T) {
        if let Err(e) = self.session.library.set(key, value) {
            self.log.add(Notice::wrong(e));
        }
    }
}
