//! A position: plain data of about 1 KiB, for up to six players.

use formats::rng::FastRng;

use super::TradeOffer;
use crate::kernel::outcome::Outcome;
use crate::kernel::rules::Seats;
use crate::timeline::History;

/// Most players.
pub const SEATS: usize = 6;
/// Most cards of the main deck, and of each of its piles.
pub const CARDS: usize = 128;
/// Most identities, and most missions.
pub const SECRETS: usize = 32;
/// Most cards that answer one another: the card that is played, and Memos.
pub const LINKS: usize = 16;
/// Most cards on top of the draw pile that somebody has put in order.
pub const ORDERED: usize = 9;
/// No card.
pub const NONE: u8 = u8::MAX;

/// A card of the main deck: copies lie side by side.
pub type Id = u8;

/// A set of cards of the main deck.
pub type Cards = u128;

/// The cards of a set, from the lowest id.
pub fn ids(mut cards: Cards) -> impl Iterator<Item = Id> {
    std::iter::from_fn(move || {
        let id = (cards != 0).then(|| cards.trailing_zeros() as Id)?;
        cards &= cards - 1;
        Some(id)
    })
}

/// Cards in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pile<const N: usize> {
    cards: [u8; N],
    len: u8,
}

impl<const N: usize> std::hash::Hash for Pile<N> {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.cards().hash(hasher);
    }
}

impl<const N: usize> Pile<N> {
    pub(in crate::games) const EMPTY: Pile<N> = Pile { cards: [NONE; N], len: 0 };

    /// The cards, in order.
    pub fn cards(&self) -> &[u8] {
        &self.cards[..self.len as usize]
    }

    pub(in crate::games) fn cards_mut(&mut self) -> &mut [u8] {
        &mut self.cards[..self.len as usize]
    }

    pub(in crate::games) fn push(&mut self, card: u8) {
        self.cards[self.len as usize] = card;
        self.len += 1;
    }

    /// Takes one out; the last one takes its place.
    pub(in crate::games) fn swap_out(&mut self, at: usize) -> u8 {
        self.len -= 1;
        let last = self.cards[self.len as usize];
        std::mem::replace(&mut self.cards[at], last)
    }

    /// Takes one out; those behind it move up.
    pub(in crate::games) fn take_out(&mut self, at: usize) -> u8 {
        let card = self.cards[at];
        self.cards.copy_within(at + 1..self.len as usize, at);
        self.len -= 1;
        card
    }
}

/// Identities or missions: who holds which, and the pile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Secrets {
    /// What each seat holds, or [`NONE`].
    pub held: [u8; SEATS],
    /// The pile from the top. The first ones lie in no known order.
    pub pile: Pile<SECRETS>,
    /// How many lie in no known order.
    pub loose: u8,
    /// Rejected ones, until all have decided (CN-R04).
    pub aside: Pile<SEATS>,
    /// For each card, the seats that know where it is.
    pub known: [Seats; SECRETS],
}

impl Secrets {
    pub(in crate::games) fn new(number: usize) -> Secrets {
        let mut pile = Pile::EMPTY;
        (0..number as u8).for_each(|card| pile.push(card));
        Secrets { held: [NONE; SEATS], pile, loose: number as u8, aside: Pile::EMPTY, known: [0; SECRETS] }
    }

    /// Takes the top card; `pick` decides among those in no known order. Nobody else can tell any more which of them
    /// are left.
    pub(in crate::games) fn draw(&mut self, seat: u8, pick: impl FnOnce(&[u8]) -> u32) -> Option<u8> {
        if self.loose > 0 {
            let at = pick(&self.pile.cards()[..self.loose as usize]) as usize;
            let card = self.pile.cards()[at];
            for other in &self.pile.cards()[..self.loose as usize] {
                self.known[*other as usize] &= 1 << seat;
            }
            self.pile.take_out(at);
            self.loose -= 1;
            self.known[card as usize] = 1 << seat;
            return Some(card);
        }
        let card = *self.pile.cards().first()?;
        self.pile.take_out(0);
        self.known[card as usize] |= 1 << seat;
        Some(card)
    }

    /// Gives a seat a card of the pile.
    pub(in crate::games) fn give(&mut self, seat: u8, card: u8) {
        if let Some(at) = self.pile.cards().iter().position(|c| *c == card) {
            self.pile.take_out(at);
            self.loose = self.loose.min(self.pile.cards().len() as u8);
            self.held[seat as usize] = card;
            self.known[card as usize] = 1 << seat;
        }
    }

