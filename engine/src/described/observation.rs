//! What a seat sees of a described game: zones as they are declared, counters, and what can be done.

use catalog::tr;

use crate::kernel::audience::Audience;
use crate::kernel::legal_action::{ActionTarget, LegalAction, Prompt, PromptKind};
use crate::kernel::observation::{
    CardKeys, Counter, CounterIcon, Observation, ObservedCard, ObservedLane, ObservedSeat, ObservedZone, ZoneLayout,
    push_offer_zone,
};

use super::evaluate::View;
use super::expression::{CardNumber, Kind};
use super::program::{Action, CounterOwner, Layout, MOST, Zone, ZoneOwner};
use super::{Choice, MatchData, State, slots};

impl<const W: usize> MatchData<W> {
    /// What somebody sees and can do, in words for them.
    pub(super) fn observe(&self, state: &State<W>, to: &Audience) -> Observation {
        let view = View::new(self, state);
        let seats = self.layout.seats;
        let mut keys = CardKeys::default();
        let asked = view.asked();
        let actor = asked.map(|(seat, _)| seat);
        let phase = state.slot(slots::PHASE) as usize;
        let mut seen = Observation {
            seat: to.sees(),
            names: (0..seats).filter(|_| to.has_names()).map(|seat| to.heading(seat)).collect(),
            turn: state.slot(slots::TURN) as u32,
            active: state.slot(slots::ACTIVE) as u8,
            phase: self.program.phases.get(phase).cloned().unwrap_or_default(),
            phase_id: self.program.phase_ids.get(phase).cloned().unwrap_or_default(),
            actor,
            ..Observation::default()
        };
        let sees = |set: u16| to.sees().is_none_or(|seat| self.sees[usize::from(set)] >> seat & 1 != 0);
        let looked = self.program.cards.as_ref().map(|rules| rules.looked);
        for set in self.common_sets(state) {
            let (zone, owner) = self.layout.zone_of[usize::from(set)];
            let declared = &self.program.zones[usize::from(zone)];
            let mut shown = self.zone(state, set, declared, sees(set), to, &mut keys);
            if declared.owner == ZoneOwner::Team {
                shown.title = tr!("{zone}, team {team}", zone = shown.title, team = owner + 1);
            }
            seen.common.push(shown);
        }
        for seat in 0..seats {
            let mut side = ObservedSeat { out: state.is_out(seat), ..ObservedSeat::default() };
            for (at, counter) in (0..).zip(&self.program.counters) {
                if counter.shown && matches!(counter.owner, CounterOwner::Seat | CounterOwner::Team) {
                    let number = state.numbers[view.seat_counter(at, seat)];
                    match counter.kind {
                        Kind::Number => side
                            .counters
                            .push(Counter { icon: self.counter_icon(at), ..Counter::named(&counter.title, number) }),
                        _ => side.facts.push((counter.title.clone(), self.counter_text(at, number, to))),
                    }
                }
            }
            for (title, number) in &self.program.shown {
                let number = view.as_you(seat.into()).value(number);
                side.counters.push(Counter { icon: CounterIcon::Fact, ..Counter::named(title, number) });
            }
            for (set, (zone, owner)) in (0..).zip(&self.layout.zone_of) {
                let declared = &self.program.zones[usize::from(*zone)];
                if !declared.shown && state.sets[usize::from(set)].is_empty() {
                    continue;
                }
                if declared.owner == ZoneOwner::Seat && *owner == seat {
                    let mut shown = self.zone(state, set, declared, sees(set), to, &mut keys);
                    if looked == Some(*zone) && sees(set) && actor == Some(seat) {
                        push_offer_zone(&mut seen.common, shown.cards);
                        continue;
                    }
                    // There is one hand: what else is held as one is kept apart beside it.
                    let is_hand = |zone: &ObservedZone| zone.layout == ZoneLayout::Hand;
                    if is_hand(&shown) && sees(set) && side.zones.iter().any(is_hand) {
                        shown.layout = ZoneLayout::Apart;
                    }
                    side.zones.push(shown);
                }
            }
            seen.seats.push(side);
        }
        if state.over.is_some() && self.program.score.is_some() {
            let first = self.layout.scores as usize;
            let scores: Vec<i32> = (0..usize::from(seats)).map(|seat| state.numbers[first + seat]).collect();
            add_scores(&mut seen.seats, &scores);
        }
        seen.lanes = self.lanes(&view);
        for (at, counter) in (0..).zip(&self.program.counters) {
            if counter.shown && counter.owner == CounterOwner::Table {
                let number = state.numbers[self.layout.counters[usize::from(at)] as usize];
                if number != counter.start {
                    let title = counter.title.clone();
                    // What is so or not is told by its title.
                    let ends = counter.kind == Kind::Number && counter.most < MOST;
                    let number = self.counter_text(at, number, to);
                    seen.notes.push(if counter.is_fact() {
                        title
                    } else if ends {
                        tr!("{title} {number} of {most}", title, number, most = counter.most)
                    } else {
                        tr!("{title}: {number}", title, number)
                    });
                }
            }
        }
        if let Some((seat, question)) = asked
            && to.sees().is_none_or(|sees| sees == seat)
        {
            let question_of = &self.program.questions[usize::from(question)];
            let text = question_of.text.clone();
            let text = if text.is_empty() { tr!("Choose an action") } else { text };
            let prompt = Prompt::new(question_of.kind, text);
            // What is neither asked in a phase nor in an answer, a card asks.
            let by_card = !matches!(prompt.kind, PromptKind::Play | PromptKind::Response);
            let card = u16::try_from(state.slot(slots::THIS)).ok().filter(|_| by_card);
            let source = card.and_then(|card| Some((card, *self.cards.get(usize::from(card))?)));
            seen.prompt = Some(match source {
                Some((card, source)) => prompt.asked_by(source, keys.get(card)),
                None => prompt,
            });
            let mut legal = Vec::new();
            view.answers(question, &mut legal);
            seen.actions = legal.iter().map(|choice| self.legal_action(state, *choice, to, &keys)).collect();
            for (card, shortage) in view.shortages(question) {
                let key = keys.get(card);
                let mut zones = seen.common.iter_mut().chain(seen.seats.iter_mut().flat_map(|side| &mut side.zones));
                let card =
                    key.and_then(|key| zones.find_map(|zone| zone.cards.iter_mut().find(|c| c.key == Some(key))));
                if let Some(card) = card {
                    card.shortage = Some(shortage);
                }
            }
        }
        seen
    }

