//! `deckloom tournament …`: several days at one table, a step a call, put down and taken up again. It is no `event`, where
//! many pair off: here all play in one match, the same that the Play screen goes on with. A call shows nobody's hand
//! unless it names the seat, so that people can share a terminal.

use std::ffi::OsString;

use catalog::store::journal::StreamId;
use engine::kernel::free_text;
use engine::players::PlayerKind;
use formats::GameLibrary;
use formats::rng::Seed;
use schemars::JsonSchema;
use serde::Serialize;

use super::print::table;
use super::{CommandContext, CommandError, CommandOutcome, CommandResult, input_error, number, sources, usage_error};
use crate::saved_match::{self, MatchDeck, MatchPlayer, MatchStart, SavedMatch};

#[derive(Debug, clap::Subcommand)]
pub(super) enum TournamentVerb {
    /// Begin a tournament: a format with a deck that all share.
    New(TournamentNewArgs),
    /// List the tournaments of the library.
    List,
    /// Show where a tournament stands; with a seat, as that seat sees it.
    Show(TournamentShowArgs),
    /// Do something for the person who is asked; then bots play until a person is asked again.
    Do(TournamentDoArgs),
    /// Let bots play on, each decision saved, until a person is asked.
    GoOn(TournamentGoOnArgs),
}

#[derive(Debug, clap::Args)]
pub(super) struct TournamentNewArgs {
    /// Its name.
    name: String,
    /// The format, such as emperors-star/tournament.
    format: String,
    /// Who sits where: names of people; random, passive, greedy, easy, normal, hard for bots.
    #[arg(long, value_delimiter = ',', required = true, value_name = "WHO,WHO,…")]
    sit: Vec<String>,
    /// The deck, if not the format's own.
    #[arg(long)]
    deck: Option<OsString>,
    /// A ruling other than the default; may be given several times.
    #[arg(long, value_name = "KEY=VALUE")]
    option: Vec<String>,
    /// The same seed gives the same chance: a number, or 64 hexadecimal digits.
    #[arg(long, value_parser = number::seed)]
    seed: Option<Seed>,
}

#[derive(Debug, clap::Args)]
pub(super) struct TournamentShowArgs {
    /// Name of the tournament.
    name: String,
    /// The seat whose eyes are borrowed: its number from 1, or the name of who sits there.
    #[arg(long)]
    seat: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(super) struct TournamentDoArgs {
    /// Name of the tournament.
    name: String,
    /// Who does it: a seat from 1, or a name.
    #[arg(long)]
    seat: String,
    /// What, in the words of `show`, or its number there.
    #[arg(required = true)]
    action: Vec<String>,
}

#[derive(Debug, clap::Args)]
pub(super) struct TournamentGoOnArgs {
    /// Name of the tournament.
    name: String,
    /// Stop at the end of this day.
    #[arg(long)]
    day: bool,
}

/// The tournaments of the library.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct TournamentListOutput {
    /// The one that changed last first, by game.
    tournaments: Vec<TournamentRow>,
}

/// A tournament of the library.
#[derive(Debug, Serialize, JsonSchema)]
struct TournamentRow {
    /// Name.
    name: String,
    /// `game/format`.
    format: String,
    /// Who sits where.
    sitters: Vec<String>,
    /// Entries in its log: decisions, and what was taken back.
    decisions: usize,
}

/// Where a tournament stands.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct TournamentStateOutput {
    /// Name.
    name: String,
    /// `game/format`.
    format: String,
    /// Who sits where.
    sitters: Vec<String>,
    /// Decisions so far.
    decisions: usize,
    /// What the day is called.
    day: String,
    /// Turn over all days, from 1.
    turn: u32,
    /// The seat that is asked, from 1; absent once it is over.
    asked: Option<u8>,
    /// What may be done, in order; only for the seat that is asked.
    legal: Vec<String>,
    /// The board as the seat sees it; absent where nobody's eyes are borrowed.
    board: Option<String>,
    /// What has happened since the last decision of that seat.
    told: Vec<String>,
    /// How it ended.
    outcome: Option<String>,
}

pub(super) fn run(verb: &TournamentVerb, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    match verb {
        TournamentVerb::New(args) => new(args, context),
        TournamentVerb::List => list(context),
        TournamentVerb::Show(args) => show(args, context),
        TournamentVerb::Do(args) => act(args, context),
        TournamentVerb::GoOn(args) => go_on(args, context),
    }
}

