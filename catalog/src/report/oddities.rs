//! What looks odd in a set: nothing here is a fault, but each is worth a second look.

use std::collections::HashMap;

use super::number_fields;
use crate::card::{Card, CardIx, FieldValue};
use crate::face::Painter;
use crate::game::{GameData, Mask};

/// Something that looks odd.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Oddity {
    /// What kind of thing it is.
    pub kind: OddityKind,
    /// The cards that it is about.
    pub cards: Vec<CardIx>,
    /// It in words.
    pub message: String,
}

/// The kinds of oddities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OddityKind {
    /// Two cards of one name.
    SameName,
    /// Two cards that differ by nothing but the name.
    Twins,
    /// A card that is better than another in everything.
    Better,
    /// A faction has no card of a cost between others.
    Gap,
    /// A text that does not fit on the face in a size that can be read.
    LongText,
    /// A card that does nothing.
    Blank,
    /// A number far from those of its type.
    Outlier,
}

/// How many cards it takes to speak of a mean, or of a curve.
const ENOUGH: usize = 8;
/// Numbers so many standard deviations from the mean are odd.
const FAR: f64 = 3.0;

/// What looks odd among the cards of a set. `painter` draws the game's faces.
pub fn find_oddities(game: &GameData, cards: &[CardIx], painter: Option<&Painter>) -> Vec<Oddity> {
    let mut found = names(game, cards);
    found.extend(pairs(game, cards));
    found.extend(gaps(game, cards));
    found.extend(painter.into_iter().flat_map(|p| long_texts(game, cards, p)));
    found.extend(blanks(game, cards));
    found.extend(outliers(game, cards));
    found
}

fn names(game: &GameData, cards: &[CardIx]) -> Vec<Oddity> {
    let mut first: HashMap<CardIx, CardIx> = HashMap::new();
    let mut found = Vec::new();
    for card in cards {
        if let Some(other) = first.insert(game.namesake(*card), *card) {
            let says = format!("two cards are called {}", game.card(*card).name);
            found.push(Oddity { kind: OddityKind::SameName, cards: vec![other, *card], message: says });
        }
    }
    found
}

/// A card whose keywords and numbers say everything that it does.
fn is_plain(card: &Card) -> bool {
    card.text.is_empty() && card.abilities.is_empty()
}

/// Twins, and cards that are better than others.
fn pairs(game: &GameData, cards: &[CardIx]) -> Vec<Oddity> {
    let mut found = Vec::new();
    let plain: Vec<CardIx> = cards.iter().copied().filter(|c| is_plain(game.card(*c))).collect();
    for (i, a) in plain.iter().enumerate() {
        for b in &plain[i + 1..] {
            let (one, other) = (game.card(*a), game.card(*b));
            if game.namesake(*a) == game.namesake(*b) || !comparable(game, one, other) {
                continue;
            }
            let (kind, cards) = match (at_least(game, one, other), at_least(game, other, one)) {
                (true, true) => (OddityKind::Twins, vec![*a, *b]),
                (true, false) => (OddityKind::Better, vec![*a, *b]),
                (false, true) => (OddityKind::Better, vec![*b, *a]),
                (false, false) => continue,
            };
            let [first, second] = [cards[0], cards[1]].map(|c| &game.card(c).name);
            let says = match kind {
                OddityKind::Twins => format!("{first} and {second} differ by nothing but their names"),
                _ => format!("{first} is better than {second} in everything"),
            };
            found.push(Oddity { kind, cards, message: says });
        }
    }
    found
}

/// Whether two cards are of one kind, so that their numbers can be compared.
fn comparable(game: &GameData, a: &Card, b: &Card) -> bool {
    let compared = |v: &Option<FieldValue>| matches!(v, Some(FieldValue::Number(_) | FieldValue::Amounts { .. }));
    let same_else = |f: usize| match (compared(&a.values[f]), compared(&b.values[f])) {
        (true, true) => true,
        (false, false) => a.values[f] == b.values[f],
        _ => false,
    };
    a.type_mask == b.type_mask && a.factions == b.factions && (0..game.fields.len()).all(same_else)
}

