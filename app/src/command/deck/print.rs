//! `deckloom deck print DECK -o FILE`

use std::ffi::OsString;
use std::path::PathBuf;

use formats::deck::Listed;
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::print::counted;
use crate::command::{
    CommandContext, CommandOutcome, CommandResult, failure, input_error, number, sources, usage_error,
};
use crate::printout::job::{DeckPrintout, PrintJob};
use crate::printout::pdf::PaperSize;
use crate::printout::{Error, FacePrinter, proxies};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct DeckPrintArgs {
    /// A file, a starter deck such as chronx/corporate, the name of a saved deck, or a code.
    deck: OsString,
    /// The file to write: .pdf for paper, .png for the deck's faces, .svg for a QR code.
    #[arg(long, short, value_name = "FILE")]
    out: PathBuf,
    /// Print a one-page list for registration (PDF) instead of proxies.
    #[arg(long, conflicts_with_all = ["qr", "backs", "dpi"])]
    list: bool,
    /// Write the deck's code as a QR code (SVG or PNG).
    #[arg(long, conflicts_with_all = ["backs", "dpi", "paper"])]
    qr: bool,
    /// Size of the paper.
    #[arg(long, value_enum, default_value_t = PaperSize::A4)]
    paper: PaperSize,
    /// Add a page of card backs after each page of proxies, for printing on both sides (long edge).
    #[arg(long)]
    backs: bool,
    /// Dots an inch of proxies.
    #[arg(long, default_value_t = 300, value_parser = number::whole::<u32>(72..=600))]
    dpi: u32,
    /// The game, if the file does not say.
    #[arg(long)]
    game: Option<String>,
    /// Print it even if the deck is not legal.
    #[arg(long)]
    illegal: bool,
}

/// What was printed.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct DeckPrintOutput {
    /// The file written.
    file: PathBuf,
    /// `proxies`, `list`, `faces` or `qr`.
    what: &'static str,
    /// Cards in the deck.
    cards: u32,
    /// Cards of these that the game does not know: a plain face with the name stands for them.
    unknown: u32,
    /// `game/format`.
    format: String,
    /// Whether the deck is legal there.
    legal: bool,
    /// Own pictures that could not be used.
    picture_faults: Vec<String>,
}

pub(in crate::command) fn run(args: &DeckPrintArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let ending = args.out.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
    let paper = args.paper;
    let what = match (ending.as_str(), args.qr, args.list) {
        ("svg", true, false) => DeckPrintout::CodeSvg,
        ("png", true, false) => DeckPrintout::CodePng,
        ("pdf", false, true) => DeckPrintout::List(paper),
        ("pdf", false, false) => DeckPrintout::Proxies(proxies::Options { paper, dpi: args.dpi, backs: args.backs }),
        ("png", false, false) => DeckPrintout::Faces,
        (_, true, _) => return Err(usage_error("a QR code is an .svg or a .png")),
        (_, _, true) => return Err(usage_error("a list for registration is a .pdf")),
        ("svg", ..) => return Err(usage_error("an .svg is a QR code; ask for it with --qr")),
        _ => return Err(usage_error(format!("`.{ending}` is nothing that is printed: .pdf, .png, or .svg with --qr"))),
    };
    let named = context.deck(&args.deck, args.game.as_deref())?;
    let (deck, legal) = sources::deck_to_write(&named, args.illegal)?;
    let (game, format) = (&named.game_library.game, named.format(None)?);
    let mut press = FacePrinter::open(&context.session.source, game).map_err(|e| input_error(e.to_string()))?;
    let (file, format_name) = (args.out.clone(), format.name.clone());
    let job = PrintJob { what, deck, format: format_name, legal, file, pictures_at: None };
    let files = job.files(&mut press).map_err(|e| match e {
        // The deck can be read, but is not for this.
        Error::TooMuch(message) => failure(format!("`{}`: {message}", job.deck.name)),
        e => input_error(e.to_string()),
    })?;
    for (file, bytes) in files {
        sources::write(&file, bytes)?;
    }
    let entries = || job.deck.sections.iter().flatten();
    let result = DeckPrintOutput {
        file: args.out.clone(),
        what: what.name(),
        cards: entries().map(|e| e.count).sum(),
        unknown: entries().filter(|e| matches!(e.card, Listed::Unknown(_))).map(|e| e.count).sum(),
        format: format!("{}/{}", game.id, format.id),
        legal,
        picture_faults: press.faults(),
    };
    result.picture_faults.iter().for_each(|f| eprintln!("warning: {f}; the generated picture takes its place"));
    context.print_result(&result, || {
        let unknown = match result.unknown {
            0 => String::new(),
            n => format!(", {n} of them unknown"),
        };
        let cards = counted(result.cards.into(), "card", "cards");
        format!("{}wrote {}: {}, {cards}{unknown}\n", super::remarks(&named.report), result.file.display(), result.what)
    })?;
    Ok(CommandOutcome::Done)
}
