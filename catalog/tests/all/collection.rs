//! A collection against a plain twin, two programs at once, data that change, and tables of other programs.

use std::collections::BTreeMap;
use std::sync::Arc;

use catalog::collection::resolve::{self, Resolution};
use catalog::collection::table::{self, CollectionRow};
use catalog::collection::{CollectionEdit, CopiesChange, Holding, HoldingKind, MOST};
use catalog::store::{Error, Library};
use catalog::{Collection, GameData, Source, load};
use proptest::prelude::*;

/// A game of lamps: `Lamp Keeper` is printed in two sets.
fn lamps(dropped: &str) -> Arc<GameData> {
    let schema = r##"
source = "house set"
id = "lamps"
name = "Lamps"
edition = "first"
about = "Carry light."
players = [2, 2]
default_format = "classic"
[[type]]
id = "lamp"
name = "Lamp"
plural = "Lamps"
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
goal = "3.. of (type:lamp)"
goal_text = "three lamps lit"
[goldfish.hand]
size = 5
mulligan = "paris"
keep = "1.. of (type:lamp)"
"##;
    let set = |id: &str, name: &str, code: &str, cards: &[(&str, &str)]| {
        let mut text = format!("source = \"house set\"\nid = \"{id}\"\nname = \"{name}\"\ncode = \"{code}\"\n");
        for (at, (card, id)) in cards.iter().enumerate().filter(|(_, (_, id))| *id != dropped) {
            text.push_str(&format!(
                "[[card]]\nid = \"{id}\"\nname = '{card}'\nnumber = \"{code}00{}\"\ntype = [\"lamp\"]\nrarity = \"common\"\ntext = \"x\"\n",
                at + 1
            ));
        }
        text
    };
    let first = set("first", "First Light", "FL", &[("Lamp Keeper", "lamp-keeper"), ("Éclair, \"Bright\"", "eclair")]);
    let second =
        set("second", "Second Light", "SL", &[("Storm Lamp", "storm-lamp"), ("Lamp Keeper", "lamp-keeper-sl")]);
    let files =
        [("game.toml".into(), schema.into()), ("sets/first.toml".into(), first), ("sets/second.toml".into(), second)];
    Arc::new(load::game(&Source::from_texts("lamps", files), "lamps").expect("a game"))
}

fn edit(card: &str, pile: HoldingKind, amount: CopiesChange) -> CollectionEdit {
    CollectionEdit { card: card.to_owned(), pile, amount }
}

fn owned(card: &str, n: i64) -> CollectionEdit {
    edit(card, HoldingKind::Owned, CopiesChange::By(n))
}

const IDS: [&str; 5] = ["lamp-keeper", "lamp-keeper-sl", "storm-lamp", "eclair", "gone-lamp"];

type Counts = BTreeMap<(String, bool), i64>;

fn counts(collection: &Collection) -> Counts {
    let game = collection.game();
    let known = game.indices().map(|ix| (game.card(ix).id.clone(), collection.holding(ix)));
    let unknown = collection.unknown().map(|(id, held)| (id.to_owned(), held));
    let both = known.chain(unknown);
    both.flat_map(|(id, h)| [((id.clone(), false), h.owned.into()), ((id, true), h.wanted.into())])
        .filter(|(_, n)| *n != 0)
        .collect()
}

#[derive(Debug, Clone)]
enum Deed {
    Change(Vec<CollectionEdit>),
    Undo,
    Redo,
    Reopen,
    Refresh,
    /// Done by another program, which has opened the same library.
    Elsewhere(Vec<CollectionEdit>),
}

