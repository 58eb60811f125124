//! Deck files: by hand to the public descriptions, and what comes back of what this program writes.

use std::path::Path;
use std::sync::Arc;

use catalog::{Source, load};
use formats::check::check;
use formats::deck::{AppliedPlan, DeckEntry, Listed, SideboardPlan};
use formats::deckfile::{self, DeckFact, DeckFileKind, ImportedDeck, LineOutcome, intake};
use formats::{Deck, GameLibrary};
use proptest::prelude::*;

use crate::lamps::lamps;
use crate::relay::relay;

use crate::large::cases;

fn import(game_library: &GameLibrary, text: &str, kind: Option<DeckFileKind>) -> ImportedDeck {
    let sheet = deckfile::read(text, kind).unwrap_or_else(|e| panic!("{e}\n{text}"));
    deckfile::resolve(&sheet, &game_library.game)
}

/// Sections with their entries, as `3 lamp-keeper-sl` or `1 ?Cold Proxy`.
fn entries(game_library: &GameLibrary, deck: &Deck) -> Vec<Vec<String>> {
    let entry = |e: &DeckEntry| match &e.card {
        Listed::Card(ix) => format!("{} {}", e.count, game_library.game.card(*ix).id),
        Listed::Unknown(name) => format!("{} ?{name}", e.count),
    };
    deck.sections.iter().map(|s| s.iter().map(entry).collect()).collect()
}

/// The files in tests/deckfiles and what is in them beyond the deck that all of them hold.
const FILES: [(&str, DeckFileKind, &str, &str); 14] = [
    ("relay.toml", DeckFileKind::Toml, "lamp-keeper-sl", "Cold Proxy"),
    ("relay.text.txt", DeckFileKind::Text, "lamp-keeper-sl", "Cold Proxy"),
    ("relay.arena.txt", DeckFileKind::Text, "lamp-keeper-sl", "Cold Proxy"),
    ("relay.names.txt", DeckFileKind::Text, "lamp-keeper", "Cold Proxy"),
    ("relay.cod", DeckFileKind::Cockatrice, "lamp-keeper-sl", "Cold Proxy"),
    ("relay.dek", DeckFileKind::Mtgo, "lamp-keeper", "Cold Proxy"),
    ("relay.mtgjson.json", DeckFileKind::Mtgjson, "lamp-keeper-sl", "Cold Proxy"),
    ("relay.o8d", DeckFileKind::Octgn, "lamp-keeper", "Cold Proxy"),
    ("relay.lackey.dek", DeckFileKind::Lackey, "lamp-keeper-sl", "Cold Proxy"),
    // A printing that nobody knows stays in the name.
    ("relay.forge.dck", DeckFileKind::Forge, "lamp-keeper-sl", "Cold Proxy (CX2)"),
    ("relay.xmage.dck", DeckFileKind::XMage, "lamp-keeper-sl", "Cold Proxy (CX2) 17"),
    ("relay.draftmancer.txt", DeckFileKind::Draftmancer, "lamp-keeper-sl", "Cold Proxy"),
    ("relay.csv", DeckFileKind::CubeCobra, "lamp-keeper-sl", "Cold Proxy"),
    ("relay.json", DeckFileKind::Tabletop, "lamp-keeper", "Cold Proxy"),
];

#[test]
fn files_by_hand_are_told_by_what_is_in_them_and_hold_the_same_deck() {
    let game_library = lamps();
    for (file, kind, keeper, unknown) in FILES {
        let text = relay(file);
        assert_eq!(DeckFileKind::detect(&text), kind, "{file}");
        let import = import(&game_library, &text, None);
        let expected = [
            vec![format!("3 {keeper}"), "2 storm-lamp".into(), format!("1 ?{unknown}")],
            vec!["1 eclair".to_owned()],
            vec!["1 first-lampwright".to_owned()],
        ];
        assert_eq!(entries(&game_library, &import.deck), expected, "{file}: {:#?}", import.report);
        if !matches!(
            kind,
            DeckFileKind::Mtgo | DeckFileKind::Lackey | DeckFileKind::CubeCobra | DeckFileKind::Draftmancer
        ) && file != "relay.names.txt"
            && file != "relay.o8d"
        {
            assert_eq!(import.deck.name, "Relay", "{file}");
        }
        if ["toml", "cod", "o8d", "forge.dck", "json"].iter().any(|e| file == format!("relay.{e}")) {
            assert_eq!(import.deck.about, "Light the first lamp early.\nThen pass it on.", "{file}");
        }
        // Every line that is there has its place.
        let lines: Vec<&str> = text.lines().collect();
        for line in
            import.report.iter().filter(|l| matches!(l.outcome, LineOutcome::Card { .. } | LineOutcome::Unknown { .. }))
        {
            let (LineOutcome::Card { name, .. } | LineOutcome::Unknown { name, .. }) = &line.outcome else {
                unreachable!()
            };
            let word = name.split_whitespace().next().expect("a word");
            let near = lines[line.line - 1..].iter().take(8).any(|l| l.contains(word) || l.contains("decoration"));
            assert!(near, "{file}: line {} holds {name}", line.line);
        }
    }
}

