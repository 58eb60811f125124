//! Abilities as data: what they read as, what is wrong with them, and what a hand-written text may say.

use catalog::{Source, load};

/// Chron X with one asset or intervention of its own.
fn with_card(kind: &str, rest: &str) -> Result<(catalog::GameData, String), Vec<String>> {
    with_words("", kind, rest)
}

/// The same with words of its own at the end of game.toml.
fn with_words(words: &str, kind: &str, rest: &str) -> Result<(catalog::GameData, String), Vec<String>> {
    let shipped = Source::shipped();
    let schema = shipped.file("chronx/game.toml").expect("there").text.to_string() + words;
    let stats = if kind == "asset" { "firepower = 1\narmor = 2\n" } else { "" };
    let set = format!(
        "source = \"house set\"\nid = \"s\"\nname = \"S\"\ncode = \"S\"\n[[card]]\nname = \"Test Card\"\nnumber = \"1\"\n\
         type = [\"{kind}\"]\ndomain = [\"corporate\"]\nrarity = \"fixed\"\ncost = {{ influence = 1 }}\nskill = 1\n{stats}{rest}"
    );
    let source = Source::from_texts("chronx", [("game.toml".into(), schema), ("sets/s.toml".into(), set)]);
    match load::game(&source, "chronx") {
        Ok(game) => {
            let text = game.cards[0].text.clone();
            Ok((game, text))
        }
        Err(problems) => Err(problems.iter().map(ToString::to_string).collect()),
    }
}

fn text(kind: &str, abilities: &str) -> String {
    with_card(kind, abilities).unwrap_or_else(|p| panic!("{abilities}\n{}", p.join("\n"))).1
}

#[test]
fn abilities_read_as_card_text() {
    for (kind, abilities, expected) in [
        (
            "asset",
            "[[card.ability]]\nwhen = \"deployed\"\ndo = [{ gain = { covert = 1 } }]",
            "When deployed → gain 1 Covert.",
        ),
        (
            "asset",
            "[[card.ability]]\nwhen = \"discarded: enemy *\"\ndo = [{ gain = { covert = 1 } }]\n\
             [[card.ability]]\nwhen = \"discarded\"\ndo = [{ draw = 1 }]",
            "When an opponent discards a card from hand → gain 1 Covert.\n\
             When this asset is discarded from hand → draw a card.",
        ),
        (
            "asset",
            "[[card.ability]]\nwhen = \"milled: your type:program\"\ndo = [{ draw = 1 }]\n\
             [[card.ability]]\nwhen = \"milled\"\ndo = [{ gain = { covert = 1 } }]",
            "When a program goes from your deck to the discard pile → draw a card.\n\
             When this asset goes from your deck to your discard pile → gain 1 Covert.",
        ),
        (
            "asset",
            "[[card.ability]]\ncost = { military = 1, tap = true }\nuses = 2\ndo = [{ damage = 2, to = \"enemy type:asset\" }]",
            "1 Military, tap: deal 2 damage to an enemy asset. Use twice a turn.",
        ),
        (
            "asset",
            "[[card.ability]]\nif = \"3.. of your military\"\nalways = [{ give = { firepower = 2 }, to = \"this\" }]",
            "While you have 3 or more Military, this asset has +2 Firepower.",
        ),
        (
            "intervention",
            "[[card.ability]]\nneed = { covert = 2 }\ndo = [{ points = 1 }, { gain = { power = 1 } }]\n\
             [[card.ability]]\nrapid = true\ndo = [{ points = -2, who = \"opponent\" }]",
            "Spend 2 Covert to gain 1 control point and 1 Power. OR Rapid: an opponent loses 2 control points.",
        ),
        (
            "program",
            "[[card.ability]]\ndo = [{ attach = \"enemy type:asset\" }, { if = \"user is cyberaffinity>=5\", do = [{ gain = { covert = 2 } }] }]\n\
             [[card.ability]]\nalways = [{ hack = \"host\" }]",
            "Attach to an enemy asset: it is hacked. If the User has CyberAffinity 5 or more, gain 2 Covert.",
        ),
        (
            "intervention",
            "[[card.ability]]\nneed = { first = true }\ndo = [{ download = \"type:asset keyword:mechanical cost.influence<=1\", from = \"deck\", count = 2 }]",
            "First: download two Mechanical assets that cost 1 Influence or less from your deck.",
        ),
        (
            "asset",
            "[[card.ability]]\nwhen = \"destroyed: other your type:asset\"\ndo = [{ pay = { covert = 1 }, do = [{ discard = 1, who = \"opponent\", random = true }] }]",
            "When another of your assets is destroyed → you may spend 1 Covert to make an opponent discard a card at random.",
        ),
        (
            "intervention",
            "[[card.ability]]\ndo = [{ damage = \"1 per other your type:asset cyberaffinity>=2\", to = \"enemy type:headquarters\" }]",
            "Deal 1 damage to an enemy Headquarters for each other asset you have with CyberAffinity 2 or more.",
        ),
    ] {
        assert_eq!(text(kind, abilities), expected);
    }
}

