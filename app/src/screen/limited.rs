//! The Limited screen.
use crate::key::Wish;
use crate::screen::Look;
use crate::widget::face::Wanted;
use crate::widget::{Element, panel};
use crate::window::Notice;
use catalog::CardIx;
use catalog::store::Library;
use catalog::store::journal::StreamId;
use formats::rng::Seed;
use formats::{Book, Deck};
use iced::{Size, Task};

/// State.
pub struct Limited {}
/// Messages.
#[derive(Debug, Clone)]
pub enum Message {}
/// Asks.
pub enum Action {
    /// n
    None,
    /// r
    Run(Task<Message>),
    /// s
    Say(Notice),
    /// o
    OpenDeck(StreamId),
}
#[allow(missing_docs, unused_variables)]
impl Limited {
    pub fn new(library: &Library, book: &Book) -> Limited {
        Limited {}
    }
    pub fn set_seed(&mut self, seed: Seed) {}
    pub fn reload(&mut self, library: &Library, book: &Book) {}
    pub fn open_format(&mut self, library: &mut Library, book: &Book, name: &str, picks: usize) -> Action {
        Action::None
    }
    pub fn open(&mut self, library: &mut Library, book: &Book, id: StreamId) -> Action {
        Action::None
    }
    pub fn open_named(&mut self, library: &mut Library, book: &Book, name: &str, hands: bool) -> Action {
        Action::None
    }
    pub fn add(&mut self, library: &mut Library, book: &Book, card: CardIx, by: i64) -> Action {
        Action::None
    }
    pub fn update(&mut self, message: Message, library: &mut Library, book: &Book) -> Action {
        Action::None
    }
    pub fn wish(&mut self, wish: Wish, library: &mut Library, book: &Book, room: Size) -> Action {
        Action::None
    }
    pub fn wanted(&self, book: &Book, room: Size) -> Vec<Wanted> {
        Vec::new()
    }
    pub fn view<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        panel::empty("Soon", "x", None)
    }
}
