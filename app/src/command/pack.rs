//! `deckloom pack PRODUCT`

use std::sync::Arc;

use catalog::{CardIx, GameData};
use formats::GameLibrary;
use formats::limited::booster::event_packs::deal;
use formats::limited::booster::expect::ExpectedContents;
use formats::limited::booster::prove::{self, TestQuestion};
use formats::limited::booster::{Product, prove::Proof};
use formats::rng::Seed;
use schemars::JsonSchema;
use serde::Serialize;

use super::cards::CardRow;
use super::print::{counted, percent, table};
use super::printings::Printings;
use super::{CommandContext, CommandOutcome, CommandResult, names, number, sources};

#[derive(Debug, clap::Args)]
pub(super) struct PackArgs {
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

/// A text that is no threshold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write a number above 0, up to 0.5")]
struct ThresholdError;

fn threshold(text: &str) -> std::result::Result<f64, ThresholdError> {
    text.parse::<f64>().ok().filter(|n| *n > 0.0 && *n <= 0.5).ok_or(ThresholdError)
}

/// The packs, or what came of comparing them.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PackOutput {
    /// `game/product`.
    product: String,
    /// The seed as 64 hexadecimal digits.
    seed: String,
    /// The packs in order, their cards in the order of the slots; none with `--prove`.
    packs: Vec<Vec<CardRow>>,
    /// The proof, with `--prove`.
    proof: Option<ProofOutput>,
}

/// Packs compared with what is computed.
#[derive(Debug, Serialize, JsonSchema)]
struct ProofOutput {
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
    tests: Vec<TestOutput>,
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
struct TestOutput {
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

pub(super) fn product<'d>(context: &'d CommandContext, id: &str) -> CommandResult<(&'d GameData, &'d Product)> {
    let found = id.split_once('/').and_then(|(game, product)| {
        let game_library = context.session.game_library(game)?;
        Some((&*game_library.game, game_library.product(product)?))
    });
    found.ok_or_else(|| {
        let products =
            |b: &Arc<GameLibrary>| b.products.iter().map(|p| format!("{}/{}", b.game.id, p.id)).collect::<Vec<_>>();
        let all: Vec<String> = context.session.game_libraries().flat_map(products).collect();
        names::unknown("product", id, all.iter().map(String::as_str), "`deckloom games` lists them")
    })
}

pub(super) fn run(args: &PackArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let (game, product) = product(context, &args.product)?;
    let seed = sources::seed(args.seed)?;
    let mut result = PackOutput { product: args.product.clone(), seed: seed.to_hex(), packs: Vec::new(), proof: None };
    if let Some(packs) = args.prove {
        let proven = prove_packs(game, product, packs, seed, args.threshold);
        let holds = proven.holds;
        result.proof = Some(proven);
        context
            .print_result(&result, || result.proof.as_ref().map_or(String::new(), |p| proof_text(p, &result.seed)))?;
        return Ok(if holds { CommandOutcome::Done } else { CommandOutcome::Failed });
    }
    let dealt = deal(&vec![product; args.n as usize], 1, seed)?;
    let row = |pack: &Vec<CardIx>| pack.iter().map(|ix| CardRow::new(game, *ix)).collect();
    result.packs = dealt.iter().flatten().map(row).collect();
    context.print_result(&result, || {
        let printings = Printings::new(game, result.packs.iter().flatten().map(|card| card.id.as_str()));
        let words = |(i, pack): (usize, &Vec<CardRow>)| {
            let line = |card: &CardRow| format!("  {:<10} {}\n", card.rarity, printings.label(&card.id));
            let cards: String = pack.iter().map(line).collect();
            format!("Pack {}\n{cards}", i + 1)
        };
        let packs = result.packs.iter().enumerate().map(words).collect::<Vec<_>>().join("\n");
        if args.seed.is_none() { format!("{packs}\nseed {}\n", result.seed) } else { packs }
    })?;
    Ok(CommandOutcome::Done)
}

fn prove_packs(game: &GameData, product: &Product, packs: u32, seed: Seed, threshold: f64) -> ProofOutput {
    let expected = ExpectedContents::new(product);
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
    let test = |t: prove::PackTest| {
        let asks = match t.asks {
            TestQuestion::Number => "number",
            TestQuestion::Evenness => "evenness",
            TestQuestion::Cut => "cut",
        };
        TestOutput { of: t.of, asks: asks.to_owned(), chi_square: t.chi_square, freedom: t.freedom, p: t.p }
    };
    ProofOutput { packs, holds, threshold, bar, groups, tests: tests.into_iter().map(test).collect(), untested, broken }
}

fn proof_text(proof: &ProofOutput, seed: &str) -> String {
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
    let asks = |test: &TestOutput| match test.asks.as_str() {
        "number" => TestQuestion::Number.label(),
        "evenness" => TestQuestion::Evenness.label(),
        _ => TestQuestion::Cut.label(),
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
