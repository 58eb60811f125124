//! Starter decks against one another: none wins far more or far less than half of its games. `docs/strength.md` has the numbers
//! with many more games.

use std::sync::Arc;

use catalog::Source;
use engine::lab;
use engine::lab::experiment::{Experiment, ExperimentInput};
use engine::lab::plan::{ExperimentKind, ExperimentPlan};
use engine::lab::report::{ReportCell, ReportTable, ShareWithInterval};

use crate::experiments::{game_library, whole};
use crate::large::cases;

/// What each deck wins of a field of all starter decks that are legal in a format, so many games a pair.
fn field(game: &str, format: &str, games: u64) -> Vec<(String, ShareWithInterval)> {
    let source = Source::shipped();
    let game_library = Arc::new(game_library(&source, game));
    let decks = lab::legal_starter_decks(&game_library, game_library.format(format).expect("a format"));
    let plan = ExperimentPlan { games: Some(games), seed: 1, ..ExperimentPlan::new(ExperimentKind::Field) };
    let input = ExperimentInput { plan, source, game_library, format: format.to_owned(), decks, after: None };
    let experiment = Experiment::new(input).expect("a plan");
    let report = experiment.report(&whole(&experiment, 0));
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
