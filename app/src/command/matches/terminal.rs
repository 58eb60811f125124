//! A match that people play in a terminal: the same table as in the window, printed, and saved as it is played.

use std::io::{BufRead, Write};

use engine::kernel::audience::Audience;
use engine::kernel::free_text;
use engine::kernel::legal_action::LegalAction;
use engine::kernel::observation::Observation;
use formats::LegalDeck;

use super::super::print::counted;
use super::super::{
    CommandContext, CommandError, CommandOutcome, CommandResult, environment_error, sources, usage_error,
};
use super::MatchesArgs;
use crate::saved_match::{self, Error, MatchDeck, MatchPlayer, MatchStart, SavedMatch};

/// What can be said beside the number of an action.
const HELP: &str = "the number of an action, or its words; Enter alone passes; `undo`, `redo`, `hint`, `log`, `leave`";

/// Plays it, with `args` that name people.
pub fn run(args: &MatchesArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    if context.json {
        return Err(usage_error(
            "`human` talks to a terminal, which --json does not; --record FILE keeps the match as JSON",
        ));
    }
    if args.games > 1 || args.best_of.is_some() {
        return Err(usage_error("with `human` there is one match at a time: leave --games and --best-of out"));
    }
    let (game_library, format) = context.format(&args.format)?;
    let (game_library, format) = (game_library.clone(), format.clone());
    let decks = super::decks(args, context, &game_library, &format)?;
    let count = super::seats(args, &format, &decks)?;
    let seed = sources::seed(args.seed)?;
    let brought = decks.iter().map(LegalDeck::deck).map(|deck| MatchDeck::new(&game_library, deck, None)).collect();
    let mut start = MatchStart::new(&game_library, &format.id, brought, players(args, count)?, seed)?;
    start.options.extend(super::options(args)?);
    start.turns = args.turns.unwrap_or(start.turns);
    let (library, source) = (&mut context.session.library, &context.session.source);
    let name = saved_match::free_name(library, &game_library.game.id, &format.name)?;
    let mut saved = SavedMatch::begin(library, source, &game_library, &name, start).map_err(match_error)?;
    let (mut input, mut out) = (std::io::stdin().lock(), std::io::stdout().lock());
    let finished = play(&mut saved, context, &mut input, &mut out).map_err(|e| environment_error(e.to_string()))?;
    if let Some(path) = &args.record {
        sources::write(path, serde_json::to_string_pretty(&saved.record(&game_library))?)?;
    }
    if !finished {
        writeln!(out, "It is saved as “{name}”: continue it on the Play screen.")?;
    }
    Ok(CommandOutcome::Done)
}

fn match_error(error: Error) -> CommandError {
    match error {
        Error::Games(error) => super::match_error(error),
        other => other.into(),
    }
}

fn players(args: &MatchesArgs, count: usize) -> CommandResult<Vec<MatchPlayer>> {
    let people = args.players.iter().filter(|p| *p == "human").count();
    let mut seats = Vec::new();
    for (at, player) in args.players.iter().enumerate() {
        seats.push(match &*player.to_string_lossy() {
            "human" if people == 1 && args.players.len() > 1 => MatchPlayer::Person("You".into()),
            "human" => MatchPlayer::Person(format!("Player {}", at + 1)),
            script if script.starts_with("script:") => {
                return Err(usage_error("a script plays against other players, not at a table with people"));
            }
            kind => {
                super::player(player)?;
                MatchPlayer::Bot(kind.to_owned())
            }
        });
    }
    match seats.len() {
        1 => Ok((0..count).map(|at| MatchPlayer::Person(format!("Player {}", at + 1))).collect()),
        n if n == count => Ok(seats),
        n => Err(usage_error(format!("{n} players for {count} seats"))),
    }
}

