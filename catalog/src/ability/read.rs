//! TOML → tree. Every word of the language is in the tables of `verbs` and `words`; anything else is a fault with
//! its place.

use super::parse::{self, PLAYERS, ParseFault};
use super::verbs::VERBS;
use super::{
    Ability, AbilityKind, Amount, CardFilter, Condition, Cost, Effect, EffectDuration, Modifier, PlayerPile,
    PlayerSelector, Selector, TriggerEvent,
};
use crate::game::{FieldKind, GameData};
use crate::load::{query_in, read_keyword};
use crate::query::Query;
use crate::read::{TomlTable, suggest};

/// Reads `[[card.ability]]`.
pub(crate) fn read(t: &TomlTable<'_>, game: &GameData) -> Option<Ability> {
    let reader = Reader { game };
    let shapes = ["when", "cost", "always"].map(|key| t.has(key));
    if shapes.iter().filter(|s| **s).count() > 1 {
        t.problem("an ability has one of `when`, `cost` and `always`", Some("make two abilities of it".into()));
        t.keys();
    }
    let always = shapes[2];
    let shape = match shapes {
        [true, ..] => {
            let text = t.text("when");
            let (event, subject) =
                reader.parsed(t, "when", parse::event(&text, game)).unwrap_or((TriggerEvent::Deployed, None));
            AbilityKind::Triggered { event, subject }
        }
        [_, true, _] => AbilityKind::Activated {
            cost: t.table_if("cost").map(|c| reader.cost(&c)).unwrap_or_default(),
            uses: t.count_if("uses").unwrap_or(1),
        },
        [.., true] => AbilityKind::Static,
        _ => {
            let need = t.table_if("need").map(|c| reader.cost(&c)).unwrap_or_default();
            AbilityKind::Played { need, rapid: t.flag("rapid") }
        }
    };
    let condition = t.has("if").then(|| reader.condition(t, "if")).flatten();
    let effects = reader.effects(t, if always { "always" } else { "do" }, always);
    if effects.is_empty() && !t.has(if always { "always" } else { "do" }) {
        t.problem("`do` is missing", Some("add `do = [{ … }]`, what it does".into()));
    }
    let discarded = t.has("from") && t.one_of("from", &t.text("from"), "pile", &["discard"]).is_some();
    if discarded && matches!(shape, AbilityKind::Played { .. }) {
        t.problem_at("from", "a card is played from hand", Some("give the ability `when`, `cost` or `always`".into()));
    }
    Some(Ability { shape, discarded, condition, effects })
}

/// The greatest number that an ability may name.
pub(super) const MOST: i32 = 99;

pub(super) struct Reader<'g> {
    pub game: &'g GameData,
}

