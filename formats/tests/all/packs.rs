//! Packs: what products promise, what is computed of them, and that a proof tells sound packs from others.

use std::collections::HashMap;
use std::sync::Arc;

use catalog::{CardIx, Query, Source, load};
use formats::GameLibrary;
use formats::limited::booster::event_packs::{self, deal};
use formats::limited::booster::expect::ExpectedContents;
use formats::limited::booster::prove::{self, Proof, Prover, TestQuestion};
use formats::limited::booster::{Packaging, Product};
use formats::rng::Seed;
use proptest::prelude::*;

use crate::large::cases;

fn game_library(id: &str) -> GameLibrary {
    let source = Source::shipped();
    let game = load::game(&source, id).unwrap_or_else(|p| panic!("{p:#?}"));
    GameLibrary::load(&source, Arc::new(game)).unwrap_or_else(|p| panic!("{p:#?}"))
}

/// A game of cards `a0`, `a1`, …, `b0`, … in two factions and `n0`, … in none, with one product.
pub(super) fn tiny(cards: [usize; 3], product: &str) -> (Arc<catalog::GameData>, Product) {
    let source = Source::from_texts("tiny", tiny_files(cards, product));
    let game = Arc::new(load::game(&source, "tiny").unwrap_or_else(|p| panic!("{p:#?}")));
    let mut game_library = GameLibrary::load(&source, game.clone()).unwrap_or_else(|p| panic!("{p:#?}"));
    (game, game_library.products.remove(0))
}

pub(super) fn tiny_files(cards: [usize; 3], product: &str) -> Vec<(String, String)> {
    let game = r##"
        source = "house set"
        id = "tiny"
        name = "Tiny"
        edition = "first"
        about = "For tests."
        players = [2, 2]
        default_format = "any"
        [factions]
        field = "house"
        name = "House"
        [[faction]]
        id = "a"
        name = "A"
        about = "A."
        letter = "A"
        colour = "#ff0000"
        symbol = "M0 0h9v9z"
        [[faction]]
        id = "b"
        name = "B"
        about = "B."
        letter = "B"
        colour = "#00ff00"
        symbol = "M0 0h9v9z"
        [[type]]
        id = "unit"
        name = "Unit"
        plural = "Units"
        permanent = true
        [[rarity]]
        id = "common"
        name = "Common"
        letter = "C"
        colour = "#cfd6e1"
        [[section]]
        id = "main"
        name = "Deck"
        accepts = "*"
        [goldfish]
        goal = "1.. of (type:unit)"
        goal_text = "a unit"
        [goldfish.hand]
        size = 1
        mulligan = "paris"
        keep = "1.. of (type:unit)"
        [[goldfish.play]]
        of = "type:unit"
    "##;
    let mut set = String::from("source = \"house set\"\nid = \"set\"\nname = \"Set\"\ncode = \"S\"\n");
    let mut number = 0;
    for (letter, count) in ["a", "b", "n"].iter().zip(cards) {
        for i in 0..count {
            number += 1;
            set += &format!(
                "[[card]]\nname = \"{letter}{i}\"\nnumber = \"{number}\"\ntype = [\"unit\"]\nrarity = \"common\"\n"
            );
            set += &if *letter == "n" { String::new() } else { format!("house = [\"{letter}\"]\n") };
        }
    }
    let product = format!("source = \"house set\"\nid = \"pack\"\nname = \"Pack\"\nabout = \"Some cards.\"\n{product}");
    let format = "source = \"house set\"\nid = \"any\"\nname = \"Any\"\nabout = \"Anything.\"\n";
    let files =
        [("game.toml", game), ("sets/set.toml", &set), ("boosters/pack.toml", &product), ("formats/any.toml", format)];
    files.map(|(path, text)| (path.to_owned(), text.to_owned())).to_vec()
}

pub(super) fn prove(product: &Product, packs: u32, seed: Seed) -> Proof {
    prove::prove(product, &ExpectedContents::new(product), packs, seed, 0.001)
}

/// Packs as somebody else makes them.
pub(super) fn prove_other(product: &Product, packs: impl Iterator<Item = Vec<CardIx>>) -> Proof {
    let expected = ExpectedContents::new(product);
    let mut prover = Prover::new(product, &expected);
    packs.for_each(|pack| prover.note(&pack));
    prover.finish(0.001)
}

