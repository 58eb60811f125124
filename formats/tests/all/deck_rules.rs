//! Every rule on deckbuilding, by its id: a deck that keeps it and one that breaks it.

use std::collections::BTreeSet;
use std::sync::Arc;

use catalog::query::Query;
use catalog::{Source, load, rules};
use formats::check::{CheckReport, check};
use formats::deck::Listed;
use formats::{Deck, DeckFormat, GameLibrary};

/// A deck: a starter deck with changes, in a format.
struct Case {
    /// `game/deck`.
    starter: &'static str,
    format: &'static str,
    /// `+2 main Name`, `-1 side Name`, `-all main`.
    changes: &'static [&'static str],
    day: Option<&'static str>,
    options: &'static [(&'static str, &'static str)],
}

const fn of(starter: &'static str, format: &'static str, changes: &'static [&'static str]) -> Case {
    Case { starter, format, changes, day: None, options: &[] }
}

const fn on(day: &'static str, case: Case) -> Case {
    Case { day: Some(day), ..case }
}

const fn with(options: &'static [(&'static str, &'static str)], case: Case) -> Case {
    Case { options, ..case }
}

/// Second copies of dear cards of one's own domain in the place of cheap ones: 31 points.
const DOUBLED: &[&str] = &[
    "-all main",
    "+2 main Chair of the Board",
    "+2 main Arcology Walker",
    "+2 main Swarm Conductor",
    "+2 main Blockade Frame",
    "+2 main Dividend Officer",
    "+2 main Assembly Foreman",
    "+2 main Production Run",
    "+2 main Fleet Firmware",
    "+2 main Repo Drone",
    "+2 main Salvage Drone",
    "+2 main Interceptor Drone",
    "+2 main Compliance Raid",
    "+2 main Market Correction",
    "+2 main Severance Package",
    "+2 main Audit Drone",
    "+2 main Courier Drone",
];

const TEN_TERRAINS: &[&str] = &[
    "-all main",
    "+6 main Diamond Terrain",
    "+6 main Nebula Plains",
    "+6 main Cosmic Jungle",
    "+6 main Volcanic Valleys",
    "+6 main The Void",
    "+6 main Space Rifts",
    "+6 main Golden Savannas",
    "+6 main Sky Islands",
    "+6 main Deep Seas",
    "+6 main Mountain Peaks",
];

/// A hundred cards of one terrain, led by its firstborn.
const LED: &[&str] = &["-all main", "-all side", "+1 star-lord Kofira, Firstborn Flame", "+99 main Volcanic Valleys"];

