//! `deckloom rules GAME`

use std::collections::BTreeSet;

use catalog::read::texts_under;
use catalog::rules::{self, Rule};
use schemars::JsonSchema;
use serde::Serialize;

use super::print::counted;
use super::{CommandOutcome, CommandResult, names, print_result};
use crate::session::{self, Places};

#[derive(Debug, clap::Args)]
pub(super) struct RulesArgs {
    /// The game.
    game: String,
    /// List only rules that no data file cites yet, though they should be shown.
    #[arg(long)]
    uncovered: bool,
    /// Only rules of this marker: D deckbuilding, L limited, E match engine, C card data.
    #[arg(long, value_parser = ["D", "L", "E", "C"])]
    marker: Option<String>,
}

/// The rules.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct RulesOutput {
    /// Game id.
    game: String,
    /// Rules of the whole rulebook, rulings included.
    all: usize,
    /// The rules asked for.
    rules: Vec<RuleRow>,
}

/// A rule.
#[derive(Debug, Serialize, JsonSchema)]
struct RuleRow {
    /// Id.
    id: String,
    /// `D`, `L`, `E` or `C`; absent for a ruling.
    marker: Option<String>,
    /// `deck`, `pool`, `scenario`, `data`, `advice` or `none`.
    shown: String,
    /// Why it is shown nowhere.
    reason: Option<String>,
    /// The files that cite it.
    cited_by: Vec<String>,
    /// The rule in our words.
    text: String,
    /// For a ruling: the option that changes it, with its default; see `match --option`.
    option: Option<String>,
}

/// A rule that should be shown by something that cites it, and is not. Rules on card data are shown by the data
/// being there, which `data check` holds.
fn is_uncovered(rule: &Rule, cited: bool) -> bool {
    !cited && !matches!(rule.shown.as_str(), "none" | "data")
}

pub(super) fn run(args: &RulesArgs, places: &Places, json: bool) -> CommandResult<CommandOutcome> {
    let source = places.source().map_err(session::Error::from)?;
    let games = source.games();
    if !games.contains(&args.game) {
        return Err(names::unknown_game(&args.game, games.iter().map(String::as_str)));
    }
    let rules = rules::load(&source, &args.game)
        .map_err(|problems| session::Error::Data { game: args.game.clone(), problems })?;
    let citations = citations(&source, &args.game);
    let cited_by = |id: &str| -> Vec<String> {
        citations.iter().filter(|(rule, _)| rule == id).map(|(_, file)| file.clone()).collect()
    };
    let mut rows: Vec<(bool, RuleRow)> = Vec::new();
    for rule in &rules {
        let cited_by = cited_by(&rule.id);
        // What is to be played is shown by a scenario, not by a file that only names it.
        let shows = |file: &String| rule.shown != "scenario" || file.contains("/scenarios/");
        let open = is_uncovered(rule, cited_by.iter().any(shows));
        let marker = args.marker.is_none() || args.marker == rule.marker;
        if marker && (open || !args.uncovered) {
            let (id, marker, shown) = (rule.id.clone(), rule.marker.clone(), rule.shown.clone());
            rows.push((
                open,
                RuleRow {
                    id,
                    marker,
                    shown,
                    reason: rule.reason.clone(),
                    cited_by,
                    text: rule.text.clone(),
                    option: rule.option.clone(),
                },
            ));
        }
    }
    rows.sort_by_key(|(open, _)| !open);
    let result =
        RulesOutput { game: args.game.clone(), all: rules.len(), rules: rows.into_iter().map(|(_, r)| r).collect() };
    print_result(json, &result, || to_text(&result))?;
    Ok(CommandOutcome::Done)
}

/// Which file cites which rule: every text in a `rules = […]` list, in file order.
fn citations(source: &catalog::Source, game: &str) -> BTreeSet<(String, String)> {
    let mut citations = BTreeSet::new();
    let mut files: Vec<(String, &str)> = Vec::new();
    if let Some(file) = source.file(&format!("{game}/game.toml")) {
        files.push((file.name.clone(), &file.text));
    }
    for folder in ["formats", "boosters", "scenarios"] {
        files.extend(source.folder(game, folder).into_iter().map(|(_, f)| (f.name.clone(), f.text.as_ref())));
    }
    for (name, text) in files {
        citations.extend(texts_under(text, "rules").into_iter().map(|(rule, _)| (rule, name.clone())));
    }
    citations
}

fn to_text(result: &RulesOutput) -> String {
    let mut out = String::new();
    for rule in &result.rules {
        let shown = match (&rule.reason, rule.cited_by.is_empty()) {
            (Some(reason), _) => format!("not shown: {reason}"),
            (None, true) => rule.shown.clone(),
            (None, false) => format!("{}: {}", rule.shown, rule.cited_by.join(", ")),
        };
        let marker = rule.marker.as_deref().unwrap_or("R");
        out.push_str(&format!("{} {marker}  {}\n      {shown}\n", rule.id, rule.text));
        if let Some(option) = &rule.option {
            out.push_str(&format!("      option: {option}\n"));
        }
    }
    format!("{out}{} of {}\n", counted(result.rules.len() as u64, "rule", "rules"), result.all)
}
