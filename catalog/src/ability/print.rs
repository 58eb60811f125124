//! Tree → card text.

use super::phrase::{Phrases, a, capital, count_word, listed, points};
use super::{Ability, Amount, Effect, Event, Known, Pile, Selector, Shape, Side, Until, Who};
use crate::card::{Card, Value};
use crate::game::Game;

/// The rules text that a card's fields and abilities give, without keywords; one paragraph a line.
pub fn text(game: &Game, card: &Card) -> String {
    let p = Phrases { game, card };
    let abilities = &card.abilities;
    let mut paragraphs: Vec<String> = (0..game.fields.len()).filter_map(|f| p.sentence(f)).collect();
    let attached = abilities.iter().any(attaches);
    let modes: Vec<String> = abilities
        .iter()
        .filter(|a| matches!(a.shape, Shape::Played { .. }))
        .map(|a| p.played(a, if attaches(a) { abilities } else { &[] }))
        .collect();
    if !modes.is_empty() {
        paragraphs.push(modes.join(" OR "));
    }
    for ability in abilities {
        match &ability.shape {
            Shape::Played { .. } => {}
            Shape::Static if attached && about_host(ability) => {}
            _ => paragraphs.push(p.standing(ability)),
        }
    }
    paragraphs.join("\n")
}

fn attaches(ability: &Ability) -> bool {
    matches!(ability.effects.first(), Some(Effect::Attach(_)))
}

fn about_host(ability: &Ability) -> bool {
    let host = Some(&Selector::Known(Known::Host));
    ability.shape == Shape::Static
        && ability.condition.is_none()
        && ability.effects.iter().all(|e| e.selector() == host)
}

