//! What somebody met who wrote a first game from docs/play.md alone.

use std::sync::Arc;

use engine::described::{Choice, Described, Event, State};
use engine::kernel::rules::{Actor, NullSink, Rules};
use formats::rng::{Dice, Seed};

use super::reported::{EventLog, failure, hand, holdings};
use super::{examples, of_game, varied, with_variant};

/// Seats that have a deck each are dealt cards of their own, and as many as there are in it.
#[test]
fn each_seat_is_dealt_cards_of_its_own_deck() {
    let drawn = "    { draw = \"sum basket of field\" },\n  ] },\n";
    let holds_and_hands = |dealt: &str| {
        let rules: Described<8> = with_variant("nine-fathoms", 2, |text| {
            assert!(text.contains(drawn));
            text.replace(drawn, &format!("  ] }},\n{dealt}"))
        });
        let seen = rules.observation(&rules.start(Seed::from_number(1), None, &mut NullSink), None);
        [0, 1].map(|seat| (holdings(&seen, seat), hand(&seen, seat).len()))
    };
    let before = holds_and_hands("");
    for dealt in ["{ deal = 5 },", "{ deal = 5, from = \"deck\", first = \"left of active\" },"] {
        let after = holds_and_hands(dealt);
        assert!(before.iter().zip(&after).all(|(before, after)| before.0 == after.0), "{dealt}: {after:#?}");
        assert_eq!(after.map(|(_, hand)| hand), before.clone().map(|(_, hand)| hand + 5), "{dealt}");
    }
    // Nobody waits for somebody whose deck is used up.
    let emptied = "{ move = \"seat 1's deck\", to = \"seat 1's silt\" },\n{ deal = 3 },";
    assert_eq!(holds_and_hands(emptied).map(|(_, hand)| hand), [before[0].1, before[1].1 + 3]);
    // Whose pile it is may be said.
    let of_one = "{ deal = 2, from = \"seat 2's deck\" },";
    assert_eq!(holds_and_hands(of_one).map(|(_, hand)| hand), before.clone().map(|(_, hand)| hand + 2));
    assert_ne!(holds_and_hands(of_one)[0].0, before[0].0);
}

/// Where each seat brings a deck, a section of it may go to the table, where it lies with that of the others.
#[test]
fn what_goes_to_the_table_comes_from_the_decks_of_all() {
    let rules: Described<8> = with_variant("three-rivers", 2, |text| {
        let of_seat = "banks   = { of = \"seat\", sees";
        assert!(text.contains(of_seat));
        text.replace(of_seat, "banks   = { sees").replace("opponent's banks", "banks")
    });
    let library = formats::GameLibrary::load(&examples(), super::load("three-rivers")).expect("it has no faults");
    let section = library.game.section("banks").expect("it is there");
    let brought: usize = library.decks.iter().take(2).map(|(_, deck)| deck.cards(section).len()).sum();
    let seen = rules.observation(&rules.start(Seed::from_number(1), None, &mut NullSink), None);
    let count = |title: &str| seen.common.iter().find(|zone| zone.title == title).map_or(0, |zone| zone.cards.len());
    let shore = seen.common.iter().filter(|zone| zone.title != "Banks face down").map(|zone| zone.cards.len());
    assert!(brought > 4, "{brought}");
    assert_eq!(count("Banks face down") + shore.sum::<usize>(), brought);
    assert!(seen.seats.iter().all(|seat| seat.zones.iter().all(|zone| !zone.title.starts_with("Banks"))));
}

