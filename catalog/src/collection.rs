//! The cards of a game that a person owns and wants, printing by printing.
//!
//! A collection is a stream of the journal: a log of changes, and of those that were undone and done again. Cards
//! stand in it by id, so that one that leaves the data stays in the collection, as unknown, and is found again
//! when it comes back. Files of other programs are read and written in [`table`], and [`resolve`] says which
//! printing a line of them means.

pub mod resolve;
pub mod table;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::card::CardIx;
use crate::game::GameData;
use crate::store::journal::{StreamId, StreamKind};
use crate::store::{Error, Library};

/// The most copies of one printing that can be owned or wanted.
pub const MOST: u32 = 9_999;

/// Copies of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Holding {
    /// Owned.
    pub owned: u32,
    /// Wanted beside those owned.
    pub wanted: u32,
}

impl Holding {
    /// Whether there is nothing.
    pub fn is_empty(self) -> bool {
        self == Holding::default()
    }

    /// The copies of one pile.
    pub fn get(self, pile: HoldingKind) -> u32 {
        match pile {
            HoldingKind::Owned => self.owned,
            HoldingKind::Wanted => self.wanted,
        }
    }

    fn pile(&mut self, pile: HoldingKind) -> &mut u32 {
        match pile {
            HoldingKind::Owned => &mut self.owned,
            HoldingKind::Wanted => &mut self.wanted,
        }
    }
}

impl std::iter::Sum for Holding {
    fn sum<I: Iterator<Item = Holding>>(holdings: I) -> Holding {
        holdings.fold(Holding::default(), |a, b| Holding { owned: a.owned + b.owned, wanted: a.wanted + b.wanted })
    }
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoldingKind {
    /// Copies that are there.
    Owned,
    /// Copies that are wished for.
    Wanted,
}

/// How a count is to change; it never leaves 0 to [`MOST`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopiesChange {
    /// So many more, or fewer.
    By(i64),
    /// So many from now on.
    To(u32),
}

impl CopiesChange {
    fn applied(self, to: u32) -> u32 {
        match self {
            CopiesChange::By(n) => i64::from(to).saturating_add(n).clamp(0, i64::from(MOST)) as u32,
            CopiesChange::To(n) => n.min(MOST),
        }
    }
}

/// Another count of a card, as it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CollectionEdit {
    /// Card id.
    pub card: String,
    /// Of which pile.
    pub pile: HoldingKind,
    /// How it changes.
    pub amount: CopiesChange,
}

/// Another count of a card, as it came about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CollectionStep {
    /// Card id.
    pub card: String,
    /// Of which pile.
    pub pile: HoldingKind,
    /// Copies before.
    pub before: u32,
    /// Copies after.
    pub after: u32,
}

/// Steps that are done, and undone, as one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CollectionChange {
    /// At most one for each pile of a card.
    pub steps: Vec<CollectionStep>,
    /// The file or deck that they came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

/// What the log holds.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Action {
    Change(CollectionChange),
    Undo,
    Redo,
}

/// An open collection of one game.
#[derive(Debug, Clone)]
pub struct Collection {
    game: Arc<GameData>,
    /// None until the first change: looking at a collection writes nothing.
    stream: Option<StreamId>,
    actions: usize,
    /// By position of the card.
    known: Vec<Holding>,
    /// Sums over the printings of a name, at the position of the first of them.
    named: Vec<Holding>,
    /// By the id of a card that the game does not have; none is empty.
    unknown: BTreeMap<String, Holding>,
    done: Vec<CollectionChange>,
    undone: Vec<CollectionChange>,
}

impl Collection {
    /// A collection without cards.
    pub fn empty(game: Arc<GameData>) -> Collection {
        let cards = game.cards.len();
        Collection {
            game,
            stream: None,
            actions: 0,
            known: vec![Holding::default(); cards],
            named: vec![Holding::default(); cards],
            unknown: BTreeMap::new(),
            done: Vec::new(),
            undone: Vec::new(),
        }
    }

    /// The collection of a game as the library has it; empty if it has none.
    ///
    /// # Errors
    /// Of the library.
    pub fn open(library: &Library, game: Arc<GameData>) -> Result<Collection, Error> {
        let mut collection = Collection::empty(game);
        collection.stream = Collection::first_stream(library, &collection.game)?;
        if let Some(stream) = collection.stream {
            for action in library.stream::<(), Action>(stream)?.actions {
                collection.apply(action);
            }
        }
        Ok(collection)
    }

    /// Reads the collection anew if another program has changed it.
    ///
    /// # Errors
    /// Of the library; then nothing has changed.
    pub fn refresh(&mut self, library: &Library) -> Result<(), Error> {
        let stream = Collection::first_stream(library, &self.game)?;
        let actions = stream.map_or(Ok(0), |s| library.length(s))?;
        if (stream, actions) != (self.stream, self.actions) {
            *self = Collection::open(library, self.game.clone())?;
        }
        Ok(())
    }

    /// Two programs may both begin one; the first counts for both.
    fn first_stream(library: &Library, game: &GameData) -> Result<Option<StreamId>, Error> {
        Ok(library.streams(StreamKind::Collection, &game.id)?.iter().map(|s| s.id).min())
    }

    /// The game.
    pub fn game(&self) -> &Arc<GameData> {
        &self.game
    }

    /// Copies of a printing.
    pub fn holding(&self, card: CardIx) -> Holding {
        self.known[card.at()]
    }

    /// Copies of a name, over all its printings.
    pub fn holding_by_name(&self, card: CardIx) -> Holding {
        self.named[self.game.namesake(card).at()]
    }

    /// Copies of a printing that are owned.
    pub fn owned(&self, card: CardIx) -> u32 {
        self.holding(card).owned
    }

