//! Fits the curve that makes a chance of winning out of what a position is worth: players play games, and what a seat's position
//! was worth where its turns began is held against whether it won. Half of the games are fitted to, the other half says how
//! reliable the curve is. The same seed finds the same curve on any machine and with any number of threads.

use catalog::Source;
use formats::rng::{Dice, Seed};
use formats::{DeckFormat, GameLibrary};

use super::weights::starter_tables;
use crate::kernel::chance::{ChancePhase, WinChance, curve};
use crate::kernel::game_loop::{self, GameObserver, GameParams};
use crate::kernel::parallel::Progress;
use crate::kernel::player::{NoAnswer, Player};
use crate::kernel::rules::{EventSink, Rules};
use crate::kernel::series;
use crate::kernel::stats::Share;
use crate::kernel::weights::Weights;
use crate::players::PlayerKind;
use crate::registry::{self, MatchError, with};

/// Positions that a phase needs.
const ENOUGH: usize = 300;
/// Tenths of chance, in each of which what was foretold is held against what came.
pub const BINS: usize = 10;
/// Positions that a tenth needs to be judged.
const JUDGED: u64 = 100;

/// How a curve is looked for.
#[derive(Debug, Clone)]
pub struct ChanceRequest {
    /// Games that are played.
    pub games: u64,
    /// Who plays them.
    pub player: PlayerKind,
    /// All chance.
    pub seed: Seed,
    /// Threads; 0 takes as many as the machine has.
    pub threads: usize,
}

/// A tenth of the chances.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ChanceBin {
    /// The mean of what was foretold, from 0 to 1.
    pub foretold: f64,
    /// The games that were won, of the positions.
    pub won: Share,
}

/// A curve that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedChance {
    /// The curve.
    pub chance: WinChance,
    /// Positions that it was fitted to.
    pub positions: u64,
    /// By tenths of the chance that was foretold: one position a game, of games that were not fitted to.
    pub bins: Vec<ChanceBin>,
}

impl FittedChance {
    /// The farthest that a tenth with enough positions is off, in points; nothing if none has enough.
    pub fn off(&self) -> Option<f64> {
        let judged = self.bins.iter().filter(|bin| bin.won.of >= JUDGED);
        judged.map(|bin| 100.0 * (bin.foretold - bin.won.value()).abs()).max_by(f64::total_cmp)
    }
}

/// A position where a turn begins, and how it went on.
#[derive(Debug, Clone, Copy)]
struct Sample {
    turn: u32,
    seats: u8,
    worth: f64,
    won: f64,
}

/// Notes what a position is worth to whoever begins a turn.
struct TurnStarts<'a> {
    weights: &'a Weights,
    features: Vec<i32>,
    last: u32,
    seen: Vec<(u8, u32, i64)>,
}

impl<E> EventSink<E> for TurnStarts<'_> {}

impl<G: Rules> GameObserver<G> for TurnStarts<'_> {
    fn on_action(&mut self, game: &G, state: &G::State, seat: u8, _: G::Action, _: usize) {
        let turn = game.turn(state);
        if turn == 0 || turn == self.last || !game.is_quiescent(state) {
            return;
        }
        self.last = turn;
        game.features(state, seat, &mut self.features);
        self.seen.push((seat, turn, self.weights.score(&self.features)));
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
    request: &ChanceRequest,
    progress: &Progress,
) -> Result<Option<FittedChance>, MatchError> {
    let tables = starter_tables(game_library, format)?;
    let id = &game_library.game.id;
    let weights: Weights = with!(&tables[0], rules => rules.weights(source, id)?);
    let turns = registry::default_max_turns(id);
    let game = |n: u64| -> Result<Option<Vec<Sample>>, NoAnswer> {
        if progress.stopped() {
            return Ok(None);
        }
        let table = &tables[(n % tables.len() as u64) as usize];
        let samples = with!(table, rules => one_game(rules, &weights, request, n, turns))?;
        progress.add(1);
        Ok(Some(samples))
    };
    let Some(games) = series::run_parallel(request.threads, request.games, game)? else { return Ok(None) };
    let fitted: Vec<Sample> = games.iter().step_by(2).flatten().copied().collect();
    let chance = fit_phases(&fitted);
    let mut dice = request.seed.part(u64::MAX).fast();
    let one = |game: &Vec<Sample>, dice: &mut _| -> Option<Sample> {
        (!game.is_empty()).then(|| game[Dice::below(dice, game.len() as u32) as usize])
    };
    let held: Vec<Sample> = games.iter().skip(1).step_by(2).filter_map(|game| one(game, &mut dice)).collect();
    Ok(Some(FittedChance { bins: bins(&chance, &held), chance, positions: fitted.len() as u64 }))
}

/// Plays a game: its positions.
fn one_game<G: Rules + 'static>(
    rules: &G,
    weights: &Weights,
    request: &ChanceRequest,
    number: u64,
    max_turns: u32,
) -> Result<Vec<Sample>, NoAnswer> {
    let seed = request.seed.part(number);
    let mut players: Vec<Box<dyn Player<G>>> =
        (0..rules.seats()).map(|seat| request.player.new_player(Some(weights), seed.part(seat.into()))).collect();
    let mut seated: Vec<&mut dyn Player<G>> = players.iter_mut().map(|player| &mut **player as _).collect();
    let mut starts = TurnStarts { weights, features: vec![0; weights.len()], last: 0, seen: Vec::new() };
    let first = Some((number % u64::from(rules.seats())) as u8);
    let outcome = game_loop::play(rules, &mut seated, &GameParams { seed, first, max_turns }, &mut starts)?.outcome;
    let winners = (0..rules.seats()).filter(|seat| outcome.won(*seat)).count();
    let won = |seat: u8| match winners {
        // Nobody wins, or all do: each has its share.
        0 => 1.0 / f64::from(rules.seats()),
        n if outcome.won(seat) => 1.0 / n as f64,
        _ => 0.0,
    };
    let sample = |(seat, turn, worth): (u8, u32, i64)| Sample {
        turn,
        seats: rules.seats(),
        worth: worth as f64,
        won: won(seat),
    };
    Ok(starts.seen.into_iter().map(sample).collect())
}

/// A curve for each third of the turns, where there are enough of them.
fn fit_phases(samples: &[Sample]) -> WinChance {
    let mut turns: Vec<u32> = samples.iter().map(|sample| sample.turn).collect();
    turns.sort_unstable();
    let third = |n: usize| turns.get(n * turns.len() / 3).copied().unwrap_or(1);
    let mut from = vec![1, third(1), third(2)];
    from.dedup();
    if samples.len() < 3 * ENOUGH {
        from.truncate(1);
    }
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

/// What was foretold of positions, held against what came.
fn bins(chance: &WinChance, samples: &[Sample]) -> Vec<ChanceBin> {
    let mut bins = vec![(0.0, 0.0, 0_u64); BINS];
    for sample in samples {
        let p = chance.probability(sample.worth, sample.turn, sample.seats);
        let bin = &mut bins[((p * BINS as f64) as usize).min(BINS - 1)];
        *bin = (bin.0 + p, bin.1 + sample.won, bin.2 + 1);
    }
    let bin = |(sum, won, of): (f64, f64, u64)| ChanceBin {
        foretold: if of == 0 { 0.0 } else { sum / of as f64 },
        won: Share { hits: won.round() as u64, of },
    };
    bins.into_iter().map(bin).collect()
}
