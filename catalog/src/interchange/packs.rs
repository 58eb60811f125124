//! Packs of other programs → booster files.
//!
//! Theirs draw from sheets of weighted cards, and a card may lie on several; ours draw evenly from sheets that share
//! no card. So the cards that weigh the same on every sheet make one sheet of ours, and a slot weighs these. That
//! is exact for each card drawn. Several layouts become one: what all have in common is drawn always, the rest from
//! a mixture, which keeps how often each card comes.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::table::{ForeignLayout, ForeignProduct, SheetCard};
use super::toml;
use crate::fold::slug;

/// The largest weight that a data file may have.
const LARGEST: u128 = 100_000;

/// A card of the game: the id of its set and its own.
pub(super) type SetCardId = (String, String);

/// Cards that weigh the same on every sheet.
struct WeightClass {
    id: String,
    cards: Vec<SetCardId>,
    /// By position of the sheet.
    weights: Vec<u32>,
}

/// Draws that all happen in the same way: the sheets with their weights.
#[derive(PartialEq)]
struct Slot {
    count: u32,
    mix: BTreeMap<usize, u32>,
}

/// Why a product makes no booster file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum PackError {
    /// A slot without cards of the game.
    #[error("a slot draws from no card that is there")]
    NoCard,
    /// Layouts without cards.
    #[error("no layout has cards")]
    NoLayout,
}

/// The body of a booster file, the cards of a pack, and what could not be taken over. `place` finds a card; `ratings` are the values of a
/// field `rating`, if the game has one.
///
/// # Errors
/// Why there can be no such file.
pub(super) fn file(
    product: &ForeignProduct,
    id: &str,
    place: impl Fn(&SheetCard) -> Option<SetCardId>,
    ratings: &BTreeSet<i32>,
) -> Result<(String, u32, Vec<String>), PackError> {
    let mut remarks = Vec::new();
    let layouts = same_size(product, &mut remarks)?;
    let slots = slots(&layouts);
    let classes = classes(product, &slots, place, &mut remarks);
    let mut out = String::new();
    toml::text("source", "public facts", &mut out);
    toml::text("id", id, &mut out);
    toml::text("name", &product.name, &mut out);
    let size: u32 = slots.iter().map(|s| s.count).sum();
    toml::text("about", &format!("{size} cards."), &mut out);
    let wanted = |class: &WeightClass| -> u32 {
        slots.iter().filter(|s| s.mix.keys().any(|sheet| class.weights[*sheet] > 0)).map(|s| s.count).sum()
    };
    let small: Vec<&WeightClass> = classes.iter().filter(|c| wanted(c) as usize > c.cards.len()).collect();
    if product.doubles {
        toml::text("unique", "-*", &mut out);
    } else if !small.is_empty() {
        let names: Vec<&str> = small.iter().map(|c| c.id.as_str()).collect();
        let list = names.join(", ");
        remarks.push(format!("a pack may hold a card of these sheets twice, because they have so few: {list}"));
        let cards: Vec<SetCardId> = small.iter().flat_map(|c| c.cards.iter().cloned()).collect();
        toml::text("unique", &format!("-({})", query(&cards)), &mut out);
    }
    for class in &classes {
        out.push_str("\n[[sheet]]\n");
        toml::text("id", &class.id, &mut out);
        toml::text("cards", &query(&class.cards), &mut out);
    }
    for slot in &slots {
        let (weights, exact) = weights(slot, &classes);
        if weights.is_empty() {
            return Err(PackError::NoCard);
        }
        if !exact {
            remarks.push("some weights are rounded to 1 in 100,000".into());
        }
        out.push_str("\n[[slot]]\n");
        toml::raw("count", &slot.count.to_string(), &mut out);
        toml::amounts("of", &weights, &mut out);
    }
    for rating in ratings {
        out.push_str("\n[[rating]]\n");
        toml::text("of", &format!("rating={rating}"), &mut out);
        toml::raw("points", &(rating * 100).to_string(), &mut out);
        toml::text("why", &format!("rated {rating}"), &mut out);
    }
    remarks.dedup();
    Ok((out, size, remarks))
}

/// The layouts of the size that comes most often: a pack of ours has one size.
fn same_size<'p>(product: &'p ForeignProduct, remarks: &mut Vec<String>) -> Result<Vec<&'p ForeignLayout>, PackError> {
    let size = |l: &ForeignLayout| l.draws.iter().map(|(_, n)| n).sum::<u32>();
    let mut weights: BTreeMap<u32, u64> = BTreeMap::new();
    for layout in product.layouts.iter().filter(|l| l.weight > 0 && size(l) > 0) {
        *weights.entry(size(layout)).or_default() += u64::from(layout.weight);
    }
    let Some((best, _)) = weights.iter().max_by_key(|(_, weight)| **weight) else {
        return Err(PackError::NoLayout);
    };
    let all: u64 = weights.values().sum();
    if weights.len() > 1 {
        let lost = all - weights[best];
        remarks.push(format!("packs of other sizes than {best} are left out: {lost} of {all} packs"));
    }
    Ok(product.layouts.iter().filter(|l| l.weight > 0 && size(l) == *best).collect())
}

