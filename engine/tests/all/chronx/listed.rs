//! What is listed is what is accepted: asked of every action that can be written down.

use std::collections::HashSet;

use engine::games::chronx::{Action, ChronX, State};
use engine::kernel::rules::{NullSink, Rules};
use formats::rng::Seed;

use super::table::Table;
use super::walk::walk;

use crate::large::cases;
use crate::notation;

/// Every action that can be written down; modes and abilities up to 8.
pub fn all_actions() -> Vec<Action> {
    use Action as A;
    let mut all = vec![A::Done, A::TakePower, A::TakeResources, A::Keep, A::Under, A::Yes, A::No, A::Pass, A::End];
    all.extend([A::EndAnyway, A::Resume]);
    for n in 0..=u8::MAX {
        all.extend([A::Attack(n), A::Ambush(n), A::Assault(n), A::Control(n), A::Join(n), A::Block(n), A::Choose(n)]);
        all.extend([A::Seat(n), A::Pay(n), A::Deal(n), A::Way(n), A::Next(n), A::Point(n), A::City(n), A::In(n)]);
        all.extend((0..=8).chain([u8::MAX]).flat_map(|mode| [A::Play(n, mode), A::Use(n, mode)]));
    }
    all
}

/// Compares list and answers in one position; `probe` is room for a copy.
pub fn compare<const N: usize>(
    duel: &ChronX<N>,
    state: &State<N>,
    legal: &[Action],
    all: &[Action],
    probe: &mut State<N>,
) {
    let listed: HashSet<Action> = legal.iter().copied().collect();
    assert_eq!(listed.len(), legal.len(), "listed twice: {legal:?}");
    let texts: HashSet<String> = legal.iter().map(|a| duel.notation(state, *a)).collect();
    assert_eq!(
        texts.len(),
        legal.len(),
        "one text for two actions: {texts:?} for {legal:?}\n{}",
        duel.board_text(state, None)
    );
    probe.clone_from(state);
    let mut accepted = 0;
    for action in all {
        let answer = duel.apply(probe, *action, &mut NullSink);
        assert_eq!(
            answer.is_ok(),
            listed.contains(action),
            "{action:?} of {legal:?}\n{}",
            duel.board_text(state, None)
        );
        if answer.is_ok() {
            accepted += 1;
            probe.clone_from(state);
        }
    }
    assert_eq!(accepted, legal.len(), "an action is listed that nobody thought of");
    // An illegal action changes nothing: `probe` went through all of them since the last legal one.
    assert!(probe == state, "an illegal action changed something");
}

#[test]
fn listed_and_accepted_are_the_same() {
    let table = Table::new();
    let all = all_actions();
    for n in 0..cases(15, 60) {
        let duel = table.random_match(Seed::from_number(1_000 + n));
        let mut probe = duel.start(Seed::from_number(n), None, &mut NullSink);
        let last =
            walk(&duel, Seed::from_number(n), 200, |state, legal, _| compare(&duel, state, legal, &all, &mut probe));
        compare(&duel, &last, &[], &all, &mut probe);
    }
}

#[test]
fn actions_have_texts_of_their_own_in_all_matches() {
    let table = Table::new();
    let mut old_ones = 0;
    for n in 0..300 {
        let duel = table.random_match(Seed::from_number(n));
        walk(&duel, Seed::from_number(n), 200, |state, legal, _| {
            if n < 20 {
                old_ones += notation::holds(&duel, state, legal);
            }
            let texts: HashSet<String> = legal.iter().map(|a| duel.notation(state, *a)).collect();
            assert_eq!(texts.len(), legal.len(), "{legal:?}\n{}", duel.board_text(state, None));
        });
    }
    assert!(old_ones > 500, "{old_ones} texts of earlier releases");
}
