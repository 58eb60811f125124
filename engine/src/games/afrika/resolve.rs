//! What cards do: the ops of their abilities, which can stop for a choice at any place.

use catalog::ability::{Destination, EffectDuration, PlayerSelector, TriggerEvent};

use super::energy::Resource;
use super::position::{Position, zone};
use super::stack::{EQUIP, NOTHING, TRAVEL};
use super::state::{
    CHARGED, Change, ChangeKind, Frame, Id, NONE, PLAYER, StackItemKind, TURN_END, Zone, as_item, owner,
};
use super::{Event, Play};
use crate::effect::{CardOp, DiscardBy, Ix, Op, OpTargets};
use crate::kernel::outcome::EndReason;
use crate::kernel::rules::{EventSink, Seats};

/// What became of an op.
pub(super) enum OpOutcome {
    /// Somebody must decide; the frame is as it is.
    Decision,
    /// The frame is as it was left, or gone.
    Done,
    /// The frame goes on there.
    On(Frame),
}

impl<const N: usize, const B: usize, W: EventSink<Event>> Play<'_, N, B, W> {
    /// Runs the effect until it stops for a decision (true), or is over (false).
    pub(super) fn resolve(&mut self, mut frame: Frame) -> bool {
        loop {
            if frame.enters != NONE {
                let (id, seat) = (frame.enters, frame.item.seat);
                let (first, second) = {
                    let mut places = self.position().places(id, seat);
                    (places.next(), places.next())
                };
                match (first, second) {
                    (Some((area, place)), None) => {
                        self.enter_there(frame, area, place);
                        frame.enters = NONE;
                    }
                    _ => return true,
                }
            }
            match frame.item.at {
                NOTHING => {
                    self.finish(&frame);
                    return false;
                }
                EQUIP => {
                    self.equip(&frame);
                    self.finish(&frame);
                    return false;
                }
                TRAVEL => {
                    if self.position().passengers(&frame).next().is_some() {
                        return true;
                    }
                    self.carry(frame.item.source);
                    self.finish(&frame);
                    return false;
                }
                _ => {}
            }
            match self.op(frame) {
                OpOutcome::Decision => return true,
                OpOutcome::Done => return false,
                OpOutcome::On(next) => {
                    if self.s.over.is_some() {
                        return false;
                    }
                    self.s.frame = Some(next);
                    frame = next;
                }
            }
        }
    }

    /// Runs one op.
    fn op(&mut self, mut frame: Frame) -> OpOutcome {
        let t = self.t;
        let seat = frame.item.seat;
        let Some(op) = self.position().op(&frame) else { return OpOutcome::Done };
        match op {
            Op::End => {
                self.finish(&frame);
                return OpOutcome::Done;
            }
            Op::Target { .. } | Op::OtherCosts { .. } => {}
            Op::Choose { skip, .. } => {
                if self.position().targets(&frame).next().is_some() {
                    return OpOutcome::Decision;
                }
                frame.item.it = NONE;
                return OpOutcome::On(frame.goes_to(skip));
            }
            Op::Recall(slot) => frame.item.it = frame.item.targets[slot as usize],
            Op::Opponent => {
                let mut opponents = self.position().opponents(seat);
                match (opponents.next(), opponents.next()) {
                    (Some(_), Some(_)) => return OpOutcome::Decision,
                    (Some(one), None) => frame.opponent = one,
                    _ => {}
                }
            }
            Op::Act(CardOp::Negate(cost), on) => return self.negate_unless(frame, cost, on),
            Op::Act(act, on) => self.act_on(act, on, &frame),
            Op::Gain(who, list) => self.resources(who, list, &frame, true),
            Op::Lose(who, list) => self.resources(who, list, &frame, false),
            Op::Draw(who, n) => {
                let n = self.amount(n, &frame);
                self.each_of(self.position().affected_seats(who, &frame), |play, seat| {
                    (0..n).for_each(|_| play.draw(seat, true));
                });
            }
            Op::Mill(who, n) => {
                let n = self.amount(n, &frame);
                self.each_of(self.position().affected_seats(who, &frame), |play, seat| {
                    for _ in 0..n {
                        let Some(id) = play.top(seat) else { break };
                        play.take_from_deck(id);
                        play.place(id, Zone::Void);
                        play.emit(Event::Mills { seat, card: id });
                        play.happen(TriggerEvent::Milled, id);
                    }
                });
            }
            Op::Discard(who, n, by) => return self.discard(frame, who, n, by),
            Op::Sacrifice(who, filter, n) => {
                return self
                    .by_players(frame, who, n, |play, seat| play.position().offerings(seat, filter).next().is_some());
            }
            Op::Purge(who, filter, 0) => {
                self.each_of(self.position().affected_seats(who, &frame), |play, seat| {
                    for id in play.s.cards(seat, Zone::Void).of(seat) {
                        if play.position().fits_printed(filter, id) {
                            play.place(id, Zone::Exile);
                            play.emit(Event::Exiles { card: id });
                        }
                    }
                });
            }
            Op::Purge(who, filter, n) => {
                return self.by_players(frame, who, n, |play, seat| {
                    play.position().findable(Some(filter), seat, Zone::Void).next().is_some()
                });
            }
            Op::Reshuffle(who) => self.each_of(self.position().affected_seats(who, &frame), |play, seat| {
                for id in play.s.cards(seat, Zone::Void).of(seat) {
                    play.put_in_deck(id, true);
                }
                play.shuffle(seat);
            }),
            Op::Peek(who) => {
                let to = seat;
                self.each_of(self.position().affected_seats(who, &frame), |play, seat| play.show_hand(seat, to));
            }
            Op::Look { count, take, most, rest, .. } => return self.peek(frame, count, take, most, rest),
            Op::Fetch { filter, from, count } => {
                if !frame.busy {
                    (frame.busy, frame.left) = (true, count);
                    self.s.frame = Some(frame);
                }
                if frame.left > 0 && self.position().findable(Some(filter), seat, zone(from)).next().is_some() {
                    return OpOutcome::Decision;
                }
                self.searched(seat, zone(from));
            }
            Op::Put { filter, from, .. } => {
                if !frame.busy && self.position().findable(Some(filter), seat, zone(from)).next().is_some() {
                    return OpOutcome::Decision;
                }
                self.searched(seat, zone(from));
            }
            Op::ExtraTurn => self.s.players[self.s.active as usize].turns += u8::from(self.position().is_active(seat)),
            Op::Win => {
                // AF-161
                let team = (0..t.count()).filter(|s| t.allied(*s, seat));
                self.end(Position::<N, B>::mask(team), EndReason::Progress);
                return OpOutcome::Done;
            }
            Op::Unless(condition, to) => {
                if !self.position().holds(&t.code.conditions[condition as usize], &frame.item.context()) {
                    return OpOutcome::On(frame.goes_to(to));
                }
            }
            Op::Goto(to) => return OpOutcome::On(frame.goes_to(to)),
            Op::May(_) | Op::Branch(_) => return OpOutcome::Decision,
            Op::PayOr { cost, pick, skip } => return self.pay_or(frame, cost, pick, skip),
            Op::Research(_) | Op::Download { .. } | Op::Points(..) | Op::TakeControl(_) | Op::Check(..) => {
                unreachable!("no card of a match of Afrika says this")
            }
        }
        OpOutcome::On(frame.next())
    }

    pub(super) fn amount(&self, n: Ix, frame: &Frame) -> i32 {
        self.position().amount(&self.t.code.amounts[n as usize], &frame.item.context()).clamp(0, 999)
    }

    /// Something for each seat of a set, the active player's first, then in turn order.
    fn each_of(&mut self, players: Seats, mut act: impl FnMut(&mut Self, u8)) {
        let n = self.t.count();
        for i in 0..n {
            let seat = (self.s.active + i) % n;
            if players & (1 << seat) != 0 && !self.s.player(seat).out {
                act(self, seat);
            }
        }
    }

    fn resources(&mut self, who: PlayerSelector, list: Ix, frame: &Frame, gain: bool) {
        let t = self.t;
        self.each_of(self.position().affected_seats(who, frame), |play, seat| {
            for (resource, amount) in &t.code.lists[list as usize] {
                let n = play.position().amount(amount, &frame.item.context()).clamp(0, 999) as i16;
                match (t.resources[*resource as usize], gain) {
                    (Resource::Life, true) => play.gain_life(seat, n),
                    (Resource::Life, false) => play.lose_life(seat, n),
                    (Resource::Energy(e), gain) => {
                        let pool = &mut play.s.players[seat as usize].pool[e as usize];
                        *pool = if gain { pool.saturating_add(n as u8) } else { pool.saturating_sub(n as u8) };
                        if gain {
                            play.emit(Event::GainsEnergy { seat, energy: e, n });
                        }
                    }
                    (Resource::Any | Resource::X, gain) => {
                        let pool = &mut play.s.players[seat as usize].colourless;
                        *pool = if gain { pool.saturating_add(n as u8) } else { pool.saturating_sub(n as u8) };
                    }
                }
            }
        });
    }

    fn act_on(&mut self, act: CardOp, on: OpTargets, frame: &Frame) {
        match on {
            OpTargets::Known(known) => {
                let id = self.position().known(known, &frame.item.context());
                if id != NONE {
                    self.act_one(act, id, frame);
                }
            }
            OpTargets::Players(who) => self.each_of(self.position().affected_seats(who, frame), |play, seat| {
                play.act_one(act, PLAYER + Id::from(seat), frame);
            }),
            OpTargets::Each(pick) => {
                let mut permanents = 0u128;
                for id in self.position().group(pick, frame.item.seat, frame.item.source) {
                    permanents |= 1 << self.s.permanent_slots.as_flattened()[id as usize];
                }
                if act == CardOp::Destroy {
                    return self.destroy(permanents);
                }
                let ids: [Id; B] = std::array::from_fn(|at| self.s.permanents[at].id);
                for at in super::state::Set(permanents).slots() {
                    self.act_one(act, ids[at as usize], frame);
                }
            }
        }
    }

    /// Destroys what can be destroyed (AF-062, AF-R10).
    fn destroy(&mut self, permanents: u128) {
        self.refresh();
        let mut doomed = 0;
        for at in super::state::Set(permanents).slots() {
            let permanent = &self.s.permanents[at as usize];
            if permanent.keywords & self.t.keywords.invincible == 0 {
                doomed |= 1 << at;
            }
        }
        self.put_in_void(doomed, true);
    }

    fn act_one(&mut self, act: CardOp, id: Id, frame: &Frame) {
        if let CardOp::Damage(n, by) = act {
            self.refresh();
            let n = self.amount(n, frame);
            let by = self.position().known(by, &frame.item.context());
            self.damage(id, n, by);
            return;
        }
        let source = frame.item.source;
        // What lies in the Void Zone, or waits, can only be itself; a player or what is on the stack is not meant.
        if !self.s.in_play(id) {
            if id == source && self.s.zone(id) != Zone::Gone {
                self.act_on_self(act, id);
            }
            return;
        }
        match act {
            CardOp::Destroy => self.destroy(1 << self.s.permanent_slots.as_flattened()[id as usize]),
            CardOp::Exile => {
                self.take_away(id);
                self.bury(id, Zone::Exile);
                self.emit(Event::Exiles { card: id });
            }
            CardOp::Tap => {
                if self.charge(id) {
                    self.emit(Event::Charges { card: id });
                }
            }
            CardOp::Untap => {
                if self.s.permanent(id).is(CHARGED) {
                    self.s.set_charged(id, false);
                    self.emit(Event::Uncharges { card: id });
                }
            }
            CardOp::Return(place) => {
                self.take_away(id);
                self.put_away(id, place);
            }
            CardOp::Flicker => {
                let permanent = *self.s.permanent(id);
                self.take_away(id);
                self.place(id, Zone::Exile);
                self.emit(Event::Exiles { card: id });
                let home = owner(id);
                let place =
                    if permanent.place <= super::state::ZONE_2 { permanent.place } else { self.usual_place(id) };
                self.enter(id, home, home, place, false);
            }
            CardOp::Move => self.carry(id),
            CardOp::Control(until) => {
                let until = until.map(|u| self.until(u, frame));
                self.control(id, frame.item.seat, until);
            }
            CardOp::Counters(n) => {
                let n = self.position().amount(&self.t.code.amounts[n as usize], &frame.item.context()).clamp(-99, 99);
                let permanent = self.s.permanent_mut(id);
                permanent.counters = permanent.counters.saturating_add(n as i16);
                self.s.note_stale(id);
                self.emit(Event::Counters { card: id, n: n as i16 });
            }
            CardOp::Give(gift, until) => self.give(gift, id, until, frame),
            CardOp::Attach => self.attach(id, frame),
            CardOp::Damage(..) | CardOp::Negate(_) | CardOp::Hack => {}
        }
    }

    /// What a card does to itself where it is not in play.
    fn act_on_self(&mut self, act: CardOp, id: Id) {
        match act {
            CardOp::Return(place) => self.put_away(id, place),
            CardOp::Exile => {
                self.place(id, Zone::Exile);
                self.emit(Event::Exiles { card: id });
            }
            _ => {}
        }
    }

    /// A card that has left play goes to its owner's hand or Codex.
    fn put_away(&mut self, id: Id, place: Destination) {
        match place {
            Destination::Hand => {
                self.bury(id, Zone::Hand);
                self.emit(Event::Returns { card: id });
            }
            Destination::Top | Destination::Bottom | Destination::Either => {
                self.put_in_deck(id, place == Destination::Bottom);
                self.emit(Event::GoesToDeck { card: id, under: place == Destination::Bottom });
            }
            Destination::Discard | Destination::Play => self.bury(id, Zone::Void),
        }
    }

    fn until(&self, until: EffectDuration, frame: &Frame) -> u8 {
        match until {
            EffectDuration::YourNextTurn => frame.item.seat,
            EffectDuration::EndOfTurn | EffectDuration::Works => TURN_END,
        }
    }

    /// The card that is played enters attached (AF-087, AF-R03).
    fn attach(&mut self, host: Id, frame: &Frame) {
        let (id, seat) = (frame.item.source, frame.item.seat);
        if self.s.zone(id) != Zone::Stack {
            return;
        }
        let at = *self.s.permanent(host);
        let place = at.place.min(super::state::ZONE_2);
        self.enter(id, seat, at.area, place, false);
        if self.s.in_play(id) {
            self.s.permanent_mut(id).host = host;
            (self.s.stale, self.s.needs_state_check) = (true, true);
            self.emit(Event::Attaches { card: id, host });
        }
    }

    /// Equipment goes to its new entity (AF-R04).
    fn equip(&mut self, frame: &Frame) {
        let (id, host) = (frame.item.source, frame.item.targets[0]);
        if self.s.in_play(id) && host != NONE {
            self.s.permanent_mut(id).host = host;
            (self.s.stale, self.s.needs_state_check) = (true, true);
            self.emit(Event::Attaches { card: id, host });
        }
    }

    fn give(&mut self, gift: Ix, id: Id, until: EffectDuration, frame: &Frame) {
        let t = self.t;
        let gift = &t.code.gifts[gift as usize];
        let (until, source) = (self.until(until, frame), frame.item.source);
        let mut change = [0i16; 2];
        for (field, amount) in &gift.numbers {
            let n = self.position().amount(amount, &frame.item.context()).clamp(-99, 99) as i16;
            let power = *field == t.power;
            change[usize::from(!power)] += n;
            let kind = if power { ChangeKind::Power(n) } else { ChangeKind::Health(n) };
            self.change(Change { to: id, kind, until, source });
        }
        if change != [0; 2] {
            self.emit(Event::Changes { card: id, power: change[0], health: change[1] });
        }
        for has in &gift.keywords {
            let kind = ChangeKind::Keyword(has.keyword, t.word_of(has));
            self.change(Change { to: id, kind, until, source });
            self.emit(Event::Gives { card: id, keyword: has.keyword });
        }
    }

    /// Something waiting is negated; its player may pay to prevent it.
    fn negate_unless(&mut self, mut frame: Frame, cost: Ix, on: OpTargets) -> OpOutcome {
        if let OpTargets::Known(known) = on {
            let id = self.position().known(known, &frame.item.context());
            // A card on the stack that an event was about is meant there.
            let target = if as_item(id).is_some() || id == NONE { id } else { self.item_of(id) };
            frame.item.it = target;
            let item = as_item(target).and_then(|at| self.s.items().get(at)).copied();
            if let Some(item) = item.filter(|i| i.kind != StackItemKind::Negated) {
                let price = *self.t.price(cost);
                if cost != 0 && self.position().can_pay(item.seat, &price, None) {
                    self.s.frame = Some(frame);
                    return OpOutcome::Decision;
                }
                self.negate(target);
            }
        }
        OpOutcome::On(frame.next())
    }

    fn discard(&mut self, mut frame: Frame, who: PlayerSelector, n: Ix, by: DiscardBy) -> OpOutcome {
        let count = self.amount(n, &frame).min(99) as u8;
        if !frame.busy {
            frame.busy = true;
            frame.players = self.position().affected_seats(who, &frame);
            frame.left = count;
            if matches!(by, DiscardBy::You(_)) {
                self.each_of(frame.players, |play, seat| play.show_hand(seat, frame.item.seat));
            }
        }
        while let Some(seat) = self.position().first_of(frame.players) {
            let filter = if let DiscardBy::You(filter) = by { Some(filter) } else { None };
            let any = self.position().findable(filter, seat, Zone::Hand).next().is_some();
            if frame.left == 0 || !any {
                frame.players &= !(1 << seat);
                frame.left = count;
                continue;
            }
            if by != DiscardBy::Chance {
                self.s.frame = Some(frame);
                return OpOutcome::Decision;
            }
            if let Some(id) = self.random_card(seat) {
                self.discard_card(id);
            }
            frame.left -= 1;
        }
        OpOutcome::On(frame.next())
    }

    /// Each of some players chooses so many of something, one after the other.
    fn by_players(
        &mut self,
        mut frame: Frame,
        who: PlayerSelector,
        n: u8,
        can: impl Fn(&Self, u8) -> bool,
    ) -> OpOutcome {
        if !frame.busy {
            frame.busy = true;
            frame.players = self.position().affected_seats(who, &frame);
            frame.left = n;
        }
        while let Some(seat) = self.position().first_of(frame.players) {
            if frame.left > 0 && can(self, seat) {
                self.s.frame = Some(frame);
                return OpOutcome::Decision;
            }
            frame.players &= !(1 << seat);
            frame.left = n;
        }
        OpOutcome::On(frame.next())
    }

    /// One may pay for what comes next.
    fn pay_or(&mut self, frame: Frame, cost: Ix, pick: Option<Ix>, skip: Ix) -> OpOutcome {
        let seat = frame.item.seat;
        let (price, cost) = (self.t.price(cost), &self.t.code.costs[cost as usize]);
        let position = self.position();
        if frame.busy {
            let hand = !self.s.cards(seat, Zone::Hand).is_empty();
            let owes_card = frame.part == 0
                && pick.is_some_and(|p| position.candidates(p, seat, frame.item.source).next().is_some());
            let owes_exile = cost.exile.is_some() && frame.part < 2;
            return match () {
                () if owes_card || (frame.left > 0 && hand) || owes_exile => OpOutcome::Decision,
                () => OpOutcome::On(frame.next()),
            };
        }
        let source = frame.item.source;
        let payable = position.can_pay(seat, price, cost.tap.then_some(source))
            && (!cost.tap || self.s.get_permanent(source).is_some_and(|permanent| position.can_charge(permanent)))
            && self.s.cards(seat, Zone::Hand).len() >= cost.discard.into()
            && (cost.exile.is_none() || position.findable(cost.exile, seat, Zone::Void).next().is_some())
            && pick.is_none_or(|p| position.candidates(p, seat, source).next().is_some());
        if payable { OpOutcome::Decision } else { OpOutcome::On(frame.goes_to(skip)) }
    }

    /// After a search of the Codex it is shuffled.
    fn searched(&mut self, seat: u8, zone: Zone) {
        if zone == Zone::Deck {
            self.shuffle(seat);
        }
    }
}
