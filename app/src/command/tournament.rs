//! `deckloom tournament …`: several days at one table, put down and taken up again. It is no `event`, where many pair off:
//! here all play in one match.

use catalog::store::journal::{Kind as StreamKind, StreamId};
use engine::games::tournament::{Stand, Step};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Door, Outcome, sources, unreadable, usage};
use crate::tournament_room::{Start, TournamentRoom};

#[derive(Debug, clap::Subcommand)]
pub(super) enum Verb {
    /// A new tournament: a format with a deck that all share.
    New(New),
    /// The tournaments of the library.
    List,
    /// Where a tournament stands; with a seat, as that seat sees it.
    Show(Show),
    /// The person who is asked does something; then bots play until a person is asked again.
    Do(Do),
    /// Bots play on, each turn saved, until a person is asked.
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
    deck: Option<String>,
    /// A ruling other than the default; may be given several times.
    #[arg(long, value_name = "KEY=VALUE")]
    option: Vec<String>,
    /// The same seed gives the same chance: a number, or 64 hexadecimal digits.
    #[arg(long)]
    seed: Option<String>,
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
    /// Not beyond the end of this day.
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
    /// Decisions so far.
    decisions: usize,
    /// What keeps it from going on, if anything.
    fault: Option<String>,
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
    /// Day, from 1.
    day: u8,
    /// Turn over all days, from 1.
    turn: u32,
    /// The seat that is asked, from 1; absent once it is over.
    asked: Option<u8>,
    /// Points of days that are over, by seat.
    points: Vec<i32>,
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
    for book in &door.desk.books {
        for stream in door.desk.library.streams(StreamKind::Tournament, &book.game.id)? {
            if stream.name == name {
                return Ok((book.game.id.clone(), stream.id));
            }
            known.push(stream.name);
        }
    }
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let hint = catalog::read::suggest(name, &known);
    Err(unreadable(format!("there is no tournament `{name}` in the library ({hint})")))
}

fn open(door: &Door, name: &str) -> anyhow::Result<(String, TournamentRoom)> {
    let (game, id) = find(door, name)?;
    let room = TournamentRoom::open(&door.desk.library, door.game(&game)?, id);
    Ok((game, room.map_err(|e| unreadable(e.to_string()))?))
}

/// The seat, from 0, that an argument names.
fn seat(room: &TournamentRoom, word: &str) -> anyhow::Result<u8> {
    let seats = room.start.sitters.len() as u8;
    let found = word.parse::<u8>().ok().filter(|n| (1..=seats).contains(n)).map(|n| n - 1);
    found
        .or_else(|| room.seat(word))
        .ok_or_else(|| usage(format!("nobody sits at `{word}`: name a seat from 1 to {seats}, or who sits there")))
}

fn new(args: &New, door: &mut Door) -> anyhow::Result<Outcome> {
    if find(door, &args.name).is_ok() || args.name.trim().is_empty() {
        return Err(usage(format!("`{}` is taken, or no name; name it otherwise", args.name)));
    }
    let seed = sources::seed(args.seed.as_deref())?;
    let (book, format) = door.format(&args.format)?;
    let deck = match &args.deck {
        Some(deck) => door.deck(deck, Some(&book.game.id))?.deck,
        None => {
            let own = book.decks.iter().find(|(_, d)| d.format == format.id).map(|(_, d)| d.clone());
            own.ok_or_else(|| usage(format!("{} has no deck of its own; name one with --deck", format.name)))?
        }
    };
    let option = |text: &String| {
        let pair = text.split_once('=').map(|(k, v)| (k.trim().to_owned(), v.trim().to_owned()));
        pair.ok_or_else(|| usage(format!("`{text}` is no ruling; write KEY=VALUE")))
    };
    let start = Start {
        format: format.id.clone(),
        options: args.option.iter().map(option).collect::<anyhow::Result<_>>()?,
        deck: deck.saved(&book.game),
        sitters: args.sit.clone(),
        seed: seed.hex(),
    };
    let game = book.game.id.clone();
    let desk = &mut door.desk;
    let book = desk.books.iter().find(|b| b.game.id == game).ok_or_else(|| usage("the game is gone"))?;
    let begun = TournamentRoom::begin(&mut desk.library, &desk.source, book, args.name.trim(), start);
    let room = begun.map_err(|e| usage(e.to_string()))?;
    let stand = room.look(&desk.source, book, None)?;
    tell(door, &game, &room, stand)
}

