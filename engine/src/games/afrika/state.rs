//! A position of Chronicles of Afrika as plain data.
//!
//! What a card is never changes, so the position only says where each one is; what is true of cards in play stands in
//! a table of [`Permanent`]s beside that.

use std::hash::{Hash, Hasher};

use formats::rng::FastRng;

use super::MatchData;
pub use super::permanent::{
    ASKED, ATTACKING, BLOCKED, BLOCKING, CHARGED, DEALT, DIVIDED, FRESH, MISSES, Permanent, VENOMED,
};
use super::roles::{InPlay, Role};
use crate::effect::TARGETS;
use crate::kernel::draw_pile::DrawPile;
use crate::kernel::loops::LoopCards;
use crate::kernel::outcome::Outcome;
use crate::kernel::rules::Seats;

/// Cards that a seat brings at most, over all sections of its deck.
pub const SLOTS: usize = 128;

/// A card of the match: its owner's seat times [`SLOTS`] plus its place in the owner's list. Numbers from [`ITEM`] on
/// name what waits on the stack, and from [`PLAYER`] on players, where those can be meant as well.
pub type Id = u16;

/// No card.
pub const NONE: Id = Id::MAX;
/// A target that left play: the same card is another one if it comes back.
pub const GONE: Id = ITEM - 1;
/// The first number of a player.
pub const PLAYER: Id = 0xF000;
/// The first number of what waits on the stack, from the bottom.
pub const ITEM: Id = 0xE000;

/// The owner of a card.
#[inline]
pub fn owner(id: Id) -> u8 {
    (id as usize / SLOTS) as u8
}

/// The seat that a number means, if it means one.
#[inline]
pub fn as_player(id: Id) -> Option<u8> {
    (PLAYER..NONE).contains(&id).then(|| (id - PLAYER) as u8)
}

/// The place on the stack that a number means, if it means one.
#[inline]
pub fn as_item(id: Id) -> Option<usize> {
    (ITEM..PLAYER).contains(&id).then(|| (id - ITEM) as usize)
}

/// Types of energy, one for each terrain (AF-009).
pub const ENERGIES: usize = 10;

/// Where a card is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Zone {
    /// In the Codex.
    Deck,
    /// In hand.
    Hand,
    /// In the Void Zone.
    Void,
    /// Exiled.
    Exile,
    /// In play.
    Play,
    /// Being played, or waiting on the stack.
    Stack,
    /// Out of the game: its owner is.
    Gone,
    /// A leader that waits to be played.
    Command,
    /// In the rift or scheme deck.
    Aside,
    /// Out of the rift or scheme deck, and done with.
    Used,
}

/// How many zones there are.
pub const ZONES: usize = 10;

/// Cards of one owner: bit i is the card in slot i.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Set(pub u128);

impl Set {
    /// How many.
    #[inline]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Those of both.
    #[inline]
    pub fn and(self, other: Set) -> Set {
        Set(self.0 & other.0)
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The slots, from the lowest.
    #[inline]
    pub fn slots(self) -> impl Iterator<Item = u8> + Clone {
        // Two words are quicker to look through than one of 128 bits.
        let (mut left, mut next, mut from) = (self.0 as u64, (self.0 >> 64) as u64, 0);
        std::iter::from_fn(move || {
            if left == 0 {
                if next == 0 {
                    return None;
                }
                (left, next, from) = (next, 0, 64);
            }
            let slot = left.trailing_zeros() as u8 + from;
            left &= left - 1;
            Some(slot)
        })
    }

    /// The cards, if these are a seat's.
    #[inline]
    pub fn of(self, seat: u8) -> impl Iterator<Item = Id> + Clone {
        self.slots().map(move |slot| Id::from(seat) * SLOTS as Id + Id::from(slot))
    }
}

/// The first zone of a seat.
pub const ZONE_1: u8 = 0;
/// The second.
pub const ZONE_2: u8 = 1;
/// The Terrain Stack Zone.
pub const TERRAINS: u8 = 2;
/// The Artifact Stack Zone.
pub const ARTIFACTS: u8 = 3;
/// Turned up from a common deck.
pub const LOCATION: u8 = 4;

/// A player's own numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Player {
    /// Life points.
    pub life: i16,
    /// Energy in the pool, by type.
    pub pool: [u8; ENERGIES],
    /// Energy in the pool that pays only for generic costs.
    pub colourless: u8,
    /// Terrains summoned this turn.
    pub terrains: u8,
    /// Always 0: digests in records of 0.1 count a number here that no card could change.
    pub zero: u8,
    /// Hands thrown back.
    pub mulligans: u8,
    /// Turns that come after this one.
    pub turns: u8,
    /// How often the leader was played.
    pub led: u8,
    /// How often the die was rolled this turn.
    pub rolls: u8,
    /// Whether the leader lies in the Void Zone or in exile, and its owner has not said whether it stays there.
    pub astray: bool,
    /// Had to draw from an empty Codex.
    pub dry: bool,
    /// Whether the player is out.
    pub out: bool,
}

