//! Packs that are filled in one of several ways.

use std::sync::Arc;

use catalog::{Source, load};
use formats::GameLibrary;
use formats::limited::booster::expect::ExpectedContents;
use formats::rng::Seed;

use super::packs::{prove, prove_other, tiny, tiny_files};

/// A sheet for each house and for those of none.
const SHEETS: &str = r#"
    [[sheet]]
    id = "a"
    cards = "house:a"
    [[sheet]]
    id = "b"
    cards = "house:b"
    [[sheet]]
    id = "n"
    cards = "-house:a -house:b"
"#;

#[test]
fn packs_of_several_layouts_are_what_was_computed() {
    let layouts = r#"
        [[layout]]
        id = "plain"
        weight = 3
        [[layout]]
        id = "odd"
        weight = 1
        [[slot]]
        count = 2
        of = { a = 1 }
        [[slot]]
        layout = "plain"
        count = 3
        of = { a = 3, b = 1 }
        [[slot]]
        layout = "odd"
        count = 1
        of = { b = 1 }
        [[slot]]
        layout = "odd"
        count = 2
        of = { n = 1 }
    "#;
    let (game, product) = tiny([9, 6, 4], &[SHEETS, layouts].concat());
    assert_eq!((product.size(), product.most(0), product.most(1), product.most(2)), (5, 5, 3, 2));
    let expected = ExpectedContents::new(&product);
    let in_pack = |at: usize| expected.groups[at].in_pack.clone().expect("computed");
    // Never one card of `n`: none in three packs of four, two in the others.
    assert_eq!(in_pack(2), [0.75, 0.0, 0.25]);
    // Of `b` one in an odd pack; in a plain one as many as three draws at one in four give.
    let plain = [27.0, 27.0, 9.0, 1.0].map(|n| 0.75 * n / 64.0);
    let b = [plain[0], plain[1] + 0.25, plain[2], plain[3]];
    assert!(in_pack(1).iter().zip(b).all(|(found, expected)| (found - expected).abs() < 1e-12), "{:?}", in_pack(1));
    let proof = prove(&product, 60_000, Seed::from_number(5));
    assert!(proof.holds(), "{proof:#?}");
    // Cards that come as often as they should, but not together: three of four packs have three slots of each kind by chance.
    let averaged = r#"
        [[slot]]
        count = 2
        of = { a = 1 }
        [[slot]]
        count = 1
        of = { a = 9, b = 7 }
        [[slot]]
        count = 2
        of = { a = 9, b = 3, n = 4 }
    "#;
    let (_, mixed) = tiny([9, 6, 4], &[SHEETS, averaged].concat());
    let mut dice = Seed::from_number(6).fast();
    let mut opener = mixed.opener();
    let packs = (0..20_000).map(|_| {
        let mut pack = Vec::new();
        opener.open(&mut dice, &mut pack);
        pack
    });
    let mixed = ExpectedContents::new(&mixed);
    assert!(game.indices().all(|card| (mixed.as_fan(card) - expected.as_fan(card)).abs() < 1e-12));
    assert!(!prove_other(&product, packs).holds(), "an average is no layout");
}

#[test]
fn layouts_that_make_no_packs_are_refused() {
    let fault = |product: &str| {
        let files = tiny_files([9, 6, 4], product);
        let source = Source::from_texts("tiny", files);
        let game = Arc::new(load::game(&source, "tiny").expect("a game"));
        let problems = GameLibrary::load(&source, game).expect_err(product);
        problems.iter().map(|problem| problem.message.as_str()).collect::<Vec<_>>().join("\n")
    };
    let sheet = "[[sheet]]\nid = \"a\"\ncards = \"*\"\n";
    let layout = |id: &str| format!("[[layout]]\nid = \"{id}\"\nweight = 1\n");
    let slot =
        |layout: &str, count: u32| format!("[[slot]]\nlayout = \"{layout}\"\ncount = {count}\nof = {{ a = 1 }}\n");
    let two = format!("{sheet}{}{}", layout("x"), layout("y"));
    assert!(fault(&format!("{two}{}{}", slot("x", 2), slot("y", 3))).contains("`y` has 3 cards, but `x` has 2"));
    assert!(fault(&format!("{two}{}{}", slot("x", 2), slot("z", 2))).contains("`z` is no layout here"));
    let twice = format!("{sheet}{}{}", layout("x"), layout("x"));
    assert!(fault(&format!("{twice}{}{}", slot("x", 2), slot("x", 2))).contains("declared twice"));
    let boxed = format!("[box]\npacks = 4\n{}", two.replace("cards = \"*\"\n", "cards = \"*\"\nback = \"box\"\n"));
    assert!(fault(&format!("{boxed}{}{}", slot("x", 2), slot("y", 2))).contains("cannot be spread over a box"));
}
