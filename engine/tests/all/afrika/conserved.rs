//! Nothing is lost and nothing comes from nowhere.

use engine::games::afrika::{Afrika, SLOTS, State, Zone};
use engine::kernel::outcome::EndReason;
use engine::kernel::rules::Rules;
use formats::rng::Seed;

use super::table::Table;
use super::walk::walk;

const ZONES: [Zone; 10] = [
    Zone::Deck,
    Zone::Hand,
    Zone::Void,
    Zone::Exile,
    Zone::Play,
    Zone::Stack,
    Zone::Gone,
    Zone::Command,
    Zone::Aside,
    Zone::Used,
];

pub fn check<const N: usize, const B: usize>(game: &Afrika<N, B>, state: &State<N, B>) {
    for seat in 0..game.seats() {
        let mut seen = 0u128;
        for zone in ZONES {
            let cards = state.cards(seat, zone);
            assert_eq!(seen & cards.0, 0, "a card is in two places");
            seen |= cards.0;
            for id in cards.of(seat) {
                assert_eq!(state.zone(id), zone);
            }
        }
        let codex = state.codex(seat);
        assert_eq!(usize::from(codex.len()), state.cards(seat, Zone::Deck).len());
        assert!(
            codex.known_on_top() + codex.known_below() <= codex.len(),
            "more of the Codex is in order than there is"
        );
        let mut deck: Vec<u16> = (0..SLOTS as u16).map(|s| u16::from(seat) * SLOTS as u16 + s).collect();
        deck.retain(|id| state.zone(*id) == Zone::Deck);
        assert_eq!(deck.len(), usize::from(codex.len()));
    }
    let mut in_play: Vec<u16> = state.in_order().map(|b| b.id).collect();
    for permanent in state.in_order() {
        assert_eq!(state.permanent(permanent.id), permanent, "a card is in two places of the table");
        assert!(state.in_play(permanent.id));
        if permanent.host != u16::MAX && game.outcome(state).is_none() && game.is_quiescent(state) {
            assert!(state.in_play(permanent.host), "{} hangs on nothing", game.def(permanent.id).name);
        }
        if game.is_quiescent(state) && game.outcome(state).is_none() {
            let entity = game.def(permanent.id).printed.health > 0;
            assert!(!entity || permanent.health > 0, "{} should have fallen", game.def(permanent.id).name);
        }
    }
    in_play.sort_unstable();
    in_play.dedup();
    let there: usize = (0..game.seats()).map(|seat| state.cards(seat, Zone::Play).len()).sum();
    assert_eq!(in_play.len(), there);
    if game.is_quiescent(state) && game.outcome(state).is_none() {
        assert!(
            (0..game.seats()).all(|seat| state.cards(seat, Zone::Stack).is_empty()),
            "a card is still being played"
        );
    }
}

#[test]
fn every_card_is_in_one_place_whatever_happens() {
    let table = Table::new();
    let mut ended = 0;
    for n in 0..60 {
        let seed = Seed::from_number(n);
        let game = if n % 2 == 0 { table.shipped_match(n as usize) } else { table.random_match(seed) };
        let last = walk(&game, seed, 60, |state, _, _| check(&game, state));
        check(&game, &last);
        let outcome = game.outcome(&last).expect("it is over");
        assert_ne!(outcome.reason, EndReason::Overflow, "seed {n}: {}", game.full(&last));
        ended += u32::from(outcome.is_decided());
    }
    assert!(ended > 40, "{ended} games were won");
}
