//! What is different between two moments of a board, as somebody sees them.
//!
//! Cards have no names that last: an observation does not tell which of two equal cards is which, and that must stay so
//! where one of them was hidden. So cards are matched by what is seen: first within their zone, then by the card itself.

use std::collections::HashMap;
use std::time::Instant;

use catalog::{CardIx, tr};
use engine::kernel::legal_action::{ActionTarget, CardKey};
use engine::kernel::observation::{
    Counter, CounterIcon, Observation, ObservedCard, ObservedZone, TimelineCard, TimelineFace, ZoneLayout,
};
use iced::Rectangle;

/// What a number that changed is for whoever it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NumberTone {
    Gain,
    Loss,
    /// Nobody says which.
    Neutral,
}

/// A number that changed.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct NumberChange {
    pub at: ActionTarget,
    pub text: String,
    pub tone: NumberTone,
    /// How many numbers of the same place stand before it.
    pub place: u8,
    pub began: Instant,
}

/// What is different.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Changes {
    /// Cards that stay in their zone, with what they were.
    pub slides: Vec<(ActionTarget, ActionTarget)>,
    /// Cards that go elsewhere.
    pub routes: Vec<Route>,
    /// Cards of the table that were taken away together, a trick, with the one that completed it.
    pub trick: Option<Trick>,
    /// Numbers that are others: where, by how much, and whether that is good.
    pub numbers: Vec<(ActionTarget, String, NumberTone)>,
}

/// Cards that lay open between the seats and were taken together.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Trick {
    /// Where they lay.
    pub cards: Vec<ActionTarget>,
    /// The one that came last, and was never seen to lie there.
    pub last: Route,
}

/// A card's way.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Route {
    pub card: Option<CardIx>,
    /// Where it was, by the numbers of the moment before.
    pub from: ActionTarget,
    /// Where it is.
    pub to: ActionTarget,
    /// Where it goes if that is not drawn.
    pub beside: ActionTarget,
    /// Whether it is shown on its way: nobody saw it before, and it is not seen where it goes.
    pub is_shown: bool,
}

impl Route {
    /// A card's way that is over where it goes.
    fn new(card: &Lying<'_>, from: ActionTarget, to: ActionTarget, beside: ActionTarget) -> Route {
        Route { card: card.seen.card, from, to, beside, is_shown: false }
    }

    /// Where it begins: a card that was not seen comes out of its player's line.
    pub fn start(&self, place: Rectangle) -> Rectangle {
        match self.from {
            ActionTarget::Card(_) => place,
            _ => small(place),
        }
    }
}

/// A small card in the middle of a place.
pub(super) fn small(place: Rectangle) -> Rectangle {
    let height = place.height.min(48.0);
    let width = height / 1.4;
    Rectangle { x: place.center_x() - width / 2.0, y: place.center_y() - height / 2.0, width, height }
}

/// A card with where it lies.
struct Lying<'a> {
    seat: Option<u8>,
    zone: &'a ObservedZone,
    seen: &'a ObservedCard,
}

fn lying(observation: &Observation) -> Vec<Lying<'_>> {
    observation.cards().map(|(seat, zone, seen)| Lying { seat, zone, seen }).collect()
}

impl Lying<'_> {
    fn spot(&self) -> Option<ActionTarget> {
        self.seen.key.map(ActionTarget::Card)
    }

    /// Whether it is drawn as a card, and not only counted.
    fn is_drawn(&self) -> bool {
        self.seen.key.is_some() && self.zone.layout != ZoneLayout::Pile
    }

    /// Its place on the board where it is drawn although it lies in a pile: on top, beside which no TimeLine lies.
    fn top_spot(&self, observation: &Observation) -> Option<ActionTarget> {
        let is_drawn = self.seat.is_none() && observation.timeline.is_none();
        let top = self.zone.top_of_pile().filter(|_| is_drawn)?;
        self.spot().filter(|_| top.key == self.seen.key)
    }

    /// The line of its player, or of whose turn it is.
    fn player(&self, observation: &Observation) -> ActionTarget {
        ActionTarget::Seat(self.seat.unwrap_or(observation.active))
    }
}

