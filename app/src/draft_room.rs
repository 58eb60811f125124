//! A draft in the library: people, bots and files at one table. Everything that is done goes to the library before
//! anything else happens, so a draft goes on where it was after any crash.

use catalog::CardIx;
use catalog::store::journal::{Heading, Kind, StreamId};
use catalog::store::{self, Library};
use catalog::tr;
use formats::Book;
use formats::limited::booster::Ratings;
use formats::limited::draft::log::{Action, Log};
use formats::limited::draft::pod::{Pod, Sitter};
use formats::limited::draft::start::{Cards, Plan, Start};
use formats::limited::draft::{Choice, Refused};
use formats::limited::drafter::{Bot, Opinion, Scout};
use formats::rng::Seed;

/// A draft in progress.
#[derive(Debug, Clone)]
pub struct DraftRoom {
    /// Its stream in the library.
    pub id: StreamId,
    /// Its name.
    pub name: String,
    /// Id of the format.
    pub format: String,
    /// The table and who sits there.
    pub pod: Pod,
    /// How it began.
    pub start: Start,
    /// SHA-256 of the game's data when it began.
    pub data_hash: String,
    actions: usize,
}

/// What a bot would do on a seat.
#[derive(Debug, Clone)]
pub struct Hint {
    /// What it would choose.
    pub choice: Choice,
    /// Why, in words and numbers.
    pub why: String,
    /// What it thinks of each card on the table that the seat sees, the best first; each card once.
    pub cards: Vec<(CardIx, Opinion)>,
}

/// Why a draft cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The library.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The rules.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// A format that this game does not have, or that is no draft.
    #[error("there is no draft format `{0}`")]
    NoDraft(String),
}

/// A draft of the library as a log: also one with cards that the data no longer have.
///
/// # Errors
/// Of the library.
pub fn log(library: &Library, id: StreamId) -> Result<Log, store::Error> {
    let stream = library.stream::<Start, Action>(id)?;
    let Heading { game, name, data_hash, .. } = stream.heading;
    Ok(Log { game, data_hash, name, start: stream.start, actions: stream.actions })
}

/// A name that no draft of the game has yet: the usual one, or that with a number.
///
/// # Errors
/// Of the library.
pub fn free_name(library: &Library, game: &str, usual: &str) -> Result<String, store::Error> {
    let taken: Vec<String> = library.streams(Kind::Draft, game)?.into_iter().map(|s| s.name).collect();
    Ok(numbered(usual, &taken))
}

/// A name that is not taken: the usual one, or that with a number.
pub fn numbered(usual: &str, taken: &[String]) -> String {
    let numbered = (2..).map(|n| format!("{usual} {n}"));
    let free = std::iter::once(usual.to_owned()).chain(numbered).find(|name| !taken.contains(name));
    free.expect("there are more numbers than names")
}

impl DraftRoom {
    /// Opens the packs of a new draft of one person, on the first seat, against bots.
    ///
    /// # Errors
    /// When the format is not for so many seats, or of the library.
    pub fn begin(library: &mut Library, book: &Book, format: &str, seats: u32, seed: Seed) -> Result<DraftRoom, Error> {
        let declared = book.format(format).ok_or_else(|| Error::NoDraft(format.to_owned()))?;
        let mut sitters = vec![Sitter::Bot(Bot::default()); seats as usize];
        if let Some(first) = sitters.first_mut() {
            *first = Sitter::Person(tr!("You"));
        }
        let plan = Plan::of(declared, sitters).ok_or_else(|| Error::NoDraft(format.to_owned()))?;
        let name = free_name(library, &book.game.id, &declared.name)?;
        DraftRoom::sit_down(library, book, &name, plan.start(book, seed)?)
    }

    /// Saves a new draft and lets its bots choose.
    ///
    /// # Errors
    /// When the start makes no sense, or of the library.
    pub fn sit_down(library: &mut Library, book: &Book, name: &str, start: Start) -> Result<DraftRoom, Error> {
        let game = &book.game;
        let pod = Pod::begin(game, &start)?;
        let id = library.begin(Kind::Draft, &game.id, &game.data_hash, name, &start)?;
        let (format, data_hash) = (start.format.clone(), game.data_hash.clone());
        let mut room = DraftRoom { id, name: name.to_owned(), format, pod, start, data_hash, actions: 0 };
        room.let_bots_choose(library, book)?;
        Ok(room)
    }

