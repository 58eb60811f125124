//! Tree → card text.

use super::phrase::{Phrases, a, count_word, listed};
use super::{Ability, AbilityKind, Amount, CardRef, Effect, PlayerSide, Selector, TriggerEvent};
use crate::card::{Card, FieldValue};
use crate::fold::{capital, lower_first};
use crate::game::GameData;

/// The rules text that a card's fields and abilities give, without keywords; one paragraph a line.
pub fn text(game: &GameData, card: &Card) -> String {
    let p = Phrases { game, card };
    let abilities = &card.abilities;
    let mut paragraphs: Vec<String> = (0..game.fields.len()).filter_map(|f| p.sentence(f)).collect();
    let attached = abilities.iter().any(attaches);
    let modes: Vec<String> =
        abilities.iter().filter(|a| matches!(a.shape, AbilityKind::Played { .. })).map(|a| p.mode(a)).collect();
    if !modes.is_empty() {
        paragraphs.push(modes.join(" OR "));
    }
    for ability in abilities {
        match &ability.shape {
            AbilityKind::Played { .. } => {}
            AbilityKind::Static if attached && about_host(ability) => {}
            _ => paragraphs.push(p.in_place(ability)),
        }
    }
    paragraphs.join("\n")
}

/// What one ability of a card says, by its place; nothing if there is none.
pub fn ability_text(game: &GameData, card: &Card, at: usize) -> String {
    let p = Phrases { game, card };
    match card.abilities.get(at) {
        Some(ability) if matches!(ability.shape, AbilityKind::Played { .. }) => p.mode(ability),
        Some(ability) => p.in_place(ability),
        None => String::new(),
    }
}

pub(super) fn attaches(ability: &Ability) -> bool {
    matches!(ability.effects.first(), Some(Effect::Attach(_)))
}

fn about_host(ability: &Ability) -> bool {
    let host = Some(&Selector::Known(CardRef::Host));
    ability.shape == AbilityKind::Static
        && ability.condition.is_none()
        && ability.effects.iter().all(|e| e.selector() == host)
}

