//! `deckloom pack PRODUCT`

use std::sync::Arc;

use catalog::{CardIx, Game};
use formats::Book;
use formats::limited::booster::event::deal;
use formats::limited::booster::expect::Expected;
use formats::limited::booster::prove::{self, Asks};
use formats::limited::booster::{Product, prove::Proof};
use formats::rng::Seed;
use schemars::JsonSchema;
use serde::Serialize;

use super::cards::Row;
use super::print::{counted, percent, table};
use super::printings::Printings;
use super::{Door, Outcome, names, number, sources};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The product, such as afrika/luminous-chronicle.
    product: String,
    /// How many packs.
    #[arg(short, default_value_t = 1, value_parser = number::whole::<u32>(1..=100_000))]
    n: u32,
    /// The same seed opens the same packs: a number, or what an earlier run told. Without one, nobody can guess them.
    #[arg(long, value_parser = number::seed)]
    seed: Option<Seed>,
    /// Compare so many packs with what is computed of the product; exit code 1 if they differ.
    #[arg(long, value_name = "N", conflicts_with = "n", value_parser = number::whole::<u32>(1..=100_000_000))]
    prove: Option<u32>,
    /// How often a proof of sound packs may fail.
    #[arg(long, default_value_t = 0.001, requires = "prove", value_parser = threshold)]
    threshold: f64,
}

fn threshold(text: &str) -> std::result::Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|n| *n > 0.0 && *n <= 0.5);
    number.ok_or_else(|| "write a number above 0, up to 0.5".into())
}

/// The packs, or what came of comparing them.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Result {
    /// `game/product`.
    product: String,
    /// The seed as 64 hexadecimal digits.
    seed: String,
    /// The packs in order, their cards in the order of the slots; none with `--prove`.
    packs: Vec<Vec<Row>>,
    /// The proof, with `--prove`.
    proof: Option<Proven>,
}

/// Packs compared with what is computed.
#[derive(Debug, Serialize, JsonSchema)]
struct Proven {
    /// Packs compared.
    packs: u64,
    /// Whether all is as computed.
    holds: bool,
    /// How often sound packs fail, and what each single test has to reach so that this is so.
    threshold: f64,
    bar: f64,
    /// Cards that nothing tells apart.
    groups: Vec<Group>,
    /// The tests.
    tests: Vec<Test>,
    /// Tests that need more packs.
    untested: Vec<String>,
    /// What packs promise, and how often they broke it.
    broken: Vec<(String, u64)>,
}

/// A group of cards in packs.
#[derive(Debug, Serialize, JsonSchema)]
struct Group {
    /// The sheet, and what makes the group out.
    name: String,
    /// Whether `as_fan` and `any` are exact; where they are not, a pack cannot be followed draw by draw.
    exact: bool,
    /// Cards of the group in a pack: computed, and found.
    mean: f64,
    mean_found: f64,
    /// Packs that hold one or more, as a share: computed, and found.
    any: Option<f64>,
    any_found: f64,
    /// Copies of each of its cards in a pack.
    as_fan: f64,
    /// The cards: id, and copies in a pack as found.
    cards: Vec<(String, f64)>,
}

/// A chi-square test.
#[derive(Debug, Serialize, JsonSchema)]
struct Test {
    /// The group or sheet.
    of: String,
    /// `number`, `evenness` or `cut`.
    asks: String,
    /// The statistic, and its degrees of freedom.
    chi_square: f64,
    freedom: u32,
    /// How often sound packs come out so uneven, or more.
    p: f64,
}

pub(super) fn product<'d>(door: &'d Door, id: &str) -> anyhow::Result<(&'d Game, &'d Product)> {
    let found = id.split_once('/').and_then(|(game, product)| {
        let book = door.desk.book(game)?;
        Some((&*book.game, book.product(product)?))
    });
    found.ok_or_else(|| {
        let products = |b: &Arc<Book>| b.products.iter().map(|p| format!("{}/{}", b.game.id, p.id)).collect::<Vec<_>>();
        let all: Vec<String> = door.desk.books().flat_map(products).collect();
        names::unknown("product", id, all.iter().map(String::as_str), "`deckloom games` lists them")
    })
}

