//! The query language: what it means, where it points when it makes no sense, and that printing and parsing
//! are inverse.

use catalog::query::Count;
use catalog::{Game, Query, Search, Source, load};
use proptest::prelude::*;

fn game(id: &str) -> Game {
    load::game(&Source::shipped(), id).unwrap_or_else(|p| panic!("{p:#?}"))
}

fn names(game: &Game, query: &str) -> Vec<String> {
    let search = Search::parse(query, game).unwrap_or_else(|e| panic!("{}", e.pointing(query)));
    search.run(game).iter().map(|ix| game.card(*ix).name.clone()).collect()
}

#[test]
fn each_kind_of_test_selects_what_a_plain_reading_of_the_cards_selects() {
    let game = game("afrika");
    let (cost, power) = (game.field("cost").expect("cost"), game.field("power").expect("power"));
    let entity = 1 << game.types.iter().position(|t| t.id == "entity").expect("entity");
    let diamond = 1 << 0;
    type Plain<'a> = Box<dyn Fn(&catalog::Card) -> bool + 'a>;
    let plain: Vec<(&str, Plain<'_>)> = vec![
        ("type:entity cost<=3", Box::new(|c| c.type_mask & entity != 0 && c.number_in(cost).is_some_and(|n| n <= 3))),
        ("cost:2..4", Box::new(|c| c.number_in(cost).is_some_and(|n| (2..=4).contains(&n)))),
        ("cost!=2", Box::new(|c| c.number_in(cost).is_some_and(|n| n != 2))),
        ("terrain=diamond", Box::new(|c| c.factions == diamond)),
        ("terrain:diamond", Box::new(|c| c.factions & diamond != 0)),
        ("terrain>diamond", Box::new(|c| c.factions & diamond != 0 && c.factions != diamond)),
        ("terrain:multi", Box::new(|c| c.factions.count_ones() > 1)),
        ("-terrain:mono -terrain:multi", Box::new(|c| c.factions == 0)),
        (
            "cost.diamond>=1",
            Box::new(|c| {
                c.amounts_in(cost).contains(&(0, 1)) || c.amounts_in(cost).iter().any(|(r, n)| *r == 0 && *n > 1)
            }),
        ),
        ("power>=4 or rarity>=rare", Box::new(|c| c.number_in(power).is_some_and(|n| n >= 4) || c.rarity >= 3)),
        ("is:legendary", Box::new(|c| c.flag_in(game.field("legendary").expect("flag")))),
        (
            "keyword:soaring,trample",
            Box::new(|c| {
                c.keywords
                    .iter()
                    .any(|k| ["soaring", "trample"].contains(&game.keywords[k.keyword as usize].id.as_str()))
            }),
        ),
        ("keyword:rampage", Box::new(|c| c.keywords.iter().any(|k| game.keywords[k.keyword as usize].id == "trample"))),
        (
            "type:spell",
            Box::new(|c| {
                c.types
                    .iter()
                    .any(|t| ["enchantment", "instant", "sorcery"].contains(&game.types[*t as usize].id.as_str()))
            }),
        ),
        ("text:\"draw a card\"", Box::new(|c| c.text.to_lowercase().contains("draw a card"))),
        ("name:storyteller", Box::new(|c| c.name.to_lowercase().contains("storyteller"))),
        ("set:lc number:lc001", Box::new(|c| c.number == "LC001")),
        ("", Box::new(|_| true)),
    ];
    for (query, fits) in plain {
        let expected: Vec<&str> = game.cards.iter().filter(|c| fits(c)).map(|c| c.name.as_str()).collect();
        let mut found = names(&game, query);
        let order = |n: &String| game.cards.iter().position(|c| c.name == *n);
        found.sort_by_key(order);
        assert_eq!(found, expected, "{query}");
        assert!(!expected.is_empty(), "{query} finds nothing: the test could not fail");
    }
}

