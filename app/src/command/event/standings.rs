//! `deckloom event standings NAME`

use formats::event::standings::percent;
use schemars::JsonSchema;
use serde::Serialize;

use super::open;
use crate::command::print::table;
use crate::command::{CommandContext, CommandOutcome, CommandResult, number, usage_error};

#[derive(Debug, clap::Args)]
pub(super) struct EventStandingsArgs {
    /// Name of the event.
    name: String,
    /// After this round; without it, as they are now.
    #[arg(long, value_parser = number::whole::<u32>(1..))]
    round: Option<u32>,
    /// Tell why one of two players stands before the other; without names, why each stands before the next.
    #[arg(long, num_args = 0..=2, value_names = ["PLAYER", "PLAYER"])]
    why: Option<Vec<String>>,
}

/// Who stands where.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct EventStandingsOutput {
    /// Name of the event.
    name: String,
    /// Rounds that count.
    round: u32,
    /// The first first.
    standings: Vec<StandingsRow>,
    /// With `--why`: the reason, in words.
    why: Option<String>,
}

/// A place.
#[derive(Debug, Serialize, JsonSchema)]
struct StandingsRow {
    /// From 1.
    rank: u32,
    /// Name.
    player: String,
    /// Match points.
    points: u32,
    /// Matches won, byes among them.
    won: u32,
    /// Matches lost, missed rounds among them.
    lost: u32,
    /// Matches drawn.
    drawn: u32,
    /// Byes.
    byes: u32,
    /// Rounds missed.
    missed: u32,
    /// The tie-breakers, in their order.
    ties: Vec<Tie>,
    /// Whether a lot decided among equals.
    by_lot: bool,
    /// The last round of a player who has left.
    left: Option<u32>,
}

/// A tie-breaker.
#[derive(Debug, Serialize, JsonSchema)]
struct Tie {
    /// Its word in data.
    id: &'static str,
    /// Its short name.
    #[serde(skip)]
    short: &'static str,
    /// The exact value: a whole number or a fraction.
    exact: String,
    /// As it is shown.
    shown: String,
}

pub(super) fn run(args: &EventStandingsArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let result = {
        let open_event = open(context, &args.name)?;
        let event = &open_event.saved.event;
        let round = args.round.unwrap_or(event.round());
        if round > event.round() {
            return Err(usage_error(format!("round {round} has not been paired yet")));
        }
        let why = match args.why.as_deref() {
            None => None,
            Some([a, b]) => event.explain_order(round as usize, open_event.player(a)?, open_event.player(b)?),
            Some([]) => {
                let standings = event.standings(round as usize);
                let pairs = standings.iter().zip(standings.iter().skip(1));
                let why: Vec<String> =
                    pairs.filter_map(|(a, b)| event.explain_order(round as usize, a.player, b.player)).collect();
                Some(why.join("\n")).filter(|why| !why.is_empty())
            }
            Some(_) => return Err(usage_error("--why takes two players, or none")),
        };
        let line = |s: formats::event::standings::Standing| StandingsRow {
            rank: s.rank,
            player: event.name(s.player).to_owned(),
            points: s.record.points,
            won: s.record.won,
            lost: s.record.lost,
            drawn: s.record.drawn,
            byes: s.record.byes,
            missed: s.record.missed,
            ties: (event.start.rules.tiebreakers.iter().zip(&s.ties))
                .map(|(t, v)| Tie {
                    id: t.id(),
                    short: t.short(),
                    exact: v.to_string(),
                    shown: if t.is_share() { percent(v) } else { v.to_string() },
                })
                .collect(),
            by_lot: s.by_lot,
            left: event.players[s.player.at()].left,
        };
        let standings = event.standings(round as usize).into_iter().map(line).collect();
        EventStandingsOutput { name: args.name.clone(), round, standings, why }
    };
    context.print_result(&result, || {
        let ties = result.standings.first().map_or(&[][..], |l| &l.ties).iter().map(|t| t.short);
        let heads: Vec<&str> = ["", "Player", "Points", "Record"].into_iter().chain(ties).collect();
        let row = |l: &StandingsRow| {
            let drawn = if l.drawn > 0 { format!("-{}", l.drawn) } else { String::new() };
            let left = if l.left.is_some() { " (left)" } else { "" };
            let mut row = vec![l.rank.to_string(), format!("{}{left}", l.player), l.points.to_string()];
            row.push(format!("{}-{}{drawn}", l.won, l.lost));
            row.extend(l.ties.iter().map(|t| t.shown.clone()));
            row
        };
        let rows: Vec<Vec<String>> = result.standings.iter().map(row).collect();
        let right: Vec<usize> = (2..heads.len()).chain([0]).collect();
        let why = result.why.as_ref().map_or(String::new(), |w| format!("\n{w}\n"));
        format!("{} after round {}\n{}{why}", result.name, result.round, table(&heads, &rows, &right))
    })?;
    Ok(CommandOutcome::Done)
}
