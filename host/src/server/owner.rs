//! Requests of the owner: packs are opened, the draft is paused, seats are given and taken.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::Response;

use super::identity::{Role, secret};
use super::request::RequestInfo;
use super::seat::{device_page, go_to};
use super::{Server, Shared, WRONG};
use crate::page::{self, Notice};
use crate::room::{Refusal, Room};
use crate::tables::OpenTable;

/// The table, if its owner asks.
pub(super) async fn owned(server: &Server, id: i64, info: &RequestInfo) -> Result<Arc<OpenTable>, Response> {
    let shown = secret(&info.headers, Role::Owner, id);
    if let (Some(table), Some(secret)) = (server.tables.get(id), &shown) {
        let owns = table.room.lock().await.table.is_owner(secret);
        if owns {
            return Ok(table);
        }
    }
    if shown.is_some() {
        tokio::time::sleep(WRONG).await;
    }
    Err(server.refuse(&info.language, Notice::Stranger))
}

/// The owner's page.
pub(super) async fn page(State(server): Shared, Path(id): Path<i64>, info: RequestInfo) -> Response {
    match owned(&server, id, &info).await {
        Ok(table) => show(&server, &table, &*table.room.lock().await, &info, None),
        Err(refused) => refused,
    }
}

/// Its main part alone.
pub(super) async fn view(state: Shared, id: Path<i64>, info: RequestInfo) -> Response {
    page(state, id, RequestInfo { part: true, ..info }).await
}

fn show(server: &Server, table: &OpenTable, room: &Room, info: &RequestInfo, wrong: Option<&Refusal>) -> Response {
    let host = info.headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let join = format!("http://{host}/?code={}", table.code);
    let path = format!("/t/{}/owner", room.id.0);
    let mut page = server.page(info, &room.name, (&path, table.page_version(None)), || {
        page::owner(room, &join, &table.connected(), wrong.map(ToString::to_string).as_deref())
    });
    if wrong.is_some() {
        *page.status_mut() = StatusCode::CONFLICT;
    }
    page
}

/// The table, if its owner asks, and not too often.
async fn owned_to_act(server: &Server, id: i64, info: &RequestInfo) -> Result<Arc<OpenTable>, Response> {
    let table = owned(server, id, info).await?;
    if table.allows_request(None) { Ok(table) } else { Err(server.refuse(&info.language, Notice::TooMany)) }
}

/// Something is done with the table.
pub(super) async fn act(State(server): Shared, Path((id, verb)): Path<(i64, String)>, info: RequestInfo) -> Response {
    let table = match owned_to_act(&server, id, &info).await {
        Ok(table) => table,
        Err(refused) => return refused,
    };
    let mut room = table.room.lock().await;
    let done = match verb.as_str() {
        "begin" => room.begin().await,
        "pause" => room.pause(true).await.map(drop),
        "resume" => room.pause(false).await.map(drop),
        "close" => match server.tables.close(table.id).await {
            Ok(()) => return go_to("/", None),
            Err(refused) => Err(refused),
        },
        _ => return server.refuse(&info.language, Notice::Nothing),
    };
    respond(&server, &table, &mut room, &info, done)
}

/// Something is done for a seat.
pub(super) async fn act_for_seat(
    State(server): Shared,
    Path((id, verb, seat)): Path<(i64, String, usize)>,
    info: RequestInfo,
) -> Response {
    let table = match owned_to_act(&server, id, &info).await {
        Ok(table) => table,
        Err(refused) => return refused,
    };
    let mut room = table.room.lock().await;
    let done = match verb.as_str() {
        "bot" => room.seat_bot(seat, true).await.map(drop),
        "person" => room.seat_bot(seat, false).await.map(drop),
        // Whoever had the seat on a lost phone has it no more.
        "link" => match room.add_device(seat, true).await {
            Ok(secret) => {
                table.publish(&room);
                return device_page(&server, &room, seat, &secret, &format!("/t/{id}/owner"), &info);
            }
            Err(refused) => Err(refused),
        },
        _ => return server.refuse(&info.language, Notice::Nothing),
    };
    respond(&server, &table, &mut room, &info, done)
}

/// Shows the owner what came of it.
fn respond(
    server: &Server,
    table: &OpenTable,
    room: &mut Room,
    info: &RequestInfo,
    done: Result<(), Refusal>,
) -> Response {
    room.set_timers(Instant::now());
    table.publish(room);
    match done {
        Ok(()) => go_to(&format!("/t/{}/owner", table.id.0), None),
        Err(refused) => show(server, table, room, info, Some(&refused)),
    }
}
