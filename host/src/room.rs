//! A table while people sit at it: its log, the draft or the pools, what each seat has marked, and whose time runs out.
//!
//! Everything that is done is saved before it is done here. Nothing in a room asks what time it is or sends anything: the
//! server passes the time in, and tells seats what changed.

mod building;
mod drafting;

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::Instant;

use catalog::store::journal::StreamId;
use catalog::store::{self, Library};
use catalog::tr;
use formats::deck::Deck;
use formats::limited::draft::{DraftChoiceError, DraftError, DraftView};
use formats::limited::sealed::SealedError;
use formats::limited::{Pool, remaining};
use formats::saved;
use formats::saved::draft::SavedDraft;
use formats::{DeckFormat, GameLibrary};

pub use building::DeckChange;
use drafting::Mark;
pub use drafting::Timer;

use crate::log::{TableAction, TableStart};
use crate::secret::{NoRandomness, Secret};
use crate::table::{Table, Unfit};
use crate::writer::Writer;

/// A table that is open.
#[derive(Debug)]
pub struct Room {
    /// Its stream in the library.
    pub id: StreamId,
    /// What it is called.
    pub name: String,
    /// The game with its formats.
    pub game_library: Arc<GameLibrary>,
    /// What its log tells.
    pub table: Table,
    /// The draft, once it has begun.
    pub draft: Option<SavedDraft>,
    /// The pools of sealed, by seat or team.
    pools: Vec<Pool>,
    marks: Vec<Option<Mark>>,
    timers: Vec<Option<Timer>>,
    writer: Writer,
}

/// What came of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// It is done and saved.
    Done,
    /// It was about something that is over: what is there now is shown instead.
    Late,
}

