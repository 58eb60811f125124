//! A pod: a table with those who sit at it. People at this machine, people elsewhere who send files, and bots, in any
//! mixture; a bot may take a seat over, and its person come back.
//!
//! Everything that happens is an [`DraftAction`]; a pod is its start and its actions, and nothing else decides anything.

use catalog::GameData;
use catalog::tr;
use serde::{Deserialize, Serialize};

use super::log::{ChosenBy, DraftAction, DraftMove};
use super::start::{DraftCards, DraftStart};
use super::{Draft, DraftChoice, DraftError};
use crate::limited::drafter::{Bot, LazyScorer, PickReason, PickScorer};
use crate::rng::Seed;

/// Actions of a log: taking back plays again what came before, so that a longer one could take hours.
const MOST_ACTIONS: usize = 10_000;

/// Who sits on a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DraftPlayer {
    /// A person at this machine, by name.
    Person(String),
    /// A person elsewhere, who gets a view as a file and sends the choice back, by name.
    File(String),
    /// A bot.
    Bot(Bot),
}

impl DraftPlayer {
    /// In a word or two.
    pub fn label(&self) -> String {
        match self {
            DraftPlayer::Person(name) => name.clone(),
            DraftPlayer::File(name) => tr!("{name}, by files", name),
            DraftPlayer::Bot(bot) => bot.label(),
        }
    }

    /// The bot, if it is one.
    pub fn bot(&self) -> Option<Bot> {
        match self {
            DraftPlayer::Bot(bot) => Some(*bot),
            _ => None,
        }
    }
}

