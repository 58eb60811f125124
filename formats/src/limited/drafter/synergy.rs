//! What goes together: cards that ask for a kind of card, and cards of that kind. Nobody declares it: a card asks for
//! what the queries in its abilities select on its own side, and for the keywords, subtypes and types that its rules
//! text names. Kinds that nearly every card is of say nothing and are left out.

use std::collections::BTreeMap;

use catalog::ability::{Ability, AbilityKind, Amount, CardFilter, Condition, Countable, Effect, PlayerSide, Selector};
use catalog::query::CountQuery;
use catalog::{Card, CardIx, GameData, Query};

use super::PointsFor;
use crate::format::Advice;

/// Most kinds that are looked at: the ones that most pairs of cards share.
pub(super) const TAGS: usize = 64;
/// What each card that goes together with this one is worth.
const PAIR: i32 = 60;
/// Cards beyond so many of a kind add nothing.
const ENOUGH: u8 = 5;

/// Which kinds each card is of, and which it asks for.
#[derive(Debug)]
pub(super) struct SynergyLinks {
    /// `[card]`: is, wants.
    cards: Vec<[u64; 2]>,
    names: Vec<String>,
}

/// So many cards of a kind, as an advice asks for: least, which, in words.
pub(super) fn wanted(advice: &Advice) -> Option<(i32, &Query, String)> {
    match &advice.count {
        CountQuery::Of { min, max: None, query } if *min > 0 => Some((*min as i32, query, advice.text_for(0))),
        _ => None,
    }
}

/// A kind of card: by what it is told, who is of it, who asks for it.
struct SynergyKind {
    name: String,
    is: Vec<usize>,
    wants: Vec<usize>,
}

impl SynergyLinks {
    /// The links between these cards.
    pub(super) fn among(game: &GameData, among: &[CardIx]) -> SynergyLinks {
        let mut kinds = kinds_in_texts(game, among);
        kinds.extend(kinds_in_abilities(game, among));
        let common = among.len() / 3;
        kinds.retain(|k| {
            !k.is.is_empty() && !k.wants.is_empty() && k.is.len() <= common.max(1) && k.wants.len() <= common.max(1)
        });
        kinds.sort_by_key(|k| (std::cmp::Reverse(k.is.len() * k.wants.len()), k.name.clone()));
        kinds.dedup_by(|a, b| a.is == b.is && a.wants == b.wants);
        kinds.truncate(TAGS);
        let mut cards = vec![[0; 2]; game.cards.len()];
        for (tag, kind) in kinds.iter().enumerate() {
            kind.is.iter().for_each(|c| cards[*c][0] |= 1 << tag);
            kind.wants.iter().for_each(|c| cards[*c][1] |= 1 << tag);
        }
        SynergyLinks { cards, names: kinds.into_iter().map(|k| k.name).collect() }
    }

    fn card(&self, card: CardIx) -> [u64; 2] {
        self.cards.get(card.at()).copied().unwrap_or_default()
    }

    pub(super) fn note(&self, tags: &mut [[u8; 2]; TAGS], card: CardIx) {
        for (side, mut mask) in self.card(card).into_iter().enumerate() {
            while mask != 0 {
                let count = &mut tags[mask.trailing_zeros() as usize][side];
                *count = count.saturating_add(1);
                mask &= mask - 1;
            }
        }
    }

    /// Each card taken that asks for this one's kinds, and each that is of a kind that this one asks for.
    pub(super) fn points(&self, tags: &[[u8; 2]; TAGS], card: CardIx) -> i32 {
        let [is, wants] = self.card(card);
        let mut pairs = 0;
        for (mut mask, side) in [(is, 1), (wants, 0)] {
            while mask != 0 {
                pairs += i32::from(tags[mask.trailing_zeros() as usize][side].min(ENOUGH));
                mask &= mask - 1;
            }
        }
        PAIR * pairs
    }

    /// The kind that gives most of the points.
    pub(super) fn reason(&self, tags: &[[u8; 2]; TAGS], card: CardIx) -> PointsFor {
        let [is, wants] = self.card(card);
        let all = (0..self.names.len()).flat_map(|tag| {
            let asked = if is >> tag & 1 == 1 { tags[tag][1] } else { 0 };
            let there = if wants >> tag & 1 == 1 { tags[tag][0] } else { 0 };
            [(asked, tag, true), (there, tag, false)]
        });
        match all.max_by_key(|(count, tag, _)| (*count, std::cmp::Reverse(*tag))) {
            Some((count, tag, true)) => PointsFor::WantedBy { count, tag: self.names[tag].clone() },
            Some((count, tag, false)) => PointsFor::GoesWith { count, tag: self.names[tag].clone() },
            None => PointsFor::Synergy,
        }
    }
}

/// Keywords, subtypes and types that are named in rules texts.
fn kinds_in_texts(game: &GameData, among: &[CardIx]) -> Vec<SynergyKind> {
    let mut words: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let mut add = |word: &str, card: usize| {
        let cards = words.entry(catalog::fold::fold(word)).or_default();
        if cards.last() != Some(&card) {
            cards.push(card);
        }
    };
    for (i, card) in among.iter().map(|c| (c.at(), game.card(*c))) {
        card.keywords.iter().for_each(|k| add(&game.keywords[k.keyword as usize].name, i));
        card.subtypes.iter().for_each(|s| add(s, i));
        card.types.iter().for_each(|t| add(&game.types[*t as usize].name, i));
    }
    let texts: Vec<(usize, String)> =
        among.iter().map(|c| (c.at(), catalog::fold::fold(&game.card(*c).text))).collect();
    let kinds = words.into_iter().map(|(word, is)| {
        let named = texts.iter().filter(|(i, text)| has_word(text, &word) && !is.contains(i));
        SynergyKind { wants: named.map(|(i, _)| *i).collect(), name: word, is }
    });
    kinds.collect()
}

