//! The deck screen: notes, plans, history, numbers, its search, and a deck that somebody else changes meanwhile.

use formats::deck::{DeckPart, Edit, Listed, SideboardPlan};

use super::*;

/// A library with a deck called Crown, a copy of a starter deck, after some edits; and the window on it.
struct Crown {
    folder: tempfile::TempDir,
    window: Window,
}

impl Crown {
    fn after(edits: &[Edit]) -> Crown {
        let folder = tempfile::tempdir().expect("a folder");
        let mut desk = desk(&folder.path().join("library.db"));
        let game_library = desk.game_library("afrika").expect("the game").clone();
        let (_, deck) = game_library.decks.iter().find(|(stem, _)| stem == "savanna-crown").expect("the deck");
        let deck = formats::Deck { name: "Crown".into(), ..deck.clone() };
        let mut bench = DeckSession::create(&mut desk.library, &game_library.game, deck, None).expect("saved");
        for edit in edits {
            bench.edit(&mut desk.library, &game_library.game, edit.clone()).expect("saved");
        }
        drop(desk);
        let window = Crown::window(folder.path());
        Crown { folder, window }
    }

    fn window(folder: &Path) -> Window {
        open(&folder.join("library.db"), Opening { deck: Some("Crown".into()), ..on("afrika", ScreenName::Decks) })
    }

    fn restart(&mut self) {
        self.window = Crown::window(self.folder.path());
    }

    /// The deck as the library has it, and what can be done with it.
    fn saved(&self) -> (Session, DeckSession) {
        let desk = desk(&self.folder.path().join("library.db"));
        let game = desk.game_library("afrika").expect("the game").game.clone();
        let id = desk.library.streams(StreamKind::Deck, "afrika").expect("decks")[0].id;
        let bench = DeckSession::open(&desk.library, &game, id).expect("opens");
        (desk, bench)
    }

    fn click(&mut self, text: &str) {
        act(&mut self.window, |ui| ui.click(text).map(drop));
    }

    fn type_into(&mut self, id: &'static str, text: &str) {
        act(&mut self.window, |ui| {
            ui.click(selector::id(id))?;
            ui.typewrite(text);
            Ok(())
        });
    }

    fn press_at(&mut self, x: f32, y: f32) {
        act(&mut self.window, |ui| {
            ui.point_at(iced::Point::new(x, y));
            ui.simulate(iced_test::simulator::click());
            Ok(())
        });
    }

    fn shows(&self, part: &str) -> bool {
        shows(&self.window, part)
    }
}

fn side(card: &str, count: u32) -> Edit {
    Edit::Set { section: "side".into(), card: card.into(), count }
}

#[test]
fn what_was_undone_is_done_again_after_a_restart() {
    let mut crown = Crown::after(&[side("comet-lash", 2)]);
    drop(crown.window.update(Message::Key(key("z", true))));
    assert!(crown.shows("Undone"));
    crown.restart();
    drop(crown.window.update(Message::Key(key("y", true))));
    assert!(crown.shows("Redone"));
    let (desk, bench) = crown.saved();
    let lash = Listed::from_id_or_name(&desk.game_library("afrika").expect("the game").game, "comet-lash");
    assert_eq!(bench.deck.count(1, &lash), 2);
}

#[test]
fn the_search_of_a_deck_completes_words_and_explains_itself() {
    let mut crown = Crown::after(&[]);
    crown.type_into("deck-search", "type:e");
    assert!(crown.shows("Tab accept"));
    press(&mut crown.window, iced::keyboard::key::Named::Tab);
    assert!(crown.shows("of 527 cards") && !crown.shows("Tab accept"));
    // The sign with the question mark at the end of the field.
    crown.press_at(339.0, 140.0);
    assert!(crown.shows("How to search") && crown.shows("produces:"));
    crown.click("cost<=2 sort:-cost");
    assert!(!crown.shows("How to search") && crown.shows("of 527 cards"));
    crown.press_at(339.0, 140.0);
    drop(crown.window.update(Message::FieldLeft));
    assert!(!crown.shows("How to search"));
}

#[test]
fn notes_are_saved_before_anything_else_is_done() {
    let mut crown = Crown::after(&[]);
    crown.click("Notes");
    // Into the field for the deck.
    crown.press_at(1100.0, 260.0);
    act(&mut crown.window, |ui| {
        ui.point_at(iced::Point::new(1100.0, 260.0));
        ui.simulate(iced_test::simulator::click());
        ui.typewrite("Zebra");
        Ok(())
    });
    crown.click("Check");
    assert!(crown.saved().1.deck.about.contains("Zebra"));
    crown.restart();
    crown.click("Notes");
    crown.type_into("deck-new-list", "Against rush");
    act(&mut crown.window, |ui| {
        ui.click(selector::id("deck-new-list"))?;
        ui.tap_key(keyboard::key::Named::Enter);
        Ok(())
    });
    assert!(crown.shows("List “Against rush” created, saved"));
    assert!(crown.saved().1.deck.own.contains_key("Against rush"));
    crown.type_into("deck-new-list", "Side pool");
    assert!(crown.saved().1.deck.own.len() == 1, "a list is begun by a press, not by its letters");
}

