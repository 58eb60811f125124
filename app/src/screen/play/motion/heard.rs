//! What a change sounds like: the same changes that move on the board.

use std::collections::BTreeSet;

use engine::kernel::legal_action::ActionTarget;
use engine::kernel::observation::{Observation, ObservedCard, ZoneLayout};

use super::changes::{self, NumberTone, Route};
use crate::sound::Sound;

/// So many sounds make a moment, and no more.
const MOST: usize = 3;

/// What is heard of a change, the most important first; nothing if somebody else looks at the board than before.
pub fn heard(before: &Observation, after: &Observation) -> Vec<Sound> {
    if before.seats.len() != after.seats.len() || before.seat != after.seat {
        return Vec::new();
    }
    let changes = changes::between(before, after);
    let kinds: Vec<RouteKind> = changes.routes.iter().map(|route| RouteKind::classify(route, before, after)).collect();
    let mut sounds: BTreeSet<Sound> = kinds.iter().filter_map(|kind| kind.sound()).collect();
    let turns = (before.turn, before.active) != (after.turn, after.active);
    if turns && after.seats.len() > 1 && after.seat == Some(after.active) {
        sounds.insert(Sound::OwnTurn);
    }
    let stands = |spot: &ActionTarget, board: &Observation, how: fn(&ObservedCard) -> bool| match spot {
        ActionTarget::Card(key) => board.card(*key).is_some_and(how),
        _ => false,
    };
    let begins = |how: fn(&ObservedCard) -> bool| {
        changes.slides.iter().any(|(to, from)| stands(to, after, how) && !stands(from, before, how))
    };
    if begins(|card| card.fights) {
        sounds.insert(Sound::Attack);
    }
    if begins(|card| card.turned) || timeline_turns(before, after) {
        sounds.insert(Sound::CardTurned);
    }
    // Whoever plays a card or turns one pays for it: less of what they have is no harm then.
    let acts = kinds.contains(&RouteKind::Played) || sounds.contains(&Sound::CardTurned);
    let payer = before.actor.filter(|_| acts).map(ActionTarget::Seat);
    let told = |wanted: NumberTone| changes.numbers.iter().filter(move |(.., tone)| *tone == wanted);
    if told(NumberTone::Loss).any(|(at, ..)| Some(*at) != payer) {
        sounds.insert(Sound::Harm);
    }
    // What a turn gives when it begins is no gain.
    if told(NumberTone::Gain).next().is_some() && !turns {
        sounds.insert(Sound::Gain);
    }
    // Attackers turn, and cards are paid for by turning others: that goes without saying.
    if sounds.contains(&Sound::Attack) || sounds.contains(&Sound::CardLaid) {
        sounds.remove(&Sound::CardTurned);
    }
    sounds.into_iter().take(MOST).collect()
}

/// Where a card goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RouteKind {
    /// To a hand.
    Drawn,
    /// Out of a hand, or from where it was not seen onto the table.
    Played,
    /// Off the table, or to another place there.
    Away,
    /// To the cards to choose from, or to what is kept apart: it was not moved by anybody.
    Shown,
}

impl RouteKind {
    fn classify(route: &Route, before: &Observation, after: &Observation) -> RouteKind {
        let (from, to) = (layout(before, route.from), layout(after, route.to));
        match (from, to) {
            (_, Some(ZoneLayout::Hand)) => RouteKind::Drawn,
            (_, Some(ZoneLayout::Offer | ZoneLayout::Apart)) | (Some(ZoneLayout::Offer), None) => RouteKind::Shown,
            (Some(ZoneLayout::Hand), _) | (None, Some(_)) => RouteKind::Played,
            _ => RouteKind::Away,
        }
    }

    fn sound(self) -> Option<Sound> {
        match self {
            RouteKind::Drawn => Some(Sound::CardDrawn),
            RouteKind::Played | RouteKind::Away => Some(Sound::CardLaid),
            RouteKind::Shown => None,
        }
    }
}

/// How the zone lies in which a card is drawn.
fn layout(board: &Observation, spot: ActionTarget) -> Option<ZoneLayout> {
    let ActionTarget::Card(key) = spot else { return None };
    board.cards().find(|(.., card)| card.key == Some(key)).map(|(_, zone, _)| zone.layout)
}

/// Whether a year of a TimeLine stands otherwise than before.
fn timeline_turns(before: &Observation, after: &Observation) -> bool {
    let faces = |board: &Observation| {
        board.timeline.as_ref().map(|timeline| timeline.cards.iter().map(|card| card.face).collect::<Vec<_>>())
    };
    let (before, after) = (faces(before), faces(after));
    before.is_some() && after.is_some() && before != after
}

#[cfg(test)]
mod tests {
    use catalog::CardIx;
    use engine::kernel::legal_action::CardKey;
    use engine::kernel::observation::{
        Counter, ObservedSeat, ObservedTimeline, ObservedZone, TimelineCard, TimelineFace,
    };

    use super::*;

    fn card(key: CardKey) -> ObservedCard {
        ObservedCard { key: Some(key), card: Some(CardIx(key.into())), ..ObservedCard::default() }
    }

    fn turned(key: CardKey) -> ObservedCard {
        ObservedCard { turned: true, ..card(key) }
    }

    fn attacking(key: CardKey) -> ObservedCard {
        ObservedCard { fights: true, ..turned(key) }
    }