    /// The zones that lie on the table for all, in order.
    fn common_sets(&self, state: &State<W>) -> impl Iterator<Item = u16> {
        let sets = (0..).zip(&self.layout.zone_of);
        let is_common = |(set, (zone, _)): &(u16, &(u16, u8))| {
            let declared = &self.program.zones[usize::from(*zone)];
            let is_shown = declared.shown || !state.sets[usize::from(*set)].is_empty();
            matches!(declared.owner, ZoneOwner::Table | ZoneOwner::Team) && is_shown
        };
        sets.filter(is_common).map(|(set, _)| set)
    }

    /// The pile of the table that an action draws from, by its place in the observation.
    fn drawn_from(&self, state: &State<W>, action: &Action) -> Option<u8> {
        let zone = self.program.drawn_from(action)?;
        let set = self.layout.zones[usize::from(zone)];
        self.common_sets(state).position(|other| other == set).map(|at| at as u8)
    }

    fn legal_action(&self, state: &State<W>, choice: Choice, to: &Audience, keys: &CardKeys) -> LegalAction {
        let action = &self.program.actions[usize::from(choice.action)];
        let mut targets: Vec<ActionTarget> =
            self.chosen(choice).filter_map(|card| keys.get(card)).map(ActionTarget::Card).collect();
        // A word stands for the cards that have it.
        if let (Some((column, Some(on))), 0) = (&action.word, choice.count) {
            let column = &self.columns[usize::from(*column)];
            let those = View::new(self, state).cards(on);
            let those = those.iter().filter(|card| column.number(*card) == choice.word);
            targets.extend(those.filter_map(|card| keys.get(card)).map(ActionTarget::Card));
        }
        if let Some(about) = &action.about {
            let those = View::new(self, state).cards(about);
            targets.extend(those.iter().filter_map(|card| keys.get(card)).map(ActionTarget::Card));
        }
        if targets.is_empty() {
            targets.extend(self.drawn_from(state, action).map(ActionTarget::CommonZone));
        }
        if choice.seat >= 0 {
            targets.push(ActionTarget::Seat(choice.seat as u8));
        }
        let lane = action.in_lane.then(|| u8::try_from(choice.number - 1).ok()).flatten();
        targets.extend(lane.map(ActionTarget::Lane));
        LegalAction {
            notation: self.notation(state, choice),
            label: self.label(state, choice, to),
            kind: String::new(),
            targets,
            effect_text: String::new(),
            passes: action.passes,
            ends: action.ends && action.passes,
            discards: false,
            timeline_change: None,
            takes_text: false,
            gains_nothing: false,
        }
    }