/// A change for a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// Which card.
    pub to: Id,
    /// What.
    pub kind: ChangeKind,
    /// The seat at whose next turn it ends; [`TURN_END`] for the end of this turn.
    pub until: u8,
    /// The card that it comes from. It is told and nothing else, so digests leave it out.
    pub source: Id,
}

impl Hash for Change {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.to, self.kind, self.until).hash(state);
    }
}

/// Until the end of the turn.
pub const TURN_END: u8 = u8::MAX;

/// As long as its source is there; no change in a position.
pub const ALWAYS: u8 = u8::MAX - 1;

/// What a change changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChangeKind {
    /// Power.
    Power(i16),
    /// Health.
    Health(i16),
    /// A keyword, with the number of its word in the match.
    Keyword(u8, u8),
    /// The seat that controlled it before.
    Control(u8),
}

/// A triggered ability that goes on the stack when nobody acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PendingTrigger {
    /// The card that has it.
    pub source: Id,
    /// Which of its abilities.
    pub entry: u8,
    /// The card that it is about.
    pub it: Id,
    /// The player whose it is.
    pub seat: u8,
}

/// What waits on the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StackItem {
    /// What kind.
    pub kind: StackItemKind,
    /// The card that is played, or has the ability.
    pub source: Id,
    /// Which of its abilities.
    pub entry: u8,
    /// The player whose it is.
    pub seat: u8,
    /// Where its ops go on.
    pub at: u16,
    /// The card that "it" means.
    pub it: Id,
    /// Targets.
    pub targets: [Id; TARGETS],
    /// The number chosen for X.
    pub x: u8,
}

/// Kinds of things on the stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum StackItemKind {
    /// A card without an effect of its own when it is played.
    Card,
    /// A card whose ability says what happens.
    Spell,
    /// An activated ability.
    Ability,
    /// A triggered ability.
    Trigger,
    /// Negated: nothing any more.
    Negated,
}

/// How far an effect is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Phase {
    /// Targets are chosen (AF-086).
    Targets,
    /// The number for X is chosen (AF-088).
    X,
    /// Energy is paid (AF-090, AF-091).
    Pay,
    /// What else is paid.
    OtherCosts,
    /// It takes effect.
    Resolve,
}

/// An effect under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Frame {
    /// As on the stack; `at` is where it is now.
    pub item: StackItem,
    /// How far it is.
    pub phase: Phase,
    /// Players still to do something, and how often the first of them.
    pub players: Seats,
    /// See `players`; also cards still looked at or to be found.
    pub left: u8,
    /// Part of an op that takes several.
    pub part: u8,
    /// The opponent that was chosen.
    pub opponent: u8,
    /// Whether the op at hand has begun.
    pub busy: bool,
    /// A card that comes into play, until its place is chosen.
    pub enters: Id,
    /// Whether it comes into play charged.
    pub charged: bool,
}

/// Steps of a turn (AF-168).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::EnumIter)]
pub enum Step {
    /// Before the first turn.
    Opening,
    /// Genesis A.
    Recharge,
    /// Genesis B.
    Sustenance,
    /// Genesis C.
    Insight,
    /// The first Exploration Phase.
    Exploration,
    /// Confrontation A.
    Dawn,
    /// Confrontation B.
    Mobilize,
    /// Confrontation C.
    Defend,
    /// Confrontation D.
    Clash,
    /// Confrontation E.
    Aftermath,
    /// The second Exploration Phase.
    Second,
    /// Culmination A.
    Dusk,
    /// Culmination B.
    Restoration,
}

/// What is asked when no effect is under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PendingDecision {
    /// Nothing: the step begins.
    Begin,
    /// Nothing: the step goes on.
    Go,
    /// Which seat goes first, by this seat's choice.
    First(u8),
    /// Whether this seat keeps its hand.
    Keep(u8),
    /// Cards of a hand that was kept go under the Codex.
    PutUnder(u8),
    /// Whether somebody does something.
    Window,
    /// Whether, and what, this card attacks.
    Attack(Id),
    /// Which attacker this card blocks.
    Block(Id),
    /// Which blocker of this attacker comes next in line.
    Line(Id),
    /// How much this blocker gets of its attacker's damage.
    Deal(Id),
    /// Which card this seat discards.
    Discard(u8),
    /// Which of several legendary cards of one name this seat keeps.
    Legend(u8, Id),
    /// Whether this seat's leader returns to where it waits.
    Leader(u8),
    /// Which of its triggered abilities this seat puts on the stack next.
    Order(u8),
}

