//! Other programs' card data, in and out.
//!
//! A reader for each kind of file makes a neutral [`CardTable`]: rows of named cells. One piece maps the table to a game
//! ([`import`]): the columns become properties of cards, and a game that has no person's `game.toml` grows what the
//! cards need. What comes out are data files like those that people write. What a game cannot take is said, not
//! dropped. [`export`] goes the other way.
//!
//! Nothing here touches the disk: the caller reads and writes.

mod amounts;
mod cells;
mod cockatrice;
mod columns;
mod csv;
mod draftmancer;
pub mod export;
mod formats;
mod json;
mod limited;
mod magic;
mod merge;
mod model;
mod mtgjson;
mod old_ids;
mod own;
mod packs;
mod pictures;
mod products;
mod schema;
mod scryfall;
mod sets;
mod table;
mod toml;
mod words;

use std::collections::BTreeMap;
use std::io::{BufReader, Read};

use crate::art::PictureAddresses;
use crate::fold::slug;
use crate::game::GameData;
use crate::read::Problem;

pub use columns::{ColumnRole, UnknownColumn};
pub use merge::KeptByHand;
use merge::Merged;
pub use model::{GoldfishAnswers, with_goldfish};
use old_ids::OldIds;
pub use table::{CardTable, ImportRemark};
pub use toml::{imported_from, is_imported, is_untouched};
pub use words::{ImportWords, WORDS, WordKind};

/// A kind of file, by its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum CardFileKind {
    /// A table: CSV, TSV, or with semicolons.
    Csv,
    /// Cockatrice's `cards.xml`, version 4.
    Cockatrice,
    /// A set of MTGJSON, AllPrintings or AtomicCards.
    Mtgjson,
    /// A bulk file of Scryfall, an answer of its search, or one of its cards.
    Scryfall,
    /// A card list of Draftmancer.
    Draftmancer,
}

/// Why a file holds no cards of any kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoCardFile {
    /// It was made smaller by a packer.
    #[error("the file is compressed; unpack it first")]
    Compressed,
    /// There is nothing in it.
    #[error("the file is empty")]
    Empty,
}

/// Bytes of a file that [`CardFileKind::detect`] should see.
pub const HEAD: usize = 4096;

impl CardFileKind {
    /// All kinds.
    pub const ALL: &'static [CardFileKind] = <CardFileKind as strum::VariantArray>::VARIANTS;

    /// The word for it.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// The kind of a file that begins like this and has this ending; what stands in it says more than the ending.
    ///
    /// # Errors
    /// What the file is instead.
    pub fn detect(head: &[u8], ending: &str) -> Result<CardFileKind, NoCardFile> {
        if head.starts_with(&[0x1f, 0x8b]) || head.starts_with(b"PK") || head.starts_with(b"BZh") {
            return Err(NoCardFile::Compressed);
        }
        let text = String::from_utf8_lossy(head);
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let first = text.lines().next().unwrap_or_default().trim();
        let section = first.len() > 2 && first.starts_with('[') && first.ends_with(']') && !first.contains('{');
        let is_object = |word: &str| {
            text.contains(&format!("\"object\":\"{word}\"")) || text.contains(&format!("\"object\": \"{word}\""))
        };
        match text.chars().next() {
            Some('<') => Ok(CardFileKind::Cockatrice),
            Some('{') if is_object("list") || is_object("card") => Ok(CardFileKind::Scryfall),
            Some('{') => Ok(CardFileKind::Mtgjson),
            Some('[') if section => Ok(CardFileKind::Draftmancer),
            Some('[') => Ok(CardFileKind::Scryfall),
            Some(_) if ending == "txt" && !first.contains([',', '\t', ';']) => Ok(CardFileKind::Draftmancer),
            Some(_) => Ok(CardFileKind::Csv),
            None => Err(NoCardFile::Empty),
        }
    }
}

/// A foreign file that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct ForeignFileError {
    /// Line, counted from 1.
    pub line: usize,
    /// Column, counted from 1.
    pub column: usize,
    /// What is wrong and what was expected.
    pub message: String,
}

/// Told from time to time how many cards have been read.
pub struct Heartbeat<'a>(pub &'a dyn Fn(usize));

impl Heartbeat<'_> {
    fn at(&self, cards: usize) {
        if cards.is_multiple_of(1024) {
            (self.0)(cards);
        }
    }
}

