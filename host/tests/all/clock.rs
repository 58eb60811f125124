//! Clocks of seats: what runs out, what is held, and whose choice is taken then.

use std::time::{Duration, Instant};

use formats::limited::draft::clock::DraftClock;
use formats::limited::draft::log::ChosenBy;
use formats::rng::Seed;
use host::log::TableSetup;
use host::tables::NewTable;

use crate::table::{Hosted, game};

const SECOND: Duration = Duration::from_secs(1);

/// A draft of Chron X with the tournament's times.
fn timed(seats: u32) -> NewTable {
    let games = game("chronx");
    let setup = TableSetup::from_format(games.format("draft").expect("a format"), seats).expect("packs");
    let (clock, seed) = (Some(DraftClock::default()), Some(Seed::from_number(6).to_hex()));
    NewTable { name: "Friday".into(), game: "chronx".into(), setup: TableSetup { clock, seed, ..setup } }
}

#[tokio::test]
async fn when_time_is_over_the_marked_card_is_taken_and_otherwise_a_bot_chooses() {
    let hosted = Hosted::new().await;
    let new = timed(3);
    let keys = hosted.tables.create(new).await.expect("a table");
    for name in ["Ada", "Bo"] {
        hosted.join(&keys, name).await;
    }
    let table = hosted.tables.get(keys.id.0).expect("the table");
    let mut room = table.room.lock().await;
    room.begin().await.expect("begins");
    let now = Instant::now();
    assert!(!room.tick(now).await.expect("ticks"));
    // Packs of 15 have 40 seconds; Ada has marked a card.
    for seat in [0, 1] {
        assert_eq!(room.timer(seat).expect("it runs").end, now + 40 * SECOND);
    }
    let view = room.view(0).expect("a view");
    let marked = view.piles[0].cards[5];
    let key = room.question_key(&view);
    room.mark(0, &key, "#6").expect("marked");
    // Two seconds of grace: what comes in time is still taken.
    assert!(!room.tick(now + 41 * SECOND).await.expect("ticks"));
    assert!(room.tick(now + 42 * SECOND).await.expect("ticks"));
    let draft = &room.draft.as_ref().expect("a draft").pod;
    assert_eq!(draft.draft.picks(0), [marked]);
    assert_eq!(draft.draft.picks(1).len(), 1);
    let by: Vec<ChosenBy> = [0, 1].map(|seat| draft.moves().iter().find(|m| m.seat == seat).expect("a move").by).into();
    assert_eq!(by, [ChosenBy::Person, ChosenBy::Clock]);
    // A mark is for one question: the next time it is over, a bot chooses.
    let later = now + 42 * SECOND;
    assert!(!room.tick(later + SECOND).await.expect("ticks"));
    // Paused, no time passes; what was left is left.
    let left = room.timer(0).expect("it runs").end - (later + 10 * SECOND);
    room.pause(true).await.expect("pauses");
    room.set_timers(later + 10 * SECOND);
    assert!(room.timer(0).is_none());
    assert!(!room.tick(later + 500 * SECOND).await.expect("ticks"));
    room.pause(false).await.expect("goes on");
    room.set_timers(later + 600 * SECOND);
    assert_eq!(room.timer(0).expect("it runs").end, later + 600 * SECOND + left);
    assert!(room.tick(later + 600 * SECOND + left + 2 * SECOND).await.expect("ticks"));
    assert_eq!(room.draft.as_ref().expect("a draft").pod.draft.picks(0).len(), 2);
}

#[tokio::test]
async fn people_who_never_touch_their_phones_have_drafted_when_all_time_is_over() {
    let hosted = Hosted::new().await;
    let new = timed(4);
    let keys = hosted.tables.create(new).await.expect("a table");
    for name in ["Ada", "Bo", "Cy", "Di"] {
        hosted.join(&keys, name).await;
    }
    let table = hosted.tables.get(keys.id.0).expect("the table");
    let mut room = table.room.lock().await;
    room.begin().await.expect("begins");
    let mut now = Instant::now();
    let begun = now;
    while !room.draft.as_ref().expect("a draft").pod.draft.is_over() {
        room.tick(now).await.expect("ticks");
        now += SECOND;
        assert!(now < begun + 3600 * SECOND, "an hour is more than a draft takes");
    }
    // Three packs of the tournament's times, 60 and 90 seconds between them, two of grace for each of 45 picks.
    let clock = DraftClock::default();
    let pack: u32 = (1..=15).map(|cards| clock.pick(cards)).sum();
    let all = 3 * pack + 60 + 90 + 45 * 2;
    let took = (now - begun).as_secs() as u32;
    assert!((all - 5..=all + 50).contains(&took), "{took} s, and {all} by the clock");
}
