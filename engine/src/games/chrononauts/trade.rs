//! Trading (ES-083 to ES-093): the player whose turn it is says what is given and what is asked for, and the other one
//! takes it or leaves it. An offer is made aloud (ES-R44): everybody hears it.

use super::state::{Cards, Id, NONE, Pile, Step, ids};
use super::{Action, Event, Play, Position};
use crate::kernel::rules::EventSink;

/// Most cards of a hand that one side of a trade names.
const NAMED: usize = 10;

/// Something that can change hands (ES-086).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TradeItem {
    /// A favor token: a positive one, or a negative one.
    Favor(bool),
    /// An Artifact on the table, by definition.
    Artifact(u8),
    /// A card of the hand, by definition.
    Card(u8),
    /// A future consideration, which binds nobody (ES-087). Its words are in the record alone (ES-R27,
    /// [`crate::kernel::free_text`]).
    Promise,
}

impl TradeItem {
    pub(in crate::games) fn key(self) -> u64 {
        match self {
            TradeItem::Favor(good) => u64::from(good),
            TradeItem::Artifact(def) => 1 << 8 | u64::from(def),
            TradeItem::Card(def) => 2 << 8 | u64::from(def),
            TradeItem::Promise => 3 << 8,
        }
    }
}

/// What one side of a trade gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TradeSide {
    /// Cards of the hand, by definition.
    hand: Pile<NAMED>,
    /// Artifacts on the table.
    table: Cards,
    /// Favor tokens: negative ones, positive ones.
    favors: [u8; 2],
    /// Whether something is promised.
    promise: bool,
}

impl TradeSide {
    const NOTHING: TradeSide = TradeSide { hand: Pile::EMPTY, table: 0, favors: [0; 2], promise: false };

    fn named(&self, def: u8) -> u32 {
        self.hand.cards().iter().filter(|d| **d == def).count() as u32
    }

    /// Its items, in order.
    pub fn items<'a>(&'a self, of: &'a [u8]) -> impl Iterator<Item = TradeItem> + 'a {
        let favors = [false, true]
            .into_iter()
            .flat_map(|good| std::iter::repeat_n(TradeItem::Favor(good), self.favors[usize::from(good)].into()));
        let table = ids(self.table).map(|id| TradeItem::Artifact(of[id as usize]));
        let hand = self.hand.cards().iter().map(|def| TradeItem::Card(*def));
        favors.chain(table).chain(hand).chain(self.promise.then_some(TradeItem::Promise))
    }
}

/// An offer: what the player whose turn it is gives, and what it asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TradeOffer {
    /// Whom it is made to.
    pub with: u8,
    /// What is given.
    pub given: TradeSide,
    /// What is asked for.
    pub asked: TradeSide,
}

impl TradeOffer {
    pub(in crate::games) const NONE: TradeOffer =
        TradeOffer { with: NONE, given: TradeSide::NOTHING, asked: TradeSide::NOTHING };

    fn is_empty(&self) -> bool {
        self.given == TradeSide::NOTHING && self.asked == TradeSide::NOTHING
    }
}