/// What is different between two moments.
pub(super) fn between(before: &Observation, after: &Observation) -> Changes {
    let mut changes = Changes::default();
    if before.seats.len() != after.seats.len() || before.seat != after.seat {
        return changes;
    }
    let (old, new) = (lying(before), lying(after));
    let mut left: Vec<bool> = old.iter().map(|card| card.seen.card.is_some()).collect();
    let mut came: HashMap<CardKey, usize> = HashMap::new();
    let same_zone = |a: &Lying<'_>, b: &Lying<'_>| a.seat == b.seat && a.zone.title == b.zone.title;
    let mut pair = |fits: &dyn Fn(&Lying<'_>, &Lying<'_>) -> bool| {
        for card in new.iter().filter(|card| card.seen.card.is_some()) {
            let Some(key) = card.seen.key.filter(|key| !came.contains_key(key)) else { continue };
            let found =
                (0..old.len()).find(|at| left[*at] && old[*at].seen.card == card.seen.card && fits(&old[*at], card));
            if let Some(at) = found {
                left[at] = false;
                came.insert(key, at);
            }
        }
    };
    pair(&|a, b| same_zone(a, b) && a.seen.on.is_some() == b.seen.on.is_some());
    pair(&same_zone);
    pair(&|a, b| a.seat == b.seat);
    pair(&|_, _| true);

    for card in new.iter().filter(|card| card.is_drawn()) {
        let Some(to) = card.spot() else { continue };
        let beside = card.player(after);
        let was = card.seen.key.and_then(|key| came.get(&key)).map(|at| &old[*at]);
        match was {
            Some(was) if was.is_drawn() => {
                let Some(from) = was.spot() else { continue };
                if same_zone(was, card) {
                    changes.slides.push((to, from));
                } else {
                    changes.routes.push(Route::new(card, from, to, beside));
                }
                changes.note_damage(to, was.seen, card.seen);
            }
            // It was in a pile, in a hand that is not seen, or nowhere.
            _ => changes.routes.push(Route::new(card, beside, to, beside)),
        }
    }
    let years = Years::new(before, after);
    // What lay open and does so no longer goes to the year that it is about, on top of a pile, or to its player's line: a pile, a
    // hand that is not seen.
    let landing: HashMap<usize, &Lying<'_>> =
        new.iter().filter_map(|card| Some((*came.get(&card.seen.key?)?, card))).collect();
    let lies_open = |at: &usize| landing.get(at).is_some_and(|card| card.is_drawn());
    for (at, card) in old.iter().enumerate().filter(|(at, card)| card.is_drawn() && !lies_open(at)) {
        let Some(from) = card.spot() else { continue };
        let beside = card.player(after);
        let pile = landing.get(&at).copied();
        let year = years.patched_with(card.seen.card).or(pile.and_then(|pile| years.turned_by(pile)));
        let to = year.or(pile.and_then(|pile| pile.top_spot(after))).unwrap_or(beside);
        changes.routes.push(Route::new(card, from, to, year.unwrap_or(beside)));
    }
    changes.trick = trick(before, &old, &new, &came);
    if changes.trick.is_none() {
        changes.note_played(before, after, &new, &came, &years);
    }
    changes.note_patches(before, &years);
    changes.note_years(&years);
    changes.note_counters(before, after);
    changes
}

