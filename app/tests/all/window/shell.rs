//! What stands around the screens: the palette, the settings, and what is open when the window comes back.

use super::*;
use deckloom::screen::settings;
use deckloom::window::palette;

/// A key pressed with control, where no field has used it.
fn press_control(window: &mut Window, letter: &str) {
    drop(window.update(Message::Key(key(letter, true))));
}

fn type_into_palette(window: &mut Window, text: &str) {
    press_control(window, "k");
    drop(window.update(Message::Palette(palette::Message::Typed(text.to_owned()))));
}

fn enter(window: &mut Window) {
    drop(window.update(Message::Palette(palette::Message::Entered)));
}

/// Where a text stands, each time that it does: its left and its right end.
fn ends(window: &Window, text: &str) -> Vec<(f32, f32)> {
    let mut ends = Vec::new();
    let _ = ui(window).find(|c: Candidate<'_>| -> Option<()> {
        match c {
            Candidate::Text { content, bounds, .. } if content == text => {
                ends.push((bounds.x, bounds.x + bounds.width))
            }
            _ => {}
        }
        None
    });
    ends
}

#[test]
fn what_is_kept_is_counted_in_words_that_fit_the_number() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), beside_deck("drone"));
    drop(window.update(Message::ScreenChosen(ScreenName::Settings)));
    assert!(shows(&window, "1 deck") && !shows(&window, "1 decks"));
    assert!(shows(&window, "0 drafts"));
}

#[test]
fn what_went_wrong_on_one_screen_is_not_shown_on_another() {
    use deckloom::screen::play::{self, lobby};
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), on("chronx", ScreenName::Play));
    for message in [lobby::Message::OptionsTyped("political".to_owned()), lobby::Message::Begun] {
        drop(window.update(Message::Play(play::Message::Lobby(message))));
    }
    assert!(shows(&window, "is not a rule option"));
    drop(window.update(Message::ScreenChosen(ScreenName::Play)));
    assert!(shows(&window, "is not a rule option"), "it stays where it is of use");
    drop(window.update(Message::ScreenChosen(ScreenName::Cards)));
    assert!(!shows(&window, "is not a rule option"));
    drop(window.update(Message::Log(deckloom::window::log::Message::Toggled)));
    assert!(shows(&window, "is not a rule option"), "the panel has it");
}

#[test]
fn the_palette_goes_to_cards_screens_and_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), on("chronx", ScreenName::Decks));
    type_into_palette(&mut window, "unoin quarterm");
    assert!(shows(&window, "Union Quartermaster"), "a card with a typo");
    enter(&mut window);
    assert!(shows(&window, "1 of 166 cards"));
    type_into_palette(&mut window, "lab");
    enter(&mut window);
    assert!(shows(&window, "Opening hands"), "the Lab screen");
    type_into_palette(&mut window, "afrika");
    enter(&mut window);
    let afrika = window.session().game_library("afrika").expect("the game");
    assert!(shows(&window, &format!("{} cards", afrika.game.cards.len())));
    type_into_palette(&mut window, "zzzzzz");
    assert!(shows(&window, "No results"));
    drop(window.update(Message::FieldLeft));
    assert!(!shows(&window, "No results"), "Escape closes it");
}

#[test]
fn the_palette_opens_what_is_kept_of_another_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    drop(open(&library, beside_deck("drone")));
    let mut window = open(&library, on("afrika", ScreenName::Cards));
    type_into_palette(&mut window, "corpor");
    // The second line, and back to the first.
    press(&mut window, iced::keyboard::key::Named::ArrowDown);
    press(&mut window, iced::keyboard::key::Named::ArrowUp);
    press(&mut window, iced::keyboard::key::Named::Enter);
    assert!(shows(&window, "of 30 points"), "the deck with its points");
}

#[test]
fn what_was_open_is_open_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, limited());
    drop(window.update(Message::Key(key("k", true))));
    drop(window.update(Message::FieldLeft));
    drop(window);
    let opening = Opening { limited: Some("cosmic-draft".into()), picks: 2, ..limited() };
    let mut window = open(&library, opening);
    assert!(shows(&window, "Passing left"));
    // Anything that happens is an occasion to keep what is open.
    drop(window.update(Message::KeysToggled));
    drop(window);
    let window = open(&library, Opening::default());
    assert!(shows(&window, "Passing left"), "the draft, at its third pick");
    drop(window);
    let window = open(&library, on("chronx", ScreenName::Cards));
    assert!(shows(&window, "166 cards"), "unless something else is asked for");
}

#[test]
fn settings_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, on("chronx", ScreenName::Cards));
    press_control(&mut window, ",");
    assert!(shows(&window, "High contrast") && shows(&window, "Colour is never the only cue"));
    act(&mut window, |ui| ui.click("High contrast").map(drop));
    act(&mut window, |ui| ui.click("130%").map(drop));
    assert_eq!((window.mode(), window.scale()), (Mode::Contrast, 1.3));
    drop(window);
    let window = open(&library, Opening::default());
    assert_eq!((window.mode(), window.scale()), (Mode::Contrast, 1.3));
    assert!(shows(&window, "High contrast"), "and the screen is the same");
}

