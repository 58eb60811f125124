//! Steps of a turn and windows (AF-168 to AF-203).

use catalog::ability::TriggerEvent;

use super::roles::Role;
use super::state::{
    ATTACKING, BLOCKED, BLOCKING, DEALT, DIVIDED, FRESH, Id, MISSES, NONE, PendingDecision, Set, Step, Zone,
};
use super::{Event, FirstPlayer, Mulligan, Play, Variant};
use crate::kernel::loops::LoopCards;
use crate::kernel::rules::EventSink;

impl<const N: usize, const B: usize, W: EventSink<Event>> Play<'_, N, B, W> {
    /// Goes on until somebody must decide, or the game is over.
    pub(super) fn advance(&mut self) {
        loop {
            if self.s.over.is_some() {
                return;
            }
            self.s.steps += 1;
            if self.s.steps > super::state::STEPS {
                return self.end_loop();
            }
            if let Some(frame) = self.s.frame {
                if self.run(frame) {
                    return;
                }
                continue;
            }
            match self.s.pending {
                PendingDecision::Begin | PendingDecision::Go | PendingDecision::Window => {
                    if self.state_based_actions() || self.s.over.is_some() {
                        return;
                    }
                    if self.go_on() {
                        return;
                    }
                }
                _ => return,
            }
        }
    }

    /// The next thing of the turn; true if somebody has to decide.
    fn go_on(&mut self) -> bool {
        match self.s.pending {
            PendingDecision::Begin => self.begin_step(),
            PendingDecision::Go => self.go_on_with_step(),
            _ => {
                if self.s.queued > 0 {
                    return self.next_trigger();
                }
                // The active player always ends an exploration phase, so that there is a moment at which all is done. A window
                // in which somebody can do nothing is nobody's decision.
                loop {
                    if self.position().is_quiescent() || self.can_act() {
                        return true;
                    }
                    if !self.decline() {
                        break;
                    }
                    self.s.steps += 1;
                }
            }
        }
        false
    }

    /// Whether the seat that may act can do anything. Outside of its own phases it cannot if it could not before and
    /// nothing has happened since.
    fn can_act(&mut self) -> bool {
        let (seat, position) = (self.s.priority, self.position());
        let open = position.is_open(seat);
        if !open && self.s.idle & (1 << seat) != 0 {
            debug_assert!(!position.can_act(), "seat {seat} can act in {:?}, and was told nothing", self.s.step);
            return false;
        }
        let can = position.can_act();
        if !open && !can {
            self.s.idle |= 1 << seat;
        }
        can
    }

    /// Somebody does nothing (AF-097, AF-101, AF-171); true if that is all, and another seat may act.
    pub(super) fn decline(&mut self) -> bool {
        self.s.passed |= 1 << self.s.priority;
        let next = self.position().first_of(!self.s.passed);
        match next {
            Some(seat) => self.s.priority = seat,
            None if self.s.depth > 0 => self.resolve_top(),
            None => self.end_step(),
        }
        next.is_some()
    }

    pub(super) fn open_window(&mut self) {
        self.s.pending = PendingDecision::Window;
        self.s.passed = 0;
        self.s.priority = self.first_to_act();
    }

    /// The next seat in turn order that still plays.
    pub(super) fn next_seat(&self, seat: u8) -> u8 {
        self.position().seats_from((seat + 1) % self.t.count()).next().unwrap_or(seat)
    }

    fn begin_step(&mut self) {
        self.s.pending = PendingDecision::Go;
        let first_turn = self.s.turn == 1;
        match self.s.step {
            Step::Opening => {}
            Step::Recharge => {
                // AF-082, AF-172, AF-173, AF-R25
                if !first_turn {
                    self.recharge();
                }
                self.end_step();
            }
            Step::Sustenance => {
                self.happen_in_turn(TriggerEvent::TurnStart, TriggerEvent::EnemyTurnStart, TriggerEvent::EachTurnStart);
                self.open_window();
            }
            Step::Insight => {
                if first_turn && self.t.options.first_player_skips_draw {
                    return self.end_step();
                }
                let mut drawing = super::position::Position::<N, B>::mask(self.position().active_seats());
                while drawing != 0 {
                    let seat = drawing.trailing_zeros() as u8;
                    drawing &= drawing - 1;
                    self.draw(seat, false);
                }
                self.open_window();
            }
            Step::Exploration => {
                self.reveal_scheme();
                self.open_window();
            }
            Step::Mobilize => self.begin_attack(),
            Step::Defend => self.begin_defence(),
            Step::Clash => self.begin_clash(),
            Step::Dusk => {
                self.happen_in_turn(TriggerEvent::TurnEnd, TriggerEvent::EnemyTurnEnd, TriggerEvent::EachTurnEnd);
                self.open_window();
            }
            Step::Restoration => {}
            Step::Dawn | Step::Aftermath | Step::Second => self.open_window(),
        }
    }

    fn go_on_with_step(&mut self) {
        match self.s.step {
            Step::Mobilize => self.go_on_attacking(),
            Step::Defend => self.go_on_defending(),
            Step::Clash => self.go_on_clashing(),
            Step::Restoration => self.restore(),
            _ => self.end_step(),
        }
    }

    /// The step is over: unused energy is lost, and the next one begins (AF-077).
    pub(super) fn end_step(&mut self) {
        self.empty_pools();
        self.s.pending = PendingDecision::Begin;
        self.s.step = match self.s.step {
            Step::Opening | Step::Recharge => Step::Sustenance,
            Step::Sustenance => Step::Insight,
            Step::Insight => Step::Exploration,
            Step::Exploration => Step::Dawn,
            Step::Dawn => Step::Mobilize,
            // AF-R29
            Step::Mobilize if self.s.table.attacking() == 0 => Step::Aftermath,
            Step::Mobilize => Step::Defend,
            Step::Defend => Step::Clash,
            Step::Clash => Step::Aftermath,
            Step::Aftermath => {
                self.end_combat();
                Step::Second
            }
            Step::Second => Step::Dusk,
            Step::Dusk => Step::Restoration,
            // A trigger in the Restoration Step is followed by another one (AF-R41).
            Step::Restoration => Step::Restoration,
        };
        self.emit(Event::Step { step: self.s.step });
    }

    fn end_combat(&mut self) {
        (self.s.idle, self.s.touched) = (0, true);
        Set(self.s.table.attacking()).slots().for_each(|at| self.s.table.set_attacking(at.into(), false));
        // Nothing else fights, and damage is divided only among those that do.
        for at in Set(self.s.table.with(Role::Entity)).slots() {
            let permanent = &mut self.s.permanents[usize::from(at)];
            permanent.set(ATTACKING | BLOCKING | BLOCKED | DEALT | DIVIDED | MISSES, false);
            (permanent.foe, permanent.line, permanent.hit) = (NONE, 0, 0);
        }
    }

    fn recharge(&mut self) {
        for at in Set(self.s.table.charged()).slots() {
            let permanent = &self.s.permanents[usize::from(at)];
            let (id, stays) = (permanent.id, permanent.keywords & self.t.keywords.dormant != 0);
            if !stays && self.position().is_active(permanent.controller) {
                self.s.set_charged(id, false);
                self.emit(Event::Uncharges { card: id });
            }
        }
    }

    // The turn.

    /// A seat's turn begins, alone or with its team.
    pub(super) fn begin_turn(&mut self, seat: u8) {
        self.s.turn += 1;
        (self.s.active, self.s.step, self.s.pending) = (seat, Step::Recharge, PendingDecision::Begin);
        (self.s.steps, self.s.looping) = (0, LoopCards::NONE);
        self.emit(Event::Turn { seat, number: self.s.turn });
        for other in 0..self.t.count() {
            let active = self.position().is_active(other);
            let player = &mut self.s.players[other as usize];
            (player.terrains, player.rolls) = (0, 0);
            if active {
                self.end_changes(other);
            }
        }
        for at in Set(self.s.taken).slots() {
            let controller = self.s.permanents[at as usize].controller;
            let active = self.position().is_active(controller);
            let permanent = &mut self.s.permanents[at as usize];
            permanent.used = 0;
            if active {
                permanent.set(FRESH, false);
            }
            // AF-240: whoever's turn it is, is who the location speaks to.
            if permanent.place == super::state::LOCATION
                && self.t.printed(permanent.id).keywords & self.t.keywords.crossroads != 0
            {
                let id = permanent.id;
                self.s.set_controller(id, seat);
                self.s.stale = true;
            }
        }
    }

    /// Culmination B: first the hand, then what lasts until the end of the turn (AF-199, AF-200, AF-R41).
    fn restore(&mut self) {
        let over = self.position().active_seats().find(|s| self.is_over_limit(*s));
        if let Some(seat) = over {
            self.s.pending = PendingDecision::Discard(seat);
            return;
        }
        for at in Set(self.s.taken).slots() {
            let permanent = &mut self.s.permanents[usize::from(at)];
            permanent.damage = 0;
            permanent.set(super::state::VENOMED, false);
        }
        (self.s.idle, self.s.touched) = (0, true);
        self.end_turn_changes();
        if self.state_based_actions() || self.s.over.is_some() {
            return;
        }
        if self.s.queued > 0 {
            return self.open_window();
        }
        self.next_turn();
    }

    pub(super) fn is_over_limit(&self, seat: u8) -> bool {
        let most = self.t.options.max_hand as usize;
        most > 0 && self.s.cards(seat, Zone::Hand).len() > most
    }

    fn next_turn(&mut self) {
        let seat = self.s.active;
        let player = &mut self.s.players[seat as usize];
        if player.turns > 0 {
            player.turns -= 1;
            return self.begin_turn(seat);
        }
        // AF-202: the next seat that did not share this turn.
        let next = self.position().seats_from(seat).find(|s| !self.position().is_active(*s));
        self.begin_turn(next.unwrap_or(seat));
    }

    /// The player whose turn it was is out: damage heals, what lasted for the turn ends, the next turn begins (AF-R37).
    pub(super) fn abandon_turn(&mut self) {
        self.end_combat();
        for at in Set(self.s.taken).slots() {
            self.s.permanents[usize::from(at)].damage = 0;
        }
        self.end_turn_changes();
        self.empty_pools();
        let next = self.next_seat(self.s.active);
        self.begin_turn(next);
    }

    // The opening.

    /// Settles who goes first, or asks the seat that chooses (AF-162, AF-163).
    pub(super) fn set_up(&mut self, first: Option<u8>) {
        let last = self.t.count() - 1;
        match (first, self.t.options.first_player) {
            // AF-R71
            _ if self.t.options.variant == Variant::Overlord => self.open(0),
            (Some(seat), _) => self.open(seat.min(last)),
            (None, FirstPlayer::Random) => {
                let seat = self.toss();
                self.open(seat);
            }
            (None, FirstPlayer::Toss) => {
                let seat = self.toss();
                self.emit(Event::WinsToss { seat });
                self.s.pending = PendingDecision::First(seat);
            }
            (None, FirstPlayer::ChosenBy(seat)) => self.s.pending = PendingDecision::First(seat.min(last)),
        }
    }

    fn toss(&mut self) -> u8 {
        self.w.roll(&mut self.s.dice, self.t.count().into()) as u8
    }

    /// The first hands (AF-164, AF-165), once it is settled who goes first.
    pub(super) fn open(&mut self, first: u8) {
        self.s.active = first;
        self.emit(Event::Begins { seat: first });
        let n = self.t.count();
        for i in 0..n {
            self.deal_hand((first + i) % n, 7);
        }
        self.turn_up_rift();
        self.ask_to_keep(first);
    }

    fn deal_hand(&mut self, seat: u8, n: u8) {
        for _ in 0..n {
            if !self.s.codex(seat).is_empty() {
                self.draw(seat, true);
            }
        }
    }

    fn ask_to_keep(&mut self, seat: u8) {
        match self.t.options.mulligan {
            Mulligan::None => self.begin_turn(self.s.active),
            _ => self.s.pending = PendingDecision::Keep(seat),
        }
    }

    /// A hand goes back, and one with a card fewer comes (AF-166, AF-167, AF-R39).
    pub(super) fn mulligan(&mut self, seat: u8) {
        self.emit(Event::ThrowsBack { seat });
        for id in self.s.cards(seat, Zone::Hand).of(seat) {
            self.put_in_deck(id, true);
        }
        self.shuffle(seat);
        let player = &mut self.s.players[seat as usize];
        player.mulligans += 1;
        let n = match self.t.options.mulligan {
            Mulligan::London => 7,
            _ => 7 - player.mulligans,
        };
        self.deal_hand(seat, n);
        if n == 0 {
            self.keep(seat);
        }
    }

    /// A hand stays, and the next player decides.
    pub(super) fn keep(&mut self, seat: u8) {
        self.emit(Event::Keeps { seat });
        let owed = self.s.player(seat).mulligans as usize + self.s.cards(seat, Zone::Hand).len();
        if self.t.options.mulligan == Mulligan::London && owed > 7 {
            self.s.pending = PendingDecision::PutUnder(seat);
            return;
        }
        self.kept(seat);
    }

    pub(super) fn kept(&mut self, seat: u8) {
        let next = self.next_seat(seat);
        if next == self.s.active {
            self.begin_turn(self.s.active);
        } else {
            self.s.pending = PendingDecision::Keep(next);
        }
    }

    // Common decks.

    /// The Overlord's scheme of this turn (AF-244, AF-R71).
    fn reveal_scheme(&mut self) {
        let seat = self.s.active;
        if self.t.options.variant != super::Variant::Overlord || seat != 0 {
            return;
        }
        let Some(id) = self.next_aside(seat, self.t.types.scheme) else { return };
        self.place(id, Zone::Used);
        self.emit(Event::Reveals { card: id });
        self.reveal(id, seat, TriggerEvent::Revealed);
    }

    /// The next location (AF-239, AF-R70), out of the deck that one player brought for all.
    pub(super) fn turn_up_rift(&mut self) {
        if let Some(old) = self.location() {
            self.take_away(old);
            self.place(old, Zone::Used);
        }
        let rifts = self.t.types.rift;
        let brings = |play: &Self, seat: u8| {
            let cards = |zone| play.s.cards(seat, zone).of(seat);
            cards(Zone::Aside).chain(cards(Zone::Used)).any(|id| play.position().is(id, rifts))
        };
        let Some(seat) = (0..self.t.count()).find(|s| brings(self, *s)) else { return };
        let Some(id) = self.next_aside(seat, rifts) else { return };
        self.emit(Event::Reveals { card: id });
        self.enter(id, self.s.active, self.s.active, super::state::LOCATION, false);
    }

    /// The next card of a common deck, whose order is decided when it is turned up; after the last one it is shuffled.
    fn next_aside(&mut self, seat: u8, types: u32) -> Option<Id> {
        let t = self.t;
        let of = |zone: Zone, play: &Self| {
            play.s.cards(seat, zone).of(seat).filter(move |id| t.printed(*id).types & types != 0)
        };
        if of(Zone::Aside, self).next().is_none() {
            for id in of(Zone::Used, self) {
                self.place(id, Zone::Aside);
            }
        }
        let left = of(Zone::Aside, self);
        let at = |i: u32| left.clone().nth(i as usize).unwrap_or(NONE);
        let def = |i: u32| t.def_at(at(i)) as u16;
        match left.clone().count() as u32 {
            0 => None,
            count => Some(at(self.w.pick(&mut self.s.dice, count, &def))),
        }
    }

    /// The rift that is the current location.
    pub(super) fn location(&self) -> Option<Id> {
        self.s.with_role(Role::Location).find(|b| b.place == super::state::LOCATION).map(|b| b.id)
    }

    /// Rolls the die of the rifts (AF-241, AF-242, AF-R70).
    pub(super) fn roll_die(&mut self, seat: u8) {
        let price = self.position().roll_price(seat);
        self.pay(seat, &price, None);
        self.s.players[seat as usize].rolls += 1;
        let sides = 2 + u32::from(self.t.options.die_blanks);
        let rolled = self.w.roll(&mut self.s.dice, sides);
        self.emit(Event::Rolls { seat, side: rolled as u8 });
        match rolled {
            0 => self.turn_up_rift(),
            1 => {
                if let Some(id) = self.location() {
                    self.reveal(id, seat, TriggerEvent::Chaos);
                }
            }
            _ => {}
        }
        self.s.passed = 0;
    }

    /// What a common card does now goes on the stack, for this player.
    fn reveal(&mut self, id: Id, seat: u8, event: TriggerEvent) {
        for (i, entry) in self.t.def(id).entries.iter().enumerate() {
            if entry.form == crate::effect::AbilityForm::Triggered(event, None) {
                self.wait(super::state::PendingTrigger { source: id, entry: i as u8, it: NONE, seat });
            }
        }
    }
}

impl<const N: usize, const B: usize> super::position::Position<'_, N, B> {
    /// What the next roll costs: nothing, and one more each time (AF-R70).
    pub fn roll_price(&self, seat: u8) -> super::Price {
        super::Price { any: self.s.player(seat).rolls.into(), ..super::Price::default() }
    }

    /// Whether a player may roll now.
    pub fn may_roll(&self, seat: u8) -> bool {
        self.s.with_role(Role::Location).any(|b| b.place == super::state::LOCATION)
            && self.can_pay(seat, &self.roll_price(seat), None)
    }
}
