//! What a seat may do, and what comes of it.

mod choices;

use super::CardKind;
use super::live::Position;
use super::state::{Contest, ContestKind, Frame, Id, NONE, POWER, Stage, Step, TAPPED, Task, Zone};
use crate::effect::{AbilityForm, CompiledAbility, Ix, Op};

/// Something that a seat does. Cards are named by instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Plays a card, with the mode at this place among its abilities (0 for an asset).
    Play(Id, u8),
    /// Uses the activated ability at this place among a card's abilities.
    Use(Id, u8),
    /// Uses the ability at this place among those of the city.
    City(u8),
    /// Declares an attack on a Headquarters with this asset as the first.
    Attack(Id),
    /// The same against an asset.
    Ambush(Id),
    /// The same against an asset that fights back.
    Assault(Id),
    /// Attempts to Take Control with this asset.
    Control(Id),
    /// Adds an asset to the attack.
    Join(Id),
    /// No more attackers, or no more blockers for the attacker at hand.
    Done,
    /// Blocks the attacker at hand with this asset.
    Block(Id),
    /// Chooses a card: a target, a User, a card that is found, discarded or destroyed.
    Choose(Id),
    /// Chooses a seat.
    Seat(u8),
    /// Pays one unit with this resource.
    Pay(u8),
    /// Deals so much to the blocker at hand.
    Deal(u8),
    /// Takes the way at this place.
    Way(u8),
    /// Does the effect at this place of the agenda next.
    Next(u8),
    /// Gains a control point (own seat), or destroys one of that seat.
    Point(u8),
    /// In the city with this number.
    In(u8),
    /// Takes 1 Power from a city.
    TakePower,
    /// Takes the other resources instead.
    TakeResources,
    /// Leaves the card on top of the deck.
    Keep,
    /// Puts it under the deck.
    Under,
    /// Does it.
    Yes,
    /// Does not, or finds nothing.
    No,
    /// Makes no (more) plays.
    Pass,
    /// Wishes to end the main phase.
    End,
    /// Ends it although the opponents made plays.
    EndAnyway,
    /// Resumes it.
    Resume,
}

/// The first two: whether there is nothing, one or something to choose.
pub(super) fn first_two<T>(mut all: impl Iterator<Item = T>) -> (Option<T>, Option<T>) {
    (all.next(), all.next())
}

impl<'a, const N: usize> Position<'a, N> {
    /// Who decides.
    pub fn decider(&self) -> u8 {
        match self.s.task() {
            Task::Turn(Step::Redraw(seat)) => *seat,
            Task::Turn(_) => self.s.active,
            Task::Window(window) => window.seat,
            Task::Contest(stage) => {
                let contest = self.s.contest().expect("a contest is under way");
                match stage {
                    Stage::Block => contest.defender,
                    Stage::Divide(_) if contest.at >= contest.blocking => contest.defender,
                    _ => contest.seat,
                }
            }
            Task::Frame(frame) => match self.op(frame) {
                Some(Op::Discard(..)) => self.first_of(frame.players).unwrap_or(frame.seat),
                _ => frame.seat,
            },
        }
    }

    /// All actions of the seat that decides, in canonical order.
    pub fn legal_actions(&self, out: &mut Vec<Action>) {
        match *self.s.task() {
            Task::Turn(step) => self.list_step(step, out),
            Task::Window(window) => {
                self.list_plays(window.seat, true, out);
                out.push(Action::Pass);
            }
            Task::Contest(stage) => self.list_contest(stage, out),
            Task::Frame(frame) => self.list_frame(&frame, out),
        }
    }

    /// Whether an action is allowed now: the same question as whether it is in the list, asked of one action.
    pub fn allows(&self, action: Action) -> bool {
        use Action as A;
        match *self.s.task() {
            Task::Turn(Step::Redraw(_)) => matches!(action, A::Yes | A::No),
            Task::Turn(Step::Start | Step::End) => matches!(action, A::Next(i) if i < self.s.due),
            Task::Turn(Step::Resume) => matches!(action, A::EndAnyway | A::Resume),
            Task::Turn(Step::Main) => match action {
                A::End => true,
                A::City(entry) => self.can_use_city(self.s.active, entry),
                A::Attack(id) => self.owned_in_play(id) && self.may_declare(ContestKind::Base, id),
                A::Ambush(id) => self.owned_in_play(id) && self.may_declare(ContestKind::Ambush, id),
                A::Assault(id) => self.owned_in_play(id) && self.may_declare(ContestKind::Assault, id),
                A::Control(id) => self.owned_in_play(id) && self.may_declare(ContestKind::Control, id),
                other => self.allows_play(self.s.active, false, other),
            },
            Task::Turn(_) => false,
            Task::Window(window) => action == A::Pass || self.allows_play(window.seat, true, action),
            Task::Contest(stage) => self.allows_contest(stage, action),
            Task::Frame(frame) => self.allows_frame(&frame, action),
        }
    }