fn edits() -> impl Strategy<Value = Vec<CollectionEdit>> {
    let amount = prop_oneof![
        4 => (-4i64..6).prop_map(CopiesChange::By),
        2 => (0u32..5).prop_map(CopiesChange::To),
        1 => prop_oneof![Just(CopiesChange::By(i64::MIN)), Just(CopiesChange::By(i64::MAX)), Just(CopiesChange::To(u32::MAX))],
    ];
    let one = (0..IDS.len(), prop::bool::ANY, amount).prop_map(|(at, wanted, amount)| {
        edit(IDS[at], if wanted { HoldingKind::Wanted } else { HoldingKind::Owned }, amount)
    });
    prop::collection::vec(one, 0..5)
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        4 => edits().prop_map(Deed::Change),
        2 => Just(Deed::Undo),
        1 => Just(Deed::Redo),
        1 => Just(Deed::Reopen),
        1 => Just(Deed::Refresh),
        1 => edits().prop_map(Deed::Elsewhere),
    ]
}

/// Counts in a map, and all earlier maps: what a collection is, without any thrift.
#[derive(Default)]
struct Twin {
    now: Counts,
    past: Vec<Counts>,
    future: Vec<Counts>,
}

impl Twin {
    fn change(&mut self, edits: &[CollectionEdit]) {
        let mut next = self.now.clone();
        for e in edits {
            let count = next.entry((e.card.clone(), e.pile == HoldingKind::Wanted)).or_default();
            *count = match e.amount {
                CopiesChange::By(n) => count.saturating_add(n).clamp(0, 9999),
                CopiesChange::To(n) => i64::from(n.min(9999)),
            };
        }
        next.retain(|_, n| *n != 0);
        if next != self.now {
            self.past.push(std::mem::replace(&mut self.now, next));
            self.future.clear();
        }
    }

    fn step(from: &mut Vec<Counts>, to: &mut Vec<Counts>, now: &mut Counts) -> bool {
        let Some(next) = from.pop() else { return false };
        to.push(std::mem::replace(now, next));
        true
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]
    #[test]
    fn any_changes_undone_redone_and_read_again_give_the_counts_of_the_twin(deeds in prop::collection::vec(deed(), 1..24)) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("library.db");
        let game = lamps("");
        let mut library = Library::open(&path).expect("opens");
        let mut collection = Collection::open(&library, game.clone()).expect("opens");
        let mut twin = Twin::default();
        // Whether another program has written since this one has read.
        let mut behind = false;
        for deed in deeds {
            match deed {
                Deed::Change(edits) => {
                    // A change that seems to change nothing is not tried, so it does not read anew either.
                    let tried = !collection.steps(&edits).is_empty();
                    collection.change(&mut library, &edits, None).expect("saved");
                    if tried || !behind {
                        twin.change(&edits);
                        behind = false;
                    }
                }
                Deed::Undo | Deed::Redo => {
                    let undo = matches!(deed, Deed::Undo);
                    let done = if undo { collection.undo(&mut library) } else { collection.redo(&mut library) };
                    match done {
                        Err(Error::Moved) => {
                            prop_assert!(behind);
                            behind = false;
                        }
                        Err(e) => panic!("{e}"),
                        Ok(None) if behind => {}
                        Ok(done) => {
                            let Twin { now, past, future } = &mut twin;
                            let moved = if undo { Twin::step(past, future, now) } else { Twin::step(future, past, now) };
                            prop_assert_eq!(done.is_some(), moved);
                        }
                    }
                }
                Deed::Reopen => {
                    collection = Collection::open(&library, game.clone()).expect("opens");
                    behind = false;
                }
                Deed::Refresh => {
                    collection.refresh(&library).expect("reads");
                    behind = false;
                }
                Deed::Elsewhere(edits) => {
                    let mut other = Library::open(&path).expect("opens twice");
                    let mut there = Collection::open(&other, game.clone()).expect("opens");
                    behind |= !there.change(&mut other, &edits, None).expect("saved").steps.is_empty();
                    twin.change(&edits);
                }
            }
            if !behind {
                prop_assert_eq!(counts(&collection), twin.now.clone());
            }
        }
        let again = Collection::open(&library, game.clone()).expect("opens");
        prop_assert_eq!(counts(&again), twin.now.clone());
        for ix in game.indices() {
            let printings = game.indices().filter(|other| game.namesake(*other) == game.namesake(ix));
            prop_assert_eq!(again.holding_by_name(ix), printings.map(|p| again.holding(p)).sum::<Holding>());
        }
    }
}

