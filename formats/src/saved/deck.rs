//! A deck that is edited: every edit goes to the library as it is made. The log is its history: it can be undone, done
//! again, looked at moment by moment, and gone back to.
use catalog::tr;

use crate::deck::{Deck, Edit, EditReason, SavedDeck};
use crate::limited::Pool;
use catalog::GameData;
use catalog::store::journal::{StreamId, StreamKind};
use catalog::store::{Error, Library};
use serde::{Deserialize, Serialize};

/// How the stream of a deck begins.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct DeckStart {
    /// The deck as it was made.
    pub deck: SavedDeck,
    /// The pool that it is built from, by card id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<Vec<String>>,
}

/// What the log holds.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum DeckAction {
    Undo,
    Redo,
    /// A moment gets a name; without one it loses it.
    Called {
        moment: usize,
        name: Option<String>,
    },
    #[serde(untagged)]
    Edit(Edit),
}

/// A line of the history: what was done, and the deck that came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// Its number: 0 is the deck as it was made.
    pub number: usize,
    /// When, in seconds since 1970.
    pub at: i64,
    /// What was done, in a few words.
    pub description: String,
    /// The name that it was given.
    pub name: Option<String>,
    /// Whether it was undone since.
    pub undone: bool,
}

/// An open deck.
#[derive(Debug, Clone)]
pub struct DeckSession {
    /// Its stream in the library.
    pub id: StreamId,
    /// The deck as it is now.
    pub deck: Deck,
    /// The pool that it is built from, for a limited deck.
    pub pool: Option<Pool>,
    actions: usize,
    track: UndoStack,
}

/// What can be undone and done again: the edits that do it, with the moments that they undo.
#[derive(Debug, Clone, Default)]
struct UndoStack {
    undo: Vec<(Edit, usize)>,
    redo: Vec<(Edit, usize)>,
}

impl UndoStack {
    /// Does to the deck what an action says, as number `moment` of the log. The moment that was undone or done again.
    fn apply(&mut self, deck: &mut Deck, game: &GameData, action: &DeckAction, moment: usize) -> Option<usize> {
        match action {
            DeckAction::Edit(edit) => {
                self.undo.push((deck.apply(game, edit), moment));
                self.redo.clear();
                None
            }
            DeckAction::Undo => UndoStack::transfer(&mut self.undo, &mut self.redo, deck, game),
            DeckAction::Redo => UndoStack::transfer(&mut self.redo, &mut self.undo, deck, game),
            DeckAction::Called { .. } => None,
        }
    }

    fn transfer(
        from: &mut Vec<(Edit, usize)>,
        to: &mut Vec<(Edit, usize)>,
        deck: &mut Deck,
        game: &GameData,
    ) -> Option<usize> {
        let (edit, moment) = from.pop()?;
        to.push((deck.apply(game, &edit), moment));
        Some(moment)
    }
}

/// How many decks a form offers.
const OFFERED: usize = 200;

/// The decks that changed last, for forms that offer decks: nobody looks through ten thousand there, and the deck list has
/// them all. One that cannot be read is not among them.
pub fn latest_decks(library: &Library, game: &GameData) -> Vec<DeckSession> {
    let headings = library.streams(StreamKind::Deck, &game.id).unwrap_or_default();
    headings.into_iter().take(OFFERED).filter_map(|h| DeckSession::open(library, game, h.id).ok()).collect()
}

impl DeckSession {
    /// Puts a new deck into the library.
    ///
    /// # Errors
    /// Of the library.
    pub fn create(
        library: &mut Library,
        game: &GameData,
        deck: Deck,
        pool: Option<Pool>,
    ) -> Result<DeckSession, Error> {
        let start = DeckStart { deck: deck.to_saved(game), pool: pool.as_ref().map(|p| p.ids(game)) };
        let id = library.begin(StreamKind::Deck, &game.id, &game.data_hash, &deck.name, &start)?;
        Ok(DeckSession { id, deck, pool, actions: 0, track: UndoStack::default() })
    }

