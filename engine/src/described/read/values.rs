//! Values, words and formulas: what a game gives a name to, in whatever order it stands.

use catalog::read::TomlTable;

use super::super::expression::{Expression, Kind};
use super::super::parse::{self, Fault};
use super::super::program::{Column, Formula, Worth};
use super::super::slots;
use super::super::words::Word;
use super::{Reader, report};

/// Names that a formula may look up in all.
const HEAVIEST: u32 = 5_000;

impl Reader<'_> {
    /// `[[value]]`, numbers that cards have in these rules, and `[formulas]`, expressions with a name. They may name each other
    /// in whatever order they stand.
    pub(super) fn values_and_formulas(&mut self, root: &TomlTable<'_>) {
        let values: Vec<TomlTable<'_>> = root.tables("value");
        let formulas = root.table_if("formulas");
        let mut waiting = Vec::new();
        self.declare_words(root);
        for t in &values {
            let id = t.text("id");
            self.free_name(t, &id, "value");
            if t.is_text("is") {
                waiting.push(Waiting { table: t, key: "is".to_owned(), id, of_card: true });
            } else {
                self.value(t, id);
            }
        }
        self.melds(root);
        for t in formulas.iter() {
            for id in t.keys() {
                self.free_name(t, &id, "formula");
                waiting.push(Waiting { table: t, key: id.clone(), id, of_card: false });
            }
        }
        // Whoever names one that is not read yet is read after it.
        loop {
            let before = waiting.len();
            let mut faults = Vec::new();
            let mut left = Vec::new();
            for one in waiting {
                match self.formula(&one) {
                    Ok(()) => {}
                    Err(fault) => {
                        faults.push(fault);
                        left.push(one);
                    }
                }
            }
            if left.len() == before || left.is_empty() {
                self.scope.faulty = left.iter().map(|one| one.id.clone()).collect();
                let names: Vec<String> = left.iter().map(|one| format!("`{}`", one.id)).collect();
                let waits = |fault: &Fault| fault.unknown.as_ref().is_some_and(|name| self.scope.faulty.contains(name));
                let own_fault = faults.iter().any(|fault| !waits(fault));
                for (one, fault) in left.iter().zip(faults) {
                    if !waits(&fault) {
                        report(one.table, &one.key, fault);
                    } else if !own_fault {
                        let hint = Some("let one of them say it without the other".to_owned());
                        one.table.problem_at(&one.key, format!("{} name each other", names.join(", ")), hint);
                    }
                }
                return;
            }
            waiting = left;
        }
    }

    /// `[[word]]`: what words in the texts of cards mean. They are read first, so that no word hangs on another one.
    fn declare_words(&mut self, root: &TomlTable<'_>) {
        for t in root.tables("word") {
            let text = t.text("word");
            for field in text.split(['{', '}']).skip(1).step_by(2).filter(|f| self.scope.game.field(f).is_none()) {
                t.problem_at("word", format!("the game has no field `{field}`"), None);
            }
            let query = t.text_if("of").unwrap_or_else(|| "*".to_owned());
            let of = match parse::printed_query(&query, self.scope.game) {
                Ok(of) => of,
                Err(fault) => {
                    report(&t, "of", fault);
                    continue;
                }
            };
            let formula = self.scope.program.card_formulas.len() as u16;
            let one = Waiting { table: &t, key: "is".to_owned(), id: format!("word {text}"), of_card: true };
            match self.formula(&one) {
                Ok(()) => self.scope.program.words.push(Word { text, of, formula }),
                Err(fault) => report(&t, "is", fault),
            }
        }
        self.scope.has_words = !self.scope.program.words.is_empty();
    }

    fn formula(&mut self, one: &Waiting<'_, '_>) -> Result<(), Fault> {
        let level = self.scope.level();
        let text = one.table.plain(&one.key);
        if one.of_card {
            self.scope.enter_register("it", slots::CARD, Kind::Card);
        }
        let read = parse::typed(&text, &mut self.scope);
        self.scope.leave(level);
        let (value, kind) = read?;
        let weight = self.weighed(one.table, &one.key, &value);
        let formula = Formula { id: one.id.clone(), value, kind };
        if one.of_card {
            self.of_cards.push(weight);
            self.scope.program.card_formulas.push(formula);
        } else {
            self.formulas.push(weight);
            self.scope.program.formulas.push(formula);
        }
        Ok(())
    }

    /// How much work a formula is; one that takes too much is a fault.
    fn weighed(&self, t: &TomlTable<'_>, key: &str, value: &Expression) -> u32 {
        let weight = value.weight(&self.formulas, &self.of_cards);
        if weight > HEAVIEST {
            let hint = Some("let it name fewer formulas, or keep what they say in a counter".into());
            t.problem_at(key, "this formula takes too long to work out", hint);
            return 1;
        }
        weight
    }

    /// A number that cards have by what is printed on them.
    fn value(&mut self, t: &TomlTable<'_>, id: String) {
        let mut cases = Vec::new();
        for case in t.tables("is") {
            let text = case.text_if("of").unwrap_or_else(|| "*".to_owned());
            let query = match parse::printed_query(&text, self.scope.game) {
                Ok(query) => query,
                Err(fault) => {
                    report(&case, "of", fault);
                    continue;
                }
            };
            let worth = match case.text_if("field") {
                Some(field) => match self.scope.field(&field) {
                    Some(column) => Worth::Column(column, case.number_if("plus").unwrap_or(0)),
                    None => {
                        case.problem_at("field", format!("the game has no number field `{field}`"), None);
                        continue;
                    }
                },
                None => Worth::Number(case.number("number")),
            };
            cases.push((query, worth));
        }
        if cases.is_empty() {
            t.problem(
                "a value without `is` is 0 for every card",
                Some("add `is = [{ of = \"…\", number = 1 }]`".into()),
            );
        }
        self.scope.values.insert(id, self.scope.program.columns.len() as u16);
        self.scope.program.columns.push(Column::Value(cases));
    }
}

/// A value or a formula that is to be read.
struct Waiting<'a, 't> {
    table: &'a TomlTable<'t>,
    key: String,
    id: String,
    /// Whether it is about a card, `it`.
    of_card: bool,
}
