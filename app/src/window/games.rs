//! The games at the window's desk: another one is chosen, or their files have changed and they are read again.

use std::sync::Arc;

use catalog::Collection;
use catalog::art::Album;
use catalog::face::Cache;
use catalog::tr;
use formats::Book;
use iced::Task;

use super::{Message, Notice, Window};
use crate::desk::{Desk, Fresh};
use crate::screen::cards::Cards;
use crate::screen::decks::Decks;
use crate::screen::events::Events;
use crate::screen::lab::Lab;
use crate::screen::limited::Limited;
use crate::screen::play::Play;
use crate::screen::some_cards;
use crate::widget::face::Gallery;

impl Window {
    pub(super) fn choose_game(&mut self, game: usize) -> Task<Message> {
        let Some(id) = self.desk.games.id(game).filter(|_| game != self.game).map(str::to_owned) else {
            return Task::none();
        };
        match self.desk.read(&id) {
            Some(Ok(book)) => {
                (self.game, self.book) = (game, book.clone());
                self.keep("window.game", &id);
                self.log.leave_screen();
                self.sit_down();
            }
            Some(Err(error)) => self.log.say(Notice::wrong(error)),
            None => {}
        }
        Task::none()
    }

    /// Begins anew with the game at hand.
    pub(super) fn sit_down(&mut self) {
        self.repaint();
        let (library, book) = (&self.desk.library, &self.book);
        self.cards = Cards::new(book, "");
        self.decks = Decks::new(library, book);
        self.limited = Limited::new(library, book);
        self.events = Events::new(library, book);
        self.play = Play::new(library, book);
        self.lab = Lab::new(library, book);
        self.collection_changed();
    }

    /// The faces and the collection of the game at hand.
    pub(super) fn repaint(&mut self) {
        let (gallery, fault) = gallery(&self.desk, &self.book);
        self.gallery = gallery.scaled_like(&self.gallery);
        let (collection, unread) = collection(&self.desk, &self.book);
        self.collection = collection;
        if let Some(fault) = fault.or(unread) {
            self.log.say(Notice::wrong(fault));
        }
    }

    /// Reads the games again, in the background.
    pub(super) fn reread(&mut self) -> Task<Message> {
        self.reading = self.reading.wrapping_add(1);
        let (reading, places) = (self.reading, self.desk.places.clone());
        let (source, games) = (self.desk.source.clone(), self.desk.games.clone());
        Task::future(async move {
            let read = tokio::task::spawn_blocking(move || places.reread(&source, &games)).await;
            let fresh = read.map_err(|e| e.to_string()).and_then(|r| r.map_err(|e| e.to_string()));
            Message::Reread(reading, fresh.map(Arc::new))
        })
    }

    /// Goes on with games that were read again.
    pub(super) fn renew(&mut self, fresh: &Fresh) -> Task<Message> {
        self.fault = fresh.faults.first().map(|first| match fresh.faults.len() {
            1 => first.to_string(),
            n => tr!("{first}  ·  and {} more: deckloom data check", n - 1, first),
        });
        let old = self.book().game.clone();
        (self.desk.source, self.desk.games) = (fresh.source.clone(), fresh.games.clone());
        let Ok((at, book)) = self.desk.first(Some(&old.id)) else { return Task::none() };
        (self.game, self.book) = (at, book);
        if self.book.game.id != old.id {
            self.log.say(Notice::wrong(tr!("{} is gone from the data folder", old.name)));
            self.sit_down();
            return Task::none();
        }
        let game = self.book().game.clone();
        if game.data_hash == old.data_hash {
            return Task::none();
        }
        self.log.say(Notice::done(tr!(
            "{game} was read again: {cards}",
            game = game.name,
            cards = some_cards(game.cards.len())
        )));
        self.repaint();
        self.cards.renew(&old, &self.book);
        self.collection_changed();
        self.events.reload(&self.desk.library, &self.book);
        let decks = self.with_decks(|decks, library, book| decks.renew(&old, library, book));
        let companion = self.desk.games.loaded(engine::games::COMPANION);
        self.companion.reload(&self.desk.library, companion.map(|book| &**book));
        let limited = self.with_limited(|limited, library, book| limited.renew(&old, library, book));
        self.lab.reload(&self.desk.library, &self.book);
        let play = self.with_play(|play, shelf| play.renew(shelf.library, shelf.book));
        Task::batch([decks, limited, play])
    }
}

/// The collection of a game, and why it cannot be read if it cannot.
pub(super) fn collection(desk: &Desk, book: &Book) -> (Collection, Option<String>) {
    let game = &book.game;
    match Collection::open(&desk.library, game.clone()) {
        Ok(collection) => (collection, None),
        Err(e) => (Collection::empty(game.clone()), Some(tr!("the collection: {e}", e))),
    }
}

/// The faces of a game, and what is wrong with its template.
pub(super) fn gallery(desk: &Desk, book: &Book) -> (Gallery, Option<String>) {
    let game = &book.game;
    let template = desk.source.file(&format!("{}/face.svg", game.id)).map(|f| f.text.to_string());
    let cache = desk.places.faces_folder().map(|folder| Cache::new(&folder, Cache::MOST));
    Gallery::new(game.clone(), template.as_deref(), Album::open(&desk.source, game), cache)
}