fn has_twice(pack: &[CardIx]) -> bool {
    let mut sorted = pack.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).any(|w| w[0] == w[1])
}

#[test]
fn af_r62_a_pack_has_its_eighteen_cards_and_no_double() {
    let game_library = game_library("afrika");
    let product = game_library.product("luminous-chronicle").expect("the booster");
    let of = |query: &str| Query::parse(query, &game_library.game).expect("a query");
    let rarities = ["rarity:common -is:basic", "rarity:uncommon", "rarity:rare,legendary", "is:basic"].map(of);
    let legendary = of("rarity:legendary");
    let terrains: Vec<Query> =
        game_library.game.factions.iter().map(|f| of(&format!("rarity:common terrain:{}", f.id))).collect();
    let count =
        |pack: &[CardIx], query: &Query| pack.iter().filter(|c| query.matches(game_library.game.card(**c))).count();
    let (mut dice, mut opener, mut pack) = (Seed::from_number(1).fast(), product.opener(), Vec::new());
    let (mut legends, packs) = (0, 20_000);
    for _ in 0..packs {
        opener.open(&mut dice, &mut pack);
        assert_eq!(rarities.each_ref().map(|q| count(&pack, q)), [11, 4, 2, 1]);
        assert!(!has_twice(&pack));
        assert!(terrains.iter().all(|t| count(&pack, t) >= 1), "commons of every terrain");
        legends += count(&pack, &legendary);
    }
    // One pack of eight; five standard deviations of 20,000 throws are 234.
    assert!((legends as i64 - packs / 8).abs() < 234, "{legends} legends");
}

#[test]
fn cx_r17_a_pack_has_fifteen_different_cards_of_all_domains_and_no_headquarters() {
    let game_library = game_library("chronx");
    let product = game_library.product("second-edition").expect("a product");
    let expected = ExpectedContents::new(product);
    let deck_card = Query::parse("type:asset,program,intervention", &game_library.game).expect("a query");
    let cards = deck_card.select(&game_library.game);
    let even = 15.0 / cards.len() as f64;
    assert!(cards.iter().all(|c| (expected.as_fan(*c) - even).abs() < 1e-12), "each as likely as any other");
    let mut domains = 0;
    cards.iter().for_each(|c| domains |= game_library.game.card(*c).factions);
    assert_eq!(domains.count_ones(), 5);
    for packs in deal(&[product; 4], 50, Seed::from_number(2)).expect("enough") {
        assert!(packs.iter().all(|pack| pack.len() == 15 && !has_twice(pack)));
        assert!(packs.iter().flatten().all(|c| deck_card.matches(game_library.game.card(*c))));
    }
}

#[test]
fn as_fans_of_the_shipped_products_are_those_of_their_slots() {
    let game_library = game_library("afrika");
    let product = game_library.product("luminous-chronicle").expect("a product");
    let expected = ExpectedContents::new(product);
    let fan = |sheet: &str, cards: f64| {
        let sheet = product.sheets.iter().find(|s| s.id == sheet).expect("a sheet");
        for card in &sheet.cards {
            let found = expected.as_fan(*card);
            assert!((found - cards / sheet.cards.len() as f64).abs() < 1e-8, "{}: {found}", sheet.id);
        }
    };
    fan("common", 11.0);
    fan("uncommon", 4.0);
    fan("rare", 1.0 + 7.0 / 8.0);
    fan("legendary", 1.0 / 8.0);
    fan("terrain", 1.0);
}

#[test]
fn packs_of_the_shipped_products_are_proven() {
    for game in ["afrika", "chronx"] {
        for product in &game_library(game).products {
            let proof = prove(product, 40_000, Seed::from_number(5));
            assert!(proof.holds(), "{game}/{}: {proof:#?}", product.id);
            assert!(proof.untested.is_empty() && proof.tests.len() > product.sheets.len().min(2) - 1);
        }
    }
}

/// Every way in which a pack can be filled from one sheet, draw by draw, with its chance.
fn all_packs(
    copies: &[(usize, u32)],
    draws: usize,
    unique: bool,
    held: Vec<usize>,
    chance: f64,
    out: &mut Vec<(Vec<usize>, f64)>,
) {
    if held.len() == draws {
        return out.push((held, chance));
    }
    let free: Vec<&(usize, u32)> = copies.iter().filter(|(c, _)| !unique || !held.contains(c)).collect();
    let all: u32 = free.iter().map(|(_, n)| n).sum();
    for (card, n) in free {
        let mut more = held.clone();
        more.push(*card);
        all_packs(copies, draws, unique, more, chance * f64::from(*n) / f64::from(all), out);
    }
}