#[test]
fn what_is_no_card_is_told_with_its_reason() {
    let game_library = lamps();
    let report = import(&game_library, &relay("relay.cod"), None).report;
    assert!(matches!(&report.last().expect("lines").outcome, LineOutcome::Unread { why } if why.contains("tokens")));
    let report = import(&game_library, &relay("relay.json"), None).report;
    assert!(matches!(&report.last().expect("lines").outcome, LineOutcome::Unread { why } if why.contains("Die_6")));
    let report = import(&game_library, "3 [SL:2] Lamp Keeper\n3 Lamp Keeper\n", None).report;
    assert!(matches!(&report[1].outcome, LineOutcome::Unread { why } if why.contains("[SET:17]")));
    let report = import(&game_library, "Lamp Keeper x0\n99999999999 Storm Lamp\n10000 Storm Lamp\n", None).report;
    assert!(report.iter().all(|l| matches!(l.outcome, LineOutcome::Unread { .. })), "{report:#?}");
}

#[test]
fn a_name_that_looks_like_more_is_the_card_of_that_name() {
    let game_library = lamps();
    let deck =
        import(&game_library, "1 Old Lamp (Used)\n1 Wick F\n1 Wick F *F*\n2 12 Angry Lamps\n1 Lamp+\n", None).deck;
    assert_eq!(entries(&game_library, &deck)[0], ["1 old-lamp", "2 wick-f", "2 twelve", "1 lamp-plus"]);
    let deck = import(&game_library, "[main]\n1 Wick F|FL\n1 Lamp+|FL|1\n1 Lamp++|FL|1\n", None).deck;
    assert_eq!(entries(&game_library, &deck)[0], ["1 wick-f", "2 lamp-plus"]);
}

#[test]
fn an_unknown_name_of_the_greatest_length_is_written_and_read_again() {
    let game_library = lamps();
    for (name, is_read) in [("n".repeat(294), true), ("n".repeat(295), false)] {
        let deck = import(&game_library, &format!("1 {name}|SET\n"), None).deck;
        assert_eq!(deck.size(0) == 1, is_read);
        assert_eq!(back(&game_library, &deck, DeckFileKind::Names).sections, deck.sections);
    }
}

#[test]
fn a_quote_that_is_never_closed_swallows_no_row() {
    let game_library = lamps();
    let rows = "name,board,Notes\nLamp Keeper,mainboard,\"say \"\"hi\nStorm Lamp,mainboard,\nWick F,mainboard,x\n";
    let read = import(&game_library, rows, None);
    assert_eq!(entries(&game_library, &read.deck)[0], ["1 lamp-keeper", "1 storm-lamp", "1 wick-f"]);
    assert_eq!(read.report.iter().map(|l| l.line).collect::<Vec<_>>(), [2, 3, 4]);
    // A note of two lines is one row all the same.
    let rows = "name,board,Notes\nLamp Keeper,mainboard,\"one\ntwo\"\nWick F,mainboard,x\n";
    assert_eq!(entries(&game_library, &import(&game_library, rows, None).deck)[0], ["1 lamp-keeper", "1 wick-f"]);
}

#[test]
fn encodings_that_programs_write_are_read_and_others_are_told() {
    let text = relay("relay.arena.txt");
    let units: Vec<u16> = text.encode_utf16().collect();
    let little: Vec<u8> = [0xFEFF].iter().chain(&units).flat_map(|u| u.to_le_bytes()).collect();
    let big: Vec<u8> = [0xFEFF].iter().chain(&units).flat_map(|u| u.to_be_bytes()).collect();
    for bytes in [little.clone(), big, format!("\u{feff}{text}").into_bytes()] {
        assert_eq!(intake::decode(bytes).as_ref(), Ok(&text));
    }
    let latin = intake::decode(b"1 Lamp\n1 \xC9clair\n".to_vec()).expect_err("Latin 1");
    assert_eq!((latin.line, latin.column), (2, 3));
    assert!(latin.message.contains("UTF-8"));
    assert!(intake::decode(b"1 Lamp\n\0".to_vec()).expect_err("NUL").message.contains("NUL"));
    assert!(intake::decode(little[..little.len() - 1].to_vec()).is_err());
    assert!(intake::decode(vec![0xFF, 0xFE, 0x00, 0xD8]).is_err(), "half a pair");
}

