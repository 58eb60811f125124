//! Scenarios, records, plans, findings and companion games that are changed at random: nothing crashes, nothing hangs, and a record either
//! comes out as it says or tells where not.

use std::sync::Arc;

use catalog::{GameData, Source};
use engine::described::Described;
use engine::games::afrika;
use engine::games::chronobot::{
    AutomaAnswer, AutomaBoard, AutomaQuestion, AutomaSession, AutomaStep, Difficulty, LogEntry, StepBlocked,
    Superproject, Worker,
};
use engine::games::chronx::Duel;
use engine::kernel::record::Record;
use engine::kernel::rules::{Actor, NullSink, Rules};
use engine::kernel::scenario::{self, ScenarioSetup};
use engine::kernel::series;
use engine::lab::findings::{self, Findings};
use engine::lab::plan::ExperimentPlan;
use engine::players::PlayerKind;
use engine::session::SeriesSetup;
use formats::rng::{Dice, Seed};
use formats::{GameLibrary, LegalDeck};

use crate::mutator::fuzz;

fn game(id: &str) -> (Source, Arc<GameData>) {
    let source = Source::shipped();
    let game = Arc::new(catalog::load::game(&source, id).expect("it loads"));
    (source, game)
}

/// A round is a file of one scenario.
fn scenarios<G: ScenarioSetup>(id: &str, rounds: u64) {
    let (source, game) = game(id);
    let mut seeds = Vec::new();
    for (_, file) in source.folder(id, "scenarios") {
        let head = "source = \"house set\"\nabout = \"x\"\n[[scenario]]";
        seeds.extend(file.text.split("[[scenario]]").skip(1).map(|one| format!("{head}{one}").into_bytes()));
    }
    fuzz(&format!("scenarios_of_{id}"), rounds, &seeds, &seeds, |bytes| {
        if let Ok(read) = scenario::read::<G>("x.toml", &String::from_utf8_lossy(bytes), &game) {
            read.iter().for_each(|scenario| drop(scenario.run()));
        }
    });
}

#[test]
fn scenarios_of_chronx() {
    scenarios::<Duel>("chronx", 400);
}

#[test]
fn scenarios_of_afrika() {
    scenarios::<afrika::Duel>("afrika", 300);
}

#[test]
fn records() {
    let (source, game) = game("chronx");
    let game_library = GameLibrary::load(&source, game.clone()).expect("the book loads");
    let format = game_library.format("constructed").expect("the format is there");
    let decks: Vec<LegalDeck> = ["red-claw", "corporate"]
        .map(|id| game_library.decks.iter().find(|(d, _)| d == id).expect("a starter deck").1.clone())
        .map(|deck| LegalDeck::check(&game, format, deck, None).expect("starters are legal"))
        .to_vec();
    let record = |seed| {
        let players = vec![(PlayerKind::Random, String::new()); 2];
        let plan = series::SeriesPlan { games: 1, seed: Seed::from_number(seed), turns: 200, threads: 1 };
        let setup = SeriesSetup { format: String::new(), options: Vec::new(), players, plan };
        let told = engine::session::play_with_transcript(&source, &game, &[&decks[0], &decks[1]], &setup, 0, None)
            .expect("it can be played");
        serde_json::to_vec(&told.record).expect("written")
    };
    let seeds = [record(1), record(2)];
    let again = |bytes: &[u8]| {
        let read = serde_json::from_slice::<Record>(bytes).ok();
        read.map(|record| engine::session::replay(&game, format, &record, None, None).map(drop))
    };
    assert!(seeds.iter().all(|kept| matches!(again(kept), Some(Ok(())))), "a record that nobody changed");
    fuzz("records", 250, &seeds, &seeds, |bytes| drop(again(bytes)));
}

#[test]
fn plans() {
    let seeds: Vec<Vec<u8>> = [
        "kind = \"hands\"\ndecks = [\"chronx/corporate\"]\ngames = 100\nkeep = [\"2..5 of (type:asset)\"]\nask = [\"1.. of *\"]\n",
        "kind = \"goldfish\"\ndecks = [\"chronx/corporate\"]\nturns = 9\nsearch = \"skill<=2\"\n[[variant]]\nadd = [\"Dig In\"]\n",
        "kind = \"series\"\ndecks = [\"a.toml\", \"b.toml\"]\nplayers = [\"greedy\"]\noptions = [\"day=2\"]\nseed = 7\n",
    ]
    .map(|text| text.as_bytes().to_vec())
    .to_vec();
    fuzz("plans", 3000, &seeds, &seeds, |bytes| {
        let Ok(plan) = toml::from_str::<ExperimentPlan>(&String::from_utf8_lossy(bytes)) else { return };
        if plan.check().is_ok() {
            assert!(plan.games() > 0 || plan.games == Some(0));
            let written = toml::to_string(&plan).expect("a plan can be written");
            assert_eq!(toml::from_str::<ExperimentPlan>(&written).expect("and read"), plan);
        }
    });
}