#[test]
fn looking_writes_nothing_and_two_that_begin_are_one_collection() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("library.db");
    let game = lamps("");
    let mut one = Library::open(&path).expect("opens");
    let mut two = Library::open(&path).expect("opens");
    let mut first = Collection::open(&one, game.clone()).expect("opens");
    let mut second = Collection::open(&two, game.clone()).expect("opens");
    assert!(one.streams(catalog::store::journal::StreamKind::Collection, "lamps").expect("lists").is_empty());
    first.change(&mut one, &[owned("storm-lamp", 2)], None).expect("saved");
    second.change(&mut two, &[owned("storm-lamp", 3)], None).expect("saved on top");
    let game = second.game().clone();
    assert_eq!(second.owned(game.find("storm-lamp").expect("there")), 5);
    assert!(matches!(first.undo(&mut one), Err(Error::Moved)), "what was not seen is not undone");
    assert_eq!(first.total().owned, 5);
    assert!(first.undo(&mut one).expect("undoes").is_some());
    assert_eq!(first.total().owned, 2);
}

#[test]
fn a_card_that_leaves_the_data_stays_and_is_back_with_them() {
    let mut library = Library::in_memory().expect("memory");
    let mut collection = Collection::open(&library, lamps("")).expect("opens");
    collection.change(&mut library, &[owned("storm-lamp", 2), owned("eclair", 1)], None).expect("saved");
    let mut without = Collection::open(&library, lamps("storm-lamp")).expect("opens");
    assert_eq!(without.unknown().collect::<Vec<_>>(), [("storm-lamp", Holding { owned: 2, wanted: 0 })]);
    assert_eq!(without.total().owned, 3);
    without.change(&mut library, &[owned("storm-lamp", 1)], None).expect("counts go on");
    let back = Collection::open(&library, lamps("")).expect("opens");
    assert_eq!((back.holding_by_id("storm-lamp").owned, back.unknown().count()), (3, 0));
    // A table carries it to a library that does not know it either.
    let rows = table::read(&table::write([&without])).expect("a table");
    let mut other = Library::in_memory().expect("memory");
    let mut read = Collection::open(&other, lamps("storm-lamp")).expect("opens");
    let game = read.game().clone();
    let placed: Vec<Resolution> = place_all(&game, &rows);
    read.change(&mut other, &resolve::edits(&game, rows.iter().zip(&placed), false), None).expect("saved");
    assert_eq!(counts(&read), counts(&without));
}

fn place_all(game: &GameData, rows: &[CollectionRow]) -> Vec<Resolution> {
    let place = |row: &CollectionRow| match &row.card {
        Ok(said) => resolve::resolve(game, said),
        Err(why) => Resolution::Nowhere(why.to_string()),
    };
    rows.iter().map(place).collect()
}

/// What a table makes of an empty collection: `3 lamp-keeper`, `+1 storm-lamp` for a wish, `!5` for a line that
/// went nowhere.
fn taken(text: &str) -> String {
    let game = lamps("");
    let rows = table::read(text).expect("a table");
    let placed = place_all(&game, &rows);
    let edits = resolve::edits(&game, rows.iter().zip(&placed), false);
    let mut words: Vec<String> = edits
        .iter()
        .map(|e| match (e.pile, e.amount) {
            (HoldingKind::Owned, CopiesChange::To(n)) => format!("{n} {}", e.card),
            (HoldingKind::Wanted, CopiesChange::To(n)) => format!("+{n} {}", e.card),
            (_, CopiesChange::By(_)) => panic!("not adding"),
        })
        .collect();
    let lost = rows.iter().zip(&placed).filter(|(_, p)| matches!(p, Resolution::Nowhere(_)));
    words.extend(lost.map(|(row, _)| format!("!{}", row.line)));
    words.join(", ")
}

