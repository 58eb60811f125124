//! Words of card text: cards, amounts, costs and conditions as phrases.

use super::{Amount, Condition, Cost, Countable, Group, Known, Pile, Selector, Side};
use crate::card::Card;
use crate::game::{FieldKind, Game};
use crate::query::{Query, Range, Test};

/// Writes phrases for one card.
pub(super) struct Phrases<'g> {
    pub game: &'g Game,
    pub card: &'g Card,
}

/// A number of things in words, up to ten.
pub(super) fn count_word(n: i32) -> String {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    usize::try_from(n).ok().and_then(|n| WORDS.get(n)).map_or_else(|| n.to_string(), |w| (*w).to_owned())
}

/// With its article.
pub(super) fn a(noun: &str) -> String {
    let vowel = noun.chars().next().is_some_and(|c| "aeiouAEIO".contains(c));
    format!("{} {noun}", if vowel { "an" } else { "a" })
}

/// `x`, `x and y`, `x, y and z`.
pub(super) fn listed(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [rest @ .., end] => format!("{} {last} {end}", rest.join(", ")),
    }
}

pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}

fn signed(n: i32) -> String {
    if n < 0 { format!("−{}", -n) } else { format!("+{n}") }
}

/// What a query says about a noun: what stands before it, the noun, what follows it.
struct Noun {
    before: Vec<String>,
    singular: Vec<String>,
    plural: Vec<String>,
    after: Vec<String>,
}

