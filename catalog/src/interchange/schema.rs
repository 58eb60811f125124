//! What a game must declare so that the cards of a table fit into it: its types, rarities, factions, resources and
//! fields, out of what the cells hold. A game that people wrote is never changed; it is taken as it is.

use crate::fold::capital;
use std::collections::{BTreeMap, HashMap, HashSet};

use super::amounts::{self, COLOURS, GENERIC, OTHERS};
use super::cells::{TypeWords, first_free, is_whole, type_line};
use super::columns::{ColumnRole, column_of};
use super::magic::{MAKES, resource_of};
use super::table::{CardTable, split};
use crate::fold::{fold, slug};
use crate::game::{Faction, Field, FieldKind, GameData, Mask, Rarity, Resource, Type};

/// How many types, rarities, factions or resources a game may have.
const MOST: usize = Mask::BITS as usize;

/// The type of cards whose own type finds no room.
pub(super) const OTHER: &str = "other";

/// The field for keywords in a game that declares none.
const MECHANICS: &str = "mechanics";

/// The field for a type line that types and subtypes alone would print otherwise.
pub(super) const TYPE_PRINTED: &str = "type_printed";

/// Where a value goes that does not fit the kind of its field: a text field beside it.
pub(super) fn printed(field: &str) -> String {
    format!("{field}_printed")
}

/// Types that stay in play, in the games that say nothing of it.
const PERMANENT: [&str; 6] = ["artifact", "battle", "creature", "enchantment", "land", "planeswalker"];

/// Rarities as most games order them.
const RARITIES: [&str; 10] =
    ["basic", "land", "common", "uncommon", "rare", "super rare", "mythic", "legendary", "special", "bonus"];

/// Colours for what a file names without one.
const PALETTE: [&str; 8] = ["#3f78c9", "#c4453b", "#3f8f55", "#d9a520", "#7d5fb2", "#2e9e8f", "#b8447f", "#8a93a3"];

/// Makes the schema of a game that these cards fit into: `known`, and what they need beyond it. Roles change where
/// the cells hold something else than their column's name says.
pub(super) fn grow(known: GameData, table: &mut CardTable, roles: &mut [ColumnRole]) -> GameData {
    let mut game = known;
    for (column, role) in roles.iter_mut().enumerate() {
        let column = column as u16;
        if *role == ColumnRole::Keywords && game.keywords.is_empty() {
            *role = ColumnRole::Field(MECHANICS.into());
        }
        match role.clone() {
            ColumnRole::Rarity => add_rarities(&mut game, table, column),
            ColumnRole::Faction if game.faction_from.is_empty() && !add_factions(&mut game, table, column) => {
                *role = ColumnRole::Field(super::columns::field_id(&table.columns()[column as usize]));
            }
            _ => {}
        }
        if let ColumnRole::Field(id) = role.clone() {
            add_field(&mut game, table, column, &id);
        }
    }
    add_colours(&mut game);
    let (types, subtypes) = (column_of(roles, &ColumnRole::Type), column_of(roles, &ColumnRole::Subtype));
    add_types(&mut game, table, types, subtypes);
    if game.rarities.is_empty() || any_lacks(table, roles, &ColumnRole::Rarity) {
        add_rarity(&mut game, "none");
    }
    game
}

fn any_lacks(table: &CardTable, roles: &[ColumnRole], role: &ColumnRole) -> bool {
    match column_of(roles, role) {
        Some(column) => table.rows.iter().any(|r| r.get(column).is_none()),
        None => true,
    }
}

fn cells(table: &CardTable, column: u16) -> impl Iterator<Item = &str> {
    table.printed().filter_map(move |r| r.get(column))
}

