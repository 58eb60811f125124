//! The way back at a table: turns of others that are watched again, decisions that are taken back, and the question before a
//! turn is ended.

use std::time::Instant;

use engine::kernel::legal_action::{ActionTarget, PromptKind};
use engine::kernel::observation::ZoneLayout;

use super::*;
use crate::window::pointed::{point_at, preview_place, redraw};

#[test]
fn the_last_turn_of_others_is_watched_again_from_its_beginning() {
    let mut sitting = Sitting::new("chronx", "constructed");
    for _ in 0..60 {
        sitting.let_others_play();
        if sitting.sight().turn >= 3 && sitting.sight().active == 0 {
            break;
        }
        let words = sitting.plan();
        sitting.choose(&words);
    }
    let turn = sitting.sight().turn;
    assert!(turn >= 3 && sitting.sight().active == 0);
    sitting.typed("v");
    assert_eq!((sitting.sight().turn, sitting.sight().active), (turn - 1, 1));
    sitting.press(Named::ArrowLeft);
    assert_eq!((sitting.sight().turn, sitting.sight().active), (turn - 2, 0), "before it one's own turn ended");
    sitting.press(Named::End);
    assert_eq!((sitting.sight().turn, sitting.actor()), (turn, Some(0)));
}

/// In a trick nobody's turn is one's own: what others did since one's own card is shown.
#[test]
fn tricks_are_watched_again_from_ones_own_card() {
    let mut sitting = Sitting::of_example("hearts", "classic");
    let mut watched = 0;
    for _ in 0..16 {
        sitting.let_others_play();
        if sitting.actor().is_none() {
            break;
        }
        let own = sitting.table().saved().session.decisions().iter().rposition(|(seat, _)| *seat == 0);
        let leads = sitting.sight().active == 0;
        if let Some(own) = own.filter(|own| own + 1 < sitting.length() && !leads) {
            let seen = |at: usize| sitting.table().saved().session.observe(at, &sitting.table().audience());
            let (asked, after) = (seen(own).prompt.map(|prompt| prompt.kind), seen(own + 1));
            sitting.typed("v");
            let to_trick = asked == Some(PromptKind::Play);
            assert!(!to_trick || *sitting.sight() == after, "it begins after decision {own}");
            watched += u32::from(to_trick);
            sitting.press(Named::End);
        }
        let words = sitting.plan();
        sitting.choose(&words);
    }
    assert!(watched > 3, "{watched}");
}

/// The last cards leave nobody a choice and lie for a moment only: each is shown before the match is over.
#[test]
fn the_last_trick_is_shown_card_by_card() {
    let mut sitting = Sitting::of_example("hearts", "classic");
    let trick = |sitting: &Sitting| sitting.sight().common.iter().map(|zone| zone.cards.len()).collect::<Vec<_>>();
    let mut steps = Vec::new();
    loop {
        if let Some(step) = sitting.table().forced_awaited() {
            steps.push(trick(&sitting).into_iter().max().unwrap_or_default());
            assert!(shows(&sitting.window, "Forced plays") && !shows(&sitting.window, "Rematch"));
            // Nobody sees more than they do at the table.
            assert_eq!(sitting.sight().seat, Some(0));
            assert!(
                !shows(&sitting.window, "win: ") && !shows(&sitting.window, "wins: "),
                "the end is told at the end"
            );
            sitting.say(table::Message::ForcedShown(step));
        } else if let Some(number) = sitting.table().thought_awaited() {
            let words = sitting.table().saved().bot_thought().expect("a bot")().expect("it answers");
            sitting.say(table::Message::Thought(number, Ok(words)));
        } else if sitting.actor().is_some() {
            let words = sitting.plan();
            sitting.choose(&words);
        } else {
            break;
        }
    }
    assert!(sitting.actor().is_none() && shows(&sitting.window, "Rematch"));
    assert!(steps.ends_with(&[0, 1, 2, 3]), "{steps:?}");
    // Once more, in a hurry: the end at once.
    sitting.say(table::Message::Moved(sitting.length() - 1));
    sitting.say(table::Message::Moved(sitting.length()));
    let shown = sitting.table().forced_awaited();
    sitting.say(table::Message::Hurried);
    assert!(shown.is_some() && sitting.table().forced_awaited().is_none());
}

