//! What holds in every game whose rules are data, at every step of random games.

use std::collections::BTreeMap;

use engine::described::{Choice, Described, Event, State};
use engine::kernel::observation::Observation;
use engine::kernel::rules::{Actor, NullSink, Rules};
use formats::rng::{Dice, Seed};

use super::{all_games, games_with_more_words, rules, with_variant};

/// Goes through random games, and shows each position with what is legal in it.
fn walk(rules: &Described<8>, games: u64, mut see: impl FnMut(&State<8>, &[Choice])) {
    for number in 0..games {
        let mut dice = Seed::from_number(number).part(9).fast();
        let mut state = rules.start(Seed::from_number(number), None, &mut NullSink);
        let mut legal = Vec::new();
        while let Actor::Seat(_) = rules.actor(&state) {
            rules.legal_actions(&state, &mut legal);
            assert!(!legal.is_empty(), "somebody is asked who can do nothing");
            see(&state, &legal);
            let choice = legal[dice.below(legal.len() as u32) as usize];
            rules.apply(&mut state, choice, &mut NullSink).expect("what is listed is allowed");
            assert!(rules.turn(&state) < 2_000, "it ends");
        }
    }
}

fn each(games: u64, mut see: impl FnMut(&str, &Described<8>, &State<8>, &[Choice])) {
    for (id, seats) in all_games() {
        let rules = rules::<8>(id, seats);
        walk(&rules, games, |state, legal| see(id, &rules, state, legal));
    }
    for (id, rules) in games_with_more_words::<8>() {
        let id = format!("{id} with more words");
        walk(&rules, games, |state, legal| see(&id, &rules, state, legal));
    }
}

/// How many cards each zone of an observation has.
fn zones(seen: &Observation) -> BTreeMap<String, usize> {
    let common = seen.common.iter().map(|zone| (zone.title.clone(), zone.cards.len()));
    let own = seen.seats.iter().enumerate();
    let own = own.flat_map(|(seat, side)| {
        side.zones.iter().map(move |zone| (format!("{seat} {}", zone.title), zone.cards.len()))
    });
    common.chain(own).collect()
}

#[test]
fn every_legal_action_applies_and_others_do_not() {
    each(6, |id, rules, state, legal| {
        let texts: Vec<String> = legal.iter().map(|choice| rules.notation(state, *choice)).collect();
        for (at, choice) in legal.iter().enumerate() {
            let mut next = state.clone();
            assert!(rules.apply(&mut next, *choice, &mut NullSink).is_ok(), "{id}: {}", texts[at]);
            assert!(!texts[..at].contains(&texts[at]), "{id}: {} is written twice", texts[at]);
            let wrong = Choice { number: choice.number + 99, ..*choice };
            let mut same = state.clone();
            assert!(rules.apply(&mut same, wrong, &mut NullSink).is_err(), "{id}: a number that nobody can choose");
            assert!(same == *state, "{id}: what is refused changes nothing");
        }
    });
}

#[test]
fn no_card_is_lost() {
    let mut first = BTreeMap::new();
    each(6, |id, rules, state, _| {
        let cards: usize = zones(&rules.observation(state, None)).values().sum();
        let all = *first.entry(id.to_owned()).or_insert(cards);
        assert_eq!(cards, all, "{id}");
        assert!(cards >= rules.card_names().len(), "{id}: each card is there");
    });
}

/// What a seat sees does not change when what it has not seen is dealt anew, and neither does what it can do.
#[test]
fn a_seat_cannot_tell_an_imagined_world_from_the_real_one() {
    let mut dice = Seed::from_number(5).fast();
    let mut changed = BTreeMap::new();
    each(6, |id, rules, state, legal| {
        let Actor::Seat(actor) = rules.actor(state) else { unreachable!("somebody is asked") };
        for seat in 0..rules.seats() {
            let world = rules.determinize(state, seat, &mut dice);
            let (real, imagined) = (rules.observation(state, Some(seat)), rules.observation(&world, Some(seat)));
            assert_eq!(real, imagined, "{id}: seat {seat}");
            let differs = rules.observation(state, None) != rules.observation(&world, None);
            *changed.entry(id.to_owned()).or_insert(0) += usize::from(differs);
            let mut there = Vec::new();
            rules.legal_actions(&world, &mut there);
            if seat == actor {
                assert_eq!(legal, there, "{id}: what it can do");
            }
            assert_eq!(rules.actor(&world), rules.actor(state), "{id}: who is asked");
        }
    });
    for (id, _) in all_games().filter(|(id, _)| *id != "goofspiel") {
        assert!(changed[id] > 5, "{id}: something is hidden in most positions");
    }
}