#[rustfmt::skip]
const RULES: &[(&str, Case, Case)] = &[
    ("CX-026", of("chronx/red-claw", "preconstructed", &[]),
               of("chronx/red-claw", "preconstructed", &["-1 headquarters Red Claw Headquarters"])),
    ("CX-163", of("chronx/drone-dividend", "constructed", &[]),
               of("chronx/drone-dividend", "preconstructed", &[])),
    ("CX-164", of("chronx/corporate", "constructed", &[]),
               of("chronx/corporate", "constructed", &["+1 headquarters Red Claw Headquarters"])),
    ("CX-165", of("chronx/corporate", "constructed", &[]),
               of("chronx/drone-dividend", "constructed", DOUBLED)),
    ("CX-166", of("chronx/drone-dividend", "constructed", &[]),
               of("chronx/drone-dividend", "constructed", DOUBLED)),
    ("CX-167", of("chronx/drone-dividend", "constructed", &[]),
               of("chronx/drone-dividend", "constructed", DOUBLED)),
    ("CX-168", of("chronx/corporate", "constructed", &["+1 main Courier Drone", "-1 main Petty Cash"]),
               of("chronx/drone-dividend", "constructed", &["+1 main Courier Drone", "-1 main Petty Cash"])),
    ("CX-169", of("chronx/corporate", "constructed", &["+1 main Courier Drone", "-1 main Petty Cash"]),
               of("chronx/corporate", "constructed", &["+2 main Courier Drone", "-1 main Petty Cash", "-1 main Deep Query"])),
    ("CX-170", of("chronx/corporate", "constructed", &["+1 main Union Quartermaster", "-1 main Petty Cash"]),
               of("chronx/drone-dividend", "constructed", &["+1 main Union Quartermaster", "-1 main Petty Cash"])),
    ("CX-171", of("chronx/corporate", "constructed", &["+1 main Union Quartermaster", "-1 main Petty Cash"]),
               of("chronx/drone-dividend", "constructed", &["+1 main Union Quartermaster", "-1 main Petty Cash"])),
    ("CX-172", of("chronx/corporate", "constructed", &[]),
               of("chronx/drone-dividend", "constructed", DOUBLED)),
    ("CX-173", of("chronx/corporate", "constructed", &[]),
               of("chronx/corporate", "constructed", &["+1 headquarters Courier Drone", "-1 main Courier Drone"])),
    ("CX-174", of("chronx/cfa", "preconstructed", &[]),
               of("chronx/corporate", "preconstructed", &["+1 main Courier Drone", "-1 main Petty Cash"])),
    ("AF-020", of("afrika/ember-drum", "codex", TEN_TERRAINS),
               with(&[("most_terrains", "2")], of("afrika/ember-drum", "codex", TEN_TERRAINS))),
    ("AF-143", of("afrika/ember-drum", "codex", &[]),
               of("afrika/ember-drum", "codex", &["-1 main Volcanic Valleys"])),
    ("AF-144", of("afrika/ember-drum", "codex", &[]),
               of("afrika/ember-drum", "codex", &["+1 main Magma Dart"])),
    ("AF-145", of("afrika/ember-drum", "codex", &["-all main", "-all side", "+60 main Volcanic Valleys"]),
               of("afrika/ember-drum", "codex", &["-all main", "-all side", "+55 main Volcanic Valleys", "+5 main Magma Dart"])),
    ("AF-152", of("afrika/ember-drum", "codex", &["+1 main Last Clean Blade"]),
               of("afrika/ember-drum", "cosmic-standard", &["+1 main Last Clean Blade"])),
    ("AF-153", on("2026-11-01", of("afrika/procession-of-suns", "cosmic-standard", &[])),
               on("2026-11-01", of("afrika/procession-of-suns", "cosmic-standard", &["+1 main Last Clean Blade"]))),
    ("AF-154", on("2026-06-01", of("afrika/ember-drum", "cosmic-standard", &["-all main", "-all side", "+4 main Magma Dart", "+56 main Volcanic Valleys"])),
               on("2026-05-01", of("afrika/ember-drum", "cosmic-standard", &["-all main", "-all side", "+4 main Magma Dart", "+56 main Volcanic Valleys"]))),
    // That the era of the last May stays needs more eras than are printed: check/rotation.rs has seven years of them.
    ("AF-155", on("2026-05-01", of("afrika/ember-drum", "cosmic-standard", &["-all main", "-all side", "+4 main Last Clean Blade", "+56 main Diamond Terrain"])),
               on("2026-05-15", of("afrika/ember-drum", "cosmic-standard", &["-all main", "-all side", "+4 main Last Clean Blade", "+56 main Diamond Terrain"]))),
    ("AF-156", on("2026-09-18", of("afrika/procession-of-suns", "cosmic-standard", &[])),
               on("2026-09-17", of("afrika/procession-of-suns", "cosmic-standard", &[]))),
    ("AF-236", of("afrika/ember-drum", "star-lords", LED),
               of("afrika/ember-drum", "star-lords", &["-all main", "-all side", "+100 main Volcanic Valleys"])),
    ("AF-237", of("afrika/ember-drum", "star-lords", LED),
               of("afrika/ember-drum", "star-lords", &["-all main", "-all side", "+1 star-lord Kofira, Firstborn Flame", "+98 main Volcanic Valleys", "+1 main Deep Seas"])),
    ("CN-001", of("chrononauts/box", "classic", &[]),
               of("chrononauts/box", "classic", &["-1 timeline 1865 Lincoln Assassinated"])),
    ("CN-003", of("chrononauts/box", "classic", &[]),
               of("chrononauts/box", "classic", &["-1 timeline 1865 Lincoln Assassinated"])),
    ("CN-004", of("chrononauts/box", "classic", &[]),
               of("chrononauts/box", "classic", &["-1 identities Squa Tront"])),
    ("CN-005", of("chrononauts/box", "classic", &[]),
               of("chrononauts/box", "classic", &["-1 missions The Joke Museum"])),
    ("CN-006", of("chrononauts/box", "classic", &[]),
               of("chrononauts/box", "classic", &["+1 main Reverse Fate"])),
    ("CN-116", of("chrononauts/solonauts", "solonauts", &[]),
               of("chrononauts/solonauts", "solonauts", &["+1 main Mona Lisa"])),
    ("CN-117", of("chrononauts/solonauts", "solonauts", &[]),
               of("chrononauts/solonauts", "solonauts", &["-1 main Reverse Fate"])),
    ("CN-129", of("chrononauts/solonauts", "solonauts", &["-1 identities Squa Tront"]),
               of("chrononauts/solonauts", "solonauts", &["-all identities"])),
    ("CN-131", of("chrononauts/artifaxx", "artifaxx", &[]),
               of("chrononauts/artifaxx", "artifaxx", &["+1 main Reverse Fate"])),
    ("CN-132", of("chrononauts/artifaxx", "artifaxx", &[]),
               of("chrononauts/artifaxx", "artifaxx", &["+1 main Time Machine"])),
    ("CN-133", of("chrononauts/artifaxx", "artifaxx", &[]),
               of("chrononauts/artifaxx", "artifaxx", &["+1 main German Cake"])),
    ("CN-140", of("chrononauts/artifaxx", "artifaxx", &[]),
               of("chrononauts/artifaxx", "artifaxx", &["+1 main 1962' World War 3"])),
    ("ES-005", of("emperors-star/day-2", "day-2", &[]),
               of("emperors-star/day-2", "day-2", &["-1 timeline 08:00 The Emperor's Candy Is Tasted", "+1 timeline 08:00 The Emperor Rides the First Barge"])),
    ("ES-094", of("emperors-star/day-3", "day-3", &[]),
               of("emperors-star/day-1", "day-1", &["+1 main Pre-Emption"])),
    ("CB-002", of("anachrony/chronobot", "chronobot", &[]),
               of("anachrony/chronobot", "chronobot", &["-1 components Solo banner"])),
    ("CB-003", of("anachrony/chronobot", "chronobot", &[]),
               of("anachrony/chronobot", "chronobot", &["-1 components Solo board"])),
    ("CB-004", of("anachrony/chronobot", "chronobot", &[]),
               of("anachrony/chronobot", "chronobot", &["-1 components Command token"])),
    ("CB-005", of("anachrony/chronobot", "chronobot", &[]),
               of("anachrony/chronobot", "chronobot", &["-1 components Solo Warp tile"])),
    ("CB-006", of("anachrony/chronobot", "chronobot", &[]),
               of("anachrony/chronobot", "chronobot", &["-1 components Exosuit marker"])),
    ("CB-007", of("anachrony/chronobot", "chronobot", &[]),
               of("anachrony/chronobot", "chronobot", &["-1 components AI die"])),
    ("CB-001", of("anachrony/chronobot", "chronobot", &[]),
               of("anachrony/chronobot", "chronobot", &["+1 components Basic Action tile"])),
    ("CB-008", of("anachrony/chronossus", "chronossus", &[]),
               of("anachrony/chronossus", "chronossus", &["-1 components Exhausted Energy Core"])),
    ("CB-009", of("anachrony/chronossus", "chronossus", &[]),
               of("anachrony/chronossus", "chronossus", &["+1 components Basic Action tile"])),
    ("CB-010", of("anachrony/chronossus", "chronossus", &[]),
               of("anachrony/chronossus", "chronossus", &["-1 components Basic Solo Objective"])),
    ("CB-011", of("anachrony/chronossus", "chronossus", &["+3 components Solo Path marker"]),
               of("anachrony/chronossus", "chronossus", &["-1 components Solo Path marker"])),
    ("CB-012", of("anachrony/chronossus-modules", "chronossus", &[]),
               of("anachrony/chronossus", "chronossus", &["+1 components Exosuit Upgrade board"])),
    ("CB-013", of("anachrony/chronossus-modules", "chronossus", &[]),
               of("anachrony/chronossus-modules", "chronossus", &["-1 components Empty Flux Casing"])),
    ("CB-014", of("anachrony/chronossus-modules", "chronossus", &[]),
               of("anachrony/chronossus-modules", "chronossus", &["+1 components Action tile, Doomsday"])),
    ("CB-015", of("anachrony/chronossus-modules", "chronossus", &[]),
               of("anachrony/chronossus-modules", "chronossus", &["-1 modules Guardians of the Council"])),
    ("CB-016", of("anachrony/chronossus-modules", "chronossus", &[]),
               of("anachrony/chronossus-modules", "chronossus", &["-1 components Solo Hypersync tile"])),
    ("CB-017", of("anachrony/chronossus-modules", "chronossus", &[]),
               of("anachrony/chronossus-modules", "chronossus", &["-1 components Solo Objective, Pioneers of New Earth"])),
    ("CB-018", of("anachrony/chronossus", "chronossus", &["+1 modules Quantum Loops", "+1 modules Variable Anomalies", "+1 modules Alternate Timelines"]),
               of("anachrony/chronossus", "chronossus", &["+2 modules Quantum Loops"])),
    ("CB-019", of("anachrony/chronossus", "chronossus", &[]),
               of("anachrony/chronossus", "chronossus", &["+1 modules Intrigues of the Council"])),
    ("CB-020", of("anachrony/chronossus", "chronossus", &["+1 modules Interlocking Buildings", "+1 modules Neutronide Buildings"]),
               of("anachrony/chronossus", "chronossus", &["+2 modules Neutronide Buildings"])),
    ("CB-021", of("anachrony/chronossus-modules", "chronossus", &[]),
               of("anachrony/chronossus-modules", "chronossus", &["+1 components Basic Solo Objective"])),
    ("CB-022", of("anachrony/chronobot", "chronobot", &[]),
               of("anachrony/chronobot", "chronobot", &["+1 modules Doomsday"])),
    ("CB-R07", of("anachrony/chronobot", "chronobot", &[]),
               of("anachrony/chronobot", "chronobot", &["+1 modules Neutronide Buildings"])),
    ("CB-023", of("anachrony/chronobot", "chronobot", &[]),
               of("anachrony/chronobot", "chronobot", &["+1 opponent Chronossus"])),
    ("CB-R08", of("anachrony/chronossus", "chronossus", &[]),
               of("anachrony/chronobot", "chronobot", &["-1 opponent Chronobot", "+1 opponent Chronossus"])),
    ("CB-027", of("anachrony/chronobot", "chronobot", &[]),
               of("anachrony/chronobot", "chronobot", &["+1 conditions Endgame Condition"])),
    ("CB-033", of("anachrony/chronobot", "chronobot", &["+1 difficulty Hex Unavailable"]),
               of("anachrony/chronobot", "chronobot", &["+2 difficulty Hex Unavailable"])),
    ("CB-110", of("anachrony/chronobot", "chronobot", &["+1 difficulty No Reboot", "+1 difficulty No Leader", "+1 difficulty One More Turn", "+1 difficulty Six Actions", "+1 difficulty Hex Unavailable"]),
               of("anachrony/chronobot", "chronobot", &["+2 difficulty Six Actions"])),
    ("CB-116", of("anachrony/chronobot", "chronobot", &[]),
               of("anachrony/chronobot", "chronobot", &["+2 components Command token"])),
];

