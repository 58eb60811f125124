//! `deckloom data report GAME`

use std::collections::BTreeMap;

use catalog::face::Painter;
use catalog::report::{self, OddityKind, SetAnalysis};
use catalog::{CardIx, GameData};
use formats::GameLibrary;
use formats::limited::booster::expect::ExpectedContents;
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::print::{counted, table};
use crate::command::{CommandContext, CommandOutcome, CommandResult, names};

#[derive(Debug, clap::Args)]
pub(crate) struct DataReportArgs {
    /// The game.
    game: String,
    /// Only this set, by its id.
    #[arg(long)]
    set: Option<String>,
}

/// What the sets of a game hold.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DataReportOutput {
    /// Game id.
    game: String,
    /// The sets in order of their ids.
    sets: Vec<SetReport>,
}

/// A set.
#[derive(Debug, Serialize, JsonSchema)]
struct SetReport {
    /// Id.
    id: String,
    /// Name.
    name: String,
    /// How many cards it has.
    cards: usize,
    /// Ids of the products whose packs hold cards of it.
    products: Vec<String>,
    /// Its cards by type, faction, rarity and keyword.
    facets: Vec<Facet>,
    /// Declared keywords that none of its cards has, by name.
    unused_keywords: Vec<String>,
    /// The cards of each type by cost.
    curves: Vec<Curve>,
    /// Mean numbers of each type by cost.
    means: Vec<Means>,
    /// What looks odd, though it is no fault.
    odd: Vec<Odd>,
}

/// One way to sort cards.
#[derive(Debug, Serialize, JsonSchema)]
struct Facet {
    /// What they are sorted by.
    name: String,
    /// The classes that have cards.
    classes: Vec<Class>,
}

/// Cards that have something in common.
#[derive(Debug, Serialize, JsonSchema)]
struct Class {
    /// Id; of factions also `multi` and `none`.
    id: String,
    /// Name.
    name: String,
    /// How many cards.
    cards: usize,
    /// As-fan: by product id, how many of them a pack holds on average; exact.
    as_fan: BTreeMap<String, f64>,
}

/// Cards of a type by cost.
#[derive(Debug, Serialize, JsonSchema)]
struct Curve {
    /// The type, in the plural.
    name: String,
    /// Cards by total cost.
    by_cost: BTreeMap<i32, usize>,
}

/// Mean numbers of a type.
#[derive(Debug, Serialize, JsonSchema)]
struct Means {
    /// The type, in the plural.
    name: String,
    /// Names of the number fields.
    fields: Vec<String>,
    /// By total cost.
    by_cost: BTreeMap<i32, Mean>,
}

/// Mean numbers of the cards of one cost.
#[derive(Debug, Serialize, JsonSchema)]
struct Mean {
    /// How many cards.
    cards: usize,
    /// The mean of each field.
    means: Vec<f64>,
    /// The sum of these.
    sum: f64,
}

/// Something that looks odd.
#[derive(Debug, Serialize, JsonSchema)]
struct Odd {
    /// `same_name`, `twins`, `better`, `gap`, `long_text`, `blank`, `outlier`, or `small_sheet`.
    kind: String,
    /// Ids of the cards that it is about.
    cards: Vec<String>,
    /// It in words.
    text: String,
}

pub(super) fn run(args: &DataReportArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let game_library = context.game(&args.game)?;
    let game = &*game_library.game;
    let known: Vec<&str> = game.sets.iter().map(|s| s.id.as_str()).collect();
    if let Some(wanted) = args.set.as_deref().filter(|s| !known.contains(s)) {
        return Err(names::unknown_of(&game.name, "set", wanted, &known));
    }
    let template = context.session.source.file(&format!("{}/face.svg", game.id));
    let painter = Painter::new(game, template.map(|f| &*f.text)).ok();
    let sets = game.sets.iter().enumerate().filter(|(_, s)| args.set.as_ref().is_none_or(|wanted| *wanted == s.id));
    let result = DataReportOutput {
        game: game.id.clone(),
        sets: sets.map(|(at, _)| set_report(game_library, at, painter.as_ref())).collect(),
    };
    context.print_result(&result, || result.sets.iter().map(to_text).collect::<Vec<_>>().join("\n\n"))?;
    Ok(CommandOutcome::Done)
}

fn set_report(game_library: &GameLibrary, at: usize, painter: Option<&Painter>) -> SetReport {
    let game = &*game_library.game;
    let report = SetAnalysis::new(game, at);
    // What each card is worth in each product, once: sheets are long.
    let fans: Vec<(&str, BTreeMap<CardIx, f64>)> = game_library
        .products
        .iter()
        .map(|p| (p.id.as_str(), ExpectedContents::new(p)))
        .map(|(id, of)| (id, report.cards.iter().map(|c| (*c, of.as_fan(*c))).collect::<BTreeMap<_, _>>()))
        .filter(|(_, fans)| fans.values().any(|f| *f > 0.0))
        .collect();
    let as_fan = |cards: &[CardIx]| {
        fans.iter().map(|(id, fans)| ((*id).to_owned(), cards.iter().map(|c| fans[c]).sum())).collect()
    };
    let class =
        |c: report::FacetClass| Class { as_fan: as_fan(&c.cards), cards: c.cards.len(), id: c.id, name: c.name };
    let mut odd: Vec<Odd> =
        report::find_oddities(game, &report.cards, painter).into_iter().map(|o| odd_cards(game, o)).collect();
    odd.extend(small_sheets(game_library, &report.cards));
    SetReport {
        id: game.sets[at].id.clone(),
        name: game.sets[at].name.clone(),
        cards: report.cards.len(),
        products: fans.iter().map(|(id, _)| (*id).to_owned()).collect(),
        facets: report
            .facets
            .into_iter()
            .map(|f| Facet { name: f.name, classes: f.classes.into_iter().map(class).collect() })
            .collect(),
        unused_keywords: report.unused,
        curves: report.curves.into_iter().map(|c| Curve { name: c.name, by_cost: c.by_cost }).collect(),
        means: report.means.into_iter().map(means).collect(),
        odd,
    }
}

