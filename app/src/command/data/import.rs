//! `deckloom data import`: cards out of other programs become data files.

use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use catalog::art::{ADDRESSES, PictureAddresses};
use catalog::interchange::{self, CardFileKind, HEAD, Heartbeat, Import, ImportError, ImportTarget, is_untouched};
use catalog::store::{self, Library};
use catalog::{GameData, Source, fold, load};
use formats::GameLibrary;
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::print::{counted, indented_table};
use crate::command::sources::{self, write};
use crate::command::{
    CommandError, CommandOutcome, CommandResult, environment_error, input_error, print_result, usage_error,
};
use crate::session::{self, Places};

/// Lines of remarks that people see; `--json` has all.
const SHOWN: usize = 20;

#[derive(Debug, clap::Args)]
pub(crate) struct DataImportArgs {
    /// A file of another program: a table (CSV, TSV), Cockatrice's cards.xml, a set or AllPrintings of MTGJSON, a bulk
    /// file of Scryfall, a card list of Draftmancer.
    file: PathBuf,
    /// The game that gets the cards; it is made if it is not there.
    #[arg(long, value_name = "ID")]
    game: String,
    /// The kind of file, if it is guessed wrongly.
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(CardFileKind::ALL.iter().map(|kind| kind.word())))]
    kind: Option<String>,
    /// The data folder to write into, instead of your own.
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
    /// What a column becomes: name, set, number, type, text and so on, or a field of the game; nothing leaves it out.
    #[arg(long = "map", value_name = "COLUMN=FIELD")]
    maps: Vec<String>,
    /// The set of cards that name none; the file's name if left out.
    #[arg(long, value_name = "NAME")]
    set: Option<String>,
    /// Show what the columns become, with the first cards, and write nothing.
    #[arg(long)]
    preview: bool,
    /// Replace files that were written or changed by hand, too.
    #[arg(long)]
    replace: bool,
}

/// What an import did, or with `--preview` would do.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DataImportOutput {
    /// The kind of file.
    kind: String,
    /// Id of the game.
    game: String,
    /// Whether the game was made, or what it declares was extended.
    grows: bool,
    /// Whether nothing was written.
    preview: bool,
    /// The files that were (or would be) written.
    files: Vec<PathBuf>,
    /// The columns in order.
    columns: Vec<Column>,
    /// The sets.
    sets: Vec<ImportedSet>,
    /// Cards in all sets.
    cards: usize,
    /// Ids of the formats that are written.
    formats: Vec<String>,
    /// Ids of the boosters that are written.
    boosters: Vec<String>,
    /// Addresses of pictures that were (or would be) kept; `deckloom data pictures GAME --fetch` gets them.
    pictures: usize,
    /// Whether the game's data say what a goldfish needs; otherwise `deckloom data model` asks for it.
    goldfish: bool,
    /// What the file has and the game does not take.
    left_out: Vec<LeftOut>,
    /// What did not come through as it was.
    remarks: Vec<Remark>,
}

/// A column of the file.
#[derive(Debug, Serialize, JsonSchema)]
struct Column {
    /// Its name there.
    name: String,
    /// What it becomes, as `--map` takes it; absent if it is left out.
    becomes: Option<String>,
    /// Cards that have something in it.
    cards: u64,
    /// What the first ones have.
    samples: Vec<String>,
}

/// A set.
#[derive(Debug, Serialize, JsonSchema)]
struct ImportedSet {
    /// Id.
    id: String,
    /// Name.
    name: String,
    /// Cards.
    cards: usize,
}

/// Something that is left out.
#[derive(Debug, Serialize, JsonSchema)]
struct LeftOut {
    /// As the file calls it.
    what: String,
    /// Cards that have it.
    cards: u64,
}

/// Something that a person should know.
#[derive(Debug, Serialize, JsonSchema)]
struct Remark {
    /// The line of the file, if it is known.
    line: Option<u32>,
    /// The card; may be empty.
    card: String,
    /// What happened.
    message: String,
}

pub(super) fn run(args: &DataImportArgs, places: &Places, json: bool) -> CommandResult<CommandOutcome> {
    if args.game != fold::slug(&args.game) || args.game.is_empty() {
        let plain = fold::slug(&args.game);
        return Err(usage_error(format!("`{}` is no id of a game; write for instance --game {plain}", args.game)));
    }
    let folder = args.into.clone().or_else(Places::own_data_folder);
    let folder = folder.ok_or_else(|| environment_error("there is no home folder; name a data folder with --into"))?;
    let mut source = places.source().map_err(session::Error::from)?;
    if folder.is_dir() {
        source.add_folder(&folder).map_err(session::Error::from)?;
    }
    let known = if source.games().contains(&args.game) {
        Some(load::game(&source, &args.game).map_err(|problems| data_error(&args.game, problems))?)
    } else {
        None
    };
    let schema = source.file(&format!("{}/game.toml", args.game)).map(|f| f.text.to_string());
    let grows = schema.as_deref().is_none_or(is_untouched);
    let (kind, import) = import_cards(args, known.as_ref(), schema.as_deref())?;
    drop(known);
    let paths: Vec<PathBuf> = import.files.iter().map(|(path, _)| folder.join(path)).collect();
    refuse_foreign(args, &import, &paths)?;
    for ((path, text), name) in import.files.iter().zip(&paths) {
        source.put(path, name.display().to_string(), text.clone());
    }
    check(args, places, &source)?;
    let addresses = keep_addresses(&folder.join(&args.game).join(ADDRESSES), &import)?;
    if !args.preview {
        // Before the game itself, so that an interrupted import leaves none without them.
        if let Some((path, text)) = &addresses {
            write(path, text)?;
        }
        for ((_, text), path) in import.files.iter().zip(&paths) {
            write(path, text)?;
        }
    }
    let paths = paths.into_iter().chain(addresses.map(|(path, _)| path)).collect();
    let result = output(args, kind, grows, import, paths);
    print_result(json, &result, || to_text(&result, &args.file, &folder))?;
    Ok(CommandOutcome::Done)
}

