//! The window in German: in a program of its own, since the whole of it speaks one language.

use deckloom::desk::{Desk, Places};
use deckloom::language::Language;
use deckloom::screen::Name;
use deckloom::window::{self, Message, Opening, Window};
use iced::Size;
use iced_test::Simulator;
use iced_test::selector::Candidate;

const SIZE: Size = Size::new(1280.0, 800.0);

fn ui(window: &Window) -> Simulator<'_, Message> {
    Simulator::with_size(window::settings(), SIZE, window.view())
}

fn shows(window: &Window, part: &str) -> bool {
    let found = ui(window).find(|c: Candidate<'_>| match c {
        Candidate::Text { content, .. } if content.contains(part) => Some(()),
        _ => None,
    });
    found.is_ok()
}

fn press(window: &mut Window, words: &str) {
    let mut ui = ui(window);
    ui.click(words).unwrap_or_else(|e| panic!("{words}: {e}"));
    let messages: Vec<Message> = ui.into_messages().collect();
    for message in messages {
        drop(window.update(message));
    }
}

#[test]
fn a_deck_is_judged_in_german_until_the_settings_say_english() {
    let folder = tempfile::tempdir().expect("a folder");
    let places = Places { library: Some(folder.path().join("library.db")), data: Vec::new() };
    let opening = Opening {
        game: Some("chronx".to_owned()),
        screen: Some(Name::Cards),
        query: Some("\"Union Quartermaster\"".to_owned()),
        deck: Some("corporate".to_owned()),
        language: Some(Language::German),
        ..Opening::default()
    };
    let mut window = Window::new(Desk::open(&places).expect("a library"), opening, SIZE).0;
    press(&mut window, "+");
    press(&mut window, "+");
    press(&mut window, "Decks");
    // 34 cards of 32, and two copies of another domain's card: what is wrong, and what mends it.
    for words in ["34 Karten", "Prüfung", "von 30 Punkten", "es müssen aber genau", "herausnehmen"] {
        assert!(shows(&window, words), "{words}");
    }
    press(&mut window, "Turniere");
    assert!(shows(&window, "Turnier beginnen"));
    drop(window.update(Message::ScreenChosen(Name::Settings)));
    assert!(shows(&window, "Einstellungen"));
    press(&mut window, "English");
    assert!(shows(&window, "Settings") && !shows(&window, "Einstellungen"));
    press(&mut window, "Decks");
    assert!(shows(&window, "of 30 points"));
}
