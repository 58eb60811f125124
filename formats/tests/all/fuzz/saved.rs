//! Events, drafts and sealed pools as they are saved and handed on. A line is an entry, and one that is broken is left
//! out, so that most of a changed file is still carried out.

use std::sync::Arc;

use catalog::{Source, load};
use formats::Book;
use formats::event::bracket::Kind as Bracket;
use formats::event::clock::Hand;
use formats::event::log::{Action, Entrant, Entry, Score};
use formats::event::{DESK, Event, Kind, Rules, Scheme, Start, roster, standings};
use formats::limited::draft::log::Action as Done;
use formats::limited::draft::pod::{Pod, Sitter};
use formats::limited::draft::start::{Cards, Plan, Start as Draft};
use formats::limited::draft::{PRESETS, Way, story};
use formats::limited::drafter::{Bot, Scout};
use formats::limited::sealed::{self, Chance, table};
use formats::rng::Seed;
use serde::de::DeserializeOwned;

use crate::mutator::fuzz;

fn book() -> Book {
    let source = Source::shipped();
    let game = load::game(&source, "chronx").expect("the shipped data load");
    Book::load(&source, Arc::new(game)).expect("the shipped data load")
}

fn written<S: serde::Serialize, A: serde::Serialize>(start: &S, actions: &[A]) -> Vec<u8> {
    let line = |text: serde_json::Result<String>| text.expect("written") + "\n";
    let first = line(serde_json::to_string(start));
    (first + &actions.iter().map(|a| line(serde_json::to_string(a))).collect::<String>()).into_bytes()
}

/// The start, and each line after it that can be read.
fn read<S: DeserializeOwned, A: DeserializeOwned>(bytes: &[u8]) -> Option<(S, Vec<A>)> {
    let text = String::from_utf8_lossy(bytes);
    let (start, actions) = text.split_once('\n')?;
    Some((serde_json::from_str(start).ok()?, actions.lines().filter_map(|l| serde_json::from_str(l).ok()).collect()))
}

fn evening(scheme: Scheme, players: u32, pods: Option<(u32, u32)>) -> Event {
    let kind = if pods.is_some() { Kind::Draft } else { Kind::Constructed };
    let seed = Seed::of(u64::from(players)).hex();
    let (game, format, data_hash) = ("chronx".into(), "constructed".into(), "d".into());
    let (rules, deal) = (Rules::default(), None);
    let across = false;
    let mut event = Event::begin(Start {
        game,
        format,
        data_hash,
        kind,
        scheme,
        team: 1,
        rounds: None,
        pods,
        across,
        rules,
        seed,
        deal,
    })
    .expect("begins");
    let does = |event: &mut Event, at: i64, action: Action| {
        *event = event.after(Entry { at, by: DESK.into(), action }).expect("fits");
    };
    let names = (0..players).map(|n| Entrant { name: format!("P{n}"), members: Vec::new() }).collect();
    does(&mut event, 0, Action::Enter(names));
    if pods.is_some() {
        let seats = event.draw_seats().expect("fits");
        does(&mut event, 1, seats);
    }
    let score = |text: &str| Score::parse(text, &Rules::default()).expect("a result");
    if scheme == Scheme::League {
        for (a, b) in [(0, 1), (1, 2), (0, 3)] {
            let (a, b) = (formats::event::Id(a), formats::event::Id(b));
            does(&mut event, 9, Action::Meet { a, b, score: score("2-1") });
        }
        return event;
    }
    for round in 0..5 {
        let Ok(next) = event.pair() else { break };
        does(&mut event, round * 1000, next);
        if event.rounds.is_empty() {
            continue;
        }
        does(&mut event, round * 1000 + 1, Action::Clock(Hand::Start { minutes: 50 }));
        does(&mut event, round * 1000 + 9, Action::Clock(Hand::Extra { table: 1, minutes: 3 }));
        does(&mut event, round * 1000 + 99, Action::Clock(Hand::Pause));
        for table in event.waiting() {
            let round = event.round();
            does(
                &mut event,
                5,
                Action::Report { round, table, score: score(["2-0", "2-1", "1-2"][table as usize % 3]) },
            );
        }
        let (player, kind) = (formats::event::Id(2), "bribery".into());
        does(&mut event, 6, Action::Penalty { player, kind, note: "x".into() });
        let penalty = event.penalties.len() - 1;
        does(&mut event, 7, Action::Pardon { penalty });
    }
    event
}

