//! A match in the library: people and bots at one table. Each decision goes to the library when it is made, those of bots
//! too, so a match goes on where it was after any crash; what is taken back is an action like any other.

mod action;
mod best_of;
mod player;
mod stats;
mod summary;

use catalog::Source;
use catalog::store::journal::{StreamId, StreamKind};
use catalog::store::{self, Library};
use catalog::tr;
use engine::kernel::audience::Audience;
use engine::kernel::game_loop::GameParams;
use engine::kernel::record::Record;

use engine::players::PlayerKind;
use engine::registry;
use engine::session::match_session::{ActionNotFound, MatchSession, ThinkTask};
use formats::deck::{MAYBEBOARD, SavedDeck};
use formats::limited::Pool;
use formats::rng::Seed;
use formats::{Deck, GameLibrary, LegalDeck};
use serde::{Deserialize, Serialize};

use action::{MatchAction, Standing};
pub use best_of::BestOf;
pub use player::{BOTS, Bot, MatchPlayer, player_names};
pub use stats::{MatchResult, MatchStats, Tally};
pub use summary::{MatchSummary, match_summaries};

/// Where the chance of bots begins among the parts of a match's seed; 0 is not used.
const THOUGHTS: u64 = 1 << 32;
/// And that of advice.
const ADVICE: u64 = 2 << 32;
/// And that of what is judged for a person.
const JUDGEMENTS: u64 = 3 << 32;

/// A deck that was brought, with the pool that it is built from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchDeck {
    /// The deck.
    pub deck: SavedDeck,
    /// Its pool, by card id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pool: Option<Vec<String>>,
}

impl MatchDeck {
    /// A deck of the game, to be kept.
    pub fn new(game_library: &GameLibrary, deck: &Deck, pool: Option<&Pool>) -> MatchDeck {
        MatchDeck { deck: deck.to_saved(&game_library.game), pool: pool.map(|pool| pool.ids(&game_library.game)) }
    }

    /// Whether it may have cards that come in between two games: those of a sideboard, or of its pool.
    pub fn has_sideboard(&self) -> bool {
        let side = self.deck.sections.iter().any(|(id, cards)| id == "side" && !cards.is_empty());
        side || self.pool.is_some() || self.deck.own.get(MAYBEBOARD).is_some_and(|cards| !cards.is_empty())
    }
}

/// How a match begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchStart {
    /// Version of the program that began it.
    pub program: String,
    /// Id of the format.
    pub format: String,
    /// Rulings other than the game's defaults.
    pub options: Vec<(String, String)>,
    /// A deck for each seat, or the one that all share.
    pub decks: Vec<MatchDeck>,
    /// Who sits where.
    pub seats: Vec<MatchPlayer>,
    /// Seed of the game's own chance, 64 hexadecimal digits.
    pub seed: String,
    /// The seat that begins, from 0; absent if chance decides.
    pub first: Option<u8>,
    /// Most turns.
    pub turns: u32,
    /// The match of several games that this is one of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best_of: Option<BestOf>,
}

impl MatchStart {
    /// A match in a format, with its rulings.
    ///
    /// # Errors
    /// If the game has no such format.
    pub fn new(
        game_library: &GameLibrary,
        format: &str,
        decks: Vec<MatchDeck>,
        seats: Vec<MatchPlayer>,
        seed: Seed,
    ) -> Result<MatchStart, Error> {
        let format = game_library.format(format).ok_or_else(|| Error::NoFormat(format.to_owned()))?;
        Ok(MatchStart {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            format: format.id.clone(),
            options: format.match_settings.options.clone(),
            decks,
            seats,
            seed: seed.to_hex(),
            first: None,
            turns: engine::registry::default_max_turns(&game_library.game.id),
            best_of: None,
        })
    }

    fn terms(&self) -> Result<GameParams, Error> {
        let seed = Seed::from_hex(&self.seed).ok_or(Error::Seed)?;
        Ok(GameParams { seed, first: self.first, max_turns: self.turns })
    }