/// The name of a lane stands behind the word that a game says.
#[test]
fn a_lane_is_told_with_the_word_before_it() {
    let labels = |preposition: &str| {
        let rules: Described<8> = with_variant("three-rivers", 2, |text| {
            let lands = "told = \"lands\"\n";
            assert!(text.contains(lands));
            text.replace(lands, &format!("{lands}{preposition}"))
        });
        let mut state: State<8> = rules.start(Seed::from_number(4), None, &mut NullSink);
        let mut legal: Vec<Choice> = Vec::new();
        loop {
            rules.legal_actions(&state, &mut legal);
            let lands = legal.iter().find(|choice| rules.notation(&state, **choice).starts_with("land "));
            if let Some(lands) = lands {
                return (rules.notation(&state, *lands), rules.label(&state, *lands));
            }
            rules.apply(&mut state, *legal.last().expect("there is an action"), &mut NullSink).expect("it is legal");
        }
    };
    let ((file, plain), (same, other)) = (labels(""), labels("preposition = \"at\"\n"));
    assert_eq!(file, same, "files say it as before");
    let (card, lane) = plain.split_once(" in ").expect("the usual word");
    assert_eq!(other, format!("{card} at {lane}"));
}

/// A number has a word for what it counts, for people; files write it as before.
#[test]
fn a_number_is_told_with_what_it_counts() {
    let labels = |id: &str, seats: usize, from: &str, to: &str| {
        let rules: Described<8> = with_variant(id, seats, |text| {
            assert!(text.contains(from));
            text.replace(from, to)
        });
        let state: State<8> = rules.start(Seed::from_number(4), None, &mut NullSink);
        let mut legal: Vec<Choice> = Vec::new();
        rules.legal_actions(&state, &mut legal);
        let event = |choice: &Choice| rules.event_text(Event::Does { seat: 0, choice: *choice });
        let texts = |choice: &Choice| [rules.notation(&state, *choice), rules.label(&state, *choice), event(choice)];
        legal.iter().map(texts).collect::<Vec<_>>()
    };
    let bets = "told = \"bets\"\ndo = [{ set = { stake = 2 } }]";
    let counted = bets.replace("do =", "number = \"1..2\"\nunit = [\"chip\", \"chips\"]\ndo =");
    let told = labels("kuhn-poker", 2, bets, &counted);
    assert_eq!(told[1], ["bet 1", "Bet 1 chip", "Seat 1 bets 1 chip"]);
    assert_eq!(told[2], ["bet 2", "Bet 2 chips", "Seat 1 bets 2 chips"]);
    let passes = "told  = \"passes\"\ncards = \"hand\"";
    let counted = format!("{passes}\nnumber = \"3..3\"\nunit = \"silver\"");
    let told = labels("hearts", 4, passes, &counted);
    let [notation, label, event] = &told[0];
    let card = notation.strip_prefix("pass ").and_then(|rest| rest.strip_suffix(" 3")).expect("as before");
    assert_eq!((label, event), (&format!("Pass {card}, 3 silver"), &format!("Seat 1 passes {card}, 3 silver")));
}

/// What is paid with a card is told as what becomes of it.
#[test]
fn a_card_that_is_paid_with_is_told_as_discarded_or_given_up() {
    let mut source = examples();
    let set = "nine-fathoms/sets/drowned-terraces.toml";
    let mut text = source.file(set).expect("the set is there").text.to_string();
    for (from, to) in [
        ("cost = { fathom = 1, tap = true }", "cost = { discard = 1, tap = true }"),
        ("cost = { breath = 1, tap = true }", "cost = { destroy = \"your type:companion\", tap = true }"),
    ] {
        assert!(text.contains(from));
        text = text.replace(from, to);
    }
    source.put(set, set.to_owned(), text);
    let game = Arc::new(catalog::load::game(&source, "nine-fathoms").expect("it has no faults"));
    let rules: Described<8> = of_game(&source, &game, 2);
    let mut dice = Seed::from_number(2).fast();
    let mut legal: Vec<Choice> = Vec::new();
    let mut told = EventLog(Vec::new());
    let mut labels = std::collections::BTreeSet::new();
    for number in 0..60 {
        let mut state: State<8> = rules.start(Seed::from_number(number), None, &mut NullSink);
        while let Actor::Seat(_) = rules.actor(&state) {
            rules.legal_actions(&state, &mut legal);
            labels.extend(legal.iter().map(|choice| rules.label(&state, *choice)));
            let choice = legal[dice.below(legal.len() as u32) as usize];
            rules.apply(&mut state, choice, &mut told).expect("it is legal");
        }
    }
    let texts: Vec<String> = told.0.iter().map(|event| rules.event_text(*event)).collect();
    for (said, offered) in [("discards", "Discard "), ("gives up", "Give up ")] {
        let is_said = |text: &&String| text.split_once(said).is_some_and(|(who, _)| who.starts_with("Seat "));
        assert!(texts.iter().filter(is_said).count() > 2, "{said}");
        assert!(labels.iter().any(|label| label.starts_with(offered)), "{labels:#?}");
    }
}

