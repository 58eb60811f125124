//! `deckloom event pair|cut|result|meet|penalty|clock`

use formats::event::bracket::BracketKind;
use formats::event::clock::ClockAction;
use formats::event::log::{EventAction, MatchScore};

use super::state::{self, EventStateOutput};
use super::{ActionAuthor, describe_result, open, run_action};
use crate::command::{CommandContext, CommandOutcome, CommandResult, number, usage_error};

#[derive(Debug, clap::Args)]
pub(super) struct EventPairArgs {
    /// Name of the event.
    name: String,
    /// Pair the last round once more, for those who are here now; as long as no result of it is in.
    #[arg(long, conflicts_with = "swap")]
    again: bool,
    /// Pair a round more than planned.
    #[arg(long, conflicts_with_all = ["again", "swap"])]
    more: bool,
    /// Two players of the last round exchange their opponents.
    #[arg(long, num_args = 2, value_names = ["PLAYER", "PLAYER"])]
    swap: Option<Vec<String>>,
}

#[derive(Debug, clap::Args)]
pub(super) struct EventCutArgs {
    /// Name of the event.
    name: String,
    /// How many go on.
    #[arg(value_parser = number::whole::<u32>(2..=512))]
    size: u32,
    /// Let players go on until they lose twice, instead of once.
    #[arg(long)]
    double: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct EventResultArgs {
    /// Name of the event.
    name: String,
    /// The table, or one of its players.
    table: String,
    /// Games won by the player named (by the first of the table, if its number is), by the other one, and drawn: 2-1,
    /// 1-1-1; id; no-show-a if the first of these did not come, no-show-b, no-show.
    score: String,
    /// The round; without it, the last.
    #[arg(long, value_parser = number::whole::<u32>(1..))]
    round: Option<u32>,
}

#[derive(Debug, clap::Args)]
pub(super) struct EventMeetArgs {
    /// Name of the league.
    name: String,
    /// One.
    a: String,
    /// The other.
    b: String,
    /// How it ended, seen from the first.
    score: String,
}

#[derive(Debug, clap::Args)]
pub(super) struct EventPenaltyArgs {
    /// Name of the event.
    name: String,
    /// Whose.
    #[arg(required_unless_present = "pardon")]
    player: Option<String>,
    /// Which, by its word in the rules: tardy, deck, slow, …
    #[arg(required_unless_present = "pardon")]
    kind: Option<String>,
    /// What happened.
    #[arg(long, default_value = "")]
    note: String,
    /// The penalty with this number, counted from 1, was given in error.
    #[arg(long, value_name = "N", conflicts_with_all = ["player", "kind"], value_parser = number::whole::<usize>(1..))]
    pardon: Option<usize>,
}

#[derive(Debug, clap::Subcommand)]
pub(super) enum EventClockVerb {
    /// Begin the round.
    Start {
        /// Name of the event.
        name: String,
        /// Minutes, instead of those of the rules.
        #[arg(long, value_parser = number::whole::<u32>(0..))]
        minutes: Option<u32>,
    },
    /// Stop the clock.
    Pause {
        /// Name of the event.
        name: String,
    },
    /// Let the clock run again.
    Resume {
        /// Name of the event.
        name: String,
    },
    /// Give a table more time.
    Extra {
        /// Name of the event.
        name: String,
        /// The table.
        #[arg(value_parser = number::whole::<u32>(1..))]
        table: u32,
        /// Minutes.
        #[arg(value_parser = number::whole::<u32>(1..=120))]
        minutes: u32,
    },
}

pub(super) fn pair(
    args: &EventPairArgs,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    let mut open_event = open(context, &args.name)?;
    let event = &open_event.saved.event;
    let action = match &args.swap {
        Some(two) => Some(event.exchange(open_event.player(&two[0])?, open_event.player(&two[1])?)?),
        None if args.again => Some(event.pair_again()?),
        None if args.more => Some(event.pair_more()?),
        None => None,
    };
    match action {
        Some(action) => open_event.act(who, action)?,
        None => open_event.saved.pair(open_event.library, who.at)?,
    }
    let state = EventStateOutput::new(&open_event, None, who.at);
    state::print_state(context, &state)
}

pub(super) fn cut(
    args: &EventCutArgs,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    let kind = if args.double { BracketKind::Double } else { BracketKind::Single };
    run_action(context, who, &args.name, |open_event| Ok(open_event.saved.event.cut(args.size, kind)?))
}

pub(super) fn result(
    args: &EventResultArgs,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    run_action(context, who, &args.name, |open_event| {
        let event = &open_event.saved.event;
        let round = args.round.unwrap_or(event.round());
        let (table, score) = open_event.parse_result(round, &args.table, &args.score)?;
        let known = event.rounds.get(round.wrapping_sub(1) as usize).and_then(|r| r.matches.get(table as usize - 1));
        if let Some((m, known)) = known.and_then(|m| Some((m, m.score?))).filter(|(_, known)| *known != score) {
            let ended = describe_result(event, m.pairing.a, m.pairing.b, known);
            return Err(usage_error(format!(
                "table {table} of round {round} has a result, {ended}; `deckloom event correct` changes that"
            )));
        }
        Ok(EventAction::Report { round, table, score })
    })
}

pub(super) fn meet(
    args: &EventMeetArgs,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    run_action(context, who, &args.name, |open_event| {
        let score = MatchScore::parse(&args.score, &open_event.saved.event.start.rules)?;
        Ok(EventAction::Meet { a: open_event.player(&args.a)?, b: open_event.player(&args.b)?, score })
    })
}

pub(super) fn penalty(
    args: &EventPenaltyArgs,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    run_action(context, who, &args.name, |open_event| match (&args.player, &args.kind, args.pardon) {
        (Some(player), Some(kind), _) => {
            let player = open_event.player(player)?;
            Ok(EventAction::Penalty { player, kind: kind.clone(), note: args.note.clone() })
        }
        (_, _, Some(number)) if number > 0 => Ok(EventAction::Pardon { penalty: number - 1 }),
        _ => Err(usage_error("name a player and a penalty; penalties to pardon are counted from 1")),
    })
}

pub(super) fn clock(
    verb: &EventClockVerb,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    let (name, hand) = match verb {
        EventClockVerb::Start { name, minutes } => {
            let usual = open(context, name)?.saved.event.start.rules.minutes;
            (name, ClockAction::Start { minutes: minutes.unwrap_or(usual) })
        }
        EventClockVerb::Pause { name } => (name, ClockAction::Pause),
        EventClockVerb::Resume { name } => (name, ClockAction::Resume),
        EventClockVerb::Extra { name, table, minutes } => {
            (name, ClockAction::Extra { table: *table, minutes: *minutes })
        }
    };
    run_action(context, who, name, |_| Ok(EventAction::Clock(hand)))
}
