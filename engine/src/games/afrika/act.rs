//! What comes of an action: the other half of `actions`.

use super::stack::{EQUIP, TRAVEL};
use super::state::{Frame, Id, NONE, PendingDecision, Phase, Zone};
use super::{Action, Event, Play};
use crate::effect::{CardOp, Op};
use crate::kernel::rules::{ALL_SEATS, EventSink};

impl<const N: usize, const B: usize, W: EventSink<Event>> Play<'_, N, B, W> {
    /// Does what [`super::position::Position::allows`] allows.
    pub(super) fn act(&mut self, action: Action) {
        match self.s.frame {
            Some(frame) => self.act_in_frame(frame, action),
            None => self.answer(action),
        }
    }

    fn answer(&mut self, action: Action) {
        use Action as A;
        let seat = self.s.priority;
        match (self.s.pending, action) {
            (PendingDecision::First(_), A::Seat(first)) => self.open(first),
            (PendingDecision::Keep(seat), A::Keep) => self.keep(seat),
            (PendingDecision::Keep(seat), _) => self.mulligan(seat),
            (PendingDecision::PutUnder(seat), A::Choose(id)) => {
                self.put_in_deck(id, true);
                let owed = 7usize.saturating_sub(self.s.player(seat).mulligans.into());
                if self.s.cards(seat, Zone::Hand).len() <= owed {
                    self.kept(seat);
                }
            }
            (PendingDecision::Discard(seat), A::Choose(id)) => {
                self.discard_card(id);
                if !self.is_over_limit(seat) {
                    self.s.pending = PendingDecision::Go;
                }
            }
            (PendingDecision::Legend(..), A::Choose(kept)) => {
                self.s.pending = self.s.pending_before;
                self.keep_legend(kept);
            }
            (PendingDecision::Leader(seat), answer) => {
                self.s.pending = self.s.pending_before;
                self.s.players[seat as usize].astray = false;
                self.s.needs_state_check = true;
                if let (A::Yes, Some(id)) = (answer, self.t.leader(seat)) {
                    self.place(id, Zone::Command);
                    self.emit(Event::Withdraws { card: id });
                }
            }
            (PendingDecision::Order(_), A::Next(at)) => {
                self.s.pending = self.s.pending_before;
                self.put_trigger(at.into());
            }
            (PendingDecision::Attack(id), A::Attack(target)) => self.attack(id, target),
            (PendingDecision::Block(id), A::Block(attacker)) => self.block(id, attacker),
            (PendingDecision::Line(attacker), A::Choose(id)) => self.stand_in_line(attacker, id),
            (PendingDecision::Deal(blocker), A::Deal(n)) => self.deal(blocker, n),
            (PendingDecision::Attack(_) | PendingDecision::Block(_), _) => self.s.pending = PendingDecision::Go,
            (_, A::Play(id, mode)) => self.play_card(seat, id, mode),
            (_, A::Use(id, entry)) => self.use_ability(seat, id, entry),
            (_, A::Equip(id)) => self.begin_equip(seat, id),
            (_, A::Travel(id)) => self.begin_travel(seat, id),
            (_, A::Roll) => self.roll_die(seat),
            // Nobody can answer that (AF-R24), so who has passed has passed.
            (_, A::Charge(id, energy)) => self.make_energy(id, energy),
            (_, A::Pass) => {
                self.emit(Event::Passes { seat });
                self.decline();
            }
            (ask, action) => unreachable!("{action:?} is not allowed at {ask:?}"),
        }
    }

    /// AF-R56: the others of that name go to the Void Zone.
    fn keep_legend(&mut self, kept: Id) {
        let name = |play: &Self, id: Id| play.t.game.namesake(play.t.def(id).card);
        let controller = self.s.permanent(kept).controller;
        let mut fallen = 0u128;
        for at in super::state::Set(self.s.taken).slots() {
            let permanent = &self.s.permanents[at as usize];
            if permanent.id != kept
                && permanent.controller == controller
                && name(self, permanent.id) == name(self, kept)
            {
                fallen |= 1 << at;
            }
        }
        self.put_in_void(fallen, false);
    }

    fn act_in_frame(&mut self, mut frame: Frame, action: Action) {
        use Action as A;
        if let (true, A::Place(area, place)) = (frame.enters != NONE, action) {
            return self.enter_there(frame, area, place);
        }
        match (frame.phase, action) {
            (Phase::Targets, A::Choose(id)) => {
                self.emit(Event::Targets { target: id });
                match self.position().op(&frame) {
                    Some(Op::Target { slot, .. }) => {
                        frame.item.targets[slot as usize] = id;
                        frame = frame.next();
                    }
                    _ if frame.item.at == EQUIP => {
                        frame.item.targets[0] = id;
                        frame.phase = Phase::X;
                    }
                    op => unreachable!("no target at {op:?}"),
                }
                self.s.frame = Some(frame);
            }
            (Phase::Targets, _) => self.leave_out_targets(frame),
            (Phase::X, A::X(n)) => {
                (frame.item.x, frame.phase) = (n, Phase::Pay);
                self.s.frame = Some(frame);
            }
            (Phase::Pay, A::Charge(id, energy)) => self.make_energy(id, energy),
            (Phase::Pay, _) => self.pay_for(frame),
            (Phase::OtherCosts, A::Choose(id)) => self.pay_with(frame, id),
            (_, action) => self.act_at_op(frame, action),
        }
    }

    /// No more targets of several.
    fn leave_out_targets(&mut self, mut frame: Frame) {
        let Some(Op::Target { up_to: Some(first), .. }) = self.position().op(&frame) else { return };
        while matches!(self.position().op(&frame), Some(Op::Target { up_to: Some(f), .. }) if f == first) {
            frame = frame.next();
        }
        self.s.frame = Some(frame);
    }

    /// A card is discarded or exiled as a part of a cost.
    pub(super) fn pay_with(&mut self, mut frame: Frame, id: Id) {
        if frame.left > 0 {
            self.discard_card(id);
            frame.left -= 1;
        } else {
            self.place(id, Zone::Exile);
            self.emit(Event::Exiles { card: id });
            frame.part = 0;
        }
        self.s.frame = Some(frame);
    }

    fn act_at_op(&mut self, mut frame: Frame, action: Action) {
        use Action as A;
        let seat = frame.item.seat;
        if frame.item.at == TRAVEL {
            return self.travel(frame, action);
        }
        let op = self.position().op(&frame);
        match (op, action) {
            (Some(Op::Choose { .. }), A::Choose(id)) => {
                frame.item.it = id;
                self.s.frame = Some(frame.next());
            }
            (Some(Op::Opponent), A::Seat(other)) => {
                frame.opponent = other;
                self.s.frame = Some(frame.next());
            }
            (Some(Op::Discard(..)), A::Choose(id)) => {
                self.discard_card(id);
                frame.left -= 1;
                self.s.frame = Some(frame);
            }
            (Some(Op::Sacrifice(..)), A::Choose(id)) => {
                frame.left -= 1;
                self.s.frame = Some(frame);
                self.sacrifice(id);
            }
            (Some(Op::Purge(..)), A::Choose(id)) => {
                self.place(id, Zone::Exile);
                self.emit(Event::Exiles { card: id });
                frame.left -= 1;
                self.s.frame = Some(frame);
            }
            (Some(Op::Purge(..)), _) => {
                frame.left = 0;
                self.s.frame = Some(frame);
            }
            (Some(Op::Look { .. }), action) => self.act_on_peeked(frame, action),
            (Some(Op::Fetch { .. }), A::Choose(id)) => {
                let from = self.s.zone(id);
                if from == Zone::Deck {
                    self.take_from_deck(id);
                    self.s.known.as_flattened_mut()[id as usize] = ALL_SEATS;
                }
                self.place(id, Zone::Hand);
                self.emit(Event::Fetches { seat, card: id });
                frame.left -= 1;
                self.s.frame = Some(frame);
            }
            (Some(Op::Fetch { .. }), _) => {
                frame.left = 0;
                self.s.frame = Some(frame);
            }
            (Some(Op::Put { tapped, .. }), A::Choose(id)) => {
                if self.s.zone(id) == Zone::Deck {
                    self.take_from_deck(id);
                    self.place(id, Zone::Stack);
                }
                (frame.busy, frame.enters, frame.charged, frame.item.it) = (true, id, tapped, id);
                self.s.frame = Some(frame);
            }
            (Some(Op::Put { .. }), _) => {
                (frame.busy, frame.item.it) = (true, NONE);
                self.s.frame = Some(frame);
            }
            (Some(Op::May(skip)), answer) => {
                self.s.frame = Some(if answer == A::Yes { frame.next() } else { frame.goes_to(skip) });
            }
            (Some(Op::Branch(branch)), A::Way(i)) => {
                let at = self.t.code.branches[branch as usize][i as usize];
                self.s.frame = Some(frame.goes_to(at));
            }
            (Some(Op::PayOr { skip, .. }), A::No) => self.s.frame = Some(frame.goes_to(skip)),
            (Some(Op::PayOr { cost, pick, .. }), A::Yes) => {
                let price = *self.t.price(cost);
                let cost = &self.t.code.costs[cost as usize];
                if cost.tap && self.s.in_play(frame.item.source) {
                    self.charge(frame.item.source);
                }
                (frame.busy, frame.left, frame.part) = (true, cost.discard, u8::from(pick.is_none()));
                self.s.frame = Some(frame);
                self.pay(seat, &price, None);
            }
            (Some(Op::PayOr { .. }), A::Choose(id)) if frame.part == 0 => {
                frame.part = 1;
                self.s.frame = Some(frame);
                self.sacrifice(id);
            }
            (Some(Op::PayOr { .. }), A::Choose(id)) if frame.left > 0 => {
                self.discard_card(id);
                frame.left -= 1;
                self.s.frame = Some(frame);
            }
            (Some(Op::PayOr { .. }), A::Choose(id)) => {
                self.place(id, Zone::Exile);
                self.emit(Event::Exiles { card: id });
                frame.part = 2;
                self.s.frame = Some(frame);
            }
            (Some(Op::Act(CardOp::Negate(cost), _)), answer) => {
                if answer == A::Yes {
                    let price = *self.t.price(cost);
                    if let Some(payer) = self.position().controller(frame.item.it) {
                        self.pay(payer, &price, None);
                    }
                } else {
                    self.negate(frame.item.it);
                }
                self.s.frame = Some(frame.next());
            }
            (op, action) => unreachable!("{action:?} is not allowed at {op:?}"),
        }
    }

    /// The card that waits for its place enters there.
    pub(super) fn enter_there(&mut self, mut frame: Frame, area: u8, place: u8) {
        let id = frame.enters;
        frame.enters = NONE;
        self.s.frame = Some(frame);
        self.enter(id, frame.item.seat, area, place, frame.charged);
    }

    /// An entity goes along in a vehicle, or the journey begins (AF-R33).
    fn travel(&mut self, mut frame: Frame, action: Action) {
        let vehicle = frame.item.source;
        if let Action::Choose(id) = action {
            self.carry(id);
            frame.left -= 1;
            frame.part = 1;
            self.s.frame = Some(frame);
            self.happen_by(catalog::ability::TriggerEvent::Carries, vehicle, id);
            return;
        }
        self.carry(vehicle);
        self.s.frame = None;
    }

    /// To the other zone of the same area.
    pub(super) fn carry(&mut self, id: Id) {
        self.s.clock += 1;
        let clock = self.s.clock;
        let place = self.s.permanent(id).place;
        if place <= super::state::ZONE_2 {
            self.s.set_place(id, 1 - place);
            self.s.permanent_mut(id).since = clock;
            (self.s.stale, self.s.needs_state_check) = (true, true);
            self.emit(Event::Moves { card: id });
        }
    }

    /// Who sees the hand of a card's owner from now on.
    pub(super) fn show_hand(&mut self, seat: u8, to: u8) {
        for id in self.s.cards(seat, Zone::Hand).of(seat) {
            self.s.known.as_flattened_mut()[id as usize] |= 1 << to;
            self.emit_to(Event::Sees { seat: to, card: id }, 1 << to);
        }
    }
}