    /// The table, before the first decision: its decks are checked again.
    fn open_session(&self, source: &Source, game_library: &GameLibrary) -> Result<Box<dyn MatchSession>, Error> {
        let format = game_library.format(&self.format).ok_or_else(|| Error::NoFormat(self.format.clone()))?;
        let legal = |brought: &MatchDeck| {
            brought.deck.check().map_err(|why| Error::Deck(brought.deck.name.clone(), why.to_string()))?;
            let deck = Deck::from_saved(&game_library.game, &brought.deck);
            let pool = brought.pool.as_ref().map(|ids| Pool::from_ids(&game_library.game, ids)).transpose();
            let pool =
                pool.map_err(|card| Error::Deck(brought.deck.name.clone(), format!("there is no card {card}")))?;
            LegalDeck::check(&game_library.game, format, deck, pool.as_ref()).map_err(|report| {
                let first = report.violations.first().map_or(String::new(), |v| v.message.clone());
                Error::Deck(brought.deck.name.clone(), first)
            })
        };
        let decks: Vec<LegalDeck> = self.decks.iter().map(legal).collect::<Result<_, _>>()?;
        let decks: Vec<&LegalDeck> = decks.iter().collect();
        let (game, terms) = (&game_library.game, self.terms()?);
        if terms.first.is_some_and(|seat| usize::from(seat) >= self.seats.len()) {
            return Err(Error::First);
        }
        Ok(engine::session::new_session(source, game, &decks, self.seats.len(), &self.options, &terms)?)
    }
}

/// A decision, with the digest of what came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Decision {
    seat: u8,
    words: String,
    digest: String,
    /// How the match stood then, where that is known.
    standing: Standing,
}

/// Why a match cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The library.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The rules.
    #[error(transparent)]
    Games(#[from] registry::MatchError),
    /// A decision that cannot be made.
    #[error(transparent)]
    NotHere(#[from] ActionNotFound),
    /// A format that the game does not have.
    #[error("there is no format `{0}`")]
    NoFormat(String),
    /// A deck that may not be played.
    #[error("{0} cannot be played: {1}")]
    Deck(String, String),
    /// A seed that is none.
    #[error("the seed of the match cannot be read")]
    Seed,
    /// A seat that is none.
    #[error("the seat that begins is none of the match's")]
    First,
    /// A player that is none.
    #[error("{0}")]
    Player(#[from] engine::players::UnknownPlayer),
    /// It comes out otherwise.
    #[error(
        "decision {at} leads to another position than it did: the match was played with other rules or data ({made})"
    )]
    Differs {
        /// Which, from 1.
        at: usize,
        /// The program that began it.
        made: String,
    },
    /// A match that is only looked at.
    #[error("this match is a record: it can be looked at, not played on")]
    Record,
}

/// A match at its table.
pub struct SavedMatch {
    /// Its stream in the library; none for a record that is only looked at.
    pub id: Option<StreamId>,
    /// Its name.
    pub name: String,
    /// How it began.
    pub start: MatchStart,
    /// The table.
    pub session: Box<dyn MatchSession>,
    /// What was taken back and can be done again, the next one last.
    undone: Vec<Decision>,
    /// Digests after each decision.
    digests: Vec<String>,
    actions: usize,
}

impl SavedMatch {
    /// Saves a new match and sits down.
    ///
    /// # Errors
    /// When it cannot be played, or of the library.
    pub fn begin(
        library: &mut Library,
        source: &Source,
        game_library: &GameLibrary,
        name: &str,
        start: MatchStart,
    ) -> Result<SavedMatch, Error> {
        let session = start.open_session(source, game_library)?;
        for seat in &start.seats {
            player_kind(seat)?;
        }
        let id = library.begin(StreamKind::Match, &game_library.game.id, &game_library.game.data_hash, name, &start)?;
        Ok(SavedMatch::from_parts(Some(id), name.to_owned(), start, session))
    }

    fn from_parts(id: Option<StreamId>, name: String, start: MatchStart, session: Box<dyn MatchSession>) -> SavedMatch {
        SavedMatch { id, name, start, session, undone: Vec::new(), digests: Vec::new(), actions: 0 }
    }

