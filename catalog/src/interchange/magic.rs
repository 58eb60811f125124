//! What lists of Magic's cards, and of games that are built like it, leave unsaid: what lands make, the five basic lands, and how large
//! the decks of its formats are. Source: Magic's comprehensive rules, 100 to 106, 305 and 903.

use super::amounts::{self, COLOURS, OTHERS};
use super::cells::has_type_word;
use super::columns::{ColumnRole, column_of};
use super::table::{CardTable, ForeignCard, ForeignCondition, ForeignFormat, SetFacts, join, split};
use crate::card::FaceLayout;
use crate::fold::fold;
use crate::game::GameData;

/// The field for the resources that a card makes.
pub(super) const MAKES: &str = "makes";
/// What columns of formats begin with, as Cockatrice names them.
pub(super) const FORMAT: &str = "format-";

/// The basic lands, each with the letter of what it makes.
const BASICS: [(&str, &str); 5] =
    [("Plains", "W"), ("Island", "U"), ("Swamp", "B"), ("Mountain", "R"), ("Forest", "G")];
/// The type of lands that are no basic ones to a deck out of a pool.
pub(super) const SNOW: &str = "snow";
/// The set of basic lands that no file brought.
const BASIC_SET: &str = "basics";
/// Types that only games like Magic have together with coloured costs.
const TYPES: [&str; 4] = ["creature", "instant", "land", "sorcery"];

/// Formats of Magic by the words that lists have for them, as far as those are not their names: the name, and the size of a
/// deck that has one copy of each card.
const FORMATS: [(&str, &str, Option<u32>); 13] = [
    ("brawl", "Brawl", Some(100)),
    ("commander", "Commander", Some(100)),
    ("duel", "Duel Commander", Some(100)),
    ("gladiator", "Gladiator", Some(100)),
    ("historicbrawl", "Historic Brawl", Some(100)),
    ("oathbreaker", "Oathbreaker", Some(60)),
    ("oldschool", "Old School", None),
    ("paupercommander", "Pauper Commander", Some(100)),
    ("penny", "Penny Dreadful", None),
    ("predh", "PreDH", Some(100)),
    ("standardbrawl", "Standard Brawl", Some(60)),
    ("tinyleaders", "Tiny Leaders", Some(50)),
    ("future", "Future Standard", None),
];

/// How the faces of a card are printed, by the word that lists have for it.
pub(super) fn face_layout(word: &str) -> FaceLayout {
    match word {
        "split" | "aftermath" => FaceLayout::Split,
        "flip" => FaceLayout::Flip,
        "adventure" | "prepare" => FaceLayout::Adventure,
        _ => FaceLayout::DoubleFaced,
    }
}

/// Completes a table of cards that are paid for as in Magic: a column for what cards make, and the basic lands that
/// neither the table nor the game has. Other tables stay as they are.
pub(super) fn complete(table: &mut CardTable, roles: &mut Vec<ColumnRole>, known: Option<&GameData>) {
    if !has_coloured_costs(table, roles) {
        return;
    }
    table.words_are_types = true;
    let makes = make_column(table, roles, ColumnRole::Field(MAKES.into()), MAKES);
    if table.printed().all(|row| row.get(makes).is_none()) {
        let column = |role| column_of(roles, &role);
        let [types, subtypes, text] = [ColumnRole::Type, ColumnRole::Subtype, ColumnRole::Text].map(column);
        let rows = table.rows.iter_mut();
        for row in rows.flat_map(|row| if row.faces.is_empty() { std::slice::from_mut(row) } else { &mut row.faces }) {
            let cell = |column: Option<u16>| column.and_then(|c| row.get(c)).unwrap_or_default();
            let made = made_by(&format!("{} {}", cell(types), cell(subtypes)), cell(text));
            row.put(makes, &join(made));
        }
    }
    add_basics(table, roles, makes, known);
}

fn has_coloured_costs(table: &CardTable, roles: &[ColumnRole]) -> bool {
    let (cost, types) = (ColumnRole::Field("cost".into()), ColumnRole::Type);
    let (Some(cost), Some(types)) = (column_of(roles, &cost), column_of(roles, &types)) else { return false };
    let is_colour = |id: &str| COLOURS.iter().any(|(_, colour, ..)| id == *colour);
    let coloured = |cell: &str| {
        let ids = amounts::parse(cell).unwrap_or_default().list.into_iter().map(|(id, _)| id);
        ids.into_iter()
            .any(|id| is_colour(&id) || amounts::either_of(&id).is_some_and(|parts| parts.into_iter().any(is_colour)))
    };
    let like_magic = |line: &str| TYPES.iter().any(|word| has_type_word(line, word));
    table.printed().any(|row| row.get(cost).is_some_and(coloured))
        && table.printed().any(|row| row.get(types).is_some_and(like_magic))
}

/// The id of a resource of Magic by its letter or its id.
pub(super) fn resource_of(word: &str) -> Option<&'static str> {
    COLOURS.iter().chain(&OTHERS).find(|m| m.0 == word || m.1 == word).map(|m| m.1)
}

/// The column of a role, which is made if there is none.
fn make_column(table: &mut CardTable, roles: &mut Vec<ColumnRole>, role: ColumnRole, name: &str) -> u16 {
    if let Some(column) = column_of(roles, &role) {
        return column;
    }
    let at = table.column(name);
    if at as usize == roles.len() {
        roles.push(role);
    }
    at
}

