//! Rules of other games' decks, on the example games Beetle Orchard and Night Mail: what their starter decks keep and their
//! broken decks break.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use catalog::{CardIx, Source, load};
use formats::check::{self, CardChange};
use formats::deck::Listed;
use formats::deckfile::{self, DeckFileKind};
use formats::{Deck, DeckFormat, GameLibrary};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")
}

/// Decks of an example game that break a rule.
fn broken_folder(library: &GameLibrary) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken-examples").join(&library.game.id)
}

fn orchard() -> GameLibrary {
    library("beetle-orchard")
}

fn library(id: &str) -> GameLibrary {
    let mut source = Source::default();
    source.add_folder(&folder()).expect("the examples");
    let game = load::game(&source, id).unwrap_or_else(|p| panic!("{p:#?}"));
    GameLibrary::load(&source, Arc::new(game)).unwrap_or_else(|p| panic!("{p:#?}"))
}

fn format<'a>(library: &'a GameLibrary, deck: &Deck) -> &'a DeckFormat {
    library.format(&deck.format).expect("the format of the deck")
}

fn broken(library: &GameLibrary, name: &str) -> Deck {
    let path = broken_folder(library).join(format!("{name}.toml"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let sheet = deckfile::read(&text, Some(DeckFileKind::Toml)).expect("a deck");
    deckfile::resolve(&sheet, &library.game).deck
}

fn starter(library: &GameLibrary, name: &str) -> Deck {
    library.decks.iter().find(|(id, _)| id == name).expect("a starter deck").1.clone()
}

/// `+2 main Late Pear`, `-1 guest The Toad`.
fn change(library: &GameLibrary, deck: &mut Deck, changes: &[&str]) {
    for change in changes {
        let mut words = change.splitn(3, ' ');
        let by: i64 = words.next().and_then(|n| n.parse().ok()).expect("a number");
        let section = library.game.section(words.next().expect("a section")).expect("it is there");
        let card = Listed::Card(library.game.find(words.next().expect("a name")).expect("a card"));
        let count = i64::from(deck.count(section, &card)) + by;
        deck.set(section, card, u32::try_from(count).expect("enough copies"));
    }
}

fn moved(changes: &[CardChange]) -> u64 {
    changes.iter().map(|c| c.by.unsigned_abs()).sum()
}

/// Deck, rule, kind, found, allowed, cards that the smallest fix moves, and how it is told.
type Broken = (&'static str, &'static str, &'static str, u32, u32, u64, &'static str);

const BROKEN: [Broken; 10] = [
    ("three-rows-short", "BO-01", "size", 17, 20, 3, "Orchard: 17 cards; it needs at least 20 with Old Marrow"),
    ("one-too-alike", "BO-02", "copies", 3, 2, 1, "3 × Leaf Grub: at most 2 copies with Old Marrow"),
    ("two-who-quarrel", "BO-03", "leader", 2, 1, 1, "Warden: 2 cards that may not lead together"),
    ("the-wrong-lamp", "BO-03", "leader", 1, 0, 1, "Nettie with the Lamp cannot be the Warden: only type:warden"),
    // Three weevils out would leave the orchard short of three.
    ("weevil-out-of-nothing", "BO-04", "requires", 0, 1, 1, "Orchard: no Stone Grub for Plum Weevil"),
    ("all-legs", "BO-05", "share", 13, 12, 2, "Orchard: 13 of 24 cards are of “type:beetle”; it needs at most 50%"),
    ("hungry-night", "BO-05", "share", 7, 8, 1, "Orchard: 7 of 24 cards are of “type:fruit”; it needs at least 30%"),
    ("too-high", "BO-07", "legality", 1, 0, 1, "Late Pear is not legal here: only cost<=2, because of The Hedgehog"),
    ("nine-again", "BO-06", "distinct", 8, 9, 1, "Orchard: 8 different cards; it needs at least 9"),
    ("alone-in-a-pair", "BO-13", "leader", 1, 2, 1, "Warden: 1 card; it needs exactly 2"),
];

const BROKEN_MAIL: [Broken; 2] = [
    ("no-bed", "NM-01", "share", 1, 2, 2, "Bag: 1 of 30 cards are of “type:inn”; it needs at least 4%"),
    // Out goes the rider who rides once, and in comes a card of which there is room for one more.
    ("five-saddles", "NM-01", "distinct", 5, 4, 2, "Bag: 5 different cards of “type:rider”; it needs at most 4"),
];

#[test]
fn their_starter_decks_are_legal() {
    for (id, decks) in [("beetle-orchard", 4), ("night-mail", 1)] {
        let library = library(id);
        assert_eq!(library.decks.len(), decks);
        for (id, deck) in &library.decks {
            let report = check::check(&library.game, format(&library, deck), deck, None);
            assert!(report.passes(), "{id}: {:#?}", report.violations);
            assert!(report.unchecked.is_empty(), "{id}: {:?}", report.unchecked);
        }
    }
}

#[test]
fn each_broken_deck_breaks_its_rule_and_its_fix_mends_it() {
    for (library, broken_decks) in [(orchard(), &BROKEN[..]), (library("night-mail"), &BROKEN_MAIL)] {
        let files = std::fs::read_dir(broken_folder(&library)).expect("the folder").count();
        assert_eq!(files, broken_decks.len());
        broken_decks.iter().for_each(|broken_deck| breaks_and_mends(&library, *broken_deck));
    }
}

fn breaks_and_mends(library: &GameLibrary, (name, rule, kind, found, allowed, moves, message): Broken) {
    let deck = broken(library, name);
    let format = format(library, &deck);
    let violations = check::check(&library.game, format, &deck, None).violations;
    let told: Vec<_> =
        violations.iter().map(|v| (v.rules[0].as_str(), v.kind, v.found, v.allowed, v.message.as_str())).collect();
    assert_eq!(told, [(rule, kind, found, allowed, message)], "{name}");
    let mended = check::fix_deck(&library.game, format, &deck, None);
    assert!(mended.left.is_empty(), "{name}: {:#?}", mended.left);
    assert!(check::check(&library.game, format, &mended.deck, None).passes(), "{name}");
    assert_eq!(moved(&mended.changes), moves, "{name}: {:?}", mended.changes);
    let why = check::explain(&library.game, format, &deck, None);
    assert_eq!(why.iter().filter(|status| !status.holds).count(), 1, "{name}: {why:#?}");
}

/// Legal decks at their edges, and what one change more makes of them.
#[test]
fn what_a_leader_a_pair_and_a_guest_allow() {
    let library = orchard();
    let broken_rules = |deck: &str, format: &str, changes: &[&str]| -> Vec<String> {
        let mut deck = starter(&library, deck);
        change(&library, &mut deck, changes);
        let report = check::check(&library.game, library.format(format).expect("a format"), &deck, None);
        report.violations.into_iter().map(|v| v.rules[0].clone()).collect()
    };
    // The first warden's numbers count: Quill has eighteen rows, Tansy twenty-two.
    let low = "nothing-high";
    assert_eq!(broken_rules(low, "visitors", &["-1 warden Quill"]), ["BO-01"]);
    assert_eq!(broken_rules(low, "visitors", &["-1 warden Tansy"]), [""; 0]);
    // An apprentice only beside whom names her; two of one name are no pair.
    let basket = "by-the-basket";
    assert_eq!(broken_rules(basket, "hatchery", &["-1 warden Nettie with the Lamp"]), [""; 0]);
    assert_eq!(broken_rules(basket, "hatchery", &["-1 warden Dame Russet", "+1 warden Tansy"]), ["BO-03"]);
    assert_eq!(broken_rules(low, "visitors", &["-1 warden Tansy", "+1 warden Quill"]), ["BO-03"]);
    assert_eq!(broken_rules(low, "visitors", &["+1 warden Old Marrow"]), ["BO-03"]);
    // Each guest has its own rule, and none of the others'.
    let toad = ["-1 guest The Hedgehog", "+1 guest The Toad"];
    assert_eq!(broken_rules(low, "visitors", &toad), ["BO-09"]);
    let more = [&toad[..], &["+2 main Amber Pupa", "+2 main First Frost", "+2 main Late Pear", "+2 main Plum Weevil"]];
    assert_eq!(broken_rules(low, "visitors", &more.concat()), [""; 0]);
    let magpie = ["-1 guest The Hedgehog", "+1 guest The Magpie"];
    assert_eq!(broken_rules(low, "visitors", &magpie), ["BO-08"; 9]);
    assert_eq!(broken_rules(low, "visitors", &["+1 guest The Toad"]), ["BO-14", "BO-09"]);
    // A line of three: the first of them is missing for both that grow out of it.
    let limp = "by-the-limp";
    assert_eq!(broken_rules(limp, "hatchery", &["-2 main Leaf Grub", "+2 main Stone Grub"]), ["BO-04", "BO-05"]);
    let two_missing = ["-2 main Leaf Grub", "-2 main Amber Pupa", "+2 main Stone Grub", "+2 main Split Plum"];
    assert_eq!(broken_rules(limp, "hatchery", &two_missing), ["BO-04", "BO-04"]);
}

/// Every deck of a few cards: the check says of each what counting by hand says, and no fix moves more cards than the
/// nearest legal deck is away, or one card at a time where each step is judged for itself.
#[test]
fn small_decks_agree_with_counting_and_fixes_are_near() {
    let library = orchard();
    let game = &library.game;
    let names = ["Leaf Grub", "Amber Pupa", "Amber Stag", "Windfall", "Bell Rain"];
    let cards: Vec<CardIx> = names.iter().map(|name| game.find(name).expect("a card")).collect();
    let mut small = library.format("hatchery").expect("a format").clone();
    // Without the warden's numbers: these decks are small.
    small.rules.retain(|rule| rule.demand.kind() != "size" && rule.demand.kind() != "leader");
    let main = game.section("main").expect("a section");
    let legal = |c: &[u32]| {
        let all: u32 = c.iter().sum();
        let lines = (c[1] == 0 || c[0] > 0) && (c[2] == 0 || c[1] > 0);
        lines && c[3] * 100 >= 30 * all && (c[0] + c[1] + c[2]) * 100 <= 50 * all && c.iter().all(|n| *n <= 2)
    };
    let every: Vec<Vec<u32>> = (0..3u32.pow(5)).map(|n| (0..5).map(|i| n / 3u32.pow(i) % 3).collect()).collect();
    let allowed: Vec<&Vec<u32>> = every.iter().filter(|counts| legal(counts)).collect();
    let marrow = Listed::Card(game.find("Old Marrow").expect("a warden"));
    let mut farther = 0;
    for counts in &every {
        let mut deck = Deck::new(game, "Small", "hatchery");
        deck.set(game.section("warden").expect("a section"), marrow.clone(), 1);
        cards.iter().zip(counts).for_each(|(card, n)| deck.set(main, Listed::Card(*card), *n));
        let report = check::check(game, &small, &deck, None);
        assert_eq!(report.passes(), legal(counts), "{counts:?}: {:#?}", report.violations);
        let mended = check::fix_deck(game, &small, &deck, None);
        assert!(mended.left.is_empty(), "{counts:?}: {:#?}", mended.left);
        let away = |other: &Vec<u32>| counts.iter().zip(other).map(|(a, b)| u64::from(a.abs_diff(*b))).sum::<u64>();
        let nearest = allowed.iter().map(|other| away(other)).min().expect("the empty deck is legal");
        farther += u32::from(moved(&mended.changes) > nearest);
        assert!(moved(&mended.changes) <= nearest + 4, "{counts:?}: {:?}, nearest {nearest}", mended.changes);
    }
    // Where several rules are broken at once, one after the other is not always the shortest way.
    assert!(farther * 4 < every.len() as u32, "{farther} of {}", every.len());
}