    /// Takes up a match where it was left: what was decided is decided again, and must lead to the same positions.
    ///
    /// # Errors
    /// Of the library, or when the data or the rules are others now.
    pub fn open(
        library: &Library,
        source: &Source,
        game_library: &GameLibrary,
        id: StreamId,
    ) -> Result<SavedMatch, Error> {
        let stream = library.stream::<MatchStart, MatchAction>(id)?;
        let session = stream.start.open_session(source, game_library)?;
        let mut saved = SavedMatch::from_parts(Some(id), stream.heading.name, stream.start, session);
        saved.actions = stream.actions.len();
        let (mut done, mut undone) = (Vec::new(), Vec::new());
        for action in stream.actions {
            match action {
                MatchAction::Did { seat, words, digest, standing } => {
                    done.push(Decision { seat, words, digest, standing });
                    undone.clear();
                }
                MatchAction::Back { to } => undone.extend(done.drain(to.min(done.len())..).rev()),
                MatchAction::On { to, .. } => done.extend((done.len()..to).map_while(|_| undone.pop())),
            }
        }
        saved.undone = undone;
        for did in done {
            saved.replay_decision(&did)?;
        }
        Ok(saved)
    }

    /// A record, to be looked at.
    ///
    /// # Errors
    /// When it comes out otherwise than recorded.
    pub fn from_record(source: &Source, game_library: &GameLibrary, record: &Record) -> Result<SavedMatch, Error> {
        let deck = |deck: &SavedDeck| MatchDeck { deck: deck.clone(), pool: None };
        let start = MatchStart {
            program: record.program.clone(),
            format: record.format.clone(),
            options: record.options.clone(),
            decks: record.decks.iter().map(deck).collect(),
            seats: record.players.iter().cloned().map(MatchPlayer::Bot).collect(),
            seed: record.seed.clone(),
            first: record.first,
            turns: record.turns,
            best_of: None,
        };
        let session = start.open_session(source, game_library)?;
        let mut saved = SavedMatch::from_parts(None, record.players.join(" – "), start, session);
        for (_, words) in &record.log.actions {
            saved.session.act(words)?;
        }
        // Actions may be written as an earlier release wrote them; positions and chance tell whether it is the same game.
        let log = saved.session.log();
        let is_same = (log.chance == record.log.chance) && log.digests == record.log.digests;
        if is_same && log.actions.len() == record.log.actions.len() {
            Ok(saved)
        } else {
            Err(Error::Differs { at: record.log.actions.len(), made: record.program.clone() })
        }
    }

    /// Does again what was decided once.
    fn replay_decision(&mut self, did: &Decision) -> Result<(), Error> {
        let at = self.decision_count() + 1;
        let differs = Error::Differs { at, made: self.start.program.clone() };
        if self.session.actor() != Some(did.seat) || self.session.act(&did.words).is_err() {
            return Err(differs);
        }
        self.digests.push(self.digest());
        if self.digests.last() == Some(&did.digest) { Ok(()) } else { Err(differs) }
    }

    fn digest(&self) -> String {
        format!("{:016x}", self.session.digest())
    }

    /// Decisions made so far.
    pub fn decision_count(&self) -> usize {
        self.session.decisions().len()
    }

    /// The seat that decides does what these words say; it is saved before anything else happens.
    ///
    /// # Errors
    /// When it cannot be done, or of the library; then nothing has happened.
    pub fn act(&mut self, library: &mut Library, words: &str) -> Result<(), Error> {
        let (at, seat) = (self.decision_count(), self.session.actor().unwrap_or(0));
        self.session.act(words)?;
        let digest = self.digest();
        let standing = self.standing();
        let action = MatchAction::Did { seat, words: words.to_owned(), digest: digest.clone(), standing };
        if let Err(e) = self.save(library, &action) {
            self.session.undo_to(at);
            return Err(e);
        }
        self.undone.clear();
        self.digests.push(digest);
        Ok(())
    }

    /// What the list of matches says of it.
    fn standing(&self) -> Standing {
        Standing { turn: Some(self.session.turn()), outcome: self.session.outcome() }
    }

    fn save(&mut self, library: &mut Library, action: &MatchAction) -> Result<(), Error> {
        library.append(self.id.ok_or(Error::Record)?, self.actions, action, None)?;
        self.actions += 1;
        Ok(())
    }

