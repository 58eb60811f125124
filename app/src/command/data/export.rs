//! `deckloom data export`: a game's cards for other programs.

use std::path::PathBuf;

use catalog::interchange::export;
use catalog::load;
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::print::counted;
use crate::command::sources::write;
use crate::command::{CommandOutcome, CommandResult, names, print_result, usage_error};
use crate::session::{self, Places};

#[derive(Debug, clap::Args)]
pub(crate) struct DataExportArgs {
    /// The game.
    game: String,
    /// The file: a table (.csv, .tsv), or Cockatrice's card database (.xml).
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// The kind of file, if its ending does not say it.
    #[arg(long, value_parser = ["csv", "tsv", "cockatrice"])]
    to: Option<String>,
    /// Only the cards of this set.
    #[arg(long, value_name = "ID")]
    set: Option<String>,
}

/// What was written.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DataExportOutput {
    /// The file.
    file: PathBuf,
    /// `csv`, `tsv` or `cockatrice`.
    kind: String,
    /// Id of the game.
    game: String,
    /// Cards in it.
    cards: usize,
}

pub(super) fn run(args: &DataExportArgs, places: &Places, json: bool) -> CommandResult<CommandOutcome> {
    let ending = args.output.extension().map_or_else(String::new, |e| e.to_string_lossy().to_lowercase());
    let kind = args.to.as_deref().or(match ending.as_str() {
        "csv" => Some("csv"),
        "tsv" => Some("tsv"),
        "xml" => Some("cockatrice"),
        _ => None,
    });
    let file = args.output.display();
    let kind =
        kind.ok_or_else(|| usage_error(format!("{file}: say the kind of file with --to csv, tsv or cockatrice")))?;
    let source = places.source().map_err(session::Error::from)?;
    let games = source.games();
    if !games.contains(&args.game) {
        return Err(names::unknown_game(&args.game, games.iter().map(String::as_str)));
    }
    let game = load::game(&source, &args.game)
        .map_err(|problems| session::Error::Data { game: args.game.clone(), problems })?;
    let set = args.set.as_deref();
    if let Some(id) = set.filter(|id| !game.sets.iter().any(|s| s.id == *id)) {
        let known: Vec<&str> = game.sets.iter().map(|s| s.id.as_str()).collect();
        return Err(names::unknown_of(&game.name, "set", id, &known));
    }
    let pictures = super::pictures::addresses(&source, &game)?;
    let text = match kind {
        "cockatrice" => export::cockatrice(&game, &source, &pictures, set),
        kind => export::csv(&game, &source, &pictures, set, kind == "tsv"),
    };
    write(&args.output, text)?;
    let cards = game.cards.iter().filter(|c| set.is_none_or(|s| game.sets[c.set as usize].id == s)).count();
    let result = DataExportOutput { file: args.output.clone(), kind: kind.to_owned(), game: args.game.clone(), cards };
    print_result(json, &result, || format!("{file}: {} of {}\n", counted(cards as u64, "card", "cards"), game.name))?;
    Ok(CommandOutcome::Done)
}
