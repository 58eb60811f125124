//! A person at the other end of a channel, who may ask for advice.

use std::sync::mpsc::{Receiver, Sender, channel};

use formats::rng::Seed;

use super::coach::{self, Advice};
use crate::kernel::audience::Audience;
use crate::kernel::player::{NoAnswer, Player, SeatView};
use crate::kernel::rules::Rules;
use crate::kernel::weights::Weights;
use crate::players::PlayerKind;

/// What a person is asked.
#[derive(Debug, Clone)]
pub struct HumanQuestion {
    /// The seat that decides.
    pub seat: u8,
    /// The board as the seat sees it.
    pub board: String,
    /// The actions in words, in canonical order.
    pub actions: Vec<String>,
    /// What the person wanted to know, when the question is asked again.
    pub advice: Option<Advice>,
}

/// What a person says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HumanAnswer {
    /// Do the action at this place of [`HumanQuestion::actions`].
    Do(usize),
    /// Tell what a player of this kind would do; then ask again.
    Advise(PlayerKind),
}

/// A player whose answers come from elsewhere.
#[derive(Debug)]
pub struct Human {
    questions: Sender<HumanQuestion>,
    answers: Receiver<HumanAnswer>,
    /// What advice goes by.
    weights: Weights,
    seed: Seed,
    /// How often advice was asked for.
    advised: u64,
}

impl Human {
    /// A player, what it is asked, and where the answers go. Advice goes by these weights, with its own chance.
    pub fn new(weights: Weights, seed: Seed) -> (Human, Receiver<HumanQuestion>, Sender<HumanAnswer>) {
        let (questions, asked) = channel();
        let (answer, answers) = channel();
        (Human { questions, answers, weights, seed, advised: 0 }, asked, answer)
    }
}

impl<G: Rules + 'static> Player<G> for Human {
    fn choose(&mut self, view: &SeatView<'_, G>, legal: &[G::Action]) -> Result<usize, NoAnswer> {
        let actions = legal.iter().map(|a| view.notation(*a)).collect();
        let mut question = HumanQuestion { seat: view.seat(), board: view.board_text(), actions, advice: None };
        self.questions.send(question.clone()).map_err(|_| NoAnswer::Left)?;
        loop {
            match self.answers.recv() {
                Ok(HumanAnswer::Do(i)) if i < legal.len() => return Ok(i),
                // An answer that is none of the actions is asked for again.
                Ok(HumanAnswer::Do(_)) => {}
                Ok(HumanAnswer::Advise(kind)) => {
                    self.advised += 1;
                    let seed = self.seed.part(self.advised);
                    question.advice = coach::advise(view, legal, &kind, &self.weights, seed, &Audience::default())?;
                    self.questions.send(question.clone()).map_err(|_| NoAnswer::Left)?;
                }
                Err(_) => return Err(NoAnswer::Left),
            }
        }
    }
}
