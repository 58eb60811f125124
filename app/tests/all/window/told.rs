//! How a table speaks to the person at it: "You", names of the others, cards that can be pointed at, hints in words.

use deckloom::screen::play::log;

use super::*;

#[test]
fn the_log_speaks_to_the_person_and_names_the_others() {
    for (game, format) in MATCHES {
        let sitting = by_keys(game, format, 10);
        let room = sitting.table().saved();
        let told = log::all(sitting.table());
        let mut names: Vec<String> = (1..room.session.seats()).map(|seat| room.seat_name(seat)).collect();
        names.dedup();
        let says = |word: &str| told.iter().any(|entry| entry.line.text.contains(word));
        assert!(says("You ") && names.iter().all(|name| says(name)), "{game}/{format}");
        assert!(told.iter().any(|entry| entry.line.begins_turn && entry.line.text.ends_with("· You")));
        for entry in &told {
            let text = &entry.line.text;
            assert!(!entry.line.quiet && !text.contains("Seat ") && !text.ends_with(" passes"), "{text}");
        }
        let open = room.session.event_texts(0, room.decision_count(), Some(0));
        assert!(open.iter().any(|line| line.starts_with("Seat 1 ")), "records go by seats");
        // What the side shows is the end of it.
        let last = told.last().and_then(|entry| entry.line.text.split(' ').next_back()).expect("something happened");
        assert!(shows(&sitting.window, last), "{last}");
    }
}

#[test]
fn a_card_that_the_log_names_is_shown_while_its_name_is_pointed_at() {
    let mut sitting = by_keys("chronx", "constructed", 8);
    let card = log::all(sitting.table()).iter().find_map(|entry| entry.line.cards.first().map(|(_, card)| *card));
    let preview = |sitting: &Sitting| places(&sitting.window).iter().any(|(id, _)| id.contains("card-preview"));
    for key in ["", "l"] {
        sitting.typed(key);
        sitting.say(table::Message::CardNamed(None));
        assert!(!preview(&sitting));
        sitting.say(table::Message::CardNamed(card));
        assert!(preview(&sitting));
        let wanted = view::wanted(sitting.table(), SIZE);
        assert!(wanted.iter().any(|(c, width)| Some(*c) == card && *width >= catalog::face::SMALL_BELOW));
    }
    sitting.say(table::Message::CardNamed(None));
    // The cursor over a name says so itself.
    let mut pointed = 0;
    let names: Vec<_> = places(&sitting.window).into_iter().filter(|(_, at)| at.x < 900.0 && at.y > 100.0).collect();
    for (_, at) in names {
        act(&mut sitting.window, |ui| {
            ui.point_at(at.center());
            ui.simulate([iced::Event::Mouse(iced::mouse::Event::CursorMoved { position: at.center() })]);
            Ok(())
        });
        pointed += usize::from(preview(&sitting));
        sitting.say(table::Message::CardNamed(None));
    }
    assert!(pointed > 0, "names of the log can be pointed at");
}

#[test]
fn a_hint_is_a_sentence_and_its_numbers_are_shown_when_they_are_asked_for() {
    let mut sitting = Sitting::new("chronx", "constructed");
    sitting.let_others_play();
    sitting.typed("h");
    let advice = sitting.table().saved().advice().expect("somebody decides")().expect("it answers");
    let said = advice.clone().expect("it compares");
    assert!(!said.sentence.contains('`') && !said.sentence.contains('(') && said.sentence.ends_with('.'), "{said:?}");
    assert!(said.sentence.starts_with(&capital(&said.alternatives[0].label)));
    let number = sitting.table().hint_awaited().expect("it is waited for");
    sitting.say(table::Message::Hinted(number, Ok(advice)));
    assert!(shows(&sitting.window, &said.sentence) && !shows(&sitting.window, &said.why));
    act(&mut sitting.window, |ui| ui.click("Show numbers").map(drop));
    assert!(shows(&sitting.window, &said.sentence) && shows(&sitting.window, &said.why));
    act(&mut sitting.window, |ui| ui.click("Hide numbers").map(drop));
    assert!(!shows(&sitting.window, &said.why));
}
