//! Fits weights to outcomes: the weights with which the chances of positions where turns begin agree best with who won. A regression
//! on the curve of [`crate::kernel::chance`], by Fisher scoring (McCullagh and Nelder 1989), which needs additions, divisions
//! and square roots only: the same weights on any machine.
//!
//! The weights before count as so many positions (a ridge), so that a feature that hardly differs in the sample keeps its weight.

use super::chance::thirds;
use super::self_play::TurnStart;
use crate::kernel::weights::Weights;

/// Steps at most.
const STEPS: u32 = 40;
/// How large a step is at most, and how small the last one, for a feature that differs as much as it usually does.
const STRIDE: f64 = 0.5;
const SMALL: f64 = 1e-6;
/// How far the worth of positions spreads if the weights before are all nothing.
const SPREAD: f64 = 250.0;

/// The weights that fit the outcomes best. Those before are worth `prior` positions, and the one of `kept` stays. What was good does
/// not become bad: a weight that would turn its sign is nothing.
pub(super) fn fit(before: &Weights, kept: Option<usize>, starts: &[&TurnStart], prior: f64) -> Vec<i32> {
    let before: Vec<f64> = before.numbers().iter().map(|weight| f64::from(*weight)).collect();
    let spread_of = |worth: &dyn Fn(&TurnStart) -> f64| {
        let sum: f64 = starts.iter().map(|start| worth(start) * worth(start)).sum();
        (sum / starts.len().max(1) as f64).sqrt()
    };
    let spreads: Vec<f64> = (0..before.len()).map(|at| spread_of(&|start| f64::from(start.features[at]))).collect();
    // What differs in no position cannot be judged.
    let differs: Vec<usize> = (0..before.len()).filter(|at| Some(*at) != kept && spreads[*at] > 0.0).collect();
    let worth = |weights: &[f64], start: &TurnStart| -> f64 {
        differs.iter().map(|at| f64::from(start.features[*at]) * weights[*at]).sum()
    };
    let spread_before = spread_of(&|start| worth(&before, start));
    let mut scale = 0.0;
    if spread_before > 0.0 {
        // The scale on which the weights before fit best.
        let line = |start: &TurnStart, row: &mut [f64]| row[0] = worth(&before, start) / spread_before;
        scale = scoring(starts, &[0.0], &[0.0], &line)[0].max(0.0) / spread_before;
    }
    let from = thirds(starts.iter().map(|start| start.turn));
    let mut weights = before.clone();
    let mut judged = differs.clone();
    loop {
        let size = judged.len() + from.len();
        let (mut guess, mut priors) = (vec![0.0; size], vec![0.0; size]);
        guess.iter_mut().zip(&judged).for_each(|(x, at)| *x = before[*at] * spreads[*at] * scale);
        priors[..judged.len()].fill(prior);
        // Features by their spread, and the part of the game.
        let row = |start: &TurnStart, row: &mut [f64]| {
            row.fill(0.0);
            row.iter_mut().zip(&judged).for_each(|(x, at)| *x = f64::from(start.features[*at]) / spreads[*at]);
            row[judged.len() + from.iter().rposition(|from| *from <= start.turn.max(1)).unwrap_or(0)] = 1.0;
        };
        let found = scoring(starts, &guess, &priors, &row);
        found.iter().zip(&judged).for_each(|(x, at)| weights[*at] = x / spreads[*at]);
        let turned = |at: &usize| weights[*at] * before[*at] < 0.0;
        let bad: Vec<usize> = judged.iter().copied().filter(turned).collect();
        if bad.is_empty() {
            break;
        }
        bad.iter().for_each(|at| weights[*at] = 0.0);
        judged.retain(|at| !bad.contains(at));
    }
    // As large as before: what a difference is worth to a search depends on it.
    let spread = spread_of(&|start| worth(&weights, start));
    if spread > 0.0 {
        let scale = if spread_before > 0.0 { spread_before } else { SPREAD } / spread;
        differs.iter().for_each(|at| weights[*at] *= scale);
    }
    weights.iter().map(|weight| weight.round() as i32).collect()
}

