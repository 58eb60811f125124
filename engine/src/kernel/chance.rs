//! From what a position is worth to a chance of winning: a curve that is fitted to games.

use catalog::read::TomlTable;

/// The scale of a game that nothing was fitted to.
const UNFITTED: i32 = 400;

/// How worth becomes a chance. With `x`, the worth by the scale of the phase, it is `½ + ½·x/√(1 + x²)` between two seats, which
/// takes no more than what every machine computes alike; of more seats each has its share of the chances where nothing is ahead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WinChance(Vec<ChancePhase>);

/// A part of the game in which the same lead is worth as much.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChancePhase {
    /// The turn with which it begins, from 1.
    pub from: u32,
    /// The worth at which the chance between two seats is 85 of 100.
    pub scale: i32,
    /// What it is worth that one's own turn begins.
    pub lead: i32,
}

impl Default for WinChance {
    fn default() -> WinChance {
        WinChance(vec![ChancePhase { from: 1, scale: UNFITTED, lead: 0 }])
    }
}

impl WinChance {
    /// Phases in order; the first one holds from the beginning.
    pub fn new(phases: Vec<ChancePhase>) -> WinChance {
        if phases.is_empty() { WinChance::default() } else { WinChance(phases) }
    }

    /// Reads `[chance]`: `from`, `scale` and `lead`, lists of equal length.
    pub fn read(t: &TomlTable<'_>) -> WinChance {
        let [from, scale, lead] = ["from", "scale", "lead"].map(|key| t.numbers(key));
        let alike = from.len() == scale.len() && from.len() == lead.len() && !from.is_empty();
        if !alike || scale.iter().any(|scale| *scale < 1) || !from.is_sorted() {
            let hint = "`from` has the turns with which phases begin, in order; `scale`, above 0, and `lead` a number for each";
            t.problem("`[chance]` does not fit together", Some(hint.into()));
            return WinChance::default();
        }
        let phase = |at: usize| ChancePhase { from: from[at].max(0) as u32, scale: scale[at], lead: lead[at] };
        WinChance((0..from.len()).map(phase).collect())
    }

    /// The phases.
    pub fn phases(&self) -> &[ChancePhase] {
        &self.0
    }

    /// The chance, from 0 to 1, of a seat for which a position in a turn is worth so much.
    pub fn probability(&self, worth: f64, turn: u32, seats: u8) -> f64 {
        let phase = self.0.iter().rev().find(|phase| phase.from <= turn).unwrap_or(&self.0[0]);
        curve((worth + f64::from(phase.lead)) / f64::from(phase.scale), seats)
    }
}

/// The chance at a worth of so many scales.
pub fn curve(x: f64, seats: u8) -> f64 {
    // Where nobody is ahead each has the same chance.
    let even = 2.0 / f64::from(seats.max(1)) - 1.0;
    let x = x + even / (1.0 - even * even).max(1e-9).sqrt();
    0.5 + 0.5 * x / (1.0 + x * x).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_ahead_is_an_even_chance_and_a_lead_is_more() {
        let chance = WinChance::new(vec![
            ChancePhase { from: 1, scale: 100, lead: 0 },
            ChancePhase { from: 9, scale: 50, lead: 0 },
        ]);
        for seats in 2..=8 {
            assert!((chance.probability(0.0, 1, seats) - 1.0 / f64::from(seats)).abs() < 1e-9);
        }
        assert!((chance.probability(100.0, 1, 2) - 0.8536).abs() < 1e-3);
        assert!((chance.probability(50.0, 12, 2) - chance.probability(100.0, 8, 2)).abs() < 1e-12);
        assert!((chance.probability(70.0, 4, 2) + chance.probability(-70.0, 4, 2) - 1.0).abs() < 1e-12);
    }
}