    fn exists(&self, id: Id) -> bool {
        (id as usize) < self.t.seats.len() * super::SLOTS
    }

    fn owned_in_play(&self, id: Id) -> bool {
        self.exists(id) && self.in_play(id)
    }

    fn list_step(&self, step: Step, out: &mut Vec<Action>) {
        match step {
            Step::Redraw(_) => out.extend([Action::Yes, Action::No]),
            Step::Start | Step::End => out.extend((0..self.s.due).map(Action::Next)),
            Step::Resume => out.extend([Action::EndAnyway, Action::Resume]),
            Step::Main => {
                let seat = self.s.active;
                self.list_plays(seat, false, out);
                if let Some(city) = self.t.city {
                    let abilities = 0..self.t.defs[city as usize].entries.len() as u8;
                    out.extend(abilities.filter(|entry| self.can_use_city(seat, *entry)).map(Action::City));
                }
                self.list_attacks(seat, out);
                out.push(Action::End);
            }
            _ => {}
        }
    }

    /// Attacks and attempts that can be declared, kind by kind; the same as [`Look::may_declare`] of each asset.
    fn list_attacks(&self, seat: u8, out: &mut Vec<Action>) {
        let w = &self.t.keywords;
        let [mut ready, mut ambush, mut assault, mut control] = [super::Set::<N>::default(); 4];
        for id in self.s.cards(seat, Zone::Play).iter() {
            if self.kind(id) == CardKind::Asset && self.ready(id) {
                let keywords = self.s.permanent(id).keywords;
                ready.add(id);
                for (set, fits) in [
                    (&mut ambush, keywords & w.ambush != 0),
                    (&mut assault, keywords & w.assault != 0),
                    (&mut control, keywords & w.mechanical == 0),
                ] {
                    if fits {
                        set.add(id);
                    }
                }
            }
        }
        out.extend(ready.iter().map(Action::Attack));
        if !ambush.is_empty() && self.attack_targets(ContestKind::Ambush, seat).next().is_some() {
            out.extend(ambush.iter().map(Action::Ambush));
        }
        if !assault.is_empty() && self.attack_targets(ContestKind::Assault, seat).next().is_some() {
            out.extend(assault.iter().map(Action::Assault));
        }
        if self.may_still_take(seat) {
            out.extend(control.iter().map(Action::Control));
        }
    }