/// Asks and answers until the match is over, or somebody leaves. Whether it is over.
fn play(
    saved: &mut SavedMatch,
    context: &mut CommandContext,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> std::io::Result<bool> {
    let mut told = 0;
    let mut shown = None;
    let mut last = None;
    loop {
        let Some(actor) = saved.session.actor() else {
            let all = saved.decision_count();
            let audience = saved.audience(last, None);
            print_events(saved, told.min(all), &audience, out)?;
            writeln!(out, "\n{}", saved.session.tell_outcome(&audience).unwrap_or_default())?;
            return Ok(true);
        };
        if let Some(thought) = saved.bot_thought() {
            let words = thought().map_err(std::io::Error::other)?;
            saved.act(&mut context.session.library, &words).map_err(std::io::Error::other)?;
            continue;
        }
        let now = saved.decision_count();
        if shown != Some(now) {
            let audience = saved.audience(Some(actor), Some(actor));
            print_events(saved, told.min(now), &audience, out)?;
            print_position(&saved.session.observe(now, &audience), &saved.seat_name(actor), out)?;
            (told, shown, last) = (now, Some(now), Some(actor));
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
            said => answer(saved, context, said, &mut shown, out)?,
        }
    }
}

fn answer(
    saved: &mut SavedMatch,
    context: &mut CommandContext,
    said: &str,
    shown: &mut Option<usize>,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let library = &mut context.session.library;
    let audience = saved.audience(saved.session.actor(), saved.session.actor());
    let sight = saved.session.observe(saved.decision_count(), &audience);
    let done = match said {
        "undo" | "redo" if !saved.is_solo() => {
            return writeln!(out, "Several people play: what was done stays done.");
        }
        "undo" => saved.undo(library),
        "redo" => saved.redo(library),
        "hint" => {
            let Some(thought) = saved.advice() else { return Ok(()) };
            return match thought().map_err(std::io::Error::other)? {
                Some(advice) => {
                    let best = advice.alternatives.first().map_or("", |best| best.label.as_str());
                    writeln!(out, "A coach would: {best}. {}\n{}", advice.why, advice.sentence())
                }
                None => writeln!(out, "There is nothing to compare."),
            };
        }
        "log" => return print_events(saved, 0, &audience, out),
        "?" | "help" => return writeln!(out, "Say {HELP}."),
        _ => {
            if let Some((act, text)) = sight.actions.iter().enumerate().find_map(|(at, act)| split_text(said, at, act))
            {
                if let Err(fault) = free_text::check(text) {
                    return writeln!(out, "That cannot be written: {fault}.");
                }
                let done = saved.act(library, &free_text::join(&act.notation, text));
                return report_done(done.map(|()| true), shown, out);
            }
            let by_number = said.parse::<usize>().ok().and_then(|n| sight.actions.get(n.wrapping_sub(1)));
            let passes = sight.actions.iter().find(|act| said.is_empty() && act.passes);
            // Seats may be named by their numbers, too.
            let numbered = saved.session.observation(saved.decision_count(), saved.session.actor());
            let mut named = sight.actions.iter().zip(&numbered.actions);
            let named = named.find(|(act, plain)| act.notation == said || act.label == said || plain.label == said);
            let by_name = named.map(|(act, _)| act);
            match by_number.or(passes).or(by_name) {
                Some(act) => saved.act(library, &act.notation).map(|()| true),
                None => return writeln!(out, "`{said}` is none of them. Say {HELP}."),
            }
        }
    };
    report_done(done, shown, out)
}

/// A text behind the words or the number of an action that takes one.
fn split_text<'a>(said: &'a str, at: usize, act: &'a LegalAction) -> Option<(&'a LegalAction, &'a str)> {
    let behind = |words: &str| free_text::strip_action(said, words);
    let text = behind(&act.notation).or_else(|| behind(&(at + 1).to_string()))?;
    act.takes_text.then_some((act, text))
}

fn report_done(done: Result<bool, Error>, shown: &mut Option<usize>, out: &mut impl Write) -> std::io::Result<()> {
    match done {
        Ok(true) => *shown = None,
        Ok(false) => writeln!(out, "There is nothing to take back or do again.")?,
        Err(e) => writeln!(out, "{e}")?,
    }
    Ok(())
}

/// What happened since a moment, for whoever reads it.
fn print_events(saved: &SavedMatch, from: usize, to: &Audience, out: &mut impl Write) -> std::io::Result<()> {
    let steps = (from..saved.decision_count()).flat_map(|at| saved.session.log_lines(at, at + 1, to));
    for line in steps {
        let indent = if line.begins_turn { "\n" } else { "  " };
        writeln!(out, "{indent}{}", line.text)?;
    }
    Ok(())
}

/// The board and what can be done.
fn print_position(sight: &Observation, name: &str, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "\n{sight}")?;
    let ways = counted(sight.actions.len() as u64, "way", "ways");
    let asked = sight.prompt.as_ref().map_or("", |prompt| prompt.text.as_str());
    writeln!(out, "{name}: {asked} ({ways})")?;
    for (at, act) in sight.actions.iter().enumerate() {
        let mut does = if act.effect_text.is_empty() { String::new() } else { format!("  – {}", act.effect_text) };
        if act.takes_text {
            does.push_str(&format!("  – or `{}: what is promised`", at + 1));
        }
        writeln!(out, "{:>3}  {}{does}", at + 1, act.label)?;
    }
    Ok(())
}