    /// Takes up a draft where it was left.
    ///
    /// # Errors
    /// Of the library, or when the data no longer have a card of the packs.
    pub fn open(library: &Library, book: &Book, id: StreamId) -> Result<DraftRoom, Error> {
        let Log { name, data_hash, start, actions, .. } = log(library, id)?;
        Cards::of(&book.game, &start).all_there()?;
        let pod = Pod::replay(&book.game, &start, &actions)?;
        Ok(DraftRoom { id, name, format: start.format.clone(), pod, start, data_hash, actions: actions.len() })
    }

    /// Does something and saves it; then bots choose, if any is asked.
    ///
    /// # Errors
    /// When it does not fit, or of the library; then nothing has happened.
    pub fn act(&mut self, library: &mut Library, book: &Book, action: &Action) -> Result<(), Error> {
        self.save(library, book, action)?;
        self.let_bots_choose(library, book)
    }

    /// A seat chooses; what bots choose after it is saved with it.
    ///
    /// # Errors
    /// As [`DraftRoom::act`].
    pub fn choose(&mut self, library: &mut Library, book: &Book, seat: usize, choice: &Choice) -> Result<(), Error> {
        let cards = Cards::of(&book.game, &self.start);
        let action = self.pod.choose(&self.scout(book), &cards, seat, choice)?;
        self.save(library, book, &action)
    }

    /// The time of a seat is over: a bot chooses for it.
    ///
    /// # Errors
    /// As [`DraftRoom::act`].
    pub fn time_over(&mut self, library: &mut Library, book: &Book, seat: usize) -> Result<(), Error> {
        let cards = Cards::of(&book.game, &self.start);
        let action = self.pod.time_over(&self.scout(book), &cards, seat)?;
        self.save(library, book, &action)
    }

    /// What bots owe since a crash, or after somebody else sat down.
    ///
    /// # Errors
    /// Of the library.
    pub fn let_bots_choose(&mut self, library: &mut Library, book: &Book) -> Result<(), Error> {
        let cards = Cards::of(&book.game, &self.start);
        match self.pod.bots(&self.scout(book), &cards) {
            Some(action) => self.save(library, book, &action),
            None => Ok(()),
        }
    }

    /// What its bots know.
    pub fn scout<'b>(&self, book: &'b Book) -> Scout<'b> {
        Scout::of(book, &self.start, Ratings::default())
    }

    fn save(&mut self, library: &mut Library, book: &Book, action: &Action) -> Result<(), Error> {
        let mut pod = self.pod.clone();
        pod.apply(&Cards::of(&book.game, &self.start), action)?;
        library.append(self.id, self.actions, action, None)?;
        self.pod = pod;
        self.actions += 1;
        Ok(())
    }

    /// What a bot would do on a seat; absent if the seat is asked nothing, or the draft stands still.
    pub fn hint(&self, book: &Book, seat: usize) -> Option<Hint> {
        let scout = self.scout(book);
        let (choice, why) = self.pod.hint(&scout, seat).ok()?;
        let view = self.pod.table.view(seat);
        let leaning = scout.leaning(view.own());
        let mut seen: Vec<CardIx> = view.piles.iter().flat_map(|p| p.cards.iter().copied()).collect();
        seen.sort_unstable();
        seen.dedup();
        let mut opinions: Vec<(CardIx, Opinion)> = seen.into_iter().map(|c| (c, scout.opinion(&leaning, c))).collect();
        opinions.sort_by_key(|(card, o)| (std::cmp::Reverse(o.points), *card));
        Some(Hint { choice, why: why.text(), cards: opinions })
    }

    /// The seats of people at this machine.
    pub fn people(&self) -> Vec<usize> {
        let sitters = self.pod.sitters().iter().enumerate();
        sitters.filter(|(_, s)| matches!(s, Sitter::Person(_))).map(|(seat, _)| seat).collect()
    }

    /// The seat whose picks stand for the draft where only one can be told: the first person's.
    pub fn first_person(&self) -> usize {
        self.people().first().copied().unwrap_or(0)
    }

    /// Who sits on a seat, in a word or two.
    pub fn name_of(&self, seat: usize) -> String {
        self.pod.sitters().get(seat).map_or(String::new(), Sitter::words)
    }

    /// The pick that comes next: round and number in it, counted from 1.
    pub fn at(&self) -> (usize, usize) {
        let stage = self.pod.table.stage();
        (stage.round + 1, stage.pick + 1)
    }
}
