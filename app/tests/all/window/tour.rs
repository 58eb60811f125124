//! A first run, and what was said.

use super::*;

#[test]
fn the_tour_goes_from_a_game_to_a_hand_as_things_are_done_and_comes_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, Opening { seed: Some(3), ..Opening::default() });
    assert!(shows(&window, "Welcome to Deckloom"));
    // The games in which there is most to do come first.
    assert!(shows(&window, "Decks  ·  Draft  ·  Sealed  ·  Matches") && shows(&window, "An opponent for your table"));
    act(&mut window, |ui| ui.click("Chron X").map(drop));
    assert!(shows(&window, "Choose a starter deck") && shows(&window, "Starter decks"));
    act(&mut window, |ui| ui.click("American Union").map(drop));
    assert!(shows(&window, "Add a card"));
    act(&mut window, |ui| {
        ui.click(selector::id("deck-search"))?;
        ui.typewrite("drone");
        Ok(())
    });
    press(&mut window, keyboard::key::Named::Enter);
    assert!(shows(&window, "Fix the deck"), "a card too many: the deck could not be played at the end of the tour");
    drop(window.update(Message::Key(key("z", true))));
    assert!(shows(&window, "Draw a hand"), "it goes on once that is fixed");
    act(&mut window, |ui| ui.click("Hands").map(drop));
    assert!(shows(&window, "Play your deck"));
    act(&mut window, |ui| ui.click("Play deck").map(drop));
    assert!(shows(&window, "Play  (Enter)"), "it waits for the table");
    let enter = pressed(keyboard::Key::Named(keyboard::key::Named::Enter), false);
    driven::tell_and_wait(&mut window, Message::Key(enter));
    assert!(shows(&window, "Play a turn"));
    let turn = |window: &Window| window.table().expect("a match").observation().turn;
    let begun = turn(&window);
    for letter in ["1", "e", " "].into_iter().cycle().take(300) {
        if shows(&window, "You know your way around") {
            break;
        }
        driven::tell_and_wait(&mut window, Message::Key(key(letter, false)));
    }
    assert!(shows(&window, "You know your way around") && turn(&window) > begun, "a turn was played");
    press(&mut window, keyboard::key::Named::F1);
    assert!(!shows(&window, "You know your way around"));
    drop(window);
    assert!(!shows(&open(&library, Opening::default()), "Welcome to Deckloom"));
}

#[test]
fn whoever_leaves_the_tour_is_not_asked_again_and_finds_it_by_a_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, Opening::default());
    press(&mut window, keyboard::key::Named::Escape);
    assert!(!shows(&window, "Welcome to Deckloom"));
    drop(window);
    let mut window = open(&library, Opening::default());
    assert!(!shows(&window, "Welcome to Deckloom"));
    press(&mut window, keyboard::key::Named::F1);
    assert!(shows(&window, "Welcome to Deckloom"));
}

#[test]
fn what_was_said_can_be_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), beside_deck("union quartermaster"));
    press(&mut window, keyboard::key::Named::ArrowDown);
    for letter in ["+", "o"] {
        type_key(&mut window, letter);
    }
    let deck = "× Union Quartermaster in “";
    assert!(!shows(&window, deck), "only what was said last stands at the foot");
    drop(window.update(Message::Key(key("j", true))));
    for said in ["Messages", deck, "1 × Union Quartermaster owned, saved"] {
        assert!(shows(&window, said), "{said}");
    }
    press(&mut window, keyboard::key::Named::Escape);
    assert!(!shows(&window, "Messages"));
}
