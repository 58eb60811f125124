//! A match that people play in a terminal: the same table as in the window, printed, and saved as it is played.

use std::io::{BufRead, Write};

use engine::free_text;
use engine::sight::{Act, Sight};
use formats::LegalDeck;

use super::super::print::counted;
use super::super::{Door, Outcome, environment, sources, usage};
use super::Args;
use crate::match_room::{self, Brought, Error, MatchRoom, Sitter, Start};

/// What can be said beside the number of an action.
const HELP: &str = "the number of an action, or its words; Enter alone passes; `undo`, `redo`, `hint`, `log`, `leave`";

/// Plays it, with `args` that name people.
pub fn run(args: &Args, door: &mut Door) -> anyhow::Result<Outcome> {
    if door.json {
        return Err(usage("`human` talks to a terminal, which --json does not; --record FILE keeps the match as JSON"));
    }
    if args.games > 1 || args.best_of.is_some() {
        return Err(usage("with `human` there is one match at a time: leave --games and --best-of out"));
    }
    let (book, format) = door.format(&args.format)?;
    let (book, format) = (book.clone(), format.clone());
    let decks = super::decks(args, door, &book, &format)?;
    let count = super::seats(args, &format, &decks)?;
    let seed = sources::seed(args.seed)?;
    let brought = decks.iter().map(LegalDeck::deck).map(|deck| Brought::of(&book, deck, None)).collect();
    let mut start = Start::new(&book, &format.id, brought, sitters(args, count)?, seed)?;
    start.options.extend(super::options(args)?);
    start.turns = args.turns.unwrap_or(start.turns);
    let (library, source) = (&mut door.desk.library, &door.desk.source);
    let name = match_room::free_name(library, &book.game.id, &format.name)?;
    let mut room = MatchRoom::begin(library, source, &book, &name, start).map_err(refused)?;
    let (mut input, mut out) = (std::io::stdin().lock(), std::io::stdout().lock());
    let finished = play(&mut room, door, &mut input, &mut out).map_err(|e| environment(e.to_string()))?;
    if let Some(path) = &args.record {
        sources::write(path, serde_json::to_string_pretty(&room.record(&book))?)?;
    }
    if !finished {
        writeln!(out, "It is saved as “{name}”: the Play screen goes on with it.")?;
    }
    Ok(Outcome::Done)
}

fn refused(error: Error) -> anyhow::Error {
    match error {
        Error::Games(error) => super::refused(error),
        other => other.into(),
    }
}

fn sitters(args: &Args, count: usize) -> anyhow::Result<Vec<Sitter>> {
    let people = args.players.iter().filter(|p| *p == "human").count();
    let mut seats = Vec::new();
    for (at, player) in args.players.iter().enumerate() {
        seats.push(match &*player.to_string_lossy() {
            "human" if people == 1 && args.players.len() > 1 => Sitter::Person("You".into()),
            "human" => Sitter::Person(format!("Player {}", at + 1)),
            script if script.starts_with("script:") => {
                return Err(usage("a script plays against other players, not at a table with people"));
            }
            kind => {
                super::player(player)?;
                Sitter::Bot(kind.to_owned())
            }
        });
    }
    match seats.len() {
        1 => Ok((0..count).map(|at| Sitter::Person(format!("Player {}", at + 1))).collect()),
        n if n == count => Ok(seats),
        n => Err(usage(format!("{n} players for {count} seats"))),
    }
}

/// Asks and answers until the match is over, or somebody leaves. Whether it is over.
fn play(
    room: &mut MatchRoom,
    door: &mut Door,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> std::io::Result<bool> {
    let mut told = 0;
    let mut shown = None;
    loop {
        let Some(actor) = room.sitting.actor() else {
            let all = room.length();
            tell(room, told.min(all), None, out)?;
            writeln!(out, "\n{}", room.sitting.ending().unwrap_or_default())?;
            return Ok(true);
        };
        if let Some(thought) = room.thought() {
            let words = thought().map_err(std::io::Error::other)?;
            room.act(&mut door.desk.library, &words).map_err(std::io::Error::other)?;
            continue;
        }
        let now = room.length();
        if shown != Some(now) {
            tell(room, told.min(now), Some(actor), out)?;
            show(&room.sitting.sight(now, Some(actor)), &room.name_of(actor), out)?;
            (told, shown) = (now, Some(now));
        }
        write!(out, "> ")?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Ok(false);
        }
        match line.trim() {
            "leave" => return Ok(false),
            said => answer(room, door, said, &mut shown, out)?,
        }
    }
}

