//! Numbers and keywords in play as they are now, and questions about a position.

use catalog::ability::{CardRef, PlayerSide};

use super::state::{
    Change, ChangeKind, DEPLOYING, HACKED, Id, NONE, NOWHERE, POWER, Permanent, SLOTS, State, TAPPED, Zone,
};
use super::{CardKind, Event, MatchData, Play};
use crate::effect::{AbilityForm, Amount, Condition, Countable, EffectGroup, Ix, LiveCard, OpTargets, StaticEffect};
use crate::kernel::rules::EventSink;

/// A position that is only looked at.
pub(super) struct Position<'a, const N: usize> {
    pub t: &'a MatchData,
    pub s: &'a State<N>,
}

impl<const N: usize> Clone for Position<'_, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<const N: usize> Copy for Position<'_, N> {}

/// Who asks, and what an effect knows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    pub seat: u8,
    pub source: Id,
    pub it: Id,
    pub user: Id,
    pub result: u8,
    pub first: bool,
}

impl Context {
    pub fn new(seat: u8, source: Id) -> Context {
        Context { seat, source, it: NONE, user: NONE, result: 0, first: false }
    }
}

/// Something that changes a card in play, as numbers and keywords are worked out.
#[derive(Debug, Clone, Copy)]
pub(super) struct LiveChange {
    pub change: Change,
    /// Whether it ends with the turn.
    pub ends: bool,
}

/// A piece as filters see it.
struct CardInPlay<'a> {
    t: &'a MatchData,
    permanent: &'a Permanent,
}

impl LiveCard for CardInPlay<'_> {
    fn def(&self) -> usize {
        self.permanent.def.into()
    }

    fn keywords(&self) -> u32 {
        self.permanent.keywords.into()
    }

    fn keyword_number(&self, keyword: u8) -> i32 {
        let bit = 1u16 << keyword;
        let w = &self.t.keywords;
        i32::from(match bit {
            _ if bit == w.stealth => self.permanent.stealth,
            _ if bit == w.perception => self.permanent.perception,
            _ if bit == w.cyberaffinity => self.permanent.affinity,
            _ => 0,
        })
    }

    fn number(&self, field: usize) -> Option<i32> {
        match field {
            _ if self.t.printed[self.permanent.def as usize].kind != CardKind::Asset => None,
            _ if field == self.t.firepower => Some(self.permanent.firepower.into()),
            _ if field == self.t.armor => Some(self.permanent.armor.into()),
            _ => None,
        }
    }
}

impl<'a, const N: usize> Position<'a, N> {
    pub fn kind(&self, id: Id) -> CardKind {
        self.t.printed[self.s.permanent(id).def as usize].kind
    }

    pub fn in_play(&self, id: Id) -> bool {
        id != NONE && self.s.permanent(id).zone == Zone::Play
    }

    pub fn has(&self, id: Id, keyword: u16) -> bool {
        self.s.permanent(id).keywords & keyword != 0
    }

    pub fn fits_now(&self, filter: Ix, id: Id) -> bool {
        self.t.code.filters[filter as usize].fits(&CardInPlay { t: self.t, permanent: self.s.permanent(id) })
    }

