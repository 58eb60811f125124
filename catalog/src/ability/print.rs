//! Tree → card text.

use super::phrase::{Phrases, a, count_word, listed};
use super::{Ability, Amount, Effect, Event, Known, Selector, Shape, Side};
use crate::card::{Card, Value};
use crate::fold::capital;
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
            _ if ability.discarded => {
                paragraphs.push(format!("From your {}: {}", game.terms.discard_pile, p.standing(ability)));
            }
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
            Some(Value::Resources(mask)) => {
                let resources = self.game.resources.iter().enumerate().filter(|(i, _)| mask & (1 << i) != 0);
                listed(&resources.map(|(_, r)| r.name.clone()).collect::<Vec<_>>(), "or")
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
        let terms = &self.game.terms;
        match &ability.shape {
            Shape::Triggered { event, subject } => {
                let when = match (event, subject) {
                    (Event::TurnStart, _) => terms.start.replace("{}", "your"),
                    (Event::TurnEnd, _) => terms.end.replace("{}", "your"),
                    (Event::EnemyTurnStart, _) => terms.start.replace("{}", "each opponent's"),
                    (Event::EnemyTurnEnd, _) => terms.end.replace("{}", "each opponent's"),
                    (Event::EachTurnStart, _) => terms.start.replace("{}", "each"),
                    (Event::EachTurnEnd, _) => terms.end.replace("{}", "each"),
                    (Event::Revealed, _) => "When revealed".into(),
                    (Event::Chaos, _) => "Chaos".into(),
                    (Event::Carries, _) => format!("When {} carries an entity", self.this()),
                    (Event::Deployed, None) => "When deployed".into(),
                    (Event::Destroyed, None) => "When destroyed".into(),
                    (Event::Played, Some(group)) => match group.side {
                        Side::Your => format!("When you play {}", a(&self.singular(&group.query))),
                        Side::Enemy => format!("When an opponent plays {}", a(&self.singular(&group.query))),
                        Side::Any => format!("When anybody plays {}", a(&self.singular(&group.query))),
                    },
                    (Event::Discarded, Some(group)) => {
                        let card = a(&self.singular(&group.query));
                        match group.side {
                            Side::Your => format!("When you discard {card} from hand"),
                            Side::Enemy => format!("When an opponent discards {card} from hand"),
                            Side::Any => format!("When anybody discards {card} from hand"),
                        }
                    }
                    (Event::Milled, Some(group)) => {
                        let card = a(&self.singular(&group.query));
                        let whose = match group.side {
                            Side::Your => "your",
                            Side::Enemy => "an opponent's",
                            Side::Any => "anybody's",
                        };
                        format!("When {card} goes from {whose} {} to the {}", terms.deck, terms.discard_pile)
                    }
                    (event, subject) => {
                        let who = subject.as_ref().map_or_else(|| self.this(), |g| self.member(g));
                        format!("When {who} {}", self.happens(*event))
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
    pub fn always(&self, effect: &Effect, subject: &str) -> String {
        match effect {
            Effect::Give(gift, ..) => format!("{subject} has {}", self.gift(gift)),
            Effect::Cheaper(n, group) => {
                let how = if *n < 0 { "more" } else { "less" };
                format!("{} cost {} {how}", self.all(group), n.abs())
            }
            Effect::ExtraPlay(query) => format!("you may play one more {} each turn", self.singular(query)),
            _ => format!("{subject} is hacked"),
        }
    }

    fn happens(&self, event: Event) -> String {
        match event {
            Event::Deployed => "is deployed".into(),
            Event::Enters => self.game.terms.enters.clone(),
            Event::Destroyed => "is destroyed".into(),
            Event::Dies => self.game.terms.dies.clone(),
            Event::Leaves => "leaves play".into(),
            Event::Attacks => "attacks".into(),
            Event::Blocks => "blocks".into(),
            Event::Hits => format!("damages {} in combat", self.game.terms.base),
            Event::Damaged => "is dealt damage".into(),
            Event::Tapped => format!("becomes {}", self.game.terms.tapped),
            Event::TakesControl => "takes control".into(),
            Event::Discarded => "is discarded from hand".into(),
            Event::Milled => {
                let terms = &self.game.terms;
                format!("goes from your {} to your {}", terms.deck, terms.discard_pile)
            }
            _ => String::new(),
        }
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
