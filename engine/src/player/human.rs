//! A person at the other end of a channel.

use std::sync::mpsc::{Receiver, Sender, channel};

use super::{NoAnswer, Player, View};
use crate::game::Game;

/// What a person is asked.
#[derive(Debug, Clone)]
pub struct Question {
    /// The seat that decides.
    pub seat: u8,
    /// The board as the seat sees it.
    pub board: String,
    /// The actions in words, in canonical order.
    pub actions: Vec<String>,
}

/// A player whose answers come from elsewhere.
#[derive(Debug)]
pub struct Human {
    questions: Sender<Question>,
    answers: Receiver<usize>,
}

impl Human {
    /// A player, what it asks, and where the answers go: positions in [`Question::actions`].
    pub fn new() -> (Human, Receiver<Question>, Sender<usize>) {
        let (questions, asked) = channel();
        let (answer, answers) = channel();
        (Human { questions, answers }, asked, answer)
    }
}

impl<G: Game> Player<G> for Human {
    fn choose(&mut self, view: &View<'_, G>, legal: &[G::Action]) -> Result<usize, NoAnswer> {
        let actions = legal.iter().map(|a| view.action_text(*a)).collect();
        let question = Question { seat: view.seat(), board: view.board(), actions };
        self.questions.send(question).map_err(|_| NoAnswer::Left)?;
        // An answer that is none of the actions is asked for again.
        loop {
            match self.answers.recv() {
                Ok(answer) if answer < legal.len() => return Ok(answer),
                Ok(_) => {}
                Err(_) => return Err(NoAnswer::Left),
            }
        }
    }
}