/// All open cards of a zone of the table, if they went to one pile with another one that was not among them.
fn trick(before: &Observation, old: &[Lying<'_>], new: &[Lying<'_>], came: &HashMap<CardKey, usize>) -> Option<Trick> {
    let was = |card: &Lying<'_>| card.seen.key.and_then(|key| came.get(&key)).map(|at| &old[*at]);
    let taken = |card: &&Lying<'_>| was(card).is_some_and(|was| was.seat.is_none() && was.is_drawn());
    let first = new.iter().filter(|card| card.zone.layout == ZoneLayout::Pile).find(taken)?;
    let lay = was(first)?;
    let pile = || new.iter().filter(|card| card.seat == first.seat && std::ptr::eq(card.zone, first.zone));
    let is_of = |was: &Lying<'_>, zone: &ObservedZone| std::ptr::eq(was.zone, zone);
    let of_trick = pile().filter_map(was).filter(|was| is_of(was, lay.zone));
    let cards: Vec<ActionTarget> = of_trick.filter_map(Lying::spot).collect();
    if cards.len() < lay.zone.cards.len() {
        return None;
    }
    // What was in the pile before stays there.
    let stayed = |was: &Lying<'_>| was.zone.layout == ZoneLayout::Pile;
    let mut others = pile().filter(|card| !was(card).is_some_and(|was| is_of(was, lay.zone) || stayed(was)));
    let (last, None) = (others.next()?, others.next()) else { return None };
    let to = ActionTarget::Seat(last.seat?);
    let player = ActionTarget::Seat(before.actor?);
    let from = was(last).and_then(Lying::spot).unwrap_or(player);
    Some(Trick { cards, last: Route::new(last, from, to, to) })
}

/// The years of a TimeLine that stand otherwise than before: where, as it was, as it is.
struct Years<'a>(Vec<(ActionTarget, &'a TimelineCard, &'a TimelineCard)>);

impl<'a> Years<'a> {
    fn new(before: &'a Observation, after: &'a Observation) -> Years<'a> {
        let years = |board: &'a Observation| board.timeline.iter().flat_map(|timeline| &timeline.cards);
        let both = years(before).zip(years(after)).enumerate();
        let changed = both.filter(|(_, (was, is))| (was.face, was.card) != (is.face, is.card));
        Years(changed.map(|(cell, (was, is))| (ActionTarget::Year(cell as u8), was, is)).collect())
    }

    /// The year on which a card lies now as its Patch.
    fn patched_with(&self, card: Option<CardIx>) -> Option<ActionTarget> {
        let is_patch = |was: &TimelineCard, is: &TimelineCard| was.card != is.card && card == Some(is.card);
        self.0.iter().find(|(_, was, is)| is_patch(was, is)).map(|(year, ..)| *year)
    }

    /// The year from which a Patch was taken.
    fn bared_of(&self, card: Option<CardIx>) -> Option<ActionTarget> {
        let was_patch = |was: &TimelineCard, is: &TimelineCard| was.card != is.card && card == Some(was.card);
        self.0.iter().find(|(_, was, is)| was_patch(was, is)).map(|(year, ..)| *year)
    }

    /// The Linchpin that a card turned which was played to a pile of the table, if it is one.
    fn turned_by(&self, card: &Lying<'_>) -> Option<ActionTarget> {
        let is_linchpin = |face| matches!(face, TimelineFace::Linchpin | TimelineFace::Reversed);
        let mut turned = self.0.iter().filter(|(_, was, is)| was.face != is.face && is_linchpin(is.face));
        let (year, None) = (turned.next()?.0, turned.next()) else { return None };
        (card.seat.is_none() && card.zone.layout == ZoneLayout::Pile).then_some(year)
    }
}

