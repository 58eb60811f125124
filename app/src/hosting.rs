//! Hosting: the library's tables for the phones around it. What both doors start, and what the host cannot know by itself:
//! the games, the languages, the faces of cards.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use catalog::art::Album;
use catalog::face::{Corners, Painter, Studio};
use catalog::store::journal::StreamId;
use catalog::store::{self, Library};
use catalog::{CardIx, Source};
use formats::GameLibrary;
use host::address::{self, AddressError, InLink};
use host::faces::Paint;
use host::room::{Refusal, Room};
use host::secret::Secret;
use host::server::{Listener, Server, Speak};
use host::tables::{Games, NewTable, OpenTable, Tables};
use image::ImageEncoder;
use tokio::runtime::Runtime;

use crate::language::Language;
use crate::session::Session;

/// Where people knock if nobody says otherwise.
pub const PORT: u16 = 7100;
/// How good the pictures of faces are, from 1 to 100.
const QUALITY: u8 = 82;
/// Threads that answer.
const THREADS: usize = 2;

/// The games that tables may have, by id.
type KnownGames = Arc<Mutex<HashMap<String, Arc<GameLibrary>>>>;

/// Where to listen.
#[derive(Debug, Clone, Default)]
pub struct HostPlace {
    /// An address of this machine; absent is the only one of a local network.
    pub address: Option<IpAddr>,
    /// The port; 0 is any that is free.
    pub port: u16,
    /// More names of this machine that browsers may use.
    pub names: Vec<String>,
}

/// Why nothing is hosted.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// No address.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The library.
    #[error(transparent)]
    Library(#[from] store::Error),
    /// The library lives in memory.
    #[error("a table needs a library file, and there is none")]
    NoFile,
    /// Somebody else listens there.
    #[error("{0} is taken; another program listens there, or another host runs: choose another port with --port")]
    Taken(SocketAddr),
    /// The system refuses.
    #[error("nothing can listen at {at}: {cause}")]
    Listen {
        /// Where.
        at: SocketAddr,
        /// What the system says.
        cause: std::io::Error,
    },
    /// The system gives no threads.
    #[error("the system gives no threads: {0}")]
    Threads(std::io::Error),
    /// Of a table.
    #[error(transparent)]
    Table(#[from] Refusal),
}

/// A table as its owner sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostedTable {
    /// Its number.
    pub id: StreamId,
    /// What it is called.
    pub name: String,
    /// Id of the game.
    pub game: String,
    /// Id of the format.
    pub format: String,
    /// What people type to come in.
    pub code: String,
    /// The address with the code in it.
    pub join: String,
    /// Its seats.
    pub seats: Vec<HostedSeat>,
    /// Whether cards are drafted.
    pub draft: bool,
    /// Whether packs are open.
    pub begun: bool,
    /// Whether it stands still.
    pub paused: bool,
    /// Whether all is drafted, or sealed packs are open: decks are built.
    pub building: bool,
    /// Whether its matches are between two players, as those of an event are.
    pub duels: bool,
}

/// A seat of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HostedSeat {
    /// Who sits there; nobody if absent.
    pub name: Option<String>,
    /// Whether a device of it is connected.
    pub connected: bool,
    /// Whether a bot picks for it.
    pub bot: bool,
    /// Cards drafted.
    pub cards: usize,
    /// Packs that wait there.
    pub packs: usize,
    /// Whether its deck is registered.
    pub registered: bool,
}

/// What the owner does with a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HostAct {
    /// Packs are opened.
    Begin,
    /// The draft is paused, or goes on.
    Pause(bool),
    /// A bot picks for a seat, or its person again.
    Bot(usize, bool),
}

/// A host that runs, as long as this is there.
pub struct Hosting {
    /// Where it listens.
    pub at: SocketAddr,
    /// The tables.
    pub tables: Arc<Tables>,
    /// Tables that could not be opened, and why.
    pub left: Vec<(String, String)>,
    games: KnownGames,
    runtime: Runtime,
    running: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl Hosting {
    /// Opens the tables of a library and listens.
    ///
    /// # Errors
    /// When there is no address, somebody listens there already, or of the library.
    pub fn start(session: &Session, games: &[Arc<GameLibrary>], place: &HostPlace) -> Result<Hosting, HostError> {
        let ip = address::choose(place.address)?;
        let library = Library::open(session.library.path().ok_or(HostError::NoFile)?)?;
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(THREADS).enable_all().build().map_err(HostError::Threads)?;
        let at = SocketAddr::new(ip, place.port);
        let listener = runtime.block_on(Listener::bind(at)).map_err(|cause| match cause.kind() {
            std::io::ErrorKind::AddrInUse => HostError::Taken(at),
            _ => HostError::Listen { at, cause },
        })?;
        let at = listener.address().map_err(|cause| HostError::Listen { at, cause })?;
        // Phones may speak another language than this machine.
        Language::current().set_current();
        let ids: Vec<String> = games.iter().map(|game_library| game_library.game.id.clone()).collect();
        let known: KnownGames =
            Arc::new(Mutex::new(games.iter().map(|game| (game.game.id.clone(), game.clone())).collect()));
        let (tables, left) = runtime.block_on(Tables::open(library, &ids, finder(known.clone())))?;
        let tables = Arc::new(tables);
        let left = left.into_iter().map(|(name, why)| (name, why.to_string())).collect();
        let server = Server::new(tables.clone(), speaker(), painter(session.source.clone()), at, &place.names);
        let running = runtime.spawn(host::server::run(listener, Arc::new(server)));
        Ok(Hosting { at, tables, left, games: known, runtime, running })
    }

    /// Does something with the tables.
    pub fn run<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }

