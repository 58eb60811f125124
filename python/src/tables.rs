//! What there is, cards, and what the lab finds, for Python to make tables of.

use std::path::Path;
use std::sync::Arc;

use catalog::card::FieldValue;
use catalog::query::Search;
use catalog::{CardIx, GameData, load};
use engine::kernel::parallel::Progress;
use engine::lab::experiment::{ChangedData, Experiment, ExperimentInput};
use engine::lab::plan::{ExperimentKind, ExperimentPlan};
use formats::GameLibrary;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::{Map, Value, json};

use crate::classes::{Folders, folders};
use crate::library::{self, SetupFault};

/// The games there are, with their formats, and why matches of one cannot be played.
#[pyfunction]
#[pyo3(signature = (data = None))]
pub fn games(py: Python<'_>, data: Option<Folders>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let data = folders(data);
    let source = library::source(&data)?;
    let mut rows = Vec::new();
    for id in source.games() {
        let dict = PyDict::new(py);
        dict.set_item("game", &id)?;
        match library::game_library(&data, &id) {
            Ok(library) => {
                let formats: Vec<&str> = library.formats.iter().map(|format| format.id.as_str()).collect();
                dict.set_item("name", &library.game.name)?;
                dict.set_item("formats", formats)?;
                dict.set_item("default_format", &library.game.default_format)?;
                dict.set_item("cards", library.game.indices().count())?;
                dict.set_item("data_hash", &library.game.data_hash)?;
                let refusal = library::refusal(&library.game);
                dict.set_item("is_played", refusal.is_none())?;
                dict.set_item("refusal", refusal)?;
            }
            // A game with faults is there, and says what is wrong with it.
            Err(fault) => {
                dict.set_item("is_played", false)?;
                dict.set_item("refusal", fault.0)?;
            }
        }
        rows.push(dict);
    }
    Ok(rows)
}

/// The starter decks of a game that are legal in a format, those made for it first, and how many play there.
#[pyfunction]
#[pyo3(signature = (game, format = None, data = None))]
pub fn decks<'py>(
    py: Python<'py>,
    game: &str,
    format: Option<&str>,
    data: Option<Folders>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let library = library::game_library(&folders(data), game)?;
    let format = library::format_of(&library, format)?;
    let row = |(id, deck): (String, formats::LegalDeck)| {
        let dict = PyDict::new(py);
        dict.set_item("deck", id)?;
        dict.set_item("name", &deck.deck().name)?;
        dict.set_item("format", &format.id)?;
        dict.set_item("shared", format.match_settings.shared)?;
        dict.set_item("least_seats", format.match_settings.seats.0)?;
        dict.set_item("most_seats", format.match_settings.seats.1)?;
        Ok(dict)
    };
    library::starters(&library, format).into_iter().map(row).collect()
}

/// The cards of a game that a query selects, as JSON: a list of objects.
#[pyfunction]
#[pyo3(signature = (game, query, data = None))]
pub fn cards_json(game: &str, query: &str, data: Option<Folders>) -> PyResult<String> {
    let library = library::game_library(&folders(data), game)?;
    let game = &library.game;
    let search = Search::parse(query, game).map_err(|fault| SetupFault(fault.pointing(query)))?;
    let rows: Vec<Value> = search.run(game).into_iter().map(|ix| card_row(game, ix)).collect();
    Ok(Value::Array(rows).to_string())
}

