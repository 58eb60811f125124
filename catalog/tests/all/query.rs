//! The query language: what it means, where it points when it makes no sense, that printing and parsing are inverse,
//! and that what narrows a search never loses a card.

mod invented;

use catalog::query::{CopySource, CountQuery, QueryContext};
use catalog::{Card, GameData, Query, Search, Source, load};
use proptest::prelude::*;

use invented::{query, search};

fn game(id: &str) -> GameData {
    load::game(&Source::shipped(), id).unwrap_or_else(|p| panic!("{p:#?}"))
}

fn names(game: &GameData, query: &str) -> Vec<String> {
    let search = Search::parse(query, game).unwrap_or_else(|e| panic!("{}", e.pointing(query)));
    search.run(game).iter().map(|ix| game.card(*ix).name.clone()).collect()
}

#[test]
fn each_kind_of_test_selects_what_a_plain_reading_of_the_cards_selects() {
    let game = game("afrika");
    let (cost, power) = (game.field("cost").expect("cost"), game.field("power").expect("power"));
    let rare = game.rarities.iter().position(|r| r.id == "rare").expect("declared") as u8;
    let luminous = game.sets.iter().position(|s| s.id == "luminous-chronicle").expect("shipped") as u16;
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
        ("power>=4 or rarity>=rare", Box::new(|c| c.number_in(power).is_some_and(|n| n >= 4) || c.rarity >= rare)),
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
        (
            "set:\"Luminous Chronicle\" cost:7..",
            Box::new(|c| c.set == luminous && c.number_in(cost).is_some_and(|n| n >= 7)),
        ),
        ("name:/^sto|er$/", Box::new(|c| c.name.to_lowercase().starts_with("sto") || c.name.ends_with("er"))),
        (
            "text:/draw (two|three)/",
            Box::new(|c| ["draw two", "draw three"].iter().any(|t| c.text.to_lowercase().contains(t))),
        ),
        ("text~sky", Box::new(|c| words(&game.rules_text(c)).contains(&"sky".to_owned()))),
        (
            "~sky",
            Box::new(|c| {
                words(&format!("{} {} {}", c.name, game.type_line(c), game.rules_text(c))).contains(&"sky".to_owned())
            }),
        ),
        ("name~“the void”", Box::new(|c| format!(" {} ", c.name.to_lowercase()).contains(" the void "))),
        ("terrain>=2", Box::new(|c| c.factions.count_ones() >= 2)),
        ("factions!=1", Box::new(|c| c.factions.count_ones() != 1)),
        ("has:power -has:flavor", Box::new(|c| c.number_in(power).is_some() && c.flavor.is_empty())),
        ("has:keyword has:subtype", Box::new(|c| !c.keywords.is_empty() && !c.subtypes.is_empty())),
        ("-has:text", Box::new(|c| game.rules_text(c).is_empty())),
        (
            "released<=2026-05-15 era:first-light type:vehicle",
            Box::new(|c| c.set == luminous && game.type_line(c).starts_with("Vehicle")),
        ),
        (
            "released:2026 type:vehicle -released>2026-05",
            Box::new(|c| c.set == luminous && game.type_line(c).starts_with("Vehicle")),
        ),
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

fn words(text: &str) -> Vec<String> {
    text.to_lowercase().split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect()
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
    for strange in
        ["type<entity", "set>=lc", "keyword<soaring", "is>legendary", "(a or sort:name)", "-(sort:cost)", "cost~3"]
    {
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
    for (query, at, len, says) in [
        ("type:assset", 5, 6, "did you mean `asset`"),
        ("type:asset,assset", 11, 6, "did you mean `asset`"),
        ("skill<=two", 7, 3, "a number"),
        ("(type:asset", 0, 1, "not closed"),
        ("type:asset)", 10, 1, "not opened"),
        ("name:\"half", 5, 5, "not closed"),
        ("name:“half", 5, 7, "not closed"),
        ("name:/half", 5, 5, "not closed"),
        ("name:/a(b/", 7, 1, "unclosed group"),
        ("name:/[z-a]/", 7, 3, "invalid character class range"),
        ("name:/a{1000}{1000}{9}/", 6, 16, "too large"),
        ("/*/", 1, 1, "repetition operator"),
        ("skill:/1/", 6, 3, "not a text"),
        ("type~asset", 4, 1, "cannot be compared"),
        ("type<asset", 4, 1, "cannot be compared"),
        ("firpower>3", 0, 8, "did you mean `firepower`"),
        ("cost.influense>1", 0, 14, "did you mean `influence`"),
        ("skill.influence>1", 0, 15, "no part"),
        ("rarity.x:common", 0, 8, "no parts"),
        ("skill:5..2", 6, 4, "2..5"),
        ("skill<2..5", 6, 4, "cannot be compared"),
        ("a or", 4, 1, "missing"),
        ("skill<=", 7, 1, "missing"),
        ("type:asset,", 11, 1, "missing"),
        ("<3", 0, 1, "field name"),
        ("domain:corp", 7, 4, "corporate"),
        ("domain<none", 6, 1, "cannot be compared"),
        ("released<=may", 10, 3, "2026-05-01"),
        ("released:2021-02-30", 9, 10, "not a date"),
        ("released:2022..2021", 9, 10, "empty"),
        ("era:dawn", 4, 4, "no era"),
        ("set:cx9", 4, 3, "CX2"),
        ("is:tal", 3, 3, "there is no `is:tal`"),
        ("has:skil", 4, 4, "did you mean `skill`"),
        ("a sort:name", 2, 4, "leave it out"),
        ("limit:3 a", 0, 5, "leave it out"),
        ("in:deck", 3, 4, "not in a data file"),
        ("owned>=2", 0, 5, "not in a data file"),
        ("a or (legal:sealed)", 6, 5, "not in a data file"),
    ] {
        let e = Query::parse(query, &game).expect_err(query);
        assert_eq!((e.at, e.len), (at, len), "{query}: {e}");
        assert!(e.to_string().contains(says), "{query}: {e}");
        assert!(e.pointing(query).contains(&"^".repeat(query[at..].chars().count().min(len).clamp(1, 4))));
    }
    for (search, at, says) in [
        ("sort:colour", 5, "cannot sort"),
        ("sort:opener", 5, "cannot sort"),
        ("limit:0", 6, "from 1"),
        ("limit:1,2", 0, "one number"),
        ("(limit:3)", 1, "whole search"),
        ("sort>name", 4, "write sort:"),
    ] {
        let e = Search::parse(search, &game).expect_err(search);
        assert_eq!(e.at, at, "{search}: {e}");
        assert!(e.to_string().contains(says), "{search}: {e}");
    }
    for (count, at) in
        [("type:asset", 0), ("2..5 type:asset", 5), ("2..5 of", 7), ("x of (type:asset)", 0), ("-1..2 of *", 1)]
    {
        match CountQuery::parse(count, &game) {
            Err(e) => assert_eq!(e.at, at, "{count}: {e}"),
            // A minus before a count is its negation.
            Ok(parsed) => assert!(matches!(parsed, CountQuery::Not(_)), "{count}"),
        }
    }
}

#[test]
fn deep_brackets_are_refused_and_do_not_overflow() {
    let game = game("chronx");
    for open in ["(", "-", "-("] {
        let deep = open.repeat(50_000);
        assert!(Query::parse(&deep, &game).is_err());
        assert!(CountQuery::parse(&deep, &game).is_err());
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
            CountQuery::parse(count, &game).unwrap_or_else(|e| panic!("{}", e.pointing(count))).holds(&game, &hand),
            holds,
            "{count}"
        );
    }
}

/// A person with two cards in the deck and three of another at home; one format, which allows what costs little.
struct Somebody;

impl QueryContext for Somebody {
    fn has(&self, pile: CopySource) -> bool {
        pile != CopySource::Wanted
    }
    fn copies(&self, pile: CopySource, card: &Card) -> u32 {
        match (pile, card.id.as_str()) {
            (CopySource::Deck, "the-void") => 2,
            (CopySource::Owned, "cosmic-storyteller") => 3,
            _ => 0,
        }
    }
    fn formats(&self) -> Vec<&str> {
        vec!["small"]
    }
    fn fits(&self, card: &Card) -> bool {
        card.id == "the-void"
    }
    fn legal(&self, card: &Card, _: &str, on: Option<&str>) -> bool {
        card.name.len() < 12 && on.is_none_or(|day| day >= "2026-05-15")
    }
}

#[test]
fn relations_are_answered_by_whoever_asks() {
    let game = game("afrika");
    let found = |text: &str| -> Vec<String> {
        let search = Search::parse_in(text, &game, &Somebody).unwrap_or_else(|e| panic!("{}", e.pointing(text)));
        search.run_in(&game, &Somebody).iter().map(|ix| game.card(*ix).name.clone()).collect()
    };
    assert_eq!(found("in:deck"), ["The Void"]);
    assert_eq!(found("fits:deck"), ["The Void"]);
    assert_eq!(found("deck=2 or owned>=3 sort:name"), ["Cosmic Storyteller", "The Void"]);
    assert_eq!(found("owned:1..2"), Vec::<String>::new());
    assert_eq!(found("-owned=0 -in:deck"), ["Cosmic Storyteller"]);
    let short = game.cards.iter().filter(|c| c.name.len() < 12).count();
    assert!(short > 0);
    assert_eq!(found("legal:small").len(), short);
    assert_eq!(found("legal:small@2026-05-15").len(), short);
    assert!(found("legal:small@2026-05-14").is_empty());
    for (text, at, says) in [
        ("wanted>0", 0, "no want list"),
        ("in:wants", 3, "no want list"),
        ("in:bag", 3, "collection"),
        ("legal:tiny", 6, "small"),
        ("legal:small@2026-05", 6, "small@2026-05-01"),
    ] {
        let e = Search::parse_in(text, &game, &Somebody).expect_err(text);
        assert_eq!(e.at, at, "{text}: {e}");
        assert!(e.to_string().contains(says), "{text}: {e}");
    }
}

#[test]
fn an_order_may_have_several_keys_and_a_limit() {
    let game = game("afrika");
    let cost = game.field("cost").expect("cost");
    let found = Search::parse("has:cost sort:-cost,rarity,-name limit:40", &game).expect("a search").run(&game);
    assert_eq!(found.len(), 40);
    let mut slow: Vec<_> = game.indices().filter(|ix| game.card(*ix).number_in(cost).is_some()).collect();
    slow.sort_by(|a, b| {
        let (a, b) = (game.card(*a), game.card(*b));
        let by_cost = b.number_in(cost).cmp(&a.number_in(cost));
        by_cost.then(a.rarity.cmp(&b.rarity)).then_with(|| b.folded_name().cmp(a.folded_name()))
    });
    assert_eq!(found, slow[..40]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_parses_to_the_same_tree(search in search()) {
        let game = game_once();
        let printed = search.print(game);
        let again = Search::parse_in(&printed, game, &Somebody)
            .map_err(|e| TestCaseError::fail(e.pointing(&printed)))?;
        prop_assert_eq!(&again, &search, "{}", printed);
    }

    #[test]
    fn searching_all_cards_is_asking_each_card(query in query()) {
        let game = game_once();
        let fits = |ix: &catalog::CardIx| query.matches_with(game.card(*ix), &Somebody);
        let plain: Vec<_> = game.indices().filter(fits).collect();
        prop_assert_eq!(query.select_in(game, &Somebody), plain.clone(), "{}", query.print(game));
        let mut found = Search { query, ..Search::default() }.run_in(game, &Somebody);
        found.sort();
        prop_assert_eq!(found, plain);
    }

    #[test]
    fn no_text_makes_the_parser_panic(text in "\\PC{0,40}", signs in "[a-z:=~<>!/\"“()*,.@ -]{0,24}") {
        let game = game_once();
        for text in [text, signs] {
            match Search::parse_in(&text, game, &Somebody) {
                Ok(search) => {
                    search.run_in(game, &Somebody);
                    let printed = search.print(game);
                    let again = Search::parse_in(&printed, game, &Somebody);
                    prop_assert_eq!(again.as_ref(), Ok(&search), "{} printed as {}", text, printed);
                }
                Err(e) => drop(e.pointing(&text)),
            }
            let _ = CountQuery::parse(&text, game);
            for cursor in 0..=text.len() {
                catalog::query::complete(&text, cursor, game, Some(&Somebody));
            }
        }
    }
}

fn game_once() -> &'static GameData {
    static GAME: std::sync::OnceLock<GameData> = std::sync::OnceLock::new();
    GAME.get_or_init(|| game("afrika"))
}

/// What may be typed where a `|` stands.
fn completions(game: &GameData, marked: &str) -> Vec<String> {
    let cursor = marked.find('|').expect("a cursor");
    let text = marked.replace('|', "");
    let put = |c: catalog::query::Completion| format!("{}{}{}", &text[..c.range.start], c.text, &text[c.range.end..]);
    catalog::query::complete(&text, cursor, game, Some(&Somebody)).into_iter().map(put).collect()
}

#[test]
fn fields_and_values_complete_where_the_cursor_stands() {
    let game = game("afrika");
    for (marked, first) in [
        ("ra|", "rarity:"),
        ("draw po|", "draw power:"),
        ("-ty|", "-type:"),
        ("(ty| or draw)", "(type: or draw)"),
        ("terr| cost>2", "terrain: cost>2"),
        ("type:ent|", "type:entity"),
        ("type:ent| draw", "type:entity draw"),
        ("-type:en|", "-type:entity"),
        ("type:sp|", "type:spell"),
        ("type:entity,te|", "type:entity,terrain"),
        ("type:entty|", "type:entity"),
        ("terrain:deep|", "terrain:sea"),
        ("terrain>=n|", "terrain>=nebula"),
        ("rarity>=ra|", "rarity>=rare"),
        ("keyword:soa|", "keyword:soaring"),
        ("set:lu|", "set:luminous-chronicle"),
        ("set:\"lum|", "set:luminous-chronicle"),
        ("is:leg|", "is:legendary"),
        ("has:fl|", "has:flavor"),
        ("in:d|", "in:deck"),
        ("legal:s|", "legal:small"),
        ("sort:-co|", "sort:-cost"),
        ("sort:cost,-na|", "sort:cost,-name"),
        ("cost.dia|", "cost.diamond"),
        ("era:|", "era:first-light"),
        ("ra|rity:x", "rarity:x"),
        ("name:\"cosmic st|", "name:\"Cosmic Storyteller\""),
        ("subtype:lum|", "subtype:Luminaran"),
        ("ent|", "type:entity"),
        ("soar|", "is:soaring"),
    ] {
        let all = completions(&game, marked);
        assert_eq!(all.first().map(String::as_str), Some(first), "{marked}: {all:?}");
    }
    assert!(!completions(&game, "type:entity,|").contains(&"type:entity,entity".to_owned()));
    for nothing in ["\"dra|", "name:/a|", "cost:|", "in:w|", "type:entity|", "nonsense:a|", "\"draw\"|"] {
        assert_eq!(completions(&game, nothing), Vec::<String>::new(), "{nothing}");
    }
    let all = completions(&game, "|");
    for field in ["name:", "terrain:", "cost:", "owned:", "legal:", "sort:", "limit:"] {
        assert!(all.contains(&field.to_owned()), "{field}");
    }
    assert!(!all.contains(&"wanted:".to_owned()));
    // Without anybody around nothing is offered that would be a fault.
    let alone = catalog::query::complete("", 0, &game, None);
    assert!(alone.iter().all(|c| !["owned:", "deck:", "in:", "legal:"].contains(&c.text.as_str())));
}

#[test]
fn facets_count_what_was_found() {
    let game = game("afrika");
    let found = Search::parse("rarity>=uncommon", &game).expect("a search").run(&game);
    let tally = catalog::query::FacetCounts::count(&game, &found);
    let count =
        |query: &str| Query::parse(&format!("rarity>=uncommon {query}"), &game).expect(query).select(&game).len();
    for (i, faction) in game.factions.iter().enumerate() {
        assert_eq!(tally.factions[i], count(&format!("terrain:{}", faction.id)));
    }
    for (i, kind) in game.types.iter().enumerate() {
        assert_eq!(tally.types[i], count(&format!("type:{}", kind.id)));
    }
    for (i, rarity) in game.rarities.iter().enumerate() {
        assert_eq!(tally.rarities[i], count(&format!("rarity:{}", rarity.id)));
    }
    for cost in 0..7 {
        assert_eq!(tally.costs[cost], count(&format!("cost={cost}")));
    }
    assert_eq!(tally.costs[7], count("cost>=7"));
}

#[test]
fn what_is_looked_up_is_what_every_card_would_have_said() {
    let game = game("afrika");
    let (a, b) = (&game.cards[3], &game.cards[game.cards.len() - 2]);
    let (set_a, set_b) = (&game.sets[a.set as usize].id, &game.sets[b.set as usize].id);
    for text in [
        format!("set:{set_a}"),
        format!("set:{set_a},{set_b} rarity:common"),
        format!("(set:{set_a} id={},{}) or (set:{set_b} id={})", a.id, b.id, b.id),
        format!("-(set:{set_a} id={})", a.id),
        format!("set:{set_a} or type:terrain"),
        format!("set:{set_a} set:{set_b}"),
        format!("id={} -type:terrain", a.id),
        format!("id={} \"{}\"", b.id, b.name),
    ] {
        let query = Query::parse(&text, &game).expect("a query");
        let slow: Vec<_> = game.indices().filter(|ix| query.matches(game.card(*ix))).collect();
        assert_eq!(query.select(&game), slow, "{text}");
    }
}
