//! `deckloom data import`: cards out of other programs become data files.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use catalog::interchange::{self, CardFileKind, Heartbeat, ImportError, WORDS};
use catalog::store::Library;
use formats::LeftOut;
use schemars::JsonSchema;
use serde::Serialize;

use crate::card_import::{CardImport, CardImportError, ImportOrder};
use crate::command::print::{counted, indented_table};
use crate::command::sources;
use crate::command::{
    CommandError, CommandOutcome, CommandResult, environment_error, input_error, print_result, usage_error,
};
use crate::session::{self, Places};

/// Lines of remarks that people see; `--json` has all.
const SHOWN: usize = 20;

#[derive(Debug, clap::Args)]
pub(crate) struct DataImportArgs {
    /// A file of another program: a table (CSV, TSV), Cockatrice's cards.xml, a set, AllPrintings or AtomicCards of MTGJSON, a bulk
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
    /// Replace what was written or changed by hand, too.
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
    /// What was changed by hand and stays.
    kept: Vec<Kept>,
    /// What the file has and the game does not take.
    left_out: Vec<Omitted>,
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

/// Something that was changed by hand.
#[derive(Debug, Serialize, JsonSchema)]
struct Kept {
    /// The data file.
    file: PathBuf,
    /// The card; absent for what the file says beside its cards.
    card: Option<String>,
    /// The keys that the import says otherwise; none where it says nothing of the card.
    keys: Vec<String>,
}

/// Something that is left out.
#[derive(Debug, Serialize, JsonSchema)]
struct Omitted {
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
    let folder = args.into.clone().or_else(Places::own_data_folder);
    let folder = folder.ok_or_else(|| environment_error("there is no home folder; name a data folder with --into"))?;
    let order = order(args, folder.clone())?;
    let file = sources::open(&args.file).map_err(|e| input_error(format!("{}: {e}", args.file.display())))?;
    let library = places.library_file().and_then(|f| Library::open(&f).ok());
    let mut import = with_count(|beat| CardImport::read(order, file, places, library.as_ref(), beat))
        .map_err(|why| command_error(why, &args.game))?;
    refuse_foreign(&import.foreign, &folder, args.preview)?;
    import.check(library.as_ref(), args.preview).map_err(|why| command_error(why, &args.game))?;
    if !args.preview {
        import.write().map_err(|why| command_error(why, &args.game))?;
    }
    let result = output(args, import, &folder);
    print_result(json, &result, || to_text(&result, &args.file, &folder))?;
    Ok(CommandOutcome::Done)
}

fn order(args: &DataImportArgs, folder: PathBuf) -> CommandResult<ImportOrder> {
    let named = |word: &String| CardFileKind::ALL.iter().copied().find(|kind| kind.word() == word);
    let maps =
        args.maps.iter().map(|m| m.rsplit_once('=').map(|(column, field)| (column.to_owned(), field.to_owned())));
    let maps: Option<Vec<(String, String)>> = maps.collect();
    Ok(ImportOrder {
        file: args.file.clone(),
        kind: args.kind.as_ref().and_then(named),
        game: args.game.clone(),
        folder,
        maps: maps.ok_or_else(|| usage_error("--map takes COLUMN=FIELD, for instance --map \"Card Name=name\""))?,
        set: args.set.clone(),
        replace: args.replace,
    })
}

fn command_error(why: CardImportError, game: &str) -> CommandError {
    match why {
        CardImportError::Data { game, problems } => session::Error::Data { game, problems }.into(),
        CardImportError::Folder(fault) => session::Error::from(fault).into(),
        CardImportError::Id(_) => usage_error(why.to_string()),
        CardImportError::Import { cause: ImportError::Column(_) | ImportError::Nameless, .. } => {
            usage_error(why.to_string())
        }
        CardImportError::Import { cause: ImportError::Cards(faults), .. } => {
            let list: String = faults.iter().map(|f| format!("\n  {f}")).collect();
            let hint = "nothing was imported; mend the file, leave a column out with --map COLUMN=, or say in";
            let words = format!("{game}/{WORDS} what its words are called here (kind,theirs,ours: data/README.md)");
            input_error(format!("cards that do not fit into the game `{game}`; {hint} {words}{list}"))
        }
        CardImportError::Unwritten { .. } => environment_error(why.to_string()),
        other => input_error(other.to_string()),
    }
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
fn refuse_foreign(foreign: &[String], folder: &Path, preview: bool) -> CommandResult<()> {
    if foreign.is_empty() {
        return Ok(());
    }
    let list: String = foreign.iter().map(|path| format!("\n  {}", folder.join(path).display())).collect();
    let why = "these files were written by hand, or cannot be read card by card; --replace writes over them";
    if preview {
        eprintln!("deckloom: {why}:{list}");
        return Ok(());
    }
    Err(usage_error(format!("{why}:{list}")))
}

fn output(args: &DataImportArgs, made: CardImport, folder: &Path) -> DataImportOutput {
    let files = made.paths().collect();
    let CardImport { kind, grows, import, left_out, .. } = made;
    let column = |c: interchange::ImportColumn| Column {
        becomes: Some(c.role.word().to_owned()).filter(|w| !w.is_empty()),
        name: c.name,
        cards: c.filled,
        samples: c.samples,
    };
    let kept = |k: interchange::KeptByHand| Kept { file: folder.join(k.file), card: k.card, keys: k.keys };
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
        kept: import.kept.into_iter().map(kept).collect(),
        left_out: import.left_out.into_iter().map(|(what, cards)| Omitted { what, cards }).collect(),
        remarks: import.remarks.into_iter().map(remark).chain(left_out.iter().flat_map(unusable)).collect(),
    }
}

/// What to say of a format, product or deck that the game is without.
fn unusable(left: &LeftOut) -> impl Iterator<Item = Remark> {
    let what = format!("{}/{}", left.kind.folder(), left.id);
    left.faults.iter().map(move |fault| {
        let message = format!("{what} is left out: {fault}; mend it, or write over it with --replace");
        Remark { line: None, card: String::new(), message }
    })
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
    out.push_str(&kept_text(&result.kept));
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

/// What was changed by hand and stays, file by file.
fn kept_text(kept: &[Kept]) -> String {
    let mut out = String::new();
    for of_file in kept.chunk_by(|one, other| one.file == other.file) {
        let what = |k: &Kept| match &k.card {
            Some(card) if k.keys.is_empty() => card.clone(),
            Some(card) => format!("{card} ({})", k.keys.join(", ")),
            None => k.keys.join(", "),
        };
        let more = of_file.len().saturating_sub(SHOWN);
        let mut list: Vec<String> = of_file.iter().take(SHOWN).map(what).filter(|w| !w.is_empty()).collect();
        list.extend((more > 0).then(|| format!("{more} more")));
        let list = if list.is_empty() { String::new() } else { format!(": {}", list.join(", ")) };
        out.push_str(&format!("kept as you changed it, {}{list}\n", of_file[0].file.display()));
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
