//! A keystroke in the search box: parse, match, order, first 60 rows; over 30,000 and 100,000 cards.

use catalog::{Game, Search, Source, load};
use criterion::{Criterion, criterion_group, criterion_main};

/// The shipped cards again and again under other names, until there are `n`.
fn game(n: usize) -> Game {
    let source = Source::shipped();
    let schema = source.file("afrika/game.toml").expect("there").text.to_string();
    let set = source.folder("afrika", "sets")[0].1.text.to_string();
    let copies = n.div_ceil(load::game(&source, "afrika").expect("loads").cards.len());
    let sets = (0..copies).map(|i| {
        let id = format!("set-{i}");
        let mut text = String::with_capacity(set.len());
        let (mut header, mut number) = (true, 0);
        for line in set.lines() {
            if line.starts_with("[[card]]") {
                header = false;
            }
            match line {
                l if header && l.starts_with("id = ") => text.push_str(&format!("id = \"{id}\"")),
                l if header && l.starts_with("code = ") => text.push_str(&format!("code = \"S{i}\"")),
                l if !header && l.starts_with("name = \"") => {
                    text.push_str(&format!("name = \"{} {i}\"", l["name = \"".len()..].trim_end_matches('"')));
                }
                l if l.starts_with("number = ") => {
                    number += 1;
                    text.push_str(&format!("number = \"{number}\""));
                }
                l => text.push_str(l),
            }
            text.push('\n');
        }
        (format!("sets/{id}.toml"), text)
    });
    let files = sets.chain([("game.toml".to_owned(), schema)]);
    load::game(&Source::of_game("afrika", files), "afrika").unwrap_or_else(|p| panic!("{}", p[0]))
}

fn search(c: &mut Criterion) {
    for n in [30_000, 100_000] {
        let game = game(n);
        for query in ["d", "draw", "type:entity cost<=3 \"draw\"", "terrain:diamond rarity:rare sort:-cost"] {
            c.bench_function(&format!("search/{n}/{query}"), |b| {
                b.iter(|| {
                    let found = Search::parse(query, &game).expect("a query").run(&game);
                    (found.len(), found.into_iter().take(60).map(|ix| game.card(ix).name.len()).sum::<usize>())
                });
            });
        }
    }
}

criterion_group! { name = benches; config = Criterion::default().sample_size(30); targets = search }
criterion_main!(benches);
