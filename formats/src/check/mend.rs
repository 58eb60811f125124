//! Fixes, done: one violation after the other until nothing is left that can be mended, as edits of the deck.
//!
//! Each fix is the smallest for its own rule; what is in the wrong place goes first, then what is too much, then what is
//! missing, so that no step is taken back. A deck that breaks several rules at once may know a shorter way.

use catalog::Game;

use super::choose::{Chooser, add};
use super::judge::Judge;
use super::{Change, Fix, Violation};
use crate::deck::{Deck, Edit, Listed};
use crate::format::Format;
use crate::limited::Pool;

/// A deck after its fixes.
#[derive(Debug, Clone)]
pub struct Mended {
    /// The deck.
    pub deck: Deck,
    /// What was done, in order of the sections: one line for each card.
    pub changes: Vec<Change>,
    /// What nothing could be done about, such as cards that a pool does not have.
    pub left: Vec<Violation>,
}

/// Does what the fixes of all violations say.
pub fn mend(game: &Game, format: &Format, deck: &Deck, pool: Option<&Pool>) -> Mended {
    mend_by(Judge::new(game, format, pool, &[]), deck)
}

/// The same for the decks of a team, one after the other, `[player]`.
pub fn mend_team(game: &Game, format: &Format, decks: &[(&Deck, Option<&Pool>)]) -> Vec<Mended> {
    let mut all: Vec<Mended> = Vec::new();
    for (deck, pool) in decks {
        let partners: Vec<&Deck> = all.iter().map(|m| &m.deck).collect();
        let mended = mend_by(Judge::new(game, format, *pool, &partners), deck);
        all.push(mended);
    }
    all
}

fn mend_by(judge: Judge<'_>, deck: &Deck) -> Mended {
    let mut now = deck.clone();
    let mut weight = judge.weigh(&now).wrong;
    // Every step makes the deck less wrong, and what can be wrong is counted.
    let left = loop {
        let violations = judge.report(&now).violations;
        let better = violations.iter().find_map(|violation| {
            let next = done(judge.game, &now, &chosen(judge, &now, &violation.fix));
            let after = judge.weigh(&next).wrong;
            (after < weight).then_some((next, after))
        });
        match better {
            Some((next, after)) => (now, weight) = (next, after),
            None => break violations,
        }
    };
    Mended { changes: difference(judge.game, deck, &now), deck: now, left }
}

/// What the fix of one violation changes, card by card: where any card would do, these are chosen now.
pub fn remedy(game: &Game, format: &Format, deck: &Deck, pool: Option<&Pool>, violation: &Violation) -> Vec<Change> {
    chosen(Judge::new(game, format, pool, &[]), deck, &violation.fix)
}

fn chosen(judge: Judge<'_>, deck: &Deck, fix: &Fix) -> Vec<Change> {
    let Some(choice) = &fix.choice else { return fix.changes.clone() };
    let mut chooser = Chooser::new(judge, deck);
    let count = u32::try_from(choice.by.unsigned_abs()).unwrap_or(u32::MAX);
    match choice.by < 0 {
        true => chooser.take_out(&choice.sections, &choice.of, count),
        false => chooser.put_in(&choice.sections, &choice.of, count),
    }
    chooser.done()
}

/// Changes as edits of the deck: each sets the number of copies of a card in a section.
pub fn edits(game: &Game, deck: &Deck, changes: &[Change]) -> Vec<Edit> {
    let after = done(game, deck, changes);
    let mut edits: Vec<Edit> = Vec::new();
    for change in changes {
        let Some(section) = game.section(&change.section) else { continue };
        let count = after.count(section, &Listed::of(game, &change.id));
        let edit = Edit::Set { section: change.section.clone(), card: change.id.clone(), count };
        if !edits.contains(&edit) {
            edits.push(edit);
        }
    }
    edits
}

fn done(game: &Game, deck: &Deck, changes: &[Change]) -> Deck {
    let mut deck = deck.clone();
    for change in changes {
        if let Some(section) = game.section(&change.section) {
            add(&mut deck, section, &Listed::of(game, &change.id), change.by);
        }
    }
    deck
}

/// What makes one deck out of another: first what is taken out, then what is put in.
fn difference(game: &Game, from: &Deck, to: &Deck) -> Vec<Change> {
    let mut changes = Vec::new();
    for section in 0..game.sections.len() {
        for (deck, other, sign) in [(from, to, -1), (to, from, 1)] {
            for entry in &deck.sections[section] {
                let by = i64::from(entry.count) - i64::from(other.count(section, &entry.card));
                if by > 0 {
                    changes.push(Change::of(game, section, &entry.card, by * sign));
                }
            }
        }
    }
    changes
}
