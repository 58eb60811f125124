//! Events: pairings against an oracle that tries everything, standings against published numbers and numbers worked out
//! by hand, corrections, brackets, and thousands of random evenings.

mod evening;
mod pairings;
mod standings;

use formats::event::log::{Entrant, EventAction, EventLogEntry, MatchScore};
use formats::event::{EventKind, EventRules, EventStart, ORGANISER, PairingScheme, TournamentEvent};
use formats::rng::Seed;

/// An event without cards.
fn start(scheme: PairingScheme, rounds: Option<u32>, seed: u64) -> EventStart {
    EventStart {
        game: "g".into(),
        format: "f".into(),
        data_hash: "d".into(),
        kind: EventKind::Constructed,
        scheme,
        team: 1,
        rounds,
        pods: None,
        across: false,
        rules: EventRules::default(),
        seed: Seed::from_number(seed).to_hex(),
        deal: None,
    }
}

fn does(event: &mut TournamentEvent, action: EventAction) {
    let entry = EventLogEntry { at: 0, by: ORGANISER.into(), action };
    *event = event.after(entry).unwrap_or_else(|e| panic!("{e}"));
}

fn refused(event: &TournamentEvent, by: &str, action: EventAction) -> String {
    let entry = EventLogEntry { at: 0, by: by.into(), action };
    event.after(entry).map(|_| ()).expect_err("it should be refused").to_string()
}

fn enter(event: &mut TournamentEvent, names: &[&str]) {
    let entrants = names.iter().map(|n| Entrant { name: (*n).into(), members: Vec::new() }).collect();
    does(event, EventAction::Enter(entrants));
}

fn crowd(event: &mut TournamentEvent, count: u32) {
    let before = event.players.len() as u32;
    let names: Vec<String> = (before..before + count).map(|n| format!("P{}", n + 1)).collect();
    enter(event, &names.iter().map(String::as_str).collect::<Vec<_>>());
}

fn score(text: &str) -> MatchScore {
    MatchScore::parse(text, &EventRules::default()).expect("a result")
}

fn report(event: &mut TournamentEvent, round: u32, table: u32, text: &str) {
    does(event, EventAction::Report { round, table, score: score(text) });
}