/// Writes a deck and reads it back as a stranger would: by what is in the file.
fn back(game_library: &GameLibrary, deck: &Deck, kind: DeckFileKind) -> Deck {
    let text = deckfile::write(&game_library.game, deck, kind);
    let told = match kind {
        DeckFileKind::Arena | DeckFileKind::Names => DeckFileKind::Text,
        kind => kind,
    };
    assert_eq!(DeckFileKind::detect(&text), told, "{kind:?}\n{text}");
    import(game_library, &text, None).deck
}

/// The deck without what a kind cannot carry.
fn without(game_library: &GameLibrary, deck: &Deck, lost: &[DeckFact]) -> Deck {
    let game = &game_library.game;
    let blank = Deck::new(game, "Imported deck", &game.default_format);
    let mut left = deck.clone();
    for fact in lost {
        match fact {
            DeckFact::Format => left.format = blank.format.clone(),
            DeckFact::Name => left.name = blank.name.clone(),
            DeckFact::Plan => left.about = String::new(),
            DeckFact::Goal => (left.goal, left.goal_text) = (None, None),
            DeckFact::Printing => {
                for (at, entries) in deck.sections.iter().enumerate() {
                    left.sections[at].clear();
                    for entry in entries {
                        let card = match &entry.card {
                            Listed::Card(ix) => Listed::Card(game.namesake(*ix)),
                            unknown => unknown.clone(),
                        };
                        left.add(at, card, entry.count);
                    }
                }
            }
            // Of sections only the whole is compared.
            DeckFact::Section => {
                let all: Vec<_> = left.sections.iter_mut().flat_map(std::mem::take).collect();
                all.into_iter().for_each(|e| left.add(0, e.card, e.count));
                left.sections[0].sort_by_key(|e| format!("{:?}", e.card));
            }
            DeckFact::Extras => {
                left.own.clear();
                left.tags.clear();
                left.notes.clear();
                left.plans.clear();
                left.boarded = None;
            }
            DeckFact::Game | DeckFact::Cards => {}
        }
    }
    left
}

fn decks(game_library: &Arc<GameLibrary>) -> impl Strategy<Value = Deck> + use<> {
    let game_library = game_library.clone();
    let unknown = "Zz[a-z&<>\"',é]{0,8}( [A-Za-z0-9&]{1,6}){0,3}";
    let card = prop_oneof![
        4 => any::<prop::sample::Index>().prop_map(Ok),
        1 => unknown.prop_map(Err),
    ];
    let entry = (any::<prop::sample::Index>(), card, 1..50u32);
    let line = "[A-Za-z&<>\"'\\\\=|:;#/ é0-9.]{0,30}";
    let words = (line, prop::collection::vec(line, 0..4), prop::option::of(line));
    let extras =
        prop::collection::vec((0..5u8, any::<prop::sample::Index>(), 1..9u32, "[A-Za-z\"'\\n é.]{1,20}"), 0..8);
    (prop::collection::vec(entry, 0..30), words, extras).prop_map(move |(entries, (name, about, goal), extras)| {
        let game = &game_library.game;
        let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        // A deck without a name comes back as an imported one.
        let mut deck = Deck::new(game, format!("D{}", one_line(&name)).trim(), &game.default_format);
        deck.about = about.iter().map(|l| one_line(l)).collect::<Vec<_>>().join("\n").trim().to_owned();
        deck.goal = goal.map(|g| one_line(&g)).filter(|g| !g.is_empty());
        deck.goal_text = deck.goal.clone();
        for (section, card, count) in entries {
            let card = match card {
                Ok(card) => Listed::Card(card.get(&game.indices().collect::<Vec<_>>()).to_owned()),
                Err(name) => Listed::Unknown(name),
            };
            deck.add(section.index(game.sections.len()), card, count);
        }
        for (kind, card, count, text) in extras {
            let card = game.card(*card.get(&game.indices().collect::<Vec<_>>()));
            let kin = Listed::from_id_or_name(game, &card.id).first_printing_id(game).to_owned();
            let (id, title) = (card.id.clone(), format!("My {}", one_line(&text)).trim().to_owned());
            let plan = || SideboardPlan { ins: vec![(count, id.clone())], outs: Vec::new() };
            match kind {
                0 => {
                    deck.own.insert(title, vec![DeckEntry { count, card: Listed::from_id_or_name(game, &id) }]);
                }
                1 => drop(deck.tags.entry(kin).or_default().insert(title)),
                2 => drop(deck.notes.insert(kin, format!("N{text}"))),
                3 => drop(deck.plans.insert(title, plan())),
                _ => deck.boarded = Some(AppliedPlan { name: title, plan: plan() }),
            }
        }
        deck
    })
}