#[test]
fn a_plan_is_applied_by_a_press_and_taken_back_by_another() {
    let plan = SideboardPlan { ins: vec![(2, "comet-lash".into())], outs: vec![(2, "royal-verdict".into())] };
    let plan = Edit::Plan { name: "Against rush".into(), plan: Some(plan) };
    let mut crown = Crown::after(&[side("comet-lash", 2), plan]);
    crown.click("Plans");
    crown.click("Apply");
    assert!(crown.shows("“Against rush” is applied"));
    let (desk, bench) = crown.saved();
    let game = &desk.game_library("afrika").expect("the game").game;
    let main = |bench: &DeckSession, card: &str| {
        bench.deck.copies(&DeckPart::Section(0), &Listed::from_id_or_name(game, card))
    };
    assert_eq!((main(&bench, "comet-lash"), main(&bench, "royal-verdict")), (2, 2));
    crown.click("Undo");
    assert!(!crown.shows("is applied"));
    let bench = crown.saved().1;
    assert_eq!((main(&bench, "comet-lash"), main(&bench, "royal-verdict")), (0, 4));
}

#[test]
fn the_history_compares_and_goes_back() {
    let mut crown = Crown::after(&[side("comet-lash", 2), side("comet-lash", 3)]);
    crown.click("History");
    assert!(crown.shows("+2 Comet Lash  (Side pool)") && crown.shows("+1 Comet Lash  (Side pool)"));
    assert!(crown.shows("3 added, 0 removed."), "compared with how it was made");
    crown.click("+2 Comet Lash  (Side pool)");
    assert!(crown.shows("1 added, 0 removed.") && crown.shows("2 → 3"));
    crown.type_into("deck-moment", "two are enough");
    crown.click("Name");
    assert!(crown.shows("Since “two are enough”"));
    crown.click("Restore");
    assert!(crown.shows("Back to “two are enough”, saved") && crown.shows("The same cards."));
    let (desk, bench) = crown.saved();
    let lash = Listed::from_id_or_name(&desk.game_library("afrika").expect("the game").game, "comet-lash");
    assert_eq!(bench.deck.count(1, &lash), 2);
    crown.click("Other decks");
    crown.click("Ember Drum");
    assert!(crown.shows("Compared with “Ember Drum”"));
    crown.click("Merge additions");
    assert!(crown.shows("Merged with “Ember Drum”, saved"));
    assert!(crown.saved().1.deck.size(0) > 60);
}

#[test]
fn the_numbers_answer_questions_and_say_why_they_cannot() {
    let mut crown = Crown::after(&[]);
    crown.click("Numbers");
    assert!(crown.shows("Castability by turn") && crown.shows("On the draw"));
    assert!(crown.shows("turn 8"), "the deck's own goal is asked to begin with");
    act(&mut crown.window, |ui| {
        ui.click(selector::id("deck-question"))?;
        ui.typewrite(" and");
        Ok(())
    });
    assert!(!crown.shows("turn 8"), "half a question has no answer");
    act(&mut crown.window, |ui| {
        ui.click(selector::id("deck-question"))?;
        ui.typewrite(" 1.. of (type:terrain)");
        Ok(())
    });
    crown.click("Set as deck goal");
    let goal = crown.saved().1.deck.goal.expect("a goal");
    assert!(goal.ends_with("and 1.. of (type:terrain)"), "{goal}");
    let mut crown = Crown::after(&[Edit::Set { section: "main".into(), card: "sun-herald".into(), count: 0 }]);
    crown.click("Numbers");
    assert!(crown.shows("To fix: Codex: 56 cards"));
}

#[test]
fn what_another_program_did_is_seen_before_it_is_edited_over() {
    let mut crown = Crown::after(&[]);
    let (mut desk, mut bench) = crown.saved();
    let game = desk.game_library("afrika").expect("the game").game.clone();
    bench.edit(&mut desk.library, &game, Edit::Rename("Coronet".into())).expect("saved");
    drop(crown.window.update(Message::Key(key("+", false))));
    assert!(crown.shows("has been reloaded"));
    drop(crown.window.update(Message::Key(key("+", false))));
    assert!(crown.shows(", saved"));
    bench.refresh(&desk.library, &game).expect("reads");
    bench.edit(&mut desk.library, &game, Edit::Rename("Circlet".into())).expect("saved");
    // Coming back to the screen reads it, too.
    crown.click("Cards");
    crown.click("Decks");
    drop(crown.window.update(Message::Key(key("+", false))));
    assert!(crown.shows(", saved") && !crown.shows("has been reloaded"));
}

