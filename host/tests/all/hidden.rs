//! What a seat gets does not depend on what it may not see.

use catalog::store::Library;
use catalog::store::journal::StreamKind;
use formats::limited::draft::pod::DraftPlayer;
use formats::limited::draft::start::{DraftPlan, DraftStart};
use formats::rng::Seed;
use host::log::{TableAction, TableSetup, TableStart};
use host::secret::Secret;

use crate::table::{Hosted, attribute, game};

const SEATS: usize = 4;

/// The draft of four people, and the same one where all cards that seat 0 does not see at first lie elsewhere.
fn two_worlds() -> [DraftStart; 2] {
    let games = game("chronx");
    let format = games.format("draft").expect("a format");
    let people = (1..=SEATS).map(|n| DraftPlayer::Person(format!("Player {n}"))).collect();
    let plan = DraftPlan::from_format(format, people).expect("a draft");
    let start = plan.start(&games, Seed::from_number(8)).expect("starts");
    let mut other = start.clone();
    let mut hidden: Vec<String> = Vec::new();
    let places = |start: &DraftStart| -> Vec<(usize, usize)> {
        let all = (0..start.packs.len()).flat_map(|round| (0..SEATS).map(move |seat| (round, seat)));
        all.filter(|place| *place != (0, 0)).collect()
    };
    for (round, seat) in places(&start) {
        hidden.extend(start.packs[round][seat].iter().cloned());
    }
    hidden.reverse();
    for (round, seat) in places(&start) {
        let size = other.packs[round][seat].len();
        other.packs[round][seat] = hidden.drain(..size).collect();
    }
    assert_ne!(start.packs, other.packs);
    [start, other]
}

fn secret(seat: usize) -> Secret {
    Secret::read(&format!("{:032x}", seat + 1)).expect("a secret")
}

fn fill(library: &mut Library, start: &DraftStart) {
    let games = game("chronx");
    let (id, hash) = (&games.game.id, &games.game.data_hash);
    let draft = library.begin(StreamKind::Draft, id, hash, "Friday", start).expect("begins");
    let setup = TableSetup::from_format(games.format("draft").expect("a format"), SEATS as u32).expect("packs");
    let table = TableStart { setup, code: "ABCDEF".into(), owner: secret(99).hash() };
    let table = library.begin(StreamKind::Table, id, hash, "Friday", &table).expect("begins");
    let join =
        |seat: usize| TableAction::Join { seat, name: format!("Player {}", seat + 1), secret: secret(seat).hash() };
    let begin = TableAction::Begin { streams: vec![draft.0] };
    for (seq, action) in (0..SEATS).map(join).chain([begin]).enumerate() {
        library.append(table, seq, &action, None).expect("appends");
    }
}

#[tokio::test]
async fn a_seat_gets_the_same_bytes_whatever_lies_where_it_cannot_see() {
    let mut told: Vec<Vec<String>> = Vec::new();
    for start in two_worlds() {
        let hosted = Hosted::filled(|library| fill(library, &start)).await;
        let at = format!("/t/{}", hosted.tables.all()[0].id.0);
        let device = |seat: usize| {
            let mut device = hosted.device();
            device.show(&format!("deckloom-{}={}", hosted.tables.all()[0].id.0, secret(seat).digits()));
            device
        };
        let mut pages = Vec::new();
        // Others pick by places, whatever lies there; seat 0 looks at its page, and at that of spectators, after each.
        for seat in [1, 2, 3, 2, 3, 3] {
            pages.push(device(0).get(&at).await.text);
            pages.push(device(0).get(&format!("{at}/watch")).await.text);
            let page = device(seat).get(&at).await.text;
            let key = attribute(&page, "data-key").expect("a key").to_owned();
            let answer = device(seat).post(&format!("{at}/pick"), &format!("key={key}&words=%232")).await;
            assert_eq!(answer.status.as_u16(), 303, "seat {seat}: {}", answer.text);
        }
        let page = device(0).get(&at).await.text;
        let key = attribute(&page, "data-key").expect("a key").to_owned();
        pages.push(page);
        // What it took and from what is the same, too.
        device(0).post(&format!("{at}/pick"), &format!("key={key}&words=%232")).await;
        pages.push(device(0).get(&format!("{at}/past")).await.text);
        told.push(pages);
    }
    assert_eq!(told[0], told[1]);
    assert!(told[0].iter().any(|page| page.contains("class=\"packs\"")), "packs that wait are shown");
}

#[tokio::test]
async fn no_page_has_a_secret_of_a_seat_or_of_the_owner() {
    let [start, _] = two_worlds();
    let hosted = Hosted::filled(|library| fill(library, &start)).await;
    let table = hosted.tables.all()[0].id.0;
    let at = format!("/t/{table}");
    let mut device = hosted.device();
    device.show(&format!("deckloom-{table}={}", secret(0).digits()));
    for path in [at.clone(), format!("{at}/watch"), format!("{at}/view"), "/".into()] {
        let page = device.get(&path).await.text;
        for seat in (0..SEATS).chain([99]) {
            assert!(!page.contains(secret(seat).digits()), "{path}");
        }
    }
    assert_eq!(device.get(&format!("{at}/owner")).await.status.as_u16(), 403);
}
