//! Random against random, two players: time for each decision with two options or more. And what a position costs to
//! copy, to deal anew, and to list.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use catalog::Source;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::games::chronx::{Duel, Options};
use engine::kernel::game_loop::{self, GameParams};
use engine::kernel::player::Player;
use engine::kernel::rules::{NullSink, Rules};
use engine::players::{Passive, Random};
use formats::rng::Seed;
use formats::{GameLibrary, LegalDeck};

fn duels() -> Vec<Duel> {
    let source = Source::shipped();
    let game = Arc::new(catalog::load::game(&source, "chronx").expect("chronx loads"));
    let game_library = GameLibrary::load(&source, game.clone()).expect("the book loads");
    let format = game_library.format("constructed").expect("the format is there");
    let deck = |id: &str| {
        let (_, deck) = game_library.decks.iter().find(|(d, _)| d == id).expect("the deck is there");
        LegalDeck::check(&game, format, deck.clone(), None).expect("starters are legal")
    };
    [["corporate", "american-union"], ["red-claw", "cfa"], ["ghost-lattice", "corporate"]]
        .iter()
        .map(|[a, b]| Duel::new(&game, &[&deck(a), &deck(b)], Options::default()).expect("it can be played"))
        .collect()
}

fn game(duel: &Duel, seed: u64) -> u64 {
    let seed = Seed::from_number(seed);
    let (mut a, mut b) = (Random::new(seed.part(1)), Random::new(seed.part(2)));
    let mut players: [&mut dyn Player<Duel>; 2] = [&mut a, &mut b];
    let terms = GameParams { seed, first: None, max_turns: 200 };
    game_loop::play(duel, &mut players, &terms, &mut NullSink).expect("random players answer").decisions
}

fn bench(c: &mut Criterion) {
    let duels = duels();
    let games = 120;
    let all = || (0..games).map(|i| game(&duels[i as usize % duels.len()], i)).sum::<u64>();
    let mut group = c.benchmark_group("chronx");
    group.measurement_time(Duration::from_secs(5)).sample_size(30);
    group.throughput(Throughput::Elements(all()));
    group.bench_function("decision", |b| b.iter(|| black_box(all())));
    group.finish();

    let mut group = c.benchmark_group("chronx position");
    let duel = &duels[0];
    // A position of the tenth turn.
    let (mut a, mut b) = (Random::new(Seed::from_number(1)), Random::new(Seed::from_number(2)));
    let mut players: [&mut dyn Player<Duel>; 2] = [&mut a, &mut b];
    let state = duel.start(Seed::from_number(3), Some(0), &mut NullSink);
    let terms = 9;
    let state = game_loop::play_from(duel, state, &mut players, terms, &mut NullSink, &mut Vec::new())
        .expect("it goes on")
        .state;
    let mut dice = Seed::from_number(4).fast();
    let mut legal = Vec::new();
    group.bench_function("copy", |b| b.iter(|| black_box(state.clone())));
    group.bench_function("imagine", |b| b.iter(|| black_box(duel.determinize(&state, 0, &mut dice))));
    group.bench_function("digest", |b| b.iter(|| black_box(duel.digest(&state))));
    let fresh = duel.start(Seed::from_number(3), Some(0), &mut NullSink);
    group.bench_function("legal", |b| b.iter(|| duel.legal_actions(black_box(&fresh), &mut legal)));
    group.finish();

    // The goldfish through the rules: eight turns of one's own against somebody who does nothing.
    let mut group = c.benchmark_group("chronx goldfish");
    group.throughput(Throughput::Elements(1));
    let mut seed = 0;
    group.bench_function("8 turns", |b| {
        b.iter(|| {
            seed += 1;
            let (mut a, mut b) = (Random::new(Seed::from_number(seed)), Passive);
            let mut players: [&mut dyn Player<Duel>; 2] = [&mut a, &mut b];
            let terms = GameParams { seed: Seed::from_number(seed), first: Some(0), max_turns: 16 };
            black_box(game_loop::play(duel, &mut players, &terms, &mut NullSink).expect("they answer"))
        });
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
