//! One deck into another.

use catalog::GameData;

use super::{Deck, DeckPart, Edit, EditReason};

/// What becomes of a card that both decks have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Merge {
    /// As many copies as the deck that has more.
    Most,
    /// The copies of both.
    Sum,
}

/// The edit that merges `from` into a deck: cards of all lists, tags, and the notes and plans that it lacks. `None`
/// if it has everything already.
pub fn merge_edit(game: &GameData, into: &Deck, from: &Deck, how: Merge) -> Option<Edit> {
    let (mut after, mut edits) = (into.clone(), Vec::new());
    let mut act = |after: &mut Deck, edit: Edit| {
        after.apply(game, &edit);
        edits.push(edit);
    };
    for part in from.parts() {
        if let DeckPart::Own(name) = &part
            && !after.own.contains_key(name)
        {
            act(&mut after, Edit::Own { name: name.clone(), list: Some(Vec::new()) });
        }
        for entry in from.entries(&part) {
            let here = after.copies(&part, &entry.card);
            let count = match how {
                Merge::Most => here.max(entry.count),
                Merge::Sum => here.saturating_add(entry.count),
            };
            if count != here {
                act(&mut after, Edit::set(game, &part, &entry.card, count));
            }
        }
    }
    for (card, tags) in &from.tags {
        let here = after.tags.get(card).cloned().unwrap_or_default();
        let all = &here | tags;
        if all != here {
            act(&mut after, Edit::Tags { card: card.clone(), tags: all });
        }
    }
    for (card, text) in from.notes.iter().filter(|(card, _)| !into.notes.contains_key(*card)) {
        act(&mut after, Edit::Note { card: card.clone(), text: text.clone() });
    }
    for (name, plan) in from.plans.iter().filter(|(name, _)| !into.plans.contains_key(*name)) {
        act(&mut after, Edit::Plan { name: name.clone(), plan: Some(plan.clone()) });
    }
    let why = Some(EditReason::Merged { name: from.name.clone() });
    (!edits.is_empty()).then_some(Edit::Together { why, edits })
}
