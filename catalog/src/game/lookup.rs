//! Cards by id and by name. The tables hold positions alone: the words stand in the cards.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::OnceLock;

use hashbrown::HashTable;

use crate::card::{Card, CardIx};

/// Where the cards of a game are, by their ids and by their folded names.
#[derive(Debug, Clone, Default)]
pub(crate) struct CardsByName {
    ids: HashTable<CardIx>,
    names: HashTable<CardIx>,
    /// By card, the first card of the same name: copies are counted by name over all printings.
    namesakes: Vec<CardIx>,
    /// All cards by their namesakes, within one in order: made when printings are first asked for.
    by_namesake: OnceLock<Vec<CardIx>>,
    /// Cards with two faces by the name of either, and cards whose names have more than one blank in a row: made when a name
    /// is first asked for that is no card's whole name.
    by_part: OnceLock<HashMap<String, CardIx>>,
}

/// Between the names of two faces.
pub(crate) const FACES: &str = " // ";
/// Between their rules texts.
pub(crate) const BETWEEN_FACES: &str = "\n//\n";

impl CardsByName {
    pub fn new(cards: &[Card]) -> CardsByName {
        let mut known = CardsByName {
            ids: HashTable::with_capacity(cards.len()),
            names: HashTable::with_capacity(cards.len()),
            namesakes: Vec::with_capacity(cards.len()),
            by_namesake: OnceLock::new(),
            by_part: OnceLock::new(),
        };
        for (at, card) in cards.iter().enumerate() {
            let ix = CardIx(at as u32);
            // Of several cards with one id or name the first counts.
            put(&mut known.ids, ix, &card.id, |ix| &cards[ix.at()].id);
            known.namesakes.push(put(&mut known.names, ix, card.folded_name(), |ix| cards[ix.at()].folded_name()));
        }
        known
    }

    /// The card with this id.
    pub fn by_id(&self, cards: &[Card], id: &str) -> Option<CardIx> {
        self.ids.find(hash(id), |ix| cards[ix.at()].id == id).copied()
    }

    /// The first card with this folded name; otherwise the one of which it is a face, or both faces in another notation
    /// (`Fire/Ice`, `Fire & Ice`), or that differs in blanks only.
    pub fn by_name(&self, cards: &[Card], folded: &str) -> Option<CardIx> {
        let whole = |name: &str| self.names.find(hash(name), |ix| cards[ix.at()].folded_name() == name).copied();
        if let Some(ix) = whole(folded) {
            return Some(ix);
        }
        let parts = self.by_part.get_or_init(|| by_part(cards));
        let name = single_blanks(folded);
        let find = |name: &str| whole(name).or_else(|| parts.get(name).copied());
        find(&name).or_else(|| {
            let faces: Vec<&str> = name.split(['/', '&']).map(str::trim).filter(|face| !face.is_empty()).collect();
            let joined = || find(&faces.join(FACES));
            // The wrong way round, too: all of them are faces of one card.
            let first = faces.first().and_then(|face| parts.get(*face)).copied();
            let one_card = || first.filter(|_| faces.iter().all(|face| parts.get(*face).copied() == first));
            if faces.len() > 1 { joined().or_else(one_card) } else { None }
        })
    }

    /// The first card of the same name.
    pub fn namesake(&self, ix: CardIx) -> CardIx {
        self.namesakes[ix.at()]
    }

    /// All cards of the same name, in order.
    pub fn printings(&self, ix: CardIx) -> &[CardIx] {
        let all = self.by_namesake.get_or_init(|| {
            let mut all: Vec<CardIx> = (0..self.namesakes.len() as u32).map(CardIx).collect();
            all.sort_by_key(|ix| self.namesake(*ix));
            all
        });
        let name = self.namesake(ix);
        let start = all.partition_point(|other| self.namesake(*other) < name);
        let count = all[start..].partition_point(|other| self.namesake(*other) == name);
        &all[start..start + count]
    }
}

/// Cards by the names of their faces, and by names with single blanks; what is a card's whole name is not asked for here.
fn by_part(cards: &[Card]) -> HashMap<String, CardIx> {
    let mut parts = HashMap::new();
    for (at, name) in cards.iter().map(Card::folded_name).enumerate() {
        let ix = CardIx(at as u32);
        for face in name.split(FACES).filter(|face| face.len() < name.len()) {
            parts.entry(face.trim().to_owned()).or_insert(ix);
        }
        if name.contains("  ") {
            parts.entry(single_blanks(name)).or_insert(ix);
        }
    }
    parts
}

fn single_blanks(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Puts a card where its word is not known yet; the card that the word stands for now.
fn put<'c>(table: &mut HashTable<CardIx>, ix: CardIx, word: &str, word_of: impl Fn(CardIx) -> &'c str) -> CardIx {
    *table.entry(hash(word), |known| word_of(*known) == word, |known| hash(word_of(*known))).or_insert(ix).get()
}

fn hash(word: &str) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(word)
}
