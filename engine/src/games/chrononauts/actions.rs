//! What a seat can do, and what of it is allowed.

use super::cards::{CardKind, Effect};
use super::state::{Cards, NONE, Step, Target, ids};
use super::{Position, TradeItem};
use crate::timeline::{self, Cells, Ripple};

/// What a seat can do. Cards are named by their definition: copies are alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Draw the card of the turn.
    Draw,
    /// Play a card.
    Play(u8, Target),
    /// Discard a card: instead of a play, to kill time, or down to a limit.
    Discard(u8),
    /// Discard this card for another one, by a Gadget.
    Exchange(u8),
    /// Answer a card with this Memo.
    Memo(u8),
    /// Let the card happen.
    Pass,
    /// Take this card out of the other hand.
    Take(u8),
    /// No second discard.
    Done,
    /// Keep the identity; do not say that the game is won.
    Keep,
    /// Take another identity.
    Replace,
    /// Say that the game is won.
    Claim,
    /// Offer this seat a trade.
    Offer(u8),
    /// Ask for something in the trade.
    Ask(TradeItem),
    /// Give something in the trade.
    Give(TradeItem),
    /// Make the offer.
    Propose,
    /// Offer nothing after all.
    Withdraw,
    /// Take the offer.
    Accept,
    /// Do not take the offer.
    Refuse,
    /// Choose this card to be passed on.
    Hand(u8),
    /// Use what a Patch brings beside its card.
    Bonus(Target),
    /// Put this card on the draw pile, below those that are already there.
    Put(u8),
}

impl Action {
    pub(in crate::games) fn key(self) -> u64 {
        let (kind, what, target) = match self {
            Action::Draw => (0, 0, 0),
            Action::Play(def, target) => (1, def, target.key()),
            Action::Discard(def) => (2, def, 0),
            Action::Exchange(def) => (3, def, 0),
            Action::Memo(def) => (4, def, 0),
            Action::Pass => (5, 0, 0),
            Action::Take(def) => (6, def, 0),
            Action::Done => (7, 0, 0),
            Action::Keep => (8, 0, 0),
            Action::Replace => (9, 0, 0),
            Action::Claim => (10, 0, 0),
            Action::Offer(seat) => (11, seat, 0),
            Action::Ask(item) => (12, 0, item.key()),
            Action::Give(item) => (13, 0, item.key()),
            Action::Propose => (14, 0, 0),
            Action::Withdraw => (15, 0, 0),
            Action::Accept => (16, 0, 0),
            Action::Refuse => (17, 0, 0),
            Action::Hand(def) => (18, def, 0),
            Action::Bonus(target) => (19, 0, target.key()),
            Action::Put(def) => (20, def, 0),
        };
        kind << 32 | target << 8 | u64::from(what)
    }
}

/// What somebody does who wants nothing.
pub(in crate::games) fn passing_action(legal: &[Action]) -> usize {
    let quiet =
        |a: &Action| matches!(a, Action::Pass | Action::Keep | Action::Done | Action::Withdraw | Action::Refuse);
    let discards = |a: &Action| matches!(a, Action::Discard(_));
    legal.iter().position(quiet).or_else(|| legal.iter().position(discards)).unwrap_or(0)
}

impl Target {
    fn key(self) -> u64 {
        match self {
            Target::None => 0,
            Target::Cell(cell) => 1 << 16 | u64::from(cell),
            Target::Seat(seat) => 2 << 16 | u64::from(seat),
            Target::Table(seat, def) => 3 << 16 | u64::from(seat) << 8 | u64::from(def),
            Target::Pile(def) => 4 << 16 | u64::from(def),
            Target::Named(def) => 5 << 16 | u64::from(def),
        }
    }
}

