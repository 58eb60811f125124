//! `deckloom data …`

pub(super) mod check;
pub(super) mod export;
pub(super) mod import;
pub(super) mod model;
pub(super) mod new;
pub(super) mod pictures;
pub(super) mod report;

use super::{CommandContext, CommandOutcome, CommandResult};
use crate::session::{Places, Session};

#[derive(Debug, clap::Subcommand)]
pub(super) enum DataVerb {
    /// Begin a new game: a folder of commented files that works at once.
    New(new::DataNewArgs),
    /// Find every fault in the data files of all games, with file, line, column and a hint.
    Check,
    /// Show what the sets of a game hold: types, factions, curve, as-fan, and what looks odd.
    Report(report::DataReportArgs),
    /// Import cards from another program: tables, Cockatrice, MTGJSON, Scryfall, Draftmancer.
    Import(import::DataImportArgs),
    /// Show or say how a game's opening hands and lonely turns work: what the goldfish needs.
    Model(model::DataModelArgs),
    /// Take pictures of cards from a folder, such as that of another program.
    Pictures(pictures::DataPicturesArgs),
    /// Export a game's cards for another program: a table, or Cockatrice.
    Export(export::DataExportArgs),
}

/// `new` and `check` need no library, so that they also work when there is something wrong with it.
pub(super) fn run(verb: &DataVerb, places: &Places, json: bool) -> CommandResult<CommandOutcome> {
    match verb {
        DataVerb::New(args) => new::run(args, places, json),
        DataVerb::Check => check::run(places, json),
        DataVerb::Import(args) => import::run(args, places, json),
        DataVerb::Model(args) => model::run(args, places, json),
        DataVerb::Pictures(args) => pictures::run(args, places, json),
        DataVerb::Export(args) => export::run(args, places, json),
        DataVerb::Report(args) => {
            report::run(args, &CommandContext { session: Session::open(places)?, places: places.clone(), json })
        }
    }
}
