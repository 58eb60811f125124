//! A host in a folder of its own, and devices that ask it things.

use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use catalog::store::Library;
use catalog::{Source, load};
use formats::GameLibrary;
use formats::rng::Seed;
use host::log::TableSetup;
use host::server::{Server, router};
use host::tables::{Games, NewTable, TableKeys, Tables};
use tower::ServiceExt;

/// Where the host would listen.
pub const HOST: &str = "127.0.0.1:7100";

/// A host.
pub struct Hosted {
    folder: tempfile::TempDir,
    pub tables: Arc<Tables>,
    router: Router,
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub status: StatusCode,
    pub location: Option<String>,
    pub cookie: Option<String>,
    pub text: String,
}

pub fn game(id: &str) -> Arc<GameLibrary> {
    let source = Source::shipped();
    let game = Arc::new(load::game(&source, id).expect("the game loads"));
    Arc::new(GameLibrary::load(&source, game).expect("the library loads"))
}

fn games() -> Games {
    let (chronx, afrika) = (game("chronx"), game("afrika"));
    Arc::new(move |id| match id {
        "chronx" => Some(chronx.clone()),
        "afrika" => Some(afrika.clone()),
        _ => None,
    })
}

fn file(folder: &tempfile::TempDir) -> PathBuf {
    folder.path().join("library.db")
}

impl Hosted {
    /// A host without tables.
    pub async fn new() -> Hosted {
        Hosted::open(tempfile::tempdir().expect("a folder"), games()).await
    }

    /// A host over a library that `fill` fills.
    pub async fn filled(fill: impl FnOnce(&mut Library)) -> Hosted {
        let folder = tempfile::tempdir().expect("a folder");
        fill(&mut Library::open(&file(&folder)).expect("opens"));
        Hosted::open(folder, games()).await
    }

    async fn open(folder: tempfile::TempDir, games: Games) -> Hosted {
        let library = Library::open(&file(&folder)).expect("opens");
        let ids = ["afrika".to_owned(), "chronx".to_owned()];
        let (tables, left) = Tables::open(library, &ids, games).await.expect("tables open");
        assert!(left.is_empty(), "{left:?}");
        let tables = Arc::new(tables);
        let at = HOST.parse().expect("an address");
        let server = Server::new(tables.clone(), Arc::new(|_, say| say()), Arc::new(|_, _, _| None), at, &[]);
        Hosted { folder, tables, router: router(Arc::new(server)) }
    }

    /// The host is killed, and another one begins.
    pub async fn again(self) -> Hosted {
        drop((self.router, self.tables));
        Hosted::open(self.folder, games()).await
    }

    /// What is in the library.
    pub fn library(&self) -> Library {
        Library::open(&file(&self.folder)).expect("opens")
    }

    /// A table for so many.
    pub async fn table(&self, format: &str, seats: u32, seed: u64) -> TableKeys {
        let (game, format) = format.split_once('/').expect("game/format");
        let games = crate::table::game(game);
        let format = games.format(format).expect("a format");
        let setup = TableSetup::from_format(format, seats).expect("packs");
        let setup = TableSetup { seed: Some(Seed::from_number(seed).to_hex()), ..setup };
        self.tables.create(NewTable { name: "Friday".into(), game: game.into(), setup }).await.expect("a table")
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.expect("an answer");
        let word = |name: header::HeaderName| {
            response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned)
        };
        let (location, cookie) = (word(header::LOCATION), word(header::SET_COOKIE));
        let status = response.status();
        let body = to_bytes(response.into_body(), 1 << 20).await.expect("a body");
        Answer { status, location, cookie, text: String::from_utf8_lossy(&body).into_owned() }
    }

    /// The body of an answer that does not end.
    pub async fn stream(&self, request: Request<Body>) -> Body {
        self.router.clone().oneshot(request).await.expect("an answer").into_body()
    }

    /// A device without a seat.
    pub fn device(&self) -> Device<'_> {
        Device { host: self, cookie: String::new() }
    }

    /// A device that comes in.
    pub async fn join(&self, keys: &TableKeys, name: &str) -> Device<'_> {
        let mut device = self.device();
        let answer = device.post("/", &format!("code={}&name={name}", keys.code)).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text);
        device.keep(&answer);
        device
    }

    /// The owner's device.
    pub async fn owner(&self, keys: &TableKeys) -> Device<'_> {
        let mut device = self.device();
        let answer = device.post("/s", &format!("secret={}", keys.owner.digits())).await;
        assert_eq!(answer.location, Some(format!("/t/{}/owner", keys.id.0)));
        device.keep(&answer);
        device
    }
}

/// A phone.
#[derive(Clone)]
pub struct Device<'a> {
    host: &'a Hosted,
    cookie: String,
}

impl Device<'_> {
    /// Shows a cookie from now on.
    pub fn keep(&mut self, answer: &Answer) {
        let cookie = answer.cookie.as_deref().expect("a cookie");
        self.cookie = cookie.split(';').next().expect("a pair").to_owned();
    }

    /// What it shows.
    pub fn cookie(&self) -> &str {
        &self.cookie
    }

    /// Shows this from now on.
    pub fn show(&mut self, cookie: &str) {
        self.cookie = cookie.to_owned();
    }

    pub async fn get(&self, path: &str) -> Answer {
        let request = Request::get(path).header(header::HOST, HOST).header(header::COOKIE, &self.cookie);
        self.host.send(request.body(Body::empty()).expect("a request")).await
    }

    pub async fn post(&self, path: &str, body: &str) -> Answer {
        let request = Request::post(path)
            .header(header::HOST, HOST)
            .header(header::ORIGIN, format!("http://{HOST}"))
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header(header::COOKIE, &self.cookie);
        self.host.send(request.body(Body::from(body.to_owned())).expect("a request")).await
    }
}

/// The value of the first attribute of a name in a page.
pub fn attribute<'p>(page: &'p str, name: &str) -> Option<&'p str> {
    let at = page.find(&format!("{name}=\""))? + name.len() + 2;
    page[at..].split('"').next()
}
