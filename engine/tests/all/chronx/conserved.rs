//! Nothing is lost and nothing comes from nowhere.

use engine::games::chronx::{CardKind, Duel, HACKED, Id, NONE, SLOTS, State, Zone, owner};
use engine::kernel::rules::Rules;
use formats::rng::Seed;

use super::table::Table;
use super::walk::walk;

use crate::large::cases;

const SETS: [Zone; 5] = [Zone::Deck, Zone::Hand, Zone::Discard, Zone::Downloads, Zone::Play];

/// Every card of a match, with its definition.
fn brought(state: &State<2>) -> Vec<(Id, u8)> {
    let all = (0..2 * SLOTS as u8).filter(|id| state.permanent(*id).zone != Zone::Gone);
    all.map(|id| (id, state.permanent(id).def)).collect()
}

fn check(duel: &Duel, state: &State<2>, cards: &[(Id, u8)]) {
    for id in 0..2 * SLOTS as u8 {
        let permanent = state.permanent(id);
        let sets: Vec<(u8, Zone)> = (0..2)
            .flat_map(|seat| SETS.map(|zone| (seat, zone)))
            .filter(|(seat, zone)| state.cards(*seat, *zone).has(id))
            .collect();
        let here = match permanent.zone {
            Zone::Limbo | Zone::Gone => vec![],
            zone => vec![(permanent.controller, zone)],
        };
        assert_eq!(sets, here, "card {id} says {:?} of seat {}", permanent.zone, permanent.controller);
        assert_eq!(state.in_play().has(id), permanent.zone == Zone::Play);
        if matches!(permanent.zone, Zone::Deck | Zone::Hand) {
            assert_eq!(permanent.controller, owner(id), "card {id} lies in a deck or hand that is not its owner's");
        }
        if permanent.zone != Zone::Play {
            assert_eq!(
                (permanent.damage, permanent.host),
                (0, NONE),
                "something sticks to card {id}, which is not in play"
            );
        }
    }
    for (id, def) in cards {
        assert_eq!(state.permanent(*id).def, *def, "card {id} is another one");
        let gone = state.permanent(*id).zone == Zone::Gone;
        assert!(!gone || duel.def(state, *id).printed.kind == CardKind::Base, "card {id} has left the game");
    }
    let limbo = cards.iter().filter(|(id, _)| state.permanent(*id).zone == Zone::Limbo).count();
    let over = duel.outcome(state).is_some();
    assert!(limbo == 0 || over || !duel.is_quiescent(state), "a card is still being played");
    for seat in 0..2 {
        let (player, deck) = (state.player(seat), state.deck(seat));
        assert_eq!(usize::from(deck.len()), state.cards(seat, Zone::Deck).len());
        assert!(deck.known_on_top() + deck.known_below() <= deck.len(), "more of the deck is in order than there is");
        assert!(player.resources.iter().all(|n| *n >= 0), "{:?}", player.resources);
        // CX-044, CX-045
        assert!(state.points(0, seat) <= 3);
        assert_eq!(state.points(1, seat), 0, "two players have one city (CX-040)");
    }
    if over {
        return;
    }
    for id in state.in_play().iter() {
        let (permanent, def) = (state.permanent(id), duel.def(state, id));
        match def.printed.kind {
            // CX-022, CX-058
            CardKind::Asset | CardKind::Base => {
                assert!(i16::from(permanent.damage) < i16::from(permanent.armor), "{} should be gone", def.name);
                assert_eq!(permanent.host, NONE);
            }
            // CX-R44
            CardKind::Program | CardKind::Intervention | CardKind::Enhancement => {
                assert!(
                    permanent.host != NONE && state.in_play().has(permanent.host),
                    "{} is attached to nothing",
                    def.name
                );
                assert_eq!(permanent.damage, 0);
            }
            CardKind::City => panic!("a city is in nobody's deck"),
        }
        // CX-213, CX-214
        if permanent.is(HACKED) {
            assert_eq!(
                (permanent.firepower, permanent.keywords, permanent.stealth, permanent.perception, permanent.affinity),
                (0, 0, 0, 0, 0)
            );
        }
    }
}

#[test]
fn each_card_is_in_one_place_and_numbers_stay_in_bounds() {
    let table = Table::new();
    for n in 0..cases(100, 180) {
        let duel =
            if n % 2 == 0 { table.random_match(Seed::from_number(n)) } else { table.shipped_match(n as usize / 2) };
        for game in 0..4 {
            let mut cards = Vec::new();
            let last = walk(&duel, Seed::from_number(n).part(game), 200, |state, _, _| {
                if cards.is_empty() {
                    cards = brought(state);
                    assert_eq!(cards.len(), 66, "CX-009");
                }
                check(&duel, state, &cards);
            });
            check(&duel, &last, &cards);
        }
    }
}
