//! What the rules can come to, found by following the instructions: phases that nothing leads to, actions that nobody is asked
//! for, zones that are not used, and what goes on without end.

use std::collections::BTreeSet;

use catalog::read::TomlTable;

use super::super::expression::{CardChoice, CardNumber, Expression, Part};
use super::super::program::{DealSource, Instruction, Place, Program, Target};
use super::super::slots;
use super::Reader;

/// What goes on while something holds, and where its instructions stand.
pub(super) struct Loop {
    /// Which phase says so.
    pub(super) phase: usize,
    /// In which key.
    pub(super) key: &'static str,
    /// While this holds, or until it does.
    pub(super) condition: Expression,
    /// Whether `you` is another seat each time.
    pub(super) rotates: bool,
    /// Its first instruction.
    pub(super) from: Place,
    /// The one after its last.
    pub(super) to: Place,
}

/// What of a position some instructions read, or what they write.
#[derive(Debug, Default)]
struct AccessSet {
    counters: BTreeSet<u16>,
    zones: BTreeSet<u16>,
    /// Zones that are not known by name.
    any_zone: bool,
    /// Which seats are in, or what has names of its own.
    anything: bool,
}

impl AccessSet {
    fn add(&mut self, program: &Program, part: Part, under: &mut BTreeSet<(bool, u16)>) {
        match part {
            Part::Counter(counter) | Part::CardNumber(CardNumber::Counter(counter)) => {
                self.counters.insert(counter);
            }
            Part::Zone(Some(zone)) => {
                self.zones.insert(zone);
            }
            Part::Formula(at) if under.insert((false, at)) => {
                self.add_expression(program, &program.formulas[usize::from(at)].value, under);
            }
            Part::CardNumber(CardNumber::Formula(at)) if under.insert((true, at)) => {
                self.add_expression(program, &program.card_formulas[usize::from(at)].value, under);
            }
            // Who it is about, and the card that a query looks at.
            Part::Slot(slots::YOU | slots::CARD) => {}
            Part::CardNumber(CardNumber::Printed(_) | CardNumber::Formula(_)) | Part::Formula(_) => {}
            Part::Zone(None) => self.any_zone = true,
            Part::Seats | Part::Slot(_) | Part::Set(_) | Part::CardNumber(_) => self.anything = true,
        }
    }

    fn add_expression(&mut self, program: &Program, expression: &Expression, under: &mut BTreeSet<(bool, u16)>) {
        let mut parts = Vec::new();
        expression.visit(&mut |part| parts.push(part));
        parts.into_iter().for_each(|part| self.add(program, part, under));
    }

    /// What an expression reads.
    fn of_expression(program: &Program, expression: &Expression) -> AccessSet {
        let mut read = AccessSet::default();
        read.add_expression(program, expression, &mut BTreeSet::new());
        read
    }

    /// Whether what reads this may come out otherwise after what writes that.
    fn depends_on(&self, written: &AccessSet) -> bool {
        let zones = |set: &AccessSet| set.any_zone || !set.zones.is_empty();
        self.anything
            || written.anything
            || !self.counters.is_disjoint(&written.counters)
            || !self.zones.is_disjoint(&written.zones)
            || self.any_zone && zones(written)
            || written.any_zone && zones(self)
    }
}

impl Instruction {
    /// The instructions that may come after it; `at` is its own place.
    fn successors(&self, at: Place, program: &Program, into: &mut Vec<Place>) {
        let bodies = |question: u16, into: &mut Vec<Place>| {
            let actions = &program.questions[usize::from(question)].actions;
            into.extend(actions.iter().filter_map(|action| Some(program.actions.get(usize::from(*action))?.body)));
        };
        match self {
            Instruction::Goto(to) | Instruction::Go(to) => into.push(*to),
            Instruction::Return | Instruction::Done(_) | Instruction::Over(_) => {}
            Instruction::Unless(_, to)
            | Instruction::Call(to)
            | Instruction::NextSeat { end: to, .. }
            | Instruction::NextCard { end: to, .. } => into.extend([at + 1, *to]),
            Instruction::Ask(question) | Instruction::AskTogether(question, _) => {
                into.push(at + 1);
                bodies(*question, into);
            }
            Instruction::Answer { question, end, .. } => {
                into.extend([at + 1, *end]);
                bodies(*question, into);
            }
            _ => into.push(at + 1),
        }
    }

