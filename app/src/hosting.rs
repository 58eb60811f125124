//! Hosting: the library's tables for the phones around it. What both doors start, and what the host cannot know by itself:
//! the games, the languages, the faces of cards.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use catalog::art::Album;
use catalog::face::{Corners, Painter, Studio};
use catalog::store::{self, Library};
use catalog::{CardIx, Source};
use formats::GameLibrary;
use host::address::{self, AddressError, InLink};
use host::faces::Paint;
use host::room::Refusal;
use host::secret::Secret;
use host::server::{Listener, Server, Speak};
use host::tables::{Games, Tables};
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
    #[error("{}", host::page::refusal(.0))]
    Table(#[from] Refusal),
}

/// A host that runs, as long as this is there.
pub struct Hosting {
    /// Where it listens.
    pub at: SocketAddr,
    /// The tables.
    pub tables: Arc<Tables>,
    /// Tables that could not be opened, and why.
    pub left: Vec<(String, String)>,
    runtime: Runtime,
    running: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl Hosting {
    /// Opens the tables of a library and listens.
    ///
    /// # Errors
    /// When there is no address, somebody listens there already, or of the library.
    pub fn start(session: &Session, games: Vec<Arc<GameLibrary>>, place: &HostPlace) -> Result<Hosting, HostError> {
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
        let (tables, left) = runtime.block_on(Tables::open(library, &ids, by_id(games)))?;
        let tables = Arc::new(tables);
        let left = left.into_iter().map(|(name, why)| (name, host::page::refusal(&why))).collect();
        let server = Server::new(tables.clone(), speaker(), painter(session.source.clone()), at, &place.names);
        let running = runtime.spawn(host::server::run(listener, Arc::new(server)));
        Ok(Hosting { at, tables, left, runtime, running })
    }

    /// Does something with the tables.
    pub fn run<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
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

fn by_id(games: Vec<Arc<GameLibrary>>) -> Games {
    let games: HashMap<String, Arc<GameLibrary>> = games.into_iter().map(|g| (g.game.id.clone(), g)).collect();
    Arc::new(move |id| games.get(id).cloned())
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