    /// The seats of people.
    pub fn human_seats(&self) -> impl Iterator<Item = u8> + '_ {
        let seats = self.start.seats.iter().enumerate();
        seats.filter(|(_, sitter)| sitter.is_person()).map(|(seat, _)| seat as u8)
    }

    /// Whether one person plays, so that nobody else has a say in what is taken back.
    pub fn is_solo(&self) -> bool {
        self.human_seats().count() == 1
    }

    /// The moment that taking back leads to: the last decision of the person who plays alone.
    pub fn undo_target(&self) -> Option<usize> {
        let person = self.human_seats().next().filter(|_| self.is_solo() && self.id.is_some())?;
        self.session.decisions().iter().rposition(|(seat, _)| *seat == person)
    }

    /// Goes back to the last decision of the person who plays alone. Whether there was one.
    ///
    /// # Errors
    /// Of the library.
    pub fn undo(&mut self, library: &mut Library) -> Result<bool, Error> {
        let Some(to) = self.undo_target() else { return Ok(false) };
        self.save(library, &MatchAction::Back { to })?;
        let gone = self.session.decisions()[to..].iter().zip(&self.digests[to..]);
        let decision = |((seat, words), digest): (&(u8, String), &String)| {
            let standing = Standing::default();
            Decision { seat: *seat, words: words.clone(), digest: digest.clone(), standing }
        };
        let mut gone: Vec<Decision> = gone.map(decision).collect();
        let standing = self.standing();
        gone.iter_mut().last().into_iter().for_each(|last| last.standing = standing);
        self.undone.extend(gone.into_iter().rev());
        self.session.undo_to(to);
        self.digests.truncate(to);
        Ok(true)
    }

    /// Does again what was taken back, up to the next decision of the person. Whether there was anything.
    ///
    /// # Errors
    /// Of the library.
    pub fn redo(&mut self, library: &mut Library) -> Result<bool, Error> {
        let Some(person) = self.human_seats().next().filter(|_| !self.undone.is_empty()) else { return Ok(false) };
        // The person's own decision is the next one that was undone; those that others made after it follow.
        let later = self.undone.iter().rev().skip(1).position(|did| did.seat == person);
        let count = later.map_or(self.undone.len(), |others| others + 1);
        let to = self.decision_count() + count;
        let standing = self.undone[self.undone.len() - count].standing;
        self.save(library, &MatchAction::On { to, standing })?;
        for _ in 0..count {
            let Some(did) = self.undone.pop() else { break };
            self.replay_decision(&did)?;
        }
        Ok(true)
    }

    /// Whether something was taken back that can be done again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// What the bot that decides now would do; `None` if a person decides, or nobody.
    pub fn bot_thought(&self) -> Option<ThinkTask<String>> {
        let sitter = &self.start.seats[usize::from(self.session.actor()?)];
        let kind = player_kind(sitter).ok().flatten().filter(|_| self.id.is_some())?;
        let seed = Seed::from_hex(&self.start.seed)?.part(THOUGHTS + self.decision_count() as u64);
        Some(self.session.choose_later(&kind, seed))
    }

    /// What a player of this kind would do on the seat that decides now.
    pub fn judgement(&self, kind: &PlayerKind) -> Option<ThinkTask<String>> {
        let seed = Seed::from_hex(&self.start.seed)?.part(JUDGEMENTS + self.decision_count() as u64);
        Some(self.session.choose_later(kind, seed))
    }

    /// To whom the match is told: to the person on the seat `you`, who sees what the seat `sees` does, or everything.
    /// Where only bots sit, nobody is spoken to, and seats go by their numbers.
    pub fn audience(&self, you: Option<u8>, sees: Option<u8>) -> Audience {
        let you = you.filter(|you| self.human_seats().any(|seat| seat == *you));
        let seats = (0..self.start.seats.len() as u8).filter(|_| self.human_seats().next().is_some());
        let names: Vec<String> = seats.map(|seat| self.seat_name(seat)).collect();
        let alike = |name: &String| names.iter().filter(|other| *other == name).count() > 1;
        let told_apart = names
            .iter()
            .zip(1..)
            .map(|(name, number)| if alike(name) { tr!("{name} (seat {number})", name, number) } else { name.clone() });
        Audience::person(you, sees, told_apart)
    }

    /// What a coach would do on the seat that decides now.
    pub fn advice(&self) -> Option<ThinkTask<Option<engine::session::coach::Advice>>> {
        let actor = self.session.actor()?;
        let audience = self.audience(Some(actor), Some(actor));
        let seed = Seed::from_hex(&self.start.seed)?.part(ADVICE + self.decision_count() as u64);
        Some(self.session.advise(&PlayerKind::Search(1000), seed, &audience))
    }

    /// The same match once more, with other chance. Where the rules let the loser of this game choose who goes first in the
    /// next one, they do.
    pub fn rematch(&self, game: &str, seed: Seed) -> MatchStart {
        let options = registry::next_game(game, &self.start.options, self.loser());
        let best_of = self.start.best_of.as_ref().map(|best_of| BestOf::new(best_of.games, seed.to_hex()));
        MatchStart { seed: seed.to_hex(), options, best_of, ..self.start.clone() }
    }

    /// The games of the match up to now, this one included once it is over; `None` for a game by itself.
    pub fn games(&self) -> Option<BestOf> {
        let best_of = self.start.best_of.as_ref()?;
        Some(self.session.outcome().map_or_else(|| best_of.clone(), |outcome| best_of.after(&outcome)))
    }

    /// The next game of the match with these decks; `None` if there is none. Whoever lost goes first, or chooses who does
    /// where the rules say so.
    pub fn next_game(&self, game: &str, seed: Seed, decks: Vec<MatchDeck>) -> Option<MatchStart> {
        let best_of = self.games().filter(|games| self.session.outcome().is_some() && !games.is_decided())?;
        let first = if self.next_chooser(game).is_some() { None } else { self.loser() };
        Some(MatchStart { decks, first, best_of: Some(best_of), ..self.rematch(game, seed) })
    }

    /// The seat that will choose who goes first in the next game; `None` where the rules ask no loser, or nobody lost.
    pub fn next_chooser(&self, game: &str) -> Option<u8> {
        let next = |loser| registry::next_game(game, &self.start.options, loser);
        self.loser().filter(|loser| next(Some(*loser)) != next(None))
    }

    fn loser(&self) -> Option<u8> {
        self.session.outcome()?.loser(self.session.seats())
    }

    /// The name of a seat: who sits there.
    pub fn seat_name(&self, seat: u8) -> String {
        player_names(&self.start.seats).into_iter().nth(seat.into()).unwrap_or_default()
    }

    /// The match as a record, as far as it is played.
    pub fn record(&self, game_library: &GameLibrary) -> Record {
        let players = self.start.seats.iter().map(|sitter| match sitter {
            MatchPlayer::Person(_) => "human".to_owned(),
            MatchPlayer::Bot(kind) => kind.clone(),
        });
        Record {
            program: self.start.program.clone(),
            game: game_library.game.id.clone(),
            data: game_library.game.data_hash.clone(),
            format: self.start.format.clone(),
            options: self.start.options.clone(),
            decks: self.start.decks.iter().map(|brought| brought.deck.clone()).collect(),
            players: players.collect(),
            seed: self.start.seed.clone(),
            first: self.start.first,
            turns: self.start.turns,
            log: self.session.log(),
            outcome: self.session.outcome().map(Into::into),
        }
    }
}