    /// What it writes, as far as that has a name.
    fn writes(&self, written: &mut AccessSet) {
        let from = |cards: &CardChoice, written: &mut AccessSet| {
            cards.visit(&mut |part| match part {
                Part::Zone(Some(zone)) => {
                    written.zones.insert(zone);
                }
                Part::Counter(_) | Part::Formula(_) | Part::CardNumber(_) | Part::Seats => {}
                Part::Zone(None) | Part::Slot(_) | Part::Set(_) => written.any_zone = true,
            });
        };
        match self {
            Instruction::Move { cards, to, .. } => {
                written.zones.insert(to.zone);
                from(cards, written);
            }
            Instruction::Draw { from, to, refill, .. } => {
                written.zones.extend([from.zone, to.zone]);
                written.zones.extend(refill.iter().map(|zone| zone.zone));
            }
            Instruction::Deal { from, to, .. } => written.zones.extend([from.zone(), *to]),
            Instruction::Set(target, _) | Instruction::Add(target, _) => match target {
                Target::Table(counter) | Target::OfSeat(counter, _) | Target::OfCards(counter, _) => {
                    written.counters.insert(*counter);
                }
            },
            // Abilities do whatever they say.
            Instruction::Announce(_)
            | Instruction::Resolve(_)
            | Instruction::Use(_)
            | Instruction::Pay(_)
            | Instruction::Raise(..)
            | Instruction::Triggered
            | Instruction::Out(_) => written.anything = true,
            _ => {}
        }
    }

    /// What it reads; the zone that cards go to is only written.
    fn reads(&self, see: &mut impl FnMut(Part)) {
        match self {
            Instruction::Move { cards, to, .. } => {
                cards.visit(see);
                to.visit_seat(see);
            }
            Instruction::Draw { count, from, to, refill } => {
                refill.iter().for_each(|zone| zone.visit(see));
                count.visit(see);
                from.visit(see);
                to.visit_seat(see);
            }
            Instruction::Deal { count, from, first, .. } => {
                count.visit(see);
                match from {
                    DealSource::One(zone) => zone.visit(see),
                    DealSource::Own(zone) => see(Part::Zone(Some(*zone))),
                }
                first.visit(see);
            }
            Instruction::Shuffle(zone) => zone.visit_seat(see),
            Instruction::Reveal(cards)
            | Instruction::Cards(_, cards)
            | Instruction::Look(cards)
            | Instruction::Control(cards, _) => cards.visit(see),
            Instruction::Set(target, value) | Instruction::Add(target, value) => {
                value.visit(see);
                match target {
                    Target::Table(_) => {}
                    Target::OfSeat(_, of) => of.visit(see),
                    Target::OfCards(_, of) => of.visit(see),
                }
            }
            Instruction::Keep(_, value)
            | Instruction::Roll(_, value)
            | Instruction::Unless(value, _)
            | Instruction::Turn(value)
            | Instruction::Out(value)
            | Instruction::Announce(value)
            | Instruction::Resolve(value)
            | Instruction::Use(value) => value.visit(see),
            Instruction::PutAway(card, to) => {
                card.visit(see);
                to.visit_seat(see);
            }
            Instruction::LookThrough { from, to, .. } => {
                from.visit(see);
                to.visit_seat(see);
            }
            Instruction::Over(winner) => winner.iter().for_each(|seat| seat.visit(see)),
            Instruction::Raise(_, cards) => cards.iter().for_each(|cards| cards.visit(see)),
            Instruction::Goto(_)
            | Instruction::Go(_)
            | Instruction::Call(_)
            | Instruction::Return
            | Instruction::Seats(_)
            | Instruction::NextSeat { .. }
            | Instruction::NextCard { .. }
            | Instruction::Ask(_)
            | Instruction::AskTogether(..)
            | Instruction::Answer { .. }
            | Instruction::Done(_)
            | Instruction::Phase(_)
            | Instruction::Pay(_)
            | Instruction::Triggered => {}
        }
    }
}

impl Program {
    /// The instructions that can be come to from some places; `stop` is not gone past.
    fn reachable(&self, from: &[Place], stop: Option<Place>) -> BTreeSet<Place> {
        let mut reachable = BTreeSet::new();
        let mut next = from.to_vec();
        while let Some(at) = next.pop() {
            if Some(at) == stop || !reachable.insert(at) {
                continue;
            }
            if let Some(instruction) = self.code.get(usize::from(at)) {
                instruction.successors(at, self, &mut next);
            }
        }
        reachable
    }

    fn instructions<'a>(&'a self, places: &'a BTreeSet<Place>) -> impl Iterator<Item = &'a Instruction> {
        places.iter().filter_map(|at| self.code.get(usize::from(*at)))
    }

    /// What is read anywhere: by instructions, by what is asked, by the score and what is shown.
    fn all_reads(&self, reachable: &BTreeSet<Place>) -> AccessSet {
        let mut parts = Vec::new();
        let mut see = |part: Part| parts.push(part);
        self.instructions(reachable).for_each(|instruction| instruction.reads(&mut see));
        for action in &self.actions {
            action.condition.iter().chain(&action.seat).for_each(|expression| expression.visit(&mut see));
            action.number.iter().for_each(|(least, most)| {
                least.visit(&mut see);
                most.visit(&mut see);
            });
            let word = action.word.iter().filter_map(|(_, cards)| cards.as_ref());
            action.cards.iter().chain(&action.on).chain(word).for_each(|cards| cards.visit(&mut see));
        }
        let shown = self.shown.iter().map(|(_, number)| number);
        self.score.iter().chain(shown).for_each(|number| number.visit(&mut see));
        let mut read = AccessSet::default();
        let mut under = BTreeSet::new();
        parts.into_iter().for_each(|part| read.add(self, part, &mut under));
        read
    }
}

