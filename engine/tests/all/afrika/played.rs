//! Every shipped card can be played, and a player with a plan beats one without.

use engine::games::afrika::{Duel, Options};
use engine::kernel::game_loop::{self, GameParams};
use engine::kernel::rules::NullSink;
use engine::kernel::weights::Weights;
use engine::players::{Greedy, Random};
use formats::rng::Seed;

use super::table::Table;

#[test]
fn no_shipped_card_is_refused() {
    let table = Table::new();
    let refused = engine::games::afrika::refusals(&table.game_library.game);
    let game = &table.game_library.game;
    let words: Vec<String> = (refused.iter())
        .map(|(card, why)| format!("{}: {why}", card.map_or("", |ix| game.card(ix).name.as_str())))
        .collect();
    assert!(words.is_empty(), "{}", words.join("\n"));
}

#[test]
fn greedy_beats_random() {
    let table = Table::new();
    let weights = Weights::load(&catalog::Source::shipped(), "afrika", Duel::FEATURES).expect("weights");
    let mut won = 0;
    let games = 44;
    for n in 0..games {
        let deck = &table.shipped[n as usize / 2 % table.shipped.len()];
        let game = Duel::new(&table.game_library.game, &[deck, deck], Options::default()).expect("a match");
        let seed = Seed::from_number(n);
        let mut greedy = Greedy::new(weights.clone(), seed.part(1));
        let mut random = Random::new(seed.part(2));
        let own = (n % 2) as u8;
        let terms = GameParams { seed, first: Some(0), max_turns: 100 };
        let outcome = match own {
            0 => game_loop::play(&game, &mut [&mut greedy, &mut random], &terms, &mut NullSink),
            _ => game_loop::play(&game, &mut [&mut random, &mut greedy], &terms, &mut NullSink),
        };
        let finished = outcome.expect("a game");
        won += u32::from(finished.outcome.won(own));
    }
    assert!(won * 100 >= games as u32 * 80, "{won} of {games}");
}
