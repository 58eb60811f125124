//! `deckloom event new|list`

use std::path::PathBuf;

use catalog::store::journal::Kind as StreamKind;
use formats::event::bracket::Kind as Bracket;
use formats::event::{Kind, Scheme, Start};
use formats::rng::Seed;
use schemars::JsonSchema;
use serde::Serialize;

use super::state::{self, State};
use super::{Desk, Who};
use crate::command::draft::plan;
use crate::command::print::table;
use crate::command::{Door, Outcome, number, sources, usage};
use crate::event_room::{self, EventRoom};

#[derive(Debug, clap::Args)]
pub(super) struct New {
    /// Its name.
    name: String,
    /// The format, such as afrika/cosmic-draft.
    format: String,
    /// What is played with: constructed, sealed or draft; without it, what the format is.
    #[arg(long, value_parser = ["constructed", "sealed", "draft"])]
    kind: Option<String>,
    /// Who plays whom.
    #[arg(long, value_parser = ["swiss", "round-robin", "single", "double", "league"], default_value = "swiss")]
    scheme: String,
    /// Members of a team; without it, as the format has them.
    #[arg(long, value_parser = number::whole::<u32>(1..=16))]
    team: Option<u32>,
    /// Rounds, instead of as many as the number of players asks for.
    #[arg(long, value_parser = number::whole::<u32>(1..=200))]
    rounds: Option<u32>,
    /// Pair players across the pods in which they draft.
    #[arg(long)]
    across: bool,
    /// Minutes of a round, instead of the format's.
    #[arg(long, value_parser = number::whole::<u32>(0..=600))]
    minutes: Option<u32>,
    /// The same seed draws the same seats and pairings: a number, or 64 hexadecimal digits.
    #[arg(long, value_parser = number::seed, conflicts_with = "deal")]
    seed: Option<Seed>,
    /// A fair deal, whose words are all said, as the seed.
    #[arg(long, value_name = "FILE")]
    deal: Option<PathBuf>,
}

/// The events of the library.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct List {
    /// The one that changed last first, by game.
    events: Vec<Line>,
}

/// An event of the library.
#[derive(Debug, Serialize, JsonSchema)]
struct Line {
    /// Name.
    name: String,
    /// `game/format`.
    format: String,
    /// Players who have come.
    players: usize,
    /// Rounds paired.
    round: u32,
    /// Whether nothing is left to play.
    over: bool,
    /// What keeps it from going on, if anything.
    fault: Option<String>,
}

pub(super) fn new(args: &New, door: &mut Door, who: &Who) -> anyhow::Result<Outcome> {
    if args.name.trim().is_empty() {
        return Err(usage("an event needs a name"));
    }
    if event_room::find(&door.desk, &args.name)?.is_ok() {
        return Err(usage(format!("there is an event `{}` already; name it otherwise", args.name)));
    }
    let deal = args.deal.as_deref().map(plan::read_deal).transpose()?;
    let seed = match &deal {
        Some(deal) => deal.seed().map_err(|e| usage(format!("the deal: {e}")))?,
        None => sources::seed(args.seed)?,
    };
    let (book, format) = door.format(&args.format)?;
    let (fewest, most) = format.table.seats;
    if fewest > 2 * format.table.team {
        let name = &format.name;
        return Err(usage(format!("matches of an event are between two; {name} seats {fewest} to {most}")));
    }
    let limited = format.limited.as_ref();
    let kind = match args.kind.as_deref() {
        Some("constructed") => Kind::Constructed,
        Some("sealed") => Kind::Sealed,
        Some(_) => Kind::Draft,
        None => limited.map_or(Kind::Constructed, |l| if l.is_draft() { Kind::Draft } else { Kind::Sealed }),
    };
    let missing = match kind {
        Kind::Constructed => false,
        Kind::Sealed => limited.is_none(),
        Kind::Draft => !limited.is_some_and(|l| l.is_draft()),
    };
    if missing {
        return Err(usage(format!("{} opens no packs for that; choose another format or --kind", format.name)));
    }
    let mut rules = format.event.clone();
    rules.minutes = args.minutes.unwrap_or(rules.minutes);
    let start = Start {
        game: book.game.id.clone(),
        format: format.id.clone(),
        data_hash: book.game.data_hash.clone(),
        kind,
        scheme: match args.scheme.as_str() {
            "round-robin" => Scheme::RoundRobin,
            "single" => Scheme::Knockout(Bracket::Single),
            "double" => Scheme::Knockout(Bracket::Double),
            "league" => Scheme::League,
            _ => Scheme::Swiss,
        },
        team: args.team.unwrap_or(format.table.team),
        rounds: args.rounds,
        pods: limited.filter(|_| kind == Kind::Draft).map(|l| l.seats),
        across: args.across,
        rules,
        seed: seed.hex(),
        deal,
    };
    let book = book.clone();
    let desk = &mut door.desk;
    let room = EventRoom::begin(&mut desk.library, args.name.trim(), start)?;
    let state = State::of(&Desk { room, book, library: &mut desk.library }, None, who.at);
    state::tell(door, &state)
}

pub(super) fn list(door: &Door) -> anyhow::Result<Outcome> {
    let mut events = Vec::new();
    for (_, heading) in door.desk.kept(StreamKind::Event, None)? {
        let room = EventRoom::open(&door.desk.library, heading.id);
        let event = room.as_ref().ok().map(|r| &r.event);
        events.push(Line {
            name: heading.name,
            format: event.map_or(String::new(), |e| format!("{}/{}", e.start.game, e.start.format)),
            players: event.map_or(0, |e| e.players.len()),
            round: event.map_or(0, |e| e.round()),
            over: event.is_some_and(|e| e.is_over()),
            fault: room.as_ref().err().map(ToString::to_string),
        });
    }
    let list = List { events };
    door.show(&list, || {
        if list.events.is_empty() {
            return "no events yet; `deckloom event new` begins one\n".into();
        }
        let row = |e: &Line| {
            let state = if e.over { "over".into() } else { format!("round {}", e.round) };
            vec![e.name.clone(), e.format.clone(), e.players.to_string(), e.fault.clone().unwrap_or(state)]
        };
        let rows: Vec<Vec<String>> = list.events.iter().map(row).collect();
        table(&["Event", "Format", "Players", "State"], &rows, &[2])
    })?;
    Ok(Outcome::Done)
}
