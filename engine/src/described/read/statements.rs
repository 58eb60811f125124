//! What happens: lists of `{ verb = … }`.

use catalog::read::TomlTable;

use super::super::emit::Emitter;
use super::super::expression::{Expression, Kind, NONE, ZoneOf};
use super::super::parse;
use super::super::program::{CounterOwner, DealSource, Instruction, Target, ZoneOwner};
use super::super::slots;
use super::{Reader, report, report_at_key};

/// Every verb, as `data check` lists them.
const VERBS: [&str; 27] = [
    "deal", "draw", "move", "shuffle", "reveal", "look", "set", "add", "if", "each", "repeat", "ask", "turn", "go",
    "roll", "out", "win", "end", "keep", "announce", "resolve", "play", "use", "respond", "trigger", "destroy",
    "damage",
];

impl Reader<'_> {
    /// The statements of a key; nothing if it is absent.
    pub(super) fn statements(&mut self, t: &TomlTable<'_>, key: &str) {
        for statement in t.tables(key) {
            self.statement(&statement);
        }
    }

    fn statement(&mut self, t: &TomlTable<'_>) {
        let keys = t.keys();
        let verb = if t.has("ask") { Some("ask") } else { VERBS.into_iter().find(|verb| t.has(verb)) };
        let Some(verb) = verb else {
            let word = keys.first().cloned().unwrap_or_default();
            t.problem(format!("`{word}` is no verb"), Some(catalog::read::suggest(&word, &VERBS)));
            return;
        };
        let allowed: &[&str] = match verb {
            "deal" => &["from", "to", "first"],
            "draw" => &["from", "to", "refill"],
            "move" => &["to", "bottom"],
            "if" => &["do", "else"],
            "each" => &["do", "as"],
            "repeat" => &["do", "while"],
            "ask" => &["may", "until", "text", "optional"],
            "roll" => &["into"],
            "keep" => &["as", "do"],
            "respond" => &["first", "text"],
            "trigger" => &["of"],
            "damage" => &["to"],
            _ => &[],
        };
        for key in keys.iter().filter(|key| *key != verb && !allowed.contains(&key.as_str())) {
            t.problem_at(key, format!("`{verb}` has no `{key}`"), Some(catalog::read::suggest(key, allowed)));
        }
        match verb {
            "deal" => self.deal(t),
            "draw" => self.draw(t),
            "move" => self.move_cards(t),
            "shuffle" => {
                if let Some(zone) = self.zone(t, "shuffle") {
                    self.emit(Instruction::Shuffle(zone));
                }
            }
            "reveal" => {
                if let Some(cards) = self.cards(t, "reveal") {
                    self.emit(Instruction::Reveal(cards));
                }
            }
            "look" => {
                if let Some(cards) = self.cards(t, "look") {
                    self.emit(Instruction::Look(cards));
                }
            }
            "set" | "add" => self.change(t, verb),
            "if" => self.branch(t),
            "each" => self.each(t),
            "repeat" => self.repeat(t),
            "ask" => self.ask(t),
            "turn" => {
                let seat = self.expression(t, "turn", Kind::Seat);
                self.turn(seat);
            }
            "go" => self.go(t),
            "roll" => self.roll(t),
            "out" => {
                let seat = self.expression(t, "out", Kind::Seat);
                self.emit(Instruction::Out(seat));
            }
            "win" => {
                self.wins = true;
                let seat = self.expression(t, "win", Kind::Seat);
                self.emit(Instruction::Over(Some(seat)));
            }
            "keep" => self.keep(t),
            "announce" | "resolve" | "play" | "use" => self.play_card(t, verb),
            "respond" => self.respond(t),
            "trigger" => self.trigger(t),
            "destroy" => self.destroy(t),
            "damage" => self.damage(t),
            _ => {
                t.flag("end");
                self.emit(Instruction::Over(None));
            }
        }
    }

    /// The zone of a key, or the only one that there can be.
    fn zone_or(&mut self, t: &TomlTable<'_>, key: &str, usual: &str) -> Option<ZoneOf> {
        if t.has(key) {
            return self.zone(t, key);
        }
        let found = parse::zone(usual, &mut self.scope).ok();
        if found.is_none() {
            t.problem(format!("`{key}` is missing"), Some(format!("name a zone, or declare `{usual}`")));
        }
        found
    }

    fn deal(&mut self, t: &TomlTable<'_>) {
        let count = self.expression(t, "deal", Kind::Number);
        let first = self.expression_if(t, "first", Kind::Seat).unwrap_or(Expression::Slot(slots::ACTIVE));
        // Whose it is goes without saying: each seat's own.
        let name = if t.is_text("from") { t.text("from") } else { "deck".to_owned() };
        let own = self.scope.zone(name.trim()).filter(|(_, owner)| *owner != ZoneOwner::Table);
        let from = match own {
            Some((zone, _)) => Some(DealSource::Own(zone)),
            None => self.zone_or(t, "from", "deck").map(DealSource::One),
        };
        let to = t.text_if("to").unwrap_or_else(|| "hand".into());
        let to = match self.scope.zone(&to) {
            Some((zone, ZoneOwner::Seat)) => zone,
            _ => return t.problem(format!("`{to}` is no zone of each seat"), Some("name one in `to`".into())),
        };
        if let Some(from) = from {
            self.emit(Instruction::Deal { count, from, to, first });
        }
    }

    fn draw(&mut self, t: &TomlTable<'_>) {
        let count = self.expression(t, "draw", Kind::Number);
        if let (Some(from), Some(to)) = (self.zone_or(t, "from", "deck"), self.zone_or(t, "to", "hand")) {
            let refill = if t.has("refill") { self.zone(t, "refill") } else { None };
            self.emit(Instruction::Draw { count, from, to, refill });
        }
    }

    fn move_cards(&mut self, t: &TomlTable<'_>) {
        let cards = self.cards(t, "move");
        let bottom = t.flag("bottom");
        if let (Some(cards), Some(to)) = (cards, self.zone(t, "to")) {
            self.emit(Instruction::Move { cards, to, bottom });
        }
    }

    fn change(&mut self, t: &TomlTable<'_>, verb: &str) {
        let Some(list) = t.table_if(verb) else { return };
        for name in list.keys() {
            let Some((target, kind)) = self.target(&list, &name) else { continue };
            let wanted = if verb == "add" { Kind::Number } else { kind };
            if verb == "add" && kind != Kind::Number {
                list.problem_at(&name, format!("nothing can be added to {}", kind.label()), Some("use `set`".into()));
            }
            let amount = self.value_of(&list, &name, wanted);
            self.emit(match verb {
                "set" => Instruction::Set(target, amount),
                _ => Instruction::Add(target, amount),
            });
        }
    }

    /// What a counter becomes: also a word of a field, where the counter holds one.
    fn value_of(&mut self, t: &TomlTable<'_>, key: &str, wanted: Kind) -> Expression {
        if let Kind::Text(column) = wanted {
            let written = t.plain(key);
            let absent = (written == "none").then_some(NONE);
            let word = self.scope.text_value(column, written.trim_matches('\'')).or(absent);
            if let Some(word) = word {
                return Expression::Number(word);
            }
        }
        self.expression(t, key, wanted)
    }

    /// What a name on the left of a change stands for: `pot`, `chips`, `left of you's chips`, `damage of it`.
    fn target(&mut self, t: &TomlTable<'_>, name: &str) -> Option<(Target, Kind)> {
        let unknown = |reader: &Self| {
            let known = reader.scope.counter_names();
            let known: Vec<&str> = known.iter().map(String::as_str).collect();
            t.problem_at(name, format!("`{name}` is no counter"), Some(catalog::read::suggest(name, &known)));
        };
        if let Some((counter, owner)) = self.scope.counter(name) {
            let kind = self.scope.counter_kind(counter);
            return match owner {
                CounterOwner::Table => Some((Target::Table(counter), kind)),
                CounterOwner::Seat | CounterOwner::Team => {
                    Some((Target::OfSeat(counter, Expression::Slot(slots::YOU)), kind))
                }
                CounterOwner::Card => {
                    t.problem_at(
                        name,
                        format!("`{name}` is a counter of cards"),
                        Some(format!("write \"{name} of it\"")),
                    );
                    None
                }
            };
        }
        let (seat, counter) = match name.rsplit_once("'s ") {
            Some((seat, counter)) => (seat, counter),
            None => {
                let Some((counter, cards)) = name.split_once(" of ") else {
                    unknown(self);
                    return None;
                };
                return match self.scope.counter(counter) {
                    Some((ix, CounterOwner::Card)) => match parse::cards(cards, &mut self.scope) {
                        Ok(cards) => Some((Target::OfCards(ix, cards), self.scope.counter_kind(ix))),
                        Err(fault) => {
                            report_at_key(t, name, fault);
                            None
                        }
                    },
                    Some((ix, CounterOwner::Seat | CounterOwner::Team)) => {
                        match parse::expression(cards, &mut self.scope, Kind::Seat) {
                            Ok(seat) => Some((Target::OfSeat(ix, seat), self.scope.counter_kind(ix))),
                            Err(fault) => {
                                report_at_key(t, name, fault);
                                None
                            }
                        }
                    }
                    _ => {
                        unknown(self);
                        None
                    }
                };
            }
        };
        match self.scope.counter(counter) {
            Some((ix, CounterOwner::Seat | CounterOwner::Team)) => {
                match parse::expression(seat, &mut self.scope, Kind::Seat) {
                    Ok(seat) => Some((Target::OfSeat(ix, seat), self.scope.counter_kind(ix))),
                    Err(fault) => {
                        report_at_key(t, name, fault);
                        None
                    }
                }
            }
            _ => {
                unknown(self);
                None
            }
        }
    }

    fn branch(&mut self, t: &TomlTable<'_>) {
        let wanted = self.expression(t, "if", Kind::Truth);
        match t.has("else") {
            true => drop(self.either(wanted, |r| r.statements(t, "do"), |r| r.statements(t, "else"))),
            false => self.when(wanted, |r| r.statements(t, "do")),
        }
    }

    fn each(&mut self, t: &TomlTable<'_>) {
        let what = t.text("each");
        if what == "seat" || what == "other" {
            let slot = self.scope.add_slots(3);
            return self.each_seat_in(slot, what == "other", |r| r.statements(t, "do"));
        }
        let cards = match parse::cards(&what, &mut self.scope) {
            Ok(cards) => cards,
            Err(fault) => return report(t, "each", fault),
        };
        let set = self.scope.add_set();
        let level = self.scope.level();
        let name = t.text_if("as").unwrap_or_else(|| "it".into());
        self.free_local(t, &name);
        let slot = self.scope.enter(&name, Kind::Card);
        self.each_card_in(set, slot, cards, |r| r.statements(t, "do"));
        self.scope.leave(level);
    }

    fn repeat(&mut self, t: &TomlTable<'_>) {
        let count = self.expression(t, "repeat", Kind::Number);
        let slot = self.scope.add_slots(1);
        let holds = self.expression_if(t, "while", Kind::Truth);
        self.repeat_in(slot, count, holds, |r| r.statements(t, "do"));
    }

    fn roll(&mut self, t: &TomlTable<'_>) {
        let most = self.expression(t, "roll", Kind::Number);
        let name = t.text("into");
        let slot = self.scope.add_slots(1);
        self.emit(Instruction::Roll(slot, most));
        let found = self.target(t, &name);
        if let Some((target, kind)) = found {
            if kind != Kind::Number {
                t.problem_at("into", format!("`{name}` holds no number"), None);
            }
            self.emit(Instruction::Set(target, Expression::Slot(slot)));
        }
    }

    /// A name for what something is worth now.
    fn keep(&mut self, t: &TomlTable<'_>) {
        let text = t.plain("keep");
        let name = t.text("as");
        self.free_local(t, &name);
        let found = parse::typed(&text, &mut self.scope);
        let (value, kind) = match found {
            Ok(found) => found,
            Err(fault) => return report(t, "keep", fault),
        };
        let level = self.scope.level();
        let slot = self.scope.enter(&name, kind);
        self.emit(Instruction::Keep(slot, value));
        self.statements(t, "do");
        self.scope.leave(level);
    }
}
