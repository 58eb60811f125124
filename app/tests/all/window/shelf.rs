//! The shelf of decks: many of them, found by words, opened and put away by keys.

use std::collections::BTreeSet;

use super::*;
use catalog::store::journal::StreamId;
use deckloom::screen::decks;

/// A library with so many decks of Chron X, numbered from 1; the last one stands first.
fn with(decks: usize) -> (tempfile::TempDir, Window) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = desk(&folder.path().join("library.db"));
    let game_library = desk.game_library("chronx").expect("the game").clone();
    for (number, (_, deck)) in (1..=decks).zip(game_library.decks.iter().cycle()) {
        let deck = formats::Deck { name: format!("Number {number}"), ..deck.clone() };
        DeckSession::create(&mut desk.library, &game_library.game, deck, None).expect("saved");
    }
    drop(desk);
    let window = open(&folder.path().join("library.db"), on("chronx", ScreenName::Decks));
    (folder, window)
}

fn shown(window: &Window) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let _ = ui(window).find(|c: Candidate<'_>| -> Option<()> {
        match c {
            Candidate::Text { content, .. } if content.starts_with("Number ") => drop(names.insert(content.to_owned())),
            _ => {}
        }
        None
    });
    names
}

fn read_on(window: &mut Window) {
    drop(window.update(Message::Decks(decks::Message::List(decks::deck_list::Message::ReadOn))));
}

fn type_in(window: &mut Window, text: &str) {
    act(window, |ui| {
        ui.click(selector::id("shelf-search"))?;
        ui.typewrite(text);
        Ok(())
    });
}

#[test]
fn decks_are_read_a_few_at_a_time_and_only_those_in_sight_are_built() {
    let (_folder, mut window) = with(100);
    let built = shown(&window).len();
    assert!((12..60).contains(&built), "{built} tiles are built");
    assert!(shows(&window, "Legal"), "what is in sight was read at once");
    // The first one that was made stands last.
    type_in(&mut window, "number 1");
    assert!(shows(&window, "20 of 100"));
    assert!(shows(&window, "Legal"), "not all of them were read, but 100 was");
    type_in(&mut window, "2");
    assert!(shows(&window, "Number 12") && !shows(&window, "Legal"));
    read_on(&mut window);
    assert!(!shows(&window, "Legal"), "100 to 37 are read");
    read_on(&mut window);
    assert!(shows(&window, "Legal"), "and 36 to 5");
}

#[test]
fn a_deck_is_found_by_words_and_opened_by_keys_alone() {
    use keyboard::key::Named;
    let (_folder, mut window) = with(100);
    type_in(&mut window, "ber 77");
    assert_eq!(shown(&window), BTreeSet::from(["Number 77".to_owned()]));
    assert!(shows(&window, "1 of 100") && !shows(&window, "Starter decks"));
    press(&mut window, Named::Escape);
    press(&mut window, Named::ArrowDown);
    press(&mut window, Named::ArrowRight);
    press(&mut window, Named::Enter);
    let open: Option<(StreamKind, StreamId)> = window.library().setting("window.open").expect("a setting");
    let (_, second) = open.expect("the second one is open");
    assert!(window.library().streams(StreamKind::Deck, "chronx").expect("decks")[1].id == second);
    press(&mut window, Named::Escape);
    type_key(&mut window, "-");
    assert!(shows(&window, "“Number 99” removed."));
    act(&mut window, |ui| ui.click("Undo").map(drop));
    assert!(shows(&window, "Your decks  ·  100"));
}

#[test]
fn what_is_told_about_a_starter_deck_stands_on_whole_lines() {
    let folder = tempfile::tempdir().expect("a folder");
    for game in ["chronx", "afrika", "chrononauts"] {
        let window = open(&folder.path().join("library.db"), on(game, ScreenName::Decks));
        let about: Vec<String> =
            window.session().game_library(game).expect("the game").decks.iter().map(|(_, d)| d.about.clone()).collect();
        let (mut seen, mut lines) = (0, BTreeSet::new());
        let _ = ui(&window).find(|c: Candidate<'_>| -> Option<()> {
            if let Candidate::Text { content, bounds, .. } = c
                && about.iter().any(|about| about == content)
            {
                seen += 1;
                lines.insert((bounds.height * 10.0).round() as u32);
            }
            None
        });
        assert!(seen > 0, "{game}");
        // One to three lines of small letters: what is longer ends in dots.
        assert!(lines.iter().all(|high| [162, 324, 486].contains(high)), "{game}: {lines:?}");
    }
}
