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

use formats::deckfile::{Outcome as Became, Reported};

use super::{Door, Outcome, try_again};

#[derive(Debug, clap::Subcommand)]
pub(super) enum Verb {
    /// Check whether a deck is legal: every violation with its rules, cards and smallest fix.
    Check(check::Args),
    /// Build legal decks out of a pool, the best first, with reasons.
    Build(build::Args),
    /// Show a deck by section, with its points, curve and factions.
    Show(show::Args),
    /// Count what a deck is made of, how reliably its costs can be paid, and the odds of what it looks for.
    Stats(stats::Args),
    /// Convert a deck into another kind of file.
    Convert(convert::Args),
    /// Import a deck file into the library, with a report on every line.
    Import(import::Args),
    /// Print a deck on paper and as pictures: proxies, a list for registration, its faces, a QR code.
    Print(print::Args),
    /// List the saved decks.
    List(list::Args),
    /// Make a new deck in the library: empty, or out of another one or a file.
    New(new::Args),
    /// Change a saved deck: cards, name, format, lists, tags, notes.
    Edit(Box<edit::Args>),
    /// Take back the last change of a saved deck, or do it again.
    Undo(undo::Args),
    /// List everything that was done to a saved deck; and give a moment a name.
    History(history::Args),
    /// Take a saved deck back to a moment of its history.
    Restore(restore::Args),
    /// Show what is different between two decks, or between two moments of one.
    Diff(diff::Args),
    /// Merge another deck into a saved one.
    Merge(merge::Args),
    /// Keep, apply and take back sideboard plans of a saved deck.
    Plan(plan::Args),
    /// Put a saved deck away, or take it out again.
    PutAway(put_away::Args),
}

pub(super) fn run(verb: &Verb, door: &mut Door) -> anyhow::Result<Outcome> {
    match verb {
        Verb::Build(args) => build::run(args, door),
        Verb::Check(args) => check::run(args, door),
        Verb::Show(args) => show::run(args, door),
        Verb::Stats(args) => stats::run(args, door),
        Verb::Convert(args) => convert::run(args, door),
        Verb::Import(args) => import::run(args, door),
        Verb::Print(args) => print::run(args, door),
        Verb::List(args) => list::run(args, door),
        Verb::New(args) => new::run(args, door),
        Verb::Edit(args) => try_again(|| edit::run(args, door)),
        // Nobody takes back a change that they have not seen.
        Verb::Undo(args) => undo::run(args, door),
        Verb::History(args) => try_again(|| history::run(args, door)),
        Verb::Restore(args) => try_again(|| restore::run(args, door)),
        Verb::Diff(args) => diff::run(args, door),
        Verb::Merge(args) => try_again(|| merge::run(args, door)),
        Verb::Plan(args) => try_again(|| plan::run(args, door)),
        Verb::PutAway(args) => put_away::run(args, door),
    }
}

/// The lines of a file that did not come in as a known card, in words.
fn remarks(report: &[Reported]) -> String {
    let line = |r: &Reported| match &r.outcome {
        Became::Unknown { name, meant, .. } => {
            let meant = meant.as_ref().map_or(String::new(), |m| format!("; did you mean `{m}`?"));
            Some(format!("line {}: unknown card `{name}`, kept{meant}\n", r.line))
        }
        Became::Unread { why } => Some(format!("line {}: `{}` was not read: {why}\n", r.line, r.text.trim())),
        Became::Card { name, section, note: Some(note), .. } => {
            Some(format!("line {}: {name} went to {section}: {note}\n", r.line))
        }
        Became::Card { .. } | Became::Remark => None,
    };
    report.iter().filter_map(line).collect()
}
