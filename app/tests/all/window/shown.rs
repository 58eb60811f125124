//! What the table shows of single cards: what cannot be used and why, what is aimed at whom, how large and in which words.

use deckloom::widget::card_preview::CardPreview;
use deckloom::widget::card_spot::ShownCard;
use engine::kernel::legal_action::{ActionTarget, PromptKind};
use engine::kernel::observation::ObservedCard;

use super::*;
use crate::window::pointed::point_at;

/// What is too dear stands back although nothing of the market can be bought, and says what it costs.
#[test]
fn cards_of_a_market_that_cannot_be_paid_for_stand_back_and_say_why() {
    let mut sitting = Sitting::of_example("lantern-street", "evening");
    let game = sitting.window.game_library().game.clone();
    let price = game.fields.iter().position(|field| field.id == "price").expect("a price");
    let untouched = |sitting: &Sitting| {
        let sight = sitting.sight();
        let row = sight.common.iter().find(|zone| zone.title == "Market")?;
        let spots: Vec<ActionTarget> = row.cards.iter().filter_map(|card| card.key.map(ActionTarget::Card)).collect();
        let nothing = spots.iter().all(|spot| sight.actions_on(*spot).next().is_none());
        (nothing && sight.actor == Some(0)).then(|| row.cards.clone())
    };
    let row = sitting.play_until(60, untouched).expect("nobody has Glow to begin with");
    let glow = sitting.sight().seats[0].counters.iter().find(|counter| counter.name == "Glow").expect("shown").n;
    let notes = &sitting.sight().notes;
    assert!(notes.iter().any(|note| note.starts_with("Hooks: ")), "hooks have no end of their own: {notes:?}");
    for card in &row {
        let shortage = card.shortage.clone().expect("it is too dear");
        let printed = game.card(card.card.expect("known")).number_in(price).expect("a price");
        assert_eq!((shortage.what.as_str(), shortage.cost, shortage.have), ("Glow", printed, glow), "{}", card.name);
        assert!(sitting.table().is_idle(ActionTarget::Card(card.key.expect("shown"))));
    }
    let first = ActionTarget::Card(row[0].key.expect("shown"));
    sitting.place(first);
    sitting.say(table::Message::MenuOpened(first));
    let cost = row[0].shortage.as_ref().expect("there").cost;
    assert!(shows(&sitting.window, &format!("It costs {cost} Glow. You have {glow}.")));
}

/// In every decision what lies in hand or in play and cannot be meant stands back.
#[test]
fn what_no_action_touches_stands_back_in_every_decision() {
    for (game, format) in [("chronx", "constructed"), ("afrika", "codex"), ("chrononauts", "artifaxx")] {
        let mut sitting = Sitting::new(game, format);
        let looked: Option<()> = sitting.play_until(80, |sitting| {
            let own = sitting.sight().seats[0].zones.iter();
            let own = own.filter(|zone| matches!(zone.layout, ZoneLayout::Hand | ZoneLayout::Field));
            let overlaid = sitting
                .sight()
                .prompt
                .as_ref()
                .is_some_and(|prompt| matches!(prompt.kind, PromptKind::Mulligan | PromptKind::FirstPlayer));
            for key in own.flat_map(|zone| &zone.cards).filter_map(|card| card.key) {
                assert_eq!(sitting.table().is_idle(ActionTarget::Card(key)), !overlaid && sitting.actor() == Some(0));
            }
            None
        });
        assert_eq!(looked, None);
    }
}

/// An effect that takes something away lists the cards of others first, and none of one's own is at hand.
#[test]
fn what_hurts_is_aimed_at_others_first_and_never_at_oneself_by_itself() {
    let (mut own, mut both) = (0, 0);
    for seed in 11..23 {
        let mut sitting = Sitting::with_seed("chrononauts", "artifaxx", seed);
        sitting.play_until::<()>(60, |sitting| {
            sitting.actor()?;
            let table = sitting.table();
            if let Some((at, act)) = table.selected_action() {
                assert!(!table.hurts_oneself(at), "{}", act.label);
            }
            None
        });
        let mut sitting = Sitting::with_seed("chrononauts", "artifaxx", seed);
        let seen = sitting.play_until(60, |sitting| {
            let label = |at: &usize| sitting.sight().actions[*at].label.as_str();
            let aimed = sitting.table().candidates();
            let takes: Vec<usize> =
                aimed.into_iter().filter(|at| label(at).contains("It Was Never There on")).collect();
            let mine = |at: &usize| label(at).contains("on your own");
            takes.iter().any(mine).then(|| {
                (
                    takes.iter().map(mine).collect(),
                    takes.iter().all(|at| !mine(at) || sitting.table().hurts_oneself(*at)),
                )
            })
        });
        if let Some((mine, harmful)) = seen {
            let mine: Vec<bool> = mine;
            own += usize::from(harmful);
            both += usize::from(mine.contains(&false));
            assert!(!harmful || mine.is_sorted(), "those of others first: {mine:?}");
        }
    }
    assert!(own > 0 && both > 0, "{own}, {both}");
}

