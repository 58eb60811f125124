//! `deckloom event new|list`

use std::path::PathBuf;

use catalog::store::journal::StreamKind;
use formats::event::bracket::BracketKind;
use formats::event::{EventKind, EventStart, PairingScheme};
use formats::rng::Seed;
use schemars::JsonSchema;
use serde::Serialize;

use super::state::{self, EventStateOutput};
use super::{ActionAuthor, OpenEvent};
use crate::command::draft::plan;
use crate::command::print::table;
use crate::command::{CommandContext, CommandOutcome, CommandResult, number, sources, usage_error};
use crate::saved_event::{self, SavedEvent};

#[derive(Debug, clap::Args)]
pub(super) struct EventNewArgs {
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
pub(in crate::command) struct EventListOutput {
    /// The one that changed last first, by game.
    events: Vec<EventRow>,
}

/// An event of the library.
#[derive(Debug, Serialize, JsonSchema)]
struct EventRow {
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

pub(super) fn new(
    args: &EventNewArgs,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    if args.name.trim().is_empty() {
        return Err(usage_error("an event needs a name"));
    }
    if saved_event::find_event(&context.session, &args.name)?.is_ok() {
        return Err(usage_error(format!("there is an event `{}` already; name it otherwise", args.name)));
    }
    let deal = args.deal.as_deref().map(plan::read_deal).transpose()?;
    let seed = match &deal {
        Some(deal) => deal.seed().map_err(|e| usage_error(format!("the deal: {e}")))?,
        None => sources::seed(args.seed)?,
    };
    let (game_library, format) = context.format(&args.format)?;
    let (fewest, most) = format.match_settings.seats;
    if fewest > 2 * format.match_settings.team {
        let name = &format.name;
        return Err(usage_error(format!("matches of an event are between two; {name} seats {fewest} to {most}")));
    }
    let limited = format.limited.as_ref();
    let kind = match args.kind.as_deref() {
        Some("constructed") => EventKind::Constructed,
        Some("sealed") => EventKind::Sealed,
        Some(_) => EventKind::Draft,
        None => {
            limited.map_or(EventKind::Constructed, |l| if l.is_draft() { EventKind::Draft } else { EventKind::Sealed })
        }
    };
    let missing = match kind {
        EventKind::Constructed => false,
        EventKind::Sealed => limited.is_none(),
        EventKind::Draft => !limited.is_some_and(|l| l.is_draft()),
    };
    if missing {
        return Err(usage_error(format!("{} opens no packs for that; choose another format or --kind", format.name)));
    }
    let mut rules = format.event.clone();
    rules.minutes = args.minutes.unwrap_or(rules.minutes);
    let start = EventStart {
        game: game_library.game.id.clone(),
        format: format.id.clone(),
        data_hash: game_library.game.data_hash.clone(),
        kind,
        scheme: match args.scheme.as_str() {
            "round-robin" => PairingScheme::RoundRobin,
            "single" => PairingScheme::Knockout(BracketKind::Single),
            "double" => PairingScheme::Knockout(BracketKind::Double),
            "league" => PairingScheme::League,
            _ => PairingScheme::Swiss,
        },
        team: args.team.unwrap_or(format.match_settings.team),
        rounds: args.rounds,
        pods: limited.filter(|_| kind == EventKind::Draft).map(|l| l.seats),
        across: args.across,
        rules,
        seed: seed.to_hex(),
        deal,
    };
    let game_library = game_library.clone();
    let session = &mut context.session;
    let saved = SavedEvent::begin(&mut session.library, args.name.trim(), start)?;
    let state = EventStateOutput::new(&OpenEvent { saved, game_library, library: &mut session.library }, None, who.at);
    state::print_state(context, &state)
}

pub(super) fn list(context: &CommandContext) -> CommandResult<CommandOutcome> {
    let mut events = Vec::new();
    for (_, heading) in context.session.saved_streams(StreamKind::Event, None)? {
        let saved = SavedEvent::open(&context.session.library, heading.id);
        let event = saved.as_ref().ok().map(|r| &r.event);
        events.push(EventRow {
            name: heading.name,
            format: event.map_or(String::new(), |e| format!("{}/{}", e.start.game, e.start.format)),
            players: event.map_or(0, |e| e.players.len()),
            round: event.map_or(0, |e| e.round()),
            over: event.is_some_and(|e| e.is_over()),
            fault: saved.as_ref().err().map(ToString::to_string),
        });
    }
    let list = EventListOutput { events };
    context.print_result(&list, || {
        if list.events.is_empty() {
            return "no events yet; `deckloom event new` begins one\n".into();
        }
        let row = |e: &EventRow| {
            let state = if e.over { "over".into() } else { format!("round {}", e.round) };
            vec![e.name.clone(), e.format.clone(), e.players.to_string(), e.fault.clone().unwrap_or(state)]
        };
        let rows: Vec<Vec<String>> = list.events.iter().map(row).collect();
        table(&["Event", "Format", "Players", "State"], &rows, &[2])
    })?;
    Ok(CommandOutcome::Done)
}
