//! `deckloom event pair|cut|result|meet|penalty|clock`

use formats::event::bracket::Kind;
use formats::event::clock::Hand;
use formats::event::log::{Action, Score};

use super::state::{self, State};
use super::{Who, does, open, outcome};
use crate::command::{Door, Outcome, number, usage};

#[derive(Debug, clap::Args)]
pub(super) struct Pair {
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
pub(super) struct Cut {
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
pub(super) struct Result {
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
pub(super) struct Meet {
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
pub(super) struct Penalty {
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
pub(super) enum Clock {
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

pub(super) fn pair(args: &Pair, door: &mut Door, who: &Who) -> anyhow::Result<Outcome> {
    let mut desk = open(door, &args.name)?;
    let event = &desk.room.event;
    let action = match &args.swap {
        Some(two) => Some(event.exchange(desk.player(&two[0])?, desk.player(&two[1])?)?),
        None if args.again => Some(event.pair_again()?),
        None if args.more => Some(event.pair_more()?),
        None => None,
    };
    match action {
        Some(action) => desk.act(who, action)?,
        None => desk.room.pair(desk.library, who.at)?,
    }
    let state = State::of(&desk, None, who.at);
    state::tell(door, &state)
}

pub(super) fn cut(args: &Cut, door: &mut Door, who: &Who) -> anyhow::Result<Outcome> {
    let kind = if args.double { Kind::Double } else { Kind::Single };
    does(door, who, &args.name, |desk| Ok(desk.room.event.cut(args.size, kind)?))
}

pub(super) fn result(args: &Result, door: &mut Door, who: &Who) -> anyhow::Result<Outcome> {
    does(door, who, &args.name, |desk| {
        let event = &desk.room.event;
        let round = args.round.unwrap_or(event.round());
        let (table, score) = desk.reported(round, &args.table, &args.score)?;
        let known = event.rounds.get(round.wrapping_sub(1) as usize).and_then(|r| r.matches.get(table as usize - 1));
        if let Some((m, known)) = known.and_then(|m| Some((m, m.score?))).filter(|(_, known)| *known != score) {
            let ended = outcome(event, m.pairing.a, m.pairing.b, known);
            return Err(usage(format!(
                "table {table} of round {round} has a result, {ended}; `deckloom event correct` changes that"
            )));
        }
        Ok(Action::Report { round, table, score })
    })
}

pub(super) fn meet(args: &Meet, door: &mut Door, who: &Who) -> anyhow::Result<Outcome> {
    does(door, who, &args.name, |desk| {
        let score = Score::parse(&args.score, &desk.room.event.start.rules).map_err(usage)?;
        Ok(Action::Meet { a: desk.player(&args.a)?, b: desk.player(&args.b)?, score })
    })
}

pub(super) fn penalty(args: &Penalty, door: &mut Door, who: &Who) -> anyhow::Result<Outcome> {
    does(door, who, &args.name, |desk| match (&args.player, &args.kind, args.pardon) {
        (Some(player), Some(kind), _) => {
            let player = desk.player(player)?;
            Ok(Action::Penalty { player, kind: kind.clone(), note: args.note.clone() })
        }
        (_, _, Some(number)) if number > 0 => Ok(Action::Pardon { penalty: number - 1 }),
        _ => Err(usage("name a player and a penalty; penalties to pardon are counted from 1")),
    })
}

pub(super) fn clock(verb: &Clock, door: &mut Door, who: &Who) -> anyhow::Result<Outcome> {
    let (name, hand) = match verb {
        Clock::Start { name, minutes } => {
            let usual = open(door, name)?.room.event.start.rules.minutes;
            (name, Hand::Start { minutes: minutes.unwrap_or(usual) })
        }
        Clock::Pause { name } => (name, Hand::Pause),
        Clock::Resume { name } => (name, Hand::Resume),
        Clock::Extra { name, table, minutes } => (name, Hand::Extra { table: *table, minutes: *minutes }),
    };
    does(door, who, name, |_| Ok(Action::Clock(hand)))
}
