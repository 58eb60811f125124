//! Objects of large JSON files, one at a time: the keys that a card is made of become texts, all others are only
//! counted, and nothing else is kept in memory.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::ForeignFileError;
use super::magic::{FORMAT, face_layout};
use super::pictures::best;
use super::table::{CardTable, ForeignCard, join};
use crate::card::{FaceLayout, MOST_FACES};
use crate::game::FACES;

/// What to read from an object.
pub(super) struct Keys {
    /// Keys with a value that becomes a cell.
    pub cells: &'static [&'static str],
    /// Keys that say again what others say.
    pub again: &'static [&'static str],
    /// The key with the list of a card's faces, which are objects of the same keys.
    pub faces: &'static str,
    /// The key with an object that says of each format whether the card is allowed in it.
    pub legalities: &'static str,
    /// The key with an object of addresses, by what of the card each one shows.
    pub pictures: &'static str,
}

/// What was read from an object: a text for each of [`Keys::cells`].
#[derive(Debug, Default)]
pub(super) struct Object {
    pub cells: Vec<Option<String>>,
    pub faces: Vec<Object>,
    /// The formats in which the card is allowed, with the word for how far.
    pub allowed: Vec<(String, String)>,
    /// The address of the picture.
    pub picture: Option<String>,
}

/// How many objects have each key that is not read.
#[derive(Debug, Default)]
pub(super) struct KeyCounts {
    counts: Vec<(String, u64)>,
    last: usize,
    /// Uses of keys for which there was no room.
    others: u64,
}

/// How many keys are counted by their names: the programs that write such files have about a hundred.
const MOST_KEYS: usize = 1000;

impl KeyCounts {
    /// Counts what another count has as well.
    pub fn absorb(&mut self, other: KeyCounts) {
        other.counts.iter().for_each(|(key, n)| self.add(key, *n));
        self.others += other.others;
    }

    fn add(&mut self, key: &str, uses: u64) {
        // The objects of a file have their keys in the same order.
        let next = self.last + 1;
        let found = match self.counts.get(next) {
            Some((known, _)) if known == key => Some(next),
            _ => self.counts.iter().position(|(known, _)| known == key),
        };
        self.last = found.unwrap_or(self.counts.len());
        match found {
            Some(at) => self.counts[at].1 += uses,
            None if self.counts.len() < MOST_KEYS => self.counts.push((key.to_owned(), uses)),
            None => self.others += uses,
        }
    }

    /// Puts what was counted into the table.
    pub fn report(self, table: &mut CardTable) {
        for (key, n) in self.counts {
            *table.left_out.entry(key).or_default() += n;
        }
        if self.others > 0 {
            *table.left_out.entry("(other keys)".to_owned()).or_default() += self.others;
        }
    }
}

impl Object {
    /// The cell of a key.
    pub fn get(&self, keys: &Keys, key: &str) -> Option<&str> {
        self.cells[keys.cells.iter().position(|k| *k == key)?].as_deref()
    }

    /// The object's cells as a row of a table, with a row for each of its faces. What the object says only as its faces do is left
    /// to them.
    pub fn row(&self, keys: &Keys, columns: &[u16], table: &mut CardTable) -> ForeignCard {
        let mut row = ForeignCard::default();
        for (at, column) in columns.iter().enumerate() {
            let key = keys.cells[at];
            let is_own = |cell: &&str| key == "name" || *cell != self.of_faces(at, key);
            self.cells[at].as_deref().filter(is_own).into_iter().for_each(|cell| row.put(*column, cell));
        }
        for (format, how) in &self.allowed {
            row.put(table.column(&format!("{FORMAT}{format}")), how);
        }
        if let Some(picture) = &self.picture {
            row.put(table.column(keys.pictures), picture);
        }
        row.faces = self.faces.iter().take(MOST_FACES).map(|face| face.row(keys, columns, table)).collect();
        self.faces.iter().skip(MOST_FACES).for_each(|_| table.leave_out("face of a card with many"));
        row.layout = self.get(keys, "layout").map_or_else(FaceLayout::default, face_layout);
        row
    }

    fn of_faces(&self, at: usize, key: &str) -> String {
        let cells: Vec<&str> =
            self.faces.iter().filter_map(|f| f.cells[at].as_deref()).filter(|c| !c.trim().is_empty()).collect();
        let lists = key.starts_with("color") || key.starts_with("produced") || key == "keywords";
        match &cells[..] {
            [first, rest @ ..] if rest.iter().all(|c| c == first) => (*first).to_owned(),
            all if lists => {
                let mut list: Vec<String> = Vec::new();
                let items = all.iter().flat_map(|c| super::table::split(c));
                items.for_each(|i| {
                    if !list.contains(&i) {
                        list.push(i)
                    }
                });
                join(list)
            }
            // A text of several lines has its faces on lines of their own.
            all if all.iter().any(|c| c.contains('\n')) || key.ends_with("text") => all.join("\n//\n"),
            all => all.join(FACES),
        }
    }
}

/// What serde_json cannot read, with its place.
pub(super) fn fault(e: &serde_json::Error) -> ForeignFileError {
    let message = e.to_string();
    let message = message.split(" at line ").next().unwrap_or_default().to_owned();
    ForeignFileError { line: e.line().max(1), column: e.column().max(1), message }
}

/// Reads one object.
pub(super) struct ReadObject<'a> {
    pub keys: &'a Keys,
    pub tally: &'a mut KeyCounts,
}

