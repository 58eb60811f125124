//! What cards in play can do, so that nobody looks through all of them, and all that is printed on them, for the few that matter.

use std::hash::{Hash, Hasher};

use super::state::{ATTACKING, CHARGED, LOCATION, Permanent};
use super::{Printed, TypeMasks};

/// Something that only some cards in play can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Role {
    /// Makes energy.
    Source,
    /// Is a terrain.
    Terrain,
    /// Has a static ability.
    Static,
    /// Waits for an event.
    Listener,
    /// Has an ability that is activated in play.
    Active,
    /// Is attached or travelled in.
    Gear,
    /// Fights.
    Entity,
    /// Has counters, and can be attacked.
    Celestial,
    /// Bonded to another card.
    Bonded,
    /// Is attached to entities, one after the other.
    Equipment,
    /// Legendary.
    Legend,
    /// Turned up for all.
    Location,
    /// Has a static ability that changes what cards cost or how many may be played.
    Rule,
    /// Has a static ability that depends on more than which cards are in play.
    Watcher,
}

/// How many roles there are.
pub(super) const ROLES: usize = 14;

/// What the rules ask all the time of a card in play. It follows from which card it is, so digests of positions leave it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CardTraits {
    /// Its roles, as bits.
    roles: u16,
    /// Energy that it makes, one unit of one of these.
    pub(super) produces: u16,
    /// Its definition.
    pub(super) def: u16,
}

impl Hash for CardTraits {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl CardTraits {
    /// Of no card.
    pub(super) const NONE: CardTraits = CardTraits { roles: 0, produces: 0, def: 0 };

    /// Those of a card; it never has others.
    pub(super) fn new(
        types: &TypeMasks,
        printed: &Printed,
        equips: bool,
        bonds: bool,
        legendary: bool,
        rules: bool,
        def: usize,
    ) -> CardTraits {
        let is = |mask: u32| printed.types & mask != 0;
        let has = |role: Role| match role {
            Role::Source => printed.produces != 0,
            Role::Terrain => is(types.terrain),
            Role::Static => printed.has_statics,
            Role::Listener => printed.waits_for != 0,
            Role::Active => printed.has_actives,
            Role::Gear => equips || is(types.vehicle),
            Role::Entity => is(types.entity),
            Role::Celestial => is(types.celestial),
            Role::Bonded => bonds,
            Role::Equipment => equips,
            Role::Legend => legendary,
            Role::Location => is(types.rift),
            Role::Rule => rules,
            Role::Watcher => printed.watches,
        };
        use Role as R;
        let all: [Role; ROLES] = [
            R::Source,
            R::Terrain,
            R::Static,
            R::Listener,
            R::Active,
            R::Gear,
            R::Entity,
            R::Celestial,
            R::Bonded,
            R::Equipment,
            R::Legend,
            R::Location,
            R::Rule,
            R::Watcher,
        ];
        let roles = all.into_iter().filter(|role| has(*role)).fold(0, |bits, role| bits | 1 << role as u8);
        CardTraits { roles, produces: printed.produces, def: def as u16 }
    }

    /// Whether it has a role.
    #[inline]
    pub(super) fn has(self, role: Role) -> bool {
        self.roles & (1 << role as u8) != 0
    }
}

/// The places of play.
const PLACES: usize = LOCATION as usize + 1;

/// Which cards in play have each role, are whose and where, are charged and attack, by their places in the table: kept where cards enter, leave
/// and change, so that nobody looks through all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct InPlay<const N: usize> {
    roles: [u128; ROLES],
    controlled: [u128; N],
    charged: u128,
    attacking: u128,
    places: [u128; PLACES],
}

impl<const N: usize> InPlay<N> {
    /// No cards.
    pub(super) const EMPTY: InPlay<N> =
        InPlay { roles: [0; ROLES], controlled: [0; N], charged: 0, attacking: 0, places: [0; PLACES] };

    /// A card comes to a place of the table.
    pub(super) fn add(&mut self, at: usize, permanent: &Permanent) {
        let mut left = permanent.traits.roles;
        while left != 0 {
            self.roles[left.trailing_zeros() as usize] |= 1 << at;
            left &= left - 1;
        }
        self.controlled[usize::from(permanent.controller)] |= 1 << at;
        self.charged |= u128::from(permanent.is(CHARGED)) << at;
        self.attacking |= u128::from(permanent.is(ATTACKING)) << at;
        self.places[usize::from(permanent.place.min(LOCATION))] |= 1 << at;
    }

    /// It leaves.
    pub(super) fn remove(&mut self, at: usize, permanent: &Permanent) {
        let mut left = permanent.traits.roles;
        while left != 0 {
            self.roles[left.trailing_zeros() as usize] &= !(1 << at);
            left &= left - 1;
        }
        self.controlled[usize::from(permanent.controller)] &= !(1 << at);
        self.charged &= !(1 << at);
        self.attacking &= !(1 << at);
        self.places[usize::from(permanent.place.min(LOCATION))] &= !(1 << at);
    }

    /// Another seat controls it.
    pub(super) fn give(&mut self, at: usize, from: u8, to: u8) {
        self.controlled[usize::from(from)] &= !(1 << at);
        self.controlled[usize::from(to)] |= 1 << at;
    }

    /// It is charged, or is not any more.
    pub(super) fn set_charged(&mut self, at: usize, charged: bool) {
        self.charged = self.charged & !(1 << at) | u128::from(charged) << at;
    }

    /// It attacks, or does not any more.
    pub(super) fn set_attacking(&mut self, at: usize, attacking: bool) {
        self.attacking = self.attacking & !(1 << at) | u128::from(attacking) << at;
    }

    /// Those with a role.
    #[inline]
    pub(super) fn with(&self, role: Role) -> u128 {
        self.roles[role as usize]
    }

    /// Those of a seat.
    #[inline]
    pub(super) fn of(&self, seat: u8) -> u128 {
        self.controlled[usize::from(seat)]
    }

    /// Those that are charged.
    #[inline]
    pub(super) fn charged(&self) -> u128 {
        self.charged
    }

    /// It goes elsewhere in play.
    pub(super) fn set_place(&mut self, at: usize, from: u8, to: u8) {
        self.places[usize::from(from)] &= !(1 << at);
        self.places[usize::from(to)] |= 1 << at;
    }

    /// Those in a place of whatever seat.
    #[inline]
    pub(super) fn at(&self, place: u8) -> u128 {
        self.places[usize::from(place)]
    }

    /// Those that attack.
    #[inline]
    pub(super) fn attacking(&self) -> u128 {
        self.attacking
    }
}