impl Changes {
    /// Cards that came to open piles from where nobody saw them: out of a hidden hand, from a deck.
    fn note_played(
        &mut self,
        before: &Observation,
        after: &Observation,
        new: &[Lying<'_>],
        came: &HashMap<CardKey, usize>,
        years: &Years<'_>,
    ) {
        let is_new =
            |card: &&Lying<'_>| card.seen.card.is_some() && card.seen.key.is_some_and(|key| !came.contains_key(&key));
        for card in new.iter().filter(|card| card.zone.layout == ZoneLayout::Pile).filter(is_new) {
            let player = ActionTarget::Seat(card.seat.or(before.actor).unwrap_or(before.active));
            let waited = before.pending.iter().position(|waiting| Some(waiting.card) == card.seen.card);
            let left = years.bared_of(card.seen.card).or(waited.map(|at| ActionTarget::Waiting(at as u8)));
            let top = card.top_spot(after);
            let beside = years.turned_by(card).filter(|_| left.is_none()).unwrap_or(player);
            let is_shown = left.is_none() && top.is_none();
            let route = Route::new(card, left.unwrap_or(player), top.unwrap_or(beside), beside);
            self.routes.push(Route { is_shown, ..route });
        }
    }

    /// Patches that came from where nobody saw them.
    fn note_patches(&mut self, before: &Observation, years: &Years<'_>) {
        let is_new = |year: ActionTarget| self.routes.iter().all(|route| route.to != year);
        let patches = years.0.iter().filter(|(_, was, is)| was.card != is.card && is.face == TimelineFace::Patched);
        let patches: Vec<_> = patches.filter(|(year, ..)| is_new(*year)).collect();
        let player = ActionTarget::Seat(before.actor.unwrap_or(before.active));
        let route = |(year, _, is): &(ActionTarget, &TimelineCard, &TimelineCard)| Route {
            card: Some(is.card),
            from: player,
            to: *year,
            beside: *year,
            is_shown: true,
        };
        self.routes.extend(patches.into_iter().map(route));
    }

    fn note_years(&mut self, years: &Years<'_>) {
        let word = |face| match face {
            TimelineFace::Linchpin | TimelineFace::Reversed => (tr!("flipped"), NumberTone::Neutral),
            TimelineFace::Paradox => (tr!("paradox"), NumberTone::Loss),
            TimelineFace::Patched => (tr!("patched"), NumberTone::Gain),
            TimelineFace::Event => (tr!("mended"), NumberTone::Gain),
        };
        self.numbers.extend(years.0.iter().map(|(year, _, is)| {
            let (word, tone) = word(is.face);
            (*year, word, tone)
        }));
    }

    fn note_damage(&mut self, at: ActionTarget, was: &ObservedCard, is: &ObservedCard) {
        let more = is.damage - was.damage;
        if more > 0 {
            self.numbers.push((at, format!("−{more}"), NumberTone::Loss));
        }
    }

    /// What players' counters show: life, points, resources; not what is left to draw.
    fn note_counters(&mut self, before: &Observation, after: &Observation) {
        for (seat, (was, is)) in before.seats.iter().zip(&after.seats).enumerate() {
            let told = |icon| matches!(icon, CounterIcon::Word | CounterIcon::Fact | CounterIcon::Life);
            for counter in is.counters.iter().filter(|counter| told(counter.icon)) {
                let Some(old) = was.counters.iter().find(|other| other.name == counter.name) else { continue };
                let tone = match counter.icon {
                    CounterIcon::Fact => NumberTone::Neutral,
                    _ if counter.n < old.n => NumberTone::Loss,
                    _ => NumberTone::Gain,
                };
                if let Some(text) = difference(old, counter) {
                    self.numbers.push((ActionTarget::Seat(seat as u8), text, tone));
                }
            }
        }
        for city in &after.cities {
            let Some(old) = before.cities.iter().find(|other| other.number == city.number) else { continue };
            for ((seat, n), (_, was)) in city.points.iter().zip(old.points) {
                if *n > was {
                    let own = after.seat == Some(*seat);
                    self.numbers.push((
                        ActionTarget::City(city.number),
                        format!("+{}", n - was),
                        if own { NumberTone::Gain } else { NumberTone::Loss },
                    ));
                }
            }
        }
    }

    /// The numbers that changed, those of one place one after the other.
    pub fn numbers(self, began: Instant) -> impl Iterator<Item = NumberChange> {
        let mut places: HashMap<ActionTarget, u8> = HashMap::new();
        self.numbers.into_iter().map(move |(at, text, tone)| {
            let place = places.entry(at).or_default();
            *place += 1;
            NumberChange { at, text, tone, place: *place - 1, began }
        })
    }
}

fn difference(was: &Counter, is: &Counter) -> Option<String> {
    match is.n - was.n {
        0 => None,
        more @ 1.. => Some(format!("+{more} {}", is.name)),
        less => Some(format!("−{} {}", -less, is.name)),
    }
}

#[cfg(test)]
mod tests {
    use engine::kernel::observation::{ObservedSeat, ObservedTimeline};

