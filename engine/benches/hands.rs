//! Opening hands: seven of sixty, keep rule and mulligans; and the exact odds beside them.

use std::sync::Arc;

use catalog::query::Count;
use catalog::{Source, load};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::lab::{Stack, hands, odds, policy};
use formats::rng::Seed;
use formats::{Book, LegalDeck};

fn benches(c: &mut Criterion) {
    let source = Source::shipped();
    let book = Book::load(&source, Arc::new(load::game(&source, "afrika").expect("loads"))).expect("loads");
    let game = &book.game;
    let deck = book.decks[2].1.clone();
    let legal = LegalDeck::check(game, book.format("codex").expect("codex"), deck, None).expect("legal");
    let stack = Stack::new(game, &legal).expect("a stack");
    let plan = hands::Plan::declared(game);
    let dealer = hands::Dealer::new(game, &stack, &plan).expect("a dealer");
    let (mut dice, mut cards) = (Seed::of(1).fast(), dealer.cards());
    let mut group = c.benchmark_group("hands");
    group.throughput(Throughput::Elements(1));
    group.bench_function("deal and judge one hand", |b| b.iter(|| dealer.deal(&mut dice, &mut cards, 7)));
    group.bench_function("deal until one is kept", |b| b.iter(|| dealer.open(&mut dice, &mut cards)));
    group.finish();
    let question =
        Count::parse("2..4 of (type:terrain) and 1.. of (cost<=2) and 1.. of (type:entity)", game).expect("a question");
    c.bench_function("odds/three terms by turn 4", |b| b.iter(|| odds::seen(game, &stack, &question, 3)));
    let best = || policy::best(game, &stack, plan.mulligan, &question, 3);
    c.bench_function("odds/the best way to keep", |b| b.iter(best));
}

criterion_group!(all, benches);
criterion_main!(all);