/// How many cards may wait on the stack.
pub const STACK: usize = 64;
/// How many triggered abilities may wait to go there.
pub const WAITING: usize = 64;
/// How many changes may last for a time: a card that gives two numbers and two keywords to all of one's entities takes four for each.
pub const CHANGES: usize = 128;

/// How many steps a turn may take: an ability that causes itself would never end.
pub const STEPS: u16 = 20_000;

/// A whole position; room for `N` players with `B` cards in play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State<const N: usize, const B: usize> {
    pub(crate) dice: FastRng,
    /// Where each card is.
    pub(crate) places: [[Zone; SLOTS]; N],
    /// Who knows what a card is while it lies in a hidden place.
    pub(crate) known: [[Seats; SLOTS]; N],
    /// The place in the table of each card in play, and who controlled it last.
    pub(crate) permanent_slots: [[u8; SLOTS]; N],
    pub(crate) zones: [[Set; ZONES]; N],
    pub(crate) decks: [DrawPile<SLOTS>; N],
    pub(crate) players: [Player; N],
    pub(crate) permanents: [Permanent; B],
    /// Which of them are cards.
    pub(crate) taken: u128,
    /// What is kept about them; it follows from them.
    pub(super) table: InPlay<N>,
    pub(crate) stack: [StackItem; STACK],
    pub(crate) waiting: [PendingTrigger; WAITING],
    pub(crate) changes: [Change; CHANGES],
    pub(crate) frame: Option<Frame>,
    pub(crate) depth: u8,
    pub(crate) queued: u8,
    pub(crate) changed: u8,
    pub(crate) turn: u16,
    /// The seat whose turn it is; the first of its team if the team shares it.
    pub(crate) active: u8,
    pub(crate) step: Step,
    pub(crate) pending: PendingDecision,
    /// What was asked before a question that came between.
    pub(crate) pending_before: PendingDecision,
    /// Combat damage that a leader has dealt, by the seat that got it and the leader's owner.
    pub(crate) struck: [[u8; N]; N],
    /// Who may act in a window.
    pub(crate) priority: u8,
    /// Who has declined since something happened last.
    pub(crate) passed: Seats,
    /// Who could do nothing in a window, and nothing has happened since.
    pub(crate) idle: Seats,
    /// The round of combat damage, from 0.
    pub(crate) round: u8,
    /// Counts what comes into play, for stacks.
    pub(crate) clock: u16,
    /// Steps since the turn began.
    pub(crate) steps: u16,
    /// Cards of a loop without end.
    pub(crate) looping: LoopCards<Id>,
    /// Whether numbers and keywords in play must be worked out anew.
    pub(crate) stale: bool,
    /// The places in the table whose own numbers and keywords have changed since, whatever static abilities say.
    pub(crate) stale_slots: u128,
    /// Those whose numbers and keywords static abilities changed when they were worked out.
    pub(crate) boosted: u128,
    /// Whether something may have to leave play.
    pub(crate) needs_state_check: bool,
    /// The events that cards in play wait for, as bits.
    pub(crate) awaited: u32,
    /// Whether anything that such an ability may depend on has changed since numbers in play were worked out.
    pub(crate) touched: bool,
    pub(crate) over: Option<Outcome>,
}

impl<const N: usize, const B: usize> State<N, B> {
    /// Where a card is.
    #[inline]
    pub fn zone(&self, id: Id) -> Zone {
        self.places.as_flattened()[id as usize]
    }

    /// The cards that a seat has in a zone.
    #[inline]
    pub fn cards(&self, seat: u8, zone: Zone) -> Set {
        self.zones[seat as usize][zone as usize]
    }

    /// Whether the number means a card in play.
    #[inline]
    pub fn in_play(&self, id: Id) -> bool {
        self.places.as_flattened().get(id as usize) == Some(&Zone::Play)
    }

    /// A card in play.
    #[inline]
    pub fn permanent(&self, id: Id) -> &Permanent {
        &self.permanents[self.permanent_slots.as_flattened()[id as usize] as usize]
    }

    #[inline]
    pub(crate) fn permanent_mut(&mut self, id: Id) -> &mut Permanent {
        &mut self.permanents[self.permanent_slots.as_flattened()[id as usize] as usize]
    }

    /// A card in play, if the number means one.
    #[inline]
    pub fn get_permanent(&self, id: Id) -> Option<&Permanent> {
        self.in_play(id).then(|| self.permanent(id))
    }

