//! Games whose rules of play are data.

mod abilities;
mod allocations;
mod copies;
mod exact;
mod faults;
mod melds;
mod mutations;
mod oracle;
mod properties;
mod reported;
mod strength;
mod ten_steps;

use std::path::Path;
use std::sync::Arc;

use catalog::{GameData, Source};
use engine::described::{self, Described};
use formats::check::LegalDeck;

/// The games of `examples/` that have rules of play, with the seats that they are tried with.
const GAMES: [(&str, usize); 9] = [
    ("kuhn-poker", 2),
    ("leduc-poker", 2),
    ("goofspiel", 2),
    ("crazy-eights", 3),
    ("hearts", 4),
    ("nine-fathoms", 2),
    ("gin-rummy", 2),
    ("three-rivers", 2),
    ("lantern-street", 3),
];

/// Games of `tests/games`, written from docs/play.md alone.
const WRITTEN: [(&str, usize); 5] = [("spades", 4), ("oh-hell", 3), ("euchre", 4), ("go-fish", 2), ("cribbage", 2)];

/// All of them.
fn all_games() -> impl Iterator<Item = (&'static str, usize)> {
    GAMES.into_iter().chain(WRITTEN)
}

fn examples() -> Source {
    let mut source = Source::default();
    for folder in ["../examples", "tests/games"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        source.add_folder(&folder).expect("the games are there");
    }
    source
}

fn load(id: &str) -> Arc<GameData> {
    Arc::new(catalog::load::game(&examples(), id).unwrap_or_else(|faults| panic!("{id}: {faults:#?}")))
}

/// A game whose rules are a variation of ours.
fn varied(id: &str, variant: impl Fn(&str) -> String) -> Arc<GameData> {
    let mut game = load(id);
    let file = game.play.as_ref().expect("it has rules");
    let file = catalog::source::File { text: variant(&file.text).into(), ..catalog::source::File::clone(file) };
    Arc::make_mut(&mut game).play = Some(Arc::new(file));
    game
}

/// A match of a game whose rules are a variation of ours.
fn with_variant<const W: usize>(id: &str, seats: usize, variant: impl Fn(&str) -> String) -> Described<W> {
    let game = varied(id, variant);
    let library = formats::GameLibrary::load(&examples(), game.clone()).unwrap_or_else(|f| panic!("{f:#?}"));
    let legal: Vec<LegalDeck> = (library.decks.iter().take(seats))
        .map(|(_, deck)| {
            let format = library.format(&deck.format).expect("its format is there");
            LegalDeck::check(&game, format, deck.clone(), None).expect("the deck is legal")
        })
        .collect();
    let program = described::program(&game).expect("it has rules").unwrap_or_else(|f| panic!("{f:#?}"));
    Described::new(&game, program, &legal.iter().collect::<Vec<_>>(), seats).expect("it can be played")
}

/// A match of a game.
fn rules<const W: usize>(id: &str, seats: usize) -> Described<W> {
    with_variant(id, seats, str::to_owned)
}

#[test]
fn every_rule_of_the_examples_is_shown() {
    for (id, _) in GAMES {
        let shown = engine::registry::scenarios(&examples(), &load(id), None);
        let shown = shown.expect("it has rules of play").unwrap_or_else(|faults| panic!("{id}: {faults:#?}"));
        assert!(shown.len() > 2, "{id}: there are scenarios");
        for scenario in shown {
            assert!(scenario.failure.is_none(), "{id}: {}: {:#?}", scenario.name, scenario.failure);
        }
    }
}
