//! Questions about a position.

use catalog::ability::{CardRef, CardState, PlayerPile, PlayerSelector, PlayerSide};

use super::roles::Role;
use super::state::{
    ARTIFACTS, ATTACKING, BLOCKING, CHARGED, FRESH, Frame, Id, LOCATION, NONE, PLAYER, Permanent, StackItem,
    StackItemKind, State, Step, ZONE_2, Zone, as_item, as_player, owner,
};
use super::{MatchData, Variant};
use crate::effect::{Amount, Condition, Countable, EffectGroup, Ix, LiveCard, Op};
use crate::kernel::rules::Seats;

/// A position that is only looked at.
pub(super) struct Position<'a, const N: usize, const B: usize> {
    pub t: &'a MatchData,
    pub s: &'a State<N, B>,
}

impl<const N: usize, const B: usize> Clone for Position<'_, N, B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const N: usize, const B: usize> Copy for Position<'_, N, B> {}

/// Who asks, and what an effect knows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    pub seat: u8,
    pub source: Id,
    pub it: Id,
    pub x: u8,
}

impl StackItem {
    /// What conditions and amounts may ask about.
    pub(super) fn context(&self) -> Context {
        Context { seat: self.seat, source: self.source, it: self.it, x: self.x }
    }
}

/// A card in play as filters see it.
struct CardInPlay<'a> {
    t: &'a MatchData,
    permanent: &'a Permanent,
}

impl LiveCard for CardInPlay<'_> {
    fn def(&self) -> usize {
        self.permanent.traits.def.into()
    }

    fn keywords(&self) -> u32 {
        self.permanent.keywords
    }

    /// Equip is the one keyword with a number (AF-R04).
    fn keyword_number(&self, _: u8) -> i32 {
        self.t.def(self.permanent.id).equip.unwrap_or(0).into()
    }

    fn number(&self, field: usize) -> Option<i32> {
        match field {
            _ if !self.permanent.traits.has(Role::Entity) => None,
            _ if field == self.t.power => Some(self.permanent.power.into()),
            _ if field == self.t.health => Some(self.permanent.health.into()),
            _ => None,
        }
    }
}

impl<'a, const N: usize, const B: usize> Position<'a, N, B> {
    // Seats.