    /// Whether some leader has dealt a seat so much combat damage; never if there is no limit.
    pub(crate) fn leader_hits(&self, seat: u8, limit: u8) -> bool {
        limit > 0 && self.struck[seat as usize].iter().any(|n| *n >= limit)
    }

    /// Every card in play, in the order of the table.
    #[inline]
    pub fn in_order(&self) -> impl Iterator<Item = &Permanent> + Clone {
        Set(self.taken).slots().map(|i| &self.permanents[i as usize])
    }

    /// Whether something may be different now because of more than which cards are in play.
    pub(super) fn is_watched_change(&self) -> bool {
        self.touched && self.table.with(Role::Watcher) != 0
    }

    /// Whether what is kept about cards in play is what a look at every card says.
    pub(super) fn has_true_table(&self, t: &MatchData) -> bool {
        let mut table = InPlay::EMPTY;
        Set(self.taken).slots().for_each(|at| table.add(at.into(), &self.permanents[usize::from(at)]));
        let awaited = self.in_order().fold(0, |bits, b| bits | t.printed(b.id).waits_for);
        self.in_order().all(|b| b.traits == t.printed(b.id).traits) && self.table == table && self.awaited == awaited
    }

    /// The cards in play that have a role, in the order of the table.
    #[inline]
    pub(super) fn with_role(&self, role: Role) -> impl Iterator<Item = &Permanent> + Clone {
        self.at_slots(self.table.with(role))
    }

    /// The cards at these places of the table, in its order.
    #[inline]
    pub(super) fn at_slots(&self, slots: u128) -> impl Iterator<Item = &Permanent> + Clone {
        Set(slots).slots().map(|at| &self.permanents[usize::from(at)])
    }

    /// The place in the table of a card in play.
    #[inline]
    pub(super) fn slot(&self, id: Id) -> usize {
        self.permanent_slots.as_flattened()[id as usize].into()
    }

    /// Numbers and keywords of a card in play must be worked out anew, and of others as far as they hang on it.
    pub(super) fn note_stale(&mut self, id: Id) {
        self.stale_slots |= 1 << self.slot(id);
        (self.stale, self.needs_state_check) = (true, true);
    }

    /// Turns a card in play sideways, or back.
    pub(super) fn set_charged(&mut self, id: Id, charged: bool) {
        let at = self.slot(id);
        self.permanents[at].set(CHARGED, charged);
        self.table.set_charged(at, charged);
    }

    /// A card in play goes to another place.
    pub(super) fn set_place(&mut self, id: Id, place: u8) {
        let at = self.slot(id);
        let before = std::mem::replace(&mut self.permanents[at].place, place);
        self.table.set_place(at, before, place);
    }

    /// A card in play gets another controller.
    pub(super) fn set_controller(&mut self, id: Id, seat: u8) {
        let at = self.slot(id);
        let before = std::mem::replace(&mut self.permanents[at].controller, seat);
        self.table.give(at, before, seat);
    }

    /// The same by number, for those who change things on the way.
    pub fn ids(&self) -> impl Iterator<Item = Id> + use<N, B> {
        let ids: [Id; B] = std::array::from_fn(|i| self.permanents[i].id);
        Set(self.taken).slots().map(move |i| ids[i as usize])
    }

    /// A player's numbers.
    #[inline]
    pub fn player(&self, seat: u8) -> &Player {
        &self.players[seat as usize]
    }

    /// Who knows what a card is.
    pub fn knows(&self, id: Id) -> Seats {
        self.known.as_flattened()[id as usize]
    }

    /// What waits on the stack, from the bottom.
    #[inline]
    pub fn items(&self) -> &[StackItem] {
        &self.stack[..self.depth as usize]
    }

    /// A player's Codex.
    pub fn codex(&self, seat: u8) -> &DrawPile<SLOTS> {
        &self.decks[seat as usize]
    }

    /// Cards in a Codex from the top, as far as their order is fixed.
    pub(crate) fn top_cards(&self, seat: u8, n: u8) -> impl Iterator<Item = Id> + Clone + use<'_, N, B> {
        self.codex(seat).on_top(n).map(move |slot| Id::from(seat) * SLOTS as Id + Id::from(slot))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_small_enough_to_be_copied_at_will() {
        // 864 bytes of it are what is kept about cards in play.
        assert!(size_of::<State<2, 128>>() <= 10 * 1024 + 256, "{} bytes", size_of::<State<2, 128>>());
        assert!(size_of::<State<6, 128>>() <= 14 * 1024, "{} bytes", size_of::<State<6, 128>>());
    }
}