    /// Puts a card under the pile.
    pub(in crate::games) fn put_under(&mut self, card: u8) {
        self.pile.push(card);
    }

    /// Shuffles the rejected ones into the pile, of which nothing is in order yet.
    pub(in crate::games) fn mix(&mut self) {
        for card in self.aside.cards() {
            self.pile.push(*card);
            self.loose += 1;
        }
        self.aside = Pile::EMPTY;
    }
}

/// What the game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// This seat may replace its identity (CN-023).
    Mulligan(u8),
    /// The active seat draws (CN-026).
    Draw,
    /// The active seat plays or discards (CN-027).
    Play,
    /// This seat may answer the card that is being played (CN-104).
    Answer(u8),
    /// The active seat may discard once more (CN-029).
    Kill,
    /// The active seat takes a card out of this seat's hand.
    Take(u8),
    /// This seat discards down to so many.
    Trim(u8, u8),
    /// The active seat has won, and may say so (CN-R06).
    Claim,
    /// The active seat may offer a trade (ES-083).
    Trade,
    /// The active seat says what it gives and asks for.
    Bundle,
    /// Whom the offer is made to answers it (ES-085).
    Deal,
    /// This seat chooses cards to pass on, so many in all (ES-099).
    Pass(u8, u8),
    /// The active seat may use what this Patch brings (ES-062).
    Bonus(u8),
    /// The active seat puts the cards that it looked at back on the draw pile; so many are there already.
    Order(u8),
    /// The active seat discards down to the hand limit (ES-035).
    Shed,
}

/// What a card is played on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// Nothing.
    None,
    /// A Linchpin.
    Cell(u8),
    /// A player.
    Seat(u8),
    /// A card on a table: the seat and the definition.
    Table(u8, u8),
    /// A card of the discard pile, by definition.
    Pile(u8),
    /// A card that is named, wherever it is.
    Named(u8),
}

/// A whole position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    pub(in crate::games) dice: FastRng,
    /// Which way history went.
    pub history: History,
    /// Hands by seat.
    pub hands: [Cards; SEATS],
    /// What lies in front of each seat: Artifacts and Gadgets.
    pub tables: [Cards; SEATS],
    /// For each seat, the cards in other hands that it knows to be there.
    pub knows: [Cards; SEATS],
    /// The draw pile, in no known order.
    pub deck: Pile<CARDS>,
    /// The discard pile; the last card lies on top.
    pub discard: Pile<CARDS>,
    /// Identities.
    pub identities: Secrets,
    /// Missions.
    pub missions: Secrets,
    /// The card that is being played and the Memos that answer one another.
    pub(in crate::games) chain: Pile<LINKS>,
    /// What it is played on.
    pub(in crate::games) target: Target,
    /// Who played the last card of the chain.
    pub(in crate::games) answered: u8,
    /// Whose turn it is.
    pub active: u8,
    /// Turns begun.
    pub turn: u16,
    pub(in crate::games) step: Step,
    /// Plays left in this turn.
    pub(in crate::games) plays: u8,
    /// Whether this turn's first play is still to come.
    pub(in crate::games) fresh: bool,
    /// Gadgets used this turn.
    pub(in crate::games) used: Cards,
    /// Cards on top of the draw pile in a known order, the next one first. They are not in `deck`.
    pub(in crate::games) top: Pile<ORDERED>,
    /// Who knows that order.
    pub(in crate::games) looker: u8,
    /// Cards of each hand that are chosen to be passed on.
    pub(in crate::games) passing: [Cards; SEATS],
    /// Favor tokens by seat: negative ones, positive ones (ES-013).
    pub favors: [[u8; 2]; SEATS],
    /// Points that the active seat may lack in this turn (ES-107).
    pub(in crate::games) ahead: u8,
    /// Offers left in this turn.
    pub(in crate::games) offers: u8,
    /// What is offered.
    pub(in crate::games) offer: TradeOffer,
    /// How it ended.
    pub(in crate::games) over: Option<Outcome>,
}

impl State {
    /// What the game waits for.
    pub fn step(&self) -> Step {
        self.step
    }

    /// The card that is being played, and the Memos that were played since, in order.
    pub fn chain(&self) -> &[Id] {
        self.chain.cards()
    }

    /// Cards on top of the draw pile that somebody has put in order, the next one first.
    pub fn top(&self) -> &[Id] {
        self.top.cards()
    }

    /// How many cards a seat has in hand.
    pub fn hand_size(&self, seat: u8) -> u32 {
        self.hands[seat as usize].count_ones()
    }
}
