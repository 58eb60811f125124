//! Events: pairings against an oracle that tries everything, standings against published numbers and numbers worked out
//! by hand, corrections, brackets, and thousands of random evenings.

mod evening;
mod pairings;
mod standings;

use formats::event::log::{Action, Entrant, Entry, Score};
use formats::event::{DESK, Event, Kind, Rules, Scheme, Start};
use formats::rng::Seed;

/// An event without cards.
fn start(scheme: Scheme, rounds: Option<u32>, seed: u64) -> Start {
    Start {
        game: "g".into(),
        format: "f".into(),
        data_hash: "d".into(),
        kind: Kind::Constructed,
        scheme,
        team: 1,
        rounds,
        pods: None,
        across: false,
        rules: Rules::default(),
        seed: Seed::of(seed).hex(),
        deal: None,
    }
}

fn does(event: &mut Event, action: Action) {
    let entry = Entry { at: 0, by: DESK.into(), action };
    *event = event.after(entry).unwrap_or_else(|e| panic!("{e}"));
}

fn refused(event: &Event, by: &str, action: Action) -> String {
    let entry = Entry { at: 0, by: by.into(), action };
    event.after(entry).map(|_| ()).expect_err("it should be refused").to_string()
}

fn enter(event: &mut Event, names: &[&str]) {
    let entrants = names.iter().map(|n| Entrant { name: (*n).into(), members: Vec::new() }).collect();
    does(event, Action::Enter(entrants));
}

fn crowd(event: &mut Event, count: u32) {
    let before = event.players.len() as u32;
    let names: Vec<String> = (before..before + count).map(|n| format!("P{}", n + 1)).collect();
    enter(event, &names.iter().map(String::as_str).collect::<Vec<_>>());
}

fn score(text: &str) -> Score {
    Score::parse(text, &Rules::default()).expect("a result")
}

fn report(event: &mut Event, round: u32, table: u32, text: &str) {
    does(event, Action::Report { round, table, score: score(text) });
}
