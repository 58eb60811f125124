//! `deckloom deck import FILE`

use std::ffi::OsString;
use std::path::Path;

use formats::deck::Listed;
use formats::deckfile::DeckFileKind;
use schemars::JsonSchema;
use serde::Serialize;

use super::lines::DeckFileLine;
use crate::command::error::input_error;
use crate::command::print::counted;
use crate::command::{CommandContext, CommandOutcome, CommandResult, sources, usage_error};
use formats::saved::deck::DeckSession;

#[derive(Debug, clap::Args)]
pub(in crate::command) struct DeckImportArgs {
    /// A deck file of any kind, told by what is in it; or a code.
    file: OsString,
    /// The game, if the file does not say.
    #[arg(long)]
    game: Option<String>,
    /// What the deck is called, whatever the file says.
    #[arg(long)]
    name: Option<String>,
    /// Show what would come in, and keep nothing.
    #[arg(long)]
    preview: bool,
}

/// What became of a file.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct DeckImportOutput {
    /// Whether nothing was kept, as asked.
    preview: bool,
    /// The kind of file, as `deck convert --to` names it.
    kind: &'static str,
    /// The deck's name.
    deck: String,
    /// `game/format`; a format that the game does not have is as the file says it.
    format: String,
    /// Cards in the deck.
    cards: u32,
    /// Cards among them that the game does not know; they are kept by name.
    unknown: u32,
    /// Lines that say nothing that can be read.
    unread: usize,
    /// Each line of the file.
    lines: Vec<DeckFileLine>,
}

pub(in crate::command) fn run(args: &DeckImportArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let path = Path::new(&args.file);
    let code =
        args.file.to_str().filter(|text| DeckFileKind::detect(text) == DeckFileKind::Code && !sources::is_input(path));
    let named = match code {
        Some(code) => context.deck_text("the code", code, args.game.as_deref())?,
        None => context.deck_file(path, args.game.as_deref())?,
    };
    let (game, mut deck) = (named.game_library.game.clone(), named.deck);
    if let Some(name) = &args.name {
        deck.name = name.clone();
    }
    if deck.name.trim().is_empty() {
        return Err(usage_error("the deck has no name; give it one with --name"));
    }
    let all = || deck.sections.iter().flatten();
    let unknown = all().filter(|e| matches!(e.card, Listed::Unknown(_))).map(|e| e.count).sum();
    let lines = DeckFileLine::all(&named.report);
    let result = DeckImportOutput {
        preview: args.preview,
        kind: named.kind.map_or("", |kind| kind.id()),
        deck: deck.name.clone(),
        format: format!("{}/{}", game.id, deck.format),
        cards: all().map(|e| e.count).sum(),
        unknown,
        unread: lines.iter().filter(|l| l.outcome == "unread").count(),
        lines,
    };
    if result.cards == 0 && deck.own.values().all(Vec::is_empty) {
        return Err(input_error(format!("{}: there is no card in it, so nothing was kept", path.display())));
    }
    if !args.preview {
        DeckSession::create(&mut context.session.library, &game, deck, None)?;
    }
    context.print_result(&result, || to_text(&result))?;
    Ok(if result.unknown == 0 && result.unread == 0 { CommandOutcome::Done } else { CommandOutcome::Failed })
}

fn to_text(result: &DeckImportOutput) -> String {
    let told = |l: &&DeckFileLine| result.preview && l.outcome != "remark" || matches!(l.outcome, "unknown" | "unread");
    let mut out: String = result.lines.iter().filter(told).map(DeckFileLine::to_text).collect();
    let cards = counted(result.cards.into(), "card", "cards");
    let kept = if result.preview { "would come in; nothing was kept" } else { "came in" };
    out.push_str(&format!("`{}` ({}, {}) with {cards} {kept}\n", result.deck, result.format, result.kind));
    if result.unknown > 0 {
        out.push_str(&format!("{} not known, kept by name\n", counted(result.unknown.into(), "card is", "cards are")));
    }
    if result.unread > 0 {
        out.push_str(&format!("{} not read\n", counted(result.unread as u64, "line was", "lines were")));
    }
    out
}
