//! Attacks and attempts to Take Control, stage by stage.

use catalog::ability::TriggerEvent;

use super::actions::first_two;
use super::live::Position;
use super::state::{Contest, ContestKind, DEPLOYING, FIGHTERS, Frame, HACKED, Id, NONE, Stage, TAPPED, Task, Zone};
use super::turn::{RESEARCH, blank_frame};
use super::{CardKind, Event, Play};
use crate::kernel::rules::EventSink;

/// The bit of the attacked asset among those that have dealt damage.
const TARGET: u32 = 1 << 31;

impl<'a, const N: usize> Position<'a, N> {
    /// Whom a seat may attack: the player on the left (CX-176), with two players the other one.
    pub fn attackable_seat(&self, seat: u8) -> u8 {
        self.opponents(seat).next().unwrap_or(seat)
    }

    /// Whether an asset may be declared an attacker of this kind now.
    pub fn may_attack(&self, kind: ContestKind, seat: u8, id: Id) -> bool {
        let w = &self.t.keywords;
        let permanent = self.s.permanent(id);
        let able = match kind {
            ContestKind::Base => true,
            ContestKind::Ambush => self.has(id, w.ambush),
            ContestKind::Assault => self.has(id, w.assault),
            ContestKind::Control => !self.has(id, w.mechanical),
        };
        able && permanent.controller == seat && self.in_play(id) && self.kind(id) == CardKind::Asset && self.ready(id)
    }

    /// Whether an asset can be attacked: Ambush is stopped by Stealth and Perception, nothing else is (CX-194,
    /// CX-221, CX-226, CX-236, CX-R32).
    pub fn can_be_attacked(&self, kind: ContestKind, seat: u8, id: Id) -> bool {
        let w = &self.t.keywords;
        self.in_play(id)
            && self.kind(id) == CardKind::Asset
            && self.s.permanent(id).controller == self.attackable_seat(seat)
            && (kind != ContestKind::Ambush || !self.has(id, w.stealth | w.perception))
    }

