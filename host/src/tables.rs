//! All tables of a library, and who listens to which seat.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use catalog::store::Library;
use catalog::store::journal::{Heading, StreamId, StreamKind};
use formats::GameLibrary;
use formats::limited::draft::DraftError;
use formats::limited::draft::start::DraftPlan;
use tokio::sync::{Mutex, watch};

use crate::limit::Limit;
use crate::log::{TableAction, TableSetup, TableStart};
use crate::room::{Refusal, Room};
use crate::secret::{Secret, fresh_code, tidy_code};
use crate::writer::Writer;

/// How often clocks are looked at.
const TICK: Duration = Duration::from_millis(250);
/// Seats of a table.
pub const MOST_SEATS: u32 = 32;

/// Finds a game by its id.
pub type Games = Arc<dyn Fn(&str) -> Option<Arc<GameLibrary>> + Send + Sync>;

/// What everybody may see of a seat: cards taken, packs waiting.
pub type Row = Vec<(usize, usize)>;

/// A table with those who listen to it.
pub struct OpenTable {
    /// The table.
    pub room: Mutex<Room>,
    /// Its number.
    pub id: StreamId,
    /// The code to come in by.
    pub code: String,
    /// Whether picks have a time.
    timed: bool,
    /// `[seat]`, and after them the owner and spectators: a number that changes with the page.
    pages: Vec<watch::Sender<u64>>,
    row: watch::Sender<Row>,
    /// Devices that are connected: `[seat]`.
    devices: Vec<AtomicUsize>,
    /// [`Room::owner_version`] when it was last told.
    owner: AtomicU64,
    limits: Vec<std::sync::Mutex<Limit>>,
}

/// Somebody listens to a seat as long as this is there.
pub struct Connected(Arc<OpenTable>, usize);

impl Drop for Connected {
    fn drop(&mut self) {
        if let Some(here) = self.0.devices.get(self.1) {
            here.fetch_sub(1, Ordering::Relaxed);
            self.0.publish_to_owner();
        }
    }
}

/// Sends a new version, if it is one.
fn send_version(page: &watch::Sender<u64>, version: u64) {
    page.send_if_modified(|now| std::mem::replace(now, version) != version);
}

impl OpenTable {
    fn new(room: Room) -> OpenTable {
        let seats = room.table.seats.len();
        let table = OpenTable {
            id: room.id,
            code: room.table.start.code.clone(),
            timed: room.table.start.setup.clock.is_some(),
            pages: (0..=seats).map(|_| watch::Sender::new(0)).collect(),
            row: watch::Sender::new(Row::new()),
            owner: AtomicU64::new(0),
            devices: (0..seats).map(|_| AtomicUsize::new(0)).collect(),
            limits: (0..=seats).map(|_| std::sync::Mutex::new(Limit::new(Instant::now()))).collect(),
            room: Mutex::new(room),
        };
        if let Ok(room) = table.room.try_lock() {
            table.publish(&room);
        }
        table
    }

    /// Tells whoever listens what changed for them, and nobody else anything.
    pub fn publish(&self, room: &Room) {
        for (seat, page) in self.pages.iter().enumerate().take(room.table.seats.len()) {
            send_version(page, room.page_version(seat));
        }
        self.owner.store(room.owner_version(), Ordering::Relaxed);
        self.publish_to_owner();
        let row = room.public_row();
        self.row.send_if_modified(|now| {
            let changed = *now != row;
            *now = row;
            changed
        });
    }

    /// Tells the owner and spectators that something changed for them: also which seats are connected.
    fn publish_to_owner(&self) {
        let mut hash = DefaultHasher::new();
        self.owner.load(Ordering::Relaxed).hash(&mut hash);
        self.devices.iter().for_each(|here| (here.load(Ordering::Relaxed) > 0).hash(&mut hash));
        if let Some(owner) = self.pages.last() {
            send_version(owner, hash.finish());
        }
    }