/// The question whether to end is what Enter answers, not the list below it; and who leaves a match while others play says so twice.
#[test]
fn enter_answers_the_question_and_esc_leaves_only_when_it_is_pressed_twice() {
    let mut sitting = Sitting::new("chronx", "constructed");
    sitting.let_others_play();
    while sitting.table().selected_action().is_none_or(|(_, act)| act.targets.is_empty()) {
        let words = sitting.plan();
        sitting.choose(&words);
        sitting.let_others_play();
    }
    let before = sitting.length();
    sitting.typed("e");
    assert!(shows(&sitting.window, "End anyway?"));
    sitting.press(Named::Enter);
    assert!(sitting.table().saved().session.decisions()[before].1.starts_with("end"));
    while !sitting.is_bot() {
        let words = sitting.plan();
        sitting.choose(&words);
    }
    sitting.press(Named::Escape);
    assert!(sitting.window.table().is_some() && shows(&sitting.window, "Press Esc again to leave"));
    sitting.press(Named::Escape);
    assert!(sitting.window.table().is_none());
}

/// Who may answer a card of their own has Pass at hand, and no response.
#[test]
fn pass_is_at_hand_where_one_could_only_answer_oneself() {
    let mut asked = 0;
    for (game, format, seed) in [("afrika", "codex", 11), ("afrika", "codex", 12), ("chronx", "constructed", 11)] {
        let mut sitting = Sitting::with_seed(game, format, seed);
        for _ in 0..150 {
            sitting.let_others_play();
            if sitting.actor().is_none() {
                break;
            }
            let prompt = sitting.sight().prompt.as_ref().map(|prompt| prompt.kind);
            let waits = sitting.sight().pending.first().is_some_and(|waiting| waiting.seat == Some(0));
            if waits && matches!(prompt, Some(PromptKind::Window | PromptKind::Response)) {
                let at_hand = sitting.table().selected_action().map(|(_, act)| (act.passes, act.ends));
                assert_eq!(at_hand, Some((true, false)), "{game}");
                asked += 1;
            }
            let words = sitting.plan();
            sitting.choose(&words);
        }
    }
    assert!(asked > 3, "{asked}");
}

/// What the table passed for a person is no decision of theirs: taking back goes to the last one that was.
#[test]
fn taking_back_goes_to_the_last_decision_of_the_person() {
    let mut taken_back = 0;
    for seed in 0..6 {
        let mut sitting = Sitting::with_seed("chronx", "constructed", 30 + seed);
        for _ in 0..120 {
            sitting.let_others_play();
            if sitting.actor().is_none() {
                break;
            }
            if let Some(number) = sitting.table().thought_awaited() {
                let pass = sitting.sight().actions.iter().find(|act| act.passes).expect("a pass").notation.clone();
                sitting.say(table::Message::PassJudged(number, Ok(pass)));
                continue;
            }
            let passed = sitting.table().passed().clone();
            let decisions = sitting.table().saved().session.decisions();
            let own: Vec<usize> = (0..decisions.len()).filter(|at| decisions[*at].0 == 0).collect();
            let meant = own.iter().rfind(|at| !passed.contains_key(at)).copied();
            if own.last().is_some_and(|last| passed.contains_key(last)) && meant.is_some() {
                sitting.say(table::Message::TakenBack);
                assert_eq!(Some(sitting.length()), meant);
                taken_back += 1;
                break;
            }
            let words = sitting.plan();
            sitting.choose(&words);
        }
    }
    assert!(taken_back > 2, "{taken_back}");
}

/// The question before a turn is ended with plays left stands in sight, also where a card was being read.
#[test]
fn no_card_covers_the_question_before_a_turn_is_ended() {
    let mut sitting = Sitting::new("chronx", "constructed");
    for _ in 0..60 {
        sitting.let_others_play();
        let can_end = sitting.sight().actions.iter().any(|act| act.ends) && sitting.sight().actions.len() > 2;
        if can_end && sitting.sight().active == 0 {
            break;
        }
        let words = sitting.plan();
        sitting.choose(&words);
    }
    let hand = sitting.sight().seats[0].zones.iter().find(|zone| zone.layout == ZoneLayout::Hand).expect("a hand");
    let card = ActionTarget::Card(hand.cards[0].key.expect("one's own"));
    let at = sitting.place(card).center();
    point_at(&mut sitting.window, at);
    assert!(preview_place(&sitting.window).is_some(), "it is read");
    let before = sitting.length();
    sitting.typed("e");
    assert_eq!(sitting.length(), before, "it asks first");
    act(&mut sitting.window, |ui| {
        ui.point_at(at);
        ui.simulate([redraw(Instant::now())]);
        Ok(())
    });
    assert!(preview_place(&sitting.window).is_none() && shows(&sitting.window, "End anyway?"));
}
