//! MTGJSON: the file of one set, AllPrintings, which holds all of them below `data`, and AtomicCards, which holds each card once
//! under its name, without a set.
//!
//! The faces of a card are objects of their own there, with the same name and number. Boosters name cards by UUID, also
//! those of other sets, so packs are put together at the end. Source: mtgjson.com/data-models.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::io::Read;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::json::{self, AnyObject, Cell, KeyCounts, Keys, Object, Objects, visit_as_nothing};
use super::table::{CardTable, ForeignLayout, ForeignProduct, ForeignSheet, SetFacts, SheetCard};
use super::{ForeignFileError, Heartbeat};

const KEYS: Keys = Keys {
    cells: &[
        "name",
        "number",
        "rarity",
        "type",
        "manaCost",
        "manaValue",
        "colors",
        "colorIdentity",
        "power",
        "toughness",
        "loyalty",
        "defense",
        "hand",
        "life",
        "keywords",
        "text",
        "flavorText",
        "flavorName",
        "watermark",
        "layout",
        "artist",
        "isReserved",
        "producedMana",
        "faceName",
        "side",
        "uuid",
    ],
    again: &["types", "subtypes", "supertypes", "convertedManaCost", "setCode"],
    faces: "",
    legalities: "legalities",
    pictures: "",
};

#[derive(Deserialize)]
struct Booster {
    boosters: Vec<Pack>,
    sheets: BTreeMap<String, Drawn>,
    name: Option<String>,
}

#[derive(Deserialize)]
struct Pack {
    contents: BTreeMap<String, u32>,
    weight: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Drawn {
    cards: BTreeMap<String, u32>,
    #[serde(default)]
    foil: bool,
    #[serde(default)]
    balance_colors: bool,
    #[serde(default)]
    allow_duplicates: bool,
    #[serde(default)]
    fixed: bool,
}

/// What has been read so far.
struct State<'b> {
    table: CardTable,
    columns: Vec<u16>,
    set_column: u16,
    token_column: u16,
    tally: KeyCounts,
    /// Rows by UUID.
    uuids: HashMap<String, usize>,
    /// Boosters by code of the set and their own name.
    boosters: Vec<(String, String, Booster)>,
    beat: &'b Heartbeat<'b>,
}

/// Reads a set's file, AllPrintings or AtomicCards.
pub(super) fn read(input: impl Read, beat: &Heartbeat<'_>) -> Result<CardTable, ForeignFileError> {
    let mut table = CardTable::for_magic();
    // A UUID, a side and the name of a face are for the file itself.
    let own = KEYS.cells.len() - 3;
    let columns = KEYS.cells[..own].iter().map(|k| table.column(k)).collect();
    let (set_column, token_column) = (table.column("set"), table.column("token"));
    let (tally, uuids, boosters) = (KeyCounts::default(), HashMap::new(), Vec::new());
    let mut state = State { table, columns, set_column, token_column, tally, uuids, boosters, beat };
    let mut from = serde_json::Deserializer::from_reader(input);
    from.deserialize_map(Root(&mut state)).map_err(|e| json::fault(&e))?;
    from.end().map_err(|e| json::fault(&e))?;
    Ok(state.finish())
}

