//! The addresses of a game's pictures: `<game>/pictures.csv`, a line with a card's id and an address each. Imports keep
//! them there, and people may write them; they are no part of the cards, so that no deck or record depends on them.

use std::collections::BTreeMap;
use std::path::Path;

use super::PictureAddress;
use crate::source::{CsvListError, csv_list};

/// The file of a game's folder with the addresses of its pictures.
pub const ADDRESSES: &str = "pictures.csv";

/// Its columns.
const COLUMNS: [&str; 2] = ["card", "picture"];
/// How many addresses a game may have.
const MOST: usize = 500_000;

/// The address of each card's picture, by the card's id.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PictureAddresses {
    by_card: BTreeMap<String, PictureAddress>,
}

/// What is wrong with a line.
#[derive(Debug, thiserror::Error)]
enum AddressFault {
    #[error("there is no card")]
    NoCard,
    #[error("no address that begins with https:// or http://")]
    NoAddress,
    #[error("a card and an address were expected")]
    Cells,
}

impl PictureAddresses {
    /// The addresses in a file; none if it is not there.
    ///
    /// # Errors
    /// Every line that is wrong, up to twenty.
    pub fn open(file: &Path) -> Result<PictureAddresses, CsvListError> {
        PictureAddresses::parse(&csv_list::open(file)?)
    }

    /// Reads a list.
    ///
    /// # Errors
    /// Every line that is wrong, up to twenty.
    pub fn parse(bytes: &[u8]) -> Result<PictureAddresses, CsvListError> {
        let mut list = PictureAddresses::default();
        csv_list::read(bytes, &COLUMNS, MOST, |cells| match cells {
            ["", _] => Err(AddressFault::NoCard),
            [card, address] => {
                list.insert(card, PictureAddress::parse(address).ok_or(AddressFault::NoAddress)?);
                Ok(())
            }
            _ => Err(AddressFault::Cells),
        })?;
        Ok(list)
    }

    /// The list as a file has it.
    pub fn to_text(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let lines = self.by_card.iter().map(|(card, address)| [card.as_str(), address.as_str()]);
        [COLUMNS].into_iter().chain(lines).for_each(|line| writer.write_record(line).expect("memory takes all"));
        String::from_utf8(writer.into_inner().expect("memory takes all")).expect("made of texts")
    }

    /// Notes the address of a card's picture, in place of the one before.
    pub fn insert(&mut self, card: &str, address: PictureAddress) {
        self.by_card.insert(card.to_owned(), address);
    }

    /// Takes all of another list over, in place of what is there of the same cards.
    pub fn take_over(&mut self, other: PictureAddresses) {
        self.by_card.extend(other.by_card);
    }

    /// The address of a card's picture.
    pub fn get(&self, card: &str) -> Option<&PictureAddress> {
        self.by_card.get(card)
    }

    /// All ids with their addresses, in order of the ids.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &PictureAddress)> {
        self.by_card.iter().map(|(card, address)| (card.as_str(), address))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.by_card.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.by_card.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_comes_back_and_wrong_lines_are_all_told() {
        let mut list = PictureAddresses::default();
        for (card, address) in [("b", "https://pics.test/b,1.jpg"), ("a", "http://pics.test/a")] {
            list.insert(card, PictureAddress::parse(address).expect("an address"));
        }
        let text = list.to_text();
        assert_eq!(text, "card,picture\na,http://pics.test/a\nb,\"https://pics.test/b,1.jpg\"\n");
        assert_eq!(PictureAddresses::parse(text.as_bytes()).expect("a list"), list);
        let wrong = "card,picture\na,file:///etc/passwd\n,https://pics.test/b\nc\n";
        let faults = PictureAddresses::parse(wrong.as_bytes()).expect_err("faults").to_string();
        assert!(["line 2: ", "line 3: ", "line 4: "].iter().all(|line| faults.contains(line)), "{faults}");
        assert!(PictureAddresses::parse(b"name,url\n").is_err());
        assert!(PictureAddresses::parse(b"card,picture\na,\xff\n").is_err());
    }
}