    fn zone(
        &self,
        state: &State<W>,
        set: u16,
        zone: &Zone,
        visible: bool,
        to: &Audience,
        keys: &mut CardKeys,
    ) -> ObservedZone {
        let (above, below) = state.order(&self.layout, set);
        let ordered: Vec<u16> = below.iter().chain(above).map(|card| *card as u16).collect();
        let mut rest = state.sets[usize::from(set)];
        ordered.iter().for_each(|card| rest.remove(*card));
        let all: Vec<u16> = rest.iter().chain(ordered.iter().copied()).collect();
        let knows = |card: u16| to.sees().is_none_or(|seat| self.knows(state, seat, card));
        let mut cards: Vec<ObservedCard> = Vec::new();
        for &card in &all {
            cards.push(if knows(card) { self.card(state, card, keys) } else { ObservedCard::hidden() });
        }
        // Whose card of a trick it is.
        if self.program.asks_players && zone.owner == ZoneOwner::Table && zone.layout != Layout::Pile {
            for (seen, card) in cards.iter_mut().zip(&all) {
                let by = state.numbers[(self.layout.by + u32::from(*card)) as usize];
                seen.marks.extend(u8::try_from(by).ok().map(|seat| to.heading(seat)));
            }
        }
        // What is known of a hidden zone tells nothing of where it lies in it.
        if !visible {
            cards.sort_by_key(|card| card.card.is_none());
        }
        let layout = match zone.layout {
            Layout::Hand => ZoneLayout::Hand,
            Layout::Field => ZoneLayout::Field,
            Layout::Row => ZoneLayout::Stack,
            Layout::Pile => ZoneLayout::Pile,
        };
        ObservedZone { title: zone.title.clone(), layout, ordered: zone.ordered && visible, cards }
    }

    /// What cards are paid from has the symbol of its resource.
    fn counter_icon(&self, counter: u16) -> CounterIcon {
        let pools = self.program.cards.iter().flat_map(|rules| &rules.pools);
        pools
            .zip(0..)
            .find(|(pool, _)| **pool == Some(counter))
            .map_or(CounterIcon::Word, |(_, at)| CounterIcon::Resource(at))
    }

