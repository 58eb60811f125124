//! TOML → tree. Every word of the language is in the tables here; anything else is a fault with its place.

use super::words::{self, Fault};
use super::{Ability, Amount, Condition, Cost, Effect, Event, Gift, Pile, Selector, Shape, Until, Who};
use crate::game::{FieldKind, Game};
use crate::load::{query_in, read_keyword};
use crate::read::{Table, suggest};

/// Reads `[[card.ability]]`.
pub(crate) fn read(t: &Table<'_>, game: &Game) -> Option<Ability> {
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
                reader.words(t, "when", words::event(&text, game)).unwrap_or((Event::Deployed, None));
            Shape::Triggered { event, subject }
        }
        [_, true, _] => Shape::Activated {
            cost: t.table_if("cost").map(|c| reader.cost(&c)).unwrap_or_default(),
            uses: t.count_if("uses").unwrap_or(1),
        },
        [.., true] => Shape::Static,
        _ => {
            let need = t.table_if("need").map(|c| reader.cost(&c)).unwrap_or_default();
            Shape::Played { need, rapid: t.flag("rapid") }
        }
    };
    let condition = t.has("if").then(|| reader.condition(t, "if")).flatten();
    let effects = reader.effects(t, if always { "always" } else { "do" }, always);
    if effects.is_empty() && !t.has(if always { "always" } else { "do" }) {
        t.problem("`do` is missing", Some("add `do = [{ … }]`, what it does".into()));
    }
    Some(Ability { shape, condition, effects })
}

/// The greatest number that an ability may name.
const MOST: i32 = 99;

struct Reader<'g> {
    game: &'g Game,
}

/// Reads one effect; the table holds its verb.
type Verb = fn(&Reader<'_>, &Table<'_>, bool) -> Option<Effect>;

/// Every verb.
const VERBS: [(&str, Verb); 24] = [
    ("gain", |r, t, _| Some(Effect::Gain(r.who(t), r.amounts(t, "gain")))),
    ("lose", |r, t, _| Some(Effect::Lose(r.who(t), r.amounts(t, "lose")))),
    ("damage", |r, t, _| Some(Effect::Damage(r.amount(t, "damage")?, r.selector(t, "to")?))),
    ("destroy", |r, t, _| Some(Effect::Destroy(r.selector(t, "destroy")?))),
    ("tap", |r, t, _| Some(Effect::Tap(r.selector(t, "tap")?))),
    ("untap", |r, t, _| Some(Effect::Untap(r.selector(t, "untap")?))),
    ("return", |r, t, _| Some(Effect::Return(r.selector(t, "return")?))),
    ("control", |r, t, _| Some(Effect::Control(r.selector(t, "control")?))),
    ("draw", |r, t, _| Some(Effect::Draw(r.who(t), r.amount(t, "draw")?))),
    ("discard", |r, t, _| {
        Some(Effect::Discard { who: r.who(t), count: r.amount(t, "discard")?, random: t.flag("random") })
    }),
    ("mill", |r, t, _| Some(Effect::Mill(r.who(t), r.amount(t, "mill")?))),
    ("research", |_, t, _| {
        if !t.flag("research") {
            t.problem_at("research", "write `research = true`", None);
        }
        Some(Effect::Research { reveal: t.flag("reveal") })
    }),
    ("download", |r, t, _| {
        Some(Effect::Download {
            query: query_in(t, "download", r.game),
            from: r.pile(t, &["deck", "discard"]),
            count: t.count_if("count").unwrap_or(1),
        })
    }),
    ("put", |r, t, _| {
        Some(Effect::Put { query: query_in(t, "put", r.game), from: r.pile(t, &["deck", "discard", "hand"]) })
    }),
    ("give", |r, t, always| Some(Effect::Give(r.gift(t)?, r.selector(t, "to")?, r.until(t, always)?))),
    ("hack", |r, t, always| Some(Effect::Hack(r.selector(t, "hack")?, r.until(t, always)?))),
    ("attach", |r, t, _| Some(Effect::Attach(r.selector(t, "attach")?))),
    ("points", |r, t, _| {
        let n = t.number("points");
        r.within(t, "points", n, -MOST);
        Some(Effect::Points(r.who(t), n))
    }),
    ("take_control", |r, t, _| Some(Effect::TakeControl(r.selector(t, "take_control")?))),
    ("check", |r, t, _| {
        Some(Effect::Check {
            least: r.amount(t, "check")?,
            target: t.has("target").then(|| r.selector(t, "target")).flatten(),
            then: r.effects(t, "do", false),
            otherwise: r.effects(t, "else", false),
        })
    }),
    ("if", |r, t, _| {
        Some(Effect::If {
            condition: r.condition(t, "if")?,
            then: r.effects(t, "do", false),
            otherwise: r.effects(t, "else", false),
        })
    }),
    ("pay", |r, t, _| Some(Effect::Pay(t.table_if("pay").map(|c| r.cost(&c))?, r.effects(t, "do", false)))),
    ("choose", |r, t, _| {
        let lists = t.table_lists("choose");
        if lists.len() < 2 {
            t.problem_at("choose", "there is nothing to choose between", Some("give two lists or more".into()));
        }
        Some(Effect::Choose(lists.iter().map(|list| r.list(list, false)).collect()))
    }),
    ("may", |r, t, _| Some(Effect::May(r.effects(t, "may", false)))),
];