    /// Listens to a seat, or with `None` to what the owner and spectators see.
    pub fn listen(
        self: &Arc<OpenTable>,
        seat: Option<usize>,
    ) -> (watch::Receiver<u64>, watch::Receiver<Row>, Connected) {
        let at = seat.unwrap_or(self.pages.len() - 1);
        if let Some(here) = self.devices.get(at) {
            here.fetch_add(1, Ordering::Relaxed);
            self.publish_to_owner();
        }
        (self.pages[at].subscribe(), self.row.subscribe(), Connected(self.clone(), at))
    }

    /// The number of a page as it is now: of a seat, or with `None` of what the owner and spectators see.
    pub fn page_version(&self, seat: Option<usize>) -> u64 {
        *self.pages[seat.unwrap_or(self.pages.len() - 1)].borrow()
    }

    /// How many devices of each seat are connected.
    pub fn connected(&self) -> Vec<usize> {
        self.devices.iter().map(|n| n.load(Ordering::Relaxed)).collect()
    }

    /// Whether a seat, or with `None` the owner, may ask for something more now.
    pub fn allows_request(&self, seat: Option<usize>) -> bool {
        let limit = &self.limits[seat.unwrap_or(self.limits.len() - 1)];
        limit.lock().unwrap_or_else(PoisonError::into_inner).take(Instant::now())
    }
}

/// A table to set up.
#[derive(Debug, Clone)]
pub struct NewTable {
    /// What it is called.
    pub name: String,
    /// Game id.
    pub game: String,
    /// What it is for.
    pub setup: TableSetup,
}

/// A table that was set up, with what only its owner gets.
#[derive(Debug, Clone)]
pub struct TableKeys {
    /// Its number.
    pub id: StreamId,
    /// What people type to come in.
    pub code: String,
    /// What makes a device the owner's.
    pub owner: Secret,
}

/// Whether the format opens packs, and is for so many.
fn check_seats(game_library: &GameLibrary, setup: &TableSetup) -> Result<(), Refusal> {
    let no_format = || Refusal::NoFormat(setup.format.clone());
    let format = game_library.format(&setup.format).ok_or_else(no_format)?;
    let limited = format.limited.as_ref().ok_or_else(no_format)?;
    let (min, max) = match setup.way.clone() {
        Some(way) => {
            let plan = DraftPlan { format, way, products: Vec::new(), cube: None, sitters: Vec::new(), clock: None };
            plan.seats()
        }
        None => (1, MOST_SEATS),
    };
    let (seats, max) = (setup.seats, max.min(MOST_SEATS));
    let (team, drafted) = (setup.team.max(1), setup.way.is_some());
    if team > 1 && (drafted || !seats.is_multiple_of(team)) {
        return Err(Refusal::Team { format: format.name.clone(), seats, team, drafted });
    }
    if (min..=max).contains(&seats) {
        return Ok(());
    }
    Err(DraftError::Seats { format: format.name.clone(), seats, min, max, cites: limited.cites.clone() }.into())
}

/// The tables that are open.
pub struct Tables {
    open: RwLock<HashMap<i64, Arc<OpenTable>>>,
    games: Games,
    writer: Writer,
}

impl Tables {
    /// Opens the tables of a library, of games with these ids. Those that cannot be opened, as their game's data are not there, are named.
    ///
    /// # Errors
    /// Of the library.
    pub async fn open(
        library: Library,
        ids: &[String],
        games: Games,
    ) -> Result<(Tables, Vec<(String, Refusal)>), Refusal> {
        let mut headings: Vec<Heading> = Vec::new();
        for game in ids {
            headings.extend(library.streams(StreamKind::Table, game)?);
        }
        let writer = Writer::start(library)?;
        let (mut open, mut left) = (HashMap::new(), Vec::new());
        for heading in headings {
            let Some(game) = games(&heading.game) else {
                left.push((heading.name, Refusal::NoFormat(heading.game)));
                continue;
            };
            let (id, own) = (heading.id, writer.clone());
            match writer.work(move |library| Room::open(library, game, id, own)).await? {
                Ok(room) => {
                    open.insert(heading.id.0, Arc::new(OpenTable::new(room)));
                }
                Err(refusal) => left.push((heading.name, refusal)),
            }
        }
        Ok((Tables { open: RwLock::new(open), games, writer }, left))
    }