/// The text of a card of Afrika with these lines.
fn afrika(kind: &str, lines: &str) -> String {
    let shipped = Source::shipped();
    let schema = shipped.file("afrika/game.toml").expect("there").text.to_string();
    let stats = match kind {
        "entity" => "cost = { void = 1 }\npower = 1\nhealth = 2\n",
        "celestial" => "cost = { void = 1 }\nresolve = 4\n",
        "terrain" => "produces = [\"sky\", \"sea\"]\n",
        _ => "cost = { void = 1, x = 1 }\n",
    };
    let set = format!(
        "source = \"house set\"\nid = \"s\"\nname = \"S\"\ncode = \"S\"\n[[card]]\nname = \"Test Card\"\nnumber = \"1\"\n\
         type = [\"{kind}\"]\nrarity = \"common\"\n{stats}{lines}"
    );
    let source = Source::from_texts("afrika", [("game.toml".into(), schema), ("sets/s.toml".into(), set)]);
    let game = load::game(&source, "afrika").unwrap_or_else(|p| panic!("{lines}\n{p:#?}"));
    game.cards[0].text.clone()
}

#[test]
fn a_game_has_its_own_words() {
    let when = |when: &str, effects: &str| format!("[[card.ability]]\nwhen = \"{when}\"\ndo = [{effects}]");
    let played = |effects: &str| format!("[[card.ability]]\ndo = [{effects}]");
    for (kind, lines, expected) in [
        (
            "entity",
            when("enters", "{ look = 3, take = \"type:spell\", rest = \"bottom\" }"),
            "When this entity enters play → look at the top three cards of your Codex; you may put a spell from among \
             them into your hand; put the rest on the bottom in any order.",
        ),
        (
            "entity",
            when("dies: other your type:entity", "{ lose = { life = 1 }, who = \"each opponent\" }, { gain = { life = 1 } }"),
            "When another of your entities falls → each opponent loses 1 life. Gain 1 life.",
        ),
        (
            "entity",
            when("start of enemy turn", "{ tap = \"up to 2 enemy untapped type:entity\" }"),
            "At the beginning of each opponent's sustenance step → charge up to two uncharged enemy entities.",
        ),
        (
            "entity",
            "[[card.ability]]\nfrom = \"discard\"\ncost = { void = 1, exile = \"type:spell\" }\ndo = [{ return = \"this\" }]".into(),
            "From your Void Zone: 1 void, exile a spell from your Void Zone: return this entity to its owner's hand.",
        ),
        (
            "celestial",
            "[[card.ability]]\ncost = { resolve = 1 }\ndo = [{ counters = 2, to = \"your type:entity\" }]\n\
             [[card.ability]]\ncost = { resolve = -2 }\ndo = [{ put = \"is:basic\", from = \"deck\", tapped = true }]"
                .into(),
            "+1: put two +1/+1 counters on one of your entities.\n\
             −2: put a basic card from your Codex into play charged.",
        ),
        (
            "terrain",
            "keywords = [\"settling\"]\n[[card.ability]]\nalways = [{ give = { health = 1 }, to = \"each here type:entity\" }]".into(),
            "Charge: add 1 sky or sea energy.\nEach entity in its zone has +0/+1.",
        ),
        (
            "sorcery",
            played("{ damage = \"x\", to = \"type:entity,celestial or player\" }"),
            "Deal X damage to an entity, celestial or player.",
        ),
        (
            "sorcery",
            played("{ counters = 1, to = \"your type:entity\" }, { damage = \"power of it\", to = \"enemy type:entity\", by = \"it\" }"),
            "Put a +1/+1 counter on one of your entities. It deals damage equal to its Power to an enemy entity.",
        ),
        (
            "instant",
            played("{ negate = \"type:spell cost<=3\", unless = { any = 2 } }, { gain = { volcano = \"1 per your discard type:spell\" } }"),
            "Negate a waiting spell that costs 3 or less unless its player spends 2 any. \
             Gain 1 volcano energy for each spell in your Void Zone.",
        ),
        (
            "sorcery",
            played("{ discard = 1, who = \"opponent\", choose = \"-type:terrain\" }, { sacrifice = \"type:entity\", who = \"each player\", count = 2 }"),
            "An opponent shows you their hand and discards a non-terrain card of your choice. \
             Each player sacrifices two entities.",
        ),
        (
            "enchantment",
            "keywords = [\"bond entity\"]\n[[card.ability]]\ndo = [{ attach = \"type:entity\" }]\n\
             [[card.ability]]\nalways = [{ give = { power = 2, keywords = [\"lifelink\"] }, to = \"host\" }]"
                .into(),
            "Attach to an entity: it has +2/+0 and Lifelink.",
        ),
        (
            "enchantment",
            "[[card.ability]]\nif = \"not your turn\"\nalways = [{ cheaper = 1, of = \"your type:instant,sorcery\" }, { cheaper = -2, of = \"enemy type:spell\" }]".into(),
            "While it is not your turn, your instants and sorceries cost 1 less and enemy spells cost 2 more.",
        ),
    ] {
        assert_eq!(afrika(kind, &lines), expected);
    }
}