impl Phrases<'_> {
    /// What this card is called in its own text.
    pub fn this(&self) -> String {
        let kind = self.card.types.first().map_or("card", |t| self.game.types[*t as usize].name.as_str());
        format!("this {}", self.type_word(kind))
    }

    /// A type inside a sentence: small, unless the word is a title.
    fn type_word(&self, name: &str) -> String {
        let title = self.game.types.iter().any(|t| t.name == name && t.plural == name);
        if title { name.to_owned() } else { name.to_lowercase() }
    }

    fn noun(&self, query: &Query) -> Noun {
        let mut noun = Noun { before: Vec::new(), singular: Vec::new(), plural: Vec::new(), after: Vec::new() };
        let parts: &[Query] = match query {
            Query::And(parts) => parts,
            Query::All => &[],
            one => std::slice::from_ref(one),
        };
        for part in parts {
            self.describe(part, &mut noun);
        }
        if noun.singular.is_empty() {
            noun.singular.push("card".into());
            noun.plural.push("cards".into());
        }
        noun
    }

    fn describe(&self, part: &Query, noun: &mut Noun) {
        let game = self.game;
        let keyword = |k: &u8| game.keywords[*k as usize].name.clone();
        match part {
            Query::Test(Test::Type(mask)) => {
                for t in game.types.iter().enumerate().filter(|(i, _)| mask & (1 << i) != 0).map(|(_, t)| t) {
                    noun.singular.push(self.type_word(&t.name));
                    noun.plural.push(self.type_word(&t.plural));
                }
            }
            Query::Test(Test::Keyword(list)) => {
                noun.before.push(listed(&list.iter().map(keyword).collect::<Vec<_>>(), "or"));
            }
            Query::Not(inner) => match &**inner {
                Query::Test(Test::Keyword(list)) => {
                    noun.before.extend(list.iter().map(|k| format!("non-{}", keyword(k))));
                }
                other => noun.after.push(format!("that is not {}", a(&self.singular(other)))),
            },
            Query::Test(Test::Faction(_, mask)) => {
                noun.before.extend(game.factions_of(*mask).map(|f| f.name.clone()));
            }
            Query::Test(Test::KeywordNumber(k, range)) => {
                noun.after.push(format!("with {} {}", keyword(k), bounds(range)));
            }
            Query::Test(Test::Number { field, resource, range }) => {
                let field = &game.fields[*field];
                noun.after.push(match (field.kind, resource) {
                    (FieldKind::Number, _) => format!("with {} {}", field.name, bounds(range)),
                    (_, Some(r)) => format!("that costs {} {}", of_resource(range, &game.resources[*r].name), ""),
                    (_, None) => format!("that costs {}", bounds(range)),
                });
            }
            other => noun.after.push(format!("({})", other.print(game))),
        }
        for text in &mut noun.after {
            text.truncate(text.trim_end().len());
        }
    }

    /// `Mechanical asset with Armor 3 or less`.
    pub fn singular(&self, query: &Query) -> String {
        self.singular_with(query, "")
    }

    /// The same with words right after the noun: `asset you have with Stealth 1 or more`.
    fn singular_with(&self, query: &Query, after_noun: &str) -> String {
        let noun = self.noun(query);
        let words = format!("{} {after_noun}", listed(&noun.singular, "or"));
        join(&noun.before, words.trim_end(), &noun.after)
    }

    /// `Mechanical assets that cost 1 or less`.
    pub fn plural(&self, query: &Query) -> String {
        let noun = self.noun(query);
        let after: Vec<String> = noun.after.iter().map(|t| t.replacen("that costs", "that cost", 1)).collect();
        join(&noun.before, &listed(&noun.plural, "and"), &after)
    }

    /// A card that a selector chooses, or all that it means: the object of a sentence.
    pub fn cards(&self, selector: &Selector) -> String {
        match selector {
            Selector::Known(known) => self.known(*known),
            // One has one of those: a Headquarters.
            Selector::Choose(g) if g.side == Side::Your && self.plural(&g.query) == self.singular(&g.query) => {
                format!("your {}", self.singular(&g.query))
            }
            Selector::Choose(g) => match (g.side, g.other) {
                (Side::Your, false) => format!("one of your {}", self.plural(&g.query)),
                (Side::Your, true) => format!("another of your {}", self.plural(&g.query)),
                (Side::Enemy, _) => format!("an enemy {}", self.singular(&g.query)),
                (Side::Any, false) => a(&self.singular(&g.query)),
                (Side::Any, true) => format!("another {}", self.singular(&g.query)),
            },
            Selector::Each(g) => match (g.side, g.other) {
                (Side::Your, false) => format!("each of your {}", self.plural(&g.query)),
                (Side::Your, true) => format!("each of your other {}", self.plural(&g.query)),
                (Side::Enemy, _) => format!("each enemy {}", self.singular(&g.query)),
                (Side::Any, false) => format!("each {}", self.singular(&g.query)),
                (Side::Any, true) => format!("each other {}", self.singular(&g.query)),
            },
        }
    }

    pub fn known(&self, known: Known) -> String {
        match known {
            Known::This => self.this(),
            Known::It => "it".into(),
            Known::Host => "the card it is attached to".into(),
            Known::User => "the User".into(),
        }
    }

    /// One card of a group as the subject of an event: `another of your assets`.
    pub fn member(&self, group: &Group) -> String {
        self.cards(&Selector::Choose(group.clone()))
    }

    /// `for each other Mechanical asset you have`.
    pub fn for_each(&self, group: &Group) -> String {
        let other = if group.other { "other " } else { "" };
        match group.side {
            Side::Your => format!("for each {other}{}", self.singular_with(&group.query, "you have")),
            Side::Enemy => format!("for each enemy {}", self.singular(&group.query)),
            Side::Any => format!("for each {other}{}", self.singular_with(&group.query, "in play")),
        }
    }

    /// Where an amount comes from, if it is not a number: `its Skill`, `your Military`.
    pub fn source(&self, amount: &Amount) -> String {
        match amount {
            Amount::Number(n) => n.to_string(),
            Amount::Per(n, group) => format!("{n} {}", self.for_each(group)),
            Amount::Field(field, known) => {
                let whose = match known {
                    Known::It => "its".into(),
                    Known::User => "the User's".into(),
                    other => format!("{}'s", self.known(*other)),
                };
                format!("{whose} {}", self.game.fields[*field].name)
            }
            Amount::Resource(r) => format!("your {}", self.game.resources[*r].name),
            Amount::Result => "the result".into(),
        }
    }

    /// `2 damage to an enemy asset for each asset you have`: an amount of something, and where it goes.
    pub fn amount_of(&self, amount: &Amount, what: &str, rest: &str) -> String {
        match amount {
            Amount::Number(n) => format!("{n} {what}{rest}"),
            Amount::Per(n, group) => format!("{n} {what}{rest} {}", self.for_each(group)),
            other => format!("{what} equal to {}{rest}", self.source(other)),
        }
    }

    /// `a card`, `two cards`, `a card for each …`.
    pub fn cards_drawn(&self, amount: &Amount) -> String {
        match amount {
            Amount::Number(1) => "a card".into(),
            Amount::Number(n) => format!("{} cards", count_word(*n)),
            Amount::Per(1, group) => format!("a card {}", self.for_each(group)),
            Amount::Per(n, group) => format!("{} cards {}", count_word(*n), self.for_each(group)),
            other => format!("cards equal to {}", self.source(other)),
        }
    }

    pub fn resources(&self, list: &[(u8, Amount)]) -> String {
        let one = |(r, n): &(u8, Amount)| self.amount_of(n, &self.game.resources[*r as usize].name, "");
        listed(&list.iter().map(one).collect::<Vec<_>>(), "and")
    }

    fn plain_resources(&self, list: &[(u8, i32)]) -> Vec<String> {
        list.iter().map(|(r, n)| format!("{n} {}", self.game.resources[*r as usize].name)).collect()
    }

    /// A cost before a colon: `1 Military, tap`.
    pub fn cost(&self, cost: &Cost) -> String {
        let mut parts = self.plain_resources(&cost.resources);
        if let Some(selector) = &cost.destroy {
            parts.push(format!("destroy {}", self.cards(selector)));
        }
        parts.extend(self.other_costs(cost));
        if cost.tap {
            parts.push("tap".into());
        }
        parts.join(", ")
    }

    /// A cost as an order: `spend 2 CyberOps`, `destroy one of your assets`.
    pub fn deed(&self, cost: &Cost) -> String {
        let mut parts = Vec::new();
        if !cost.resources.is_empty() {
            parts.push(format!("spend {}", listed(&self.plain_resources(&cost.resources), "and")));
        }
        if let Some(selector) = &cost.destroy {
            parts.push(format!("destroy {}", self.cards(selector)));
        }
        parts.extend(self.other_costs(cost));
        if cost.tap {
            parts.push(format!("tap {}", self.this()));
        }
        listed(&parts, "and")
    }

    fn other_costs(&self, cost: &Cost) -> Vec<String> {
        let mut parts = Vec::new();
        if cost.discard > 0 {
            parts.push(format!("discard {}", self.cards_drawn(&Amount::Number(cost.discard as i32))));
        }
        if cost.points > 0 {
            parts.push(format!("give up {}", points(cost.points as i32)));
        }
        parts
    }

    /// What a gift gives: `+1 Firepower and Precise`.
    pub fn gift(&self, gift: &super::Gift) -> String {
        let number = |(field, amount): &(usize, Amount)| {
            let name = &self.game.fields[*field].name;
            match amount {
                Amount::Number(n) => format!("{} {name}", signed(*n)),
                Amount::Per(n, group) => format!("{} {name} {}", signed(*n), self.for_each(group)),
                other => format!("{name} equal to {} more", self.source(other)),
            }
        };
        let mut parts: Vec<String> = gift.numbers.iter().map(number).collect();
        parts.extend(gift.keywords.iter().map(|k| self.game.keyword_text(k)));
        listed(&parts, "and")
    }

    pub fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::First => "this is your first play".into(),
            Condition::ControlsCity(Side::Enemy) => "an opponent controls a city".into(),
            Condition::ControlsCity(_) => "you control a city".into(),
            Condition::And(parts) => listed(&parts.iter().map(|p| self.condition(p)).collect::<Vec<_>>(), "and"),
            Condition::Not(inner) => match &**inner {
                Condition::First => "this is not your first play".into(),
                Condition::ControlsCity(Side::Enemy) => "no opponent controls a city".into(),
                Condition::ControlsCity(_) => "you control no city".into(),
                Condition::Is(known, query) => self.is(*known, query, " not"),
                other => format!("it is not so that {}", self.condition(other)),
            },
            Condition::Is(known, query) => self.is(*known, query, ""),
            Condition::Count { min, max, what } => self.count(*min, *max, what),
        }
    }

    fn is(&self, known: Known, query: &Query, not: &str) -> String {
        let subject = self.known(known);
        match query {
            Query::Test(Test::KeywordNumber(k, range)) => {
                let verb = if not.is_empty() { "has" } else { "does not have" };
                format!("{subject} {verb} {} {}", self.game.keywords[*k as usize].name, bounds(range))
            }
            Query::Test(Test::Keyword(list)) => {
                let names: Vec<String> = list.iter().map(|k| self.game.keywords[*k as usize].name.clone()).collect();
                let verb = if not.is_empty() { "has" } else { "does not have" };
                format!("{subject} {verb} {}", listed(&names, "or"))
            }
            Query::Test(Test::Number { field, resource: None, range })
                if self.game.fields[*field].kind == FieldKind::Number =>
            {
                let whose = if known == Known::It { "its".into() } else { format!("{subject}'s") };
                format!("{whose} {} is{not} {}", self.game.fields[*field].name, bounds(range))
            }
            query => format!("{subject} is{not} {}", a(&self.singular(query))),
        }
    }

    fn count(&self, min: i32, max: Option<i32>, what: &Countable) -> String {
        let range = Range { min: (min > 0).then_some(min), max, outside: false };
        let none = max == Some(0);
        let many = if none { "no".to_owned() } else { bounds(&range) };
        let has = |side: Side| if side == Side::Enemy { "an opponent has" } else { "you have" };
        match what {
            Countable::Cards(group) => {
                let noun = self.plural(&group.query);
                let other = if group.other { "other " } else { "" };
                match (group.side, min, max) {
                    (Side::Any, ..) => format!("there are {many} {other}{noun} in play"),
                    (Side::Your, 1, None) => {
                        let one = self.singular(&group.query);
                        format!("you have {}", if group.other { format!("another {one}") } else { a(&one) })
                    }
                    (Side::Enemy, 1, None) => format!("an opponent has {}", a(&self.singular(&group.query))),
                    (side, ..) => format!("{} {many} {other}{noun}", has(side)),
                }
            }
            Countable::Resource(side, r) => format!("{} {many} {}", has(*side), self.game.resources[*r].name),
            Countable::Pile(side, pile) => {
                let place = match pile {
                    Pile::Deck => "deck",
                    Pile::Hand => "hand",
                    Pile::Discard => "discard pile",
                    Pile::Downloads => "downloads",
                };
                let whose = if *side == Side::Enemy { "an opponent's" } else { "your" };
                format!("{whose} {place} has {many} cards")
            }
            Countable::Points(side) => format!("{} {many} control points", has(*side)),
            Countable::Result => format!("the result is {many}"),
        }
    }
}

