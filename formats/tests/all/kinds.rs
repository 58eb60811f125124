//! Kinds of rule that no shipped format needs in full, on a game of a few cards.

use std::sync::Arc;

use catalog::read::Problem;
use catalog::{Source, load};
use formats::check::{self, CheckReport, Violation};
use formats::deck::{DeckEntry, Listed};
use formats::{Deck, DeckFormat, GameLibrary};

const GAME: &str = r##"
source = "house set"
id = "lamps"
name = "Lamps"
edition = "first"
about = "x"
players = [2, 4]

[factions]
name = "House"
field = "house"

[[faction]]
id = "red"
name = "Red"
letter = "R"
colour = "#ff0000"
symbol = "M0 0z"
about = "x"

[[faction]]
id = "blue"
name = "Blue"
letter = "B"
colour = "#0000ff"
symbol = "M0 0z"
about = "x"

[[faction]]
id = "green"
name = "Green"
letter = "G"
colour = "#00ff00"
symbol = "M0 0z"
about = "x"

[resources]
from_factions = true

[[type]]
id = "lamp"
name = "Lamp"
plural = "Lamps"

[[type]]
id = "keeper"
name = "Keeper"
plural = "Keepers"

[[rarity]]
id = "common"
name = "Common"
letter = "C"
colour = "#cfd6e1"

[[section]]
id = "keeper"
name = "Keeper"
accepts = "type:keeper"

[[section]]
id = "main"
name = "Deck"
accepts = "type:lamp"

[[section]]
id = "side"
name = "Side"
accepts = "type:lamp"

[goldfish]
goal = "1.. of (type:lamp)"
goal_text = "a lamp"

[goldfish.hand]
size = 3
mulligan = "none"
keep = "1.. of *"
"##;

/// Two sets: the second has a reprint of Old Lamp.
const SETS: [(&str, &str); 2] = [
    (
        "sets/first.toml",
        r#"
source = "house set"
id = "first"
name = "First"
code = "F"
released = 2020-01-01
era = "dawn"
[[card]]
name = "Old Lamp"
number = "1"
type = ["lamp"]
house = ["red"]
rarity = "common"
text = "x"
[[card]]
name = "Rust Lamp"
number = "2"
type = ["lamp"]
house = ["red"]
rarity = "common"
text = "x"
[[card]]
name = "Two-Coloured Lamp"
number = "3"
type = ["lamp"]
house = ["red", "blue"]
rarity = "common"
text = "x"
[[card]]
name = "Plain Lamp"
number = "4"
type = ["lamp"]
rarity = "common"
text = "x"
"#,
    ),
    (
        "sets/second.toml",
        r#"
source = "house set"
id = "second"
name = "Second"
code = "S"
released = 2022-01-01
era = "noon"
[[card]]
id = "old-lamp-2"
name = "Old Lamp"
number = "1"
type = ["lamp"]
house = ["red"]
rarity = "common"
text = "x"
[[card]]
name = "Blue Lamp"
number = "2"
type = ["lamp"]
house = ["blue"]
rarity = "common"
text = "x"
[[card]]
name = "Green Lamp"
number = "3"
type = ["lamp"]
house = ["green"]
rarity = "common"
text = "x"
[[card]]
name = "Red Keeper"
number = "4"
type = ["keeper"]
house = ["red"]
rarity = "common"
[[card.ability]]
when = "start of turn"
do = [{ gain = { green = 1 } }]
[[card]]
name = "Blue Keeper"
number = "5"
type = ["keeper"]
house = ["blue"]
rarity = "common"
text = "x"
"#,
    ),
];

fn load(format: &str) -> Result<GameLibrary, Vec<Problem>> {
    let head = "source = \"house set\"\nid = \"test\"\nname = \"Test\"\nabout = \"x\"\n";
    let mut files = vec![("game.toml".to_owned(), GAME.replace("players", "default_format = \"test\"\nplayers"))];
    files.extend(SETS.map(|(name, text)| (name.to_owned(), text.to_owned())));
    files.push(("formats/test.toml".into(), format!("{head}{format}")));
    let source = Source::from_texts("lamps", files);
    GameLibrary::load(&source, Arc::new(load::game(&source, "lamps")?))
}

struct Bench {
    game_library: GameLibrary,
    format: DeckFormat,
}