fn books() -> Vec<GameLibrary> {
    let source = Source::shipped();
    let load = |id: &String| {
        let game = load::game(&source, id).unwrap_or_else(|p| panic!("{p:#?}"));
        GameLibrary::load(&source, Arc::new(game)).unwrap_or_else(|p| panic!("{p:#?}"))
    };
    source.games().iter().map(load).collect()
}

impl Case {
    fn report(&self, books: &[GameLibrary]) -> CheckReport {
        let (id, starter) = self.starter.split_once('/').expect("game/deck");
        let game_library = books.iter().find(|b| b.game.id == id).expect("a game");
        let mut deck = game_library.decks.iter().find(|(d, _)| d == starter).expect("a starter deck").1.clone();
        self.changes.iter().for_each(|change| apply(game_library, &mut deck, change));
        check(&game_library.game, &self.format(game_library), &deck, None)
    }

    fn format(&self, game_library: &GameLibrary) -> DeckFormat {
        let pairs: Vec<(String, String)> = self.options.iter().map(|(k, v)| ((*k).into(), (*v).into())).collect();
        let format = game_library.format(self.format).expect("a format").with_rulings(&pairs).expect("options");
        self.day.map_or(format.clone(), |day| format.on_day(day))
    }
}

fn apply(game_library: &GameLibrary, deck: &mut Deck, change: &str) {
    let mut words = change.splitn(3, ' ');
    let (by, section) = (words.next().expect("a number"), words.next().expect("a section"));
    let section = game_library.game.section(section).unwrap_or_else(|| panic!("{change}: no such section"));
    match words.next() {
        None => deck.sections[section].clear(),
        Some(name) => {
            let card = Listed::Card(game_library.game.find(name).unwrap_or_else(|| panic!("{change}: no such card")));
            let count = i64::from(deck.count(section, &card)) + by.parse::<i64>().expect("a number");
            deck.set(section, card, u32::try_from(count).unwrap_or_else(|_| panic!("{change}: not there")));
        }
    }
}

