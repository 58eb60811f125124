//! Copies of a card that go where nobody sees them are told apart by nobody.

use std::collections::BTreeSet;
use std::sync::Arc;

use catalog::Source;
use engine::described::{self, Choice, Described};
use engine::kernel::observation::Observation;
use engine::kernel::rules::{Actor, NullSink, Rules};
use formats::rng::Seed;
use formats::{GameLibrary, LegalDeck};

use super::examples;

/// What the game has other than Goofspiel, whose `game.toml` it takes.
const FILES: [(&str, &str); 4] = [
    (
        "sets/pack.toml",
        r#"
source = "house set"
id = "pack"
name = "Pack"
code = "PACK"
card = [
  { name = "Bell", number = "1", type = ["card"], rarity = "common", suit = "none", rank = 1 },
  { name = "Drum", number = "2", type = ["card"], rarity = "common", suit = "none", rank = 1 },
  { name = "Flute", number = "3", type = ["card"], rarity = "common", suit = "none", rank = 1 },
]
"#,
    ),
    (
        "formats/classic.toml",
        r#"
source = "house set"
id = "classic"
name = "Classic"
about = "Four cards."
[[rule]]
kind = "size"
section = "main"
min = 4
rules = ["house"]
[match]
seats = [2, 2]
shared = true
"#,
    ),
    (
        "decks/four.toml",
        r#"
source = "house set"
game = "goofspiel"
format = "classic"
name = "Four"
about = "Two bells."
[sections]
main = ["2 Bell", "1 Drum", "1 Flute"]
"#,
    ),
    (
        "play.toml",
        r#"
source = "house set"
seats = 2
[decks]
main = "deck"
[zones]
deck = { sees = "nobody" }
hand = { of = "seat", sees = "owner" }
gathered = { sees = "nobody" }
[setup]
do = [{ deal = 2 }]
[[phase]]
id = "before"
ask = "each"
may = ["wait"]
end = [
  { move = "all hand", to = "gathered" },
  { each = "other", do = [{ draw = 3, from = "gathered" }] },
  { draw = 1, from = "gathered" },
]
[[phase]]
id = "after"
ask = "each"
may = ["wait"]
next = "end"
[[action]]
id = "wait"
[end]
score = "count hand"
"#,
    ),
];

fn bells() -> Described<1> {
    let shared = examples().file("goofspiel/game.toml").expect("it is there").text.to_string();
    let own = FILES.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let source = Source::from_texts("goofspiel", own.into_iter().chain([("game.toml".to_owned(), shared)]));
    let game = Arc::new(catalog::load::game(&source, "goofspiel").unwrap_or_else(|faults| panic!("{faults:#?}")));
    let library = GameLibrary::load(&source, game.clone()).unwrap_or_else(|faults| panic!("{faults:#?}"));
    let format = library.format("classic").expect("the format");
    let deck = LegalDeck::check(&game, format, library.decks[0].1.clone(), None).expect("the deck is legal");
    let program = described::program(&game).expect("it has rules").unwrap_or_else(|faults| panic!("{faults:#?}"));
    Described::new(&game, program, &[&deck], 2).expect("it can be played")
}

/// The cards of a seat's hand that are known to whoever looks.
fn hand(seen: &Observation, seat: usize) -> Vec<String> {
    let zone = seen.seats[seat].zones.iter().find(|zone| zone.title == "Hand").expect("a hand");
    zone.cards.iter().filter(|card| card.card.is_some()).map(|card| card.name.clone()).collect()
}

/// Two hands of two cards are gathered, and dealt out again as three and one. Whoever gets three knows the fourth if it is a card of
/// their own that has not come back, and is told of nothing else: where both had a Bell, whose Bell came back nobody can say.
#[test]
fn whose_copy_came_back_is_not_told() {
    let rules = bells();
    let mut told = BTreeSet::new();
    for number in 0..400 {
        let mut state = rules.start(Seed::from_number(number), Some(0), &mut NullSink);
        let own = hand(&rules.observation(&state, Some(1)), 1);
        for _ in 0..2 {
            assert!(matches!(rules.actor(&state), Actor::Seat(_)));
            let mut legal: Vec<Choice> = Vec::new();
            rules.legal_actions(&state, &mut legal);
            rules.apply(&mut state, legal[0], &mut NullSink).expect("it is legal");
        }
        let seen = rules.observation(&state, Some(1));
        let mut missing = own;
        for card in hand(&seen, 1) {
            if let Some(at) = missing.iter().position(|other| *other == card) {
                missing.remove(at);
            }
        }
        assert_eq!(hand(&seen, 1).len(), 3);
        assert_eq!(hand(&seen, 0), missing, "game {number}");
        told.insert(missing);
    }
    // Nothing, or any of the three.
    assert_eq!(told.len(), 4, "{told:?}");
}
