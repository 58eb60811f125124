//! Eight turns of the goldfish by the declared resource model, on one thread.

use std::sync::Arc;

use catalog::{Source, load};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::kernel::parallel::Progress;
use engine::lab::{LabDeck, goldfish};
use formats::rng::Seed;
use formats::{GameLibrary, LegalDeck};

fn benches(c: &mut Criterion) {
    let source = Source::shipped();
    let mut group = c.benchmark_group("goldfish");
    group.throughput(Throughput::Elements(4096)).sample_size(20);
    for id in source.games() {
        let game_library =
            GameLibrary::load(&source, Arc::new(load::game(&source, &id).expect("loads"))).expect("loads");
        let deck = game_library.decks[2].1.clone();
        let format = game_library.format(&deck.format).expect("a format");
        let legal = LegalDeck::check(&game_library.game, format, deck, None).expect("legal");
        let stack = LabDeck::new(&game_library.game, &legal).expect("a stack");
        let plan = goldfish::GoldfishPlan::declared(&game_library.game, None);
        group.bench_function(&id, |b| {
            b.iter(|| {
                goldfish::play(&game_library.game, &stack, &plan, (4096, Seed::from_number(1), 1), &Progress::default())
            });
        });
    }
    group.finish();
}

criterion_group!(all, benches);
criterion_main!(all);