#[test]
fn each_rule_has_a_deck_that_keeps_it_and_one_that_breaks_it() {
    let books = books();
    for (rule, keeps, breaks) in RULES {
        let report = keeps.report(&books);
        assert!(report.passes(), "{rule}: {:#?}", report.violations);
        let report = breaks.report(&books);
        let cited = report.violations.iter().any(|v| v.rules.iter().any(|r| r == rule));
        assert!(cited, "{rule}: {:#?}", report.violations);
    }
}

/// Whether the data of a game are as a rule says.
fn data_say(rule: &str, game_library: &GameLibrary) -> bool {
    let game = &game_library.game;
    let seats = |format: &str| game_library.format(format).expect("a format").match_settings.seats;
    let of_type = |word: &str| {
        let query = Query::parse(&format!("set:chrononauts,house-cards type:{word}"), game).expect("a query");
        game.cards.iter().filter(|c| query.matches(c)).count()
    };
    let copies = |deck: &str, word: &str| {
        let query = Query::parse(&format!("type:{word}"), game).expect("a query");
        let deck = &game_library.decks.iter().find(|(id, _)| id == deck).expect("a starter deck").1;
        let main = game.section("main").expect("a section");
        deck.cards(main).iter().filter(|ix| query.matches(game.card(**ix))).count()
    };
    match rule {
        // Each card belongs to a set.
        "AF-008" => game.cards.iter().all(|c| usize::from(c.set) < game.sets.len()),
        "CN-013" => of_type("timeline") + of_type("identity") + of_type("mission") == 56,
        "CN-014" => of_type("linchpin") == 13 && of_type("patch") == of_type("timeline") - 13 + 3,
        "CN-007" => copies("box", "artifact") == 19,
        "CN-008" => copies("box", "inverter") == 18,
        "CN-009" => copies("box", "patch") == 22,
        "CN-010" => copies("box", "action") == 14,
        "CN-011" => copies("box", "timewarp") == 9,
        "CN-012" => copies("box", "gadget") == 2,
        "CN-134" => {
            [copies("artifaxx", "artifact"), copies("artifaxx", "action"), copies("artifaxx", "timewarp")]
                == [17, 13, 9]
        }
        "CN-115" => seats("solonauts") == (1, 1),
        "CN-130" => seats("artifaxx") == (2, 4),
        "ES-001" => game_library.formats.iter().all(|f| f.match_settings.seats == (6, 6)),
        // Only an ÜberParadox closes history.
        "ES-031" => game.field("closes").is_none(),
        _ => panic!("nothing is known of {rule}"),
    }
}

