//! What cards of The Emperor's Star do that those of Chrononauts do not: second bonuses of Patches (ES-062), cards that
//! everybody passes on (ES-098 to ES-100), Pre-Emption and Temporal Trace (ES-102 to ES-106).

use super::day::Bonus;
use super::state::{CARDS, Cards, Id, ORDERED, Pile, SEATS, Step, Target, ids};
use super::{Action, Event, Play, Position};
use crate::kernel::rules::EventSink;

impl Position<'_> {
    fn bonus_of(&self, patch: u8) -> Option<Bonus> {
        self.t.day.as_ref().and_then(|day| day.bonuses[patch as usize])
    }

    /// The ways to use what a Patch brings, and not to (ES-063).
    pub(in crate::games) fn bonuses(&self, patch: u8, out: &mut Vec<Action>) {
        let uses = |target: Target| Action::Bonus(target);
        match self.bonus_of(patch) {
            Some(Bonus::Draw(_) | Bonus::Order(_)) => out.push(uses(Target::None)),
            Some(Bonus::LookAtHand) => {
                let looks = (0..self.seats).map(Target::Seat).filter(|on| self.can_use(Bonus::LookAtHand, *on));
                out.extend(looks.map(uses));
            }
            Some(Bonus::TakeBack) => {
                out.extend(self.defs_of(self.discarded() & self.t.artifacts).map(|on| uses(Target::Pile(on))));
            }
            Some(Bonus::Exchange) => {
                out.extend(self.defs_of(self.s.hands[self.s.active as usize]).map(Action::Exchange));
            }
            Some(Bonus::LoseArtifact) => {
                for seat in 0..self.seats {
                    let artifacts = self.losable(seat) & self.t.artifacts;
                    out.extend(self.defs_of(artifacts).map(|on| uses(Target::Table(seat, on))));
                }
            }
            None => {}
        }
        out.push(Action::Done);
    }

    fn can_use(&self, bonus: Bonus, target: Target) -> bool {
        match (bonus, target) {
            (Bonus::Draw(_) | Bonus::Order(_), Target::None) => true,
            (Bonus::LookAtHand, Target::Seat(seat)) => {
                seat < self.seats && seat != self.s.active && self.s.hands[seat as usize] != 0
            }
            (Bonus::TakeBack, Target::Pile(on)) => self.has(self.discarded() & self.t.artifacts, on),
            (Bonus::LoseArtifact, Target::Table(seat, on)) => {
                seat < self.seats && self.has(self.losable(seat) & self.t.artifacts, on)
            }
            _ => false,
        }
    }

    pub(in crate::games) fn allows_bonus(&self, patch: u8, action: Action) -> bool {
        match (self.bonus_of(patch), action) {
            (_, Action::Done) => true,
            (Some(bonus), Action::Bonus(target)) => self.can_use(bonus, target),
            (Some(Bonus::Exchange), Action::Exchange(def)) => self.has(self.s.hands[self.s.active as usize], def),
            _ => false,
        }
    }

    /// The cards that are looked at and not yet put back, each definition once.
    pub(in crate::games) fn defs_in_order(&self, put: u8, out: &mut Vec<Action>) {
        let left = &self.s.top.cards()[put as usize..];
        for (i, id) in left.iter().enumerate() {
            let def = self.t.def_of[*id as usize];
            if !left[..i].iter().any(|id| self.t.def_of[*id as usize] == def) {
                out.push(Action::Put(def));
            }
        }
    }

    /// Where a card is among those that are not yet put back.
    pub(in crate::games) fn in_order(&self, put: u8, def: u8) -> Option<usize> {
        let is_it = |id: &Id| self.t.def_of[*id as usize] == def;
        self.s.top.cards()[put as usize..].iter().position(is_it).map(|at| at + put as usize)
    }

    /// Cards of a hand that can still be chosen to be passed on.
    pub(in crate::games) fn passable(&self, seat: u8) -> Cards {
        self.s.hands[seat as usize] & !self.s.passing[seat as usize]
    }
}