    /// The lanes that have names, and what each seat's cards in play count for there.
    fn lanes(&self, view: &View<'_, W>) -> Vec<ObservedLane> {
        let Some(rules) = &self.program.cards else { return Vec::new() };
        let Some(lane) = rules.lane else { return Vec::new() };
        let number = |counter: u16, card: u16| view.card_number(CardNumber::Counter(counter), card);
        let mut lanes: Vec<ObservedLane> = Vec::new();
        for (at, name) in (1..).zip(&rules.lanes) {
            let strengths = rules.strength.map_or(Vec::new(), |strength| {
                let mut sums = vec![0; usize::from(self.layout.seats)];
                for (set, (zone, owner)) in self.layout.zone_of.iter().enumerate() {
                    if *zone == rules.play
                        && let Some(sum) = sums.get_mut(usize::from(*owner))
                    {
                        let here = view.state.sets[set].iter().filter(|card| number(lane, *card) == at);
                        *sum += here.map(|card| number(strength, card)).sum::<i32>();
                    }
                }
                sums
            });
            lanes.push(ObservedLane { name: name.clone(), strengths });
        }
        lanes
    }

    fn card(&self, state: &State<W>, card: u16, keys: &mut CardKeys) -> ObservedCard {
        let mut marks = Vec::new();
        let rules = self.program.cards.as_ref();
        // What a card counts for stands in its corner, or else its damage; its lane has a name.
        let damage = rules.filter(|rules| rules.strength.is_none()).and_then(|rules| rules.damage);
        let strength = rules.and_then(|rules| rules.strength);
        let lane = rules.filter(|rules| !rules.lanes.is_empty()).and_then(|rules| rules.lane);
        let told = |counter: u16| [damage, strength, lane].contains(&Some(counter));
        let number =
            |counter: u16| state.numbers[self.layout.counters[usize::from(counter)] as usize + usize::from(card)];
        let lane = lane.and_then(|counter| u8::try_from(number(counter) - 1).ok());
        let lane = lane.filter(|at| rules.is_some_and(|rules| usize::from(*at) < rules.lanes.len()));
        marks.extend(lane.zip(rules).map(|(at, rules)| rules.lanes[usize::from(at)].clone()));
        for counter in self.card_counters.iter().filter(|counter| !told(**counter)) {
            let declared = &self.program.counters[usize::from(*counter)];
            let number = state.numbers[self.layout.counters[usize::from(*counter)] as usize + usize::from(card)];
            if declared.shown && number != declared.start {
                let title = declared.title.to_lowercase();
                marks.push(match declared.most {
                    // There is one or none.
                    1 => title,
                    _ if number == 1 && declared.is_change() => title,
                    // `+1 ×3`, since `+1 3` is read as one number.
                    _ if declared.is_change() => format!("{title} ×{number}"),
                    _ => format!("{title} {number}"),
                });
            }
        }
        let mut seen = ObservedCard {
            key: Some(keys.get_or_add(card)),
            card: Some(self.cards[usize::from(card)]),
            name: self.name(card).to_owned(),
            marks,
            lane,
            ..ObservedCard::default()
        };
        let view = View::new(self, state);
        view.show_in_play(card, &mut seen);
        seen.on = view.host(card).map(|host| keys.get_or_add(host));
        seen
    }
}

/// Shows what decided the game, unless a counter that is shown tells as much.
fn add_scores(seats: &mut [ObservedSeat], scores: &[i32]) {
    let counters = seats.first().map_or(0, |side| side.counters.len());
    let tells = |at: usize| {
        let number = |seat: usize| seats[seat].counters.get(at).map_or(0, |counter| counter.n);
        let order = |seat: usize, up: bool| {
            let (a, b) = (number(seat), number(seat + 1));
            let counted = if up { a.cmp(&b) } else { b.cmp(&a) };
            counted == scores[seat].cmp(&scores[seat + 1])
        };
        [true, false].into_iter().any(|up| (0..scores.len() - 1).all(|seat| order(seat, up)))
    };
    if scores.len() > 1 && !(0..counters).any(tells) {
        for (side, score) in seats.iter_mut().zip(scores) {
            side.counters.insert(0, Counter::named(tr!("Score"), *score));
        }
    }
}