pub(super) fn run(args: &Args, door: &Door) -> anyhow::Result<Outcome> {
    let (game, product) = product(door, &args.product)?;
    let seed = sources::seed(args.seed)?;
    let mut result = Result { product: args.product.clone(), seed: seed.hex(), packs: Vec::new(), proof: None };
    if let Some(packs) = args.prove {
        let proven = proven(game, product, packs, seed, args.threshold);
        let holds = proven.holds;
        result.proof = Some(proven);
        door.show(&result, || result.proof.as_ref().map_or(String::new(), |p| proof_words(p, &result.seed)))?;
        return Ok(if holds { Outcome::Done } else { Outcome::Wanting });
    }
    let dealt = deal(&vec![product; args.n as usize], 1, seed)?;
    let row = |pack: &Vec<CardIx>| pack.iter().map(|ix| Row::new(game, *ix)).collect();
    result.packs = dealt.iter().flatten().map(row).collect();
    door.show(&result, || {
        let printings = Printings::new(game, result.packs.iter().flatten().map(|card| card.id.as_str()));
        let words = |(i, pack): (usize, &Vec<Row>)| {
            let line = |card: &Row| format!("  {:<10} {}\n", card.rarity, printings.label(&card.id));
            let cards: String = pack.iter().map(line).collect();
            format!("Pack {}\n{cards}", i + 1)
        };
        let packs = result.packs.iter().enumerate().map(words).collect::<Vec<_>>().join("\n");
        if args.seed.is_none() { format!("{packs}\nseed {}\n", result.seed) } else { packs }
    })?;
    Ok(Outcome::Done)
}

fn proven(game: &Game, product: &Product, packs: u32, seed: Seed, threshold: f64) -> Proven {
    let expected = Expected::of(product);
    let proof = prove::prove(product, &expected, packs, seed, threshold);
    let groups = expected.groups.iter().zip(&proof.groups).map(|(group, found)| Group {
        name: group.name.clone(),
        exact: group.in_pack.is_some(),
        mean: group.mean,
        mean_found: found.mean,
        any: group.any(),
        any_found: found.any,
        as_fan: group.mean / group.cards.len() as f64,
        cards: group
            .cards
            .iter()
            .zip(&found.cards)
            .map(|(card, n)| (game.card(*card).id.clone(), *n as f64 / proof.packs as f64))
            .collect(),
    });
    let (holds, bar) = (proof.holds(), proof.bar());
    let groups = groups.collect();
    let Proof { packs, tests, untested, broken, threshold, .. } = proof;
    let test = |t: prove::Test| {
        let asks = match t.asks {
            Asks::Number => "number",
            Asks::Evenness => "evenness",
            Asks::Cut => "cut",
        };
        Test { of: t.of, asks: asks.to_owned(), chi_square: t.chi_square, freedom: t.freedom, p: t.p }
    };
    Proven { packs, holds, threshold, bar, groups, tests: tests.into_iter().map(test).collect(), untested, broken }
}

fn proof_words(proof: &Proven, seed: &str) -> String {
    let share = |share: Option<f64>| share.map_or("·".into(), percent);
    let fan = |n: f64| format!("{n:.4}");
    let groups: Vec<Vec<String>> = proof
        .groups
        .iter()
        .map(|g| {
            let mean = if g.exact { fan(g.mean) } else { format!("~{}", fan(g.mean)) };
            let cells = [g.name.clone(), g.cards.len().to_string(), fan(g.as_fan), mean, fan(g.mean_found)];
            cells.into_iter().chain([share(g.any), percent(g.any_found)]).collect()
        })
        .collect();
    let heading = ["Cards", "", "each", "in a pack", "found", "one or more", "found"];
    let mut out = table(&heading, &groups, &[1, 2, 3, 4, 5, 6]);
    let asks = |test: &Test| match test.asks.as_str() {
        "number" => Asks::Number.words(),
        "evenness" => Asks::Evenness.words(),
        _ => Asks::Cut.words(),
    };
    let tests: Vec<Vec<String>> = proof
        .tests
        .iter()
        .map(|t| {
            let mark = if t.p < proof.bar { "too low" } else { "" };
            let cells = [t.of.clone(), asks(t).to_owned(), format!("{:.2}", t.chi_square), t.freedom.to_string()];
            cells.into_iter().chain([format!("{:.4}", t.p), mark.to_owned()]).collect()
        })
        .collect();
    out.push('\n');
    out.push_str(&table(&["Test", "", "chi-square", "df", "p", ""], &tests, &[2, 3, 4]));
    for test in &proof.untested {
        out.push_str(&format!("not tested, for want of packs: {test}\n"));
    }
    for (promise, times) in &proof.broken {
        out.push_str(&format!("broken {}: {promise}\n", counted(*times, "time", "times")));
    }
    let verdict = match (proof.holds, proof.tests.is_empty()) {
        (true, _) => "The packs are as computed",
        (false, true) if proof.broken.is_empty() => "Too few packs to say anything",
        (false, _) => "The packs are NOT as computed",
    };
    let bar = format!("each p must reach {:.6}, so that sound packs fail {} times", proof.bar, proof.threshold);
    format!("{out}\n{verdict}: {} packs; {bar} in all.\nseed {seed}\n", proof.packs)
}
