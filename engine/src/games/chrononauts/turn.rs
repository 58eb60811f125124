//! A turn: draw, play or discard, kill time; and how it ends.

use super::cards::CardKind;
use super::state::{Cards, Id, Step, ids};
use super::{Action, Event, Play, Position};
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::rules::EventSink;

impl Position<'_> {
    /// All seats, clockwise from one.
    pub fn round(&self, first: u8) -> impl Iterator<Item = u8> + use<> {
        let seats = self.seats;
        (0..seats).map(move |i| (first + i) % seats)
    }

    /// Open Paradoxes, as the thirteenth is counted (CN-088, CN-102, CN-R09).
    pub fn paradoxes(&self) -> u32 {
        let timeline = &self.t.timeline;
        let reach = timeline.reachable(&self.s.history);
        let uber = if reach == u64::MAX { 0 } else { self.t.options.uber_counts_as };
        (self.s.history.open_paradoxes() & reach).count_ones() + u32::from(uber)
    }

    /// How many of the Artifacts that the seat's mission wants lie in a set of cards; 0 without a mission.
    pub fn wanted(&self, seat: u8, cards: Cards) -> u32 {
        let wants = self.t.wants.get(self.s.missions.held[seat as usize] as usize);
        wants.map_or(0, |wants| wants.iter().filter(|copies| *copies & cards != 0).count() as u32)
    }

    /// Why a seat has won, at the end of its turn: the first of going home, the mission, and ten cards (CN-034).
    pub fn victory(&self, seat: u8) -> Option<EndReason> {
        if let Some(day) = &self.t.day {
            return self.ends(day, seat);
        }
        let at = seat as usize;
        if let Some(identity) = self.t.identities.get(self.s.identities.held[at] as usize)
            && self.t.timeline.shows(&self.s.history, &identity.home, identity.beyond)
        {
            return Some(EndReason::Home);
        }
        if let Some(mission) = self.t.missions.get(self.s.missions.held[at] as usize)
            && self.wanted(seat, self.s.tables[at]) >= mission.needs.into()
        {
            return Some(EndReason::Mission);
        }
        let enough = self.t.options.cards_to_win;
        (enough > 0 && self.s.hand_size(seat) >= enough.into()).then_some(EndReason::Progress)
    }
}

