//! Games without a log need no memory of their own.

use engine::bout;
use engine::game::{Game, Silent};
use engine::player::{Player, Random};
use formats::rng::Seed;

use super::table::Shelf;

pub fn measure<G: Game>(game: &G) {
    let mut legal: Vec<G::Action> = Vec::with_capacity(512);
    for n in 0..40 {
        let seed = Seed::of(n);
        let mut decisions = 0;
        let mut own: Vec<Random> = (0..game.seats()).map(|s| Random::new(seed.part(u64::from(s)))).collect();
        let mut players: Vec<&mut dyn Player<G>> = own.iter_mut().map(|p| p as &mut dyn Player<G>).collect();
        let used = allocation_counter::measure(|| {
            let state = game.start(seed, None, &mut Silent);
            let bout = bout::go_on(game, state, &mut players, 200, &mut Silent, &mut legal).expect("an end");
            decisions = bout.decisions;
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
    assert!(size_of::<engine::chrononauts::State>() <= 1536);
    assert!(size_of::<engine::chrononauts::solonauts::State>() <= 160);
}
