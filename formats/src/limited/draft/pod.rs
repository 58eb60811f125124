//! A pod: a table with those who sit at it. People at this machine, people elsewhere who send files, and bots, in any
//! mixture; a bot may take a seat over, and its person come back.
//!
//! Everything that happens is an [`Action`]; a pod is its start and its actions, and nothing else decides anything.

use catalog::Game;
use catalog::tr;
use serde::{Deserialize, Serialize};

use super::log::{Action, By, Move};
use super::start::{Cards, Start};
use super::{Choice, Refused, Table};
use crate::limited::drafter::{Bot, PickReason, Scout};
use crate::rng::Seed;

/// Actions of a log: taking back plays again what came before, so that a longer one could take hours.
const MOST_ACTIONS: usize = 10_000;

/// Who sits on a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sitter {
    /// A person at this machine, by name.
    Person(String),
    /// A person elsewhere, who gets a view as a file and sends the choice back, by name.
    File(String),
    /// A bot.
    Bot(Bot),
}

impl Sitter {
    /// In a word or two.
    pub fn words(&self) -> String {
        match self {
            Sitter::Person(name) => name.clone(),
            Sitter::File(name) => tr!("{name}, by files", name),
            Sitter::Bot(bot) => bot.words(),
        }
    }

    /// The bot, if it is one.
    pub fn bot(&self) -> Option<Bot> {
        match self {
            Sitter::Bot(bot) => Some(*bot),
            _ => None,
        }
    }
}

/// A draft with those who take part.
#[derive(Debug, Clone)]
pub struct Pod {
    /// The table.
    pub table: Table,
    fresh: Table,
    sitters: Vec<Sitter>,
    /// Choices that hold: those taken back are not among them.
    moves: Vec<Move>,
    /// Where in `moves` each choice of a person stands.
    people: Vec<usize>,
    paused: bool,
    /// A request to take back the last choice: who agreed so far.
    undo: Option<Vec<bool>>,
    chance: Seed,
}

impl Pod {
    /// A pod before anything happened.
    ///
    /// # Errors
    /// When the start makes no sense.
    pub fn begin(game: &Game, start: &Start) -> Result<Pod, Refused> {
        start.check()?;
        let fresh = start.table(&Cards::of(game, start));
        Ok(Pod {
            table: fresh.clone(),
            fresh,
            sitters: start.sitters.clone(),
            moves: Vec::new(),
            people: Vec::new(),
            paused: false,
            undo: None,
            chance: start.bots()?,
        })
    }

    /// A pod after these actions.
    ///
    /// # Errors
    /// The first action that does not fit, with its number.
    pub fn replay(game: &Game, start: &Start, actions: &[Action]) -> Result<Pod, Refused> {
        let cards = Cards::of(game, start);
        let mut pod = Pod::begin(game, start)?;
        if actions.len() > MOST_ACTIONS {
            let (all, most) = (actions.len(), MOST_ACTIONS);
            return Err(Refused::Still(format!("{all} actions are in the log; a draft has at most {most}")));
        }
        for (at, action) in actions.iter().enumerate() {
            pod.apply(&cards, action).map_err(|e| Refused::Still(format!("action {} of the log: {e}", at + 1)))?;
        }
        Ok(pod)
    }

    /// Who sits where: `[seat]`.
    pub fn sitters(&self) -> &[Sitter] {
        &self.sitters
    }

    /// Choices so far, without those taken back.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Whether it stands still.
    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// Seats that have not agreed yet to take back the last choice; absent if nobody asks for it.
    pub fn undo_waits(&self) -> Option<Vec<usize>> {
        let agreed = self.undo.as_ref()?;
        Some((0..agreed.len()).filter(|s| !agreed[*s]).collect())
    }