/// The player that sits there, if it is none of the people.
fn player_kind(sitter: &MatchPlayer) -> Result<Option<PlayerKind>, Error> {
    match sitter {
        MatchPlayer::Person(_) => Ok(None),
        MatchPlayer::Bot(kind) => Ok(Some(kind.parse()?)),
    }
}

/// The starter decks that may be played in a format, those made for it first; id and deck. Where decks are built from
/// pools there are none.
pub fn starter_decks(game_library: &GameLibrary, format: &str) -> Vec<(String, Deck)> {
    let Some(rules) = game_library.format(format).filter(|rules| rules.limited.is_none()) else { return Vec::new() };
    let mut decks: Vec<&(String, Deck)> = game_library.decks.iter().collect();
    decks.sort_by_key(|(_, deck)| deck.format != rules.id);
    let legal = |deck: &Deck| LegalDeck::check(&game_library.game, rules, deck.clone(), None).is_ok();
    decks.into_iter().filter(|(_, deck)| legal(deck)).cloned().collect()
}

/// A name that no match of the game has yet: the usual one, or that with a number.
///
/// # Errors
/// Of the library.
pub fn free_name(library: &Library, game: &str, usual: &str) -> Result<String, store::Error> {
    let taken: Vec<String> = library.streams(StreamKind::Match, game)?.into_iter().map(|s| s.name).collect();
    Ok(formats::saved::draft::numbered(usual, &taken))
}
