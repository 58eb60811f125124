//! Scryfall's bulk files: one list of card objects, too large to be held in memory at once. An answer of its search is an object
//! with that list below `data`; of a single card the file is the object.
//!
//! Kept is what is printed on a card, the formats that allow it, and the address of its picture. Other links, prices and the ids of other sites are counted and left out.
//! Source: scryfall.com/docs/api/cards.

use std::fmt;
use std::io::Read;

use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::json::{self, KeyCounts, Keys, Object, Objects, ReadObject};
use super::table::{CardTable, ForeignCard};
use super::{ForeignFileError, Heartbeat};

const KEYS: Keys = Keys {
    cells: &[
        "name",
        "lang",
        "set",
        "set_name",
        "released_at",
        "collector_number",
        "rarity",
        "type_line",
        "mana_cost",
        "cmc",
        "colors",
        "color_identity",
        "power",
        "toughness",
        "loyalty",
        "defense",
        "hand_modifier",
        "life_modifier",
        "keywords",
        "produced_mana",
        "oracle_text",
        "flavor_text",
        "flavor_name",
        "watermark",
        "layout",
        "artist",
        "reserved",
    ],
    again: &["object"],
    faces: "card_faces",
    legalities: "legalities",
    pictures: "image_uris",
};

/// Reads a bulk file.
pub(super) fn read(input: impl Read, beat: &Heartbeat<'_>) -> Result<CardTable, ForeignFileError> {
    let mut table = CardTable::for_magic();
    let columns: Vec<u16> = KEYS.cells.iter().map(|k| table.column(k)).collect();
    let mut tally = KeyCounts::default();
    let mut rows = Vec::new();
    let each = |object: Object| {
        rows.push(row(object, &columns, &mut table));
        beat.at(rows.len());
    };
    let mut from = serde_json::Deserializer::from_reader(input);
    from.deserialize_any(ListOrAnswer(Objects { keys: &KEYS, tally: &mut tally, each }))
        .map_err(|e| json::fault(&e))?;
    from.end().map_err(|e| json::fault(&e))?;
    table.rows = rows;
    tally.report(&mut table);
    Ok(table)
}

/// A list of cards, an answer that has one, or a card.
struct ListOrAnswer<'a, F>(Objects<'a, F>);

impl<'de, F: FnMut(Object)> Visitor<'de> for ListOrAnswer<'_, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of cards in [ ], an object with one as `data`, or a card")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        self.0.visit_seq(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut cards = Some(self.0);
        // Without `data` the object is a card itself, which is small.
        let mut object = serde_json::Map::new();
        while let Some(key) = map.next_key::<String>()? {
            match cards.take_if(|_| key == "data") {
                Some(cards) => map.next_value_seed(cards)?,
                None if cards.is_some() => drop(object.insert(key, map.next_value()?)),
                None => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        let Some(mut cards) = cards else { return Ok(()) };
        if !object.contains_key("name") {
            return Err(A::Error::custom(
                "there is no `data` and no `name`; this is neither a list of cards nor a card",
            ));
        }
        let one = ReadObject { keys: cards.keys, tally: cards.tally };
        (cards.each)(one.deserialize(serde_json::Value::Object(object)).map_err(A::Error::custom)?);
        Ok(())
    }
}

fn row(mut object: Object, columns: &[u16], table: &mut CardTable) -> ForeignCard {
    let lang = object.get(&KEYS, "lang").filter(|l| *l != "en").map(str::to_owned);
    let at = |key: &str| KEYS.cells.iter().position(|k| *k == key).expect("one of the keys");
    // The same number stands on the card in each language.
    if let (Some(lang), Some(number)) = (&lang, &mut object.cells[at("collector_number")]) {
        number.push_str(&format!("-{lang}"));
    }
    object.cells[at("lang")] = lang;
    object.row(&KEYS, columns, table)
}
