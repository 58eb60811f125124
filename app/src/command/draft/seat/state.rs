//! A draft as one seat sees it: the state that every verb of a draft shows, as JSON and in words.

use catalog::CardIx;
use formats::limited::draft::pod::DraftPlayer;
use formats::limited::draft::start::DraftCards;
use formats::limited::draft::{DraftPile, DraftPrompt, DraftView, PileKind};
use schemars::JsonSchema;
use serde::Serialize;

use super::OpenDraft;
use crate::command::printings::Printings;
use crate::command::{CommandContext, CommandOutcome, CommandResult, usage_error};

/// A draft of the library, and what one seat sees of it.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct DraftStateOutput {
    /// Name.
    name: String,
    /// `game/format`.
    format: String,
    /// Type of draft.
    #[serde(rename = "type")]
    kind: String,
    /// Who sits where, in words.
    sitters: Vec<String>,
    /// Seats that are asked something, from 1.
    waiting: Vec<usize>,
    /// Choices so far, without those taken back.
    choices: usize,
    /// Round, counted from 1.
    round: usize,
    /// Rounds in all.
    rounds: usize,
    /// Pick in the round, counted from 1.
    pick: usize,
    /// Whether all is drafted.
    over: bool,
    /// Whether it stands still.
    paused: bool,
    /// Seats that have not agreed yet to take back the last choice, from 1; absent if nobody asks for it.
    undo_waits_for: Option<Vec<usize>>,
    /// Whether the game's data have changed since it began; the draft has not.
    data_changed: bool,
    /// Seconds for the next pick, if the draft has a clock.
    seconds: Option<u32>,
    /// What a seat sees; absent when no person is asked and no seat was named.
    view: Option<SeatState>,
}

/// What a seat sees.
#[derive(Debug, Serialize, JsonSchema)]
struct SeatState {
    /// Seat, from 1.
    seat: usize,
    /// What it is asked, in words.
    asked: Option<String>,
    /// What lies on the table; cards are numbered through all piles and pools.
    piles: Vec<CardPile>,
    /// What each seat has.
    pools: Vec<CardPile>,
    /// What a bot would choose, and why; if it was asked for.
    hint: Option<HintOutput>,
}

/// Cards that lie together.
#[derive(Debug, Serialize, JsonSchema)]
struct CardPile {
    /// What they are, in words.
    what: String,
    /// Card ids, of those with their faces up.
    cards: Vec<String>,
    /// Cards face down.
    down: usize,
}

/// What a bot thinks.
#[derive(Debug, Serialize, JsonSchema)]
struct HintOutput {
    /// What it would choose, as `draft pick` reads it.
    choice: String,
    /// Why, in words and numbers.
    why: String,
    /// Each card on the table with what the bot thinks of it, the best first.
    cards: Vec<(String, String)>,
}

impl OpenDraft<'_> {
    pub fn state(&self, seat: Option<usize>, hint: bool) -> CommandResult<DraftStateOutput> {
        let (saved, game) = (&self.saved, &self.game_library.game);
        let table = &saved.pod.draft;
        let seat = seat.or_else(|| saved.pod.next_person());
        let view = seat.map(|s| self.seat_state(&table.view(s), hint)).transpose()?;
        let stage = seat.map_or_else(|| table.stage(), |seat| table.stage_at(seat));
        let cards = seat.map(|s| table.view(s)).and_then(|v| v.piles.first().map(|p| p.cards.len()));
        Ok(DraftStateOutput {
            name: saved.name.clone(),
            format: format!("{}/{}", game.id, saved.format),
            kind: saved.start.way.id().to_owned(),
            sitters: saved.pod.players().iter().map(DraftPlayer::label).collect(),
            waiting: table.waiting().map(|s| s + 1).collect(),
            choices: saved.pod.moves().len(),
            round: stage.round + 1,
            rounds: stage.rounds,
            pick: stage.pick + 1,
            over: table.is_over(),
            paused: saved.pod.is_paused(),
            undo_waits_for: saved.pod.undo_waits().map(|seats| seats.iter().map(|s| s + 1).collect()),
            data_changed: saved.data_hash != game.data_hash,
            seconds: saved.start.clock.as_ref().zip(cards).filter(|_| !table.is_over()).map(|(clock, n)| clock.pick(n)),
            view,
        })
    }

    fn seat_state(&self, view: &DraftView, hint: bool) -> CommandResult<SeatState> {
        let game = &self.game_library.game;
        let lying = |pile: &DraftPile| CardPile {
            what: if pile.kind == PileKind::Pool(view.seat) { "Your pool".into() } else { pile.kind.label() },
            cards: pile.cards.iter().map(|c| game.card(*c).id.clone()).collect(),
            down: pile.down,
        };
        let hint = (hint && view.prompt.is_some()).then(|| self.hint(view)).transpose()?;
        let asked = view.prompt.as_ref().map(|ask| match ask {
            DraftPrompt::Answer { get, give, .. } => {
                let name = |ix: u32| game.card(CardIx(ix)).name.as_str();
                format!("{} (you would get {} and give {})", ask.describe(), name(*get), name(*give))
            }
            _ => ask.describe(),
        });
        Ok(SeatState {
            seat: view.seat + 1,
            asked,
            piles: view.piles.iter().map(lying).collect(),
            pools: view.pools.iter().map(lying).collect(),
            hint,
        })
    }

    fn hint(&self, view: &DraftView) -> CommandResult<HintOutput> {
        let (game, cards) = (&self.game_library.game, DraftCards::new(&self.game_library.game, &self.saved.start));
        let hint = self
            .saved
            .hint(&self.game_library, view.seat)
            .ok_or_else(|| usage_error("the draft is paused: no hint"))?;
        let Ok(choice) = hint.choice.map_cards(|c| Ok::<_, std::convert::Infallible>(cards.id(*c)));
        Ok(HintOutput {
            choice: choice.notation(),
            why: hint.why,
            cards: hint.cards.iter().map(|(c, o)| (game.card(*c).id.clone(), o.describe())).collect(),
        })
    }
}

