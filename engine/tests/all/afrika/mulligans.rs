//! Which hands a player with a plan keeps.

use engine::games::afrika::{Action, Duel, Zone};
use engine::kernel::player::{Player, SeatView};
use engine::kernel::rules::{Actor, NullSink, Rules};
use engine::kernel::weights::Weights;
use engine::players::Greedy;
use formats::rng::Seed;

use super::table::Table;

#[test]
fn hands_without_terrains_go_back_and_balanced_ones_stay() {
    let table = Table::new();
    let game = &table.game_library.game;
    let terrain = game.types.iter().position(|t| t.id == "terrain").expect("a type") as u8;
    let weights = Weights::load(&catalog::Source::shipped(), "afrika", Duel::FEATURES).expect("weights");
    // By number of terrains: hands seen, and kept.
    let mut hands = [(0u32, 0u32); 8];
    for n in 0..330 {
        let duel = table.shipped_match(n);
        let seed = Seed::from_number(n as u64);
        let state = duel.start(seed, None, &mut NullSink);
        let Actor::Seat(seat) = duel.actor(&state) else { panic!("somebody decides about a hand") };
        let mut legal = Vec::new();
        duel.legal_actions(&state, &mut legal);
        assert_eq!(legal, [Action::Keep, Action::Mulligan]);
        let hand = state.cards(seat, Zone::Hand).of(seat);
        let terrains = hand.filter(|id| game.card(duel.def(*id).card).types.contains(&terrain)).count();
        let choice = Greedy::new(weights.clone(), seed.part(1)).choose(&SeatView::new(&duel, &state, seat), &legal);
        hands[terrains].0 += 1;
        hands[terrains].1 += u32::from(choice == Ok(0));
    }
    let share = |from: &[(u32, u32)]| {
        let (seen, kept) = from.iter().fold((0, 0), |(s, k), (seen, kept)| (s + seen, k + kept));
        assert!(seen > 0, "{hands:?}");
        f64::from(kept) / f64::from(seen)
    };
    assert!(share(&hands[..2]) < 0.2, "{hands:?}");
    assert!(share(&hands[2..=4]) > 0.9, "{hands:?}");
}
