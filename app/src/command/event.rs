//! `deckloom event …`: the event desk, from sign-up to prize list.

mod after;
mod begin;
mod change;
mod decks;
mod people;
mod rounds;
mod state;
mod table;

use std::sync::Arc;

use catalog::store::Library;
use formats::Book;
use formats::event::log::{Action, How, Score};
use formats::event::{DESK, Event, Id};

use super::{Door, Outcome, number, usage};
use crate::event_room::{self, EventRoom};
pub(super) use after::{League, Written};
pub(super) use begin::List;
pub(super) use change::{Change, Log};
pub(super) use state::State;
pub(super) use table::Standings;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Who does it: `desk`, or the player who says how a match ended.
    #[arg(long, global = true, default_value = DESK, value_name = "NAME")]
    by: String,
    /// When it is done, in seconds since 1970, instead of now.
    #[arg(long, global = true, value_name = "SECONDS", value_parser = number::whole::<i64>(0..))]
    at: Option<i64>,
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Begin an event of a format.
    New(begin::New),
    /// List the events of the library.
    List,
    /// Show how an event stands: players, pods, a round with its tables, the clock.
    Show(state::Show),
    /// Add players: by name, or from a table (CSV).
    Add(people::Add),
    /// Put a wrong name right.
    Rename(people::Rename),
    /// Let a player leave.
    Drop(people::One),
    /// Let a player who left come back.
    Return(people::One),
    /// Give everybody a random seat, in pods of the right sizes.
    Seat(people::Seat),
    /// Begin the drafts of the pods at this machine: `deckloom draft` goes on with them.
    Draft(decks::Draft),
    /// Register a pool, as a neighbour wrote it down; or all pools of drafts that are over.
    Pool(decks::Pool),
    /// Register a player's deck, if it is legal.
    Deck(decks::Deck),
    /// Draw players for deck checks, or note what was found.
    Check(decks::Check),
    /// Pair the next round; or the last one otherwise.
    Pair(rounds::Pair),
    /// Let the best go on in a bracket.
    Cut(rounds::Cut),
    /// Record how a match ended.
    Result(rounds::Result),
    /// Correct a result: show what moves, and with --yes change it.
    Correct(change::Correct),
    /// Record that two players of a league have met.
    Meet(rounds::Meet),
    /// Give a penalty, or take one back.
    Penalty(rounds::Penalty),
    /// Run the clock of the round.
    #[command(subcommand)]
    Clock(rounds::Clock),
    /// Show who stands where, and why.
    Standings(table::Args),
    /// Say what is won, for ranks: `1=a box` or `2-4=3 packs`.
    Prizes(after::Prizes),
    /// Put decks and pools into the report, or leave them out.
    Publish(after::Publish),
    /// Write the report into a file: .html, .csv or .json.
    Export(after::Export),
    /// Print slips, pairings, standings and pool sheets (PDF).
    Print(after::Print),
    /// Add up several events in one table.
    League(after::LeagueArgs),
    /// List everything that was done, when and by whom.
    Log(change::LogArgs),
}

pub(super) fn run(args: &Args, door: &mut Door) -> anyhow::Result<Outcome> {
    let who = Who { by: args.by.clone(), at: args.at.unwrap_or_else(event_room::now) };
    match &args.verb {
        Verb::New(a) => begin::new(a, door, &who),
        Verb::List => begin::list(door),
        Verb::Show(a) => state::show(a, door, &who),
        Verb::Add(a) => people::add(a, door, &who),
        Verb::Rename(a) => people::rename(a, door, &who),
        Verb::Drop(a) => people::leave(a, door, &who),
        Verb::Return(a) => people::come_back(a, door, &who),
        Verb::Seat(a) => people::seat(a, door, &who),
        Verb::Draft(a) => decks::draft(a, door, &who),
        Verb::Pool(a) => decks::pool(a, door, &who),
        Verb::Deck(a) => decks::deck(a, door, &who),
        Verb::Check(a) => decks::check(a, door, &who),
        Verb::Pair(a) => rounds::pair(a, door, &who),
        Verb::Cut(a) => rounds::cut(a, door, &who),
        Verb::Result(a) => rounds::result(a, door, &who),
        Verb::Correct(a) => change::correct(a, door, &who),
        Verb::Meet(a) => rounds::meet(a, door, &who),
        Verb::Penalty(a) => rounds::penalty(a, door, &who),
        Verb::Clock(verb) => rounds::clock(verb, door, &who),
        Verb::Standings(a) => table::run(a, door),
        Verb::Prizes(a) => after::prizes(a, door, &who),
        Verb::Publish(a) => after::publish(a, door, &who),
        Verb::Export(a) => after::export(a, door),
        Verb::Print(a) => after::print(a, door),
        Verb::League(a) => after::league(a, door),
        Verb::Log(a) => change::log(a, door),
    }
}