    /// Copies of a printing that are wanted.
    pub fn wanted(&self, card: CardIx) -> u32 {
        self.holding(card).wanted
    }

    /// Copies of an id, whether the game knows it or not.
    pub fn holding_by_id(&self, id: &str) -> Holding {
        match self.game.find(id) {
            Some(ix) => self.holding(ix),
            None => self.unknown.get(id).copied().unwrap_or_default(),
        }
    }

    /// The cards that the game does not have (any more), in order of their ids.
    pub fn unknown(&self) -> impl Iterator<Item = (&str, Holding)> {
        self.unknown.iter().map(|(id, held)| (id.as_str(), *held))
    }

    /// The sum over all cards, unknown ones too.
    pub fn total(&self) -> Holding {
        self.known.iter().chain(self.unknown.values()).copied().sum()
    }

    /// Whether there is no card in it.
    pub fn is_empty(&self) -> bool {
        self.unknown.is_empty() && self.known.iter().all(|h| h.is_empty())
    }

    /// Does edits as one change and saves it; if another program has changed the collection meanwhile, on top of
    /// that. Gives what came of it: without a step if no count is another now, and then nothing is saved.
    ///
    /// # Errors
    /// Of the library; then nothing has changed.
    pub fn change(
        &mut self,
        library: &mut Library,
        edits: &[CollectionEdit],
        from: Option<&str>,
    ) -> Result<CollectionChange, Error> {
        loop {
            let change = CollectionChange { steps: self.steps(edits), from: from.map(str::to_owned) };
            if change.steps.is_empty() {
                return Ok(change);
            }
            match self.save(library, Action::Change(change.clone())) {
                Err(Error::Moved) => *self = Collection::open(library, self.game.clone())?,
                saved => return saved.map(|()| change),
            }
        }
    }

    /// What edits would come to, without doing them.
    pub fn steps(&self, edits: &[CollectionEdit]) -> Vec<CollectionStep> {
        let mut steps: Vec<CollectionStep> = Vec::with_capacity(edits.len());
        let mut places: HashMap<(&str, HoldingKind), usize> = HashMap::with_capacity(edits.len());
        for edit in edits {
            let id = self.game.find(&edit.card).map_or(edit.card.as_str(), |ix| &self.game.card(ix).id);
            let at = *places.entry((id, edit.pile)).or_insert_with(|| {
                let now = self.holding_by_id(id).get(edit.pile);
                steps.push(CollectionStep { card: id.to_owned(), pile: edit.pile, before: now, after: now });
                steps.len() - 1
            });
            steps[at].after = edit.amount.applied(steps[at].after);
        }
        steps.retain(|s| s.before != s.after);
        steps
    }

    /// Undoes the last change, and gives it; `None` if there is none.
    ///
    /// # Errors
    /// [`Error::Moved`] if another program has changed the collection meanwhile: it is read anew, so that nobody
    /// undoes what they have not seen. Others of the library.
    pub fn undo(&mut self, library: &mut Library) -> Result<Option<CollectionChange>, Error> {
        self.undo_or_redo(library, Action::Undo, self.done.last().cloned())
    }

    /// Does again what was undone last, and gives it; `None` if there is nothing.
    ///
    /// # Errors
    /// As [`Collection::undo`].
    pub fn redo(&mut self, library: &mut Library) -> Result<Option<CollectionChange>, Error> {
        self.undo_or_redo(library, Action::Redo, self.undone.last().cloned())
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Whether there is something to do again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    fn undo_or_redo(
        &mut self,
        library: &mut Library,
        action: Action,
        change: Option<CollectionChange>,
    ) -> Result<Option<CollectionChange>, Error> {
        if change.is_none() {
            return Ok(None);
        }
        match self.save(library, action) {
            Err(Error::Moved) => {
                *self = Collection::open(library, self.game.clone())?;
                Err(Error::Moved)
            }
            saved => saved.map(|()| change),
        }
    }

    fn save(&mut self, library: &mut Library, action: Action) -> Result<(), Error> {
        let stream = match self.stream {
            Some(stream) => stream,
            None => {
                library.begin(StreamKind::Collection, &self.game.id, &self.game.data_hash, "Collection", &())?;
                let first = Collection::first_stream(library, &self.game)?.expect("it has just begun");
                *self.stream.insert(first)
            }
        };
        library.append(stream, self.actions, &action, None)?;
        self.apply(action);
        Ok(())
    }

    fn apply(&mut self, action: Action) {
        self.actions += 1;
        match action {
            Action::Change(change) => {
                self.take(&change, |step| step.after);
                self.done.push(change);
                self.undone.clear();
            }
            Action::Undo => {
                if let Some(change) = self.done.pop() {
                    self.take(&change, |step| step.before);
                    self.undone.push(change);
                }
            }
            Action::Redo => {
                if let Some(change) = self.undone.pop() {
                    self.take(&change, |step| step.after);
                    self.done.push(change);
                }
            }
        }
    }

    fn take(&mut self, change: &CollectionChange, count: impl Fn(&CollectionStep) -> u32) {
        for step in &change.steps {
            let count = count(step);
            match self.game.find(&step.card) {
                Some(ix) => {
                    let held = self.known[ix.at()].pile(step.pile);
                    let named = self.named[self.game.namesake(ix).at()].pile(step.pile);
                    *named = *named - *held + count;
                    *held = count;
                }
                None => {
                    let held = self.unknown.entry(step.card.clone()).or_default();
                    *held.pile(step.pile) = count;
                    if held.is_empty() {
                        self.unknown.remove(&step.card);
                    }
                }
            }
        }
    }
}