fn add_rarities(game: &mut GameData, table: &CardTable, column: u16) {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for cell in cells(table, column) {
        match counts.get_mut(cell.trim()) {
            Some(count) => *count += 1,
            None => drop(counts.insert(cell.trim().to_owned(), 1)),
        }
    }
    let mut names: Vec<(String, u64)> = counts.into_iter().collect();
    let rank = |name: &str| RARITIES.iter().position(|r| *r == fold(name)).unwrap_or(RARITIES.len());
    names.sort_by_key(|(name, count)| (rank(name), u64::MAX - count));
    for (name, _) in names {
        add_rarity(game, &name);
    }
}

fn add_rarity(game: &mut GameData, name: &str) {
    // `Mythic Rare` is `mythic-rare`, but `SR+` is not `SR`.
    let is_plain = |word: &str| word.chars().all(|c| c.is_alphanumeric() || c.is_whitespace() || "-_".contains(c));
    let same = |r: &Rarity| r.id == slug(name) && is_plain(name) && is_plain(&r.name);
    let known = game.rarities.iter().any(|r| same(r) || fold(&r.name) == fold(name));
    if known || game.rarities.len() == MOST || slug(name).is_empty() {
        return;
    }
    let id = first_free(&slug(name), &game.rarities.iter().map(|r| r.id.clone()).collect());
    let letter = letter(name, game.rarities.iter().map(|r| r.letter.as_str()));
    let colour = PALETTE[(game.rarities.len() + 7) % PALETTE.len()].to_owned();
    game.rarities.push(Rarity { id, name: capital(name), letter, colour });
}

/// The factions that a cell names: a list, or the letters of Magic's colours without anything between them.
pub(super) fn faction_words(cell: &str) -> Vec<String> {
    let letters = |c: char| COLOURS.iter().any(|(letter, ..)| letter.starts_with(c));
    if cell.chars().all(letters) {
        return cell.chars().map(String::from).collect();
    }
    split(&cell.replace([',', '/'], ";"))
}

/// Whether the column could be read as factions.
fn add_factions(game: &mut GameData, table: &CardTable, column: u16) -> bool {
    let mut names: Vec<String> = Vec::new();
    let mut seen: HashSet<&str> = HashSet::new();
    for cell in cells(table, column).filter(|c| seen.insert(c)) {
        for word in faction_words(cell).into_iter().map(|w| magic_name(&w)) {
            let known = game.factions.iter().any(|f| fold(&f.id) == fold(&word) || fold(&f.name) == fold(&word));
            // The faces of a card name factions by their ids; the name that people read is the other one.
            match names.iter_mut().find(|name| fold(name) == fold(&word)) {
                Some(name) if *name == fold(name) => *name = word,
                None if !known => names.push(word),
                _ => {}
            }
        }
        if game.factions.len() + names.len() > MOST {
            return false;
        }
    }
    let rank = |name: &str| COLOURS.iter().position(|(.., own, _)| *own == name).unwrap_or(COLOURS.len());
    names.sort_by_key(|n| rank(n));
    if game.factions.is_empty() {
        let header = &table.columns()[column as usize];
        let colour = fold(header).starts_with("colo");
        let singular = header.strip_suffix('s').filter(|_| colour).unwrap_or(header);
        (game.faction_name, game.faction_field) = (capital(singular), super::columns::field_id(singular));
    }
    for name in names {
        let magic = COLOURS.iter().find(|(.., own, _)| *own == name);
        let letters = game.factions.iter().map(|f| f.letter.as_str());
        let at = game.factions.len();
        game.factions.push(Faction {
            id: slug(&name),
            letter: magic.map_or_else(|| letter(&name, letters), |m| m.0.into()),
            colour: magic.map_or(PALETTE[at % PALETTE.len()], |m| m.3).into(),
            symbol: polygon(3 + at),
            about: name.clone(),
            resource: name.clone(),
            name,
        });
    }
    true
}