fn means(means: report::Means) -> Means {
    let mean = |(cards, means): (usize, Vec<f64>)| Mean { cards, sum: means.iter().sum(), means };
    let by_cost = means.by_cost.into_iter().map(|(cost, of)| (cost, mean(of))).collect();
    Means { name: means.name, fields: means.fields, by_cost }
}

fn odd_cards(game: &GameData, odd: report::Oddity) -> Odd {
    let kind = match odd.kind {
        OddityKind::SameName => "same_name",
        OddityKind::Twins => "twins",
        OddityKind::Better => "better",
        OddityKind::Gap => "gap",
        OddityKind::LongText => "long_text",
        OddityKind::Blank => "blank",
        OddityKind::Outlier => "outlier",
    };
    let cards = odd.cards.iter().map(|c| game.card(*c).id.clone()).collect();
    Odd { kind: kind.to_owned(), cards, text: odd.message }
}

/// Sheets of which a pack may take more than half: packs of them look alike.
fn small_sheets(game_library: &GameLibrary, cards: &[CardIx]) -> Vec<Odd> {
    let mut found = Vec::new();
    for product in &game_library.products {
        for (at, sheet) in product.sheets.iter().enumerate() {
            let most = product.most(at);
            if sheet.cards.iter().any(|c| cards.contains(c)) && 2 * most as usize > sheet.cards.len() {
                let (of, id) = (counted(sheet.cards.len() as u64, "card", "cards"), &sheet.id);
                let text = format!("{}: a pack may take {most} of the {of} of the sheet `{id}`", product.name);
                found.push(Odd { kind: "small_sheet".to_owned(), cards: Vec::new(), text });
            }
        }
    }
    found
}

/// The longest bar, in letters.
const BAR: usize = 24;

fn bar(n: usize, most: usize) -> String {
    "█".repeat((n * BAR).div_ceil(most.max(1)))
}

fn to_text(set: &SetReport) -> String {
    let mut out = format!("{} ({}) – {}\n", set.name, set.id, counted(set.cards as u64, "card", "cards"));
    for facet in set.facets.iter().filter(|f| !f.classes.is_empty()) {
        let most = facet.classes.iter().map(|c| c.cards).max().unwrap_or(0);
        let rows: Vec<Vec<String>> = facet
            .classes
            .iter()
            .map(|c| {
                let fans = set.products.iter().map(|p| format!("{:.2}", c.as_fan[p]));
                [c.name.clone(), c.cards.to_string()].into_iter().chain(fans).chain([bar(c.cards, most)]).collect()
            })
            .collect();
        let products = set.products.iter().map(|p| format!("a pack of {p}"));
        let heading: Vec<String> =
            [facet.name.clone(), "Cards".into()].into_iter().chain(products).chain([String::new()]).collect();
        let right: Vec<usize> = (1..=1 + set.products.len()).collect();
        out.push_str(&format!("\n{}", table(&heading.iter().map(String::as_str).collect::<Vec<_>>(), &rows, &right)));
    }
    if !set.unused_keywords.is_empty() {
        out.push_str(&format!("\nNo card has: {}\n", set.unused_keywords.join(", ")));
    }
    out.push_str(&curves(set));
    set.means.iter().for_each(|m| out.push_str(&means_text(m)));
    if !set.odd.is_empty() {
        out.push_str("\nWorth a second look\n");
        set.odd.iter().for_each(|o| out.push_str(&format!("  {}\n", o.text)));
    }
    out
}

/// One table of all types by cost.
fn curves(set: &SetReport) -> String {
    let costs: std::collections::BTreeSet<i32> = set.curves.iter().flat_map(|c| c.by_cost.keys().copied()).collect();
    if costs.is_empty() {
        return String::new();
    }
    let heading: Vec<String> = ["Cost".to_owned()].into_iter().chain(costs.iter().map(i32::to_string)).collect();
    let row = |curve: &Curve| {
        let cell = |cost: &i32| curve.by_cost.get(cost).map_or("·".to_owned(), usize::to_string);
        [curve.name.clone()].into_iter().chain(costs.iter().map(cell)).collect::<Vec<_>>()
    };
    let rows: Vec<Vec<String>> = set.curves.iter().map(row).collect();
    let right: Vec<usize> = (1..heading.len()).collect();
    format!("\n{}", table(&heading.iter().map(String::as_str).collect::<Vec<_>>(), &rows, &right))
}

fn means_text(means: &Means) -> String {
    let several = means.fields.len() > 1;
    let mut heading = vec![format!("{} by cost", means.name), "Cards".to_owned()];
    heading.extend(means.fields.iter().cloned());
    heading.extend(several.then(|| "Sum".to_owned()));
    let rows: Vec<Vec<String>> = means
        .by_cost
        .iter()
        .map(|(cost, mean)| {
            let mut row = vec![cost.to_string(), mean.cards.to_string()];
            row.extend(mean.means.iter().map(|m| format!("{m:.1}")));
            row.extend(several.then(|| format!("{:.1}", mean.sum)));
            row
        })
        .collect();
    let right: Vec<usize> = (1..heading.len()).collect();
    format!("\n{}", table(&heading.iter().map(String::as_str).collect::<Vec<_>>(), &rows, &right))
}
