//! What a set holds, for the people who write it: cards by type, faction, rarity and keyword, the curve, and mean
//! numbers by cost; and what looks odd. How often a card comes out of a pack is for those who know products.

mod oddities;

use std::collections::BTreeMap;

use crate::card::{Card, CardIx};
use crate::game::{FieldKind, GameData, Mask};

pub use oddities::{Oddity, OddityKind, find_oddities};

/// What a set holds.
#[derive(Debug, Clone)]
pub struct SetAnalysis {
    /// The cards of the set, in order.
    pub cards: Vec<CardIx>,
    /// The cards by type, faction, rarity and keyword.
    pub facets: Vec<Facet>,
    /// Declared keywords that no card of the set has, by name.
    pub unused: Vec<String>,
    /// For each type that has costs, its cards by cost.
    pub curves: Vec<Curve>,
    /// For each type that has costs and numbers, what the numbers are on average.
    pub means: Vec<Means>,
}

/// One way to sort cards.
#[derive(Debug, Clone)]
pub struct Facet {
    /// What they are sorted by: `Type`, the game's word for a faction, `Rarity`, `Keyword`.
    pub name: String,
    /// The classes that have cards, in declared order. A card may be in several types and keywords.
    pub classes: Vec<FacetClass>,
}

/// Cards that have something in common.
#[derive(Debug, Clone)]
pub struct FacetClass {
    /// Id; of factions also `multi` and `none`.
    pub id: String,
    /// Name.
    pub name: String,
    /// The cards.
    pub cards: Vec<CardIx>,
}

/// Cards of a type by cost.
#[derive(Debug, Clone)]
pub struct Curve {
    /// The type, in the plural.
    pub name: String,
    /// How many cards have which total cost.
    pub by_cost: BTreeMap<i32, usize>,
}

/// Mean numbers of a type.
#[derive(Debug, Clone)]
pub struct Means {
    /// The type, in the plural.
    pub name: String,
    /// Names of the number fields.
    pub fields: Vec<String>,
    /// By cost: how many cards, and the mean of each field.
    pub by_cost: BTreeMap<i32, (usize, Vec<f64>)>,
}

impl SetAnalysis {
    /// The report on one set, by its position in the game.
    pub fn new(game: &GameData, set: usize) -> SetAnalysis {
        let cards: Vec<CardIx> = game.indices().filter(|c| usize::from(game.card(*c).set) == set).collect();
        let facets = vec![
            facet(
                "Type",
                game.types.iter().map(|t| (&t.id, &t.name)),
                |i, c| c.types.contains(&(i as u8)),
                game,
                &cards,
            ),
            factions(game, &cards),
            facet(
                "Rarity",
                game.rarities.iter().map(|r| (&r.id, &r.name)),
                |i, c| c.rarity as usize == i,
                game,
                &cards,
            ),
            facet("Keyword", game.keywords.iter().map(|k| (&k.id, &k.name)), has_keyword, game, &cards),
        ];
        let used = |at: usize| cards.iter().any(|c| has_keyword(at, game.card(*c)));
        let unused = game.keywords.iter().enumerate().filter(|(at, _)| !used(*at)).map(|(_, k)| k.name.clone());
        let (unused, types) = (unused.collect(), 0..game.types.len());
        let curves = types.clone().filter_map(|t| curve(game, t, &cards)).collect();
        let means = types.filter_map(|t| means(game, t, &cards)).collect();
        SetAnalysis { facets, unused, curves, means, cards }
    }
}

fn has_keyword(at: usize, card: &Card) -> bool {
    card.keywords.iter().any(|k| usize::from(k.keyword) == at)
}

/// Cards sorted by a list of the game; classes without cards are left out.
fn facet<'g>(
    name: &str,
    declared: impl Iterator<Item = (&'g String, &'g String)>,
    is_in: impl Fn(usize, &Card) -> bool,
    game: &GameData,
    cards: &[CardIx],
) -> Facet {
    let classes = declared.enumerate().map(|(i, (id, name))| FacetClass {
        id: id.clone(),
        name: name.clone(),
        cards: cards.iter().copied().filter(|c| is_in(i, game.card(*c))).collect(),
    });
    Facet { name: name.to_owned(), classes: classes.filter(|c| !c.cards.is_empty()).collect() }
}

/// Cards of one faction each; then those of several, and of none.
fn factions(game: &GameData, cards: &[CardIx]) -> Facet {
    let declared = game.factions.iter().map(|f| (&f.id, &f.name));
    let mut facet = facet(&game.faction_name, declared, |i, c| c.factions == (1 as Mask) << i, game, cards);
    for (id, name, several) in [("multi", "several", true), ("none", "none", false)] {
        let fits = |c: &CardIx| match game.card(*c).factions.count_ones() {
            0 => !several,
            1 => false,
            _ => several,
        };
        let cards: Vec<CardIx> = cards.iter().copied().filter(fits).collect();
        if !cards.is_empty() && !game.factions.is_empty() {
            facet.classes.push(FacetClass { id: id.to_owned(), name: name.to_owned(), cards });
        }
    }
    facet
}

/// The cards of a type that have a cost, with it.
fn costed<'a>(game: &'a GameData, kind: usize, cards: &'a [CardIx]) -> impl Iterator<Item = (i32, &'a Card)> {
    let cost = game.cost_field();
    let of_kind = cards.iter().map(|c| game.card(*c)).filter(move |c| c.types.contains(&(kind as u8)));
    of_kind.filter_map(move |c| Some((c.number_in(cost?)?, c)))
}

fn curve(game: &GameData, kind: usize, cards: &[CardIx]) -> Option<Curve> {
    let mut by_cost = BTreeMap::new();
    costed(game, kind, cards).for_each(|(cost, _)| *by_cost.entry(cost).or_insert(0) += 1);
    (!by_cost.is_empty()).then(|| Curve { name: game.types[kind].plural.clone(), by_cost })
}

fn means(game: &GameData, kind: usize, cards: &[CardIx]) -> Option<Means> {
    let has = |f: &usize| costed(game, kind, cards).any(|(_, c)| c.values[*f].is_some());
    let fields: Vec<usize> = number_fields(game).filter(has).collect();
    if fields.is_empty() {
        return None;
    }
    let mut by_cost: BTreeMap<i32, (usize, Vec<f64>)> = BTreeMap::new();
    for (cost, card) in costed(game, kind, cards) {
        let (n, sums) = by_cost.entry(cost).or_insert_with(|| (0, vec![0.0; fields.len()]));
        *n += 1;
        sums.iter_mut().zip(&fields).for_each(|(sum, f)| *sum += f64::from(card.number_in(*f).unwrap_or(0)));
    }
    by_cost.values_mut().for_each(|(n, sums)| sums.iter_mut().for_each(|sum| *sum /= *n as f64));
    let names = fields.iter().map(|f| game.fields[*f].name.clone()).collect();
    Some(Means { name: game.types[kind].plural.clone(), fields: names, by_cost })
}

/// The positions of the fields that hold a number.
fn number_fields(game: &GameData) -> impl Iterator<Item = usize> {
    game.fields.iter().enumerate().filter(|(_, f)| f.kind == FieldKind::Number).map(|(i, _)| i)
}
