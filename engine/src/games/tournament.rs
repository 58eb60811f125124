//! The door to a tournament that is played over several evenings: people decide for their seats, bots for the others, and
//! after every step it can be put down.

use std::cell::Cell;
use std::sync::Arc;

use catalog::Source;
use formats::check::LegalDeck;

use super::{Error, Rules, Setup, seating};
use crate::chrononauts::Star;
use crate::chrononauts::star::{Interrupted, State, Tournament};
use crate::game::{Actor, Game};
use crate::player::{NoAnswer, Player, View};
use crate::record::{Log, Replay};

/// What is done before it is put down again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Nothing: it is only looked at.
    Look,
    /// Bots play until a person decides, a turn begins, or it is over.
    Bots,
    /// The person who is asked does this, in the words of [`Stand::legal`].
    Do(String),
}

/// Where a tournament stands.
#[derive(Debug, Clone)]
pub struct Stand {
    /// Day of the match, from 1.
    pub day: u8,
    /// Turn, from 1, over all days.
    pub turn: u32,
    /// Whose decision it is, from 0; absent once it is over.
    pub seat: Option<u8>,
    /// What that seat may do, in words.
    pub legal: Vec<String>,
    /// Whether somebody decides who is no bot.
    pub person: bool,
    /// The board as one seat sees it; all of it where nobody plays from whom it must be hidden.
    pub board: Option<String>,
    /// What has happened since the last decision of that seat, as it saw it.
    pub told: Vec<String>,
    /// Points so far by seat: those of days that are over.
    pub points: Vec<i32>,
    /// How it ended.
    pub outcome: Option<String>,
}

/// Goes a step on with a tournament of The Emperor's Star. `people` are the seats at which nobody plays by itself; `seen` is
/// the seat whose eyes are borrowed for the board and what happened.
///
/// # Errors
/// If it was played with other cards, or what is to be done cannot be; then nothing has changed.
#[expect(clippy::too_many_arguments, reason = "what a match is made of, what is done, and whose eyes are borrowed")]
pub fn step(
    source: &Source,
    game: &Arc<catalog::Game>,
    deck: &LegalDeck,
    setup: &Setup,
    people: &[bool],
    tournament: &mut Tournament,
    what: &Step,
    seen: Option<u8>,
) -> Result<Stand, Error> {
    let Rules::Star(star) = Rules::of(game, &[deck], setup.players.len(), &setup.options)? else {
        return Err(Error::Record(format!("{} has no tournament of several days", game.name)));
    };
    let told = |e: Interrupted| Error::Record(e.to_string());
    let before = tournament.state(&star).map_err(told)?;
    let is_person = |seat: u8| people.get(seat as usize).copied().unwrap_or(false);
    let state = match what {
        Step::Look => before,
        Step::Bots => {
            let (day, turn) = (before.at, star.turn(&before));
            let pause = |s: &State| {
                let person = matches!(star.actor(s), Actor::Seat(seat) if is_person(seat));
                person || s.at != day || star.turn(s) != turn
            };
            // Each part has dice of its own, so that bots which go on do not begin their thoughts anew.
            let player = seating::<Star>(source, game, setup)?;
            let part = tournament.log().actions.len() as u64;
            let mut players: Vec<Box<dyn Player<Star>>> = (0..star.seats()).map(|s| player(part, s)).collect();
            let mut seated: Vec<&mut dyn Player<Star>> = players.iter_mut().map(|p| &mut **p as _).collect();
            tournament.play(&star, &mut seated, pause).map_err(told)?
        }
        Step::Do(action) => {
            let actor = star.actor(&before);
            let Actor::Seat(seat) = actor else { return Err(Error::Record("the tournament is over".into())) };
            if !is_person(seat) {
                return Err(Error::Record(format!("a bot decides for seat {}; let it play", seat + 1)));
            }
            let legal = texts(&star, &before);
            if !legal.contains(action) {
                let hint = catalog::read::suggest(action, &legal.iter().map(String::as_str).collect::<Vec<_>>());
                return Err(Error::Record(format!("seat {} cannot do `{action}` ({hint})", seat + 1)));
            }
            let mut says: Vec<Says> = (0..star.seats()).map(|_| Says(action.clone())).collect();
            let mut seated: Vec<&mut dyn Player<Star>> = says.iter_mut().map(|p| p as _).collect();
            let asked = Cell::new(false);
            tournament.play(&star, &mut seated, |_| asked.replace(true)).map_err(told)?
        }
    };
    Ok(stand(&star, &state, tournament, people, seen))
}

/// Does one thing.
struct Says(String);

impl Player<Star> for Says {
    fn choose(&mut self, view: &View<'_, Star>, legal: &[<Star as Game>::Action]) -> Result<usize, NoAnswer> {
        legal.iter().position(|a| view.action_text(*a) == self.0).ok_or(NoAnswer::Left)
    }
}

fn texts(star: &Star, state: &State) -> Vec<String> {
    let mut legal = Vec::new();
    star.legal(state, &mut legal);
    legal.into_iter().map(|a| star.action_text(state, a)).collect()
}

fn stand(star: &Star, state: &State, tournament: &Tournament, people: &[bool], seen: Option<u8>) -> Stand {
    // Without eyes, only a table of bots has nothing to hide.
    let open = seen.is_some() || !people.contains(&true);
    let seat = match star.actor(state) {
        Actor::Seat(seat) => Some(seat),
        Actor::Nobody => None,
    };
    Stand {
        day: state.at + 1,
        turn: star.turn(state),
        seat,
        // What a seat may do tells what it holds: only those eyes see it.
        legal: if open && seat.is_some() && (seen == seat || seen.is_none()) { texts(star, state) } else { Vec::new() },
        person: seat.is_some_and(|s| people.get(s as usize).copied().unwrap_or(false)),
        board: open.then(|| star.board(state, seen)),
        told: if open { since(star, tournament, seen) } else { Vec::new() },
        points: (0..star.seats()).map(|s| i32::from(state.total(s))).collect(),
        outcome: star.outcome(state).map(crate::chrononauts::star::outcome_text),
    }
}

/// What has happened since the last decision of a seat, or of anybody, as it was seen.
fn since(star: &Star, tournament: &Tournament, seen: Option<u8>) -> Vec<String> {
    let log: &Log = tournament.log();
    let Some(seed) = tournament.seed() else { return Vec::new() };
    let last = log.actions.iter().rposition(|(seat, _)| seen.is_none_or(|seen| seen == *seat)).unwrap_or(0);
    let mut replay = Replay::new(star, seed, tournament.first(), u32::MAX, log);
    while replay.done() < last && replay.step().unwrap_or(false) {}
    let before = replay.events().len();
    while replay.done() < log.actions.len() && replay.step().unwrap_or(false) {}
    replay.events()[before..].iter().map(|(event, to)| star.told(*event, *to, seen)).collect()
}