#[test]
fn what_is_computed_is_what_every_way_of_drawing_adds_up_to() {
    let list = "\"a0\", \"a1\", \"2 a2\", \"2 b0\", \"5 b1\"";
    let copies = [(0, 1), (1, 1), (2, 2), (3, 2), (4, 5)];
    for unique in [true, false] {
        let unique_line = if unique { "" } else { "unique = \"-*\"\n" };
        let text = format!(
            "{unique_line}[[sheet]]\nid = \"s\"\nlist = [{list}]\n[[sheet]]\nid = \"o\"\ncards = \"name:n\"\n\
             [[slot]]\ncount = 2\nof = {{ s = 1 }}\n[[slot]]\ncount = 1\nof = {{ s = 3, o = 1 }}\n"
        );
        let (game, product) = tiny([3, 2, 4], &text);
        let expected = ExpectedContents::new(&product);
        // Three draws from the sheet in three packs of four, two in the fourth.
        let mut packs = Vec::new();
        all_packs(&copies, 3, unique, Vec::new(), 0.75, &mut packs);
        all_packs(&copies, 2, unique, Vec::new(), 0.25, &mut packs);
        for (at, name) in ["a0", "a1", "a2", "b0", "b1"].iter().enumerate() {
            let fan: f64 = packs.iter().map(|(p, chance)| p.iter().filter(|c| **c == at).count() as f64 * chance).sum();
            let card = game.find(name).expect("a card");
            assert!((expected.as_fan(card) - fan).abs() < 1e-12, "{name}: {} and {fan}", expected.as_fan(card));
        }
        for group in expected.groups.iter().filter(|g| g.sheet == 0) {
            let of = |p: &Vec<usize>| p.iter().filter(|c| copies[**c].1 == group.copies).count();
            for (k, chance) in group.in_pack.as_ref().expect("computed").iter().enumerate() {
                let sum: f64 = packs.iter().filter(|(p, _)| of(p) == k).map(|(_, c)| c).sum();
                assert!((chance - sum).abs() < 1e-12, "{}: {k} cards {chance} and {sum}", group.name);
            }
        }
        assert!((expected.as_fan(game.find("n0").expect("a card")) - 0.25 / 4.0).abs() < 1e-12);
    }
}

/// Products of every kind, on tiny sets: the cards, the file, and what is proven of it beside.
const KINDS: [(&str, [usize; 3], &str); 9] = [
    (
        "spread over factions of unequal size",
        [5, 3, 2],
        "[[sheet]]\nid = \"s\"\ncards = \"*\"\n[[slot]]\ncount = 4\nof = { s = 1 }\nspread = true\n",
    ),
    (
        "copies",
        [4, 4, 0],
        "[[sheet]]\nid = \"s\"\ncards = \"*\"\n[[sheet.copies]]\nof = \"house:a\"\ncount = 3\n[[slot]]\ncount = 3\nof = { s = 1 }\n",
    ),
    (
        "doubles",
        [4, 0, 0],
        "unique = \"-*\"\n[[sheet]]\nid = \"s\"\ncards = \"*\"\n[[slot]]\ncount = 3\nof = { s = 1 }\n",
    ),
    (
        "a run, cut for each pack",
        [6, 0, 0],
        "[[sheet]]\nid = \"s\"\nlist = [\"a0\", \"a1\", \"a2\", \"a0\", \"a3\", \"a4\", \"a5\"]\nrun = true\n[[slot]]\ncount = 3\nof = { s = 1 }\n",
    ),
    (
        "a run, cut for a box",
        [6, 3, 0],
        "[box]\npacks = 4\n[[sheet]]\nid = \"s\"\nlist = [\"a0\", \"a1\", \"a2\", \"a3\", \"a4\", \"a5\"]\nrun = true\n[[sheet]]\nid = \"t\"\ncards = \"house:b\"\n[[slot]]\ncount = 4\nof = { s = 1 }\n[[slot]]\ncount = 1\nof = { t = 1 }\n",
    ),
    (
        "rarities even over a box",
        [6, 2, 0],
        "[box]\npacks = 6\n[[sheet]]\nid = \"s\"\ncards = \"house:a\"\n[[sheet]]\nid = \"t\"\ncards = \"house:b\"\n[[slot]]\ncount = 1\nof = { s = 3, t = 1 }\neven = \"box\"\n",
    ),
    (
        "rares that come once a box, over a case",
        [12, 3, 0],
        "[box]\npacks = 4\ncase = 3\n[[sheet]]\nid = \"s\"\ncards = \"house:a\"\nback = \"box\"\n[[sheet]]\nid = \"t\"\ncards = \"house:b\"\nback = \"case\"\n[[slot]]\ncount = 2\nof = { s = 1 }\n[[slot]]\ncount = 1\nof = { s = 11, t = 1 }\neven = \"case\"\n",
    ),
    (
        "copies that lie in a box",
        [3, 0, 0],
        "unique = \"-*\"\n[box]\npacks = 3\n[[sheet]]\nid = \"s\"\nlist = [\"2 a0\", \"3 a1\", \"2 a2\"]\nback = \"box\"\n[[slot]]\ncount = 2\nof = { s = 1 }\n",
    ),
    (
        "a cube of single cards",
        [9, 9, 0],
        "[[sheet]]\nid = \"s\"\ncards = \"*\"\nback = \"never\"\n[[slot]]\ncount = 4\nof = { s = 1 }\n",
    ),
];

