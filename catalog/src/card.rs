//! Cards and sets.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::ability::Ability;
use crate::game::Mask;

/// The position of a card in its game: valid for one loaded [`crate::game::GameData`], never saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CardIx(pub u32);

impl CardIx {
    /// The index into [`crate::game::GameData::cards`].
    pub fn at(self) -> usize {
        self.0 as usize
    }
}

/// A set of cards that appeared together.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Set {
    /// Id and file name.
    pub id: String,
    /// Name.
    pub name: String,
    /// Short code, as printed on cards and in deck lists.
    pub code: String,
    /// Day of release, `YYYY-MM-DD`.
    pub released: Option<String>,
    /// The era it belongs to, where a game has eras.
    pub era: Option<String>,
    /// What kind of release it is, where formats tell kinds apart, such as `celestial`.
    pub kind: Option<String>,
    /// What it is about.
    pub about: String,
    /// Where its facts come from: `rulebook`, `public facts` or `house set`.
    pub source: String,
}

/// A card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// Lower-case slug of the name, unique in the game.
    pub id: String,
    /// Name.
    pub name: String,
    /// Number in its set, as printed.
    pub number: SmolStr,
    /// Position of its set in [`crate::game::GameData::sets`].
    pub set: u16,
    /// Position in [`crate::game::GameData::rarities`].
    pub rarity: u8,
    /// Positions in [`crate::game::GameData::types`], as printed.
    pub types: SmallVec<[u8; 8]>,
    /// The same as a mask.
    pub type_mask: Mask,
    /// Subtypes as printed.
    pub subtypes: SmallVec<[SmolStr; 1]>,
    /// Factions.
    pub factions: Mask,
    /// Keywords as printed.
    pub keywords: Vec<HasKeyword>,
    /// Rules text beside the keywords, one paragraph a line: as written, or out of the abilities.
    pub text: String,
    /// What it does, as data.
    pub abilities: Vec<Ability>,
    /// Flavour text.
    pub flavor: String,
    /// A value for each of [`crate::game::GameData::fields`], in their order.
    pub values: Vec<Option<FieldValue>>,
    /// What stands on each of its faces, as a card by itself; empty if it has one. The first one has the id of the card, the
    /// others one of their own ([`face_id`]); number, set and rarity are the card's.
    pub faces: Vec<Card>,
    /// How they are printed.
    pub face_layout: FaceLayout,
    /// Stored beside the cards of a set, not in each.
    #[serde(skip)]
    pub(crate) folded: Folded,
}

/// How the faces of a card are printed.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, strum::VariantArray, strum::IntoStaticStr,
)]
#[strum(serialize_all = "kebab-case")]
pub enum FaceLayout {
    /// On the front and on the back.
    #[default]
    DoubleFaced,
    /// Beside each other on one side, each half the size.
    Split,
    /// On one side, the second upside down.
    Flip,
    /// On one side, the second smaller within the first.
    Adventure,
}

impl FaceLayout {
    /// The word for it.
    pub fn word(self) -> &'static str {
        self.into()
    }

    /// The layout that a word names.
    pub fn parse(word: &str) -> Option<FaceLayout> {
        <FaceLayout as strum::VariantArray>::VARIANTS.iter().copied().find(|layout| layout.word() == word)
    }
}

/// How many faces a card may have.
pub const MOST_FACES: usize = 8;

/// A side of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The side with the card's only face, or with the first one, or with all of them.
    Front,
    /// The side with the second face of a double-faced card; the front of any other.
    Back,
}

/// The id of a face of a card, counted from 0.
pub fn face_id(card: &str, face: usize) -> String {
    if face == 0 { card.to_owned() } else { format!("{card}--{}", face + 1) }
}

/// The card of whose second face this is the [`face_id`].
pub fn card_of_back(id: &str) -> Option<&str> {
    id.strip_suffix("--2")
}

/// A text for searching. Those of a game's cards lie in one piece, so that a word is found in all of them in one go.
#[derive(Clone, Default)]
pub(crate) struct Folded {
    all: Arc<String>,
    start: u32,
    end: u32,
}

impl Folded {
    /// A part of a longer text, by its bytes.
    pub fn part(all: &Arc<String>, bytes: Range<u32>) -> Folded {
        Folded { all: all.clone(), start: bytes.start, end: bytes.end }
    }
}

impl From<String> for Folded {
    fn from(text: String) -> Folded {
        Folded { end: text.len() as u32, start: 0, all: Arc::new(text) }
    }
}

impl Folded {
    fn text(&self) -> &str {
        &self.all[self.start as usize..self.end as usize]
    }
}

impl PartialEq for Folded {
    fn eq(&self, other: &Folded) -> bool {
        self.text() == other.text()
    }
}

impl fmt::Debug for Folded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

/// A keyword on a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HasKeyword {
    /// Position in [`crate::game::GameData::keywords`].
    pub keyword: u8,
    /// Its number, if the keyword takes one.
    pub number: Option<i32>,
    /// Its word, if the keyword takes one.
    pub word: Option<String>,
}

/// The value of a field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum FieldValue {
    /// A number.
    Number(i32),
    /// A text.
    Text(String),
    /// Yes; no is absent.
    Flag,
    /// Amounts of resources.
    Amounts {
        /// By position of the resource, in declared order, none of them 0.
        list: SmallVec<[(u8, i32); 2]>,
        /// Their sum, without an X.
        total: i32,
    },
    /// Some of the resources.
    Resources(Mask),
}

impl Card {
    /// The number in a field: the value itself, or the total of amounts. Absent if the card has none.
    pub fn number_in(&self, field: usize) -> Option<i32> {
        match self.values[field].as_ref()? {
            FieldValue::Number(n) => Some(*n),
            FieldValue::Amounts { total, .. } => Some(*total),
            _ => None,
        }
    }

    /// The text in a field.
    pub fn text_in(&self, field: usize) -> Option<&str> {
        match self.values[field].as_ref()? {
            FieldValue::Text(t) => Some(t),
            _ => None,
        }
    }

    /// The amounts in a field; empty if it has none.
    pub fn amounts_in(&self, field: usize) -> &[(u8, i32)] {
        match &self.values[field] {
            Some(FieldValue::Amounts { list, .. }) => list,
            _ => &[],
        }
    }

    /// The resources in a field as a mask.
    pub fn resources_in(&self, field: usize) -> Mask {
        match &self.values[field] {
            Some(FieldValue::Resources(mask)) => *mask,
            _ => 0,
        }
    }

    /// Whether a flag is set.
    pub fn flag_in(&self, field: usize) -> bool {
        matches!(self.values[field], Some(FieldValue::Flag))
    }

    /// What its back shows, if a face is printed there.
    pub fn back(&self) -> Option<&Card> {
        self.faces.get(1).filter(|_| self.face_layout == FaceLayout::DoubleFaced)
    }

    /// Sets what [`Card::folded`] returns, for a card that was stored.
    pub(crate) fn set_folded(&mut self, text: String) {
        self.folded = text.into();
    }

    /// Name, type line and rules text, folded, for searching: three lines. None of them holds a line feed but the last.
    pub fn folded(&self) -> &str {
        &self.folded.all[self.folded.start as usize..self.folded.end as usize]
    }

    /// The folded name: the first line of [`Card::folded`].
    pub fn folded_name(&self) -> &str {
        self.folded().split('\n').next().unwrap_or("")
    }

    /// The folded keywords and rules text: what follows the second line of [`Card::folded`].
    pub fn folded_text(&self) -> &str {
        self.folded().splitn(3, '\n').nth(2).unwrap_or("")
    }
}