impl<W: EventSink<Event>> Play<'_, W> {
    pub(in crate::games) fn round(&self, first: u8) -> impl Iterator<Item = u8> + use<W> {
        self.position().round(first)
    }

    pub(in crate::games) fn next(&self, seat: u8) -> u8 {
        (seat + 1) % self.seats
    }

    /// Does what is allowed, up to the next decision.
    pub(in crate::games) fn act(&mut self, action: Action) {
        let active = self.s.active;
        match (self.s.step, action) {
            (Step::Mulligan(seat), action) => self.mulligan(seat, action == Action::Replace),
            (_, Action::Draw) => {
                self.draw(active);
                (self.s.plays, self.s.fresh) = (1, true);
                self.trade_on();
            }
            (Step::Trade | Step::Bundle | Step::Deal, action) => self.trade(action),
            (Step::Bonus(patch), action) => self.use_bonus(patch, action),
            (_, Action::Put(def)) => self.put_back(def),
            (_, Action::Hand(def)) => self.choose_to_pass(def),
            (Step::Shed, Action::Discard(def)) => {
                self.discard(active, def);
                self.end_turn();
            }
            (_, Action::Play(def, target)) => self.announce(def, target),
            (Step::Kill, Action::Discard(def)) => {
                // CN-029, CN-R26
                self.emit(Event::KillsTime { seat: active });
                self.discard(active, def);
                self.draw(active);
                self.end_turn();
            }
            (Step::Trim(seat, limit), Action::Discard(def)) => {
                self.discard(seat, def);
                self.trim(limit);
            }
            (_, Action::Discard(def)) => {
                self.discard(active, def);
                self.s.plays -= 1;
                // CN-030, CN-R24: not after a play, and not within a Fast Forward.
                let may_kill = self.s.fresh && self.t.options.killing_time && self.s.hands[active as usize] != 0;
                self.s.fresh = false;
                if may_kill { self.s.step = Step::Kill } else { self.play_on() }
            }
            (_, Action::Exchange(def)) => {
                let gadget = self.position().exchange().expect("it was allowed");
                self.s.used |= 1 << gadget;
                let card = self.t.def_of[gadget as usize];
                self.emit(Event::Uses { seat: active, card });
                self.discard(active, def);
                self.draw(active);
                self.play_on();
            }
            (_, Action::Memo(def)) => self.answer(def),
            (Step::Answer(seat), _) => self.ask(self.next(seat)),
            (_, Action::Done) => self.end_turn(),
            (Step::Take(from), Action::Take(def)) => self.take_card(from, def),
            (Step::Claim, Action::Claim) => self.end_turn_with(self.position().victory(active)),
            _ => self.end_turn_with(None),
        }
    }

    fn mulligan(&mut self, seat: u8, replace: bool) {
        if replace {
            let old = self.s.identities.held[seat as usize];
            self.s.identities.aside.push(old);
            self.emit(Event::Replaces { seat });
            self.take_identity(seat);
        }
        let next = self.next(seat);
        if next != self.s.active {
            self.s.step = Step::Mulligan(next);
            return;
        }
        // CN-R04
        self.s.identities.mix();
        self.begin_turn(next);
    }

    pub(in crate::games) fn begin_turn(&mut self, seat: u8) {
        let last = self.t.day.as_ref().map_or(u16::MAX, |day| day.house.max_turns);
        if self.s.turn >= last {
            // ES-R13
            return self.end(Outcome { winners: 0, reason: EndReason::TurnLimit, team: false });
        }
        self.s.turn = self.s.turn.saturating_add(1);
        (self.s.active, self.s.step) = (seat, Step::Draw);
        (self.s.plays, self.s.used) = (0, 0);
        (self.s.ahead, self.s.offers) = (0, self.t.day.as_ref().map_or(0, |day| day.house.offers));
        let number = self.s.turn;
        self.emit(Event::Turn { seat, number });
    }

    /// The next play of the turn, if there is one and a card for it.
    pub(in crate::games) fn play_on(&mut self) {
        let has_cards = self.s.hands[self.s.active as usize] != 0;
        if self.s.plays > 0 && has_cards { self.s.step = Step::Play } else { self.end_turn() }
    }

    fn end_turn(&mut self) {
        // ES-035, ES-R09
        let limit = self.t.day.as_ref().map_or(u32::MAX, |day| day.house.hand_limit.into());
        if self.s.hand_size(self.s.active) > limit {
            self.s.step = Step::Shed;
            return;
        }
        let victory = self.position().victory(self.s.active);
        match victory {
            Some(_) if self.t.options.manual_claim => self.s.step = Step::Claim,
            _ => self.end_turn_with(victory),
        }
    }

    /// CN-035: only at the end of one's own turn.
    fn end_turn_with(&mut self, victory: Option<EndReason>) {
        let seat = self.s.active;
        let Some(reason) = victory else {
            return self.begin_turn(self.next(seat));
        };
        // CN-043
        self.reveal(seat);
        match reason {
            _ if self.t.day.is_some() => {
                self.emit(Event::EndsDay { seat, id: self.s.identities.held[seat as usize] });
            }
            EndReason::Home => self.emit(Event::GoesHome { seat, id: self.s.identities.held[seat as usize] }),
            EndReason::Mission => self.emit(Event::Accomplishes { seat, id: self.s.missions.held[seat as usize] }),
            _ => self.emit(Event::HasEnough { seat, n: self.s.hand_size(seat) as u8 }),
        }
        self.end(Outcome { winners: 1 << seat, reason, team: false });
    }

    pub(in crate::games) fn end(&mut self, outcome: Outcome) {
        self.s.over = Some(outcome);
        // A day of The Emperor's Star is scored first.
        if self.t.day.is_none() {
            self.emit(Event::Over { outcome });
        }
    }

    /// CN-086, CN-087, CN-R08: at once, before anybody can win.
    pub(in crate::games) fn collapse(&mut self) {
        if self.position().paradoxes() >= self.t.options.paradox_limit.into() {
            self.end(Outcome { winners: 0, reason: EndReason::AllOut, team: false });
        }
    }

    /// Draws a card, out of a new pile if need be (CN-032); without any card nothing is drawn (CN-R25).
    pub(in crate::games) fn draw(&mut self, seat: u8) {
        if let Some(id) = self.s.top.cards().first().copied() {
            return self.draw_known(seat, id);
        }
        if self.s.deck.cards().is_empty() {
            if self.s.discard.cards().is_empty() {
                return self.emit(Event::NoCards { seat });
            }
            std::mem::swap(&mut self.s.deck, &mut self.s.discard);
            self.emit(Event::Shuffles);
        }
        let (deck, of) = (&self.s.deck, &self.t.def_of);
        let cards = deck.cards();
        let at = self.w.pick(&mut self.s.dice, cards.len() as u32, &|i| of[cards[i as usize] as usize].into());
        let id = self.s.deck.swap_out(at as usize);
        self.s.hands[seat as usize] |= 1 << id;
        self.emit_to(seat, Event::Draws { seat, card: self.t.def_of[id as usize] });
    }

    /// Draws the card that somebody has put on top.
    fn draw_known(&mut self, seat: u8, id: Id) {
        self.s.top.take_out(0);
        self.s.hands[seat as usize] |= 1 << id;
        let looker = self.s.looker;
        if looker != seat {
            self.s.knows[looker as usize] |= 1 << id;
        }
        self.emit_to_both(seat, looker, Event::Draws { seat, card: self.t.def_of[id as usize] });
    }

    /// Takes a card of this kind out of a hand: one that others know of, if there is one, so that nobody learns
    /// whether there is another.
    pub(in crate::games) fn out_of_hand(&mut self, seat: u8, def: u8) -> Id {
        let copies = self.s.hands[seat as usize] & self.t.copies[def as usize];
        let known = self.s.knows.iter().fold(0, |m: Cards, knows| m | knows) & copies;
        let id = ids(if known != 0 { known } else { copies }).next().expect("it is in hand");
        self.s.hands[seat as usize] &= !(1 << id);
        self.forget(1 << id);
        id
    }

    /// Nobody knows any more where these cards are, or they lie open.
    pub(in crate::games) fn forget(&mut self, cards: Cards) {
        self.s.knows.iter_mut().for_each(|knows| *knows &= !cards);
    }

    pub(in crate::games) fn discard(&mut self, seat: u8, def: u8) {
        let id = self.out_of_hand(seat, def);
        self.s.discard.push(id);
        self.emit(Event::Discards { seat, card: def });
    }

    /// Whether a card lies on the discard pile once it has done what it does.
    pub(in crate::games) fn is_spent(&self, id: Id) -> bool {
        matches!(self.t.def(id).kind, CardKind::Inverter(..) | CardKind::Action(_))
    }
}
