//! Artifaxx in Rust and as data.

use engine::games::chrononauts::{Chrononauts, State, Step};
use engine::kernel::audience::Audience;
use engine::kernel::observation::Observation;
use engine::kernel::rules::{Actor, Rules, Seats};
use formats::rng::Seed;

use super::{Shelf, Sight, Twins, cards, described, games, sorted, with_rules};

/// Where an Artifact lies is told by its name: there is one of each.
fn rust_notation(text: &str) -> String {
    let Some((card, on)) = text.split_once(" on ") else { return text.replacen("answer with", "answer", 1) };
    let aim =
        on.strip_prefix("own ").or_else(|| on.split_once("'s ").filter(|(s, _)| s.starts_with("seat ")).map(|s| s.1));
    format!("{card} on {}", aim.unwrap_or(on))
}

fn data_notation(text: &str) -> String {
    let (action, rest) = text.split_once(' ').unwrap_or((text, ""));
    let action = match action {
        "play-against" => return format!("play {}", rest.replace(" seat ", " on seat ")),
        "take-artifact" | "lose-artifact" | "take-back" => "play",
        other => other,
    };
    format!("{action} {rest}").trim().to_owned()
}

fn sees(rules: &Chrononauts, state: &State, viewer: Option<u8>) -> Sight {
    let seen = rules.observe(state, &Audience::numbered(viewer));
    let mut sight = Sight::new();
    sight.insert("deck".into(), vec![state.deck.cards().len().to_string()]);
    sight.insert("missions".into(), vec![state.missions.pile.cards().len().to_string()]);
    sight.insert("discard".into(), cards(&seen.common[0]));
    let chain = seen.pending.iter().rev().map(|p| rules.data().defs().iter().find(|d| d.card == p.card));
    sight.insert("chain".into(), chain.map(|def| def.expect("a card of the match").name.clone()).collect());
    for (seat, side) in seen.seats.iter().enumerate() {
        let zone = |title: &str| side.zones.iter().find(|zone| zone.title == title).map(cards);
        let held = state.missions.held[seat] != u8::MAX;
        let mission = zone("mission").unwrap_or_else(|| if held { vec!["?".into()] } else { Vec::new() });
        sight.insert(format!("{seat} mission"), mission);
        sight.insert(format!("{seat} hand"), sorted(zone("hand").expect("a hand")));
        sight.insert(format!("{seat} table"), sorted(zone("table").expect("a table")));
    }
    sight
}

fn sees_data(seen: &Observation) -> Sight {
    let mut sight = Sight::new();
    let common = |title: &str| cards(seen.common.iter().find(|zone| zone.title == title).expect("a zone"));
    sight.insert("deck".into(), vec![common("Draw pile").len().to_string()]);
    sight.insert("missions".into(), vec![common("Missions").len().to_string()]);
    sight.insert("discard".into(), common("Discard pile"));
    sight.insert("chain".into(), common("Being played"));
    assert!(common("Gathered").is_empty(), "hands are dealt out whole");
    for (seat, side) in seen.seats.iter().enumerate() {
        let zone = |title: &str| sorted(cards(side.zones.iter().find(|zone| zone.title == title).expect("a zone")));
        sight.insert(format!("{seat} mission"), zone("Mission"));
        sight.insert(format!("{seat} hand"), zone("Hand"));
        sight.insert(format!("{seat} table"), zone("Table"));
        assert!(zone("Passing").is_empty(), "hands are passed on whole");
    }
    sight
}

/// Where Rust says of some seats that they know more, or less, of hands than they can:
/// - Somebody takes a card out of a hand, and a third seat cannot tell which one it was. Rust takes that card alone out of what such a
///   seat knows of the hand, which tells that the others are still there; where there was no other one, it forgets who has it.
/// - Two copies in one hand are each known to somebody else, and one of them leaves it. Rust takes it out of what those know who had
///   seen that copy, and not the other one.
/// - Two hands are gathered, and one card is left for whoever is last: the other seat knows it where it is one of its own that has
///   not come back. Rust forgets all of them.
fn blurs(rules: &Chrononauts, state: &State, does: &str) -> Seats {
    let seats = || 0..rules.seats();
    let all = |wanted: &dyn Fn(u8) -> bool| seats().filter(|seat| wanted(*seat)).fold(0, |all, seat| all | 1 << seat);
    let Actor::Seat(actor) = rules.actor(state) else { return 0 };
    let from = match state.step() {
        Step::Take(from) => from,
        _ => actor,
    };
    let mut blurred = if from == actor { 0 } else { all(&|seat| seat != from && seat != actor) };
    if rules.seats() == 2
        && (0..2).map(|seat| state.hands[seat].count_ones()).sum::<u32>() <= 4
        && is_gathering(rules, state, does)
    {
        return 0b11;
    }
    let Some((_, what)) = does.split_once(' ') else { return blurred };
    let leaves = |name: &str| what.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(" on "));
    let Some(def) = rules.data().defs().iter().find(|def| leaves(&def.name)) else { return blurred };
    let hand = |viewer: Option<u8>| sees(rules, state, viewer).remove(&format!("{from} hand")).unwrap_or_default();
    let copies = |viewer: Option<u8>| hand(viewer).iter().filter(|card| **card == def.name).count();
    let knows = |seat: u8| seat != from && copies(Some(seat)) > 0;
    if copies(None) > 1 && seats().filter(|seat| knows(*seat)).count() > 1 {
        blurred |= all(&knows);
    }
    blurred
}

