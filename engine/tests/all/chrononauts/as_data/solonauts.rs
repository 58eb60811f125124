//! Solonauts in Rust and as data.

use engine::games::solonauts::{Solonauts, State};
use engine::kernel::observation::Observation;
use engine::timeline::bits;
use formats::rng::Seed;

use super::{Shelf, Sight, Twins, cards, described, nobody, sorted, with_rules};
use crate::large::cases;

/// A Linchpin goes by its year.
fn words(text: &str) -> String {
    text.to_owned()
}

fn words_of_data(text: &str) -> String {
    let (action, rest) = text.split_once(' ').unwrap_or((text, ""));
    match (action, rest.split_once(" on ")) {
        ("invert", Some((card, linchpin))) => {
            format!("play {card} on {}", linchpin.split(' ').next().unwrap_or_default())
        }
        ("mend", _) => format!("play {rest}"),
        _ => text.to_owned(),
    }
}

fn sees(rules: &Solonauts, state: &State, _: Option<u8>) -> Sight {
    let (data, history) = (rules.data(), &state.history);
    let ids = |set: u64| bits(set).map(|id| data.def(id).name.clone()).collect::<Vec<_>>();
    let people = |set: u64| bits(set).map(|id| data.identities()[usize::from(id)].name.clone()).collect::<Vec<_>>();
    let labels = |cells: u64| bits(cells).map(|cell| data.timeline().cells()[usize::from(cell)].label.clone());
    let patch = |patch: u8| {
        let label = &data.timeline().patches()[usize::from(patch)].label;
        let named = data.defs().iter().find(|def| def.name.split(' ').next() == Some(label));
        named.expect("a card of the match").name.clone()
    };
    Sight::from([
        ("hand".to_owned(), sorted(ids(state.hand))),
        ("deck".to_owned(), vec![state.deck.count_ones().to_string()]),
        ("waiting".to_owned(), sorted(people(state.waiting))),
        ("home".to_owned(), sorted(people(state.home))),
        ("reversed".to_owned(), sorted(labels(history.primes).collect())),
        ("torn".to_owned(), sorted(labels(history.holes).collect())),
        ("patches".to_owned(), sorted(bits(history.patches).map(patch).collect())),
    ])
}

fn sees_data(seen: &Observation) -> Sight {
    let common = |title: &str| seen.common.iter().find(|zone| zone.title == title).expect("a zone");
    let marked = |mark: &str| {
        let marked = common("TimeLine").cards.iter().filter(|card| card.marks.iter().any(|m| m == mark));
        sorted(marked.map(|card| card.name.split(' ').next().unwrap_or_default().to_owned()).collect())
    };
    let hand = seen.seats[0].zones.iter().find(|zone| zone.title == "Hand").expect("a hand");
    Sight::from([
        ("hand".to_owned(), sorted(cards(hand))),
        ("deck".to_owned(), vec![common("Draw pile").cards.len().to_string()]),
        ("waiting".to_owned(), sorted(cards(common("Waiting")))),
        ("home".to_owned(), sorted(cards(common("Home")))),
        ("reversed".to_owned(), marked("reversed 1")),
        ("torn".to_owned(), marked("torn 1")),
        ("patches".to_owned(), sorted(cards(common("Patches")))),
    ])
}

fn compare(games: u64, variant: impl Fn(&str) -> String) {
    let shelf = Shelf::new();
    let game = with_rules(&shelf, "solonauts.toml", variant);
    let rust = shelf.solonauts(8);
    let data = described::<2>(&game, &shelf.deck("solonauts"), 1);
    let defs = rust.data().defs().iter().map(|def| def.name.clone());
    let names: Vec<String> = defs.chain(rust.data().identities().iter().map(|i| i.name.clone())).collect();
    let mut twins = Twins {
        rust: &rust,
        data: &data,
        names: &names,
        words: [words, words_of_data],
        sees,
        sees_data,
        blurs: nobody,
        done: Default::default(),
    };
    let mut ends = [0; 2];
    for game in 0..games {
        let outcome = twins.play(Seed::from_number(game), Some(0), u32::MAX, &format!("game {game}"));
        ends[usize::from(outcome.is_some_and(|outcome| outcome.winners != 0))] += 1;
    }
    // Every card was played, and every Linchpin reversed.
    for def in rust.data().defs() {
        let played = |text: &String| text.strip_prefix("play ").is_some_and(|text| text.starts_with(&def.name));
        assert!(twins.done.iter().any(played), "nobody played {}", def.name);
    }
    for cell in bits(rust.data().timeline().linchpins()) {
        let on = format!(" on {}", rust.data().timeline().cells()[usize::from(cell)].label);
        assert!(twins.done.iter().any(|text| text.ends_with(&on)), "nobody reversed{on}");
    }
    assert!(twins.done.iter().any(|text| text.starts_with("drop ")), "nobody dropped a Patch");
}

#[test]
fn solonauts_as_data_is_the_game_in_rust() {
    compare(cases(250, 100_000), str::to_owned);
}
