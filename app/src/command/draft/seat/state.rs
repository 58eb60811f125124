//! A draft as one seat sees it: the state that every verb of a draft shows, as JSON and in words.

use catalog::CardIx;
use formats::limited::draft::pod::Sitter;
use formats::limited::draft::start::Cards;
use formats::limited::draft::{Ask, Pile, View, What};
use schemars::JsonSchema;
use serde::Serialize;

use super::Sitting;
use crate::command::printings::Printings;
use crate::command::{Door, Outcome, usage};

/// A draft of the library, and what one seat sees of it.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct State {
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
    view: Option<Seen>,
}

/// What a seat sees.
#[derive(Debug, Serialize, JsonSchema)]
struct Seen {
    /// Seat, from 1.
    seat: usize,
    /// What it is asked, in words.
    asked: Option<String>,
    /// What lies on the table; cards are numbered through all piles and pools.
    piles: Vec<Lying>,
    /// What each seat has.
    pools: Vec<Lying>,
    /// What a bot would choose, and why; if it was asked for.
    hint: Option<Hint>,
}

/// Cards that lie together.
#[derive(Debug, Serialize, JsonSchema)]
struct Lying {
    /// What they are, in words.
    what: String,
    /// Card ids, of those with their faces up.
    cards: Vec<String>,
    /// Cards face down.
    down: usize,
}

/// What a bot thinks.
#[derive(Debug, Serialize, JsonSchema)]
struct Hint {
    /// What it would choose, as `draft pick` reads it.
    choice: String,
    /// Why, in words and numbers.
    why: String,
    /// Each card on the table with what the bot thinks of it, the best first.
    cards: Vec<(String, String)>,
}

impl Sitting<'_> {
    pub fn state(&self, seat: Option<usize>, hint: bool) -> anyhow::Result<State> {
        let (room, game) = (&self.room, &self.book.game);
        let table = &room.pod.table;
        let seat = seat.or_else(|| room.pod.asked().next());
        let view = seat.map(|s| self.seen(&table.view(s), hint)).transpose()?;
        let stage = table.stage();
        let cards = seat.map(|s| table.view(s)).and_then(|v| v.piles.first().map(|p| p.cards.len()));
        Ok(State {
            name: room.name.clone(),
            format: format!("{}/{}", game.id, room.format),
            kind: room.start.way.id().to_owned(),
            sitters: room.pod.sitters().iter().map(Sitter::words).collect(),
            waiting: table.waiting().map(|s| s + 1).collect(),
            choices: room.pod.moves().len(),
            round: stage.round + 1,
            rounds: stage.rounds,
            pick: stage.pick + 1,
            over: table.is_over(),
            paused: room.pod.is_paused(),
            undo_waits_for: room.pod.undo_waits().map(|seats| seats.iter().map(|s| s + 1).collect()),
            data_changed: room.data_hash != game.data_hash,
            seconds: room.start.clock.as_ref().zip(cards).filter(|_| !table.is_over()).map(|(clock, n)| clock.pick(n)),
            view,
        })
    }

    fn seen(&self, view: &View, hint: bool) -> anyhow::Result<Seen> {
        let game = &self.book.game;
        let lying = |pile: &Pile| Lying {
            what: if pile.what == What::Pool(view.seat) { "Your pool".into() } else { pile.what.words() },
            cards: pile.cards.iter().map(|c| game.card(*c).id.clone()).collect(),
            down: pile.down,
        };
        let hint = (hint && view.ask.is_some()).then(|| self.hint(view)).transpose()?;
        let asked = view.ask.as_ref().map(|ask| match ask {
            Ask::Answer { get, give, .. } => {
                let name = |ix: u32| game.card(CardIx(ix)).name.as_str();
                format!("{} (you would get {} and give {})", ask.words(), name(*get), name(*give))
            }
            _ => ask.words(),
        });
        Ok(Seen {
            seat: view.seat + 1,
            asked,
            piles: view.piles.iter().map(lying).collect(),
            pools: view.pools.iter().map(lying).collect(),
            hint,
        })
    }

    fn hint(&self, view: &View) -> anyhow::Result<Hint> {
        let (game, cards) = (&self.book.game, Cards::of(&self.book.game, &self.room.start));
        let hint = self.room.hint(&self.book, view.seat).ok_or_else(|| usage("the draft stands still: no hint"))?;
        let Ok(choice) = hint.choice.named(|c| Ok::<_, std::convert::Infallible>(cards.id(*c)));
        Ok(Hint {
            choice: choice.line(),
            why: hint.why,
            cards: hint.cards.iter().map(|(c, o)| (game.card(*c).id.clone(), o.text())).collect(),
        })
    }
}

pub(in crate::command::draft) fn tell(door: &Door, state: &State) -> anyhow::Result<Outcome> {
    door.show(state, || to_text(door, state))?;
    Ok(Outcome::Done)
}

fn to_text(door: &Door, state: &State) -> String {
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
        out.push_str(&format!("The last choice may be taken back: seat {} must agree or refuse.\n", seats.join(", ")));
    }
    match (state.over, state.paused) {
        (true, _) => out.push_str("The draft is over.\n"),
        (_, true) => out.push_str("The draft stands still; `deckloom draft resume` lets it go on.\n"),
        _ => {
            let seconds = state.seconds.map_or(String::new(), |s| format!(" {s} seconds."));
            out.push_str(&format!("Round {} of {}, pick {}.{seconds}\n", state.round, state.rounds, state.pick));
        }
    }
    let Some(view) = &state.view else { return out };
    let game = state.format.split_once('/').and_then(|(game, _)| door.desk.book(game)).map(|b| &b.game);
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