fn holds(game_library: &GameLibrary, deck: &Deck, kind: DeckFileKind) {
    let back = back(game_library, deck, kind);
    let lost = kind.losses();
    assert_eq!(
        without(game_library, &back, lost),
        without(game_library, deck, lost),
        "{kind:?}\n{}",
        deckfile::write(&game_library.game, deck, kind)
    );
    let told = deckfile::losses(&game_library.game, deck, kind);
    assert!(told.iter().all(|fact| lost.contains(fact)), "{kind:?} loses {told:?}, but lists {lost:?}");
    let format = game_library.format(&deck.format).expect("a format");
    if lost.is_empty() {
        let verdict = |d: &Deck| format!("{:?}", check(&game_library.game, format, d, None));
        assert_eq!(verdict(&back), verdict(deck), "{kind:?}");
    } else if !told.contains(&DeckFact::Section) && !told.contains(&DeckFact::Printing) {
        let sizes = |d: &Deck| check(&game_library.game, format, d, None).violations.len();
        assert_eq!(sizes(&back), sizes(deck), "{kind:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(50, 200), ..ProptestConfig::default() })]

    #[test]
    fn what_a_kind_does_not_list_as_lost_comes_back(deck in decks(&lamps())) {
        let game_library = lamps();
        for kind in DeckFileKind::ALL.iter().copied() {
            holds(&game_library, &deck, kind);
        }
    }
}

#[test]
fn starter_decks_come_back_out_of_every_kind() {
    let source = Source::shipped();
    for id in source.games() {
        let game = load::game(&source, &id).expect("the shipped data load");
        let game_library = GameLibrary::load(&source, Arc::new(game)).expect("the shipped data load");
        for (_, deck) in &game_library.decks {
            for kind in DeckFileKind::ALL.iter().copied() {
                holds(&game_library, deck, kind);
            }
        }
    }
}

#[test]
fn everything_that_is_listed_as_lost_is_lost_of_some_deck() {
    let game_library = lamps();
    let mut deck = import(&game_library, &relay("relay.toml"), None).deck;
    // A leader among the lamps, and the second shelf for what nobody knows.
    deck.add(0, Listed::from_id_or_name(&game_library.game, "first-lampwright"), 1);
    deck.add(2, Listed::Unknown("Zz".to_owned()), 1);
    deck.notes.insert("first-lampwright".to_owned(), "Never in the first hand.".to_owned());
    for kind in DeckFileKind::ALL.iter().copied() {
        assert_eq!(deckfile::losses(&game_library.game, &deck, kind), kind.losses(), "{kind:?}");
    }
}

#[test]
fn what_is_lost_stands_in_the_documentation() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/deckfiles.md");
    let text = std::fs::read_to_string(file).expect("the documentation");
    for kind in DeckFileKind::ALL.iter().copied() {
        let start = format!("| {} | {} | ", kind.id(), kind.extension());
        let row = text.lines().find(|l| l.starts_with(&start)).unwrap_or_else(|| panic!("no row begins with {start}"));
        let lost: Vec<&str> = kind.losses().iter().map(|fact| fact.id()).collect();
        let said = if lost.is_empty() { "–".to_owned() } else { lost.join(", ") };
        assert!(row.ends_with(&format!("| {said} |")), "{row} should end with {said}");
    }
}

#[test]
fn a_card_with_two_faces_is_called_as_other_programs_call_it() {
    let game_library = lamps();
    let mut deck = Deck::new(&game_library.game, "Two faces", "classic");
    for name in ["Night Lamp", "Smoke"] {
        let card = Listed::Card(game_library.game.find(name).expect("by either face"));
        deck.sections[0].push(DeckEntry { card, count: 2 });
    }
    for kind in [
        DeckFileKind::Cockatrice,
        DeckFileKind::Forge,
        DeckFileKind::XMage,
        DeckFileKind::Mtgo,
        DeckFileKind::Arena,
        DeckFileKind::Draftmancer,
    ] {
        let text = deckfile::write(&game_library.game, &deck, kind);
        let list = text.rsplit("[CustomCards]").next().expect("a text");
        assert!(list.contains("Day Lamp") && !list.contains("Day Lamp //"), "{kind:?}: {list}");
        assert!(list.contains("Spark // Smoke"), "{kind:?}: {list}");
    }
}

#[test]
fn a_code_shows_its_typos_and_its_version() {
    let game_library = lamps();
    let deck = import(&game_library, &relay("relay.toml"), None).deck;
    let code = deckfile::write(&game_library.game, &deck, DeckFileKind::Code);
    // Frozen: a code that was shared is read for ever.
    assert_eq!(code, relay("relay.code"));
    let read = |text: &str| deckfile::read(text, Some(DeckFileKind::Code));
    let spaced = code.to_lowercase().replace('-', " \n");
    assert_eq!(read(&spaced).expect("readable").lines.len(), 5);
    let letters: Vec<char> = code.trim_end().chars().collect();
    for at in 4..letters.len() {
        let mut wrong = letters.clone();
        wrong[at] = if letters[at] == 'X' { 'Y' } else { 'X' };
        assert!(read(&wrong.iter().collect::<String>()).is_err(), "typo at {at}");
        wrong.remove(at);
        assert!(read(&wrong.iter().collect::<String>()).is_err() || letters[at] == '-', "letter {at} is missing");
    }
    let mut groups: Vec<&str> = code.trim_end()[4..].split('-').collect();
    groups.swap(1, 2);
    let fault = read(&format!("DL1:{}", groups.join("-"))).expect_err("swapped");
    assert!(fault.message.contains("out of place"), "{fault}");
    assert!(read("DL2:ABC").expect_err("newer").message.contains("version 2"));
}

#[test]
fn face_sheets_keep_the_last_cell_for_the_back() {
    let mut deck = Deck { sections: vec![Vec::new()], ..Deck::default() };
    for count in 1..=150usize {
        deck.add(0, Listed::Unknown(format!("Card {count}")), 1);
        let sheets = deckfile::tabletop::face_sheets(&deck);
        assert_eq!(sheets.iter().map(|s| s.cards.len()).sum::<usize>(), count);
        for sheet in &sheets {
            assert!((2..=10).contains(&sheet.columns) && (2..=7).contains(&sheet.rows), "{count}: {sheet:?}");
            assert!(sheet.cards.len() < sheet.columns * sheet.rows, "{count}: no room for the back");
        }
    }
}

#[test]
fn a_saved_object_numbers_each_card_by_its_sheet_and_cell() {
    let game_library = lamps();
    let mut deck = Deck::new(&game_library.game, "Many", "classic");
    (0..70).for_each(|n| deck.add(0, Listed::Unknown(format!("Card {n}")), 2));
    deck.add(2, Listed::from_id_or_name(&game_library.game, "first-lampwright"), 1);
    let saved: serde_json::Value =
        serde_json::from_str(&deckfile::write(&game_library.game, &deck, DeckFileKind::Tabletop)).expect("JSON");
    let [pile, leader] = saved["ObjectStates"].as_array().expect("objects").as_slice() else { panic!("{saved:#}") };
    let ids = pile["DeckIDs"].as_array().expect("numbers");
    assert_eq!(
        (&ids[0], &ids[1], &ids[137], &ids[138], &ids[139]),
        (&100.into(), &100.into(), &168.into(), &200.into(), &200.into())
    );
    let cards = pile["ContainedObjects"].as_array().expect("cards");
    assert!(cards.iter().zip(ids).all(|(card, id)| card["CardID"] == *id));
    assert_eq!(pile["CustomDeck"]["1"]["NumWidth"], 10);
    assert_eq!(pile["CustomDeck"]["1"]["NumHeight"], 7);
    // A pile of one card is a card.
    assert_eq!((&leader["Name"], &leader["CardID"]), (&"Card".into(), &201.into()));
}

#[test]
fn files_by_hand_are_all_there_are() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/deckfiles");
    let there =
        std::fs::read_dir(folder).expect("the folder").filter(|e| e.as_ref().expect("an entry").path().is_file());
    assert_eq!(there.count(), FILES.len() + 1, "each file is in FILES; beside them is relay.code");
}