/// Who does something, and when.
struct Who {
    by: String,
    at: i64,
}

/// An open event with all that is needed to go on with it.
struct Desk<'d> {
    room: EventRoom,
    book: Arc<Book>,
    library: &'d mut Library,
}

/// The event of an argument.
fn open<'d>(door: &'d mut Door, name: &str) -> anyhow::Result<Desk<'d>> {
    let desk = &mut door.desk;
    let found = event_room::find(desk, name)?;
    let id = found.map_err(|known| {
        super::names::unknown_kept("event", name, known.iter().map(String::as_str), "deckloom event list")
    })?;
    let room = EventRoom::open(&desk.library, id)?;
    let book = desk.book(&room.event.start.game).cloned();
    let book = book.ok_or_else(|| usage("the game of the event is gone"))?;
    Ok(Desk { room, book, library: &mut desk.library })
}

impl Desk<'_> {
    fn act(&mut self, who: &Who, action: Action) -> anyhow::Result<()> {
        Ok(self.room.act(self.library, who.at, &who.by, action)?)
    }

    fn player(&self, name: &str) -> anyhow::Result<Id> {
        Ok(self.room.event.find(name)?)
    }

    /// The table that an argument means, by its number or one of its players, with the score as its first side has it: a
    /// player who is named has the score that is said.
    fn reported(&self, round: u32, word: &str, score: &str) -> anyhow::Result<(u32, Score)> {
        let event = &self.room.event;
        let (table, side) = match word.parse() {
            Ok(table) => (table, 0),
            Err(_) => {
                let found = event.match_of(round, self.player(word)?);
                let (table, _, side) = found.ok_or_else(|| usage(format!("{word} does not play in round {round}")))?;
                (table, side)
            }
        };
        let score = Score::parse(score, &event.start.rules).map_err(usage)?;
        Ok((table, if side == 0 { score } else { score.turned() }))
    }
}

/// How a match ended, such as `Ann beats Bob 2-0`; the score is that of `a`.
fn outcome(event: &Event, a: Id, b: Option<Id>, score: Score) -> String {
    let (a, Some(b)) = (event.name(a), b.map(|b| event.name(b))) else {
        return format!("{}: {}", event.name(a), score.words());
    };
    match score.winner() {
        Some(0) => format!("{a} beats {b} {}", score.words()),
        Some(_) => format!("{b} beats {a} {}", score.turned().words()),
        None if score.how == How::Played => format!("{a} and {b} draw {}", score.words()),
        None => format!("{a} and {b}: {}", score.words()),
    }
}

/// Does one thing at an event and shows how it stands then.
fn does(
    door: &mut Door,
    who: &Who,
    name: &str,
    action: impl FnOnce(&Desk<'_>) -> anyhow::Result<Action>,
) -> anyhow::Result<Outcome> {
    let mut desk = open(door, name)?;
    let action = action(&desk)?;
    let event = &desk.room.event;
    let recorded = match &action {
        Action::Meet { a, b, score } => Some(outcome(event, *a, Some(*b), *score)),
        Action::Report { round, table, score } => {
            let round = (*round as usize).checked_sub(1).and_then(|at| event.rounds.get(at));
            let found = (*table as usize).checked_sub(1).zip(round).and_then(|(at, round)| round.matches.get(at));
            found.map(|m| outcome(event, m.pairing.a, m.pairing.b, *score))
        }
        _ => None,
    };
    desk.act(who, action)?;
    let mut state = State::of(&desk, None, who.at);
    state.recorded = recorded;
    state::tell(door, &state)
}
