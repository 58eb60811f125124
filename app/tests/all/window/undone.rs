//! What was removed or changed comes back: drafts of the list, decks out of a pool; and the ways to a copy more.

use deckloom::screen::decks::{self, import};
use deckloom::screen::limited::{self, lobby, pool};
use iced::keyboard::key::Named;
use iced::widget::text_editor;

use super::*;

fn undo(window: &mut Window) {
    drop(window.update(Message::Key(key("z", true))));
}

#[test]
fn a_draft_that_was_removed_comes_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), limited());
    let drafts = |window: &Window| window.library().streams(StreamKind::Draft, "afrika").expect("drafts");
    let send = |window: &mut Window, message| {
        drop(window.update(Message::Limited(limited::Message::Lobby(message))));
    };
    send(&mut window, lobby::Message::Begun("cosmic-draft".into(), 4));
    press(&mut window, Named::Escape);
    let id = drafts(&window)[0].id;
    send(&mut window, lobby::Message::PutAway(id));
    assert!(shows(&window, "removed") && shows(&window, "Undo") && drafts(&window).is_empty());
    undo(&mut window);
    assert_eq!(drafts(&window).len(), 1);
    undo(&mut window);
    assert_eq!(drafts(&window).len(), 1, "once");
}

#[test]
fn changes_of_a_deck_out_of_a_pool_are_taken_back_and_escape_goes_one_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let opening = Opening { limited: Some("sealed".into()), picks: 4, ..on("chronx", ScreenName::Limited) };
    let mut window = open(&folder.path().join("library.db"), Opening { seed: Some(3), ..opening });
    press(&mut window, Named::Enter);
    assert!(shows(&window, "Use this deck"));
    press(&mut window, Named::Escape);
    assert!(shows(&window, "The pool"), "back to the pool, not out of it");
    press(&mut window, Named::Enter);
    act(&mut window, |ui| ui.click("Use this deck").map(drop));
    assert!(shows(&window, "Legal"));
    // One of five leads it, and another one takes its place.
    for leader in ["cfa-headquarters", "red-claw-headquarters"] {
        let game = &window.session().game_library("chronx").expect("the game").game;
        let headquarters = game.find(leader).expect("a card");
        let led = pool::builder::Message::Deck(pool::builder::deck::Message::Led(headquarters));
        drop(window.update(Message::Limited(limited::Message::Pool(pool::Message::Builder(led)))));
    }
    assert!(shows(&window, "Headquarters: choose one") && !shows(&window, "it needs exactly"));
    act(&mut window, |ui| ui.click("Clear").map(drop));
    assert!(shows(&window, "Deck cleared") && !shows(&window, "Legal"));
    (0..3).for_each(|_| undo(&mut window));
    assert!(shows(&window, "Legal"));
    undo(&mut window);
    assert!(shows(&window, "Click cards in the pool to add them"), "before the suggested deck");
}

#[test]
fn a_second_click_adds_a_card_and_escape_lets_go_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let opening = Opening { deck: Some("corporate".to_owned()), ..on("chronx", ScreenName::Decks) };
    let mut window = open(&folder.path().join("library.db"), opening);
    assert!(shows(&window, "32 cards"));
    act(&mut window, |ui| ui.click("Audit Drone").map(drop));
    assert!(shows(&window, "32 cards"), "the first click only chooses");
    act(&mut window, |ui| ui.click("Audit Drone").map(drop));
    assert!(shows(&window, "33 cards"));
    undo(&mut window);
    assert!(shows(&window, "32 cards"));
    press(&mut window, Named::Escape);
    assert!(shows(&window, "New deck"), "nothing was chosen any more");
}

#[test]
fn a_name_that_an_import_does_not_know_is_changed_by_a_click() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), on("chronx", ScreenName::Decks));
    drop(window.update(Message::Key(key("i", true))));
    let pasted = text_editor::Edit::Paste("x3 Cable Gost\n2 Blink".to_owned().into());
    let edited = import::Message::Edited(text_editor::Action::Edit(pasted));
    drop(window.update(Message::Decks(decks::Message::Import(edited))));
    assert!(shows(&window, "3 × Cable Gost"), "a number after its sign");
    act(&mut window, |ui| ui.click("Change to Cable Ghost").map(drop));
    assert!(shows(&window, "3 × Cable Ghost") && shows(&window, "5 cards") && !shows(&window, "unknown"));
    act(&mut window, |ui| ui.click("Add to your decks").map(drop));
    assert!(shows(&window, "3×") || shows(&window, "5 cards"));
}