fn has_word(text: &str, word: &str) -> bool {
    !word.is_empty()
        && text.match_indices(word).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + word.len()..].chars().next();
            // A plural is the same word.
            let ends = after.is_none_or(|c| !c.is_alphanumeric() || c == 's');
            before.is_none_or(|c| !c.is_alphanumeric()) && ends
        })
}

/// What abilities select on their own side.
fn kinds_in_abilities(game: &GameData, among: &[CardIx]) -> Vec<SynergyKind> {
    let mut asked: Vec<(Query, Vec<usize>)> = Vec::new();
    for i in among.iter().map(|c| c.at()) {
        for query in queries(&game.cards[i]) {
            match asked.iter_mut().find(|(q, _)| q == query) {
                Some((_, cards)) if cards.last() == Some(&i) => {}
                Some((_, cards)) => cards.push(i),
                None => asked.push((query.clone(), vec![i])),
            }
        }
    }
    let kinds = asked.into_iter().map(|(query, wants)| SynergyKind {
        name: query.print(game),
        is: among.iter().filter(|c| query.matches(game.card(**c))).map(|c| c.at()).collect(),
        wants,
    });
    kinds.collect()
}

/// The queries about one's own cards in the abilities of a card.
fn queries(card: &Card) -> Vec<&Query> {
    let mut found = Vec::new();
    for ability in &card.abilities {
        queries_in_ability(ability, &mut found);
    }
    found.retain(|q| **q != Query::All);
    found
}

fn queries_in_ability<'a>(ability: &'a Ability, found: &mut Vec<&'a Query>) {
    if let AbilityKind::Triggered { subject: Some(group), .. } = &ability.shape {
        queries_in_group(group, found);
    }
    if let Some(condition) = &ability.condition {
        queries_in_condition(condition, found);
    }
    queries_in_effects(&ability.effects, found);
}

fn queries_in_effects<'a>(effects: &'a [Effect], found: &mut Vec<&'a Query>) {
    for effect in effects {
        if let Some(Selector::Choose(group) | Selector::UpTo(_, group) | Selector::Each(group)) = effect.selector() {
            queries_in_group(group, found);
        }
        match effect {
            Effect::Cheaper(_, group) => queries_in_group(group, found),
            Effect::Download { query, .. } | Effect::Fetch { query, .. } | Effect::Put { query, .. } => {
                found.push(query)
            }
            Effect::Look { take: Some((query, _)), .. } | Effect::ExtraPlay(query) => found.push(query),
            Effect::Draw(_, amount) | Effect::Damage { amount, .. } => queries_in_amount(amount, found),
            Effect::If { condition, .. } => queries_in_condition(condition, found),
            // What is aimed at cards in play was read above; the rest names no cards.
            Effect::Gain(..) | Effect::Lose(..) | Effect::Destroy(_) | Effect::Exile(_) | Effect::Tap(_) => {}
            Effect::Untap(_) | Effect::Return(..) | Effect::Flicker(_) | Effect::Move(_) | Effect::Control(..) => {}
            Effect::Counters(..) | Effect::Negate(..) | Effect::Discard { .. } | Effect::Sacrifice { .. } => {}
            Effect::Mill(..) | Effect::Purge { .. } | Effect::Reshuffle(_) | Effect::Peek(_) => {}
            Effect::Look { take: None, .. } | Effect::Research { .. } | Effect::Give(..) | Effect::Hack(..) => {}
            Effect::Attach(_) | Effect::Points(..) | Effect::TakeControl(_) | Effect::ExtraTurn | Effect::Win => {}
            Effect::Check { .. } | Effect::Pay(..) | Effect::Choose(_) | Effect::May(_) => {}
        }
        effect.inner().into_iter().for_each(|inner| queries_in_effects(inner, found));
    }
}

fn queries_in_amount<'a>(amount: &'a Amount, found: &mut Vec<&'a Query>) {
    if let Amount::Per(_, countable) = amount {
        queries_in_countable(countable, found);
    }
}

fn queries_in_condition<'a>(condition: &'a Condition, found: &mut Vec<&'a Query>) {
    match condition {
        Condition::Count { what, .. } => queries_in_countable(what, found),
        Condition::Not(inner) => queries_in_condition(inner, found),
        Condition::And(list) => list.iter().for_each(|c| queries_in_condition(c, found)),
        _ => {}
    }
}

fn queries_in_countable<'a>(countable: &'a Countable, found: &mut Vec<&'a Query>) {
    match countable {
        Countable::Cards(group) => queries_in_group(group, found),
        Countable::Pile(PlayerSide::Your, _, query) => found.push(query),
        _ => {}
    }
}

fn queries_in_group<'a>(group: &'a CardFilter, found: &mut Vec<&'a Query>) {
    if group.side == PlayerSide::Your {
        found.push(&group.query);
    }
}