/// "Choose" says nothing of what becomes of a card: where it goes is told.
#[test]
fn where_a_chosen_card_goes_is_told() {
    let rules: Described<8> = super::rules("three-rivers", 2);
    let mut dice = Seed::from_number(5).fast();
    let mut legal: Vec<Choice> = Vec::new();
    let mut moved = 0;
    for number in 0..40 {
        let mut state: State<8> = rules.start(Seed::from_number(number), None, &mut NullSink);
        while let Actor::Seat(_) = rules.actor(&state) {
            rules.legal_actions(&state, &mut legal);
            let choice = legal[dice.below(legal.len() as u32) as usize];
            let picks = rules.label(&state, choice).starts_with("Choose ");
            let mut told = EventLog(Vec::new());
            rules.apply(&mut state, choice, &mut told).expect("it is legal");
            let goes = |event: &&Event| matches!(event, Event::Moves { card, .. } if *card == choice.cards[0]);
            for event in told.0.iter().filter(goes).filter(|_| picks) {
                assert!(matches!(event, Event::Moves { told: 0, .. }), "{}", rules.event_text(*event));
                moved += 1;
            }
        }
    }
    assert!(moved > 3, "{moved}");
}

/// What cards are sorted by is a word that can be chosen, as a text field is.
#[test]
fn a_faction_or_a_type_is_a_word_to_choose() {
    let shows = |of: &'static str| {
        move |text: &str| {
            text.replace("may = [\"tie\",", "may = [\"show\", \"tie\",")
                + &format!(
                    "\n[[action]]\nid = \"show\"\nword = \"{of} of hand\"\ndo = [{{ move = \"hand[{of}=$word]\", to = \"silt\" }}]\n"
                )
        }
    };
    let start = "[scenario.start]\nphase = \"dive\"\n[scenario.start.seat1]\nbreath = 1\n\
                 hand = [\"Net Mender\", \"Rope Boy\", \"Iron Hook\", \"Lead Weight\"]\n[[scenario.step]]\n";
    let cards = "[[scenario.card]]\nname = \"Iron Hook\"\nnumber = \"X\"\ntype = [\"gear\"]\nrarity = \"common\"\n\
                 house = [\"eel\"]\ncost = { breath = 1 }\n";
    let step = |shown: &str, legal: &str, silt: &str| {
        format!(
            "{cards}{start}legal = [{legal}]\n[[scenario.step]]\ndo = [\"1: {shown}\"]\nexpect = {{ seat1 = {{ silt = [{silt}] }} }}"
        )
    };
    let houses =
        "\"show Limpet\", \"show Eel\", \"tie Lead Weight\", \"play Rope Boy\", \"play Iron Hook\", \"surface\"";
    let chosen = step("show Limpet", houses, "\"Net Mender\", \"Rope Boy\"");
    assert_eq!(failure("nine-fathoms", shows("house"), &chosen), None);
    let types = "\"show Companion\", \"show Gear\", \"show Weight\", \"tie Lead Weight\", \"play Rope Boy\", \"play Iron Hook\", \"surface\"";
    let chosen = step("show Gear", types, "\"Iron Hook\"");
    assert_eq!(failure("nine-fathoms", shows("type"), &chosen), None);
}

