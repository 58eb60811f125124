//! What the window shows first, for pictures and tests.

use crate::language::Language;
use crate::screen::ScreenName;
use crate::screen::decks::DeckTab;
use crate::screen::events::dashboard::EventTab;
use crate::theme::Mode;

/// What the window shows first; what is absent is as it was when it was last closed.
#[derive(Debug, Clone, Default)]
pub struct Opening {
    /// Id of the game.
    pub game: Option<String>,
    /// The screen.
    pub screen: Option<ScreenName>,
    /// A search on the Cards screen.
    pub query: Option<String>,
    /// A deck to open: the name of one in the library, or of a starter deck.
    pub deck: Option<String>,
    /// A limited format to begin: a draft at its first pick, or a pool.
    pub limited: Option<String>,
    /// Picks to make at once in that draft by the bots' opinion, or packs to open.
    pub picks: usize,
    /// A format to play a match of at once, with so many `picks` decisions made.
    pub play: Option<String>,
    /// The view of the deck.
    pub tab: Option<DeckTab>,
    /// An event to open, by its name.
    pub event: Option<String>,
    /// The tab of its dashboard.
    pub event_tab: Option<EventTab>,
    /// Frames to measure while the cards scroll by.
    pub frames: Option<usize>,
    /// Where chance begins, for pictures that come out the same.
    pub seed: Option<u64>,
    /// Light or dark.
    pub theme: Option<Mode>,
    /// What it speaks.
    pub language: Option<Language>,
    /// Size of the window.
    pub size: Option<(f32, f32)>,
}

impl Opening {
    /// Whether it asks for something to be shown, so that what was open before is not.
    pub fn shows_something(&self) -> bool {
        let named = [&self.query, &self.deck, &self.limited, &self.play, &self.event];
        self.game.is_some() || self.screen.is_some() || named.iter().any(|asked| asked.is_some())
    }
}
