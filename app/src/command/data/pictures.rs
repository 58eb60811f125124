//! `deckloom data pictures`: pictures that lie on the disk, or on the network, become those of a game's cards.

mod fetch;

use std::path::{Path, PathBuf};

use catalog::art::{self, ADDRESSES, PictureAddresses};
use catalog::{GameData, Source, load};
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::print::counted;
use crate::command::{CommandOutcome, CommandResult, environment_error, input_error, names, number, print_result};
use crate::pictures;
use crate::session::{self, Places};

/// Names that people see; `--json` has all.
const SHOWN: usize = 20;

#[derive(Debug, clap::Args)]
pub(crate) struct DataPicturesArgs {
    /// The game.
    game: String,
    /// The folder with the pictures, and folders in it: named by a card's id, by set and number, or by name as
    /// Cockatrice, Forge and XMage do.
    #[arg(long, value_name = "DIR", required_unless_present = "fetch", conflicts_with = "fetch")]
    from: Option<PathBuf>,
    /// Ask the hosts for them whose addresses an import kept, over the network: only after you agreed to these hosts.
    /// What is there already is not asked for again.
    #[arg(long)]
    fetch: bool,
    /// Agree to this host, such as pics.example or 192.168.1.5:8080, so that nobody is asked; may be given several
    /// times. A host of your own network is only asked if it stands here.
    #[arg(long, value_name = "HOST", requires = "fetch")]
    agree: Vec<String>,
    /// Seconds that a picture may take.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = number::whole::<u64>(1..=600))]
    patience: u64,
    /// Take them for what is pictured on cards, not for whole cards.
    #[arg(long)]
    art: bool,
    /// The data folder to write into, instead of your own.
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// Show what would be taken, and write nothing; nothing connects.
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
    /// The folder that the pictures are put into.
    folder: PathBuf,
    /// Whether nothing was written.
    preview: bool,
    /// The hosts that have pictures, with `--fetch`.
    hosts: Vec<PictureHost>,
    /// Cards with a picture that was taken.
    taken: Vec<TakenPicture>,
    /// Ids of cards that have a picture there already.
    kept: Vec<String>,
    /// Names of the cards that there is no picture or no address of, each once.
    missing: Vec<String>,
    /// Pictures that show no card of the game, or one that another shows better; ids of no card that have an address.
    unused: Vec<String>,
    /// Pictures that cannot be used, with the reason.
    faults: Vec<String>,
    /// Addresses that were not asked for, with `--fetch`; the next fetch goes on with them.
    left: Vec<String>,
    /// Bytes that came over the network.
    bytes: u64,
}

/// A host that has pictures.
#[derive(Debug, Clone, Serialize, JsonSchema)]
struct PictureHost {
    /// Its name, with its port unless that is the usual one.
    host: String,
    /// Pictures that lie there and are not here.
    pictures: usize,
    /// Whether all of them come encrypted.
    encrypted: bool,
    /// Whether it is one of your own network.
    private: bool,
    /// Whether it may be asked.
    agreed: bool,
}

/// A picture of a card.
#[derive(Debug, Serialize, JsonSchema)]
struct TakenPicture {
    /// Id of the card.
    card: String,
    /// The file or the address that it came from.
    from: String,
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
    let folder = into.join(&args.game).join(if args.art { art::ART } else { art::SCANS });
    let result = match &args.from {
        Some(from) => copy(args, &game, from, folder)?,
        None => fetch::run(args, &game, &addresses(&source, &game)?, folder)?,
    };
    print_result(json, &result, || to_text(&result, args.fetch))?;
    Ok(CommandOutcome::Done)
}

/// The addresses of a game's pictures in all data folders; a later one goes before.
pub(super) fn addresses(source: &Source, game: &GameData) -> CommandResult<PictureAddresses> {
    let mut all = PictureAddresses::default();
    for folder in source.added() {
        let file = folder.join(&game.id).join(ADDRESSES);
        all.take_over(PictureAddresses::open(&file).map_err(|e| input_error(format!("{}: {e}", file.display())))?);
    }
    Ok(all)
}

/// Takes the pictures of a folder.
fn copy(args: &DataPicturesArgs, game: &GameData, from: &Path, folder: PathBuf) -> CommandResult<DataPicturesOutput> {
    let files = art::pictures_in(from).map_err(|e| input_error(format!("{}: {e}", from.display())))?;
    let matches = art::match_pictures(game, files);
    let there = art::names_in(&folder);
    let (mut taken, mut kept, mut faults) = (Vec::new(), Vec::new(), Vec::new());
    for ((card, side), from) in matches.found {
        let id = game.side(card, side).id.as_str();
        if there.contains(id) && !args.replace {
            kept.push(id.to_owned());
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
            let ending = from.extension().map_or_else(String::new, |e| e.to_string_lossy().to_lowercase());
            pictures::put(&folder, id, &ending, &bytes).map_err(|e| {
                environment_error(format!("cannot write the picture of {id} into {}: {e}", folder.display()))
            })?;
        }
        taken.push(TakenPicture { card: id.to_owned(), from: from.display().to_string() });
    }
    Ok(DataPicturesOutput {
        game: args.game.clone(),
        folder,
        preview: args.preview,
        hosts: Vec::new(),
        taken,
        kept,
        missing: names_once(matches.missing.iter().map(|(card, side)| game.side(*card, *side).name.as_str())),
        unused: matches.unused.iter().map(|file| file.display().to_string()).collect(),
        faults,
        left: Vec::new(),
        bytes: 0,
    })
}

/// Names in order, each once.
fn names_once<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn to_text(result: &DataPicturesOutput, fetched: bool) -> String {
    let pictures = counted(result.taken.len() as u64, "picture", "pictures");
    let mut out = match (fetched, result.preview) {
        (true, true) => fetch::question(&result.hosts),
        (true, false) => format!("{pictures} fetched into {}\n", result.folder.display()),
        (false, true) => format!("{pictures} would be copied into {}\n", result.folder.display()),
        (false, false) => format!("{pictures} copied into {}\n", result.folder.display()),
    };
    if !result.kept.is_empty() {
        let kept = counted(result.kept.len() as u64, "card has", "cards have");
        out.push_str(&format!("{kept} a picture there already; --replace takes the new one\n"));
    }
    result.faults.iter().for_each(|fault| out.push_str(&format!("passed over: {fault}\n")));
    let (missing, unused) = if fetched {
        ("cards without an address", "addresses of no card")
    } else {
        ("cards without a picture", "pictures of no card")
    };
    for (what, list) in [(missing, &result.missing), (unused, &result.unused)] {
        if !list.is_empty() {
            let more = if list.len() > SHOWN { ", …" } else { "" };
            let first = list[..list.len().min(SHOWN)].join(", ");
            out.push_str(&format!("{what} ({}): {first}{more}\n", list.len()));
        }
    }
    if !result.left.is_empty() && !result.preview {
        let left = counted(result.left.len() as u64, "picture was", "pictures were");
        out.push_str(&format!("{left} not fetched; the same command continues with them\n"));
        for host in result.hosts.iter().filter(|host| !host.agreed) {
            out.push_str(&format!("not agreed to: --agree {}\n", host.host));
        }
    }
    out
}
