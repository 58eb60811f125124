//! Data with one fault each: the fault is named with file, line and card, and with what to do about it.

use catalog::{Source, load};

const SET: &str = r#"source = "house set"
id = "mine"
name = "Mine"
code = "M"

[[card]]
name = "Odd Drone"
number = "1"
type = ["asset"]
domain = ["corporate"]
rarity = "fixed"
cost = { influence = 1 }
skill = 1
firepower = 2
armor = 1
keywords = ["stealth 2"]
text = "Tap: draw a card."
"#;

/// The faults of the set with `from` replaced by `to`.
fn faults(from: &str, to: &str) -> Vec<String> {
    assert!(SET.contains(from), "{from}");
    let schema = Source::shipped().file("chronx/game.toml").expect("there").text.to_string();
    let set = SET.replacen(from, to, 1);
    let files = [("game.toml".to_owned(), schema), ("sets/mine.toml".to_owned(), set)];
    match load::game(&Source::from_texts("chronx", files), "chronx") {
        Ok(_) => Vec::new(),
        Err(problems) => problems.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn the_sound_set_has_none() {
    assert_eq!(faults("Odd", "Odd"), Vec::<String>::new());
}

#[test]
fn each_fault_is_named_with_its_place_and_what_to_do() {
    for (from, to, expected) in [
        ("skill = 1", "skil = 1", "chronx/sets/mine.toml:13:1: Odd Drone: unknown key `skil` (did you mean `skill`?)"),
        (
            "armor = 1\n",
            "",
            "chronx/sets/mine.toml:6:1: Odd Drone: `armor` is missing (add `armor = …`, a whole number)",
        ),
        (
            "skill = 1",
            "skill = \"one\"",
            "chronx/sets/mine.toml:13:9: Odd Drone: `skill` must be a whole number, not a text",
        ),
        (
            "[\"asset\"]",
            "[\"aset\"]",
            "chronx/sets/mine.toml:9:9: Odd Drone: `aset` is no type here (did you mean `asset`?)",
        ),
        (
            "corporate",
            "corporat",
            "chronx/sets/mine.toml:10:11: Odd Drone: `corporat` is no faction here (did you mean `corporate`?)",
        ),
        ("fixed", "fixd", "chronx/sets/mine.toml:11:10: Odd Drone: `fixd` is no rarity here (did you mean `fixed`?)"),
        (
            "influence",
            "influenc",
            "chronx/sets/mine.toml:12:21: Odd Drone: `influenc` is no resource here (did you mean `influence`?)",
        ),
        (
            "stealth 2",
            "stelth 2",
            "chronx/sets/mine.toml:16:13: Odd Drone: `stelth` is no keyword here (did you mean `stealth`?)",
        ),
        ("stealth 2", "stealth", "chronx/sets/mine.toml:16:13: Odd Drone: `stealth`: Stealth needs a number"),
        ("stealth 2", "ambush 2", "chronx/sets/mine.toml:16:13: Odd Drone: `ambush 2`: Ambush takes nothing after it"),
        (
            "skill = 1",
            "skill = 1\nhealth = 3",
            "chronx/sets/mine.toml:14:10: Odd Drone: `health` does not belong on a card of this type",
        ),
        ("code = \"M\"", "code = \"\"", "chronx/sets/mine.toml:4:8: `code` is empty (leave the key out instead)"),
        (
            "id = \"mine\"",
            "id = \"yours\"",
            "chronx/sets/mine.toml:2:6: `id` is `yours` but the file is `mine.toml` (make them the same)",
        ),
        ("influence = 1", "influence = -1", "an amount must not be negative"),
    ] {
        let found = faults(from, to);
        assert!(found.iter().any(|f| f.contains(expected)), "{from} → {to}\nexpected {expected}\nfound    {found:#?}");
        // A misspelt key is unknown, and the right one is missing.
        assert_eq!(found.len(), if to == "skil = 1" { 2 } else { 1 }, "{from} → {to}: {found:#?}");
    }
}

#[test]
fn two_cards_of_one_name_or_number_are_refused() {
    let twice = SET.split_once("[[card]]").expect("a card").1;
    let found = faults("text = \"Tap: draw a card.\"\n", &format!("text = \"x\"\n[[card]]{twice}"));
    assert!(found.iter().any(|f| f.contains("the id `odd-drone` is taken")), "{found:#?}");
    assert!(found.iter().any(|f| f.contains("the number 1 is taken in this set")), "{found:#?}");
}

#[test]
fn broken_toml_is_named_by_its_line() {
    let found = faults("skill = 1", "skill = ");
    assert!(found.iter().any(|f| f.starts_with("chronx/sets/mine.toml:13:")), "{found:#?}");
}

#[test]
fn all_faults_of_a_file_come_at_once() {
    let found = faults("skill = 1\nfirepower = 2\narmor = 1", "skil = 1\nfirepwer = 2\narmr = 1");
    assert_eq!(found.len(), 6, "{found:#?}");
}

#[test]
fn faults_in_a_query_point_into_it() {
    let schema = Source::shipped().file("chronx/game.toml").expect("there").text.to_string();
    let schema = schema.replacen("accepts = \"type:headquarters\"", "accepts = \"type:headquartrs\"", 1);
    let line = schema.lines().position(|l| l.contains("headquartrs")).expect("there") + 1;
    let found =
        load::game(&Source::from_texts("chronx", [("game.toml".into(), schema)]), "chronx").expect_err("a fault");
    let message = found[0].to_string();
    assert!(message.starts_with(&format!("chronx/game.toml:{line}:17: ")), "{message}");
    assert!(message.contains("did you mean `headquarters`?"), "{message}");
}
