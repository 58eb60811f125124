//! `deckloom data check`

use catalog::read::Problem;
use schemars::JsonSchema;
use serde::Serialize;

use crate::check;
use crate::command::print::counted;
use crate::command::{CommandOutcome, CommandResult, print_result};
use crate::session::{self, Places};

/// What the check found.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DataCheckOutput {
    /// Whether nothing is wrong.
    clean: bool,
    /// Each game.
    games: Vec<CheckedGame>,
}

/// A game.
#[derive(Debug, Serialize, JsonSchema)]
struct CheckedGame {
    /// Id.
    id: String,
    /// Cards, if the game could be loaded.
    cards: Option<usize>,
    /// Every fault.
    problems: Vec<DataFault>,
    /// Cards with a picture of one's own.
    pictures: usize,
    /// Pictures of one's own that are not shown. They make nothing wrong: the generated ones take their place.
    warnings: Vec<Warning>,
}

/// A picture that is not shown.
#[derive(Debug, Serialize, JsonSchema)]
struct Warning {
    file: String,
    /// The file, what is wrong with it and what to do.
    text: String,
}

/// A fault.
#[derive(Debug, Serialize, JsonSchema)]
struct DataFault {
    file: String,
    /// Counted from 1.
    line: usize,
    /// Counted from 1.
    column: usize,
    /// What it stands in, such as a card's name; may be empty.
    place: String,
    /// What is wrong.
    message: String,
    /// What to do.
    hint: Option<String>,
    /// All of it in one line.
    text: String,
}

impl From<Problem> for DataFault {
    fn from(p: Problem) -> DataFault {
        let text = p.to_string();
        DataFault {
            file: p.file,
            line: p.line,
            column: p.column,
            place: p.place,
            message: p.message,
            hint: p.hint,
            text,
        }
    }
}

pub(super) fn run(places: &Places, json: bool) -> CommandResult<CommandOutcome> {
    let source = places.source().map_err(session::Error::from)?;
    let checked = source.folders().into_iter().map(|id| {
        let found = check::check_game(&source, &id);
        CheckedGame {
            id,
            cards: found.cards,
            problems: found.faults.into_iter().map(DataFault::from).collect(),
            pictures: found.pictures,
            warnings: found.unshown.into_iter().map(|(file, text)| Warning { file, text }).collect(),
        }
    });
    let games: Vec<CheckedGame> = checked.collect();
    let result = DataCheckOutput { clean: games.iter().all(|g| g.problems.is_empty()), games };
    print_result(json, &result, || to_text(&result))?;
    Ok(if result.clean { CommandOutcome::Done } else { CommandOutcome::Failed })
}

fn to_text(result: &DataCheckOutput) -> String {
    let mut out = String::new();
    for game in &result.games {
        game.problems.iter().for_each(|p| out.push_str(&format!("{}\n", p.text)));
        game.warnings.iter().for_each(|w| out.push_str(&format!("warning: {}\n", w.text)));
        let cards = game.cards.map_or("not loaded".into(), |n| counted(n as u64, "card", "cards"));
        let faults = counted(game.problems.len() as u64, "fault", "faults");
        let pictures = match game.pictures + game.warnings.len() {
            0 => String::new(),
            _ => format!(", {}", counted(game.pictures as u64, "own picture", "own pictures")),
        };
        out.push_str(&format!("{}: {cards}{pictures}, {faults}\n", game.id));
    }
    out
}
