//! `deckloom deck convert IN OUT`

use std::path::{Path, PathBuf};

use catalog::Game;
use formats::Deck;
use formats::deckfile::{self, Fact, Kind, tabletop};
use schemars::JsonSchema;
use serde::Serialize;

use super::lines::Line;
use crate::command::{Door, Outcome, environment, sources, unreadable, usage};
use crate::printout::{Press, picture};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct Args {
    /// A file, a starter deck such as chronx/corporate, the name of a saved deck, or a code.
    from: String,
    /// The file to write; its ending says the kind unless --to does.
    to_file: PathBuf,
    /// toml, text, arena, names, cod, dek, o8d, forge, xmage, draftmancer, csv, tts or code.
    #[arg(long, value_name = "KIND")]
    to: Option<String>,
    /// The game, if the file does not say.
    #[arg(long)]
    game: Option<String>,
    /// Also if the deck is not legal.
    #[arg(long)]
    illegal: bool,
    /// For Tabletop Simulator: where the pictures beside the file will be found, such as https://example.org/decks;
    /// without, they are files on this machine.
    #[arg(long, value_name = "URL")]
    pictures_at: Option<String>,
}

/// What became of the deck.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct Result {
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
    lines: Vec<Line>,
}

/// A fact that the file does not carry.
#[derive(Debug, Serialize, JsonSchema)]
struct Loss {
    /// `game`, `format`, `name`, `plan`, `goal`, `printing` or `section`.
    fact: &'static str,
    /// In a sentence.
    text: &'static str,
}

pub(in crate::command) fn run(args: &Args, door: &Door) -> anyhow::Result<Outcome> {
    let named = door.deck(&args.from, args.game.as_deref())?;
    let kind = sources::kind(&args.to_file, args.to.as_deref())?;
    if args.pictures_at.is_some() && kind != Kind::Tabletop {
        return Err(usage("--pictures-at is for Tabletop Simulator; name it with --to tts"));
    }
    let (deck, legal) = sources::outgoing(&named, args.illegal)?;
    let (format, game) = (named.format(None)?, &named.book.game);
    let mut pictures = Vec::new();
    let text = match kind {
        Kind::Tabletop => on_the_table(args, door, game, &deck, &mut pictures)?,
        kind => deckfile::write(game, &deck, kind),
    };
    sources::write(&args.to_file, text)?;
    let loss = |fact: Fact| Loss { fact: fact.word(), text: fact.lost() };
    let result = Result {
        file: args.to_file.clone(),
        kind: kind.word().to_owned(),
        pictures,
        format: format!("{}/{}", game.id, format.id),
        legal,
        losses: deckfile::losses(game, &deck, kind).into_iter().map(loss).collect(),
        lines: Line::all(&named.report),
    };
    door.show(&result, || {
        let cards = result.lines.iter().filter(|l| l.outcome == "card").count();
        let read = if result.lines.is_empty() { String::new() } else { format!("{cards} lines with known cards\n") };
        let losses: String = result.losses.iter().map(|l| format!("lost: {}\n", l.text)).collect();
        let files: String = result.pictures.iter().map(|p| format!("wrote {}\n", p.display())).collect();
        format!("{}{read}{losses}{files}wrote {}\n", super::remarks(&named.report), result.file.display())
    })?;
    Ok(Outcome::Done)
}

/// The saved object, once its pictures lie beside it.
fn on_the_table(
    args: &Args,
    door: &Door,
    game: &Game,
    deck: &Deck,
    pictures: &mut Vec<PathBuf>,
) -> anyhow::Result<String> {
    let mut press = Press::open(&door.desk, game).map_err(|e| unreadable(e.to_string()))?;
    let stem = args.to_file.file_stem().map_or("deck".to_owned(), |s| s.to_string_lossy().into_owned());
    let beside = |what: &str| args.to_file.with_file_name(format!("{stem}-{what}.png"));
    for (at, sheet) in tabletop::face_sheets(deck).iter().enumerate() {
        let file = beside(&(at + 1).to_string());
        sources::write(&file, picture::sheet(&mut press, sheet).map_err(|e| unreadable(e.to_string()))?)?;
        pictures.push(file);
    }
    let back = beside("back");
    sources::write(&back, picture::back(&press).map_err(|e| unreadable(e.to_string()))?)?;
    pictures.push(back);
    press.faults().iter().for_each(|fault| eprintln!("warning: {fault}; the generated picture takes its place"));
    let addresses: Vec<String> =
        pictures.iter().map(|p| address(p, args.pictures_at.as_deref())).collect::<anyhow::Result<_>>()?;
    let last = addresses.len() - 1;
    Ok(tabletop::write(game, deck, |sheet| addresses[sheet].clone(), &addresses[last]))
}

/// Where a picture is found: below the address that was named, or as a file.
fn address(picture: &Path, base: Option<&str>) -> anyhow::Result<String> {
    let name = picture.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    match base {
        Some(base) => Ok(format!("{}/{}", base.trim_end_matches('/'), escaped(&name))),
        None => {
            let whole = std::path::absolute(picture)
                .map_err(|e| environment(format!("where {} lies cannot be told: {e}", picture.display())))?;
            let path = whole.to_string_lossy().replace('\\', "/");
            Ok(format!("file:///{}", escaped(path.trim_start_matches('/'))))
        }
    }
}

/// A path as it stands in an address.
fn escaped(path: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/:".contains(&b);
    path.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}
