//! Fits the curve that makes a chance of winning out of what a position is worth: players play games, and what a seat's position
//! was worth where its turns began is held against whether it won. Half of the games are fitted to, the other half says how
//! reliable the curve is. The same seed finds the same curve on any machine and with any number of threads.

use catalog::Source;
use formats::rng::Dice;
use formats::{DeckFormat, GameLibrary};

use super::self_play::{self, ChanceBin, SelfPlay, TurnStart, starter_tables};
use crate::kernel::chance::{ChancePhase, WinChance, curve};
use crate::kernel::parallel::Progress;
use crate::kernel::rules::Rules;
use crate::kernel::weights::Weights;
use crate::registry::{self, MatchError, with};

/// Positions that a phase needs.
const ENOUGH: usize = 300;

/// A curve that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedChance {
    /// The curve.
    pub chance: WinChance,
    /// Positions that it was fitted to.
    pub positions: u64,
    /// By tenths of the chance that was foretold: one position a game, of games that were not fitted to.
    pub bins: Vec<ChanceBin>,
    /// The mean square of how far these positions' chances are from what came (Brier 1950): ¼ if every chance is even.
    pub brier: f64,
}

impl FittedChance {
    /// The farthest that a tenth with enough positions is off, in points; nothing if none has enough.
    pub fn off(&self) -> Option<f64> {
        self_play::farthest_off(&self.bins)
    }
}

/// Looks for the curve of the weights that a game has. `None` if it was stopped.
///
/// # Errors
/// If no match of the format can be played.
pub fn fit(
    source: &Source,
    game_library: &GameLibrary,
    format: &DeckFormat,
    request: &SelfPlay,
    progress: &Progress,
) -> Result<Option<FittedChance>, MatchError> {
    let tables = starter_tables(game_library, format)?;
    let id = &game_library.game.id;
    let weights: Weights = with!(&tables[0], rules => rules.weights(source, id)?);
    let games = request.turn_starts(&tables, &weights, registry::default_max_turns(id), progress)?;
    Ok(games.map(|games| fit_halves(&weights, &games, request)))
}

/// Fits a curve to one half of games, and holds it against one position of each game of the other half.
pub(super) fn fit_halves(weights: &Weights, games: &[Vec<TurnStart>], request: &SelfPlay) -> FittedChance {
    let sample = |start: &TurnStart| Sample {
        turn: start.turn,
        seats: start.seats,
        worth: weights.score(&start.features) as f64,
        won: start.won,
    };
    let fitted: Vec<Sample> = games.iter().step_by(2).flatten().map(sample).collect();
    let chance = fit_phases(&fitted);
    let mut dice = request.seed.part(u64::MAX).fast();
    let mut one = |game: &'_ [TurnStart]| Dice::below(&mut dice, game.len() as u32) as usize;
    let held = games.iter().skip(1).step_by(2).filter(|game| !game.is_empty());
    let held: Vec<&TurnStart> = held.map(|game| &game[one(game)]).collect();
    let foretold =
        |start: &TurnStart| chance.probability(weights.score(&start.features) as f64, start.turn, start.seats);
    let miss: f64 = held.iter().map(|start| (foretold(start) - start.won).powi(2)).sum();
    let brier = miss / held.len().max(1) as f64;
    let bins = self_play::bins(held.iter().map(|start| (foretold(start), start.won)));
    FittedChance { bins, brier, chance, positions: fitted.len() as u64 }
}

/// What a position was worth, and how it went on.
#[derive(Debug, Clone, Copy)]
struct Sample {
    turn: u32,
    seats: u8,
    worth: f64,
    won: f64,
}

/// The turns with which the thirds of positions begin, by the turns that these are in: one part if there are few.
pub(super) fn thirds(turns: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut turns: Vec<u32> = turns.collect();
    turns.sort_unstable();
    let third = |n: usize| turns.get(n * turns.len() / 3).copied().unwrap_or(1);
    let mut from = vec![1, third(1), third(2)];
    from.dedup();
    if turns.len() < 3 * ENOUGH {
        from.truncate(1);
    }
    from
}

/// A curve for each third of the turns, where there are enough of them.
fn fit_phases(samples: &[Sample]) -> WinChance {
    let from = thirds(samples.iter().map(|sample| sample.turn));
    let phase = |at: usize| {
        let until = from.get(at + 1).copied().unwrap_or(u32::MAX);
        let within: Vec<Sample> =
            samples.iter().filter(|sample| (from[at]..until).contains(&sample.turn.max(1))).copied().collect();
        let (scale, lead) = fit_curve(&within);
        ChancePhase { from: from[at], scale, lead }
    };
    WinChance::new((0..from.len()).map(phase).collect())
}

/// The scale and the lead with which the outcomes are likeliest: the best of a grid, and the best of a finer one around it.
fn fit_curve(samples: &[Sample]) -> (i32, i32) {
    let surprise = |scale: f64, lead: f64| -> f64 {
        let one = |sample: &Sample| {
            let p = curve((sample.worth + lead) / scale, sample.seats).clamp(1e-4, 1.0 - 1e-4);
            -(sample.won * p.ln() + (1.0 - sample.won) * (1.0 - p).ln())
        };
        samples.iter().map(one).sum()
    };
    let mut best = (f64::INFINITY, 400.0, 0.0);
    let mut grid = |scales: &[f64], leads: &[f64]| {
        for scale in scales {
            for lead in leads {
                let (scale, lead) = (scale.round().max(1.0), (lead * scale).round());
                let of = surprise(scale, lead);
                if of < best.0 {
                    best = (of, scale, lead);
                }
            }
        }
        (best.1, best.2 / best.1)
    };
    let steps = |middle: f64, step: f64| (-8..=8).map(|n| middle + step * f64::from(n)).collect::<Vec<f64>>();
    let scales: Vec<f64> = (0..48).map(|n| 10.0 * 1.15_f64.powi(n)).collect();
    let (scale, lead) = grid(&scales, &steps(0.0, 0.1));
    let near: Vec<f64> = (-8..=8).map(|n| scale * 1.02_f64.powi(n)).collect();
    let (scale, lead) = grid(&near, &steps(lead, 0.01));
    (scale as i32, (lead * scale).round() as i32)
}