    /// Sets a table up.
    ///
    /// # Errors
    /// When the format opens no packs or is not for so many, or of the library.
    pub fn create(&self, game_library: Arc<GameLibrary>, new: NewTable) -> Result<StreamId, HostError> {
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        games.entry(new.game.clone()).or_insert(game_library);
        drop(games);
        Ok(self.run(self.tables.create(new))?.id)
    }

    /// A table as it is now.
    pub fn table(&self, id: StreamId) -> Option<HostedTable> {
        let table = self.tables.get(id.0)?;
        let room = self.run(table.room.lock());
        Some(self.describe(&table, &room))
    }

    /// A table whose room is at hand.
    pub fn describe(&self, table: &OpenTable, room: &Room) -> HostedTable {
        let (connected, row) = (table.connected(), room.public_row());
        let draft = room.draft.as_ref().map(|draft| &draft.pod);
        let over = draft.is_some_and(|pod| pod.draft.is_over());
        let seat = |(at, seat): (usize, &host::table::Seat)| HostedSeat {
            name: seat.name.clone(),
            connected: connected.get(at).is_some_and(|devices| *devices > 0),
            bot: draft.is_some_and(|pod| pod.players()[at].bot().is_some()),
            cards: row.get(at).map_or(0, |(cards, _)| *cards),
            packs: row.get(at).map_or(0, |(_, packs)| *packs),
            registered: seat.registered.is_some(),
        };
        HostedTable {
            id: table.id,
            name: room.name.clone(),
            game: room.game_library.game.id.clone(),
            format: room.table.start.setup.format.clone(),
            code: table.code.clone(),
            join: format!("{}?code={}", self.address(), table.code),
            seats: room.table.seats.iter().enumerate().map(seat).collect(),
            draft: room.is_draft(),
            begun: room.table.has_begun(),
            paused: draft.is_some_and(|pod| pod.is_paused()),
            building: room.table.has_begun() && (draft.is_none() || over),
            duels: room.format().is_ok_and(|f| f.match_settings.team == 1 && f.match_settings.seats.0 <= 2),
        }
    }

    /// The owner does something with a table.
    ///
    /// # Errors
    /// When it cannot be done now, or of the library.
    pub fn act(&self, id: StreamId, act: HostAct) -> Result<(), HostError> {
        let Some(table) = self.tables.get(id.0) else { return Ok(()) };
        self.run(async {
            let mut room = table.room.lock().await;
            let done = match act {
                HostAct::Begin => room.begin().await,
                HostAct::Pause(pause) => room.pause(pause).await.map(drop),
                HostAct::Bot(seat, bot) => room.seat_bot(seat, bot).await.map(drop),
            };
            table.publish(&room);
            Ok(done?)
        })
    }

    /// The address to come in at.
    pub fn address(&self) -> String {
        format!("http://{}:{}/", InLink(self.at.ip()), self.at.port())
    }

    /// A link that makes a device the one of a seat or of the owner.
    pub fn link(&self, secret: &Secret) -> String {
        format!("{}s#{}", self.address(), secret.digits())
    }

    /// Waits until it ends, which it only does when it cannot go on.
    ///
    /// # Errors
    /// Why it ended.
    pub fn wait(self) -> std::io::Result<()> {
        match self.runtime.block_on(self.running) {
            Ok(ended) => ended,
            Err(fault) => Err(std::io::Error::other(fault)),
        }
    }
}

fn finder(games: KnownGames) -> Games {
    Arc::new(move |id| games.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned())
}

fn speaker() -> Speak {
    Arc::new(|languages, say| Language::from_list(languages).speak(say))
}

/// Paints faces as they are in the window, for a page.
fn painter(source: Source) -> Paint {
    let studios: Mutex<HashMap<String, Option<Arc<Studio>>>> = Mutex::default();
    Arc::new(move |game_library: &GameLibrary, card: CardIx, width: u32| {
        let game = &game_library.game;
        let studio = {
            let mut studios = studios.lock().unwrap_or_else(PoisonError::into_inner);
            let studio = studios.entry(game.id.clone()).or_insert_with(|| {
                let template = source.file(&format!("{}/face.svg", game.id)).map(|file| file.text.as_ref());
                let painter = Painter::new(game, template).or_else(|_| Painter::new(game, None)).ok()?;
                Some(Arc::new(Studio::new(painter, Album::open(&source, game), None)))
            });
            studio.clone()?
        };
        let picture = studio.face(game, card, width, Corners::Square).ok()?.picture;
        let rgb: Vec<u8> = picture.rgba.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        let mut jpeg = Vec::new();
        let encoder = image::codecs::jpeg::JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
        encoder.write_image(&rgb, picture.width, picture.height, image::ExtendedColorType::Rgb8).ok()?;
        Some(jpeg)
    })
}
