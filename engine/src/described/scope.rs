//! The names that an expression can use.

use std::collections::{HashMap, HashSet};

use catalog::GameData;
use catalog::game::FieldKind;

use super::expression::{CardNumber, Kind};
use super::program::{Column, Program, WordSource};
pub use super::program::{CounterOwner as CounterOf, ZoneOwner};
use super::slots;

/// What is declared so far, and what is local where an expression stands.
pub struct Scope<'g> {
    /// The game.
    pub game: &'g GameData,
    /// What is declared.
    pub program: Program,
    /// Values by name, as columns.
    pub values: HashMap<String, u16>,
    /// Whether the game declares melds.
    pub has_melds: bool,
    /// Whether the game declares words, and they have been read: what a word means does not hang on other words.
    pub has_words: bool,
    /// Values and formulas that cannot be read: whoever names them is right.
    pub faulty: HashSet<String>,
    /// The set of the cards that were chosen for the action at hand.
    pub chosen: u16,
    locals: Vec<(String, u16, Kind)>,
    fields: HashMap<usize, u16>,
    /// The columns of factions and types, by the field of queries that asks for them.
    sorts: Vec<(String, u16)>,
}

impl<'g> Scope<'g> {
    /// Nothing is declared yet.
    pub fn new(game: &'g GameData) -> Scope<'g> {
        let program = Program { locals: slots::REGISTERS, ..Program::default() };
        let locals = vec![
            ("you".to_owned(), slots::YOU, Kind::Seat),
            ("active".to_owned(), slots::ACTIVE, Kind::Seat),
            ("turn".to_owned(), slots::TURN, Kind::Number),
        ];
        // Every field has a column, so that it does not matter where one is named first.
        let mut scope = Scope {
            game,
            program,
            values: HashMap::new(),
            has_melds: false,
            has_words: false,
            faulty: HashSet::new(),
            chosen: 0,
            locals,
            fields: HashMap::new(),
            sorts: Vec::new(),
        };
        for (at, field) in game.fields.iter().enumerate() {
            let column = match field.kind {
                FieldKind::Number | FieldKind::Cost | FieldKind::Amounts => Column::Field(at),
                FieldKind::Text => Column::Text(WordSource::Field(at), words_of(game, WordSource::Field(at))),
                FieldKind::Flag | FieldKind::Resources => continue,
            };
            scope.fields.insert(at, scope.program.columns.len() as u16);
            scope.program.columns.push(column);
        }
        for (name, source) in [(game.faction_field.as_str(), WordSource::Faction), ("type", WordSource::Type)] {
            if !scope.is_sort_of_several(name) {
                scope.sorts.push((name.to_owned(), scope.program.columns.len() as u16));
                scope.program.columns.push(Column::Text(source, words_of(game, source)));
            }
        }
        scope
    }

    /// A name for as long as [`Scope::leave`] has not been called with what this returns.
    pub fn enter(&mut self, name: &str, kind: Kind) -> u16 {
        let slot = self.add_slots(1);
        if kind == Kind::Card {
            self.program.card_slots.push(slot);
        }
        self.locals.push((name.to_owned(), slot, kind));
        slot
    }

    /// A name for what is kept in a register.
    pub fn enter_register(&mut self, name: &str, slot: u16, kind: Kind) {
        self.locals.push((name.to_owned(), slot, kind));
    }

    /// How many names are local.
    pub fn level(&self) -> usize {
        self.locals.len()
    }

    /// Forgets the names that came after.
    pub fn leave(&mut self, level: usize) {
        self.locals.truncate(level);
    }

    /// Room for so many numbers.
    pub fn add_slots(&mut self, count: u16) -> u16 {
        let slot = self.program.locals;
        self.program.locals += count;
        slot
    }

    /// Room for a set of cards.
    pub fn add_set(&mut self) -> u16 {
        self.program.local_sets += 1;
        self.program.local_sets - 1
    }

    /// A local name.
    pub fn local(&self, name: &str) -> Option<(u16, Kind)> {
        self.locals.iter().rev().find(|(known, ..)| known == name).map(|(_, slot, kind)| (*slot, *kind))
    }

    /// A counter.
    pub fn counter(&self, name: &str) -> Option<(u16, CounterOf)> {
        let at = self.program.counters.iter().position(|c| c.id == name)?;
        Some((at as u16, self.program.counters[at].owner))
    }

    /// What a counter holds.
    pub fn counter_kind(&self, counter: u16) -> Kind {
        self.program.counters[usize::from(counter)].kind
    }

    /// What a table may settle otherwise.
    pub fn option(&self, name: &str) -> Option<(u16, Kind)> {
        let at = self.program.options.iter().position(|option| option.id == name)?;
        Some((at as u16, if self.program.options[at].is_switch { Kind::Truth } else { Kind::Number }))
    }

    /// A formula, and what it stands for.
    pub fn formula(&self, name: &str) -> Option<(u16, Kind)> {
        let at = self.program.formulas.iter().position(|f| f.id == name)?;
        Some((at as u16, self.program.formulas[at].kind))
    }

    /// A zone.
    pub fn zone(&self, name: &str) -> Option<(u16, ZoneOwner)> {
        let at = self.program.zones.iter().position(|z| z.id == name)?;
        Some((at as u16, self.program.zones[at].owner))
    }

    /// Names of the zones.
    pub fn zone_names(&self) -> Vec<String> {
        written(self.program.zones.iter().map(|zone| &zone.id))
    }

    /// A number or word of cards: a value, a counter of cards, or a field.
    pub fn card_number(&self, name: &str) -> Option<(CardNumber, Kind)> {
        if let Some(at) = self.program.card_formulas.iter().position(|f| f.id == name) {
            return Some((CardNumber::Formula(at as u16), self.program.card_formulas[at].kind));
        }
        if let Some(column) = self.values.get(name) {
            return Some((CardNumber::Printed(*column), Kind::Number));
        }
        if let Some((counter, CounterOf::Card)) = self.counter(name) {
            return Some((CardNumber::Counter(counter), self.counter_kind(counter)));
        }
        if let Some(rules) = &self.program.cards {
            if let Some(at) = self.field(name).and_then(|column| rules.live.iter().position(|l| l.column == column)) {
                return Some((CardNumber::Live(at as u16), Kind::Number));
            }
            if let Some(at) = self.game.keywords.iter().position(|keyword| keyword.id == name) {
                return Some((CardNumber::Keyword(at as u8), Kind::Number));
            }
        }
        let column = self.column(name)?;
        Some((CardNumber::Printed(column), self.column_kind(column)))
    }

    /// What a column holds.
    pub fn column_kind(&self, column: u16) -> Kind {
        match self.program.columns[usize::from(column)] {
            Column::Text(..) => Kind::Text(column),
            _ => Kind::Number,
        }
    }

    /// The column of a field.
    pub fn field(&self, name: &str) -> Option<u16> {
        let at = self.game.fields.iter().position(|f| f.id == name || f.aliases.iter().any(|a| a == name))?;
        self.fields.get(&at).copied()
    }

    /// The column of a field, or that of factions or types if the rules call nothing else so.
    pub fn column(&self, name: &str) -> Option<u16> {
        self.field(name).or_else(|| {
            let column = self.sorts.iter().find(|(known, _)| known == name).map(|(_, column)| *column)?;
            let is_other = self.counter(name).is_some() || self.formula(name).is_some() || self.option(name).is_some();
            (!is_other && self.zone(name).is_none()).then_some(column)
        })
    }

    /// Whether these are factions or types of which some card has several, so that no single word says which.
    pub fn is_sort_of_several(&self, name: &str) -> bool {
        let mut cards = self.game.cards.iter();
        match name {
            "type" => cards.any(|card| card.types.len() > 1),
            name if name == self.game.faction_field => cards.any(|card| card.factions.count_ones() > 1),
            _ => false,
        }
    }

    /// The column of a text field.
    pub fn text_column(&self, field: &str) -> Option<u16> {
        let column = self.column(field)?;
        matches!(self.program.columns[usize::from(column)], Column::Text(..)).then_some(column)
    }

    /// Names of the numbers of cards.
    pub fn card_numbers(&self) -> Vec<String> {
        let counters = self.program.counters.iter().filter(|c| c.owner == CounterOf::Card).map(|c| &c.id);
        let fields = self.fields.keys().map(|at| &self.game.fields[*at].id);
        let formulas = self.program.card_formulas.iter().map(|f| &f.id);
        let sorts = self.sorts.iter().map(|(name, _)| name);
        let mut all = written(self.values.keys().chain(counters).chain(fields).chain(formulas).chain(sorts));
        all.sort();
        all
    }

    /// Whether a number of cards is a value of the rules of play, which the query language does not know.
    pub fn is_value(&self, number: CardNumber) -> bool {
        matches!(number, CardNumber::Printed(column) if self.values.values().any(|value| *value == column))
    }

    /// Notes that the words of a text field are asked for; `false` if there are no words.
    pub fn reads_words(&mut self, column: u16) -> bool {
        if !self.program.word_columns.contains(&column) {
            self.program.word_columns.push(column);
        }
        self.has_words
    }

    /// Notes that the texts of a field are asked which cards they name.
    pub fn reads_names(&mut self, column: u16) {
        if !self.program.name_columns.contains(&column) {
            self.program.name_columns.push(column);
        }
    }

    /// The number of a text among those of its field.
    pub fn text_value(&self, column: u16, text: &str) -> Option<i32> {
        match &self.program.columns[usize::from(column)] {
            Column::Text(source, texts) => {
                let game = self.game;
                // As in queries, factions and types go by their ids as well.
                let named = match source {
                    WordSource::Faction => game.factions.iter().find(|one| one.id == text).map(|one| &one.name),
                    WordSource::Type => game.types.iter().find(|one| one.id == text).map(|one| &one.name),
                    WordSource::Field(_) => None,
                };
                let text = named.map_or(text, String::as_str);
                texts.iter().position(|t| t.eq_ignore_ascii_case(text)).map(|at| at as i32)
            }
            _ => None,
        }
    }

    /// Every name that an expression may begin with.
    pub fn names(&self) -> Vec<String> {
        let locals = self.locals.iter().map(|(name, ..)| name);
        let formulas = self.program.formulas.iter().map(|f| &f.id);
        let options = self.program.options.iter().map(|option| &option.id);
        let own = written(locals.chain(formulas).chain(options));
        own.into_iter().chain(self.counter_names()).chain(self.zone_names()).chain(self.card_numbers()).collect()
    }

    /// Names of the counters.
    pub fn counter_names(&self) -> Vec<String> {
        written(self.program.counters.iter().map(|counter| &counter.id))
    }
}

/// Whether a game can have given this name: what the program itself declares has a blank in it.
pub fn is_written(name: &str) -> bool {
    !name.contains(' ')
}

fn written<'a>(names: impl Iterator<Item = &'a String>) -> Vec<String> {
    names.filter(|name| is_written(name)).cloned().collect()
}

/// The words that cards have, in the order in which they come first.
fn words_of(game: &GameData, source: WordSource) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in game.cards.iter().filter_map(|card| source.word_of(game, card)) {
        if !words.iter().any(|known| known == word) {
            words.push(word.to_owned());
        }
    }
    words
}