#[test]
fn tables_of_other_programs_are_read() {
    for (what, text, expected) in [
        (
            "count, edition, collector number, tradelist within the count",
            "\"Count\",\"Tradelist Count\",\"Name\",\"Edition\",\"Condition\",\"Collector Number\"\n\
             \"3\",\"1\",\"Lamp Keeper\",\"sl\",\"Near Mint\",\"2\"\n\"1\",\"0\",\"storm lamp\",\"SL\",\"Played\",\"1\"\n",
            "3 lamp-keeper-sl, 1 storm-lamp",
        ),
        (
            "quantity, set code and set name, a line for each finish",
            "Quantity,Name,Finish,Set code,Set name,Collector number\r\n2,Lamp Keeper,foil,FL,First Light,FL001\r\n1,Lamp Keeper,normal,FL,First Light,FL001\r\n",
            "3 lamp-keeper",
        ),
        (
            "a line that says what parts the cells, folder, trade quantity",
            "\"sep=,\"\nFolder Name,Quantity,Trade Quantity,Card Name,Set Code,Card Number\nBox,4,0,Storm Lamp,SL,001\n",
            "4 storm-lamp",
        ),
        (
            "the same without quotes, and lines without a count or a card",
            "sep=,\nQuantity,Trade Quantity,Card Name\n4,0,Storm Lamp\n,,Nobody\n0,1,Nobody\n",
            "4 storm-lamp, !4, !5",
        ),
        ("semicolons and a byte order mark", "\u{feff}Name;Anzahl;Qty\nÉclair, \"Bright\";9;2\n", "2 eclair"),
        ("tabs", "Card\tAmount\nECLAIR, “BRIGHT”\t2x\n", "2 eclair"),
        ("wishes only", "Name,Wishlist\nStorm Lamp,2\n", "+2 storm-lamp"),
        ("a tradelist without counts", "Name,Tradelist\nStorm Lamp,2\n", "2 storm-lamp"),
        ("names alone", "Name,Set\nLamp Keeper (SL) 2,\nLamp Keeper,Nowhere\n", "1 lamp-keeper-sl, 1 lamp-keeper"),
        ("set and number without a name", "Set,Number,Count,Name\nFirst Light,2,1,\n", "1 eclair"),
        (
            "lines that cannot be",
            "Count,Name\nmany,Storm Lamp\n10000,Storm Lamp\n-1,Storm Lamp\n1,\n\n2,Storm Lamp\n",
            "2 storm-lamp, !2, !3, !4, !5",
        ),
        ("a quoted line feed", "Count,Name,Notes\n1,Storm Lamp,\"a\nb\"\n1,Nobody,x\n", "1 storm-lamp, !4"),
    ] {
        assert_eq!(taken(text), expected, "{what}");
    }
}

#[test]
fn a_table_without_cards_says_so() {
    let fault = table::read("Price,Count\n1,2\n").expect_err("no table");
    assert_eq!(
        fault.to_string(),
        "line 1, column 1: no column says which card a line is about; call one `Name` or `id`"
    );
    assert!(!table::is_table("3 Storm Lamp\n1 Lamp Keeper, Bright\n"));
    assert!(!table::is_table("Name\nStorm Lamp\n"), "one word is no heading");
    assert!(table::is_table("Count,Name\n"));
}

proptest! {
    #[test]
    fn a_collection_comes_back_out_of_its_table(edits in edits()) {
        let (game, mut library, mut other) = (lamps(""), Library::in_memory().expect("memory"), Library::in_memory().expect("memory"));
        let mut collection = Collection::open(&library, game.clone()).expect("opens");
        collection.change(&mut library, &edits, None).expect("saved");
        let rows = table::read(&table::write([&collection])).expect("a table");
        let placed = place_all(&game, &rows);
        let mut read = Collection::open(&other, game.clone()).expect("opens");
        read.change(&mut other, &resolve::edits(&game, rows.iter().zip(&placed), false), None).expect("saved");
        prop_assert_eq!(counts(&read), counts(&collection));
        prop_assert!(counts(&read).values().all(|n| (1..=i64::from(MOST)).contains(n)));
    }
}
