//! `deckloom deck convert IN OUT`

use std::ffi::OsString;
use std::path::PathBuf;

use formats::deckfile::{self, DeckFact, DeckFileKind};
use schemars::JsonSchema;
use serde::Serialize;

use super::lines::DeckFileLine;
use crate::command::{CommandContext, CommandOutcome, CommandResult, input_error, sources, usage_error};
use crate::printout::FacePrinter;
use crate::printout::job::{DeckPrintout, PrintJob};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct DeckConvertArgs {
    /// A file, a starter deck such as chronx/corporate, the name of a saved deck, or a code.
    from: OsString,
    /// The file to write; its ending says the kind unless --to does.
    to_file: PathBuf,
    /// toml, text, arena, names, cod, dek, mtgjson, lackey, o8d, forge, xmage, draftmancer, csv, tts or code.
    #[arg(long, value_name = "KIND")]
    to: Option<String>,
    /// The game, if the file does not say.
    #[arg(long)]
    game: Option<String>,
    /// Write it even if the deck is not legal.
    #[arg(long)]
    illegal: bool,
    /// For Tabletop Simulator: where the pictures beside the file will be found, such as https://example.org/decks;
    /// without, they are files on this machine.
    #[arg(long, value_name = "URL")]
    pictures_at: Option<String>,
}

/// What became of the deck.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct DeckConvertOutput {
    /// The file written.
    file: PathBuf,
    /// Its kind.
    kind: String,
    /// Pictures written beside it.
    pictures: Vec<PathBuf>,
    /// `game/format`.
    format: String,
    /// Whether the deck is legal there.
    legal: bool,
    /// What this kind of file cannot say of the deck.
    losses: Vec<Loss>,
    /// Each line of the file that was read.
    lines: Vec<DeckFileLine>,
}

/// A fact that the file does not carry.
#[derive(Debug, Serialize, JsonSchema)]
struct Loss {
    /// `game`, `format`, `name`, `plan`, `goal`, `printing`, `section` or `extras`.
    fact: &'static str,
    /// In a sentence.
    text: String,
}

pub(in crate::command) fn run(args: &DeckConvertArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let named = context.deck(&args.from, args.game.as_deref())?;
    let kind = sources::output_kind(&args.to_file, args.to.as_deref())?;
    if args.pictures_at.is_some() && kind != DeckFileKind::Tabletop {
        return Err(usage_error("--pictures-at is for Tabletop Simulator; name it with --to tts"));
    }
    let (deck, legal) = sources::deck_to_write(&named, args.illegal)?;
    let (format, game) = (named.format(None)?, &named.game_library.game);
    let mut pictures = Vec::new();
    match kind {
        DeckFileKind::Tabletop => {
            let (file, pictures_at) = (args.to_file.clone(), args.pictures_at.clone());
            let (deck, format) = (deck.clone(), format.name.clone());
            let job = PrintJob { what: DeckPrintout::Tabletop, deck, format, legal, file, pictures_at };
            let mut press = FacePrinter::open(&context.session.source, game).map_err(|e| input_error(e.to_string()))?;
            for (file, bytes) in job.files(&mut press).map_err(|e| input_error(e.to_string()))? {
                sources::write(&file, bytes)?;
                pictures.push(file);
            }
            pictures.pop();
            press.faults().iter().for_each(|f| eprintln!("warning: {f}; the generated picture takes its place"));
        }
        kind => sources::write(&args.to_file, deckfile::write(game, &deck, kind))?,
    }
    let loss = |fact: DeckFact| Loss { fact: fact.id(), text: fact.describe_loss() };
    let result = DeckConvertOutput {
        file: args.to_file.clone(),
        kind: kind.id().to_owned(),
        pictures,
        format: format!("{}/{}", game.id, format.id),
        legal,
        losses: deckfile::losses(game, &deck, kind).into_iter().map(loss).collect(),
        lines: DeckFileLine::all(&named.report),
    };
    context.print_result(&result, || {
        let cards = result.lines.iter().filter(|l| l.outcome == "card").count();
        let read = if result.lines.is_empty() { String::new() } else { format!("{cards} lines with known cards\n") };
        let losses: String = result.losses.iter().map(|l| format!("lost: {}\n", l.text)).collect();
        let files: String = result.pictures.iter().map(|p| format!("wrote {}\n", p.display())).collect();
        format!("{}{read}{losses}{files}wrote {}\n", super::remarks(&named.report), result.file.display())
    })?;
    Ok(CommandOutcome::Done)
}