    /// Sets up a table.
    ///
    /// # Errors
    /// When the format opens no packs or is not for so many, or of the library.
    pub async fn create(&self, new: NewTable) -> Result<TableKeys, Refusal> {
        let game_library = (self.games)(&new.game).ok_or_else(|| Refusal::NoFormat(new.game.clone()))?;
        check_seats(&game_library, &new.setup)?;
        let (code, owner) = (fresh_code()?, Secret::fresh()?);
        let start = TableStart { setup: new.setup, code: code.clone(), owner: owner.hash() };
        let (games, writer) = (game_library, self.writer.clone());
        let make = move |library: &mut Library| {
            let game = &games.game;
            let id = library.begin(StreamKind::Table, &game.id, &game.data_hash, &new.name, &start)?;
            Room::open(library, games, id, writer)
        };
        let room = self.writer.work(make).await??;
        let id = room.id;
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        open.insert(id.0, Arc::new(OpenTable::new(room)));
        Ok(TableKeys { id, code, owner })
    }

    /// Another secret that makes a device the owner's: where the first one is, is not known any more after a start.
    ///
    /// # Errors
    /// Of the library.
    pub async fn new_owner(&self, table: &OpenTable) -> Result<Secret, Refusal> {
        let secret = Secret::fresh()?;
        table.room.lock().await.act(TableAction::Owner { secret: secret.hash() }).await?;
        Ok(secret)
    }

    /// Closes a table for good: nobody comes in any more, and its draft and decks stay in the library.
    ///
    /// # Errors
    /// Of the library.
    pub async fn close(&self, id: StreamId) -> Result<(), Refusal> {
        self.writer.work(move |library| library.put_away(id, true)).await??;
        self.open.write().unwrap_or_else(PoisonError::into_inner).remove(&id.0);
        Ok(())
    }

    /// A game that is played at a table.
    pub async fn game(&self, id: &str) -> Option<Arc<GameLibrary>> {
        for table in self.all() {
            let room = table.room.lock().await;
            if room.game_library.game.id == id {
                return Some(room.game_library.clone());
            }
        }
        None
    }

    /// A table by its number.
    pub fn get(&self, id: i64) -> Option<Arc<OpenTable>> {
        self.open.read().unwrap_or_else(PoisonError::into_inner).get(&id).cloned()
    }

    /// All of them, in order.
    pub fn all(&self) -> Vec<Arc<OpenTable>> {
        let open = self.open.read().unwrap_or_else(PoisonError::into_inner);
        let mut all: Vec<Arc<OpenTable>> = open.values().cloned().collect();
        all.sort_unstable_by_key(|table| table.id);
        all
    }

    /// The table with a code as somebody typed it.
    pub fn by_code(&self, typed: &str) -> Option<Arc<OpenTable>> {
        let code = tidy_code(typed);
        self.open.read().unwrap_or_else(PoisonError::into_inner).values().find(|table| table.code == code).cloned()
    }

    /// The table and seat of a secret.
    pub async fn by_secret(&self, secret: &Secret) -> Option<(Arc<OpenTable>, Option<usize>)> {
        for table in self.all() {
            let room = table.room.lock().await;
            let seat = room.table.seat_of(secret);
            if seat.is_some() || room.table.is_owner(secret) {
                drop(room);
                return Some((table, seat));
            }
        }
        None
    }

    /// Lets clocks run, for as long as the host does.
    pub async fn run_clocks(self: Arc<Tables>) {
        let mut ticks = tokio::time::interval(TICK);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            for table in self.all() {
                if !table.timed {
                    continue;
                }
                let mut room = table.room.lock().await;
                // What cannot be saved now is tried again at the next tick.
                if room.tick(Instant::now()).await.unwrap_or(false) {
                    table.publish(&room);
                }
            }
        }
    }
}