#[test]
fn packs_of_every_kind_of_product_are_proven() {
    for (kind, cards, text) in KINDS {
        let (_, product) = tiny(cards, text);
        let proof = prove(&product, 24_000, Seed::from_number(11));
        assert!(proof.holds(), "{kind}: {proof:#?}");
        assert!(proof.untested.is_empty(), "{kind}: {:?}", proof.untested);
        let expected = ExpectedContents::new(&product);
        let total: f64 = expected.groups.iter().map(|g| g.mean).sum();
        assert!((total - f64::from(product.size())).abs() < 1e-7, "{kind}: as-fans add up to the pack, not {total}");
    }
}

#[test]
fn sound_packs_fail_as_seldom_as_is_said() {
    // Of many proofs of sound packs, a tenth has a test whose p-value is below a tenth of what one test may have.
    for (kind, cards, text) in KINDS {
        let (_, product) = tiny(cards, text);
        let (mut low, mut high, mut all) = (0, 0, 0);
        for seed in 0..cases(60, 150) {
            for test in prove(&product, 1_200, Seed::from_number(1000 + seed)).tests {
                low += u32::from(test.p < 0.1);
                high += u32::from(test.p > 0.5);
                all += 1;
            }
        }
        let (low, high) = (f64::from(low) / f64::from(all), f64::from(high) / f64::from(all));
        assert!(
            cases(0.02..0.2, 0.04..0.16).contains(&low) && cases(0.34..0.66, 0.38..0.62).contains(&high),
            "{kind}: {low} below 0.1, {high} above 0.5"
        );
    }
}

