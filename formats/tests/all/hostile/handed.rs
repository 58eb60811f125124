//! What people hand each other beside decks: events, drafts, sealed pools, lists of players, tables of packs.

use std::sync::Arc;

use catalog::{Source, load};
use formats::GameLibrary;
use formats::deck::SavedDeck;
use formats::event::bracket::BracketKind;
use formats::event::clock::ClockAction;
use formats::event::log::{Entrant, EventAction, EventLogEntry, MatchScore, Pairing, Prize, ResultKind, RoundStage};
use formats::event::{
    EventKind, EventRules, EventStart, MOST_PLAYERS, ORGANISER, PairingScheme, PlayerId, TournamentEvent, roster,
};
use formats::limited::draft::log::{DraftAction, DraftLog};
use formats::limited::draft::pod::{DraftPlayer, Pod};
use formats::limited::draft::start::{DraftPlan, DraftStart};
use formats::limited::drafter::Bot;
use formats::limited::fair::FairDeal;
use formats::limited::sealed::{self, Cube, PackRandomness, pool_table};
use formats::rng::Seed;
use serde::de::DeserializeOwned;

use super::bounded;

/// What is changed, and how.
type Change<T> = (&'static str, fn(&mut T));

fn start() -> EventStart {
    EventStart {
        game: "g".into(),
        format: "f".into(),
        data_hash: "d".into(),
        kind: EventKind::Constructed,
        scheme: PairingScheme::Swiss,
        team: 1,
        rounds: None,
        pods: None,
        across: false,
        rules: EventRules::default(),
        seed: Seed::from_number(1).to_hex(),
        deal: None,
    }
}

fn after(event: &TournamentEvent, at: i64, action: EventAction) -> Result<TournamentEvent, String> {
    event.after(EventLogEntry { at, by: ORGANISER.into(), action }).map_err(|e| e.to_string())
}

fn crowd(players: usize) -> EventAction {
    EventAction::Enter((0..players).map(|n| Entrant { name: format!("P{n}"), members: Vec::new() }).collect())
}

fn pairing(a: u32, b: u32, node: Option<usize>) -> Pairing {
    Pairing { a: PlayerId(a), b: Some(PlayerId(b)), pod: None, node, why: Vec::new() }
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
    let changes: [Change<EventStart>; 10] = [
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
        refused(what, || TournamentEvent::begin(start).map_err(|e| e.to_string()));
    }
    assert!(TournamentEvent::begin(EventStart { rounds: Some(9), ..start() }).is_ok());
}

#[test]
fn entries_that_mean_harm_are_refused() {
    let empty = TournamentEvent::begin(start()).expect("begins");
    let event = after(&empty, 0, crowd(8)).expect("they come");
    let huge = MatchScore { wins: (u32::MAX, u32::MAX - 1), draws: u32::MAX, how: ResultKind::Played };
    let long = "a".repeat(1 << 20);
    let deck = |count: u32, lines: usize| {
        let list = (0..lines).map(|n| (count, format!("card {n}"))).collect();
        Box::new(SavedDeck { sections: vec![("main".into(), list)], ..SavedDeck::default() })
    };
    let player = PlayerId(0);
    let cases = [
        ("a hundred thousand players", crowd(100_000)),
        ("a name of a megabyte", EventAction::Rename { player, name: long.clone() }),
        ("a player that is nobody", EventAction::Drop { player: PlayerId(u32::MAX) }),
        ("checks of nobody", EventAction::Draw { players: vec![PlayerId(u32::MAX)] }),
        (
            "a place in no bracket",
            EventAction::Pair { stage: RoundStage::Rounds, matches: vec![pairing(0, 1, Some(1 << 40))] },
        ),
        (
            "a bracket that is not there",
            EventAction::Pair { stage: RoundStage::Bracket, matches: vec![pairing(0, 1, None)] },
        ),
        ("one player twice in a bracket", EventAction::Cut { kind: BracketKind::Double, seeds: vec![player; 2] }),
        (
            "a million in a bracket",
            EventAction::Cut { kind: BracketKind::Double, seeds: (0..1_000_000).map(PlayerId).collect() },
        ),
        ("minutes", EventAction::Clock(ClockAction::Start { minutes: u32::MAX })),
        ("copies of a card", EventAction::Deck { player, deck: deck(1_000_000_000, 1) }),
        ("lines of a deck", EventAction::Deck { player, deck: deck(1, 100_000) }),
        ("cards of a pool", EventAction::Pool { player, cards: vec![String::new(); 100_000], witness: None }),
        ("a remark of a megabyte", EventAction::Checked { player, fault: Some(long.clone()) }),
        ("a pod that is not there", EventAction::Draft { pod: usize::MAX, draft: "x".into() }),
        ("a penalty that is not there", EventAction::Pardon { penalty: usize::MAX }),
        ("prizes", EventAction::Prizes(vec![Prize { from: 1, to: 1, what: String::new() }; 100_000])),
    ];
    for (what, action) in cases {
        refused(what, || after(&event, 0, action));
    }
    let round = EventAction::Pair { stage: RoundStage::Rounds, matches: vec![pairing(0, 1, None)] };
    let event = after(&event, 0, round.clone()).expect("a round");
    refused("games without number", || after(&event, 0, EventAction::Report { round: 1, table: 1, score: huge }));
    refused("a time beyond all times", || {
        after(&event, i64::MAX, EventAction::Clock(ClockAction::Start { minutes: 5 }))
    });
    // The last that is let in can be added up: a log of nothing but the highest scores.
    let most = MatchScore { wins: (100, 99), draws: 100, how: ResultKind::Played };
    let league = EventRules { win: 100, draw: 99, games: 100, ..EventRules::default() };
    let league =
        TournamentEvent::begin(EventStart { scheme: PairingScheme::League, rules: league, ..start() }).expect("begins");
    let league = after(&league, 0, crowd(2)).expect("they come").log;
    let meet = EventLogEntry {
        at: 0,
        by: ORGANISER.into(),
        action: EventAction::Meet { a: PlayerId(0), b: PlayerId(1), score: most },
    };
    let rules = EventRules { win: 100, draw: 99, games: 100, ..EventRules::default() };
    let start = EventStart { scheme: PairingScheme::League, rules, ..start() };
    let log = |entries: usize| league.iter().cloned().chain(std::iter::repeat_n(meet.clone(), entries - 1));
    let full =
        bounded("a full log", || TournamentEvent::replay(start.clone(), log(20_000)).expect("as many as there may be"));
    assert_eq!(bounded("standings", || full.standings(full.rounds.len()))[0].record.games.0, 1_999_900);
    refused("a longer log", || TournamentEvent::replay(start, log(20_001)).map_err(|e| e.to_string()));
}

#[test]
fn the_largest_event_is_answered_at_once() {
    let event = TournamentEvent::begin(start()).expect("begins");
    let event = bounded("everybody", || after(&event, 0, crowd(MOST_PLAYERS)).expect("as many as there may be"));
    refused("one more", || {
        after(&event, 0, EventAction::Enter(vec![Entrant { name: "x".into(), members: Vec::new() }]))
    });
    let seeds: Vec<PlayerId> = (0..MOST_PLAYERS as u32).map(PlayerId).collect();
    let event = bounded("a bracket", || {
        after(&event, 0, EventAction::Cut { kind: BracketKind::Double, seeds }).expect("drawn")
    });
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
    is_refused_as::<EventStart>("an event");
    is_refused_as::<EventLogEntry>("an entry");
    is_refused_as::<DraftLog>("a draft");
    is_refused_as::<sealed::SealedEvent>("a sealed event");
    is_refused_as::<FairDeal>("a deal");
    is_refused_as::<SavedDeck>("a deck");
    let start = serde_json::to_string(&start()).expect("written").replace("\"team\":1", "\"team\":4294967296");
    refused("a number of 33 bits", || serde_json::from_str::<EventStart>(&start).map(drop).map_err(|e| e.to_string()));
}

fn game_library() -> GameLibrary {
    let source = Source::shipped();
    let game = load::game(&source, "chronx").expect("the shipped data load");
    GameLibrary::load(&source, Arc::new(game)).expect("the shipped data load")
}

#[test]
fn drafts_that_mean_harm_are_not_laid_out() {
    let game_library = game_library();
    let sitters = vec![DraftPlayer::Bot(Bot::default()); 4];
    let plan = DraftPlan::from_format(game_library.format("draft").expect("a format"), sitters).expect("a draft");
    let sound = plan.start(&game_library, Seed::from_number(1)).expect("starts");
    assert!(Pod::begin(&game_library.game, &sound).is_ok());
    let changes: [Change<DraftStart>; 9] = [
        ("no seat", |s| s.sitters.clear()),
        ("seats without number", |s| s.sitters = vec![DraftPlayer::Bot(Bot::default()); 100_000]),
        ("no packs", |s| s.packs.clear()),
        ("rounds without packs", |s| s.packs = vec![Vec::new(); 1_000_000]),
        ("a pack for one seat", |s| s.packs[1].truncate(1)),
        ("cards without number", |s| s.packs[0][0] = vec!["x".into(); 1_000_000]),
        ("seconds of a clock", |s| {
            let mut clock = formats::limited::draft::clock::DraftClock::default();
            clock.picks[0].1 = u32::MAX;
            s.clock = Some(clock);
        }),
        ("products", |s| s.source.products = vec!["second-edition".into(); 1_000_000]),
        ("a cube", |s| s.source.cube = Some(Cube { name: "x".into(), cards: Vec::new(), pack: u32::MAX })),
    ];
    for (what, change) in changes {
        let mut start = sound.clone();
        change(&mut start);
        refused(what, || Pod::begin(&game_library.game, &start).map(drop).map_err(|e| e.to_string()));
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
        let start = DraftStart { way, packs: vec![vec![row]], sitters: sound.sitters[..2].to_vec(), ..sound.clone() };
        refused("settings", || Pod::begin(&game_library.game, &start).map(drop).map_err(|e| e.to_string()));
    }
    let actions = vec![DraftAction::Pause; 1_000_000];
    refused("actions", || Pod::replay(&game_library.game, &sound, &actions).map(drop).map_err(|e| e.to_string()));
}

#[test]
fn sealed_events_that_mean_harm_are_refused() {
    let game_library = game_library();
    let start = sealed::SealedStart {
        game: "chronx".into(),
        format: "sealed".into(),
        data_hash: game_library.game.data_hash.clone(),
        pools: 2,
        team: 1,
        chance: PackRandomness::Seed(Seed::from_number(1).to_hex()),
        products: Vec::new(),
        cube: None,
    };
    let mut sound = sealed::SealedEvent::new(start);
    sound.open(&game_library, &["second-edition".into()]).expect("opens");
    sound.check_file().expect("what the program made");
    let opened = |packs: Vec<Vec<String>>| sealed::SealedAction::Opened { product: "second-edition".into(), packs };
    let cube = |cards: usize, pack: u32| Some(Cube { name: "x".into(), cards: vec!["x".into(); cards], pack });
    let mut cases = vec![
        (
            "pools without number",
            sealed::SealedEvent {
                start: sealed::SealedStart { pools: u32::MAX, ..sound.start.clone() },
                actions: vec![],
            },
        ),
        (
            "a team without number",
            sealed::SealedEvent {
                start: sealed::SealedStart { team: u32::MAX, ..sound.start.clone() },
                actions: vec![],
            },
        ),
        ("packs for others", sealed::SealedEvent { actions: vec![opened(vec![Vec::new(); 100_000])], ..sound.clone() }),
        ("rounds", sealed::SealedEvent { actions: vec![opened(vec![Vec::new(); 2]); 100_000], ..sound.clone() }),
        (
            "cards",
            sealed::SealedEvent { actions: vec![opened(vec![vec![String::new(); 600_000]; 2])], ..sound.clone() },
        ),
    ];
    for (what, cube) in
        [("packs of a cube", cube(9, u32::MAX)), ("packs of nothing", cube(9, 0)), ("a cube", cube(200_000, 9))]
    {
        cases.push((
            what,
            sealed::SealedEvent { start: sealed::SealedStart { cube, ..sound.start.clone() }, actions: vec![] },
        ));
    }
    for (what, event) in cases {
        refused(what, || event.check_file().map_err(|e| e.to_string()));
    }
}

#[test]
fn tables_that_mean_harm_are_refused() {
    let game = game_library().game;
    let card = &game.cards[0].name;
    let many = |n: usize, each: &dyn Fn(usize) -> String| (0..n).map(each).collect::<String>();
    for (what, text) in [
        ("a name of a megabyte", format!("name\n{}\n", "a".repeat(1 << 20))),
        ("players without number", many(100_000, &|n| format!("P{n}\n"))),
        ("one player without number", many(100_000, &|n| format!("{}\n", if n == 0 { "Q" } else { "P" }))),
        ("an open quote", format!("name\n\"{}", "a,1\n".repeat(500_000))),
    ] {
        refused(what, || roster::parse(&text).map_err(|e| e.to_string()));
    }
    for (what, text) in [
        ("copies without number", format!("name,count\n{}", format!("\"{card}\",1000\n").repeat(100_000))),
        ("a pack of all packs", format!("name,pack\n\"{card}\",1000000000\n")),
        ("a number that overflows", format!("name,pool\n\"{card}\",99999999999999999999\n")),
        ("a name of a megabyte", format!("name\n{}\n", "a".repeat(1 << 20))),
        ("no column", ",".repeat(1 << 20)),
    ] {
        refused(what, || pool_table::read(&text, &game).map_err(|e| e.to_string()));
    }
}
