//! A draft in the library: people, bots and files at one table. Everything that is done goes to the library before
//! anything else happens, so a draft goes on where it was after any crash.

use catalog::CardIx;
use catalog::store::journal::{Heading, Kind, StreamId};
use catalog::store::{self, Library};
use formats::Book;
use formats::limited::booster::Ratings;
use formats::limited::draft::log::{Action, Log};
use formats::limited::draft::pod::{Pod, Sitter};
use formats::limited::draft::start::{Cards, Plan, Start};
use formats::limited::draft::{Choice, Refused};
use formats::limited::drafter::{Bot, Opinion, Scout};
use formats::rng::Seed;

/// The seat of the person in the window; the others are bots.
pub const SEAT: usize = 0;

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

impl DraftRoom {
    /// Opens the packs of a new draft of one person against bots.
    ///
    /// # Errors
    /// When the format is not for so many seats, or of the library.
    pub fn begin(library: &mut Library, book: &Book, format: &str, seats: u32, seed: Seed) -> Result<DraftRoom, Error> {
        let declared = book.format(format).ok_or_else(|| Error::NoDraft(format.to_owned()))?;
        let mut sitters = vec![Sitter::Bot(Bot::default()); seats as usize];
        if let Some(first) = sitters.first_mut() {
            *first = Sitter::Person("You".into());
        }
        let plan = Plan::of(declared, sitters).ok_or_else(|| Error::NoDraft(format.to_owned()))?;
        DraftRoom::sit_down(library, book, &declared.name, plan.start(book, seed)?)
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

    /// The person in the window takes a card.
    ///
    /// # Errors
    /// As [`DraftRoom::act`].
    pub fn pick(&mut self, library: &mut Library, book: &Book, card: CardIx) -> Result<(), Error> {
        self.choose(library, book, SEAT, &Choice::one(card))
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

    /// What a bot would think of each card of the person's pack, the best first.
    ///
    /// # Errors
    /// When the format is gone.
    pub fn hints(&self, book: &Book) -> Result<Vec<(CardIx, Opinion)>, Error> {
        let scout = self.scout(book);
        let leaning = scout.leaning(self.pod.table.picks(SEAT));
        let mut hints: Vec<(CardIx, Opinion)> =
            self.pod.table.pack(SEAT).iter().map(|c| (*c, scout.opinion(&leaning, *c))).collect();
        hints.sort_by_key(|(card, o)| (std::cmp::Reverse(o.points), *card));
        Ok(hints)
    }

    /// Whether the window can show it: packs that are passed, and a person on the first seat and nowhere else.
    pub fn is_for_the_window(&self) -> bool {
        let person = |(at, sitter): (usize, &Sitter)| (at == SEAT) == sitter.bot().is_none();
        self.pod.table.passing().is_some() && self.pod.sitters().iter().enumerate().all(person)
    }

    /// The pick that comes next: round and number in it, counted from 1.
    pub fn at(&self) -> (usize, usize) {
        let stage = self.pod.table.stage();
        (stage.round + 1, stage.pick + 1)
    }
}
