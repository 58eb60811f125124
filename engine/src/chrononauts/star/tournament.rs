//! A match that can be interrupted: how it began, and what was done since. Everything else follows.

use formats::rng::Seed;
use serde::{Deserialize, Serialize};

use super::{Star, State};
use crate::bout::Watch as _;
use crate::game::{Actor, Game as _};
use crate::player::{NoAnswer, Player, View};
use crate::record::{Differs, Log, Recorder, Replay};

/// A tournament, or a part of one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tournament {
    /// Seed of its chance, 64 hexadecimal digits.
    seed: String,
    /// The seat that begins the first day, from 0; absent if chance decides (ES-R14).
    first: Option<u8>,
    /// What was done so far.
    log: Log,
}

impl Tournament {
    /// One that has not begun.
    pub fn new(seed: Seed, first: Option<u8>) -> Tournament {
        Tournament { seed: seed.hex(), first, log: Log::default() }
    }

    /// What was done so far.
    pub fn log(&self) -> &Log {
        &self.log
    }

    /// Where it stands: at a decision, or at its end.
    ///
    /// # Errors
    /// If it was played with other cards, or its seed cannot be read.
    pub fn state(&self, star: &Star) -> Result<State, Interrupted> {
        Ok(self.reached(star)?.0)
    }

    fn reached(&self, star: &Star) -> Result<(State, Recorder<Star>), Interrupted> {
        let seed = Seed::from_hex(&self.seed).ok_or_else(|| Interrupted::Seed(self.seed.clone()))?;
        Ok(Replay::new(star, seed, self.first, u32::MAX, &self.log).go_on()?)
    }

    /// Plays on until `pause` says so, looking at each decision, or to the end; says where it stands then.
    ///
    /// # Errors
    /// If it was played with other cards, or a player gives no answer. What was played until then is kept.
    pub fn play(
        &mut self,
        star: &Star,
        players: &mut [&mut dyn Player<Star>],
        pause: impl Fn(&State) -> bool,
    ) -> Result<State, Interrupted> {
        let (mut state, mut recorder) = self.reached(star)?;
        let mut legal = Vec::new();
        let result = loop {
            let Actor::Seat(seat) = star.actor(&state) else { break Ok(()) };
            star.legal(&state, &mut legal);
            let choice = match legal.len() {
                1 => 0,
                _ if pause(&state) => break Ok(()),
                _ => match players[seat as usize].choose(&View::new(star, &state, seat), &legal) {
                    Ok(choice) => choice,
                    Err(error) => break Err(error),
                },
            };
            recorder.acts(star, &state, seat, legal[choice], legal.len());
            star.apply(&mut state, legal[choice], &mut recorder).expect("what is listed is allowed");
        };
        self.log = recorder.log;
        result?;
        Ok(state)
    }
}

/// Why a tournament does not go on.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Interrupted {
    /// Its seed cannot be read.
    #[error("`{0}` is no seed: 64 hexadecimal digits are one")]
    Seed(String),
    /// It was played with other cards.
    #[error(transparent)]
    Differs(#[from] Differs),
    /// A player.
    #[error(transparent)]
    Player(#[from] NoAnswer),
}
