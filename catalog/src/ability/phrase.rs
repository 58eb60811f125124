//! Words of card text: cards as phrases.

use super::measure::{bounds, of_resource};
use super::{CardFilter, CardRef, CardState, PlayerSelector, PlayerSide, Selector};
use crate::card::Card;
use crate::fold::capital;
use crate::game::{FieldKind, GameData, Mask};
use crate::query::{CardPart, CardTest, CompareOp, NumberRange, Pattern, Query};

/// Writes phrases for one card.
pub(super) struct Phrases<'g> {
    pub game: &'g GameData,
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

    /// The one wider type that means exactly these types, such as `spell`.
    fn wide_type(&self, mask: Mask) -> Option<&str> {
        let mut wide = self.game.types.iter().flat_map(|t| &t.under);
        let types = |word: &String| {
            let under = self.game.types.iter().enumerate().filter(|(_, t)| t.under.contains(word));
            under.fold(0, |mask, (i, _)| mask | 1 << i)
        };
        wide.find(|word| types(word) == mask).map(String::as_str)
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
            Query::Test(CardTest::Type(mask)) => {
                if let Some(wide) = self.wide_type(*mask) {
                    noun.singular.push(wide.to_owned());
                    noun.plural.push(format!("{wide}s"));
                    return;
                }
                for t in game.types.iter().enumerate().filter(|(i, _)| mask & (1 << i) != 0).map(|(_, t)| t) {
                    noun.singular.push(self.type_word(&t.name));
                    noun.plural.push(self.type_word(&t.plural));
                }
            }
            Query::Test(CardTest::Flag(field)) => noun.before.push(game.fields[*field].name.to_lowercase()),
            Query::Test(CardTest::In(
                CardPart::Subtype,
                Pattern::Part(text) | Pattern::Words(text) | Pattern::Whole(text),
            )) => noun.before.push(capital(text)),
            Query::Test(CardTest::Rarity(CompareOp::Has | CompareOp::Is, list)) => {
                let names: Vec<String> = list.iter().map(|r| game.rarities[*r as usize].name.to_lowercase()).collect();
                noun.before.push(listed(&names, "or"));
            }
            Query::Test(CardTest::Factions(range)) => {
                let faction = game.faction_name.to_lowercase();
                match *range {
                    NumberRange { min: _, max: Some(0), outside: false } => noun.after.push(format!("of no {faction}")),
                    NumberRange { min: Some(1), max: Some(1), outside: false } => {
                        noun.before.push(format!("one-{faction}"))
                    }
                    _ => noun.before.push(format!("multi-{faction}")),
                }
            }
            Query::Test(CardTest::Keyword(list)) => {
                noun.before.push(listed(&list.iter().map(keyword).collect::<Vec<_>>(), "or"));
            }
            Query::Not(inner) => match &**inner {
                Query::Test(CardTest::Keyword(list)) => {
                    noun.before.extend(list.iter().map(|k| format!("non-{}", keyword(k))));
                }
                Query::Test(CardTest::Type(_) | CardTest::Flag(_) | CardTest::In(CardPart::Subtype, _)) => {
                    let word = self.singular(inner);
                    noun.before.push(format!("non-{}", word.strip_suffix(" card").unwrap_or(&word)));
                }
                other => noun.after.push(format!("that is not {}", a(&self.singular(other)))),
            },
            Query::Test(CardTest::Faction(_, mask)) => {
                noun.before.extend(game.factions_of(*mask).map(|f| f.name.clone()));
            }
            Query::Test(CardTest::KeywordNumber(k, range)) => {
                noun.after.push(format!("with {} {}", keyword(k), bounds(range)));
            }
            Query::Test(CardTest::Number { field, resource, range }) => {
                let field = &game.fields[*field];
                noun.after.push(match (field.kind, resource) {
                    (FieldKind::Number, _) => format!("with {} {}", field.name, bounds(range)),
                    (_, Some(r)) => format!("that costs {} {}", of_resource(range, &game.resources[*r].name), ""),
                    (_, None) => format!("that costs {}", bounds(range)),
                });
            }
            Query::Or(parts) => {
                for part in parts {
                    noun.singular.push(self.singular(part));
                    noun.plural.push(self.plural(part));
                }
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
    pub fn singular_with(&self, query: &Query, after_noun: &str) -> String {
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

    fn state(&self, state: CardState) -> &str {
        match state {
            CardState::Tapped => &self.game.terms.tapped,
            CardState::Untapped => &self.game.terms.untapped,
            CardState::Attacking => "attacking",
            CardState::Blocking => "blocking",
            CardState::Fighting => "attacking or blocking",
            CardState::Damaged => "damaged",
        }
    }

    /// The cards of a group as a noun: one of them, or many; players too if it names them.
    fn members(&self, group: &CardFilter, many: bool) -> String {
        let mut noun = self.noun(&group.query);
        let words = if many { &mut noun.plural } else { &mut noun.singular };
        if group.players {
            words.push(if many { "players".into() } else { "player".into() });
        }
        let mut name = listed(words, if many { "and" } else { "or" });
        if group.here {
            name.push_str(&format!(" {}", self.game.terms.here));
        }
        if group.side == PlayerSide::Enemy {
            noun.before.insert(0, "enemy".into());
        }
        if let Some(state) = group.state {
            noun.before.insert(0, self.state(state).to_owned());
        }
        if many {
            noun.after.iter_mut().for_each(|t| *t = t.replacen("that costs", "that cost", 1));
        }
        join(&noun.before, &name, &noun.after)
    }

    /// A card that a selector chooses, or all that it means: the object of a sentence.
    pub fn cards(&self, selector: &Selector) -> String {
        match selector {
            Selector::Known(known) => self.known(*known),
            Selector::Players(who) => player(*who).into(),
            // One has one of those: a Headquarters.
            Selector::Choose(g) if g.side == PlayerSide::Your && self.plural(&g.query) == self.singular(&g.query) => {
                format!("your {}", self.members(g, false))
            }
            Selector::Choose(g) => match (g.side, g.other) {
                (PlayerSide::Your, false) => format!("one of your {}", self.members(g, true)),
                (PlayerSide::Your, true) => format!("another of your {}", self.members(g, true)),
                (PlayerSide::Enemy, _) | (PlayerSide::Any, false) => a(&self.members(g, false)),
                (PlayerSide::Any, true) => format!("another {}", self.members(g, false)),
            },
            Selector::UpTo(n, g) => {
                let (n, other) = (count_word(*n as i32), if g.other { "other " } else { "" });
                match g.side {
                    PlayerSide::Your => format!("up to {n} of your {other}{}", self.members(g, true)),
                    PlayerSide::Enemy => format!("up to {n} {}", self.members(g, true)),
                    PlayerSide::Any => format!("up to {n} {other}{}", self.members(g, true)),
                }
            }
            Selector::Each(g) => match (g.side, g.other) {
                (PlayerSide::Your, false) => format!("each of your {}", self.members(g, true)),
                (PlayerSide::Your, true) => format!("each of your other {}", self.members(g, true)),
                (PlayerSide::Enemy, _) | (PlayerSide::Any, false) => format!("each {}", self.members(g, false)),
                (PlayerSide::Any, true) => format!("each other {}", self.members(g, false)),
            },
        }
    }

    pub fn known(&self, known: CardRef) -> String {
        match known {
            CardRef::This => self.this(),
            CardRef::It => "it".into(),
            CardRef::Host => self.game.terms.host.clone(),
            CardRef::User => "the User".into(),
        }
    }

    /// One card of a group as the subject of an event: `another of your assets`.
    pub fn member(&self, group: &CardFilter) -> String {
        self.cards(&Selector::Choose(group.clone()))
    }

    /// Cards of a group that wait to take effect: `a waiting spell that costs 3 or less`.
    pub fn waiting(&self, selector: &Selector) -> String {
        match selector {
            Selector::Choose(g) => a(&format!("waiting {}", self.members(g, false))),
            Selector::Each(g) => format!("each waiting {}", self.members(g, false)),
            other => self.cards(other),
        }
    }

    /// All cards of a group as the subject of a sentence: `your instants and sorceries`.
    pub fn all(&self, group: &CardFilter) -> String {
        match group.side {
            PlayerSide::Your => format!("your {}", self.members(group, true)),
            PlayerSide::Enemy | PlayerSide::Any => self.members(group, true),
        }
    }

    /// How a card is: `charged`.
    pub fn is_so(&self, state: CardState) -> String {
        self.state(state).to_owned()
    }
}

/// A player as the object of a sentence.
pub(super) fn player(who: PlayerSelector) -> &'static str {
    match who {
        PlayerSelector::You => "you",
        PlayerSelector::Opponent => "an opponent",
        PlayerSelector::EachOpponent => "each opponent",
        PlayerSelector::EachPlayer => "each player",
        PlayerSelector::Controller => "its controller",
    }
}

/// Whose something is.
pub(super) fn whose(who: PlayerSelector) -> &'static str {
    match who {
        PlayerSelector::You => "your",
        PlayerSelector::Opponent => "an opponent's",
        PlayerSelector::EachOpponent => "each opponent's",
        PlayerSelector::EachPlayer => "each player's",
        PlayerSelector::Controller => "its controller's",
    }
}

fn join(before: &[String], noun: &str, after: &[String]) -> String {
    let mut words = before.to_vec();
    words.push(noun.to_owned());
    words.extend_from_slice(after);
    words.join(" ")
}