/// Whether hands may be gathered by what is done.
fn is_gathering(rules: &Chrononauts, state: &State, does: &str) -> bool {
    let gathers = "Time Vortex";
    let waits = rules.observe(state, &Audience::numbered(None)).pending;
    let is_waiting = |card| rules.data().defs().iter().any(|def| def.card == card && def.name == gathers);
    does == format!("play {gathers}") || waits.iter().any(|pending| is_waiting(pending.card))
}

fn compare(seats: usize, games: u64, variant: impl Fn(&str) -> String) {
    let shelf = Shelf::new();
    let game = with_rules(&shelf, "artifaxx.toml", variant);
    let deck = shelf.deck("artifaxx");
    let rust = shelf.table("artifaxx", seats);
    let data = described::<1>(&game, &deck, seats);
    let defs = rust.data().defs().iter().map(|def| def.name.clone());
    let names: Vec<String> = defs.chain(rust.data().missions().iter().map(|m| m.name.clone())).collect();
    let (names, done) = (&names[..], Default::default());
    let words: [fn(&str) -> String; 2] = [rust_notation, data_notation];
    let mut twins = Twins { rust: &rust, data: &data, names, words, sees, sees_data, blurs, done };
    for game in 0..games {
        let seed = Seed::from_number(1_000_000 * seats as u64 + game);
        twins.play(seed, Some((game % seats as u64) as u8), 120, &format!("{seats} seats, game {game}"));
    }
    // Every card was played, or answered with.
    for def in rust.data().defs() {
        let played = |text: &String| {
            text.strip_prefix("play ").or(text.strip_prefix("answer ")).is_some_and(|t| t.starts_with(&def.name))
        };
        assert!(twins.done.iter().any(played), "{seats} seats: nobody played {}", def.name);
    }
    for word in ["draw", "pass", "done"] {
        assert!(twins.done.contains(word), "{seats} seats: nobody chose {word}");
    }
}

#[test]
fn two_seat_artifaxx_as_data_is_the_game_in_rust() {
    compare(2, games(150).div_ceil(3), str::to_owned);
}

#[test]
fn three_seat_artifaxx_as_data_is_the_game_in_rust() {
    compare(3, games(150).div_ceil(3), str::to_owned);
}

#[test]
fn four_seat_artifaxx_as_data_is_the_game_in_rust() {
    compare(4, games(150).div_ceil(3), str::to_owned);
}

/// Each of these is another game, and is noticed.
#[test]
fn a_broken_rule_of_artifaxx_is_noticed() {
    for (rule, broken) in [
        ("count chain % 2 = 0", "count chain > 1"),
        ("left of you's hand", "right of you's hand"),
        ("if = \"count hand > 5\"", "if = \"count hand > 6\""),
        ("if odd > 0 then 1 else 0", "if odd > 1 then 1 else 0"),
        ("draw = 1, refill = \"discard\" }, { set", "draw = 1 }, { set"),
        ("bottom = true }", "bottom = false }"),
        ("{ look = \"whom's hand\" },", ""),
        (">= needs of one", "> needs of one"),
        ("fresh = 1 and any hand", "fresh = 1"),
        ("mission   = { of = \"seat\", sees = \"owner\" }", "mission   = { of = \"seat\" }"),
    ] {
        let variant = |text: &str| {
            assert!(text.contains(rule), "{rule} is a rule");
            text.replace(rule, broken)
        };
        let same = std::panic::catch_unwind(|| compare(3, 40, variant));
        assert!(same.is_err(), "{broken}, and nobody notices");
    }
}
