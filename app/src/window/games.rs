//! The games of the session: another one is chosen, or their files have changed and they are read again.

use std::sync::Arc;

use catalog::Collection;
use catalog::art::Album;
use catalog::face::Cache;
use catalog::tr;
use formats::GameLibrary;
use iced::Task;

use super::state::{Message, ReloadError, Window};
use crate::notice::Notice;
use crate::screen::cards::Cards;
use crate::screen::decks::Decks;
use crate::screen::events::Events;
use crate::screen::lab::Lab;
use crate::screen::limited::Limited;
use crate::screen::play::Play;
use crate::screen::{ScreenName, cards_label};
use crate::session::{ReloadedGames, Session};
use crate::widget::face::Gallery;

impl Window {
    pub(super) fn choose_game(&mut self, game: usize) -> Task<Message> {
        let Some(id) = self.session.games.id(game).filter(|_| game != self.game).map(str::to_owned) else {
            return Task::none();
        };
        match self.session.load(&id) {
            Some(Ok(game_library)) => {
                (self.game, self.game_library) = (game, game_library.clone());
                self.save_setting("window.game", &id);
                self.log.settle();
                return self.reset_screens();
            }
            Some(Err(error)) => self.log.add(Notice::wrong(error)),
            None => {}
        }
        Task::none()
    }

    /// Begins anew with the game at hand.
    pub(super) fn reset_screens(&mut self) -> Task<Message> {
        self.repaint();
        let (library, game_library) = (&self.session.library, &self.game_library);
        self.cards = Cards::new(library, game_library, "");
        self.decks = Decks::new(library, game_library);
        self.limited = Limited::new(library, game_library);
        self.events = Events::new(library, game_library);
        self.play = Play::new(library, &self.session.source, game_library);
        self.lab = Lab::new(library, game_library);
        let past_runs = self.lab.list_past_runs().map(Message::Lab);
        self.collection_changed();
        past_runs
    }

    /// The faces and the collection of the game at hand.
    pub(super) fn repaint(&mut self) {
        let (gallery, fault) = gallery(&self.session, &self.game_library);
        self.gallery = gallery.scaled_like(&self.gallery);
        let (collection, unread) = collection(&self.session, &self.game_library);
        self.collection = collection;
        if let Some(fault) = fault.or(unread) {
            self.log.add(Notice::wrong(fault));
        }
    }

    /// Reads the games again, in the background.
    pub(super) fn reload_games(&mut self) -> Task<Message> {
        self.reading = self.reading.wrapping_add(1);
        let (reading, places) = (self.reading, self.session.places.clone());
        let (source, games) = (self.session.source.clone(), self.session.games.clone());
        Task::future(async move {
            let read = tokio::task::spawn_blocking(move || places.reload(&source, &games)).await;
            let fresh = read.map_err(ReloadError::from).and_then(|fresh| Ok(fresh?));
            Message::Reloaded(reading, fresh.map(Arc::new).map_err(Arc::new))
        })
    }

    /// Goes on with games that were read again, at the one that somebody waits for.
    pub(super) fn use_reloaded(&mut self, fresh: &ReloadedGames) -> Task<Message> {
        let renewed = self.renew_games(fresh);
        let wanted = self.wanted_game.take().and_then(|id| self.session.games.position(&id));
        if self.screen == ScreenName::Settings {
            self.settings.reload(&self.session);
        }
        let Some(game) = wanted else { return renewed };
        let chosen = self.choose_game(game);
        let name = self.session.games.name(game, &self.session.source).to_owned();
        self.log.add(Notice::done(tr!(
            "{game} was added: {cards}",
            game = name,
            cards = cards_label(self.game_library().game.cards.len())
        )));
        Task::batch([renewed, chosen, self.show_screen(ScreenName::Cards)])
    }

    fn renew_games(&mut self, fresh: &ReloadedGames) -> Task<Message> {
        self.fault = fresh.faults.first().map(|first| match fresh.faults.len() {
            1 => first.to_string(),
            n => tr!("{first}  ·  and {} more: deckloom data check", n - 1, first),
        });
        let old = self.game_library().game.clone();
        (self.session.source, self.session.games) = (fresh.source.clone(), fresh.games.clone());
        let Ok((at, game_library)) = self.session.first_game(Some(&old.id)) else { return Task::none() };
        (self.game, self.game_library) = (at, game_library);
        if self.game_library.game.id != old.id {
            self.log.add(Notice::wrong(tr!("{} is gone from the data folder", old.name)));
            return self.reset_screens();
        }
        let game = self.game_library().game.clone();
        if game.data_hash == old.data_hash {
            return Task::none();
        }
        self.log.add(Notice::done(tr!(
            "{game} was reloaded: {cards}",
            game = game.name,
            cards = cards_label(game.cards.len())
        )));
        self.repaint();
        self.cards.renew(&old, &self.game_library);
        self.collection_changed();
        self.events.reload(&self.session.library, &self.game_library);
        let decks = self.with_decks(|decks, library, game_library| decks.renew(&old, library, game_library));
        let companion = self.session.games.loaded(engine::registry::AUTOMA);
        self.companion.reload(&self.session.library, companion.map(|game_library| &**game_library));
        let limited = self.with_limited(|limited, library, game_library| limited.renew(&old, library, game_library));
        let lab = self.lab.reload(&self.session.library, &self.game_library).map(Message::Lab);
        let play = self.with_play(|play, shelf| play.renew(shelf));
        Task::batch([decks, limited, lab, play])
    }
}

/// The collection of a game, and why it cannot be read if it cannot.
pub(super) fn collection(session: &Session, game_library: &GameLibrary) -> (Collection, Option<String>) {
    let game = &game_library.game;
    match Collection::open(&session.library, game.clone()) {
        Ok(collection) => (collection, None),
        Err(e) => (Collection::empty(game.clone()), Some(tr!("the collection: {e}", e))),
    }
}

/// The faces of a game, and what is wrong with its template.
pub(super) fn gallery(session: &Session, game_library: &GameLibrary) -> (Gallery, Option<String>) {
    let game = &game_library.game;
    let template = session.source.file(&format!("{}/face.svg", game.id)).map(|f| f.text.to_string());
    let cache = session.places.faces_folder().map(|folder| Cache::new(&folder, Cache::MOST));
    Gallery::new(game.clone(), template.as_deref(), Album::open(&session.source, game), cache)
}
