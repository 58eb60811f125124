//! A tournament of several days in the library: one table that plays on another evening where it stopped. Each step is
//! saved before it is shown, as what the log has more than before.

use catalog::Source;
use catalog::store::journal::{Kind, StreamId};
use catalog::store::{self, Library};
use engine::chrononauts::star::Tournament;
use engine::games::tournament::{self, Stand, Step};
use engine::games::{self, PlayerKind, Setup};
use engine::record::Log;
use engine::series::Plan;
use formats::deck::Saved;
use formats::rng::Seed;
use formats::{Book, Deck, LegalDeck};
use serde::{Deserialize, Serialize};

/// How a tournament begins.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Start {
    /// Format id.
    pub format: String,
    /// Rulings other than the defaults.
    pub options: Vec<(String, String)>,
    /// The deck that all share.
    pub deck: Saved,
    /// Who sits where: the word of a bot, or a person's name.
    pub sitters: Vec<String>,
    /// What chance comes from: 64 hexadecimal digits.
    pub seed: String,
}

/// A tournament that is open.
pub struct TournamentRoom {
    /// Its stream in the library.
    pub id: StreamId,
    /// Its name.
    pub name: String,
    /// How it began.
    pub start: Start,
    tournament: Tournament,
    setup: Setup,
    people: Vec<bool>,
    deck: LegalDeck,
    steps: usize,
}

/// Why a tournament cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The library.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The rules of the game.
    #[error(transparent)]
    Game(#[from] games::Error),
    /// What is in the library does not fit the data.
    #[error("{0}")]
    Gone(String),
}

/// Who sits on a seat: a bot by its word, or a person.
fn sitter(word: &str) -> (PlayerKind, bool) {
    match word.parse() {
        Ok(kind) => (kind, false),
        // A person is asked before this player would be.
        Err(_) => (PlayerKind::Passive, true),
    }
}

impl TournamentRoom {
    /// Begins a tournament.
    ///
    /// # Errors
    /// When it cannot be played so, or of the library.
    pub fn begin(
        library: &mut Library,
        source: &Source,
        book: &Book,
        name: &str,
        start: Start,
    ) -> Result<TournamentRoom, Error> {
        let game = &book.game;
        let mut room = TournamentRoom::of(book, StreamId(0), name, start, Log::default(), 0)?;
        room.look(source, book, None)?;
        room.id = library.begin(Kind::Tournament, &game.id, &game.data_hash, name, &room.start)?;
        Ok(room)
    }

    /// Takes up a tournament where it was put down.
    ///
    /// # Errors
    /// Of the library, or when the data have changed so that it cannot be played on.
    pub fn open(library: &Library, book: &Book, id: StreamId) -> Result<TournamentRoom, Error> {
        let stream = library.stream::<Start, Log>(id)?;
        let mut log = Log::default();
        let steps = stream.actions.len();
        for part in stream.actions {
            log.actions.extend(part.actions);
            log.chance.extend(part.chance);
            log.digests.extend(part.digests);
        }
        TournamentRoom::of(book, id, &stream.heading.name, stream.start, log, steps)
    }

    fn of(
        book: &Book,
        id: StreamId,
        name: &str,
        start: Start,
        log: Log,
        steps: usize,
    ) -> Result<TournamentRoom, Error> {
        let gone = |why: String| Error::Gone(why);
        let format =
            book.format(&start.format).ok_or_else(|| gone(format!("there is no format `{}`", start.format)))?;
        let deck = Deck::of_saved(&book.game, &start.deck);
        let deck = LegalDeck::check(&book.game, format, deck, None)
            .map_err(|_| gone(format!("its deck is not legal in {} any more", format.name)))?;
        let seed = Seed::from_hex(&start.seed).ok_or_else(|| gone("its seed is no seed".into()))?;
        let sat: Vec<(PlayerKind, bool)> = start.sitters.iter().map(|w| sitter(w)).collect();
        let people = sat.iter().map(|(_, person)| *person).collect();
        let players = sat.into_iter().zip(&start.sitters).map(|((kind, _), word)| (kind, word.clone())).collect();
        let plan = Plan { games: 1, seed, turns: u32::MAX, threads: 1 };
        let setup = Setup { format: start.format.clone(), options: start.options.clone(), players, plan };
        let tournament = Tournament::of(seed, None, log);
        Ok(TournamentRoom { id, name: name.to_owned(), start, tournament, setup, people, deck, steps })
    }

    /// Where it stands, as a seat (from 0) sees it.
    ///
    /// # Errors
    /// When it cannot be played as it was.
    pub fn look(&self, source: &Source, book: &Book, seen: Option<u8>) -> Result<Stand, Error> {
        let mut same = self.tournament.clone();
        Ok(tournament::step(source, &book.game, &self.deck, &self.setup, &self.people, &mut same, &Step::Look, seen)?)
    }

    /// Goes a step on and saves it.
    ///
    /// # Errors
    /// When it cannot be done, or of the library; then nothing has happened.
    pub fn step(
        &mut self,
        library: &mut Library,
        source: &Source,
        book: &Book,
        what: &Step,
        seen: Option<u8>,
    ) -> Result<Stand, Error> {
        let mut after = self.tournament.clone();
        let stand =
            tournament::step(source, &book.game, &self.deck, &self.setup, &self.people, &mut after, what, seen)?;
        let (old, new) = (self.tournament.log(), after.log());
        let more = Log {
            actions: new.actions[old.actions.len()..].to_vec(),
            chance: new.chance[old.chance.len()..].to_vec(),
            digests: new.digests[old.digests.len()..].to_vec(),
        };
        if more != Log::default() {
            library.append(self.id, self.steps, &more, None)?;
            self.steps += 1;
            self.tournament = after;
        }
        Ok(stand)
    }

    /// Decisions so far.
    pub fn decisions(&self) -> usize {
        self.tournament.log().actions.len()
    }

    /// The seat (from 0) of a person by name.
    pub fn seat(&self, name: &str) -> Option<u8> {
        let wanted = catalog::fold::fold(name);
        let at = self.start.sitters.iter().position(|s| catalog::fold::fold(s) == wanted);
        at.map(|at| at as u8)
    }
}