    fn hurt(key: CardKey) -> ObservedCard {
        ObservedCard { damage: 2, ..card(key) }
    }

    /// What the first of two seats sees in the turn of the other one: its hand, what is in play, its life.
    fn board(hand: &[ObservedCard], field: &[ObservedCard], life: i32) -> Observation {
        let zone = |title: &str, layout, cards: &[ObservedCard]| ObservedZone {
            ordered: false,
            title: title.into(),
            layout,
            cards: cards.to_vec(),
        };
        let zones = vec![zone("hand", ZoneLayout::Hand, hand), zone("in play", ZoneLayout::Field, field)];
        let near = ObservedSeat { zones, counters: vec![Counter::named("life", life)], ..ObservedSeat::default() };
        let seats = vec![near, ObservedSeat::default()];
        Observation { seat: Some(0), turn: 3, active: 1, actor: Some(1), seats, ..Observation::default() }
    }

    fn by(actor: u8, board: Observation) -> Observation {
        Observation { actor: Some(actor), ..board }
    }

    #[test]
    fn cards_are_heard_as_they_go() {
        let start = board(&[card(1)], &[card(2)], 20);
        let cases = [
            (board(&[card(1), card(3)], &[card(2)], 20), vec![Sound::CardDrawn]),
            (board(&[], &[card(2), card(1)], 20), vec![Sound::CardLaid]),
            (board(&[card(1)], &[card(2), card(4)], 20), vec![Sound::CardLaid]),
            (board(&[card(1)], &[], 20), vec![Sound::CardLaid]),
            (board(&[card(1)], &[turned(2)], 20), vec![Sound::CardTurned]),
            (board(&[card(1)], &[attacking(2)], 20), vec![Sound::Attack]),
            (board(&[card(1)], &[hurt(2)], 20), vec![Sound::Harm]),
            (board(&[card(1)], &[card(2)], 17), vec![Sound::Harm]),
            (board(&[card(1)], &[card(2)], 21), vec![Sound::Gain]),
            (board(&[card(1)], &[], 17), vec![Sound::Harm, Sound::CardLaid]),
            (start.clone(), vec![]),
        ];
        for (after, sounds) in cases {
            assert_eq!(heard(&start, &after), sounds, "{after:?}");
        }
        // What is turned back is not heard: many cards are, when a turn begins.
        assert_eq!(heard(&board(&[], &[attacking(2)], 20), &board(&[], &[card(2)], 20)), []);
    }

    #[test]
    fn what_is_paid_for_a_card_is_no_harm_and_what_others_do_is() {
        let paid = board(&[], &[turned(2), card(1)], 18);
        assert_eq!(heard(&by(0, board(&[card(1)], &[card(2)], 20)), &paid), [Sound::CardLaid]);
        assert_eq!(heard(&by(1, board(&[card(1)], &[card(2)], 20)), &paid), [Sound::Harm, Sound::CardLaid]);
        let tapped = board(&[], &[turned(2)], 19);
        assert_eq!(heard(&by(0, board(&[], &[card(2)], 20)), &tapped), [Sound::CardTurned]);
    }

    #[test]
    fn a_turn_is_heard_by_whoever_it_belongs_to_and_gives_without_a_sound() {
        let theirs = board(&[], &[turned(2)], 20);
        let own = Observation { turn: 4, active: 0, ..board(&[card(1)], &[card(2)], 22) };
        assert_eq!(heard(&theirs, &own), [Sound::OwnTurn, Sound::CardDrawn]);
        assert_eq!(heard(&own, &Observation { turn: 5, active: 1, ..own.clone() }), []);
        let again = Observation { turn: 5, ..own.clone() };
        assert_eq!(heard(&own, &again), [Sound::OwnTurn]);
        let alone = |turn| Observation { turn, active: 0, seats: vec![ObservedSeat::default()], ..theirs.clone() };
        assert_eq!(heard(&alone(1), &alone(2)), []);
        let watched = |board: &Observation| Observation { seat: None, ..board.clone() };
        assert_eq!(heard(&watched(&theirs), &watched(&own)), [Sound::CardDrawn]);
    }

    #[test]
    fn nothing_is_heard_when_somebody_sits_down_and_few_sounds_at_once() {
        let before = board(&[card(1)], &[card(2), card(5)], 20);
        let after = Observation { turn: 4, active: 0, ..board(&[card(6)], &[attacking(2), hurt(5)], 12) };
        assert_eq!(heard(&before, &after), [Sound::OwnTurn, Sound::Attack, Sound::Harm]);
        assert_eq!(heard(&Observation::default(), &after), []);
        assert_eq!(heard(&Observation { seat: Some(1), ..before }, &after), []);
    }

    #[test]
    fn a_year_that_turns_is_a_card_that_is_turned() {
        let year = |face| TimelineCard {
            card: CardIx(1),
            label: "1865".into(),
            event: String::new(),
            other: String::new(),
            condition: String::new(),
            face,
            wanted: None,
            closed: false,
        };
        let line = |face| Observation {
            timeline: Some(ObservedTimeline { cards: vec![year(face)], ..ObservedTimeline::default() }),
            ..board(&[], &[], 0)
        };
        assert_eq!(heard(&line(TimelineFace::Linchpin), &line(TimelineFace::Reversed)), [Sound::CardTurned]);
        assert_eq!(heard(&line(TimelineFace::Paradox), &line(TimelineFace::Paradox)), []);
    }
}