    /// Opens a deck of the library: its start and all edits since, which can be undone.
    ///
    /// # Errors
    /// Of the library.
    pub fn open(library: &Library, game: &GameData, id: StreamId) -> Result<DeckSession, Error> {
        let stream = library.stream::<DeckStart, DeckAction>(id)?;
        let mut deck = Deck::from_saved(game, &stream.start.deck);
        // A card that left the data is left out of the pool; the deck keeps it by name.
        let pool = stream.start.pool.map(|ids| Pool { cards: ids.iter().filter_map(|i| game.find(i)).collect() });
        let mut track = UndoStack::default();
        for (at, action) in stream.actions.iter().enumerate() {
            track.apply(&mut deck, game, action, at + 1);
        }
        Ok(DeckSession { id, deck, pool, actions: stream.actions.len(), track })
    }

    /// Goes on with the game as it was read again.
    pub fn update_game(&mut self, old: &GameData, new: &GameData) {
        self.deck = Deck::from_saved(new, &self.deck.to_saved(old));
        if let Some(pool) = &mut self.pool {
            pool.cards = pool.ids(old).iter().filter_map(|id| new.find(id)).collect();
        }
    }

    /// Reads the deck anew if another program has changed it. Whether it has.
    ///
    /// # Errors
    /// Of the library.
    pub fn refresh(&mut self, library: &Library, game: &GameData) -> Result<bool, Error> {
        let changed = library.length(self.id)? != self.actions;
        if changed {
            *self = DeckSession::open(library, game, self.id)?;
        }
        Ok(changed)
    }

    /// Does an edit and saves it. What it did, in a few words.
    ///
    /// # Errors
    /// [`Error::Moved`] if another program has changed the deck meanwhile: it is read anew, so that nobody edits what
    /// they have not seen. Others of the library; then nothing has changed.
    pub fn edit(&mut self, library: &mut Library, game: &GameData, edit: Edit) -> Result<String, Error> {
        let told = edit.describe(game, &self.deck);
        self.act(library, game, &DeckAction::Edit(edit))?;
        Ok(told)
    }

    /// Undoes the last edit. `false` if there is none.
    ///
    /// # Errors
    /// As [`DeckSession::edit`].
    pub fn undo(&mut self, library: &mut Library, game: &GameData) -> Result<bool, Error> {
        let can = self.can_undo();
        if can {
            self.act(library, game, &DeckAction::Undo)?;
        }
        Ok(can)
    }

    /// Does again what was undone last. `false` if there is nothing.
    ///
    /// # Errors
    /// As [`DeckSession::edit`].
    pub fn redo(&mut self, library: &mut Library, game: &GameData) -> Result<bool, Error> {
        let can = self.can_redo();
        if can {
            self.act(library, game, &DeckAction::Redo)?;
        }
        Ok(can)
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.track.undo.is_empty()
    }

    /// Whether there is something to do again.
    pub fn can_redo(&self) -> bool {
        !self.track.redo.is_empty()
    }

    /// The number of the moment that the deck is at now.
    pub fn current_moment(&self) -> usize {
        self.actions
    }

    /// Gives a moment a name, or takes it from it.
    ///
    /// # Errors
    /// As [`DeckSession::edit`].
    pub fn name_moment(
        &mut self,
        library: &mut Library,
        game: &GameData,
        moment: usize,
        name: &str,
    ) -> Result<(), Error> {
        let name = Some(name.trim()).filter(|n| !n.is_empty()).map(str::to_owned);
        self.act(library, game, &DeckAction::Called { moment, name })
    }

    /// Goes back to a moment, by an edit that can be undone. What it did, in a few words.
    ///
    /// # Errors
    /// As [`DeckSession::edit`].
    pub fn restore(&mut self, library: &mut Library, game: &GameData, moment: &Moment) -> Result<String, Error> {
        let deck = Box::new(self.deck_at(library, game, moment.number)?.to_saved(game));
        let why = Some(EditReason::BackTo { moment: moment.number, name: moment.name.clone() });
        self.edit(library, game, Edit::Become { why, deck })
    }