#[test]
fn the_library_is_copied_and_the_copy_opens() {
    let folder = tempfile::tempdir().expect("a folder");
    let (library, copy) = (folder.path().join("library.db"), folder.path().join("copy.db"));
    let mut window = open(&library, beside_deck("drone"));
    let back_up = || Message::Settings(settings::Message::BackUpPlaced(Some(copy.clone())));
    drop(window.update(back_up()));
    assert!(shows(&window, "Library backed up to"));
    let decks = desk(&copy).library.streams(StreamKind::Deck, "chronx").expect("decks");
    assert_eq!(decks.len(), 1);
    drop(window.update(back_up()));
    assert!(shows(&window, "Cannot create the library"), "what is there is not written over");
}

#[test]
fn the_page_of_a_card_names_the_decks_that_play_it_and_compares() {
    use iced::keyboard::key::Named;
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), search("\"Union Quartermaster\""));
    assert!(!shows(&window, "Used in"));
    press(&mut window, Named::Space);
    assert!(shows(&window, "Used in") && shows(&window, "Starter deck"));
    press(&mut window, Named::Escape);
    assert!(!shows(&window, "Used in"));
    type_key(&mut window, "m");
    drop(window.update(Message::Cards(cards::Message::Search(finder::Message::Typed("drone".into())))));
    press(&mut window, Named::Space);
    assert!(shows(&window, "Differences") && shows(&window, "Union Quartermaster"));
}

#[test]
fn a_fault_of_the_program_is_written_down_and_the_library_keeps_what_was_confirmed() {
    use deckloom::screen::play;
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let places = Places { library: Some(library.clone()), data: Vec::new() };
    window::crash::write_reports(places.reports_folder().expect("beside the library"));
    let mut window = open(&library, beside_deck("drone"));
    // Nobody can press this: there is no hundredth seat.
    let hall = play::lobby::Message::SeatTaken(99, play::lobby::MatchSeatKind::Person);
    drop(window.update(Message::Play(play::Message::Lobby(hall))));
    assert!(shows(&window, "Something went wrong. Details are in"));
    let report = std::fs::read_to_string(folder.path().join("library.reports/report-1.txt")).expect("a report");
    assert!(report.contains("index out of bounds") && report.contains("lobby.rs"), "{report}");
    drop(window.update(Message::ScreenChosen(ScreenName::Decks)));
    assert!(shows(&window, "American Union"), "the window goes on");
    assert_eq!(window.library().streams(StreamKind::Deck, "chronx").expect("decks").len(), 1);
}

#[test]
fn whoever_sees_no_terminal_is_told_why_there_is_no_window() {
    use deckloom::window::trouble::Trouble;
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    std::fs::write(&library, "no library at all, but long enough to be looked at as one".repeat(40)).expect("written");
    let error = Session::open(&Places { library: Some(library.clone()), data: Vec::new() }).expect_err("no library");
    let trouble = Trouble::from_error(&error);
    let mut ui = Simulator::with_size(window::settings(), Size::new(640.0, 380.0), trouble.view());
    ui.find("Deckloom cannot start").expect("shown");
    let words = error.to_string();
    ui.find(words.as_str()).expect("the words of the error");
    assert!(words.contains(&*library.to_string_lossy()), "{words}");
}

#[test]
fn the_names_of_columns_stand_above_them_whether_the_list_is_scrolled_or_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    for query in ["\"repo drone\"", "type:asset"] {
        let mut window = open(&library, search(query));
        drop(window.update(Message::Cards(cards::Message::Listed(true))));
        let (asset, kinds) = (ends(&window, "Asset"), ends(&window, "Type"));
        // Beside the list stand facets and the chosen card.
        assert!(kinds.iter().any(|kind| asset.iter().any(|asset| asset.0 == kind.0)), "{query}: {kinds:?}, {asset:?}");
    }
    let mut window = open(&library, on("chronx", ScreenName::Events));
    act(&mut window, |ui| ui.click("Create event").map(drop));
    let desk = |message| Message::Events(deckloom::screen::events::Message::Dashboard(message));
    use deckloom::screen::events::dashboard::{EventTab, Message as Deed};
    for deed in [Deed::NewcomerTyped("Ann, Bob".into()), Deed::Entered, Deed::Shown(EventTab::Standings)] {
        drop(window.update(desk(deed)));
    }
    let (points, none) = (ends(&window, "Points"), ends(&window, "0"));
    assert!(points.iter().any(|head| none.iter().any(|none| (none.1 - head.1).abs() < 1.0)), "{points:?}, {none:?}");
}