impl Position<'_> {
    /// What can be done about a trade now, in canonical order.
    pub(in crate::games) fn trades(&self, out: &mut Vec<Action>) {
        match self.s.step {
            Step::Trade => {
                let others = (0..self.seats).filter(|seat| *seat != self.s.active);
                out.extend(others.filter(|_| self.s.offers > 0).map(Action::Offer));
                out.push(Action::Done);
            }
            Step::Bundle => {
                self.items(self.s.offer.with, &self.s.offer.asked, Action::Ask, out);
                self.items(self.s.active, &self.s.offer.given, Action::Give, out);
                if !self.s.offer.is_empty() {
                    out.push(Action::Propose);
                }
                out.push(Action::Withdraw);
            }
            _ => {
                if self.has_asked() {
                    out.push(Action::Accept);
                }
                out.push(Action::Refuse);
            }
        }
    }

    /// Who would promise something by an action.
    pub(in crate::games) fn promiser(&self, action: Action) -> Option<u8> {
        match action {
            Action::Give(TradeItem::Promise) => Some(self.s.active),
            Action::Ask(TradeItem::Promise) => Some(self.s.offer.with),
            _ => None,
        }
    }

    fn items(&self, seat: u8, side: &TradeSide, action: impl Fn(TradeItem) -> Action, out: &mut Vec<Action>) {
        let mut add = |item: TradeItem| {
            if self.can_add(seat, side, item) {
                out.push(action(item));
            }
        };
        [false, true].into_iter().for_each(|good| add(TradeItem::Favor(good)));
        let artifacts = self.s.tables[seat as usize] & self.t.artifacts;
        self.defs_of(artifacts).for_each(|def| add(TradeItem::Artifact(def)));
        self.defs_of(self.namable(seat)).for_each(|def| add(TradeItem::Card(def)));
        add(TradeItem::Promise);
    }

    /// Cards that may be in a hand as far as the active seat can tell: its own hand, or what it has not seen elsewhere.
    fn namable(&self, seat: u8) -> Cards {
        if seat == self.s.active {
            return self.s.hands[seat as usize];
        }
        let all = self.t.copies.iter().fold(0, |m, copies| m | copies);
        let tables = self.s.tables.iter().fold(0, |m, table| m | table);
        let known = self.s.knows[self.s.active as usize] & !self.s.hands[seat as usize];
        all & !(self.s.hands[self.s.active as usize] | tables | self.discarded() | self.placed_patches() | known)
    }

    fn can_add(&self, seat: u8, side: &TradeSide, item: TradeItem) -> bool {
        let at = seat as usize;
        let copies = |def: u8, cards: Cards| self.t.copies.get(def as usize).map_or(0, |c| (c & cards).count_ones());
        match item {
            TradeItem::Favor(good) => self.s.favors[at][usize::from(good)] > side.favors[usize::from(good)],
            // ES-R24: no Gadgets.
            TradeItem::Artifact(def) => copies(def, self.s.tables[at] & self.t.artifacts & !side.table) > 0,
            TradeItem::Card(def) => {
                side.hand.cards().len() < NAMED && copies(def, self.namable(seat)) > side.named(def)
            }
            TradeItem::Promise => !side.promise,
        }
    }

    /// Whether the other side has what it is asked for (ES-R28).
    fn has_asked(&self) -> bool {
        let TradeOffer { with, asked, .. } = &self.s.offer;
        let hand = self.s.hands[*with as usize];
        asked.hand.cards().iter().all(|def| (hand & self.t.copies[*def as usize]).count_ones() >= asked.named(*def))
    }

    pub(in crate::games) fn allows_trade(&self, action: Action) -> bool {
        let offer = &self.s.offer;
        match (self.s.step, action) {
            (Step::Trade, Action::Offer(seat)) => self.s.offers > 0 && seat < self.seats && seat != self.s.active,
            (Step::Trade, Action::Done) | (Step::Bundle, Action::Withdraw) | (Step::Deal, Action::Refuse) => true,
            (Step::Bundle, Action::Ask(item)) => self.can_add(offer.with, &offer.asked, item),
            (Step::Bundle, Action::Give(item)) => self.can_add(self.s.active, &offer.given, item),
            (Step::Bundle, Action::Propose) => !offer.is_empty(),
            (Step::Deal, Action::Accept) => self.has_asked(),
            _ => false,
        }
    }

    /// Leaves offers of one thing for one thing, of things that are known to be there. To be rid of a token counts as
    /// being given something.
    pub(in crate::games) fn plain_trades(&self, legal: &mut Vec<Action>) {
        if self.s.step != Step::Bundle {
            return;
        }
        let TradeOffer { with, given, asked } = &self.s.offer;
        let is_rid = given.favors[0] > 0;
        let gains = is_rid || *asked != TradeSide::NOTHING;
        let pays = TradeSide { favors: [0, given.favors[1]], ..*given } != TradeSide::NOTHING;
        let known = self.s.knows[self.s.active as usize] & self.s.hands[*with as usize];
        legal.retain(|action| match (action, gains, pays) {
            (Action::Ask(TradeItem::Card(def)), false, false) => self.has(known, *def),
            (Action::Ask(TradeItem::Favor(good)), false, false) => *good,
            (Action::Ask(TradeItem::Artifact(_)) | Action::Give(TradeItem::Favor(false)), false, false) => true,
            // A token for a token is nothing.
            (Action::Give(TradeItem::Favor(good)), true, false) => *good && !is_rid,
            (Action::Give(TradeItem::Artifact(_) | TradeItem::Card(_)), true, false) => true,
            (Action::Propose, true, true) => true,
            (Action::Withdraw, ..) => true,
            _ => false,
        });
    }
}

