//! Names as people type them: what is found, and what comes first.

use catalog::{GameData, Source, fuzzy, load};

fn game(names: &[&str]) -> GameData {
    let shipped = Source::shipped();
    let schema = shipped.file("afrika/game.toml").expect("there").text.to_string();
    let mut set = "source = \"house set\"\nid = \"s\"\nname = \"S\"\ncode = \"S\"\n".to_owned();
    for (i, name) in names.iter().enumerate() {
        set += &format!("[[card]]\nname = \"{name}\"\nnumber = \"{i}\"\ntype = [\"terrain\"]\nrarity = \"common\"\n");
        set += "produces = [\"sky\"]\n";
    }
    let files = [("game.toml".to_owned(), schema), ("sets/s.toml".to_owned(), set)];
    load::game(&Source::from_texts("afrika", files), "afrika").unwrap_or_else(|p| panic!("{}", p[0]))
}

fn found(game: &GameData, typed: &str) -> Vec<String> {
    fuzzy::names(game, typed, 8).into_iter().map(|ix| game.card(ix).name.clone()).collect()
}

#[test]
fn what_people_type_finds_the_name_they_mean_first() {
    let game = game(&[
        "Babbage's Mindwipe",
        "Walker on Both Shores",
        "Éclair of the Ninth Wind",
        "Über-Paradox",
        "Storyteller",
        "Cosmic Storyteller",
        "Stormcaller",
        "Storm",
        "Sun Herald",
        "Herald of the Sun",
        "Night-Sky Navigator",
        "The Void",
        "Avoidance",
    ]);
    for (typed, first) in [
        ("bab mind", "Babbage's Mindwipe"),
        ("mind bab", "Babbage's Mindwipe"),
        ("babbages mindwipe", "Babbage's Mindwipe"),
        ("BABBAGE’S MINDWIPE", "Babbage's Mindwipe"),
        ("bm", "Babbage's Mindwipe"),
        ("babage mindwhipe", "Babbage's Mindwipe"),
        ("mindwhipe", "Babbage's Mindwipe"),
        ("mind wipe", "Babbage's Mindwipe"),
        ("wal both sh", "Walker on Both Shores"),
        ("wobs", "Walker on Both Shores"),
        ("wbs", "Walker on Both Shores"),
        ("eclair", "Éclair of the Ninth Wind"),
        ("eclair 9th wind", ""),
        ("uber paradox", "Über-Paradox"),
        ("uberparadox", "Über-Paradox"),
        ("storm", "Storm"),
        ("stormc", "Stormcaller"),
        ("story", "Storyteller"),
        ("storytelle", "Storyteller"),
        ("teller", "Storyteller"),
        ("stryteller", "Storyteller"),
        ("sun h", "Sun Herald"),
        ("h sun", "Herald of the Sun"),
        ("night sky", "Night-Sky Navigator"),
        ("nightsky", "Night-Sky Navigator"),
        ("nsn", "Night-Sky Navigator"),
        ("void", "The Void"),
        ("voidance", "Avoidance"),
        ("zzzz", ""),
        ("  ", ""),
    ] {
        assert_eq!(found(&game, typed).first().map_or("", String::as_str), first, "{typed}: {:?}", found(&game, typed));
    }
}

#[test]
fn classes_come_in_order() {
    // Exact, begins, words, holds, letters in order, typos.
    let names = ["Rift", "Riftwalker", "Deep Rift", "Adrift", "Rain of Fate", "Raft"];
    let game = game(&names);
    assert_eq!(found(&game, "rift"), names);
}

#[test]
fn only_a_name_that_stands_alone_in_its_class_is_certain() {
    let game = game(&["Storm", "Stormcaller", "Stormwall", "Calm"]);
    let only = |typed: &str| fuzzy::only(&game, typed).map(|ix| game.card(ix).name.clone());
    assert_eq!(only("storm").as_deref(), Some("Storm"));
    assert_eq!(only("stormc").as_deref(), Some("Stormcaller"));
    assert_eq!(only("stor"), None);
    assert_eq!(only("clam").as_deref(), Some("Calm"));
    assert_eq!(
        fuzzy::suggestion(&game, "stormcaler").map(|ix| game.card(ix).name.clone()).as_deref(),
        Some("Stormcaller")
    );
    assert_eq!(fuzzy::suggestion(&game, "sc"), None);
}

#[test]
fn every_name_of_the_shipped_games_is_found_by_itself_and_by_the_beginnings_of_its_words() {
    for id in ["afrika", "chronx"] {
        let game = load::game(&Source::shipped(), id).expect("loads");
        for ix in game.indices() {
            let name = &game.card(ix).name;
            assert_eq!(
                fuzzy::names(&game, name, 1).first().map(|f| game.namesake(*f)),
                Some(game.namesake(ix)),
                "{name}"
            );
            let cut: Vec<String> = name.split(' ').map(|w| w.chars().take(3).collect()).collect();
            assert!(fuzzy::names(&game, &cut.join(" "), 40).contains(&ix), "{name}");
        }
    }
}
