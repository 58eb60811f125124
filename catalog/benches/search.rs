//! A keystroke in the search box over 30,000 and 100,000 cards: parse, match, count the facets, order, first 60 rows.
//! And names as people type them. Beside criterion's figures it prints the median and the slowest hundredth of 300
//! keystrokes each, because a person notices the slow ones.

use std::time::{Duration, Instant};

use catalog::query::FacetCounts;
use catalog::{GameData, Search, Source, fuzzy, load};
use criterion::{Criterion, criterion_group, criterion_main};

#[path = "large/game.rs"]
mod large;

const QUERIES: [&str; 14] = [
    "d",
    "draw",
    "name:storm",
    "text:draw",
    "text~draw",
    "name:/^st/",
    "text:/draw (a|two)/",
    "type:unit",
    "type:unit cost<=3 \"draw\"",
    "faction:tide rarity:rare sort:-cost",
    "sort:name",
    "sort:-cost,name type:unit",
    "keyword:flying or ward>=2",
    "released>=2010 has:power -subtype:bird",
];

const NAMES: [&str; 8] = ["am", "amber", "wal both sh", "bab", "qbs", "storyteler", "lanternn keeepr", "zzzz"];

fn keystroke(game: &GameData, query: &str) -> usize {
    let found = Search::parse(query, game).expect("a query").run(game);
    let tally = FacetCounts::count(game, &found);
    let rows: usize = found.iter().take(60).map(|ix| game.card(*ix).name.len()).sum();
    found.len() + tally.types[0] + rows
}

/// Median and slowest hundredth.
fn percentiles(mut work: impl FnMut() -> usize) -> (Duration, Duration) {
    let time = |_| {
        let start = Instant::now();
        std::hint::black_box(work());
        start.elapsed()
    };
    let mut times: Vec<Duration> = (0..300).map(time).collect();
    times.sort();
    (times[times.len() / 2], times[times.len() * 99 / 100])
}

fn search(c: &mut Criterion) {
    for n in [30_000, 100_000] {
        let source = Source::from_texts("large", large::files(n));
        let game = load::game(&source, "large").unwrap_or_else(|p| panic!("{}", p[0]));
        let mut bench = |name: String, work: &mut dyn FnMut() -> usize| {
            work();
            let (half, slow) = percentiles(&mut *work);
            println!("{name}: p50 {half:.2?}, p99 {slow:.2?}");
            c.bench_function(&name, |b| b.iter(&mut *work));
        };
        for query in QUERIES {
            bench(format!("search/{n}/{query}"), &mut || keystroke(&game, query));
        }
        for typed in NAMES {
            bench(format!("names/{n}/{typed}"), &mut || fuzzy::names(&game, typed, 20).len());
        }
        bench(format!("complete/{n}"), &mut || catalog::query::complete("type:unit s", 11, &game, None).len());
    }
}

criterion_group! { name = benches; config = Criterion::default().sample_size(10); targets = search }
criterion_main!(benches);
