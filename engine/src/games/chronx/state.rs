//! A position of Chron X as plain data: some 2 KiB for two seats.

mod task;

use std::hash::{Hash, Hasher};

use formats::rng::FastRng;

use crate::kernel::draw_pile::DrawPile;
use crate::kernel::loops::LoopCards;
use crate::kernel::outcome::Outcome;
use crate::kernel::rules::Seats;

pub use task::{BUSY, FIRST, Frame, PAYING, PLAYED, SACRIFICED, Stage, Step, Task, UNCHOSEN, Window};

/// Cards that a seat brings at most, its Headquarters included.
pub const SLOTS: usize = 34;

/// A card in this match: its owner's seat times [`SLOTS`] plus its place in the owner's list.
pub type Id = u8;

/// No card.
pub const NONE: Id = u8::MAX;

/// The owner of a card.
pub fn owner(id: Id) -> u8 {
    id / SLOTS as u8
}

/// Influence, Military, Covert, CyberOps, Power.
pub const RESOURCES: usize = 5;
/// Position of Influence.
pub const INFLUENCE: usize = 0;
/// Position of Power.
pub const POWER: usize = 4;

/// Where a card is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Zone {
    /// In the draw pile.
    Deck,
    /// In hand.
    Hand,
    /// In the discard pile.
    Discard,
    /// In the downloads area.
    Downloads,
    /// In play.
    Play,
    /// Being played.
    Limbo,
    /// Out of the game: its owner is.
    Gone,
}

/// How many zones keep a set of their cards: all but limbo and gone.
pub const ZONES: usize = 5;

/// A set of cards: bit `id % 64` of word `id / 64`. A seat brings fewer than 64, so there are words enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Set<const N: usize>([u64; N]);

impl<const N: usize> Default for Set<N> {
    fn default() -> Self {
        Set([0; N])
    }
}

impl<const N: usize> Set<N> {
    /// One card, or none for [`NONE`].
    pub fn of(id: Id) -> Self {
        let mut set = Set::default();
        if id != NONE {
            set.add(id);
        }
        set
    }

    /// Whether the card is in it.
    pub fn has(&self, id: Id) -> bool {
        self.0[id as usize / 64] & (1 << (id % 64)) != 0
    }

    /// Adds a card.
    pub fn add(&mut self, id: Id) {
        self.0[id as usize / 64] |= 1 << (id % 64);
    }

    /// Removes a card.
    pub fn remove(&mut self, id: Id) {
        self.0[id as usize / 64] &= !(1 << (id % 64));
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }

    /// In order of ids.
    #[inline]
    pub fn iter(&self) -> Ids<N> {
        Ids { words: self.0, left: self.0[0], at: 0 }
    }

    /// The cards in both.
    pub fn and(mut self, other: Set<N>) -> Set<N> {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a &= b;
        }
        self
    }

    /// The cards of both.
    pub fn with(mut self, other: Set<N>) -> Set<N> {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
        self
    }
}

/// The cards of a set, from the lowest id.
#[derive(Debug, Clone)]
pub struct Ids<const N: usize> {
    words: [u64; N],
    /// What is left of the word at hand.
    left: u64,
    at: usize,
}

impl<const N: usize> Iterator for Ids<N> {
    type Item = Id;

    #[inline]
    fn next(&mut self) -> Option<Id> {
        while self.left == 0 {
            self.at += 1;
            self.left = *self.words.get(self.at)?;
        }
        let bit = self.left.trailing_zeros() as u8;
        self.left &= self.left - 1;
        Some(self.at as u8 * 64 + bit)
    }
}

/// A card and all that is on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Permanent {
    /// What card it is: position in the match's definitions.
    pub def: u8,
    /// Where it is.
    pub zone: Zone,
    /// The seat that controls it, or whose pile it is in.
    pub controller: u8,
    /// In play: the card it is attached to.
    pub host: Id,
    /// Damage on it.
    pub damage: u8,
    /// [`TAPPED`] and the others.
    pub flags: u8,
    /// How often its abilities were used this turn, two bits each.
    pub used: u8,
    /// The seats that know what card it is while it lies in a hidden place.
    pub known: Seats,
    /// Now, with all changes; only in play.
    pub firepower: i8,
    /// Now, with all changes; only in play.
    pub armor: i8,
    /// Keywords now, by position in the game; only in play.
    pub keywords: u16,
    /// Stealth now.
    pub stealth: u8,
    /// Perception now.
    pub perception: u8,
    /// CyberAffinity now.
    pub affinity: u8,
}

/// Turned sideways.
pub const TAPPED: u8 = 1;
/// Deploying.
pub const DEPLOYING: u8 = 2;
/// Hacked now.
pub const HACKED: u8 = 4;

