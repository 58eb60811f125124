//! `deckloom deck …`

pub(super) mod check;
pub(super) mod convert;
pub(super) mod import;
mod lines;
pub(super) mod print;
pub(super) mod show;
pub(super) mod verdict;

use formats::deckfile::{Outcome as Became, Reported};

use super::{Door, Outcome};

#[derive(Debug, clap::Subcommand)]
pub(super) enum Verb {
    /// Whether a deck is legal: every violation with its rules, cards and smallest fix.
    Check(check::Args),
    /// A deck by section, with its points, curve and factions.
    Show(show::Args),
    /// A deck into another kind of file.
    Convert(convert::Args),
    /// A deck file into the library, with a report on every line.
    Import(import::Args),
    /// A deck on paper and as pictures: proxies, a list for registration, its faces, a QR code.
    Print(print::Args),
}

pub(super) fn run(verb: &Verb, door: &mut Door) -> anyhow::Result<Outcome> {
    match verb {
        Verb::Check(args) => check::run(args, door),
        Verb::Show(args) => show::run(args, door),
        Verb::Convert(args) => convert::run(args, door),
        Verb::Import(args) => import::run(args, door),
        Verb::Print(args) => print::run(args, door),
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
