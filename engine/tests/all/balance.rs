//! Starter decks against one another: none wins far more or far less than half of its games. `docs/strength.md` has the numbers
//! with many more games.

use std::sync::Arc;

use catalog::{Source, load};
use engine::kernel::parallel::Progress;
use engine::lab::experiment::{Experiment, ExperimentInput};
use engine::lab::plan::{ExperimentKind, ExperimentPlan};
use engine::lab::report::{ReportCell, ReportTable, ShareWithInterval};
use formats::{GameLibrary, LegalDeck};

use crate::large::cases;

/// What each deck wins of a field of all starter decks that are legal in a format, so many games a pair.
fn field(game: &str, format: &str, games: u64) -> Vec<(String, ShareWithInterval)> {
    let source = Source::shipped();
    let loaded = load::game(&source, game).unwrap_or_else(|p| panic!("{p:#?}"));
    let game_library = GameLibrary::load(&source, Arc::new(loaded)).unwrap_or_else(|p| panic!("{p:#?}"));
    let rules = game_library.format(format).expect("a format");
    let decks = game_library.decks.iter().map(|(_, deck)| deck.clone());
    let decks = decks.filter_map(|deck| LegalDeck::check(&game_library.game, rules, deck, None).ok()).collect();
    let plan = ExperimentPlan { games: Some(games), seed: 1, ..ExperimentPlan::new(ExperimentKind::Field) };
    let game_library = Arc::new(game_library);
    let input = ExperimentInput { plan, source, game_library, format: format.to_owned(), decks, after: None };
    let experiment = Experiment::new(input).expect("a plan");
    let parts: Vec<u32> = (0..experiment.parts()).collect();
    let found = experiment.run(&parts, 0, &Progress::default(), &|_| Ok(())).expect("plays").expect("not stopped");
    let report = experiment.report(&found);
    let shares = |table: &ReportTable| -> Option<Vec<(String, ShareWithInterval)>> {
        let row = |row: &Vec<ReportCell>| match &row[..] {
            [ReportCell::Text(deck), ReportCell::Share(share), ..] => Some((deck.clone(), *share)),
            _ => None,
        };
        table.rows.iter().map(row).collect()
    };
    report.tables.iter().find_map(shares).expect("a table of decks")
}

fn check(game: &str, format: &str, games: u64) {
    let field = field(game, format, games);
    assert!(field.len() >= 10, "{} decks", field.len());
    for (deck, won) in field {
        assert!(won.low < 0.58 && won.high > 0.42, "{deck} wins {:.2} ({:.2} to {:.2})", won.share, won.low, won.high);
    }
}

#[test]
fn no_starter_deck_of_chron_x_stands_out() {
    check("chronx", "constructed", cases(4, 16));
}

#[test]
fn no_starter_deck_of_afrika_stands_out() {
    check("afrika", "codex", cases(4, 12));
}
