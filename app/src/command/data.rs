//! `deckloom data …`

pub(super) mod check;
pub(super) mod export;
pub(super) mod import;
pub(super) mod new;
pub(super) mod report;

use super::{Door, Outcome};
use crate::desk::{Desk, Places};

#[derive(Debug, clap::Subcommand)]
pub(super) enum Verb {
    /// Begin a new game: a folder of commented files that works at once.
    New(new::Args),
    /// Find every fault in the data files of all games, with file, line, column and a hint.
    Check,
    /// Show what the sets of a game hold: types, factions, curve, as-fan, and what looks odd.
    Report(report::Args),
    /// Import cards from another program: tables, Cockatrice, MTGJSON, Scryfall, Draftmancer.
    Import(import::Args),
    /// Export a game's cards for another program: a table, or Cockatrice.
    Export(export::Args),
}

/// `new` and `check` need no library, so that they also work when there is something wrong with it.
pub(super) fn run(verb: &Verb, places: &Places, json: bool) -> anyhow::Result<Outcome> {
    match verb {
        Verb::New(args) => new::run(args, places, json),
        Verb::Check => check::run(places, json),
        Verb::Import(args) => import::run(args, places, json),
        Verb::Export(args) => export::run(args, places, json),
        Verb::Report(args) => report::run(args, &Door { desk: Desk::open(places)?, json }),
    }
}