#[test]
fn violations_are_mended_at_once_and_undone_at_once() {
    let set = |card: &str, count| Edit::Set { section: "main".into(), card: card.into(), count };
    let mut crown = Crown::after(&[set("comet-lash", 6), set("sun-herald", 7)]);
    assert!(crown.shows("2 problems to fix"));
    crown.click("Fix all automatically…");
    assert!(shows(&crown.window, "This will change"), "nothing is done unseen");
    crown.click("Apply");
    assert!(crown.shows("Legal") && crown.shows("Fixed automatically: "));
    drop(crown.window.update(Message::Key(key("z", true))));
    assert!(crown.shows("2 problems to fix"));
}

#[test]
fn a_chosen_card_is_counted_in_every_list_and_ctrl_s_names_the_moment() {
    let mut crown = Crown::after(&[Edit::Set { section: "main".into(), card: "comet-lash".into(), count: 1 }]);
    drop(crown.window.update(Message::Key(key("s", true))));
    assert!(crown.shows("Since “+1 Comet Lash”"), "the last moment is chosen");
    crown.type_into("deck-moment", "one");
    crown.click("Name");
    assert!(crown.shows("Since “one”"));
    press(&mut crown.window, keyboard::key::Named::Escape);
    // The second face of the deck.
    crown.press_at(550.0, 230.0);
    assert!(crown.shows("Tags") && !crown.shows("Rift deck"));
}

#[test]
fn enter_adds_no_more_of_a_card_than_the_format_allows_and_plus_does() {
    use keyboard::key::Named;
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, on("chronx", ScreenName::Decks));
    drop(window.update(Message::Key(key("n", true))));
    let deck = || {
        let desk = desk(&library);
        let game = desk.game_library("chronx").expect("the game").game.clone();
        let id = desk.library.streams(StreamKind::Deck, "chronx").expect("decks")[0].id;
        let deck = DeckSession::open(&desk.library, &game, id).expect("opens").deck;
        let size = |section| deck.size(game.section(section).expect("a section"));
        (size("headquarters"), size("main"))
    };
    let find = |window: &mut Window, name: &str| {
        act(window, |ui| {
            ui.click(selector::id("deck-search"))?;
            ui.typewrite(&format!("\"{name}\""));
            Ok(())
        });
    };
    find(&mut window, "corporate headquarters");
    (0..3).for_each(|_| press(&mut window, Named::Enter));
    assert_eq!(deck(), (1, 0), "a deck has one Headquarters");
    assert!(shows(&window, "Not added. Headquarters: 2 cards; it needs exactly one."));
    // Two copies of a card of one's own domain, one of another's.
    for (name, copies) in [("repo drone", 2), ("union quartermaster", 3)] {
        press(&mut window, Named::Escape);
        find(&mut window, name);
        (0..4).for_each(|_| press(&mut window, Named::Enter));
        assert_eq!(deck(), (1, copies), "{name}");
    }
    type_key(&mut window, "+");
    assert_eq!(deck(), (1, 4), "whoever says so adds one more all the same");
    // The same beside the open deck.
    act(&mut window, |ui| ui.click("Cards").map(drop));
    drop(
        window.update(Message::Cards(cards::Message::Search(finder::Message::Typed(
            "\"corporate headquarters\"".into(),
        )))),
    );
    press(&mut window, Named::ArrowDown);
    press(&mut window, Named::Enter);
    assert_eq!(deck(), (1, 4));
    assert!(shows(&window, "Not added."));
}

#[test]
fn an_empty_deck_begins_with_its_leader_as_a_face() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("library.db");
    let mut session = desk(&file);
    let game = session.game_library("chronx").expect("the game").game.clone();
    let deck = formats::Deck::new(&game, "Nothing yet", "constructed");
    let id = DeckSession::create(&mut session.library, &game, deck, None).expect("saved").id;
    drop(session);
    let mut window = open(&file, Opening { deck: Some("Nothing yet".into()), ..on("chronx", ScreenName::Decks) });
    assert!(shows(&window, "Choose your Headquarters"));
    // The first of the faces.
    act(&mut window, |ui| {
        ui.point_at(iced::Point::new(500.0, 320.0));
        ui.simulate(iced_test::simulator::click());
        Ok(())
    });
    assert!(!shows(&window, "Choose your Headquarters"));
    drop(window);
    let session = desk(&file);
    let saved = DeckSession::open(&session.library, &game, id).expect("opens").deck;
    let home = game.section("headquarters").expect("a section");
    assert!(matches!(saved.sections[home][..], [formats::deck::DeckEntry { count: 1, .. }]), "{:?}", saved.sections);
}
