//! One deck against all rules of its format, report built.

use std::sync::Arc;

use catalog::{Source, load};
use criterion::{Criterion, criterion_group, criterion_main};
use formats::Book;

fn check(c: &mut Criterion) {
    let source = Source::shipped();
    for id in source.games() {
        let book = Book::load(&source, Arc::new(load::game(&source, &id).expect("loads"))).expect("loads");
        let (name, deck) = &book.decks[book.decks.len() - 2];
        let format = book.format(&deck.format).expect("a format");
        c.bench_function(&format!("check/{id}/{name}"), |b| {
            b.iter(|| formats::check::check(&book.game, format, deck, None));
        });
    }
}

criterion_group!(benches, check);
criterion_main!(benches);
