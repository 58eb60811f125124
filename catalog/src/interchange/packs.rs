//! Packs of other programs → booster files.
//!
//! Theirs draw from sheets of weighted cards, and a card may lie on several; ours draw evenly from sheets that share
//! no card. So the cards that weigh the same on every sheet make one sheet of ours, and a slot weighs these. That
//! is exact for each card drawn. What all layouts have in common is in every pack, the rest in those of its layout.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::cells::first_free;
use super::table::{ForeignProduct, SheetCard};
use super::toml;
use crate::fold::slug;

/// The largest weight that a data file may have.
const LARGEST: u128 = 100_000;

/// How many layouts a booster may have.
const MOST_LAYOUTS: usize = 1000;

/// A card of the game: the id of its set and its own.
pub(super) type SetCardId = (String, String);

/// Cards that weigh the same on every sheet.
struct WeightClass {
    id: String,
    cards: Vec<SetCardId>,
    /// By position of the sheet.
    weights: Vec<u32>,
}

/// Draws from a sheet.
struct Slot {
    /// The layout that has them; `None` if all have.
    layout: Option<usize>,
    sheet: usize,
    count: u32,
}

/// A way to fill a pack, without sheets that have no cards.
struct Layout {
    id: String,
    weight: u32,
    /// By position of the sheet.
    draws: BTreeMap<usize, u32>,
}

impl Layout {
    fn size(&self) -> u32 {
        self.draws.values().sum()
    }
}

