//! What an effect under way may ask: targets, payments, cards of a pile, ways.

use super::super::live::Position;
use super::super::state::{Frame, Id, PAYING, POWER, SACRIFICED, UNCHOSEN, Zone};
use super::super::turn::{CITY, RESEARCH, TO_LIMIT};
use super::Action;
use crate::effect::{Ix, Op};

impl<'a, const N: usize> Position<'a, N> {
    pub(super) fn list_frame(&self, frame: &Frame, out: &mut Vec<Action>) {
        if frame.user == UNCHOSEN {
            return out.extend(self.users(frame.seat).map(Action::Choose));
        }
        if frame.owed > 0 {
            return out.extend((0..POWER as u8).filter(|r| self.may_spend(frame.seat, *r)).map(Action::Pay));
        }
        let Some(op) = self.op(frame) else {
            return match frame.at {
                CITY => out.extend([Action::TakePower, Action::TakeResources]),
                RESEARCH => out.extend([Action::Keep, Action::Under]),
                TO_LIMIT => out.extend(self.discardable(frame.seat).map(Action::Choose)),
                _ => {}
            };
        };
        match op {
            Op::Target { slot, pick, .. } => {
                let left = self.left_for(frame, slot);
                out.extend(self.targets(pick, frame.seat, frame.source, left).map(Action::Choose));
            }
            Op::Choose { pick, .. } => {
                let left = self.spendable_resources(frame.seat);
                out.extend(self.targets(pick, frame.seat, frame.source, left).map(Action::Choose));
            }
            Op::Opponent => out.extend(self.opponents(frame.seat).map(Action::Seat)),
            Op::OtherCosts { cost, .. } if frame.left == 0 => self.list_payable(cost, frame, out),
            Op::OtherCosts { .. } => out.extend(self.discardable(frame.seat).map(Action::Choose)),
            Op::Points(_, n) => {
                let seat = self.first_of(frame.players).unwrap_or(frame.seat);
                out.extend(self.movable(seat, n).map(Action::In));
            }
            Op::Discard(..) => out.extend(self.discardable(self.decider()).map(Action::Choose)),
            Op::Research(_) => out.extend([Action::Keep, Action::Under]),
            Op::Download { filter, from, .. } | Op::Put { filter, from, .. } => {
                let zone = super::super::setup::zone(from);
                out.extend(self.findable(filter, frame.seat, zone).map(Action::Choose));
                if zone != Zone::Discard {
                    out.push(Action::No);
                }
            }
            Op::May(_) => out.extend([Action::Yes, Action::No]),
            Op::Branch(branch) => {
                out.extend((0..self.t.code.branches[branch as usize].len() as u8).map(Action::Way));
            }
            Op::PayOr { cost, pick, .. } => match (frame.flags & PAYING != 0, frame.flags & SACRIFICED != 0, pick) {
                (true, false, Some(pick)) => {
                    let left = self.spendable_resources(frame.seat);
                    out.extend(self.targets(pick, frame.seat, frame.source, left).map(Action::Choose));
                }
                (true, ..) if frame.left == 0 => self.list_payable(cost, frame, out),
                (true, ..) => out.extend(self.discardable(frame.seat).map(Action::Choose)),
                (false, ..) => out.extend([Action::Yes, Action::No]),
            },
            _ => {}
        }
    }

    fn list_payable(&self, cost: Ix, frame: &Frame, out: &mut Vec<Action>) {
        let points = self.t.code.costs[cost as usize].points;
        out.extend(self.payable(frame.seat, points).map(Action::In));
    }

    /// Whether the points of a cost may be given up in this city.
    fn may_give_up(&self, cost: Ix, frame: &Frame, city: u8) -> bool {
        let points = self.t.code.costs[cost as usize].points;
        frame.left == 0 && points > 0 && self.payable(frame.seat, points).any(|c| c == city)
    }

