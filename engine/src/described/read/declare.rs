//! What there is: seats, zones, counters, values.

use catalog::read::TomlTable;

use super::super::expression::{Expression, Kind};
use super::super::parse::{self, Fault};
use super::super::program::{
    Column, Counter, CounterOwner, Formula, Layout, MatchOption, Sees, Worth, Zone, ZoneOwner,
};
use super::super::scope::Scope;
use super::super::slots;
use super::super::words::Word;
use super::{Reader, report};

/// Names that mean something in every expression.
const TAKEN: [&str; 36] = [
    "other",
    "you",
    "active",
    "turn",
    "it",
    "number",
    "word",
    "target",
    "chosen",
    "any",
    "no",
    "count",
    "sum",
    "most",
    "least",
    "highest",
    "lowest",
    "first",
    "one",
    "top",
    "bottom",
    "owner",
    "controller",
    "player",
    "left",
    "right",
    "partner",
    "opponent",
    "if",
    "then",
    "else",
    "not",
    "and",
    "or",
    "of",
    "deadwood",
];
/// The most seats of a match.
const MOST_SEATS: i32 = 8;
/// Names that a formula may look up in all.
const HEAVIEST: u32 = 5_000;
/// Numbers stay within this, so that sums of them fit.
const MOST: i32 = 1_000_000;