    /// The seats of people that are asked something now.
    pub fn asked(&self) -> impl Iterator<Item = usize> + '_ {
        self.table.waiting().filter(|s| self.sitters[*s].bot().is_none())
    }

    /// Does an action.
    ///
    /// # Errors
    /// When it does not fit; then nothing has happened.
    pub fn apply(&mut self, cards: &Cards<'_>, action: &Action) -> Result<(), Refused> {
        let known = |seat: usize| match seat < self.sitters.len() {
            true => Ok(()),
            false => Err(Refused::Still(tr!(
                "there is no seat {seat}; the table has {seats}",
                seat = seat + 1,
                seats = self.sitters.len()
            ))),
        };
        match action {
            Action::Moves(moves) => {
                self.must_go()?;
                let mut table = self.table.clone();
                for m in moves {
                    let choice = m.choice.named(|id| Ok::<_, Refused>(cards.find(id)))?;
                    table.act(m.seat, &choice)?;
                }
                self.table = table;
                let first = self.moves.len();
                self.people.extend((first..).zip(moves).filter(|(_, m)| m.by != By::Bot).map(|(at, _)| at));
                self.moves.extend_from_slice(moves);
            }
            Action::Sit { seat, sitter } => {
                known(*seat)?;
                self.sitters[*seat] = sitter.clone();
                if let Some(agreed) = &mut self.undo {
                    agreed[*seat] |= sitter.bot().is_some();
                }
                self.take_back(cards)?;
            }
            Action::Pause if self.paused => return Err(Refused::Still(tr!("the draft stands still already"))),
            Action::Pause => self.paused = true,
            Action::Resume if !self.paused => return Err(Refused::Still(tr!("the draft does not stand still"))),
            Action::Resume => self.paused = false,
            Action::Undo { seat } => {
                known(*seat)?;
                if self.people.is_empty() {
                    return Err(Refused::Still(tr!("no person has chosen anything yet")));
                }
                let agrees = |(at, s): (usize, &Sitter)| at == *seat || s.bot().is_some();
                self.undo = Some(self.sitters.iter().enumerate().map(agrees).collect());
                self.take_back(cards)?;
            }
            Action::Agree { seat } | Action::Refuse { seat } => {
                known(*seat)?;
                let Some(agreed) = &mut self.undo else {
                    return Err(Refused::Still(tr!("nobody asks to take back a choice")));
                };
                if matches!(action, Action::Agree { .. }) {
                    agreed[*seat] = true;
                    self.take_back(cards)?;
                } else {
                    self.undo = None;
                }
            }
        }
        Ok(())
    }

    fn must_go(&self) -> Result<(), Refused> {
        if self.paused {
            return Err(Refused::Still(tr!("the draft stands still; let it go on first")));
        }
        if let Some(waits) = self.undo_waits() {
            let seats: Vec<String> = waits.iter().map(|s| (s + 1).to_string()).collect();
            let message =
                tr!("the last choice may be taken back: seat {seats} has not agreed yet", seats = seats.join(", "));
            return Err(Refused::Still(message));
        }
        Ok(())
    }

    /// Takes back the last choice of a person, and all that followed it, if everybody agreed.
    fn take_back(&mut self, cards: &Cards<'_>) -> Result<(), Refused> {
        if !self.undo.as_ref().is_some_and(|agreed| agreed.iter().all(|a| *a)) {
            return Ok(());
        }
        let keep = self.people.pop().unwrap_or(0);
        let mut table = self.fresh.clone();
        for m in &self.moves[..keep] {
            table.act(m.seat, &m.choice.named(|id| Ok::<_, Refused>(cards.find(id)))?)?;
        }
        self.moves.truncate(keep);
        (self.table, self.undo) = (table, None);
        Ok(())
    }

    /// A choice of a person, and what bots choose after it until a person is asked: one action.
    ///
    /// # Errors
    /// When the choice does not fit.
    pub fn choose(
        &self,
        scout: &Scout<'_>,
        cards: &Cards<'_>,
        seat: usize,
        choice: &Choice,
    ) -> Result<Action, Refused> {
        self.must_go()?;
        let named = choice.named(|c| Ok::<_, Refused>(cards.id(*c)))?;
        let first = Move { seat, choice: named, by: By::Person, why: None };
        let mut table = self.table.clone();
        table.act(seat, choice)?;
        Ok(Action::Moves(self.with_bots(scout, cards, table, vec![first])))
    }

    /// What a bot would choose on a seat, and why.
    ///
    /// # Errors
    /// When the seat is not asked.
    pub fn hint(&self, scout: &Scout<'_>, seat: usize) -> Result<(Choice, PickReason), Refused> {
        self.must_go()?;
        self.table.must_ask(seat)?;
        let chosen = Bot::default().choose(scout, &self.table.view(seat), self.chance.part(seat as u64));
        Ok(chosen.expect("a bot answers what it is asked"))
    }

    /// A bot chooses for a person whose time is over.
    ///
    /// # Errors
    /// When the seat is not asked.
    pub fn time_over(&self, scout: &Scout<'_>, cards: &Cards<'_>, seat: usize) -> Result<Action, Refused> {
        let (choice, why) = self.hint(scout, seat)?;
        let named = choice.named(|c| Ok::<_, Refused>(cards.id(*c)))?;
        let mut table = self.table.clone();
        table.act(seat, &choice)?;
        let first = Move { seat, choice: named, by: By::Clock, why: Some(why) };
        Ok(Action::Moves(self.with_bots(scout, cards, table, vec![first])))
    }

    /// What bots choose now, until a person is asked; absent if no bot is.
    pub fn bots(&self, scout: &Scout<'_>, cards: &Cards<'_>) -> Option<Action> {
        self.must_go().ok()?;
        let moves = self.with_bots(scout, cards, self.table.clone(), Vec::new());
        (!moves.is_empty()).then_some(Action::Moves(moves))
    }

    fn with_bots(&self, scout: &Scout<'_>, cards: &Cards<'_>, mut table: Table, mut moves: Vec<Move>) -> Vec<Move> {
        loop {
            let next = table.waiting().find_map(|seat| self.sitters[seat].bot().map(|bot| (seat, bot)));
            let Some((seat, bot)) = next else { return moves };
            let view = table.view(seat);
            let chosen = bot.choose(scout, &view, self.chance.part(seat as u64));
            let Some((choice, why)) = chosen else { return moves };
            table.act(seat, &choice).expect("a bot answers what it is asked");
            let named = choice.named(|c| Ok::<_, std::convert::Infallible>(cards.id(*c)));
            let Ok(choice) = named;
            moves.push(Move { seat, choice, by: By::Bot, why: Some(why) });
        }
    }
}