/// Where no column names a card's colours, they are those of its cost.
fn add_colours(game: &mut GameData) {
    let of_kind = |id: &str, kind: FieldKind| game.field(id).filter(|f| game.fields[*f].kind == kind);
    let (Some(cost), Some(_)) = (of_kind("cost", FieldKind::Cost), of_kind(MAKES, FieldKind::Resources)) else {
        return;
    };
    if !game.factions.is_empty() {
        return;
    }
    (game.faction_name, game.faction_field) = ("Color".into(), "color".into());
    game.faction_from = vec![cost];
    for (at, (letter, id, name, colour)) in COLOURS.into_iter().enumerate() {
        game.factions.push(Faction {
            id: id.into(),
            letter: letter.into(),
            colour: colour.into(),
            symbol: polygon(3 + at),
            about: name.into(),
            resource: name.into(),
            name: name.into(),
        });
    }
}

/// Magic's letter for a colour as its name.
pub(super) fn magic_name(word: &str) -> String {
    COLOURS.iter().find(|(letter, ..)| *letter == word).map_or_else(|| word.to_owned(), |m| m.2.to_owned())
}

fn add_types(game: &mut GameData, table: &mut CardTable, column: Option<u16>, subtypes: Option<u16>) {
    let mut lines: HashMap<String, u64> = HashMap::new();
    let mut lacking = column.is_none();
    for row in &table.rows {
        let printed = if row.faces.is_empty() { std::slice::from_ref(row) } else { &row.faces };
        for cell in printed.iter().map(|row| column.and_then(|c| row.get(c))) {
            match cell {
                Some(cell) if !lines.contains_key(cell) => drop(lines.insert(cell.to_owned(), 1)),
                Some(cell) => *lines.get_mut(cell).expect("just looked") += 1,
                None => lacking = true,
            }
        }
    }
    let lefts: Vec<(Vec<String>, u64)> = lines.iter().map(|(line, n)| (type_line(line).0, *n)).collect();
    let wholes: HashSet<&str> = lefts.iter().flat_map(|(l, _)| l).map(String::as_str).collect();
    let words: HashSet<&str> = wholes.iter().flat_map(|w| w.split_whitespace()).collect();
    // Words that come in several lines are types; a line whose words come nowhere else is one type.
    let by_word = table.words_are_types || words.len() < wholes.len();
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for (left, n) in &lefts {
        for whole in left {
            let parts: Vec<&str> = if by_word { whole.split_whitespace().collect() } else { vec![whole] };
            parts.into_iter().for_each(|p| *counts.entry(p.to_owned()).or_default() += n);
        }
    }
    let known = TypeWords::new(game);
    let mut new: Vec<(String, u64)> = counts.into_iter().filter(|(w, _)| known.find(w).is_none()).collect();
    new.sort_by_key(|(word, count)| (u64::MAX - count, word.clone()));
    // A line of nothing but signs is no type either, and a game has one at least.
    lacking |= lefts.iter().any(|(left, _)| left.is_empty()) || new.iter().any(|(word, _)| slug(word).is_empty());
    if game.types.len() + new.len() + usize::from(lacking) > MOST {
        let room = MOST.saturating_sub(game.types.len() + 1);
        let rest = new.split_off(room.min(new.len()));
        let list: Vec<&str> = rest.iter().map(|(w, _)| w.as_str()).collect();
        let list = list.join(", ");
        table.remark(None, "", format!("more than {MOST} types; as subtypes of `{OTHER}`: {list}"));
        new.push((OTHER.into(), 0));
    } else if lacking {
        new.push((OTHER.into(), 0));
    }
    for (word, _) in new {
        let id = slug(&word);
        if id.is_empty() || game.types.iter().any(|t| t.id == id) || game.types.len() == MOST {
            continue;
        }
        let permanent = PERMANENT.contains(&id.as_str());
        let name = capital(&word);
        game.types.push(Type { id, plural: name.clone(), name, aliases: vec![], under: vec![], permanent });
    }
    let known = TypeWords::new(game);
    if subtypes.is_none() && lines.keys().any(|line| !known.prints(line)) {
        declare(game, TYPE_PRINTED, "Type as printed", FieldKind::Text);
    }
}