    /// The assets that can be attacked.
    pub fn attack_targets(self, kind: ContestKind, seat: u8) -> impl Iterator<Item = Id> + use<'a, N> {
        let position = self;
        self.s
            .cards(self.attackable_seat(seat), Zone::Play)
            .iter()
            .filter(move |id| position.can_be_attacked(kind, seat, *id))
    }

    /// Whether an asset may still join an attack: each in order of ids, so that a group is declared in one way only.
    pub fn may_join(&self, contest: &Contest, id: Id) -> bool {
        let last = contest.attackers[contest.attacking as usize - 1];
        (contest.attacking as usize) < FIGHTERS && id > last && self.may_attack(contest.kind, contest.seat, id)
    }

    pub fn joiners<'c>(self, contest: &'c Contest) -> impl Iterator<Item = Id> + use<'a, 'c, N> {
        self.s.cards(contest.seat, Zone::Play).iter().filter(move |id| self.may_join(contest, *id))
    }

    /// How many blockers an attacker needs, and the most it may have.
    fn block_bounds(&self, contest: &Contest, attacker: Id) -> (usize, usize) {
        let massive = self.has(attacker, self.t.keywords.massive);
        let need = if massive { self.t.options.massive_blockers.into() } else { 1 };
        match contest.kind {
            // CX-147, CX-223, CX-R30
            ContestKind::Control => (need, need),
            _ => (need, usize::MAX),
        }
    }

    /// Whether an asset may block an attacker at all.
    fn can_block(&self, contest: &Contest, attacker: Id, id: Id) -> bool {
        let w = &self.t.keywords;
        let permanent = self.s.permanent(id);
        self.kind(id) == CardKind::Asset
            && permanent.controller == contest.defender
            // CX-134, CX-R25; with the option of CX-R26 it may block several.
            && (!permanent.is(TAPPED) || self.t.options.blocker_multi && contest.blockers.contains(&id))
            // CX-R24; CX-217: a hacked asset may.
            && (self.t.options.deploying_can_block || !permanent.is(DEPLOYING) || self.has(id, w.rapid))
            // CX-195
            && id != contest.target
            // CX-200, CX-235, CX-R31
            && (!self.has(attacker, w.sabotage) || self.has(id, w.antiterrorism))
    }

    /// The blockers of an attacker that were named already, and the last of them.
    fn named(contest: &Contest, at: u8) -> (usize, Option<Id>) {
        let own = (0..contest.blocking as usize).filter(|i| contest.foes[*i] == at);
        own.fold((0, None), |(n, _), i| (n + 1, Some(contest.blockers[i])))
    }

    /// The assets that may block the attacker at hand next.
    pub fn next_blockers<'c>(self, contest: &'c Contest) -> impl Iterator<Item = Id> + use<'a, 'c, N> {
        let attacker = contest.attackers[contest.at as usize];
        let (n, last) = Self::named(contest, contest.at);
        let (need, most) = if attacker == NONE { (1, 0) } else { self.block_bounds(contest, attacker) };
        let able = move |id: &Id| self.can_block(contest, attacker, *id) && last.is_none_or(|l| *id > l);
        let all = self.s.cards(contest.defender, Zone::Play);
        let room = n < most && (contest.blocking as usize) < FIGHTERS && attacker != NONE;
        all.iter().filter(move |id| {
            // CX-222: whoever begins to block a Massive asset must be able to finish.
            let ends = || n + all.iter().filter(|o| o >= id && able(o)).count() >= need;
            room && able(id) && (n + 1 >= need || ends())
        })
    }

    /// Whether enough blockers are named for the attacker at hand, or none.
    pub fn block_complete(&self, contest: &Contest) -> bool {
        let attacker = contest.attackers[contest.at as usize];
        let (n, _) = Self::named(contest, contest.at);
        n == 0 || attacker == NONE || n >= self.block_bounds(contest, attacker).0
    }

    /// Whether an asset deals its damage in this round: Precise ones first, then all that have not (CX-228).
    fn deals(&self, id: Id, precise: bool, done: bool) -> bool {
        id != NONE && !done && (!precise || self.has(id, self.t.keywords.precise))
    }

    /// The damage that is left to divide between the blocks that share it, if some of it may go to the one at hand:
    /// first each attacker's among its blockers (CX-139), then each blocker's among its attackers (CX-140).
    pub fn undivided(&self, contest: &Contest, precise: bool) -> Option<u8> {
        let (at, back) = Self::dividing(contest)?;
        let foe = contest.foes[at] as usize;
        let (attacker, blocker) = (contest.attackers[foe], contest.blockers[at]);
        let (dealer, done, given) = if back {
            (blocker, contest.answered & (1 << at) != 0, &contest.backs)
        } else {
            (attacker, contest.dealt & (1 << foe) != 0, &contest.hits)
        };
        if attacker == NONE || blocker == NONE || !self.deals(dealer, precise, done) {
            return None;
        }
        let given: u8 = (0..at).filter(|i| Self::same_dealer(contest, at, *i, back)).map(|i| given[i]).sum();
        Some(self.strength(dealer) - given)
    }

    /// The block at hand, and whether it is the blocker's damage that is divided.
    fn dividing(contest: &Contest) -> Option<(usize, bool)> {
        let (at, n) = (contest.at as usize, contest.blocking as usize);
        (at < 2 * n).then(|| (at % n, at >= n))
    }

    /// Whether two blocks share the damage of one dealer, both fighters being there.
    fn same_dealer(contest: &Contest, at: usize, other: usize, back: bool) -> bool {
        let there = contest.blockers[other] != NONE && contest.attackers[contest.foes[other] as usize] != NONE;
        there
            && if back {
                contest.blockers[other] == contest.blockers[at]
            } else {
                contest.foes[other] == contest.foes[at]
            }
    }

    /// Whether a later block shares the damage of the dealer at hand.
    pub fn shares(&self, contest: &Contest) -> bool {
        Self::dividing(contest).is_some_and(|(at, back)| {
            (at + 1..contest.blocking as usize).any(|i| Self::same_dealer(contest, at, i, back))
        })
    }

    /// The attackers that nobody blocked, by position.
    fn unblocked(contest: &Contest) -> impl Iterator<Item = usize> + use<'_, N> {
        (0..contest.attacking as usize)
            .filter(move |i| contest.attackers[*i] != NONE && contest.blocked & (1 << i) == 0)
    }

    /// The attackers that the asset attacked by Assault may strike back at (CX-R32).
    pub fn strikes<'c>(&self, contest: &'c Contest, precise: bool) -> impl Iterator<Item = Id> + use<'c, N> {
        let may =
            contest.kind == ContestKind::Assault && self.deals(contest.target, precise, contest.answered & TARGET != 0);
        Self::unblocked(contest).filter(move |_| may).map(move |i| contest.attackers[i])
    }
}

