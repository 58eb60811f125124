//! Games without a log need no memory of their own.

use engine::games::afrika::{Action, Duel};
use engine::kernel::game_loop;
use engine::kernel::player::Player;
use engine::kernel::rules::{NullSink, Rules};
use engine::players::Random;
use formats::rng::Seed;

use super::table::Table;

#[test]
fn no_decision_allocates() {
    let table = Table::new();
    let mut legal: Vec<Action> = Vec::with_capacity(1024);
    for n in 0..60 {
        let (duel, seed) = (table.random_match(Seed::from_number(n)), Seed::from_number(n).part(3));
        let mut decisions = 0;
        let used = allocation_counter::measure(|| {
            let (mut one, mut two) = (Random::new(seed.part(1)), Random::new(seed.part(2)));
            let mut players: [&mut dyn Player<Duel>; 2] = [&mut one, &mut two];
            let state = duel.start(seed, None, &mut NullSink);
            let finished =
                game_loop::play_from(&duel, state, &mut players, 60, &mut NullSink, &mut legal).expect("an end");
            decisions = finished.decisions;
        });
        assert!(decisions > 0);
        assert_eq!(used.count_total, 0, "in {decisions} decisions");
    }
}

#[test]
fn what_players_see_in_a_position_needs_no_memory() {
    let table = Table::new();
    let mut legal: Vec<Action> = Vec::with_capacity(1024);
    let mut features = vec![0; Duel::FEATURES.len()];
    let mut instincts = 0;
    for n in 0..6 {
        let (duel, seed) = (table.random_match(Seed::from_number(n)), Seed::from_number(n).part(3));
        let mut dice = seed.part(5).fast();
        super::walk::walk(&duel, seed, 30, |state, _, _| {
            let used = allocation_counter::measure(|| {
                let world = duel.determinize(state, 0, &mut dice);
                duel.legal_actions(&world, &mut legal);
                duel.features(&world, 0, &mut features);
                instincts += u32::from(duel.rollout_action(&world, &mut legal).is_some());
            });
            assert_eq!(used.count_total, 0);
        });
    }
    assert!(instincts > 500, "{instincts}");
}
