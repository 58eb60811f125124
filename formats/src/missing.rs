//! What decks need beyond what a person owns: copies by name, whatever the printing and the section.

use std::collections::HashMap;

use catalog::collection::{CollectionEdit, CopiesChange, HoldingKind};
use catalog::{CardIx, Collection};

use crate::deck::{Deck, Listed};

/// Copies that are needed and not owned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingCard {
    /// The card, in the printing in which a deck names it first.
    pub card: Listed,
    /// Copies needed.
    pub needed: u32,
    /// Copies owned, in any printing.
    pub owned: u32,
    /// Copies wanted, in any printing.
    pub wanted: u32,
}

impl MissingCard {
    /// Copies that are missing; never 0.
    pub fn missing(&self) -> u32 {
        self.needed - self.owned
    }
}

/// Whether decks that are lacking are to be there at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopySharing {
    /// Each deck has its own.
    Own,
    /// One copy serves all decks in turn.
    Shared,
}

/// What decks lack, in the order in which they name the cards.
pub fn missing_cards<'d>(
    collection: &Collection,
    decks: impl IntoIterator<Item = &'d Deck>,
    copies: CopySharing,
) -> Vec<MissingCard> {
    let game = collection.game();
    let mut needs: Vec<(&Listed, u32)> = Vec::new();
    let mut places: HashMap<Name<'_>, usize> = HashMap::new();
    for deck in decks {
        let mut needed: HashMap<usize, u32> = HashMap::new();
        for entry in deck.sections.iter().flatten() {
            let name = match &entry.card {
                Listed::Card(ix) => Name::Card(game.namesake(*ix)),
                Listed::Unknown(name) => Name::Unknown(name),
            };
            let at = *places.entry(name).or_insert_with(|| {
                needs.push((&entry.card, 0));
                needs.len() - 1
            });
            let n = needed.entry(at).or_default();
            *n = n.saturating_add(entry.count);
        }
        for (at, n) in needed {
            needs[at].1 = match copies {
                CopySharing::Own => needs[at].1.saturating_add(n),
                CopySharing::Shared => needs[at].1.max(n),
            };
        }
    }
    let lack = |(card, needed): (&Listed, u32)| {
        let held = match card {
            Listed::Card(ix) => collection.holding_by_name(*ix),
            Listed::Unknown(name) => collection.holding_by_id(name),
        };
        let lack = MissingCard { card: card.clone(), needed, owned: held.owned, wanted: held.wanted };
        (held.owned < needed).then_some(lack)
    };
    needs.into_iter().filter_map(lack).collect()
}

#[derive(PartialEq, Eq, Hash)]
enum Name<'d> {
    Card(CardIx),
    Unknown(&'d str),
}

/// The edits that put what is lacking among what is wanted; what is wanted already is not wanted twice. Names that
/// the game does not know are left out.
pub fn wanted_edits(collection: &Collection, missing: &[MissingCard]) -> Vec<CollectionEdit> {
    let edit = |lack: &MissingCard| {
        let more = lack.missing().saturating_sub(lack.wanted);
        match &lack.card {
            Listed::Card(ix) if more > 0 => Some(CollectionEdit {
                card: collection.game().card(*ix).id.clone(),
                pile: HoldingKind::Wanted,
                amount: CopiesChange::By(more.into()),
            }),
            _ => None,
        }
    };
    missing.iter().filter_map(edit).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use catalog::Source;
    use catalog::store::Library;

    #[test]
    fn copies_count_by_name_over_sections_and_decks() {
        let mut library = Library::in_memory().expect("memory");
        let game = Arc::new(library.game(&Source::shipped(), "afrika").expect("loads"));
        let listed = |id: &str| Listed::from_id_or_name(&game, id);
        let deck = |herald: (u32, u32), poise: u32| {
            let mut deck = Deck::new(&game, "Deck", "codex");
            deck.add(0, listed("sun-herald"), herald.0);
            deck.add(1, listed("sun-herald"), herald.1);
            deck.add(0, listed("lions-poise"), poise);
            deck.add(0, Listed::Unknown("Nobody".into()), 1);
            deck
        };
        let decks = [deck((3, 1), 2), deck((2, 0), 1)];
        let mut collection = Collection::open(&library, game.clone()).expect("opens");
        let edit = |card: &str, pile, n| CollectionEdit { card: card.into(), pile, amount: CopiesChange::To(n) };
        let edits = [edit("sun-herald", HoldingKind::Owned, 4), edit("lions-poise", HoldingKind::Wanted, 1)];
        collection.change(&mut library, &edits, None).expect("saved");
        let missing = |decks: &[Deck], copies| -> Vec<(String, u32)> {
            let missing = missing_cards(&collection, decks, copies);
            missing.iter().map(|l| (l.card.name(&game).to_owned(), l.missing())).collect()
        };
        let list = |cards: &[(&str, u32)]| cards.iter().map(|(c, n)| ((*c).to_owned(), *n)).collect::<Vec<_>>();
        assert_eq!(missing(&decks[..1], CopySharing::Own), list(&[("Lion's Poise", 2), ("Nobody", 1)]));
        assert_eq!(missing(&decks, CopySharing::Own), list(&[("Sun Herald", 2), ("Lion's Poise", 3), ("Nobody", 2)]));
        assert_eq!(missing(&decks, CopySharing::Shared), list(&[("Lion's Poise", 2), ("Nobody", 1)]));
        // One Lion's Poise of the three is wanted already, and nobody can want a name that is no card.
        let wishes = wanted_edits(&collection, &missing_cards(&collection, &decks, CopySharing::Own));
        let asked: Vec<(&str, CopiesChange)> = wishes.iter().map(|e| (e.card.as_str(), e.amount)).collect();
        assert_eq!(asked, [("sun-herald", CopiesChange::By(2)), ("lions-poise", CopiesChange::By(2))]);
    }
}
