//! `deckloom data pictures`: pictures that lie on the disk become those of a game's cards.

use std::path::{Path, PathBuf};

use catalog::{art, load};
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::print::counted;
use crate::command::sources::write;
use crate::command::{CommandOutcome, CommandResult, environment_error, input_error, names, print_result};
use crate::session::{self, Places};

/// Names that people see; `--json` has all.
const SHOWN: usize = 20;

#[derive(Debug, clap::Args)]
pub(crate) struct DataPicturesArgs {
    /// The game.
    game: String,
    /// The folder with the pictures, and folders in it: named by a card's id, by set and number, or by name as
    /// Cockatrice, Forge and XMage do.
    #[arg(long, value_name = "DIR")]
    from: PathBuf,
    /// Take them for what is pictured on cards, not for whole cards.
    #[arg(long)]
    art: bool,
    /// The data folder to write into, instead of your own.
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// Show what would be taken, and write nothing.
    #[arg(long)]
    preview: bool,
    /// Replace pictures that are there.
    #[arg(long)]
    replace: bool,
}

/// What was found and taken.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DataPicturesOutput {
    /// Id of the game.
    game: String,
    /// The folder that the pictures are copied into.
    folder: PathBuf,
    /// Whether nothing was written.
    preview: bool,
    /// Cards with a picture that was taken.
    taken: Vec<TakenPicture>,
    /// Ids of cards that have a picture there already.
    kept: Vec<String>,
    /// Names of the cards that the folder has no picture of, each once.
    missing: Vec<String>,
    /// Pictures that show no card of the game, or one that another shows better.
    unused: Vec<PathBuf>,
    /// Pictures that cannot be used, with the reason.
    faults: Vec<String>,
}

/// A picture of a card.
#[derive(Debug, Serialize, JsonSchema)]
struct TakenPicture {
    /// Id of the card.
    card: String,
    /// The picture.
    from: PathBuf,
}

pub(super) fn run(args: &DataPicturesArgs, places: &Places, json: bool) -> CommandResult<CommandOutcome> {
    let into = args.into.clone().or_else(Places::own_data_folder);
    let into = into.ok_or_else(|| environment_error("there is no home folder; name a data folder with --into"))?;
    let mut source = places.source().map_err(session::Error::from)?;
    if into.is_dir() {
        source.add_folder(&into).map_err(session::Error::from)?;
    }
    let games = source.games();
    if !games.contains(&args.game) {
        return Err(names::unknown_game(&args.game, games.iter().map(String::as_str)));
    }
    let game = load::game(&source, &args.game)
        .map_err(|problems| session::Error::Data { game: args.game.clone(), problems })?;
    let files = art::pictures_in(&args.from).map_err(|e| input_error(format!("{}: {e}", args.from.display())))?;
    let matches = art::match_pictures(&game, files);
    let folder = into.join(&args.game).join(if args.art { art::ART } else { art::SCANS });
    let (mut taken, mut kept, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    for (ix, from) in matches.found {
        let id = &game.card(ix).id;
        if has_picture(&folder, id) && !args.replace {
            kept.push(id.clone());
            continue;
        }
        let bytes = match art::read_picture(&from) {
            Ok(bytes) => bytes,
            Err(fault) => {
                faults.push(fault.to_string());
                continue;
            }
        };
        if !args.preview {
            put(&bytes, &from, &folder, id)?;
        }
        taken.push(TakenPicture { card: id.clone(), from });
    }
    let mut missing: Vec<String> = matches.missing.iter().map(|ix| game.card(*ix).name.clone()).collect();
    missing.sort_unstable();
    missing.dedup();
    let result = DataPicturesOutput {
        game: args.game.clone(),
        folder,
        preview: args.preview,
        taken,
        kept,
        missing,
        unused: matches.unused,
        faults,
    };
    print_result(json, &result, || to_text(&result))?;
    Ok(CommandOutcome::Done)
}

fn has_picture(folder: &Path, id: &str) -> bool {
    art::ENDINGS.iter().any(|ending| folder.join(format!("{id}.{ending}")).is_file())
}

/// Writes a picture, in place of all others of the card.
fn put(bytes: &[u8], from: &Path, folder: &Path, id: &str) -> CommandResult<()> {
    let ending = from.extension().map_or_else(String::new, |e| e.to_string_lossy().to_lowercase());
    write(&folder.join(format!("{id}.{ending}")), bytes)?;
    for other in art::ENDINGS.iter().filter(|other| **other != ending) {
        let old = folder.join(format!("{id}.{other}"));
        if old.is_file() {
            std::fs::remove_file(&old)
                .map_err(|e| environment_error(format!("cannot remove {}: {e}", old.display())))?;
        }
    }
    Ok(())
}

fn to_text(result: &DataPicturesOutput) -> String {
    let pictures = counted(result.taken.len() as u64, "picture", "pictures");
    let verb = if result.preview { "would be copied" } else { "copied" };
    let mut out = format!("{pictures} {verb} into {}\n", result.folder.display());
    if !result.kept.is_empty() {
        let kept = counted(result.kept.len() as u64, "card has", "cards have");
        out.push_str(&format!("{kept} a picture there already; --replace takes the new one\n"));
    }
    result.faults.iter().for_each(|fault| out.push_str(&format!("passed over: {fault}\n")));
    let unused: Vec<String> = result.unused.iter().map(|file| file.display().to_string()).collect();
    for (what, list) in [("cards without a picture", &result.missing), ("pictures of no card", &unused)] {
        if !list.is_empty() {
            let more = if list.len() > SHOWN { ", …" } else { "" };
            let first = list[..list.len().min(SHOWN)].join(", ");
            out.push_str(&format!("{what} ({}): {first}{more}\n", list.len()));
        }
    }
    out
}
