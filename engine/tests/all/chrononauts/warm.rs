//! Games without a log need no memory of their own.

use engine::kernel::game_loop;
use engine::kernel::player::Player;
use engine::kernel::rules::{NullSink, Rules};
use engine::players::Random;
use formats::rng::Seed;

use super::table::Shelf;

pub fn measure<G: Rules>(game: &G) {
    let mut legal: Vec<G::Action> = Vec::with_capacity(512);
    for n in 0..40 {
        let seed = Seed::from_number(n);
        let mut decisions = 0;
        let mut own: Vec<Random> = (0..game.seats()).map(|s| Random::new(seed.part(u64::from(s)))).collect();
        let mut players: Vec<&mut dyn Player<G>> = own.iter_mut().map(|p| p as &mut dyn Player<G>).collect();
        let used = allocation_counter::measure(|| {
            let state = game.start(seed, None, &mut NullSink);
            let finished =
                game_loop::play_from(game, state, &mut players, 200, &mut NullSink, &mut legal).expect("an end");
            decisions = finished.decisions;
        });
        assert!(decisions > 0);
        assert_eq!(used.count_total, 0, "in {decisions} decisions");
    }
}

#[test]
fn no_decision_allocates() {
    let shelf = Shelf::new();
    measure(&shelf.table("classic", 4));
    measure(&shelf.table("artifaxx", 3));
    measure(&shelf.solonauts(8));
}

#[test]
fn positions_are_small() {
    assert!(size_of::<engine::games::chrononauts::State>() <= 1536);
    assert!(size_of::<engine::games::solonauts::State>() <= 160);
}