pub(in crate::command::draft) fn tell(
    context: &CommandContext,
    state: &DraftStateOutput,
) -> CommandResult<CommandOutcome> {
    context.print_result(state, || to_text(context, state))?;
    Ok(CommandOutcome::Done)
}

fn to_text(context: &CommandContext, state: &DraftStateOutput) -> String {
    let mut out = format!("{} – {}, {}\n", state.name, state.format, state.kind);
    for (seat, who) in (1..).zip(&state.sitters) {
        let mark = if state.waiting.contains(&seat) { "  chooses" } else { "" };
        out.push_str(&format!("  seat {seat}  {who}{mark}\n"));
    }
    if state.data_changed {
        out.push_str("The game's data have changed since; the packs have not.\n");
    }
    if let Some(seats) = &state.undo_waits_for {
        let seats: Vec<String> = seats.iter().map(usize::to_string).collect();
        out.push_str(&format!("An undo was requested: seat {} must agree or refuse.\n", seats.join(", ")));
    }
    match (state.over, state.paused) {
        (true, _) => out.push_str("The draft is over.\n"),
        (_, true) => out.push_str("The draft is paused; `deckloom draft resume` continues it.\n"),
        _ => {
            let seconds = state.seconds.map_or(String::new(), |s| format!(" {s} seconds."));
            out.push_str(&format!("Round {} of {}, pick {}.{seconds}\n", state.round, state.rounds, state.pick));
        }
    }
    let Some(view) = &state.view else { return out };
    let game = state.format.split_once('/').and_then(|(game, _)| context.session.game_library(game)).map(|b| &b.game);
    let ids = view.piles.iter().chain(&view.pools).flat_map(|pile| &pile.cards).map(String::as_str);
    let printings = game.map(|game| Printings::new(game, ids));
    let name = |id: &str| {
        let card = game.and_then(|g| g.find(id).map(|ix| g.type_line(g.card(ix))));
        let label = printings.as_ref().map_or_else(|| id.to_owned(), |printings| printings.label(id));
        card.map_or(label.clone(), |types| format!("{label:<32} {types}"))
    };
    out.push_str(&format!("\nSeat {}", view.seat));
    out.push_str(&view.asked.as_ref().map_or("\n".into(), |asked| format!(": please {asked}\n")));
    let mut number = 0;
    for pile in view.piles.iter().chain(&view.pools) {
        let down = if pile.down > 0 { format!(", {} face down", pile.down) } else { String::new() };
        out.push_str(&format!("{} ({}{down})\n", pile.what, pile.cards.len()));
        for card in &pile.cards {
            number += 1;
            out.push_str(&format!("  #{number:<3} {}\n", name(card)));
        }
    }
    if let Some(hint) = &view.hint {
        out.push_str(&format!("\nA bot would: {}\n  {}\n", hint.choice, hint.why));
        hint.cards.iter().for_each(|(card, why)| out.push_str(&format!("  {} {why}\n", name(card))));
    }
    out
}