/// The letters of what a card can be tapped for: of a land by its subtypes and its text, of another card by an ability
/// that taps it.
fn made_by(types: &str, text: &str) -> Vec<&'static str> {
    let (words, text) = (fold(types), text.replace('\n', ". "));
    let is = |wanted: &str| words.split_whitespace().any(|word| word == wanted);
    let mut made: Vec<&'static str> = Vec::new();
    if is("land") {
        made.extend(BASICS.iter().filter(|(name, _)| is(&fold(name))).map(|(_, letter)| *letter));
    } else if is("instant") || is("sorcery") {
        return made;
    }
    for sentence in text.split(['.', '\u{201c}']) {
        let Some((before, after)) = sentence.split_once("Add ").or_else(|| sentence.split_once(": add ")) else {
            continue;
        };
        if !is("land") && !before.contains("{T}") {
            continue;
        }
        let any =
            ["any color", "any one color", "any colour", "color of your choice"].iter().any(|w| after.contains(w));
        let symbol = |letter: &str| symbols(after).any(|s| s.split('/').any(|part| part == letter));
        let letters = COLOURS.iter().map(|c| (c.0, any)).chain([(OTHERS[0].0, false)]);
        made.extend(letters.filter(|(letter, any)| *any || symbol(letter)).map(|(letter, _)| letter));
    }
    let mut once = Vec::new();
    made.into_iter().for_each(|letter| {
        if !once.contains(&letter) {
            once.push(letter);
        }
    });
    once
}

/// What stands in braces.
fn symbols(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(symbol, _)| symbol))
}

/// Adds the basic lands that are not there, so that decks of a pool have them.
fn add_basics(table: &mut CardTable, roles: &mut Vec<ColumnRole>, makes: u16, known: Option<&GameData>) {
    let types = column_of(roles, &ColumnRole::Type);
    let of_table = |letter: &str| {
        table.rows.iter().any(|row| {
            // Those with snow have to be drafted.
            let plain = |line: &str| has_type_word(line, "basic") && !has_type_word(line, SNOW);
            let is_basic = types.and_then(|t| row.get(t)).is_some_and(plain);
            let made: Vec<_> = row.get(makes).map(split).unwrap_or_default();
            is_basic && made.len() == 1 && resource_of(&made[0]) == resource_of(letter)
        })
    };
    // Those that an import made are made again.
    let by_others = |game: &GameData, name: &str| {
        let named = game.cards.iter().filter(|card| card.name == name);
        named.map(|card| &game.sets[card.set as usize].id).any(|set| set != BASIC_SET)
    };
    let of_game = |name: &str| known.is_some_and(|game| by_others(game, name));
    let missing: Vec<(usize, &(&str, &str))> =
        BASICS.iter().enumerate().filter(|(_, (name, letter))| !of_table(letter) && !of_game(name)).collect();
    if missing.is_empty() {
        return;
    }
    let roles_of_row = [
        (ColumnRole::Name, "name"),
        (ColumnRole::Set, "set"),
        (ColumnRole::Number, "number"),
        (ColumnRole::Type, "type"),
    ];
    // Where Cockatrice lays lands.
    let table_row = table.find("tablerow");
    let [name_at, set_at, number_at, type_at] = roles_of_row.map(|(role, name)| make_column(table, roles, role, name));
    for (at, (name, letter)) in &missing {
        let mut row = ForeignCard::default();
        row.put(name_at, name);
        row.put(set_at, BASIC_SET);
        row.put(number_at, &(at + 1).to_string());
        row.put(type_at, &format!("Basic Land — {name}"));
        row.put(makes, letter);
        table_row.iter().for_each(|column| row.put(*column, "0"));
        table.rows.push(row);
    }
    let facts = SetFacts { name: Some("Basic lands".into()), released: None };
    table.sets.insert(BASIC_SET.into(), facts);
    let list: Vec<&str> = missing.iter().map(|(_, (name, _))| *name).collect();
    let message = format!("basic lands that are not in the file, for decks out of a pool: {}", list.join(", "));
    table.remark(None, "", message);
}

/// The formats that columns such as `format-standard` speak of, where the file gives no rules of its own: decks of 60 cards
/// with four copies, or as the format is known to be.
pub(super) fn add_formats(table: &mut CardTable) {
    if !table.words_are_types || !table.formats.is_empty() {
        return;
    }
    let words: Vec<String> = table.columns().iter().filter_map(|c| c.strip_prefix(FORMAT)).map(str::to_owned).collect();
    for word in words {
        let known = FORMATS.iter().find(|(known, ..)| *known == word);
        let size = known.and_then(|(_, _, size)| *size);
        table.formats.push(ForeignFormat {
            label: known.map(|(_, name, _)| (*name).to_owned()),
            min: size.unwrap_or(60),
            max: size,
            side_max: Some(if size.is_some() { 0 } else { 15 }),
            counts: vec![("legal".into(), Some(if size.is_some() { 1 } else { 4 })), ("restricted".into(), Some(1))],
            exceptions: vec![vec![ForeignCondition {
                field: "type".into(),
                how: "contains".into(),
                value: "Basic".into(),
            }]],
            name: word,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cards_make() {
        let made = |types: &str, text: &str| made_by(types, text).join("");
        assert_eq!(made("Basic Land — Forest", ""), "G");
        assert_eq!(made("Land — Island Swamp", "({T}: Add {U} or {B}.)"), "UB");
        assert_eq!(made("Land", "{T}: Add {C}.\n{1}, {T}: Add one mana of any color."), "CWUBRG");
        assert_eq!(made("Land", "{T}: Add {W/U}."), "WU");
        assert_eq!(made("Creature — Elf Druid", "Reach\n{T}: Add {G}."), "G");
        assert_eq!(made("Sorcery", "Add {R}{R}{R}."), "");
        assert_eq!(made("Creature — Goblin", "When this dies, add {R}."), "");
    }
}