    /// The deck as it was at a moment.
    ///
    /// # Errors
    /// Of the library.
    pub fn deck_at(&self, library: &Library, game: &GameData, moment: usize) -> Result<Deck, Error> {
        let stream = library.stream::<DeckStart, DeckAction>(self.id)?;
        let (mut deck, mut track) = (Deck::from_saved(game, &stream.start.deck), UndoStack::default());
        for (at, action) in stream.actions.iter().enumerate().take(moment) {
            track.apply(&mut deck, game, action, at + 1);
        }
        Ok(deck)
    }

    /// Everything that was done, the first at the beginning.
    ///
    /// # Errors
    /// Of the library.
    pub fn history(&self, library: &Library, game: &GameData) -> Result<Vec<Moment>, Error> {
        let stream = library.stream::<DeckStart, DeckAction>(self.id)?;
        let (mut deck, mut track) = (Deck::from_saved(game, &stream.start.deck), UndoStack::default());
        let moment = |number, at, told| Moment { number, at, description: told, name: None, undone: false };
        let mut moments = vec![moment(0, stream.heading.created, tr!("As created"))];
        let told_of = |moments: &[Moment], number: Option<usize>| {
            moments.iter().find(|m| Some(m.number) == number).map_or(String::new(), |m| m.description.clone())
        };
        for (at, (action, time)) in stream.actions.iter().zip(&stream.times).enumerate() {
            let edited = match action {
                DeckAction::Edit(edit) => edit.describe(game, &deck),
                _ => String::new(),
            };
            let walked = track.apply(&mut deck, game, action, at + 1);
            let told = match action {
                DeckAction::Edit(_) => edited,
                DeckAction::Undo => tr!("Undone: {}", told_of(&moments, walked)),
                DeckAction::Redo => tr!("Redone: {}", told_of(&moments, walked)),
                DeckAction::Called { moment, name } => {
                    if let Some(called) = moments.iter_mut().find(|m| m.number == *moment) {
                        called.name.clone_from(name);
                    }
                    continue;
                }
            };
            moments.push(moment(at + 1, *time, told));
        }
        for (_, undone) in &track.redo {
            moments.iter_mut().filter(|m| m.number == *undone).for_each(|m| m.undone = true);
        }
        Ok(moments)
    }

