//! Looking at the top of a Codex: some cards are taken, the rest is put away or put in order.

use catalog::ability::{Destination, TriggerEvent};

use super::actions::Visitor;
use super::position::Position;
use super::resolve::OpOutcome;
use super::state::{Frame, Id, NONE, Zone};
use super::{Action, Event, Play};
use crate::effect::{Ix, Op};
use crate::kernel::rules::EventSink;

impl<const N: usize, const B: usize> Position<'_, N, B> {
    /// Cards that are looked at, and what may be done with them: first taken, then put away, then put in order.
    pub fn visit_peeked(&self, frame: &Frame, take: Option<Ix>, see: &mut Visitor<'_>) -> bool {
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
            1 => rest == Destination::Either,
            _ => false,
        };
        !free || see(Action::Done)
    }
}

impl<const N: usize, const B: usize, W: EventSink<Event>> Play<'_, N, B, W> {
    // Looking at the top of a Codex: `left` cards are still looked at; `part` is 0 while some are taken, 1 while the
    // rest is put away, 2 while those that stay on top are put in order.

    pub(super) fn peek(
        &mut self,
        mut frame: Frame,
        count: Ix,
        take: Option<Ix>,
        most: u8,
        rest: Destination,
    ) -> OpOutcome {
        let seat = frame.item.seat;
        if !frame.busy {
            let n = self.amount(count, &frame).min(self.s.codex(seat).len().into()) as u8;
            self.fix_top(seat, n);
            for i in 0..n {
                let id = self.s.top_cards(seat, n).nth(i.into()).unwrap_or(NONE);
                self.s.known.as_flattened_mut()[id as usize] |= 1 << seat;
                self.emit_to(Event::Sees { seat, card: id }, 1 << seat);
            }
            (frame.busy, frame.left, frame.part, frame.players) = (true, n, 0, most);
            self.s.frame = Some(frame);
        }
        if frame.part == 0 {
            let fits = |id: Id| take.is_none_or(|f| self.position().fits_printed(f, id));
            if frame.players > 0 && self.s.top_cards(seat, frame.left).any(fits) {
                self.s.frame = Some(frame);
                return OpOutcome::Decision;
            }
            frame.part = 1;
        }
        if frame.part == 1 {
            match rest {
                Destination::Discard => {
                    while frame.left > 0 {
                        let Some(id) = self.top(seat) else { break };
                        self.take_from_deck(id);
                        self.place(id, Zone::Void);
                        self.emit(Event::Mills { seat, card: id });
                        self.happen(TriggerEvent::Milled, id);
                        frame.left -= 1;
                    }
                }
                Destination::Bottom if frame.left == 1 => {
                    self.put_peeked_under(&mut frame);
                }
                Destination::Bottom | Destination::Either if frame.left > 0 => {
                    self.s.frame = Some(frame);
                    return OpOutcome::Decision;
                }
                _ => {}
            }
            (frame.part, frame.players) = (2, 0);
        }
        // What stays on top, in any order: `players` counts those that have their place.
        if frame.left > frame.players + 1 {
            self.s.frame = Some(frame);
            return OpOutcome::Decision;
        }
        OpOutcome::On(frame.next())
    }

    fn put_peeked_under(&mut self, frame: &mut Frame) {
        let seat = frame.item.seat;
        let top = self.s.top_cards(seat, 1).next();
        if let Some(id) = top {
            self.put_in_deck(id, true);
            frame.left -= 1;
        }
    }

    /// A card that is looked at was chosen, or nothing more is.
    pub(super) fn act_on_peeked(&mut self, mut frame: Frame, action: Action) {
        let seat = frame.item.seat;
        let Some(Op::Look { to, take, .. }) = self.position().op(&frame) else { return };
        match (frame.part, action) {
            (0, Action::Choose(id)) => {
                self.take_from_deck(id);
                frame.left -= 1;
                frame.players -= 1;
                if to == Destination::Play {
                    self.place(id, Zone::Stack);
                    frame.enters = id;
                } else {
                    self.place(id, Zone::Hand);
                    let shown = if take.is_some() { crate::kernel::rules::ALL_SEATS } else { 1 << seat };
                    self.s.known.as_flattened_mut()[id as usize] |= shown;
                    self.emit_to(Event::Takes { seat, card: id }, shown);
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
