//! What cards in play can do, so that nobody looks through all of them, and all that is printed on them, for the few that matter.

use std::hash::{Hash, Hasher};

use super::{Printed, TypeMasks};

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

/// A card's roles, as bits. They follow from which card it is, so digests of positions leave them out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RoleBits(u16);

impl Hash for RoleBits {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl RoleBits {
    /// Of no card.
    pub(super) const NONE: RoleBits = RoleBits(0);

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

    /// Whether it has a role.
    #[inline]
    pub(super) fn has(self, role: Role) -> bool {
        self.0 & (1 << role as u8) != 0
    }

    /// Whether it does more than to lie there and make energy.
    pub(super) fn is_busy(self) -> bool {
        self.0 & !(1 << Role::Source as u8 | 1 << Role::Fitting as u8) != 0
    }
}