#[test]
fn an_empty_phrase_fits_every_card() {
    let game = game("chronx");
    for query in ["\"\"", "\u{301}", "name:\"\"", "\"\" or type:asset"] {
        assert_eq!(names(&game, query).len(), game.cards.len(), "{query:?}");
    }
}

#[test]
fn not_equal_means_the_opposite_of_equal_for_every_kind() {
    let game = game("afrika");
    for (equal, unequal) in [
        ("name=\"the void\",\"sky islands\"", "name!=\"the void\",\"sky islands\""),
        ("subtype=luminaran", "subtype!=luminaran"),
        ("type:entity,spell", "type!=entity,spell"),
        ("is:legendary", "is!=legendary"),
        ("keyword:soaring", "keyword!=soaring"),
        ("set:lc", "set!=lc"),
        ("rarity=rare,legendary", "rarity!=rare,legendary"),
        ("terrain:none", "terrain!=none"),
    ] {
        let (mut a, b) = (names(&game, equal), names(&game, unequal));
        assert_eq!(a.len() + b.len(), game.cards.len(), "{unequal}");
        a.extend(b);
        a.sort();
        a.dedup();
        assert_eq!(a.len(), game.cards.len(), "{unequal}");
    }
    for strange in ["type<entity", "set>=lc", "keyword<soaring", "is>legendary", "(a or sort:name)", "-(sort:cost)"] {
        assert!(Search::parse(strange, &game).is_err(), "{strange}");
    }
}

#[test]
fn bare_words_put_names_first() {
    let game = game("afrika");
    let found = names(&game, "storyteller");
    assert_eq!(found.first().map(String::as_str), Some("Cosmic Storyteller"));
}

#[test]
fn sorting_puts_cards_without_the_field_last() {
    let game = game("afrika");
    let cost = game.field("cost").expect("cost");
    for (query, falling) in [("* sort:cost,name", false), ("* sort:-cost", true)] {
        let found = Search::parse(query, &game).expect("a query").run(&game);
        let costs: Vec<Option<i32>> = found.iter().map(|ix| game.card(*ix).number_in(cost)).collect();
        let first_none = costs.iter().position(Option::is_none).expect("terrains have no cost");
        assert!(costs[first_none..].iter().all(Option::is_none));
        assert!(costs[..first_none].windows(2).all(|w| if falling { w[0] >= w[1] } else { w[0] <= w[1] }));
    }
}

#[test]
fn errors_point_at_the_character_and_say_what_to_write() {
    let game = game("chronx");
    for (query, at, says) in [
        ("type:assset", 5, "did you mean `asset`"),
        ("skill<=two", 7, "a number"),
        ("(type:asset", 0, "not closed"),
        ("type:asset)", 10, "not opened"),
        ("name:\"half", 5, "not closed"),
        ("firpower>3", 0, "did you mean `firepower`"),
        ("cost.influense>1", 0, "did you mean `influence`"),
        ("skill:5..2", 6, "2..5"),
        ("a or", 4, "missing"),
        ("skill<=", 7, "missing"),
        ("<3", 0, "field name"),
        ("domain:corp", 7, "corporate"),
    ] {
        let e = Query::parse(query, &game).expect_err(query);
        assert_eq!(e.at, at, "{query}: {e}");
        assert!(e.to_string().contains(says), "{query}: {e}");
        assert!(e.pointing(query).contains('^'));
    }
    for (count, at) in
        [("type:asset", 0), ("2..5 type:asset", 5), ("2..5 of", 7), ("x of (type:asset)", 0), ("-1..2 of *", 1)]
    {
        match Count::parse(count, &game) {
            Err(e) => assert_eq!(e.at, at, "{count}: {e}"),
            // A minus before a count is its negation.
            Ok(parsed) => assert!(matches!(parsed, Count::Not(_)), "{count}"),
        }
    }
}

#[test]
fn deep_brackets_are_refused_and_do_not_overflow() {
    let game = game("chronx");
    for open in ["(", "-", "-("] {
        let deep = open.repeat(50_000);
        assert!(Query::parse(&deep, &game).is_err());
        assert!(Count::parse(&deep, &game).is_err());
    }
}

