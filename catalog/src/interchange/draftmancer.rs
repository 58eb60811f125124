//! Draftmancer's card lists: cards as JSON, settings, and sheets of card lines. They become a set and a booster.
//!
//! Source: draftmancer.com/cubeformat.html. A list without sheets is one sheet, of which a pack holds fifteen.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::ForeignFileError;
use super::columns::is_picture;
use super::magic::face_layout;
use super::pictures::best;
use super::table::{CardTable, ForeignCard, ForeignLayout, ForeignProduct, ForeignSheet, SheetCard, join};
use crate::card::FaceLayout;
use crate::game::FACES;

/// The size of a pack where the list does not say it.
const PACK: u32 = 15;

/// Reads a list; `name` is what its product is called unless it says so itself.
pub(super) fn read(text: &str, name: &str) -> Result<CardTable, ForeignFileError> {
    let text = text.trim_start_matches('\u{feff}');
    let mut list = List { table: CardTable::for_magic(), ..List::default() };
    list.product.name = name.to_owned();
    let (mut at, mut number, mut counted) = (0, 1, 0);
    while at < text.len() {
        let end = text[at..].find('\n').map_or(text.len(), |i| at + i + 1);
        let line = text[at..end].trim();
        number += text[counted..at].matches('\n').count() as u32;
        counted = at;
        match line.strip_prefix('[').and_then(|l| l.strip_suffix(']')).map(str::trim) {
            Some("CustomCards" | "Settings") if list.blocks == MOST_BLOCKS => {
                let message = format!("more than {MOST_BLOCKS} lists of cards and settings");
                return Err(ForeignFileError { line: number as usize, column: 1, message });
            }
            Some("CustomCards") => at = list.cards(text, end)?,
            Some("Settings") => at = list.settings(text, end)?,
            Some("Layouts") => {
                list.in_layouts = true;
                at = end;
            }
            Some(header) => {
                list.header(header);
                at = end;
            }
            None => {
                list.line(line, number)?;
                at = end;
            }
        }
    }
    Ok(list.finish())
}

/// A layout by the names of its sheets, which come later.
struct NamedLayout {
    name: String,
    weight: u32,
    counts: Vec<(String, u32)>,
}

#[derive(Default)]
struct List {
    table: CardTable,
    product: ForeignProduct,
    layouts: Vec<NamedLayout>,
    /// Counts out of headers such as `[Common(10)]`.
    counts: Vec<(String, u32)>,
    in_layouts: bool,
    /// The rows by the names of their cards.
    rows: HashMap<String, usize>,
    /// How many lists and settings there were.
    blocks: usize,
}

/// What a face has for itself, of a card with two.
const ON_FACES: [&str; 14] = [
    "name",
    "printed_names",
    "type",
    "subtypes",
    "mana_cost",
    "oracle_text",
    "printed_text",
    "flavor_text",
    "power",
    "toughness",
    "loyalty",
    "defense",
    "image",
    "image_uris",
];

/// What faces have for themselves if the back has it, too.
const COLOURS: &str = "colors";

/// How many lists of cards and settings a file may have; one of each is what is written.
const MOST_BLOCKS: usize = 16;

impl List {
    /// `[CustomCards]`: a JSON list from `start` on. Gives where it ends.
    fn cards(&mut self, text: &str, start: usize) -> Result<usize, ForeignFileError> {
        self.blocks += 1;
        let (cards, end) = json::<Vec<Map<String, Value>>>(text, start)?;
        for (at, card) in cards.iter().enumerate() {
            let row = self.card(card);
            match card.get("name").and_then(plain) {
                None => self.table.remark(None, "", format!("the custom card {} has no name", at + 1)),
                // The list calls a card by the name of its front; of several cards of one name the first is meant.
                Some(name) => {
                    self.rows.entry(name).or_insert(self.table.rows.len());
                }
            }
            self.table.rows.push(row);
        }
        Ok(end)
    }

    fn card(&mut self, card: &Map<String, Value>) -> ForeignCard {
        let Some(back) = card.get("back").and_then(Value::as_object) else { return self.face(card) };
        let of_face = |key: &str| ON_FACES.contains(&key) || key == COLOURS && back.contains_key(COLOURS);
        let (front, whole): (Map<_, _>, Map<_, _>) = card.clone().into_iter().partition(|(key, _)| of_face(key));
        let mut row = self.face(&whole);
        let name = |face: &Map<String, Value>| face.get("name").and_then(plain);
        let Some(name_of_front) = name(&front) else { return row };
        // What a back says of the card as a whole the card has said.
        let (mut back, again): (Map<_, _>, Map<_, _>) = back.clone().into_iter().partition(|(key, _)| of_face(key));
        again
            .keys()
            .filter(|key| !whole.contains_key(*key))
            .for_each(|key| self.table.leave_out(&format!("{key} of a back")));
        // A back without a name is called like the front.
        let name_of_back = name(&back).unwrap_or_else(|| name_of_front.clone());
        back.insert("name".into(), name_of_back.as_str().into());
        row.put(self.table.column("name"), &[name_of_front, name_of_back].join(FACES));
        row.layout = whole.get("layout").and_then(plain).map_or_else(FaceLayout::default, |word| face_layout(&word));
        row.faces = vec![self.face(&front), self.face(&back)];
        row
    }