#[test]
fn every_rule_on_decks_is_shown_as_the_rulebook_file_says() {
    let source = Source::shipped();
    for game_library in books() {
        let shown = rules::load(&source, &game_library.game.id).expect("loads");
        let hints: BTreeSet<&str> = game_library
            .formats
            .iter()
            .flat_map(|f| f.advice.iter().chain(&f.warnings))
            .flat_map(|a| a.cites.iter().map(String::as_str))
            .collect();
        for rule in shown.iter().filter(|r| r.marker.as_deref() == Some("D")) {
            match rule.shown.as_str() {
                "deck" => assert!(RULES.iter().any(|(id, ..)| *id == rule.id), "{} has no decks here", rule.id),
                "advice" => assert!(hints.contains(rule.id.as_str()), "no format says {}", rule.id),
                "data" => assert!(data_say(&rule.id, &game_library), "{} is not so in the data", rule.id),
                "none" => assert!(rule.reason.is_some(), "{} without a reason", rule.id),
                other => panic!("{} is shown by {other}", rule.id),
            }
        }
    }
}

#[test]
fn rulings_are_numbers_and_switches_that_a_table_may_set() {
    let books = books();
    let game_library = books.iter().find(|b| b.game.id == "afrika").expect("afrika");
    let deck = &game_library.decks.iter().find(|(id, _)| id == "ember-drum").expect("a deck").1;
    let codex = game_library.format("codex").expect("a format");
    let set = |key: &str, value: &str| codex.with_rulings(&[(key.to_owned(), value.to_owned())]);
    let wrong = |format: &DeckFormat| check(&game_library.game, format, deck, None).violations.len();
    assert_eq!(wrong(codex), 0);
    assert_eq!(wrong(&set("deck_max", "60").expect("a number")), 0);
    let broken = check(&game_library.game, &set("deck_max", "59").expect("a number"), deck, None);
    assert_eq!((broken.violations[0].rules[0].as_str(), broken.violations[0].allowed), ("AF-R59", 59));
    assert!(set("deck_mx", "59").expect_err("unknown").to_string().contains("did you mean `deck_max`"));
    assert!(set("deck_max", "many").expect_err("no number").to_string().contains("whole number"));
    // A format that extends it has its options, and what they settle is settled there.
    let rifts = game_library.format("cosmic-rifts").expect("a format");
    let rifts = rifts.with_rulings(&[("deck_max".into(), "59".into())]).expect("a number");
    assert_eq!(check(&game_library.game, &rifts, deck, None).violations[0].rules[0], "AF-R59");
}

