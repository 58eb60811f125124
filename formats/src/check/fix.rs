//! Fixes, done: one violation after the other until nothing is left that can be mended, as edits of the deck.
//!
//! Each fix is the smallest for its own rule; what is in the wrong place goes first, then what is too much, then what is
//! missing, so that no step is taken back. Where no single step helps, steps are tried one after the other. A deck that breaks
//! several rules at once may know a shorter way.

use catalog::GameData;

use super::checker::Checker;
use super::choose::{Chooser, add};
use super::{CardChange, Fix, FixChoice, Violation};
use crate::deck::{Deck, Edit, Listed};
use crate::format::DeckFormat;
use crate::limited::Pool;

/// A deck after its fixes.
#[derive(Debug, Clone)]
pub struct FixedDeck {
    /// The deck.
    pub deck: Deck,
    /// What was done, in order of the sections: one line for each card.
    pub changes: Vec<CardChange>,
    /// What nothing could be done about, such as cards that a pool does not have.
    pub left: Vec<Violation>,
}

/// Does what the fixes of all violations say.
pub fn fix_deck(game: &GameData, format: &DeckFormat, deck: &Deck, pool: Option<&Pool>) -> FixedDeck {
    fix_with(Checker::new(game, format, pool, &[]), deck)
}

/// The same for the decks of a team, one after the other, `[player]`.
pub fn fix_team(game: &GameData, format: &DeckFormat, decks: &[(&Deck, Option<&Pool>)]) -> Vec<FixedDeck> {
    let mut all: Vec<FixedDeck> = Vec::new();
    for (deck, pool) in decks {
        let partners: Vec<&Deck> = all.iter().map(|m| &m.deck).collect();
        let fixed = fix_with(Checker::new(game, format, *pool, &partners), deck);
        all.push(fixed);
    }
    all
}

fn fix_with(checker: Checker<'_>, deck: &Deck) -> FixedDeck {
    let Fixing { mut now, mut left, mut weight } = fix_steps(checker, deck.clone());
    // A step that makes something else as wrong as it mends may still be the first of several: what is too much of one
    // card goes, and another takes its place; or a card goes in that only a rule forbids which another card brings along.
    while !left.is_empty() {
        let ways = left.iter().map(|violation| chosen_changes(checker, &now, &violation.fix));
        let ways = ways.chain(left.iter().map(|violation| forced_changes(checker, &now, &violation.fix)));
        let better = ways.filter(|way| !way.is_empty()).find_map(|way| {
            let next = apply_changes(checker.game, &now, &way);
            Some(fix_steps(checker, next)).filter(|fixing| fixing.weight < weight)
        });
        match better {
            Some(better) => Fixing { now, left, weight } = better,
            None => break,
        }
    }
    FixedDeck { changes: difference(checker.game, deck, &now), deck: now, left }
}

/// A deck on the way to its fixes.
struct Fixing {
    now: Deck,
    left: Vec<Violation>,
    /// How wrong it is still.
    weight: (u32, u32, u32),
}

/// One step after the other, each of which makes the deck less wrong; what can be wrong is counted, so they end.
fn fix_steps(checker: Checker<'_>, mut now: Deck) -> Fixing {
    let mut weight = checker.weigh(&now).wrong;
    loop {
        let violations = checker.report(&now).violations;
        let better = violations.iter().find_map(|violation| {
            let next = apply_changes(checker.game, &now, &chosen_changes(checker, &now, &violation.fix));
            let after = checker.weigh(&next).wrong;
            (after < weight).then_some((next, after))
        });
        match better {
            Some((next, after)) => (now, weight) = (next, after),
            None => return Fixing { now, left: violations, weight },
        }
    }
}

/// What the fix of one violation changes, card by card: where any card would do, these are chosen now.
pub fn fix_changes(
    game: &GameData,
    format: &DeckFormat,
    deck: &Deck,
    pool: Option<&Pool>,
    violation: &Violation,
) -> Vec<CardChange> {
    chosen_changes(Checker::new(game, format, pool, &[]), deck, &violation.fix)
}

fn chosen_changes(checker: Checker<'_>, deck: &Deck, fix: &Fix) -> Vec<CardChange> {
    let chosen = |choice: &FixChoice| {
        let mut chooser = Chooser::new(checker, deck);
        let count = u32::try_from(choice.by.unsigned_abs()).unwrap_or(u32::MAX);
        if choice.by < 0 {
            chooser.take_out(&choice.sections, &choice.of, count)
        } else {
            chooser.put_in(&choice.sections, &choice.of, count)
        }
        chooser.into_changes()
    };
    match (&fix.changes[..], &fix.choices[..]) {
        (given, []) => given.to_vec(),
        ([], [only]) => chosen(only),
        (given, choices) => {
            let given = Some(given.to_vec()).filter(|changes| !changes.is_empty());
            let mut ways: Vec<Vec<CardChange>> = given.into_iter().chain(choices.iter().map(chosen)).collect();
            // The way after which least is wrong; of equal ones the one that moves the fewest cards, then the first.
            let moved = |way: &[CardChange]| way.iter().map(|change| change.by.unsigned_abs()).sum::<u64>();
            ways.retain(|way| !way.is_empty());
            ways.sort_by_cached_key(|way| (checker.weigh(&apply_changes(checker.game, deck, way)).wrong, moved(way)));
            ways.into_iter().next().unwrap_or_default()
        }
    }
}

/// One of the cards that a fix asks for, though something else goes wrong by it.
fn forced_changes(checker: Checker<'_>, deck: &Deck, fix: &Fix) -> Vec<CardChange> {
    let asked = fix.choices.iter().find(|choice| choice.by > 0);
    asked.map_or_else(Vec::new, |choice| {
        let mut chooser = Chooser::new(checker, deck);
        chooser.force_in(&choice.sections, &choice.of);
        chooser.into_changes()
    })
}

/// Changes as edits of the deck: each sets the number of copies of a card in a section.
pub fn edits(game: &GameData, deck: &Deck, changes: &[CardChange]) -> Vec<Edit> {
    let after = apply_changes(game, deck, changes);
    let mut edits: Vec<Edit> = Vec::new();
    for change in changes {
        let Some(section) = game.section(&change.section) else { continue };
        let count = after.count(section, &Listed::from_id_or_name(game, &change.id));
        let edit = Edit::Set { section: change.section.clone(), card: change.id.clone(), count };
        if !edits.contains(&edit) {
            edits.push(edit);
        }
    }
    edits
}

fn apply_changes(game: &GameData, deck: &Deck, changes: &[CardChange]) -> Deck {
    let mut deck = deck.clone();
    for change in changes {
        if let Some(section) = game.section(&change.section) {
            add(&mut deck, section, &Listed::from_id_or_name(game, &change.id), change.by);
        }
    }
    deck
}

/// What makes one deck out of another: first what is taken out, then what is put in.
fn difference(game: &GameData, from: &Deck, to: &Deck) -> Vec<CardChange> {
    let mut changes = Vec::new();
    for section in 0..game.sections.len() {
        for (deck, other, sign) in [(from, to, -1), (to, from, 1)] {
            for entry in &deck.sections[section] {
                let by = i64::from(entry.count) - i64::from(other.count(section, &entry.card));
                if by > 0 {
                    changes.push(CardChange::new(game, section, &entry.card, by * sign));
                }
            }
        }
    }
    changes
}