/// The game and stream of a tournament by its name.
fn find(context: &CommandContext, name: &str) -> CommandResult<(String, StreamId)> {
    let mut known: Vec<String> = Vec::new();
    for game in context.session.games.ids() {
        for kept in saved_match::match_summaries(&context.session.library, game)? {
            if kept.heading.name == name {
                return Ok((game.to_owned(), kept.heading.id));
            }
            known.push(kept.heading.name);
        }
    }
    let known = known.iter().map(String::as_str);
    Err(super::names::unknown_saved("tournament", name, known, "deckloom tournament list"))
}

fn open<'d>(context: &'d CommandContext, name: &str) -> CommandResult<(&'d GameLibrary, SavedMatch)> {
    let (game, id) = find(context, name)?;
    let game_library = context.game(&game)?;
    let saved = SavedMatch::open(&context.session.library, &context.session.source, game_library, id);
    Ok((game_library, saved.map_err(|e| input_error(e.to_string()))?))
}

/// The seat, from 0, that an argument names.
fn seat(saved: &SavedMatch, word: &str) -> CommandResult<u8> {
    let seats = saved.start.seats.len() as u8;
    let wanted = catalog::fold::fold(word);
    let found = word.parse::<u8>().ok().filter(|n| (1..=seats).contains(n)).map(|n| n - 1);
    let named = || (0..seats).find(|s| catalog::fold::fold(&saved.seat_name(*s)) == wanted);
    let nobody = || usage_error(format!("nobody sits at `{word}`: name a seat from 1 to {seats}, or who sits there"));
    found.or_else(named).ok_or_else(nobody)
}

fn new(args: &TournamentNewArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    if find(context, &args.name).is_ok() || args.name.trim().is_empty() {
        return Err(usage_error(format!("`{}` is taken, or no name; name it otherwise", args.name)));
    }
    let seed = sources::seed(args.seed)?;
    let (game_library, format) = context.format(&args.format)?;
    let deck = match &args.deck {
        Some(deck) => context.deck(deck, Some(&game_library.game.id))?.deck,
        None => {
            let own = game_library.decks.iter().find(|(_, d)| d.format == format.id).map(|(_, d)| d.clone());
            own.ok_or_else(|| usage_error(format!("{} has no deck of its own; name one with --deck", format.name)))?
        }
    };
    let sitter = |word: &String| match word.parse::<PlayerKind>() {
        Ok(_) => MatchPlayer::Bot(word.clone()),
        Err(_) => MatchPlayer::Person(word.clone()),
    };
    let mut start = MatchStart::new(
        game_library,
        &format.id,
        vec![MatchDeck::new(game_library, &deck, None)],
        args.sit.iter().map(sitter).collect(),
        seed,
    )?;
    for text in &args.option {
        let pair = text.split_once('=').map(|(k, v)| (k.trim().to_owned(), v.trim().to_owned()));
        start.options.push(pair.ok_or_else(|| usage_error(format!("`{text}` is no ruling; write KEY=VALUE")))?);
    }
    let game_library = game_library.clone();
    let session = &mut context.session;
    let begun = SavedMatch::begin(&mut session.library, &session.source, &game_library, args.name.trim(), start);
    let saved = begun.map_err(match_error)?;
    print_state(context, &game_library.game.id, &saved, None)
}

fn list(context: &CommandContext) -> CommandResult<CommandOutcome> {
    let mut tournaments = Vec::new();
    for game in context.session.games.ids() {
        for kept in saved_match::match_summaries(&context.session.library, game)? {
            tournaments.push(TournamentRow {
                name: kept.heading.name,
                format: format!("{game}/{}", kept.format),
                sitters: kept.seats.iter().map(MatchPlayer::label).collect(),
                decisions: kept.actions,
            });
        }
    }
    let list = TournamentListOutput { tournaments };
    context.print_result(&list, || {
        if list.tournaments.is_empty() {
            return "no tournaments yet; `deckloom tournament new` begins one\n".into();
        }
        let row = |t: &TournamentRow| vec![t.name.clone(), t.format.clone(), t.decisions.to_string()];
        let rows: Vec<Vec<String>> = list.tournaments.iter().map(row).collect();
        table(&["Tournament", "Format", "Decisions"], &rows, &[2])
    })?;
    Ok(CommandOutcome::Done)
}

fn show(args: &TournamentShowArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let (game_library, saved) = open(context, &args.name)?;
    let seen = args.seat.as_deref().map(|word| seat(&saved, word)).transpose()?;
    print_state(context, &game_library.game.id, &saved, seen)
}

