//! What the rules can come to, found by following the instructions: phases that nothing leads to, actions that nobody is asked
//! for, zones whose cards are forgotten, and what goes on without end.

use std::collections::BTreeSet;

use catalog::read::TomlTable;

use super::super::expression::{CardChoice, CardNumber, Expression, Part, ZoneOf};
use super::super::program::{Instruction, Place, Program, Target};
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
    pub(super) turns: bool,
    /// Its first instruction.
    pub(super) from: Place,
    /// The one after its last.
    pub(super) to: Place,
}

/// What of a position some instructions read or change.
#[derive(Debug, Default)]
struct Touched {
    counters: BTreeSet<u16>,
    zones: BTreeSet<u16>,
    /// Zones that are not known by name.
    any_zone: bool,
    /// Which seats are in, or what has names of its own.
    anything: bool,
}

impl Touched {
    fn part(&mut self, program: &Program, part: Part, under: &mut BTreeSet<(bool, u16)>) {
        match part {
            Part::Counter(counter) | Part::CardNumber(CardNumber::Counter(counter)) => {
                self.counters.insert(counter);
            }
            Part::Zone(Some(zone)) => {
                self.zones.insert(zone);
            }
            Part::Formula(at) if under.insert((false, at)) => {
                self.expression(program, &program.formulas[usize::from(at)].value, under);
            }
            Part::CardNumber(CardNumber::Formula(at)) if under.insert((true, at)) => {
                self.expression(program, &program.card_formulas[usize::from(at)].value, under);
            }
            // Who it is about, and the card that a query looks at.
            Part::Slot(slots::YOU | slots::CARD) => {}
            Part::CardNumber(CardNumber::Printed(_) | CardNumber::Formula(_)) | Part::Formula(_) => {}
            Part::Zone(None) => self.any_zone = true,
            Part::Seats | Part::Slot(_) | Part::Set(_) | Part::CardNumber(_) => self.anything = true,
        }
    }

    fn expression(&mut self, program: &Program, expression: &Expression, under: &mut BTreeSet<(bool, u16)>) {
        let mut parts = Vec::new();
        expression.visit(&mut |part| parts.push(part));
        parts.into_iter().for_each(|part| self.part(program, part, under));
    }

    fn read(program: &Program, expression: &Expression) -> Touched {
        let mut touched = Touched::default();
        touched.expression(program, expression, &mut BTreeSet::new());
        touched
    }

    /// Whether what reads this may find it changed by what changes that.
    fn meets(&self, changed: &Touched) -> bool {
        let zones = |touched: &Touched| touched.any_zone || !touched.zones.is_empty();
        self.anything
            || changed.anything
            || !self.counters.is_disjoint(&changed.counters)
            || !self.zones.is_disjoint(&changed.zones)
            || self.any_zone && zones(changed)
            || changed.any_zone && zones(self)
    }
}