impl Bench {
    fn new(format: &str) -> Bench {
        let game_library = load(format).unwrap_or_else(|p| panic!("{p:#?}"));
        let format = game_library.format("test").expect("the format").clone();
        Bench { game_library, format }
    }

    fn on(&self, day: &str) -> Bench {
        Bench { game_library: self.game_library.clone(), format: self.format.on_day(day) }
    }

    fn with(&self, key: &str, value: &str) -> Bench {
        let format = self.format.with_rulings(&[(key.into(), value.into())]).expect("an option");
        Bench { game_library: self.game_library.clone(), format }
    }

    /// A deck: section, copies, card by id or name.
    fn deck(&self, entries: &[(&str, u32, &str)]) -> Deck {
        let mut deck = Deck::new(&self.game_library.game, "Deck", "test");
        for (section, count, card) in entries {
            let at = self.game_library.game.section(section).expect("a section");
            deck.sections[at]
                .push(DeckEntry { count: *count, card: Listed::from_id_or_name(&self.game_library.game, card) });
        }
        deck
    }

    fn report(&self, entries: &[(&str, u32, &str)]) -> CheckReport {
        check::check(&self.game_library.game, &self.format, &self.deck(entries), None)
    }

    /// Found and allowed of each violation; mending the deck must leave none.
    fn wrong(&self, entries: &[(&str, u32, &str)]) -> Vec<(u32, u32)> {
        let mended = check::fix_deck(&self.game_library.game, &self.format, &self.deck(entries), None);
        assert!(mended.left.is_empty(), "{:#?}", mended.left);
        self.report(entries).violations.iter().map(|v| (v.found, v.allowed)).collect()
    }

    fn only(&self, entries: &[(&str, u32, &str)]) -> Violation {
        let mut violations = self.report(entries).violations;
        assert_eq!(violations.len(), 1, "{violations:#?}");
        violations.remove(0)
    }
}

#[test]
fn copies_are_counted_by_name_or_for_each_printing() {
    let rule =
        "[[rule]]\nkind = \"copies\"\nsections = [\"main\", \"side\"]\nof = \"*\"\nmax = 2\nrules = [\"house\"]\n";
    let deck = [("main", 2, "old-lamp"), ("main", 2, "old-lamp-2"), ("side", 1, "old-lamp-2")];
    assert_eq!(Bench::new(rule).wrong(&deck), [(5, 2)]);
    let printings = Bench::new(&rule.replace("max", "by = \"printing\"\nmax"));
    assert_eq!(printings.wrong(&deck), [(3, 2)]);
    // The side goes first, and it is that printing that goes.
    let changes = printings.only(&deck).fix.changes;
    assert_eq!((changes.len(), changes[0].id.as_str(), changes[0].section.as_str()), (1, "old-lamp-2", "side"));
}

#[test]
fn bans_and_limits_hold_from_a_day_and_until_one() {
    let bench = Bench::new(
        "[[rule]]\nkind = \"restricted\"\ncards = [\"Old Lamp\"]\nfrom = 2023-01-01\nwhy = \"it wins too early\"\nrules = [\"house\"]\n\
         [[rule]]\nkind = \"restricted\"\ncards = [\"Rust Lamp\"]\nmax = 1\nuntil = 2022-06-30\nrules = [\"house\"]\n",
    );
    let deck = [("main", 1, "old-lamp-2"), ("side", 3, "Rust Lamp")];
    assert_eq!(bench.on("2022-06-30").wrong(&deck), [(3, 1)]);
    assert_eq!(bench.on("2022-07-01").wrong(&deck), []);
    assert_eq!(bench.on("2023-01-01").wrong(&deck), [(1, 0)]);
    // Without a day the last word holds.
    assert_eq!(bench.only(&deck).message, "Old Lamp is banned: it wins too early");
    let lamp = bench.game_library.game.card(bench.game_library.game.find("old-lamp-2").expect("a card"));
    let allows = |day| check::allows(&bench.game_library.game, &bench.format, lamp, day);
    assert!(allows(Some("2022-12-31")) && !allows(Some("2023-01-01")) && !allows(None));
}