    fn act(&mut self, library: &mut Library, game: &GameData, action: &DeckAction) -> Result<(), Error> {
        let edit = match action {
            DeckAction::Edit(edit) => Some(edit),
            DeckAction::Undo => self.track.undo.last().map(|(edit, _)| edit),
            DeckAction::Redo => self.track.redo.last().map(|(edit, _)| edit),
            DeckAction::Called { .. } => None,
        };
        let mut after = self.deck.clone();
        if let Some(edit) = edit {
            after.apply(game, edit);
        }
        let name = (after.name != self.deck.name).then_some(after.name.as_str());
        match library.append(self.id, self.actions, action, name) {
            Ok(()) => {
                self.actions += 1;
                self.track.apply(&mut self.deck, game, action, self.actions);
                Ok(())
            }
            Err(Error::Moved) => {
                *self = DeckSession::open(library, game, self.id)?;
                Err(Error::Moved)
            }
            Err(e) => Err(e),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::Source;

    fn set(count: u32) -> Edit {
        Edit::Set { section: "main".into(), card: "junior-broker".into(), count }
    }

    fn deck_session(library: &mut Library) -> (GameData, DeckSession) {
        let game = library.game(&Source::shipped(), "chronx").expect("loads");
        let deck_session =
            DeckSession::create(library, &game, Deck::new(&game, "New", "constructed"), None).expect("new");
        (game, deck_session)
    }

    #[test]
    fn edits_survive_a_restart_and_can_be_undone_and_done_again_after_it() {
        let mut library = Library::in_memory().expect("memory");
        let (game, mut deck_session) = deck_session(&mut library);
        deck_session.edit(&mut library, &game, set(1)).expect("edits");
        assert_eq!(deck_session.edit(&mut library, &game, set(3)).expect("edits"), "+2 Junior Broker");
        assert!(deck_session.undo(&mut library, &game).expect("undoes"));
        assert_eq!(deck_session.deck.size(1), 1);
        let mut again = DeckSession::open(&library, &game, deck_session.id).expect("opens");
        assert!(again.can_undo() && again.can_redo());
        assert!(again.redo(&mut library, &game).expect("redoes"));
        assert_eq!(again.deck.size(1), 3);
        again.edit(&mut library, &game, Edit::Rename("Other".into())).expect("renames");
        let again = DeckSession::open(&library, &game, deck_session.id).expect("opens");
        assert_eq!((again.deck.size(1), again.deck.name.as_str()), (3, "Other"));
        assert_eq!(library.streams(StreamKind::Deck, "chronx").expect("lists")[0].name, "Other");
        assert!(again.can_undo() && !again.can_redo());
    }

    #[test]
    fn the_history_tells_what_was_done_and_leads_back_to_it() {
        let mut library = Library::in_memory().expect("memory");
        let (game, mut deck_session) = deck_session(&mut library);
        deck_session.edit(&mut library, &game, set(2)).expect("edits");
        deck_session.edit(&mut library, &game, set(1)).expect("edits");
        deck_session.undo(&mut library, &game).expect("undoes");
        deck_session.name_moment(&mut library, &game, 2, "one broker").expect("names");
        let history = deck_session.history(&library, &game).expect("reads");
        let told: Vec<&str> = history.iter().map(|m| m.description.as_str()).collect();
        assert_eq!(told, ["As created", "+2 Junior Broker", "−1 Junior Broker", "Undone: −1 Junior Broker"]);
        assert_eq!(history.iter().map(|m| m.undone).collect::<Vec<_>>(), [false, false, true, false]);
        assert_eq!(history[2].name.as_deref(), Some("one broker"));
        assert_eq!(deck_session.deck_at(&library, &game, 2).expect("reads").size(1), 1);
        assert_eq!(deck_session.restore(&mut library, &game, &history[2]).expect("goes"), "Back to “one broker”");
        assert_eq!(deck_session.deck.size(1), 1);
        deck_session.undo(&mut library, &game).expect("undoes");
        assert_eq!(deck_session.deck.size(1), 2, "going back can be undone, too");
        assert!(deck_session.history(&library, &game).expect("reads").iter().all(|m| m.at > 1_600_000_000));
    }

    #[test]
    fn who_comes_second_sees_what_was_done_before_they_edit() {
        let mut library = Library::in_memory().expect("memory");
        let (game, mut one) = deck_session(&mut library);
        let mut two = DeckSession::open(&library, &game, one.id).expect("opens");
        one.edit(&mut library, &game, set(1)).expect("edits");
        assert!(matches!(two.edit(&mut library, &game, set(3)), Err(Error::Moved)));
        assert_eq!(two.deck, one.deck, "it is read anew");
        two.edit(&mut library, &game, set(3)).expect("edits what it has seen");
        assert!(one.refresh(&library, &game).expect("reads"));
        assert_eq!(one.deck.size(1), 3);
    }

    #[test]
    fn logs_of_earlier_versions_are_read() {
        let mut library = Library::in_memory().expect("memory");
        let (game, deck_session) = deck_session(&mut library);
        let old = serde_json::json!({"set": {"section": "main", "card": "junior-broker", "count": 2}});
        library.append(deck_session.id, 0, &old, None).expect("appends");
        assert_eq!(DeckSession::open(&library, &game, deck_session.id).expect("opens").deck.size(1), 2);
    }
}
