//! Random against random, two players: time for each decision with two options or more. Games of each kind of player,
//! and what a position costs to copy, to deal anew, to list and to weigh.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use catalog::Source;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::games::afrika::{Duel, Options};
use engine::kernel::game_loop::{self, GameParams};
use engine::kernel::player::Player;
use engine::kernel::rules::{NullSink, Rules};
use engine::kernel::weights::Weights;
use engine::players::PlayerKind;
use formats::rng::Seed;
use formats::{GameLibrary, LegalDeck};

/// Turns after which a game is stopped.
const TURNS: u32 = 100;

fn duels(source: &Source) -> Vec<Duel> {
    let game = Arc::new(catalog::load::game(source, "afrika").expect("afrika loads"));
    let game_library = GameLibrary::load(source, game.clone()).expect("the book loads");
    let format = game_library.format("codex").expect("the format is there");
    let deck = |id: &str| {
        let (_, deck) = game_library.decks.iter().find(|(d, _)| d == id).expect("the deck is there");
        LegalDeck::check(&game, format, deck.clone(), None).expect("starters are legal")
    };
    [["hammer-and-flint", "tide-and-feather"], ["savanna-crown", "ember-drum"], ["nine-nights-wake", "exact-novas"]]
        .iter()
        .map(|[a, b]| Duel::new(&game, &[&deck(a), &deck(b)], Options::default()).expect("it can be played"))
        .collect()
}

fn game(duel: &Duel, kind: &PlayerKind, weights: &Weights, seed: u64) -> u64 {
    let seed = Seed::from_number(seed);
    let mut own: Vec<Box<dyn Player<Duel>>> =
        [1, 2].into_iter().map(|part| kind.new_player(Some(weights), seed.part(part))).collect();
    let mut players: Vec<&mut dyn Player<Duel>> = own.iter_mut().map(|p| &mut **p as &mut dyn Player<Duel>).collect();
    let terms = GameParams { seed, first: None, max_turns: TURNS };
    game_loop::play(duel, &mut players, &terms, &mut NullSink).expect("they answer").decisions
}

fn bench(c: &mut Criterion) {
    let source = Source::shipped();
    let duels = duels(&source);
    let weights = Weights::load(&source, "afrika", Duel::FEATURES).expect("the weights are there");
    let games = 60;
    let all =
        || (0..games).map(|i| game(&duels[i as usize % duels.len()], &PlayerKind::Random, &weights, i)).sum::<u64>();
    let mut group = c.benchmark_group("afrika");
    group.measurement_time(Duration::from_secs(5)).sample_size(20);
    group.throughput(Throughput::Elements(all()));
    group.bench_function("decision", |b| b.iter(|| black_box(all())));
    group.throughput(Throughput::Elements(duels.len() as u64));
    for (name, kind) in [("random games", PlayerKind::Random), ("greedy games", PlayerKind::Greedy)] {
        let each = || duels.iter().map(|duel| game(duel, &kind, &weights, 1)).sum::<u64>();
        group.bench_function(name, |b| b.iter(|| black_box(each())));
    }
    group.finish();

    let mut group = c.benchmark_group("afrika position");
    let duel = &duels[0];
    // A position of the twelfth turn.
    let mut own = [1, 2].map(|part| PlayerKind::Greedy.new_player::<Duel>(Some(&weights), Seed::from_number(part)));
    let mut players: Vec<&mut dyn Player<Duel>> = own.iter_mut().map(|p| &mut **p as &mut dyn Player<Duel>).collect();
    let mut state = duel.start(Seed::from_number(3), Some(0), &mut NullSink);
    let mut legal = Vec::new();
    while duel.turn(&state) < 12 {
        let engine::kernel::rules::Actor::Seat(seat) = duel.actor(&state) else { break };
        duel.legal_actions(&state, &mut legal);
        let choice = match legal.len() {
            1 => 0,
            _ => players[seat as usize]
                .choose(&engine::kernel::player::SeatView::new(duel, &state, seat), &legal)
                .expect("they answer"),
        };
        duel.apply(&mut state, legal[choice], &mut NullSink).expect("what is listed is allowed");
    }
    let mut dice = Seed::from_number(4).fast();
    let mut features = vec![0; Duel::FEATURES.len()];
    group.bench_function("copy", |b| b.iter(|| black_box(state.clone())));
    group.bench_function("imagine", |b| b.iter(|| black_box(duel.determinize(&state, 0, &mut dice))));
    group.bench_function("digest", |b| b.iter(|| black_box(duel.digest(&state))));
    group.bench_function("legal", |b| b.iter(|| duel.legal_actions(black_box(&state), &mut legal)));
    group.bench_function("features", |b| b.iter(|| duel.features(black_box(&state), 0, &mut features)));
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