/// Reads a foreign file. `stem` is its name without the ending, `named` the columns that a person mapped.
///
/// # Errors
/// The place that cannot be read.
pub fn read(
    kind: CardFileKind,
    input: impl Read,
    stem: &str,
    named: &[(String, String)],
    beat: &Heartbeat<'_>,
) -> Result<CardTable, ForeignFileError> {
    let mut input = BufReader::with_capacity(1 << 18, input);
    let table = match kind {
        CardFileKind::Csv => csv::read(input, named),
        CardFileKind::Scryfall => scryfall::read(input, beat),
        CardFileKind::Mtgjson => mtgjson::read(input, beat),
        CardFileKind::Cockatrice => cockatrice::read(&text_of(&mut input, LARGEST)?),
        CardFileKind::Draftmancer => draftmancer::read(&text_of(&mut input, LARGEST_LIST)?, stem),
    }?;
    if table.columns().len() > table::MOST_COLUMNS {
        Err(ForeignFileError { line: 1, column: 1, message: too_wide() })
    } else {
        Ok(table)
    }
}

/// The largest file that is read as a whole, in bytes. Those of Scryfall and MTGJSON, which may be larger, pass by card
/// by card.
const LARGEST: u64 = 256 << 20;
/// The largest card list of Draftmancer.
const LARGEST_LIST: u64 = 16 << 20;

fn too_wide() -> String {
    format!("cards have more than {} properties; leave some out", table::MOST_COLUMNS)
}

fn bytes_of(input: &mut impl Read, most: u64) -> Result<Vec<u8>, ForeignFileError> {
    let fault = |message: String| ForeignFileError { line: 1, column: 1, message };
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes).map_err(|e| fault(e.to_string()))?;
    if bytes.len() as u64 > most {
        Err(fault(format!("the file is larger than {} MiB; part it", most >> 20)))
    } else {
        Ok(bytes)
    }
}

fn text_of(input: &mut impl Read, most: u64) -> Result<String, ForeignFileError> {
    String::from_utf8(bytes_of(input, most)?).map_err(|e| {
        let before = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        ForeignFileError { line, column: 1, message: "not UTF-8 text".into() }
    })
}

/// Where the cards of a table go.
#[derive(Debug)]
pub struct ImportTarget<'a> {
    /// Id of the game.
    pub game: &'a str,
    /// The game, if it is there.
    pub known: Option<&'a GameData>,
    /// The text of its `game.toml`, if it is there.
    pub schema: Option<&'a str>,
    /// The file and its kind, for messages and for the files that are made.
    pub from: &'a str,
    /// Name of the set of cards that name none.
    pub set: &'a str,
    /// Ids of those sets of the game that this file alone brought: they become what it says now. Cards of others stay.
    pub followed: &'a [String],
    /// The boosters that the game has: their ids, and the texts of their files.
    pub boosters: &'a [(&'a str, &'a str)],
    /// Columns that a person mapped: the column, and the word for what it becomes.
    pub named: &'a [(String, String)],
    /// What other programs call the game's types, keywords and the like.
    pub words: &'a ImportWords,
}

impl ImportTarget<'_> {
    /// Whether the game may declare more than it does: its `game.toml` is not there, or an import made it.
    pub fn grows(&self) -> bool {
        self.schema.is_none_or(is_imported)
    }

    /// The text of a game that grew to `game`: what a person changed stays, and what is new follows.
    fn grown(&self, game: &GameData, goldfish: &str) -> String {
        match (self.schema, self.known) {
            (Some(text), Some(known)) if !is_untouched(text) => {
                let mut text = text.to_owned();
                toml::declarations(game, known, &mut text);
                text
            }
            _ => toml::made(self.from, &toml::game_file(game, goldfish)),
        }
    }
}

/// What an import makes of a table.
#[derive(Debug)]
pub struct Import {
    /// Data files by their path below a data folder; a new game's `game.toml` comes last, so that an interrupted
    /// import leaves no game behind.
    pub files: Vec<(String, String)>,
    /// What each column became.
    pub columns: Vec<ImportColumn>,
    /// The sets.
    pub sets: Vec<SetSummary>,
    /// Ids of the formats among the files.
    pub formats: Vec<String>,
    /// Ids of the boosters among the files.
    pub products: Vec<String>,
    /// Whether the game's data say what a goldfish needs.
    pub goldfish: bool,
    /// What was changed by hand and stays.
    pub kept: Vec<KeptByHand>,
    /// The addresses of the cards' pictures.
    pub pictures: PictureAddresses,
    /// What did not come through as it was, and what a person should know.
    pub remarks: Vec<ImportRemark>,
    /// What the file has and the game does not take, with the number of cards that have it.
    pub left_out: BTreeMap<String, u64>,
}

/// A column of a foreign file.
#[derive(Debug, Clone)]
pub struct ImportColumn {
    /// Its name there.
    pub name: String,
    /// What it becomes.
    pub role: ColumnRole,
    /// Cards that have something in it.
    pub filled: u64,
    /// What the first ones have.
    pub samples: Vec<String>,
}

/// A set that an import makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetSummary {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Cards.
    pub cards: usize,
}