fn act(args: &TournamentDoArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let (game_library, mut saved) = open(context, &args.name)?;
    let game = game_library.game.id.clone();
    let seat = seat(&saved, &args.seat)?;
    if saved.session.actor() != Some(seat) || !saved.human_seats().any(|s| s == seat) {
        let asked = saved.session.actor().map_or("it is over".into(), |s| format!("seat {} is asked", s + 1));
        return Err(usage_error(format!("seat {} has nothing to decide now: {asked}", seat + 1)));
    }
    let words = args.action.join(" ");
    let sight = saved.session.observation(saved.decision_count(), Some(seat));
    let numbered = |number: &str| {
        let number = number.trim_start_matches('#').parse::<usize>().ok()?;
        sight.actions.get(number.checked_sub(1)?)
    };
    let words = match (numbered(&words), words.split_once(": ")) {
        (Some(act), _) => act.notation.clone(),
        (None, Some((number, text))) => {
            numbered(number).map_or_else(|| words.clone(), |act| free_text::join(&act.notation, text))
        }
        (None, None) => words.clone(),
    };
    let mut written = sight.actions.iter().filter(|act| act.takes_text);
    if let Some(text) = written.find_map(|act| free_text::strip_action(&words, &act.notation)) {
        free_text::check(text).map_err(|fault| usage_error(format!("that cannot be written: {fault}")))?;
    }
    let done = saved.act(&mut context.session.library, &words);
    done.map_err(match_error)?;
    play_bots(context, &mut saved, None)?;
    print_state(context, &game, &saved, None)
}

/// A decision that does not fit is wrong usage, a library that cannot save it is not.
fn match_error(error: saved_match::Error) -> CommandError {
    match error {
        saved_match::Error::Store(error) => error.into(),
        error => usage_error(error.to_string()),
    }
}

/// Bots play, each decision saved, until a person is asked, it is over, or another day begins; a line for each on
/// standard error.
fn play_bots(context: &mut CommandContext, saved: &mut SavedMatch, day: Option<&str>) -> CommandResult<()> {
    while let Some(thought) = saved.bot_thought() {
        let words = thought()?;
        saved.act(&mut context.session.library, &words)?;
        eprintln!("saved {} decisions", saved.decision_count());
        if day.is_some_and(|day| current_day(saved) != day) {
            break;
        }
    }
    Ok(())
}

/// What the table calls the day.
fn current_day(saved: &SavedMatch) -> String {
    saved.session.observation(saved.decision_count(), Some(0)).phase
}

fn go_on(args: &TournamentGoOnArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let (game_library, mut saved) = open(context, &args.name)?;
    let game = game_library.game.id.clone();
    let day = current_day(&saved);
    play_bots(context, &mut saved, args.day.then_some(day.as_str()))?;
    print_state(context, &game, &saved, None)
}

fn print_state(
    context: &CommandContext,
    game: &str,
    saved: &SavedMatch,
    seen: Option<u8>,
) -> CommandResult<CommandOutcome> {
    let (now, session) = (saved.decision_count(), &saved.session);
    // Only a table of bots has nothing to hide.
    let open = seen.is_some() || saved.human_seats().next().is_none();
    let sight = session.observation(now, seen);
    let since = session.decisions().iter().rposition(|(seat, _)| Some(*seat) == seen).unwrap_or(0);
    let mine = open && sight.actor.is_some() && (seen.is_none() || seen == sight.actor);
    let state = TournamentStateOutput {
        name: saved.name.clone(),
        format: format!("{game}/{}", saved.start.format),
        sitters: saved.start.seats.iter().map(MatchPlayer::label).collect(),
        decisions: now,
        day: sight.phase.clone(),
        turn: sight.turn,
        asked: sight.actor.map(|s| s + 1),
        legal: if mine { sight.actions.iter().map(|a| a.notation.clone()).collect() } else { Vec::new() },
        told: if seen.is_some() { session.event_texts(since, now, seen) } else { Vec::new() },
        board: open.then(|| sight.to_string()),
        outcome: session.outcome_text(),
    };
    context.print_result(&state, || to_text(&state))?;
    Ok(CommandOutcome::Done)
}

fn to_text(s: &TournamentStateOutput) -> String {
    let mut text = format!("{} · {} · {}, turn {}\n", s.name, s.format, s.day, s.turn);
    for (seat, who) in (1..).zip(&s.sitters) {
        let asked = if s.asked == Some(seat) { "  ← is asked" } else { "" };
        text += &format!("{seat:>3}  {who}{asked}\n");
    }
    s.told.iter().for_each(|line| text += &format!("  {line}\n"));
    s.board.iter().for_each(|board| text += &format!("\n{board}\n"));
    (1..).zip(&s.legal).for_each(|(n, action)| text += &format!("#{n:<3} {action}\n"));
    match (&s.outcome, &s.board) {
        (Some(outcome), _) => text + &format!("{outcome}\n"),
        (None, None) => text + "hidden from others: --seat shows what a seat sees and may do\n",
        _ => text,
    }
}
