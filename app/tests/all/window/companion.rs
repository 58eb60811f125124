//! The Companion screen: a game is begun, answered by buttons and by typing, taken back, left and gone on with.

use catalog::store::journal::StreamKind;
use deckloom::automa::AutomaGame;
use deckloom::screen::{ScreenName, automa as screen};
use deckloom::window::{Message, Window};
use iced::keyboard;

use super::{act, on, open, shows};

/// The last game of the library.
fn saved(window: &Window) -> AutomaGame {
    let streams = window.library().streams(StreamKind::Companion, "anachrony").expect("a list");
    AutomaGame::open(window.library(), streams[0].id).expect("it plays again")
}

fn press(window: &mut Window, words: &[&str]) {
    for word in words {
        act(window, |ui| ui.click(*word).map(drop));
    }
}

/// Types a line into the field of answers.
fn typed(window: &mut Window, text: &str) {
    act(window, |ui| {
        ui.click(iced::widget::Id::new("companion-answer"))?;
        ui.typewrite(text);
        ui.tap_key(keyboard::key::Named::Enter);
        Ok(())
    });
}

#[test]
fn a_game_is_played_by_buttons_taken_back_and_gone_on_with() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, on("anachrony", ScreenName::Companion));
    // Harder by one card, with the table's own dice.
    press(&mut window, &["Six Actions", "I roll the bot's dice", "Start  (Enter)"]);
    assert!(shows(&window, "The bot takes at least 6 Actions in an Era."));
    press(&mut window, &["The bot rolls for Paradoxes", "The bot powers up", "The bot warps"]);
    assert!(shows(&window, "Roll the Paradox die for the bot. How many Paradoxes?"));
    press(&mut window, &["1", "The bot takes its turn"]);
    assert!(shows(&window, "Roll the AI die. What does it show?"));
    typed(&mut window, "3");
    press(&mut window, &["Space 2", "Space 3", "Done  (Enter)"]);
    assert!(shows(&window, "What are the top buildings for life support worth"));
    // An answer that nobody could mean is said at the foot, and nothing is lost by it.
    typed(&mut window, "three");
    assert!(shows(&window, "does not answer the question"));
    assert_eq!(saved(&window).story.len(), 3);
    let mut window = open(&library, on("anachrony", ScreenName::Companion));
    // What was answered of a step that never came is asked once more.
    press(&mut window, &["I roll the bot's dice", "Continue"]);
    typed(&mut window, "turn: 3 | 2 3 | 3 3");
    assert!(shows(
        &window,
        "It takes the life support worth 3 VP from the secondary stack, because both are worth the same."
    ));
    assert_eq!(saved(&window).session.score().total(), 3);
    press(&mut window, &["Undo"]);
    assert_eq!((saved(&window).story.len(), saved(&window).session.score().total()), (3, 0));
}

#[test]
fn the_score_sheet_says_who_wins() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), on("chronx", ScreenName::Companion));
    press(&mut window, &["Start  (Enter)", "End the game"]);
    assert!(shows(&window, "Score sheet"));
    for (points, says) in [(0, "it wins"), (1, "You win with 1 point.")] {
        drop(window.update(Message::Companion(screen::Message::Question(screen::question::Message::YoursTyped(
            points.to_string(),
        )))));
        press(&mut window, &["Compare"]);
        assert!(shows(&window, says));
        assert_eq!(saved(&window).human_points, Some(points));
    }
}
