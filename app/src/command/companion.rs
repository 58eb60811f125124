//! `deckloom companion`: the opponent at a real table, typed in or scripted; and how it does against a simple person.

mod simulate;
mod state;

use std::io::{BufRead, IsTerminal, Write};

use catalog::store::journal::StreamKind;
use engine::registry;
use formats::rng::Seed;
use schemars::JsonSchema;
use serde::Serialize;

use super::{CommandContext, CommandOutcome, CommandResult, failure, input_error, number, sources, usage_error};
use crate::automa::{self, AutomaGame, DifficultyError, StepReply};
pub(super) use simulate::CompanionSimulateOutput as Simulated;
pub(super) use state::CompanionStateOutput;

#[derive(Debug, clap::Args)]
pub(super) struct CompanionArgs {
    /// Who sits opposite.
    #[arg(default_value = "chronobot")]
    opponent: String,
    /// What makes it harder, as in no-reboot,six-actions; `cards --game anachrony type:difficulty` lists them.
    #[arg(long, value_delimiter = ',')]
    difficulty: Vec<String>,
    /// Modules in play, if the opponent knows any.
    #[arg(long, value_delimiter = ',')]
    module: Vec<String>,
    /// The name of the game; the opponent's if none is given.
    #[arg(long)]
    name: Option<String>,
    /// Go on with a game: the one of this name, or the last one.
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["name", "difficulty", "module", "simulate"])]
    resume: Option<ResumedGame>,
    /// List the games of the library.
    #[arg(long, conflicts_with_all = ["resume", "simulate"])]
    list: bool,
    /// Roll the bot's dice yourself, and say what they show.
    #[arg(long, conflicts_with = "simulate")]
    own_dice: bool,
    /// What the program rolls: a number, or 64 hexadecimal digits.
    #[arg(long, value_parser = number::seed)]
    seed: Option<Seed>,
    /// Play so many games against a simple person instead, and count.
    #[arg(long, value_name = "GAMES", value_parser = number::whole::<u64>(1..=100_000_000))]
    simulate: Option<u64>,
    /// Threads of a simulation; 0 is as many as the machine has. The numbers do not depend on it.
    #[arg(long, default_value_t = 0, requires = "simulate", value_parser = number::whole::<u64>(0..=256))]
    threads: u64,
}

/// Which game goes on.
#[derive(Debug, Clone)]
enum ResumedGame {
    /// The one that changed last.
    Last,
    /// The one of this name.
    Named(String),
}

impl From<String> for ResumedGame {
    fn from(name: String) -> ResumedGame {
        if name.is_empty() { ResumedGame::Last } else { ResumedGame::Named(name) }
    }
}

/// The games of the library.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CompanionListOutput {
    /// The one that changed last first.
    games: Vec<CompanionGameRow>,
}

/// A game of the library.
#[derive(Debug, Serialize, JsonSchema)]
struct CompanionGameRow {
    /// Name.
    name: String,
    /// Steps so far; absent if it cannot be played again.
    steps: Option<usize>,
    /// Whether it is over.
    over: bool,
}

pub(super) fn run(args: &CompanionArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    if args.list {
        return list(context);
    }
    if let Some(games) = args.simulate {
        return simulate::run(args, games, context);
    }
    let mut game = match &args.resume {
        Some(resumed) => open(resumed, context)?,
        None => {
            let options = parse_difficulty(args, &args.difficulty, context)?;
            let name = args.name.clone().unwrap_or_else(|| args.opponent.clone());
            let seed = sources::seed(args.seed)?;
            let session = &mut context.session;
            let game_library = session
                .game_library(registry::AUTOMA)
                .ok_or_else(|| usage_error("the data of the game are not here"))?;
            let game = game_library.game.clone();
            AutomaGame::begin(&mut session.library, &session.source, &game, &name, options, seed)?
        }
    };
    game.own_dice = args.own_dice;
    run_lines(&mut game, args.resume.is_some(), context)?;
    let state = CompanionStateOutput::new(&game);
    if context.json {
        context.print_result(&state, String::new)?;
    }
    Ok(CommandOutcome::Done)
}

/// The difficulty of the table that arguments lay.
fn parse_difficulty(
    args: &CompanionArgs,
    harder: &[String],
    context: &CommandContext,
) -> CommandResult<engine::games::chronobot::Difficulty> {
    let game_library = context.game(registry::AUTOMA)?;
    automa::choose_difficulty(game_library, &args.opponent, &args.module, harder).map_err(|refused| match refused {
        DifficultyError::Illegal(_) => failure(refused.to_string()),
        _ => usage_error(refused.to_string()),
    })
}

