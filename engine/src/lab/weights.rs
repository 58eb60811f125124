//! Finds weights for players that weigh positions, by games that such players play against each other. First the weights are fitted
//! to the outcomes of games by regression. Then, if rounds of it are asked for, by simultaneous
//! perturbation (Spall 1992): in each round all weights are shifted at random, a player with them plays another one with
//! the opposite shift, and the weights move a little towards those that won more. Each deal is played from both sides. The same
//! seed finds the same weights on any machine and with any number of threads.

use catalog::Source;
use formats::rng::{Dice, Seed};
use formats::{DeckFormat, GameLibrary};
use rayon::prelude::*;

use super::chance::{self, FittedChance};
use super::self_play::{SelfPlay, TurnStart, starter_tables};
use super::{legal_starter_decks, regression};
use crate::kernel::game_loop::{self, GameParams};
use crate::kernel::parallel::Progress;
use crate::kernel::player::{NoAnswer, Player};
use crate::kernel::rules::{NullSink, Rules};
use crate::kernel::stats::Share;
use crate::kernel::weights::Weights;
use crate::players::PlayerKind;
use crate::registry::{self, AnyRules, MatchError, with};

/// How far weights are shifted for a round, as a part of what they are.
const SHIFT: f64 = 0.2;
/// How far they move, for each game won more.
const STEP: f64 = 0.005;
/// A weight is shifted as if it were this large at least.
const SMALL: f64 = 6.0;
/// Deals of a round at least.
const DEALS: usize = 8;
/// The feature that is victory itself: it is the measure, and keeps its weight.
const VICTORY: &str = "won";

/// How weights are looked for.
#[derive(Debug, Clone)]
pub struct FitRequest {
    /// The games whose outcomes are fitted to, one half of them; the other half says how reliable the chances are.
    pub sample: SelfPlay,
    /// How many positions the weights before are worth, against those of the games.
    pub prior: u32,
    /// Rounds of shifted weights after that.
    pub rounds: u64,
    /// Games at the end between players with the new weights and with those before.
    pub check: u64,
}

/// Weights that were found.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedWeights {
    /// What each weighs.
    pub names: Vec<String>,
    /// Those before.
    pub before: Vec<i32>,
    /// The new ones.
    pub after: Vec<i32>,
    /// The curve of chances with the weights before, on the same games.
    pub chance_before: FittedChance,
    /// The curve with the new ones.
    pub chance: FittedChance,
    /// Games that a side with the new weights won, of those that one side won, on deals that were not fitted to.
    pub won: Share,
}

impl FitRequest {
    /// Games that are played in all, with starter decks of a format.
    pub fn games_in_all(&self, game_library: &GameLibrary, format: &DeckFormat) -> u64 {
        let decks = legal_starter_decks(game_library, format).len();
        self.sample.games + self.rounds * 2 * decks.max(DEALS) as u64 + 2 * self.check.div_ceil(2)
    }
}

/// Looks for better weights than those that a game has. `None` if it was stopped.
///
/// # Errors
/// If no match of the format can be played.
pub fn fit(
    source: &Source,
    game_library: &GameLibrary,
    format: &DeckFormat,
    request: &FitRequest,
    progress: &Progress,
) -> Result<Option<FittedWeights>, MatchError> {
    let tables = starter_tables(game_library, format)?;
    let id = &game_library.game.id;
    let (before, names): (Weights, Vec<String>) = with!(&tables[0], rules => {
        (rules.weights(source, id)?, rules.feature_names().iter().map(|name| (*name).to_owned()).collect())
    });
    let (sample, turns) = (&request.sample, registry::default_max_turns(id));
    let Some(games) = sample.turn_starts(&tables, &before, turns, progress)? else { return Ok(None) };
    let starts: Vec<&TurnStart> = games.iter().step_by(2).flatten().collect();
    let victory = names.iter().position(|name| name == VICTORY);
    let fitted = regression::fit(&before, victory, &starts, request.prior.into());
    let search = WeightSearch {
        tables: &tables,
        turns,
        seed: sample.seed,
        player: &sample.player,
        deals: legal_starter_decks(game_library, format).len().max(DEALS) as u64,
    };
    let all = || search.run(request, &before, fitted, &names, progress);
    let found = match rayon::ThreadPoolBuilder::new().num_threads(sample.threads).build() {
        Ok(pool) => pool.install(all),
        // A machine that gives no more threads still has this one.
        Err(_) => all(),
    };
    let curve = |weights: &Weights| chance::fit_halves(weights, &games, sample);
    Ok(found?.map(|(after, won)| FittedWeights {
        chance: curve(&Weights::from_numbers(after.clone())),
        chance_before: curve(&before),
        names,
        before: before.numbers().to_vec(),
        after,
        won,
    }))
}