/// Why something is not done.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// The library.
    Store(#[from] store::Error),
    /// The rules of the draft, or the library.
    Draft(#[from] saved::draft::Error),
    /// Packs cannot be opened.
    Sealed(#[from] SealedError),
    /// The choice cannot be read.
    Choice(#[from] DraftChoiceError),
    /// The log is not one of this program.
    Unfit(#[from] Unfit),
    /// No seat is free.
    Full,
    /// A name of nothing.
    Nameless,
    /// Packs were opened already.
    Begun,
    /// Packs are not opened yet.
    NotBegun,
    /// A seat that is not there.
    NoSeat,
    /// Somebody else has this seat.
    Taken,
    /// Teams that a format does not have, or that leave seats over.
    Team {
        /// Name of the format.
        format: String,
        /// Seats.
        seats: u32,
        /// Players of a team.
        team: u32,
        /// Whether cards are drafted.
        drafted: bool,
    },
    /// The deck is not legal.
    Illegal,
    /// The game does not have this format any more, or it opens no packs.
    NoFormat(String),
    /// The system gives no thread.
    Thread(#[from] std::io::Error),
    /// Without randomness nothing is dealt.
    NoRandomness(#[from] NoRandomness),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Refusal::Store(store::Error::Full) => {
                tr!("The disk of the host is full. Nothing was lost; try again.")
            }
            Refusal::Store(error) => tr!("Not saved: {error}", error),
            Refusal::Draft(error) => error.to_string(),
            Refusal::Sealed(error) => error.to_string(),
            Refusal::Choice(error) => error.to_string(),
            Refusal::Unfit(error) => error.to_string(),
            Refusal::Full => tr!("Every seat is taken."),
            Refusal::Nameless => tr!("Enter your name."),
            Refusal::Begun => tr!("Packs are open already. Ask the host for a seat."),
            Refusal::NotBegun => tr!("Packs are not open yet."),
            Refusal::NoSeat => tr!("Nobody sits there."),
            Refusal::Taken => tr!("This seat is taken."),
            Refusal::Team { format, drafted: true, .. } => {
                tr!("Teams share a sealed pool, and {format} is drafted.", format)
            }
            Refusal::Team { seats, team, .. } => {
                tr!("{seats} seats do not make whole teams of {team}.", seats, team)
            }
            Refusal::Illegal => tr!("This deck is not legal yet."),
            Refusal::NoFormat(format) => tr!("{format} opens no packs here.", format),
            Refusal::Thread(error) => tr!("The system of the host refuses: {error}", error),
            Refusal::NoRandomness(_) => tr!("The host cannot generate random numbers."),
        })
    }
}

impl From<DraftError> for Refusal {
    fn from(error: DraftError) -> Refusal {
        Refusal::Draft(error.into())
    }
}

/// What a seat sees, but for what [`Room::public_row`] tells.
fn hash_view(view: &DraftView, hash: &mut DefaultHasher) {
    (view.seat, view.stage, view.prompt).hash(hash);
    for pile in view.piles.iter().chain(view.pools.iter().filter(|pile| !pile.cards.is_empty())) {
        (pile.kind, &pile.cards).hash(hash);
    }
}

impl Room {
    /// A table as the library has it.
    ///
    /// # Errors
    /// Of the library, or when the game's data do not have its format or cards any more.
    pub fn open(
        library: &Library,
        game_library: Arc<GameLibrary>,
        id: StreamId,
        writer: Writer,
    ) -> Result<Room, Refusal> {
        let stream = library.stream::<TableStart, TableAction>(id)?;
        let table = Table::replay(stream.start, stream.actions)?;
        let seats = table.seats.len();
        let mut room = Room {
            id,
            name: stream.heading.name,
            game_library,
            table,
            draft: None,
            pools: Vec::new(),
            marks: vec![None; seats],
            timers: vec![None; seats],
            writer,
        };
        let streams = room.table.streams.clone();
        if room.is_draft() {
            room.draft = streams.first().map(|id| SavedDraft::open(library, &room.game_library, *id)).transpose()?;
        } else {
            let game = &room.game_library.game;
            let pool = |id: &StreamId| {
                let event = saved::pool::load(library, *id)?;
                Ok::<_, store::Error>(Pool { cards: event.card_ids().filter_map(|id| game.find(id)).collect() })
            };
            room.pools = streams.iter().map(pool).collect::<Result<_, _>>()?;
        }
        Ok(room)
    }

    /// The format.
    ///
    /// # Errors
    /// When the game does not have it any more, or it opens no packs.
    pub fn format(&self) -> Result<&DeckFormat, Refusal> {
        let id = &self.table.start.setup.format;
        let found = self.game_library.format(id).filter(|format| format.limited.is_some());
        found.ok_or_else(|| Refusal::NoFormat(id.clone()))
    }

    /// Whether its cards are drafted; otherwise packs are opened for each seat.
    pub fn is_draft(&self) -> bool {
        self.table.start.setup.way.is_some()
    }

    /// Saves an action of the table, then does it.
    pub(crate) async fn act(&mut self, action: TableAction) -> Result<(), Refusal> {
        let mut table = self.table.clone();
        table.apply(action.clone()).ok_or(Refusal::NoSeat)?;
        self.writer.append(self.id, self.table.actions, &action).await?;
        self.table = table;
        Ok(())
    }

    /// Saves something new and the action that names it as one, then does the action.
    async fn save_with<T: Send + 'static>(
        &mut self,
        create: impl FnOnce(&mut Library) -> Result<(T, TableAction), Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let (id, seq) = (self.id, self.table.actions);
        let work = move |library: &mut Library| {
            library.save_together(|library| {
                let (created, action) = create(library)?;
                library.append(id, seq, &action, None)?;
                Ok::<_, Refusal>((created, action))
            })
        };
        let (created, action) = self.writer.work(work).await??;
        self.table.apply(action).ok_or(Refusal::NoSeat)?;
        Ok(created)
    }

    /// Somebody comes in; what their device shows from now on.
    ///
    /// # Errors
    /// When packs are open, no seat is free, or nothing is left of the name; of the library.
    pub async fn join(&mut self, name: &str) -> Result<Secret, Refusal> {
        if self.table.has_begun() {
            return Err(Refusal::Begun);
        }
        let seat = self.table.free_seat().ok_or(Refusal::Full)?;
        let name = self.table.tidy_name(name).ok_or(Refusal::Nameless)?;
        let secret = Secret::fresh()?;
        self.act(TableAction::Join { seat, name, secret: secret.hash() }).await?;
        Ok(secret)
    }

    /// A person gets up before packs are opened.
    ///
    /// # Errors
    /// When they are open; of the library.
    pub async fn leave(&mut self, seat: usize) -> Result<(), Refusal> {
        if self.table.has_begun() {
            return Err(Refusal::Begun);
        }
        self.act(TableAction::Leave { seat }).await
    }

    /// A person takes another seat before packs are opened.
    ///
    /// # Errors
    /// When they are open, or the seat is taken; of the library.
    pub async fn move_to(&mut self, seat: usize, to: usize) -> Result<(), Refusal> {
        if self.table.has_begun() {
            return Err(Refusal::Begun);
        }
        if self.table.seats.get(to).is_none_or(|seat| seat.name.is_some()) {
            return Err(Refusal::Taken);
        }
        self.act(TableAction::Move { seat, to }).await
    }

    /// Another device gets a seat, by the secret that comes back; with `alone`, no other one has it any more.
    ///
    /// # Errors
    /// When nobody sits there; of the library.
    pub async fn add_device(&mut self, seat: usize, alone: bool) -> Result<Secret, Refusal> {
        if self.table.seats.get(seat).is_none_or(|seat| seat.name.is_none()) {
            return Err(Refusal::NoSeat);
        }
        let secret = Secret::fresh()?;
        if alone {
            self.act(TableAction::Revoke { seat }).await?;
        }
        self.act(TableAction::Device { seat, secret: secret.hash() }).await?;
        Ok(secret)
    }

    /// What a seat has drafted or opened, once it is whole: of a team's pool what the others' decks leave.
    pub fn pool(&self, seat: usize) -> Option<Pool> {
        if let Some(draft) = &self.draft {
            return draft.pod.draft.is_over().then(|| draft.pod.draft.pool(seat));
        }
        let whole = self.pools.get(seat / self.table.team_size())?;
        let others: Vec<Deck> = self.table.teammates(seat).map(|other| self.deck(other)).collect();
        Some(Pool { cards: remaining(&self.game_library.game, &whole.cards, others.iter()) })
    }

    /// Who sits on a seat: the person, or the bot that took it.
    pub fn seat_name(&self, seat: usize) -> String {
        match (&self.table.seats[seat].name, &self.draft) {
            (Some(name), _) => name.clone(),
            (None, Some(draft)) => draft.seat_name(seat),
            (None, None) => String::new(),
        }
    }

    /// A number that changes whenever a seat's page does, but for what [`Room::public_row`] tells.
    pub fn page_version(&self, seat: usize) -> u64 {
        let mut hash = DefaultHasher::new();
        match &self.draft {
            Some(draft) if !draft.pod.draft.is_over() => {
                hash_view(&draft.pod.draft.view(seat), &mut hash);
                draft.pod.is_paused().hash(&mut hash);
                draft.pod.players()[seat].bot().is_some().hash(&mut hash);
            }
            _ => {
                self.table.has_begun().hash(&mut hash);
                self.table.seats.iter().for_each(|seat| (&seat.name, seat.registered).hash(&mut hash));
                self.deck_key(seat).hash(&mut hash);
                self.table.teammates(seat).for_each(|other| self.deck_key(other).hash(&mut hash));
            }
        }
        self.table.seats[seat].secrets.hash(&mut hash);
        hash.finish()
    }

    /// What everybody may see of all seats while they draft: how many cards each has taken, and how many packs lie there.
    pub fn public_row(&self) -> Vec<(usize, usize)> {
        let Some(draft) = &self.draft else { return Vec::new() };
        let draft = &draft.pod.draft;
        (0..draft.seats()).map(|seat| (draft.picks(seat).len(), draft.packs_at(seat))).collect()
    }

    /// A number that changes whenever the owner's page does, but for what [`Room::public_row`] tells.
    pub fn owner_version(&self) -> u64 {
        let mut hash = DefaultHasher::new();
        self.table.has_begun().hash(&mut hash);
        self.table.seats.iter().for_each(|seat| (&seat.name, seat.registered).hash(&mut hash));
        if let Some(draft) = &self.draft {
            (draft.pod.is_paused(), draft.pod.draft.is_over(), draft.pod.draft.stage().round).hash(&mut hash);
            draft.pod.players().iter().for_each(|player| player.label().hash(&mut hash));
        }
        hash.finish()
    }

    /// The time passes: whose it is, and whether anything was done.
    ///
    /// # Errors
    /// Of the library.
    pub async fn tick(&mut self, now: Instant) -> Result<bool, Refusal> {
        self.set_timers(now);
        let mut done = false;
        while let Some(seat) = self.seat_out_of_time(now) {
            self.choose_for(seat).await?;
            self.set_timers(now);
            done = true;
        }
        Ok(done)
    }
}