#[test]
fn a_reprint_makes_the_old_printing_current() {
    let bench = Bench::new(
        "[[rule]]\nkind = \"rotation\"\nsections = [\"main\"]\nrules = [\"house\"]\n[[rule.keep]]\neras = 1\nrules = [\"E-1\"]\n",
    );
    let deck = [("main", 1, "old-lamp"), ("main", 2, "Rust Lamp"), ("side", 3, "Rust Lamp")];
    assert_eq!(bench.wrong(&deck), [(2, 0)]);
    assert_eq!(bench.only(&deck).rules, ["E-1", "house"]);
    assert_eq!(bench.on("2021-12-31").wrong(&deck), []);
}

#[test]
fn a_count_takes_out_what_is_too_much_and_puts_in_what_is_missing() {
    let rule = |count: &str| {
        format!(
            "[[rule]]\nkind = \"size\"\nsection = \"main\"\nmin = 4\nmax = 4\nrules = [\"house\"]\n\
             [[rule]]\nkind = \"count\"\nsections = [\"main\"]\ncount = \"{count}\"\nrules = [\"house\"]\n"
        )
    };
    let deck = [("main", 4, "Blue Lamp")];
    assert_eq!(Bench::new(&rule("..3 of (house:blue)")).wrong(&deck), [(4, 3)]);
    // The deck is full: something makes room.
    let bench = Bench::new(&rule("2.. of (house:red)"));
    assert_eq!(bench.wrong(&deck), [(0, 2)]);
    let mended = check::fix_deck(&bench.game_library.game, &bench.format, &bench.deck(&deck), None);
    let moved: Vec<i64> = mended.changes.iter().map(|c| c.by).collect();
    assert_eq!((moved.iter().filter(|n| **n < 0).sum::<i64>(), moved.iter().filter(|n| **n > 0).sum::<i64>()), (-2, 2));
    assert_eq!(Bench::new(&rule("-(4 of (house:blue))")).wrong(&deck), [(4, 3)]);
    assert_eq!(Bench::new(&rule("4 of (house:red) or 3 of (house:blue)")).wrong(&deck), [(4, 3)]);
}

#[test]
fn a_leader_brings_its_identity_what_it_gains_included() {
    let bench = Bench::new(
        "home = \"keeper\"\n[[rule]]\nkind = \"leader\"\nof = \"house:red\"\nrules = [\"L-1\"]\n\
         [[rule]]\nkind = \"identity\"\nsections = [\"main\"]\nrules = [\"I-1\"]\n",
    );
    let red = ("keeper", 1, "Red Keeper");
    assert_eq!(bench.wrong(&[red, ("main", 1, "Old Lamp"), ("main", 1, "Green Lamp"), ("main", 1, "Plain Lamp")]), []);
    assert_eq!(bench.wrong(&[red, ("main", 3, "Two-Coloured Lamp"), ("side", 1, "Blue Lamp")]), [(3, 0)]);
    assert_eq!(bench.wrong(&[red, ("keeper", 1, "Red Keeper")]), [(2, 1)]);
    assert_eq!(bench.only(&[("keeper", 1, "Blue Keeper")]).rules, ["L-1"]);
    // Without a leader the one that suits the deck is named, and the rest is checked by it.
    let report = bench.report(&[("main", 1, "Old Lamp"), ("main", 2, "Blue Lamp")]);
    let found: Vec<&str> = report.violations.iter().map(|v| v.rules[0].as_str()).collect();
    assert_eq!(found, ["L-1", "I-1"]);
    assert_eq!(report.violations[0].fix.text, "add Red Keeper to Keeper");
    assert!(report.unchecked[0].text.contains("as if Red Keeper led the deck"), "{:?}", report.unchecked);
}

#[test]
fn the_fewest_cards_go_where_too_many_factions_are_mixed() {
    let bench = Bench::new("[[rule]]\nkind = \"factions\"\nmax = 1\nrules = [\"house\"]\n");
    assert_eq!(bench.wrong(&[("main", 3, "Old Lamp"), ("main", 9, "Plain Lamp")]), []);
    let fix = bench.only(&[("main", 3, "Old Lamp"), ("main", 2, "Blue Lamp"), ("side", 2, "Green Lamp")]).fix;
    let out: Vec<(&str, i64)> = fix.changes.iter().map(|c| (c.card.as_str(), c.by)).collect();
    assert_eq!(out, [("Green Lamp", -2), ("Blue Lamp", -2)]);
    let fix = bench.only(&[("main", 1, "Old Lamp"), ("main", 1, "Two-Coloured Lamp"), ("main", 2, "Blue Lamp")]).fix;
    assert_eq!(fix.changes.iter().map(|c| c.by).sum::<i64>(), -2);
}