    /// The seats that still play, from `first` on in turn order: to the left (CX-R57).
    pub fn seats_from(self, first: u8) -> impl Iterator<Item = u8> + use<'a, N> {
        let n = self.t.seats.len() as u8;
        let s = self.s;
        (0..n).map(move |i| (first + i) % n).filter(move |seat| !s.player(*seat).out)
    }

    pub fn opponents(self, seat: u8) -> impl Iterator<Item = u8> + use<'a, N> {
        self.seats_from(seat).filter(move |s| *s != seat)
    }

    /// The Headquarters of a seat.
    pub fn base(&self, seat: u8) -> Id {
        seat * SLOTS as u8
    }

    /// Whether a card in play is one of a group.
    pub fn in_group(&self, pick: &EffectGroup, seat: u8, source: Id, id: Id) -> bool {
        let controller = self.s.permanent(id).controller;
        let side = match pick.side {
            PlayerSide::Any => true,
            PlayerSide::Your => controller == seat,
            PlayerSide::Enemy => controller != seat,
        };
        side && !(pick.other && id == source) && self.fits_now(pick.filter, id)
    }

    /// The cards of a group, in order of ids.
    pub fn group(self, pick: Ix, seat: u8, source: Id) -> impl Iterator<Item = Id> + use<'a, N> {
        let position = self;
        let pick = self.t.code.groups[pick as usize];
        self.s.in_play().iter().filter(move |id| position.in_group(&pick, seat, source, *id))
    }

    /// What targeting the card with an effect costs beside everything else (CX-237, CX-R34, CX-R35).
    pub fn stealth(&self, id: Id, seat: u8) -> i16 {
        let permanent = self.s.permanent(id);
        if permanent.stealth == 0 || (permanent.controller == seat && !self.t.options.stealth_own) {
            return 0;
        }
        let attacked = self.s.contests[..self.s.contest as usize]
            .iter()
            .find(|c| c.seat == permanent.controller && c.attackers[..c.attacking as usize].contains(&id));
        let seen: i16 = attacked.map_or(0, |c| {
            self.s.cards(c.defender, Zone::Play).iter().map(|d| i16::from(self.s.permanent(d).perception)).sum()
        });
        (i16::from(permanent.stealth) - seen).max(0)
    }

    /// What a player can spend on anything: all but Power (CX-037, CX-238).
    pub fn spendable_resources(&self, seat: u8) -> i16 {
        self.s.player(seat).resources[..POWER].iter().sum()
    }

    /// Whether a card may be chosen out of a group by this player, who then has `left` to pay for Stealth.
    pub fn choosable(&self, pick: &EffectGroup, seat: u8, source: Id, id: Id, left: i16) -> bool {
        if !self.in_group(pick, seat, source, id) {
            return false;
        }
        if pick.cost {
            return self.s.permanent(id).controller == seat;
        }
        // CX-219, CX-220
        let immune = self.s.permanent(id).controller != seat && self.has(id, self.t.keywords.immunity);
        !immune && self.stealth(id, seat) <= left
    }

    /// Whether the card may act: not deploying unless Rapid, not hacked (CX-110, CX-216, CX-231, CX-R22, CX-R23).
    pub fn can_act(&self, id: Id) -> bool {
        let permanent = self.s.permanent(id);
        !permanent.is(HACKED) && (!permanent.is(DEPLOYING) || self.has(id, self.t.keywords.rapid))
    }

    /// Ready: able to act, and untapped (CX-R22).
    pub fn ready(&self, id: Id) -> bool {
        self.can_act(id) && !self.s.permanent(id).is(TAPPED)
    }

    pub fn controls_city(&self, seat: u8) -> bool {
        // CX-046
        self.cities().any(|city| self.s.points(city, seat) == 3)
    }

    /// The cities that are there, by number.
    pub fn cities(self) -> impl Iterator<Item = u8> + use<'a, N> {
        let s = self.s;
        (0..N as u8).filter(move |c| s.borders[*c as usize] != NOWHERE)
    }

    /// The cities next to a player (CX-180).
    pub fn cities_of(self, seat: u8) -> impl Iterator<Item = u8> + use<'a, N> {
        let s = self.s;
        self.cities().filter(move |c| s.borders[*c as usize].contains(&seat))
    }

    /// Control points of a player, over all cities.
    pub fn points_of(&self, seat: u8) -> i32 {
        self.cities().map(|city| i32::from(self.s.points(city, seat))).sum()
    }

    pub fn known(&self, known: CardRef, c: &Context) -> Id {
        match known {
            CardRef::This => c.source,
            CardRef::It => c.it,
            CardRef::User => c.user,
            CardRef::Host => self.s.get_permanent(c.source).map_or(NONE, |p| p.host),
        }
    }

    pub fn amount(&self, amount: &Amount, c: &Context) -> i32 {
        match amount {
            Amount::Number(n) => *n,
            Amount::Per(n, Countable::Cards(pick)) => n * self.group(*pick, c.seat, c.source).count() as i32,
            // The dialect of Chron X has neither.
            Amount::Per(..) | Amount::X => 0,
            Amount::Resource(r) => self.s.player(c.seat).resources[*r as usize].into(),
            Amount::Result => c.result.into(),
            Amount::Field(field, known) => match self.known(*known, c) {
                NONE => 0,
                id => {
                    let permanent = self.s.permanent(id);
                    let live =
                        CardInPlay { t: self.t, permanent }.number(*field).filter(|_| permanent.zone == Zone::Play);
                    live.or(self.t.defs[permanent.def as usize].numbers[*field]).unwrap_or(0)
                }
            },
        }
    }

    pub fn holds(&self, condition: &Condition, c: &Context) -> bool {
        match condition {
            Condition::First => c.first,
            Condition::Not(inner) => !self.holds(inner, c),
            Condition::And(parts) => parts.iter().all(|p| self.holds(p, c)),
            // The dialect of Chron X has neither.
            Condition::In(..) | Condition::YourTurn => false,
            Condition::ControlsCity(PlayerSide::Enemy) => self.opponents(c.seat).any(|o| self.controls_city(o)),
            Condition::ControlsCity(_) => self.controls_city(c.seat),
            Condition::Is(known, filter) => match self.known(*known, c) {
                NONE => false,
                id if self.in_play(id) => self.fits_now(*filter, id),
                id => self.t.code.filters[*filter as usize].printed.has(self.s.permanent(id).def),
            },
            Condition::Count(range, what) => match what {
                Countable::Cards(pick) => range.holds(self.group(*pick, c.seat, c.source).count() as i32),
                Countable::Result => range.holds(c.result.into()),
                Countable::Resource(side, r) => {
                    self.somebody(*side, c, |seat| range.holds(self.s.player(seat).resources[*r as usize].into()))
                }
                Countable::Pile(side, pile, _) => {
                    let zone = super::setup::zone(*pile);
                    self.somebody(*side, c, |seat| range.holds(self.s.cards(seat, zone).len() as i32))
                }
                Countable::Points(side) => self.somebody(*side, c, |seat| range.holds(self.points_of(seat))),
            },
        }
    }

    fn somebody(&self, side: PlayerSide, c: &Context, holds: impl Fn(u8) -> bool) -> bool {
        match side {
            PlayerSide::Enemy => self.opponents(c.seat).any(holds),
            _ => holds(c.seat),
        }
    }

    /// Whether a card in play has as much damage as it bears (CX-022, CX-058).
    pub fn is_dead(&self, id: Id) -> bool {
        let permanent = self.s.permanent(id);
        i16::from(permanent.damage) >= i16::from(permanent.armor)
            && matches!(self.kind(id), CardKind::Asset | CardKind::Base)
    }

    /// Firepower as it counts in a fight: not below 0 (CX-R28).
    pub fn strength(&self, id: Id) -> u8 {
        self.s.permanent(id).firepower.max(0) as u8
    }

    /// The Power for a political victory (CX-R01, CX-R52).
    pub fn threshold(&self) -> i16 {
        match self.t.seats.len() {
            2 => self.t.options.political_threshold_2p,
            _ => self.t.options.political_threshold_mp,
        }
    }
}

