//! Games whose rules of play are data.

mod abilities;
mod allocations;
mod copies;
mod exact;
mod faults;
mod first_game;
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

/// A game of ours, the file of a set, and what cards of it say instead of what they say, so that words are played that no card of
/// ours has.
struct MoreWords {
    id: &'static str,
    set: &'static str,
    points: &'static str,
    instead: &'static [(&'static str, &'static str)],
}

const MORE_WORDS: [MoreWords; 2] = [
    MoreWords {
        id: "nine-fathoms",
        set: "nine-fathoms/sets/drowned-terraces.toml",
        points: "breath",
        instead: &[
            (
                "do = [{ draw = 1 }]",
                "do = [{ control = \"enemy type:companion\", until = \"end of turn\" }, { untap = \"it\" }]",
            ),
            (
                "do = [{ gain = { breath = 1 } }]",
                "do = [{ control = \"enemy type:companion\", until = \"your next turn\" }, { points = 1 }]",
            ),
            ("do = [{ draw = 2 }]", "do = [{ extra_turn = true }]"),
        ],
    },
    MoreWords {
        id: "three-rivers",
        set: "three-rivers/sets/first-bell.toml",
        points: "points",
        instead: &[
            ("do = [{ draw = 1 }]", "do = [{ move = \"type:crew\" }]"),
            ("do = [{ draw = 2 }]", "do = [{ extra_turn = true }, { move = \"each your type:crew\" }, { points = 1 }]"),
        ],
    },
];

/// Games whose cards say such words.
fn games_with_more_words<const W: usize>() -> impl Iterator<Item = (&'static str, Described<W>)> {
    MORE_WORDS.into_iter().map(|MoreWords { id, set, points, instead }| {
        let mut source = examples();
        let mut text = source.file(set).expect("the set is there").text.to_string();
        for (ours, other) in instead {
            assert!(text.contains(ours), "{ours}");
            text = text.replace(ours, other);
        }
        source.put(set, set.to_owned(), text);
        let play = format!("{id}/play.toml");
        let text = source.file(&play).expect("it has rules").text.to_string();
        source.put(&play, play.clone(), text.replace("[cards]\n", &format!("[cards]\npoints = \"{points}\"\n")));
        let game = Arc::new(catalog::load::game(&source, id).unwrap_or_else(|faults| panic!("{id}: {faults:#?}")));
        (id, of_game(&source, &game, 2))
    })
}

/// A match of a game whose rules are a variation of ours.
fn with_variant<const W: usize>(id: &str, seats: usize, variant: impl Fn(&str) -> String) -> Described<W> {
    of_game(&examples(), &varied(id, variant), seats)
}

fn of_game<const W: usize>(source: &Source, game: &Arc<GameData>, seats: usize) -> Described<W> {
    let library = formats::GameLibrary::load(source, game.clone()).unwrap_or_else(|f| panic!("{f:#?}"));
    let legal: Vec<LegalDeck> = (library.decks.iter().take(seats))
        .map(|(_, deck)| {
            let format = library.format(&deck.format).expect("its format is there");
            LegalDeck::check(game, format, deck.clone(), None).expect("the deck is legal")
        })
        .collect();
    let program = described::program(game).expect("it has rules").unwrap_or_else(|f| panic!("{f:#?}"));
    Described::new(game, program, &legal.iter().collect::<Vec<_>>(), seats).expect("it can be played")
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
