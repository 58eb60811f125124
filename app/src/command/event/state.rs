//! How an event stands: what every verb of an event shows, as JSON and in words.

use formats::event::log::RoundStage;
use formats::event::{DeckCheckResult, EventKind, PairingScheme, PlayerId, TournamentEvent};
use schemars::JsonSchema;
use serde::Serialize;

use super::{ActionAuthor, OpenEvent, open};
use crate::command::print::table;
use crate::command::{CommandContext, CommandOutcome, CommandResult, number, usage_error};

#[derive(Debug, clap::Args)]
pub(super) struct EventShowArgs {
    /// Name of the event.
    name: String,
    /// The round whose tables are shown; without it, the last.
    #[arg(long, value_parser = number::whole::<u32>(1..))]
    round: Option<u32>,
    /// Count the packs for so many players.
    #[arg(long, value_name = "PLAYERS", value_parser = number::whole::<u32>(1..))]
    expect: Option<u32>,
}

/// An event.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct EventStateOutput {
    /// How the match ended that was just recorded, such as `Ann beats Bob 2-0`; absent if none was.
    pub(super) recorded: Option<String>,
    /// Name.
    name: String,
    /// `game/format`.
    format: String,
    /// `constructed`, `sealed` or `draft`.
    kind: &'static str,
    /// `swiss`, `round-robin`, `single`, `double` or `league`.
    scheme: &'static str,
    /// What seats, pairings, lots and checks are drawn from: 64 hexadecimal digits.
    seed: String,
    /// The round that is shown; 0 before the first.
    round: u32,
    /// Rounds paired.
    rounds: u32,
    /// Rounds before a bracket; absent where their number is open.
    planned: Option<u32>,
    /// Whether nothing is left to play.
    over: bool,
    /// Tables of the last round without a result.
    waiting: Vec<u32>,
    /// In the order of coming in.
    players: Vec<Player>,
    /// Names by pod and seat.
    pods: Vec<Pod>,
    /// Packs to have ready.
    packs: Vec<PackCount>,
    /// The tables of the round.
    tables: Vec<TableOutput>,
    /// Seconds left of the round, without extra time; absent if it is not timed.
    seconds: Option<i64>,
    /// Whether the clock runs.
    running: bool,
    /// Minutes more of tables: table, minutes.
    extra: Vec<(u32, u32)>,
    /// Penalties.
    penalties: Vec<PenaltyOutput>,
    /// Deck checks.
    checks: Vec<DeckCheckEntry>,
    /// The names in the order of places.
    ranking: Vec<String>,
    /// What is won: name, prize.
    prizes: Vec<(String, String)>,
}

/// A player or team.
#[derive(Debug, Serialize, JsonSchema)]
struct Player {
    /// Name.
    name: String,
    /// Members of a team.
    members: Vec<String>,
    /// Match points.
    points: u32,
    /// The last round, of those who have left.
    left: Option<u32>,
    /// Whether the player has no rank any more.
    disqualified: bool,
    /// Pod and seat, from 1.
    seat: Option<(usize, usize)>,
    /// Name of the registered deck.
    deck: Option<String>,
    /// Cards of the registered pool.
    pool: Option<usize>,
    /// Who wrote the pool down, or should.
    witness: Option<String>,
}

/// A pod.
#[derive(Debug, Serialize, JsonSchema)]
struct Pod {
    /// Names by seat.
    seats: Vec<String>,
    /// Its draft at this machine.
    draft: Option<String>,
}

/// Packs to have ready.
#[derive(Debug, Serialize, JsonSchema)]
struct PackCount {
    /// Product id.
    product: String,
    /// How many.
    count: u32,
}

/// A table of a round.
#[derive(Debug, Serialize, JsonSchema)]
struct TableOutput {
    /// From 1.
    table: u32,
    /// One.
    a: String,
    /// The other; absent for a bye.
    b: Option<String>,
    /// Pod, from 1.
    pod: Option<usize>,
    /// What the match is called, in a bracket.
    bracket: Option<String>,
    /// How it ended, as it is typed.
    result: Option<String>,
    /// Who said so.
    by: Option<String>,
    /// Why they play each other, where that needs a reason.
    why: Vec<String>,
}

/// A penalty.
#[derive(Debug, Serialize, JsonSchema)]
struct PenaltyOutput {
    /// Whose.
    player: String,
    /// Round, from 1.
    round: u32,
    /// Its word in the rules.
    kind: String,
    /// What follows.
    effect: String,
    /// What happened.
    note: String,
    /// Whether it was taken back.
    pardoned: bool,
}

/// A deck check.
#[derive(Debug, Serialize, JsonSchema)]
struct DeckCheckEntry {
    /// Whose deck.
    player: String,
    /// When, in seconds since 1970.
    at: i64,
    /// Whether it was looked at.
    done: bool,
    /// What was wrong.
    fault: Option<String>,
}

