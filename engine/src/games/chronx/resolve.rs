//! What cards do: the ops of their abilities, which can stop for a choice at any place.

use catalog::ability::{PlayerSelector, TriggerEvent};

use super::actions::first_two;
use super::live::Context;
use super::setup::zone;
use super::state::{
    BUSY, ChangeKind, FIRST, Frame, Id, NONE, PAYING, PLAYED, POWER, SACRIFICED, TAPPED, Task, UNCHOSEN, Zone, owner,
};
use super::turn::{BUILT_IN, CITY, RESEARCH, TO_LIMIT};
use super::{CardKind, Event, Play, Set, SkillCheck};
use crate::effect::{CardOp, Cost, DiscardBy, Ix, Op, OpTargets};
use crate::kernel::rules::{ALL_SEATS, EventSink, Seats};

impl Frame {
    /// What conditions and amounts may ask about.
    pub(super) fn context(&self) -> Context {
        Context {
            seat: self.seat,
            source: self.source,
            it: self.it,
            user: self.user,
            result: self.result,
            first: self.flags & FIRST != 0,
        }
    }

    fn goes_to(mut self, at: Ix) -> Frame {
        (self.at, self.players, self.left) = (at, 0, 0);
        self.flags &= !(BUSY | PAYING | SACRIFICED);
        self
    }

    pub(super) fn next(self) -> Frame {
        let at = self.at + 1;
        self.goes_to(at)
    }
}

impl<'a, const N: usize> super::live::Position<'a, N> {
    /// The op that a frame is at; `None` for one of the rules' own.
    pub fn op(&self, frame: &Frame) -> Option<Op> {
        (frame.at < BUILT_IN).then(|| self.t.code.ops[frame.at as usize])
    }

    /// The next player who has something to do in a frame, in turn order from the active one.
    pub fn first_of(&self, players: Seats) -> Option<u8> {
        self.seats_from(self.s.active).find(|s| players & (1 << s) != 0)
    }

    /// The players that an effect is about.
    pub fn affected_seats(&self, who: PlayerSelector, frame: &Frame) -> Seats {
        let mask = |seats: &mut dyn Iterator<Item = u8>| seats.fold(0, |m: Seats, s| m | 1 << s);
        match who {
            PlayerSelector::You => 1 << frame.seat,
            PlayerSelector::Opponent => 1 << frame.opponent,
            PlayerSelector::EachOpponent => mask(&mut self.opponents(frame.seat)),
            PlayerSelector::EachPlayer => mask(&mut self.seats_from(frame.seat)),
            PlayerSelector::Controller if frame.it == NONE => 0,
            PlayerSelector::Controller => 1 << self.s.permanent(frame.it).controller,
        }
    }

    /// Whether a cost that is not in a card's corner can be paid now, by a player with so much left.
    pub fn can_pay(&self, cost: &Cost, pick: Option<Ix>, frame: &Frame) -> bool {
        let resources = &self.s.player(frame.seat).resources;
        let spare = |pick: Ix| {
            self.group(pick, frame.seat, frame.source).any(|id| self.s.permanent(id).controller == frame.seat)
        };
        cost.resources.iter().all(|(r, n)| i32::from(resources[*r as usize]) >= *n)
            && (!cost.tap || (self.in_play(frame.source) && self.ready(frame.source)))
            && (!cost.first || frame.flags & FIRST != 0)
            && self.s.cards(frame.seat, Zone::Hand).len() >= cost.discard.into()
            && (cost.points == 0 || self.payable(frame.seat, cost.points).next().is_some())
            && pick.is_none_or(spare)
    }

    /// The cards of a pile that a search may find: one of each kind, the first in order of ids.
    pub fn findable(self, filter: Ix, seat: u8, zone: Zone) -> impl Iterator<Item = Id> + use<'a, N> {
        let position = self;
        let printed = self.t.code.filters[filter as usize].printed;
        self.s
            .cards(seat, zone)
            .iter()
            .filter(move |id| printed.has(position.s.permanent(*id).def) && position.is_first_of_kind(seat, zone, *id))
    }

    /// Whether no card before it in the same pile is the same card: two copies are one choice.
    pub fn is_first_of_kind(&self, seat: u8, zone: Zone, id: Id) -> bool {
        let def = self.s.permanent(id).def;
        self.s.cards(seat, zone).iter().take_while(|other| *other < id).all(|other| self.s.permanent(other).def != def)
    }
}

