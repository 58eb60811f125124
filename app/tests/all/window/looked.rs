//! What the table shows beside what can be done: piles, why a card cannot be used, what will happen, the result.

use engine::kernel::legal_action::{ActionTarget, PromptKind};
use engine::kernel::observation::CounterIcon;

use super::*;

#[test]
fn a_pile_is_looked_through_and_put_away() {
    let mut sitting = Sitting::new("chronx", "constructed");
    let pile = loop {
        sitting.let_others_play();
        let piles = |seat: usize| {
            sitting.sight().seats[seat].zones.iter().filter(|zone| zone.layout == ZoneLayout::Pile).collect::<Vec<_>>()
        };
        let other: Vec<usize> = piles(1).iter().map(|zone| zone.cards.len()).collect();
        let mut told_apart =
            piles(0).into_iter().filter(|zone| zone.cards.len() > 1 && !other.contains(&zone.cards.len()));
        if let Some(pile) = told_apart.next() {
            break pile.clone();
        }
        let words = sitting.plan();
        sitting.choose(&words);
    };
    let chip = format!("{} {}", capital(&pile.title), pile.cards.len());
    act(&mut sitting.window, |ui| ui.click(chip.as_str()).map(drop));
    assert!(shows(&sitting.window, "Close  (Esc)"));
    let wanted = view::wanted(sitting.table(), iced::Size::new(1210.0, 740.0));
    for seen in &pile.cards {
        assert!(wanted.iter().any(|(card, width)| Some(*card) == seen.card && *width >= 118), "{}", seen.name);
    }
    sitting.press(Named::Escape);
    assert!(!shows(&sitting.window, "Close  (Esc)"));
}

#[test]
fn a_card_that_cannot_be_paid_for_says_what_is_missing() {
    let mut sitting = Sitting::new("chronx", "constructed");
    let game = sitting.window.game_library().game.clone();
    for _ in 0..60 {
        sitting.let_others_play();
        let me = &sitting.sight().seats[0];
        let hand = me.zones.iter().find(|zone| zone.layout == ZoneLayout::Hand).expect("a hand");
        let has = me.counters.iter().find(|counter| counter.icon == CounterIcon::Resource(0)).expect("Influence").n;
        let dear = hand.cards.iter().find_map(|seen| {
            let cost = game.card(seen.card?).number_in(game.cost_field()?)?;
            let key = seen
                .key
                .filter(|key| cost > has && sitting.sight().actions_on(ActionTarget::Card(*key)).next().is_none())?;
            Some(key)
        });
        let mine = sitting.sight().prompt.is_some() && sitting.sight().active == 0 && sitting.sight().turn > 0;
        if let (Some(key), true) = (dear, mine) {
            sitting.place(ActionTarget::Card(key));
            sitting.say(table::Message::MenuOpened(ActionTarget::Card(key)));
            let told = shows(&sitting.window, &format!("You have {has}."));
            assert!(told || shows(&sitting.window, "Nothing to do with this card right now."));
            assert!(shows(&sitting.window, "Read card"));
            sitting.press(Named::Escape);
            assert!(!shows(&sitting.window, "Read card"));
            if told {
                return;
            }
        }
        let words = sitting.plan();
        sitting.choose(&words);
    }
    panic!("no card was too dear");
}

#[test]
fn the_result_stands_in_the_panel() {
    let mut sitting = Sitting::new("chronx", "constructed");
    while sitting.actor().is_some() {
        let words = sitting.plan();
        sitting.choose(&words);
        sitting.let_others_play();
    }
    assert!(shows(&sitting.window, "Victory") || shows(&sitting.window, "Defeat"));
    assert!(shows(&sitting.window, "Rematch"));
}

/// What an effect does to each target is told before it is chosen, and happens.
#[test]
fn what_an_action_leads_to_is_told_before_it_is_done() {
    let mut sitting = Sitting::new("afrika", "codex");
    let mut told = 0;
    while sitting.actor().is_some() && told < 5 {
        if let Some(ahead) = sitting.table().ahead().filter(|ahead| !ahead.events.is_empty()) {
            let first = ahead.events[0].text.split(' ').next().expect("a word").to_owned();
            assert!(shows(&sitting.window, &first), "{:?}", ahead.events);
            assert!(!ahead.others_pass || shows(&sitting.window, "If nobody responds:"));
            told += 1;
        }
        let words = sitting.plan();
        sitting.choose(&words);
        sitting.let_others_play();
    }
    assert_eq!(told, 5);
}

/// Ways to throw cards away stand behind one entry, and are listed when it is pressed.
#[test]
fn discards_are_folded_into_one_entry() {
    let mut sitting = Sitting::new("chrononauts", "classic");
    for _ in 0..40 {
        let folded = sitting.table().folded_discards();
        if folded > 2 {
            assert!(shows(&sitting.window, "Discard a card…"));
            sitting.say(table::Message::Unfolded(table::ActionFold::Discards));
            let listed = sitting.table().listed();
            assert!(listed.len() == folded && listed.iter().all(|at| sitting.sight().actions[*at].discards));
            assert!(sitting.table().selected_action().is_none(), "nothing that throws a card away is at hand");
            return;
        }
        let words = sitting.plan();
        sitting.choose(&words);
        sitting.let_others_play();
    }
    panic!("nothing was to be discarded");
}