struct WeightSearch<'a> {
    tables: &'a [AnyRules],
    turns: u32,
    seed: Seed,
    player: &'a PlayerKind,
    /// Deals of a round: as many as there are decks, at least.
    deals: u64,
}

impl WeightSearch<'_> {
    fn run(
        &self,
        request: &FitRequest,
        before: &Weights,
        fitted: Vec<i32>,
        names: &[String],
        progress: &Progress,
    ) -> Result<Option<(Vec<i32>, Share)>, NoAnswer> {
        let mut dice = self.seed.part(u64::MAX).fast();
        let mut found: Vec<f64> = fitted.into_iter().map(f64::from).collect();
        let reach: Vec<f64> = found.iter().map(|n| n.abs().max(SMALL)).collect();
        let deals = self.deals;
        for round in 0..request.rounds {
            if progress.stopped() {
                return Ok(None);
            }
            let sign = |name: &String, up: bool| match (name == VICTORY, up) {
                (true, _) => 0.0,
                (false, true) => 1.0,
                (false, false) => -1.0,
            };
            let signs: Vec<f64> = names.iter().map(|name| sign(name, dice.below(2) == 1)).collect();
            let shifted = |way: f64| {
                let at = |i: usize| (found[i] + way * SHIFT * reach[i] * signs[i]).round() as i32;
                Weights::from_numbers((0..found.len()).map(at).collect())
            };
            let both = [shifted(1.0), shifted(-1.0)];
            let won = self.play_deals(&both, self.seed.part(round), round * deals, deals, progress)?;
            let ahead = 2.0 * won.hits as f64 - won.of as f64;
            // Later rounds move less.
            let step = STEP * ahead * (1.0 - round as f64 / (request.rounds + 1) as f64);
            for (weight, (sign, reach)) in found.iter_mut().zip(signs.iter().zip(&reach)) {
                *weight += step * SHIFT * sign * reach;
            }
        }
        let after: Vec<i32> = found.iter().map(|weight| weight.round() as i32).collect();
        let both = [Weights::from_numbers(after.clone()), before.clone()];
        let won = self.play_deals(&both, self.seed.part(u64::MAX - 1), 0, request.check.div_ceil(2), progress)?;
        Ok((!progress.stopped()).then_some((after, won)))
    }

    /// Plays so many deals, each from both sides: the games that the first weights won, of those that one side won.
    fn play_deals(
        &self,
        both: &[Weights; 2],
        seed: Seed,
        first: u64,
        deals: u64,
        progress: &Progress,
    ) -> Result<Share, NoAnswer> {
        let games = (0..2 * deals).into_par_iter().map(|n| {
            if progress.stopped() {
                return Ok(Share::default());
            }
            let (deal, swapped) = (n / 2, n % 2 == 1);
            let table = &self.tables[((first + deal) % self.tables.len() as u64) as usize];
            let won = with!(table, rules => self.game(rules, both, seed.part(deal), deal, swapped))?;
            progress.add(1);
            Ok(won)
        });
        let sum = |a: Share, b: Share| Share { hits: a.hits + b.hits, of: a.of + b.of };
        games.try_reduce(Share::default, |a, b| Ok(sum(a, b)))
    }

    /// One game: every other seat plays with the same weights, as partners of two teams sit.
    fn game<G: Rules + 'static>(
        &self,
        rules: &G,
        both: &[Weights; 2],
        seed: Seed,
        deal: u64,
        swapped: bool,
    ) -> Result<Share, NoAnswer> {
        let side = |seat: u8| usize::from(seat % 2 == 1) ^ usize::from(swapped);
        let player = |seat: u8| self.player.new_player::<G>(Some(&both[side(seat)]), seed.part(seat.into()));
        let mut players: Vec<Box<dyn Player<G>>> = (0..rules.seats()).map(player).collect();
        let mut seated: Vec<&mut dyn Player<G>> = players.iter_mut().map(|player| &mut **player as _).collect();
        let first = Some((deal % u64::from(rules.seats())) as u8);
        let params = GameParams { seed, first, max_turns: self.turns };
        let outcome = game_loop::play(rules, &mut seated, &params, &mut NullSink)?.outcome;
        let won = |at: usize| (0..rules.seats()).any(|seat| side(seat) == at && outcome.won(seat));
        Ok(match [won(0), won(1)] {
            [true, false] => Share { hits: 1, of: 1 },
            [false, true] => Share { hits: 0, of: 1 },
            _ => Share::default(),
        })
    }
}
