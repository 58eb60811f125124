//! `deckloom deck stats DECK`

use std::collections::BTreeMap;
use std::ffi::OsString;

use catalog::GameData;
use engine::lab::goldfish::coverage::{self, CostCoverage};
use engine::lab::{self, LabDeck, odds};
use formats::stats::{DeckStats, mean};
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::print::{percent, table};
use crate::command::{CommandContext, CommandOutcome, CommandResult, cards, number, sources, usage_error};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct DeckStatsArgs {
    /// A file, a starter deck such as chronx/corporate, or the name of a saved deck.
    deck: OsString,
    /// Questions about the cards seen, such as "3.. of (type:terrain)"; may be given several times. `-` reads them from
    /// standard input, one a line.
    #[arg(long, value_name = "QUESTION")]
    odds: Vec<String>,
    /// Turns to look ahead.
    #[arg(long, default_value_t = 6, value_parser = number::whole::<u32>(1..=30))]
    by_turn: u32,
    /// Go first (default): on the play.
    #[arg(long)]
    play: bool,
    /// Go second: on the draw.
    #[arg(long, conflicts_with = "play")]
    draw: bool,
    /// The game, if the file does not say.
    #[arg(long)]
    game: Option<String>,
}

/// The make-up of a deck's main section, and what follows from drawing it.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct DeckStatsOutput {
    /// The deck's name.
    deck: String,
    /// `game/format`.
    format: String,
    /// Known cards of the main section.
    cards: u32,
    /// Cards by total cost.
    curve: BTreeMap<i32, u32>,
    /// Cards without a cost.
    without_cost: u32,
    /// The mean cost of the cards that have one.
    mean_cost: Option<f64>,
    /// What costs ask for and what cards make, by resource.
    resources: Vec<ResourceOutput>,
    /// Cards by type id; a card of two counts for both.
    types: BTreeMap<String, u32>,
    /// Cards by faction id; a card of two counts for both.
    factions: BTreeMap<String, u32>,
    /// Cards of no faction.
    factionless: u32,
    /// Numbers on the cards.
    numbers: Vec<NumberOutput>,
    /// Different cards by how many copies there are of each.
    copies: BTreeMap<u32, u32>,
    /// Cards by tag.
    tags: BTreeMap<String, u32>,
    /// How likely each cost is covered by what the cards seen make, cheapest first; exact, without mulligans. A source that
    /// costs something itself counts from the turn after its total cost.
    costs: Vec<CostOutput>,
    /// The questions, as `deckloom odds` answers them.
    odds: Vec<QuestionOdds>,
    /// Why there are no costs and odds, if there are none: only legal decks are dealt.
    refused: Option<String>,
}

/// A resource.
#[derive(Debug, Serialize, JsonSchema)]
struct ResourceOutput {
    /// Id.
    id: String,
    /// Cards that cost some of it.
    cards: u32,
    /// Units in all costs together.
    units: u32,
    /// Cards that make it.
    sources: u32,
    /// Cards that cost some of it, by their total cost.
    curve: BTreeMap<i32, u32>,
}

/// A number on cards.
#[derive(Debug, Serialize, JsonSchema)]
struct NumberOutput {
    /// Field id.
    id: String,
    /// Cards by value.
    values: BTreeMap<i32, u32>,
    /// The mean value.
    mean: Option<f64>,
}

/// A cost of the deck.
#[derive(Debug, Serialize, JsonSchema)]
struct CostOutput {
    /// In words.
    cost: String,
    /// All units together.
    total: u32,
    /// Ids of the cards that cost this.
    cards: Vec<String>,
    /// Copies of them.
    copies: u32,
    /// The odds that the cards seen can pay it, from the first turn on; from 0 to 1.
    by_turn: Vec<f64>,
}

/// The odds of a question.
#[derive(Debug, Serialize, JsonSchema)]
struct QuestionOdds {
    /// As it was understood.
    question: String,
    /// The odds in the opening hand, then by each turn; from 0 to 1.
    by_turn: Vec<f64>,
}

pub(in crate::command) fn run(args: &DeckStatsArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let named = context.deck(&args.deck, args.game.as_deref())?;
    let (game, deck) = (&named.game_library.game, &named.deck);
    let first = !args.draw;
    let questions = sources::questions(&args.odds, game)?;
    let stack = named.legal().and_then(|legal| Ok(LabDeck::new(game, &legal)?));
    let (mut costs, mut odds, mut refused) = (Vec::new(), Vec::new(), None);
    match &stack {
        Ok(stack) => {
            let covers = coverage::cost_coverage(game, stack, args.by_turn, first)?;
            costs = covers.iter().map(|c| cost(game, c)).collect();
            for question in &questions {
                let by_turn = (0..=args.by_turn)
                    .map(|turn| {
                        odds::question_odds(game, stack, question, lab::cards_drawn(game, turn, first))
                            .map(odds::ExactOdds::value)
                    })
                    .collect::<std::result::Result<_, _>>();
                let by_turn = by_turn.map_err(|e| usage_error(e.to_string()))?;
                odds.push(QuestionOdds { question: question.print(game), by_turn });
            }
        }
        Err(why) => refused = Some(why.to_string()),
    }
    let stats = DeckStats::new(game, deck);
    let ids = |list: &[(usize, u32)], id: &dyn Fn(usize) -> String| list.iter().map(|(at, n)| (id(*at), *n)).collect();
    let result = DeckStatsOutput {
        deck: deck.name.clone(),
        format: format!("{}/{}", game.id, deck.format),
        cards: stats.cards,
        mean_cost: mean(&stats.curve),
        without_cost: stats.without_cost,
        resources: stats.resources.iter().map(|r| resource(game, r)).collect(),
        types: ids(&stats.types, &|t| game.types[t].id.clone()),
        factions: ids(&stats.factions, &|f| game.factions[f].id.clone()),
        factionless: stats.factionless,
        numbers: stats.numbers.iter().map(|n| number(game, n)).collect(),
        curve: stats.curve,
        copies: stats.copies,
        tags: stats.tags,
        costs,
        odds,
        refused,
    };
    context.print_result(&result, || format!("{}{}", super::remarks(&named.report), to_text(&result)))?;
    Ok(CommandOutcome::Done)
}

