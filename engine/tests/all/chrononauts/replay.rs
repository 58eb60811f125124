//! The same game is the same game: gone on from a copy, with a log or without, on any thread, from its record.

use engine::games::chrononauts::Chrononauts;
use engine::kernel::game_loop::{self, GameParams};
use engine::kernel::parallel::Progress;
use engine::kernel::player::Player;
use engine::kernel::record::{Recorder, Replay};
use engine::kernel::rules::{NullSink, Rules};
use engine::kernel::series::{self, SeriesPlan};
use engine::players::Random;
use formats::rng::{Dice, Seed};

use super::table::{Shelf, walk};

/// A random game with its log, played again from that log.
pub fn again<G: Rules>(game: &G, seed: Seed) {
    let mut own: Vec<Random> = (0..game.seats()).map(|s| Random::new(seed.part(u64::from(s)))).collect();
    let mut players: Vec<&mut dyn Player<G>> = own.iter_mut().map(|p| p as &mut dyn Player<G>).collect();
    let terms = GameParams { seed, first: None, max_turns: 150 };
    let mut recorder = Recorder::default();
    let with_log = game_loop::play(game, &mut players, &terms, &mut recorder).expect("they answer");
    let mut own: Vec<Random> = (0..game.seats()).map(|s| Random::new(seed.part(u64::from(s)))).collect();
    let mut players: Vec<&mut dyn Player<G>> = own.iter_mut().map(|p| p as &mut dyn Player<G>).collect();
    let without = game_loop::play(game, &mut players, &terms, &mut NullSink).expect("they answer");
    assert!(with_log.state == without.state, "the log changes the game");
    let mut replay = Replay::new(game, seed, None, 150, &recorder.log);
    while replay.step().expect("it comes out as recorded") {}
    assert!(replay.state == with_log.state, "the record ends elsewhere");
    assert!(!recorder.log.chance.is_empty() && !recorder.log.digests.is_empty());
}

#[test]
fn a_record_plays_the_same_game_again() {
    let shelf = Shelf::new();
    for n in 0..20 {
        again(&shelf.table("classic", 2 + n as usize % 5), Seed::from_number(n));
        again(&shelf.table("artifaxx", 2 + n as usize % 3), Seed::from_number(n));
        again(&shelf.solonauts(8), Seed::from_number(n));
    }
}

#[test]
fn a_game_goes_on_from_a_copy_as_it_would_have_gone_on() {
    let shelf = Shelf::new();
    let game = shelf.table("classic", 4);
    for n in 0..30 {
        let mut steps = Vec::new();
        walk(&game, Seed::from_number(n), 150, |state, _, action| steps.push((game.digest(state), action)));
        let at = Seed::from_number(n).part(7).fast().below(steps.len() as u32) as usize;
        let mut state = game.start(Seed::from_number(n), None, &mut NullSink);
        for (_, action) in &steps[..at] {
            game.apply(&mut state, *action, &mut NullSink).expect("as before");
        }
        let mut copy = state.clone();
        for (digest, action) in &steps[at..] {
            assert_eq!((game.digest(&copy), game.digest(&state)), (*digest, *digest));
            game.apply(&mut copy, *action, &mut NullSink).expect("as before");
            game.apply(&mut state, *action, &mut NullSink).expect("as before");
        }
    }
}

#[test]
fn threads_do_not_matter() {
    let shelf = Shelf::new();
    let game = shelf.table("classic", 4);
    let run = |threads| {
        let plan = SeriesPlan { games: 60, seed: Seed::from_number(3), turns: 200, threads };
        let player = |index, seat| -> Box<dyn Player<Chrononauts>> {
            Box::new(Random::new(series::player_seed(&plan, index, seat)))
        };
        series::play(&game, 4, &plan, &Progress::default(), player).expect("they answer").expect("it ends")
    };
    assert_eq!(run(1), run(3));
}
