//! What the window is made of and what happens in it, for all its parts.

use std::sync::Arc;
use std::time::Instant;

use catalog::Collection;
use catalog::source::FolderError;
use catalog::store::journal::{StreamId, StreamKind};
use formats::GameLibrary;
use iced::{Point, Size, keyboard};
use tokio::task::JoinError;

use super::frames::Frames;
use super::game_covers::GameCovers;
use super::log::{self, MessageLog};
use super::palette::{self, Palette};
use super::tour::{self, Tour};
use crate::hosting::Hosting;
use crate::notice::WorkError;
use crate::screen::ScreenName;
use crate::screen::automa::{self, AutomaScreen};
use crate::screen::cards::{self, Cards};
use crate::screen::decks::{self, Decks};
use crate::screen::events::{self, Events};
use crate::screen::lab::{self, Lab};
use crate::screen::limited::{self, Limited};
use crate::screen::play::{self, Play};
use crate::screen::settings::{self, Settings};
use crate::session::{ReloadedGames, Session};
use crate::theme::Mode;
use crate::widget::card_spot::PointedCard;
use crate::widget::face::{Gallery, PaintedFaces};

/// Everything in the window.
pub struct Window {
    pub(super) session: Session,
    /// The position of the game at hand.
    pub(super) game: usize,
    /// The game at hand.
    pub(super) game_library: Arc<GameLibrary>,
    pub(super) screen: ScreenName,
    pub(super) mode: Mode,
    /// How large everything is, as a share of what is usual.
    pub(super) scale: f32,
    /// Pixels of the screen that the system counts as one.
    pub(super) pixels: f32,
    pub(super) size: Size,
    /// Where its upper left corner was last, where the system tells.
    pub(super) place: Option<Point>,
    pub(super) cards: Cards,
    pub(super) decks: Decks,
    pub(super) limited: Limited,
    pub(super) events: Events,
    pub(super) play: Play,
    pub(super) lab: Lab,
    pub(super) companion: AutomaScreen,
    pub(super) settings: Settings,
    /// The host of tables for phones, once one was asked for.
    pub(super) hosting: Option<Hosting>,
    pub(super) palette: Option<Palette>,
    pub(super) tour: Option<Tour>,
    /// The games to choose from, where the tour begins.
    pub(super) covers: Option<GameCovers>,
    pub(super) gallery: Gallery,
    /// The card that is pointed at long enough to be shown large.
    pub(super) preview: Option<PointedCard>,
    pub(super) collection: Collection,
    pub(super) log: MessageLog,
    /// The first fault in data files that changed; what was read before is shown until it is mended.
    pub(super) fault: Option<String>,
    /// Counts how often data were read again: only the last reading is shown.
    pub(super) reading: u32,
    /// The game to show once the games were read again.
    pub(super) wanted_game: Option<String>,
    pub(super) keys_shown: bool,
    /// What of the library was open when that was last kept.
    pub(super) opened: Option<(StreamKind, StreamId)>,
    /// What is measured while it scrolls by itself.
    pub(super) frames: Option<Frames>,
    /// Counts messages after which the whole window is painted: see [`Window::style`].
    pub(super) turn: u8,
}

/// Why games cannot be read again.
#[derive(Debug, thiserror::Error)]
pub enum ReloadError {
    /// Their folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The thread that read them broke off.
    #[error(transparent)]
    Thread(#[from] JoinError),
}

/// What happens in the window.
#[derive(Debug, Clone)]
pub enum Message {
    /// Another screen was chosen.
    ScreenChosen(ScreenName),
    /// Another game was chosen.
    GameChosen(usize),
    /// Light or dark.
    ModeToggled,
    /// The list of keys.
    KeysToggled,
    /// The line that finds everything.
    PaletteOpened,
    /// In that line.
    Palette(palette::Message),
    /// On the tour.
    Tour(tour::Message),
    /// A key that no field has used.
    Key(keyboard::Event),
    /// Escape in a field.
    FieldLeft,
    /// The window has another size.
    Resized(Size),
    /// The window has another place.
    Moved(Point),
    /// The window is to be closed.
    CloseAsked,
    /// The window has another scale.
    Rescaled(f32),
    /// A frame is drawn.
    Frame(Instant),
    /// Faces of a game's cover were painted.
    CoverPainted((usize, PaintedFaces)),
    /// Faces were painted.
    Painted(PaintedFaces),
    /// A card is to be shown large beside its place, or none any more.
    CardPointed(Option<PointedCard>),
    /// Data files were changed.
    DataChanged,
    /// Games were read again, for the so manieth time.
    Reloaded(u32, Result<Arc<ReloadedGames>, Arc<ReloadError>>),
    /// The work with this number is over: what came of it.
    Ended(u32, Result<String, WorkError>),
    /// What was said, and what goes on.
    Log(log::Message),
    /// On the Cards screen.
    Cards(cards::Message),
    /// On the Decks screen.
    Decks(decks::Message),
    /// On the Limited screen.
    Limited(limited::Message),
    /// On the Events screen.
    Events(events::Message),
    /// On the Play screen.
    Play(play::Message),
    /// On the Lab screen.
    Lab(lab::Message),
    /// On the Companion screen.
    Companion(automa::Message),
    /// On the Settings screen.
    Settings(settings::Message),
}
