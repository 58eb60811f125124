//! The server: who asks, for what, and what they get. What a request may not do, it is told in words.

mod connections;
mod identity;
mod owner;
mod request;
mod seat;
mod stream;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use maud::Markup;

use crate::faces::{Faces, Paint};
use crate::page::{self, Notice, WIDTHS};
use crate::tables::Tables;
pub use connections::Listener;
use request::{AcceptLanguage, RequestInfo};

/// Bytes of a request.
const BODY: usize = 8 << 10;
/// How long a wrong code or secret waits for its answer, so that nobody tries many.
const WRONG: Duration = Duration::from_millis(500);

/// Says something in the language with these letters, as in an `Accept-AcceptLanguage` header.
pub type Speak = Arc<dyn Fn(&str, &mut dyn FnMut()) + Send + Sync>;

/// What the server needs to answer.
pub struct Server {
    /// The tables.
    pub tables: Arc<Tables>,
    /// How things are said.
    pub speak: Speak,
    /// The faces of cards.
    pub faces: Faces,
    /// `host:port` as browsers may name this machine; any other name is a site that was made to point here.
    pub names: Vec<String>,
}

/// The server as requests share it.
type Shared = State<Arc<Server>>;

impl Server {
    /// A server for these tables, at an address and under more names if there are some.
    pub fn new(tables: Arc<Tables>, speak: Speak, paint: Paint, at: SocketAddr, more: &[String]) -> Server {
        let port = at.port();
        let mut names = vec![at.to_string()];
        if at.ip().is_loopback() {
            names.push(format!("localhost:{port}"));
        }
        names.extend(more.iter().map(|name| format!("{name}:{port}")));
        Server { tables, speak, faces: Faces::new(paint), names }
    }

    /// Says something in the language of whoever asks.
    fn in_language<T>(&self, language: &AcceptLanguage, what: impl FnOnce() -> T) -> T {
        let (mut what, mut said) = (Some(what), None);
        (self.speak)(&language.0, &mut || {
            if let Some(what) = what.take() {
                said = Some(what());
            }
        });
        said.expect("speaking says what it is given")
    }

    /// A page with a stream that tells it when it is out of date, from its number on, or its main part alone if the script asks.
    fn page(
        &self,
        info: &RequestInfo,
        title: &str,
        (path, version): (&str, u64),
        main: impl FnOnce() -> Markup,
    ) -> Response {
        html(self.in_language(&info.language, || {
            let main = main();
            if info.part {
                return main.into_string();
            }
            page::whole(info.language.letters(), title, Some((&format!("{path}/stream"), version)), &main)
        }))
    }

    /// A page that says one thing.
    fn message_page(&self, status: StatusCode, language: &AcceptLanguage, words: impl FnOnce() -> String) -> Response {
        let page =
            self.in_language(language, || page::whole(language.letters(), "Deckloom", None, &page::alone(&words())));
        (status, html(page)).into_response()
    }

    /// What is said to requests that are refused before anybody looks at them.
    fn refuse(&self, language: &AcceptLanguage, notice: Notice) -> Response {
        let status = match notice {
            Notice::Stranger | Notice::Foreign | Notice::WrongCode => StatusCode::FORBIDDEN,
            Notice::Nothing => StatusCode::NOT_FOUND,
            Notice::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Notice::Unreadable => StatusCode::BAD_REQUEST,
            Notice::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        };
        self.message_page(status, language, || page::notice(notice))
    }
}

/// A page as a response: never kept, never framed, and with nothing from elsewhere in it.
fn html(page: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self'; connect-src 'self'; \
             form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        ),
    ];
    (headers, page).into_response()
}

/// What answers requests.
pub fn router(server: Arc<Server>) -> Router {
    Router::new()
        .route("/", get(seat::join_page).post(seat::join))
        .route("/s", get(seat::enter_page).post(seat::enter))
        .route("/t/{id}", get(seat::page))
        .route("/t/{id}/view", get(seat::view))
        .route("/t/{id}/stream", get(stream::seat))
        .route("/t/{id}/past", get(seat::past))
        .route("/t/{id}/watch", get(seat::watch))
        .route("/t/{id}/watch/view", get(seat::watch_view))
        .route("/t/{id}/watch/stream", get(stream::watch))
        .route("/t/{id}/owner", get(owner::page))
        .route("/t/{id}/owner/view", get(owner::view))
        .route("/t/{id}/owner/stream", get(stream::owner))
        .route("/t/{id}/owner/{verb}", post(owner::act))
        .route("/t/{id}/owner/{verb}/{seat}", post(owner::act_for_seat))
        .route("/t/{id}/{verb}", post(seat::act))
        .route("/face/{game}/{card}/{file}", get(face))
        .route("/style.css", get(async || fixed("text/css; charset=utf-8", page::STYLE)))
        .route("/script.js", get(async || fixed("text/javascript; charset=utf-8", page::SCRIPT)))
        .fallback(nothing)
        .layer(middleware::from_fn_with_state(server.clone(), request::guard))
        .layer(DefaultBodyLimit::max(BODY))
        .with_state(server)
}

/// Answers whoever connects, until the task ends.
///
/// # Errors
/// When the listener fails.
pub async fn run(listener: Listener, server: Arc<Server>) -> std::io::Result<()> {
    let clocks = tokio::spawn(server.tables.clone().run_clocks());
    let result = connections::accept(listener, router(server)).await;
    clocks.abort();
    result
}

fn fixed(kind: &'static str, text: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=300")], text).into_response()
}

async fn nothing(State(server): Shared, info: RequestInfo) -> Response {
    server.refuse(&info.language, Notice::Nothing)
}

/// A face of a card: of any card of a game that is played here, so that asking for one tells nothing.
async fn face(State(server): Shared, Path((game, card, file)): Path<(String, String, String)>) -> Response {
    let width = file.strip_suffix(".jpg").and_then(|width| width.parse::<u32>().ok());
    let Some(width) = width.filter(|width| WIDTHS.contains(width)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let Some(game_library) = server.tables.game(&game).await else { return StatusCode::NOT_FOUND.into_response() };
    let Some(ix) = game_library.game.find(&card) else { return StatusCode::NOT_FOUND.into_response() };
    match server.faces.get(game_library, ix, width).await {
        Some(face) => {
            let kept = "public, max-age=31536000, immutable";
            ([(header::CONTENT_TYPE, "image/jpeg"), (header::CACHE_CONTROL, kept)], face).into_response()
        }
        None => StatusCode::NOT_FOUND.into_response(),
    }
}