impl<W: EventSink<Event>> Play<'_, W> {
    /// Whether the Patch that was laid brings something that can be used now; then the player decides.
    pub(in crate::games) fn offer_bonus(&mut self, patch: u8) -> bool {
        let position = self.position();
        let some_seat = || (0..position.seats).any(|seat| position.can_use(Bonus::LookAtHand, Target::Seat(seat)));
        let some_artifact = || (0..position.seats).any(|seat| position.losable(seat) & position.t.artifacts != 0);
        let can = match position.bonus_of(patch) {
            None => false,
            Some(Bonus::Draw(_) | Bonus::Order(_)) => true,
            Some(Bonus::LookAtHand) => some_seat(),
            Some(Bonus::TakeBack) => position.discarded() & position.t.artifacts != 0,
            Some(Bonus::Exchange) => position.s.hands[position.s.active as usize] != 0,
            Some(Bonus::LoseArtifact) => some_artifact(),
        };
        if can {
            self.s.chain = Pile::EMPTY;
            self.s.step = Step::Bonus(patch);
        }
        can
    }

    pub(in crate::games) fn use_bonus(&mut self, patch: u8, action: Action) {
        let seat = self.s.active;
        match (self.position().bonus_of(patch), action) {
            (Some(Bonus::Draw(n)), Action::Bonus(_)) => (0..n).for_each(|_| self.draw(seat)),
            (Some(Bonus::Order(n)), Action::Bonus(_)) => return self.look_at_top(n),
            (Some(Bonus::LookAtHand), Action::Bonus(Target::Seat(of))) => self.look_at_hand(of),
            (Some(Bonus::TakeBack), Action::Bonus(Target::Pile(def))) => self.rewind(def),
            (Some(Bonus::LoseArtifact), Action::Bonus(Target::Table(from, def))) => {
                let id = self.off_table(from, def);
                self.s.discard.push(id);
                self.emit(Event::Loses { seat: from, card: def });
            }
            (Some(Bonus::Exchange), Action::Exchange(def)) => {
                self.discard(seat, def);
                self.draw(seat);
            }
            _ => {}
        }
        self.spend();
    }

    /// Looks at the top cards of the draw pile; those that somebody has put there in order come first.
    fn look_at_top(&mut self, n: u8) {
        let seat = self.s.active;
        while self.s.top.cards().len() < usize::from(n).min(ORDERED) && !self.s.deck.cards().is_empty() {
            let (cards, of) = (self.s.deck.cards(), &self.t.def_of);
            let at = self.w.pick(&mut self.s.dice, cards.len() as u32, &|i| of[cards[i as usize] as usize].into());
            let id = self.s.deck.swap_out(at as usize);
            self.s.top.push(id);
        }
        self.s.looker = seat;
        self.emit(Event::LooksAtTop { seat, n: self.s.top.cards().len() as u8 });
        for at in 0..self.s.top.cards().len() {
            let card = self.t.def_of[self.s.top.cards()[at] as usize];
            self.emit_to(seat, Event::OnTop { card });
        }
        self.order_on(0);
    }

    /// Goes on to put cards back, if there is anything to decide.
    fn order_on(&mut self, put: u8) {
        match self.s.top.cards().len() as u8 - put {
            0 | 1 => self.spend(),
            _ => self.s.step = Step::Order(put),
        }
    }

    pub(in crate::games) fn put_back(&mut self, def: u8) {
        let Step::Order(put) = self.s.step else { return };
        let at = self.position().in_order(put, def).expect("it was looked at");
        self.s.top.cards_mut()[put as usize..=at].rotate_right(1);
        self.order_on(put + 1);
    }

    fn look_at_hand(&mut self, of: u8) {
        let (seat, hand) = (self.s.active, self.s.hands[of as usize]);
        self.s.knows[seat as usize] |= hand;
        self.emit(Event::LooksAtHand { seat, of });
        for id in ids(hand) {
            let card = self.t.def_of[id as usize];
            self.emit_to_both(seat, of, Event::Holds { seat: of, card });
        }
    }

    /// Everybody chooses, the player first; whoever has not more cards passes them all (ES-098 to ES-100, ES-R31). Who
    /// knew cards in a hand cannot tell any more which of them stay.
    pub(in crate::games) fn begin_passing(&mut self, n: u8) {
        self.forget(Cards::MAX);
        for seat in 0..self.seats {
            let hand = self.s.hands[seat as usize];
            self.s.passing[seat as usize] = if hand.count_ones() <= n.into() { hand } else { 0 };
        }
        self.pass_on(n);
    }

    pub(in crate::games) fn choose_to_pass(&mut self, def: u8) {
        let Step::Pass(seat, n) = self.s.step else { return };
        let copies = self.position().passable(seat) & self.t.copies[def as usize];
        self.s.passing[seat as usize] |= copies & copies.wrapping_neg();
        self.pass_on(n);
    }

    /// The next seat that chooses, or the exchange, all at once.
    fn pass_on(&mut self, n: u8) {
        let owes = |seat: &u8| {
            let passing = self.s.passing[*seat as usize];
            passing.count_ones() < self.s.hand_size(*seat).min(n.into())
        };
        if let Some(seat) = self.round(self.s.active).find(owes) {
            self.s.step = Step::Pass(seat, n);
            return;
        }
        let passing = std::mem::replace(&mut self.s.passing, [0; SEATS]);
        for seat in 0..self.seats {
            self.s.hands[seat as usize] &= !passing[seat as usize];
        }
        self.emit(Event::PassesCards { n });
        for seat in 0..self.seats {
            let (next, cards) = (self.next(seat), passing[seat as usize]);
            self.s.hands[next as usize] |= cards;
            self.s.knows[seat as usize] |= cards;
            for id in ids(cards) {
                self.emit_to_both(seat, next, Event::Gets { seat: next, card: self.t.def_of[id as usize] });
            }
        }
        self.finish();
    }

    /// ES-102; an answer may have taken the last card away.
    pub(in crate::games) fn steal_card(&mut self, from: u8) {
        let (seat, mut hand) = (self.s.active, Pile::<CARDS>::EMPTY);
        ids(self.s.hands[from as usize]).for_each(|id| hand.push(id));
        let (cards, of) = (hand.cards(), &self.t.def_of);
        if cards.is_empty() {
            return;
        }
        let at = self.w.pick(&mut self.s.dice, cards.len() as u32, &|i| of[cards[i as usize] as usize].into());
        let id = cards[at as usize];
        self.s.hands[from as usize] &= !(1 << id);
        // Others cannot tell whether what they knew of this hand is still there.
        for other in self.round(seat).skip(1).filter(|other| *other != from) {
            self.s.knows[other as usize] &= !self.s.hands[from as usize];
        }
        self.forget(1 << id);
        self.s.hands[seat as usize] |= 1 << id;
        self.s.knows[from as usize] |= 1 << id;
        self.emit_to_both(seat, from, Event::TakesCard { seat, from, card: self.t.def_of[id as usize] });
    }

    /// ES-103, ES-104, ES-R33
    pub(in crate::games) fn name_patch(&mut self, def: u8) {
        let seat = self.s.active;
        let copies = self.t.copies[def as usize];
        let holder = self.round(seat).skip(1).find(|other| self.s.hands[*other as usize] & copies != 0);
        match holder {
            Some(from) => {
                let id = self.out_of_hand(from, def);
                self.s.hands[seat as usize] |= 1 << id;
                self.all_know(seat, 1 << id);
                self.emit(Event::GivesUp { seat: from, to: seat, card: def });
            }
            None => self.emit(Event::NobodyHas { card: def }),
        }
    }
}
