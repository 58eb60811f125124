//! The report on a set, against a set whose numbers and oddities are known because they were put there.

use catalog::report::{OddityKind, SetAnalysis, find_oddities};
use catalog::{GameData, Source, load};

const GAME: &str = r##"source = "house set"
id = "g"
name = "G"
edition = "1"
about = "A game for tests."
players = [2, 2]
default_format = "f"
factions = { name = "Side", field = "side" }
faction = [
  { id = "red", name = "Red", letter = "R", colour = "#ff0000", symbol = "M0 0h9v9z", about = "Red." },
  { id = "blue", name = "Blue", letter = "B", colour = "#0000ff", symbol = "M0 0h9v9z", about = "Blue." },
]
resource = [{ id = "oil", name = "Oil", letter = "O", colour = "#e0a030" }]
type = [{ id = "unit", name = "Unit", plural = "Units" }, { id = "spell", name = "Spell", plural = "Spells" }]
rarity = [{ id = "common", name = "Common", letter = "C", colour = "#cfd6e1" }]
section = [{ id = "main", name = "Deck", accepts = "*" }]
field = [
  { id = "cost", name = "Cost", kind = "cost", types = ["unit", "spell"] },
  { id = "power", name = "Power", kind = "number", types = ["unit"] },
]
keyword = [
  { id = "swift", name = "Swift", text = "It is quick." },
  { id = "guard", name = "Guard", number = true, text = "It takes less." },
]
[goldfish]
goal = "1.. of *"
goal_text = "a card"
hand = { size = 5 }
play = [{ of = "*" }]
"##;

/// A set of cards: name, type, faction, cost, and what else stands in their tables.
fn game(cards: &[(&str, &str, &str, i32, &str)]) -> GameData {
    let mut set = "source = \"house set\"\nid = \"s\"\nname = \"S\"\ncode = \"S\"\n".to_owned();
    for (i, (name, kind, side, cost, more)) in cards.iter().enumerate() {
        set.push_str(&format!(
            "[[card]]\nname = \"{name}\"\nid = \"c{i}\"\nnumber = \"{i}\"\ntype = [\"{kind}\"]\nrarity = \"common\"\n\
             side = [\"{side}\"]\ncost = {{ oil = {cost} }}\n{more}\n"
        ));
    }
    let files = [("game.toml".to_owned(), GAME.to_owned()), ("sets/s.toml".to_owned(), set)];
    load::game(&Source::from_texts("g", files), "g").unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn oddities(game: &GameData) -> Vec<(OddityKind, String)> {
    find_oddities(game, &SetAnalysis::new(game, 0).cards, None).into_iter().map(|o| (o.kind, o.message)).collect()
}

#[test]
fn cards_are_counted_by_type_faction_keyword_and_cost() {
    let game = game(&[
        ("A", "unit", "red", 1, "power = 1\nkeywords = [\"swift\"]"),
        ("B", "unit", "red", 1, "power = 4\ntext = \"Draw a card.\""),
        ("C", "unit", "blue", 3, "power = 3\ntext = \"Draw a card.\""),
        ("D", "spell", "blue", 2, "text = \"Draw a card.\""),
    ]);
    let report = SetAnalysis::new(&game, 0);
    let counts = |facet: usize| -> Vec<(&str, usize)> {
        report.facets[facet].classes.iter().map(|c| (c.id.as_str(), c.cards.len())).collect()
    };
    assert_eq!(counts(0), [("unit", 3), ("spell", 1)]);
    assert_eq!(counts(1), [("red", 2), ("blue", 2)]);
    assert_eq!(counts(2), [("common", 4)]);
    assert_eq!(counts(3), [("swift", 1)]);
    assert_eq!(report.unused, ["Guard"]);
    let units: Vec<(i32, usize)> = report.curves[0].by_cost.iter().map(|(c, n)| (*c, *n)).collect();
    assert_eq!(units, [(1, 2), (3, 1)]);
    assert_eq!(report.means.len(), 1, "spells have no numbers");
    assert_eq!(report.means[0].by_cost[&1], (2, vec![2.5]));
    assert_eq!(oddities(&game), []);
}

#[test]
fn twins_and_better_cards_are_named_and_cards_with_texts_are_not_compared() {
    let game = game(&[
        ("A", "unit", "red", 2, "power = 2"),
        ("B", "unit", "red", 2, "power = 2"),
        ("C", "unit", "red", 1, "power = 2\nkeywords = [\"guard 2\"]"),
        ("D", "unit", "red", 1, "power = 9\ntext = \"It dies at once.\""),
        ("E", "unit", "blue", 1, "power = 1"),
        ("E", "unit", "red", 2, "power = 1\nkeywords = [\"guard 3\"]"),
        ("F", "spell", "red", 2, ""),
    ]);
    let expected = [
        (OddityKind::SameName, "two cards are called E"),
        (OddityKind::Twins, "A and B differ by nothing but their names"),
        (OddityKind::Better, "C is better than A in everything"),
        (OddityKind::Better, "C is better than B in everything"),
        (OddityKind::Blank, "F does nothing: it has no text, abilities, keywords or numbers"),
    ];
    assert_eq!(oddities(&game), expected.map(|(kind, says)| (kind, says.to_owned())));
}

#[test]
fn gaps_in_a_curve_and_numbers_far_off_are_named() {
    let names: Vec<String> = (0..12).map(|i| format!("N{i}")).collect();
    let text = |power: i32| format!("power = {power}\ntext = \"Draw a card.\"");
    let bodies: Vec<String> = (0..12).map(|i| text(if i == 11 { 90 } else { 2 })).collect();
    let cards: Vec<(&str, &str, &str, i32, &str)> = (0..12)
        .map(|i| {
            let cost = [1, 1, 2, 2, 2, 4, 4, 4, 5, 5, 5, 9][i];
            (names[i].as_str(), "unit", "red", cost, bodies[i].as_str())
        })
        .collect();
    let expected = [
        (OddityKind::Gap, "Red has no card of cost 3"),
        (OddityKind::Outlier, "N11 has Power 90; the mean of Units is 9.3"),
    ];
    assert_eq!(oddities(&game(&cards)), expected.map(|(kind, says)| (kind, says.to_owned())));
}
