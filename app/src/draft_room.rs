//! A draft of one person against bots: every round of picks goes to the library before anything else happens.

use catalog::CardIx;
use catalog::store::journal::{Kind, StreamId};
use catalog::store::{self, Library};
use formats::Book;
use formats::format::Limited;
use formats::limited::booster::Product;
use formats::limited::draft::{self, Picks, Refused, Start, Table};
use formats::limited::drafter::{Leaning, Opinion, Scout};
use formats::rng::Seed;

/// The seat of the person; the others are bots.
pub const SEAT: usize = 0;

/// A draft in progress.
#[derive(Debug, Clone)]
pub struct DraftRoom {
    /// Its stream in the library.
    pub id: StreamId,
    /// Id of the format.
    pub format: String,
    /// The table.
    pub table: Table,
    leanings: Vec<Leaning>,
    rounds: usize,
    per_round: usize,
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

fn parts<'b>(book: &'b Book, format: &str) -> Result<(&'b formats::Format, &'b Limited, &'b Product), Error> {
    let found = book.format(format).and_then(|f| {
        let limited = f.limited.as_ref().filter(|l| l.is_draft())?;
        Some((f, limited, book.product(&limited.product)?))
    });
    found.ok_or_else(|| Error::NoDraft(format.to_owned()))
}

fn pack_size(start: &Start) -> usize {
    start.packs.first().and_then(|r| r.first()).map_or(1, |p| p.len().max(1))
}

impl DraftRoom {
    /// Opens the packs of a new draft.
    ///
    /// # Errors
    /// When the format is not for so many seats, or of the library.
    pub fn begin(library: &mut Library, book: &Book, format: &str, seats: u32, seed: Seed) -> Result<DraftRoom, Error> {
        let (declared, limited, product) = parts(book, format)?;
        let game = &book.game;
        let start = draft::start(game, product, declared, limited, seats, seed)?;
        let table = Table::begin(game, limited, &start)?;
        let id = library.begin(Kind::Draft, &game.id, &game.data_hash, &declared.name, &start)?;
        let (leanings, per_round) = (vec![Leaning::default(); table.seats()], pack_size(&start));
        Ok(DraftRoom { id, format: format.to_owned(), table, leanings, rounds: 0, per_round })
    }

    /// Takes up a draft where it was left.
    ///
    /// # Errors
    /// Of the library, or when the data no longer have a card of the packs.
    pub fn open(library: &Library, book: &Book, id: StreamId) -> Result<DraftRoom, Error> {
        let stream = library.stream::<Start, Picks>(id)?;
        let (_, limited, product) = parts(book, &stream.start.format)?;
        let mut room = DraftRoom {
            id,
            format: stream.start.format.clone(),
            table: Table::begin(&book.game, limited, &stream.start)?,
            leanings: Vec::new(),
            rounds: stream.actions.len(),
            per_round: pack_size(&stream.start),
        };
        for picks in &stream.actions {
            room.table.replay(&book.game, picks)?;
        }
        let scout = Scout::new(&book.game, product);
        for seat in 0..room.table.seats() {
            let mut leaning = Leaning::default();
            room.table.picks(seat).iter().for_each(|c| scout.note(&mut leaning, *c));
            room.leanings.push(leaning);
        }
        Ok(room)
    }

    /// The person takes a card, the bots take theirs, and the round is saved.
    ///
    /// # Errors
    /// When the card is not in the pack, or of the library; then nothing has happened.
    pub fn pick(&mut self, library: &mut Library, book: &Book, card: CardIx) -> Result<(), Error> {
        let (_, _, product) = parts(book, &self.format)?;
        let (game, scout) = (&book.game, Scout::new(&book.game, product));
        let choose = |seat| if seat == SEAT { card } else { scout.choose(&self.leanings[seat], self.table.pack(seat)) };
        let picks: Vec<CardIx> = (0..self.table.seats()).map(choose).collect();
        let mut table = self.table.clone();
        table.pick(game, &picks)?;
        let ids = Picks(picks.iter().map(|c| game.card(*c).id.clone()).collect());
        library.append(self.id, self.rounds, &ids, None)?;
        self.table = table;
        self.rounds += 1;
        for (leaning, card) in self.leanings.iter_mut().zip(&picks) {
            scout.note(leaning, *card);
        }
        Ok(())
    }

    /// What a bot would think of each card of the person's pack, the best first.
    ///
    /// # Errors
    /// When the format is gone.
    pub fn hints(&self, book: &Book) -> Result<Vec<(CardIx, Opinion)>, Error> {
        let (_, _, product) = parts(book, &self.format)?;
        let scout = Scout::new(&book.game, product);
        let mut hints: Vec<(CardIx, Opinion)> =
            self.table.pack(SEAT).iter().map(|c| (*c, scout.opinion(&self.leanings[SEAT], *c))).collect();
        hints.sort_by_key(|(card, o)| (std::cmp::Reverse(o.points), *card));
        Ok(hints)
    }

    /// The pick that comes next: round and number in it, counted from 1.
    pub fn at(&self) -> (usize, usize) {
        let taken = self.table.picks(SEAT).len();
        (self.table.round() + 1, taken % self.per_round + 1)
    }
}
