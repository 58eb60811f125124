//! Cards with more than one face: `[[card.face]]`, and what the card takes from them.

use super::{folded, read_printed};
use crate::card::{Card, FieldValue, MOST_FACES, face_id};
use crate::game::{BETWEEN_FACES, FACES, GameData, Mask};
use crate::read::TomlTable;

/// What a card with faces leaves to them.
pub(crate) const OF_FACES: [&str; 5] = ["type", "subtype", "keywords", "text", "flavor"];

/// The faces of a card, which may have none.
pub(super) fn read(t: &TomlTable<'_>, game: &GameData) -> Vec<Card> {
    let tables = t.tables("face");
    if tables.len() == 1 {
        let hint = "a card with one face says everything itself: leave `[[card.face]]` out";
        t.problem_at("face", "a card has two faces or none", Some(hint.into()));
    }
    if tables.len() > MOST_FACES {
        t.problem_at("face", format!("a card has at most {MOST_FACES} faces"), None);
    }
    let face = |face: &TomlTable<'_>| {
        if face.has("ability") {
            face.refuse(
                "ability",
                "no match plays a card with faces yet, so its faces have no abilities; write `text`",
            );
        }
        read_printed(face, face.text("name"), &[], game)
    };
    let read = tables.iter().take(MOST_FACES).map(face).collect();
    tables.iter().skip(MOST_FACES).for_each(|more| drop(more.keys()));
    read
}

/// Gives a card its faces, and takes from them what it does not say itself.
pub(super) fn join(t: &TomlTable<'_>, card: &mut Card, faces: Vec<Card>, game: &GameData) {
    let names: Vec<&str> = faces.iter().map(|face| face.name.as_str()).collect();
    let name = names.join(FACES);
    if card.name != name && names.iter().all(|name| !name.is_empty()) {
        t.problem_at("name", format!("a card is called by the names of its faces: `{name}`"), None);
    }
    let word = t.text_if("faces").unwrap_or_default();
    card.face_layout = t.variant("faces", &word, "layout of faces").unwrap_or_default();
    for key in OF_FACES.into_iter().filter(|key| t.has(key)) {
        t.refuse(key, format!("`{key}` belongs on the faces of this card"));
    }
    if t.has("ability") {
        t.refuse(
            "ability",
            "no match plays a card with faces yet, so it has no abilities; write the `text` of its faces",
        );
    }
    card.subtypes = all(&faces, |face| &face.subtypes);
    card.keywords = all(&faces, |face| &face.keywords);
    if !t.has(&game.faction_field) {
        card.factions |= faces.iter().fold(0, |mask: Mask, face| mask | face.factions);
    }
    let texts = |text: fn(&Card) -> &String| {
        let texts: Vec<&str> = faces.iter().map(|face| text(face).as_str()).filter(|text| !text.is_empty()).collect();
        texts.join(BETWEEN_FACES)
    };
    (card.text, card.flavor) = (texts(|face| &face.text), texts(|face| &face.flavor));
    card.faces = faces;
    for (at, face) in card.faces.iter_mut().enumerate() {
        face.id = face_id(&card.id, at);
        (face.number, face.set, face.rarity) = (card.number.clone(), card.set, card.rarity);
    }
}

/// What the faces have, each once.
pub(super) fn all<'c, T, L>(faces: &'c [Card], list: impl Fn(&'c Card) -> &'c [T]) -> L
where
    T: Clone + PartialEq + 'c,
    L: FromIterator<T>,
{
    let mut all: Vec<&T> = Vec::new();
    for item in faces.iter().flat_map(list) {
        if !all.contains(&item) {
            all.push(item);
        }
    }
    all.into_iter().cloned().collect()
}

/// The value that a card has in a field by its faces: a number or a cost of the first that has one, otherwise what all of
/// them have.
pub(super) fn value(faces: &[Card], field: usize) -> Option<FieldValue> {
    let mut values = faces.iter().filter_map(|face| face.values[field].as_ref());
    let first = values.next()?;
    Some(match first {
        FieldValue::Number(_) | FieldValue::Amounts { .. } | FieldValue::Flag => first.clone(),
        FieldValue::Resources(mask) => FieldValue::Resources(values.fold(*mask, |mask, value| match value {
            FieldValue::Resources(more) => mask | more,
            _ => mask,
        })),
        FieldValue::Text(text) => {
            let mut texts = vec![text.as_str()];
            for value in values {
                if let FieldValue::Text(text) = value
                    && !texts.contains(&text.as_str())
                {
                    texts.push(text);
                }
            }
            FieldValue::Text(texts.join(FACES))
        }
    })
}

/// Makes the texts of the faces for searching, which are not stored.
pub(super) fn fold(game: &mut GameData) {
    let mut cards = std::mem::take(&mut game.cards);
    for face in cards.iter_mut().flat_map(|card| &mut card.faces) {
        face.folded = folded(game, face);
    }
    game.cards = cards;
}