/// In a trade one may ask for any card: they stand behind one entry, by their names, and a text finds one of them.
#[test]
fn what_is_asked_for_stands_behind_one_entry_and_is_found_by_its_name() {
    let mut sitting = Sitting::new("emperors-star", "day-1");
    for _ in 0..200 {
        sitting.let_others_play();
        let folds = sitting.table().folds();
        if let Some((of, asked)) = folds.iter().find(|(of, _)| matches!(of, table::ActionFold::Kind(_))) {
            assert!(asked.len() > 9 && shows(&sitting.window, &sitting.table().fold_label(of, asked)));
            assert!(sitting.table().listed().len() <= 9, "the rest has keys");
            sitting.say(table::Message::Unfolded(of.clone()));
            let label = |at: &usize| sitting.sight().actions[*at].label.clone();
            let listed: Vec<String> = sitting.table().listed().iter().map(label).collect();
            assert_eq!(listed.len(), asked.len());
            assert!(listed.is_sorted_by_key(|label| label.to_lowercase()), "{listed:?}");
            assert!(sitting.table().is_filtered());
            let last = listed.last().expect("there").clone();
            sitting.say(table::Message::Filtered(last.to_uppercase()));
            assert_eq!(sitting.table().listed().len(), 1);
            assert_eq!(sitting.table().selected_action().map(|(_, act)| act.label.clone()), Some(last));
            sitting.press(Named::Escape);
            assert_eq!(sitting.table().folds().len(), folds.len(), "all of it is folded again");
            return;
        }
        let offer = sitting.sight().actions.iter().find(|act| act.notation.starts_with("offer "));
        let words = offer.map(|act| act.notation.clone()).unwrap_or_else(|| sitting.plan());
        sitting.choose(&words);
    }
    panic!("nobody trades");
}

/// One card that can be used in many ways is one entry as long as the list is longer than the keys.
#[test]
fn the_ways_to_use_one_card_stand_behind_one_entry() {
    let mut found = 0;
    for seed in 11..17 {
        let mut sitting = Sitting::with_seed("chrononauts", "classic", seed);
        for _ in 0..60 {
            sitting.let_others_play();
            if sitting.actor().is_none() {
                break;
            }
            let folds = sitting.table().folds();
            let all: usize = folds.iter().map(|(_, of)| of.len()).sum::<usize>() + sitting.table().listed().len();
            assert_eq!(all, sitting.sight().actions.len());
            if let Some((of @ table::ActionFold::Card(_), ways)) = folds.first() {
                let key = (sitting.table().listed().len() + 1).to_string();
                let before = sitting.length();
                sitting.typed(&key);
                assert_eq!(sitting.length(), before, "nothing is played yet");
                let listed = sitting.table().listed();
                assert!(ways.iter().all(|at| listed.contains(at)), "{of:?}");
                sitting.press(Named::Escape);
                found += 1;
            }
            let words = sitting.plan();
            sitting.choose(&words);
        }
    }
    assert!(found > 3, "{found}");
}

/// Equal terrains are one entry with their number.
#[test]
fn terrains_that_nothing_tells_apart_are_one_entry() {
    for seed in 60..70 {
        let mut sitting = Sitting::with_seed("afrika", "codex", seed);
        for _ in 0..120 {
            sitting.let_others_play();
            if sitting.actor().is_none() {
                break;
            }
            let (table, actions) = (sitting.table(), &sitting.sight().actions);
            let listed = table.listed();
            let charge = |at: &&usize| actions[**at].notation.starts_with("charge");
            let labels: Vec<String> = listed.iter().filter(charge).map(|at| table.entry_label(*at)).collect();
            if let Some(merged) = labels.iter().find(|label| label.contains('×')) {
                assert!(!labels.iter().any(|label| label.ends_with("#1")), "{labels:?}");
                assert!(shows(&sitting.window, merged));
                return;
            }
            let words = sitting.plan();
            sitting.choose(&words);
        }
    }
    panic!("no terrains were alike");
}

/// The card whose effect asks is known by where it lies: a copy of a card that somebody else plays is not it.
#[test]
fn only_the_card_whose_effect_asks_is_meant() {
    let (mut own, mut answers) = (0, 0);
    for (game, format) in [("afrika", "codex"), ("chrononauts", "artifaxx")] {
        for seed in 0..6 {
            let mut sitting = Sitting::with_seed(game, format, 60 + seed);
            for _ in 0..150 {
                sitting.let_others_play();
                if sitting.actor().is_none() {
                    break;
                }
                let prompt = sitting.sight().prompt.clone().expect("a question");
                let source = prompt.source_key.map(|key| sitting.sight().card(key).expect("it is shown").card);
                match prompt.kind {
                    PromptKind::Response if prompt.source.is_some() => {
                        assert_eq!(source, None, "what is answered lies nowhere");
                        answers += 1;
                    }
                    _ if source.is_some() => {
                        assert_eq!(source, Some(prompt.source));
                        own += 1;
                    }
                    _ => {}
                }
                let words = sitting.plan();
                sitting.choose(&words);
            }
        }
    }
    assert!(own > 5 && answers > 5, "{own} effects asked, {answers} answers");
}
