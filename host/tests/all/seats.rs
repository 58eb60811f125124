//! Who sits where, teams with one pool, what was picked, and pages that were out of date before they listened.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use catalog::CardIx;
use catalog::store::journal::StreamKind;
use formats::saved::deck::DeckSession;
use futures_util::StreamExt;
use host::log::TableSetup;
use host::room::Refusal;
use host::tables::{NewTable, TableKeys};

use crate::table::{Device, HOST, Hosted, attribute, game};

async fn team_table(hosted: &Hosted, format: &str, seats: u32, team: u32) -> Result<TableKeys, Refusal> {
    let games = game("chronx");
    let setup = TableSetup::from_format(games.format(format).expect("a format"), seats).expect("packs");
    let setup = TableSetup { team, ..setup };
    let new = NewTable { name: "Friday".into(), game: "chronx".into(), setup };
    hosted.tables.create(new).await
}

async fn change(device: &Device<'_>, at: &str, what: &str) -> StatusCode {
    let page = device.get(at).await.text;
    let key = attribute(&page, "name=\"key\" value").expect("a key");
    device.post(&format!("{at}/deck"), &format!("key={key}&do={}", what.replace(' ', "+"))).await.status
}

#[tokio::test]
async fn people_take_the_seats_they_want_until_packs_are_open() {
    let hosted = Hosted::new().await;
    let keys = hosted.table("chronx/draft", 4, 1).await;
    let at = format!("/t/{}", keys.id.0);
    let (ada, bo) = (hosted.join(&keys, "Ada").await, hosted.join(&keys, "Bo").await);
    let table = hosted.tables.get(keys.id.0).expect("the table");
    let names = async || table.room.lock().await.table.seats.iter().map(|seat| seat.name.clone()).collect::<Vec<_>>();
    assert_eq!(ada.post(&format!("{at}/sit"), "seat=3").await.status, StatusCode::SEE_OTHER);
    assert_eq!(names().await, [None, Some("Bo".into()), None, Some("Ada".into())]);
    // A seat that somebody has is not to be had, nor one that is not there.
    for taken in ["seat=3", "seat=1", "seat=4"] {
        let refused = bo.post(&format!("{at}/sit"), taken).await;
        assert_eq!(refused.status, StatusCode::CONFLICT, "{taken}");
        assert!(refused.text.contains("This seat is taken."), "{}", refused.text);
    }
    assert_eq!(attribute(&ada.get(&at).await.text, "data-seat"), Some("3"), "her device has the seat");
    let cookie = ada.cookie().to_owned();
    drop(table);
    let hosted = hosted.again().await;
    let mut again = hosted.device();
    again.show(&cookie);
    assert_eq!(attribute(&again.get(&at).await.text, "data-seat"), Some("3"), "also after a start");
    hosted.owner(&keys).await.post(&format!("{at}/owner/begin"), "").await;
    assert_eq!(again.post(&format!("{at}/sit"), "seat=0").await.status, StatusCode::CONFLICT);
}