impl Instruction {
    /// The instructions that may come after it; `at` is its own place.
    fn followers(&self, at: Place, program: &Program, into: &mut Vec<Place>) {
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

    /// What it changes, as far as that has a name.
    fn changes(&self, touched: &mut Touched) {
        let from = |cards: &CardChoice, touched: &mut Touched| {
            cards.visit(&mut |part| match part {
                Part::Zone(Some(zone)) => {
                    touched.zones.insert(zone);
                }
                Part::Counter(_) | Part::Formula(_) | Part::CardNumber(_) | Part::Seats => {}
                Part::Zone(None) | Part::Slot(_) | Part::Set(_) => touched.any_zone = true,
            });
        };
        match self {
            Instruction::Move { cards, to, .. } => {
                touched.zones.insert(to.zone);
                from(cards, touched);
            }
            Instruction::Draw { from, to, .. } => touched.zones.extend([from.zone, to.zone]),
            Instruction::Deal { from, to, .. } => touched.zones.extend([from.zone, *to]),
            Instruction::Set(target, _) | Instruction::Add(target, _) => match target {
                Target::Table(counter) | Target::OfSeat(counter, _) | Target::OfCards(counter, _) => {
                    touched.counters.insert(*counter);
                }
            },
            // Abilities do whatever they say.
            Instruction::Announce(_)
            | Instruction::Resolve(_)
            | Instruction::Use(_)
            | Instruction::Pay(_)
            | Instruction::Raise(..)
            | Instruction::Triggered
            | Instruction::Out(_) => touched.anything = true,
            _ => {}
        }
    }

    /// The expressions and cards that it looks at; not the zone that cards go to.
    fn looks_at(&self, expression: &mut dyn FnMut(&Expression), cards: &mut dyn FnMut(&CardChoice)) {
        let seat = |zone: &ZoneOf, expression: &mut dyn FnMut(&Expression)| {
            if let Some(seat) = &zone.seat {
                expression(seat);
            }
        };
        match self {
            Instruction::Move { cards: some, to, .. } => {
                cards(some);
                seat(to, expression);
            }
            Instruction::Draw { count, from, to } => {
                expression(count);
                expression(&Expression::End(from.clone(), true));
                seat(to, expression);
            }
            Instruction::Deal { count, from, first, .. } => {
                expression(count);
                expression(&Expression::End(from.clone(), true));
                expression(first);
            }
            Instruction::Shuffle(zone) => seat(zone, expression),
            Instruction::Reveal(some) | Instruction::Cards(_, some) | Instruction::Look(some) => cards(some),
            Instruction::Set(target, value) | Instruction::Add(target, value) => {
                expression(value);
                match target {
                    Target::Table(_) => {}
                    Target::OfSeat(_, of) => expression(of),
                    Target::OfCards(_, of) => cards(of),
                }
            }
            Instruction::Keep(_, value)
            | Instruction::Roll(_, value)
            | Instruction::Unless(value, _)
            | Instruction::Turn(value)
            | Instruction::Out(value)
            | Instruction::Announce(value)
            | Instruction::Resolve(value)
            | Instruction::Use(value) => expression(value),
            Instruction::Over(winner) => winner.iter().for_each(expression),
            Instruction::Raise(_, some) => some.iter().for_each(cards),
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
    fn reached(&self, from: &[Place], stop: Option<Place>) -> BTreeSet<Place> {
        let mut reached = BTreeSet::new();
        let mut next = from.to_vec();
        while let Some(at) = next.pop() {
            if Some(at) == stop || !reached.insert(at) {
                continue;
            }
            if let Some(instruction) = self.code.get(usize::from(at)) {
                instruction.followers(at, self, &mut next);
            }
        }
        reached
    }

    fn instructions<'a>(&'a self, places: &'a BTreeSet<Place>) -> impl Iterator<Item = &'a Instruction> {
        places.iter().filter_map(|at| self.code.get(usize::from(*at)))
    }

    /// Whether a zone is looked at by anything but the moves into it.
    fn used_zones(&self, reached: &BTreeSet<Place>) -> Touched {
        let mut used = Touched::default();
        let mut parts = Vec::new();
        for instruction in self.instructions(reached) {
            let found = std::cell::RefCell::new(&mut parts);
            instruction.looks_at(
                &mut |expression| expression.visit(&mut |part| found.borrow_mut().push(part)),
                &mut |cards| cards.visit(&mut |part| found.borrow_mut().push(part)),
            );
        }
        let mut see = |part: Part| parts.push(part);
        for action in &self.actions {
            action.condition.iter().chain(&action.seat).for_each(|expression| expression.visit(&mut see));
            action.number.iter().for_each(|(least, most)| {
                least.visit(&mut see);
                most.visit(&mut see);
            });
            let word = action.word.iter().filter_map(|(_, cards)| cards.as_ref());
            action.cards.iter().chain(&action.on).chain(word).for_each(|cards| cards.visit(&mut see));
        }
        self.score.iter().for_each(|score| score.visit(&mut see));
        let mut under = BTreeSet::new();
        parts.into_iter().for_each(|part| used.part(self, part, &mut under));
        used
    }
}

impl Reader<'_> {
    /// Tells what cannot be meant.
    pub(super) fn reach(
        &self,
        root: &TomlTable<'_>,
        zones: &[(String, TomlTable<'_>)],
        phases: &[TomlTable<'_>],
        actions: &[TomlTable<'_>],
    ) {
        let program = &self.scope.program;
        let procedures = program.cards.iter().flat_map(|cards| cards.damages.iter().flatten().map(|done| done.body));
        let roots: Vec<Place> = [0, program.checks].into_iter().chain(procedures).collect();
        let reached = program.reached(&roots, None);
        for (at, t) in phases.iter().enumerate() {
            let begins = |instruction: &Instruction| matches!(instruction, Instruction::Phase(phase) if usize::from(*phase) == at);
            if !program.instructions(&reached).any(begins) {
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
        let ends = program.instructions(&reached).any(|instruction| matches!(instruction, Instruction::Over(_)));
        if !ends && !phases.is_empty() {
            let hint = Some("say `when` in `[end]`, `next = \"end\"` in a phase, or `win` in a statement".to_owned());
            root.problem("nothing ends the game", hint);
        }
        self.forgotten_zones(zones, &reached);
        for one in &self.loops {
            self.endless(one, phases);
        }
    }

    /// Zones into which cards go that nothing looks at.
    fn forgotten_zones(&self, zones: &[(String, TomlTable<'_>)], reached: &BTreeSet<Place>) {
        let program = &self.scope.program;
        let used = program.used_zones(reached);
        for (at, (id, t)) in zones.iter().enumerate() {
            let enters = program.instructions(reached).any(|instruction| match instruction {
                Instruction::Move { to, .. } | Instruction::Draw { to, .. } => usize::from(to.zone) == at,
                Instruction::Deal { to, .. } => usize::from(*to) == at,
                _ => false,
            });
            let looked_at = used.zones.contains(&(at as u16)) || t.is_text("layout");
            if enters && !looked_at {
                let hint = Some("if they are out of the game, say so with `layout = \"pile\"`".to_owned());
                t.problem(format!("cards go to `{id}`, and nothing moves, counts or names them there"), hint);
            }
        }
    }

    /// What is done again, although nothing that is done changes whether it is.
    fn endless(&self, one: &Loop, phases: &[TomlTable<'_>]) {
        let program = &self.scope.program;
        let mut reached = program.reached(&[one.from], Some(one.to));
        if one.turns && one.condition.names_any(slots::YOU..=slots::YOU, u16::MAX) {
            return;
        }
        // What is left by a jump is over for it.
        let leaves = program.instructions(&reached).any(|done| matches!(done, Instruction::Go(_)));
        let over = |at: &Place| matches!(program.code.get(usize::from(*at)), Some(Instruction::Over(_)));
        let checks = program.reached(&[program.checks], None);
        if leaves || reached.difference(&checks).any(over) {
            return;
        }
        reached.extend(&checks);
        let mut changed = Touched::default();
        program.instructions(&reached).for_each(|instruction| instruction.changes(&mut changed));
        let read = Touched::read(program, &one.condition);
        // Another way out is what ends the game.
        let ends = checks.iter().filter_map(|at| {
            match (program.code.get(usize::from(*at)), program.code.get(usize::from(*at) + 1)) {
                (Some(Instruction::Unless(when, _)), Some(Instruction::Over(_))) => Some(Touched::read(program, when)),
                _ => None,
            }
        });
        if !read.meets(&changed) && !ends.into_iter().any(|end| end.meets(&changed)) {
            let hint = Some("ask for what the actions and statements in it change".to_owned());
            phases[one.phase].problem_at(
                one.key,
                "this goes on without end: nothing that is done meanwhile changes it",
                hint,
            );
        }
    }
}
