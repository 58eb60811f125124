//! Looking at the top of a Codex: some cards are taken, the rest is put away or put in order.

use catalog::ability::{Event as Happening, Place};

use super::look::Look;
use super::resolve::Ran;
use super::state::{Frame, Id, NONE, Zone};
use super::visit::See;
use super::{Action, Event, Play};
use crate::effect::{Ix, Op};
use crate::game::Witness;

impl<const N: usize, const B: usize> Look<'_, N, B> {
    /// Cards that are looked at, and what may be done with them: first taken, then put away, then put in order.
    pub fn visit_looked(&self, frame: &Frame, take: Option<Ix>, see: &mut See<'_>) -> bool {
        let Some(Op::Look { rest, .. }) = self.op(frame) else { return true };
        let seat = frame.item.seat;
        let placed = if frame.part == 2 { frame.players as usize } else { 0 };
        let looked = self.s.top_cards(seat, frame.left).skip(placed);
        let fits = |id: &Id| frame.part != 0 || take.is_none_or(|f| self.fits_printed(f, *id));
        let fitting = looked.filter(fits);
        for (i, id) in fitting.clone().enumerate() {
            // Two copies are one choice.
            let known = fitting.clone().take(i).any(|before| self.t.def_at(before) == self.t.def_at(id));
            if !known && !see(Action::Choose(id)) {
                return false;
            }
        }
        let free = match frame.part {
            0 => take.is_some(),
            1 => rest == Place::Either,
            _ => false,
        };
        !free || see(Action::Done)
    }
}

impl<const N: usize, const B: usize, W: Witness<Event>> Play<'_, N, B, W> {
    // Looking at the top of a Codex: `left` cards are still looked at; `part` is 0 while some are taken, 1 while the
    // rest is put away, 2 while those that stay on top are put in order.

    pub(super) fn look_at(&mut self, mut frame: Frame, count: Ix, take: Option<Ix>, most: u8, rest: Place) -> Ran {
        let seat = frame.item.seat;
        if !frame.busy {
            let n = self.amount(count, &frame).min(self.s.codex(seat).len().into()) as u8;
            self.fix_top(seat, n);
            for i in 0..n {
                let id = self.s.top_cards(seat, n).nth(i.into()).unwrap_or(NONE);
                self.s.known.as_flattened_mut()[id as usize] |= 1 << seat;
                self.tell_some(Event::Sees { seat, card: id }, 1 << seat);
            }
            (frame.busy, frame.left, frame.part, frame.players) = (true, n, 0, most);
            self.s.frame = Some(frame);
        }
        if frame.part == 0 {
            let fits = |id: Id| take.is_none_or(|f| self.look().fits_printed(f, id));
            if frame.players > 0 && self.s.top_cards(seat, frame.left).any(fits) {
                self.s.frame = Some(frame);
                return Ran::Decision;
            }
            frame.part = 1;
        }
        if frame.part == 1 {
            match rest {
                Place::Discard => {
                    while frame.left > 0 {
                        let Some(id) = self.top(seat) else { break };
                        self.take_from_deck(id);
                        self.place(id, Zone::Void);
                        self.tell(Event::Mills { seat, card: id });
                        self.happen(Happening::Milled, id);
                        frame.left -= 1;
                    }
                }
                Place::Bottom if frame.left == 1 => {
                    self.put_looked_under(&mut frame);
                }
                Place::Bottom | Place::Either if frame.left > 0 => {
                    self.s.frame = Some(frame);
                    return Ran::Decision;
                }
                _ => {}
            }
            (frame.part, frame.players) = (2, 0);
        }
        // What stays on top, in any order: `players` counts those that have their place.
        if frame.left > frame.players + 1 {
            self.s.frame = Some(frame);
            return Ran::Decision;
        }
        Ran::On(frame.next())
    }

    fn put_looked_under(&mut self, frame: &mut Frame) {
        let seat = frame.item.seat;
        let top = self.s.top_cards(seat, 1).next();
        if let Some(id) = top {
            self.put_in_deck(id, true);
            frame.left -= 1;
        }
    }

    /// A card that is looked at was chosen, or nothing more is.
    pub(super) fn act_on_looked(&mut self, mut frame: Frame, action: Action) {
        let seat = frame.item.seat;
        let Some(Op::Look { to, take, .. }) = self.look().op(&frame) else { return };
        match (frame.part, action) {
            (0, Action::Choose(id)) => {
                self.take_from_deck(id);
                frame.left -= 1;
                frame.players -= 1;
                if to == Place::Play {
                    self.place(id, Zone::Stack);
                    frame.enters = id;
                } else {
                    self.place(id, Zone::Hand);
                    let shown = if take.is_some() { crate::game::ALL } else { 1 << seat };
                    self.s.known.as_flattened_mut()[id as usize] |= shown;
                    self.tell_some(Event::Takes { seat, card: id }, shown);
                }
            }
            (0, _) => frame.part = 1,
            (1, Action::Choose(id)) => {
                self.put_in_deck(id, true);
                frame.left -= 1;
            }
            (1, _) => (frame.part, frame.players) = (2, 0),
            (_, Action::Choose(id)) => {
                // The next from the top: the others keep their order.
                let slot = (id as usize % super::SLOTS) as u8;
                let deck = self.s.decks[seat as usize].cards_mut();
                let top = deck.len() - 1 - frame.players as usize;
                if let Some(at) = deck.iter().position(|s| *s == slot) {
                    deck[at..=top].rotate_left(1);
                }
                frame.players += 1;
            }
            _ => {}
        }
        self.s.frame = Some(frame);
    }
}
