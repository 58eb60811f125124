//! An 18-card booster: no doubles, a common of every terrain.

use std::sync::Arc;

use catalog::{Source, load};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use formats::GameLibrary;
use formats::rng::Seed;

fn packs(c: &mut Criterion) {
    let source = Source::shipped();
    let game_library =
        GameLibrary::load(&source, Arc::new(load::game(&source, "afrika").expect("loads"))).expect("loads");
    let product = game_library.product("luminous-chronicle").expect("the booster");
    let mut group = c.benchmark_group("packs");
    group.throughput(Throughput::Elements(1));
    let (mut opener, mut pack) = (product.opener(), Vec::with_capacity(18));
    let mut fast = Seed::from_number(1).fast();
    group.bench_function("fast", |b| b.iter(|| opener.open(&mut fast, &mut pack)));
    let mut secret = Seed::from_number(1).secret();
    group.bench_function("secret", |b| b.iter(|| opener.open(&mut secret, &mut pack)));
    // As people get them: each pack out of a stream of its own.
    let mut number = 0;
    group.bench_function("streams", |b| {
        b.iter(|| {
            number += 1;
            opener.open(&mut Seed::from_number(1).stream(number), &mut pack);
        });
    });
    group.finish();
}

criterion_group!(benches, packs);
criterion_main!(benches);
