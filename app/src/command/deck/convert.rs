//! `deckloom deck convert IN OUT`

use std::path::PathBuf;

use formats::LegalDeck;
use formats::deckfile::{self, Kind, Outcome as Became};
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::{Door, Failure, Outcome, sources, usage};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct Args {
    /// A file, a starter deck such as chronx/corporate, or the name of a saved deck.
    from: String,
    /// The file to write; its ending says the kind unless --to does.
    to_file: PathBuf,
    /// toml, text or cod.
    #[arg(long, value_name = "KIND")]
    to: Option<String>,
    /// The game, if the file does not say.
    #[arg(long)]
    game: Option<String>,
    /// Also if the deck is not legal.
    #[arg(long)]
    illegal: bool,
}

/// What became of the deck.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct Result {
    /// The file written.
    file: PathBuf,
    /// Its kind.
    kind: String,
    /// `game/format`.
    format: String,
    /// Whether the deck is legal there.
    legal: bool,
    /// Each line of the file that was read.
    lines: Vec<Line>,
}

/// A line of the file that was read.
#[derive(Debug, Serialize, JsonSchema)]
struct Line {
    /// Counted from 1.
    line: usize,
    /// As it stood there.
    text: String,
    /// `card`, `unknown`, `remark` or `unread`.
    outcome: &'static str,
    /// Copies, for cards.
    count: Option<u32>,
    /// Name, for cards.
    name: Option<String>,
    /// Section id, for cards.
    section: Option<String>,
    /// The card that was perhaps meant, or why the line was not read.
    note: Option<String>,
}

pub(in crate::command) fn run(args: &Args, door: &Door) -> anyhow::Result<Outcome> {
    let named = door.deck(&args.from, args.game.as_deref())?;
    let ending = args.to_file.extension().map(|e| e.to_string_lossy().into_owned());
    let word = args.to.clone().or(ending).unwrap_or_default();
    let kinds: Vec<&str> = Kind::ALL.iter().map(|(_, word, _)| *word).collect();
    let kind = Kind::named(&word)
        .ok_or_else(|| usage(format!("`{word}` is no kind of deck file (known: {})", kinds.join(", "))))?;
    let format = named.format(None)?;
    let game = &named.book.game;
    let checked = LegalDeck::check(game, format, named.deck.clone(), named.pool.as_ref());
    let legal = checked.is_ok();
    let mut deck = match checked {
        Ok(legal) => legal.deck().clone(),
        Err(_) if args.illegal => named.deck.clone(),
        Err(report) => {
            let first = &report.violations[0];
            let message = format!(
                "`{}` is not legal in {}: {} [{}]; nothing was written. `deckloom deck check` tells all, --illegal writes it anyway",
                named.deck.name, format.name, first.message, first.rules[0]
            );
            return Err(Failure { exit: 1, message }.into());
        }
    };
    if !legal {
        deck.about = format!("{} {}", deckfile::verdict(&format.name), deck.about).trim().to_owned();
    }
    sources::write(&args.to_file, deckfile::write(game, &deck, kind))?;
    let result = Result {
        file: args.to_file.clone(),
        kind: Kind::ALL.iter().find(|(k, ..)| *k == kind).map_or("", |(_, word, _)| word).to_owned(),
        format: format!("{}/{}", game.id, format.id),
        legal,
        lines: named.report.iter().map(line).collect(),
    };
    door.show(&result, || {
        let cards = result.lines.iter().filter(|l| l.outcome == "card").count();
        let read = if result.lines.is_empty() { String::new() } else { format!("{cards} lines with known cards\n") };
        format!("{}{read}wrote {}\n", super::remarks(&named.report), result.file.display())
    })?;
    Ok(Outcome::Done)
}

fn line(r: &deckfile::Reported) -> Line {
    let mut line = Line {
        line: r.line,
        text: r.text.clone(),
        outcome: "remark",
        count: None,
        name: None,
        section: None,
        note: None,
    };
    let mut card = |outcome, count: &u32, name: &String, section: &String| {
        line.outcome = outcome;
        (line.count, line.name, line.section) = (Some(*count), Some(name.clone()), Some(section.clone()));
    };
    match &r.outcome {
        Became::Card { count, name, section, note } => {
            card("card", count, name, section);
            line.note = note.clone();
        }
        Became::Unknown { count, name, section, meant } => {
            card("unknown", count, name, section);
            line.note = meant.clone();
        }
        Became::Unread { why } => (line.outcome, line.note) = ("unread", Some(why.clone())),
        Became::Remark => {}
    }
    line
}