    use super::*;

    fn card(key: CardKey, card: u16) -> ObservedCard {
        ObservedCard {
            key: Some(key),
            card: Some(CardIx(card.into())),
            name: format!("{card}"),
            ..ObservedCard::default()
        }
    }

    fn route(card: u32, from: ActionTarget, to: ActionTarget, beside: ActionTarget) -> Route {
        Route { card: Some(CardIx(card)), from, to, beside, is_shown: false }
    }

    fn zone(title: &str, layout: ZoneLayout, cards: &[ObservedCard]) -> ObservedZone {
        ObservedZone { ordered: false, title: title.into(), layout, cards: cards.to_vec() }
    }

    /// A seat with a hand, a field and a discard pile.
    fn board(hand: &[ObservedCard], field: &[ObservedCard], pile: &[ObservedCard]) -> Observation {
        let zones = vec![
            zone("hand", ZoneLayout::Hand, hand),
            zone("in play", ZoneLayout::Field, field),
            zone("discard", ZoneLayout::Pile, pile),
        ];
        Observation { seats: vec![ObservedSeat { zones, ..ObservedSeat::default() }], ..Observation::default() }
    }

    #[test]
    fn a_card_that_is_played_goes_from_the_hand_to_the_field_and_the_others_slide() {
        let before = board(&[card(0, 7), card(1, 8), card(2, 7)], &[], &[]);
        let after = board(&[card(0, 7), card(1, 8)], &[card(2, 7)], &[]);
        let changes = between(&before, &after);
        let spot = ActionTarget::Card;
        assert_eq!(changes.slides, [(spot(0), spot(0)), (spot(1), spot(1))]);
        assert_eq!(changes.routes, [route(7, spot(2), spot(2), ActionTarget::Seat(0))]);
    }

    #[test]
    fn what_is_drawn_comes_from_its_player_and_what_is_discarded_goes_there() {
        let before = board(&[card(0, 7)], &[card(1, 9)], &[]);
        let after = board(&[card(0, 7), card(1, 8)], &[], &[card(2, 9)]);
        let changes = between(&before, &after);
        let player = ActionTarget::Seat(0);
        let drawn = route(8, player, ActionTarget::Card(1), player);
        let gone = route(9, ActionTarget::Card(1), player, player);
        assert_eq!(changes.routes, [drawn, gone]);
    }

    #[test]
    fn a_trick_that_is_taken_is_told_with_the_card_that_completed_it() {
        let trick = |cards: &[ObservedCard]| ObservedZone { ordered: true, ..zone("trick", ZoneLayout::Stack, cards) };
        let mut before = board(&[card(0, 7)], &[], &[card(3, 1)]);
        (before.common, before.actor) = (vec![trick(&[card(1, 8), card(2, 9)])], Some(0));
        let mut after = board(&[], &[], &[card(0, 1), card(1, 7), card(2, 8), card(3, 9)]);
        after.common = vec![trick(&[])];
        let (spot, player) = (ActionTarget::Card, ActionTarget::Seat(0));
        let last = route(7, spot(0), player, player);
        assert_eq!(between(&before, &after).trick, Some(Trick { cards: vec![spot(1), spot(2)], last }));
        // A card of a row that is bought while others stay is none.
        before.common[0].cards.push(card(4, 5));
        after.common[0].cards.push(card(4, 5));
        assert_eq!(between(&before, &after).trick, None);
    }

    #[test]
    fn damage_and_counters_are_told_and_another_viewer_sees_nothing_move() {
        let life = |n| Counter { name: "life".into(), n, icon: CounterIcon::Word };
        let mut before = board(&[], &[card(0, 7)], &[]);
        let mut after = board(&[], &[ObservedCard { damage: 2, ..card(0, 7) }], &[]);
        before.seats[0].counters = vec![life(20)];
        after.seats[0].counters = vec![life(17)];
        let numbers: Vec<_> =
            between(&before, &after).numbers(Instant::now()).map(|n| (n.at, n.text, n.tone)).collect();
        let card = (ActionTarget::Card(0), "−2".to_owned(), NumberTone::Loss);
        assert_eq!(numbers, [card, (ActionTarget::Seat(0), "−3 life".to_owned(), NumberTone::Loss)]);
        after.seat = Some(0);
        assert_eq!(between(&before, &after), Changes::default());
    }