#[tokio::test]
async fn a_team_builds_its_decks_from_one_pool_and_no_card_twice() {
    let hosted = Hosted::new().await;
    for (format, seats, team, why) in [("sealed", 3, 2, "whole teams of 2"), ("draft", 4, 2, "is drafted")] {
        let refused = team_table(&hosted, format, seats, team).await.expect_err("refused").to_string();
        assert!(refused.contains(why), "{refused}");
    }
    let keys = team_table(&hosted, "sealed", 4, 2).await.expect("a table");
    let at = format!("/t/{}", keys.id.0);
    let mut people = Vec::new();
    for name in ["Ada", "Bo", "Cy", "Di"] {
        people.push(hosted.join(&keys, name).await);
    }
    assert!(people[0].get(&at).await.text.contains("Team 2"));
    hosted.owner(&keys).await.post(&format!("{at}/owner/begin"), "").await;
    let pools = hosted.library().streams(StreamKind::Pool, "chronx").expect("pools");
    let mut names: Vec<&str> = pools.iter().map(|pool| pool.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Friday: Ada, Bo", "Friday: Cy, Di"]);
    let table = hosted.tables.get(keys.id.0).expect("the table");
    let whole = table.room.lock().await.pool(0).expect("a pool").cards;
    assert!(people[0].get(&at).await.text.contains("You share this pool with Bo."));
    // Each in turn takes a suggested deck out of what is left, and hands it in.
    for person in &people[..2] {
        assert_eq!(change(person, &at, "suggest 0").await, StatusCode::SEE_OTHER);
        assert_eq!(change(person, &at, "register").await, StatusCode::SEE_OTHER);
        assert!(person.get(&at).await.text.contains("Your deck is registered"));
    }
    let (library, games) = (hosted.library(), game("chronx"));
    let free = games.format("sealed").expect("a format").free_cards().expect("free cards");
    let mut used: BTreeMap<CardIx, usize> = BTreeMap::new();
    for heading in library.streams(StreamKind::Deck, "chronx").expect("decks") {
        let deck = DeckSession::open(&library, &games.game, heading.id).expect("a deck").deck;
        let cards = (0..deck.sections.len()).flat_map(|section| deck.cards(section));
        cards.for_each(|card| *used.entry(games.game.namesake(card)).or_default() += 1);
    }
    for (card, copies) in used {
        let had = whole.iter().filter(|other| games.game.namesake(**other) == card).count();
        let name = &games.game.card(card).name;
        assert!(copies <= had || free.matches(games.game.card(card)), "{name}: {copies} of {had}");
    }
    // A card that a teammate has is gone: asking for it changes nothing. The other team has its own.
    let room = table.room.lock().await;
    let taken = room.deck(0).cards(games.game.section("main").expect("a section"));
    let gone = taken.iter().find(|card| !room.pool(1).expect("a pool").cards.contains(card));
    let gone = games.game.card(*gone.expect("a card that Ada has the last copy of")).id.clone();
    drop(room);
    change(&people[1], &at, "reopen").await;
    let before = table.room.lock().await.deck(1);
    assert_eq!(change(&people[1], &at, &format!("add {gone}")).await, StatusCode::SEE_OTHER);
    assert_eq!(table.room.lock().await.deck(1), before);
}

#[tokio::test]
async fn past_picks_show_what_a_seat_saw_and_nothing_of_other_people() {
    let hosted = Hosted::new().await;
    let keys = hosted.table("chronx/draft", 3, 3).await;
    let at = format!("/t/{}", keys.id.0);
    let (ada, bo) = (hosted.join(&keys, "Ada").await, hosted.join(&keys, "Bo").await);
    let games = game("chronx");
    let past = format!("{at}/past");
    assert_eq!(ada.get(&past).await.status, StatusCode::NOT_FOUND, "nothing is drafted yet");
    hosted.owner(&keys).await.post(&format!("{at}/owner/begin"), "").await;
    let table = hosted.tables.get(keys.id.0).expect("the table");
    let mut firsts = Vec::new();
    for (seat, device) in [(0, &ada), (1, &bo)] {
        let view = table.room.lock().await.view(seat).expect("a view");
        firsts.push(view.piles[0].cards.clone());
        let page = device.get(&at).await.text;
        let key = attribute(&page, "data-key").expect("a key");
        device.post(&format!("{at}/pick"), &format!("key={key}&words=%232")).await;
    }
    let faces = |page: &str| page.matches("<div class=\"card").count();
    let own = ada.get(&past).await.text;
    assert_eq!(faces(&own), firsts[0].len(), "the pack as it was: {own}");
    assert!(own.contains(&format!("<h2>{}", games.game.card(firsts[0][1]).name)), "{own}");
    assert_eq!(own.matches("class=\"card taken\"").count(), 1);
    // Whatever is asked for, she sees her own: Bo is a person, and the bot's picks are told when the draft is over.
    for other in ["seat=2&pick=1", "seat=3&pick=1", "seat=9", "pick=99", "seat=0&pick=0"] {
        assert_eq!(ada.get(&format!("{past}?{other}")).await.text, own, "{other}");
    }
    assert_eq!(hosted.device().get(&past).await.status, StatusCode::FORBIDDEN);
    for device in [&ada, &bo].iter().cycle() {
        let page = device.get(&at).await.text;
        if page.contains("class=\"building\"") {
            break;
        }
        if let (true, Some(key)) = (page.contains("id=\"choice\""), attribute(&page, "data-key")) {
            device.post(&format!("{at}/pick"), &format!("key={key}&words=%231")).await;
        }
    }
    let bot = ada.get(&format!("{past}?seat=3&pick=4")).await.text;
    assert!(bot.contains("a bot chose") && bot.contains("Pack 1, pick 4"), "{bot}");
    let person = ada.get(&format!("{past}?seat=2&pick=4")).await.text;
    let hers = ada.get(&format!("{past}?pick=4")).await.text;
    assert_eq!(person, hers, "Bo's picks stay his");
    assert!(hers.contains("of this pack came back"), "a pack of three seats comes round: {hers}");
}

#[tokio::test]
async fn a_page_that_was_out_of_date_before_it_listened_is_told_so_at_once() {
    let hosted = Hosted::new().await;
    let keys = hosted.table("chronx/draft", 2, 1).await;
    let at = format!("/t/{}", keys.id.0);
    let ada = hosted.join(&keys, "Ada").await;
    let first = async |known: &str| {
        let request = Request::get(format!("{at}/stream?known={known}"))
            .header(header::HOST, HOST)
            .header(header::COOKIE, ada.cookie());
        let mut body = hosted.stream(request.body(Body::empty()).expect("a request")).await.into_data_stream();
        let bytes = body.next().await.expect("an event").expect("bytes");
        String::from_utf8(bytes.to_vec()).expect("UTF-8")
    };
    let page = ada.get(&at).await.text;
    let known = attribute(&page, "data-version").expect("a number").to_owned();
    assert!(first(&known).await.contains("event: row"));
    let _bo = hosted.join(&keys, "Bo").await;
    assert!(first(&known).await.contains("event: page"), "Bo came in meanwhile");
    let now = ada.get(&at).await.text;
    assert!(first(attribute(&now, "data-version").expect("a number")).await.contains("event: row"));
}
