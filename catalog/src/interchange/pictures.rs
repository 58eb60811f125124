//! Addresses of pictures: which columns hold them, which of several is the whole card's, and whose they are.

use super::columns::{self, ColumnRole};
use super::table::{CardTable, ForeignCard};
use crate::art::{PictureAddress, PictureAddresses};
use crate::card::{FaceLayout, face_id};
use crate::game::GameData;

/// What an address shows, the best for a card on the screen first: a size of Scryfall, a language of Draftmancer.
const SHOWS: [&str; 5] = ["normal", "large", "png", "small", "en"];
/// What shows only the picture on a card.
const ART_ALONE: &str = "art_crop";

/// The address of the whole card among several, by what each one shows.
pub(super) fn best(addresses: impl IntoIterator<Item = (String, String)>) -> Option<String> {
    let rank = |shows: &str| SHOWS.iter().position(|s| *s == shows).unwrap_or(SHOWS.len());
    let whole = addresses.into_iter().filter(|(shows, _)| shows != ART_ALONE);
    let usable = whole.filter(|(_, address)| PictureAddress::parse(address).is_some());
    usable.min_by_key(|(shows, _)| rank(shows)).map(|(_, address)| address)
}

/// Columns that are called like pictures and hold something else, such as names of files, become what they would be
/// under any other name; so do those of backs where no card has one.
pub(super) fn settle(table: &CardTable, roles: &mut [ColumnRole], known: Option<&GameData>, grows: bool) {
    for at in 0..roles.len() {
        let holds_addresses = |row: &ForeignCard| row.get(at as u16).is_some_and(is_address);
        let fits = match roles[at] {
            ColumnRole::Picture => table.printed().any(holds_addresses),
            ColumnRole::BackPicture => table.rows.iter().any(|row| is_double_faced(row) && holds_addresses(row)),
            _ => true,
        };
        if !fits {
            let others: Vec<Option<ColumnRole>> = roles.iter().cloned().map(Some).collect();
            let own = || columns::free_field(&table.columns()[at], known, &others);
            roles[at] = if grows { own() } else { ColumnRole::LeftOut };
        }
    }
}

/// The addresses of all cards. A field that a game has for them counts as well; `ids` are those of the rows.
pub(super) fn addresses(table: &CardTable, roles: &[ColumnRole], ids: &[String]) -> PictureAddresses {
    let columns: Vec<u16> = (0..roles.len())
        .filter(|at| match &roles[*at] {
            ColumnRole::Picture => true,
            ColumnRole::Field(_) => columns::is_picture(&table.columns()[*at]),
            _ => false,
        })
        .map(|at| at as u16)
        .collect();
    let mut found = PictureAddresses::default();
    let backs = columns::column_of(roles, &ColumnRole::BackPicture);
    let address = |row: &ForeignCard| columns.iter().find_map(|column| PictureAddress::parse(row.get(*column)?));
    let of_back = |row: &ForeignCard| {
        let cell = backs.and_then(|column| row.get(column));
        cell.and_then(PictureAddress::parse).or_else(|| row.faces.get(1).and_then(address))
    };
    for (row, id) in table.rows.iter().zip(ids).filter(|(_, id)| !id.is_empty()) {
        // A card that is printed on both sides has its front in front.
        let faces = if is_double_faced(row) { 1 } else { row.faces.len() };
        let front = address(row).or_else(|| row.faces.iter().take(faces).find_map(address));
        front.into_iter().for_each(|address| found.insert(id, address));
        let back = Some(row).filter(|row| is_double_faced(row)).and_then(of_back);
        back.into_iter().for_each(|address| found.insert(&face_id(id, 1), address));
    }
    found
}

fn is_double_faced(row: &ForeignCard) -> bool {
    row.layout == FaceLayout::DoubleFaced && row.faces.len() > 1
}

fn is_address(cell: &str) -> bool {
    PictureAddress::parse(cell).is_some()
}
