//! Requests of the owner: packs are opened, the draft is paused, seats are given and taken.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::ask::Asked;
use super::identity::{Role, secret};
use super::seat::{device_page, go_to};
use super::{Server, Shared, WRONG, html};
use crate::page::{self, Notice};
use crate::room::{Refusal, Room};
use crate::secret::Secret;
use crate::tables::OpenTable;

/// The table, if its owner asks.
pub(super) async fn owned(server: &Server, id: i64, asked: &Asked) -> Result<Arc<OpenTable>, Response> {
    let shown = secret(&asked.headers, Role::Owner, id);
    if let (Some(table), Some(secret)) = (server.tables.get(id), &shown) {
        let owns = table.room.lock().await.table.is_owner(secret);
        if owns {
            return Ok(table);
        }
    }
    if shown.is_some() {
        tokio::time::sleep(WRONG).await;
    }
    Err(server.refuse(&asked.language, Notice::Stranger))
}

/// The owner's page.
pub(super) async fn page(State(server): Shared, Path(id): Path<i64>, asked: Asked) -> Response {
    match owned(&server, id, &asked).await {
        Ok(table) => show(&server, &table, &*table.room.lock().await, &asked, None),
        Err(refused) => refused,
    }
}

/// Its main part alone.
pub(super) async fn view(state: Shared, id: Path<i64>, asked: Asked) -> Response {
    page(state, id, Asked { part: true, ..asked }).await
}

fn show(server: &Server, table: &OpenTable, room: &Room, asked: &Asked, wrong: Option<&Refusal>) -> Response {
    let host = asked.headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let join = format!("http://{host}/?code={}", table.code);
    let page = server.say(&asked.language, || {
        let main = page::owner(room, &join, &table.here(), wrong.map(page::refusal).as_deref());
        let stream = format!("/t/{}/owner/stream", room.id.0);
        if asked.part {
            main.into_string()
        } else {
            page::whole(asked.language.letters(), &room.name, Some(&stream), &main)
        }
    });
    let status = if wrong.is_some() { StatusCode::CONFLICT } else { StatusCode::OK };
    (status, html(page)).into_response()
}

/// Something is done with the table.
pub(super) async fn act(State(server): Shared, Path((id, verb)): Path<(i64, String)>, asked: Asked) -> Response {
    let table = match owned(&server, id, &asked).await {
        Ok(table) => table,
        Err(refused) => return refused,
    };
    if !table.allows_request(None) {
        return server.refuse(&asked.language, Notice::TooMany);
    }
    let mut room = table.room.lock().await;
    let done = match verb.as_str() {
        "begin" => room.begin().await,
        "pause" => room.pause(true).await.map(drop),
        "resume" => room.pause(false).await.map(drop),
        "close" => match server.tables.close(table.id).await {
            Ok(()) => return go_to("/", None),
            Err(refused) => Err(refused),
        },
        _ => return server.refuse(&asked.language, Notice::Nothing),
    };
    told(&server, &table, &mut room, &asked, done)
}

/// Something is done for a seat.
pub(super) async fn act_for_seat(
    State(server): Shared,
    Path((id, verb, seat)): Path<(i64, String, usize)>,
    asked: Asked,
) -> Response {
    let table = match owned(&server, id, &asked).await {
        Ok(table) => table,
        Err(refused) => return refused,
    };
    if !table.allows_request(None) {
        return server.refuse(&asked.language, Notice::TooMany);
    }
    let mut room = table.room.lock().await;
    let done = match verb.as_str() {
        "bot" => room.seat_bot(seat, true).await.map(drop),
        "person" => room.seat_bot(seat, false).await.map(drop),
        // Whoever had the seat on a lost phone has it no more.
        "link" => {
            let made = match Secret::fresh() {
                Ok(secret) => room.add_device(seat, secret.hash(), true).await.map(|()| secret),
                Err(error) => Err(error.into()),
            };
            match made {
                Ok(secret) => {
                    table.publish(&room);
                    return device_page(&server, &room, seat, &secret, &format!("/t/{id}/owner"), &asked);
                }
                Err(refused) => Err(refused),
            }
        }
        _ => return server.refuse(&asked.language, Notice::Nothing),
    };
    told(&server, &table, &mut room, &asked, done)
}

fn told(server: &Server, table: &OpenTable, room: &mut Room, asked: &Asked, done: Result<(), Refusal>) -> Response {
    room.set_timers(Instant::now());
    table.publish(room);
    match done {
        Ok(()) => go_to(&format!("/t/{}/owner", table.id.0), None),
        Err(refused) => show(server, table, room, asked, Some(&refused)),
    }
}