fn list(door: &Door) -> anyhow::Result<Outcome> {
    let mut tournaments = Vec::new();
    for book in &door.desk.books {
        for heading in door.desk.library.streams(StreamKind::Tournament, &book.game.id)? {
            let room = TournamentRoom::open(&door.desk.library, book, heading.id);
            let known = room.as_ref().ok();
            tournaments.push(Line {
                name: heading.name,
                format: known.map_or(String::new(), |r| format!("{}/{}", book.game.id, r.start.format)),
                sitters: known.map_or(Vec::new(), |r| r.start.sitters.clone()),
                decisions: known.map_or(0, TournamentRoom::decisions),
                fault: room.as_ref().err().map(ToString::to_string),
            });
        }
    }
    let list = List { tournaments };
    door.show(&list, || {
        let line = |t: &Line| {
            let state = t.fault.clone().unwrap_or_else(|| format!("{} decisions", t.decisions));
            format!("{:<28} {:<28} {state}\n", t.name, t.format)
        };
        match list.tournaments.is_empty() {
            true => "no tournaments yet; `deckloom tournament new` begins one\n".into(),
            false => list.tournaments.iter().map(line).collect(),
        }
    })?;
    Ok(Outcome::Done)
}

fn show(args: &Show, door: &Door) -> anyhow::Result<Outcome> {
    let (game, room) = open(door, &args.name)?;
    let seen = args.seat.as_deref().map(|word| seat(&room, word)).transpose()?;
    let stand = room.look(&door.desk.source, door.game(&game)?, seen).map_err(|e| unreadable(e.to_string()))?;
    tell(door, &game, &room, stand)
}

/// Goes a step on with a tournament, and saves it.
fn step(
    door: &mut Door,
    game: &str,
    room: &mut TournamentRoom,
    what: &Step,
    seen: Option<u8>,
) -> anyhow::Result<Stand> {
    let desk = &mut door.desk;
    let book = desk.books.iter().find(|b| b.game.id == game).ok_or_else(|| usage("the game is gone"))?;
    room.step(&mut desk.library, &desk.source, book, what, seen).map_err(|e| usage(e.to_string()))
}

fn act(args: &Do, door: &mut Door) -> anyhow::Result<Outcome> {
    let (game, mut room) = open(door, &args.name)?;
    let seat = seat(&room, &args.seat)?;
    let before = room.look(&door.desk.source, door.game(&game)?, Some(seat))?;
    if before.seat != Some(seat) {
        let asked = before.seat.map_or("it is over".into(), |s| format!("seat {} is asked", s + 1));
        return Err(usage(format!("seat {} has nothing to decide now: {asked}", seat + 1)));
    }
    let words = args.action.join(" ");
    let numbered =
        words.trim_start_matches('#').parse::<usize>().ok().and_then(|n| before.legal.get(n.checked_sub(1)?));
    let action = numbered.cloned().unwrap_or(words);
    step(door, &game, &mut room, &Step::Do(action), None)?;
    let stand = bots(door, &game, &mut room, None)?;
    tell(door, &game, &room, stand)
}

/// Bots play, a turn saved at a time; a line for each on standard error.
fn bots(door: &mut Door, game: &str, room: &mut TournamentRoom, day: Option<u8>) -> anyhow::Result<Stand> {
    loop {
        let before = room.decisions();
        let stand = step(door, game, room, &Step::Bots, None)?;
        if room.decisions() > before {
            eprintln!("saved {} decisions", room.decisions());
        }
        if stand.person || stand.seat.is_none() || day.is_some_and(|d| stand.day != d) {
            return Ok(stand);
        }
    }
}

fn go_on(args: &GoOn, door: &mut Door) -> anyhow::Result<Outcome> {
    let (game, mut room) = open(door, &args.name)?;
    let today = room.look(&door.desk.source, door.game(&game)?, None)?.day;
    let stand = bots(door, &game, &mut room, args.day.then_some(today))?;
    tell(door, &game, &room, stand)
}

fn tell(door: &Door, game: &str, room: &TournamentRoom, stand: Stand) -> anyhow::Result<Outcome> {
    let state = State {
        name: room.name.clone(),
        format: format!("{game}/{}", room.start.format),
        sitters: room.start.sitters.clone(),
        decisions: room.decisions(),
        day: stand.day,
        turn: stand.turn,
        asked: stand.seat.map(|s| s + 1),
        points: stand.points,
        legal: stand.legal,
        board: stand.board,
        told: stand.told,
        outcome: stand.outcome,
    };
    door.show(&state, || words(&state))?;
    Ok(Outcome::Done)
}

fn words(s: &State) -> String {
    let mut text = format!("{} · {} · day {}, turn {}\n", s.name, s.format, s.day, s.turn);
    for (seat, (who, points)) in (1..).zip(s.sitters.iter().zip(&s.points)) {
        let asked = if s.asked == Some(seat) { "  ← is asked" } else { "" };
        text += &format!("{seat:>3}  {who:<20} {points:>4} points{asked}\n");
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