/// Where a card has several no word says which, and a word that nothing is called is told with what was meant.
#[test]
fn a_word_that_cannot_be_chosen_is_told() {
    let set = "nine-fathoms/sets/drowned-terraces.toml";
    let asks = |of: &str, of_two: bool| {
        let mut source = examples();
        let text = source.file(set).expect("the set is there").text.replacen(
            "[\"limpet\"]",
            "[\"limpet\", \"eel\"]",
            of_two.into(),
        );
        source.put(set, set.to_owned(), text);
        let play = "nine-fathoms/play.toml";
        let text = source
            .file(play)
            .expect("it has rules")
            .text
            .replace("id = \"lift\"\n", &format!("id = \"lift\"\nword = \"{of} of hand\"\n"));
        source.put(play, play.to_owned(), text);
        let game = Arc::new(catalog::load::game(&source, "nine-fathoms").expect("it has no faults"));
        let found = engine::described::program(&game).expect("it has rules").err().unwrap_or_default();
        found.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert!(asks("house", false).is_empty());
    let several = asks("house", true);
    assert!(several.len() == 1 && several[0].contains("some card has several in `house`"), "{several:#?}");
    let unknown = asks("hous", false);
    assert!(unknown.len() == 1 && unknown[0].contains("did you mean `house`?"), "{unknown:#?}");
}

/// Docs/play.md: a deck that never runs out, for all draws.
#[test]
fn a_deck_that_is_filled_up_all_the_time_is_never_empty() {
    let rules: Described<8> = with_variant("nine-fathoms", 2, |text| {
        text.replace(
            "[end]",
            "[[whenever]]\nif = \"any seat[no deck and any silt]\"\n\
             do = [{ each = \"seat\", do = [{ if = \"no deck\", do = [{ move = \"silt\", to = \"deck\" }, { shuffle = \"deck\" }] }] }]\n[end]",
        )
        .replace("{ if = \"turn > 1\", do = [{ draw = 1 }] }", "{ draw = 12 }")
    });
    let (mut dice, mut filled) = (Seed::from_number(5).fast(), 0);
    let mut legal: Vec<Choice> = Vec::new();
    for number in 0..20 {
        let mut state: State<8> = rules.start(Seed::from_number(number), None, &mut NullSink);
        while let Actor::Seat(_) = rules.actor(&state) {
            let seen = rules.observation(&state, None);
            for seat in 0..2 {
                let count = |title: &str| {
                    let zones = &seen.seats[seat].zones;
                    zones.iter().find(|zone| zone.title == title).map_or(0, |zone| zone.cards.len())
                };
                assert!(count("Basket") > 0 || count("Silt") == 0);
            }
            rules.legal_actions(&state, &mut legal);
            let mut told = EventLog(Vec::new());
            let choice = legal[dice.below(legal.len() as u32) as usize];
            rules.apply(&mut state, choice, &mut told).expect("it is legal");
            filled += told.0.iter().filter(|event| matches!(event, Event::Shuffles { .. })).count();
        }
    }
    assert!(filled > 5, "decks are filled: {filled}");
}

/// Docs/play.md: all of a deck that goes to the table is one that all share.
#[test]
fn a_format_without_the_shared_deck_of_the_rules_is_told() {
    let format = "kuhn-poker/formats/classic.toml";
    let faults = |shared: &str| {
        let mut source = examples();
        let text = source.file(format).expect("the format is there").text.replace("shared = true", shared);
        source.put(format, format.to_owned(), text);
        let game = Arc::new(catalog::load::game(&source, "kuhn-poker").expect("it has no faults"));
        engine::registry::data_problems(&source, &game)
    };
    assert!(faults("shared = true").is_empty());
    for shared in ["shared = false", ""] {
        let found = faults(shared);
        let is_told = |hint: &String| hint.contains("`shared = true` in `[match]`");
        assert!(
            found.len() == 1 && found[0].file == format && found[0].hint.as_ref().is_some_and(is_told),
            "{found:#?}"
        );
    }
    let game = varied("kuhn-poker", |text| text.replace("seats  = 2", "seats  = 2\nshared = false"));
    let found = engine::described::program(&game).expect("it has rules").err().unwrap_or_default();
    assert!(found.len() == 1 && found[0].hint.as_ref().is_some_and(|hint| hint.contains("[match]")), "{found:#?}");
}
