//! What tells a page that it is out of date: server-sent events, which a browser takes up again by itself.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::Deserialize;

use super::request::RequestInfo;
use super::{Shared, owner, seat};
use crate::tables::OpenTable;

/// How often a connection shows that it lives.
const ALIVE: Duration = Duration::from_secs(15);

/// The number of the page that asks, where no event told it another one.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Known {
    known: Option<u64>,
}

/// Of a seat.
pub(super) async fn seat(state: Shared, Path(id): Path<i64>, Query(page): Query<Known>, info: RequestInfo) -> Response {
    match seat::seated(&state.0, id, &info).await {
        Ok((table, seat)) => events(&table, Some(seat), &page, &info),
        Err(refused) => refused,
    }
}

/// Of the owner.
pub(super) async fn owner(
    state: Shared,
    Path(id): Path<i64>,
    Query(page): Query<Known>,
    info: RequestInfo,
) -> Response {
    match owner::owned(&state.0, id, &info).await {
        Ok(table) => events(&table, None, &page, &info),
        Err(refused) => refused,
    }
}

/// Of anybody who knows where the table is.
pub(super) async fn watch(
    State(server): Shared,
    Path(id): Path<i64>,
    Query(page): Query<Known>,
    info: RequestInfo,
) -> Response {
    match server.tables.get(id) {
        Some(table) => events(&table, None, &page, &info),
        None => server.refuse(&info.language, crate::page::Notice::Nothing),
    }
}

/// `page` whenever the page is another one, with its number as id, and `row` with what everybody may see of all seats. What
/// came together is told once, so that a slow reader is never behind.
fn events(table: &Arc<OpenTable>, seat: Option<usize>, page_known: &Known, info: &RequestInfo) -> Response {
    let (page, row, listener) = table.listen(seat);
    let known = info.headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse::<u64>().ok());
    let known = known.or(page_known.known);
    let begun = (page, row, listener, known, false);
    let events = stream::unfold(begun, async |(mut page, mut row, listener, known, told)| {
        let version = *page.borrow_and_update();
        if known != Some(version) && (told || known.is_some()) {
            let event = Event::default().event("page").id(version.to_string()).data(version.to_string());
            return Some((Ok::<_, Infallible>(event), (page, row, listener, Some(version), true)));
        }
        if !told {
            // The first event says which page this is.
            let event = Event::default().event("row").id(version.to_string());
            let event = event.data(serde_json::to_string(&*row.borrow_and_update()).unwrap_or_default());
            return Some((Ok(event), (page, row, listener, Some(version), true)));
        }
        tokio::select! {
            changed = page.changed() => {
                changed.ok()?;
                let version = *page.borrow_and_update();
                let event = Event::default().event("page").id(version.to_string()).data(version.to_string());
                Some((Ok(event), (page, row, listener, Some(version), true)))
            }
            changed = row.changed() => {
                changed.ok()?;
                let data = serde_json::to_string(&*row.borrow_and_update()).unwrap_or_default();
                Some((Ok(Event::default().event("row").data(data)), (page, row, listener, known, true)))
            }
        }
    });
    Sse::new(events).keep_alive(KeepAlive::new().interval(ALIVE)).into_response()
}