pub(super) fn show(
    args: &EventShowArgs,
    context: &mut CommandContext,
    who: &ActionAuthor,
) -> CommandResult<CommandOutcome> {
    let state = {
        let open_event = open(context, &args.name)?;
        let rounds = open_event.saved.event.round();
        if args.round.is_some_and(|r| r == 0 || r > rounds) {
            return Err(usage_error(format!("{rounds} rounds have been paired")));
        }
        let mut state = EventStateOutput::new(&open_event, args.round, who.at);
        if let Some(players) = args.expect {
            state.packs = packs_needed(&open_event, Some(players));
        }
        state
    };
    print_state(context, &state)
}

fn packs_needed(open_event: &OpenEvent<'_>, expected: Option<u32>) -> Vec<PackCount> {
    let format = open_event.game_library.format(&open_event.saved.event.start.format);
    let packs = format.map_or(Vec::new(), |f| open_event.saved.event.packs(f, expected));
    packs.into_iter().map(|(product, count)| PackCount { product, count }).collect()
}

impl EventStateOutput {
    /// An event with one of its rounds, or the last; `now` is what its clock goes by.
    pub(super) fn new(open_event: &OpenEvent<'_>, round: Option<u32>, now: i64) -> EventStateOutput {
        let event = &open_event.saved.event;
        let round = round.unwrap_or(event.round());
        let shown = (round as usize).checked_sub(1).and_then(|at| event.rounds.get(at));
        let records = event.records(event.rounds.len());
        let name = |id: PlayerId| event.name(id).to_owned();
        let player = |p: &formats::event::EventPlayer| Player {
            name: p.name.clone(),
            members: p.members.clone(),
            points: records[p.id.at()].points,
            left: p.left,
            disqualified: p.disqualified,
            seat: event.seat_of(p.id).map(|(pod, seat)| (pod + 1, seat + 1)),
            deck: p.deck.as_ref().map(|d| d.name.clone()),
            pool: p.pool.as_ref().map(|(cards, _)| cards.len()),
            witness: p.pool.as_ref().map_or_else(|| event.witness(p.id), |(_, w)| *w).map(name),
        };
        let pod = |(seats, draft): (&Vec<PlayerId>, &Option<String>)| Pod {
            seats: seats.iter().map(|id| name(*id)).collect(),
            draft: draft.clone(),
        };
        let given = |g: &formats::event::GivenPenalty| PenaltyOutput {
            player: name(g.player),
            round: g.round,
            kind: g.kind.clone(),
            effect: effect(event, &g.kind),
            note: g.note.clone(),
            pardoned: g.pardoned,
        };
        let check = |c: &formats::event::DeckCheck| DeckCheckEntry {
            player: name(c.player),
            at: c.at,
            done: c.result != DeckCheckResult::Waiting,
            fault: match &c.result {
                DeckCheckResult::Failed(fault) => Some(fault.clone()),
                DeckCheckResult::Waiting | DeckCheckResult::Passed => None,
            },
        };
        let ranking = event.ranking();
        let prizes = (1..).zip(&ranking).flat_map(|(rank, id)| {
            event.prizes_of(rank).into_iter().map(move |prize| (event.name(*id).to_owned(), prize.to_owned()))
        });
        EventStateOutput {
            recorded: None,
            name: open_event.saved.name.clone(),
            format: format!("{}/{}", event.start.game, event.start.format),
            kind: kind(event),
            scheme: scheme(event),
            seed: event.start.seed.clone(),
            round,
            rounds: event.round(),
            planned: event.planned(),
            over: event.is_over(),
            waiting: event.waiting(),
            players: event.players.iter().map(player).collect(),
            pods: event.pods.iter().zip(&event.drafts).map(pod).collect(),
            packs: packs_needed(open_event, None),
            tables: shown.map_or(Vec::new(), |r| tables(event, r)),
            seconds: shown.and_then(|r| r.clock.left(now)),
            running: shown.is_some_and(|r| r.clock.since.is_some()),
            extra: shown.map_or(Vec::new(), |r| r.clock.extra.clone()),
            penalties: event.penalties.iter().map(given).collect(),
            checks: event.checks.iter().map(check).collect(),
            prizes: prizes.collect(),
            ranking: ranking.iter().map(|id| name(*id)).collect(),
        }
    }

    /// The same without what is not published.
    pub(super) fn public(open_event: &OpenEvent<'_>, round: Option<u32>) -> EventStateOutput {
        let mut state = EventStateOutput::new(open_event, round, 0);
        if !open_event.saved.event.published.decks {
            state.players.iter_mut().for_each(|p| p.deck = None);
        }
        (state.seconds, state.checks) = (None, Vec::new());
        state
    }
}

fn kind(event: &TournamentEvent) -> &'static str {
    match event.start.kind {
        EventKind::Constructed => "constructed",
        EventKind::Sealed => "sealed",
        EventKind::Draft => "draft",
    }
}