fn slots(layouts: &[&ForeignLayout]) -> Vec<Slot> {
    let counts: Vec<BTreeMap<usize, u32>> = layouts
        .iter()
        .map(|layout| {
            let mut counts = BTreeMap::new();
            layout.draws.iter().for_each(|(sheet, n)| *counts.entry(*sheet).or_default() += n);
            counts
        })
        .collect();
    let sheets: BTreeSet<usize> = counts.iter().flat_map(|c| c.keys().copied()).collect();
    let mut slots: Vec<Slot> = Vec::new();
    let mut rest: Vec<Vec<usize>> = vec![Vec::new(); counts.len()];
    for sheet in sheets {
        let of = |c: &BTreeMap<usize, u32>| c.get(&sheet).copied().unwrap_or(0);
        let always = counts.iter().map(of).min().unwrap_or(0);
        if always > 0 {
            slots.push(Slot { count: always, mix: BTreeMap::from([(sheet, 1)]) });
        }
        for (layout, rest) in counts.iter().zip(&mut rest) {
            rest.extend(std::iter::repeat_n(sheet, (of(layout) - always) as usize));
        }
    }
    for at in 0..rest[0].len() {
        let mut mix = BTreeMap::new();
        for (layout, rest) in layouts.iter().zip(&rest) {
            *mix.entry(rest[at]).or_default() += layout.weight;
        }
        match slots.last_mut().filter(|last| last.mix == mix) {
            Some(last) => last.count += 1,
            None => slots.push(Slot { count: 1, mix }),
        }
    }
    slots
}

fn classes(
    product: &ForeignProduct,
    slots: &[Slot],
    place: impl Fn(&SheetCard) -> Option<SetCardId>,
    remarks: &mut Vec<String>,
) -> Vec<WeightClass> {
    let used: BTreeSet<usize> = slots.iter().flat_map(|s| s.mix.keys().copied()).collect();
    let mut cards: BTreeMap<SetCardId, Vec<u32>> = BTreeMap::new();
    for sheet in used {
        let mut missing = 0;
        for (card, weight) in &product.sheets[sheet].cards {
            match place(card) {
                Some(place) => cards.entry(place).or_insert_with(|| vec![0; product.sheets.len()])[sheet] += weight,
                None => missing += 1,
            }
        }
        if missing > 0 {
            let name = &product.sheets[sheet].name;
            remarks.push(format!("{missing} cards of the sheet `{name}` are not there; the others come more often"));
        }
    }
    let mut by_weights: BTreeMap<Vec<u32>, Vec<SetCardId>> = BTreeMap::new();
    for (place, weights) in cards {
        by_weights.entry(weights).or_default().push(place);
    }
    let mut names: HashMap<String, u32> = HashMap::new();
    by_weights
        .into_iter()
        .rev()
        .filter(|(weights, _)| weights.iter().any(|w| *w > 0))
        .map(|(weights, cards)| {
            let first = weights.iter().position(|w| *w > 0).unwrap_or(0);
            let base = Some(slug(&product.sheets[first].name)).filter(|s| !s.is_empty());
            let base = base.unwrap_or_else(|| format!("sheet-{}", first + 1));
            let n = names.entry(base.clone()).and_modify(|n| *n += 1).or_insert(1);
            let id = if *n == 1 { base } else { format!("{base}-{n}") };
            WeightClass { id, cards, weights }
        })
        .collect()
}

