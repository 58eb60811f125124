//! `deckloom event …`: the event desk, from sign-up to prize list.

mod after;
mod begin;
mod change;
mod decks;
mod people;
mod rounds;
mod standings;
mod state;

use std::sync::Arc;

use catalog::store::Library;
use formats::GameLibrary;
use formats::event::log::{EventAction, MatchScore, ResultKind};
use formats::event::{ORGANISER, PlayerId, TournamentEvent};

use super::{CommandContext, CommandOutcome, CommandResult, number, usage_error};
use crate::saved_event::{self, SavedEvent};
pub(super) use after::{EventFileOutput, EventLeagueOutput};
pub(super) use begin::EventListOutput;
pub(super) use change::{EventChangeOutput, EventLogOutput};
pub(super) use standings::EventStandingsOutput;
pub(super) use state::EventStateOutput;

#[derive(Debug, clap::Args)]
pub(super) struct EventArgs {
    /// Who does it: `desk`, or the player who says how a match ended.
    #[arg(long, global = true, default_value = ORGANISER, value_name = "NAME")]
    by: String,
    /// When it is done, in seconds since 1970, instead of now.
    #[arg(long, global = true, value_name = "SECONDS", value_parser = number::whole::<i64>(0..))]
    at: Option<i64>,
    #[command(subcommand)]
    verb: EventVerb,
}

#[derive(Debug, clap::Subcommand)]
enum EventVerb {
    /// Begin an event of a format.
    New(begin::EventNewArgs),
    /// List the events of the library.
    List,
    /// Show how an event stands: players, pods, a round with its tables, the clock.
    Show(state::EventShowArgs),
    /// Add players: by name, or from a table (CSV).
    Add(people::EventAddArgs),
    /// Put a wrong name right.
    Rename(people::EventRenameArgs),
    /// Let a player leave.
    Drop(people::EventPlayerArgs),
    /// Let a player who left come back.
    Return(people::EventPlayerArgs),
    /// Give everybody a random seat, in pods of the right sizes.
    Seat(people::EventSeatArgs),
    /// Begin the drafts of the pods at this machine: `deckloom draft` goes on with them.
    Draft(decks::EventDraftArgs),
    /// Register a pool, as a neighbour wrote it down; or all pools of drafts that are over.
    Pool(decks::EventPoolArgs),
    /// Register a player's deck, if it is legal.
    Deck(decks::EventDeckArgs),
    /// Draw players for deck checks, or note what was found.
    Check(decks::EventCheckArgs),
    /// Pair the next round; or the last one otherwise.
    Pair(rounds::EventPairArgs),
    /// Let the best go on in a bracket.
    Cut(rounds::EventCutArgs),
    /// Record how a match ended.
    Result(rounds::EventResultArgs),
    /// Correct a result: show what moves, and with --yes change it.
    Correct(change::EventCorrectArgs),
    /// Record that two players of a league have met.
    Meet(rounds::EventMeetArgs),
    /// Give a penalty, or take one back.
    Penalty(rounds::EventPenaltyArgs),
    /// Run the clock of the round.
    #[command(subcommand)]
    Clock(rounds::EventClockVerb),
    /// Show who stands where, and why.
    Standings(standings::EventStandingsArgs),
    /// Say what is won, for ranks: `1=a box` or `2-4=3 packs`.
    Prizes(after::EventPrizesArgs),
    /// Put decks and pools into the report, or leave them out.
    Publish(after::EventPublishArgs),
    /// Write the report into a file: .html, .csv or .json.
    Export(after::EventExportArgs),
    /// Print slips, pairings, standings and pool sheets (PDF).
    Print(after::EventPrintArgs),
    /// Add up several events in one table.
    League(after::EventLeagueArgs),
    /// List everything that was done, when and by whom.
    Log(change::EventLogArgs),
}

pub(super) fn run(args: &EventArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let who = ActionAuthor { by: args.by.clone(), at: args.at.unwrap_or_else(saved_event::now) };
    match &args.verb {
        EventVerb::New(a) => begin::new(a, context, &who),
        EventVerb::List => begin::list(context),
        EventVerb::Show(a) => state::show(a, context, &who),
        EventVerb::Add(a) => people::add(a, context, &who),
        EventVerb::Rename(a) => people::rename(a, context, &who),
        EventVerb::Drop(a) => people::drop_player(a, context, &who),
        EventVerb::Return(a) => people::return_player(a, context, &who),
        EventVerb::Seat(a) => people::seat(a, context, &who),
        EventVerb::Draft(a) => decks::draft(a, context, &who),
        EventVerb::Pool(a) => decks::pool(a, context, &who),
        EventVerb::Deck(a) => decks::deck(a, context, &who),
        EventVerb::Check(a) => decks::check(a, context, &who),
        EventVerb::Pair(a) => rounds::pair(a, context, &who),
        EventVerb::Cut(a) => rounds::cut(a, context, &who),
        EventVerb::Result(a) => rounds::result(a, context, &who),
        EventVerb::Correct(a) => change::correct(a, context, &who),
        EventVerb::Meet(a) => rounds::meet(a, context, &who),
        EventVerb::Penalty(a) => rounds::penalty(a, context, &who),
        EventVerb::Clock(verb) => rounds::clock(verb, context, &who),
        EventVerb::Standings(a) => standings::run(a, context),
        EventVerb::Prizes(a) => after::prizes(a, context, &who),
        EventVerb::Publish(a) => after::publish(a, context, &who),
        EventVerb::Export(a) => after::export(a, context),
        EventVerb::Print(a) => after::print(a, context),
        EventVerb::League(a) => after::league(a, context),
        EventVerb::Log(a) => change::log(a, context),
    }
}