/// `1 control point`, `2 control points`.
pub(super) fn points(n: i32) -> String {
    format!("{n} control point{}", if n == 1 { "" } else { "s" })
}

/// `3 or more`, `2 or less`, `2 to 4`, `3`.
fn bounds(range: &Range) -> String {
    match (range.min, range.max, range.outside) {
        (Some(a), Some(b), false) if a == b => a.to_string(),
        (Some(a), Some(b), false) => format!("{a} to {b}"),
        (Some(a), None, false) => format!("{a} or more"),
        (None, Some(0), false) => "0".into(),
        (None, Some(b), false) => format!("{b} or less"),
        (a, b, true) if a == b => format!("other than {}", a.unwrap_or_default()),
        _ => "any number".into(),
    }
}

fn of_resource(range: &Range, resource: &str) -> String {
    match (range.min, range.max) {
        (None, Some(0)) => format!("0 {resource}"),
        (Some(a), None) => format!("{a} {resource} or more"),
        (None, Some(b)) => format!("{b} {resource} or less"),
        _ => format!("{} {resource}", bounds(range)),
    }
}

fn join(before: &[String], noun: &str, after: &[String]) -> String {
    let mut words = before.to_vec();
    words.push(noun.to_owned());
    words.extend_from_slice(after);
    words.join(" ")
}