impl State<'_> {
    /// Makes rows of a set's cards; `objects` are in order of the file.
    fn take(&mut self, objects: Vec<Object>, code: &str, tokens: bool) {
        let mut cards: Vec<Object> = Vec::with_capacity(objects.len());
        let mut by_key: HashMap<(String, String), usize> = HashMap::new();
        for object in objects {
            let cell = |key: &str| object.get(&KEYS, key).unwrap_or_default().to_owned();
            let key = (cell("number"), cell("name"));
            let other = object.get(&KEYS, "side").and_then(|_| by_key.get(&key).copied());
            match other {
                Some(at) => cards[at].faces.push(object),
                None => {
                    by_key.insert(key, cards.len());
                    cards.push(object);
                }
            }
        }
        for mut card in cards {
            let at = self.table.rows.len();
            for face in [&card].into_iter().chain(&card.faces) {
                if let Some(uuid) = face.get(&KEYS, "uuid") {
                    self.uuids.insert(uuid.to_owned(), at);
                }
            }
            let mut no_card = tokens;
            if !card.faces.is_empty() {
                card = merge_faces(card);
            } else if card.get(&KEYS, "layout") == Some("meld") {
                // Half of one card and half of another are its back; the whole is called after both.
                no_card |= card.get(&KEYS, "side") == Some("b");
                card.cells[cell_of("name")] =
                    card.cells[cell_of("faceName")].take().or(card.cells[cell_of("name")].take());
            }
            if tokens {
                card.cells[cell_of("number")].iter_mut().for_each(|n| n.insert(0, 'T'));
            }
            let mut row = card.row(&KEYS, &self.columns, &mut self.table);
            if !code.is_empty() {
                row.put(self.set_column, code);
            }
            if no_card {
                row.put(self.token_column, "yes");
            }
            self.table.rows.push(row);
        }
        self.beat.at(self.table.rows.len());
    }

    fn finish(mut self) -> CardTable {
        for (code, name, booster) in std::mem::take(&mut self.boosters) {
            let product = self.product(&code, &name, booster);
            self.table.products.push(product);
        }
        self.tally.report(&mut self.table);
        self.table
    }

    fn product(&mut self, code: &str, name: &str, booster: Booster) -> ForeignProduct {
        let shown = booster.name.clone().unwrap_or_else(|| format!("{code} {name}"));
        let names: Vec<String> = booster.sheets.keys().cloned().collect();
        let sheets = booster.sheets.iter().map(|(name, drawn)| ForeignSheet {
            name: name.clone(),
            cards: drawn
                .cards
                .iter()
                .map(|(uuid, weight)| {
                    let row = self.uuids.get(uuid).map(|r| SheetCard::Row(*r));
                    (row.unwrap_or_else(|| SheetCard::Named(uuid.clone())), *weight)
                })
                .collect(),
        });
        let mut product = ForeignProduct { name: shown, sheets: sheets.collect(), ..ForeignProduct::default() };
        for pack in &booster.boosters {
            let mut draws = Vec::new();
            for (sheet, count) in &pack.contents {
                let Some(at) = names.iter().position(|n| n == sheet) else {
                    let message =
                        format!("the booster `{name}` of {code} draws from `{sheet}`, which it does not have");
                    self.table.remark(None, "", message);
                    continue;
                };
                draws.push((at, *count));
            }
            product.layouts.push(ForeignLayout { weight: pack.weight, draws, ..ForeignLayout::default() });
        }
        let lost = [
            ("foil", booster.sheets.values().any(|s| s.foil)),
            ("balance of colours", booster.sheets.values().any(|s| s.balance_colors)),
            ("fixed sheet", booster.sheets.values().any(|s| s.fixed)),
        ];
        for (what, _) in lost.iter().filter(|(_, there)| *there) {
            self.table.leave_out(&format!("{what} of a booster"));
        }
        product.doubles = booster.sheets.values().any(|s| s.allow_duplicates);
        product
    }
}

/// Where an object has the cell of a key.
fn cell_of(key: &str) -> usize {
    KEYS.cells.iter().position(|k| *k == key).expect("one of the keys")
}

/// The faces of a card in one object: what is said of the card as a whole each of them says.
fn merge_faces(mut card: Object) -> Object {
    let whole = ["name", "number", "rarity", "uuid", "layout", "manaValue", "colorIdentity"];
    let others = std::mem::take(&mut card.faces);
    let allowed = std::mem::take(&mut card.allowed);
    let mut faces: Vec<Object> = [card].into_iter().chain(others).collect();
    faces.iter_mut().for_each(|face| face.allowed.clear());
    faces.sort_by(|a, b| a.get(&KEYS, "side").cmp(&b.get(&KEYS, "side")));
    let mut cells = vec![None; KEYS.cells.len()];
    for key in whole.map(cell_of) {
        cells[key] = faces[0].cells[key].take();
        faces.iter_mut().for_each(|face| face.cells[key] = None);
    }
    for face in &mut faces {
        face.cells[cell_of("name")] = face.cells[cell_of("faceName")].take();
    }
    Object { cells, allowed, picture: None, faces }
}

/// The whole file.
struct Root<'a, 'b>(&'a mut State<'b>);

