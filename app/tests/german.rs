//! The window in German: in a program of its own, since the whole of it speaks one language.

#[path = "all/window/driven.rs"]
mod driven;
#[path = "all/window/fits.rs"]
mod fits;
#[path = "all/window/painted.rs"]
mod painted;
#[path = "all/window/states.rs"]
mod states;

use std::sync::{Mutex, PoisonError};

use catalog::fold::capital;
use deckloom::language::Language;
use deckloom::screen::ScreenName;
use deckloom::screen::automa;
use deckloom::screen::lab::{self, question};
use deckloom::screen::play::log;
use deckloom::session::{Places, Session};
use deckloom::window::{Message, Opening, Window};
use driven::{SIZE, act, act_and_wait, shows};

fn press(window: &mut Window, words: &str) {
    act(window, |ui| ui.click(words).map(drop));
}

/// Who speaks: the whole program speaks one language at a time.
static SPEAKER: Mutex<()> = Mutex::new(());

#[test]
fn everything_has_its_room_at_every_size() {
    let _speaker = SPEAKER.lock().unwrap_or_else(PoisonError::into_inner);
    let faults = fits::faults(Language::German);
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn a_deck_is_judged_in_german_until_the_settings_say_english() {
    let _speaker = SPEAKER.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().expect("a folder");
    let places = Places { library: Some(folder.path().join("library.db")), data: Vec::new() };
    let opening = Opening {
        game: Some("chronx".to_owned()),
        screen: Some(ScreenName::Cards),
        query: Some("\"Union Quartermaster\"".to_owned()),
        deck: Some("corporate".to_owned()),
        language: Some(Language::German),
        ..Opening::default()
    };
    let mut window = Window::new(Session::open(&places).expect("a library"), opening, SIZE).0;
    press(&mut window, "+");
    press(&mut window, "+");
    press(&mut window, "Decks");
    // 34 cards of 32, and two copies of another domain's card: what is wrong, and what mends it.
    for words in ["34 Karten", "Prüfung", "von 30 Punkten", "genau 32", "entfernen"] {
        assert!(shows(&window, words), "{words}");
    }
    press(&mut window, "Labor");
    drop(window.update(Message::Lab(lab::Message::Question(question::Message::GamesTyped("200".into())))));
    act_and_wait(&mut window, |ui| ui.click("Starten").map(drop));
    for words in ["Goldfish: ", "200 Partien", "erreicht sein Ziel", "0,0\u{a0}%"] {
        assert!(shows(&window, words), "{words}");
    }
    press(&mut window, "Turniere");
    assert!(shows(&window, "Turnier anlegen"));
    drop(window.update(Message::ScreenChosen(ScreenName::Settings)));
    assert!(shows(&window, "Einstellungen"));
    press(&mut window, "English");
    assert!(shows(&window, "Settings") && !shows(&window, "Einstellungen"));
    press(&mut window, "Decks");
    assert!(shows(&window, "of 30 points"));
    drop(window);
    // What can be done in a match; its record names it in English.
    let opening = Opening {
        game: Some("chronx".to_owned()),
        screen: Some(ScreenName::Play),
        play: Some("constructed".to_owned()),
        picks: 6,
        language: Some(Language::German),
        ..Opening::default()
    };
    let mut window = Window::new(Session::open(&places).expect("a library"), opening, SIZE).0;
    let actions = |window: &Window| window.table().expect("somebody sits at a table").observation().actions.clone();
    let spoken = actions(&window);
    let german: Vec<String> = spoken.iter().map(|act| act.label.clone()).collect();
    assert!(!german.is_empty(), "somebody can do something");
    assert!(shows(&window, &capital(&spoken[0].label)), "{}", spoken[0].label);
    let told = log::all(window.table().expect("somebody sits at a table"));
    assert!(told.iter().any(|entry| entry.line.text.starts_with("Du ")), "{told:?}");
    assert!(told.iter().all(|entry| !entry.line.text.contains("Platz ")), "{told:?}");
    // The Chronobot, and both of them in English again.
    drop(window.update(Message::ScreenChosen(ScreenName::Companion)));
    drop(window.update(Message::Companion(automa::Message::Lobby(automa::lobby::Message::Begun))));
    assert!(shows(&window, "Was kommt als Nächstes?") && shows(&window, "Exosuits und 8 Warp"));
    drop(window.update(Message::ScreenChosen(ScreenName::Settings)));
    press(&mut window, "English");
    drop(window.update(Message::ScreenChosen(ScreenName::Companion)));
    assert!(shows(&window, "Exosuits and 8 Warp tiles"));
    drop(window.update(Message::ScreenChosen(ScreenName::Play)));
    assert!(actions(&window).iter().zip(&german).all(|(act, german)| act.label != *german), "{german:?}");
}
