//! Queries of every kind, invented.

use catalog::query::{
    CardPart, CardTest, CompareOp, CopySource, NumberRange, Pattern, Regex, Relation, SortBy, SortKey,
};
use catalog::{Query, Search};
use proptest::prelude::*;

use super::game_once;

fn range(numbers: std::ops::Range<i32>) -> impl Strategy<Value = NumberRange> {
    let two = (numbers.clone(), numbers).prop_map(|(a, b)| (a.min(b), a.max(b)));
    (two, 0..4u8, any::<bool>()).prop_map(|((a, b), open, outside)| {
        let (min, max) = match open {
            0 => (Some(a), None),
            1 => (None, Some(b)),
            2 => (Some(a), Some(a)),
            _ => (Some(a), Some(b)),
        };
        NumberRange { min, max, outside }
    })
}

/// A text with everything that could be taken for a sign of the language.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,5}",
        prop_oneof![Just("or"), Just("and"), Just("of"), Just(""), Just("a card"), Just("type:x"), Just("2..5")]
            .prop_map(str::to_owned),
        "[a-z \\-\"\\\\/~!*:=<>(),.'é]{0,6}".prop_map(|t| catalog::fold::fold(&t)),
    ]
}

fn pattern() -> impl Strategy<Value = Pattern> {
    let source = prop_oneof![
        Just("^[st]"),
        Just("a.*e$"),
        Just("(two|three) \\w+"),
        Just("\\/|\\+"),
        Just("Ä\\S"),
        Just("\\s*$"),
        Just("[^q]+"),
        Just("\\Ac"),
        Just("x?"),
        Just("e$\\s^.")
    ];
    prop_oneof![
        text().prop_map(Pattern::Part),
        text().prop_map(Pattern::Words),
        source.prop_map(|s| Pattern::Regex(Regex::new(s).expect("compiles"))),
    ]
}

fn op() -> impl Strategy<Value = CompareOp> {
    prop_oneof![
        Just(CompareOp::Has),
        Just(CompareOp::Is),
        Just(CompareOp::Not),
        Just(CompareOp::Less),
        Just(CompareOp::AtMost),
        Just(CompareOp::More),
        Just(CompareOp::AtLeast)
    ]
}

/// Any test that a query about this game's cards can hold.
fn term() -> impl Strategy<Value = CardTest> {
    let game = game_once();
    let field = |id: &str| game.field(id).expect("a field");
    let (cost, power, health) = (field("cost"), field("power"), field("health"));
    let (basic, legendary, produces) = (field("basic"), field("legendary"), field("produces"));
    let mask = |n: usize| 1u32..1 << n;
    let bits = |mask: u32| (0..32u8).filter(|i| mask & (1 << i) != 0).collect::<Vec<_>>();
    let set = || (0..game.sets.len() as u16).collect::<Vec<_>>();
    let day = |s: &catalog::card::Set| s.released.clone().unwrap_or_default();
    let sets = |of: &dyn Fn(&catalog::card::Set) -> bool| {
        (0..game.sets.len() as u16).filter(|i| of(&game.sets[*i as usize])).collect::<Vec<_>>()
    };
    let places =
        prop_oneof![Just(CardPart::Name), Just(CardPart::Text), Just(CardPart::Flavor), Just(CardPart::Subtype)];
    let sparse = prop_oneof![
        Just(CardPart::Text),
        Just(CardPart::Flavor),
        Just(CardPart::Subtype),
        Just(CardPart::Keyword),
        Just(CardPart::Field(cost)),
        Just(CardPart::Field(power)),
    ];
    prop_oneof![
        pattern().prop_map(CardTest::Anywhere),
        (places, prop_oneof![pattern(), text().prop_map(Pattern::Whole)]).prop_map(|(place, p)| CardTest::In(place, p)),
        prop_oneof![Just(CardPart::Number), Just(CardPart::Id)]
            .prop_flat_map(|place| text().prop_map(move |t| CardTest::In(place, Pattern::Whole(t)))),
        sparse.prop_map(CardTest::Has),
        mask(game.types.len()).prop_map(CardTest::Type),
        Just(CardTest::Set(set())),
        Just(CardTest::Era {
            eras: vec!["first-light".into()],
            sets: sets(&|s| s.era.as_deref() == Some("first-light"))
        }),
        Just(CardTest::Released {
            op: CompareOp::AtMost,
            when: "2026-05".into(),
            sets: sets(&|s| day(s).as_str() < "2026-06")
        }),
        Just(CardTest::Released {
            op: CompareOp::Is,
            when: "..2026-04-30".into(),
            sets: sets(&|s| day(s).as_str() <= "2026-04-30")
        }),
        (op(), 0..game.rarities.len() as u8).prop_map(|(op, rank)| CardTest::Rarity(op, vec![rank])),
        mask(game.rarities.len()).prop_map(move |m| CardTest::Rarity(CompareOp::Has, bits(m))),
        (op(), mask(game.factions.len())).prop_map(|(op, m)| CardTest::Faction(op, m)),
        range(0..5).prop_map(CardTest::Factions),
        mask(game.keywords.len()).prop_map(move |m| CardTest::Keyword(bits(m))),
        (range(-3..9), prop_oneof![Just(None), (0..game.resources.len()).prop_map(Some)])
            .prop_map(move |(range, resource)| CardTest::Number { field: cost, resource, range }),
        range(-3..9).prop_map(move |range| CardTest::Number { field: health, resource: None, range }),
        prop_oneof![Just(basic), Just(legendary)].prop_map(CardTest::Flag),
        (op(), mask(game.resources.len())).prop_map(move |(op, m)| CardTest::Resources(produces, op, m)),
        Just(CardTest::Home),
        (prop_oneof![Just(CopySource::Deck), Just(CopySource::Owned)], range(0..4))
            .prop_map(|(pile, range)| CardTest::Relation(Relation::Copies(pile, range))),
        prop_oneof![Just(None), Just(Some("2026-05-15".to_owned()))]
            .prop_map(|on| CardTest::Relation(Relation::Legal { format: "small".into(), on })),
    ]
}

/// Any tree that the parser can make: lists have two parts or more, and an `and` needs no "every card".
pub fn query() -> impl Strategy<Value = Query> {
    let leaf = prop_oneof![1 => Just(Query::All), 12 => term().prop_map(Query::Test)];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let some = || proptest::collection::vec(inner.clone(), 2..4);
        let narrow = some().prop_map(|parts| {
            let mut parts: Vec<Query> = parts.into_iter().filter(|p| *p != Query::All).collect();
            if parts.len() > 1 { Query::And(parts) } else { parts.pop().unwrap_or_default() }
        });
        prop_oneof![narrow, some().prop_map(Query::Or), inner.prop_map(|p| Query::Not(Box::new(p)))]
    })
}

pub fn search() -> impl Strategy<Value = Search> {
    let power = game_once().field("power").expect("power");
    let by = prop_oneof![
        Just(SortBy::Name),
        Just(SortBy::Print),
        Just(SortBy::Rarity),
        Just(SortBy::Faction),
        Just(SortBy::Type),
        Just(SortBy::Field(power))
    ];
    let key = (by, any::<bool>()).prop_map(|(by, descending)| SortKey { by, descending });
    (query(), proptest::collection::vec(key, 0..3), prop_oneof![Just(None), (1..99usize).prop_map(Some)])
        .prop_map(|(query, sort, limit)| Search { query, sort, limit })
}