fn resource(game: &GameData, found: &formats::stats::ResourceCounts) -> ResourceOutput {
    ResourceOutput {
        id: game.resources[found.resource].id.clone(),
        cards: found.cards,
        units: found.units,
        sources: found.sources,
        curve: found.curve.clone(),
    }
}

fn number(game: &GameData, found: &formats::stats::FieldStats) -> NumberOutput {
    NumberOutput { id: game.fields[found.field].id.clone(), values: found.values.clone(), mean: mean(&found.values) }
}

fn cost(game: &GameData, cover: &CostCoverage) -> CostOutput {
    CostOutput {
        cost: cover.cards.first().and_then(|c| cards::cost_text(game, game.card(*c))).unwrap_or_default(),
        total: cover.total,
        cards: cover.cards.iter().map(|c| game.card(*c).id.clone()).collect(),
        copies: cover.copies,
        by_turn: cover.by_turn.iter().map(|e| e.value()).collect(),
    }
}

fn to_text(result: &DeckStatsOutput) -> String {
    fn pairs<K: std::fmt::Display, N: std::fmt::Display>(map: &BTreeMap<K, N>) -> String {
        map.iter().map(|(k, n)| format!("{k}: {n}")).collect::<Vec<_>>().join("  ")
    }
    let mut out = format!("{} – {}, {} cards\n\n", result.deck, result.format, result.cards);
    let mean = |mean: Option<f64>| mean.map_or(String::new(), |m| format!("  (mean {m:.2})"));
    out.push_str(&format!("Curve     {}{}\n", pairs(&result.curve), mean(result.mean_cost)));
    for (word, map) in [("Types", &result.types), ("Factions", &result.factions), ("Tags", &result.tags)] {
        if !map.is_empty() {
            out.push_str(&format!("{word:<9} {}\n", pairs(map)));
        }
    }
    let copies: Vec<String> = result.copies.iter().map(|(n, cards)| format!("{cards} cards {n}×")).collect();
    out.push_str(&format!("Copies    {}\n", copies.join("  ")));
    if !result.resources.is_empty() {
        let row = |r: &ResourceOutput| {
            vec![r.id.clone(), r.units.to_string(), r.cards.to_string(), r.sources.to_string(), pairs(&r.curve)]
        };
        let rows: Vec<Vec<String>> = result.resources.iter().map(row).collect();
        let heading = ["Resource", "Units", "Cards", "Sources", "Cards by total cost"];
        out.push_str(&format!("\n{}", table(&heading, &rows, &[1, 2, 3])));
    }
    if !result.numbers.is_empty() {
        let row = |n: &NumberOutput| {
            vec![n.id.clone(), n.mean.map_or(String::new(), |m| format!("{m:.2}")), pairs(&n.values)]
        };
        let rows: Vec<Vec<String>> = result.numbers.iter().map(row).collect();
        out.push_str(&format!("\n{}", table(&["Number", "Mean", "Cards by value"], &rows, &[1])));
    }
    let turns = result.costs.first().map_or(0, |c| c.by_turn.len());
    if turns > 0 {
        let row = |c: &CostOutput| {
            let shares = c.by_turn.iter().map(|s| percent(*s));
            [c.cost.clone(), c.copies.to_string()].into_iter().chain(shares).collect::<Vec<_>>()
        };
        let rows: Vec<Vec<String>> = result.costs.iter().map(row).collect();
        let by_turn: Vec<String> = (1..=turns).map(|t| format!("turn {t}")).collect();
        let heading: Vec<&str> = ["Cost", "Cards"].into_iter().chain(by_turn.iter().map(String::as_str)).collect();
        let right: Vec<usize> = (1..turns + 2).collect();
        out.push_str(&format!("\nCosts that the cards seen can pay, exactly\n{}", table(&heading, &rows, &right)));
    }
    if let Some(first) = result.odds.first() {
        let row = |odds: &QuestionOdds| {
            let shares = odds.by_turn.iter().map(|share| percent(*share));
            [odds.question.clone()].into_iter().chain(shares).collect::<Vec<_>>()
        };
        let rows: Vec<Vec<String>> = result.odds.iter().map(row).collect();
        let by_turn: Vec<String> = (1..first.by_turn.len()).map(|t| format!("turn {t}")).collect();
        let heading: Vec<&str> = ["Odds", "hand"].into_iter().chain(by_turn.iter().map(String::as_str)).collect();
        let right: Vec<usize> = (1..heading.len()).collect();
        out.push_str(&format!("\n{}", table(&heading, &rows, &right)));
    }
    if let Some(why) = &result.refused {
        out.push_str(&format!("\nno odds: {why}\n"));
    }
    out
}