fn answer(
    room: &mut MatchRoom,
    door: &mut Door,
    said: &str,
    shown: &mut Option<usize>,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let library = &mut door.desk.library;
    let sight = room.sitting.sight(room.length(), room.sitting.actor());
    let done = match said {
        "undo" | "redo" if !room.is_solo() => {
            return writeln!(out, "Several people play: what was done stays done.");
        }
        "undo" => room.undo(library),
        "redo" => room.redo(library),
        "hint" => {
            let Some(thought) = room.advice() else { return Ok(()) };
            return match thought().map_err(std::io::Error::other)? {
                Some(advice) => {
                    let best = advice.alternatives.first().map_or("", |best| best.label.as_str());
                    writeln!(out, "A coach would: {best}. {}", advice.why)
                }
                None => writeln!(out, "There is nothing to compare."),
            };
        }
        "log" => return tell(room, 0, room.sitting.actor(), out),
        "?" | "help" => return writeln!(out, "Say {HELP}."),
        _ => {
            if let Some((act, text)) = sight.actions.iter().enumerate().find_map(|(at, act)| with_text(said, at, act)) {
                if let Err(fault) = free_text::check(text) {
                    return writeln!(out, "That cannot be written: {fault}.");
                }
                let done = room.act(library, &free_text::join(&act.notation, text));
                return finish(done.map(|()| true), shown, out);
            }
            let by_number = said.parse::<usize>().ok().and_then(|n| sight.actions.get(n.wrapping_sub(1)));
            let passes = sight.actions.iter().find(|act| said.is_empty() && act.passes);
            let by_name = sight.actions.iter().find(|act| act.notation == said || act.label == said);
            match by_number.or(passes).or(by_name) {
                Some(act) => room.act(library, &act.notation).map(|()| true),
                None => return writeln!(out, "`{said}` is none of them. Say {HELP}."),
            }
        }
    };
    finish(done, shown, out)
}

/// A text behind the words or the number of an action that takes one.
fn with_text<'a>(said: &'a str, at: usize, act: &'a Act) -> Option<(&'a Act, &'a str)> {
    let behind = |words: &str| free_text::behind(said, words);
    let text = behind(&act.notation).or_else(|| behind(&(at + 1).to_string()))?;
    act.takes_text.then_some((act, text))
}

fn finish(done: Result<bool, Error>, shown: &mut Option<usize>, out: &mut impl Write) -> std::io::Result<()> {
    match done {
        Ok(true) => *shown = None,
        Ok(false) => writeln!(out, "There is nothing to take back or do again.")?,
        Err(e) => writeln!(out, "{e}")?,
    }
    Ok(())
}

/// What happened since a moment, as a seat sees it.
fn tell(room: &MatchRoom, from: usize, seat: Option<u8>, out: &mut impl Write) -> std::io::Result<()> {
    for line in room.sitting.told(from, room.length(), seat) {
        let indent = if line.starts_with("Turn ") { "\n" } else { "  " };
        writeln!(out, "{indent}{line}")?;
    }
    Ok(())
}

/// The board and what can be done.
fn show(sight: &Sight, name: &str, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "\n{sight}")?;
    let ways = counted(sight.actions.len() as u64, "way", "ways");
    let asked = sight.prompt.as_ref().map_or("", |prompt| prompt.text.as_str());
    writeln!(out, "{name}: {asked} ({ways})")?;
    for (at, act) in sight.actions.iter().enumerate() {
        let mut does = if act.does.is_empty() { String::new() } else { format!("  – {}", act.does) };
        if act.takes_text {
            does.push_str(&format!("  – or `{}: what is promised`", at + 1));
        }
        writeln!(out, "{:>3}  {}{does}", at + 1, act.label)?;
    }
    Ok(())
}