    fn face(&mut self, face: &Map<String, Value>) -> ForeignCard {
        let mut row = ForeignCard::default();
        for (key, value) in face {
            match plain(value) {
                Some(cell) => row.put(self.table.column(key), &cell),
                None if is_picture(key) && value.is_object() => {
                    let addresses = value.as_object().into_iter().flatten();
                    match best(addresses.filter_map(|(shows, address)| Some((shows.clone(), plain(address)?)))) {
                        Some(address) => row.put(self.table.column(key), &address),
                        None => self.table.leave_out(key),
                    }
                }
                None if key == "back" || value.is_null() || value == "" || value == &Value::Bool(false) => {}
                None if value.as_array().is_some_and(Vec::is_empty) => {}
                None => self.table.leave_out(key),
            }
        }
        row
    }

    fn settings(&mut self, text: &str, start: usize) -> Result<usize, ForeignFileError> {
        self.blocks += 1;
        let (settings, end) = json::<Map<String, Value>>(text, start)?;
        for (key, value) in &settings {
            match (key.as_str(), value) {
                ("name", Value::String(name)) => self.product.name = name.clone(),
                ("withReplacement", Value::Bool(yes)) => self.product.doubles = *yes,
                ("layouts", Value::Object(layouts)) => {
                    for (name, layout) in layouts {
                        let weight = layout.get("weight").and_then(Value::as_u64).unwrap_or(1) as u32;
                        let slots = layout.get("slots").and_then(Value::as_object);
                        let counts = slots.into_iter().flatten().filter_map(|(sheet, n)| {
                            let n = n.as_u64().or_else(|| n.get("count")?.as_u64());
                            if n.is_none() {
                                let message = format!("the slot `{sheet}` of the layout `{name}` has no count");
                                self.table.remark(None, "", message);
                            }
                            Some((sheet.clone(), n? as u32))
                        });
                        let counts = counts.collect();
                        self.layouts.push(NamedLayout { name: name.clone(), weight, counts });
                    }
                }
                _ => self.table.leave_out(&format!("setting {key}")),
            }
        }
        Ok(end)
    }

    fn header(&mut self, header: &str) {
        self.in_layouts = false;
        // `[Rare(1) {"collation": "random"}]`: how a sheet is shuffled is the table's matter.
        let (header, settings) =
            header.split_once('{').map_or((header, None), |(head, rest)| (head.trim(), Some(rest)));
        if settings.is_some() {
            self.table.leave_out("settings of a sheet");
        }
        let count = header.strip_suffix(')').and_then(|h| h.rsplit_once('('));
        let count = count.and_then(|(name, n)| Some((name.trim().to_owned(), n.trim().parse().ok()?)));
        let name = count.as_ref().map_or_else(|| header.to_owned(), |(name, _)| name.clone());
        self.counts.extend(count);
        self.product.sheets.push(ForeignSheet { name, cards: Vec::new() });
    }

    fn line(&mut self, line: &str, number: u32) -> Result<(), ForeignFileError> {
        if line.is_empty() || line.starts_with('#') || line.starts_with("//") {
            return Ok(());
        }
        if self.in_layouts {
            return self.layout(line, number);
        }
        if self.product.sheets.is_empty() {
            self.product.sheets.push(ForeignSheet { name: "cards".into(), cards: Vec::new() });
        }
        let (count, name) = match line.split_once(char::is_whitespace) {
            Some((n, rest)) if n.trim_end_matches('x').parse::<u32>().is_ok() => {
                (n.trim_end_matches('x').parse().unwrap_or(1), rest.trim())
            }
            _ => (1, line),
        };
        let row = |name: &str| self.rows.get(name).copied();
        // A name may end in brackets or in F itself, so the whole line is tried first.
        let printing = name.strip_suffix(" F").unwrap_or(name).trim_end();
        let bare = printing.find(" (").map_or(printing, |at| &printing[..at]);
        let card = match row(name).or_else(|| row(bare)) {
            Some(row) => SheetCard::Row(row),
            None => {
                self.table.named.push((number, bare.to_owned()));
                SheetCard::Named(bare.to_owned())
            }
        };
        let sheet = self.product.sheets.last_mut().expect("made above");
        match sheet.cards.iter_mut().find(|(c, _)| *c == card) {
            Some((_, weight)) => *weight += count,
            None => sheet.cards.push((card, count)),
        }
        Ok(())
    }