impl Reader<'_> {
    pub(super) fn effects(&self, t: &TomlTable<'_>, key: &str, always: bool) -> Vec<Effect> {
        self.list(&t.tables(key), always)
    }

    pub(super) fn list(&self, tables: &[TomlTable<'_>], always: bool) -> Vec<Effect> {
        tables.iter().filter_map(|t| self.effect(t, always)).collect()
    }

    fn effect(&self, t: &TomlTable<'_>, always: bool) -> Option<Effect> {
        let Some((verb, read)) = VERBS.iter().find(|(verb, _)| t.has(verb)) else {
            let known: Vec<&str> = VERBS.iter().map(|(verb, _)| *verb).collect();
            let keys = t.keys();
            match keys.first() {
                Some(key) => t.problem_at(key, format!("`{key}` is no effect"), Some(suggest(key, &known))),
                None => t.problem("an effect is missing here", Some(format!("one of: {}", known.join(", ")))),
            }
            return None;
        };
        const ALWAYS: [&str; 4] = ["give", "hack", "cheaper", "extra_play"];
        if always && !ALWAYS.contains(verb) {
            let hint = format!("only {} can", ALWAYS.map(|v| format!("`{v}`")).join(", "));
            t.problem_at(verb, format!("`{verb}` cannot be always"), Some(hint));
        }
        if !always && ALWAYS[2..].contains(verb) {
            t.problem_at(verb, format!("`{verb}` is always so, or not at all"), Some("write it in `always`".into()));
        }
        let before = t.faults();
        let effect = read(self, t, always);
        if effect.is_none() && t.faults() == before {
            t.problem_at(verb, format!("`{verb}` could not be read"), None);
        }
        if effect.is_none() {
            // What was not asked for yet would only be a second fault of the same table.
            t.keys();
        }
        effect
    }

    fn parsed<T>(&self, t: &TomlTable<'_>, key: &str, found: Result<T, ParseFault>) -> Option<T> {
        found
            .map_err(|f| {
                if t.is_text(key) {
                    t.problem_in(key, f.at, f.message, f.hint);
                }
            })
            .ok()
    }

    pub(super) fn selector(&self, t: &TomlTable<'_>, key: &str) -> Option<Selector> {
        let text = t.text(key);
        self.parsed(t, key, parse::selector(&text, self.game))
    }

    pub(super) fn condition(&self, t: &TomlTable<'_>, key: &str) -> Option<Condition> {
        let text = t.text(key);
        self.parsed(t, key, parse::condition(&text, self.game))
    }

    /// A number of 0 to 99.
    pub(super) fn amount(&self, t: &TomlTable<'_>, key: &str) -> Option<Amount> {
        self.amount_from(t, key, 0)
    }

    fn amount_from(&self, t: &TomlTable<'_>, key: &str, least: i32) -> Option<Amount> {
        let amount = if t.is_text(key) {
            let text = t.text(key);
            self.parsed(t, key, parse::amount(&text, self.game))?
        } else {
            Amount::Number(t.number(key))
        };
        if let Amount::Number(n) | Amount::Per(n, _) = amount {
            self.within(t, key, n, least);
        }
        Some(amount)
    }

    pub(super) fn within(&self, t: &TomlTable<'_>, key: &str, n: i32, least: i32) {
        if !(least..=MOST).contains(&n) {
            t.problem_at(key, format!("{n} is no number that can be played"), Some(format!("{least} to {MOST}")));
        }
    }

    /// Amounts by resource.
    pub(super) fn amounts(&self, t: &TomlTable<'_>, key: &str) -> Vec<(u8, Amount)> {
        let Some(table) = t.table_if(key) else { return Vec::new() };
        let known = self.resources();
        let mut list: Vec<(u8, Amount)> = Vec::new();
        for resource in table.keys() {
            let found = table.one_of(&resource, &resource, "resource", &known);
            if let (Some(found), Some(amount)) = (found, self.amount(&table, &resource)) {
                list.push((found as u8, amount));
            }
        }
        list.sort_by_key(|(r, _)| *r);
        list
    }

    fn resources(&self) -> Vec<&str> {
        self.game.resources.iter().filter(|r| !r.variable).map(|r| r.id.as_str()).collect()
    }

    pub(super) fn cost(&self, t: &TomlTable<'_>) -> Cost {
        let mut cost = Cost {
            tap: t.flag("tap"),
            first: t.flag("first"),
            discard: t.count_if("discard").unwrap_or(0),
            points: t.count_if("points").unwrap_or(0),
            ..Cost::default()
        };
        if t.has("destroy") {
            cost.destroy = self.selector(t, "destroy");
        }
        if t.has("exile") {
            cost.exile = Some(query_in(t, "exile", self.game));
        }
        const WORDS: [&str; 6] = ["tap", "first", "discard", "points", "destroy", "exile"];
        let known = self.resources();
        for key in t.keys() {
            if WORDS.contains(&key.as_str()) {
                continue;
            }
            if let Some(field) = self.game.field(&key).filter(|f| self.game.fields[*f].kind == FieldKind::Number) {
                let n = t.number(&key);
                self.within(t, &key, n, -MOST);
                cost.counters = Some((field, n));
                continue;
            }
            let Some(resource) = known.iter().position(|r| *r == key) else {
                let mut words = known.clone();
                words.extend(WORDS);
                t.problem_at(&key, format!("`{key}` is no cost"), Some(suggest(&key, &words)));
                continue;
            };
            let n = t.number(&key);
            self.within(t, &key, n, 0);
            cost.resources.push((resource as u8, n));
        }
        cost.resources.sort_unstable();
        cost
    }

    pub(super) fn who(&self, t: &TomlTable<'_>) -> PlayerSelector {
        let words = PLAYERS.map(|(word, _)| word);
        let found = t.text_if("who").and_then(|w| t.one_of("who", &w, "player", &words));
        found.map_or(PlayerSelector::You, |i| PLAYERS[i].1)
    }

    pub(super) fn pile(&self, t: &TomlTable<'_>, words: &[&str]) -> PlayerPile {
        match t.one_of("from", &t.text("from"), "pile", words) {
            Some(1) => PlayerPile::Discard,
            Some(2) => PlayerPile::Hand,
            _ => PlayerPile::Deck,
        }
    }

    /// A place among these words.
    pub(super) fn place<T: Copy>(&self, t: &TomlTable<'_>, key: &str, places: &[(&str, T)]) -> T {
        let words: Vec<&str> = places.iter().map(|(word, _)| *word).collect();
        let found = t.text_if(key).and_then(|w| t.one_of(key, &w, "place", &words));
        places[found.unwrap_or(0)].1
    }

    pub(super) fn query(&self, t: &TomlTable<'_>, key: &str) -> Query {
        query_in(t, key, self.game)
    }

    pub(super) fn group(&self, t: &TomlTable<'_>, key: &str) -> Option<CardFilter> {
        let text = t.text(key);
        self.parsed(t, key, parse::group(&text, self.game))
    }

    /// A verb that says all by being there: `peek = true`.
    pub(super) fn bare(&self, t: &TomlTable<'_>, verb: &str) {
        if !t.flag(verb) {
            t.problem_at(verb, format!("write `{verb} = true`"), None);
        }
    }

    pub(super) fn until(&self, t: &TomlTable<'_>, always: bool) -> Option<EffectDuration> {
        match (t.has("until"), always) {
            (false, true) => Some(EffectDuration::Works),
            (false, false) => {
                t.problem("`until` is missing", Some("add `until = \"end of turn\"`, or make it `always`".into()));
                None
            }
            (true, true) => {
                t.text("until");
                t.problem_at("until", "what is always so has no end", Some("leave `until` out".into()));
                None
            }
            (true, false) => self.until_some(t),
        }
    }

    /// An end that is named.
    pub(super) fn until_some(&self, t: &TomlTable<'_>) -> Option<EffectDuration> {
        match t.one_of("until", &t.text("until"), "end", &["end of turn", "your next turn"])? {
            0 => Some(EffectDuration::EndOfTurn),
            _ => Some(EffectDuration::YourNextTurn),
        }
    }

    pub(super) fn modifier(&self, t: &TomlTable<'_>) -> Option<Modifier> {
        let table = t.table_if("give")?;
        let mut gift = Modifier { numbers: Vec::new(), keywords: Vec::new() };
        let fields = &self.game.fields;
        for key in table.keys() {
            if key == "keywords" {
                let words = table.texts("keywords");
                gift.keywords = words.iter().filter_map(|k| read_keyword(&table, k, self.game)).collect();
                continue;
            }
            let Some(field) = fields.iter().position(|f| f.id == key && f.kind == FieldKind::Number) else {
                let known: Vec<&str> =
                    fields.iter().filter(|f| f.kind == FieldKind::Number).map(|f| f.id.as_str()).collect();
                table.problem_at(&key, format!("cards have no number `{key}`"), Some(suggest(&key, &known)));
                continue;
            };
            gift.numbers.push((field, self.amount_from(&table, &key, -MOST)?));
        }
        gift.numbers.sort_by_key(|(f, _)| *f);
        Some(gift)
    }
}