impl<W: EventSink<Event>> Play<'_, W> {
    /// The trading phase, between the draw and the play (ES-083).
    pub(in crate::games) fn trade_on(&mut self) {
        self.s.offer = TradeOffer::NONE;
        if self.s.offers > 0 { self.s.step = Step::Trade } else { self.play_on() }
    }

    pub(in crate::games) fn trade(&mut self, action: Action) {
        match action {
            Action::Offer(with) => {
                self.s.offers -= 1;
                self.s.offer = TradeOffer { with, ..TradeOffer::NONE };
                self.s.step = Step::Bundle;
            }
            Action::Ask(item) => {
                let owner = self.s.offer.with;
                self.add(owner, item, |offer| &mut offer.asked);
            }
            Action::Give(item) => {
                let owner = self.s.active;
                self.add(owner, item, |offer| &mut offer.given);
            }
            Action::Propose => self.propose(),
            Action::Accept => self.exchange_items(),
            Action::Refuse => {
                self.emit(Event::Refuses { seat: self.s.offer.with });
                self.trade_on();
            }
            Action::Withdraw => self.trade_on(),
            // ES-084
            _ => {
                self.s.offers = 0;
                self.trade_on();
            }
        }
    }

    fn add(&mut self, owner: u8, item: TradeItem, side: impl Fn(&mut TradeOffer) -> &mut TradeSide) {
        let table = self.s.tables[owner as usize];
        let side = side(&mut self.s.offer);
        match item {
            TradeItem::Favor(good) => side.favors[usize::from(good)] += 1,
            TradeItem::Artifact(def) => {
                let left = table & self.t.copies[def as usize] & !side.table;
                side.table |= left & left.wrapping_neg();
            }
            TradeItem::Card(def) => side.hand.push(def),
            TradeItem::Promise => side.promise = true,
        }
    }

    /// Says aloud what is offered: whoever gives a card out of the hand has it, as everybody knows from then on.
    fn propose(&mut self) {
        let (seat, offer) = (self.s.active, self.s.offer);
        self.emit(Event::Offers { seat, to: offer.with });
        for item in offer.given.items(&self.t.def_of) {
            self.emit(Event::WouldGive { seat, item });
        }
        for item in offer.asked.items(&self.t.def_of) {
            self.emit(Event::WouldGive { seat: offer.with, item });
        }
        let mut shown: Cards = 0;
        for def in offer.given.hand.cards() {
            shown |= 1 << self.to_give(seat, *def, shown);
        }
        self.all_know(seat, shown);
        self.s.step = Step::Deal;
    }

    /// The copy of a card that leaves a hand: one that others know of, if there is one.
    fn to_give(&self, seat: u8, def: u8, but: Cards) -> Id {
        let copies = self.s.hands[seat as usize] & self.t.copies[def as usize] & !but;
        let known = self.s.knows.iter().fold(0, |m: Cards, knows| m | knows) & copies;
        ids(if known != 0 { known } else { copies }).next().expect("it is in hand")
    }

    /// Everybody else knows that these cards are in a hand.
    pub(in crate::games) fn all_know(&mut self, holder: u8, cards: Cards) {
        for seat in (0..self.seats).filter(|seat| *seat != holder) {
            self.s.knows[seat as usize] |= cards;
        }
    }

    /// Both sides change at once (ES-R28). Cards stay cards of the hand, Artifacts stay on a table (ES-088, ES-089).
    fn exchange_items(&mut self) {
        let (seat, TradeOffer { with, given, asked }) = (self.s.active, self.s.offer);
        self.emit(Event::Agrees { seat: with });
        let sides = [(seat, with, given), (with, seat, asked)];
        let mut hands = [0, 0];
        for (i, (from, _, side)) in sides.iter().enumerate() {
            for def in side.hand.cards() {
                hands[i] |= 1 << self.out_of_hand(*from, *def);
            }
        }
        for (i, (from, to, side)) in sides.into_iter().enumerate() {
            let (from, to_at) = (from as usize, to as usize);
            self.s.hands[to_at] |= hands[i];
            self.all_know(to, hands[i]);
            self.s.tables[from] &= !side.table;
            self.s.tables[to_at] |= side.table;
            for sign in 0..2 {
                self.s.favors[from][sign] -= side.favors[sign];
                self.s.favors[to_at][sign] += side.favors[sign];
            }
        }
        self.trade_on();
    }
}
