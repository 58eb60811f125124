//! What the main section of a deck is made of, in numbers. What follows from drawing it is the lab's to say.

use std::collections::BTreeMap;

use catalog::game::FieldKind;
use catalog::{Card, CardIx, GameData};

use crate::deck::{Deck, Listed};

/// The make-up of a deck. Cards that the game does not know are left out.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DeckStats {
    /// Known cards of the main section.
    pub cards: u32,
    /// Cards by total cost.
    pub curve: BTreeMap<i32, u32>,
    /// Cards without a cost.
    pub without_cost: u32,
    /// What costs ask for and what cards make, for each resource that comes up, in declared order.
    pub resources: Vec<ResourceCounts>,
    /// Cards by position of the type; a card of two types counts for both.
    pub types: Vec<(usize, u32)>,
    /// Cards by position of the faction, most first; a card of two counts for both.
    pub factions: Vec<(usize, u32)>,
    /// Cards of no faction.
    pub factionless: u32,
    /// Values of each number that cards of the deck have, in declared order.
    pub numbers: Vec<FieldStats>,
    /// Different cards by how many copies there are of each, over all printings.
    pub copies: BTreeMap<u32, u32>,
    /// Cards by tag.
    pub tags: BTreeMap<String, u32>,
}

/// A resource in a deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceCounts {
    /// Its position in the game.
    pub resource: usize,
    /// Cards that cost some of it.
    pub cards: u32,
    /// Units of it in all costs together.
    pub units: u32,
    /// Cards that cost some of it, by their total cost.
    pub curve: BTreeMap<i32, u32>,
    /// Cards that make it, as the game's model for turns alone declares.
    pub sources: u32,
}

/// A number on cards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldStats {
    /// Position of the field.
    pub field: usize,
    /// Cards by value.
    pub values: BTreeMap<i32, u32>,
}

/// The mean of values, each as often as it comes up; `None` without any.
pub fn mean(values: &BTreeMap<i32, u32>) -> Option<f64> {
    let cards: u32 = values.values().sum();
    let sum: f64 = values.iter().map(|(value, n)| f64::from(*value) * f64::from(*n)).sum();
    (cards > 0).then(|| sum / f64::from(cards))
}

impl DeckStats {
    /// Counts a deck.
    pub fn new(game: &GameData, deck: &Deck) -> DeckStats {
        let main = game.section("main").unwrap_or(0);
        let entries: Vec<(CardIx, u32)> =
            deck.sections[main].iter().filter_map(|e| Some((e.card.known()?, e.count))).collect();
        let mut stats = DeckStats { cards: entries.iter().map(|(_, n)| n).sum(), ..DeckStats::default() };
        let mut named: BTreeMap<CardIx, u32> = BTreeMap::new();
        for &(ix, n) in &entries {
            let card = game.card(ix);
            *named.entry(game.namesake(ix)).or_default() += n;
            match game.cost_field().and_then(|f| card.number_in(f)) {
                Some(cost) => *stats.curve.entry(cost).or_default() += n,
                None => stats.without_cost += n,
            }
            stats.factionless += if card.factions == 0 { n } else { 0 };
            for tag in deck.tags.get(Listed::Card(ix).first_printing_id(game)).into_iter().flatten() {
                *stats.tags.entry(tag.clone()).or_default() += n;
            }
        }
        for copies in named.into_values() {
            *stats.copies.entry(copies).or_default() += 1;
        }
        let counted = |of: &dyn Fn(CardIx) -> bool| entries.iter().filter(|(c, _)| of(*c)).map(|(_, n)| n).sum::<u32>();
        let some = |(at, n): (usize, u32)| (n > 0).then_some((at, n));
        let typed = |t: usize| (t, counted(&|c| game.card(c).type_mask & (1 << t) != 0));
        stats.types = (0..game.types.len()).map(typed).filter_map(some).collect();
        let of_faction = |f: usize| (f, counted(&|c| game.card(c).factions & (1 << f) != 0));
        stats.factions = (0..game.factions.len()).map(of_faction).filter_map(some).collect();
        stats.factions.sort_by_key(|(f, n)| (std::cmp::Reverse(*n), *f));
        stats.resources = (0..game.resources.len()).filter_map(|r| resource(game, &entries, r)).collect();
        let numbers = game.fields.iter().enumerate().filter(|(_, f)| f.kind == FieldKind::Number);
        stats.numbers = numbers.filter_map(|(field, _)| number(game, &entries, field)).collect();
        stats
    }
}