impl<'de> DeserializeSeed<'de> for ReadObject<'_> {
    type Value = Object;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Object, D::Error> {
        from.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ReadObject<'_> {
    type Value = Object;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a card, an object in { }")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
        let mut object = Object { cells: vec![None; self.keys.cells.len()], ..Object::default() };
        while let Some(key) = map.next_key_seed(Key { keys: self.keys, tally: self.tally })? {
            match key {
                KeyRole::Cell(at) => object.cells[at] = map.next_value::<Cell>()?.0,
                KeyRole::Faces => {
                    let faces = Objects { keys: self.keys, tally: self.tally, each: |face| object.faces.push(face) };
                    map.next_value_seed(faces)?;
                }
                KeyRole::Legalities => {
                    let all = map.next_value::<Option<BTreeMap<String, Cell>>>()?.unwrap_or_default();
                    let allowed = |(format, Cell(how)): (String, Cell)| {
                        let how = how?.to_lowercase();
                        (how == "legal" || how == "restricted").then_some((format, how))
                    };
                    object.allowed = all.into_iter().filter_map(allowed).collect();
                }
                KeyRole::Pictures => {
                    let all = map.next_value::<Option<BTreeMap<String, Cell>>>()?.unwrap_or_default();
                    object.picture = best(all.into_iter().filter_map(|(shows, Cell(address))| Some((shows, address?))));
                }
                KeyRole::Nothing => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(object)
    }
}

enum KeyRole {
    Cell(usize),
    Faces,
    Legalities,
    Pictures,
    Nothing,
}

/// Reads a key without making a text of it.
struct Key<'a> {
    keys: &'a Keys,
    tally: &'a mut KeyCounts,
}

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = KeyRole;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<KeyRole, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = KeyRole;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E>(self, key: &str) -> Result<KeyRole, E> {
        if let Some(at) = self.keys.cells.iter().position(|k| *k == key) {
            return Ok(KeyRole::Cell(at));
        }
        if key == self.keys.faces {
            return Ok(KeyRole::Faces);
        }
        if key == self.keys.legalities {
            return Ok(KeyRole::Legalities);
        }
        if key == self.keys.pictures {
            return Ok(KeyRole::Pictures);
        }
        if !self.keys.again.contains(&key) {
            self.tally.add(key, 1);
        }
        Ok(KeyRole::Nothing)
    }
}

/// Methods of a visitor to which plain values say nothing.
macro_rules! visit_as_nothing {
    ($value:ty, $($method:ident($kind:ty)),*) => {
        $(fn $method<E>(self, _: $kind) -> Result<Option<$value>, E> {
            Ok(None)
        })*

        fn visit_unit<E>(self) -> Result<Option<$value>, E> {
            Ok(None)
        }
    };
}
pub(super) use visit_as_nothing;

/// Reads an object where other values may stand, which are nothing.
pub(super) struct AnyObject<'a> {
    pub keys: &'a Keys,
    pub tally: &'a mut KeyCounts,
}

impl<'de> DeserializeSeed<'de> for AnyObject<'_> {
    type Value = Option<Object>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Option<Object>, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for AnyObject<'_> {
    type Value = Option<Object>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Option<Object>, A::Error> {
        ReadObject { keys: self.keys, tally: self.tally }.visit_map(map).map(Some)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Option<Object>, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    visit_as_nothing!(Object, visit_str(&str), visit_bool(bool), visit_u64(u64), visit_i64(i64), visit_f64(f64));
}

/// Reads a list of objects, one at a time.
pub(super) struct Objects<'a, F> {
    pub keys: &'a Keys,
    pub tally: &'a mut KeyCounts,
    pub each: F,
}

impl<'de, F: FnMut(Object)> DeserializeSeed<'de> for Objects<'_, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_seq(self)
    }
}

impl<'de, F: FnMut(Object)> Visitor<'de> for Objects<'_, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of cards in [ ]")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        while let Some(object) = list.next_element_seed(ReadObject { keys: self.keys, tally: self.tally })? {
            (self.each)(object);
        }
        Ok(())
    }
}

/// A value as the text of a cell; a list of values is joined. Null, no and nested objects are nothing.
pub(super) struct Cell(pub Option<String>);

impl<'de> serde::Deserialize<'de> for Cell {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Cell, D::Error> {
        struct Read;
        impl<'de> Visitor<'de> for Read {
            type Value = Cell;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value")
            }

            fn visit_str<E>(self, text: &str) -> Result<Cell, E> {
                Ok(Cell(Some(text.to_owned())))
            }

            fn visit_string<E>(self, text: String) -> Result<Cell, E> {
                Ok(Cell(Some(text)))
            }

            fn visit_bool<E>(self, yes: bool) -> Result<Cell, E> {
                Ok(Cell(yes.then(|| "yes".to_owned())))
            }

            fn visit_u64<E>(self, n: u64) -> Result<Cell, E> {
                Ok(Cell(Some(n.to_string())))
            }

            fn visit_i64<E>(self, n: i64) -> Result<Cell, E> {
                Ok(Cell(Some(n.to_string())))
            }

            /// `3.0` is written as `3`.
            fn visit_f64<E>(self, n: f64) -> Result<Cell, E> {
                Ok(Cell(Some(n.to_string())))
            }

            fn visit_unit<E>(self) -> Result<Cell, E> {
                Ok(Cell(None))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Cell, A::Error> {
                let mut items = Vec::new();
                while let Some(Cell(item)) = list.next_element()? {
                    items.extend(item);
                }
                Ok(Cell(Some(items).filter(|i| !i.is_empty()).map(join)))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Cell, A::Error> {
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
                Ok(Cell(None))
            }
        }
        from.deserialize_any(Read)
    }
}