/// Whether `a` costs no more than `b` and has no less of everything else.
fn at_least(game: &GameData, a: &Card, b: &Card) -> bool {
    let cost = game.cost_field();
    let numbers = (0..game.fields.len()).all(|f| match (a.number_in(f), b.number_in(f)) {
        (Some(x), Some(y)) if Some(f) == cost => x < y || (x == y && a.amounts_in(f) == b.amounts_in(f)),
        (Some(x), Some(y)) => x >= y,
        _ => true,
    });
    let keyword = |k: &crate::card::HasKeyword| {
        a.keywords.iter().any(|o| o.keyword == k.keyword && o.word == k.word && o.number >= k.number)
    };
    numbers && b.keywords.iter().all(keyword)
}

/// Costs that a faction leaves out, up to the one that nine of ten of its cards do not exceed.
fn gaps(game: &GameData, cards: &[CardIx]) -> Vec<Oddity> {
    let Some(field) = game.cost_field() else { return Vec::new() };
    let mut found = Vec::new();
    for (i, faction) in game.factions.iter().enumerate() {
        let own = cards.iter().map(|c| game.card(*c)).filter(|c| c.factions == (1 as Mask) << i);
        let mut costs: Vec<i32> = own.filter_map(|c| c.number_in(field)).collect();
        costs.sort_unstable();
        if costs.len() < ENOUGH {
            continue;
        }
        let most = costs[costs.len() * 9 / 10];
        for missing in (costs[0]..most).filter(|c| !costs.contains(c)) {
            let says = format!("{} has no card of cost {missing}", faction.name);
            found.push(Oddity { kind: OddityKind::Gap, cards: Vec::new(), message: says });
        }
    }
    found
}

fn long_texts(game: &GameData, cards: &[CardIx], painter: &Painter) -> Vec<Oddity> {
    let long = |card: &CardIx| {
        let shown = game.card(*card);
        let size = painter.cramped(game, shown)?;
        let says = format!("{}: its text fits the face only at {size:.1} points", shown.name);
        Some(Oddity { kind: OddityKind::LongText, cards: vec![*card], message: says })
    };
    cards.iter().filter_map(long).collect()
}

/// Cards with neither words nor numbers nor resources.
fn blanks(game: &GameData, cards: &[CardIx]) -> Vec<Oddity> {
    let cost = game.cost_field();
    let says_nothing = |card: &Card| {
        let value =
            |(f, v): (usize, &Option<FieldValue>)| Some(f) != cost && v.is_some() && *v != Some(FieldValue::Flag);
        is_plain(card) && card.keywords.is_empty() && !card.values.iter().enumerate().any(value)
    };
    let blank = cards.iter().filter(|c| says_nothing(game.card(**c)));
    blank
        .map(|card| {
            let says =
                format!("{} does nothing: it has no text, abilities, keywords or numbers", game.card(*card).name);
            Oddity { kind: OddityKind::Blank, cards: vec![*card], message: says }
        })
        .collect()
}

fn outliers(game: &GameData, cards: &[CardIx]) -> Vec<Oddity> {
    let mut found = Vec::new();
    for (at, kind) in game.types.iter().enumerate() {
        let own: Vec<CardIx> = cards.iter().copied().filter(|c| game.card(*c).types.contains(&(at as u8))).collect();
        for field in number_fields(game).chain(game.cost_field()) {
            let numbers: Vec<(CardIx, f64)> =
                own.iter().filter_map(|c| Some((*c, f64::from(game.card(*c).number_in(field)?)))).collect();
            if numbers.len() < ENOUGH {
                continue;
            }
            let n = numbers.len() as f64;
            let mean = numbers.iter().map(|(_, x)| x).sum::<f64>() / n;
            let deviation = (numbers.iter().map(|(_, x)| (x - mean).powi(2)).sum::<f64>() / n).sqrt();
            for (card, x) in numbers.iter().filter(|(_, x)| (x - mean).abs() > FAR * deviation && deviation > 0.0) {
                let (name, field) = (&game.card(*card).name, &game.fields[field].name);
                let says = format!("{name} has {field} {x}; the mean of {} is {mean:.1}", kind.plural);
                found.push(Oddity { kind: OddityKind::Outlier, cards: vec![*card], message: says });
            }
        }
    }
    found
}