/// What waits and aims at an artifact is tied to it by a line.
#[test]
fn what_waits_is_tied_to_the_card_that_it_threatens() {
    for seed in 11..40 {
        let mut sitting = Sitting::with_seed("chrononauts", "artifaxx", seed);
        let aimed = sitting.play_until(60, |sitting| {
            let aims = sitting.table().aims_of_waiting();
            aims.into_iter().find(|(_, to)| matches!(to, ActionTarget::Card(_)) && sitting.actor() == Some(0))
        });
        if let Some((at, to)) = aimed {
            let (from, to) = (sitting.place(ActionTarget::Waiting(at)), sitting.place(to));
            assert!(from.intersection(&to).is_none());
            return;
        }
    }
    panic!("nothing was aimed at an artifact");
}

/// The cards of five others are large enough to be told apart.
#[test]
fn cards_of_several_others_beside_a_timeline_are_no_stamps() {
    let mut sitting = Sitting::new("emperors-star", "day-1");
    let few = |sitting: &Sitting| {
        let others = sitting.sight().seats[1..].iter().flat_map(|side| &side.zones);
        let mut fields = others.filter(|zone| zone.layout == ZoneLayout::Field);
        fields.find_map(|zone| zone.cards.first().filter(|_| zone.cards.len() < 3)?.key)
    };
    let key = sitting.play_until(80, few).expect("somebody plays an artifact");
    let place = sitting.place(ActionTarget::Card(key));
    assert!(place.width >= 40.0 && place.height >= 55.0, "{place:?}");
}

/// A Patch without a text says when it can be played.
#[test]
fn a_patch_without_a_text_says_what_it_is() {
    let mut sitting = Sitting::new("chrononauts", "classic");
    let game = sitting.window.game_library().game.clone();
    let bare = |sitting: &Sitting| -> Option<ObservedCard> {
        let mut hands = sitting.sight().seats[0].zones.iter().filter(|zone| zone.layout == ZoneLayout::Hand);
        hands.find_map(|zone| zone.cards.iter().find(|seen| !seen.unprinted.is_empty())).cloned()
    };
    let seen = sitting.play_until(60, bare).expect("most Patches have no text");
    assert!(game.card(seen.card.expect("known")).text.is_empty(), "{}", seen.name);
    let preview = CardPreview::new(&game, &ShownCard::on_table(&seen).expect("known"));
    let year = seen.name.split('\'').next().expect("a year");
    assert_eq!(preview.unprinted, format!("Patch for {year}. Playable while {year} is a paradox."));
    let key = ActionTarget::Card(seen.key.expect("shown"));
    let place = sitting.place(key);
    point_at(&mut sitting.window, place.center());
    assert!(shows(&sitting.window, &preview.unprinted), "{}", seen.name);
}

/// Where the rules say how many rounds there are, the table does.
#[test]
fn a_round_is_told_with_the_last_one() {
    let mut sitting = Sitting::of_example("three-rivers", "crossing");
    sitting.let_others_play();
    assert!(shows(&sitting.window, "Round 1 of 6"), "{:?}", sitting.sight().notes);
    sitting.play_until::<()>(60, |sitting| {
        let marks = sitting.sight().cards().flat_map(|(_, _, seen)| &seen.marks);
        assert_eq!(marks.filter(|mark| mark.ends_with(" ×1")).count(), 0);
        None
    });
}

/// Whoever looks a card up during a match reads it over the table, and Esc goes back to the match.
#[test]
fn a_card_that_is_looked_up_during_a_match_is_read_over_the_table() {
    let mut sitting = Sitting::new("chronx", "constructed");
    sitting.let_others_play();
    let before = sitting.length();
    drop(sitting.window.update(Message::PaletteOpened));
    let typed = deckloom::window::palette::Message::Typed("Repo Drone".to_owned());
    drop(sitting.window.update(Message::Palette(typed)));
    sitting.press(Named::Enter);
    assert_eq!(sitting.window.preview().map(|preview| preview.name), Some("Repo Drone".to_owned()));
    assert!(sitting.window.table().is_some() && shows(&sitting.window, "Log  (L)"), "the table stays");
    sitting.press(Named::Escape);
    assert_eq!((sitting.window.preview(), sitting.length()), (None, before));
    assert!(sitting.window.table().is_some() && !shows(&sitting.window, "Press Esc again to leave"));
}

/// A trade that is offered is told whole where it is decided, and neither answer is at hand.
#[test]
fn an_offered_trade_is_told_where_it_is_decided() {
    let mut offered = 0;
    for seed in 0..8 {
        let mut sitting = Sitting::with_seed("emperors-star", "day-1", seed);
        let found = sitting.play_until(40, |sitting| {
            let prompt = sitting.sight().prompt.clone().filter(|prompt| prompt.kind == PromptKind::Offer)?;
            (sitting.actor() == Some(0)).then_some(prompt.text)
        });
        let Some(asked) = found else { continue };
        let note = sitting.sight().notes.iter().find_map(|note| note.strip_prefix("Offered: ").map(str::to_owned));
        let terms = note.expect("it stands on the table");
        assert!(asked.contains(&format!(" offers {terms}. Take it?")), "{asked}");
        let (given, taken) = terms.split_once(" for ").expect("both sides");
        let accepts = sitting.sight().actions.iter().find(|act| act.notation == "accept");
        assert!(accepts.is_none_or(|act| act.effect_text == format!("You get {given} and give {taken}.")));
        assert!(sitting.table().selected_action().is_none());
        offered += 1;
    }
    assert!(offered > 0, "some bot offers a trade");
}