fn resource(game: &GameData, entries: &[(CardIx, u32)], resource: usize) -> Option<ResourceCounts> {
    let mut found = ResourceCounts { resource, cards: 0, units: 0, curve: BTreeMap::new(), sources: 0 };
    for &(ix, n) in entries {
        let card = game.card(ix);
        let cost = game.cost_field().map_or(&[][..], |f| card.amounts_in(f));
        let units = cost.iter().find(|(r, _)| usize::from(*r) == resource).map_or(0, |(_, n)| (*n).max(0) as u32);
        if units > 0 {
            found.cards += n;
            found.units += units * n;
            let total = game.cost_field().and_then(|f| card.number_in(f)).unwrap_or(0);
            *found.curve.entry(total).or_default() += n;
        }
        found.sources += if makes(game, card, resource) { n } else { 0 };
    }
    (found.cards > 0 || found.sources > 0).then_some(found)
}

/// Whether a card makes a resource, as the game's model for turns alone declares.
pub fn makes(game: &GameData, card: &Card, resource: usize) -> bool {
    let fish = &game.goldfish;
    let unit = fish.sources.iter().find(|s| s.of.matches(card) && card.resources_in(s.field) != 0);
    let income = fish.incomes.iter().find(|i| i.of.matches(card)).map_or(&[][..], |i| card.amounts_in(i.field));
    unit.is_some_and(|s| card.resources_in(s.field) & (1 << resource) != 0)
        || income.iter().any(|(r, n)| usize::from(*r) == resource && *n > 0)
}

fn number(game: &GameData, entries: &[(CardIx, u32)], field: usize) -> Option<FieldStats> {
    let mut values = BTreeMap::new();
    for (ix, n) in entries {
        if let Some(value) = game.card(*ix).number_in(field) {
            *values.entry(value).or_default() += n;
        }
    }
    (!values.is_empty()).then_some(FieldStats { field, values })
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::{Source, load};

    #[test]
    fn a_deck_of_three_names_is_counted_by_hand() {
        let game = load::game(&Source::shipped(), "afrika").expect("a game without faults");
        let mut deck = Deck::new(&game, "Three", "codex");
        for (name, count) in [("Comet Lash", 3), ("Nebula Plains", 10), ("Starlit Novice", 3)] {
            deck.add(0, Listed::from_id_or_name(&game, name), count);
        }
        deck.add(0, Listed::Unknown("Nobody".into()), 9);
        let lash = Listed::from_id_or_name(&game, "Comet Lash");
        deck.tags.insert(lash.first_printing_id(&game).to_owned(), ["burn".to_owned()].into());
        let stats = DeckStats::new(&game, &deck);
        let cost = |name: &str| {
            let field = game.cost_field().expect("a cost");
            game.card(game.find(name).expect("shipped")).number_in(field).expect("it costs something")
        };
        assert_eq!((stats.cards, stats.without_cost), (16, 10));
        assert_eq!(stats.copies, BTreeMap::from([(3, 2), (10, 1)]));
        assert_eq!(stats.tags, BTreeMap::from([("burn".to_owned(), 3)]));
        assert_eq!(stats.curve.values().sum::<u32>(), 6);
        assert!(stats.curve[&cost("Comet Lash")] >= 3);
        let all = f64::from(cost("Comet Lash") + cost("Starlit Novice"));
        assert!((mean(&stats.curve).expect("cards with a cost") - all / 2.0).abs() < 1e-9);
        let made: Vec<&str> = stats
            .resources
            .iter()
            .filter(|r| r.sources == 10)
            .map(|r| game.resources[r.resource].id.as_str())
            .collect();
        assert_eq!(made, ["nebula"], "the plains make one resource");
    }
}
