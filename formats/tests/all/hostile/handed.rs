//! What people hand each other beside decks: events, drafts, sealed pools, lists of players, tables of packs.

use std::sync::Arc;

use catalog::{Source, load};
use formats::Book;
use formats::deck::Saved;
use formats::event::bracket::Kind as Bracket;
use formats::event::clock::Hand;
use formats::event::log::{Action, Entrant, Entry, How, Pairing, Prize, Score, Stage};
use formats::event::{DESK, Event, Id, Kind, MOST_PLAYERS, Rules, Scheme, Start, roster};
use formats::limited::draft::log::{Action as Done, Log};
use formats::limited::draft::pod::{Pod, Sitter};
use formats::limited::draft::start::{Plan, Start as Draft};
use formats::limited::drafter::Bot;
use formats::limited::fair::Deal;
use formats::limited::sealed::{self, Chance, Cube, table};
use formats::rng::Seed;
use serde::de::DeserializeOwned;

use super::bounded;

/// What is changed, and how.
type Change<T> = (&'static str, fn(&mut T));

fn start() -> Start {
    Start {
        game: "g".into(),
        format: "f".into(),
        data_hash: "d".into(),
        kind: Kind::Constructed,
        scheme: Scheme::Swiss,
        team: 1,
        rounds: None,
        pods: None,
        across: false,
        rules: Rules::default(),
        seed: Seed::of(1).hex(),
        deal: None,
    }
}

fn after(event: &Event, at: i64, action: Action) -> Result<Event, String> {
    event.after(Entry { at, by: DESK.into(), action }).map_err(|e| e.to_string())
}

fn crowd(players: usize) -> Action {
    Action::Enter((0..players).map(|n| Entrant { name: format!("P{n}"), members: Vec::new() }).collect())
}

fn pairing(a: u32, b: u32, node: Option<usize>) -> Pairing {
    Pairing { a: Id(a), b: Some(Id(b)), pod: None, node, why: Vec::new() }
}

/// It is refused in words of bounded length.
fn refused<T>(what: &str, answer: impl FnOnce() -> Result<T, String>) {
    match bounded(what, answer) {
        Ok(_) => panic!("{what} was let in"),
        Err(told) => assert!(told.len() < 500, "{what}: {} bytes", told.len()),
    }
}

#[test]
fn events_that_mean_harm_do_not_begin() {
    let changes: [Change<Start>; 10] = [
        ("points of a win", |s| s.rules.win = u32::MAX),
        ("points of a draw", |s| s.rules.draw = u32::MAX),
        ("games of a match", |s| s.rules.games = u32::MAX),
        ("a share of nothing", |s| s.rules.floor = (1, 0)),
        ("a share above one", |s| s.rules.floor = (7, 3)),
        ("rounds", |s| s.rounds = Some(u32::MAX)),
        ("rounds by players", |s| s.rules.rounds = vec![(8, u32::MAX)]),
        ("penalties", |s| s.rules.penalties = vec![s.rules.penalties[0].clone(); 100_000]),
        ("a team of nobody", |s| s.team = 0),
        ("pods of nobody", |s| s.pods = Some((0, 0))),
    ];
    for (what, change) in changes {
        let mut start = start();
        change(&mut start);
        refused(what, || Event::begin(start).map_err(|e| e.to_string()));
    }
    assert!(Event::begin(Start { rounds: Some(9), ..start() }).is_ok());
}

#[test]
fn entries_that_mean_harm_are_refused() {
    let empty = Event::begin(start()).expect("begins");
    let event = after(&empty, 0, crowd(8)).expect("they come");
    let huge = Score { wins: (u32::MAX, u32::MAX - 1), draws: u32::MAX, how: How::Played };
    let long = "a".repeat(1 << 20);
    let deck = |count: u32, lines: usize| {
        let list = (0..lines).map(|n| (count, format!("card {n}"))).collect();
        Box::new(Saved { sections: vec![("main".into(), list)], ..Saved::default() })
    };
    let player = Id(0);
    let cases = [
        ("a hundred thousand players", crowd(100_000)),
        ("a name of a megabyte", Action::Rename { player, name: long.clone() }),
        ("a player that is nobody", Action::Drop { player: Id(u32::MAX) }),
        ("checks of nobody", Action::Draw { players: vec![Id(u32::MAX)] }),
        ("a place in no bracket", Action::Pair { stage: Stage::Rounds, matches: vec![pairing(0, 1, Some(1 << 40))] }),
        ("a bracket that is not there", Action::Pair { stage: Stage::Bracket, matches: vec![pairing(0, 1, None)] }),
        ("one player twice in a bracket", Action::Cut { kind: Bracket::Double, seeds: vec![player; 2] }),
        ("a million in a bracket", Action::Cut { kind: Bracket::Double, seeds: (0..1_000_000).map(Id).collect() }),
        ("minutes", Action::Clock(Hand::Start { minutes: u32::MAX })),
        ("copies of a card", Action::Deck { player, deck: deck(1_000_000_000, 1) }),
        ("lines of a deck", Action::Deck { player, deck: deck(1, 100_000) }),
        ("cards of a pool", Action::Pool { player, cards: vec![String::new(); 100_000], witness: None }),
        ("a remark of a megabyte", Action::Checked { player, fault: Some(long.clone()) }),
        ("a pod that is not there", Action::Draft { pod: usize::MAX, draft: "x".into() }),
        ("a penalty that is not there", Action::Pardon { penalty: usize::MAX }),
        ("prizes", Action::Prizes(vec![Prize { from: 1, to: 1, what: String::new() }; 100_000])),
    ];
    for (what, action) in cases {
        refused(what, || after(&event, 0, action));
    }
    let round = Action::Pair { stage: Stage::Rounds, matches: vec![pairing(0, 1, None)] };
    let event = after(&event, 0, round.clone()).expect("a round");
    refused("games without number", || after(&event, 0, Action::Report { round: 1, table: 1, score: huge }));
    refused("a time beyond all times", || after(&event, i64::MAX, Action::Clock(Hand::Start { minutes: 5 })));
    // The last that is let in can be added up: a log of nothing but the highest scores.
    let most = Score { wins: (100, 99), draws: 100, how: How::Played };
    let league = Rules { win: 100, draw: 99, games: 100, ..Rules::default() };
    let league = Event::begin(Start { scheme: Scheme::League, rules: league, ..start() }).expect("begins");
    let league = after(&league, 0, crowd(2)).expect("they come").log;
    let meet = Entry { at: 0, by: DESK.into(), action: Action::Meet { a: Id(0), b: Id(1), score: most } };
    let rules = Rules { win: 100, draw: 99, games: 100, ..Rules::default() };
    let start = Start { scheme: Scheme::League, rules, ..start() };
    let log = |entries: usize| league.iter().cloned().chain(std::iter::repeat_n(meet.clone(), entries - 1));
    let full = bounded("a full log", || Event::replay(start.clone(), log(20_000)).expect("as many as there may be"));
    assert_eq!(bounded("standings", || full.standings(full.rounds.len()))[0].record.games.0, 1_999_900);
    refused("a longer log", || Event::replay(start, log(20_001)).map_err(|e| e.to_string()));
}

#[test]
fn the_largest_event_is_answered_at_once() {
    let event = Event::begin(start()).expect("begins");
    let event = bounded("everybody", || after(&event, 0, crowd(MOST_PLAYERS)).expect("as many as there may be"));
    refused("one more", || after(&event, 0, Action::Enter(vec![Entrant { name: "x".into(), members: Vec::new() }])));
    let seeds: Vec<Id> = (0..MOST_PLAYERS as u32).map(Id).collect();
    let event = bounded("a bracket", || after(&event, 0, Action::Cut { kind: Bracket::Double, seeds }).expect("drawn"));
    let bracket = event.bracket.as_ref().expect("a bracket");
    assert_eq!(bounded("how far each came", || bracket.reached()).len(), MOST_PLAYERS);
    assert_eq!(bounded("open matches", || bracket.open()).len(), MOST_PLAYERS / 2);
}

/// Texts that no type reads, and that none may stumble over.
fn is_refused_as<T: DeserializeOwned>(what: &str) {
    let deep = [("[", "]"), ("{\"start\":", "}"), ("{\"start\":{\"cube\":", "}}")];
    for (open, close) in deep {
        let text = format!("{}1{}", open.repeat(200_000), close.repeat(200_000));
        refused(what, || serde_json::from_str::<T>(&text).map(drop).map_err(|e| e.to_string()));
    }
    for text in ["{\"start\":1e999}", "", "\u{feff}{}", "{\"start\":{\"pools\":99999999999999999999}}"] {
        refused(what, || serde_json::from_str::<T>(text).map(drop).map_err(|e| e.to_string()));
    }
}

#[test]
fn deep_json_and_numbers_that_overflow_are_refused() {
    is_refused_as::<Start>("an event");
    is_refused_as::<Entry>("an entry");
    is_refused_as::<Log>("a draft");
    is_refused_as::<sealed::Event>("a sealed event");
    is_refused_as::<Deal>("a deal");
    is_refused_as::<Saved>("a deck");
    let start = serde_json::to_string(&start()).expect("written").replace("\"team\":1", "\"team\":4294967296");
    refused("a number of 33 bits", || serde_json::from_str::<Start>(&start).map(drop).map_err(|e| e.to_string()));
}

fn book() -> Book {
    let source = Source::shipped();
    let game = load::game(&source, "chronx").expect("the shipped data load");
    Book::load(&source, Arc::new(game)).expect("the shipped data load")
}

#[test]
fn drafts_that_mean_harm_are_not_laid_out() {
    let book = book();
    let sitters = vec![Sitter::Bot(Bot::default()); 4];
    let plan = Plan::of(book.format("draft").expect("a format"), sitters).expect("a draft");
    let sound = plan.start(&book, Seed::of(1)).expect("starts");
    assert!(Pod::begin(&book.game, &sound).is_ok());
    let changes: [Change<Draft>; 9] = [
        ("no seat", |s| s.sitters.clear()),
        ("seats without number", |s| s.sitters = vec![Sitter::Bot(Bot::default()); 100_000]),
        ("no packs", |s| s.packs.clear()),
        ("rounds without packs", |s| s.packs = vec![Vec::new(); 1_000_000]),
        ("a pack for one seat", |s| s.packs[1].truncate(1)),
        ("cards without number", |s| s.packs[0][0] = vec!["x".into(); 1_000_000]),
        ("seconds of a clock", |s| {
            let mut clock = formats::limited::draft::clock::Clock::default();
            clock.picks[0].1 = u32::MAX;
            s.clock = Some(clock);
        }),
        ("products", |s| s.source.products = vec!["second-edition".into(); 1_000_000]),
        ("a cube", |s| s.source.cube = Some(Cube { name: "x".into(), cards: Vec::new(), pack: u32::MAX })),
    ];
    for (what, change) in changes {
        let mut start = sound.clone();
        change(&mut start);
        refused(what, || Pod::begin(&book.game, &start).map(drop).map_err(|e| e.to_string()));
    }
    let settings =
        ["\"type\":\"winston\",\"piles\":0", "\"type\":\"grid\",\"side\":0", "\"type\":\"solomon\",\"cards\":0"];
    let more = ["\"type\":\"winchester\",\"piles\":1000000000000", "\"type\":\"grid\",\"side\":4294967296"];
    let last = [
        "\"type\":\"housman\",\"hand\":1,\"open\":1000000000,\"swaps\":1",
        "\"type\":\"trade\",\"rounds\":18446744073709551615,\"offers\":1",
    ];
    for way in settings.into_iter().chain(more).chain(last) {
        let row: Vec<String> = sound.packs.concat().concat();
        let way = serde_json::from_str(&format!("{{{way}}}")).expect("a way");
        let start = Draft { way, packs: vec![vec![row]], sitters: sound.sitters[..2].to_vec(), ..sound.clone() };
        refused("settings", || Pod::begin(&book.game, &start).map(drop).map_err(|e| e.to_string()));
    }
    let actions = vec![Done::Pause; 1_000_000];
    refused("actions", || Pod::replay(&book.game, &sound, &actions).map(drop).map_err(|e| e.to_string()));
}

#[test]
fn sealed_events_that_mean_harm_are_refused() {
    let book = book();
    let start = sealed::Start {
        game: "chronx".into(),
        format: "sealed".into(),
        data_hash: book.game.data_hash.clone(),
        pools: 2,
        team: 1,
        chance: Chance::Seed(Seed::of(1).hex()),
        cube: None,
    };
    let mut sound = sealed::Event::new(start);
    sound.open(&book, &["second-edition".into()]).expect("opens");
    sound.check_file().expect("what the program made");
    let opened = |packs: Vec<Vec<String>>| sealed::Action::Opened { product: "second-edition".into(), packs };
    let cube = |cards: usize, pack: u32| Some(Cube { name: "x".into(), cards: vec!["x".into(); cards], pack });
    let mut cases = vec![
        (
            "pools without number",
            sealed::Event { start: sealed::Start { pools: u32::MAX, ..sound.start.clone() }, actions: vec![] },
        ),
        (
            "a team without number",
            sealed::Event { start: sealed::Start { team: u32::MAX, ..sound.start.clone() }, actions: vec![] },
        ),
        ("packs for others", sealed::Event { actions: vec![opened(vec![Vec::new(); 100_000])], ..sound.clone() }),
        ("rounds", sealed::Event { actions: vec![opened(vec![Vec::new(); 2]); 100_000], ..sound.clone() }),
        ("cards", sealed::Event { actions: vec![opened(vec![vec![String::new(); 600_000]; 2])], ..sound.clone() }),
    ];
    for (what, cube) in
        [("packs of a cube", cube(9, u32::MAX)), ("packs of nothing", cube(9, 0)), ("a cube", cube(200_000, 9))]
    {
        cases.push((what, sealed::Event { start: sealed::Start { cube, ..sound.start.clone() }, actions: vec![] }));
    }
    for (what, event) in cases {
        refused(what, || event.check_file().map_err(|e| e.to_string()));
    }
}

#[test]
fn tables_that_mean_harm_are_refused() {
    let game = book().game;
    let card = &game.cards[0].name;
    let many = |n: usize, each: &dyn Fn(usize) -> String| (0..n).map(each).collect::<String>();
    for (what, text) in [
        ("a name of a megabyte", format!("name\n{}\n", "a".repeat(1 << 20))),
        ("players without number", many(100_000, &|n| format!("P{n}\n"))),
        ("one player without number", many(100_000, &|n| format!("{}\n", if n == 0 { "Q" } else { "P" }))),
        ("an open quote", format!("name\n\"{}", "a,1\n".repeat(500_000))),
    ] {
        refused(what, || roster::read(&text));
    }
    for (what, text) in [
        ("copies without number", format!("name,count\n{}", format!("\"{card}\",1000\n").repeat(100_000))),
        ("a pack of all packs", format!("name,pack\n\"{card}\",1000000000\n")),
        ("a number that overflows", format!("name,pool\n\"{card}\",99999999999999999999\n")),
        ("a name of a megabyte", format!("name\n{}\n", "a".repeat(1 << 20))),
        ("no column", ",".repeat(1 << 20)),
    ] {
        refused(what, || table::read(&text, &game).map_err(|e| e.to_string()));
    }
}