impl Permanent {
    /// Whether a flag is set.
    pub fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// Sets or clears a flag.
    pub fn set(&mut self, flag: u8, on: bool) {
        self.flags = if on { self.flags | flag } else { self.flags & !flag };
    }
}

/// A card as the log names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Card {
    /// Which instance.
    pub id: Id,
    /// What it is.
    pub def: u8,
}

/// Stands for the city where a log names a card.
pub const CITY_CARD: Id = 253;

/// A player's own numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Player {
    /// By resource.
    pub resources: [i16; RESOURCES],
    /// Plays made in one's own main phase this turn, up to 255.
    pub plays: u8,
    /// Cities in which one succeeded with Take Control this turn.
    pub taken: u8,
    /// How often the city's abilities were used this turn, two bits each.
    pub city_used: u8,
    /// Whether the player is out.
    pub out: bool,
}

/// A change until the end of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// Which card.
    pub to: Id,
    /// What.
    pub kind: ChangeKind,
    /// What card it comes from: position in the match's definitions, or [`NO_SOURCE`]. It is told and nothing else, so
    /// digests leave it out.
    pub source: u8,
}

/// The source of a change that comes from several cards, or from none.
pub const NO_SOURCE: u8 = u8::MAX;

impl Hash for Change {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.to, self.kind).hash(state);
    }
}

/// What a change changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChangeKind {
    /// Firepower.
    Firepower(i8),
    /// Armor.
    Armor(i8),
    /// A keyword, with its number.
    Keyword(u8, u8),
    /// Hacked.
    Hack,
}

/// An ability that waits to be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PendingAbility {
    /// The card that has it.
    pub source: Id,
    /// Which of its abilities; [`INCOME`] for the income of the card, and for a city's with no source.
    pub ability: u8,
    /// The card that it is about.
    pub it: Id,
    /// The player whose it is.
    pub seat: u8,
}

/// Stands for the income of a card in [`Waiting::ability`].
pub const INCOME: u8 = u8::MAX;

/// How many steps a turn may take: an ability that causes itself would never end.
pub const STEPS: u16 = 20_000;

/// How many attackers and how many blockers there may be.
pub const FIGHTERS: usize = 20;

/// An attack or an attempt to Take Control.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Contest {
    /// What kind.
    pub kind: ContestKind,
    /// Who attacks.
    pub seat: u8,
    /// Who defends.
    pub defender: u8,
    /// The Headquarters or the asset attacked.
    pub target: Id,
    /// The city of an attempt.
    pub city: u8,
    /// Whether an effect granted the attempt.
    pub granted: bool,
    /// Attackers in the order in which they joined; one that left is [`NONE`].
    pub attackers: [Id; FIGHTERS],
    /// How many.
    pub attacking: u8,
    /// Blockers.
    pub blockers: [Id; FIGHTERS],
    /// The position of the attacker that each blocker blocks.
    pub foes: [u8; FIGHTERS],
    /// How many blockers.
    pub blocking: u8,
    /// The attackers that were blocked, by position.
    pub blocked: u32,
    /// Damage that each blocker is to get.
    pub hits: [u8; FIGHTERS],
    /// Damage that each blocker deals to its attacker, where it blocks several.
    pub backs: [u8; FIGHTERS],
    /// While naming blockers: the attacker at hand. While dividing: the blocker at hand, first for the attackers'
    /// damage and then, counted on, for the blockers'.
    pub at: u8,
    /// The position of the attacker that the attacked asset strikes back at.
    pub struck: u8,
    /// Attackers that have dealt their damage, by position.
    pub dealt: u32,
    /// Blockers that have; the highest bit is the attacked asset.
    pub answered: u32,
}

impl Contest {
    /// A contest in which nobody fights yet.
    pub fn new(kind: ContestKind, seat: u8, defender: u8, target: Id) -> Contest {
        Contest {
            kind,
            seat,
            defender,
            target,
            city: 0,
            granted: false,
            attackers: [NONE; FIGHTERS],
            attacking: 0,
            blockers: [NONE; FIGHTERS],
            foes: [0; FIGHTERS],
            blocking: 0,
            blocked: 0,
            hits: [0; FIGHTERS],
            backs: [0; FIGHTERS],
            at: 0,
            struck: 0,
            dealt: 0,
            answered: 0,
        }
    }
}

/// Kinds of contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ContestKind {
    /// An attack on a Headquarters.
    Base,
    /// An attack on an asset that deals nothing back.
    Ambush,
    /// An attack on an asset that fights back.
    Assault,
    /// An attempt to Take Control.
    Control,
}

