//! Events, drafts and sealed pools as they are saved and handed on. A line is an entry, and one that is broken is left
//! out, so that most of a changed file is still carried out.

use std::sync::Arc;

use catalog::{Source, load};
use formats::GameLibrary;
use formats::event::bracket::BracketKind;
use formats::event::clock::ClockAction;
use formats::event::log::{Entrant, EventAction, EventLogEntry, MatchScore};
use formats::event::{EventKind, EventRules, EventStart, ORGANISER, PairingScheme, TournamentEvent, roster, standings};
use formats::limited::draft::log::DraftAction;
use formats::limited::draft::pod::{DraftPlayer, Pod};
use formats::limited::draft::start::{DraftCards, DraftPlan, DraftStart};
use formats::limited::draft::{DraftPreset, story};
use formats::limited::drafter::{Bot, LazyScorer, PickScorer};
use formats::limited::sealed::{self, PackRandomness, pool_table};
use formats::rng::Seed;
use serde::de::DeserializeOwned;

use crate::mutator::fuzz;

fn game_library() -> GameLibrary {
    let source = Source::shipped();
    let game = load::game(&source, "chronx").expect("the shipped data load");
    GameLibrary::load(&source, Arc::new(game)).expect("the shipped data load")
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

fn evening(scheme: PairingScheme, players: u32, pods: Option<(u32, u32)>) -> TournamentEvent {
    let kind = if pods.is_some() { EventKind::Draft } else { EventKind::Constructed };
    let seed = Seed::from_number(u64::from(players)).to_hex();
    let (game, format, data_hash) = ("chronx".into(), "constructed".into(), "d".into());
    let (rules, deal) = (EventRules::default(), None);
    let across = false;
    let mut event = TournamentEvent::begin(EventStart {
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
    let does = |event: &mut TournamentEvent, at: i64, action: EventAction| {
        *event = event.after(EventLogEntry { at, by: ORGANISER.into(), action }).expect("fits");
    };
    let names = (0..players).map(|n| Entrant { name: format!("P{n}"), members: Vec::new() }).collect();
    does(&mut event, 0, EventAction::Enter(names));
    if pods.is_some() {
        let seats = event.draw_seats().expect("fits");
        does(&mut event, 1, seats);
    }
    let score = |text: &str| MatchScore::parse(text, &EventRules::default()).expect("a result");
    if scheme == PairingScheme::League {
        for (a, b) in [(0, 1), (1, 2), (0, 3)] {
            let (a, b) = (formats::event::PlayerId(a), formats::event::PlayerId(b));
            does(&mut event, 9, EventAction::Meet { a, b, score: score("2-1") });
        }
        return event;
    }
    for round in 0..5 {
        let Ok(next) = event.pair() else { break };
        does(&mut event, round * 1000, next);
        if event.rounds.is_empty() {
            continue;
        }
        does(&mut event, round * 1000 + 1, EventAction::Clock(ClockAction::Start { minutes: 50 }));
        does(&mut event, round * 1000 + 9, EventAction::Clock(ClockAction::Extra { table: 1, minutes: 3 }));
        does(&mut event, round * 1000 + 99, EventAction::Clock(ClockAction::Pause));
        for table in event.waiting() {
            let round = event.round();
            does(
                &mut event,
                5,
                EventAction::Report { round, table, score: score(["2-0", "2-1", "1-2"][table as usize % 3]) },
            );
        }
        let (player, kind) = (formats::event::PlayerId(2), "bribery".into());
        does(&mut event, 6, EventAction::Penalty { player, kind, note: "x".into() });
        let penalty = event.penalties.len() - 1;
        does(&mut event, 7, EventAction::Pardon { penalty });
    }
    event
}

#[test]
fn events() {
    let seeds: Vec<Vec<u8>> = [
        evening(PairingScheme::Swiss, 9, None),
        evening(PairingScheme::Swiss, 11, Some((4, 8))),
        evening(PairingScheme::RoundRobin, 4, None),
        evening(PairingScheme::Knockout(BracketKind::Double), 6, None),
        evening(PairingScheme::Knockout(BracketKind::Single), 5, None),
        evening(PairingScheme::League, 5, None),
    ]
    .iter()
    .map(|event| written(&event.start, &event.log))
    .collect();
    for seed in &seeds {
        let (start, log) = read::<EventStart, EventLogEntry>(seed).expect("readable");
        TournamentEvent::replay(start, log).expect("what nobody changed is carried out");
    }
    let game = game_library().game;
    fuzz("events", 400, &seeds, &seeds, |bytes| {
        let Some((start, log)) = read::<EventStart, EventLogEntry>(bytes) else { return };
        let Ok(mut event) = TournamentEvent::begin(start) else { return };
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
            drop(event.try_out(EventLogEntry { at: 5, by: ORGANISER.into(), action }));
        }
        drop((event.is_over(), event.csv(), event.html("x", &game)));
        event.rounds.iter().for_each(|r| assert!(r.clock.left_at(1, 1_000_000).is_none_or(|left| left > i64::MIN)));
        event.bracket.iter().for_each(|b| drop((b.champion(), b.reached())));
    });
}

#[test]
fn drafts() {
    let game_library = game_library();
    let format = game_library.format("draft").expect("a format");
    let product = game_library.product("second-edition").expect("a product");
    let scorer = LazyScorer::new(|| PickScorer::new(&game_library.game, product));
    let draft = |preset: &DraftPreset| {
        let way = preset.draft_type();
        let sitters = vec![DraftPlayer::Bot(Bot::default()); 2];
        let start = DraftPlan { way, ..DraftPlan::from_format(format, sitters).expect("a draft") }
            .start(&game_library, Seed::from_number(1))
            .expect("starts");
        let cards = DraftCards::new(&game_library.game, &start);
        let mut pod = Pod::begin(&game_library.game, &start).expect("begins");
        let action = pod.bots(&scorer, &cards).expect("bots choose");
        pod.apply(&cards, &action).expect("fits");
        let each = pod.moves().iter().map(|m| DraftAction::Moves(vec![m.clone()]));
        let undo = [DraftAction::Undo { seat: 0 }, DraftAction::Pause, DraftAction::Resume];
        written(&start, &each.chain(undo).collect::<Vec<_>>())
    };
    let seeds: Vec<Vec<u8>> = DraftPreset::ALL.iter().map(draft).collect();
    fuzz("drafts", 300, &seeds, &seeds, |bytes| {
        let Some((start, actions)) = read::<DraftStart, DraftAction>(bytes) else { return };
        let cards = DraftCards::new(&game_library.game, &start);
        let Ok(mut pod) = Pod::begin(&game_library.game, &start) else { return };
        actions.iter().for_each(|action| drop(pod.apply(&cards, action)));
        for seat in 0..pod.draft.seats() {
            drop((pod.draft.view(seat), pod.draft.pool(seat)));
        }
        let told = story::replay(&cards, &start, pod.moves()).expect("what was carried out can be told");
        assert_eq!(told.len(), pod.moves().len());
        drop(start.verify(&game_library));
    });
}

#[test]
fn sealed_events() {
    let game_library = game_library();
    let start = sealed::SealedStart {
        game: "chronx".into(),
        format: "sealed".into(),
        data_hash: game_library.game.data_hash.clone(),
        pools: 3,
        team: 1,
        chance: PackRandomness::Seed(Seed::from_number(1).to_hex()),
        products: Vec::new(),
        cube: None,
    };
    let mut event = sealed::SealedEvent::new(start);
    event.open(&game_library, &["second-edition".into(), "second-edition".into()]).expect("opens");
    let seeds = [serde_json::to_vec(&event).expect("written")];
    fuzz("sealed_events", 300, &seeds, &seeds, |bytes| {
        let Ok(event) = serde_json::from_slice::<sealed::SealedEvent>(bytes) else { return };
        if event.check_file().is_ok() {
            drop((event.pools(&game_library.game), event.verify(&game_library), event.pool(0), event.public()));
        }
    });
    let tables = [pool_table::write(&event, &game_library.game).expect("written").into_bytes()];
    fuzz("tables_of_pools", 300, &tables, &tables, |bytes| {
        drop(pool_table::read(&String::from_utf8_lossy(bytes), &game_library.game))
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
    fuzz("rosters", 2000, &seeds, &seeds, |bytes| match roster::parse(&String::from_utf8_lossy(bytes)) {
        Ok(entrants) => assert!(!entrants.is_empty()),
        Err(told) => assert!(told.to_string().len() < 500, "{told}"),
    });
}