impl<'de> Visitor<'de> for Root<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with `data`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut found = false;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "data" => {
                    found = true;
                    map.next_value_seed(Data(self.0))?;
                }
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        if found {
            Ok(())
        } else {
            Err(A::Error::custom("there is no `data`; this is no file of a set, nor AllPrintings, nor AtomicCards"))
        }
    }
}

/// What is below `data`: a set, sets by code, or cards by name.
struct Data<'a, 'b>(&'a mut State<'b>);

impl<'de> DeserializeSeed<'de> for Data<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Data<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a set, sets by code, or cards by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut set = Set::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                // The keys of a set that hold objects; any other object is a set of AllPrintings.
                "booster" | "cards" | "tokens" => set.entry(&key, &mut map, self.0)?,
                "translations" => drop(map.next_value::<IgnoredAny>()?),
                _ => {
                    if let Some(text) = map.next_value_seed(Inner { code: &key, state: self.0 })? {
                        set.set_fact(&key, text);
                    }
                }
            }
        }
        set.close(None, self.0);
        Ok(())
    }
}

/// A value below `data` whose key does not tell what it is: a set, or something that a set says of itself.
struct Inner<'a, 'k, 'b> {
    code: &'k str,
    state: &'a mut State<'b>,
}

impl<'de> DeserializeSeed<'de> for Inner<'_, '_, '_> {
    type Value = Option<String>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Option<String>, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Inner<'_, '_, '_> {
    type Value = Option<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a set, or a value of one")
    }

    fn visit_str<E>(self, text: &str) -> Result<Option<String>, E> {
        Ok(Some(text.to_owned()))
    }

    visit_as_nothing!(String, visit_bool(bool), visit_u64(u64), visit_i64(i64), visit_f64(f64));

    /// A card of AtomicCards is the list of its faces under its name; other lists say something of a set.
    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Option<String>, A::Error> {
        let (mut faces, mut tally) = (Vec::new(), KeyCounts::default());
        while let Some(object) = list.next_element_seed(AnyObject { keys: &KEYS, tally: &mut tally })? {
            faces.extend(object.filter(|object| object.get(&KEYS, "name") == Some(self.code)));
        }
        if !faces.is_empty() {
            self.state.tally.absorb(tally);
            self.state.take(faces, "", false);
        }
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Option<String>, A::Error> {
        let mut set = Set::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "booster" | "cards" | "tokens" => set.entry(&key, &mut map, self.state)?,
                _ => {
                    if let Some(text) = map.next_value::<Cell>()?.0 {
                        set.set_fact(&key, text);
                    }
                }
            }
        }
        set.close(Some(self.code), self.state);
        Ok(None)
    }
}

/// A set while it is read: its code may come after its cards.
#[derive(Default)]
struct Set {
    code: Option<String>,
    facts: SetFacts,
    cards: Vec<Object>,
    tokens: Vec<Object>,
    boosters: BTreeMap<String, Booster>,
}

impl Set {
    fn entry<'de, A: MapAccess<'de>>(&mut self, key: &str, map: &mut A, state: &mut State<'_>) -> Result<(), A::Error> {
        if key == "booster" {
            self.boosters = map.next_value::<Option<_>>()?.unwrap_or_default();
            return Ok(());
        }
        let list = if key == "cards" { &mut self.cards } else { &mut self.tokens };
        map.next_value_seed(Objects { keys: &KEYS, tally: &mut state.tally, each: |o| list.push(o) })
    }

    fn set_fact(&mut self, key: &str, text: String) {
        match key {
            "code" => self.code = Some(text),
            "name" => self.facts.name = Some(text),
            "releaseDate" => self.facts.released = Some(text),
            _ => {}
        }
    }

    fn close(self, key: Option<&str>, state: &mut State<'_>) {
        if self.cards.is_empty() && self.tokens.is_empty() && self.boosters.is_empty() {
            return;
        }
        let code = self.code.or(key.map(str::to_owned)).unwrap_or_default();
        state.take(self.cards, &code, false);
        state.take(self.tokens, &code, true);
        state.boosters.extend(self.boosters.into_iter().map(|(name, booster)| (code.clone(), name, booster)));
        state.table.sets.insert(code, self.facts);
    }
}
