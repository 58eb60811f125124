//! scratch
use engine::bout::{self, Terms};
use engine::chronx::{Duel, Options};
use engine::game::Reason;
use engine::player::{Player, Random};
use formats::rng::Seed;
use std::sync::Arc;
#[derive(Default)]
struct Count(u64, u64, u64);
impl engine::game::Witness<engine::chronx::Event> for Count {
    fn see(&mut self, _: engine::chronx::Event, _: u8) {
        self.2 += 1;
    }
}
impl bout::Watch<Duel> for Count {
    fn acts(&mut self, _: &Duel, _: &engine::chronx::State<2>, _: u8, _: engine::chronx::Action, n: usize) {
        self.0 += 1;
        self.1 += n as u64;
    }
}
fn main() {
    let mut count = Count::default();
    let source = catalog::Source::shipped();
    let game = Arc::new(catalog::load::game(&source, "chronx").unwrap_or_else(|p| {
        p.iter().for_each(|p| println!("{p}"));
        panic!()
    }));
    let book = formats::book::Book::load(&source, game.clone()).unwrap_or_else(|p| {
        p.iter().for_each(|p| println!("{p}"));
        panic!()
    });
    let legal: Vec<_> = book
        .decks
        .iter()
        .map(|(id, d)| {
            let f = book.format(&d.format).unwrap();
            formats::check::LegalDeck::check(&game, f, d.clone(), None).unwrap_or_else(|r| panic!("{id}: {r:?}"))
        })
        .collect();
    let n: u64 = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(1000);
    let mut reasons = std::collections::BTreeMap::new();
    let (mut turns, mut decisions) = (0u64, 0u64);
    let start = std::time::Instant::now();
    for i in 0..n {
        let a = (i as usize) % legal.len();
        let b = (i as usize / legal.len()) % legal.len();
        let duel = Duel::new(&game, &[&legal[a], &legal[b]], Options::default()).unwrap_or_else(|e| panic!("{e}"));
        for k in 0..20 {
            let seed = Seed::of(i).part(k);
            let (mut p, mut q) = (Random::new(seed.part(1)), Random::new(seed.part(2)));
            let mut players: [&mut dyn Player<Duel>; 2] = [&mut p, &mut q];
            let bout = bout::play(&duel, &mut players, &Terms { seed, first: None, turns: 300 }, &mut count).unwrap();
            *reasons.entry(format!("{:?}", bout.outcome.reason)).or_insert(0) += 1;
            turns += bout.turns as u64;
            decisions += bout.decisions;
            let _ = Reason::Overflow;
        }
    }
    let t = start.elapsed();
    println!("acts {} options {} events {}", count.0 / (20 * n), count.1 / (20 * n), count.2 / (20 * n));
    println!(
        "{reasons:?} turns {} decisions {} {:?}/decision",
        turns / (20 * n),
        decisions / (20 * n),
        t / decisions as u32
    );
}
