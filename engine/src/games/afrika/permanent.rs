//! A card in play.

use super::roles::CardTraits;
use super::state::{Id, NONE};

/// A card in play and all that is true of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Permanent {
    /// Which card; [`NONE`] if the place in the table is free.
    pub id: Id,
    /// The seat that controls it.
    pub controller: u8,
    /// The seat in whose zones it is.
    pub area: u8,
    /// [`ZONE_1`](super::state::ZONE_1) and the others.
    pub place: u8,
    /// How often its abilities were used this turn, two bits each.
    pub used: u8,
    /// [`CHARGED`] and the others.
    pub flags: u16,
    /// The card that it is attached to.
    pub host: Id,
    /// Damage on it.
    pub damage: i16,
    /// Counters that raise power and health by one each.
    pub counters: i16,
    /// Counters of a celestial.
    pub resolve: i16,
    /// Now, with all changes.
    pub power: i16,
    /// Now, with all changes.
    pub health: i16,
    /// Now, by position in the game.
    pub keywords: u32,
    /// The words of what it is shielded from now, by number in the match.
    pub shield: u32,
    /// The words of terrains that it walks now, by number in the match.
    pub walks: u32,
    /// When it came where it is: the highest is on top of a stack.
    pub since: u16,
    /// What it attacks, or as a blocker the attacker.
    pub foe: Id,
    /// Its place in the line of blockers, from 1; 0 while it has none.
    pub line: u8,
    /// Combat damage that it is to get; of an attacker, that goes past its blockers.
    pub hit: u8,
    /// What it can do.
    pub(super) traits: CardTraits,
}

/// Turned sideways.
pub const CHARGED: u16 = 1;
/// Not controlled continuously since the turn began.
pub const FRESH: u16 = 2;
/// In an attack.
pub const ATTACKING: u16 = 4;
/// Against an attack.
pub const BLOCKING: u16 = 8;
/// An attacker that was blocked, whatever became of its blockers.
pub const BLOCKED: u16 = 16;
/// Has dealt its combat damage.
pub const DEALT: u16 = 32;
/// Damaged by what destroys whatever it damages.
pub const VENOMED: u16 = 64;
/// Its combat damage of this round is divided.
pub const DIVIDED: u16 = 128;
/// Asked whether it attacks or blocks.
pub const ASKED: u16 = 256;
/// An attacker: what it attacks has left the fight, and is another card if it comes back.
pub const MISSES: u16 = 512;

impl Permanent {
    /// Whether a flag is set.
    #[inline]
    pub fn is(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    /// Sets or clears flags.
    #[inline]
    pub fn set(&mut self, flags: u16, on: bool) {
        self.flags = if on { self.flags | flags } else { self.flags & !flags };
    }

    /// A free place in the table.
    pub const FREE: Permanent = Permanent {
        id: NONE,
        controller: 0,
        area: 0,
        place: 0,
        used: 0,
        flags: 0,
        host: NONE,
        damage: 0,
        counters: 0,
        resolve: 0,
        power: 0,
        health: 0,
        keywords: 0,
        shield: 0,
        walks: 0,
        since: 0,
        foe: NONE,
        line: 0,
        hit: 0,
        traits: CardTraits::NONE,
    };
}