/// Why a product makes no booster file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum PackError {
    /// No sheet has cards of the game.
    #[error("no card of its sheets is there")]
    NoCard,
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
    let layouts = same_size(layouts(product, &place, &mut remarks), &mut remarks)?;
    let slots = slots(&layouts);
    let classes = classes(product, &slots, place, &mut remarks);
    let (mut out, mut rounded) = (String::new(), false);
    toml::text("source", "public facts", &mut out);
    toml::text("id", id, &mut out);
    toml::text("name", &product.name, &mut out);
    let size = layouts[0].size();
    toml::text("about", &format!("{size} cards."), &mut out);
    let wanted = |class: &WeightClass| -> u32 {
        let of_class =
            |layout: &Layout| layout.draws.iter().filter(|(s, _)| class.weights[**s] > 0).map(|(_, n)| n).sum();
        layouts.iter().map(of_class).max().unwrap_or(0)
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
    let several = slots.iter().any(|slot| slot.layout.is_some());
    if several {
        let (weights, exact) = scaled(&layouts.iter().map(|layout| u128::from(layout.weight)).collect::<Vec<_>>());
        rounded |= !exact;
        for (layout, weight) in layouts.iter().zip(weights) {
            out.push_str("\n[[layout]]\n");
            toml::text("id", &layout.id, &mut out);
            toml::raw("weight", &weight.to_string(), &mut out);
        }
    }
    for slot in &slots {
        let (weights, exact) = weights(slot.sheet, &classes);
        rounded |= !exact;
        out.push_str("\n[[slot]]\n");
        slot.layout.iter().for_each(|at| toml::text("layout", &layouts[*at].id, &mut out));
        toml::raw("count", &slot.count.to_string(), &mut out);
        toml::amounts("of", &weights, &mut out);
    }
    if rounded {
        remarks.push("some weights are rounded to 1 in 100,000".into());
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

/// The layouts of a product, without draws from sheets of which no card is there.
fn layouts(
    product: &ForeignProduct,
    place: impl Fn(&SheetCard) -> Option<SetCardId>,
    remarks: &mut Vec<String>,
) -> Vec<Layout> {
    let has_cards = |sheet: &super::table::ForeignSheet| sheet.cards.iter().any(|(c, n)| *n > 0 && place(c).is_some());
    let filled: Vec<bool> = product.sheets.iter().map(has_cards).collect();
    let mut ids: HashSet<String> = HashSet::new();
    let mut layouts = Vec::new();
    let mut empty: BTreeSet<usize> = BTreeSet::new();
    for (at, foreign) in product.layouts.iter().enumerate().filter(|(_, layout)| layout.weight > 0) {
        let mut draws = BTreeMap::new();
        for (sheet, count) in foreign.draws.iter().filter(|(_, count)| *count > 0) {
            if filled[*sheet] {
                *draws.entry(*sheet).or_default() += count;
            } else {
                empty.insert(*sheet);
            }
        }
        let word = Some(slug(&foreign.name)).filter(|word| !word.is_empty());
        let id = first_free(&word.unwrap_or_else(|| format!("layout-{}", at + 1)), &ids);
        ids.insert(id.clone());
        layouts.push(Layout { id, weight: foreign.weight, draws });
    }
    for sheet in empty {
        let name = &product.sheets[sheet].name;
        remarks.push(format!("no card of the sheet `{name}` is there; packs have no cards of it"));
    }
    layouts
}

/// The layouts of the size that comes most often: a pack of ours has one size.
fn same_size(layouts: Vec<Layout>, remarks: &mut Vec<String>) -> Result<Vec<Layout>, PackError> {
    let mut weights: BTreeMap<u32, u64> = BTreeMap::new();
    for layout in layouts.iter().filter(|layout| layout.size() > 0) {
        *weights.entry(layout.size()).or_default() += u64::from(layout.weight);
    }
    let Some((best, _)) = weights.iter().max_by_key(|(_, weight)| **weight) else {
        return Err(PackError::NoCard);
    };
    let all: u64 = weights.values().sum();
    if weights.len() > 1 {
        let lost = all - weights[best];
        remarks.push(format!("packs of other sizes than {best} are left out: {lost} of {all} packs"));
    }
    let mut layouts: Vec<Layout> = layouts.into_iter().filter(|layout| layout.size() == *best).collect();
    if layouts.len() > MOST_LAYOUTS {
        layouts.sort_by_key(|layout| std::cmp::Reverse(layout.weight));
        remarks.push(format!("of {} layouts the {MOST_LAYOUTS} that come most often are taken", layouts.len()));
        layouts.truncate(MOST_LAYOUTS);
    }
    Ok(layouts)
}

/// What all layouts draw, and what each draws beside it.
fn slots(layouts: &[Layout]) -> Vec<Slot> {
    // By sheet: the fewest cards of a layout that draws from it, and how many layouts do.
    let mut always: BTreeMap<usize, (u32, usize)> = BTreeMap::new();
    for (sheet, count) in layouts.iter().flat_map(|layout| &layout.draws) {
        let (fewest, layouts) = always.entry(*sheet).or_insert((*count, 0));
        (*fewest, *layouts) = ((*fewest).min(*count), *layouts + 1);
    }
    always.values_mut().filter(|(_, n)| *n < layouts.len()).for_each(|(fewest, _)| *fewest = 0);
    let common = always.iter().map(|(sheet, (count, _))| Slot { layout: None, sheet: *sheet, count: *count });
    let draws = layouts.iter().enumerate().flat_map(|(at, layout)| layout.draws.iter().map(move |draw| (at, draw)));
    let own = draws.map(|(at, (sheet, count))| {
        let beside = count - always[sheet].0;
        Slot { layout: Some(at), sheet: *sheet, count: beside }
    });
    common.chain(own).filter(|slot| slot.count > 0).collect()
}

fn classes(
    product: &ForeignProduct,
    slots: &[Slot],
    place: impl Fn(&SheetCard) -> Option<SetCardId>,
    remarks: &mut Vec<String>,
) -> Vec<WeightClass> {
    let used: BTreeSet<usize> = slots.iter().map(|slot| slot.sheet).collect();
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

/// The weights of the classes on a sheet, and whether they are exact.
fn weights(sheet: usize, classes: &[WeightClass]) -> (Vec<(String, i32)>, bool) {
    let weight = |class: &WeightClass| u128::from(class.weights[sheet]) * class.cards.len() as u128;
    let (ids, weights): (Vec<String>, Vec<u128>) =
        classes.iter().map(|class| (class.id.clone(), weight(class))).filter(|(_, weight)| *weight > 0).unzip();
    let (weights, exact) = scaled(&weights);
    (ids.into_iter().zip(weights).collect(), exact)
}

/// Weights in the same proportion that a data file may have, and whether the proportion is exact.
fn scaled(weights: &[u128]) -> (Vec<i32>, bool) {
    let divisor = weights.iter().fold(0, |divisor, weight| gcd(divisor, *weight)).max(1);
    let most = weights.iter().map(|weight| weight / divisor).max().unwrap_or(0);
    let scaled = |weight: &u128| {
        let weight = weight / divisor;
        let weight = if most > LARGEST { ((weight * LARGEST + most / 2) / most).max(1) } else { weight };
        weight as i32
    };
    (weights.iter().map(scaled).collect(), most <= LARGEST)
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
    use crate::interchange::table::{ForeignLayout, ForeignSheet};

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
        let no_layouts = Vec::new();
        let layouts = file.get("layout").map_or(&no_layouts, |list| list.as_array().expect("a list"));
        let all_layouts: f64 = layouts.iter().map(|layout| number(&layout["weight"])).sum();
        for slot in file["slot"].as_array().expect("slots") {
            let own = slot.get("layout").map(|id| layouts.iter().find(|layout| layout["id"] == *id).expect("declared"));
            let chance = own.map_or(1.0, |layout| number(&layout["weight"]) / all_layouts);
            let of = slot["of"].as_table().expect("weights");
            let all: f64 = of.values().map(number).sum();
            for sheet in file["sheet"].as_array().expect("sheets") {
                let Some(weight) = of.get(sheet["id"].as_str().expect("an id")) else { continue };
                let ids =
                    sheet["cards"].as_str().expect("a query").trim_matches(['(', ')']).rsplit_once('=').expect("ids");
                let ids: Vec<&str> = ids.1.split(',').collect();
                for id in &ids {
                    *found.entry((*id).to_owned()).or_default() +=
                        chance * number(&slot["count"]) * number(weight) / all / ids.len() as f64;
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
                ForeignLayout { name: "Plain".into(), weight: 7, draws: vec![(0, 3), (1, 1)] },
                ForeignLayout { weight: 1, draws: vec![(0, 2), (1, 1), (2, 1)], ..ForeignLayout::default() },
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
        let read: ::toml::Table = file.parse().expect("TOML");
        let slots: Vec<(Option<&str>, i64)> = read["slot"]
            .as_array()
            .expect("slots")
            .iter()
            .map(|slot| (slot.get("layout").and_then(|id| id.as_str()), slot["count"].as_integer().expect("a number")))
            .collect();
        assert_eq!(slots, [(None, 2), (None, 1), (Some("plain"), 1), (Some("layout-2"), 1)]);
    }

    #[test]
    fn a_sheet_with_too_few_cards_gives_some_twice() {
        let product = ForeignProduct {
            name: "Pack".into(),
            layouts: vec![ForeignLayout { weight: 1, draws: vec![(0, 3)], ..ForeignLayout::default() }],
            sheets: vec![sheet("land", &[1, 1])],
            doubles: false,
        };
        let (file, _, remarks) = file(&product, "pack", place, &BTreeSet::new()).expect("a file");
        assert!(file.contains("unique = \"-((set:s id=land0,land1))\""), "{file}");
        assert_eq!(remarks.len(), 1);
    }
}