fn seed(args: &CompanionArgs) -> Seed {
    args.seed.unwrap_or(Seed::from_number(1))
}

fn open(resumed: &ResumedGame, context: &CommandContext) -> CommandResult<AutomaGame> {
    let library = &context.session.library;
    let streams = library.streams(StreamKind::Companion, registry::AUTOMA)?;
    let found = match resumed {
        ResumedGame::Named(name) => streams.iter().find(|s| s.name == *name),
        ResumedGame::Last => streams.first(),
    };
    let Some(found) = found else {
        let known = streams.iter().map(|s| s.name.as_str());
        return Err(match resumed {
            ResumedGame::Named(name) => super::names::unknown_saved("game", name, known, "deckloom companion --list"),
            ResumedGame::Last => usage_error("there is no game to go on with; begin one with `deckloom companion`"),
        });
    };
    AutomaGame::open(library, found.id).map_err(|e| input_error(format!("`{}`: {e}", found.name)))
}

fn list(context: &CommandContext) -> CommandResult<CommandOutcome> {
    let library = &context.session.library;
    let row = |heading: catalog::store::journal::Heading| {
        let game = AutomaGame::open(library, heading.id).ok();
        let over = game.as_ref().is_some_and(|g| g.session.legal_steps().is_empty());
        CompanionGameRow { name: heading.name, steps: game.map(|g| g.story.len()), over }
    };
    let games = library.streams(StreamKind::Companion, registry::AUTOMA)?.into_iter().map(row).collect();
    let result = CompanionListOutput { games };
    context.print_result(&result, || {
        let line = |row: &CompanionGameRow| {
            let state = match (row.steps, row.over) {
                (None, _) => "cannot be played again".to_owned(),
                (Some(steps), true) => format!("{steps} steps, over"),
                (Some(steps), false) => format!("{steps} steps"),
            };
            format!("{}  {state}\n", row.name)
        };
        result.games.iter().map(line).collect()
    })?;
    Ok(CommandOutcome::Done)
}

/// Reads lines until there is none, or one says so. What is wrong ends a script, and is told to a person.
fn run_lines(game: &mut AutomaGame, resumed: bool, context: &mut CommandContext) -> CommandResult<()> {
    let (input, json) = (std::io::stdin(), context.json);
    let person = input.is_terminal();
    let say = |text: &str| -> CommandResult<()> {
        if !json {
            let mut out = std::io::stdout().lock();
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
        Ok(())
    };
    say(&if resumed {
        format!("{}\n{}", game.name, state::status(game))
    } else {
        state::announcements_text(&game.session.setup_instructions())
    })?;
    say(&state::prompt(game, person))?;
    for (number, line) in (1..).zip(input.lock().lines()) {
        let line = line.map_err(|e| input_error(format!("line {number}: {e}")))?;
        let line = line.trim();
        if line == "quit" {
            break;
        }
        match run_line(game, line, context) {
            Ok(text) => say(&text)?,
            Err(error) if person => say(&format!("{}\n", error.describe()))?,
            Err(error) => return Err(input_error(format!("line {number}: {}", error.describe()))),
        }
        say(&state::prompt(game, person))?;
    }
    Ok(())
}

/// What one line does, and what is said to it.
fn run_line(game: &mut AutomaGame, line: &str, context: &mut CommandContext) -> CommandResult<String> {
    let library = &mut context.session.library;
    Ok(match line {
        "" => String::new(),
        comment if comment.starts_with('#') => String::new(),
        "help" => state::help(game),
        "status" => state::status(game),
        "score" => state::score(game),
        "undo" => format!("Undone: {}.\n", game.undo(library)?.word()),
        _ => match line.strip_prefix("score ") {
            Some(points) => {
                let points =
                    points.trim().parse().map_err(|_| usage_error(format!("`{points}` is no number of points")))?;
                game.set_human_points(library, points)?;
                state::score(game)
            }
            None => match game.enter_line(library, line)? {
                StepReply::Done(told) => {
                    let over = game.session.legal_steps().is_empty();
                    state::announcements_text(&told) + &if over { state::score(game) } else { String::new() }
                }
                StepReply::Asks(_) => String::new(),
            },
        },
    })
}