impl Reader<'_> {
    /// Tells what cannot be meant.
    pub(super) fn check_reachability(
        &self,
        root: &TomlTable<'_>,
        zones: &[(String, TomlTable<'_>)],
        phases: &[TomlTable<'_>],
        actions: &[TomlTable<'_>],
    ) {
        let program = &self.scope.program;
        let procedures = program.cards.iter().flat_map(|cards| cards.damages.iter().flatten().map(|done| done.body));
        let roots: Vec<Place> = [0, program.checks].into_iter().chain(procedures).collect();
        let reachable = program.reachable(&roots, None);
        for (at, t) in phases.iter().enumerate() {
            let begins = |instruction: &Instruction| matches!(instruction, Instruction::Phase(phase) if usize::from(*phase) == at);
            if !program.instructions(&reachable).any(begins) {
                let hint = Some("name it in `next` of another phase, or in `go`".to_owned());
                t.problem_at("id", format!("no way leads to the phase `{}`", self.phases[at]), hint);
            }
        }
        let asked: BTreeSet<u16> =
            program.questions.iter().flat_map(|question| question.actions.iter().copied()).collect();
        for (at, t) in actions.iter().enumerate().filter(|(at, _)| !asked.contains(&(*at as u16))) {
            let hint = Some("name it in `may` of a phase".to_owned());
            t.problem_at("id", format!("nobody is asked for the action `{}`", self.actions[at]), hint);
        }
        // Abilities move cards and end games as well.
        if program.cards.is_some() {
            return;
        }
        let ends = program.instructions(&reachable).any(|instruction| matches!(instruction, Instruction::Over(_)));
        if !ends && !phases.is_empty() {
            let hint = Some("say `when` in `[end]`, `next = \"end\"` in a phase, or `win` in a statement".to_owned());
            root.problem("nothing ends the game", hint);
        }
        // What cannot be read may count them.
        if self.scope.faulty.is_empty() {
            self.unused_zones(zones, &reachable);
        }
        for one in &self.loops {
            self.nontermination(one, phases);
        }
    }

    /// Zones into which cards go that nothing looks at.
    fn unused_zones(&self, zones: &[(String, TomlTable<'_>)], reachable: &BTreeSet<Place>) {
        let program = &self.scope.program;
        let read = program.all_reads(reachable);
        for (at, (id, t)) in zones.iter().enumerate() {
            let enters = program.instructions(reachable).any(|instruction| match instruction {
                Instruction::Move { to, .. } | Instruction::Draw { to, .. } => usize::from(to.zone) == at,
                Instruction::Deal { to, .. } => usize::from(*to) == at,
                _ => false,
            });
            let looked_at = read.zones.contains(&(at as u16)) || t.is_text("layout");
            if enters && !looked_at {
                let hint = Some("if they are out of the game, say so with `layout = \"pile\"`".to_owned());
                t.problem(format!("cards go to `{id}`, and nothing moves, counts or names them there"), hint);
            }
        }
    }

    /// What is done again, although nothing that is done changes whether it is.
    fn nontermination(&self, one: &Loop, phases: &[TomlTable<'_>]) {
        let program = &self.scope.program;
        let mut reachable = program.reachable(&[one.from], Some(one.to));
        // A condition that could not be read is no number.
        if one.condition == Expression::Number(0) {
            return;
        }
        if one.rotates && one.condition.names_any(slots::YOU..=slots::YOU, u16::MAX) {
            return;
        }
        // What is left by a jump is over for it.
        let leaves = program.instructions(&reachable).any(|done| matches!(done, Instruction::Go(_)));
        let over = |at: &Place| matches!(program.code.get(usize::from(*at)), Some(Instruction::Over(_)));
        let checks = program.reachable(&[program.checks], None);
        if leaves || reachable.difference(&checks).any(over) {
            return;
        }
        reachable.extend(&checks);
        let mut written = AccessSet::default();
        program.instructions(&reachable).for_each(|instruction| instruction.writes(&mut written));
        let read = AccessSet::of_expression(program, &one.condition);
        // Another way out is what ends the game.
        let ends = self.ends_when.iter().map(|when| AccessSet::of_expression(program, when));
        if std::iter::once(read).chain(ends).all(|read| !read.depends_on(&written)) {
            let hint = Some("ask for what the actions and statements in it change".to_owned());
            phases[one.phase].problem_at(
                one.key,
                "this goes on without end: nothing that is done meanwhile changes it",
                hint,
            );
        }
    }
}
