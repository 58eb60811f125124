//! What cards in play can do, as places in the table, so that nobody looks through all cards for the few that matter.

use super::state::Permanent;
use super::{MatchData, Printed, TypeMasks};

/// Something that only some cards in play can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Role {
    /// Makes energy.
    Source,
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
    /// Can be attacked: an entity or a celestial.
    Prey,
    /// May fall without being destroyed by an effect: an entity, a celestial, or bonded to another card.
    Mortal,
    /// Equipment or a terrain, which may have to leave what it is on.
    Fitting,
    /// Legendary.
    Legend,
    /// Turned up for all.
    Location,
}

/// How many there are.
const ROLES: usize = 11;

/// A card's roles, as bits; which cards in play have each, as bits by place in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct RoleBits(u16);

/// Which cards in play have each role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Roles([u128; ROLES]);

impl RoleBits {
    /// Those of a card; it never has others.
    pub(super) fn new(types: &TypeMasks, printed: &Printed, equips: bool, bonds: bool, legendary: bool) -> RoleBits {
        let is = |mask: u32| printed.types & mask != 0;
        let has = |role: Role| match role {
            Role::Source => printed.produces != 0,
            Role::Static => printed.has_statics,
            Role::Listener => printed.waits_for != 0,
            Role::Active => printed.has_actives,
            Role::Gear => equips || is(types.vehicle),
            Role::Entity => is(types.entity),
            Role::Prey => is(types.entity | types.celestial),
            Role::Mortal => is(types.entity | types.celestial) || bonds,
            Role::Fitting => equips || is(types.terrain),
            Role::Legend => legendary,
            Role::Location => is(types.rift),
        };
        use Role as R;
        let all = [
            R::Source,
            R::Static,
            R::Listener,
            R::Active,
            R::Gear,
            R::Entity,
            R::Prey,
            R::Mortal,
            R::Fitting,
            R::Legend,
            R::Location,
        ];
        RoleBits(all.into_iter().filter(|role| has(*role)).fold(0, |bits, role| bits | 1 << role as u8))
    }
}

impl Roles {
    /// Which cards in play have a role.
    #[inline]
    pub(super) fn of(&self, role: Role) -> u128 {
        self.0[role as usize]
    }

    /// A card comes into play at this place.
    pub(super) fn enter(&mut self, at: usize, bits: RoleBits) {
        for (role, cards) in self.0.iter_mut().enumerate() {
            *cards |= u128::from(bits.0 >> role & 1) << at;
        }
    }

    /// The card at this place is in play no more.
    pub(super) fn leave(&mut self, at: usize) {
        self.0.iter_mut().for_each(|cards| *cards &= !(1 << at));
    }

    /// Whether these are the roles of the cards in play, by looking at each.
    pub(super) fn are_those_of<'a>(
        &self,
        t: &MatchData,
        in_order: impl Iterator<Item = (usize, &'a Permanent)>,
    ) -> bool {
        let mut all = Roles::default();
        in_order.for_each(|(at, permanent)| all.enter(at, t.printed(permanent.id).roles));
        all == *self
    }
}