fn add_field(game: &mut GameData, table: &CardTable, column: u16, id: &str) {
    let name = if id == MAKES { "Makes".to_owned() } else { title(&table.columns()[column as usize]) };
    let kind = match game.field(id) {
        Some(at) => game.fields[at].kind,
        None => {
            let kind = kind_of(table, column, id);
            declare(game, id, &name, kind);
            kind
        }
    };
    let unfit = match kind {
        FieldKind::Number => cells(table, column).any(|c| !is_whole(c)),
        FieldKind::Cost | FieldKind::Amounts => {
            add_resources(game, table, column, |cell| {
                let ids = amounts::parse(cell).unwrap_or_default().list.into_iter().map(|(id, _)| id);
                // What is paid with either of two is declared behind both.
                let with_parts = |id: String| {
                    let parts = amounts::either_of(&id).into_iter().flatten().map(str::to_owned).collect::<Vec<_>>();
                    parts.into_iter().chain([id])
                };
                ids.flat_map(with_parts).collect()
            });
            cells(table, column).any(|c| !amounts::parse(c).is_some_and(|a| a.exact))
        }
        FieldKind::Resources => {
            let id = |word: String| resource_of(&word).map(str::to_owned);
            add_resources(game, table, column, |cell| split(cell).into_iter().filter_map(id).collect());
            cells(table, column).any(|c| !are_resources(c))
        }
        _ => false,
    };
    if unfit {
        declare(game, &printed(id), &format!("{name} as printed"), FieldKind::Text);
    }
}

/// The name of a column as people read it: `manaValue` and `mana_value` are both “Mana value”.
fn title(column: &str) -> String {
    let mut words = String::with_capacity(column.len() + 4);
    let mut before = ' ';
    let mut letters = column.chars().peekable();
    while let Some(c) = letters.next() {
        let starts = c.is_uppercase() && before.is_lowercase();
        if starts || c == '_' {
            words.push(' ');
        }
        // Of an abbreviation every letter is large.
        let is_word = letters.peek().is_some_and(|next| next.is_lowercase());
        if starts && is_word {
            words.extend(c.to_lowercase());
        } else if c != '_' {
            words.push(c);
        }
        before = c;
    }
    capital(&words)
}

/// Whether a cell names nothing but resources of Magic.
fn are_resources(cell: &str) -> bool {
    split(cell).iter().all(|word| resource_of(word).is_some())
}

/// Most cells decide the kind.
fn kind_of(table: &CardTable, column: u16, id: &str) -> FieldKind {
    // Where Cockatrice lays a card is a number that measures nothing.
    if id == "tablerow" {
        return FieldKind::Text;
    }
    let (mut all, mut yes, mut whole, mut costs, mut made) = (0, 0, 0, 0, 0);
    for cell in cells(table, column) {
        all += 1;
        yes += u64::from(cell == "yes");
        whole += u64::from(is_whole(cell));
        costs += u64::from(id == "cost" && amounts::parse(cell).is_some());
        made += u64::from(id == MAKES && are_resources(cell));
    }
    match all {
        0 => FieldKind::Text,
        n if yes == n => FieldKind::Flag,
        n if costs * 2 >= n => FieldKind::Cost,
        n if made * 2 >= n => FieldKind::Resources,
        n if whole * 2 >= n => FieldKind::Number,
        _ => FieldKind::Text,
    }
}

fn declare(game: &mut GameData, id: &str, name: &str, kind: FieldKind) {
    if game.field(id).is_none() {
        let field = Field {
            id: id.to_owned(),
            name: name.to_owned(),
            aliases: vec![],
            kind,
            required: 0,
            allowed: Mask::MAX,
            about: String::new(),
            sentence: None,
        };
        game.fields.push(field);
    }
}