#[test]
fn packs_that_are_not_what_is_said_are_found_out() {
    let fails = |proof: &Proof, asks: TestQuestion| proof.tests.iter().any(|t| t.asks == asks && t.p < proof.bar());
    let two = |a: u32, b: u32| {
        let text = format!(
            "[[sheet]]\nid = \"s\"\ncards = \"house:a\"\n[[sheet]]\nid = \"t\"\ncards = \"house:b\"\n\
             [[slot]]\ncount = 2\nof = {{ s = 1 }}\n[[slot]]\ncount = 1\nof = {{ s = {a}, t = {b} }}\n"
        );
        tiny([12, 6, 0], &text).1
    };
    let (said, other) = (two(7, 1), two(6, 1));
    let packs = |product: &Product, n: usize| -> Vec<Vec<CardIx>> {
        let (mut opener, mut dice) = (product.opener(), Seed::from_number(3).secret());
        let mut pack = Vec::new();
        (0..n)
            .map(|_| {
                opener.open(&mut dice, &mut pack);
                pack.clone()
            })
            .collect()
    };
    // One legend in seven packs instead of eight.
    let proof = prove_other(&said, packs(&other, 20_000).into_iter());
    assert!(!proof.holds() && fails(&proof, TestQuestion::Number), "{proof:#?}");
    // One card that is twice as likely as the others.
    let favourite = said.sheets[0].cards[0];
    let loaded = packs(&said, 20_000).into_iter().enumerate().map(|(i, mut pack)| {
        if i % 10 == 0 && !pack.contains(&favourite) {
            pack[0] = favourite;
        }
        pack
    });
    let proof = prove_other(&said, loaded);
    assert!(!proof.holds() && fails(&proof, TestQuestion::Evenness), "{proof:#?}");
    // A card twice, a card too few, a card of another product.
    let mut bad = packs(&said, 5_000);
    bad[17][1] = bad[17][0];
    bad[18].pop();
    let proof = prove_other(&said, bad.into_iter());
    let told: Vec<&str> = proof.broken.iter().map(|(p, _)| p.as_str()).collect();
    assert_eq!(told, ["a pack has 3 cards", "a pack holds each card of `s` once"]);
    assert!(!proof.holds());
    // A run that is cut at some places only.
    let (_, run) = tiny(KINDS[3].1, KINDS[3].2);
    let cut = |start: usize| (0..3).map(|i| run.sheets[0].copies[(start + i) % 7]).collect::<Vec<_>>();
    let proof = prove_other(&run, (0..7_000).map(|i| cut(i % 6)));
    assert!(fails(&proof, TestQuestion::Cut), "{proof:#?}");
    let proof = prove_other(
        &run,
        (0..7_000).map(|i| {
            let mut p = cut(i % 7);
            p.swap(0, 2);
            p
        }),
    );
    assert!(proof.broken.iter().any(|(p, _)| p.contains("side by side")), "{proof:#?}");
}

#[test]
fn chi_squares_have_the_published_p_values() {
    // The 5 per cent points of 1, 10 and 100 degrees of freedom, and the 0.1 per cent point of 5.
    for (chi, freedom, p) in [(3.841, 1.0, 0.05), (18.307, 10.0, 0.05), (124.342, 100.0, 0.05), (20.515, 5.0, 0.001)] {
        let found = statrs::function::gamma::gamma_ur(freedom / 2.0, chi / 2.0);
        assert!((found - p).abs() < p * 2e-3, "{chi} with {freedom}: {found}");
    }
}

#[test]
fn too_few_packs_prove_nothing() {
    let (_, product) = tiny(KINDS[0].1, KINDS[0].2);
    let proof = prove(&product, 3, Seed::from_number(1));
    assert!(!proof.holds() && proof.tests.is_empty() && !proof.untested.is_empty());
}

#[test]
fn a_pack_depends_on_its_seat_and_round_alone() {
    let game_library = game_library("afrika");
    let product = game_library.product("luminous-chronicle").expect("a product");
    let other = game_library.product("long-night").expect("a product");
    let packs = deal(&[product; 6], 8, Seed::from_number(4)).expect("enough");
    let fewer = deal(&[product; 3], 5, Seed::from_number(4)).expect("enough");
    let mixed = deal(&[product, other, product], 5, Seed::from_number(4)).expect("enough");
    for round in 0..3 {
        for seat in 0..5 {
            assert_eq!(packs[round][seat], fewer[round][seat], "more players and packs change nobody's packs");
            if round != 1 {
                assert_eq!(packs[round][seat], mixed[round][seat], "nor does another product");
            }
        }
    }
    let all: std::collections::HashSet<&Vec<CardIx>> = packs.iter().flatten().collect();
    assert_eq!(all.len(), 48, "no pack is like another");
}

#[test]
fn boxes_hold_what_is_even_and_a_round_more_changes_none_before() {
    let (_, product) = tiny(KINDS[6].1, KINDS[6].2);
    assert_eq!((product.unit(), product.boxed), (12, Some(Packaging { packs: 4, boxes: 3 })));
    let packs = deal(&[&product; 6], 4, Seed::from_number(8)).expect("enough");
    assert_eq!(packs[..3], deal(&[&product; 3], 4, Seed::from_number(8)).expect("enough"));
    let legends =
        |packs: &[Vec<CardIx>]| packs.iter().flatten().filter(|c| product.sheets[1].cards.contains(c)).count();
    // A case is twelve packs: three rounds of four seats.
    for case in packs.chunks(3) {
        assert_eq!(case.iter().map(|round| legends(round)).sum::<usize>(), 1);
        for a_box in case {
            let rares: Vec<CardIx> =
                a_box.iter().flatten().copied().filter(|c| product.sheets[0].cards.contains(c)).collect();
            assert!(!has_twice(&rares), "a box of four packs has a rare once");
        }
    }
}