/// The numbers with which the curve fits the outcomes best, each as near to `guess` as so many positions at `priors` hold it.
fn scoring(starts: &[&TurnStart], guess: &[f64], priors: &[f64], fill: &dyn Fn(&TurnStart, &mut [f64])) -> Vec<f64> {
    let size = guess.len();
    let mut found = guess.to_vec();
    let mut row = vec![0.0; size];
    for _ in 0..STEPS {
        let mut matrix = vec![0.0; size * size];
        let mut step: Vec<f64> = (0..size).map(|at| priors[at] * (guess[at] - found[at])).collect();
        (0..size).for_each(|at| matrix[at * size + at] = priors[at]);
        for start in starts {
            fill(start, &mut row);
            let even = 2.0 / f64::from(start.seats.max(1)) - 1.0;
            let even = even / (1.0 - even * even).max(1e-9).sqrt();
            let x = even + row.iter().zip(&found).map(|(x, weight)| x * weight).sum::<f64>();
            let square = 1.0 + x * x;
            let p = 0.5 + 0.5 * x / square.sqrt();
            let (pull, sure) = (2.0 * (start.won - p) / square.sqrt(), 1.0 / (square * square));
            for (i, a) in row.iter().enumerate().filter(|(_, a)| **a != 0.0) {
                step[i] += pull * a;
                for (j, b) in row[..=i].iter().enumerate() {
                    matrix[i * size + j] += sure * a * b;
                }
            }
        }
        solve(&mut matrix, &mut step);
        // Far from the best numbers a whole step can miss them.
        let longest = step.iter().fold(0.0_f64, |longest, step| longest.max(step.abs()));
        let part = if longest > STRIDE { STRIDE / longest } else { 1.0 };
        found.iter_mut().zip(&step).for_each(|(found, step)| *found += part * step);
        if longest < SMALL {
            break;
        }
    }
    found
}

/// Solves a system of equations by the lower half of its matrix (Cholesky), in place; what the matrix says nothing of becomes 0.
fn solve(matrix: &mut [f64], side: &mut [f64]) {
    let size = side.len();
    let divide = |value: f64, diagonal: f64| if diagonal > 1e-9 { value / diagonal } else { 0.0 };
    for i in 0..size {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| matrix[i * size + k] * matrix[j * size + k]).sum();
            let rest = matrix[i * size + j] - sum;
            let diagonal = matrix[j * size + j];
            matrix[i * size + j] = if i == j { rest.max(0.0).sqrt() } else { divide(rest, diagonal) };
        }
    }
    for i in 0..size {
        let sum: f64 = (0..i).map(|k| matrix[i * size + k] * side[k]).sum();
        side[i] = divide(side[i] - sum, matrix[i * size + i]);
    }
    for i in (0..size).rev() {
        let sum: f64 = (i + 1..size).map(|k| matrix[k * size + i] * side[k]).sum();
        side[i] = divide(side[i] - sum, matrix[i * size + i]);
    }
}

#[cfg(test)]
mod tests {
    use formats::rng::{Dice, Seed};

    use super::*;
    use crate::kernel::chance::curve;

    /// Positions whose outcomes are drawn by known weights: 3 to 1 to 0, the last feature never differs.
    fn sample() -> Vec<TurnStart> {
        let mut dice = Seed::from_number(7).fast();
        let mut number = |below: u32| f64::from(Dice::below(&mut dice, below));
        let mut start = |_| {
            let features = vec![number(9) as i32 - 4, number(41) as i32 - 20, number(7) as i32 - 3, 0];
            let chance = curve(0.3 * f64::from(features[0]) + 0.1 * f64::from(features[1]) + 0.2, 2);
            let won = f64::from(u8::from(number(1_000_000) / 1e6 < chance));
            TurnStart { turn: 1, seats: 2, features, won }
        };
        (0..20_000).map(&mut start).collect()
    }

    #[test]
    fn weights_that_made_the_outcomes_are_found() {
        let starts = sample();
        let starts: Vec<&TurnStart> = starts.iter().collect();
        let before = Weights::from_numbers(vec![100, 100, 100, 77]);
        let found = fit(&before, None, &starts, 10.0);
        let ratio = f64::from(found[0]) / f64::from(found[1]);
        assert!((2.7..3.3).contains(&ratio), "{found:?}");
        assert!(found[2].abs() * 15 < found[0], "{found:?}");
        assert_eq!(found[3], 77, "it differs nowhere");
        // Weights that count as a great many positions stay.
        let trusted = fit(&before, None, &starts, 1e9);
        assert_eq!(trusted, [100, 100, 100, 77]);
        assert_eq!(fit(&before, Some(0), &starts, 10.0)[0], 100, "what is kept stays");
        let turned = fit(&Weights::from_numbers(vec![100, -100, 100, 77]), None, &starts, 0.0);
        assert_eq!(turned[1], 0, "what was bad does not become good");
        // From nothing the same proportions are found.
        let found = fit(&Weights::from_numbers(vec![0; 4]), None, &starts, 10.0);
        let ratio = f64::from(found[0]) / f64::from(found[1]);
        assert!((2.7..3.3).contains(&ratio), "{found:?}");
    }
}
