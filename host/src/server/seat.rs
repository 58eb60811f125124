//! Requests of people: coming in, looking, picking, building.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::identity::{Role, cookie, forget, secret};
use super::request::{RequestInfo, field, fields};
use super::{Server, Shared, WRONG, html};
use crate::page::{self, Notice, PastPick};
use crate::room::{DeckChange, Refusal, Room};
use crate::secret::Secret;
use crate::tables::OpenTable;

/// What the address of the join page says.
#[derive(Debug, Default, Deserialize)]
pub(super) struct JoinQuery {
    #[serde(default)]
    code: String,
}

/// Goes to another address.
pub(super) fn go_to(address: &str, cookie: Option<HeaderValue>) -> Response {
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    headers.insert(header::LOCATION, HeaderValue::from_str(address).expect("an address is of letters and digits"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(cookie) = cookie {
        headers.insert(header::SET_COOKIE, cookie);
    }
    response
}

/// The form to come in by.
pub(super) async fn join_page(State(server): Shared, Query(query): Query<JoinQuery>, info: RequestInfo) -> Response {
    join_form(&server, (&query.code, ""), &info, StatusCode::OK, None)
}

fn join_form(
    server: &Server,
    (code, name): (&str, &str),
    info: &RequestInfo,
    status: StatusCode,
    wrong: Option<String>,
) -> Response {
    let code: String = code.chars().take(12).collect();
    let page = server.in_language(&info.language, || {
        page::whole(info.language.letters(), "Deckloom", None, &page::join(&code, name, wrong.as_deref()))
    });
    (status, html(page)).into_response()
}

/// Somebody comes in. Whoever sits at the table already goes back to their seat.
pub(super) async fn join(State(server): Shared, info: RequestInfo, body: Bytes) -> Response {
    let Some(fields) = fields(&body) else { return server.refuse(&info.language, Notice::Unreadable) };
    let code = field(&fields, "code");
    let Some(table) = server.tables.by_code(code) else {
        tokio::time::sleep(WRONG).await;
        let words = server.in_language(&info.language, || page::notice(Notice::WrongCode));
        return join_form(&server, (code, field(&fields, "name")), &info, StatusCode::FORBIDDEN, Some(words));
    };
    let mut room = table.room.lock().await;
    let at = format!("/t/{}", table.id.0);
    if secret(&info.headers, Role::Seat, table.id.0).is_some_and(|secret| room.table.seat_of(&secret).is_some()) {
        return go_to(&at, None);
    }
    let joined = room.join(field(&fields, "name")).await;
    match joined {
        Ok(secret) => {
            table.publish(&room);
            go_to(&at, Some(cookie(Role::Seat, table.id.0, &secret)))
        }
        Err(refused) => {
            let words = server.in_language(&info.language, || refused.to_string());
            join_form(&server, (code, field(&fields, "name")), &info, StatusCode::CONFLICT, Some(words))
        }
    }
}

/// A link with a secret is opened.
pub(super) async fn enter_page(State(server): Shared, info: RequestInfo) -> Response {
    let page =
        server.in_language(&info.language, || page::whole(info.language.letters(), "Deckloom", None, &page::enter()));
    html(page)
}

/// The secret of a link comes.
pub(super) async fn enter(State(server): Shared, info: RequestInfo, body: Bytes) -> Response {
    let shown = fields(&body).and_then(|fields| Secret::read(field(&fields, "secret").trim()));
    let found = match &shown {
        Some(secret) => server.tables.by_secret(secret).await,
        None => None,
    };
    match (found, shown) {
        (Some((table, Some(_))), Some(secret)) => {
            go_to(&format!("/t/{}", table.id.0), Some(cookie(Role::Seat, table.id.0, &secret)))
        }
        (Some((table, None)), Some(secret)) => {
            go_to(&format!("/t/{}/owner", table.id.0), Some(cookie(Role::Owner, table.id.0, &secret)))
        }
        _ => {
            tokio::time::sleep(WRONG).await;
            server.refuse(&info.language, Notice::Stranger)
        }
    }
}

/// The seat of whoever asks.
pub(super) async fn seated(server: &Server, id: i64, info: &RequestInfo) -> Result<(Arc<OpenTable>, usize), Response> {
    let shown = secret(&info.headers, Role::Seat, id);
    if let (Some(table), Some(secret)) = (server.tables.get(id), &shown) {
        let seat = table.room.lock().await.table.seat_of(secret);
        if let Some(seat) = seat {
            return Ok((table, seat));
        }
    }
    if shown.is_some() {
        tokio::time::sleep(WRONG).await;
    }
    Err(server.refuse(&info.language, Notice::Stranger))
}

/// A seat's page.
pub(super) async fn page(State(server): Shared, Path(id): Path<i64>, info: RequestInfo) -> Response {
    match seated(&server, id, &info).await {
        Ok((table, seat)) => show(&server, &table, &*table.room.lock().await, seat, &info, None),
        Err(refused) => refused,
    }
}

/// Its main part alone.
pub(super) async fn view(state: Shared, id: Path<i64>, info: RequestInfo) -> Response {
    page(state, id, RequestInfo { part: true, ..info }).await
}

/// A seat's page as it is now, with what was wrong if something was.
fn show(
    server: &Server,
    table: &OpenTable,
    room: &Room,
    seat: usize,
    info: &RequestInfo,
    wrong: Option<&Refusal>,
) -> Response {
    let path = format!("/t/{}", room.id.0);
    let mut page = server.page(info, &room.name, (&path, table.page_version(Some(seat))), || {
        let wrong = wrong.map(ToString::to_string);
        match (&room.draft, room.table.has_begun()) {
            (_, false) => page::lobby(room, seat, wrong.as_deref()),
            (Some(draft), true) if !draft.pod.draft.is_over() => {
                page::draft(room, seat, Instant::now(), wrong.as_deref())
            }
            _ => page::deck(room, seat, wrong.as_deref()),
        }
    });
    if wrong.is_some() {
        *page.status_mut() = StatusCode::CONFLICT;
    }
    page
}

/// What the address of past picks says; both from 1.
#[derive(Debug, Default, Deserialize)]
pub(super) struct PastQuery {
    seat: Option<usize>,
    pick: Option<usize>,
}

/// Past picks, as far as a seat may see them.
pub(super) async fn past(
    State(server): Shared,
    Path(id): Path<i64>,
    Query(query): Query<PastQuery>,
    info: RequestInfo,
) -> Response {
    let (table, seat) = match seated(&server, id, &info).await {
        Ok((table, seat)) if table.allows_request(Some(seat)) => (table, seat),
        Ok(_) => return server.refuse(&info.language, Notice::TooMany),
        Err(refused) => return refused,
    };
    let room = table.room.lock().await;
    if room.draft.is_none() {
        return server.refuse(&info.language, Notice::Nothing);
    }
    let before = |number: usize| number.saturating_sub(1);
    let wanted = PastPick { seat: query.seat.map_or(seat, before), at: query.pick.map(before) };
    html(server.in_language(&info.language, || {
        page::whole(info.language.letters(), &room.name, None, &page::past(&room, seat, wanted))
    }))
}

/// The page of spectators.
pub(super) async fn watch(State(server): Shared, Path(id): Path<i64>, info: RequestInfo) -> Response {
    let Some(table) = server.tables.get(id) else { return server.refuse(&info.language, Notice::Nothing) };
    let room = table.room.lock().await;
    let path = format!("/t/{}/watch", room.id.0);
    server.page(&info, &room.name, (&path, table.page_version(None)), || page::watch(&room))
}

/// Its main part alone.
pub(super) async fn watch_view(state: Shared, id: Path<i64>, info: RequestInfo) -> Response {
    watch(state, id, RequestInfo { part: true, ..info }).await
}

/// Something is done at a seat. A repeated or late request changes nothing, and is shown what is there now.
pub(super) async fn act(
    State(server): Shared,
    Path((id, verb)): Path<(i64, String)>,
    info: RequestInfo,
    body: Bytes,
) -> Response {
    let (table, seat) = match seated(&server, id, &info).await {
        Ok((table, seat)) if table.allows_request(Some(seat)) => (table, seat),
        Ok(_) => return server.refuse(&info.language, Notice::TooMany),
        Err(refused) => return refused,
    };
    let Some(fields) = fields(&body) else { return server.refuse(&info.language, Notice::Unreadable) };
    let mut room = table.room.lock().await;
    let key = field(&fields, "key");
    let done = match verb.as_str() {
        // The first tap of a page without a script comes the way of the second one.
        "pick" if !field(&fields, "mark").is_empty() => room.mark(seat, key, field(&fields, "mark")).map(drop),
        "pick" => room.pick(seat, key, &choice_words(&fields)).await.map(drop),
        "mark" => room.mark(seat, key, field(&fields, "words")).map(drop),
        "sit" => match field(&fields, "seat").parse() {
            Ok(to) => room.move_to(seat, to).await,
            Err(_) => return server.refuse(&info.language, Notice::Unreadable),
        },
        "back" => room.seat_bot(seat, false).await.map(drop),
        "deck" => match change(&room, field(&fields, "do")) {
            Some(change) => room.change_deck(seat, key, change).await.map(drop),
            None => return server.refuse(&info.language, Notice::Unreadable),
        },
        "leave" => match room.leave(seat).await {
            Ok(()) => {
                table.publish(&room);
                return go_to("/", Some(forget(Role::Seat, id)));
            }
            Err(refused) => Err(refused),
        },
        "device" => return device(&server, &table, &mut room, seat, &info).await,
        _ => return server.refuse(&info.language, Notice::Nothing),
    };
    room.set_timers(Instant::now());
    table.publish(&room);
    match done {
        Ok(()) if info.part => show(&server, &table, &room, seat, &info, None),
        Ok(()) => go_to(&format!("/t/{id}"), None),
        Err(refused) => show(&server, &table, &room, seat, &info, Some(&refused)),
    }
}

/// What the fields of a form choose, as a line of a draft: `take #1; #2 / burn #3`, `swap #1 / #9`, `offer 2: #1 / #9`.
fn choice_words(fields: &[(String, String)]) -> String {
    let words = field(fields, "words");
    if !words.is_empty() {
        return words.to_owned();
    }
    let all = |name: &str| -> String {
        let values: Vec<&str> = fields.iter().filter(|(key, _)| key == name).map(|(_, value)| value.as_str()).collect();
        values.join("; ")
    };
    match field(fields, "verb") {
        "split" => format!("split {}", all("take")),
        "swap" => format!("swap {} / {}", field(fields, "give"), field(fields, "get")),
        "offer" => {
            let (seat, card) = field(fields, "get").split_once(": ").unwrap_or_default();
            format!("offer {seat}: {} / {card}", field(fields, "give"))
        }
        _ => match (all("take"), all("burn")) {
            (take, burn) if burn.is_empty() => format!("take {take}"),
            (take, burn) if take.is_empty() => format!("burn {burn}"),
            (take, burn) => format!("take {take} / burn {burn}"),
        },
    }
}

/// What a button of the deck's page does.
fn change(room: &Room, words: &str) -> Option<DeckChange> {
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    let card = || room.game_library.game.find(rest);
    match verb {
        "add" => card().map(DeckChange::Add),
        "remove" => card().map(DeckChange::Remove),
        "suggest" => rest.parse().ok().map(DeckChange::Suggest),
        "clear" => Some(DeckChange::Clear),
        "fix" => Some(DeckChange::Fix),
        "register" => Some(DeckChange::Register),
        "reopen" => Some(DeckChange::Reopen),
        _ => None,
    }
}

/// A link that gives the seat to another device as well.
async fn device(server: &Server, table: &OpenTable, room: &mut Room, seat: usize, info: &RequestInfo) -> Response {
    let made = room.add_device(seat, false).await;
    table.publish(room);
    match made {
        Ok(secret) => device_page(server, room, seat, &secret, &format!("/t/{}", room.id.0), info),
        Err(refused) => show(server, table, room, seat, info, Some(&refused)),
    }
}

/// A link to a seat, to be opened on a device.
pub(super) fn device_page(
    server: &Server,
    room: &Room,
    seat: usize,
    secret: &Secret,
    back: &str,
    info: &RequestInfo,
) -> Response {
    let host = info.headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let link = format!("http://{host}/s#{}", secret.digits());
    let name = room.seat_name(seat);
    let page = server.in_language(&info.language, || {
        page::whole(info.language.letters(), &room.name, None, &page::device(&name, &link, back))
    });
    html(page)
}
