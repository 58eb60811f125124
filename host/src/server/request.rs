//! What is looked at before a request is answered: the name that it calls this machine, where it comes from, and the
//! language of whoever asks.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::Response;

use super::{BODY, Server};
use crate::page::Notice;

/// The language of whoever asks: an `Accept-AcceptLanguage` header.
#[derive(Debug, Clone)]
pub(super) struct AcceptLanguage(pub String);

impl AcceptLanguage {
    /// Two letters for the page.
    pub fn letters(&self) -> &str {
        if self.0.trim_start().to_ascii_lowercase().starts_with("de") { "de" } else { "en" }
    }
}

/// What every request says.
#[derive(Debug, Clone)]
pub(super) struct RequestInfo {
    pub language: AcceptLanguage,
    /// Whether the script asks, which takes the main part of a page alone.
    pub part: bool,
    pub headers: HeaderMap,
}

impl RequestInfo {
    pub fn new(headers: &HeaderMap) -> RequestInfo {
        let language = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        RequestInfo {
            language: AcceptLanguage(language.chars().take(100).collect()),
            part: headers.contains_key("x-part"),
            headers: headers.clone(),
        }
    }
}

impl<S: Sync> FromRequestParts<S> for RequestInfo {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<RequestInfo, Infallible> {
        Ok(RequestInfo::new(&parts.headers))
    }
}

/// Lets a request through that names this machine as it is called here, and, if it would change something, comes from a
/// page of this machine.
pub(super) async fn guard(State(server): State<Arc<Server>>, request: Request, next: Next) -> Response {
    match fault(&server, &request) {
        Some(notice) => server.refuse(&RequestInfo::new(request.headers()).language, notice),
        None => next.run(request).await,
    }
}

/// What is wrong with a request, whatever it asks for.
fn fault(server: &Server, request: &Request) -> Option<Notice> {
    let word = |name: header::HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok());
    let host = word(header::HOST).filter(|host| server.names.iter().any(|name| name.eq_ignore_ascii_case(host)));
    let Some(host) = host else { return Some(Notice::Foreign) };
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return None;
    }
    if word(header::ORIGIN).and_then(|origin| origin.strip_prefix("http://")) != Some(host) {
        return Some(Notice::Foreign);
    }
    let length = word(header::CONTENT_LENGTH).and_then(|length| length.parse::<usize>().ok());
    length.is_some_and(|length| length > BODY).then_some(Notice::TooLarge)
}

/// The fields of a form, in order; `None` if they cannot be read.
pub(super) fn fields(body: &Bytes) -> Option<Vec<(String, String)>> {
    serde_urlencoded::from_bytes(body).ok()
}

/// The first field of a name.
pub(super) fn field<'f>(fields: &'f [(String, String)], name: &str) -> &'f str {
    fields.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.as_str())
}