#[test]
fn counts_count() {
    let game = game("afrika");
    let hand: Vec<_> = ["Diamond Terrain", "Diamond Terrain", "The Void", "Cosmic Storyteller"]
        .iter()
        .map(|n| game.find(n).expect("a card"))
        .collect();
    for (count, holds) in [
        ("3 of (type:terrain)", true),
        ("2..5 of (type:terrain)", true),
        ("4.. of (type:terrain)", false),
        ("..5 of *", true),
        ("5 of *", false),
        ("2 of (name=\"Diamond Terrain\") and 1.. of (cost<=2)", true),
        ("4.. of (type:terrain) or 1 of (type:entity)", true),
        ("-(1.. of (type:entity))", false),
        ("0 of (type:vehicle)", true),
    ] {
        assert_eq!(
            Count::parse(count, &game).unwrap_or_else(|e| panic!("{}", e.pointing(count))).holds(&game, &hand),
            holds,
            "{count}"
        );
    }
}

fn term() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("*".to_owned()),
        "[a-z]{1,6}",
        Just("\"or\"".to_owned()),
        Just("\"two words\"".to_owned()),
        (
            prop_oneof![Just("cost"), Just("power"), Just("cost.diamond")],
            prop_oneof![Just("<"), Just("<="), Just("="), Just("!="), Just(">"), Just(">=")],
            0..9i32
        )
            .prop_map(|(f, o, n)| format!("{f}{o}{n}")),
        (0..4i32, 4..9i32).prop_map(|(a, b)| format!("health:{a}..{b}")),
        prop_oneof![Just(":"), Just("="), Just("!="), Just("<="), Just(">="), Just("<"), Just(">")]
            .prop_map(|o| format!("terrain{o}diamond,sky")),
        Just("terrain:none".to_owned()),
        Just("type:entity,spell".to_owned()),
        Just("rarity>=rare".to_owned()),
        Just("keyword:soaring".to_owned()),
        Just("is:legendary".to_owned()),
        Just("is:home".to_owned()),
        Just("produces:diamond".to_owned()),
        Just("name=\"cosmic storyteller\"".to_owned()),
        Just("subtype!=luminaran".to_owned()),
        Just("set:lc".to_owned()),
    ]
}

fn query() -> impl Strategy<Value = String> {
    term().prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 1..4).prop_map(|p| format!("({})", p.join(" "))),
            proptest::collection::vec(inner.clone(), 1..4).prop_map(|p| format!("({})", p.join(" or "))),
            inner.prop_map(|p| format!("-{p}")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn printing_and_parsing_are_inverse(text in query()) {
        let game = game_once();
        let parsed = Query::parse(&text, game).map_err(|e| TestCaseError::fail(e.pointing(&text)))?;
        let printed = parsed.print(game);
        let again = Query::parse(&printed, game).map_err(|e| TestCaseError::fail(e.pointing(&printed)))?;
        prop_assert_eq!(parsed.select(game), again.select(game), "{} printed as {}", text, printed);
        prop_assert_eq!(again.print(game), printed);
    }

    #[test]
    fn selecting_over_all_cards_is_asking_each_card(text in query()) {
        let game = game_once();
        let parsed = Query::parse(&text, game).map_err(|e| TestCaseError::fail(e.pointing(&text)))?;
        let plain: Vec<_> = game.indices().filter(|ix| parsed.matches(game.card(*ix))).collect();
        prop_assert_eq!(parsed.select(game), plain);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,40}") {
        let game = game_once();
        match Search::parse(&text, game) {
            Ok(search) => drop(search.run(game)),
            Err(e) => drop(e.pointing(&text)),
        }
        let _ = Count::parse(&text, game);
    }
}

fn game_once() -> &'static Game {
    static GAME: std::sync::OnceLock<Game> = std::sync::OnceLock::new();
    GAME.get_or_init(|| game("afrika"))
}
