//! The same series on one thread and on two: how much of the second thread arrives.

use std::sync::Arc;
use std::time::Duration;

use catalog::Source;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::games::chronx::{Duel, Options};
use engine::kernel::parallel::Progress;
use engine::kernel::series::{self, SeriesPlan};
use engine::players::Random;
use formats::rng::Seed;
use formats::{GameLibrary, LegalDeck};

fn bench(c: &mut Criterion) {
    let source = Source::shipped();
    let game = Arc::new(catalog::load::game(&source, "chronx").expect("chronx loads"));
    let game_library = GameLibrary::load(&source, game.clone()).expect("the book loads");
    let format = game_library.format("constructed").expect("the format is there");
    let deck =
        |i: usize| LegalDeck::check(&game, format, game_library.decks[i].1.clone(), None).expect("starters are legal");
    let duel = Duel::new(&game, &[&deck(0), &deck(1)], Options::default()).expect("it can be played");
    let mut group = c.benchmark_group("scaling");
    group.measurement_time(Duration::from_secs(8)).sample_size(10);
    for threads in [1, 2] {
        let plan = SeriesPlan { games: 4000, seed: Seed::from_number(1), turns: 200, threads };
        group.throughput(Throughput::Elements(plan.games));
        group.bench_function(format!("{threads} threads"), |b| {
            b.iter(|| {
                let player = |index, seat| {
                    Box::new(Random::new(series::player_seed(&plan, index, seat)))
                        as Box<dyn engine::kernel::player::Player<Duel>>
                };
                series::play(&duel, 2, &plan, &Progress::default(), player).expect("random players answer")
            });
        });
    }
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