impl Phrases<'_> {
    /// The sentence of a field that the card has, and that is not 0.
    fn sentence(&self, field: usize) -> Option<String> {
        let mut text = self.game.fields[field].sentence.clone()?;
        if matches!(self.card.values[field], None | Some(Value::Number(0))) {
            return None;
        }
        for (i, declared) in self.game.fields.iter().enumerate() {
            let mark = format!("{{{}}}", declared.id);
            if text.contains(&mark) {
                text = text.replace(&mark, &self.value(i));
            }
        }
        Some(text)
    }

    fn value(&self, field: usize) -> String {
        match &self.card.values[field] {
            Some(Value::Number(n)) => n.to_string(),
            Some(Value::Text(text)) => text.clone(),
            Some(Value::Amounts { list, .. }) => {
                let amounts: Vec<(u8, Amount)> = list.iter().map(|(r, n)| (*r, Amount::Number(*n))).collect();
                self.resources(&amounts)
            }
            _ => String::new(),
        }
    }

    /// A mode of a card that is played.
    fn played(&self, ability: &Ability, all: &[Ability]) -> String {
        let Shape::Played { need, rapid } = &ability.shape else { return String::new() };
        let mut lead = String::new();
        if need.first {
            lead.push_str("First: ");
        }
        if *rapid {
            lead.push_str("Rapid: ");
        }
        if let Some(condition) = &ability.condition {
            lead.push_str(&format!("Play only if {}. ", self.condition(condition)));
        }
        let deed = self.deed(need);
        let mut effects = ability.effects.as_slice();
        if !deed.is_empty() && !attaches(ability) {
            return tidy(&lead, &format!("{deed} to {}", self.purpose(effects)));
        }
        let mut first = if deed.is_empty() { String::new() } else { format!("{deed} to ") };
        if let Some((Effect::Attach(selector), rest)) = effects.split_first() {
            first.push_str(&format!("attach to {}", self.cards(selector)));
            let hosted = all.iter().filter(|a| about_host(a)).flat_map(|a| &a.effects);
            let statics: Vec<String> = hosted.map(|e| self.always(e, "it")).collect();
            if !statics.is_empty() {
                first.push_str(&format!(": {}", listed(&statics, "and")));
            }
            effects = rest;
            first.push_str(". ");
            if effects.is_empty() {
                first.truncate(first.trim_end_matches([' ', '.']).len());
                first.push('.');
            }
            return tidy(&lead, &format!("{}{}", capital(&first), self.sentences(effects)));
        }
        tidy(&lead, &self.sentences(effects))
    }

    /// An ability of a card in play.
    fn standing(&self, ability: &Ability) -> String {
        let condition = ability.condition.as_ref().map(|c| self.condition(c));
        match &ability.shape {
            Shape::Triggered { event, subject } => {
                let when = match (event, subject) {
                    (Event::TurnStart, _) => "Start of your turn".into(),
                    (Event::TurnEnd, _) => "End of your turn".into(),
                    (Event::Deployed, None) => "When deployed".into(),
                    (Event::Destroyed, None) => "When destroyed".into(),
                    (Event::Played, Some(group)) => match group.side {
                        Side::Your => format!("When you play {}", a(&self.singular(&group.query))),
                        Side::Enemy => format!("When an opponent plays {}", a(&self.singular(&group.query))),
                        Side::Any => format!("When anybody plays {}", a(&self.singular(&group.query))),
                    },
                    (event, subject) => {
                        let who = subject.as_ref().map_or_else(|| self.this(), |g| self.member(g));
                        format!("When {who} {}", happens(*event))
                    }
                };
                let body = self.sentences_from(&ability.effects, true);
                match condition {
                    Some(condition) => format!("{when} → if {condition}, {body}"),
                    None => format!("{when} → {body}"),
                }
            }
            Shape::Activated { cost, uses } => {
                let mut lead = String::new();
                if cost.first {
                    lead.push_str("First: ");
                }
                let cost = self.cost(cost);
                let mut text = format!("{}: {}", capital(&cost), self.sentences_from(&ability.effects, true));
                if cost.is_empty() {
                    text = capital(&self.sentences_from(&ability.effects, true));
                }
                if let Some(condition) = condition {
                    text.push_str(&format!(" Use only if {condition}."));
                }
                match uses {
                    0 => text.push_str(" Use any number of times a turn."),
                    1 => {}
                    2 => text.push_str(" Use twice a turn."),
                    n => text.push_str(&format!(" Use {} times a turn.", count_word(*n as i32))),
                }
                lead + &text
            }
            Shape::Static => {
                let one = |e: &Effect| {
                    let subject = e.selector().map_or_else(|| self.this(), |s| self.cards(s));
                    self.always(e, &subject)
                };
                let all = listed(&ability.effects.iter().map(one).collect::<Vec<_>>(), "and");
                match condition {
                    Some(condition) => format!("While {condition}, {all}."),
                    None => format!("{}.", capital(&all)),
                }
            }
            Shape::Played { .. } => String::new(),
        }
    }

    /// What is always so of a subject.
    fn always(&self, effect: &Effect, subject: &str) -> String {
        match effect {
            Effect::Give(gift, ..) => format!("{subject} has {}", self.gift(gift)),
            _ => format!("{subject} is hacked"),
        }
    }

    fn sentences(&self, effects: &[Effect]) -> String {
        self.sentences_from(effects, false)
    }

    /// Effects as sentences; the first begins small if something stands before it.
    fn sentences_from(&self, effects: &[Effect], lead: bool) -> String {
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
    fn inside(&self, effects: &[Effect]) -> String {
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
    fn purpose(&self, effects: &[Effect]) -> String {
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
        let end = |until: &Until| if *until == Until::EndOfTurn { " until end of turn" } else { "" };
        match effect {
            Effect::Gain(who, list) => format!("{} {}", self.does(*who, "gain", "gains"), self.resources(list)),
            Effect::Lose(who, list) => format!("{} {}", self.does(*who, "lose", "loses"), self.resources(list)),
            Effect::Damage(n, to) => {
                format!("deal {}", self.amount_of(n, "damage", &format!(" to {}", self.cards(to))))
            }
            Effect::Destroy(s) => format!("destroy {}", self.cards(s)),
            Effect::Tap(s) => format!("tap {}", self.cards(s)),
            Effect::Untap(s) => format!("untap {}", self.cards(s)),
            Effect::Return(s) => format!("return {} to its owner's hand", self.cards(s)),
            Effect::Control(s) => format!("gain control of {}", self.cards(s)),
            Effect::Draw(who, n) => format!("{} {}", self.does(*who, "draw", "draws"), self.cards_drawn(n)),
            Effect::Discard { who, count, random } => {
                let how = match (random, who) {
                    (true, _) => " at random",
                    (false, Who::You) => "",
                    (false, _) => " of their choice",
                };
                format!("{} {}{how}", self.does(*who, "discard", "discards"), self.cards_drawn(count))
            }
            Effect::Mill(who, n) => {
                let whose = if *who == Who::You { "your" } else { "their" };
                let cards = match n {
                    Amount::Number(1) => format!("the top card of {whose} deck"),
                    Amount::Number(n) => format!("the top {} cards of {whose} deck", count_word(*n)),
                    Amount::Per(n, group) => {
                        format!("the top {} of {whose} deck {}", card_or_cards(*n), self.for_each(group))
                    }
                    other => format!("cards from the top of {whose} deck equal to {}", self.source(other)),
                };
                format!("{} {cards}", self.does(*who, "discard", "discards"))
            }
            Effect::Research { reveal: false } => "Research".into(),
            Effect::Research { reveal: true } => "reveal the top card of your deck and Research".into(),
            Effect::Download { query, from, count } => {
                let what = match count {
                    1 => a(&self.singular(query)),
                    n => format!("{} {}", count_word(*n as i32), self.plural(query)),
                };
                format!("download {what} from your {}", place(*from))
            }
            Effect::Put { query, from } => {
                format!("put {} from your {} into play", a(&self.singular(query)), place(*from))
            }
            Effect::Give(gift, to, until) => format!("give {} {}{}", self.cards(to), self.gift(gift), end(until)),
            Effect::Hack(s, until) => format!("hack {}{}", self.cards(s), end(until)),
            Effect::Attach(s) => format!("attach this to {}", self.cards(s)),
            Effect::Points(who, n) if *n >= 0 => format!("{} {}", self.does(*who, "gain", "gains"), points(*n)),
            Effect::Points(who, n) => format!("{} {}", self.does(*who, "lose", "loses"), points(-n)),
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
            Effect::If { condition: super::Condition::First, then, otherwise } if otherwise.is_empty() => {
                format!("First: also {}", self.inside(then))
            }
            Effect::If { condition, then, otherwise } => {
                let mut text = format!("if {}, {}", self.condition(condition), self.inside(then));
                if !otherwise.is_empty() {
                    text.push_str(&format!("; otherwise, {}", self.inside(otherwise)));
                }
                text
            }
            Effect::Pay(cost, then) => format!("you may {} to {}", self.deed(cost), self.purpose(then)),
            Effect::Choose(lists) => {
                let all: Vec<String> = lists.iter().map(|l| self.inside(l)).collect();
                format!("choose one: {}", all.join("; or "))
            }
            Effect::May(list) if matches!(list[..], [Effect::Pay(..)]) => self.inside(list),
            Effect::May(list) => format!("you may {}", self.purpose(list)),
        }
    }

    /// Who does it: an order for oneself, a statement for others.
    fn does(&self, who: Who, order: &str, statement: &str) -> String {
        match who {
            Who::You => order.to_owned(),
            Who::Opponent => format!("an opponent {statement}"),
            Who::EachOpponent => format!("each opponent {statement}"),
            Who::EachPlayer => format!("each player {statement}"),
            Who::Controller => format!("its controller {statement}"),
        }
    }
}

/// What others do, as a statement and as an order.
const OTHERS: [(&str, &str); 5] =
    [("gains", "gain"), ("loses", "lose"), ("draws", "draw"), ("discards", "discard"), ("makes", "make")];

fn happens(event: Event) -> &'static str {
    match event {
        Event::Deployed => "is deployed",
        Event::Destroyed => "is destroyed",
        Event::Attacks => "attacks",
        Event::Blocks => "blocks",
        Event::Hits => "damages an enemy Headquarters in combat",
        Event::TakesControl => "takes control",
        Event::Played | Event::TurnStart | Event::TurnEnd => "",
    }
}

fn card_or_cards(n: i32) -> String {
    if n == 1 { "card".into() } else { format!("{} cards", count_word(n)) }
}

fn place(pile: Pile) -> &'static str {
    match pile {
        Pile::Deck => "deck",
        Pile::Hand => "hand",
        Pile::Discard => "discard pile",
        Pile::Downloads => "downloads",
    }
}

/// A paragraph that begins with a capital, whatever stands before it.
fn tidy(lead: &str, text: &str) -> String {
    let after_colon = lead.ends_with(": ");
    let body = if after_colon { lower(text) } else { capital(text) };
    let mut whole = format!("{lead}{body}");
    if !whole.ends_with('.') {
        whole.push('.');
    }
    whole
}

/// With a small first letter, unless the first word is a term of the game such as Research.
fn lower(text: &str) -> String {
    if text.starts_with("Research") {
        return text.to_owned();
    }
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
}
