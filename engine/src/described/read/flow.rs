//! How a game goes: its start, phases, actions, what is checked all the time, and its end.

use catalog::ability::TriggerEvent;
use catalog::read::TomlTable;

use super::super::emit::{Emitter, join, next_seat};
use super::super::expression::{Expression, Kind, Operator};
use super::super::program::{EvaluationTerm, Instruction, Place};
use super::super::slots;
use super::declare::title_of;
use super::reachability::Loop;
use super::{MOST_INSTRUCTIONS, Reader};
use crate::kernel::legal_action::PromptKind;

impl Reader<'_> {
    pub(super) fn flow(
        &mut self,
        root: &TomlTable<'_>,
        zones: &[(String, TomlTable<'_>)],
        [damage, moving]: [Option<&TomlTable<'_>>; 2],
    ) {
        let actions = root.tables("action");
        let phases = root.tables("phase");
        self.actions = actions.iter().map(|t| t.text("id")).collect();
        self.phases = phases.iter().map(|t| t.text("id")).collect();
        self.ends = actions.iter().map(|t| t.flag("ends")).collect();
        self.asks = vec![Vec::new(); actions.len() + 1];
        self.body = actions.len();
        for (at, (t, id)) in actions.iter().zip(&self.actions).enumerate() {
            if self.actions[..at].contains(id) {
                t.problem_at("id", format!("there is an action `{id}` already"), None);
            }
        }
        if phases.is_empty() {
            root.problem("there is no `[[phase]]`", Some("say what happens, in order".into()));
        }
        let end = root.table_if("end");
        let rules = root.tables("whenever");
        let ends = end.as_ref().is_some_and(|end| end.has("when"));
        self.has_checks = !rules.is_empty() || ends || self.scope.program.cards.is_some();
        // The game begins with the first instruction.
        if let Some(damage) = damage {
            self.aside(|r| r.damage_procedures(damage));
        }
        if let Some(moving) = moving {
            self.aside(|r| r.moving(moving));
        }
        self.setup(root);
        let mut places = Vec::new();
        for (at, t) in phases.iter().enumerate() {
            places.push(self.here());
            self.phase(at, t, phases.len());
        }
        self.scope.program.phase_ids.clone_from(&self.phases);
        self.scope.program.phase_places.clone_from(&places);
        for (from, phase) in std::mem::take(&mut self.jumps) {
            let place = places.get(phase).copied().unwrap_or_default();
            if let Some(Instruction::Goto(to) | Instruction::Go(to)) =
                self.scope.program.code.get_mut(usize::from(from))
            {
                *to = place;
            }
        }
        for (at, t) in actions.iter().enumerate() {
            self.action(at, t);
        }
        let extra = std::mem::take(&mut self.extra_actions);
        self.scope.program.actions.extend(extra);
        // Jumps in actions.
        for (from, phase) in std::mem::take(&mut self.jumps) {
            let place = places.get(phase).copied().unwrap_or_default();
            if let Some(Instruction::Goto(to) | Instruction::Go(to)) =
                self.scope.program.code.get_mut(usize::from(from))
            {
                *to = place;
            }
        }
        self.checks_and_end(&rules, end.as_ref(), root);
        self.depth(root, &actions);
        self.check_reachability(root, zones, &phases, &actions);
        self.check_hidden_information(&actions);
        if usize::from(self.here()) >= MOST_INSTRUCTIONS {
            root.problem(format!("these rules need more than {MOST_INSTRUCTIONS} steps"), None);
        }
    }

    fn setup(&mut self, root: &TomlTable<'_>) {
        if let Some(setup) = root.table_if("setup") {
            self.statements(&setup, "do");
            if let Some(first) = self.expression_if(&setup, "first", Kind::Seat) {
                self.emit(Instruction::Keep(slots::ACTIVE, first));
            }
        }
        self.emit(Instruction::Turn(Expression::Slot(slots::ACTIVE)));
        if self.scope.program.cards.is_some() {
            self.emit(Instruction::Raise(TriggerEvent::TurnStart, None));
        }
    }

    fn phase(&mut self, at: usize, t: &TomlTable<'_>, phases: usize) {
        let title = t.text_if("title").unwrap_or_else(|| title_of(&self.phases[at]));
        self.scope.program.phases.push(title);
        let top = self.emit(Instruction::Phase(at as u16));
        let skip = self.expression_if(t, "if", Kind::Truth).map(|wanted| self.emit(Instruction::Unless(wanted, 0)));
        self.statements(t, "start");
        if t.has("ask") || t.has("may") {
            self.asking = Some(at);
            self.ask(t);
            self.asking = None;
        }
        self.statements(t, "end");
        self.check();
        if let Some(again) = self.expression_if(t, "again", Kind::Truth) {
            self.loops.push(Loop {
                phase: at,
                key: "again",
                condition: again.clone(),
                rotates: false,
                from: top,
                to: self.here(),
            });
            self.emit(Instruction::Unless(Expression::Not(again.into()), top));
        }
        if let Some(skip) = skip {
            self.land(skip);
        }
        let next = t.text_if("next");
        match next.as_deref() {
            Some("end") => {
                self.emit(Instruction::Over(None));
            }
            Some(name) => {
                let known: Vec<&str> = self.phases.iter().map(String::as_str).chain(["end"]).collect();
                if let Some(phase) = t.one_of("next", name, "phase", &known) {
                    let jump = self.emit(Instruction::Goto(0));
                    self.jumps.push((jump, phase));
                }
            }
            None if at + 1 == phases => {
                let next = Expression::After(Expression::Slot(slots::ACTIVE).into(), true);
                self.turn(next);
                let jump = self.emit(Instruction::Goto(0));
                self.jumps.push((jump, 0));
            }
            None => {}
        }
    }

    /// The actions that a key names.
    pub(super) fn action_list(&self, t: &TomlTable<'_>, key: &str) -> Vec<u16> {
        let known: Vec<&str> = self.actions.iter().map(String::as_str).collect();
        let names = t.texts(key);
        names.iter().filter_map(|name| t.one_of(key, name, "action", &known).map(|at| at as u16)).collect()
    }

    /// A seat's turn begins; what waits for the end of the last one comes first.
    pub(super) fn turn(&mut self, seat: Expression) {
        let cards = self.scope.program.cards.is_some();
        if cards {
            self.emit(Instruction::Raise(TriggerEvent::TurnEnd, None));
            self.check();
        }
        self.emit(Instruction::Turn(seat));
        if cards {
            self.emit(Instruction::Raise(TriggerEvent::TurnStart, None));
        }
    }

    /// What a seat is asked, and how often: of a phase, or in the middle of an action.
    pub(super) fn ask(&mut self, t: &TomlTable<'_>) {
        let who = t.text("ask");
        let text = t.text_if("text").unwrap_or_default();
        let actions = self.action_list(t, "may");
        if actions.is_empty() && !t.has("may") {
            t.problem("`may` is missing", Some("list the actions that can be taken".into()));
        }
        let ends = actions.iter().any(|a| self.ends.get(usize::from(*a)).copied().unwrap_or(false));
        let question = self.add_question(PromptKind::Play, text, actions, t.flag("optional"));
        self.asks[self.body].push(question);
        let until = self.expression_if(t, "until", Kind::Truth);
        match who.as_str() {
            "" => {}
            "each" | "others" => {
                let slot = self.scope.add_slots(3);
                self.each_seat_in(slot, who == "others", |r| r.ask_one(question, ends, until));
            }
            "all" => {
                if until.is_some() {
                    t.problem_at("until", "everybody answers once", Some("ask `each` or `around` instead".into()));
                }
                self.check();
                let slot = self.scope.add_slots(2);
                self.emit(Instruction::AskTogether(question, slot));
                let answer = self.emit(Instruction::Answer { question, slot, end: 0 });
                self.emit(Instruction::Goto(answer));
                self.land(answer);
            }
            "around" => {
                let until = until.unwrap_or_else(|| {
                    t.problem("`until` is missing", Some("say when nobody is asked any more".into()));
                    Expression::Number(1)
                });
                let top = self.here();
                self.check();
                self.emit(Instruction::Ask(question));
                self.add_until_loop(top, &until, true);
                let more = self.emit(Instruction::Unless(Expression::Not(until.into()), 0));
                self.emit(Instruction::Keep(slots::YOU, next_seat()));
                self.emit(Instruction::Goto(top));
                self.land(more);
            }
            _ => {
                let seat = self.parsed(t, "ask", &who, Kind::Seat);
                let saved = self.scope.add_slots(1);
                self.as_seat_in(saved, seat, |r| r.ask_one(question, ends, until));
            }
        }
    }

    fn ask_one(&mut self, question: u16, ends: bool, until: Option<Expression>) {
        let top = self.here();
        self.check();
        self.emit(Instruction::Ask(question));
        if ends || until.is_some() {
            let mut over = join(Operator::Equal, Expression::Slot(slots::ENDED), Expression::Number(1));
            if let Some(until) = until {
                if !ends {
                    self.add_until_loop(top, &until, false);
                }
                over = join(Operator::Or, over, until);
            }
            self.emit(Instruction::Unless(over, top));
        }
    }

    /// Notes what is asked again until something holds.
    fn add_until_loop(&mut self, from: Place, until: &Expression, rotates: bool) {
        if let Some(phase) = self.asking {
            self.loops.push(Loop { phase, key: "until", condition: until.clone(), rotates, from, to: self.here() });
        }
    }

    /// Does what is checked all the time.
    pub(super) fn check(&mut self) {
        if self.has_checks && !self.in_checks {
            let call = self.emit(Instruction::Call(0));
            self.checks.push(call);
        }
    }

    fn checks_and_end(&mut self, rules: &[TomlTable<'_>], end: Option<&TomlTable<'_>>, root: &TomlTable<'_>) {
        let top = self.here();
        self.body = self.actions.len();
        self.in_checks = true;
        for t in rules {
            let wanted = self.expression(t, "if", Kind::Truth);
            let skip = self.emit(Instruction::Unless(wanted, 0));
            self.statements(t, "do");
            self.emit(Instruction::Goto(top));
            self.land(skip);
        }
        self.in_checks = false;
        match end {
            Some(end) => {
                if let Some(when) = self.expression_if(end, "when", Kind::Truth) {
                    self.ends_when = Some(when.clone());
                    self.when(when, |r| r.emit(Instruction::Over(None)));
                }
                self.scope.program.score = self.expression_if(end, "score", Kind::Number);
                self.scope.program.why = end.text_if("why").unwrap_or_default();
                self.scope.program.draw = end.text_if("draw").unwrap_or_default();
                self.scope.program.least_wins = end.flag("least");
            }
            None if !self.wins => {
                root.problem("`[end]` is missing", Some("say who wins: `score`, or `win` in an effect".into()));
            }
            None => {}
        }
        if let Some(shown) = root.table_if("shown") {
            for title in shown.keys() {
                let number = self.expression(&shown, &title, Kind::Number);
                self.must_be_public(&shown, &title, &number);
                self.scope.program.shown.push((title, number));
            }
        }
        if let Some(terms) = root.table_if("evaluation") {
            for title in terms.keys() {
                let Some(term) = terms.table_if(&title) else { continue };
                let (number, weight) = (self.expression(&term, "is", Kind::Number), term.number("weight"));
                let is_public = self.is_public(&number);
                self.scope.program.evaluation.push(EvaluationTerm { title, number, weight, is_public });
            }
        }
        if self.scope.program.cards.is_some() {
            self.emit(Instruction::Triggered);
        }
        self.emit(Instruction::Return);
        self.scope.program.checks = top;
        for call in std::mem::take(&mut self.checks) {
            if let Some(Instruction::Call(to)) = self.scope.program.code.get_mut(usize::from(call)) {
                *to = top;
            }
        }
    }

    /// A jump to a phase, out of whatever is under way.
    pub(super) fn go(&mut self, t: &TomlTable<'_>) {
        let name = t.text("go");
        let known: Vec<&str> = self.phases.iter().map(String::as_str).collect();
        if let Some(phase) = t.one_of("go", &name, "phase", &known) {
            let jump: Place = self.emit(Instruction::Go(0));
            self.jumps.push((jump, phase));
        }
    }
}