#[test]
fn a_fixed_list_gives_way_to_house_rules_that_are_on() {
    let books = books();
    let without = |options, changes| with(options, of("chrononauts/box", "classic", changes)).report(&books).passes();
    const PARENTS: &[&str] = &["-1 main Your Parents Never Met"];
    const GADGETS: &[&str] = &["-1 main Time Machine", "-1 main Museum Glass"];
    assert!(!without(&[], PARENTS) && !without(&[], GADGETS));
    assert!(without(&[("parents_met", "true")], PARENTS) && !without(&[("parents_met", "true")], &[]));
    assert!(without(&[("by_hand", "true")], GADGETS) && !without(&[("by_hand", "true")], PARENTS));
}

#[test]
fn two_codices_of_a_team_are_counted_together_if_the_house_says_so() {
    let books = books();
    let game_library = books.iter().find(|b| b.game.id == "afrika").expect("afrika");
    let deck = &game_library.decks.iter().find(|(id, _)| id == "ember-drum").expect("a deck").1;
    let allied = game_library.format("allied-kingdoms").expect("a format");
    let team = [(deck, None), (deck, None)];
    let wrong = |format: &DeckFormat| -> Vec<usize> {
        let reports = formats::check::check_team(&game_library.game, format, &team);
        reports.iter().map(|r| r.violations.len()).collect()
    };
    assert_eq!(wrong(allied), [0, 0]);
    let together = allied.with_rulings(&[("team_copies".into(), "4".into())]).expect("a number");
    // Every card that the second deck has beside basic terrains and two that the first has two of or fewer.
    let names = deck.sections[0].iter().filter(|e| e.count > 2 && !is_basic(game_library, &e.card)).count();
    assert_eq!(wrong(&together), [0, names]);
    let mended = formats::check::fix_team(&game_library.game, &together, &team);
    assert!(mended.iter().all(|m| m.left.is_empty()), "{mended:#?}");
    assert!(mended[0].changes.is_empty());
    let mended: Vec<(&Deck, Option<&formats::limited::Pool>)> = mended.iter().map(|m| (&m.deck, None)).collect();
    assert!(formats::check::check_team(&game_library.game, &together, &mended).iter().all(CheckReport::passes));
}

fn is_basic(game_library: &GameLibrary, card: &Listed) -> bool {
    let Listed::Card(ix) = card else { return false };
    catalog::Query::parse("is:basic", &game_library.game).expect("a query").matches(game_library.game.card(*ix))
}
