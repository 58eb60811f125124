//! What there is: seats, zones, counters, values.

use catalog::read::TomlTable;

use super::super::expression::Kind;
use super::super::program::{Counter, CounterOwner, Layout, MOST, MatchOption, Sees, Zone, ZoneOwner};
use super::Reader;

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

    pub(super) fn free_name(&self, table: &TomlTable<'_>, name: &str, kind: &str) {
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
        let shown = t.flag_if("shown").unwrap_or(true);
        let title = t.text_if("title").unwrap_or_else(|| title_of(id));
        self.scope.program.zones.push(Zone { id: id.to_owned(), title, owner, sees, ordered, layout, shown });
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
            field => match self.scope.text_column(field) {
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
}

/// The tables in a table, by their names, in the order of the file.
pub(super) fn named<'a>(root: &TomlTable<'a>, key: &str) -> Vec<(String, TomlTable<'a>)> {
    let Some(table) = root.table_if(key) else { return Vec::new() };
    table.keys().into_iter().filter_map(|name| Some((name.clone(), table.table_if(&name)?.place(name)))).collect()
}

fn word<T: strum::VariantArray + Copy + Into<&'static str>>(t: &TomlTable<'_>, key: &str, what: &str) -> Option<T> {
    t.text_if(key).and_then(|word| t.variant(key, &word, what))
}

/// `draw-pile` becomes `Draw pile`.
pub(super) fn title_of(id: &str) -> String {
    let text = id.replace(['-', '_'], " ");
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}
