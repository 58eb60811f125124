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
            let listed = sitting.table().listed().len();
            assert!(shows(&sitting.window, "Discard a card…"));
            sitting.say(table::Message::DiscardsUnfolded);
            assert_eq!(sitting.table().listed().len(), listed + folded);
            return;
        }
        let words = sitting.plan();
        sitting.choose(&words);
        sitting.let_others_play();
    }
    panic!("nothing was to be discarded");
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
