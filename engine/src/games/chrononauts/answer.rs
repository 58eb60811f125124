//! A card is being played, and others may answer it with Memos (CN-103 to CN-114, CN-R19 to CN-R23).

use super::state::{Pile, Step, Target};
use super::{Event, Play};
use crate::kernel::rules::EventSink;

impl<W: EventSink<Event>> Play<'_, W> {
    /// Plays a card: everybody hears of it, with its target, before anything happens.
    pub(in crate::games) fn announce(&mut self, def: u8, target: Target) {
        let seat = self.s.active;
        let id = self.out_of_hand(seat, def);
        (self.s.chain, self.s.target) = (Pile::EMPTY, target);
        self.s.chain.push(id);
        (self.s.answered, self.s.fresh) = (seat, false);
        self.emit(Event::Plays { seat, card: def, target });
        self.ask(self.next(seat));
    }

    /// Asks whether somebody answers, clockwise from this seat to whoever played last.
    pub(in crate::games) fn ask(&mut self, from: u8) {
        let mut seat = from;
        while seat != self.s.answered {
            if self.s.hands[seat as usize] & self.t.memos != 0 {
                self.s.step = Step::Answer(seat);
                return;
            }
            seat = self.next(seat);
        }
        self.resolve_chain();
    }

    /// The seat that was asked answers with a Memo, which may be answered in turn (CN-114).
    pub(in crate::games) fn answer(&mut self, def: u8) {
        let Step::Answer(seat) = self.s.step else { return };
        let id = self.out_of_hand(seat, def);
        self.s.chain.push(id);
        self.s.answered = seat;
        self.emit(Event::Answers { seat, card: def });
        self.ask(self.next(seat));
    }

    /// Nobody answers any more: of the chain each card cancels the one before it.
    fn resolve_chain(&mut self) {
        let chain = self.s.chain;
        let (card, memos) = chain.cards().split_first().expect("a card is being played");
        if memos.len() % 2 == 1 {
            // CN-R23
            chain.cards().iter().for_each(|id| self.s.discard.push(*id));
            self.s.chain = Pile::EMPTY;
            self.emit(Event::Cancelled { card: self.t.def_of[*card as usize] });
            return self.spend();
        }
        memos.iter().for_each(|id| self.s.discard.push(*id));
        self.s.chain = Pile::EMPTY;
        self.s.chain.push(*card);
        self.take_effect();
    }

    /// The card has done what it does.
    pub(in crate::games) fn finish(&mut self) {
        let id = self.s.chain.cards()[0];
        if self.is_spent(id) {
            self.s.discard.push(id);
        }
        self.s.chain = Pile::EMPTY;
        self.spend();
    }

    /// One play of the turn is over, unless the game is.
    pub(in crate::games) fn spend(&mut self) {
        self.s.plays -= 1;
        if self.s.over.is_none() {
            self.play_on();
        }
    }
}