fn scheme(event: &TournamentEvent) -> &'static str {
    use formats::event::bracket::BracketKind::{Double, Single};
    match event.start.scheme {
        PairingScheme::Swiss => "swiss",
        PairingScheme::RoundRobin => "round-robin",
        PairingScheme::Knockout(Single) => "single",
        PairingScheme::Knockout(Double) => "double",
        PairingScheme::League => "league",
    }
}

fn effect(event: &TournamentEvent, kind: &str) -> String {
    let penalty = event.start.rules.penalties.iter().find(|p| p.id == kind);
    penalty.map_or(String::new(), |p| p.effect.label())
}

fn tables(event: &TournamentEvent, round: &formats::event::Round) -> Vec<TableOutput> {
    let bracket = event.bracket.as_ref().filter(|_| round.stage == RoundStage::Bracket);
    let table = |(table, m): (u32, &formats::event::EventMatch)| TableOutput {
        table,
        a: event.name(m.pairing.a).to_owned(),
        b: m.pairing.b.map(|b| event.name(b).to_owned()),
        pod: m.pairing.pod.map(|p| p + 1),
        bracket: bracket.zip(m.pairing.node).map(|(b, node)| b.name(node)),
        result: m.score.map(|s| s.label()),
        by: m.score.map(|_| m.by.clone()),
        why: m.pairing.reasons().collect(),
    };
    (1..).zip(&round.matches).map(table).collect()
}

/// Shows it.
pub(super) fn print_state(context: &CommandContext, state: &EventStateOutput) -> CommandResult<CommandOutcome> {
    context.print_result(state, || to_text(state))?;
    Ok(CommandOutcome::Done)
}

fn to_text(s: &EventStateOutput) -> String {
    let here = s.players.iter().filter(|p| p.left.is_none()).count();
    let planned = s.planned.map_or(String::new(), |p| format!(" of {p}"));
    let at = match (s.over, s.rounds) {
        (true, _) => "over".to_owned(),
        (_, 0) => "not begun".to_owned(),
        (_, round) => format!("round {round}{planned}"),
    };
    let recorded = s.recorded.as_ref().map_or(String::new(), |r| format!("{r}\n\n"));
    let mut text = recorded
        + &format!("{} · {} · {} · {} of {} players here · {at}\n", s.name, s.format, s.scheme, here, s.players.len());
    if s.rounds == 0 {
        text += &signup_text(s);
    }
    if !s.tables.is_empty() {
        let row = |t: &TableOutput| {
            let score = t.result.clone().unwrap_or_else(|| "…".into());
            let b = t.b.clone().unwrap_or_else(|| "—".into());
            let note: Vec<String> = t.bracket.iter().chain(&t.why).cloned().collect();
            vec![t.table.to_string(), t.a.clone(), score, b, note.join(" ")]
        };
        let rows: Vec<Vec<String>> = s.tables.iter().map(row).collect();
        text += &format!("\nRound {}\n{}", s.round, table(&["", "Player", "Result", "Player", ""], &rows, &[0]));
    }
    if let Some(left) = s.seconds {
        let sign = if left < 0 { "-" } else { "" };
        let state = if s.running { "" } else { " (stands)" };
        text += &format!("\nClock {sign}{}:{:02}{state}\n", left.abs() / 60, left.abs() % 60);
        s.extra.iter().for_each(|(table, minutes)| text += &format!("  table {table}: {minutes} minutes more\n"));
    }
    for (n, p) in (1..).zip(&s.penalties) {
        let gone = if p.pardoned { ", withdrawn" } else { "" };
        text += &format!("Penalty {n}: {}, round {}: {} ({}){gone} {}\n", p.player, p.round, p.kind, p.effect, p.note);
    }
    for c in &s.checks {
        let found = match (&c.fault, c.done) {
            (Some(fault), _) => fault.as_str(),
            (None, true) => "nothing wrong",
            (None, false) => "to be checked",
        };
        text += &format!("Deck of {}: {found}\n", c.player);
    }
    if s.over {
        text += "\n";
        for (rank, name) in (1..).zip(&s.ranking).take(8) {
            let won: Vec<&str> = s.prizes.iter().filter(|(n, _)| n == name).map(|(_, p)| p.as_str()).collect();
            text += &format!("{rank:>3}  {name}  {}\n", won.join(", "));
        }
    }
    text
}

/// Who is here and where they sit, before the first round.
fn signup_text(s: &EventStateOutput) -> String {
    let mut text = String::new();
    for (n, pod) in (1..).zip(&s.pods) {
        let draft = pod.draft.as_ref().map_or(String::new(), |d| format!(" · drafts as `{d}`"));
        text += &format!("\nPod {n}, {} seats{draft}\n", pod.seats.len());
        (1..).zip(&pod.seats).for_each(|(seat, name)| text += &format!("{seat:>3}  {name}\n"));
    }
    if s.pods.is_empty() {
        s.players.iter().for_each(|p| text += &format!("  {}\n", p.name));
    }
    s.packs.iter().for_each(|p| text += &format!("have ready: {} × {}\n", p.count, p.product));
    text + &format!("seed {}\n", s.seed)
}