impl Phrases<'_> {
    /// The sentence of a field that the card has, and that is not 0.
    fn sentence(&self, field: usize) -> Option<String> {
        let mut text = self.game.fields[field].sentence.clone()?;
        if matches!(self.card.values[field], None | Some(FieldValue::Number(0))) {
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
            Some(FieldValue::Number(n)) => n.to_string(),
            Some(FieldValue::Text(text)) => text.clone(),
            Some(FieldValue::Amounts { list, .. }) => {
                let amounts: Vec<(u8, Amount)> = list.iter().map(|(r, n)| (*r, Amount::Number(*n))).collect();
                self.resources(&amounts)
            }
            Some(FieldValue::Resources(mask)) => {
                let resources = self.game.resources.iter().enumerate().filter(|(i, _)| mask & (1 << i) != 0);
                listed(&resources.map(|(_, r)| r.name.clone()).collect::<Vec<_>>(), "or")
            }
            _ => String::new(),
        }
    }

    /// A mode of the card, with what it does to what it is attached to.
    fn mode(&self, ability: &Ability) -> String {
        self.played(ability, if attaches(ability) { &self.card.abilities } else { &[] })
    }

    /// A mode of a card that is played.
    pub(super) fn played(&self, ability: &Ability, all: &[Ability]) -> String {
        let AbilityKind::Played { need, rapid } = &ability.shape else { return String::new() };
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
        let deed = self.cost_order(need);
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

    /// An ability of a card in play, or in a discard pile.
    fn in_place(&self, ability: &Ability) -> String {
        let text = self.in_play(ability);
        if ability.discarded { format!("From your {}: {text}", self.game.terms.discard_pile) } else { text }
    }

    /// An ability of a card in play.
    pub(super) fn in_play(&self, ability: &Ability) -> String {
        let condition = ability.condition.as_ref().map(|c| self.condition(c));
        let terms = &self.game.terms;
        match &ability.shape {
            AbilityKind::Triggered { event, subject } => {
                let when = match (event, subject) {
                    (TriggerEvent::TurnStart, _) => terms.start.replace("{}", "your"),
                    (TriggerEvent::TurnEnd, _) => terms.end.replace("{}", "your"),
                    (TriggerEvent::EnemyTurnStart, _) => terms.start.replace("{}", "each opponent's"),
                    (TriggerEvent::EnemyTurnEnd, _) => terms.end.replace("{}", "each opponent's"),
                    (TriggerEvent::EachTurnStart, _) => terms.start.replace("{}", "each"),
                    (TriggerEvent::EachTurnEnd, _) => terms.end.replace("{}", "each"),
                    (TriggerEvent::Revealed, _) => "When revealed".into(),
                    (TriggerEvent::Chaos, _) => "Chaos".into(),
                    (TriggerEvent::Carries, _) => format!("When {} carries an entity", self.this()),
                    (TriggerEvent::Deployed, None) => "When deployed".into(),
                    (TriggerEvent::Destroyed, None) => "When destroyed".into(),
                    (TriggerEvent::Played, Some(group)) => match group.side {
                        PlayerSide::Your => format!("When you play {}", a(&self.singular(&group.query))),
                        PlayerSide::Enemy => format!("When an opponent plays {}", a(&self.singular(&group.query))),
                        PlayerSide::Any => format!("When anybody plays {}", a(&self.singular(&group.query))),
                    },
                    (TriggerEvent::Discarded, Some(group)) => {
                        let card = a(&self.singular(&group.query));
                        match group.side {
                            PlayerSide::Your => format!("When you discard {card} from hand"),
                            PlayerSide::Enemy => format!("When an opponent discards {card} from hand"),
                            PlayerSide::Any => format!("When anybody discards {card} from hand"),
                        }
                    }
                    (TriggerEvent::Milled, Some(group)) => {
                        let card = a(&self.singular(&group.query));
                        let whose = match group.side {
                            PlayerSide::Your => "your",
                            PlayerSide::Enemy => "an opponent's",
                            PlayerSide::Any => "anybody's",
                        };
                        format!("When {card} goes from {whose} {} to the {}", terms.deck, terms.discard_pile)
                    }
                    (event, subject) => {
                        let who = subject.as_ref().map_or_else(|| self.this(), |g| self.member(g));
                        format!("When {who} {}", self.trigger_clause(*event))
                    }
                };
                let body = self.sentences_from(&ability.effects, true);
                match condition {
                    Some(condition) => format!("{when} → if {condition}, {body}"),
                    None => format!("{when} → {body}"),
                }
            }
            AbilityKind::Activated { cost, uses } => {
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
            AbilityKind::Static => {
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
            AbilityKind::Played { .. } => String::new(),
        }
    }

    /// What is always so of a subject.
    pub fn always(&self, effect: &Effect, subject: &str) -> String {
        match effect {
            Effect::Give(gift, ..) => format!("{subject} has {}", self.modifier(gift)),
            Effect::Cheaper(n, group) => {
                let how = if *n < 0 { "more" } else { "less" };
                format!("{} cost {} {how}", self.all(group), n.abs())
            }
            Effect::ExtraPlay(query) => format!("you may play one more {} each turn", self.singular(query)),
            _ => format!("{subject} is hacked"),
        }
    }

    fn trigger_clause(&self, event: TriggerEvent) -> String {
        match event {
            TriggerEvent::Deployed => "is deployed".into(),
            TriggerEvent::Enters => self.game.terms.enters.clone(),
            TriggerEvent::Destroyed => "is destroyed".into(),
            TriggerEvent::Dies => self.game.terms.dies.clone(),
            TriggerEvent::Leaves => "leaves play".into(),
            TriggerEvent::Attacks => "attacks".into(),
            TriggerEvent::Blocks => "blocks".into(),
            TriggerEvent::Hits => format!("damages {} in combat", self.game.terms.base),
            TriggerEvent::Damaged => "is dealt damage".into(),
            TriggerEvent::Tapped => format!("becomes {}", self.game.terms.tapped),
            TriggerEvent::TakesControl => "takes control".into(),
            TriggerEvent::Discarded => "is discarded from hand".into(),
            TriggerEvent::Milled => {
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
    lower_first(text)
}