#[test]
fn a_fixed_list_is_exact_and_house_rules_vary_it() {
    let bench = Bench::new(
        "[[option]]\nid = \"short\"\nabout = \"x\"\ndefault = false\nrules = [\"house\"]\n\
         [[rule]]\nkind = \"fixed\"\nsection = \"main\"\ncards = [\"2 Old Lamp\", \"Blue Lamp\"]\nrules = [\"house\"]\n\
         [[rule.count]]\ncount = \"3 of * and 2 of (house:red)\"\nrules = [\"house\"]\n\
         [[rule.variation]]\nif = \"short\"\nout = [\"1 Old Lamp\"]\nin = [\"1 Rust Lamp\"]\n",
    );
    let whole = [("main", 1, "old-lamp"), ("main", 1, "old-lamp-2"), ("main", 1, "Blue Lamp")];
    assert_eq!(bench.wrong(&whole), []);
    assert_eq!(bench.wrong(&[("main", 1, "Old Lamp"), ("main", 4, "Green Lamp")]), [(0, 2), (4, 0)]);
    assert_eq!(bench.with("short", "true").wrong(&whole), [(0, 1), (1, 0)]);
    assert_eq!(bench.with("short", "true").with("short", "off").wrong(&whole), []);
    let mended = check::fix_deck(&bench.game_library.game, &bench.with("short", "on").format, &bench.deck(&[]), None);
    let cards: Vec<(&str, i64)> = mended.changes.iter().map(|c| (c.card.as_str(), c.by)).collect();
    assert_eq!(cards, [("Old Lamp", 1), ("Blue Lamp", 1), ("Rust Lamp", 1)]);
    // A list that is not what the rulebook counts is a fault of the file.
    let wrong = "[[rule]]\nkind = \"fixed\"\nsection = \"main\"\ncards = [\"2 Old Lamp\"]\nrules = [\"house\"]\n\
                 [[rule.count]]\ncount = \"3 of *\"\nrules = [\"house\"]\n";
    let faults = load(wrong).expect_err("a fault");
    assert!(faults[0].to_string().contains("the list has 2, not 3 of *"), "{faults:?}");
}

#[test]
fn sections_that_a_format_does_not_have_are_empty_and_some_may_be() {
    let bench = Bench::new(
        "[[rule]]\nkind = \"sections\"\nsections = [\"main\"]\nrules = [\"house\"]\n\
         [[rule]]\nkind = \"size\"\nsection = \"main\"\nmin = 2\noptional = true\nrules = [\"house\"]\n\
         [[warning]]\ncount = \"1.. of (house:red)\"\ntext = \"No red lamp.\"\nrules = [\"house\"]\n",
    );
    assert_eq!(bench.wrong(&[]), []);
    assert_eq!(bench.wrong(&[("main", 1, "Blue Lamp")]), [(1, 2)]);
    assert_eq!(bench.wrong(&[("side", 3, "Old Lamp"), ("keeper", 1, "Blue Keeper")]), [(1, 0), (3, 0)]);
    let report = bench.report(&[("main", 2, "Blue Lamp")]);
    assert!(report.passes() && report.advice.is_empty());
    assert_eq!(report.warnings[0].text, "No red lamp.");
    assert!(bench.report(&[("main", 2, "Old Lamp")]).warnings.is_empty());
}

#[test]
fn advice_grows_with_the_deck() {
    let advice = "[[advice]]\ncount = \"..5 of * or 2..3 of (house:red)\"\nper = 6\n\
                  text = \"{2} to {3} of {6} lamps are red (40 per cent).\"\nrules = [\"house\"]\n";
    let bench = Bench::new(advice);
    let told = |red: u32, blue: u32| {
        let report = bench.report(&[("main", red, "Old Lamp"), ("main", blue, "Blue Lamp")]);
        report.advice.into_iter().map(|hint| hint.text).next()
    };
    assert_eq!(told(0, 6).as_deref(), Some("2 to 3 of 6 lamps are red (40 per cent)."));
    assert_eq!(told(1, 17).as_deref(), Some("6 to 9 of 18 lamps are red (40 per cent)."));
    // From 20 cards 6 (6.67) to 10 will do.
    assert_eq!(told(5, 15).as_deref(), Some("7 to 10 of 20 lamps are red (40 per cent)."));
    for (red, blue) in [(2, 4), (3, 3), (6, 12), (9, 9), (6, 14), (10, 10), (0, 5)] {
        assert_eq!(told(red, blue), None, "{red} red, {blue} blue");
    }
    assert!(told(11, 9).is_some());
    for (from, to, why) in
        [("{3}", "{three}", "braces must hold"), ("{3}", "{3", "braces"), ("= 6", "= 0", "1 or more")]
    {
        let faults = load(&advice.replace(from, to)).expect_err(why);
        assert!(faults[0].to_string().contains(why), "{faults:?}");
    }
}