/// How many tasks may be going on inside each other.
pub const DEPTH: usize = 9;
/// How many contests may.
pub const CONTESTS: usize = 2;
/// How many abilities may wait, on the agenda and in the queue together.
pub const WAITING: usize = 24;
/// How many changes may last until the end of the turn.
pub const CHANGES: usize = 28;

/// Where a city lies that is not there (any more).
pub const NOWHERE: [u8; 2] = [u8::MAX; 2];

/// A whole position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State<const N: usize> {
    pub(crate) dice: FastRng,
    pub(crate) permanents: [[Permanent; SLOTS]; N],
    pub(crate) zones: [[Set<N>; ZONES]; N],
    pub(crate) decks: [DrawPile<SLOTS>; N],
    pub(crate) players: [Player; N],
    /// Control points by city, then by seat.
    pub(crate) points: [[u8; N]; N],
    /// The two seats that each city lies between; [`NOWHERE`] for a city that is not there.
    pub(crate) borders: [[u8; 2]; N],
    pub(crate) tasks: [Task; DEPTH],
    pub(crate) contests: [Contest; CONTESTS],
    /// First the agenda of the start or end of the turn, then the queue of what was triggered.
    pub(crate) waiting: [PendingAbility; WAITING],
    pub(crate) changes: [Change; CHANGES],
    pub(crate) depth: u8,
    pub(crate) contest: u8,
    pub(crate) queued: u8,
    pub(crate) due: u8,
    pub(crate) changed: u8,
    pub(crate) turn: u16,
    pub(crate) active: u8,
    /// Whether numbers and keywords in play must be worked out anew.
    pub(crate) stale: bool,
    /// Steps since the turn began.
    pub(crate) steps: u16,
    /// Cards of a loop without end.
    pub(crate) looping: LoopCards<Id>,
    /// The card whose play was the first of the main phase.
    pub(crate) first: Id,
    /// Whether something may have too much damage.
    pub(crate) hurt: bool,
    /// The events that cards in play wait for, as bits; when nothing is stale.
    pub(crate) awaited: u32,
    /// The cards in play with activated abilities; when nothing is stale.
    pub(crate) actives: Set<N>,
    /// The cards of hands and downloads that can be played during combat in any way.
    pub(crate) rapid: Set<N>,
    pub(crate) over: Option<Outcome>,
}

impl<const N: usize> State<N> {
    /// The card with this id.
    pub fn permanent(&self, id: Id) -> &Permanent {
        &self.permanents.as_flattened()[id as usize]
    }

    /// The same, if there can be such a card.
    pub(crate) fn get_permanent(&self, id: Id) -> Option<&Permanent> {
        self.permanents.as_flattened().get(id as usize)
    }

    pub(crate) fn permanent_mut(&mut self, id: Id) -> &mut Permanent {
        &mut self.permanents.as_flattened_mut()[id as usize]
    }

    /// The cards that a seat has in a zone.
    pub fn cards(&self, seat: u8, zone: Zone) -> Set<N> {
        self.zones[seat as usize][zone as usize]
    }

    /// All cards in play.
    pub fn in_play(&self) -> Set<N> {
        self.zones.iter().fold(Set::default(), |all, seat| all.with(seat[Zone::Play as usize]))
    }

    /// A player's numbers.
    pub fn player(&self, seat: u8) -> &Player {
        &self.players[seat as usize]
    }

    /// A player's deck.
    pub fn deck(&self, seat: u8) -> &DrawPile<SLOTS> {
        &self.decks[seat as usize]
    }

    /// The two seats that a city lies between, if it is there.
    pub fn city(&self, city: u8) -> Option<[u8; 2]> {
        self.borders.get(city as usize).copied().filter(|b| *b != NOWHERE)
    }

    /// Control points of a seat in a city.
    pub fn points(&self, city: u8, seat: u8) -> u8 {
        self.points[city as usize][seat as usize]
    }

    /// What is going on.
    pub(crate) fn task(&self) -> &Task {
        &self.tasks[self.depth as usize - 1]
    }

    /// What goes on when that is done.
    pub(crate) fn task_below(&self) -> Option<&Task> {
        self.depth.checked_sub(2).map(|below| &self.tasks[below as usize])
    }

    pub(crate) fn contest(&self) -> Option<&Contest> {
        self.contest.checked_sub(1).map(|i| &self.contests[i as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_of_two_seats_is_at_most_33_cache_lines() {
        assert!(size_of::<State<2>>() <= 33 * 64, "{} bytes", size_of::<State<2>>());
        assert!(size_of::<State<5>>() <= 12 * 1024, "{} bytes", size_of::<State<5>>());
    }
}
