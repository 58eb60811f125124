//! Random against random, two players: time for each decision with two options or more. Games of each kind of player,
//! and what a position costs to copy, to deal anew, to list and to weigh.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use catalog::Source;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::afrika::{Duel, Options};
use engine::bout::{self, Terms};
use engine::game::{Game, Silent};
use engine::player::{Kind, Player, Weights};
use formats::rng::Seed;
use formats::{Book, LegalDeck};

/// Turns after which a game is stopped.
const TURNS: u32 = 100;

fn duels(source: &Source) -> Vec<Duel> {
    let game = Arc::new(catalog::load::game(source, "afrika").expect("afrika loads"));
    let book = Book::load(source, game.clone()).expect("the book loads");
    let format = book.format("codex").expect("the format is there");
    let deck = |id: &str| {
        let (_, deck) = book.decks.iter().find(|(d, _)| d == id).expect("the deck is there");
        LegalDeck::check(&game, format, deck.clone(), None).expect("starters are legal")
    };
    [["hammer-and-flint", "tide-and-feather"], ["savanna-crown", "ember-drum"], ["nine-nights-wake", "exact-novas"]]
        .iter()
        .map(|[a, b]| Duel::new(&game, &[&deck(a), &deck(b)], Options::default()).expect("it can be played"))
        .collect()
}

fn game(duel: &Duel, kind: &Kind, weights: &Weights, seed: u64) -> u64 {
    let seed = Seed::of(seed);
    let mut own: Vec<Box<dyn Player<Duel>>> =
        [1, 2].into_iter().map(|part| kind.player(Some(weights), seed.part(part))).collect();
    let mut players: Vec<&mut dyn Player<Duel>> = own.iter_mut().map(|p| &mut **p as &mut dyn Player<Duel>).collect();
    let terms = Terms { seed, first: None, turns: TURNS };
    bout::play(duel, &mut players, &terms, &mut Silent).expect("they answer").decisions
}

fn bench(c: &mut Criterion) {
    let source = Source::shipped();
    let duels = duels(&source);
    let weights = Weights::load(&source, "afrika", Duel::FEATURES).expect("the weights are there");
    let games = 60;
    let all = || (0..games).map(|i| game(&duels[i as usize % duels.len()], &Kind::Random, &weights, i)).sum::<u64>();
    let mut group = c.benchmark_group("afrika");
    group.measurement_time(Duration::from_secs(5)).sample_size(20);
    group.throughput(Throughput::Elements(all()));
    group.bench_function("decision", |b| b.iter(|| black_box(all())));
    group.throughput(Throughput::Elements(duels.len() as u64));
    for (name, kind) in [("random games", Kind::Random), ("greedy games", Kind::Greedy)] {
        let each = || duels.iter().map(|duel| game(duel, &kind, &weights, 1)).sum::<u64>();
        group.bench_function(name, |b| b.iter(|| black_box(each())));
    }
    group.finish();

    let mut group = c.benchmark_group("afrika position");
    let duel = &duels[0];
    // A position of the twelfth turn.
    let mut own = [1, 2].map(|part| Kind::Greedy.player::<Duel>(Some(&weights), Seed::of(part)));
    let mut players: Vec<&mut dyn Player<Duel>> = own.iter_mut().map(|p| &mut **p as &mut dyn Player<Duel>).collect();
    let mut state = duel.start(Seed::of(3), Some(0), &mut Silent);
    let mut legal = Vec::new();
    while duel.turn(&state) < 12 {
        let engine::game::Actor::Seat(seat) = duel.actor(&state) else { break };
        duel.legal(&state, &mut legal);
        let choice = match legal.len() {
            1 => 0,
            _ => players[seat as usize]
                .choose(&engine::player::View::new(duel, &state, seat), &legal)
                .expect("they answer"),
        };
        duel.apply(&mut state, legal[choice], &mut Silent).expect("what is listed is allowed");
    }
    let mut dice = Seed::of(4).fast();
    let mut features = vec![0; Duel::FEATURES.len()];
    group.bench_function("copy", |b| b.iter(|| black_box(state.clone())));
    group.bench_function("imagine", |b| b.iter(|| black_box(duel.imagine(&state, 0, &mut dice))));
    group.bench_function("digest", |b| b.iter(|| black_box(duel.digest(&state))));
    group.bench_function("legal", |b| b.iter(|| duel.legal(black_box(&state), &mut legal)));
    group.bench_function("features", |b| b.iter(|| duel.features(black_box(&state), 0, &mut features)));
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