    fn may_spend(&self, seat: u8, resource: u8) -> bool {
        (resource as usize) < POWER && self.s.player(seat).resources[resource as usize] > 0
    }

    /// The cards in hand, one of each kind.
    fn discardable(self, seat: u8) -> impl Iterator<Item = Id> + use<'a, N> {
        let position = self;
        self.s.cards(seat, Zone::Hand).iter().filter(move |id| position.is_first_of_kind(seat, Zone::Hand, *id))
    }

    fn may_discard(&self, seat: u8, id: Id) -> bool {
        self.exists(id) && self.s.cards(seat, Zone::Hand).has(id) && self.is_first_of_kind(seat, Zone::Hand, id)
    }

    pub(super) fn allows_frame(&self, frame: &Frame, action: Action) -> bool {
        use Action as A;
        if frame.user == UNCHOSEN {
            return matches!(action, A::Choose(id) if self.exists(id) && self.may_be_user(frame.seat, id));
        }
        if frame.owed > 0 {
            return matches!(action, A::Pay(r) if self.may_spend(frame.seat, r));
        }
        let target = |pick: Ix, id: Id, left: i16| {
            let pick = &self.t.code.groups[pick as usize];
            self.owned_in_play(id) && self.choosable(pick, frame.seat, frame.source, id, left)
        };
        let Some(op) = self.op(frame) else {
            return match (frame.at, action) {
                (CITY, A::TakePower | A::TakeResources) | (RESEARCH, A::Keep | A::Under) => true,
                (TO_LIMIT, A::Choose(id)) => self.may_discard(frame.seat, id),
                _ => false,
            };
        };
        match (op, action) {
            (Op::Target { slot, pick, .. }, A::Choose(id)) => target(pick, id, self.left_for(frame, slot)),
            (Op::Choose { pick, .. }, A::Choose(id)) => target(pick, id, self.spendable_resources(frame.seat)),
            (Op::Opponent, A::Seat(seat)) => self.opponents(frame.seat).any(|o| o == seat),
            (Op::OtherCosts { cost, .. }, A::In(city)) => self.may_give_up(cost, frame, city),
            (Op::OtherCosts { .. }, A::Choose(id)) => frame.left > 0 && self.may_discard(frame.seat, id),
            (Op::Points(_, n), A::In(city)) => {
                let seat = self.first_of(frame.players).unwrap_or(frame.seat);
                self.movable(seat, n).any(|c| c == city)
            }
            (Op::Discard(..), A::Choose(id)) => self.may_discard(self.decider(), id),
            (Op::Research(_), A::Keep | A::Under) | (Op::May(_), A::Yes | A::No) => true,
            (Op::Download { from, .. } | Op::Put { from, .. }, A::No) => {
                super::super::setup::zone(from) != Zone::Discard
            }
            (Op::Download { filter, from, .. } | Op::Put { filter, from, .. }, A::Choose(id)) => {
                let zone = super::super::setup::zone(from);
                self.exists(id)
                    && self.s.cards(frame.seat, zone).has(id)
                    && self.t.code.filters[filter as usize].printed.has(self.s.permanent(id).def)
                    && self.is_first_of_kind(frame.seat, zone, id)
            }
            (Op::Branch(branch), A::Way(i)) => (i as usize) < self.t.code.branches[branch as usize].len(),
            (Op::PayOr { cost, pick, .. }, _) => {
                let (paying, done) = (frame.flags & PAYING != 0, frame.flags & SACRIFICED != 0);
                match (paying, done, pick, action) {
                    (false, _, _, A::Yes | A::No) => true,
                    (true, false, Some(pick), A::Choose(id)) => target(pick, id, self.spendable_resources(frame.seat)),
                    (true, _, _, A::In(city)) if done || pick.is_none() => self.may_give_up(cost, frame, city),
                    (true, _, _, A::Choose(id)) if done || pick.is_none() => {
                        frame.left > 0 && self.may_discard(frame.seat, id)
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }
}
