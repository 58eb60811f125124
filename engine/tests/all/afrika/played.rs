//! Every shipped card can be played, and a player with a plan beats one without.

use engine::afrika::{Duel, Options};
use engine::bout::{self, Terms};
use engine::game::{Game, Silent};
use engine::player::{Greedy, Random, Weights};
use formats::rng::Seed;

use super::table::Table;

#[test]
fn no_shipped_card_is_refused() {
    let table = Table::new();
    let refused = engine::afrika::refusals(&table.book.game);
    let game = &table.book.game;
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
        let game = Duel::new(&table.book.game, &[deck, deck], Options::default()).expect("a match");
        let seed = Seed::of(n);
        let mut greedy = Greedy::new(weights.clone(), seed.part(1));
        let mut random = Random::new(seed.part(2));
        let own = (n % 2) as u8;
        let terms = Terms { seed, first: Some(0), turns: 100 };
        let outcome = match own {
            0 => bout::play(&game, &mut [&mut greedy, &mut random], &terms, &mut Silent),
            _ => bout::play(&game, &mut [&mut random, &mut greedy], &terms, &mut Silent),
        };
        let bout = outcome.expect("a game");
        won += u32::from(bout.outcome.won(own));
    }
    assert!(won * 100 >= games as u32 * 80, "{won} of {games}");
}