impl Position<'_> {
    /// Who decides.
    pub fn decider(&self) -> u8 {
        match self.s.step {
            Step::Mulligan(seat) | Step::Answer(seat) | Step::Trim(seat, _) | Step::Pass(seat, _) => seat,
            Step::Deal => self.s.offer.with,
            Step::Draw | Step::Play | Step::Kill | Step::Take(_) | Step::Claim => self.s.active,
            Step::Trade | Step::Bundle | Step::Bonus(_) | Step::Order(_) | Step::Shed => self.s.active,
        }
    }

    /// The definitions of some cards, each once.
    pub(in crate::games) fn defs_of(&self, cards: Cards) -> impl Iterator<Item = u8> {
        let mut before = NONE;
        ids(cards).map(|id| self.t.def_of[id as usize]).filter(move |def| std::mem::replace(&mut before, *def) != *def)
    }

    pub(in crate::games) fn has(&self, cards: Cards, def: u8) -> bool {
        self.t.copies.get(def as usize).is_some_and(|copies| cards & copies != 0)
    }

    /// Everything that is allowed, in canonical order.
    pub fn legal_actions(&self, out: &mut Vec<Action>) {
        let hand = self.s.hands[self.decider() as usize];
        match self.s.step {
            Step::Mulligan(_) => out.extend([Action::Keep, Action::Replace]),
            Step::Draw => out.push(Action::Draw),
            Step::Play => {
                let reach = self.t.timeline.reachable(&self.s.history);
                for def in self.defs_of(hand) {
                    self.plays_of(def, reach, out);
                    out.push(Action::Discard(def));
                }
                if self.may_exchange() {
                    out.extend(self.defs_of(hand).map(Action::Exchange));
                }
            }
            Step::Answer(_) => {
                out.extend(self.defs_of(hand & self.t.memos).map(Action::Memo));
                out.push(Action::Pass);
            }
            Step::Kill => {
                out.extend(self.defs_of(hand).map(Action::Discard));
                out.push(Action::Done);
            }
            Step::Take(from) => out.extend(self.defs_of(self.s.hands[from as usize]).map(Action::Take)),
            Step::Trim(..) => out.extend(self.defs_of(hand).map(Action::Discard)),
            Step::Claim => out.extend([Action::Claim, Action::Keep]),
            Step::Trade | Step::Bundle | Step::Deal => self.trades(out),
            Step::Pass(seat, _) => out.extend(self.defs_of(self.passable(seat)).map(Action::Hand)),
            Step::Bonus(patch) => self.bonuses(patch, out),
            Step::Order(put) => self.defs_in_order(put, out),
            Step::Shed => out.extend(self.defs_of(hand).map(Action::Discard)),
        }
    }

    /// The ways to play a card of the hand, while these cells can be reached.
    fn plays_of(&self, def: u8, reach: Cells, out: &mut Vec<Action>) {
        let play = |target| Action::Play(def, target);
        let others = || (0..self.seats).filter(|seat| *seat != self.s.active);
        match self.t.defs[def as usize].kind {
            CardKind::Inverter(trues, primes) => {
                out.extend(timeline::bits(self.reversible(trues, primes, reach)).map(|cell| play(Target::Cell(cell))));
            }
            CardKind::Action(Effect::NewIdentity) if self.has_identities() => {
                out.extend((0..self.seats).map(|seat| play(Target::Seat(seat))));
            }
            CardKind::Action(Effect::SwapHands) => out.extend(others().map(|seat| play(Target::Seat(seat)))),
            CardKind::Action(Effect::TakeCard | Effect::StealCard) => {
                let has_cards = |seat: &u8| self.s.hands[*seat as usize] != 0;
                out.extend(others().filter(has_cards).map(|seat| play(Target::Seat(seat))));
            }
            CardKind::Action(Effect::TakeArtifact) => {
                for seat in others() {
                    out.extend(self.defs_of(self.takable(seat)).map(|on| play(Target::Table(seat, on))));
                }
            }
            CardKind::Action(Effect::LoseArtifact) => {
                for seat in 0..self.seats {
                    out.extend(self.defs_of(self.losable(seat)).map(|on| play(Target::Table(seat, on))));
                }
            }
            CardKind::Action(Effect::Rewind) => {
                let wanted = self.discarded() & (self.t.artifacts | self.t.patches);
                out.extend(self.defs_of(wanted).map(|on| play(Target::Pile(on))));
            }
            CardKind::Action(Effect::NamePatch) => {
                out.extend(self.defs_of(self.t.patches).map(|named| play(Target::Named(named))));
            }
            _ if self.allows_play(def, Target::None) => out.push(play(Target::None)),
            _ => {}
        }
    }

    /// Whether an action is allowed.
    pub fn allows(&self, action: Action) -> bool {
        let hand = self.s.hands[self.decider() as usize];
        match (self.s.step, action) {
            (Step::Mulligan(_), Action::Keep | Action::Replace)
            | (Step::Draw, Action::Draw)
            | (Step::Answer(_), Action::Pass)
            | (Step::Kill, Action::Done)
            | (Step::Claim, Action::Claim | Action::Keep) => true,
            (Step::Play, Action::Play(def, target)) => self.has(hand, def) && self.allows_play(def, target),
            (Step::Play | Step::Kill | Step::Trim(..) | Step::Shed, Action::Discard(def)) => self.has(hand, def),
            (Step::Play, Action::Exchange(def)) => self.may_exchange() && self.has(hand, def),
            (Step::Answer(_), Action::Memo(def)) => self.has(hand & self.t.memos, def),
            (Step::Take(from), Action::Take(def)) => self.has(self.s.hands[from as usize], def),
            (Step::Trade | Step::Bundle | Step::Deal, action) => self.allows_trade(action),
            (Step::Pass(seat, _), Action::Hand(def)) => self.has(self.passable(seat), def),
            (Step::Bonus(patch), action) => self.allows_bonus(patch, action),
            (Step::Order(put), Action::Put(def)) => self.in_order(put, def).is_some(),
            _ => false,
        }
    }

    fn allows_play(&self, def: u8, target: Target) -> bool {
        let other = |seat: u8| seat < self.seats && seat != self.s.active;
        match (self.t.defs[def as usize].kind, target) {
            (CardKind::Inverter(trues, primes), Target::Cell(cell)) => {
                let reach = self.t.timeline.reachable(&self.s.history);
                cell < 64 && self.reversible(trues, primes, reach) & 1 << cell != 0
            }
            // CN-077, CN-078, CN-R14, CN-R16
            (CardKind::Patch(patch), Target::None) => self.t.timeline.can_patch(&self.s.history, patch),
            (CardKind::Artifact { future, exists }, Target::None) => {
                // CN-100, CN-R12
                !(future && self.is_closed())
                    && exists.is_none_or(|scene| self.t.timeline.shows(&self.s.history, &scene, false))
            }
            (CardKind::Gadget(_), Target::None) => true,
            (CardKind::Action(effect), target) => match (effect, target) {
                // CN-R21: a Memo only answers.
                (Effect::Memo, _) => false,
                (Effect::NewIdentity, Target::Seat(seat)) => self.has_identities() && seat < self.seats,
                (Effect::NewMission, Target::None) => !self.s.missions.pile.cards().is_empty(),
                (Effect::SwapHands, Target::Seat(seat)) => other(seat),
                (Effect::TakeCard | Effect::StealCard, Target::Seat(seat)) => {
                    other(seat) && self.s.hands[seat as usize] != 0
                }
                (Effect::TakeArtifact, Target::Table(seat, on)) => other(seat) && self.has(self.takable(seat), on),
                (Effect::LoseArtifact, Target::Table(seat, on)) => {
                    seat < self.seats && self.has(self.losable(seat), on)
                }
                // ES-105, ES-106
                (Effect::NamePatch, Target::Named(on)) => self.has(self.t.patches, on),
                (Effect::Rewind, Target::Pile(on)) => {
                    let wanted = self.t.artifacts | self.t.patches;
                    let copies = self.t.copies.get(on as usize).map_or(0, |copies| copies & wanted);
                    self.discarded() & copies != 0
                }
                (
                    Effect::FastForward(_)
                    | Effect::Draw(_)
                    | Effect::TrimHands(_)
                    | Effect::GatherHands
                    | Effect::PassHands
                    | Effect::RedealHands
                    | Effect::PassCards(_)
                    | Effect::Ahead(_),
                    Target::None,
                ) => true,
                _ => false,
            },
            _ => false,
        }
    }

    /// The Linchpins that an Inverter can turn now: none that is out of reach (CN-101), none but Linchpins (CN-064).
    pub(super) fn reversible(&self, trues: Cells, primes: Cells, reach: Cells) -> Cells {
        let now = self.s.history.primes;
        (trues & !now | primes & now) & reach
    }

    /// Whether nothing after some year can be reached.
    pub(super) fn is_closed(&self) -> bool {
        self.t.timeline.reachable(&self.s.history) != Cells::MAX
    }

    fn has_identities(&self) -> bool {
        !self.s.identities.pile.cards().is_empty()
    }

    /// The Artifacts of another table that can be taken.
    fn takable(&self, seat: u8) -> Cards {
        self.losable(seat) & self.t.artifacts
    }

    /// What can be discarded from a table. A ward keeps Artifacts from others, not from their owner.
    pub(in crate::games) fn losable(&self, seat: u8) -> Cards {
        let table = self.s.tables[seat as usize];
        let warded = seat != self.s.active && table & self.t.wards != 0;
        if warded { table & !self.t.artifacts } else { table }
    }

    /// The discard pile, as a set.
    pub(in crate::games) fn discarded(&self) -> Cards {
        self.s.discard.cards().iter().fold(0, |m: Cards, id| m | 1 << id)
    }

    /// The cards of Patches that are in place.
    pub(in crate::games) fn placed_patches(&self) -> Cards {
        timeline::bits(self.s.history.patches).fold(0, |m, p| m | 1 << self.t.on_patch[p as usize])
    }

    /// Whether a Gadget allows to exchange a card: before the first play (CN-R30).
    fn may_exchange(&self) -> bool {
        self.s.fresh && self.exchange().is_some()
    }

    /// An unused Gadget that exchanges cards.
    pub fn exchange(&self) -> Option<u8> {
        ids(self.s.tables[self.s.active as usize] & self.t.exchanges & !self.s.used).next()
    }

    /// What an action would change on the TimeLine, if nobody answers it.
    pub fn ripple(&self, action: Action) -> Option<Ripple> {
        let Action::Play(def, target) = action else { return None };
        self.t.alter(self.t.defs.get(def as usize)?.kind, target, &mut self.s.history.clone())
    }
}
