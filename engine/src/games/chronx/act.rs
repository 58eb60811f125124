//! What comes of an action: the other half of `actions`.

use super::state::{
    BUSY, ContestKind, Frame, PAYING, POWER, SACRIFICED, Stage, Step, TAPPED, Task, UNCHOSEN, Window, Zone,
};
use super::turn::{CITY, TO_LIMIT};
use super::{Action, Event, Play};
use crate::effect::Op;
use crate::kernel::rules::{ALL_SEATS, EventSink};

impl<const N: usize, W: EventSink<Event>> Play<'_, N, W> {
    /// Does what [`Look::allows`] allows.
    pub(super) fn act(&mut self, action: Action) {
        match *self.s.task() {
            Task::Turn(step) => self.act_in_turn(step, action),
            Task::Window(window) => self.act_in_window(window, action),
            Task::Contest(_) => self.act_in_contest(action),
            Task::Frame(frame) => self.act_in_frame(frame, action),
        }
    }

    fn act_in_turn(&mut self, step: Step, action: Action) {
        use Action as A;
        let seat = self.s.active;
        match (step, action) {
            (Step::Redraw(who), answer) => {
                if answer == A::Yes {
                    self.emit(Event::Redraws { seat: who });
                    self.redraw(who);
                }
                let next = self.next_seat(who);
                self.set_bottom(if next == seat { Step::Begin } else { Step::Redraw(next) });
            }
            (_, A::Next(at)) => self.do_due(at),
            (_, A::EndAnyway) => self.set_bottom(Step::Ending),
            (_, A::Resume) => {
                self.emit(Event::Resumes { seat });
                self.set_bottom(Step::Main);
            }
            (_, A::City(entry)) => self.use_city(seat, entry),
            (_, A::Attack(id)) => self.declare(ContestKind::Base, seat, id, false),
            (_, A::Ambush(id)) => self.declare(ContestKind::Ambush, seat, id, false),
            (_, A::Assault(id)) => self.declare(ContestKind::Assault, seat, id, false),
            (_, A::Control(id)) => self.declare(ContestKind::Control, seat, id, false),
            (_, A::End) => self.announce_end(),
            (_, A::Play(id, mode)) => self.play_card(seat, id, mode),
            (_, A::Use(id, entry)) => self.use_ability(seat, id, entry),
            _ => unreachable!("{action:?} is not allowed in {step:?}"),
        }
    }

    fn act_in_window(&mut self, window: Window, action: Action) {
        match action {
            Action::Play(id, mode) => self.play_card(window.seat, id, mode),
            Action::Use(id, entry) => self.use_ability(window.seat, id, entry),
            _ => self.pass(window),
        }
    }

    fn act_in_contest(&mut self, action: Action) {
        let Task::Contest(stage) = *self.s.task() else { return };
        match (stage, action) {
            (_, Action::In(city)) => self.place_attempt(city),
            (_, Action::Join(id)) => self.join(id),
            (Stage::Join, _) => self.joined(),
            (_, Action::Block(id)) => self.block(id),
            (Stage::Block, _) => self.next_attacker(),
            (_, Action::Deal(n)) => self.divide(n),
            (Stage::Aim, Action::Choose(id)) => self.aim(id),
            (_, Action::Choose(id)) => self.strike(id),
            (_, Action::Point(seat)) => self.take_point(seat),
            _ => unreachable!("{action:?} is not allowed in {stage:?}"),
        }
    }

    fn act_in_frame(&mut self, mut frame: Frame, action: Action) {
        use Action as A;
        if frame.user == UNCHOSEN {
            if let A::Choose(id) = action {
                self.s.permanent_mut(id).set(TAPPED, true);
                let card = self.card(id);
                self.emit(Event::IsUser { card });
                frame.user = id;
                self.set_frame(frame);
            }
            return;
        }
        if let (A::Pay(resource), 1..) = (action, frame.owed) {
            return self.pay_stealth(frame, resource);
        }
        let op = self.position().op(&frame);
        match (op, action) {
            (None, _) => self.act_built_in(frame, action),
            (Some(Op::Target { .. } | Op::Choose { .. }), A::Choose(id)) => {
                let card = self.card(id);
                self.emit(Event::Targets { card });
                self.chosen(frame, id);
            }
            (Some(Op::Opponent), A::Seat(seat)) => {
                frame.opponent = seat;
                self.set_frame(frame.next());
            }
            (Some(Op::PayOr { skip, .. }), A::No) => self.set_frame(Frame { at: skip, ..frame.next() }),
            (Some(Op::PayOr { cost, .. }), A::Yes) => {
                let cost = &self.t.code.costs[cost as usize];
                self.pay(frame.seat, &cost.price());
                if cost.tap {
                    self.s.permanent_mut(frame.source).set(TAPPED, true);
                }
                (frame.flags, frame.left) = (frame.flags | PAYING, cost.discard);
                self.set_frame(frame);
            }
            (Some(Op::PayOr { pick: Some(_), .. }), A::Choose(id)) if frame.flags & SACRIFICED == 0 => {
                self.chosen(frame, id);
            }
            (Some(Op::PayOr { cost, .. } | Op::OtherCosts { cost, .. }), A::In(city)) => {
                let points = self.t.code.costs[cost as usize].points;
                self.move_points(city, frame.seat, -(points as i8));
                self.set_frame(frame.next());
            }
            (Some(Op::Points(_, n)), A::In(city)) => {
                if let Some(seat) = self.position().first_of(frame.players) {
                    self.move_points(city, seat, n);
                    frame.players &= !(1 << seat);
                    self.set_frame(frame);
                }
            }
            (Some(Op::PayOr { .. } | Op::OtherCosts { .. }), A::Choose(id)) => {
                self.discard_card(frame.seat, id);
                frame.left -= 1;
                self.set_frame(frame);
            }
            (Some(Op::Discard(..)), A::Choose(id)) => {
                let seat = self.position().decider();
                self.discard_card(seat, id);
                frame.left -= 1;
                self.set_frame(frame);
            }
            (Some(Op::Research(_)), answer) => {
                self.place_researched(frame.seat, answer);
                self.set_frame(frame.next());
            }
            (Some(Op::Download { .. }), A::Choose(id)) => {
                self.fetch(id);
                self.place(id, frame.seat, Zone::Downloads);
                let card = self.card(id);
                let to = if self.t.options.downloads_public { ALL_SEATS } else { 1 << frame.seat };
                self.w.on_event(Event::Downloads { seat: frame.seat, card }, to);
                frame.left -= 1;
                self.set_frame(frame);
            }
            (Some(Op::Download { .. }), _) => self.set_frame(Frame { left: 0, ..frame }),
            (Some(Op::Put { .. }), answer) => {
                frame.flags |= BUSY;
                if let A::Choose(id) = answer {
                    frame.it = id;
                }
                self.set_frame(frame);
                if let A::Choose(id) = answer {
                    self.fetch(id);
                    self.enter(id, frame.seat);
                }
            }
            (Some(Op::May(skip)), answer) => {
                let next = frame.next();
                self.set_frame(if answer == A::Yes { next } else { Frame { at: skip, ..next } });
            }
            (Some(Op::Branch(branch)), A::Way(i)) => {
                let at = self.t.code.branches[branch as usize][i as usize];
                self.set_frame(Frame { at, ..frame.next() });
            }
            (op, action) => unreachable!("{action:?} is not allowed at {op:?}"),
        }
    }

    fn act_built_in(&mut self, mut frame: Frame, action: Action) {
        match (frame.at, action) {
            (CITY, Action::TakePower) => {
                self.pop();
                self.gain(frame.seat, POWER, 1);
            }
            (CITY, _) => {
                self.pop();
                let alternative = self.t.options.city_alternative;
                alternative.into_iter().enumerate().for_each(|(r, n)| self.gain(frame.seat, r, n));
            }
            (TO_LIMIT, Action::Choose(id)) => {
                self.discard_card(frame.seat, id);
                frame.left -= 1;
                self.set_frame(frame);
            }
            (_, answer) => {
                self.place_researched(frame.seat, answer);
                self.pop();
            }
        }
    }

    /// The card that Research has shown stays on top or goes under the deck.
    fn place_researched(&mut self, seat: u8, answer: Action) {
        let under = answer == Action::Under;
        if under && let Some(id) = self.top(seat) {
            self.put_under_deck(id);
        }
        self.emit(Event::Researched { seat, under });
    }
}
