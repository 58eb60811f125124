//! Words of card text: amounts, costs, gifts and conditions as phrases.

use super::phrase::{Phrases, a, count_word, listed};
use super::{Amount, CardFilter, CardRef, Condition, Cost, Countable, Modifier, PlayerPile, PlayerSide};
use crate::game::FieldKind;
use crate::localize::signed;
use crate::query::{CardTest, NumberRange, Query};

impl Phrases<'_> {
    /// `for each other Mechanical asset you have`.
    pub fn for_each(&self, what: &Countable) -> String {
        let has = |side: PlayerSide| if side == PlayerSide::Enemy { "an opponent has" } else { "you have" };
        match what {
            Countable::Cards(group) => self.for_each_card(group),
            Countable::Resource(side, r) => format!("for each {} {}", self.game.resources[*r].name, has(*side)),
            Countable::Pile(side, pile, query) => {
                let whose = if *side == PlayerSide::Enemy { "an opponent's" } else { "your" };
                format!("for each {} in {whose} {}", self.singular(query), self.pile(*pile))
            }
            Countable::Points(side) => format!("for each {} {}", self.game.terms.point, has(*side)),
            Countable::Result => "for each point of the result".into(),
        }
    }

    pub fn pile(&self, pile: PlayerPile) -> &str {
        match pile {
            PlayerPile::Deck => &self.game.terms.deck,
            PlayerPile::Hand => "hand",
            PlayerPile::Discard => &self.game.terms.discard_pile,
            PlayerPile::Downloads => "downloads",
        }
    }

    fn for_each_card(&self, group: &CardFilter) -> String {
        let other = if group.other { "other " } else { "" };
        let state = group.state.map_or(String::new(), |s| format!("{} ", self.is_so(s)));
        match group.side {
            PlayerSide::Your => format!("for each {state}{other}{}", self.singular_with(&group.query, "you have")),
            PlayerSide::Enemy => format!("for each {state}enemy {}", self.singular(&group.query)),
            PlayerSide::Any => format!("for each {state}{other}{}", self.singular_with(&group.query, "in play")),
        }
    }

    /// Where an amount comes from, if it is not a number: `its Skill`, `your Military`.
    pub fn source(&self, amount: &Amount) -> String {
        match amount {
            Amount::Number(n) => n.to_string(),
            Amount::Per(n, what) => format!("{n} {}", self.for_each(what)),
            Amount::Field(field, known) => {
                let whose = match known {
                    CardRef::It => "its".into(),
                    CardRef::User => "the User's".into(),
                    other => format!("{}'s", self.known(*other)),
                };
                format!("{whose} {}", self.game.fields[*field].name)
            }
            Amount::Resource(r) => format!("your {}", self.game.resources[*r].name),
            Amount::Result => "the result".into(),
            Amount::X => "X".into(),
        }
    }

    /// `2 damage to an enemy asset for each asset you have`: an amount of something, and where it goes.
    pub fn amount_of(&self, amount: &Amount, what: &str, rest: &str) -> String {
        match amount {
            Amount::Number(n) => format!("{n} {what}{rest}"),
            Amount::X => format!("X {what}{rest}"),
            Amount::Per(n, each) => format!("{n} {what}{rest} {}", self.for_each(each)),
            other => format!("{what} equal to {}{rest}", self.source(other)),
        }
    }

    /// `a card`, `two cards`, `a card for each …`.
    pub fn cards_drawn(&self, amount: &Amount) -> String {
        match amount {
            Amount::Number(1) => "a card".into(),
            Amount::Number(n) => format!("{} cards", count_word(*n)),
            Amount::X => "X cards".into(),
            Amount::Per(1, each) => format!("a card {}", self.for_each(each)),
            Amount::Per(n, each) => format!("{} cards {}", count_word(*n), self.for_each(each)),
            other => format!("cards equal to {}", self.source(other)),
        }
    }

    pub fn resources(&self, list: &[(u8, Amount)]) -> String {
        let energy = &self.game.terms.energy;
        let counted = |r: usize| r >= self.game.factions.len() && !self.game.resources[r].generic;
        let name = |r: usize| {
            if energy.is_empty() || counted(r) {
                self.game.resources[r].name.clone()
            } else {
                format!("{} {energy}", self.game.resources[r].name)
            }
        };
        let one = |(r, n): &(u8, Amount)| self.amount_of(n, &name(*r as usize), "");
        listed(&list.iter().map(one).collect::<Vec<_>>(), "and")
    }

    fn plain_resources(&self, list: &[(u8, i32)]) -> Vec<String> {
        list.iter().map(|(r, n)| format!("{n} {}", self.game.resources[*r as usize].name)).collect()
    }

    /// A cost before a colon: `1 Military, tap`.
    pub fn cost(&self, cost: &Cost) -> String {
        let mut parts: Vec<String> = cost.counters.iter().map(|(_, n)| signed(*n)).collect();
        parts.extend(self.plain_resources(&cost.resources));
        parts.extend(self.other_costs(cost));
        if cost.tap {
            parts.push(self.game.terms.tap.clone());
        }
        parts.join(", ")
    }

    /// A cost as an order: `spend 2 CyberOps`, `destroy one of your assets`.
    pub fn cost_order(&self, cost: &Cost) -> String {
        let mut parts = Vec::new();
        if !cost.resources.is_empty() {
            parts.push(format!("spend {}", listed(&self.plain_resources(&cost.resources), "and")));
        }
        parts.extend(self.other_costs(cost));
        if cost.tap {
            parts.push(format!("{} {}", self.game.terms.tap, self.this()));
        }
        listed(&parts, "and")
    }

    fn other_costs(&self, cost: &Cost) -> Vec<String> {
        let mut parts = Vec::new();
        if let Some(selector) = &cost.destroy {
            parts.push(format!("{} {}", self.game.terms.sacrifice, self.cards(selector)));
        }
        if let Some(query) = &cost.exile {
            parts.push(format!("exile {} from your {}", a(&self.singular(query)), self.game.terms.discard_pile));
        }
        if cost.discard > 0 {
            parts.push(format!("discard {}", self.cards_drawn(&Amount::Number(cost.discard as i32))));
        }
        if cost.points > 0 {
            parts.push(format!("give up {}", self.points(cost.points as i32)));
        }
        parts
    }

    /// What a gift gives: `+1 Firepower and Precise`.
    pub fn modifier(&self, gift: &Modifier) -> String {
        let number = |(field, amount): &(usize, Amount)| {
            let name = &self.game.fields[*field].name;
            match amount {
                Amount::Number(n) => format!("{} {name}", signed(*n)),
                Amount::Per(n, each) => format!("{} {name} {}", signed(*n), self.for_each(each)),
                other => format!("{name} equal to {} more", self.source(other)),
            }
        };
        let pair = self.game.terms.pair.and_then(|pair| self.pair(gift, pair));
        let mut parts: Vec<String> = match pair {
            Some(pair) => vec![pair],
            None => gift.numbers.iter().map(number).collect(),
        };
        parts.extend(gift.keywords.iter().map(|k| self.game.keyword_text(k)));
        listed(&parts, "and")
    }

    /// `+2/+1`, if the gift has no other numbers and each of the two is a number or so many for each of one thing.
    fn pair(&self, gift: &Modifier, (first, second): (usize, usize)) -> Option<String> {
        if gift.numbers.is_empty() || gift.numbers.iter().any(|(f, _)| *f != first && *f != second) {
            return None;
        }
        let of = |field: usize| gift.numbers.iter().find(|(f, _)| *f == field).map(|(_, n)| n);
        let mut each = None;
        let mut one = |field: usize| match of(field) {
            None => Some("+0".to_owned()),
            Some(Amount::Number(n)) => Some(signed(*n)),
            Some(Amount::X) => Some("+X".to_owned()),
            Some(Amount::Per(n, what)) if each.is_none_or(|e| e == what) => {
                each = Some(what);
                Some(signed(*n))
            }
            Some(_) => None,
        };
        let (a, b) = (one(first)?, one(second)?);
        // Nothing beside a loss is written as a loss of nothing.
        let beside = |own: &str, other: &str| {
            if own == "+0" && other.starts_with('−') { "−0".to_owned() } else { own.to_owned() }
        };
        let (a, b) = (beside(&a, &b), beside(&b, &a));
        let pair = format!("{a}/{b}");
        Some(each.map_or(pair.clone(), |what| format!("{pair} {}", self.for_each(what))))
    }

    /// `+1/+1 counter`, as one is put on a card.
    pub fn counter(&self) -> &'static str {
        if self.game.terms.pair.is_some() { "+1/+1 counter" } else { "growth counter" }
    }

    pub fn condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::First => "this is your first play".into(),
            Condition::ControlsCity(PlayerSide::Enemy) => "an opponent controls a city".into(),
            Condition::ControlsCity(_) => "you control a city".into(),
            Condition::And(parts) => listed(&parts.iter().map(|p| self.condition(p)).collect::<Vec<_>>(), "and"),
            Condition::Not(inner) => match &**inner {
                Condition::First => "this is not your first play".into(),
                Condition::ControlsCity(PlayerSide::Enemy) => "no opponent controls a city".into(),
                Condition::ControlsCity(_) => "you control no city".into(),
                Condition::Is(known, query) => self.is(*known, query, " not"),
                Condition::In(known, state) => format!("{} is not {}", self.known(*known), self.is_so(*state)),
                Condition::YourTurn => "it is not your turn".into(),
                other => format!("it is not so that {}", self.condition(other)),
            },
            Condition::Is(known, query) => self.is(*known, query, ""),
            Condition::In(known, state) => format!("{} is {}", self.known(*known), self.is_so(*state)),
            Condition::YourTurn => "it is your turn".into(),
            Condition::Count { min, max, what } => self.count(*min, *max, what),
        }
    }

    fn is(&self, known: CardRef, query: &Query, not: &str) -> String {
        let subject = self.known(known);
        match query {
            Query::Test(CardTest::KeywordNumber(k, range)) => {
                let verb = if not.is_empty() { "has" } else { "does not have" };
                format!("{subject} {verb} {} {}", self.game.keywords[*k as usize].name, bounds(range))
            }
            Query::Test(CardTest::Keyword(list)) => {
                let names: Vec<String> = list.iter().map(|k| self.game.keywords[*k as usize].name.clone()).collect();
                let verb = if not.is_empty() { "has" } else { "does not have" };
                format!("{subject} {verb} {}", listed(&names, "or"))
            }
            Query::Test(CardTest::Number { field, resource: None, range })
                if self.game.fields[*field].kind == FieldKind::Number =>
            {
                let whose = if known == CardRef::It { "its".into() } else { format!("{subject}'s") };
                format!("{whose} {} is{not} {}", self.game.fields[*field].name, bounds(range))
            }
            query => format!("{subject} is{not} {}", a(&self.singular(query))),
        }
    }

    fn count(&self, min: i32, max: Option<i32>, what: &Countable) -> String {
        let range = NumberRange { min: (min > 0).then_some(min), max, outside: false };
        let none = max == Some(0);
        let many = if none { "no".to_owned() } else { bounds(&range) };
        let has = |side: PlayerSide| if side == PlayerSide::Enemy { "an opponent has" } else { "you have" };
        match what {
            Countable::Cards(group) => {
                let state = group.state.map_or(String::new(), |s| format!("{} ", self.is_so(s)));
                let noun = format!("{state}{}", self.plural(&group.query));
                let other = if group.other { "other " } else { "" };
                match (group.side, min, max) {
                    (PlayerSide::Any, ..) => format!("there are {many} {other}{noun} in play"),
                    (PlayerSide::Your, 1, None) => {
                        let one = format!("{state}{}", self.singular(&group.query));
                        format!("you have {}", if group.other { format!("another {one}") } else { a(&one) })
                    }
                    (PlayerSide::Enemy, 1, None) => {
                        format!("an opponent has {}", a(&format!("{state}{}", self.singular(&group.query))))
                    }
                    (side, ..) => format!("{} {many} {other}{noun}", has(side)),
                }
            }
            Countable::Resource(side, r) => format!("{} {many} {}", has(*side), self.game.resources[*r].name),
            Countable::Pile(side, pile, query) => {
                let whose = if *side == PlayerSide::Enemy { "an opponent's" } else { "your" };
                format!("{whose} {} has {many} {}", self.pile(*pile), self.plural(query))
            }
            Countable::Points(side) => format!("{} {many} {}s", has(*side), self.game.terms.point),
            Countable::Result => format!("the result is {many}"),
        }
    }

    /// `1 control point`, `2 control points`.
    pub fn points(&self, n: i32) -> String {
        format!("{n} {}{}", self.game.terms.point, if n == 1 { "" } else { "s" })
    }
}

/// `3 or more`, `2 or less`, `2 to 4`, `3`.
pub(super) fn bounds(range: &NumberRange) -> String {
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

pub(super) fn of_resource(range: &NumberRange, resource: &str) -> String {
    match (range.min, range.max) {
        (None, Some(0)) => format!("0 {resource}"),
        (Some(a), None) => format!("{a} {resource} or more"),
        (None, Some(b)) => format!("{b} {resource} or less"),
        _ => format!("{} {resource}", bounds(range)),
    }
}