#[test]
fn a_shortage_is_told_before_anything_is_dealt() {
    let (game, _) = tiny([9, 9, 0], KINDS[8].2);
    let cube = Product::cube("Tiny cube", game.indices().collect(), 4);
    assert_eq!(cube.supply(), Some(4));
    assert_eq!(event_packs::check(&[&cube, &cube], 2), Ok(()));
    let short = event_packs::check(&[&cube, &cube], 3).expect_err("too few");
    assert_eq!((short.wanted, short.possible, short.enough), (6, 4, 2));
    assert_eq!(
        short.to_string(),
        "3 seats need 6 packs of Tiny cube, which has cards for 4: enough for 2 seats; add cards, or open fewer packs"
    );
    assert_eq!(deal(&[&cube, &cube], 3, Seed::from_number(1)), Err(short));
    // Three copies of each of two cards: packs of two can be had three times, of three never.
    let list: Vec<CardIx> = game.indices().take(2).flat_map(|c| [c, c, c]).collect();
    assert_eq!(Product::cube("Twos", list.clone(), 2).supply(), Some(3));
    assert_eq!(Product::cube("Threes", list, 3).supply(), Some(0));
}

proptest! {
    /// Whatever the cube: nothing is dealt more often than it is there, and no pack holds a card twice, down to the
    /// last pack that is possible; and the same seed deals the same.
    #[test]
    fn a_cube_is_conserved(copies in prop::collection::vec(1u32..6, 4..40), pack in 1u32..8, seed in any::<u64>()) {
        let (game, _) = tiny([40, 0, 0], KINDS[2].2.replace("count = 3", "count = 1").as_str());
        let list: Vec<CardIx> = copies.iter().zip(game.indices())
            .flat_map(|(n, card)| std::iter::repeat_n(card, *n as usize)).collect();
        let cube = Product::cube("Cube", list, pack);
        let supply = cube.supply().expect("a cube is finite");
        let rounds = vec![&cube; supply as usize];
        let dealt = deal(&rounds, 1, Seed::from_number(seed)).expect("all of it");
        let mut seen: HashMap<CardIx, u32> = HashMap::new();
        for pack_cards in dealt.iter().flatten() {
            prop_assert_eq!(pack_cards.len() as u32, pack);
            prop_assert!(!has_twice(pack_cards));
            pack_cards.iter().for_each(|c| *seen.entry(*c).or_default() += 1);
        }
        for (n, card) in copies.iter().zip(game.indices()) {
            prop_assert!(seen.get(&card).copied().unwrap_or(0) <= *n);
        }
        prop_assert_eq!(dealt, deal(&rounds, 1, Seed::from_number(seed)).expect("all of it"));
    }

    /// Whatever the sizes of factions: each gives a card, no card comes twice, and every card is as likely.
    #[test]
    fn a_spread_is_balanced(a in 2usize..12, b in 2usize..12, n in 0usize..8, count in 2u32..10, seed in any::<u64>()) {
        let all = (a + b + n) as u32;
        // A faction that is too small for one in each pack is a fault of the file, which `app/tests/bad` shows.
        prop_assume!(count <= all && count * a as u32 >= all && count * b as u32 >= all);
        let text = format!("[[sheet]]\nid = \"s\"\ncards = \"*\"\n[[slot]]\ncount = {count}\nof = {{ s = 1 }}\nspread = true\n");
        let (game, product) = tiny([a, b, n], &text);
        let expected = ExpectedContents::new(&product);
        for card in game.indices() {
            let fan = f64::from(count) / f64::from(all);
            prop_assert!((expected.as_fan(card) - fan).abs() < 1e-6, "{} and {}", expected.as_fan(card), fan);
        }
        let (mut opener, mut dice, mut pack) = (product.opener(), Seed::from_number(seed).fast(), Vec::new());
        for _ in 0..50 {
            opener.open(&mut dice, &mut pack);
            prop_assert_eq!(pack.len() as u32, count);
            prop_assert!(!has_twice(&pack));
            for faction in [1, 2] {
                prop_assert!(pack.iter().any(|c| game.card(*c).factions == faction));
            }
        }
    }
}
