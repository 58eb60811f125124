//! Abilities that cause one another without end.

use std::sync::Arc;

use catalog::Source;
use engine::games::afrika::Duel;
use engine::kernel::scenario;

/// Each of the two harms the other for as long as it is harmed, and grows by as much; nobody may choose otherwise.
const LOOP: &str = r#"do = [{ damage = 1, to = "each enemy type:entity" }, { counters = 1, to = "this" }]"#;

const SCENARIO: &str = r#"
source = "house set"
about = "a loop"
[[scenario]]
name = "a loop that nobody can break is a draw that names its cards"
rules = ["AF-R76"]
[scenario.start]
seat1 = { hand = ["Magma Dart"], energy = { volcano = 2 }, play = ["Crater-Choir Soloist"], deck = ["The Void"] }
seat2 = { play = [{ card = "Crater-Choir Soloist", counters = 3 }], deck = ["The Void"] }
[[scenario.step]]
do = ["1: play Magma Dart", "1: choose enemy Crater-Choir Soloist"]
events = [
  "Crater-Choir Soloist goes off again and again",
  "A draw: a loop that nobody broke",
]
"#;

#[test]
fn a_loop_that_nobody_can_break_is_a_draw_that_names_its_cards() {
    let mut source = Source::shipped();
    let path = "afrika/sets/wandering-suns.toml";
    let file = source.file(path).expect("the set");
    let (name, text) = (file.name.clone(), file.text.to_string());
    let card = text.find("name = \"Crater-Choir Soloist\"").expect("the card");
    let start = card + text[card..].find("when = \"damaged\"\n").expect("its ability") + "when = \"damaged\"\n".len();
    let end = start + text[start..].find('\n').expect("a line");
    source.put(path, name, format!("{}{LOOP}{}", &text[..start], &text[end..]));
    let game = Arc::new(catalog::load::game(&source, "afrika").expect("it loads"));
    let read = scenario::read::<Duel>("x.toml", SCENARIO, &game).expect("it can be read");
    for scenario in read {
        assert!(scenario.run().failure.is_none(), "{:#?}", scenario.run().failure);
    }
}
