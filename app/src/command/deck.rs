//! `deckloom deck …`

pub(super) mod build;
pub(super) mod check;
pub(super) mod convert;
pub(super) mod show;

use formats::deckfile::{Outcome as Became, Reported};

use super::{Door, Outcome};

#[derive(Debug, clap::Subcommand)]
pub(super) enum Verb {
    /// Whether a deck is legal: every violation with its rules, cards and smallest fix.
    Check(check::Args),
    /// Legal decks out of a pool, the best first, with reasons.
    Build(build::Args),
    /// A deck by section, with its points, curve and factions.
    Show(show::Args),
    /// A deck into another kind of file.
    Convert(convert::Args),
}

pub(super) fn run(verb: &Verb, door: &mut Door) -> anyhow::Result<Outcome> {
    match verb {
        Verb::Build(args) => build::run(args, door),
        Verb::Check(args) => check::run(args, door),
        Verb::Show(args) => show::run(args, door),
        Verb::Convert(args) => convert::run(args, door),
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