/// The list of addresses as it will be, with those that are there already; `None` if the import brings none.
fn keep_addresses(path: &Path, import: &Import) -> CommandResult<Option<(PathBuf, String)>> {
    if import.pictures.is_empty() {
        return Ok(None);
    }
    let known = PictureAddresses::open(path);
    let mut all = known.map_err(|e| input_error(format!("{}: {e}; mend it or take it away", path.display())))?;
    all.take_over(import.pictures.clone());
    Ok(Some((path.to_owned(), all.to_text())))
}

fn data_error(game: &str, problems: Vec<catalog::read::Problem>) -> CommandError {
    session::Error::Data { game: game.to_owned(), problems }.into()
}

/// Reads the file and makes data files of it.
fn import_cards(
    args: &DataImportArgs,
    known: Option<&GameData>,
    schema: Option<&str>,
) -> CommandResult<(CardFileKind, Import)> {
    let path = &args.file;
    let fault = |e: std::io::Error| input_error(format!("{}: {e}", path.display()));
    let mut file = sources::open(path).map_err(fault)?;
    let mut head = Vec::with_capacity(HEAD);
    file.by_ref().take(HEAD as u64).read_to_end(&mut head).map_err(fault)?;
    // A pipe cannot be read twice.
    let file = std::io::Cursor::new(head.clone()).chain(file);
    let ending = path.extension().map_or_else(String::new, |e| e.to_string_lossy().to_lowercase());
    let named = args.kind.as_ref().and_then(|k| CardFileKind::ALL.iter().copied().find(|kind| kind.word() == k));
    let guess =
        || CardFileKind::detect(&head, &ending).map_err(|why| input_error(format!("{}: {why}", path.display())));
    let kind = named.map_or_else(guess, Ok)?;
    let maps: Vec<(String, String)> = args
        .maps
        .iter()
        .map(|m| m.rsplit_once('=').map(|(column, field)| (column.to_owned(), field.to_owned())))
        .collect::<Option<_>>()
        .ok_or_else(|| usage_error("--map takes COLUMN=FIELD, for instance --map \"Card Name=name\""))?;
    let name = path.file_name().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let stem = path.file_stem().map_or_else(String::new, |n| n.to_string_lossy().into_owned());
    let table = with_count(|beat| interchange::read(kind, file, &stem, &maps, beat))
        .map_err(|e| input_error(format!("{} ({}): {e}", path.display(), kind.word())))?;
    let set = args.set.as_deref().unwrap_or(&stem);
    let aim = ImportTarget { game: &args.game, known, schema, from: &name, set, named: &maps };
    let import = interchange::import(table, &aim).map_err(|why| match why {
        ImportError::Column(_) | ImportError::Nameless => usage_error(why.to_string()),
        ImportError::Empty | ImportError::NamesAlone(_) => input_error(format!("{}: {why}", path.display())),
        ImportError::Cards(faults) => {
            let list: String = faults.iter().map(|f| format!("\n  {f}")).collect();
            let hint = "nothing was imported; mend the file, or leave a column out with --map COLUMN=";
            input_error(format!("cards that do not fit into the game `{}`; {hint}{list}", args.game))
        }
    })?;
    Ok((kind, import))
}

