//! Scenarios, records and plans that are changed at random: nothing crashes, nothing hangs, and a record either
//! comes out as it says or tells where not.

use std::sync::Arc;

use catalog::{Game, Source};
use engine::afrika;
use engine::chronx::Duel;
use engine::games::{self, PlayerKind, Setup};
use engine::lab::plan::Plan;
use engine::record::Record;
use engine::scenario::{self, Staged};
use engine::series;
use formats::rng::Seed;
use formats::{Book, LegalDeck};

#[path = "../../catalog/tests/fuzz/mutator.rs"]
mod mutator;
use mutator::fuzz;

fn game(id: &str) -> (Source, Arc<Game>) {
    let source = Source::shipped();
    let game = Arc::new(catalog::load::game(&source, id).expect("it loads"));
    (source, game)
}

/// A round is a file of one scenario.
fn scenarios<G: Staged>(id: &str, rounds: u64) {
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
    let book = Book::load(&source, game.clone()).expect("the book loads");
    let format = book.format("constructed").expect("the format is there");
    let legal = |deck| LegalDeck::check(&game, format, deck, None).map_err(|_| "not legal".to_owned());
    let decks: Vec<LegalDeck> = ["red-claw", "corporate"]
        .map(|id| book.decks.iter().find(|(d, _)| d == id).expect("a starter deck").1.clone())
        .map(|deck| legal(deck).expect("starters are legal"))
        .to_vec();
    let record = |seed| {
        let players = vec![(PlayerKind::Random, String::new()); 2];
        let plan = series::Plan { games: 1, seed: Seed::of(seed), turns: 200, threads: 1 };
        let setup = Setup { format: String::new(), options: Vec::new(), players, plan };
        let told = games::tell(&source, &game, &[&decks[0], &decks[1]], &setup, 0, None).expect("it can be played");
        serde_json::to_vec(&told.record).expect("written")
    };
    let seeds = [record(1), record(2)];
    let again = |bytes: &[u8]| {
        let read = serde_json::from_slice::<Record>(bytes).ok();
        read.map(|record| games::replay(&game, &record, legal, None, None).map(drop))
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
        let Ok(plan) = toml::from_str::<Plan>(&String::from_utf8_lossy(bytes)) else { return };
        if plan.check().is_ok() {
            assert!(plan.games() > 0 || plan.games == Some(0));
            let written = toml::to_string(&plan).expect("a plan can be written");
            assert_eq!(toml::from_str::<Plan>(&written).expect("and read"), plan);
        }
    });
}