/// Declares the resources that cells name, in Magic's order where they are Magic's.
fn add_resources(game: &mut GameData, table: &CardTable, column: u16, named: impl Fn(&str) -> Vec<String>) {
    let mut seen: HashSet<&str> = HashSet::new();
    let mut ids: Vec<String> = Vec::new();
    for cell in cells(table, column).filter(|c| seen.insert(c)) {
        for id in named(cell) {
            if id != "x" && game.resource(&id).is_none() && !ids.contains(&id) {
                ids.push(id);
            }
        }
    }
    let magic = || COLOURS.iter().chain(&OTHERS);
    let rank = |id: &str| magic().position(|m| m.1 == id).unwrap_or(usize::MAX);
    ids.sort_by_key(|id| match amounts::either_of(id) {
        Some(parts) => (true, parts.map(rank)),
        None => (false, [rank(id), 0]),
    });
    for id in ids {
        if let Some(parts) = amounts::either_of(&id) {
            add_either(game, id, parts);
            continue;
        }
        let own = magic().find(|m| m.1 == id);
        // X is there in every game.
        let letters = game.resources.iter().map(|r| r.letter.as_str()).chain(["X"]);
        game.resources.push(Resource {
            letter: own.map_or_else(|| letter(&id, letters), |m| m.0.into()),
            name: own.map_or_else(|| capital(&id), |m| m.2.into()),
            colour: own.map_or(PALETTE[game.resources.len() % PALETTE.len()], |m| m.3).into(),
            symbol: if id == GENERIC { String::new() } else { polygon(3 + game.resources.len()) },
            generic: id == GENERIC,
            variable: false,
            either: 0,
            id,
        });
    }
}

/// Declares a resource that either of two others pays for, which are declared already.
fn add_either(game: &mut GameData, id: String, parts: [&str; 2]) {
    let [Some(first), Some(second)] = parts.map(|part| game.resource(part)) else { return };
    let [one, other] = [&game.resources[first], &game.resources[second]];
    let resource = Resource {
        letter: format!("{}/{}", one.letter, other.letter),
        name: format!("{} or {}", one.name, other.name),
        colour: between(&one.colour, &other.colour),
        symbol: HALVES.into(),
        generic: false,
        variable: false,
        either: 1 << first | 1 << second,
        id,
    };
    game.resources.push(resource);
}

/// Two halves of a square that stands on its corner, as an SVG path in a 24 × 24 box.
const HALVES: &str = "M11 2L1 12l10 10zM13 2l10 10-10 10z";

/// The colour between two, each as `#rrggbb`.
fn between(one: &str, other: &str) -> String {
    let part =
        |colour: &str, at: usize| u16::from_str_radix(colour.get(at..at + 2).unwrap_or("88"), 16).unwrap_or(0x88);
    let mean = |at: usize| (part(one, at) + part(other, at)) / 2;
    format!("#{:02x}{:02x}{:02x}", mean(1), mean(3), mean(5))
}

/// A letter for a name that nothing else has.
fn letter<'a>(name: &str, taken: impl Iterator<Item = &'a str>) -> String {
    let taken: HashSet<&str> = taken.collect();
    let own = name.chars().flat_map(char::to_uppercase).filter(|c| c.is_alphanumeric());
    let letters = own.chain('A'..='Z').chain('0'..='9').map(String::from);
    letters.into_iter().find(|l| !taken.contains(l.as_str())).unwrap_or_else(|| name.to_owned())
}

/// A regular polygon in a 24 × 24 box as an SVG path.
fn polygon(corners: usize) -> String {
    let corner = |i: usize| {
        let angle = std::f64::consts::TAU * i as f64 / corners as f64;
        format!("{:.1} {:.1}", 12.0 + 10.0 * angle.sin(), 12.0 - 10.0 * angle.cos())
    };
    format!("M{}z", (0..corners).map(corner).collect::<Vec<_>>().join("L"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_columns_are_words() {
        let names = ["manaValue", "oracle_text", "CMC", "Energy Cost", "colorIdentity", "picURL"];
        let expected = ["Mana value", "Oracle text", "CMC", "Energy Cost", "Color identity", "Pic URL"];
        assert_eq!(names.map(title), expected);
    }
}