impl Reader<'_> {
    fn effects(&self, t: &Table<'_>, key: &str, always: bool) -> Vec<Effect> {
        self.list(&t.tables(key), always)
    }

    fn list(&self, tables: &[Table<'_>], always: bool) -> Vec<Effect> {
        tables.iter().filter_map(|t| self.effect(t, always)).collect()
    }

    fn effect(&self, t: &Table<'_>, always: bool) -> Option<Effect> {
        let Some((verb, read)) = VERBS.iter().find(|(verb, _)| t.has(verb)) else {
            let known: Vec<&str> = VERBS.iter().map(|(verb, _)| *verb).collect();
            let keys = t.keys();
            match keys.first() {
                Some(key) => t.problem_at(key, format!("`{key}` is no effect"), Some(suggest(key, &known))),
                None => t.problem("an effect is missing here", Some(format!("one of: {}", known.join(", ")))),
            }
            return None;
        };
        if always && !matches!(*verb, "give" | "hack") {
            t.problem_at(verb, format!("`{verb}` cannot be always"), Some("only `give` and `hack` can".into()));
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

    fn words<T>(&self, t: &Table<'_>, key: &str, found: Result<T, Fault>) -> Option<T> {
        found
            .map_err(|f| {
                if t.is_text(key) {
                    t.problem_in(key, f.at, f.message, f.hint);
                }
            })
            .ok()
    }

    fn selector(&self, t: &Table<'_>, key: &str) -> Option<Selector> {
        let text = t.text(key);
        self.words(t, key, words::selector(&text, self.game))
    }

    fn condition(&self, t: &Table<'_>, key: &str) -> Option<Condition> {
        let text = t.text(key);
        self.words(t, key, words::condition(&text, self.game))
    }

    /// A number of 0 to 99.
    fn amount(&self, t: &Table<'_>, key: &str) -> Option<Amount> {
        self.amount_from(t, key, 0)
    }

    fn amount_from(&self, t: &Table<'_>, key: &str, least: i32) -> Option<Amount> {
        let amount = if t.is_text(key) {
            let text = t.text(key);
            self.words(t, key, words::amount(&text, self.game))?
        } else {
            Amount::Number(t.number(key))
        };
        if let Amount::Number(n) | Amount::Per(n, _) = amount {
            self.within(t, key, n, least);
        }
        Some(amount)
    }

    fn within(&self, t: &Table<'_>, key: &str, n: i32, least: i32) {
        if !(least..=MOST).contains(&n) {
            t.problem_at(key, format!("{n} is no number that can be played"), Some(format!("{least} to {MOST}")));
        }
    }

    /// Amounts by resource.
    fn amounts(&self, t: &Table<'_>, key: &str) -> Vec<(u8, Amount)> {
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

    fn cost(&self, t: &Table<'_>) -> Cost {
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
        let known = self.resources();
        for key in t.keys() {
            if ["tap", "first", "discard", "points", "destroy"].contains(&key.as_str()) {
                continue;
            }
            let Some(resource) = known.iter().position(|r| *r == key) else {
                let mut words = known.clone();
                words.extend(["tap", "first", "discard", "points", "destroy"]);
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

    fn who(&self, t: &Table<'_>) -> Who {
        let words = ["you", "opponent", "each opponent", "each player", "its controller"];
        match t.text_if("who").and_then(|w| t.one_of("who", &w, "player", &words)) {
            Some(1) => Who::Opponent,
            Some(2) => Who::EachOpponent,
            Some(3) => Who::EachPlayer,
            Some(4) => Who::Controller,
            _ => Who::You,
        }
    }

    fn pile(&self, t: &Table<'_>, words: &[&str]) -> Pile {
        match t.one_of("from", &t.text("from"), "pile", words) {
            Some(1) => Pile::Discard,
            Some(2) => Pile::Hand,
            _ => Pile::Deck,
        }
    }

    fn until(&self, t: &Table<'_>, always: bool) -> Option<Until> {
        match (t.text_if("until").as_deref(), always) {
            (None, true) => Some(Until::Works),
            (Some("end of turn"), false) => Some(Until::EndOfTurn),
            (None, false) => {
                t.problem("`until` is missing", Some("add `until = \"end of turn\"`, or make it `always`".into()));
                None
            }
            (Some(_), true) => {
                t.problem_at("until", "what is always so has no end", Some("leave `until` out".into()));
                None
            }
            (Some(word), false) => {
                t.problem_at("until", format!("`{word}` is no end"), Some("write \"end of turn\"".into()));
                None
            }
        }
    }

    fn gift(&self, t: &Table<'_>) -> Option<Gift> {
        let table = t.table_if("give")?;
        let mut gift = Gift { numbers: Vec::new(), keywords: Vec::new() };
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
