//! `deckloom deck …`

pub(super) mod build;
pub(super) mod check;
pub(super) mod convert;
pub(super) mod diff;
pub(super) mod edit;
pub(super) mod edited;
pub(super) mod history;
pub(super) mod import;
mod lines;
pub(super) mod list;
mod merge;
mod new;
pub(super) mod plan;
pub(super) mod print;
pub(super) mod put_away;
mod restore;
mod saved;
pub(super) mod show;
pub(super) mod stats;
mod undo;
pub(super) mod verdict;

use formats::deckfile::{LineOutcome, ReportedLine};

use super::{CommandContext, CommandOutcome, CommandResult, retry_on_conflict};

#[derive(Debug, clap::Subcommand)]
pub(super) enum DeckVerb {
    /// Check whether a deck is legal: every violation with its rules, cards and smallest fix.
    Check(check::DeckCheckArgs),
    /// Build legal decks out of a pool, the best first, with reasons.
    Build(build::DeckBuildArgs),
    /// Show a deck by section, with its points, curve and factions.
    Show(show::DeckShowArgs),
    /// Count what a deck is made of, how reliably its costs can be paid, and the odds of what it looks for.
    Stats(stats::DeckStatsArgs),
    /// Convert a deck into another kind of file.
    Convert(convert::DeckConvertArgs),
    /// Import a deck file into the library, with a report on every line.
    Import(import::DeckImportArgs),
    /// Print a deck on paper and as pictures: proxies, a list for registration, its faces, a QR code.
    Print(print::DeckPrintArgs),
    /// List the saved decks.
    List(list::DeckListArgs),
    /// Make a new deck in the library: empty, or out of another one or a file.
    New(new::DeckNewArgs),
    /// Change a saved deck: cards, name, format, lists, tags, notes.
    Edit(Box<edit::DeckEditArgs>),
    /// Take back the last change of a saved deck, or do it again.
    Undo(undo::DeckUndoArgs),
    /// List everything that was done to a saved deck; and give a moment a name.
    History(history::DeckHistoryArgs),
    /// Take a saved deck back to a moment of its history.
    Restore(restore::DeckRestoreArgs),
    /// Show what is different between two decks, or between two moments of one.
    Diff(diff::DeckDiffArgs),
    /// Merge another deck into a saved one.
    Merge(merge::DeckMergeArgs),
    /// Keep, apply and take back sideboard plans of a saved deck.
    Plan(plan::DeckPlanArgs),
    /// Put a saved deck away, or take it out again.
    PutAway(put_away::DeckPutAwayArgs),
}

pub(super) fn run(verb: &DeckVerb, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    match verb {
        DeckVerb::Build(args) => build::run(args, context),
        DeckVerb::Check(args) => check::run(args, context),
        DeckVerb::Show(args) => show::run(args, context),
        DeckVerb::Stats(args) => stats::run(args, context),
        DeckVerb::Convert(args) => convert::run(args, context),
        DeckVerb::Import(args) => import::run(args, context),
        DeckVerb::Print(args) => print::run(args, context),
        DeckVerb::List(args) => list::run(args, context),
        DeckVerb::New(args) => new::run(args, context),
        DeckVerb::Edit(args) => retry_on_conflict(|| edit::run(args, context)),
        // Nobody takes back a change that they have not seen.
        DeckVerb::Undo(args) => undo::run(args, context),
        DeckVerb::History(args) => retry_on_conflict(|| history::run(args, context)),
        DeckVerb::Restore(args) => retry_on_conflict(|| restore::run(args, context)),
        DeckVerb::Diff(args) => diff::run(args, context),
        DeckVerb::Merge(args) => retry_on_conflict(|| merge::run(args, context)),
        DeckVerb::Plan(args) => retry_on_conflict(|| plan::run(args, context)),
        DeckVerb::PutAway(args) => put_away::run(args, context),
    }
}

/// The lines of a file that did not come in as a known card, in words.
fn remarks(report: &[ReportedLine]) -> String {
    let line = |r: &ReportedLine| match &r.outcome {
        LineOutcome::Unknown { name, meant, .. } => {
            let meant = meant.as_ref().map_or(String::new(), |m| format!("; did you mean `{m}`?"));
            Some(format!("line {}: unknown card `{name}`, kept{meant}\n", r.line))
        }
        LineOutcome::Unread { why } => Some(format!("line {}: `{}` was not read: {why}\n", r.line, r.text.trim())),
        LineOutcome::Card { name, section, note: Some(note), .. } => {
            Some(format!("line {}: {name} went to {section}: {note}\n", r.line))
        }
        LineOutcome::Card { .. } | LineOutcome::Remark => None,
    };
    report.iter().filter_map(line).collect()
}