/// Shows how many cards have been read so far, if standard error is a terminal.
fn with_count<T>(work: impl FnOnce(&Heartbeat<'_>) -> T) -> T {
    let terminal = std::io::stderr().is_terminal();
    let done = work(&Heartbeat(&|cards| {
        if terminal {
            eprint!("\r{cards} cards");
        }
    }));
    if terminal {
        eprint!("\r\x1b[2K");
    }
    done
}

/// Files that a person wrote are only replaced on demand.
fn refuse_foreign(args: &DataImportArgs, import: &Import, paths: &[PathBuf]) -> CommandResult<()> {
    let by_hand = |(path, (_, new)): &(&PathBuf, &(String, String))| {
        std::fs::read_to_string(path).is_ok_and(|old| !is_untouched(&old) && old != *new)
    };
    let list: String =
        paths.iter().zip(&import.files).filter(by_hand).map(|(p, _)| format!("\n  {}", p.display())).collect();
    if list.is_empty() || args.replace || args.preview {
        return Ok(());
    }
    Err(usage_error(format!("these files were written or changed by hand; --replace writes over them:{list}")))
}

/// Loads the game as it will be, into the library where there is one, so that the next start finds it there.
fn check(args: &DataImportArgs, places: &Places, source: &Source) -> CommandResult<()> {
    let library = places.library_file().filter(|_| !args.preview).and_then(|f| Library::open(&f).ok());
    let game = match library.map(|library| library.game(source, &args.game)) {
        Some(Ok(game)) => Ok(game),
        Some(Err(store::Error::Data { problems, .. })) => Err(problems),
        _ => load::game(source, &args.game),
    };
    let loaded = game.and_then(|game| GameLibrary::load(source, Arc::new(game)));
    loaded.map(drop).map_err(|problems| data_error(&args.game, problems))
}

fn output(
    args: &DataImportArgs,
    kind: CardFileKind,
    grows: bool,
    import: Import,
    files: Vec<PathBuf>,
) -> DataImportOutput {
    let column = |c: interchange::ImportColumn| Column {
        becomes: Some(c.role.word().to_owned()).filter(|w| !w.is_empty()),
        name: c.name,
        cards: c.filled,
        samples: c.samples,
    };
    let remark = |r: interchange::ImportRemark| Remark { line: r.line, card: r.card, message: r.message };
    DataImportOutput {
        kind: kind.word().to_owned(),
        game: args.game.clone(),
        grows,
        preview: args.preview,
        files,
        columns: import.columns.into_iter().map(column).collect(),
        cards: import.sets.iter().map(|s| s.cards).sum(),
        sets: import.sets.into_iter().map(|s| ImportedSet { id: s.id, name: s.name, cards: s.cards }).collect(),
        formats: import.formats,
        boosters: import.products,
        pictures: import.pictures.len(),
        goldfish: import.goldfish,
        left_out: import.left_out.into_iter().map(|(what, cards)| LeftOut { what, cards }).collect(),
        remarks: import.remarks.into_iter().map(remark).collect(),
    }
}

fn to_text(result: &DataImportOutput, file: &Path, folder: &Path) -> String {
    let mut out = String::new();
    if result.preview {
        let row = |c: &Column| {
            let to = c.becomes.clone().unwrap_or_else(|| "left out".to_owned());
            let samples: Vec<String> = c.samples.iter().map(|s| shortened(s)).collect();
            vec![c.name.clone(), to, c.cards.to_string(), samples.join(" | ")]
        };
        let rows: Vec<Vec<String>> = result.columns.iter().map(row).collect();
        out.push_str(&indented_table(2, &["Column", "Becomes", "Cards", "Such as"], &rows, &[2]));
    }
    let (cards, sets) =
        (counted(result.cards as u64, "card", "cards"), counted(result.sets.len() as u64, "set", "sets"));
    let verb = if result.preview { "would become" } else { "became" };
    let what = format!("{} ({}) {verb} {cards} in {sets} of the game {}", file.display(), result.kind, result.game);
    out.push_str(&format!("{what}, in {}\n", folder.display()));
    for (what, ids) in [("formats", &result.formats), ("packs", &result.boosters)] {
        if !ids.is_empty() {
            let more = if ids.len() > SHOWN { format!(" and {} more", ids.len() - SHOWN) } else { String::new() };
            let first: Vec<&str> = ids.iter().take(SHOWN).map(String::as_str).collect();
            out.push_str(&format!("{what}: {}{more}\n", first.join(", ")));
        }
    }
    if result.pictures > 0 {
        let kept = counted(result.pictures as u64, "address", "addresses");
        let command = format!("deckloom data pictures {} --fetch", result.game);
        out.push_str(&format!("pictures: {kept} kept; `{command}` shows the hosts and asks before it gets them\n"));
    }
    if !result.goldfish {
        let command = format!("deckloom data model {} --ask", result.game);
        out.push_str(&format!("no goldfish yet: the cards do not say what may be played; `{command}` asks for it\n"));
    }
    if !result.left_out.is_empty() {
        let list: Vec<String> = result.left_out.iter().map(|l| format!("{} ({})", l.what, l.cards)).collect();
        out.push_str(&format!("left out: {}\n", list.join(", ")));
    }
    for r in result.remarks.iter().take(SHOWN) {
        let line = r.line.map_or_else(String::new, |l| format!("line {l}: "));
        let card = if r.card.is_empty() { String::new() } else { format!("{}: ", r.card) };
        out.push_str(&format!("{line}{card}{}\n", r.message));
    }
    if result.remarks.len() > SHOWN {
        out.push_str(&format!("and {} more such lines; --json has all\n", result.remarks.len() - SHOWN));
    }
    out
}

/// The beginning of a text, in one line.
fn shortened(text: &str) -> String {
    let line = text.replace('\n', " ");
    match line.char_indices().nth(24) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}