    /// The seats that still play, from `first` on in turn order: to the left (AF-R72).
    pub fn seats_from(self, first: u8) -> impl Iterator<Item = u8> + use<'a, N, B> {
        let n = self.t.count();
        let s = self.s;
        (first..n).chain(0..first.min(n)).filter(move |seat| !s.player(*seat).out)
    }

    /// The seats of other teams, the next on the left first.
    pub fn opponents(self, seat: u8) -> impl Iterator<Item = u8> + use<'a, N, B> {
        let t = self.t;
        self.seats_from(seat).filter(move |s| !t.allied(*s, seat))
    }

    /// Whether it is this seat's turn, alone or with its team (AF-232, AF-R71).
    #[inline]
    pub fn is_active(&self, seat: u8) -> bool {
        match self.t.options.variant {
            Variant::Duel => seat == self.s.active,
            _ => self.t.allied(seat, self.s.active),
        }
    }

    /// The seats whose turn it is.
    pub fn active_seats(self) -> impl Iterator<Item = u8> + use<'a, N, B> {
        self.seats_from(self.s.active).filter(move |s| self.is_active(*s))
    }

    /// All seats that still play, those whose turn it is first (AF-R23).
    pub fn seats_in_turn(self) -> impl Iterator<Item = u8> + use<'a, N, B> {
        self.active_seats().chain(self.seats_from(self.s.active).filter(move |s| !self.is_active(*s)))
    }

    /// Life points of a seat, which a team may share (AF-231).
    #[inline]
    pub fn life(&self, seat: u8) -> i16 {
        self.s.player(self.t.lives[seat as usize]).life
    }

    pub fn mask(seats: impl Iterator<Item = u8>) -> Seats {
        seats.fold(0, |m, s| m | 1 << s)
    }

    /// The next player who has something to do in a frame, in turn order from the active one.
    pub fn first_of(&self, players: Seats) -> Option<u8> {
        let plays = |seat: u8| players & (1 << seat) != 0 && !self.s.player(seat).out;
        // Asked at every step of the turn, and two players have no partners.
        if self.t.count() == 2 {
            return [self.s.active, 1 - self.s.active].into_iter().find(|seat| plays(*seat));
        }
        self.seats_in_turn().find(|seat| plays(*seat))
    }

    /// The players that an effect is about.
    pub fn affected_seats(&self, who: PlayerSelector, frame: &Frame) -> Seats {
        let seat = frame.item.seat;
        match who {
            PlayerSelector::You => 1 << seat,
            PlayerSelector::Opponent => 1 << frame.opponent,
            PlayerSelector::EachOpponent => Self::mask(self.opponents(seat)),
            PlayerSelector::EachPlayer => Self::mask(self.seats_from(seat)),
            PlayerSelector::Controller => self.controller(frame.item.it).map_or(0, |s| 1 << s),
        }
    }

    // Cards.

    #[inline]
    pub fn is(&self, id: Id, types: u32) -> bool {
        self.t.printed(id).types & types != 0
    }

    /// Who controls a card, or controlled it last, or has it on the stack.
    pub fn controller(&self, id: Id) -> Option<u8> {
        if let Some(seat) = as_player(id) {
            return Some(seat);
        }
        if let Some(at) = as_item(id) {
            return self.s.items().get(at).map(|i| i.seat);
        }
        if id == NONE {
            return None;
        }
        match self.s.zone(id) {
            Zone::Play => Some(self.s.permanent(id).controller),
            Zone::Stack => self.s.items().iter().find(|i| i.source == id && i.is_card()).map(|i| i.seat),
            _ => Some(self.s.permanent_slots.as_flattened()[id as usize]).filter(|s| *s < self.t.count()),
        }
        .or(Some(owner(id)))
    }

    #[inline]
    pub fn has(&self, id: Id, keyword: u32) -> bool {
        self.s.get_permanent(id).is_some_and(|b| b.keywords & keyword != 0)
    }

    /// Whether an artifact lies under another one, and so does nothing (AF-057, AF-R32).
    #[inline]
    pub fn is_covered(&self, permanent: &Permanent) -> bool {
        permanent.place == ARTIFACTS
            && self.t.options.artifact_stack
            && self
                .s
                .at_slots(self.s.table.at(ARTIFACTS))
                .any(|b| b.area == permanent.area && b.since > permanent.since)
    }

    /// Whether a card may be charged to pay: uncharged, not covered, and an entity not fresh (AF-081, AF-R26).
    #[inline]
    pub fn can_charge(&self, permanent: &Permanent) -> bool {
        let fresh = permanent.is(FRESH)
            && self.t.options.summoning_sickness_abilities
            && permanent.traits.has(Role::Entity)
            && permanent.keywords & self.t.keywords.rush == 0;
        !permanent.is(CHARGED) && !fresh && !self.is_covered(permanent)
    }

    pub fn fits_now(&self, filter: Ix, id: Id) -> bool {
        self.t.code.filters[filter as usize].fits(&CardInPlay { t: self.t, permanent: self.s.permanent(id) })
    }

    pub fn fits_printed(&self, filter: Ix, id: Id) -> bool {
        self.t.code.filters[filter as usize].printed.has(self.t.def_at(id))
    }

    #[inline]
    fn is_so(&self, permanent: &Permanent, state: CardState) -> bool {
        match state {
            CardState::Tapped => permanent.is(CHARGED),
            CardState::Untapped => !permanent.is(CHARGED),
            CardState::Attacking => permanent.is(ATTACKING),
            CardState::Blocking => permanent.is(BLOCKING),
            CardState::Fighting => permanent.is(ATTACKING | BLOCKING),
            CardState::Damaged => permanent.damage > 0,
        }
    }

    #[inline]
    pub fn on_side(&self, side: PlayerSide, controller: u8, seat: u8) -> bool {
        match side {
            PlayerSide::Any => true,
            PlayerSide::Your => controller == seat,
            PlayerSide::Enemy => !self.t.allied(controller, seat),
        }
    }

    /// The places in the table of all cards that may be in a group.
    pub fn slots_of(&self, pick: Ix, seat: u8) -> u128 {
        let table = &self.s.table;
        let of_side = match self.t.code.groups[pick as usize].side {
            PlayerSide::Any => self.s.taken,
            PlayerSide::Your => table.of(seat),
            PlayerSide::Enemy => {
                let others = (0..self.t.count()).filter(|other| !self.t.allied(*other, seat));
                others.fold(0, |slots, other| slots | table.of(other))
            }
        };
        self.t.group_roles[pick as usize].map_or(of_side, |role| of_side & table.with(role))
    }

    /// Whether a card in play is one of a group.
    pub fn in_group(&self, pick: &EffectGroup, seat: u8, source: Id, id: Id) -> bool {
        self.is_in_group(pick, seat, source, self.s.permanent(id))
    }

    fn is_in_group(&self, pick: &EffectGroup, seat: u8, source: Id, permanent: &Permanent) -> bool {
        self.on_side(pick.side, permanent.controller, seat)
            && !(pick.other && permanent.id == source)
            && permanent.place != LOCATION
            && pick.state.is_none_or(|state| self.is_so(permanent, state))
            && (!pick.here || self.shares_zone(source, permanent))
            && self.t.code.filters[pick.filter as usize].fits(&CardInPlay { t: self.t, permanent })
    }

    /// Whether a card is in the same of the two zones as the source (AF-054).
    fn shares_zone(&self, source: Id, permanent: &Permanent) -> bool {
        let at = |b: &Permanent| (b.area, b.place);
        self.s.get_permanent(source).is_some_and(|b| b.place <= ZONE_2 && at(b) == at(permanent))
    }

    /// The cards in play of a group, in the order of the table.
    pub fn group(self, pick: Ix, seat: u8, source: Id) -> impl Iterator<Item = Id> + use<'a, N, B> {
        let cards = self.s.at_slots(self.slots_of(pick, seat));
        let pick = self.t.code.groups[pick as usize];
        cards.filter(move |b| self.is_in_group(&pick, seat, source, b)).map(|b| b.id)
    }

    /// Whether a card that something happened to is one of a group; cards that are not in play count as printed.
    pub fn concerns(&self, pick: Ix, seat: u8, source: Id, id: Id) -> bool {
        let pick = self.t.code.groups[pick as usize];
        if self.s.in_play(id) {
            return self.in_group(&pick, seat, source, id);
        }
        let controller = self.controller(id).unwrap_or(seat);
        self.on_side(pick.side, controller, seat) && !(pick.other && id == source) && self.fits_printed(pick.filter, id)
    }

    /// Whether an ability of a card in play waits for what happened: to `own`, if it is about the card itself, or to `it`.
    pub fn is_about(&self, subject: Option<Ix>, source: &Permanent, own: Id, it: Id) -> bool {
        match subject {
            None => source.id == own,
            Some(pick) => self.concerns(pick, source.controller, source.id, it),
        }
    }

    /// Whether a source may have this card in play as a target, or deal it damage and so on: neither Cloaking nor
    /// Shield is against it (AF-R09, AF-R13).
    #[inline]
    pub fn reaches(&self, source: Id, seat: u8, id: Id) -> bool {
        let cloaked = self.has(id, self.t.keywords.cloaking) && !self.t.allied(self.s.permanent(id).controller, seat);
        !cloaked && !self.is_shielded(id, source)
    }

    /// Whether a card in play is shielded from a source (AF-R13).
    #[inline]
    pub fn is_shielded(&self, id: Id, source: Id) -> bool {
        self.is_shielded_by(self.s.get_permanent(id).map_or(0, |b| b.shield), source)
    }

    fn is_shielded_by(&self, shield: u32, source: Id) -> bool {
        shield != 0
            && source < super::state::ITEM
            && (0..32).any(|w| shield & (1 << w) != 0 && self.t.qualities[w].1.has(self.t.def_at(source)))
    }

    /// Whether this may be chosen out of a group: a card in play, what waits on the stack, or a player.
    pub fn choosable(&self, pick: &EffectGroup, seat: u8, source: Id, id: Id) -> bool {
        if let Some(player) = as_player(id) {
            return pick.players && self.on_side(pick.side, player, seat) && !self.s.player(player).out;
        }
        if let Some(at) = as_item(id) {
            return pick.waiting && self.s.items().get(at).is_some_and(|i| self.may_negate(pick, seat, i));
        }
        !pick.waiting && self.s.get_permanent(id).is_some_and(|b| self.may_choose(pick, seat, source, b))
    }

    /// The same of a card in play.
    fn may_choose(&self, pick: &EffectGroup, seat: u8, source: Id, permanent: &Permanent) -> bool {
        let w = &self.t.keywords;
        let ours = permanent.controller == seat;
        self.is_in_group(pick, seat, source, permanent)
            && if pick.cost {
                ours
            } else {
                let cloaked = permanent.keywords & w.cloaking != 0 && !self.t.allied(permanent.controller, seat);
                !cloaked && !self.is_shielded_by(permanent.shield, source)
            }
    }

    /// Cards on the stack can be negated, abilities cannot.
    fn may_negate(&self, pick: &EffectGroup, seat: u8, item: &StackItem) -> bool {
        item.is_card() && self.on_side(pick.side, item.seat, seat) && self.fits_printed(pick.filter, item.source)
    }

    /// Everything that may be chosen out of a group.
    pub fn candidates(self, pick: Ix, seat: u8, source: Id) -> impl Iterator<Item = Id> + use<'a, N, B> {
        let all = self.slots_of(pick, seat);
        let pick = self.t.code.groups[pick as usize];
        let items = (0..self.s.depth as Id).filter(move |_| pick.waiting).map(|i| super::state::ITEM + i);
        let slots = if pick.waiting { 0 } else { all };
        let cards = self.s.at_slots(slots).filter(move |b| self.may_choose(&pick, seat, source, b)).map(|b| b.id);
        let players = self.seats_from(self.s.active).map(|s| PLAYER + Id::from(s)).filter(move |_| pick.players);
        cards.chain(players.chain(items).filter(move |id| self.choosable(&pick, seat, source, *id)))
    }

    /// Whether there is any.
    pub fn has_candidate(&self, pick: Ix, seat: u8, source: Id) -> bool {
        let group = &self.t.code.groups[pick as usize];
        if group.players || group.waiting {
            return self.candidates(pick, seat, source).next().is_some();
        }
        self.s.at_slots(self.slots_of(pick, seat)).any(|b| self.may_choose(group, seat, source, b))
    }

    /// The cards of a pile that fit, one of each kind.
    pub fn findable(self, filter: Option<Ix>, seat: u8, zone: Zone) -> impl Iterator<Item = Id> + use<'a, N, B> {
        let cards = self.s.cards(seat, zone).of(seat);
        cards.filter(move |id| {
            filter.is_none_or(|f| self.fits_printed(f, *id)) && self.is_first_of_kind(seat, zone, *id)
        })
    }

    /// Whether no card before it in the same pile is the same card: two copies are one choice.
    #[inline]
    pub fn is_first_of_kind(&self, seat: u8, zone: Zone, id: Id) -> bool {
        debug_assert_eq!(owner(id), seat, "piles hold cards of their owner");
        let before = (1u128 << (id as usize % super::state::SLOTS)) - 1;
        self.s.cards(seat, zone).0 & before & self.t.twins(id) == 0
    }

    // Effects.

    /// The op that a frame is at; `None` for one of the rules' own.
    pub fn op(&self, frame: &Frame) -> Option<Op> {
        self.t.code.ops.get(frame.item.at as usize).copied()
    }

    pub fn known(&self, known: CardRef, c: &Context) -> Id {
        match known {
            CardRef::This => c.source,
            CardRef::It => c.it,
            CardRef::Host => self.s.get_permanent(c.source).map_or(NONE, |b| b.host),
            CardRef::User => NONE,
        }
    }

    /// A number field of a card: in play as it is now.
    pub fn field(&self, field: usize, id: Id) -> i32 {
        if id >= super::state::ITEM {
            return 0;
        }
        let live = self.s.get_permanent(id).and_then(|permanent| CardInPlay { t: self.t, permanent }.number(field));
        live.or(self.t.def(id).numbers[field]).unwrap_or(0)
    }

    pub fn amount(&self, amount: &Amount, c: &Context) -> i32 {
        match amount {
            Amount::Number(n) => *n,
            Amount::Per(n, what) => n * self.count(what, c, c.seat),
            Amount::Field(field, known) => match self.known(*known, c) {
                NONE => 0,
                id => self.field(*field, id),
            },
            Amount::Resource(r) => self.resource(c.seat, *r),
            Amount::X => c.x.into(),
            Amount::Result => 0,
        }
    }

    fn resource(&self, seat: u8, resource: u8) -> i32 {
        use super::energy::Resource;
        match self.t.resources[resource as usize] {
            Resource::Life => self.life(seat).into(),
            Resource::Energy(e) => self.s.player(seat).pool[e as usize].into(),
            Resource::Any => self.s.player(seat).colourless.into(),
            Resource::X => 0,
        }
    }

    /// How many of something; of piles and resources those of one seat.
    fn count(&self, what: &Countable, c: &Context, seat: u8) -> i32 {
        match what {
            Countable::Cards(pick) => self.group(*pick, c.seat, c.source).count() as i32,
            Countable::Resource(_, r) => self.resource(seat, *r),
            Countable::Pile(_, pile, filter) => {
                let cards = self.s.cards(seat, zone(*pile));
                match filter {
                    None => cards.len() as i32,
                    Some(filter) => cards.of(seat).filter(|id| self.fits_printed(*filter, *id)).count() as i32,
                }
            }
            Countable::Points(_) | Countable::Result => 0,
        }
    }

    pub fn holds(&self, condition: &Condition, c: &Context) -> bool {
        match condition {
            Condition::Not(inner) => !self.holds(inner, c),
            Condition::And(parts) => parts.iter().all(|p| self.holds(p, c)),
            Condition::YourTurn => self.is_active(c.seat),
            Condition::Is(known, filter) => match self.known(*known, c) {
                id if self.s.in_play(id) => self.fits_now(*filter, id),
                id => id < super::state::ITEM && self.fits_printed(*filter, id),
            },
            Condition::In(known, state) => {
                self.s.get_permanent(self.known(*known, c)).is_some_and(|permanent| self.is_so(permanent, *state))
            }
            Condition::Count(range, what) => {
                let side = match what {
                    Countable::Pile(side, ..) | Countable::Resource(side, _) => *side,
                    _ => PlayerSide::Your,
                };
                match side {
                    PlayerSide::Enemy => self.opponents(c.seat).any(|seat| range.holds(self.count(what, c, seat))),
                    _ => range.holds(self.count(what, c, c.seat)),
                }
            }
            Condition::ControlsCity(_) | Condition::First => false,
        }
    }

    // The turn.

    /// Whether somebody may play what needs an own exploration phase with nothing waiting (AF-180, AF-182, AF-R75).
    #[inline]
    pub fn is_open(&self, seat: u8) -> bool {
        matches!(self.s.step, Step::Exploration | Step::Second) && self.s.depth == 0 && self.is_active(seat)
    }
}

impl StackItem {
    /// Whether it is a card that is being played.
    pub(super) fn is_card(&self) -> bool {
        matches!(self.kind, StackItemKind::Card | StackItemKind::Spell)
    }
}

/// The zone that a pile of the effect language is.
pub(super) fn zone(pile: PlayerPile) -> Zone {
    match pile {
        PlayerPile::Deck => Zone::Deck,
        PlayerPile::Hand => Zone::Hand,
        PlayerPile::Discard => Zone::Void,
        PlayerPile::Downloads => Zone::Used,
    }
}