#[test]
fn cards_that_need_others_are_told_with_what_is_missing_and_the_nearer_way_is_gone() {
    let rule = "[[rule]]\nkind = \"size\"\nsection = \"main\"\nmax = 4\nrules = [\"house\"]\n\
                [[rule]]\nkind = \"requires\"\nsections = [\"main\", \"side\"]\nof = \"house:blue\"\nwith = \"house:green\"\n\
                rules = [\"house\"]\n";
    let bench = Bench::new(rule);
    assert_eq!(bench.wrong(&[("main", 2, "Old Lamp")]), []);
    assert_eq!(bench.wrong(&[("main", 2, "Blue Lamp"), ("side", 1, "Green Lamp")]), []);
    let deck = [("main", 1, "Blue Lamp"), ("main", 1, "Two-Coloured Lamp")];
    let violation = bench.only(&deck);
    assert_eq!(violation.message, "Deck and Side: no card of “house:green” for Blue Lamp and Two-Coloured Lamp");
    let mended = |deck: &[(&str, u32, &str)]| {
        let mended = check::fix_deck(&bench.game_library.game, &bench.format, &bench.deck(deck), None);
        mended.changes.into_iter().map(|c| (c.card, c.by)).collect::<Vec<_>>()
    };
    // One card in, and not two out.
    assert_eq!(mended(&deck), [("Green Lamp".to_owned(), 1)]);
    // One out of a full deck is as near as one in for another.
    assert_eq!(mended(&[("main", 1, "Blue Lamp"), ("main", 3, "Old Lamp")]), [("Blue Lamp".to_owned(), -1)]);
}

#[test]
fn a_rule_applies_while_its_condition_holds_and_either_way_out_is_a_fix() {
    let bench = Bench::new(
        "[[rule]]\nkind = \"copies\"\nsection = \"main\"\nof = \"*\"\nmax = 1\nrules = [\"C-1\"]\n\
         [rule.when]\nsection = \"side\"\ncount = \"1.. of (name=\\\"Plain Lamp\\\")\"\n",
    );
    let doubled = ("main", 2, "Old Lamp");
    assert_eq!(bench.wrong(&[doubled]), []);
    assert_eq!(bench.wrong(&[doubled, ("main", 1, "Plain Lamp")]), []);
    let many = [doubled, ("main", 2, "Rust Lamp"), ("side", 1, "Plain Lamp")];
    assert_eq!(bench.wrong(&many), [(2, 1), (2, 1)]);
    let report = bench.report(&many);
    assert_eq!(report.violations[0].message, "2 × Old Lamp: only one copy, because of Plain Lamp");
    assert_eq!(report.violations[0].fix.text, "remove 1 × Old Lamp, or remove Plain Lamp");
    // Two cards are doubled: the one that asks for it goes.
    let mended = check::fix_deck(&bench.game_library.game, &bench.format, &bench.deck(&many), None);
    let out: Vec<(&str, i64)> = mended.changes.iter().map(|c| (c.card.as_str(), c.by)).collect();
    assert_eq!(out, [("Plain Lamp", -1)]);
    let why = check::explain(&bench.game_library.game, &bench.format, &bench.deck(&[doubled]), None);
    assert_eq!((why[0].found.as_str(), why[0].holds), ("does not apply", true));
    assert!(why[0].text.starts_with("while Side has 1.. of "), "{}", why[0].text);
}