/// Why a table cannot be imported.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    /// A mapped column is not there.
    #[error(transparent)]
    Column(#[from] UnknownColumn),
    /// No column is the name.
    #[error("no column is the name of a card; say which: --map COLUMN=name")]
    Nameless,
    /// There is nothing to import.
    #[error("there is no card in the file")]
    Empty,
    /// A list of names alone.
    #[error(
        "the file names {0} cards and describes none, and the game has none of them; import the cards themselves first, into the same game"
    )]
    NamesAlone(usize),
    /// Cards that do not fit into the game, by their lines in the foreign file.
    #[error("{} faults", .0.len())]
    Cards(Vec<Problem>),
}

/// The column of tokens, which are no cards of decks.
const TOKEN: &str = "token";
/// How many cells of a column are shown.
const SAMPLES: usize = 3;

/// Makes data files out of a table.
///
/// # Errors
/// Why not; a game that does not grow has a fault for each cell that does not fit.
pub fn import(mut table: CardTable, aim: &ImportTarget<'_>) -> Result<Import, ImportError> {
    if table.rows.is_empty() && table.products.is_empty() {
        return Err(ImportError::Empty);
    }
    let grows = aim.grows();
    own::expand_faces(&mut table);
    pass_over_tokens(&mut table, aim);
    let named: Vec<(String, String)> =
        columns::present(&table, aim.words.columns()).chain(aim.named).cloned().collect();
    let mut roles = columns::assign(table.columns(), aim.known, grows && !table.is_own, grows, &named)?;
    own::settle(&table, &mut roles, aim.known);
    if !table.rows.is_empty() && !roles.contains(&ColumnRole::Name) {
        return Err(ImportError::Nameless);
    }
    if grows {
        magic::complete(&mut table, &mut roles, aim.known);
        magic::add_formats(&mut table);
    }
    pictures::settle(&table, &mut roles, aim.known, grows);
    let known = aim.known.map_or_else(|| new_game(aim.game), GameData::schema);
    let game = if grows { schema::grow(known, &mut table, &mut roles) } else { known };
    let shown = show(&mut table, &roles);
    let no_sets = GameData::default();
    let sets = sets::gather(&mut table, &roles, aim.known.unwrap_or(&no_sets), aim.set);
    let mut files = Vec::new();
    let mut made = Vec::new();
    let old_ids = OldIds::new(aim, &sets);
    let mut writer = sets::Writer::new(&game, grows, &roles, aim, old_ids, table.rows.len());
    for set in &sets {
        let body = writer.set(set, &mut table);
        files.push((format!("{}/sets/{}.toml", aim.game, set.id), toml::made(aim.from, &body)));
        let cards = set.rows.iter().filter(|r| !writer.row_ids[**r].is_empty()).count();
        made.push(SetSummary { id: set.id.clone(), name: set.name.clone(), cards });
    }
    writer.report_unnumbered(&mut table);
    let ids = std::mem::take(&mut writer.row_ids);
    let faults = writer.into_faults();
    if !faults.is_empty() {
        return Err(ImportError::Cards(faults));
    }
    let pictures = pictures::addresses(&table, &roles, &ids);
    let mut set_of = vec![0; table.rows.len()];
    sets.iter().enumerate().for_each(|(at, set)| set.rows.iter().for_each(|r| set_of[*r] = at));
    let (names, has_packs) = (table.named.len(), !table.products.is_empty());
    let mut products = products::add(&mut table, aim, &game, &mut files, |row| {
        Some((sets[set_of[row]].id.clone(), ids[row].clone())).filter(|(_, id)| !id.is_empty())
    });
    if grows && products.is_empty() {
        products = products::add_usual(&mut table, aim, &game, &roles, &sets, has_packs, &mut files);
    }
    if made.is_empty() && products.is_empty() {
        return Err(ImportError::NamesAlone(names));
    }
    for format in std::mem::take(&mut table.formats) {
        let id = slug(&format.name);
        let (body, remarks) = formats::file(&format, &id, &game);
        remarks.into_iter().for_each(|r| table.remark(None, "", format!("format `{}`: {r}", format.name)));
        files.push((format!("{}/formats/{id}.toml", aim.game), toml::made(aim.from, &body)));
    }
    let mut goldfish = aim.known.is_some_and(|game| !game.goldfish.plays.is_empty());
    if grows {
        let mut usual = vec![(formats::FREE, "no file", formats::free())];
        if table.rows.len() + aim.known.map_or(0, |known| known.cards.len()) >= formats::SINGLETON_SIZE {
            usual.push((formats::SINGLETON, "no file", formats::singleton(&game)));
        }
        let limited = limited::drafted(&products).map(|product| limited::formats(&game, product));
        usual.extend(limited.into_iter().flatten().map(|(id, body)| (id, aim.from, body)));
        for (id, from, body) in usual {
            let path = format!("{}/formats/{id}.toml", aim.game);
            // What the file itself calls so goes before.
            if files.iter().all(|(known, _)| *known != path) {
                files.push((path, toml::made(from, &body)));
            }
        }
        let said = aim.schema.and_then(model::said_in);
        goldfish = said.is_some() || model::has_lands(&game);
        let section = said.map_or_else(|| model::section(&game), str::to_owned);
        files.push((format!("{}/game.toml", aim.game), aim.grown(&game, &section)));
    }
    let ids_in = |folder: &str| {
        let id = |(path, _): &(String, String)| {
            let file = path.strip_prefix(aim.game)?.strip_prefix('/')?.strip_prefix(folder)?.strip_prefix('/')?;
            file.strip_suffix(".toml").map(str::to_owned)
        };
        files.iter().filter_map(id).collect()
    };
    Ok(Import {
        formats: ids_in("formats"),
        products: ids_in("boosters"),
        columns: shown,
        sets: made,
        goldfish,
        remarks: table.remarks,
        left_out: table.left_out,
        kept: Vec::new(),
        pictures,
        files,
    })
}