fn card_row(game: &GameData, ix: CardIx) -> Value {
    let card = game.card(ix);
    let factions: Vec<&str> = game.factions_of(card.factions).map(|faction| faction.id.as_str()).collect();
    let mut row = Map::new();
    let mut put = |key: &str, value: Value| {
        row.insert(key.to_owned(), value);
    };
    put("id", json!(card.id));
    put("name", json!(card.name));
    put("types", json!(game.type_line(card)));
    put("factions", json!(factions));
    put("set", json!(game.sets[usize::from(card.set)].id));
    put("number", json!(card.number.as_str()));
    put("rarity", json!(game.rarities[usize::from(card.rarity)].id));
    put("keywords", json!(card.keywords.iter().map(|has| game.keyword_text(has)).collect::<Vec<_>>()));
    put("text", json!(card.text));
    for (field, value) in game.fields.iter().zip(&card.values) {
        // What a card does not have is none, never 0.
        let value = match value {
            None => Value::Null,
            Some(FieldValue::Number(number)) => json!(number),
            Some(FieldValue::Text(text)) => json!(text),
            Some(FieldValue::Flag) => json!(true),
            Some(FieldValue::Amounts { list, .. }) => {
                let amount = |(of, n): &(u8, i32)| (game.resources[usize::from(*of)].id.clone(), json!(n));
                Value::Object(list.iter().map(amount).collect())
            }
            Some(FieldValue::Resources(mask)) => {
                let is_in = |at: &usize| mask >> at & 1 != 0;
                json!((0..game.resources.len()).filter(is_in).map(|at| &game.resources[at].id).collect::<Vec<_>>())
            }
        };
        // The card's own words stay where a field is called the same.
        let key = if row.contains_key(&field.id) { format!("{}.{}", game.id, field.id) } else { field.id.clone() };
        row.insert(key, value);
    }
    Value::Object(row)
}

/// Carries a plan of the lab out and tells what it says, as JSON: a report.
///
/// `plan` is the text of a plan as TOML, which names its game in its format or its first deck.
#[pyfunction]
#[pyo3(signature = (plan, threads = 0, data = None))]
pub fn lab_json(py: Python<'_>, plan: &str, threads: usize, data: Option<Folders>) -> PyResult<String> {
    let data = folders(data);
    let report = py.detach(|| carry_out(plan, threads, &data))?;
    Ok(report)
}

/// Bytes of a plan, as the command line bounds it.
const MOST_PLAN: usize = 1 << 20;

fn carry_out(text: &str, threads: usize, data: &[std::path::PathBuf]) -> Result<String, SetupFault> {
    let fault = |error: &dyn std::fmt::Display| SetupFault(error.to_string());
    if text.len() > MOST_PLAN {
        return Err(SetupFault(format!("a plan has at most {} MiB, and this one is larger", MOST_PLAN >> 20)));
    }
    let plan: ExperimentPlan = toml::from_str(text).map_err(|error| fault(&error))?;
    plan.check().map_err(|error| fault(&error))?;
    let source = library::source(data)?;
    let named = plan.format.as_deref().or(plan.decks.first().map(String::as_str));
    let Some((game, _)) = named.and_then(|words| words.split_once('/')) else {
        return Err(SetupFault("the plan names its game nowhere: write `format = \"game/format\"`".into()));
    };
    let library = library::game_library(data, game)?;
    let format = library::format_of(&library, plan.format.as_deref())?;
    let decks = match plan.kind {
        ExperimentKind::Field | ExperimentKind::Mirrors if plan.decks.is_empty() => {
            library::starters(&library, format).into_iter().map(|(_, deck)| deck).collect()
        }
        _ => plan.decks.iter().map(|deck| library::legal_deck(&library, format, deck)).collect::<Result<_, _>>()?,
    };
    let after = match &plan.after {
        None => None,
        Some(folder) => {
            let mut source = source.clone();
            source.add_folder(Path::new(folder)).map_err(|error| fault(&error))?;
            let faults = |problems: Vec<catalog::read::Problem>| {
                SetupFault(problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
            };
            let changed = Arc::new(load::game(&source, game).map_err(faults)?);
            let game_library = Arc::new(GameLibrary::load(&source, changed).map_err(faults)?);
            Some(ChangedData { source, game_library })
        }
    };
    let format = format.id.clone();
    let input = ExperimentInput { plan, source, game_library: library, format, decks, after };
    let experiment = Experiment::new(input).map_err(|error| fault(&error))?;
    let parts: Vec<u32> = (0..experiment.parts()).collect();
    let found = experiment.run(&parts, threads, &Progress::default(), &|_| Ok(())).map_err(|error| fault(&error))?;
    let found = found.ok_or_else(|| SetupFault("it was stopped".into()))?;
    serde_json::to_string(&experiment.report(&found)).map_err(|error| fault(&error))
}