/// A draft with those who take part.
#[derive(Debug, Clone)]
pub struct Pod {
    /// The table.
    pub draft: Draft,
    initial: Draft,
    players: Vec<DraftPlayer>,
    /// Choices that hold: those taken back are not among them.
    moves: Vec<DraftMove>,
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
    pub fn begin(game: &GameData, start: &DraftStart) -> Result<Pod, DraftError> {
        start.check()?;
        let fresh = start.new_draft(&DraftCards::new(game, start));
        Ok(Pod {
            draft: fresh.clone(),
            initial: fresh,
            players: start.sitters.clone(),
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
    pub fn replay(game: &GameData, start: &DraftStart, actions: &[DraftAction]) -> Result<Pod, DraftError> {
        let cards = DraftCards::new(game, start);
        let mut pod = Pod::begin(game, start)?;
        if actions.len() > MOST_ACTIONS {
            let (all, most) = (actions.len(), MOST_ACTIONS);
            return Err(DraftError::Still(format!("{all} actions are in the log; a draft has at most {most}")));
        }
        for (at, action) in actions.iter().enumerate() {
            pod.apply(&cards, action).map_err(|e| DraftError::Still(format!("action {} of the log: {e}", at + 1)))?;
        }
        Ok(pod)
    }

    /// Who sits where: `[seat]`.
    pub fn players(&self) -> &[DraftPlayer] {
        &self.players
    }

    /// Choices so far, without those taken back.
    pub fn moves(&self) -> &[DraftMove] {
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
    pub fn waiting_people(&self) -> impl Iterator<Item = usize> + '_ {
        self.draft.waiting().filter(|s| self.players[*s].bot().is_none())
    }

    /// The person who is asked next: of those who are asked, the one who has picked the fewest cards.
    pub fn next_person(&self) -> Option<usize> {
        self.waiting_people().min_by_key(|seat| self.draft.picks(*seat).len())
    }

    /// Does an action.
    ///
    /// # Errors
    /// When it does not fit; then nothing has happened.
    pub fn apply(&mut self, cards: &DraftCards<'_>, action: &DraftAction) -> Result<(), DraftError> {
        let known = |seat: usize| {
            if seat < self.players.len() {
                Ok(())
            } else {
                Err(DraftError::Still(tr!(
                    "there is no seat {seat}; the table has {seats}",
                    seat = seat + 1,
                    seats = self.players.len()
                )))
            }
        };
        match action {
            DraftAction::Moves(moves) => {
                self.require_running()?;
                let mut table = self.draft.clone();
                for m in moves {
                    let choice = m.choice.map_cards(|id| Ok::<_, DraftError>(cards.find(id)))?;
                    table.act(m.seat, &choice)?;
                }
                self.draft = table;
                let first = self.moves.len();
                self.people.extend((first..).zip(moves).filter(|(_, m)| m.by != ChosenBy::Bot).map(|(at, _)| at));
                self.moves.extend_from_slice(moves);
            }
            DraftAction::Sit { seat, sitter } => {
                known(*seat)?;
                self.players[*seat] = sitter.clone();
                if let Some(agreed) = &mut self.undo {
                    agreed[*seat] |= sitter.bot().is_some();
                }
                self.take_back(cards)?;
            }
            DraftAction::Pause if self.paused => return Err(DraftError::Still(tr!("the draft is already paused"))),
            DraftAction::Pause => self.paused = true,
            DraftAction::Resume if !self.paused => {
                return Err(DraftError::Still(tr!("the draft is not paused")));
            }
            DraftAction::Resume => self.paused = false,
            DraftAction::Undo { seat } => {
                known(*seat)?;
                if self.people.is_empty() {
                    return Err(DraftError::Still(tr!("no person has chosen anything yet")));
                }
                let agrees = |(at, s): (usize, &DraftPlayer)| at == *seat || s.bot().is_some();
                self.undo = Some(self.players.iter().enumerate().map(agrees).collect());
                self.take_back(cards)?;
            }
            DraftAction::Agree { seat } | DraftAction::Refuse { seat } => {
                known(*seat)?;
                let Some(agreed) = &mut self.undo else {
                    return Err(DraftError::Still(tr!("no undo was requested")));
                };
                if matches!(action, DraftAction::Agree { .. }) {
                    agreed[*seat] = true;
                    self.take_back(cards)?;
                } else {
                    self.undo = None;
                }
            }
        }
        Ok(())
    }

    fn require_running(&self) -> Result<(), DraftError> {
        if self.paused {
            return Err(DraftError::Still(tr!("the draft is paused; resume it first")));
        }
        if let Some(waits) = self.undo_waits() {
            let seats: Vec<String> = waits.iter().map(|s| (s + 1).to_string()).collect();
            let message = tr!("an undo was requested: seat {seats} has not agreed yet", seats = seats.join(", "));
            return Err(DraftError::Still(message));
        }
        Ok(())
    }

    /// Takes back the last choice of a person, and all that followed it, if everybody agreed.
    fn take_back(&mut self, cards: &DraftCards<'_>) -> Result<(), DraftError> {
        if !self.undo.as_ref().is_some_and(|agreed| agreed.iter().all(|a| *a)) {
            return Ok(());
        }
        let keep = self.people.pop().unwrap_or(0);
        let mut table = self.initial.clone();
        for m in &self.moves[..keep] {
            table.act(m.seat, &m.choice.map_cards(|id| Ok::<_, DraftError>(cards.find(id)))?)?;
        }
        self.moves.truncate(keep);
        (self.draft, self.undo) = (table, None);
        Ok(())
    }

    /// A choice of a person, and what bots choose after it until a person is asked: one action.
    ///
    /// # Errors
    /// When the choice does not fit.
    pub fn choose<'g>(
        &self,
        scorer: &LazyScorer<'g, impl FnOnce() -> PickScorer<'g>>,
        cards: &DraftCards<'_>,
        seat: usize,
        choice: &DraftChoice,
    ) -> Result<DraftAction, DraftError> {
        self.require_running()?;
        let named = choice.map_cards(|c| Ok::<_, DraftError>(cards.id(*c)))?;
        let first = DraftMove { seat, choice: named, by: ChosenBy::Person, why: None };
        let mut table = self.draft.clone();
        table.act(seat, choice)?;
        Ok(DraftAction::Moves(self.with_bots(scorer, cards, table, vec![first])))
    }

    /// What a bot would choose on a seat, and why.
    ///
    /// # Errors
    /// When the seat is not asked.
    pub fn hint(&self, scorer: &PickScorer<'_>, seat: usize) -> Result<(DraftChoice, PickReason), DraftError> {
        self.require_running()?;
        self.draft.require_prompt(seat)?;
        let chosen = Bot::default().choose(scorer, &self.draft.view(seat), self.chance.part(seat as u64));
        Ok(chosen.expect("a bot answers what it is asked"))
    }

    /// A bot chooses for a person whose time is over.
    ///
    /// # Errors
    /// When the seat is not asked.
    pub fn time_over<'g>(
        &self,
        scorer: &LazyScorer<'g, impl FnOnce() -> PickScorer<'g>>,
        cards: &DraftCards<'_>,
        seat: usize,
    ) -> Result<DraftAction, DraftError> {
        let (choice, why) = self.hint(scorer, seat)?;
        let named = choice.map_cards(|c| Ok::<_, DraftError>(cards.id(*c)))?;
        let mut table = self.draft.clone();
        table.act(seat, &choice)?;
        let first = DraftMove { seat, choice: named, by: ChosenBy::Clock, why: Some(why) };
        Ok(DraftAction::Moves(self.with_bots(scorer, cards, table, vec![first])))
    }

    /// What bots choose now, until a person is asked; absent if no bot is.
    pub fn bots<'g>(
        &self,
        scorer: &LazyScorer<'g, impl FnOnce() -> PickScorer<'g>>,
        cards: &DraftCards<'_>,
    ) -> Option<DraftAction> {
        self.require_running().ok()?;
        let moves = self.with_bots(scorer, cards, self.draft.clone(), Vec::new());
        (!moves.is_empty()).then_some(DraftAction::Moves(moves))
    }

    fn with_bots<'g>(
        &self,
        scorer: &LazyScorer<'g, impl FnOnce() -> PickScorer<'g>>,
        cards: &DraftCards<'_>,
        mut table: Draft,
        mut moves: Vec<DraftMove>,
    ) -> Vec<DraftMove> {
        loop {
            let next = table.waiting().find_map(|seat| self.players[seat].bot().map(|bot| (seat, bot)));
            let Some((seat, bot)) = next else { return moves };
            let view = table.view(seat);
            let chosen = bot.choose(scorer, &view, self.chance.part(seat as u64));
            let Some((choice, why)) = chosen else { return moves };
            table.act(seat, &choice).expect("a bot answers what it is asked");
            let named = choice.map_cards(|c| Ok::<_, std::convert::Infallible>(cards.id(*c)));
            let Ok(choice) = named;
            moves.push(DraftMove { seat, choice, by: ChosenBy::Bot, why: Some(why) });
        }
    }
}
