//! Opening hands: seven of sixty, keep rule and mulligans; and the exact odds beside them.

use std::sync::Arc;

use catalog::query::CountQuery;
use catalog::{Source, load};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::lab::{LabDeck, hands, odds, policy};
use formats::rng::Seed;
use formats::{GameLibrary, LegalDeck};

fn benches(c: &mut Criterion) {
    let source = Source::shipped();
    let game_library =
        GameLibrary::load(&source, Arc::new(load::game(&source, "afrika").expect("loads"))).expect("loads");
    let game = &game_library.game;
    let deck = game_library.decks[2].1.clone();
    let legal = LegalDeck::check(game, game_library.format("codex").expect("codex"), deck, None).expect("legal");
    let stack = LabDeck::new(game, &legal).expect("a stack");
    let plan = hands::HandPlan::declared(game);
    let dealer = hands::Dealer::new(game, &stack, &plan).expect("a dealer");
    let (mut dice, mut cards) = (Seed::from_number(1).fast(), dealer.cards());
    let mut group = c.benchmark_group("hands");
    group.throughput(Throughput::Elements(1));
    group.bench_function("deal and judge one hand", |b| b.iter(|| dealer.deal(&mut dice, &mut cards, 7)));
    group.bench_function("deal until one is kept", |b| b.iter(|| dealer.deal_until_kept(&mut dice, &mut cards)));
    group.finish();
    let question = CountQuery::parse("2..4 of (type:terrain) and 1.. of (cost<=2) and 1.. of (type:entity)", game)
        .expect("a question");
    c.bench_function("odds/three terms by turn 4", |b| b.iter(|| odds::question_odds(game, &stack, &question, 3)));
    let best = || policy::best_policy(game, &stack, plan.mulligan, &question, 3);
    c.bench_function("odds/the best way to keep", |b| b.iter(best));
}

criterion_group!(all, benches);
criterion_main!(all);