    /// The cities in which the seat has not taken control this turn (CX-151, CX-180, CX-181).
    fn open_cities(self, seat: u8) -> impl Iterator<Item = u8> + use<'a, N> {
        let s = self.s;
        self.cities_of(seat).filter(move |c| s.player(seat).taken & (1 << c) == 0)
    }

    fn may_still_take(&self, seat: u8) -> bool {
        self.open_cities(seat).next().is_some()
    }

    /// The cities of an attempt: a granted one is bound to nothing but its place (CX-154).
    pub fn contestable(self, contest: &Contest) -> impl Iterator<Item = u8> + use<'a, N> {
        let (position, seat, granted) = (self, contest.seat, contest.granted);
        self.cities_of(seat).filter(move |c| granted || position.open_cities(seat).any(|open| open == *c))
    }

    /// The cities where a player can gain so many control points, or lose them if `n` is negative.
    pub fn movable(self, seat: u8, n: i8) -> impl Iterator<Item = u8> + use<'a, N> {
        let s = self.s;
        self.cities_of(seat).filter(move |c| if n < 0 { s.points(*c, seat) > 0 } else { s.points(*c, seat) < 3 })
    }

    /// The cities where a player can give up so many control points at once.
    pub fn payable(self, seat: u8, n: u8) -> impl Iterator<Item = u8> + use<'a, N> {
        let s = self.s;
        self.cities_of(seat).filter(move |c| s.points(*c, seat) >= n)
    }

    /// Whether the active player may declare an attack or attempt with this asset first.
    fn may_declare(&self, kind: ContestKind, id: Id) -> bool {
        let seat = self.s.active;
        self.may_attack(kind, seat, id)
            && match kind {
                ContestKind::Base => true,
                ContestKind::Ambush | ContestKind::Assault => self.attack_targets(kind, seat).next().is_some(),
                ContestKind::Control => self.may_still_take(seat),
            }
    }

    // Plays.

    /// Whether the next play would be the first of the seat's own main phase (CX-210).
    pub fn first_play(&self, seat: u8) -> bool {
        seat == self.s.active && self.s.player(seat).plays == 0 && matches!(self.s.tasks[0], Task::Turn(Step::Main))
    }

    /// Every card that can be played and every ability that can be used; only Rapid ones in a window (CX-R21).
    fn list_plays(&self, seat: u8, rapid: bool, out: &mut Vec<Action>) {
        self.list_cards(seat, Zone::Hand, rapid, out);
        self.list_cards(seat, Zone::Downloads, rapid, out);
        for id in self.s.actives.iter().filter(|id| self.s.permanent(*id).controller == seat && self.can_act(*id)) {
            let def = self.s.permanent(id).def as usize;
            for entry in 0..self.t.defs[def].entries.len() as u8 {
                if self.can_use(seat, id, entry) {
                    out.push(Action::Use(id, entry));
                }
            }
        }
    }

    /// The cards of a pile that can be played.
    fn list_cards(&self, seat: u8, zone: Zone, rapid: bool, out: &mut Vec<Action>) {
        let mut cards = self.s.cards(seat, zone);
        debug_assert!(
            cards
                .iter()
                .all(|id| self.s.rapid.has(id) == self.t.printed[self.s.permanent(id).def as usize].may_be_rapid),
            "what can be played during combat is kept"
        );
        if rapid {
            cards = cards.and(self.s.rapid);
        }
        // Copies of a card are one choice; whatever is asked here is the same for all of them.
        let (mut seen, mut user) = ([0u64; 4], None);
        for id in cards.iter() {
            let def = self.s.permanent(id).def as usize;
            if seen[def / 64] & (1 << (def % 64)) != 0 {
                continue;
            }
            seen[def / 64] |= 1 << (def % 64);
            debug_assert!(self.is_first_of_kind(seat, zone, id), "copies are played at the same times");
            let printed = &self.t.printed[def];
            if !self.affords(seat, &printed.cost.map(i16::from)) {
                continue;
            }
            if printed.kind == CardKind::Program && !*user.get_or_insert_with(|| self.users(seat).next().is_some()) {
                continue;
            }
            let modes = if printed.kind == CardKind::Asset { 1 } else { self.t.defs[def].entries.len() };
            for mode in 0..modes as u8 {
                if self.can_play(seat, id, mode, rapid) {
                    out.push(Action::Play(id, mode));
                }
            }
        }
    }

    fn allows_play(&self, seat: u8, rapid: bool, action: Action) -> bool {
        match action {
            Action::Play(id, mode) => {
                let zone = self.s.get_permanent(id).map(|p| p.zone);
                matches!(zone, Some(Zone::Hand | Zone::Downloads))
                    && self.s.permanent(id).controller == seat
                    && self.is_first_of_kind(seat, self.s.permanent(id).zone, id)
                    && self.has_user_for(seat, id)
                    && self.can_play(seat, id, mode, rapid)
            }
            Action::Use(id, entry) => {
                self.owned_in_play(id) && self.s.permanent(id).controller == seat && self.can_use(seat, id, entry)
            }
            _ => false,
        }
    }

    /// Whether there is a User for a card that needs one (CX-072).
    fn has_user_for(&self, seat: u8, id: Id) -> bool {
        self.kind(id) != CardKind::Program || self.users(seat).next().is_some()
    }

    /// Whether a card in hand or downloads, for which there is a User if it needs one, can be played with this mode: Rapid where
    /// it must be, paid for, with every target it needs (CX-039, CX-066, CX-069, CX-070, CX-107, CX-R59).
    fn can_play(&self, seat: u8, id: Id, mode: u8, rapid: bool) -> bool {
        let def = &self.t.defs[self.s.permanent(id).def as usize];
        let printed = &def.printed;
        let is_rapid = printed.keywords & self.t.keywords.rapid != 0;
        let cost = printed.cost.map(i16::from);
        match printed.kind {
            CardKind::Base | CardKind::City => false,
            CardKind::Asset => mode == 0 && (!rapid || is_rapid) && self.affords(seat, &cost),
            CardKind::Program | CardKind::Intervention | CardKind::Enhancement => {
                let Some(entry) = def.entries.get(mode as usize) else { return false };
                let AbilityForm::Played { rapid: mode_is_rapid } = entry.form else { return false };
                (!rapid || is_rapid || mode_is_rapid) && self.can_announce(seat, id, entry, &cost)
            }
        }
    }

    fn affords(&self, seat: u8, cost: &[i16; super::RESOURCES]) -> bool {
        self.s.player(seat).resources.iter().zip(cost).all(|(has, n)| has >= n)
    }

    /// Whether an ability can be announced: its costs beside those already counted, and a target for each choice.
    fn can_announce(&self, seat: u8, source: Id, entry: &CompiledAbility, base: &[i16; super::RESOURCES]) -> bool {
        let cost = &self.t.code.costs[entry.cost as usize];
        let mut all = *base;
        for (resource, n) in &cost.resources {
            all[*resource as usize] += *n as i16;
        }
        let holding = self.s.get_permanent(source).is_some_and(|p| p.zone == Zone::Hand);
        let others = self.s.cards(seat, Zone::Hand).len() - usize::from(holding);
        let context = super::live::Context { first: self.first_play(seat), ..super::live::Context::new(seat, source) };
        self.affords(seat, &all)
            // CX-210, CX-212
            && (!cost.first || context.first)
            && others >= cost.discard.into()
            && (cost.points == 0 || self.payable(seat, cost.points).next().is_some())
            && entry.condition.is_none_or(|c| self.holds(&self.t.code.conditions[c as usize], &context))
            && self.targets_there(seat, source, &entry.targets, self.spendable_resources(seat) - all[..POWER].iter().sum::<i16>())
    }

    /// Whether there is a target for each choice, Stealth paid out of `left`.
    fn targets_there(&self, seat: u8, source: Id, targets: &[Ix], left: i16) -> bool {
        let mut left = left;
        targets.iter().all(|pick| match self.cheapest(*pick, seat, source) {
            Some(n) => {
                left -= n;
                left >= 0
            }
            None => false,
        })
    }

    /// What the cheapest target of a choice costs for its Stealth; `None` without a target.
    fn cheapest(&self, pick: Ix, seat: u8, source: Id) -> Option<i16> {
        let cost = self.t.code.groups[pick as usize].cost;
        let mut cheapest = None;
        for id in self.targets(pick, seat, source, i16::MAX) {
            let price = if cost { 0 } else { self.stealth(id, seat) };
            if price == 0 {
                return Some(0);
            }
            cheapest = Some(cheapest.map_or(price, |c: i16| c.min(price)));
        }
        cheapest
    }

    /// The cards that may be chosen by a player who has so much left for Stealth.
    pub fn targets(self, pick: Ix, seat: u8, source: Id, left: i16) -> impl Iterator<Item = Id> + use<'a, N> {
        let position = self;
        let pick = self.t.code.groups[pick as usize];
        self.s.in_play().iter().filter(move |id| position.choosable(&pick, seat, source, *id, left))
    }

    /// What is left for the Stealth of the target at hand: later targets need some too.
    pub fn left_for(&self, frame: &Frame, slot: u8) -> i16 {
        let mut left = self.spendable_resources(frame.seat);
        let ops = &self.t.code.ops[frame.at as usize + 1..];
        for op in ops.iter().take_while(|op| matches!(op, Op::Target { slot: s, .. } if *s > slot)) {
            if let Op::Target { pick, .. } = op {
                left -= self.cheapest(*pick, frame.seat, frame.source).unwrap_or(0);
            }
        }
        left
    }

    /// The assets that may be the User of a program (CX-072, CX-076, CX-077, CX-R23).
    pub fn users(self, seat: u8) -> impl Iterator<Item = Id> + use<'a, N> {
        let position = self;
        self.s.cards(seat, Zone::Play).iter().filter(move |id| position.may_be_user(seat, *id))
    }

    fn may_be_user(&self, seat: u8, id: Id) -> bool {
        self.in_play(id)
            && self.s.permanent(id).controller == seat
            && self.kind(id) == CardKind::Asset
            && self.ready(id)
            && !self.has(id, self.t.keywords.mechanical)
    }

    /// How many activated abilities stand before this one: where its uses are counted.
    pub fn activated_before(&self, id: Id, entry: u8) -> u8 {
        let entries = &self.t.defs[self.s.permanent(id).def as usize].entries;
        entries[..entry as usize].iter().filter(|e| matches!(e.form, AbilityForm::Activated(_))).count() as u8
    }

    /// Whether an activated ability can be used now (CX-110, CX-119 to CX-121, CX-215, CX-R58).
    fn can_use(&self, seat: u8, id: Id, entry: u8) -> bool {
        let def = &self.t.defs[self.s.permanent(id).def as usize];
        let Some(ability) = def.entries.get(entry as usize) else { return false };
        let AbilityForm::Activated(uses) = ability.form else { return false };
        let cost = &self.t.code.costs[ability.cost as usize];
        let permanent = self.s.permanent(id);
        let used = permanent.used >> (2 * self.activated_before(id, entry)) & 3;
        (uses == 0 || used < uses)
            && self.can_act(id)
            && (!cost.tap || !permanent.is(TAPPED))
            && self.can_announce(seat, id, ability, &[0; super::RESOURCES])
    }

    /// Whether an ability of the city can be used now, in one's own main phase (CX-051, CX-R62).
    fn can_use_city(&self, seat: u8, entry: u8) -> bool {
        let ability = self.t.city.and_then(|city| self.t.defs[city as usize].entries.get(entry as usize));
        let Some((ability, AbilityForm::Activated(uses))) = ability.map(|a| (a, a.form)) else { return false };
        let used = self.s.player(seat).city_used >> (2 * entry) & 3;
        (uses == 0 || used < uses) && self.can_announce(seat, NONE, ability, &[0; super::RESOURCES])
    }

    // Contests.

    fn list_contest(&self, stage: Stage, out: &mut Vec<Action>) {
        let contest = self.s.contest().expect("a contest is under way");
        match stage {
            Stage::Where => out.extend(self.contestable(contest).map(Action::In)),
            Stage::Join => {
                out.extend(self.joiners(contest).map(Action::Join));
                out.push(Action::Done);
            }
            Stage::Aim => out.extend(self.attack_targets(contest.kind, contest.seat).map(Action::Choose)),
            Stage::Block => {
                out.extend(self.next_blockers(contest).map(Action::Block));
                if self.block_complete(contest) {
                    out.push(Action::Done);
                }
            }
            Stage::Divide(precise) if contest.at < 2 * contest.blocking => {
                let left = self.undivided(contest, precise).unwrap_or(0);
                out.extend((0..=left).map(Action::Deal));
            }
            Stage::Divide(precise) => out.extend(self.strikes(contest, precise).map(Action::Choose)),
            Stage::Result => {
                out.extend(self.seats_from(0).filter(|s| self.may_point(*s)).map(Action::Point));
            }
            _ => {}
        }
    }

    /// Whether a success may gain a point (one's own seat) or destroy one of that seat (CX-149, CX-R67).
    fn may_point(&self, whose: u8) -> bool {
        let contest = self.s.contest().expect("a contest is under way");
        whose == contest.seat || self.s.points(contest.city, whose) > 0
    }

    fn allows_contest(&self, stage: Stage, action: Action) -> bool {
        use Action as A;
        let contest = self.s.contest().expect("a contest is under way");
        match (stage, action) {
            (Stage::Where, A::In(city)) => self.contestable(contest).any(|c| c == city),
            (Stage::Join, A::Join(id)) => self.owned_in_play(id) && self.may_join(contest, id),
            (Stage::Join, A::Done) => true,
            (Stage::Aim, A::Choose(id)) => self.exists(id) && self.can_be_attacked(contest.kind, contest.seat, id),
            (Stage::Block, A::Block(id)) => self.next_blockers(contest).any(|b| b == id),
            (Stage::Block, A::Done) => self.block_complete(contest),
            (Stage::Divide(precise), A::Deal(n)) => self.undivided(contest, precise).is_some_and(|left| n <= left),
            (Stage::Divide(precise), A::Choose(id)) => {
                contest.at >= 2 * contest.blocking && self.strikes(contest, precise).any(|s| s == id)
            }
            (Stage::Result, A::Point(seat)) => {
                (seat as usize) < self.t.seats.len() && !self.s.player(seat).out && self.may_point(seat)
            }
            _ => false,
        }
    }
}