#[test]
fn faults_of_these_rules_say_what_to_do() {
    let rule = |kind: &str, rest: &str| format!("[[rule]]\nkind = \"{kind}\"\nrules = [\"house\"]\n{rest}\n");
    let main = "section = \"main\"\n";
    for (kind, rest, told) in [
        ("size", format!("{main}min = \"leader.light\""), "`leader.light` is no number of a leader here"),
        ("distinct", main.to_owned(), "`min` or `max` is missing"),
        ("distinct", format!("{main}min = 3\nmax = 2"), "`max` is less than `min`"),
        ("share", format!("{main}of = \"*\""), "`min` or `max` is missing"),
        ("share", format!("{main}of = \"*\"\nmin = 101"), "more than 100 per cent"),
        ("share", format!("{main}of = \"*\"\nmin = -1"), "must not be negative"),
        ("requires", main.to_owned(), "`named` or `with` is missing"),
        ("requires", format!("{main}named = \"nothing\""), "`nothing` is no text field here"),
        ("leader", "count = 0".to_owned(), "`count` must be 1 or more"),
        ("leader", "count = 2\n[[rule.pair]]\nof = \"*\"".to_owned(), "`count` and `pair` do not go together"),
        ("size", format!("{main}min = 1\n[rule.when]\nsection = \"side\""), "`count` is missing"),
        ("size", format!("{main}min = 1\n[rule.when]\ncount = \"1.. of (is:home)\""), ""),
    ] {
        let home = if told.is_empty() { "" } else { "home = \"keeper\"\n" };
        let told = if told.is_empty() { "asks about the leader, but the format has no `home`" } else { told };
        let faults = load(&format!("{home}{}", rule(kind, &rest))).expect_err(told);
        let told_once = faults.iter().filter(|fault| fault.to_string().contains(told)).count();
        assert_eq!((told_once, faults.len()), (1, 1), "{kind} {rest}: {faults:#?}");
    }
}

#[test]
fn a_deck_that_claims_billions_of_copies_is_mended_all_the_same() {
    let bench =
        Bench::new("[[rule]]\nkind = \"size\"\nsections = [\"main\", \"side\"]\nmax = 10\nrules = [\"house\"]\n");
    let deck = [("main", u32::MAX, "Old Lamp"), ("main", 2, "Blue Lamp"), ("side", 3, "Green Lamp")];
    assert_eq!(bench.wrong(&deck).len(), 1);
}

#[test]
fn a_format_says_how_its_events_count_and_a_wrong_word_is_a_fault() {
    use formats::event::{EventRules, PenaltyEffect, Tiebreaker};
    let rule = "[[rule]]\nkind = \"size\"\nsection = \"main\"\nmin = 1\nrules = [\"house\"]\n";
    let read = |event: &str| load(&format!("{rule}{event}")).map(|b| b.format("test").expect("there").event.clone());
    assert_eq!(read("").expect("reads"), EventRules::default());
    let own = "[event]\nwin = 2\nfloor = [1, 4]\ntiebreakers = [\"head_to_head\", \"wins\"]\nrounds = { 8 = 4, 99 = 6 }\n\
               [[event.penalty]]\nid = \"late\"\nname = \"Late\"\neffect = \"match_loss\"\n";
    let rules = read(own).expect("reads");
    assert_eq!((rules.win, rules.draw, rules.floor), (2, 1, (1, 4)));
    assert_eq!(rules.tiebreakers, [Tiebreaker::HeadToHead, Tiebreaker::Wins]);
    assert_eq!([3, 8, 9, 500].map(|n| rules.rounds_for(n)), [4, 4, 6, 6]);
    assert_eq!((rules.penalties.len(), rules.penalties[0].effect), (1, PenaltyEffect::MatchLoss));
    for (event, fault) in [
        ("[event]\ntiebreakers = [\"head_to_hed\"]\n", "head_to_head"),
        ("[event]\nfloor = [3, 2]\n", "`floor` must be"),
        ("[event]\nwin = 1\n", "worth less than a win"),
        ("[event]\nvictory = 3\n", "victory"),
        ("[[event.penalty]]\nid = \"x\"\nname = \"x\"\neffect = \"shame\"\n", "shame"),
    ] {
        let problems = read(event).expect_err("it is wrong");
        let told: Vec<String> = problems.iter().map(|p| format!("{} {:?}", p.message, p.hint)).collect();
        assert!(told.iter().any(|t| t.contains(fault)), "{event}: {told:?}");
    }
}
