//! A pod: eight bots, three packs of 18, decks built and checked.

use std::sync::Arc;

use catalog::{CardIx, Source, load};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use formats::GameLibrary;
use formats::limited::build::DeckBuilder;
use formats::limited::drafter::PickScorer;
use formats::rng::Seed;

#[path = "pod/table.rs"]
mod table;

fn draft(c: &mut Criterion) {
    let source = Source::shipped();
    let game_library =
        GameLibrary::load(&source, Arc::new(load::game(&source, "afrika").expect("loads"))).expect("loads");
    let format = game_library.format("cosmic-draft").expect("a format");
    let limited = format.limited.as_ref().expect("limited");
    let product = game_library.product(&limited.product).expect("a product");
    let way = limited.draft_type.as_ref().expect("a draft");
    let cards: Vec<CardIx> = product.sheets.iter().flat_map(|s| s.cards.iter().copied()).collect();
    let scorer =
        PickScorer::with_ratings(&game_library.game, Some(format), &cards, product.ratings(&game_library.game).clone());
    let (mut dice, mut opener) = (Seed::from_number(1).fast(), product.opener());
    let mut pod = || table::drafted(way, &scorer, &mut opener, &mut dice);
    let builder = DeckBuilder::new(&game_library.game, product, format, limited);
    let mut group = c.benchmark_group("draft");
    group.throughput(Throughput::Elements(1));
    group.bench_function("picks", |b| b.iter(&mut pod));
    group.bench_function("picks and decks", |b| {
        b.iter(|| {
            let table = pod();
            (0..8).map(|s| builder.decks(&table.pool(s), 1).expect("legal").len()).sum::<usize>()
        });
    });
    group.finish();
}

criterion_group!(benches, draft);
criterion_main!(benches);
