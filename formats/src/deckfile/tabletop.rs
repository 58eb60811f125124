//! Tabletop Simulator's saved objects: a pile of cards for each section, with faces on sheets of 10 × 7.
//!
//! A card's number is that of its sheet × 100 and its cell, from 0. The last cell of a sheet is no card: the game
//! shows it in the hands of others, so it holds the back. What the saved object has no place for is in its note, and
//! a card's id in its notes for the game master.

use catalog::GameData;
use catalog::collection::table::CardSpec;
use catalog::tr;
use serde_json::{Value, json};

use super::json::ObjectList;
use super::notes;
use super::sheet::{DeckFileError, DeckSheet, LineContent, LineIndex};
use crate::deck::{Deck, Listed};

/// Most columns of a sheet.
pub const COLUMNS: usize = 10;
/// Most rows of a sheet.
pub const ROWS: usize = 7;
/// How deep bags may lie in bags.
const DEEPEST: usize = 8;

/// A sheet of faces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaceSheet {
    /// The cards, by rows from the top; the cells behind them are empty but the last, which is the back.
    pub cards: Vec<Listed>,
    /// Columns, 2 to [`COLUMNS`].
    pub columns: usize,
    /// Rows, 2 to [`ROWS`].
    pub rows: usize,
}

/// The sheets that a deck needs: each card once, in the order of the deck.
pub fn face_sheets(deck: &Deck) -> Vec<FaceSheet> {
    let mut cards: Vec<Listed> = Vec::new();
    for entry in deck.sections.iter().flatten() {
        if !cards.contains(&entry.card) {
            cards.push(entry.card.clone());
        }
    }
    let sheet = |cards: &[Listed]| {
        let cells = cards.len() + 1;
        let columns = cells.clamp(2, COLUMNS);
        FaceSheet { cards: cards.to_vec(), columns, rows: cells.div_ceil(columns).clamp(2, ROWS) }
    };
    cards.chunks(COLUMNS * ROWS - 1).map(sheet).collect()
}

/// Writes a saved object. `face` gives the address of a sheet, by its place in [`face_sheets`]; `back` is that of the
/// card back.
pub fn write(game: &GameData, deck: &Deck, face: impl Fn(usize) -> String, back: &str) -> String {
    let sheets = face_sheets(deck);
    let customs: Vec<Value> = sheets
        .iter()
        .enumerate()
        .map(|(at, sheet)| {
            json!({
                "FaceURL": face(at), "BackURL": back, "NumWidth": sheet.columns, "NumHeight": sheet.rows,
                "BackIsHidden": true, "UniqueBack": false,
            })
        })
        .collect();
    let place = |card: &Listed| {
        let found =
            sheets.iter().enumerate().find_map(|(s, sheet)| Some((s, sheet.cards.iter().position(|c| c == card)?)));
        found.expect("every card is on a sheet")
    };
    let custom = |sheet: usize| json!({ (sheet + 1).to_string(): customs[sheet] });
    let card = |listed: &Listed, x: usize| {
        let (sheet, cell) = place(listed);
        let (id, text) = match listed {
            Listed::Card(ix) => {
                let card = game.card(*ix);
                (card.id.as_str(), format!("{}\n{}", game.type_line(card), game.rules_text(card)))
            }
            Listed::Unknown(_) => ("", String::new()),
        };
        json!({
            "Name": "Card", "Transform": transform(x), "Nickname": listed.name(game), "Description": text.trim(),
            "GMNotes": id, "CardID": (sheet + 1) * 100 + cell, "CustomDeck": custom(sheet),
        })
    };
    let mut objects = Vec::new();
    for (section, entries) in game.sections.iter().zip(&deck.sections).filter(|(_, e)| !e.is_empty()) {
        let x = objects.len();
        let cards: Vec<Value> =
            entries.iter().flat_map(|e| std::iter::repeat_n(card(&e.card, x), e.count as usize)).collect();
        let ids: Vec<Value> = cards.iter().map(|c| c["CardID"].clone()).collect();
        let used: serde_json::Map<String, Value> = cards
            .iter()
            .filter_map(|c| c["CustomDeck"].as_object())
            .flatten()
            .map(|(k, v)| (k.clone(), v.clone()))
            .collect();
        // A pile of one card is not a pile there. Its section stands beside its id.
        objects.push(match <[Value; 1]>::try_from(cards) {
            Ok([mut only]) => {
                only["GMNotes"] = format!("{}@{}", only["GMNotes"].as_str().unwrap_or_default(), section.id).into();
                only
            }
            Err(cards) => json!({
                "Name": "DeckCustom", "Transform": transform(x), "Nickname": section.name, "DeckIDs": ids,
                "CustomDeck": used, "ContainedObjects": cards,
            }),
        });
    }
    let saved = json!({ "SaveName": deck.name, "Note": notes::write(game, deck), "ObjectStates": objects });
    format!("{saved:#}\n")
}

