//! Nothing is lost and nothing comes from nowhere; and the TimeLine is what follows from its Linchpins.

use engine::games::chrononauts::{CardKind, Cards, Chrononauts, NONE, Secrets, State, Step, ids};
use engine::kernel::outcome::EndReason;
use engine::kernel::rules::Rules;
use engine::timeline;
use formats::rng::Seed;

use super::table::{Shelf, walk};

fn once(places: &[Vec<u8>], number: usize, what: &str) {
    let mut all = places.concat();
    all.sort_unstable();
    assert_eq!(all, (0..number as u8).collect::<Vec<_>>(), "{what} are not each in one place");
}

fn secrets(s: &Secrets) -> Vec<Vec<u8>> {
    let held = s.held.iter().copied().filter(|c| *c != NONE).collect();
    vec![held, s.pile.cards().to_vec(), s.aside.cards().to_vec()]
}

pub fn check(game: &Chrononauts, state: &State, number: usize) {
    let table = game.data();
    let line = table.timeline();
    let list = |cards: Cards| ids(cards).collect::<Vec<u8>>();
    let laid: Vec<u8> = (0..number as u8)
        .filter(|id| matches!(table.def(*id).kind, CardKind::Patch(p) if state.history.patches & 1 << p != 0))
        .collect();
    let mut places = vec![state.deck.cards().to_vec(), state.discard.cards().to_vec(), state.chain().to_vec(), laid];
    places.extend(state.hands.iter().chain(&state.tables).map(|cards| list(*cards)));
    once(&places, number, "cards");
    once(&secrets(&state.identities), table.identities().len(), "identities");
    once(&secrets(&state.missions), table.missions().len(), "missions");
    let is_open = |id: u8| matches!(table.def(id).kind, CardKind::Artifact { .. } | CardKind::Gadget(_));
    assert!(state.tables.iter().flat_map(|t| ids(*t)).all(is_open), "something else lies on a table");
    for (seat, knows) in state.knows.iter().enumerate() {
        let others = (0..6).filter(|s| *s != seat).fold(0, |m, s| m | state.hands[s]);
        assert_eq!(knows & !others, 0, "seat {seat} knows of a card that is in nobody's hand");
    }
    // The TimeLine (CN-065 to CN-069, CN-082 to CN-084).
    let history = state.history;
    assert_eq!(history.holes, line.with_reversed(history.primes).holes);
    assert_eq!(history.primes & !line.linchpins(), 0);
    let covered: timeline::Cells =
        timeline::bits(history.patches).fold(0, |m, p| m | 1 << line.patches()[p as usize].cell);
    assert_eq!((history.covered, covered.count_ones()), (covered, history.patches.count_ones()));
    assert!(timeline::bits(history.patches).all(|p| line.patches()[p as usize].stands.holds(history.primes)));
    assert_eq!(history.covered & !history.holes, 0, "a Patch lies on what is no Paradox");
    // CN-086, CN-102
    let counted = (history.open_paradoxes() & line.reachable(&history)).count_ones();
    let collapsed = game.outcome(state).is_some_and(|o| o.reason == EndReason::AllOut);
    assert_eq!(counted >= 13, collapsed);
    if game.outcome(state).is_none() && state.step() == Step::Draw {
        assert_eq!(state.chain(), &[] as &[u8], "a card is still being played");
    }
}

#[test]
fn each_card_is_in_one_place_and_history_follows() {
    let shelf = Shelf::new();
    for (format, number) in [("classic", 84), ("open", 89), ("artifaxx", 39)] {
        for seats in 2..=if format == "artifaxx" { 4 } else { 6 } {
            let game = shelf.table(format, seats);
            for n in 0..12 {
                let last = walk(&game, Seed::from_number(n), 200, |state, _, _| check(&game, state, number));
                check(&game, &last, number);
            }
        }
    }
}

#[test]
fn solonauts_loses_no_card_before_it_is_played() {
    let shelf = Shelf::new();
    let game = shelf.solonauts(8);
    for n in 0..200 {
        let mut before: Option<(u64, u32)> = None;
        walk(&game, Seed::from_number(n), 200, |state, _, _| {
            assert_eq!(state.hand & state.deck, 0);
            assert_eq!(state.waiting & state.home, 0);
            assert_eq!((state.waiting | state.home).count_ones(), 8, "CN-119");
            assert!(state.hand.count_ones() <= 5, "CN-124");
            let left = (state.hand | state.deck).count_ones();
            if let Some((home, cards)) = before {
                assert!(left <= cards && cards - left <= 1, "one card at a time, and none comes back (CN-126)");
                assert_eq!(home & !state.home, 0, "who is home stays there (CN-R36)");
            }
            before = Some((state.home, left));
            let line = game.data().timeline();
            assert_eq!(state.history.holes, line.with_reversed(state.history.primes).holes);
        });
    }
}