impl Reader<'_> {
    pub(super) fn declare(
        &mut self,
        root: &TomlTable<'_>,
        zones: &[(String, TomlTable<'_>)],
        cards: Option<&TomlTable<'_>>,
        damage: Option<&TomlTable<'_>>,
    ) {
        self.seats(root);
        for table in root.tables("option") {
            self.option(&table);
        }
        for (key, table) in zones {
            self.zone_of(key, table);
        }
        for (key, table) in named(root, "counters") {
            self.counter_of(&key, &table);
        }
        self.scope.has_melds = root.has("meld");
        if let Some(cards) = cards {
            self.cards_table(cards, damage);
        }
        self.values_and_formulas(root);
        if let Some(decks) = root.table_if("decks") {
            for section in decks.keys() {
                let zone = decks.text(&section);
                let known = self.scope.zone_names();
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                let sections: Vec<&str> = self.scope.game.sections.iter().map(|s| s.id.as_str()).collect();
                decks.one_of(&section, &section, "section of a deck", &sections);
                if let Some(zone) = decks.one_of(&section, &zone, "zone", &known) {
                    self.scope.program.decks.push((section, zone as u16));
                }
            }
        } else {
            root.problem(
                "`[decks]` is missing",
                Some("say where a deck's sections go: `[decks]` with `main = \"deck\"`".into()),
            );
        }
    }

    fn seats(&mut self, root: &TomlTable<'_>) {
        let seats = match root.is_list("seats") {
            true => root.numbers("seats"),
            false => vec![root.number("seats")],
        };
        if !root.has("seats") {
            return;
        }
        let (least, most) = (seats.first().copied().unwrap_or(2), seats.last().copied().unwrap_or(2));
        if !(1 <= least && least <= most && most <= MOST_SEATS) || seats.len() > 2 {
            root.problem_at("seats", format!("a match has 1 to {MOST_SEATS} seats"), Some("write 4, or [2, 4]".into()));
            return;
        }
        self.scope.program.seats = (least as u8, most as u8);
        if let Some(teams) = root.count_if("teams") {
            if !(2..=4).contains(&teams) || ![least, most].iter().all(|seats| (*seats as u32).is_multiple_of(teams)) {
                root.problem_at("teams", "seats must be divided into 2 to 4 equal teams", None);
            } else {
                self.scope.program.teams = Some(teams as u8);
            }
        }
    }

    fn free_name(&self, table: &TomlTable<'_>, name: &str, kind: &str) {
        let scope = &self.scope;
        let declared = scope.zone(name).is_some() || scope.counter(name).is_some() || scope.values.contains_key(name);
        let declared = declared || scope.option(name).is_some();
        if TAKEN.contains(&name) {
            table.problem(format!("`{name}` means something else"), Some(format!("give the {kind} another name")));
        } else if declared || scope.field(name).is_some() {
            table.problem(format!("`{name}` is taken"), Some(format!("give the {kind} another name")));
        }
    }

    /// A name in the middle of statements; `it` may be taken again.
    pub(super) fn free_local(&self, t: &TomlTable<'_>, name: &str) {
        if TAKEN.contains(&name) && name != "it" {
            t.problem_at("as", format!("`{name}` means something else"), Some("choose another name".into()));
        }
    }

    /// `[[option]]`, as in formats.
    fn option(&mut self, t: &TomlTable<'_>) {
        let (id, about) = (t.text("id"), t.text("about"));
        self.free_name(t, &id, "option");
        let word = t.plain("default");
        let is_switch = matches!(word.as_str(), "true" | "false");
        let (least, most) = match is_switch {
            true => (0, 1),
            false => (t.number_if("least").unwrap_or(0).max(-MOST), t.number_if("most").unwrap_or(MOST).min(MOST)),
        };
        let value = match is_switch {
            true => i32::from(word == "true"),
            false if t.is_text("default") || !t.has("default") => {
                return t.problem("`default` must be a whole number, or true or false", None);
            }
            false => t.number("default"),
        };
        if !(least..=most).contains(&value) {
            t.problem("`default` is not between `least` and `most`", None);
        }
        self.scope.program.options.push(MatchOption { id, about, value, least, most, is_switch });
    }

    fn zone_of(&mut self, id: &str, t: &TomlTable<'_>) {
        self.free_name(t, id, "zone");
        let owner = word(t, "of", "owner").unwrap_or(ZoneOwner::Table);
        let sees = word(t, "sees", "word for who sees").unwrap_or(Sees::All);
        if sees == Sees::Owner && owner == ZoneOwner::Table {
            t.problem_at(
                "sees",
                "the table's zone has no owner who sees it",
                Some("write \"all\" or \"nobody\"".into()),
            );
        }
        if owner == ZoneOwner::Team && self.scope.program.teams.is_none() {
            t.problem_at("of", "there are no teams", Some("add `teams = 2` at the top".into()));
        }
        let ordered = t.flag("ordered");
        let layout = match word(t, "layout", "layout") {
            Some(layout) => layout,
            None if sees == Sees::Owner => Layout::Hand,
            None if sees == Sees::Nobody => Layout::Pile,
            None if owner == ZoneOwner::Table => Layout::Row,
            None => Layout::Field,
        };
        let title = t.text_if("title").unwrap_or_else(|| title_of(id));
        self.scope.program.zones.push(Zone { id: id.to_owned(), title, owner, sees, ordered, layout });
    }

    fn counter_of(&mut self, id: &str, t: &TomlTable<'_>) {
        self.free_name(t, id, "counter");
        let owner = word(t, "of", "owner").unwrap_or(CounterOwner::Table);
        if owner == CounterOwner::Team && self.scope.program.teams.is_none() {
            t.problem_at("of", "there are no teams", Some("add `teams = 2` at the top".into()));
        }
        let holds = t.text_if("holds").unwrap_or_else(|| "number".to_owned());
        let kind = match holds.as_str() {
            "number" => Kind::Number,
            "seat" => Kind::Seat,
            "card" => Kind::Card,
            field => match text_column(&self.scope, field) {
                Some(column) => Kind::Text(column),
                None => {
                    let hint = Some("write number, seat, card, or a text field of the game".into());
                    t.problem_at("holds", format!("`{field}` is nothing that a counter holds"), hint);
                    Kind::Number
                }
            },
        };
        let absent = if kind == Kind::Number { 0 } else { super::super::expression::NONE };
        let (least, most) = if kind == Kind::Number {
            (t.number_if("least").unwrap_or(-MOST).max(-MOST), t.number_if("most").unwrap_or(MOST).min(MOST))
        } else {
            (-1, MOST)
        };
        if kind != Kind::Number && t.has("start") {
            t.problem_at("start", format!("a counter that holds {} begins with none", kind.label()), None);
        }
        let start =
            t.number_if("start").filter(|_| kind == Kind::Number).unwrap_or(absent.clamp(least.min(most), most));
        if least > most || !(least..=most).contains(&start) {
            t.problem("`start` is not between `least` and `most`", None);
        }
        let counter = Counter {
            id: id.to_owned(),
            title: t.text_if("title").unwrap_or_else(|| title_of(id)),
            owner,
            kind,
            start,
            least,
            most,
            shown: t.flag_if("shown").unwrap_or(true),
        };
        self.scope.program.counters.push(counter);
    }

    /// `[[value]]`, numbers that cards have in these rules, and `[formulas]`, expressions with a name. They may name each other
    /// in whatever order they stand.
    fn values_and_formulas(&mut self, root: &TomlTable<'_>) {
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
                let names: Vec<String> = left.iter().map(|one| format!("`{}`", one.id)).collect();
                let waits = |fault: &Fault| names.iter().any(|name| fault.message.contains(name));
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

/// The tables in a table, by their names, in the order of the file.
pub(super) fn named<'a>(root: &TomlTable<'a>, key: &str) -> Vec<(String, TomlTable<'a>)> {
    let Some(table) = root.table_if(key) else { return Vec::new() };
    table.keys().into_iter().filter_map(|name| Some((name.clone(), table.table_if(&name)?.place(name)))).collect()
}

fn word<T: strum::VariantArray + Copy + Into<&'static str>>(t: &TomlTable<'_>, key: &str, what: &str) -> Option<T> {
    t.text_if(key).and_then(|word| t.variant(key, &word, what))
}

fn text_column(scope: &Scope<'_>, field: &str) -> Option<u16> {
    let column = scope.field(field)?;
    matches!(scope.program.columns[usize::from(column)], Column::Text(..)).then_some(column)
}

/// `draw-pile` becomes `Draw pile`.
pub(super) fn title_of(id: &str) -> String {
    let text = id.replace(['-', '_'], " ");
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
