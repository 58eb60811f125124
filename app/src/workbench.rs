//! A deck that is edited: every edit goes to the library as it is made, and can be undone.

use catalog::Game;
use catalog::store::journal::{Kind, StreamId};
use catalog::store::{Error, Library};
use formats::deck::{Deck, Edit, Saved};
use formats::limited::Pool;
use serde::{Deserialize, Serialize};

/// How the stream of a deck begins.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Start {
    /// The deck as it was made.
    pub deck: Saved,
    /// The pool that it is built from, by card id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<Vec<String>>,
}

/// An open deck.
#[derive(Debug, Clone)]
pub struct Workbench {
    /// Its stream in the library.
    pub id: StreamId,
    /// The deck as it is now.
    pub deck: Deck,
    /// The pool that it is built from, for a limited deck.
    pub pool: Option<Pool>,
    actions: usize,
    undo: Vec<Edit>,
    redo: Vec<Edit>,
}

impl Workbench {
    /// Puts a new deck into the library.
    ///
    /// # Errors
    /// Of the library.
    pub fn create(library: &mut Library, game: &Game, deck: Deck, pool: Option<Pool>) -> Result<Workbench, Error> {
        let start = Start { deck: deck.saved(game), pool: pool.as_ref().map(|p| p.ids(game)) };
        let id = library.begin(Kind::Deck, &game.id, &game.data_hash, &deck.name, &start)?;
        Ok(Workbench { id, deck, pool, actions: 0, undo: Vec::new(), redo: Vec::new() })
    }

    /// Opens a deck of the library: its start and all edits since, which can be undone.
    ///
    /// # Errors
    /// Of the library.
    pub fn open(library: &Library, game: &Game, id: StreamId) -> Result<Workbench, Error> {
        let stream = library.stream::<Start, Edit>(id)?;
        let deck = Deck::of_saved(game, &stream.start.deck);
        // A card that left the data is left out of the pool; the deck keeps it by name.
        let pool = stream.start.pool.map(|ids| Pool { cards: ids.iter().filter_map(|i| game.find(i)).collect() });
        let mut bench = Workbench { id, deck, pool, actions: stream.actions.len(), undo: Vec::new(), redo: Vec::new() };
        for edit in &stream.actions {
            let back = bench.deck.apply(game, edit);
            bench.undo.push(back);
        }
        Ok(bench)
    }

    /// Goes on with the game as it was read again.
    pub fn renew(&mut self, old: &Game, new: &Game) {
        self.deck = Deck::of_saved(new, &self.deck.saved(old));
        if let Some(pool) = &mut self.pool {
            pool.cards = pool.ids(old).iter().filter_map(|id| new.find(id)).collect();
        }
    }

    /// Does an edit and saves it.
    ///
    /// # Errors
    /// Of the library; then nothing has changed.
    pub fn edit(&mut self, library: &mut Library, game: &Game, edit: Edit) -> Result<(), Error> {
        let back = self.step(library, game, edit)?;
        self.undo.push(back);
        self.redo.clear();
        Ok(())
    }

    /// Undoes the last edit, by an edit that is saved like any other. `false` if there is none.
    ///
    /// # Errors
    /// Of the library.
    pub fn undo(&mut self, library: &mut Library, game: &Game) -> Result<bool, Error> {
        let Some(edit) = self.undo.last().cloned() else { return Ok(false) };
        let back = self.step(library, game, edit)?;
        self.undo.pop();
        self.redo.push(back);
        Ok(true)
    }

    /// Does again what was undone last. `false` if there is nothing.
    ///
    /// # Errors
    /// Of the library.
    pub fn redo(&mut self, library: &mut Library, game: &Game) -> Result<bool, Error> {
        let Some(edit) = self.redo.last().cloned() else { return Ok(false) };
        let back = self.step(library, game, edit)?;
        self.redo.pop();
        self.undo.push(back);
        Ok(true)
    }

    /// Whether there is something to undo and to do again.
    pub fn can_undo_redo(&self) -> (bool, bool) {
        (!self.undo.is_empty(), !self.redo.is_empty())
    }

    fn step(&mut self, library: &mut Library, game: &Game, edit: Edit) -> Result<Edit, Error> {
        let mut deck = self.deck.clone();
        let back = deck.apply(game, &edit);
        let name = match &edit {
            Edit::Rename(name) => Some(name.as_str()),
            _ => None,
        };
        library.append(self.id, self.actions, &edit, name)?;
        self.actions += 1;
        self.deck = deck;
        Ok(back)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::Source;

    #[test]
    fn edits_survive_a_restart_and_can_be_undone() {
        let mut library = Library::in_memory().expect("memory");
        let game = library.game(&Source::shipped(), "chronx").expect("loads");
        let set = |count| Edit::Set { section: "main".into(), card: "junior-broker".into(), count };
        let mut bench =
            Workbench::create(&mut library, &game, Deck::new(&game, "New", "constructed"), None).expect("new");
        bench.edit(&mut library, &game, set(1)).expect("edits");
        bench.edit(&mut library, &game, set(2)).expect("edits");
        assert!(bench.undo(&mut library, &game).expect("undoes"));
        assert_eq!(bench.deck.size(1), 1);
        assert!(bench.redo(&mut library, &game).expect("redoes"));
        bench.edit(&mut library, &game, Edit::Rename("Other".into())).expect("renames");
        let again = Workbench::open(&library, &game, bench.id).expect("opens");
        assert_eq!(again.deck, bench.deck);
        assert_eq!((again.deck.size(1), again.deck.name.as_str()), (2, "Other"));
        assert_eq!(library.streams(Kind::Deck, "chronx").expect("lists")[0].name, "Other");
    }
}