#[test]
fn events() {
    let seeds: Vec<Vec<u8>> = [
        evening(Scheme::Swiss, 9, None),
        evening(Scheme::Swiss, 11, Some((4, 8))),
        evening(Scheme::RoundRobin, 4, None),
        evening(Scheme::Knockout(Bracket::Double), 6, None),
        evening(Scheme::Knockout(Bracket::Single), 5, None),
        evening(Scheme::League, 5, None),
    ]
    .iter()
    .map(|event| written(&event.start, &event.log))
    .collect();
    for seed in &seeds {
        let (start, log) = read::<Start, Entry>(seed).expect("readable");
        Event::replay(start, log).expect("what nobody changed is carried out");
    }
    let game = book().game;
    fuzz("events", 400, &seeds, &seeds, |bytes| {
        let Some((start, log)) = read::<Start, Entry>(bytes) else { return };
        let Ok(mut event) = Event::begin(start) else { return };
        for entry in log {
            if let Ok(after) = event.after(entry) {
                event = after;
            }
        }
        let standings = event.standings(event.rounds.len());
        standings.iter().flat_map(|s| &s.ties).for_each(|tie| drop(standings::percent(tie)));
        assert!(event.ranking().len() <= event.players.len());
        for action in [event.draw_seats(), event.pair(), event.pair_again(), event.draw_checks(2)].into_iter().flatten()
        {
            drop(event.try_out(Entry { at: 5, by: DESK.into(), action }));
        }
        drop((event.is_over(), event.csv(), event.html("x", &game)));
        event.rounds.iter().for_each(|r| assert!(r.clock.left_at(1, 1_000_000).is_none_or(|left| left > i64::MIN)));
        event.bracket.iter().for_each(|b| drop((b.champion(), b.reached())));
    });
}

#[test]
fn drafts() {
    let book = book();
    let format = book.format("draft").expect("a format");
    let product = book.product("second-edition").expect("a product");
    let scout = Scout::new(&book.game, product);
    let draft = |kind: &str| {
        let way = Way::preset(kind).expect("a type");
        let sitters = vec![Sitter::Bot(Bot::default()); 2];
        let start =
            Plan { way, ..Plan::of(format, sitters).expect("a draft") }.start(&book, Seed::of(1)).expect("starts");
        let cards = Cards::of(&book.game, &start);
        let mut pod = Pod::begin(&book.game, &start).expect("begins");
        let action = pod.bots(&scout, &cards).expect("bots choose");
        pod.apply(&cards, &action).expect("fits");
        let each = pod.moves().iter().map(|m| Done::Moves(vec![m.clone()]));
        let undo = [Done::Undo { seat: 0 }, Done::Pause, Done::Resume];
        written(&start, &each.chain(undo).collect::<Vec<_>>())
    };
    let seeds: Vec<Vec<u8>> = PRESETS.iter().map(|(kind, _)| draft(kind)).collect();
    fuzz("drafts", 300, &seeds, &seeds, |bytes| {
        let Some((start, actions)) = read::<Draft, Done>(bytes) else { return };
        let cards = Cards::of(&book.game, &start);
        let Ok(mut pod) = Pod::begin(&book.game, &start) else { return };
        actions.iter().for_each(|action| drop(pod.apply(&cards, action)));
        for seat in 0..pod.table.seats() {
            drop((pod.table.view(seat), pod.table.pool(seat)));
        }
        let told = story::tell(&cards, &start, pod.moves()).expect("what was carried out can be told");
        assert_eq!(told.len(), pod.moves().len());
        drop(start.verify(&book));
    });
}

#[test]
fn sealed_events() {
    let book = book();
    let start = sealed::Start {
        game: "chronx".into(),
        format: "sealed".into(),
        data_hash: book.game.data_hash.clone(),
        pools: 3,
        team: 1,
        chance: Chance::Seed(Seed::of(1).hex()),
        cube: None,
    };
    let mut event = sealed::Event::new(start);
    event.open(&book, &["second-edition".into(), "second-edition".into()]).expect("opens");
    let seeds = [serde_json::to_vec(&event).expect("written")];
    fuzz("sealed_events", 300, &seeds, &seeds, |bytes| {
        let Ok(event) = serde_json::from_slice::<sealed::Event>(bytes) else { return };
        if event.check_file().is_ok() {
            drop((event.pools(&book.game), event.verify(&book), event.pool(0), event.public()));
        }
    });
    let tables = [table::write(&event, &book.game).expect("written").into_bytes()];
    fuzz("tables_of_pools", 300, &tables, &tables, |bytes| {
        drop(table::read(&String::from_utf8_lossy(bytes), &book.game))
    });
}

#[test]
fn rosters() {
    let seeds: Vec<Vec<u8>> = [
        "Name,Club\nAnn,North\n\n\"Bob, Jr.\",South\n",
        "id;First Name;Last Name\n7;Ann;Abel\n8;Bo;Berg\n",
        "team\tmembers\nReds\tAnn;Bo\nBlues\tCy;Di\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec();
    fuzz("rosters", 2000, &seeds, &seeds, |bytes| match roster::read(&String::from_utf8_lossy(bytes)) {
        Ok(entrants) => assert!(!entrants.is_empty()),
        Err(told) => assert!(told.len() < 500, "{told}"),
    });
}