#[test]
fn a_word_that_is_not_in_the_language_is_a_fault_with_its_place() {
    for (abilities, expected) in [
        (
            "[[card.ability]]\nwhen = \"deploid\"\ndo = [{ draw = 1 }]",
            "s.toml:16:9: Test Card: there is no event `deploid` (did you mean `deployed`?)",
        ),
        (
            "[[card.ability]]\nwhen = \"deployed\"\ndo = [{ drawe = 1 }]",
            "s.toml:17:17: Test Card: `drawe` is no effect (did you mean `draw`?)",
        ),
        (
            "[[card.ability]]\nwhen = \"deployed\"\ndo = [{ damage = 1, to = \"enemy type:aset\" }]",
            "s.toml:17:38: Test Card: there is no type `aset` (did you mean `asset`?)",
        ),
        (
            "[[card.ability]]\nwhen = \"deployed\"\ndo = [{ damage = \"skil of it\", to = \"this\" }]",
            "s.toml:17:19: Test Card: cards have no number `skil` (did you mean `skill`?)",
        ),
        (
            "[[card.ability]]\nwhen = \"deployed\"\ndo = [{ gain = { militry = 1 } }]",
            "s.toml:17:28: Test Card: `militry` is no resource here (did you mean `military`?)",
        ),
        (
            "[[card.ability]]\nwhen = \"deployed\"\nif = \"you control\"\ndo = [{ draw = 1 }]",
            "s.toml:17:18: Test Card: `you control a city` was expected",
        ),
        (
            "[[card.ability]]\nwhen = \"deployed\"\ndo = [{ hack = \"this\" }]",
            "s.toml:17:7: Test Card: `until` is missing (add",
        ),
        (
            "[[card.ability]]\nalways = [{ draw = 1 }]",
            "s.toml:16:20: Test Card: `draw` cannot be always (only `give`, `hack`, `cheaper`, `extra_play` can)",
        ),
        (
            "[[card.ability]]\nwhen = \"deployed\"\ncost = { tap = true }\ndo = [{ draw = 1 }]",
            "s.toml:15:1: Test Card: an ability has one of",
        ),
        (
            "[[card.ability]]\ncost = { tapp = true }\ndo = [{ draw = 1 }]",
            "s.toml:16:17: Test Card: `tapp` is no cost (did you mean `tap`?)",
        ),
        (
            "[[card.ability]]\nwhen = \"discarded: enemy tapped type:asset\"\ndo = [{ draw = 1 }]",
            "s.toml:16:20: Test Card: a card that is discarded is not in play (\"discarded: your type:…\"",
        ),
        (
            "[[card.ability]]\nwhen = \"milled: here type:asset\"\ndo = [{ draw = 1 }]",
            "s.toml:16:17: Test Card: a card that is milled is not in play (\"milled: your type:…\"",
        ),
    ] {
        let problems = with_card("asset", abilities).expect_err("it is refused");
        let found: Vec<&str> =
            problems.iter().map(|p| p.split_once("chronx/sets/").map_or(p.as_str(), |(_, p)| p)).collect();
        assert!(found.iter().any(|p| p.starts_with(expected)), "{abilities}\n{expected}\n{found:#?}");
    }
}

