//! `deckloom tournament …`: several days at one table, a step a call, put down and taken up again. It is no `event`, where
//! many pair off: here all play in one match, the same that the Play screen goes on with. A call shows nobody's hand
//! unless it names the seat, so that people can share a terminal.

use std::ffi::OsString;

use catalog::store::journal::StreamId;
use engine::free_text;
use engine::player::Kind as PlayerKind;
use formats::Book;
use formats::rng::Seed;
use schemars::JsonSchema;
use serde::Serialize;

use super::print::table;
use super::{Door, Outcome, number, sources, unreadable, usage};
use crate::match_room::{self, Brought, MatchRoom, Sitter, Start};

#[derive(Debug, clap::Subcommand)]
pub(super) enum Verb {
    /// Begin a tournament: a format with a deck that all share.
    New(New),
    /// List the tournaments of the library.
    List,
    /// Show where a tournament stands; with a seat, as that seat sees it.
    Show(Show),
    /// Do something for the person who is asked; then bots play until a person is asked again.
    Do(Do),
    /// Let bots play on, each decision saved, until a person is asked.
    GoOn(GoOn),
}

#[derive(Debug, clap::Args)]
pub(super) struct New {
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
pub(super) struct Show {
    /// Name of the tournament.
    name: String,
    /// The seat whose eyes are borrowed: its number from 1, or the name of who sits there.
    #[arg(long)]
    seat: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(super) struct Do {
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
pub(super) struct GoOn {
    /// Name of the tournament.
    name: String,
    /// Stop at the end of this day.
    #[arg(long)]
    day: bool,
}

/// The tournaments of the library.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct List {
    /// The one that changed last first, by game.
    tournaments: Vec<Line>,
}

/// A tournament of the library.
#[derive(Debug, Serialize, JsonSchema)]
struct Line {
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
pub(super) struct State {
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

pub(super) fn run(verb: &Verb, door: &mut Door) -> anyhow::Result<Outcome> {
    match verb {
        Verb::New(args) => new(args, door),
        Verb::List => list(door),
        Verb::Show(args) => show(args, door),
        Verb::Do(args) => act(args, door),
        Verb::GoOn(args) => go_on(args, door),
    }
}

/// The game and stream of a tournament by its name.
fn find(door: &Door, name: &str) -> anyhow::Result<(String, StreamId)> {
    let mut known: Vec<String> = Vec::new();
    for game in door.desk.games.ids() {
        for kept in match_room::kept(&door.desk.library, game)? {
            if kept.heading.name == name {
                return Ok((game.to_owned(), kept.heading.id));
            }
            known.push(kept.heading.name);
        }
    }
    let known = known.iter().map(String::as_str);
    Err(super::names::unknown_kept("tournament", name, known, "deckloom tournament list"))
}

fn open<'d>(door: &'d Door, name: &str) -> anyhow::Result<(&'d Book, MatchRoom)> {
    let (game, id) = find(door, name)?;
    let book = door.game(&game)?;
    let room = MatchRoom::open(&door.desk.library, &door.desk.source, book, id);
    Ok((book, room.map_err(|e| unreadable(e.to_string()))?))
}

/// The seat, from 0, that an argument names.
fn seat(room: &MatchRoom, word: &str) -> anyhow::Result<u8> {
    let seats = room.start.seats.len() as u8;
    let wanted = catalog::fold::fold(word);
    let found = word.parse::<u8>().ok().filter(|n| (1..=seats).contains(n)).map(|n| n - 1);
    let named = || (0..seats).find(|s| catalog::fold::fold(&room.name_of(*s)) == wanted);
    let nobody = || usage(format!("nobody sits at `{word}`: name a seat from 1 to {seats}, or who sits there"));
    found.or_else(named).ok_or_else(nobody)
}

fn new(args: &New, door: &mut Door) -> anyhow::Result<Outcome> {
    if find(door, &args.name).is_ok() || args.name.trim().is_empty() {
        return Err(usage(format!("`{}` is taken, or no name; name it otherwise", args.name)));
    }
    let seed = sources::seed(args.seed)?;
    let (book, format) = door.format(&args.format)?;
    let deck = match &args.deck {
        Some(deck) => door.deck(deck, Some(&book.game.id))?.deck,
        None => {
            let own = book.decks.iter().find(|(_, d)| d.format == format.id).map(|(_, d)| d.clone());
            own.ok_or_else(|| usage(format!("{} has no deck of its own; name one with --deck", format.name)))?
        }
    };
    let sitter = |word: &String| match word.parse::<PlayerKind>() {
        Ok(_) => Sitter::Bot(word.clone()),
        Err(_) => Sitter::Person(word.clone()),
    };
    let mut start = Start::new(
        book,
        &format.id,
        vec![Brought::of(book, &deck, None)],
        args.sit.iter().map(sitter).collect(),
        seed,
    )?;
    for text in &args.option {
        let pair = text.split_once('=').map(|(k, v)| (k.trim().to_owned(), v.trim().to_owned()));
        start.options.push(pair.ok_or_else(|| usage(format!("`{text}` is no ruling; write KEY=VALUE")))?);
    }
    let book = book.clone();
    let desk = &mut door.desk;
    let begun = MatchRoom::begin(&mut desk.library, &desk.source, &book, args.name.trim(), start);
    let room = begun.map_err(refused)?;
    tell(door, &book.game.id, &room, None)
}

fn list(door: &Door) -> anyhow::Result<Outcome> {
    let mut tournaments = Vec::new();
    for game in door.desk.games.ids() {
        for kept in match_room::kept(&door.desk.library, game)? {
            tournaments.push(Line {
                name: kept.heading.name,
                format: format!("{game}/{}", kept.format),
                sitters: kept.seats.iter().map(Sitter::words).collect(),
                decisions: kept.actions,
            });
        }
    }
    let list = List { tournaments };
    door.show(&list, || {
        if list.tournaments.is_empty() {
            return "no tournaments yet; `deckloom tournament new` begins one\n".into();
        }
        let row = |t: &Line| vec![t.name.clone(), t.format.clone(), t.decisions.to_string()];
        let rows: Vec<Vec<String>> = list.tournaments.iter().map(row).collect();
        table(&["Tournament", "Format", "Decisions"], &rows, &[2])
    })?;
    Ok(Outcome::Done)
}

fn show(args: &Show, door: &Door) -> anyhow::Result<Outcome> {
    let (book, room) = open(door, &args.name)?;
    let seen = args.seat.as_deref().map(|word| seat(&room, word)).transpose()?;
    tell(door, &book.game.id, &room, seen)
}

fn act(args: &Do, door: &mut Door) -> anyhow::Result<Outcome> {
    let (book, mut room) = open(door, &args.name)?;
    let game = book.game.id.clone();
    let seat = seat(&room, &args.seat)?;
    if room.sitting.actor() != Some(seat) || !room.people().any(|s| s == seat) {
        let asked = room.sitting.actor().map_or("it is over".into(), |s| format!("seat {} is asked", s + 1));
        return Err(usage(format!("seat {} has nothing to decide now: {asked}", seat + 1)));
    }
    let words = args.action.join(" ");
    let sight = room.sitting.sight(room.length(), Some(seat));
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
    if let Some(text) = written.find_map(|act| free_text::behind(&words, &act.notation)) {
        free_text::check(text).map_err(|fault| usage(format!("that cannot be written: {fault}")))?;
    }
    let done = room.act(&mut door.desk.library, &words);
    done.map_err(refused)?;
    bots(door, &mut room, None)?;
    tell(door, &game, &room, None)
}

/// A decision that does not fit is wrong usage, a library that cannot save it is not.
fn refused(error: match_room::Error) -> anyhow::Error {
    match error {
        match_room::Error::Store(error) => error.into(),
        error => usage(error.to_string()),
    }
}

/// Bots play, each decision saved, until a person is asked, it is over, or another day begins; a line for each on
/// standard error.
fn bots(door: &mut Door, room: &mut MatchRoom, day: Option<&str>) -> anyhow::Result<()> {
    while let Some(thought) = room.thought() {
        let words = thought()?;
        room.act(&mut door.desk.library, &words)?;
        eprintln!("saved {} decisions", room.length());
        if day.is_some_and(|day| today(room) != day) {
            break;
        }
    }
    Ok(())
}

/// What the table calls the day.
fn today(room: &MatchRoom) -> String {
    room.sitting.sight(room.length(), Some(0)).phase
}

fn go_on(args: &GoOn, door: &mut Door) -> anyhow::Result<Outcome> {
    let (book, mut room) = open(door, &args.name)?;
    let game = book.game.id.clone();
    let day = today(&room);
    bots(door, &mut room, args.day.then_some(day.as_str()))?;
    tell(door, &game, &room, None)
}

fn tell(door: &Door, game: &str, room: &MatchRoom, seen: Option<u8>) -> anyhow::Result<Outcome> {
    let (now, sitting) = (room.length(), &room.sitting);
    // Only a table of bots has nothing to hide.
    let open = seen.is_some() || room.people().next().is_none();
    let sight = sitting.sight(now, seen);
    let since = sitting.decided().iter().rposition(|(seat, _)| Some(*seat) == seen).unwrap_or(0);
    let mine = open && sight.actor.is_some() && (seen.is_none() || seen == sight.actor);
    let state = State {
        name: room.name.clone(),
        format: format!("{game}/{}", room.start.format),
        sitters: room.start.seats.iter().map(Sitter::words).collect(),
        decisions: now,
        day: sight.phase.clone(),
        turn: sight.turn,
        asked: sight.actor.map(|s| s + 1),
        legal: if mine { sight.actions.iter().map(|a| a.notation.clone()).collect() } else { Vec::new() },
        told: if seen.is_some() { sitting.told(since, now, seen) } else { Vec::new() },
        board: open.then(|| sight.to_string()),
        outcome: sitting.ending(),
    };
    door.show(&state, || to_text(&state))?;
    Ok(Outcome::Done)
}

fn to_text(s: &State) -> String {
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
