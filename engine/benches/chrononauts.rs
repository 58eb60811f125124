//! Chrononauts between four random players, and Solonauts played at random to the end.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use catalog::Source;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::games::chrononauts::{Chrononauts, Options};
use engine::games::solonauts::{Planner, Solonauts};
use engine::kernel::game_loop::{self, GameParams};
use engine::kernel::player::Player;
use engine::kernel::rules::{NullSink, Rules};
use engine::players::Random;
use formats::GameLibrary;
use formats::check::LegalDeck;
use formats::rng::Seed;

fn games() -> (Chrononauts, Solonauts) {
    let source = Source::shipped();
    let game = Arc::new(catalog::load::game(&source, "chrononauts").expect("chrononauts loads"));
    let game_library = GameLibrary::load(&source, game.clone()).expect("the book loads");
    let deck = |id: &str| {
        let (_, deck) = game_library.decks.iter().find(|(d, _)| d == id).expect("the deck is there");
        let format = game_library.format(&deck.format).expect("the format is there");
        LegalDeck::check(&game, format, deck.clone(), None).expect("starters are legal")
    };
    let table = Chrononauts::new(&game, &[&deck("box")], 4, Options::default()).expect("it can be played");
    (table, Solonauts::new(&game, &[&deck("solonauts")], 1, Options::default()).expect("it can be played"))
}

fn play<G: Rules>(game: &G, seed: u64, mut players: Vec<Box<dyn Player<G>>>) -> u64 {
    let mut seated: Vec<&mut dyn Player<G>> = players.iter_mut().map(|p| &mut **p as &mut dyn Player<G>).collect();
    let terms = GameParams { seed: Seed::from_number(seed), first: None, max_turns: 500 };
    game_loop::play(game, &mut seated, &terms, &mut NullSink).expect("they answer").decisions
}

fn random<G: Rules>(game: &G, seed: u64) -> u64 {
    let one = |seat| Box::new(Random::new(Seed::from_number(seed).part(seat))) as Box<dyn Player<G>>;
    play(game, seed, (0..u64::from(game.seats())).map(one).collect())
}

fn bench(c: &mut Criterion) {
    let (table, solo) = games();
    let mut group = c.benchmark_group("chrononauts");
    group.measurement_time(Duration::from_secs(5)).sample_size(30);
    let all = || (0..60).map(|n| random(&table, n)).sum::<u64>();
    group.throughput(Throughput::Elements(all()));
    group.bench_function("decision", |b| b.iter(|| black_box(all())));
    group.finish();

    let mut group = c.benchmark_group("chrononauts position");
    let state = table.start(Seed::from_number(1), Some(0), &mut NullSink);
    let mut dice = Seed::from_number(2).fast();
    group.bench_function("copy", |b| b.iter(|| black_box(state.clone())));
    group.bench_function("imagine", |b| b.iter(|| black_box(table.determinize(&state, 0, &mut dice))));
    let cell = table.data().timeline().cell("1936").expect("1936");
    let mut history = state.history;
    group.bench_function("ripple", |b| b.iter(|| black_box(table.data().timeline().reverse(&mut history, cell))));
    group.finish();

    let mut group = c.benchmark_group("solonauts");
    group.measurement_time(Duration::from_secs(5));
    group.throughput(Throughput::Elements(200));
    group.bench_function("pass", |b| b.iter(|| (0..200).map(|n| black_box(random(&solo, n))).sum::<u64>()));
    group.sample_size(10).throughput(Throughput::Elements(1));
    let mut seed = 0;
    group.bench_function("planned pass, 24 trials", |b| {
        b.iter(|| {
            seed += 1;
            play(&solo, seed, vec![Box::new(Planner::new(24, Seed::from_number(seed)))])
        });
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