/// The weights of the classes in a slot, and whether they are exact.
fn weights(slot: &Slot, classes: &[WeightClass]) -> (Vec<(String, i32)>, bool) {
    let weight = |class: &WeightClass, sheet: usize| u128::from(class.weights[sheet]) * class.cards.len() as u128;
    let totals: BTreeMap<usize, u128> =
        slot.mix.keys().map(|s| (*s, classes.iter().map(|c| weight(c, *s)).sum())).filter(|(_, t)| *t > 0).collect();
    let common = totals.values().fold(1, |l, t| l / gcd(l, *t) * t);
    let of = |class: &WeightClass| -> u128 {
        totals.iter().map(|(s, total)| u128::from(slot.mix[s]) * weight(class, *s) * (common / total)).sum()
    };
    let all: Vec<(&WeightClass, u128)> = classes.iter().map(|c| (c, of(c))).filter(|(_, w)| *w > 0).collect();
    let divisor = all.iter().fold(0, |d, (_, w)| gcd(d, *w)).max(1);
    let most = all.iter().map(|(_, w)| w / divisor).max().unwrap_or(0);
    let scaled = |w: u128| {
        let w = w / divisor;
        if most > LARGEST { ((w * LARGEST + most / 2) / most).max(1) } else { w }
    };
    (all.into_iter().map(|(c, w)| (c.id.clone(), scaled(w) as i32)).collect(), most <= LARGEST)
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A query for exactly these cards.
fn query(cards: &[SetCardId]) -> String {
    let mut sets: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    cards.iter().for_each(|(set, id)| sets.entry(set).or_default().push(id));
    let one = |(set, ids): (&str, Vec<&str>)| format!("(set:{set} id={})", ids.join(","));
    sets.into_iter().map(one).collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interchange::table::ForeignSheet;

    /// Sheets of cards `a0`, `a1` … with weights.
    fn sheet(name: &str, weights: &[u32]) -> ForeignSheet {
        let card = |(i, w): (usize, &u32)| (SheetCard::Named(format!("{name}{i}")), *w);
        ForeignSheet { name: name.into(), cards: weights.iter().enumerate().map(card).collect() }
    }

    fn place(card: &SheetCard) -> Option<SetCardId> {
        match card {
            SheetCard::Named(name) => Some(("s".into(), name.clone())),
            SheetCard::Row(_) => None,
        }
    }

    /// How often each card comes in a pack on average, out of the file.
    fn as_fan(file: &str) -> BTreeMap<String, f64> {
        let file: ::toml::Table = file.parse().expect("TOML");
        let number = |v: &::toml::Value| v.as_integer().expect("a number") as f64;
        let mut found = BTreeMap::new();
        for slot in file["slot"].as_array().expect("slots") {
            let of = slot["of"].as_table().expect("weights");
            let all: f64 = of.values().map(number).sum();
            for sheet in file["sheet"].as_array().expect("sheets") {
                let Some(weight) = of.get(sheet["id"].as_str().expect("an id")) else { continue };
                let ids =
                    sheet["cards"].as_str().expect("a query").trim_matches(['(', ')']).rsplit_once('=').expect("ids");
                let ids: Vec<&str> = ids.1.split(',').collect();
                for id in &ids {
                    *found.entry((*id).to_owned()).or_default() +=
                        number(&slot["count"]) * number(weight) / all / ids.len() as f64;
                }
            }
        }
        found
    }

    #[test]
    fn weights_and_layouts_keep_how_often_each_card_comes() {
        // A rare sheet with rares twice as often as mythics; a bonus sheet that shares a card with it, in 1 of 8 packs.
        let mut bonus = sheet("bonus", &[1, 1]);
        bonus.cards.push((SheetCard::Named("rare0".into()), 2));
        let product = ForeignProduct {
            name: "Pack".into(),
            layouts: vec![
                ForeignLayout { weight: 7, draws: vec![(0, 3), (1, 1)] },
                ForeignLayout { weight: 1, draws: vec![(0, 2), (1, 1), (2, 1)] },
            ],
            sheets: vec![sheet("common", &[1; 10]), sheet("rare", &[2, 2, 2, 1]), bonus],
            doubles: false,
        };
        let (file, _, remarks) = file(&product, "pack", place, &BTreeSet::new()).expect("a file");
        assert_eq!(remarks, ["a pack may hold a card of these sheets twice, because they have so few: rare"]);
        let fan = as_fan(&file);
        let near = |card: &str, expected: f64| assert!((fan[card] - expected).abs() < 1e-9, "{card}: {}", fan[card]);
        near("common3", (7.0 * 3.0 + 2.0) / 8.0 / 10.0);
        near("rare1", 2.0 / 7.0);
        near("rare3", 1.0 / 7.0);
        near("rare0", 2.0 / 7.0 + 2.0 / 4.0 / 8.0);
        near("bonus1", 1.0 / 4.0 / 8.0);
    }

    #[test]
    fn a_sheet_with_too_few_cards_gives_some_twice() {
        let product = ForeignProduct {
            name: "Pack".into(),
            layouts: vec![ForeignLayout { weight: 1, draws: vec![(0, 3)] }],
            sheets: vec![sheet("land", &[1, 1])],
            doubles: false,
        };
        let (file, _, remarks) = file(&product, "pack", place, &BTreeSet::new()).expect("a file");
        assert!(file.contains("unique = \"-((set:s id=land0,land1))\""), "{file}");
        assert_eq!(remarks.len(), 1);
    }
}