    #[test]
    fn a_card_that_nobody_saw_is_shown_on_its_way_to_a_pile() {
        let before = Observation { actor: Some(0), ..board(&[], &[], &[card(0, 7)]) };
        let after = board(&[], &[], &[card(0, 7), card(1, 7)]);
        let player = ActionTarget::Seat(0);
        let shown = Route { is_shown: true, ..route(7, player, player, player) };
        assert_eq!(between(&before, &after).routes, [shown]);
        // On top of a pile of the table it is seen where it lies.
        let pile = |cards: &[ObservedCard]| ObservedZone { ordered: true, ..zone("discard", ZoneLayout::Pile, cards) };
        let common = |cards: &[ObservedCard]| Observation { common: vec![pile(cards)], ..before.clone() };
        let routes = between(&common(&[card(1, 8)]), &common(&[card(1, 8), card(2, 9)])).routes;
        assert_eq!(routes, [route(9, player, ActionTarget::Card(2), player)]);
    }

    #[test]
    fn a_card_goes_to_the_year_that_it_turns_or_patches() {
        let year = |card, face| TimelineCard {
            card: CardIx(card),
            label: String::new(),
            event: String::new(),
            other: String::new(),
            condition: String::new(),
            face,
            wanted: None,
            closed: false,
        };
        let line = |hand: &[ObservedCard], pile: &[ObservedCard], years: &[TimelineCard]| Observation {
            actor: Some(0),
            timeline: Some(ObservedTimeline { cards: years.to_vec(), ..ObservedTimeline::default() }),
            common: vec![zone("discard", ZoneLayout::Pile, pile)],
            ..board(hand, &[], &[])
        };
        let (linchpin, turned) = (year(1, TimelineFace::Linchpin), year(1, TimelineFace::Reversed));
        let (event, torn) = (year(2, TimelineFace::Event), year(2, TimelineFace::Paradox));
        let patched = year(7, TimelineFace::Patched);
        let at = ActionTarget::Year;
        let player = ActionTarget::Seat(0);
        // Out of one's own hand, and out of one that is not seen.
        let before = line(&[card(3, 9)], &[], &[linchpin.clone(), event.clone()]);
        let after = line(&[], &[card(3, 9)], &[turned.clone(), torn.clone()]);
        let flip = between(&before, &after);
        assert_eq!(flip.routes, [route(9, ActionTarget::Card(3), at(0), at(0))]);
        let words: Vec<_> = flip.numbers.iter().map(|(at, word, tone)| (*at, word.as_str(), *tone)).collect();
        assert_eq!(words, [(at(0), "flipped", NumberTone::Neutral), (at(1), "paradox", NumberTone::Loss)]);
        let unseen = between(&line(&[], &[], &[linchpin, event]), &after);
        assert_eq!(unseen.routes, [Route { is_shown: true, ..route(9, player, at(0), at(0)) }]);
        // A Patch lies on its year, and leaves it for the pile.
        let bare = line(&[card(3, 7)], &[], &[turned.clone(), torn.clone()]);
        let patch = line(&[], &[], &[turned.clone(), patched]);
        assert_eq!(between(&bare, &patch).routes, [route(7, ActionTarget::Card(3), at(1), at(1))]);
        let gone = line(&[], &[card(4, 7)], &[turned.clone(), torn.clone()]);
        assert_eq!(between(&patch, &gone).routes, [route(7, at(1), player, player)]);
        let unseen = between(&line(&[], &[], &[turned, torn]), &patch);
        assert_eq!(unseen.routes, [Route { is_shown: true, ..route(7, player, at(1), at(1)) }]);
    }
}