#[test]
fn a_copy_goes_on_alike_and_so_does_the_same_seed() {
    for (id, seats) in all_games() {
        let rules = rules::<8>(id, seats);
        let digests = || {
            let mut all = Vec::new();
            walk(&rules, 4, |state, _| all.push(rules.digest(state)));
            all
        };
        assert_eq!(digests(), digests(), "{id}");
    }
}

/// Cards go by their events to who may know of them.
#[test]
fn nobody_is_told_of_a_card_that_they_cannot_see() {
    struct Told(Vec<(Event, u8)>);
    impl engine::kernel::rules::EventSink<Event> for Told {
        fn on_event(&mut self, event: Event, to: u8) {
            self.0.push((event, to));
        }
    }
    for (id, seats) in all_games() {
        let rules = rules::<8>(id, seats);
        let mut told = Told(Vec::new());
        let mut state = rules.start(Seed::from_number(3), None, &mut told);
        let mut dice = Seed::from_number(4).fast();
        let mut legal = Vec::new();
        loop {
            for (event, to) in told.0.drain(..) {
                if let Event::Moves { card, .. } = event {
                    for seat in (0..rules.seats()).filter(|seat| to >> seat & 1 == 0) {
                        let names: Vec<String> = rules.card_names();
                        let text = rules.event_text_for(event, to, Some(seat));
                        assert!(names.iter().all(|name| !text.contains(name.as_str())), "{id}: {text}, card {card}");
                    }
                }
            }
            let Actor::Seat(_) = rules.actor(&state) else { break };
            rules.legal_actions(&state, &mut legal);
            let choice = legal[dice.below(legal.len() as u32) as usize];
            rules.apply(&mut state, choice, &mut told).expect("it is legal");
        }
    }
}

/// What is checked all the time asks for an action that asks: which checks it once more, ever deeper.
#[test]
fn rules_that_go_on_without_end_are_stopped() {
    use engine::kernel::outcome::EndReason;
    let rules = with_variant::<1>("hearts", 4, |text| {
        text.replace(
            "[end]",
            "[[whenever]]\nif = \"tricks = 2\"\ndo = [{ ask = \"active\", may = [\"wait\", \"think\"] }]\n\n\
             [[action]]\nid = \"wait\"\n\n[[action]]\nid = \"think\"\n\
             do = [{ ask = \"active\", may = [\"wait\", \"pass\"] }]\n\n[end]",
        )
    });
    let mut dice = Seed::from_number(4).fast();
    let mut state = rules.start(Seed::from_number(3), Some(0), &mut NullSink);
    let mut legal = Vec::new();
    let mut decisions = 0;
    while let Actor::Seat(_) = rules.actor(&state) {
        decisions += 1;
        assert!(decisions < 1_000, "nobody stops it");
        rules.legal_actions(&state, &mut legal);
        let thinks = legal.iter().position(|choice| rules.notation(&state, *choice) == "think");
        let choice = legal[thinks.unwrap_or_else(|| dice.below(legal.len() as u32) as usize)];
        rules.apply(&mut state, choice, &mut NullSink).expect("it is legal");
    }
    assert_eq!(rules.outcome(&state).map(|outcome| outcome.reason), Some(EndReason::Overflow));
}

/// Everybody sees of a card that somebody controls for a time from whom it is, and until when.
#[test]
fn control_for_a_time_is_seen() {
    let (_, rules) = games_with_more_words::<8>().next().expect("there are some");
    let (mut for_a_turn, mut for_longer) = (0, 0);
    walk(&rules, 40, |state, _| {
        let seen = rules.observation(state, Some(0));
        for (seat, side) in (1..).zip(&seen.seats) {
            for change in side.zones.iter().flat_map(|zone| &zone.cards).flat_map(|card| &card.changes) {
                if change.change == format!("control, from seat {}", 3 - seat) {
                    for_a_turn += u32::from(change.until == "until end of turn");
                    for_longer += u32::from(change.until == format!("until the next turn of seat {seat}"));
                }
            }
        }
    });
    assert!(for_a_turn > 10 && for_longer > 10, "{for_a_turn}, {for_longer}");
}
