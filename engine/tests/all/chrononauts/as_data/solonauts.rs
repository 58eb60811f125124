//! Solonauts in Rust and as data.

use engine::described::{self, Described};
use engine::games::solonauts::{Solonauts, State};
use engine::kernel::match_options::SetupError;
use engine::kernel::observation::Observation;
use engine::timeline::bits;
use formats::rng::Seed;

use super::{Shelf, Sight, Twins, cards, games, nobody, sorted, with_rules};

/// A Linchpin goes by its year.
fn rust_notation(text: &str) -> String {
    text.to_owned()
}

fn data_notation(text: &str) -> String {
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
        ("reversed".to_owned(), marked("reversed")),
        ("torn".to_owned(), marked("torn")),
        ("patches".to_owned(), sorted(cards(common("Patches")))),
    ])
}

fn compare(games: u64, variant: impl Fn(&str) -> String) {
    let shelf = Shelf::new();
    let game = with_rules(&shelf, "solonauts.toml", variant);
    let rust = shelf.solonauts(8);
    let data = super::described::<2>(&game, &shelf.deck("solonauts"), 1);
    let defs = rust.data().defs().iter().map(|def| def.name.clone());
    let names: Vec<String> = defs.chain(rust.data().identities().iter().map(|i| i.name.clone())).collect();
    let mut twins = Twins {
        rust: &rust,
        data: &data,
        names: &names,
        words: [rust_notation, data_notation],
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
    // Every card was played, but for Patches that wait for more than few games bring about, and every Linchpin reversed.
    let is_played = |name: &String| {
        twins.done.iter().any(|text| text.strip_prefix("play ").is_some_and(|text| text.starts_with(name)))
    };
    let never: Vec<&String> = rust.data().defs().iter().map(|def| &def.name).filter(|name| !is_played(name)).collect();
    assert!(never.len() <= if games < 100_000 { 3 } else { 0 }, "nobody played {never:?}");
    for cell in bits(rust.data().timeline().linchpins()) {
        let on = format!(" on {}", rust.data().timeline().cells()[usize::from(cell)].label);
        assert!(twins.done.iter().any(|text| text.ends_with(&on)), "nobody reversed{on}");
    }
    assert!(twins.done.iter().any(|text| text.starts_with("drop ")), "nobody dropped a Patch");
    println!("{} games lost, {} won", ends[0], ends[1]);
}

#[test]
fn solonauts_as_data_is_the_game_in_rust() {
    compare(games(250), str::to_owned);
}

/// Each of these is another game, and is noticed.
#[test]
fn a_broken_rule_of_solonauts_is_noticed() {
    for (rule, broken) in [
        ("if holds paradox_if of event then 1 else 0", "if holds paradox_if of event then 1 else torn of event"),
        ("patches[stands=0]", "patches[stands=0 unstable=0]"),
        ("else 9999", "else 1990"),
        ("beyond of it = 1 or", "beyond of it = 0 or"),
        ("word=$(reverses of it)", "reversed<=1"),
        ("paradoxes >= paradox-limit", "paradoxes > paradox-limit"),
    ] {
        let variant = |text: &str| {
            assert!(text.contains(rule), "{rule} is a rule");
            text.replace(rule, broken)
        };
        let same = std::panic::catch_unwind(|| compare(400, variant));
        assert!(same.is_err(), "{broken}, and nobody notices");
    }
}

#[test]
fn a_word_that_means_no_card_is_refused_by_name() {
    let shelf = Shelf::new();
    let game = with_rules(&shelf, "solonauts.toml", |text| text.replace("word = \"{year}'\"", "word = \"{year}*\""));
    let program = described::program(&game).expect("it has rules").expect("they have no fault");
    let refused = match Described::<2>::new(&game, program, &[&shelf.deck("solonauts")], 1) {
        Err(SetupError::Cards(refused)) => refused,
        other => panic!("{other:?}"),
    };
    let why = |name: &str| refused.iter().find(|r| r.card == name).map(|r| r.why.as_str());
    assert_eq!(why("1868 Andrew Johnson Impeached"), Some("`paradox_if`: `1865'` means no card"));
    assert_eq!(why("Avert Disaster"), None, "1912, 1915 and 1937 mean cards");
}

#[test]
fn faults_of_words_are_told() {
    let shelf = Shelf::new();
    for (from, to, wanted) in [
        ("\"{year}\"", "\"{yeer}\"", "the game has no field `yeer`"),
        ("holds home of it", "holds year of it", "this is no text of cards"),
        ("word=$(reverses of it)", "word=$(year of it)", "this has no words that mean cards"),
        ("reversed of it = 0 and torn of it = 0", "holds home of it", "there is no `holds` here"),
        ("of   = \"type:patch\"", "of   = \"type:pitch\"", "pitch"),
    ] {
        let game = with_rules(&shelf, "solonauts.toml", |text| {
            assert!(text.contains(from), "{from}");
            text.replacen(from, to, 1)
        });
        let faults = described::program(&game).expect("it has rules").err().unwrap_or_default();
        assert!(faults.iter().any(|f| f.line > 0 && f.message.contains(wanted)), "{to}: {faults:#?}");
    }
}