    /// A line below `[Layouts]`: `- Name (weight)`, then `count Sheet`.
    fn layout(&mut self, line: &str, number: u32) -> Result<(), ForeignFileError> {
        let fault = |expected: &str| ForeignFileError {
            line: number as usize,
            column: 1,
            message: format!("`{line}` is no part of a layout: {expected} was expected"),
        };
        if let Some(head) = line.strip_prefix('-') {
            let (name, weight) = head.split_once('(').ok_or_else(|| fault("`- Name (weight)`"))?;
            let weight = weight.trim_end_matches(')').trim().parse().map_err(|_| fault("`- Name (weight)`"))?;
            self.layouts.push(NamedLayout { name: name.trim().to_owned(), weight, counts: Vec::new() });
            return Ok(());
        }
        let (count, sheet) = line.split_once(char::is_whitespace).ok_or_else(|| fault("`count Sheet`"))?;
        let count = count.parse().map_err(|_| fault("`count Sheet`"))?;
        let layout = self.layouts.last_mut().ok_or_else(|| fault("`- Name (weight)`"))?;
        layout.counts.push((sheet.trim().to_owned(), count));
        Ok(())
    }

    fn finish(mut self) -> CardTable {
        if self.layouts.is_empty() {
            let counts = if self.counts.is_empty() {
                self.product.sheets.iter().map(|s| (s.name.clone(), PACK.min(s.cards.len() as u32))).collect()
            } else {
                std::mem::take(&mut self.counts)
            };
            self.layouts.push(NamedLayout { name: "default".into(), weight: 1, counts });
        }
        for NamedLayout { name, weight, counts } in &self.layouts {
            let mut draws = Vec::new();
            for (sheet, count) in counts {
                match self.product.sheets.iter().position(|s| s.name == *sheet) {
                    Some(at) => draws.push((at, *count)),
                    None => {
                        let message = format!("the layout `{name}` draws from `{sheet}`, which is not there");
                        self.table.remark(None, "", message);
                    }
                }
            }
            self.product.layouts.push(ForeignLayout { name: name.clone(), weight: *weight, draws });
        }
        if self.product.sheets.iter().any(|s| !s.cards.is_empty()) {
            if self.product.sheets.iter().any(|s| s.cards.iter().any(|(_, n)| *n > 1)) {
                let message = "several copies of a card on a sheet make it come more often";
                self.table.remark(None, "", message);
            }
            self.table.products.push(self.product);
        }
        self.table
    }
}

/// A value as text, if it is one or a list of such.
fn plain(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Number(n) => n.as_f64().filter(|f| f.fract() == 0.0).map_or_else(|| n.to_string(), |f| f.to_string()),
        Value::Bool(true) => "yes".into(),
        Value::Array(list) => join(list.iter().map(plain).collect::<Option<Vec<String>>>()?),
        _ => return None,
    };
    Some(text).filter(|t| !t.trim().is_empty())
}

/// Reads a JSON value that begins after `start`, with commas before closing brackets allowed, and gives where it ends.
fn json<T: serde::de::DeserializeOwned>(text: &str, start: usize) -> Result<(T, usize), ForeignFileError> {
    let rest = without_trailing_commas(&text[start..]);
    let mut values = serde_json::Deserializer::from_str(&rest).into_iter::<T>();
    let above = text[..start].matches('\n').count();
    let fault = |e: serde_json::Error| {
        let fault = super::json::fault(&e);
        ForeignFileError { line: fault.line + above, ..fault }
    };
    match values.next() {
        Some(Ok(value)) => Ok((value, start + values.byte_offset())),
        Some(Err(e)) => Err(fault(e)),
        None => Err(ForeignFileError { line: above + 1, column: 1, message: "JSON was expected here".into() }),
    }
}

/// The same text, with blanks for commas that a closing bracket follows, and for lines that are remarks.
fn without_trailing_commas(text: &str) -> String {
    let (mut out, mut in_text, mut escaped) = (text.as_bytes().to_vec(), false, false);
    let (mut comma, mut begins, mut in_remark) = (None, false, false);
    for (at, b) in text.bytes().enumerate() {
        let begins_line = begins;
        begins = b == b'\n' || begins && b.is_ascii_whitespace();
        in_remark = b != b'\n' && (in_remark || b == b'#' && begins_line && !in_text);
        match b {
            _ if in_remark => out[at] = b' ',
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => (in_text, comma) = (!in_text, None),
            _ if in_text => {}
            b',' => comma = Some(at),
            b']' | b'}' => {
                if let Some(comma) = comma.take() {
                    out[comma] = b' ';
                }
            }
            b if b.is_ascii_whitespace() => {}
            _ => comma = None,
        }
    }
    String::from_utf8(out).expect("commas and whole remarks became blanks")
}