#[test]
fn a_text_by_hand_says_only_what_the_abilities_do() {
    let ability = "[[card.ability]]\nwhen = \"deployed\"\ndo = [{ gain = { covert = 2 } }]";
    let by_hand = |text: &str| with_card("asset", &format!("text = \"{text}\"\n{ability}"));
    assert!(by_hand("On arrival two Covert fall into your lap.").is_ok());
    for (text, word) in [
        ("When deployed → gain 3 Covert.", "3"),
        ("When deployed → gain 2 Military.", "military"),
        ("When deployed → gain 2 Covert. Precise.", "precise"),
        ("When deployed → gain three Covert.", "three"),
    ] {
        let problems = by_hand(text).expect_err("it is refused").join("\n");
        assert!(
            problems.contains(&format!("the text says `{word}`, which the abilities and fields do not")),
            "{problems}"
        );
    }
}

#[test]
fn every_shipped_card_of_chronx_says_what_it_does() {
    let game = load::game(&Source::shipped(), "chronx").expect("loads");
    assert_eq!(game.cards.len(), 166, "five Headquarters, five times thirty-two cards, one city (CX-002, CX-006)");
    for (faction, _) in game.factions.iter().enumerate() {
        let own = game.cards.iter().filter(|c| c.factions & (1 << faction) != 0);
        assert_eq!(own.count(), 33, "{}", game.factions[faction].name);
    }
    for card in &game.cards {
        assert!(!game.rules_text(card).is_empty(), "{} says nothing", card.name);
        assert!(!card.text.contains("()") && !card.text.contains("  "), "{}: {}", card.name, card.text);
    }
}

/// What a game calls its points, and where its cards move.
#[test]
fn points_and_places_have_the_words_of_the_game() {
    let words = "\n[terms]\nelsewhere = \"another river\"\npoint = \"pearl\"\n";
    for (abilities, expected) in [
        ("[[card.ability]]\ndo = [{ points = 2 }]", "Gain 2 pearls."),
        ("[[card.ability]]\ndo = [{ points = -1, who = \"opponent\" }]", "An opponent loses 1 pearl."),
        (
            "[[card.ability]]\nif = \"2.. of your points\"\ndo = [{ move = \"your type:asset\" }]",
            "Play only if you have 2 or more pearls. Move one of your assets to another river.",
        ),
    ] {
        let text = with_words(words, "intervention", abilities).unwrap_or_else(|p| panic!("{abilities}: {p:?}")).1;
        assert_eq!(text, expected, "{abilities}");
    }
}