impl<const N: usize, W: EventSink<Event>> Play<'_, N, W> {
    pub(super) fn set_frame(&mut self, frame: Frame) {
        self.set_top(Task::Frame(frame));
    }

    /// Runs the innermost effect until it stops for a decision (true), or something must be settled (false).
    pub(super) fn run(&mut self, frame: Frame) -> bool {
        let mut frame = frame;
        loop {
            let depth = self.s.depth;
            match self.op(frame) {
                OpOutcome::Decision => return true,
                OpOutcome::Done => return false,
                OpOutcome::On(next) => {
                    // A task that the op has started runs first.
                    if self.s.depth == depth {
                        self.set_frame(next);
                    } else if (depth as usize) <= self.s.tasks.len() {
                        self.s.tasks[depth as usize - 1] = Task::Frame(next);
                    }
                    if self.s.depth != depth || self.s.stale || self.s.hurt || self.s.over.is_some() {
                        return false;
                    }
                    frame = next;
                }
            }
        }
    }

    /// Runs one op.
    fn op(&mut self, mut frame: Frame) -> OpOutcome {
        if frame.user == UNCHOSEN {
            if self.position().users(frame.seat).next().is_some() {
                return OpOutcome::Decision;
            }
            // The payment has changed what can be a User: the program does what it can without one.
            frame.user = NONE;
            self.set_frame(frame);
        }
        if frame.owed > 0 {
            return OpOutcome::Decision;
        }
        let Some(op) = self.position().op(&frame) else { return self.built_in(frame) };
        let t = self.t;
        match op {
            Op::End => return self.end_ability(&frame),
            Op::Target { slot, pick, .. } => {
                let position = self.position();
                let left = position.left_for(&frame, slot);
                if position.targets(pick, frame.seat, frame.source, left).next().is_some() {
                    return OpOutcome::Decision;
                }
                // The payment has changed what can be chosen: what was to be done to it is not done.
            }
            Op::Choose { pick, skip } => {
                if self.candidates(pick, &frame).next().is_some() {
                    return OpOutcome::Decision;
                }
                frame.it = NONE;
                return OpOutcome::On(frame.goes_to(skip));
            }
            Op::Recall(slot) => frame.it = frame.targets[slot as usize],
            Op::OtherCosts { cost, slot } => {
                let cost = &t.code.costs[cost as usize];
                let sacrifice = cost.destroy.then_some(frame.targets[slot as usize]);
                if sacrifice == Some(NONE) {
                    // What cannot be paid gives nothing (CX-071).
                    return self.end_ability(&frame);
                }
                return self.pay_other_costs(frame, cost, sacrifice);
            }
            Op::Opponent => {
                let mut opponents = self.position().opponents(frame.seat);
                match (opponents.next(), opponents.next()) {
                    (Some(_), Some(_)) => return OpOutcome::Decision,
                    (Some(one), None) => frame.opponent = one,
                    _ => {}
                }
            }
            Op::Act(act, on) => self.act_on(act, on, &frame),
            Op::Gain(who, list) => self.resources(who, list, &frame, true),
            Op::Lose(who, list) => self.resources(who, list, &frame, false),
            Op::Draw(who, n) => {
                for seat in self.each_of(self.position().affected_seats(who, &frame)) {
                    for _ in 0..self.amount(n, &frame) {
                        if self.draw(seat).is_none() && self.t.options.deckout_on_effect_draw {
                            self.deck_out();
                            return OpOutcome::Done;
                        }
                    }
                }
            }
            Op::Mill(who, n) => {
                for seat in self.each_of(self.position().affected_seats(who, &frame)) {
                    for _ in 0..self.amount(n, &frame) {
                        let Some(id) = self.top(seat) else { break };
                        self.take_from_deck(id);
                        self.place(id, seat, Zone::Discard);
                        let card = self.card(id);
                        self.emit(Event::Mills { seat, card });
                        self.happen(TriggerEvent::Milled, id);
                    }
                }
            }
            Op::Discard(who, n, by) => return self.discard(frame, who, n, by == DiscardBy::Chance),
            Op::Research(reveal) => return self.research(frame, reveal),
            Op::Download { filter, from, count } => {
                if frame.flags & BUSY == 0 {
                    (frame.left, frame.flags) = (count, frame.flags | BUSY);
                    self.set_frame(frame);
                }
                if frame.left > 0 && self.position().findable(filter, frame.seat, zone(from)).next().is_some() {
                    return OpOutcome::Decision;
                }
                self.searched(frame.seat, zone(from));
            }
            Op::Put { filter, from, .. } => {
                if frame.flags & BUSY == 0 && self.position().findable(filter, frame.seat, zone(from)).next().is_some()
                {
                    return OpOutcome::Decision;
                }
                self.searched(frame.seat, zone(from));
            }
            Op::Points(who, n) => return self.points(frame, who, n),
            Op::TakeControl(on) => {
                if let OpTargets::Known(known) = on {
                    let id = self.position().known(known, &frame.context());
                    if id != NONE {
                        self.grant_control(id);
                    }
                }
            }
            Op::Check(least, otherwise) => {
                frame.result = self.skill_check(frame.seat);
                if i32::from(frame.result) < self.amount(least, &frame) {
                    return OpOutcome::On(frame.goes_to(otherwise));
                }
            }
            Op::Unless(condition, to) => {
                if !self.position().holds(&t.code.conditions[condition as usize], &frame.context()) {
                    return OpOutcome::On(frame.goes_to(to));
                }
            }
            Op::Goto(to) => return OpOutcome::On(frame.goes_to(to)),
            Op::May(_) | Op::Branch(_) => return OpOutcome::Decision,
            Op::Sacrifice(..)
            | Op::Purge(..)
            | Op::Reshuffle(_)
            | Op::Peek(_)
            | Op::Look { .. }
            | Op::Fetch { .. }
            | Op::ExtraTurn
            | Op::Win => unsupported_op(),
            Op::PayOr { cost, pick, skip } => {
                let cost = &t.code.costs[cost as usize];
                if frame.flags & PAYING != 0 {
                    if cost.destroy && frame.flags & SACRIFICED == 0 {
                        return OpOutcome::Decision;
                    }
                    return self.pay_other_costs(frame, cost, None);
                }
                if !self.position().can_pay(cost, pick, &frame) {
                    return OpOutcome::On(frame.goes_to(skip));
                }
                return OpOutcome::Decision;
            }
        }
        OpOutcome::On(frame.next())
    }

    /// Effects of the rules themselves.
    fn built_in(&mut self, frame: Frame) -> OpOutcome {
        match frame.at {
            CITY => {
                // CX-049, CX-R02
                if self.t.options.city_alternative == [0; 5] {
                    self.gain(frame.seat, POWER, 1);
                    self.pop();
                    return OpOutcome::Done;
                }
                OpOutcome::Decision
            }
            RESEARCH => match self.research(frame, false) {
                OpOutcome::On(_) => {
                    self.pop();
                    OpOutcome::Done
                }
                other => other,
            },
            TO_LIMIT => match frame.left {
                0 => {
                    self.pop();
                    OpOutcome::Done
                }
                _ => OpOutcome::Decision,
            },
            other => unreachable!("no effect at {other}"),
        }
    }

    fn amount(&self, n: Ix, frame: &Frame) -> i32 {
        self.position().amount(&self.t.code.amounts[n as usize], &frame.context()).clamp(0, 99)
    }

    /// The seats of a set, the active player's first, then in turn order.
    fn each_of(&self, players: Seats) -> impl Iterator<Item = u8> + use<N, W> {
        let round = self.round(self.s.active);
        round.filter(move |s| players & (1 << s) != 0)
    }

    fn candidates(&self, pick: Ix, frame: &Frame) -> impl Iterator<Item = Id> + use<'_, N, W> {
        let position = self.position();
        position.targets(pick, frame.seat, frame.source, position.spendable_resources(frame.seat))
    }

    fn resources(&mut self, who: PlayerSelector, list: Ix, frame: &Frame, gain: bool) {
        let t = self.t;
        for seat in self.each_of(self.position().affected_seats(who, frame)) {
            for (resource, amount) in &t.code.lists[list as usize] {
                let n = self.position().amount(amount, &frame.context()).clamp(0, 999) as i16;
                if gain { self.gain(seat, *resource as usize, n) } else { self.lose(seat, *resource as usize, n) }
            }
        }
    }

    fn act_on(&mut self, act: CardOp, on: OpTargets, frame: &Frame) {
        let mut cards = Set::<N>::default();
        match on {
            OpTargets::Known(known) => {
                let id = self.position().known(known, &frame.context());
                if self.position().in_play(id) {
                    cards.add(id);
                }
            }
            OpTargets::Players(_) => {}
            OpTargets::Each(pick) => self.position().group(pick, frame.seat, frame.source).for_each(|id| cards.add(id)),
        }
        if act == CardOp::Destroy {
            return self.destroy(cards);
        }
        for id in cards.iter() {
            self.act_one(act, id, frame);
        }
    }

    fn act_one(&mut self, act: CardOp, id: Id, frame: &Frame) {
        let card = self.card(id);
        match act {
            CardOp::Damage(n, _) => {
                let n = self.amount(n, frame) as u8;
                self.damage(id, n);
            }
            CardOp::Tap if !self.s.permanent(id).is(TAPPED) => {
                self.s.permanent_mut(id).set(TAPPED, true);
                self.emit(Event::Taps { card });
            }
            CardOp::Untap if self.s.permanent(id).is(TAPPED) => {
                self.s.permanent_mut(id).set(TAPPED, false);
                self.emit(Event::Untaps { card });
            }
            CardOp::Tap | CardOp::Untap | CardOp::Destroy => {}
            CardOp::Return(_) => {
                if self.position().kind(id) != CardKind::Base {
                    self.leave_play(id);
                    self.place(id, owner(id), Zone::Hand);
                    self.emit(Event::Returns { card });
                }
            }
            CardOp::Control(_) => {
                if self.position().kind(id) != CardKind::Base && self.s.permanent(id).controller != frame.seat {
                    self.leave_fights(id);
                    self.place(id, frame.seat, Zone::Play);
                    self.emit(Event::Controls { seat: frame.seat, card });
                }
            }
            CardOp::Give(gift, _) => self.give(gift, id, frame),
            CardOp::Hack => {
                self.change(id, ChangeKind::Hack, frame.source);
                self.emit(Event::Hacks { card });
            }
            CardOp::Attach => self.attach(id, frame),
            CardOp::Exile | CardOp::Flicker | CardOp::Move | CardOp::Counters(_) | CardOp::Negate(_) => {
                unsupported_op()
            }
        }
    }

    /// The card that is played attaches itself (CX-074, CX-201, CX-203).
    fn attach(&mut self, host: Id, frame: &Frame) {
        if !self.position().in_play(host) || self.s.permanent(frame.source).zone != Zone::Limbo {
            return;
        }
        self.place(frame.source, frame.seat, Zone::Play);
        let permanent = self.s.permanent_mut(frame.source);
        (permanent.host, permanent.flags) = (host, 0);
        let (card, host) = (self.card(frame.source), self.card(host));
        self.emit(Event::Attaches { card, host });
    }

    fn give(&mut self, gift: Ix, id: Id, frame: &Frame) {
        let t = self.t;
        let gift = &t.code.gifts[gift as usize];
        let card = self.card(id);
        for (field, amount) in &gift.numbers {
            let n = self.position().amount(amount, &frame.context()).clamp(-99, 99) as i8;
            let firepower = *field == t.firepower;
            self.change(id, if firepower { ChangeKind::Firepower(n) } else { ChangeKind::Armor(n) }, frame.source);
            self.emit(Event::Changes { card, firepower, n });
        }
        for has in &gift.keywords {
            let number = has.number.map_or(t.options.perception_default, |n| n.clamp(0, 99) as u8);
            self.change(id, ChangeKind::Keyword(has.keyword, number), frame.source);
            self.emit(Event::Gives { card, keyword: has.keyword });
        }
    }

    fn end_ability(&mut self, frame: &Frame) -> OpOutcome {
        // CX-064, CX-073: what is played and does not attach is discarded.
        if frame.flags & PLAYED != 0 && self.s.permanent(frame.source).zone == Zone::Limbo {
            self.place(frame.source, frame.seat, Zone::Discard);
        }
        self.pop();
        OpOutcome::Done
    }

    /// What a cost demands beside resources: the card to be destroyed, then cards of one's choice, then points.
    fn pay_other_costs(&mut self, mut frame: Frame, cost: &Cost, destroyed: Option<Id>) -> OpOutcome {
        if frame.flags & PAYING == 0 {
            (frame.flags, frame.left) = (frame.flags | PAYING, cost.discard);
            self.set_frame(frame);
        }
        if let Some(id) = destroyed.filter(|_| frame.flags & SACRIFICED == 0) {
            frame.flags |= SACRIFICED;
            self.set_frame(frame);
            self.destroy(Set::of(id));
            return OpOutcome::Done;
        }
        if frame.left > 0 && !self.s.cards(frame.seat, Zone::Hand).is_empty() {
            return OpOutcome::Decision;
        }
        if frame.left > 0 {
            frame.left = 0;
            self.set_frame(frame);
        }
        if cost.points > 0 {
            match first_two(self.position().payable(frame.seat, cost.points)) {
                (Some(_), Some(_)) => return OpOutcome::Decision,
                (Some(city), None) => self.move_points(city, frame.seat, -(cost.points as i8)),
                _ => {}
            }
        }
        OpOutcome::On(frame.next())
    }

    /// Control points of players, one after the other; the player of the effect picks the city (CX-182).
    fn points(&mut self, mut frame: Frame, who: PlayerSelector, n: i8) -> OpOutcome {
        if frame.flags & BUSY == 0 {
            frame.flags |= BUSY;
            frame.players = self.position().affected_seats(who, &frame);
        }
        while let Some(seat) = self.position().first_of(frame.players) {
            match first_two(self.position().movable(seat, n)) {
                (Some(_), Some(_)) => {
                    self.set_frame(frame);
                    return OpOutcome::Decision;
                }
                (Some(city), None) => self.move_points(city, seat, n),
                _ => {}
            }
            frame.players &= !(1 << seat);
        }
        OpOutcome::On(frame.next())
    }

    fn discard(&mut self, mut frame: Frame, who: PlayerSelector, n: Ix, random: bool) -> OpOutcome {
        if frame.flags & BUSY == 0 {
            frame.flags |= BUSY;
            frame.players = self.position().affected_seats(who, &frame);
            frame.left = self.amount(n, &frame) as u8;
        }
        while let Some(seat) = self.position().first_of(frame.players) {
            let hand = self.s.cards(seat, Zone::Hand);
            if frame.left == 0 || hand.is_empty() {
                frame.players &= !(1 << seat);
                frame.left = self.amount(n, &frame) as u8;
                continue;
            }
            if !random {
                self.set_frame(frame);
                return OpOutcome::Decision;
            }
            let id = self.random_card(seat).expect("the hand is not empty");
            self.discard_card(seat, id);
            frame.left -= 1;
        }
        OpOutcome::On(frame.next())
    }

    /// One card from hand to the discard pile.
    pub(super) fn discard_card(&mut self, seat: u8, id: Id) {
        self.place_from_hand(id, seat, Zone::Discard);
        let card = self.card(id);
        self.emit(Event::Discards { seat, card });
        self.happen(TriggerEvent::Discarded, id);
    }

    /// CX-232, CX-233, CX-R38
    fn research(&mut self, mut frame: Frame, reveal: bool) -> OpOutcome {
        if frame.flags & BUSY != 0 {
            return OpOutcome::Decision;
        }
        let Some(id) = self.top(frame.seat) else { return OpOutcome::On(frame.next()) };
        let to = if reveal { ALL_SEATS } else { 1 << frame.seat };
        self.s.permanent_mut(id).known |= to;
        let card = self.card(id);
        self.w.on_event(Event::Researches { seat: frame.seat, card }, to);
        frame.flags |= BUSY;
        frame.it = if frame.at == RESEARCH { id } else { frame.it };
        self.set_frame(frame);
        OpOutcome::Decision
    }

    /// The Skill of the top card (CX-234, CX-R39).
    fn skill_check(&mut self, seat: u8) -> u8 {
        let Some(id) = self.top(seat) else {
            self.emit(Event::ChecksNothing { seat });
            return 0;
        };
        self.s.permanent_mut(id).known = ALL_SEATS;
        let card = self.card(id);
        self.emit(Event::Checks { seat, card });
        match self.t.options.skill_check_card {
            SkillCheck::Top => {}
            SkillCheck::Bottom => self.put_under_deck(id),
            SkillCheck::Discard => {
                self.take_from_deck(id);
                self.place(id, seat, Zone::Discard);
                self.happen(TriggerEvent::Milled, id);
            }
        }
        self.t.defs[card.def as usize].skill.clamp(0, 99) as u8
    }

    /// After a search the pile is shuffled, but not a hand or a discard pile (CX-207, CX-208, CX-R47).
    fn searched(&mut self, seat: u8, zone: Zone) {
        if zone == Zone::Deck {
            self.shuffle(seat);
        }
    }

    /// Takes a found card out of the pile it is in.
    pub(super) fn fetch(&mut self, id: Id) {
        if self.s.permanent(id).zone == Zone::Deck {
            self.take_from_deck(id);
        }
    }
}

/// What became of an op.
enum OpOutcome {
    /// Somebody must decide; the frame is as it is.
    Decision,
    /// The frame is as it was left, or gone.
    Done,
    /// The frame goes on there.
    On(Frame),
}

/// The dialect of Chron X has refused it before.
fn unsupported_op() {
    unreachable!("no card of a match of Chron X says this");
}
