//! Nothing is lost and nothing comes from nowhere.

use engine::chronx::{Duel, HACKED, Id, Kind, NONE, SLOTS, State, Zone, owner};
use engine::game::Game;
use formats::rng::Seed;

use super::table::Table;
use super::walk::walk;

use crate::large::cases;

const SETS: [Zone; 5] = [Zone::Deck, Zone::Hand, Zone::Discard, Zone::Downloads, Zone::Play];

/// Every card of a match, with its definition.
fn brought(state: &State<2>) -> Vec<(Id, u8)> {
    let all = (0..2 * SLOTS as u8).filter(|id| state.piece(*id).zone != Zone::Gone);
    all.map(|id| (id, state.piece(id).def)).collect()
}

fn check(duel: &Duel, state: &State<2>, cards: &[(Id, u8)]) {
    for id in 0..2 * SLOTS as u8 {
        let piece = state.piece(id);
        let sets: Vec<(u8, Zone)> = (0..2)
            .flat_map(|seat| SETS.map(|zone| (seat, zone)))
            .filter(|(seat, zone)| state.cards(*seat, *zone).has(id))
            .collect();
        let here = match piece.zone {
            Zone::Limbo | Zone::Gone => vec![],
            zone => vec![(piece.keeper, zone)],
        };
        assert_eq!(sets, here, "card {id} says {:?} of seat {}", piece.zone, piece.keeper);
        assert_eq!(state.in_play().has(id), piece.zone == Zone::Play);
        if matches!(piece.zone, Zone::Deck | Zone::Hand) {
            assert_eq!(piece.keeper, owner(id), "card {id} lies in a deck or hand that is not its owner's");
        }
        if piece.zone != Zone::Play {
            assert_eq!((piece.damage, piece.host), (0, NONE), "something sticks to card {id}, which is not in play");
        }
    }
    for (id, def) in cards {
        assert_eq!(state.piece(*id).def, *def, "card {id} is another one");
        let gone = state.piece(*id).zone == Zone::Gone;
        assert!(!gone || duel.def(state, *id).printed.kind == Kind::Base, "card {id} has left the game");
    }
    let limbo = cards.iter().filter(|(id, _)| state.piece(*id).zone == Zone::Limbo).count();
    let over = duel.outcome(state).is_some();
    assert!(limbo == 0 || over || !duel.is_rest(state), "a card is still being played");
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
        let (piece, def) = (state.piece(id), duel.def(state, id));
        match def.printed.kind {
            // CX-022, CX-058
            Kind::Asset | Kind::Base => {
                assert!(i16::from(piece.damage) < i16::from(piece.armor), "{} should be gone", def.name);
                assert_eq!(piece.host, NONE);
            }
            // CX-R44
            Kind::Program | Kind::Intervention | Kind::Enhancement => {
                assert!(piece.host != NONE && state.in_play().has(piece.host), "{} is attached to nothing", def.name);
                assert_eq!(piece.damage, 0);
            }
            Kind::City => panic!("a city is in nobody's deck"),
        }
        // CX-213, CX-214
        if piece.is(HACKED) {
            assert_eq!(
                (piece.firepower, piece.keywords, piece.stealth, piece.perception, piece.affinity),
                (0, 0, 0, 0, 0)
            );
        }
    }
}

#[test]
fn each_card_is_in_one_place_and_numbers_stay_in_bounds() {
    let table = Table::new();
    for n in 0..cases(100, 300) {
        let duel = if n % 2 == 0 { table.random_match(Seed::of(n)) } else { table.shipped_match(n as usize / 2) };
        for game in 0..4 {
            let mut cards = Vec::new();
            let last = walk(&duel, Seed::of(n).part(game), 200, |state, _, _| {
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