impl<const N: usize, W: EventSink<Event>> Play<'_, N, W> {
    fn contest_mut(&mut self) -> &mut Contest {
        &mut self.s.contests[self.s.contest as usize - 1]
    }

    fn the_contest(&self) -> Contest {
        *self.s.contest().expect("a contest is under way")
    }

    fn set_stage(&mut self, stage: Stage) {
        self.set_top(Task::Contest(stage));
    }

    /// Declares an attack or attempt with its first asset, which is tapped (CX-126, CX-146).
    pub(super) fn declare(&mut self, kind: ContestKind, seat: u8, id: Id, granted: bool) {
        let defender = self.position().attackable_seat(seat);
        let target = if kind == ContestKind::Base { self.position().base(defender) } else { NONE };
        let Some(place) = self.s.contests.get_mut(self.s.contest as usize) else { return self.overflow() };
        *place = Contest { granted, ..Contest::new(kind, seat, defender, target) };
        self.s.contest += 1;
        let stage = if kind == ContestKind::Control { Stage::Where } else { Stage::Join };
        self.push(Task::Contest(stage));
        if self.s.over.is_some() {
            return;
        }
        // CX-R40: with the option, declaring is a play.
        if !granted && self.t.options.first_counts_actions {
            self.count_play(seat);
        }
        self.emit(Event::Declares { seat, kind });
        self.join(id);
    }

    /// The city of an attempt. Whoever sits on the left may block it, or whoever shares the city (CX-177, CX-R49).
    pub(super) fn place_attempt(&mut self, city: u8) {
        let by_city = self.t.options.city_neighbour_blocks;
        let [a, b] = self.s.borders[city as usize];
        let contest = self.contest_mut();
        contest.city = city;
        if by_city {
            contest.defender = if contest.seat == a { b } else { a };
        }
        let seat = contest.seat;
        if self.t.seats.len() > 2 {
            self.emit(Event::At { seat, city });
        }
        self.set_stage(Stage::Declared);
    }

    /// One more attacker.
    pub(super) fn join(&mut self, id: Id) {
        let contest = self.contest_mut();
        let Some(place) = contest.attackers.get_mut(contest.attacking as usize) else { return self.overflow() };
        *place = id;
        contest.attacking += 1;
        self.s.permanent_mut(id).set(TAPPED, true);
        let card = self.card(id);
        self.emit(Event::Joins { card });
    }

    /// All attackers have joined.
    pub(super) fn joined(&mut self) {
        let kind = self.the_contest().kind;
        self.set_stage(if kind == ContestKind::Base { Stage::Declared } else { Stage::Aim });
    }

    /// The asset that is attacked.
    pub(super) fn aim(&mut self, id: Id) {
        self.contest_mut().target = id;
        let card = self.card(id);
        self.emit(Event::Attacked { card });
        self.set_stage(Stage::Declared);
    }

    /// One more blocker of the attacker at hand (CX-134, CX-136).
    pub(super) fn block(&mut self, id: Id) {
        let contest = self.contest_mut();
        let i = contest.blocking as usize;
        let Some(place) = contest.blockers.get_mut(i) else { return self.overflow() };
        (*place, contest.foes[i]) = (id, contest.at);
        contest.blocking += 1;
        contest.blocked |= 1 << contest.at;
        let attacker = contest.attackers[contest.at as usize];
        self.s.permanent_mut(id).set(TAPPED, true);
        let (card, attacker) = (self.card(id), self.card(attacker));
        self.emit(Event::Blocks { card, attacker });
    }

    /// No more blockers for the attacker at hand.
    pub(super) fn next_attacker(&mut self) {
        self.contest_mut().at += 1;
    }

    /// How much of the damage at hand goes to the block at hand.
    pub(super) fn divide(&mut self, n: u8) {
        let contest = self.contest_mut();
        let (at, blocks) = (contest.at, contest.blocking);
        if at < blocks {
            contest.hits[at as usize] = n
        } else {
            contest.backs[(at - blocks) as usize] = n
        }
        contest.at += 1;
    }

    /// The attacker that an assaulted asset strikes back at.
    pub(super) fn strike(&mut self, id: Id) {
        let contest = self.contest_mut();
        let at = contest.attackers.iter().position(|a| *a == id).unwrap_or(0);
        contest.struck = at as u8;
        let Task::Contest(Stage::Divide(precise)) = *self.s.task() else { return };
        self.set_stage(Stage::Damage(precise));
    }

    /// A Take Control that succeeded gains a control point, or destroys one of somebody else's (CX-149).
    pub(super) fn take_point(&mut self, whose: u8) {
        let contest = self.the_contest();
        self.move_points(contest.city, whose, if whose == contest.seat { 1 } else { -1 });
        // CX-151, CX-154
        if !contest.granted {
            self.s.players[contest.seat as usize].taken |= 1 << contest.city;
        }
        let id = contest.attackers[0];
        self.end_contest();
        self.happen(TriggerEvent::TakesControl, id);
    }

    pub(super) fn end_contest(&mut self) {
        self.s.contest -= 1;
        self.pop();
    }

    /// Carries out a stage; true if somebody has to decide.
    pub(super) fn contest_stage(&mut self, stage: Stage) -> bool {
        let contest = self.s.contest().expect("a contest is under way");
        match stage {
            // These look at it, and most often ask nobody.
            Stage::Join => {
                if self.position().joiners(contest).next().is_some() {
                    return true;
                }
                self.joined();
                return false;
            }
            Stage::Aim => return true,
            Stage::Before => {
                // CX-129, CX-R51
                let (seat, defender) = (contest.seat, contest.defender);
                self.set_stage(Stage::Block);
                self.open_window(seat, defender);
                return false;
            }
            Stage::Block => return self.block_stage(),
            Stage::Divide(precise) => return self.divide_stage(precise),
            _ => {}
        }
        let contest = *contest;
        match stage {
            Stage::Join | Stage::Aim | Stage::Before | Stage::Block | Stage::Divide(_) => {}
            Stage::Where => match first_two(self.position().contestable(&contest)) {
                (Some(_), Some(_)) => return true,
                (Some(city), None) => self.place_attempt(city),
                _ => self.end_contest(),
            },
            Stage::Declared => {
                self.set_stage(Stage::Before);
                if contest.kind != ContestKind::Control {
                    for id in contest.attackers[..contest.attacking as usize].iter().filter(|id| **id != NONE) {
                        self.happen(TriggerEvent::Attacks, *id);
                    }
                }
            }
            Stage::Blocked => {
                self.set_stage(Stage::After);
                let blockers = contest.blockers[..contest.blocking as usize].iter().filter(|id| **id != NONE);
                let guard = blockers.clone().any(|id| self.position().has(*id, self.t.keywords.antiterrorism));
                blockers.for_each(|id| self.happen(TriggerEvent::Blocks, *id));
                if guard {
                    // CX-199, CX-R37: once, and not to be declined.
                    self.push(Task::Frame(Frame { at: RESEARCH, ..blank_frame(contest.defender, NONE) }));
                }
            }
            Stage::After => {
                // CX-137
                self.set_stage(Stage::Divide(true));
                self.begin_dividing();
                self.open_window(contest.defender, contest.seat);
            }
            Stage::Damage(precise) => {
                self.deal(&contest, precise);
                if precise {
                    self.set_stage(Stage::Divide(false));
                    self.begin_dividing();
                } else {
                    self.set_stage(Stage::Result);
                }
            }
            Stage::Result => {
                // CX-142, CX-150, CX-R27
                let holds =
                    contest.kind == ContestKind::Control && contest.attackers[0] != NONE && contest.blocked == 0;
                if holds {
                    return true;
                }
                self.end_contest();
            }
        }
        false
    }

    fn block_stage(&mut self) -> bool {
        let contest = self.contest_mut();
        if contest.at == contest.attacking {
            self.set_stage(Stage::Blocked);
            return false;
        }
        self.refresh();
        let contest = self.s.contest().expect("a contest is under way");
        let decides = self.position().next_blockers(contest).next().is_some();
        if !decides {
            self.next_attacker();
        }
        decides
    }

    fn begin_dividing(&mut self) {
        let contest = self.contest_mut();
        (contest.at, contest.struck) = (0, NONE);
        (contest.hits, contest.backs) = ([0; FIGHTERS], [0; FIGHTERS]);
    }

    fn divide_stage(&mut self, precise: bool) -> bool {
        let contest = self.s.contest().expect("a contest is under way");
        if contest.at < 2 * contest.blocking {
            match self.position().undivided(contest, precise) {
                Some(left) if left > 0 && self.position().shares(contest) => return true,
                left => self.divide(left.unwrap_or(0)),
            }
            return false;
        }
        match first_two(self.position().strikes(contest, precise)) {
            (Some(_), Some(_)) => return true,
            (Some(id), None) => self.strike(id),
            _ => self.set_stage(Stage::Damage(precise)),
        }
        false
    }

    /// All damage of a round at once (CX-138, CX-R28).
    fn deal(&mut self, contest: &Contest, precise: bool) {
        self.refresh();
        let (mut dealt, mut answered) = (contest.dealt, contest.answered);
        let position = self.position();
        let mut hits = [0u8; FIGHTERS];
        for (i, id) in contest.attackers.iter().enumerate().take(contest.attacking as usize) {
            if position.deals(*id, precise, dealt & (1 << i) != 0) {
                hits[i] = position.strength(*id);
                dealt |= 1 << i;
            }
        }
        for (i, id) in contest.blockers.iter().enumerate().take(contest.blocking as usize) {
            if position.deals(*id, precise, answered & (1 << i) != 0) {
                answered |= 1 << i;
            }
        }
        let mut back = 0;
        if contest.kind == ContestKind::Assault && position.deals(contest.target, precise, answered & TARGET != 0) {
            back = position.strength(contest.target);
            answered |= TARGET;
        }
        let own = self.contest_mut();
        (own.dealt, own.answered) = (dealt, answered);
        let mut hit_base = [NONE; FIGHTERS];
        for (i, n) in hits.into_iter().enumerate().filter(|(_, n)| *n > 0) {
            // CX-141, CX-149: an attempt deals nothing to anybody but its blockers.
            if contest.blocked & (1 << i) == 0 && contest.kind != ContestKind::Control && contest.target != NONE {
                self.damage(contest.target, n);
                if contest.kind == ContestKind::Base {
                    hit_base[i] = contest.attackers[i];
                }
            }
        }
        for i in 0..contest.blocking as usize {
            let attacker = contest.attackers[contest.foes[i] as usize];
            self.damage(contest.blockers[i], contest.hits[i]);
            self.damage(attacker, contest.backs[i]);
        }
        if contest.struck != NONE {
            self.damage(contest.attackers[contest.struck as usize], back);
        }
        for id in hit_base.into_iter().filter(|id| *id != NONE) {
            self.happen(TriggerEvent::Hits, id);
        }
    }

    /// Lets an asset attempt to Take Control because an effect says so (CX-154, CX-R42).
    pub(super) fn grant_control(&mut self, id: Id) {
        self.refresh();
        let position = self.position();
        let permanent = *self.s.permanent(id);
        // CX-155, CX-216, CX-R41
        let mechanical = position.has(id, self.t.keywords.mechanical) && !self.t.options.mechanical_granted_tc;
        if position.in_play(id) && position.kind(id) == CardKind::Asset && !permanent.is(HACKED) && !mechanical {
            self.declare(ContestKind::Control, permanent.controller, id, true);
        }
    }
}