/// A saved game at a real table: its difficulty, its board, its steps, a line each. One that is broken is left out.
#[test]
fn companion_games() {
    let board = AutomaBoard::load(&Source::shipped(), "anachrony").expect("a board");
    let mut seeds = Vec::new();
    for seed in 0..3 {
        let options = Difficulty { skip_reboot: seed == 1, extra_turn: seed == 2, ..Difficulty::default() };
        let (mut session, mut dice) = (AutomaSession::new(board.clone(), options), Seed::from_number(seed).secret());
        for step in 0..60 {
            let passes = step % 6 == 5 && session.legal_steps().contains(&AutomaStep::YouPass);
            let Some(next) = (if passes { Some(&AutomaStep::YouPass) } else { session.legal_steps().first() }) else {
                break;
            };
            let mut answers = Vec::new();
            // Where the bot stands no space is free: the next one may be, and in the end none.
            let mut free = 1..=7;
            let mut space = free.next();
            loop {
                let question = match session.play(*next, &answers) {
                    Err(StepBlocked::Asks(question)) => question,
                    Err(StepBlocked::Answer(_)) if space.is_some() => {
                        space = free.next();
                        answers.clear();
                        continue;
                    }
                    _ => break,
                };
                answers.push(question.by_chance(&board, &mut dice).unwrap_or(match question {
                    AutomaQuestion::ParadoxRolls { .. } => AutomaAnswer::Number(1),
                    AutomaQuestion::Free(_) => AutomaAnswer::Free(space.into_iter().collect()),
                    AutomaQuestion::Stacks(_) => AutomaAnswer::Stacks(Some(3), Some(2)),
                    AutomaQuestion::Projects => AutomaAnswer::Projects(vec![Superproject { era: 1, points: 4 }]),
                    AutomaQuestion::Workers => AutomaAnswer::Workers(vec![Worker::Genius]),
                    _ => AutomaAnswer::Left(true),
                }));
            }
        }
        let line = |text: serde_json::Result<String>| text.expect("written") + "\n";
        let head = line(serde_json::to_string(&options)) + &line(serde_json::to_string(&board));
        let steps: String = session.saved().log.iter().map(|entry| line(serde_json::to_string(entry))).collect();
        assert!(session.saved().log.len() > 20, "{} steps", session.saved().log.len());
        seeds.push((head + &steps).into_bytes());
    }
    fuzz("companion_games", 2000, &seeds, &seeds, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        let mut lines = text.lines();
        let Some(options) = lines.next().and_then(|l| serde_json::from_str(l).ok()) else { return };
        let Some(board) = lines.next().and_then(|l| serde_json::from_str::<AutomaBoard>(l).ok()) else { return };
        if board.check_saved().is_err() {
            return;
        }
        let mut session = AutomaSession::new(board, options);
        for entry in lines.filter_map(|l| serde_json::from_str::<LogEntry>(l).ok()) {
            drop(session.play(entry.step, &entry.answers));
        }
        drop((session.score(), session.setup_instructions()));
        session.undo();
    });
}

/// Findings of parts of a plan, which are added up and compared.
#[test]
fn findings() {
    let part = |part: u32| Findings {
        plan: ExperimentPlan::new(engine::lab::plan::ExperimentKind::Series),
        key: "0123456789abcdef".into(),
        parts: 4,
        measures: [(part, vec![(3, 8), (-5, 8)])].into(),
        counts: vec![1, 2, u64::MAX, 4],
    };
    let seeds: Vec<Vec<u8>> = (0..4).map(|at| serde_json::to_vec(&part(at)).expect("written")).collect();
    fuzz("findings", 2000, &seeds, &seeds, |bytes| {
        let Ok(found) = serde_json::from_slice::<Findings>(bytes) else { return };
        let mut whole = part(0);
        drop(whole.merge(&found));
        if found.check().is_ok() {
            let _ = (found.measure(0), found.is_whole(), findings::compare(&found, &whole, (0, 1)));
        }
    });
}

/// Rules of play that are data: whatever is read plays some random games to their end, or to the bound of turns.
#[test]
fn rules_of_play() {
    let mut source = Source::default();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    source.add_folder(&folder).expect("the examples are there");
    let ids = ["kuhn-poker", "leduc-poker", "goofspiel", "crazy-eights", "hearts", "gin-rummy"];
    let texts =
        ids.map(|id| source.file(&format!("{id}/play.toml")).expect("it has rules").text.to_string().into_bytes());
    for id in ["crazy-eights", "goofspiel"] {
        let game = catalog::load::game(&source, id).expect("it loads");
        let library = GameLibrary::load(&source, Arc::new(game.clone())).expect("the book loads");
        let format = library.format("classic").expect("the format is there");
        let deck = LegalDeck::check(&game, format, library.decks[0].1.clone(), None).expect("the pack is legal");
        fuzz(&format!("rules_of_play_{id}"), 1_500, &texts, &texts, |bytes| {
            let text = String::from_utf8_lossy(bytes).into_owned().into();
            let play = catalog::source::File { name: "play.toml".into(), text, added: true };
            let mut game = game.clone();
            game.play = Some(Arc::new(play));
            let game = Arc::new(game);
            let Some(Ok(program)) = engine::described::program(&game) else { return };
            let seats = usize::from(program.seats.0);
            if let Ok(rules) = Described::<1>::new(&game, program, &[&deck], seats) {
                play_some(&rules);
            }
        });
    }
}

fn play_some(rules: &Described<1>) {
    let mut dice = Seed::from_number(8).fast();
    let mut legal = Vec::new();
    for number in 0..2 {
        let mut state = rules.start(Seed::from_number(number), None, &mut NullSink);
        for _ in 0..60 {
            let Actor::Seat(seat) = rules.actor(&state) else { break };
            rules.legal_actions(&state, &mut legal);
            assert!(!legal.is_empty(), "whoever is asked can do something");
            drop((rules.observation(&state, Some(seat)), rules.determinize(&state, seat, &mut dice)));
            let action = legal[dice.below(legal.len() as u32) as usize];
            rules.apply(&mut state, action, &mut NullSink).expect("what is listed is allowed");
        }
    }
}
