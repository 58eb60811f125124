//! What only files have that this program wrote: faces of cards as TOML in a cell, ids, and what it adds for Cockatrice.

use super::columns::ColumnRole;
use super::table::{CardTable, ForeignCard, join};
use crate::card::{FaceLayout, MOST_FACES};
use crate::game::GameData;
use crate::load::faces::OF_FACES;

/// How a table begins that this program wrote.
pub(super) const HEADER: [&str; 6] = ["set", "set_name", "released", "era", "number", "name"];
/// Who made a card database that this program wrote.
pub(super) const AUTHOR: &str = "Deckloom";
/// The column of Cockatrice that says on which side of a card another one is.
pub(super) const SIDE: &str = "side";
/// The columns of faces, and of how they are printed.
const FACES: [&str; 2] = ["face", "faces"];
/// What cards only have for Cockatrice, unless their game has such a field.
const FOR_COCKATRICE: [&str; 4] = ["maintype", "cmc", "tablerow", SIDE];

/// Makes rows of the faces that stand in cells.
pub(super) fn expand_faces(table: &mut CardTable) {
    let Some(column) = table.find(FACES[0]).filter(|_| table.is_own) else { return };
    let layout = table.find(FACES[1]);
    for at in 0..table.rows.len() {
        let Some(faces) = table.rows[at].get(column).and_then(faces_in) else { continue };
        let row = table.rows[at].clone();
        let faces: Vec<ForeignCard> = faces.iter().map(|face| face_row(face, table)).collect();
        let of_faces: Vec<u16> = OF_FACES.iter().filter_map(|name| table.find(name)).collect();
        let said_there = |column: u16, cell: &str| {
            let first = faces.iter().find_map(|face| face.get(column));
            first.is_some_and(|first| first == cell || of_faces.contains(&column))
        };
        let name = table.find("name");
        let mut whole = row.line.map_or_else(ForeignCard::default, ForeignCard::at);
        for (at, cell) in row.cells().filter(|(at, _)| *at != column && Some(*at) != layout) {
            if Some(at) == name || !said_there(at, cell) {
                whole.put(at, cell);
            }
        }
        let word = layout.and_then(|layout| row.get(layout)).unwrap_or_default();
        whole.layout = FaceLayout::parse(word).unwrap_or_default();
        whole.faces = faces;
        table.rows[at] = whole;
    }
}

/// The faces in a cell.
fn faces_in(cell: &str) -> Option<Vec<toml::Table>> {
    let text = format!("face = {}", cell.replace(['\n', '\r'], " "));
    let faces = text.parse::<toml::Table>().ok()?.remove(FACES[0])?;
    let faces = faces.as_array()?.iter().map(|face| face.as_table().cloned()).collect::<Option<Vec<_>>>()?;
    Some(faces).filter(|faces| (2..=MOST_FACES).contains(&faces.len()))
}

fn face_row(face: &toml::Table, table: &mut CardTable) -> ForeignCard {
    let mut row = ForeignCard::default();
    for (key, value) in face {
        let cell = match value {
            toml::Value::String(text) => text.clone(),
            toml::Value::Boolean(yes) => if *yes { "yes" } else { "" }.to_owned(),
            toml::Value::Array(list) => join(list.iter().filter_map(toml::Value::as_str)),
            toml::Value::Table(amounts) if amounts.is_empty() => "0".to_owned(),
            toml::Value::Table(amounts) => join(amounts.iter().map(|(id, n)| format!("{id} {n}"))),
            plain => plain.to_string(),
        };
        row.put(table.column(key), &cell);
    }
    row
}

/// Columns that say nothing that is not said elsewhere.
pub(super) fn settle(table: &CardTable, roles: &mut [ColumnRole], known: Option<&GameData>) {
    if !table.is_own {
        return;
    }
    for (name, role) in table.columns().iter().zip(roles) {
        let for_cockatrice = FOR_COCKATRICE.contains(&name.as_str()) && known.is_some_and(|g| g.field(name).is_none());
        let has_other_cost = name == "manacost" && *role == ColumnRole::LeftOut;
        if has_other_cost || FACES.contains(&name.as_str()) || for_cockatrice {
            *role = ColumnRole::Repeated;
        }
    }
}
