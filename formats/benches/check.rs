//! One deck against all rules of its format, report built; a broken one with its fixes; and a deck made legal.

use std::sync::Arc;

use catalog::{Source, load};
use criterion::{Criterion, criterion_group, criterion_main};
use formats::deck::Listed;
use formats::{Deck, DeckFormat, GameLibrary, check};

fn benches(c: &mut Criterion) {
    let source = Source::shipped();
    let books: Vec<GameLibrary> = source
        .games()
        .iter()
        .map(|id| GameLibrary::load(&source, Arc::new(load::game(&source, id).expect("loads"))).expect("loads"))
        .collect();
    let game_library = |game: &str| books.iter().find(|b| b.game.id == game).expect("a game");
    let deck = |game: &str, id: &str| &game_library(game).decks.iter().find(|(d, _)| d == id).expect("a deck").1;
    let format = |game: &str, id: &str| game_library(game).format(id).expect("a format");
    let mut checked = |game: &str, format: &DeckFormat, name: &str, deck: &Deck| {
        let game = game_library(game);
        c.bench_function(&format!("check/{}/{}/{name}", game.game.id, format.id), |b| {
            b.iter(|| check::check(&game.game, format, deck, None));
        });
    };
    checked("afrika", format("afrika", "codex"), "ember-drum", deck("afrika", "ember-drum"));
    checked("afrika", format("afrika", "codex"), "tide-and-feather", deck("afrika", "tide-and-feather"));
    let day = format("afrika", "cosmic-standard").on_day("2026-11-01");
    checked("afrika", &day, "procession-of-suns", deck("afrika", "procession-of-suns"));
    checked("chronx", format("chronx", "constructed"), "red-claw", deck("chronx", "red-claw"));
    checked("chronx", format("chronx", "constructed"), "velvet-ballot", deck("chronx", "velvet-ballot"));

    let afrika = &game_library("afrika").game;
    let mut five = deck("afrika", "ember-drum").clone();
    five.add(0, Listed::Card(afrika.find("Magma Dart").expect("a card")), 1);
    five.add(0, Listed::Card(afrika.find("Cinder Runner").expect("a card")), 1);
    checked("afrika", format("afrika", "codex"), "two violations", &five);

    let codex = format("afrika", "codex");
    let empty = Deck::new(afrika, "Empty", "codex");
    c.bench_function("mend/afrika/codex/sixty cards missing", |b| {
        b.iter(|| check::fix_deck(afrika, codex, &empty, None))
    });
    c.bench_function("mend/afrika/codex/two too many", |b| b.iter(|| check::fix_deck(afrika, codex, &five, None)));
}

criterion_group!(all, benches);
criterion_main!(all);
