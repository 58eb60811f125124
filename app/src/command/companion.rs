//! `deckloom companion`: the opponent at a real table, typed in or scripted; and how it does against a simple person.

mod simulate;
mod words;

use std::io::{BufRead, IsTerminal, Write};

use catalog::store::journal::Kind;
use engine::games;
use formats::rng::Seed;
use schemars::JsonSchema;
use serde::Serialize;

use super::{Door, Outcome, number, sources, unreadable, usage, wanting};
use crate::companion::{self, Companion, Refused, Reply};
pub(super) use simulate::Result as Simulated;
pub(super) use words::State;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
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
    #[arg(long, value_name = "NAME", num_args = 0..=1, conflicts_with_all = ["name", "difficulty", "module", "simulate"])]
    resume: Option<Option<String>>,
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

/// The games of the library.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct List {
    /// The one that changed last first.
    games: Vec<Row>,
}

/// A game of the library.
#[derive(Debug, Serialize, JsonSchema)]
struct Row {
    /// Name.
    name: String,
    /// Steps so far; absent if it cannot be played again.
    steps: Option<usize>,
    /// Whether it is over.
    over: bool,
}

pub(super) fn run(args: &Args, door: &mut Door) -> anyhow::Result<Outcome> {
    if args.list {
        return list(door);
    }
    if let Some(games) = args.simulate {
        return simulate::run(args, games, door);
    }
    let mut game = match &args.resume {
        Some(name) => open(name.as_deref(), door)?,
        None => {
            let options = lay(args, &args.difficulty, door)?;
            let name = args.name.clone().unwrap_or_else(|| args.opponent.clone());
            let seed = sources::seed(args.seed)?;
            let desk = &mut door.desk;
            let book = desk.book(games::COMPANION).ok_or_else(|| usage("the data of the game are not here"))?;
            let game = book.game.clone();
            Companion::begin(&mut desk.library, &desk.source, &game, &name, options, seed)?
        }
    };
    game.own_dice = args.own_dice;
    listen(&mut game, args.resume.is_some(), door)?;
    let state = State::of(&game);
    if door.json {
        door.show(&state, String::new)?;
    }
    Ok(Outcome::Done)
}

/// The difficulty of the table that arguments lay.
fn lay(args: &Args, harder: &[String], door: &Door) -> anyhow::Result<engine::chronobot::Options> {
    let book = door.game(games::COMPANION)?;
    companion::lay(book, &args.opponent, &args.module, harder).map_err(|refused| match refused {
        Refused::Illegal(_) => wanting(refused.to_string()),
        _ => usage(refused.to_string()),
    })
}

fn seed(args: &Args) -> Seed {
    args.seed.unwrap_or(Seed::of(1))
}

fn open(name: Option<&str>, door: &Door) -> anyhow::Result<Companion> {
    let library = &door.desk.library;
    let streams = library.streams(Kind::Companion, games::COMPANION)?;
    let found = match name {
        Some(name) => streams.iter().find(|s| s.name == name),
        None => streams.first(),
    };
    let Some(found) = found else {
        let known = streams.iter().map(|s| s.name.as_str());
        return Err(match name {
            Some(name) => super::names::unknown_kept("game", name, known, "deckloom companion --list"),
            None => usage("there is no game to go on with; begin one with `deckloom companion`"),
        });
    };
    Companion::open(library, found.id).map_err(|e| unreadable(format!("`{}`: {e}", found.name)))
}

fn list(door: &Door) -> anyhow::Result<Outcome> {
    let library = &door.desk.library;
    let row = |heading: catalog::store::journal::Heading| {
        let game = Companion::open(library, heading.id).ok();
        let over = game.as_ref().is_some_and(|g| g.session.steps().is_empty());
        Row { name: heading.name, steps: game.map(|g| g.story.len()), over }
    };
    let games = library.streams(Kind::Companion, games::COMPANION)?.into_iter().map(row).collect();
    let result = List { games };
    door.show(&result, || {
        let line = |row: &Row| {
            let state = match (row.steps, row.over) {
                (None, _) => "cannot be played again".to_owned(),
                (Some(steps), true) => format!("{steps} steps, over"),
                (Some(steps), false) => format!("{steps} steps"),
            };
            format!("{}  {state}\n", row.name)
        };
        result.games.iter().map(line).collect()
    })?;
    Ok(Outcome::Done)
}

/// Reads lines until there is none, or one says so. What is wrong ends a script, and is told to a person.
fn listen(game: &mut Companion, resumed: bool, door: &mut Door) -> anyhow::Result<()> {
    let (input, json) = (std::io::stdin(), door.json);
    let person = input.is_terminal();
    let say = |text: &str| -> anyhow::Result<()> {
        if !json {
            let mut out = std::io::stdout().lock();
            out.write_all(text.as_bytes())?;
            out.flush()?;
        }
        Ok(())
    };
    say(&match resumed {
        true => format!("{}\n{}", game.name, words::status(game)),
        false => words::told(&game.session.setup()),
    })?;
    say(&words::prompt(game, person))?;
    for (number, line) in (1..).zip(input.lock().lines()) {
        let line = line.map_err(|e| unreadable(format!("line {number}: {e}")))?;
        let line = line.trim();
        if line == "quit" {
            break;
        }
        match one(game, line, door) {
            Ok(text) => say(&text)?,
            Err(error) if person => say(&format!("{}\n", super::told(&error)))?,
            Err(error) => return Err(unreadable(format!("line {number}: {}", super::told(&error)))),
        }
        say(&words::prompt(game, person))?;
    }
    Ok(())
}

/// What one line does, and what is said to it.
fn one(game: &mut Companion, line: &str, door: &mut Door) -> anyhow::Result<String> {
    let library = &mut door.desk.library;
    Ok(match line {
        "" => String::new(),
        comment if comment.starts_with('#') => String::new(),
        "help" => words::help(game),
        "status" => words::status(game),
        "score" => words::score(game),
        "undo" => format!("Taken back: {}.\n", game.undo(library)?.word()),
        _ => match line.strip_prefix("score ") {
            Some(points) => {
                let points = points.trim().parse().map_err(|_| usage(format!("`{points}` is no number of points")))?;
                game.count_yours(library, points)?;
                words::score(game)
            }
            None => match game.say(library, line)? {
                Reply::Told(told) => {
                    let over = game.session.steps().is_empty();
                    words::told(&told) + &if over { words::score(game) } else { String::new() }
                }
                Reply::Asks(_) => String::new(),
            },
        },
    })
}
