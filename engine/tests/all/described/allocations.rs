//! A decision of a described game asks for no memory once its buffers are warm: listing what is legal, doing it, copying the
//! position, and imagining another one.

use engine::described::Choice;
use engine::kernel::rules::{Actor, NullSink, Rules};
use formats::rng::{Dice, Seed};

use super::{all_games, games_with_more_words, rules};

#[test]
fn a_decision_asks_for_no_memory() {
    let ours = all_games().map(|(id, seats)| (id, rules::<8>(id, seats)));
    for (id, rules) in ours.chain(games_with_more_words()) {
        let mut dice = Seed::from_number(6).fast();
        let mut legal: Vec<Choice> = Vec::with_capacity(1 << 10);
        let mut state = rules.start(Seed::from_number(1), None, &mut NullSink);
        let (mut copy, mut world) = (state.clone(), state.clone());
        let mut decisions = 0;
        // The first game warms the buffers, and the ones of the position that is played are those of the next game's copies.
        for number in 0..4 {
            let start = rules.start(Seed::from_number(number), None, &mut NullSink);
            state.clone_from(&start);
            while let Actor::Seat(seat) = rules.actor(&state) {
                let used = allocation_counter::measure(|| {
                    rules.legal_actions(&state, &mut legal);
                    copy.clone_from(&state);
                    rules.determinize_into(&state, seat, &mut dice, &mut world);
                    let choice = legal[dice.below(legal.len() as u32) as usize];
                    rules.apply(&mut state, choice, &mut NullSink).expect("it is legal");
                });
                if number > 1 {
                    assert_eq!(used.count_total, 0, "{id}: decision {decisions} of game {number}");
                }
                decisions += 1;
            }
        }
        assert!(decisions > 4, "{id} has decisions");
    }
}
