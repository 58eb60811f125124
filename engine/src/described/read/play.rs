//! Statements about playing cards: they are announced, answered, take effect, are used, damaged and destroyed.

use catalog::ability::TriggerEvent;
use catalog::read::TomlTable;

use super::super::emit::{Emitter, all_of, card as one, choice_slots, join, next_seat, plain_action, table_zone, you};
use super::super::expression::{Expression, Kind, Operator};
use super::super::parse;
use super::super::program::Instruction;
use super::super::slots;
use super::{Reader, report};
use crate::kernel::legal_action::PromptKind;

/// What authors tell of: the machine sees the rest happen.
const TOLD: [(&str, TriggerEvent); 3] =
    [("attacks", TriggerEvent::Attacks), ("blocks", TriggerEvent::Blocks), ("hits", TriggerEvent::Hits)];

impl Reader<'_> {
    /// Whether there is a `[cards]`; a verb that needs it is a fault without.
    fn has_cards(&self, t: &TomlTable<'_>, verb: &str) -> bool {
        if self.scope.program.cards.is_none() {
            t.problem(format!("`{verb}` needs `[cards]`"), Some("say where cards are in play: docs/play.md".into()));
        }
        self.scope.program.cards.is_some()
    }

    /// `announce` pays for a card, which waits on the stack if there is one; `resolve` lets it take effect; `play` is both at
    /// once; `use` is about an ability of a card.
    pub(super) fn play_card(&mut self, t: &TomlTable<'_>, verb: &str) {
        let card = self.expression(t, verb, Kind::Card);
        if !self.has_cards(t, verb) {
            return;
        }
        match verb {
            "resolve" => {
                self.emit(Instruction::Resolve(card));
            }
            "use" => {
                self.emit(Instruction::Use(card));
            }
            _ => {
                let kept = self.scope.add_slots(1);
                self.scope.program.card_slots.push(kept);
                self.emit(Instruction::Keep(kept, card));
                let card = Expression::Slot(kept);
                self.emit(Instruction::Announce(card.clone()));
                let stack = self.scope.program.cards.as_ref().and_then(|rules| rules.stack);
                if let (Some(stack), "announce") = (stack, verb) {
                    self.emit(Instruction::Move { cards: one(card.clone()), to: table_zone(stack), bottom: false });
                }
                self.emit(Instruction::Raise(TriggerEvent::Played, Some(one(card.clone()))));
                if verb == "play" {
                    self.emit(Instruction::Resolve(card));
                }
            }
        }
    }

    pub(super) fn trigger(&mut self, t: &TomlTable<'_>) {
        let word = t.text("trigger");
        let words: Vec<&str> = TOLD.iter().map(|(word, _)| *word).collect();
        let cards = self.cards(t, "of");
        if !self.has_cards(t, "trigger") {
            return;
        }
        if let (Some(at), Some(cards)) = (t.one_of("trigger", &word, "event", &words), cards) {
            self.emit(Instruction::Raise(TOLD[at].1, Some(cards)));
        }
    }

    pub(super) fn destroy(&mut self, t: &TomlTable<'_>) {
        let Some(cards) = self.cards(t, "destroy") else { return };
        if !self.has_cards(t, "destroy") {
            return;
        }
        self.each_card(cards, |reader, card| reader.destroy_card(card));
    }

    pub(super) fn damage(&mut self, t: &TomlTable<'_>) {
        let amount = self.expression(t, "damage", Kind::Number);
        if !self.has_cards(t, "damage") {
            return;
        }
        let text = t.text("to");
        if let Ok(seat) = parse::expression(&text, &mut self.scope, Kind::Seat) {
            return self.call_damage(t, 1, seat, amount);
        }
        match parse::cards(&text, &mut self.scope) {
            Ok(cards) => {
                // What is dealt is worked out once.
                let kept = self.scope.add_slots(1);
                self.emit(Instruction::Keep(kept, amount));
                self.each_card(cards, |reader, card| reader.call_damage(t, 0, card, Expression::Slot(kept)));
            }
            Err(fault) => report(t, "to", fault),
        }
    }

    fn call_damage(&mut self, t: &TomlTable<'_>, at: usize, subject: Expression, amount: Expression) {
        let procedure = self.scope.program.cards.as_ref().and_then(|rules| rules.damages[at]);
        let Some(procedure) = procedure else {
            let key = ["card", "seat"][at];
            let hint = Some(format!("add `{key} = [ … ]` to [cards.damage]"));
            return t.problem(format!("nothing says what damage to a {key} does"), hint);
        };
        self.call(procedure, subject, amount);
    }

    /// `respond`: while cards wait, seats may answer with actions; when all have passed, the one on top takes effect.
    pub(super) fn respond(&mut self, t: &TomlTable<'_>) {
        let first = self.expression_if(t, "first", Kind::Seat);
        let first = first.unwrap_or_else(next_seat);
        let mut actions = self.action_list(t, "respond");
        let Some(stack) = self.scope.program.cards.as_ref().and_then(|rules| rules.stack) else {
            return t.problem("`respond` needs `stack` in [cards]", Some("name the zone where cards wait".into()));
        };
        let pass = self.pass_action();
        actions.push(pass);
        let text = t.text_if("text").unwrap_or_else(|| catalog::tr!("Respond, or pass"));
        let question = self.add_question(PromptKind::Response, text, actions, true);
        self.asks[self.body].push(question);
        let slot = self.scope.add_slots(2);
        let (passes, saved) = (slot, slot + 1);
        let number = Expression::Number;
        let waiting = all_of(table_zone(stack));
        self.emit(Instruction::Keep(saved, you()));
        let top = self.emit(Instruction::Unless(Expression::Any(waiting.into()), 0));
        self.emit(Instruction::Keep(slots::YOU, Expression::Slot(saved)));
        self.emit(Instruction::Keep(slots::YOU, first));
        self.emit(Instruction::Keep(passes, number(0)));
        let round = self.here();
        self.check();
        self.emit(Instruction::Ask(question));
        let passed = join(Operator::Equal, Expression::Slot(slots::ENDED), number(1));
        let acted = self.emit(Instruction::Unless(passed, 0));
        self.emit(Instruction::Keep(passes, join(Operator::Add, Expression::Slot(passes), number(1))));
        let all = Expression::CountSeats(number(1).into());
        let more = self.emit(Instruction::Unless(join(Operator::AtLeast, Expression::Slot(passes), all), 0));
        let resolve = self.emit(Instruction::Goto(0));
        self.land(acted);
        self.emit(Instruction::Keep(passes, number(0)));
        self.land(more);
        self.emit(Instruction::Keep(slots::YOU, next_seat()));
        self.emit(Instruction::Goto(round));
        self.land(resolve);
        self.emit(Instruction::Resolve(Expression::End(table_zone(stack), true)));
        self.check();
        self.emit(Instruction::Goto(top));
        self.land(top);
        self.emit(Instruction::Keep(slots::YOU, Expression::Slot(saved)));
    }

    /// The action of passing, which every `respond` has.
    fn pass_action(&mut self) -> u16 {
        if let Some(known) = self.passing {
            return known;
        }
        let (body, _) = self.aside(|reader| reader.emit(Instruction::Done(true)));
        let (first, cards) = (self.scope.add_slots(5), self.scope.add_set());
        let mut action = plain_action("pass", &catalog::tr!("Pass"), body, choice_slots(first, cards));
        action.told = catalog::tr!("passes");
        action.passes = true;
        self.extra_actions.push(action);
        let at = (self.actions.len() + self.extra_actions.len() - 1) as u16;
        self.passing = Some(at);
        at
    }
}
