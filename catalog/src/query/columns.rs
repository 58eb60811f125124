//! What is asked of cards most, column by column: over many cards reading is what takes the time, and a card with all
//! that belongs to it lies in a dozen places.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::Pattern;
use crate::card::Card;
use crate::fold::fold;
use crate::game::{GameData, Mask};

/// The columns of a game's cards.
#[derive(Debug, Clone, Default)]
pub(crate) struct Columns {
    pub kinds: Vec<CardBasics>,
    /// By field; each is made when it is first asked for.
    numbers: Vec<OnceLock<Vec<Option<i32>>>>,
    subtypes: OnceLock<Subtypes>,
}

/// What is small and the same for all games.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CardBasics {
    pub factions: Mask,
    pub types: Mask,
    pub set: u16,
    pub rarity: u8,
    /// Whether it has several faces.
    pub has_faces: bool,
}

/// Every subtype that a card has, and which cards have which.
#[derive(Debug, Clone)]
struct Subtypes {
    /// In the alphabet's order.
    names: Vec<String>,
    /// By card, where its subtypes begin in `of`, and after the last one the end.
    starts: Vec<u32>,
    /// Positions in `names`.
    of: Vec<u32>,
}

impl CardBasics {
    pub fn new(card: &Card) -> CardBasics {
        let has_faces = !card.faces.is_empty();
        CardBasics { factions: card.factions, types: card.type_mask, set: card.set, rarity: card.rarity, has_faces }
    }
}

impl Columns {
    pub fn new(game: &GameData) -> Columns {
        Columns {
            kinds: game.cards.iter().map(CardBasics::new).collect(),
            numbers: vec![OnceLock::new(); game.fields.len()],
            subtypes: OnceLock::new(),
        }
    }

    /// By card, its number in a field.
    pub fn numbers(&self, cards: &[Card], field: usize) -> &[Option<i32>] {
        self.numbers[field].get_or_init(|| cards.iter().map(|c| c.number_in(field)).collect())
    }

    /// Every subtype that a card has, in the alphabet's order.
    pub fn subtypes(&self, cards: &[Card]) -> &[String] {
        &self.read_subtypes(cards).names
    }

    /// Whether a card has a subtype that is like that.
    pub fn with_subtype(&self, cards: &[Card], pattern: &Pattern) -> impl Fn(usize) -> bool {
        let subtypes = self.read_subtypes(cards);
        let fits: Vec<bool> = subtypes.names.iter().map(|name| pattern.fits(&fold(name))).collect();
        move |card| {
            let own = subtypes.starts[card] as usize..subtypes.starts[card + 1] as usize;
            subtypes.of[own].iter().any(|s| fits[*s as usize])
        }
    }

    fn read_subtypes(&self, cards: &[Card]) -> &Subtypes {
        self.subtypes.get_or_init(|| {
            let mut places: BTreeMap<&str, u32> =
                cards.iter().flat_map(|c| &c.subtypes).map(|s| (s.as_str(), 0)).collect();
            places.values_mut().zip(0..).for_each(|(place, at)| *place = at);
            let mut subtypes =
                Subtypes { names: places.keys().map(|s| (*s).to_owned()).collect(), starts: vec![0], of: Vec::new() };
            for card in cards {
                subtypes.of.extend(card.subtypes.iter().map(|s| places[s.as_str()]));
                subtypes.starts.push(subtypes.of.len() as u32);
            }
            subtypes
        })
    }
}