impl<const N: usize> State<N> {
    /// Keeps whether a card lies where it can be played from, and can be during combat.
    pub(super) fn note_rapid(&mut self, t: &MatchData, id: Id) {
        let permanent = self.permanent(id);
        let playable = matches!(permanent.zone, Zone::Hand | Zone::Downloads);
        if playable && t.printed[permanent.def as usize].may_be_rapid {
            self.rapid.add(id);
        } else {
            self.rapid.remove(id);
        }
    }
}

impl<const N: usize, W: EventSink<Event>> Play<'_, N, W> {
    /// Works out Firepower, Armor and keywords of all cards in play, if anything has changed.
    ///
    /// First what is hacked, then keywords, then numbers, so that a number may depend on keywords; a hacked card
    /// has no keywords and Firepower 0 whatever else there is (CX-213, CX-214, CX-218).
    pub(super) fn refresh(&mut self) {
        if self.s.stale {
            self.work_out(&mut |_| {});
        }
    }

    /// The same whether anything has changed or not, and tells all changes, the hacked ones first.
    pub(super) fn work_out(&mut self, tell: &mut impl FnMut(LiveChange)) {
        self.s.stale = false;
        (self.s.awaited, self.s.actives) = (0, super::Set::default());
        let all = self.s.in_play();
        let mut statics = super::Set::<N>::default();
        for id in all.iter() {
            let permanent = self.s.permanent_mut(id);
            let printed = &self.t.printed[permanent.def as usize];
            (permanent.firepower, permanent.armor, permanent.keywords) =
                (printed.firepower, printed.armor, printed.keywords);
            (permanent.stealth, permanent.perception, permanent.affinity) =
                (printed.stealth, printed.perception, printed.affinity);
            permanent.set(HACKED, false);
            self.s.awaited |= printed.waits_for;
            if printed.has_actives {
                self.s.actives.add(id);
            }
            if printed.has_statics {
                statics.add(id);
            }
        }
        let hacks = !statics.is_empty() || self.s.changed > 0;
        for i in 0..self.s.changed as usize {
            let change = self.s.changes[i];
            if change.kind == ChangeKind::Hack {
                self.hack_now(change.to);
                tell(LiveChange { change, ends: true });
            }
        }
        if !statics.is_empty() {
            // Attachments first: they are out of reach of what hacks assets.
            self.hacks_of_statics(statics, true, tell);
            self.hacks_of_statics(statics, false, tell);
        }
        for i in 0..self.s.changed as usize {
            let change = self.s.changes[i];
            if let ChangeKind::Keyword(keyword, number) = change.kind {
                self.add_keyword(change.to, keyword, number);
                tell(LiveChange { change, ends: true });
            }
        }
        if !statics.is_empty() {
            self.keywords_of_statics(statics, tell);
        }
        for i in 0..self.s.changed as usize {
            let change = self.s.changes[i];
            let permanent = self.s.permanent_mut(change.to);
            match change.kind {
                ChangeKind::Firepower(n) => permanent.firepower = permanent.firepower.saturating_add(n),
                ChangeKind::Armor(n) => permanent.armor = permanent.armor.saturating_add(n),
                _ => continue,
            }
            tell(LiveChange { change, ends: true });
        }
        if !statics.is_empty() {
            self.numbers_of_statics(statics, tell);
        }
        for id in all.iter() {
            let permanent = self.s.permanent_mut(id);
            if hacks && permanent.is(HACKED) {
                (permanent.firepower, permanent.keywords) = (0, 0);
                (permanent.stealth, permanent.perception, permanent.affinity) = (0, 0, 0);
            }
            self.s.hurt |= self.position().is_dead(id);
        }
    }

    fn hack_now(&mut self, id: Id) {
        let permanent = self.s.permanent_mut(id);
        permanent.set(HACKED, true);
        permanent.keywords = 0;
    }

    fn add_keyword(&mut self, id: Id, keyword: u8, number: u8) {
        let w = self.t.keywords;
        let permanent = self.s.permanent_mut(id);
        if permanent.is(HACKED) {
            return;
        }
        let bit = 1u16 << keyword;
        permanent.keywords |= bit;
        // A second one of a kind adds nothing: the higher number counts.
        match bit {
            _ if bit == w.stealth => permanent.stealth = permanent.stealth.max(number),
            _ if bit == w.perception => permanent.perception = permanent.perception.max(number),
            _ if bit == w.cyberaffinity => permanent.affinity = permanent.affinity.max(number),
            _ => {}
        }
    }

    /// Visits the static abilities that work now: those of cards that are not hacked and whose condition holds.
    fn each_static(&mut self, statics: super::Set<N>, mut visit: impl FnMut(&mut Self, Id, OpTargets, StaticEffect)) {
        let t = self.t;
        for id in statics.iter() {
            let def = &t.defs[self.s.permanent(id).def as usize];
            if self.s.permanent(id).is(HACKED) {
                continue;
            }
            let context = Context::new(self.s.permanent(id).controller, id);
            for entry in def.entries.iter().filter(|e| e.form == AbilityForm::Static) {
                let works =
                    entry.condition.is_none_or(|c| self.position().holds(&t.code.conditions[c as usize], &context));
                if works {
                    for (on, always) in &entry.statics {
                        visit(self, id, *on, *always);
                    }
                }
            }
        }
    }

    /// Hacks what static abilities hack, of attachments or of the other cards.
    fn hacks_of_statics(&mut self, statics: super::Set<N>, attached: bool, tell: &mut impl FnMut(LiveChange)) {
        self.each_static(statics, |play, source, on, always| {
            if always == StaticEffect::Hack && (play.s.permanent(source).host != NONE) == attached {
                play.each_on(on, source, |play, id| {
                    play.hack_now(id);
                    tell(play.lasting(id, ChangeKind::Hack, source));
                });
            }
        });
    }

    /// A change for as long as its source is there.
    fn lasting(&self, to: Id, kind: ChangeKind, source: Id) -> LiveChange {
        LiveChange { change: Change { to, kind, source: self.s.permanent(source).def }, ends: false }
    }

    fn keywords_of_statics(&mut self, statics: super::Set<N>, tell: &mut impl FnMut(LiveChange)) {
        let t = self.t;
        self.each_static(statics, |play, source, on, always| {
            let StaticEffect::Give(gift) = always else { return };
            for has in &t.code.gifts[gift as usize].keywords {
                let number = has.number.map_or(t.options.perception_default, |n| n.clamp(0, 99) as u8);
                play.each_on(on, source, |play, id| {
                    play.add_keyword(id, has.keyword, number);
                    tell(play.lasting(id, ChangeKind::Keyword(has.keyword, number), source));
                });
            }
        });
    }

    fn numbers_of_statics(&mut self, statics: super::Set<N>, tell: &mut impl FnMut(LiveChange)) {
        let t = self.t;
        self.each_static(statics, |play, source, on, always| {
            let StaticEffect::Give(gift) = always else { return };
            let context = Context::new(play.s.permanent(source).controller, source);
            for (field, amount) in &t.code.gifts[gift as usize].numbers {
                let n = play.position().amount(amount, &context).clamp(-99, 99) as i8;
                let firepower = *field == t.firepower;
                let kind = if firepower { ChangeKind::Firepower(n) } else { ChangeKind::Armor(n) };
                play.each_on(on, source, |play, id| {
                    let permanent = play.s.permanent_mut(id);
                    let number = if firepower { &mut permanent.firepower } else { &mut permanent.armor };
                    *number = number.saturating_add(n);
                    tell(play.lasting(id, kind, source));
                });
            }
        });
    }

    /// Does something to each card that a static ability is about.
    fn each_on(&mut self, on: OpTargets, source: Id, mut act: impl FnMut(&mut Self, Id)) {
        match on {
            OpTargets::Known(known) => {
                let context = Context::new(self.s.permanent(source).controller, source);
                let id = self.position().known(known, &context);
                if self.position().in_play(id) {
                    act(self, id);
                }
            }
            OpTargets::Players(_) => {}
            OpTargets::Each(pick) => {
                let seat = self.s.permanent(source).controller;
                let mut all = super::Set::<N>::default();
                self.position().group(pick, seat, source).for_each(|id| all.add(id));
                all.iter().for_each(|id| act(self, id));
            }
        }
    }

    /// Totals of resources have changed.
    pub(super) fn resources_changed(&mut self) {
        self.s.stale |= self.t.static_dependencies.resources;
    }
}
