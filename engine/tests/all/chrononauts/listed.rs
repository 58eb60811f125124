//! What is listed is what is accepted: asked of every action that can be written down.

use std::collections::HashSet;
use std::hash::Hash;

use engine::games::chrononauts::{Action, Target};
use engine::games::solonauts;
use engine::kernel::rules::{NullSink, Rules};
use formats::rng::Seed;

use super::table::{Shelf, walk};
use crate::notation;

pub fn targets(defs: u8) -> Vec<Target> {
    let mut all = vec![Target::None];
    all.extend((0..70).map(Target::Cell));
    all.extend((0..8).map(Target::Seat));
    all.extend((0..defs).map(Target::Pile));
    all.extend((0..8).flat_map(|seat| (0..defs).map(move |def| Target::Table(seat, def))));
    all
}

/// Compares list and answers in one position.
pub fn compare<G: Rules>(game: &G, state: &G::State, legal: &[G::Action], all: &[G::Action])
where
    G::Action: Hash,
{
    let listed: HashSet<G::Action> = legal.iter().copied().collect();
    assert_eq!(listed.len(), legal.len(), "listed twice: {legal:?}");
    let texts: HashSet<String> = legal.iter().map(|a| game.notation(state, *a)).collect();
    assert_eq!(texts.len(), legal.len(), "one text for two actions: {legal:?}\n{}", game.board_text(state, None));
    notation::holds(game, state, legal);
    let senses: HashSet<u64> = legal.iter().map(|a| game.action_key(state, *a)).collect();
    assert_eq!(senses.len(), legal.len(), "one meaning for two actions: {legal:?}");
    let mut probe = state.clone();
    let mut accepted = 0;
    for action in all {
        let answer = game.apply(&mut probe, *action, &mut NullSink);
        assert_eq!(
            answer.is_ok(),
            listed.contains(action),
            "{action:?} of {legal:?}\n{}",
            game.board_text(state, None)
        );
        if answer.is_ok() {
            accepted += 1;
            probe.clone_from(state);
        }
    }
    assert_eq!(accepted, legal.len(), "an action is listed that nobody thought of");
    assert!(probe == *state, "an illegal action changed something");
}

#[test]
fn listed_and_accepted_are_the_same() {
    let shelf = Shelf::new();
    let game = shelf.table("open", 3);
    let defs = game.data().defs().len() as u8;
    let targets = targets(defs + 1);
    let mut all = vec![Action::Draw, Action::Pass, Action::Done, Action::Keep, Action::Replace, Action::Claim];
    for def in 0..=defs {
        all.extend([Action::Discard(def), Action::Exchange(def), Action::Memo(def), Action::Take(def)]);
        all.extend(targets.iter().map(|target| Action::Play(def, *target)));
    }
    for n in 0..6 {
        let mut step = 0;
        let last = walk(&game, Seed::from_number(n), 200, |state, legal, _| {
            step += 1;
            if step % 7 == 0 {
                compare(&game, state, legal, &all);
            }
        });
        compare(&game, &last, &[], &all);
    }
}

#[test]
fn the_same_in_solonauts() {
    use solonauts::Action as A;
    let shelf = Shelf::new();
    let game = shelf.solonauts(8);
    let defs = game.data().defs().len() as u8;
    let targets = targets(defs + 1);
    let mut all = vec![A::Refill];
    for def in 0..=defs {
        all.extend([A::Discard(def), A::Drop(def)]);
        all.extend(targets.iter().map(|target| A::Play(def, *target)));
    }
    for n in 0..10 {
        let last = walk(&game, Seed::from_number(n), 200, |state, legal, _| compare(&game, state, legal, &all));
        compare(&game, &last, &[], &all);
    }
}