impl Import {
    /// Keeps what a person changed in files that are there, as `written` has them by their paths. The paths of those that
    /// cannot be brought together, because a person wrote them or because they cannot be read, come back.
    pub fn keep_changes(&mut self, written: impl Fn(&str) -> Option<String>) -> Vec<String> {
        let mut foreign = Vec::new();
        // The game itself grew out of what is there.
        for (path, text) in self.files.iter_mut().filter(|(path, _)| !path.ends_with("/game.toml")) {
            match written(path).map(|old| merge::merge(path, &old, text)) {
                None | Some(Merged::Replaced) => {}
                Some(Merged::Foreign) => foreign.push(path.clone()),
                Some(Merged::Kept(merged, kept, others)) => {
                    *text = merged;
                    self.kept.extend(kept);
                    if others > 0 {
                        let set = path.rsplit('/').next().unwrap_or_default().trim_end_matches(".toml");
                        let message = format!(
                            "cards of the set `{set}` that this file does not have stay: {others} (--replace takes them away)"
                        );
                        self.remarks.push(ImportRemark { line: None, card: String::new(), message });
                    }
                }
            }
        }
        foreign
    }
}

/// Leaves out the tokens of a game that a person wrote and that knows none: they are no cards.
fn pass_over_tokens(table: &mut CardTable, aim: &ImportTarget<'_>) {
    let knows_them = aim.known.is_none_or(|game| game.field(TOKEN).is_some());
    let are_cards = aim.words.get(WordKind::Token, TOKEN).is_some_and(|ours| !ours.is_empty());
    let Some(column) = table.find(TOKEN).filter(|_| !aim.grows() && !knows_them && !are_cards) else { return };
    let before = table.rows.len();
    table.rows.retain(|row| row.get(column).is_none());
    let tokens = before - table.rows.len();
    if tokens > 0 {
        let message = format!("tokens passed over: {tokens}; `{TOKEN},{TOKEN},card` in {WORDS} makes cards of them");
        table.remark(None, "", message);
    }
}

/// The columns with samples; what is left out is counted.
fn show(table: &mut CardTable, roles: &[ColumnRole]) -> Vec<ImportColumn> {
    let column = |(name, role): (&String, &ColumnRole)| ImportColumn {
        name: name.clone(),
        role: role.clone(),
        filled: 0,
        samples: Vec::new(),
    };
    let mut shown: Vec<ImportColumn> = table.columns().iter().zip(roles).map(column).collect();
    for row in &table.rows {
        let has_before = |face: usize, at: u16| {
            row.get(at).is_some() || row.faces[..face].iter().any(|before| before.get(at).is_some())
        };
        let of_faces =
            row.faces.iter().enumerate().flat_map(|(face, cells)| cells.cells().map(move |cell| (face, cell)));
        let of_faces = of_faces.filter(|(face, (at, _))| !has_before(*face, *at)).map(|(_, cell)| cell);
        for (at, cell) in row.cells().chain(of_faces) {
            let column = &mut shown[at as usize];
            column.filled += 1;
            if column.samples.len() < SAMPLES {
                column.samples.push(cell.to_owned());
            }
        }
    }
    for column in shown.iter().filter(|c| c.role == ColumnRole::LeftOut && c.filled > 0) {
        *table.left_out.entry(column.name.clone()).or_default() += column.filled;
    }
    shown
}

/// The schema of a game that is not there yet.
fn new_game(id: &str) -> GameData {
    GameData {
        id: id.to_owned(),
        name: crate::fold::capital(&id.replace('-', " ")),
        edition: "imported".into(),
        about: "Cards out of other programs.".into(),
        players: (2, 4),
        default_format: formats::FREE.into(),
        ..GameData::default()
    }
}
