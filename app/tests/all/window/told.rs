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
fn a_hint_is_a_sentence_and_its_numbers_are_shown_when_they_are_asked_for() {
    // Not every advice leads to something that is sure: an attack may be met.
    let advised = |seed: u64| {
        let mut sitting = Sitting::with_seed("chronx", "constructed", seed);
        sitting.let_others_play();
        sitting.typed("h");
        let advice = sitting.table().saved().advice().expect("somebody decides")().expect("it answers");
        let number = sitting.table().hint_awaited().expect("it is waited for");
        sitting.say(table::Message::Hinted(number, Ok(advice.clone())));
        let ahead = sitting.table().ahead()?;
        let sure = !ahead.numbers.is_empty() || !ahead.events.is_empty();
        sure.then_some((sitting, advice))
    };
    let (mut sitting, advice) = (1..=8).find_map(advised).expect("something is sure");
    let said = advice.expect("it compares");
    let sentence = said.sentence();
    assert!(!sentence.contains('`') && !sentence.contains('(') && sentence.ends_with('.'), "{said:?}");
    assert!(sentence.starts_with(&capital(&said.alternatives[0].label)));
    assert!(shows(&sitting.window, &said.headline) && !shows(&sitting.window, &said.why.replace('`', "")));
    // Below it stands what the action leads to.
    let ahead = sitting.table().ahead().expect("what is advised is at hand").clone();
    let first = ahead.numbers.iter().chain(&ahead.events).next().expect("something is sure");
    assert!(shows(&sitting.window, &first.text), "{first:?}");
    act(&mut sitting.window, |ui| ui.click("Show numbers").map(drop));
    assert!(shows(&sitting.window, &said.headline) && shows(&sitting.window, &said.why.replace('`', "")));
    act(&mut sitting.window, |ui| ui.click("Hide numbers").map(drop));
    assert!(!shows(&sitting.window, &said.why.replace('`', "")));
    // Of another action that is told which it leads to, and no more that the first one is better.
    let other = sitting.sight().actions.iter().position(|act| act.notation != said.alternatives[0].notation);
    sitting.say(table::Message::Marked(other.expect("there is a choice")));
    assert!(!shows(&sitting.window, &said.headline));
}
