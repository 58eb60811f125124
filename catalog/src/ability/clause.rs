//! Effects → sentences.

use super::phrase::{Phrases, a, count_word, listed, player, whose};
use super::{
    Amount, CardRef, Condition, Destination, Effect, EffectDuration, Picker, PlayerPile, PlayerSelector, Selector,
};
use crate::fold::capital;
use crate::query::Query;

impl Phrases<'_> {
    pub fn sentences(&self, effects: &[Effect]) -> String {
        self.sentences_from(effects, false)
    }

    /// Effects as sentences; the first begins small if something stands before it.
    pub fn sentences_from(&self, effects: &[Effect], lead: bool) -> String {
        let mut text = String::new();
        for (i, clause) in self.clauses(effects).into_iter().enumerate() {
            let clause = if i > 0 || !lead { capital(&clause) } else { clause };
            if i > 0 {
                text.push(' ');
            }
            text.push_str(&clause);
            if !text.ends_with('.') {
                text.push('.');
            }
        }
        text
    }

    /// Effects inside a sentence.
    pub(super) fn inside(&self, effects: &[Effect]) -> String {
        listed(&self.clauses(effects), "and")
    }

    /// Effects one by one; what is gained in a row is one clause.
    fn clauses(&self, effects: &[Effect]) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for effect in effects {
            let clause = self.clause(effect);
            match (all.last_mut(), clause.strip_prefix("gain ")) {
                (Some(last), Some(more)) if last.starts_with("gain ") && !last.contains(" and ") => {
                    last.push_str(&format!(" and {more}"));
                }
                _ => all.push(clause),
            }
        }
        all
    }

    /// Effects after "to": what others do is made to happen.
    pub fn purpose(&self, effects: &[Effect]) -> String {
        let all = self.clauses(effects).into_iter().map(|clause| {
            for who in ["an opponent", "each opponent", "each player", "its controller"] {
                let Some(rest) = clause.strip_prefix(who).map(str::trim_start) else { continue };
                if let Some((verb, order)) = OTHERS.iter().find(|(verb, _)| rest.starts_with(verb)) {
                    return format!("make {who} {order}{}", &rest[verb.len()..]);
                }
            }
            match clause.strip_suffix(" attempts to Take Control") {
                Some(who) => format!("let {who} attempt to Take Control"),
                None => clause,
            }
        });
        listed(&all.collect::<Vec<_>>(), "and")
    }

    /// One effect as an order, without a full stop.
    fn clause(&self, effect: &Effect) -> String {
        let end = |until: &EffectDuration| match until {
            EffectDuration::EndOfTurn => " until end of turn",
            EffectDuration::YourNextTurn => " until your next turn",
            EffectDuration::Works => "",
        };
        let terms = &self.game.terms;
        match effect {
            Effect::Gain(who, list) => format!("{} {}", self.does(*who, "gain", "gains"), self.resources(list)),
            Effect::Lose(who, list) => format!("{} {}", self.does(*who, "lose", "loses"), self.resources(list)),
            Effect::Damage { amount, to, by } => {
                let deal = if *by == CardRef::This { "deal".into() } else { format!("{} deals", self.known(*by)) };
                format!("{deal} {}", self.amount_of(amount, "damage", &format!(" to {}", self.cards(to))))
            }
            Effect::Destroy(s) => format!("destroy {}", self.cards(s)),
            Effect::Exile(s) => format!("exile {}", self.cards(s)),
            Effect::Tap(s) => format!("{} {}", terms.tap, self.cards(s)),
            Effect::Untap(s) => format!("{} {}", terms.untap, self.cards(s)),
            Effect::Return(s, place) => self.goes_back(s, *place),
            Effect::Flicker(s @ (Selector::UpTo(..) | Selector::Each(_))) => {
                format!("exile {}, then return them to play", self.cards(s))
            }
            Effect::Flicker(s) => format!("exile {}, then return it to play", self.cards(s)),
            Effect::Move(s) => format!("move {} to {}", self.cards(s), terms.elsewhere),
            Effect::Control(s, until) => {
                format!("gain control of {}{}", self.cards(s), until.as_ref().map_or("", end))
            }
            Effect::Counters(n, s) => self.counters(n, s),
            Effect::Negate(s, price) if price.is_free() => format!("negate {}", self.waiting(s)),
            Effect::Negate(s, price) => {
                format!("negate {} unless its player {}", self.waiting(s), third_person(&self.cost_order(price)))
            }
            Effect::Draw(who, n) => format!("{} {}", self.does(*who, "draw", "draws"), self.cards_drawn(n)),
            Effect::Discard { who, count, picker } => self.discards(*who, count, picker),
            Effect::Sacrifice { who, query, count } => {
                let order = &terms.sacrifice;
                let statement = third_person(order);
                format!("{} {}", self.does(*who, order, &statement), self.some(query, *count))
            }
            Effect::Purge { who, query, count } => {
                let pile = format!("{} {}", whose(*who), terms.discard_pile);
                match (count, query) {
                    (0, Query::All) => format!("exile {pile}"),
                    (0, query) => format!("exile each {} in {pile}", self.singular(query)),
                    (n, query) => format!("exile {} from {pile}", self.up_to(query, *n)),
                }
            }
            Effect::Reshuffle(who) => {
                let whose = if *who == PlayerSelector::You { "your" } else { "their" };
                let order = self.does(*who, "shuffle", "shuffles");
                format!("{order} {whose} {} into {whose} {}", terms.discard_pile, terms.deck)
            }
            Effect::Peek(who) => format!("look at {} hand", whose(*who)),
            Effect::Look { count, take, to, rest } => self.looks(count, take.as_ref(), *to, *rest),
            Effect::Mill(who, n) => {
                let whose = if *who == PlayerSelector::You { "your" } else { "their" };
                let cards = match n {
                    Amount::Number(1) => format!("the top card of {whose} {}", terms.deck),
                    Amount::Number(n) => format!("the top {} cards of {whose} {}", count_word(*n), terms.deck),
                    Amount::Per(n, group) => {
                        format!("the top {} of {whose} {} {}", card_or_cards(*n), terms.deck, self.for_each(group))
                    }
                    Amount::X => format!("the top X cards of {whose} {}", terms.deck),
                    other => format!("cards from the top of {whose} {} equal to {}", terms.deck, self.source(other)),
                };
                format!("{} {cards}", self.does(*who, "discard", "discards"))
            }
            Effect::Research { reveal: false } => "Research".into(),
            Effect::Research { reveal: true } => format!("reveal the top card of your {} and Research", terms.deck),
            Effect::Download { query, from, count } => {
                let what = match count {
                    1 => a(&self.singular(query)),
                    n => format!("{} {}", count_word(*n as i32), self.plural(query)),
                };
                format!("download {what} from your {}", self.pile(*from))
            }
            Effect::Fetch { query, from: PlayerPile::Deck, count } => {
                let them = if *count == 1 { "it" } else { "them" };
                format!("search your {} for {} and take {them} into your hand", terms.deck, self.up_to(query, *count))
            }
            Effect::Fetch { query, from, count } => {
                format!("return {} from your {} to your hand", self.up_to(query, *count), self.pile(*from))
            }
            Effect::Put { query, from, tapped } => {
                let how = if *tapped { format!(" {}", terms.tapped) } else { String::new() };
                format!("put {} from your {} into play{how}", a(&self.singular(query)), self.pile(*from))
            }
            Effect::Give(gift, to, until) => format!("give {} {}{}", self.cards(to), self.modifier(gift), end(until)),
            Effect::Hack(s, until) => format!("hack {}{}", self.cards(s), end(until)),
            Effect::Attach(s) => format!("attach this to {}", self.cards(s)),
            Effect::Points(who, n) if *n >= 0 => format!("{} {}", self.does(*who, "gain", "gains"), self.points(*n)),
            Effect::Points(who, n) => format!("{} {}", self.does(*who, "lose", "loses"), self.points(-n)),
            Effect::Cheaper(..) | Effect::ExtraPlay(_) => self.always(effect, ""),
            Effect::ExtraTurn => "take one more turn after this one".into(),
            Effect::Win => "you win the game".into(),
            Effect::TakeControl(s) => format!("{} attempts to Take Control", self.cards(s)),
            Effect::Check { least, target, then, otherwise } => {
                let chosen = target.as_ref().map_or(String::new(), |t| format!("choose {} and ", self.cards(t)));
                let on = match least {
                    Amount::Number(n) => format!("on {n} or more"),
                    other => format!("if the result is at least {}", self.source(other)),
                };
                let mut text = format!("{chosen}make a skill check; {on}, {}", self.inside(then));
                if !otherwise.is_empty() {
                    text.push_str(&format!("; otherwise, {}", self.inside(otherwise)));
                }
                text
            }
            Effect::If { condition: Condition::First, then, otherwise } if otherwise.is_empty() => {
                format!("First: also {}", self.inside(then))
            }
            Effect::If { condition, then, otherwise } => {
                let mut text = format!("if {}, {}", self.condition(condition), self.inside(then));
                if !otherwise.is_empty() {
                    text.push_str(&format!("; otherwise, {}", self.inside(otherwise)));
                }
                text
            }
            Effect::Pay(cost, then) => format!("you may {} to {}", self.cost_order(cost), self.purpose(then)),
            Effect::Choose(lists) => {
                let all: Vec<String> = lists.iter().map(|l| self.inside(l)).collect();
                format!("choose one: {}", all.join("; or "))
            }
            Effect::May(list) if matches!(list[..], [Effect::Pay(..)]) => self.inside(list),
            Effect::May(list) => format!("you may {}", self.purpose(list)),
        }
    }

    fn goes_back(&self, selector: &Selector, place: Destination) -> String {
        let cards = self.cards(selector);
        let many = matches!(selector, Selector::UpTo(..));
        let (hand, owner) =
            if many { ("their owners' hands", "their owners'") } else { ("its owner's hand", "its owner's") };
        match place {
            Destination::Top => format!("put {cards} on top of {owner} {}", self.game.terms.deck),
            Destination::Bottom => format!("put {cards} on the bottom of {owner} {}", self.game.terms.deck),
            _ => format!("return {cards} to {hand}"),
        }
    }

    fn counters(&self, n: &Amount, on: &Selector) -> String {
        let (counter, cards) = (self.counter(), self.cards(on));
        match n {
            Amount::Number(1) => format!("put a {counter} on {cards}"),
            Amount::Number(n) => format!("put {} {counter}s on {cards}", count_word(*n)),
            Amount::Per(1, each) => format!("put a {counter} on {cards} {}", self.for_each(each)),
            Amount::Per(n, each) => format!("put {} {counter}s on {cards} {}", count_word(*n), self.for_each(each)),
            Amount::X => format!("put X {counter}s on {cards}"),
            other => format!("put {counter}s on {cards} equal to {}", self.source(other)),
        }
    }

    fn discards(&self, who: PlayerSelector, count: &Amount, picker: &Picker) -> String {
        let discards = self.does(who, "discard", "discards");
        match (picker, who) {
            (Picker::Random, _) => format!("{discards} {} at random", self.cards_drawn(count)),
            (Picker::Owner, PlayerSelector::You) => format!("{discards} {}", self.cards_drawn(count)),
            (Picker::Owner, _) => format!("{discards} {} of their choice", self.cards_drawn(count)),
            (Picker::You(query), _) => {
                let cards = match count {
                    Amount::Number(n) => self.some(query, *n as u32),
                    other => self.cards_drawn(other),
                };
                format!("{} shows you their hand and discards {cards} of your choice", player(who))
            }
        }
    }

    fn looks(&self, count: &Amount, take: Option<&(Query, u32)>, to: Destination, rest: Destination) -> String {
        let terms = &self.game.terms;
        let single = *count == Amount::Number(1);
        let top = match count {
            Amount::Number(1) => format!("the top card of your {}", terms.deck),
            Amount::Number(n) => format!("the top {} cards of your {}", count_word(*n), terms.deck),
            Amount::X => format!("the top X cards of your {}", terms.deck),
            other => format!("cards on top of your {} equal to {}", terms.deck, self.source(other)),
        };
        let to = if to == Destination::Play { "into play" } else { "into your hand" };
        let away = match rest {
            Destination::Top => "on top in any order".to_owned(),
            Destination::Either => "on top or on the bottom in any order".to_owned(),
            Destination::Discard => format!("into your {}", terms.discard_pile),
            _ => "on the bottom in any order".to_owned(),
        };
        match take {
            None if single && rest == Destination::Either => format!("look at {top}; you may put it on the bottom"),
            None if rest == Destination::Either => {
                format!("look at {top}; put any number of them on the bottom and the rest on top in any order")
            }
            None => format!("look at {top}; put them {away}"),
            Some((Query::All, n)) => {
                format!("look at {top}; put {} of them {to} and the rest {away}", count_word(*n as i32))
            }
            Some((query, _)) if single => {
                let away = away.trim_end_matches(" in any order");
                format!(
                    "look at {top}; if it is {}, you may put it {to}; otherwise put it {away}",
                    a(&self.singular(query))
                )
            }
            Some((query, n)) => {
                format!(
                    "look at {top}; you may put {} from among them {to}; put the rest {away}",
                    self.up_to(query, *n)
                )
            }
        }
    }

    /// `an entity`, `two entities`.
    fn some(&self, query: &Query, n: u32) -> String {
        match n {
            1 => a(&self.singular(query)),
            n => format!("{} {}", count_word(n as i32), self.plural(query)),
        }
    }

    /// `an entity`, `up to two entities`.
    fn up_to(&self, query: &Query, n: u32) -> String {
        let up_to = if n > 1 { "up to " } else { "" };
        format!("{up_to}{}", self.some(query, n))
    }

    /// Who does it: an order for oneself, a statement for others.
    fn does(&self, who: PlayerSelector, order: &str, statement: &str) -> String {
        match who {
            PlayerSelector::You => order.to_owned(),
            PlayerSelector::Opponent => format!("an opponent {statement}"),
            PlayerSelector::EachOpponent => format!("each opponent {statement}"),
            PlayerSelector::EachPlayer => format!("each player {statement}"),
            PlayerSelector::Controller => format!("its controller {statement}"),
        }
    }
}

/// What others do, as a statement and as an order.
const OTHERS: [(&str, &str); 6] = [
    ("gains", "gain"),
    ("loses", "lose"),
    ("draws", "draw"),
    ("discards", "discard"),
    ("sacrifices", "sacrifice"),
    ("makes", "make"),
];

/// An order as a statement about somebody else: `spend 2 Influence` → `spends 2 Influence`.
fn third_person(order: &str) -> String {
    let (verb, rest) = order.split_once(' ').unwrap_or((order, ""));
    let verb = if verb.ends_with("ch") { format!("{verb}es") } else { format!("{verb}s") };
    format!("{verb} {rest}").trim_end().to_owned()
}

fn card_or_cards(n: i32) -> String {
    if n == 1 { "card".into() } else { format!("{} cards", count_word(n)) }
}