/// Face down, upright, one pile beside the other.
fn transform(x: usize) -> Value {
    json!({
        "posX": x * 3, "posY": 1, "posZ": 0, "rotX": 0, "rotY": 180, "rotZ": 180, "scaleX": 1, "scaleY": 1, "scaleZ": 1,
    })
}

#[derive(serde::Deserialize)]
struct SavedObject<'a> {
    #[serde(default, rename = "SaveName")]
    name: String,
    #[serde(default, rename = "Note")]
    note: String,
    #[serde(borrow, default, rename = "ObjectStates")]
    objects: Option<ObjectList<'a>>,
}

#[derive(serde::Deserialize)]
struct Object<'a> {
    #[serde(default, rename = "Name")]
    kind: String,
    #[serde(default, rename = "Nickname")]
    nickname: String,
    #[serde(default, rename = "GMNotes")]
    notes: String,
    #[serde(borrow, default, rename = "ContainedObjects")]
    contained: Option<ObjectList<'a>>,
}

/// Reads a saved object or a saved game: every card in every pile and bag.
///
/// # Errors
/// Broken JSON, or JSON without objects.
pub fn read(text: &str) -> Result<DeckSheet, DeckFileError> {
    let broken = |e: serde_json::Error| DeckFileError {
        line: e.line(),
        column: e.column(),
        message: tr!("no saved object of Tabletop Simulator: {e}", e),
    };
    let saved: SavedObject<'_> = serde_json::from_str(text).map_err(broken)?;
    let Some(objects) = saved.objects else {
        let message = tr!(
            "JSON without `ObjectStates` is no saved object of Tabletop Simulator, and without `mainBoard` no deck of MTGJSON"
        );
        return Err(DeckFileError { line: 1, column: 1, message });
    };
    let mut sheet = DeckSheet { exact: true, ..DeckSheet::default() };
    sheet.name = Some(saved.name.trim().to_owned()).filter(|n| !n.is_empty());
    notes::read(&mut sheet, &saved.note);
    let mut walk = Walk { lines: LineIndex::new(text), sheet };
    walk.objects(&objects, None, 0)?;
    Ok(walk.sheet)
}

struct Walk<'a> {
    lines: LineIndex<'a>,
    sheet: DeckSheet,
}

impl<'a> Walk<'a> {
    fn objects(&mut self, objects: &ObjectList<'a>, section: Option<&str>, depth: usize) -> Result<(), DeckFileError> {
        for raw in &objects.0 {
            let at = self.lines.start_of(raw.get());
            if depth == DEEPEST {
                return Err(self.lines.fault(at, format!("objects lie more than {DEEPEST} deep in each other")));
            }
            let object: Object<'a> =
                serde_json::from_str(raw.get()).map_err(|e| self.lines.fault(at, format!("this is no object: {e}")))?;
            let line = self.lines.line(at);
            let nickname = object.nickname.trim();
            match &object.contained {
                Some(inner) => {
                    self.objects(inner, Some(nickname).filter(|n| !n.is_empty()).or(section), depth + 1)?;
                }
                None if object.kind.starts_with("Card") => self.card(line, &object, section)?,
                None => {
                    let why = format!("`{}` is no card", object.kind.chars().take(40).collect::<String>());
                    self.sheet.push(line, nickname, LineContent::Nothing(why))?;
                }
            }
        }
        Ok(())
    }

    fn card(&mut self, line: usize, object: &Object<'_>, section: Option<&str>) -> Result<(), DeckFileError> {
        let name = object.nickname.trim();
        // Only notes that this program wrote name cards and sections.
        let ours = self.sheet.game.is_some();
        let (id, alone) = object.notes.split_once('@').map_or((object.notes.as_str(), None), |(id, s)| (id, Some(s)));
        let section = section.or(alone.filter(|_| ours)).map(str::to_owned);
        let card = CardSpec {
            id: Some(id.to_owned()).filter(|id| ours && !id.is_empty()),
            name: Some(name.to_owned()).filter(|n| !n.is_empty()),
            ..CardSpec::default()
        };
        let says = match card.name {
            None => LineContent::Nothing(tr!("a card without a name")),
            Some(_) => LineContent::Copies { count: 1, card, section },
        };
        self.sheet.push(line, name, says)
    }
}