/// Who does something, and when.
struct ActionAuthor {
    by: String,
    at: i64,
}

/// An open event with all that is needed to go on with it.
struct OpenEvent<'d> {
    saved: SavedEvent,
    game_library: Arc<GameLibrary>,
    library: &'d mut Library,
}

/// The event of an argument.
fn open<'d>(context: &'d mut CommandContext, name: &str) -> CommandResult<OpenEvent<'d>> {
    let session = &mut context.session;
    let found = saved_event::find_event(session, name)?;
    let id = found.map_err(|known| {
        super::names::unknown_saved("event", name, known.iter().map(String::as_str), "deckloom event list")
    })?;
    let saved = SavedEvent::open(&session.library, id)?;
    let game_library = session.game_library(&saved.event.start.game).cloned();
    let game_library = game_library.ok_or_else(|| usage_error("the game of the event is gone"))?;
    Ok(OpenEvent { saved, game_library, library: &mut session.library })
}

impl OpenEvent<'_> {
    fn act(&mut self, who: &ActionAuthor, action: EventAction) -> CommandResult<()> {
        Ok(self.saved.act(self.library, who.at, &who.by, action)?)
    }

    fn player(&self, name: &str) -> CommandResult<PlayerId> {
        Ok(self.saved.event.find(name)?)
    }

    /// The table that an argument means, by its number or one of its players, with the score as its first side has it: a
    /// player who is named has the score that is said.
    fn parse_result(&self, round: u32, word: &str, score: &str) -> CommandResult<(u32, MatchScore)> {
        let event = &self.saved.event;
        let (table, side) = match word.parse() {
            Ok(table) => (table, 0),
            Err(_) => {
                let found = event.match_of(round, self.player(word)?);
                let (table, _, side) =
                    found.ok_or_else(|| usage_error(format!("{word} does not play in round {round}")))?;
                (table, side)
            }
        };
        let score = MatchScore::parse(score, &event.start.rules)?;
        Ok((table, if side == 0 { score } else { score.flipped() }))
    }
}

/// How a match ended, such as `Ann beats Bob 2-0`; the score is that of `a`.
fn describe_result(event: &TournamentEvent, a: PlayerId, b: Option<PlayerId>, score: MatchScore) -> String {
    let (a, Some(b)) = (event.name(a), b.map(|b| event.name(b))) else {
        return format!("{}: {}", event.name(a), score.label());
    };
    match score.winner() {
        Some(0) => format!("{a} beats {b} {}", score.label()),
        Some(_) => format!("{b} beats {a} {}", score.flipped().label()),
        None if score.how == ResultKind::Played => format!("{a} and {b} draw {}", score.label()),
        None => format!("{a} and {b}: {}", score.label()),
    }
}

/// Does one thing at an event and shows how it stands then.
fn run_action(
    context: &mut CommandContext,
    who: &ActionAuthor,
    name: &str,
    action: impl FnOnce(&OpenEvent<'_>) -> CommandResult<EventAction>,
) -> CommandResult<CommandOutcome> {
    let mut open_event = open(context, name)?;
    let action = action(&open_event)?;
    let event = &open_event.saved.event;
    let recorded = match &action {
        EventAction::Meet { a, b, score } => Some(describe_result(event, *a, Some(*b), *score)),
        EventAction::Report { round, table, score } => {
            let round = (*round as usize).checked_sub(1).and_then(|at| event.rounds.get(at));
            let found = (*table as usize).checked_sub(1).zip(round).and_then(|(at, round)| round.matches.get(at));
            found.map(|m| describe_result(event, m.pairing.a, m.pairing.b, *score))
        }
        _ => None,
    };
    open_event.act(who, action)?;
    let mut state = EventStateOutput::new(&open_event, None, who.at);
    state.recorded = recorded;
    state::print_state(context, &state)
}
