//! What cards do.

use super::cards::{CardKind, Effect};
use super::state::{Cards, Id, Pile, SEATS, Step, Target, ids};
use super::{Event, MatchData, Play};
use crate::kernel::rules::{ALL_SEATS, EventSink};
use crate::timeline::{self, History, Ripple};

impl MatchData {
    /// What an Inverter or a Patch does to a history; nothing for other cards.
    pub(in crate::games) fn alter(&self, kind: CardKind, target: Target, history: &mut History) -> Option<Ripple> {
        match (kind, target) {
            (CardKind::Inverter(..), Target::Cell(cell)) => Some(self.timeline.reverse(history, cell)),
            (CardKind::Patch(patch), _) => {
                self.timeline.patch_over(history, patch);
                Some(Ripple::default())
            }
            _ => None,
        }
    }
}

impl<W: EventSink<Event>> Play<'_, W> {
    /// The card at the head of the chain does what it says.
    pub(in crate::games) fn take_effect(&mut self) {
        let (seat, at) = (self.s.active, self.s.active as usize);
        let id = self.s.chain.cards()[0];
        let (kind, target) = (self.t.def(id).kind, self.s.target);
        match kind {
            CardKind::Inverter(..) => self.invert(kind, target),
            CardKind::Patch(patch) => {
                self.t.alter(kind, target, &mut self.s.history);
                let cell = self.t.timeline.patches()[patch as usize].cell;
                self.emit(Event::Mended { cell, patch });
                // CN-080
                if self.t.options.patch_pays {
                    self.draw(seat);
                }
                if self.offer_bonus(patch) {
                    return;
                }
            }
            CardKind::Artifact { .. } | CardKind::Gadget(_) => {
                self.s.tables[at] |= 1 << id;
                self.emit(Event::Puts { seat, card: self.t.def_of[id as usize] });
            }
            CardKind::Action(effect) => return self.act_out(effect, target),
        }
        self.finish();
    }

    /// CN-063, CN-R18
    fn invert(&mut self, kind: CardKind, target: Target) {
        let Some(ripple) = self.t.alter(kind, target, &mut self.s.history) else { return };
        if let Target::Cell(cell) = target {
            let prime = self.s.history.primes & 1 << cell != 0;
            self.emit(Event::Reversed { cell, prime });
        }
        for cell in timeline::bits(ripple.torn) {
            self.emit(Event::Torn { cell });
        }
        let mut gone: Pile<64> = Pile::EMPTY;
        timeline::bits(ripple.nullified).for_each(|patch| gone.push(patch));
        let patches = self.t.timeline.patches();
        gone.cards_mut().sort_unstable_by_key(|patch| patches[*patch as usize].cell);
        for patch in gone.cards() {
            self.s.discard.push(self.t.on_patch[*patch as usize]);
            self.emit(Event::Nullified { patch: *patch });
        }
        for cell in timeline::bits(ripple.healed) {
            self.emit(Event::Healed { cell });
        }
        self.collapse();
    }

    fn act_out(&mut self, effect: Effect, target: Target) {
        let (seat, at) = (self.s.active, self.s.active as usize);
        match (effect, target) {
            (Effect::FastForward(n), _) => {
                (0..n).for_each(|_| self.draw(seat));
                self.s.plays += n;
            }
            (Effect::Draw(n), _) => (0..n).for_each(|_| self.draw(seat)),
            (Effect::TakeArtifact, Target::Table(from, def)) => {
                let id = self.off_table(from, def);
                self.s.tables[at] |= 1 << id;
                self.emit(Event::TakesArtifact { seat, from, card: def });
            }
            (Effect::LoseArtifact, Target::Table(from, def)) => {
                let id = self.off_table(from, def);
                self.s.discard.push(id);
                self.emit(Event::Loses { seat: from, card: def });
            }
            (Effect::Rewind, Target::Pile(def)) => self.rewind(def),
            (Effect::NewIdentity, Target::Seat(of)) => {
                let old = self.s.identities.held[of as usize];
                self.s.identities.put_under(old);
                self.emit(Event::Replaces { seat: of });
                self.take_identity(of);
            }
            (Effect::NewMission, _) => {
                let old = self.s.missions.held[at];
                self.s.missions.put_under(old);
                self.emit(Event::NewOrders { seat });
                self.take_mission(seat);
            }
            (Effect::SwapHands, Target::Seat(with)) => {
                self.s.hands.swap(at, with as usize);
                for (one, other) in [(at, with as usize), (with as usize, at)] {
                    self.s.knows[one] = (self.s.knows[one] | self.s.hands[other]) & !self.s.hands[one];
                }
                self.emit(Event::SwapsHands { seat, with });
                self.show_hands();
            }
            (Effect::PassHands, _) => {
                let before = self.s.hands;
                for seat in 0..self.seats {
                    self.s.hands[self.next(seat) as usize] = before[seat as usize];
                }
                for (seat, passed) in before.iter().enumerate().take(self.seats.into()) {
                    self.s.knows[seat] = (self.s.knows[seat] | passed) & !self.s.hands[seat];
                }
                self.emit(Event::PassesHands);
                self.show_hands();
            }
            (Effect::GatherHands, _) => self.gather_hands(None),
            // ES-101, ES-R30
            (Effect::RedealHands, _) => self.gather_hands(Some(self.s.hands.map(Cards::count_ones))),
            (Effect::PassCards(n), _) => return self.begin_passing(n),
            (Effect::StealCard, Target::Seat(from)) => self.steal_card(from),
            (Effect::NamePatch, Target::Named(def)) => self.name_patch(def),
            (Effect::Ahead(n), _) => {
                self.s.ahead += n;
                self.emit(Event::IsAhead { seat, n });
            }
            (Effect::TakeCard, Target::Seat(from)) => {
                let hand = self.s.hands[from as usize];
                self.s.knows[at] |= hand;
                self.emit(Event::LooksAtHand { seat, of: from });
                for id in ids(hand) {
                    let card = self.t.def_of[id as usize];
                    self.emit_to_both(seat, from, Event::Holds { seat: from, card });
                }
                // CN-R29: an answer may have taken the last card away.
                if hand != 0 {
                    self.s.step = Step::Take(from);
                    return;
                }
            }
            (Effect::TrimHands(limit), _) => return self.trim(limit),
            _ => {}
        }
        self.finish();
    }

    pub(in crate::games) fn off_table(&mut self, seat: u8, def: u8) -> Id {
        let copies = self.s.tables[seat as usize] & self.t.copies[def as usize];
        let id = ids(copies).next().expect("it lies there");
        self.s.tables[seat as usize] &= !(1 << id);
        id
    }

    /// Takes the topmost such card of the discard pile, before everybody's eyes.
    pub(in crate::games) fn rewind(&mut self, def: u8) {
        let seat = self.s.active;
        let Some(at) = self.s.discard.cards().iter().rposition(|id| self.t.def_of[*id as usize] == def) else { return };
        let id = self.s.discard.take_out(at);
        self.s.hands[seat as usize] |= 1 << id;
        for other in self.round(seat).skip(1) {
            self.s.knows[other as usize] |= 1 << id;
        }
        self.emit(Event::TakesBack { seat, card: def });
    }

    pub(in crate::games) fn take_card(&mut self, from: u8, def: u8) {
        let seat = self.s.active;
        let id = self.out_of_hand(from, def);
        self.s.hands[seat as usize] |= 1 << id;
        self.s.knows[from as usize] |= 1 << id;
        self.emit_to_both(seat, from, Event::TakesCard { seat, from, card: def });
        self.finish();
    }

    /// All hands together and dealt out again: so many to each, or as many to each, what is left over clockwise from the
    /// left of the player.
    fn gather_hands(&mut self, sizes: Option<[u32; SEATS]>) {
        let mut cards: Pile<{ super::CARDS }> = Pile::EMPTY;
        for hand in &mut self.s.hands {
            ids(std::mem::take(hand)).for_each(|id| cards.push(id));
        }
        let all = cards.cards().iter().fold(0, |m: Cards, id| m | 1 << id);
        self.forget(all);
        self.emit(Event::GathersHands);
        let (share, odd) = (cards.cards().len() / self.seats as usize, cards.cards().len() % self.seats as usize);
        for (i, seat) in self.round(self.next(self.s.active)).enumerate() {
            let size = sizes.map_or(share + usize::from(i < odd), |sizes| sizes[seat as usize] as usize);
            for _ in 0..size {
                let (left, of) = (cards.cards(), &self.t.def_of);
                let at = self.w.pick(&mut self.s.dice, left.len() as u32, &|i| of[left[i as usize] as usize].into());
                let id = cards.swap_out(at as usize);
                self.s.hands[seat as usize] |= 1 << id;
                self.emit_to(seat, Event::Gets { seat, card: self.t.def_of[id as usize] });
            }
        }
    }

    /// Each seat sees what it has got.
    fn show_hands(&mut self) {
        for seat in 0..self.seats {
            for id in ids(self.s.hands[seat as usize]) {
                self.emit_to(seat, Event::Gets { seat, card: self.t.def_of[id as usize] });
            }
        }
    }

    /// The next seat that has too many cards discards one, the player first, then in turn order.
    pub(in crate::games) fn trim(&mut self, limit: u8) {
        let has_too_many = |seat: &u8| self.s.hand_size(*seat) > limit.into();
        match self.round(self.s.active).find(has_too_many) {
            Some(seat) => self.s.step = Step::Trim(seat, limit),
            None => self.finish(),
        }
    }

    /// A new identity for a seat, from the top of the pile, if there is one.
    pub(in crate::games) fn take_identity(&mut self, seat: u8) {
        let first = self.t.defs.len() as u8;
        let (w, dice) = (&mut *self.w, &mut self.s.dice);
        let pick = |pile: &[u8]| w.pick(dice, pile.len() as u32, &|i| (first + pile[i as usize]).into());
        if let Some(id) = self.s.identities.draw(seat, pick) {
            self.s.identities.held[seat as usize] = id;
            self.emit_to(seat, Event::Identity { seat, id });
        }
    }

    /// The same with missions.
    pub(in crate::games) fn take_mission(&mut self, seat: u8) {
        let first = (self.t.defs.len() + self.t.identities.len()) as u8;
        let (w, dice) = (&mut *self.w, &mut self.s.dice);
        let pick = |pile: &[u8]| w.pick(dice, pile.len() as u32, &|i| (first + pile[i as usize]).into());
        if let Some(id) = self.s.missions.draw(seat, pick) {
            self.s.missions.held[seat as usize] = id;
            self.emit_to(seat, Event::Mission { seat, id });
        }
    }

    /// Everybody sees an identity or a mission (CN-043).
    pub(in crate::games) fn reveal(&mut self, seat: u8) {
        for secrets in [&mut self.s.identities, &mut self.s.missions] {
            if let Some(known) = secrets.known.get_mut(secrets.held[seat as usize] as usize) {
                *known = ALL_SEATS;
            }
        }
    }
}
