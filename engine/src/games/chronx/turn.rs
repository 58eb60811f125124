//! The turn, step by step, and what moves cards and resources.

use catalog::ability::TriggerEvent;

use super::state::{
    DEPLOYING, Frame, HACKED, INCOME, INFLUENCE, Id, NONE, POWER, PendingAbility, STEPS, Step, TAPPED, Task, Window,
    Zone,
};
use super::{CardKind, Event, Play, Victory};
use crate::effect::AbilityForm;
use crate::kernel::loops::LoopCards;
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::rules::{EventSink, Seats};

impl<const N: usize, W: EventSink<Event>> Play<'_, N, W> {
    /// Goes on until somebody has to decide or the game is over.
    pub(super) fn advance(&mut self) {
        loop {
            self.s.steps += 1;
            if self.s.steps == STEPS {
                return self.end_loop();
            }
            self.state_based_actions();
            if self.s.over.is_some() {
                return;
            }
            if self.drop_eliminated() {
                continue;
            }
            if self.s.queued > 0 && !matches!(self.s.task(), Task::Frame(_)) && self.next_waiting() {
                continue;
            }
            let decision = match *self.s.task() {
                Task::Turn(step) => self.step(step),
                Task::Contest(stage) => self.contest_stage(stage),
                Task::Window(window) => self.window(window),
                Task::Frame(frame) => self.run(frame),
            };
            if decision {
                return;
            }
        }
    }

    /// Carries out a step; true if somebody has to decide.
    fn step(&mut self, step: Step) -> bool {
        let next = match step {
            Step::Redraw(_) | Step::Main | Step::Resume => return true,
            Step::Begin => {
                if self.begin() {
                    return false;
                }
                Step::Start
            }
            Step::Start | Step::End => match self.agenda_decides() {
                Some(decides) => return decides,
                None if step == Step::Start => Step::Draw,
                None => {
                    self.hand_limit();
                    self.set_bottom(Step::Cleanup);
                    return false;
                }
            },
            Step::Draw => {
                if self.turn_draw() {
                    return false;
                }
                Step::Main
            }
            Step::Ending => {
                self.gather(TriggerEvent::TurnEnd);
                Step::End
            }
            Step::Cleanup => {
                self.clean_up();
                Step::Begin
            }
        };
        self.set_bottom(next);
        false
    }

    /// Sets the step of the turn, which is always the outermost task.
    pub(super) fn set_bottom(&mut self, step: Step) {
        self.s.tasks[0] = Task::Turn(step);
    }

    /// Steps 0, 1 and the gathering of step 2; true if the game is over.
    fn begin(&mut self) -> bool {
        self.s.turn += 1;
        (self.s.steps, self.s.looping, self.s.first) = (0, LoopCards::NONE, NONE);
        let seat = self.s.active;
        self.emit(Event::Turn { seat, number: self.s.turn });
        // CX-012 to CX-018, CX-R06: before anything else.
        let power = self.s.player(seat).resources[POWER];
        let most = self.position().opponents(seat).all(|o| self.s.player(o).resources[POWER] < power);
        if power >= self.position().threshold() && most {
            self.end(1 << seat, EndReason::Progress);
            return true;
        }
        // CX-033, CX-093
        self.s.players[seat as usize].resources[INFLUENCE] = 2;
        self.resources_changed();
        // CX-094, CX-120, CX-153
        self.s.players.iter_mut().for_each(|p| p.city_used = 0);
        for id in self.s.in_play().iter() {
            let permanent = self.s.permanent_mut(id);
            permanent.used = 0;
            if permanent.controller == seat {
                permanent.set(TAPPED, false);
            }
        }
        let player = &mut self.s.players[seat as usize];
        (player.plays, player.taken) = (0, 0);
        self.gather(TriggerEvent::TurnStart);
        false
    }

    /// Puts the effects of the start or end of the turn on the agenda (CX-095, CX-099).
    fn gather(&mut self, event: TriggerEvent) {
        let seat = self.s.active;
        let t = self.t;
        self.refresh();
        self.s.due = 0;
        for id in self.s.cards(seat, Zone::Play).iter() {
            let permanent = *self.s.permanent(id);
            let printed = &t.printed[permanent.def as usize];
            if permanent.is(HACKED) {
                continue;
            }
            if event == TriggerEvent::TurnStart && printed.earns {
                self.add_due(PendingAbility { source: id, ability: INCOME, it: NONE, seat });
            }
            if printed.waits_for & (1 << event as u32) == 0 {
                continue;
            }
            let def = &t.defs[permanent.def as usize];
            for (i, entry) in def.entries.iter().enumerate() {
                if entry.form == AbilityForm::Triggered(event, None) {
                    self.add_due(PendingAbility { source: id, ability: i as u8, it: NONE, seat });
                }
            }
        }
        if event == TriggerEvent::TurnStart {
            // CX-048, CX-183, CX-R07: one effect for each controlled city.
            let mut controlled =
                self.position().cities().filter(|c| self.s.points(*c, seat) == 3).fold(0u8, |m, c| m | 1 << c);
            while controlled != 0 {
                let city = controlled.trailing_zeros() as u8;
                controlled &= controlled - 1;
                self.add_due(PendingAbility { source: NONE, ability: city, it: NONE, seat });
            }
        }
    }

    fn add_due(&mut self, waiting: PendingAbility) {
        // The agenda is only made when nothing else waits.
        let Some(place) = self.s.waiting.get_mut(self.s.due as usize) else { return self.overflow() };
        *place = waiting;
        self.s.due += 1;
    }

    /// Does the agenda as far as no order has to be picked: `None` when it is empty, otherwise whether somebody has
    /// to decide. Gains do not depend on each other, so their order is nobody's decision.
    fn agenda_decides(&mut self) -> Option<bool> {
        let due = self.s.due as usize;
        if due == 0 {
            return None;
        }
        let plain = |w: &PendingAbility| w.source == NONE || w.ability == INCOME;
        if due > 1 && !self.s.waiting[..due].iter().all(plain) {
            return Some(true);
        }
        self.do_due(0);
        Some(false)
    }

    /// Does one effect of the agenda.
    pub(super) fn do_due(&mut self, at: u8) {
        let waiting = self.s.waiting[at as usize];
        self.strike_off(at as usize);
        self.s.due -= 1;
        if waiting.source == NONE {
            self.push(Task::Frame(Frame { at: CITY, it: waiting.ability, ..blank_frame(waiting.seat, NONE) }));
            return;
        }
        let permanent = *self.s.permanent(waiting.source);
        // What has left play, changed sides or been hacked since is no effect of cards in play any more.
        if permanent.zone != Zone::Play || permanent.is(HACKED) || permanent.controller != waiting.seat {
            return;
        }
        if waiting.ability == INCOME {
            let income = self.t.defs[permanent.def as usize].income;
            for (resource, n) in income.into_iter().enumerate() {
                self.gain(waiting.seat, resource, n);
            }
            return;
        }
        self.trigger(waiting);
    }

    /// Step 3; true if the game is over.
    fn turn_draw(&mut self) -> bool {
        let seat = self.s.active;
        // CX-R10
        if self.s.turn == 1 && !self.t.options.first_player_draws {
            return false;
        }
        if self.s.deck(seat).is_empty() {
            self.deck_out();
            return true;
        }
        self.draw(seat);
        false
    }

    /// CX-019, CX-R08: the most Power wins; equal Power is a draw, or is decided by what is left of the bases.
    pub(super) fn deck_out(&mut self) {
        let power = |play: &Self, seat: u8| i32::from(play.s.player(seat).resources[POWER]);
        let health = |play: &Self, seat: u8| {
            let base = play.s.permanent(play.position().base(seat));
            i32::from(base.armor) - i32::from(base.damage)
        };
        let by_health = self.t.options.deckout_by_health;
        let score = |play: &Self, seat: u8| (power(play, seat), if by_health { health(play, seat) } else { 0 });
        let first = self.s.active;
        let best = self.position().seats_from(first).map(|s| score(self, s)).max();
        let winners =
            self.position().seats_from(first).filter(|s| Some(score(self, *s)) == best).fold(0, |m, s| m | 1 << s);
        self.end(winners, EndReason::DeckOut);
    }

    /// CX-R12: a limit for the hand, if the table has one.
    fn hand_limit(&mut self) {
        let seat = self.s.active;
        let over = self.s.cards(seat, Zone::Hand).len().saturating_sub(self.t.options.max_hand.into());
        if self.t.options.max_hand > 0 && over > 0 {
            let frame = Frame { at: TO_LIMIT, left: over as u8, ..blank_frame(seat, NONE) };
            self.push(Task::Frame(frame));
        }
    }

    /// Steps 6 and 7, and the next turn.
    fn clean_up(&mut self) {
        for id in self.s.in_play().iter() {
            let base = self.position().kind(id) == CardKind::Base;
            let permanent = self.s.permanent_mut(id);
            // CX-027, CX-101, CX-161: damage on bases stays.
            if !base {
                permanent.damage = 0;
            }
            // CX-102, CX-111
            permanent.set(DEPLOYING, false);
        }
        // What lasts until the end of the turn ends once the damage is gone.
        self.s.stale |= self.s.changed > 0;
        self.s.changed = 0;
        if self.t.options.influence_expires_at_end {
            for player in &mut self.s.players {
                player.resources[INFLUENCE] = 0;
            }
            self.resources_changed();
        }
        self.s.active = self.next_seat(self.s.active);
    }

    /// Destroys what has too much damage, all at once, and ends the game when it is decided (CX-022, CX-058, CX-R48).
    pub(super) fn state_based_actions(&mut self) {
        while self.s.over.is_none() && (self.s.stale || self.s.hurt) {
            self.refresh();
            if !std::mem::take(&mut self.s.hurt) {
                return;
            }
            let mut dead = super::Set::<N>::default();
            self.s.in_play().iter().filter(|id| self.position().is_dead(*id)).for_each(|id| dead.add(id));
            if dead.is_empty() {
                return;
            }
            self.destroy(dead);
        }
    }

    /// CX-011, CX-022: who has no base left is out; the last one wins, or whoever sits to the right (CX-189, CX-190).
    pub(super) fn check_bases(&mut self) {
        let position = self.position();
        let fallen = position.seats_from(0).filter(|s| self.s.permanent(position.base(*s)).zone != Zone::Play);
        let fallen = fallen.fold(0, |m: Seats, s| m | 1 << s);
        if fallen == 0 {
            return;
        }
        let is_in = |set: Seats, seat: u8| set & (1 << seat) != 0;
        let hunters =
            position.seats_from(0).filter(|s| !is_in(fallen, *s) && is_in(fallen, position.attackable_seat(*s)));
        let hunters = hunters.fold(0, |m: Seats, s| m | 1 << s);
        for seat in (0..self.t.seats.len() as u8).filter(|s| is_in(fallen, *s)) {
            self.s.players[seat as usize].out = true;
            self.emit(Event::Out { seat });
        }
        let left = self.position().seats_from(0).fold(0, |m: Seats, s| m | 1 << s);
        let circle = self.t.seats.len() > 2 && self.t.options.victory == Victory::OuterCircle;
        match left.count_ones() {
            // CX-R48
            0 => self.end(((1u16 << self.t.seats.len()) - 1) as Seats, EndReason::AllOut),
            // CX-R55
            _ if circle => self.end(hunters, EndReason::Neighbour),
            1 => self.end(left, EndReason::LastStanding),
            _ => self.eliminate(fallen),
        }
    }

    pub(super) fn end(&mut self, winners: Seats, reason: EndReason) {
        let outcome = Outcome { winners, reason, team: false };
        self.s.over = Some(outcome);
        self.emit(Event::Over { outcome });
    }

    /// The turn would go on without end: a draw, if abilities cause one another (CX-R68).
    fn end_loop(&mut self) {
        if self.s.looping.is_empty() {
            return self.overflow();
        }
        self.s.looping.iter().for_each(|id| self.emit(Event::Loops { card: self.card(id) }));
        self.end(self.position().seats_from(0).fold(0, |m: Seats, s| m | 1 << s), EndReason::Loop);
    }

    /// More happens than the state can hold: the game stops, and says so.
    pub(super) fn overflow(&mut self) {
        if self.s.over.is_none() {
            self.end(0, EndReason::Overflow);
        }
    }

    // Seats.

    /// The seats from one on, in turn order.
    pub(super) fn round(&self, first: u8) -> impl Iterator<Item = u8> + use<N, W> {
        let n = self.t.seats.len() as u8;
        (0..n).map(move |i| (first + i) % n)
    }

    /// The next player on the left (CX-R57).
    pub(super) fn next_seat(&self, seat: u8) -> u8 {
        self.position().opponents(seat).next().unwrap_or(seat)
    }

    // Tasks.

    pub(super) fn push(&mut self, task: Task) {
        let Some(place) = self.s.tasks.get_mut(self.s.depth as usize) else { return self.overflow() };
        *place = task;
        self.s.depth += 1;
    }

    pub(super) fn pop(&mut self) {
        self.s.depth -= 1;
    }

    pub(super) fn set_top(&mut self, task: Task) {
        self.s.tasks[self.s.depth as usize - 1] = task;
    }

    /// Lets two players make plays in turn, `seat` first.
    pub(super) fn open_window(&mut self, seat: u8, other: u8) {
        self.push(Task::Window(Window { other, ..Window::alone(seat) }));
    }

    /// A window needs a decision unless its player is out.
    fn window(&mut self, window: Window) -> bool {
        if self.s.player(window.seat).out {
            self.pass(window);
            return false;
        }
        true
    }

    /// A player passes in a window (CX-132, CX-133, CX-R19).
    pub(super) fn pass(&mut self, mut w: Window) {
        self.emit(Event::Passes { seat: w.seat });
        let (own, others) = (1 << w.seat, 1 << w.other);
        w.had |= own;
        if !w.made {
            w.locked |= own;
        }
        if w.seat == w.other && self.s.depth == 2 {
            // CX-R51: every opponent in turn order.
            let next = self.next_seat(w.seat);
            if next != self.s.active {
                self.set_top(Task::Window(Window { any: w.any, ..Window::alone(next) }));
                return;
            }
        }
        let over =
            if w.made { w.locked & others != 0 || w.seat == w.other } else { w.had & others != 0 || w.seat == w.other };
        if over {
            self.pop();
            self.window_closed(w.any);
            return;
        }
        (w.seat, w.other, w.made) = (w.other, w.seat, false);
        self.set_top(Task::Window(w));
    }

    /// What comes after a window: only the announcement of the main phase's end asks what was done in it.
    fn window_closed(&mut self, any: bool) {
        if self.s.depth > 1 {
            return;
        }
        // CX-158, CX-159
        self.set_bottom(if any { Step::Resume } else { Step::Ending });
    }

    /// The active player wishes to end the main phase (CX-157, CX-160): the opponent may make plays.
    pub(super) fn announce_end(&mut self) {
        let seat = self.s.active;
        self.emit(Event::Announces { seat });
        let opponent = self.next_seat(seat);
        self.open_window(opponent, opponent);
    }
}

/// The frame of a city's income, whose number is in `it`.
pub(super) const CITY: u16 = u16::MAX;
/// The frame of a Research by AntiTerrorism.
pub(super) const RESEARCH: u16 = u16::MAX - 1;
/// The frame that discards down to a hand limit.
pub(super) const TO_LIMIT: u16 = u16::MAX - 2;
/// The first of those places that are in no list of ops.
pub(super) const BUILT_IN: u16 = TO_LIMIT;

/// A frame that knows nothing but whose it is.
pub(super) fn blank_frame(seat: u8, source: Id) -> Frame {
    Frame {
        at: 0,
        source,
        seat,
        it: NONE,
        user: NONE,
        targets: [NONE; 3],
        owed: 0,
        players: 0,
        left: 0,
        result: 0,
        opponent: seat,
        flags: 0,
    }
}
