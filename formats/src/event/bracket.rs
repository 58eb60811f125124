//! Single and double elimination: every match of a bracket, and where its two players come from.
//!
//! The bracket is drawn whole when it begins. Who is at a match follows from the results so far, so a corrected result
//! moves everybody who came from it.

use catalog::tr;
use serde::{Deserialize, Serialize};

use super::PlayerId;

/// Which kind of bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BracketKind {
    /// Whoever loses is out.
    Single,
    /// Whoever loses twice is out.
    Double,
}

/// Where a player of a match comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Source {
    /// A seed, from 0.
    Seed(usize),
    /// The winner of a match.
    Winner(usize),
    /// Its loser.
    Loser(usize),
}

/// A match of the bracket.
#[derive(Debug, Clone)]
struct Node {
    from: [Source; 2],
    /// How many matches lie before it at most.
    depth: u32,
    /// Whether whoever loses here goes on elsewhere.
    spared: bool,
    /// It is played only if the second side of this match has won: the last match of a double elimination.
    again: Option<usize>,
}

/// A bracket with its results so far.
#[derive(Debug, Clone)]
pub struct Bracket {
    /// Which kind.
    pub kind: BracketKind,
    /// Who takes part, the first seed first.
    pub seeds: Vec<PlayerId>,
    nodes: Vec<Node>,
    /// `[match]`: the winner.
    winners: Vec<Option<PlayerId>>,
}

/// Who is at a side of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Occupant {
    /// It is not decided yet.
    Waits,
    /// Nobody: the other side goes on.
    Nobody,
    Player(PlayerId),
}

impl Bracket {
    /// A bracket of these seeds: the first meets the last as late as the second meets the last but one.
    pub fn new(kind: BracketKind, seeds: Vec<PlayerId>) -> Bracket {
        let size = seeds.len().next_power_of_two().max(2);
        let mut bracket = Bracket { kind, seeds, nodes: Vec::new(), winners: Vec::new() };
        let order = order(size);
        let first: Vec<Source> = order.into_iter().map(Source::Seed).collect();
        let mut upper = vec![bracket.row(&first, kind == BracketKind::Double)];
        while upper[upper.len() - 1].len() > 1 {
            let last: Vec<Source> = upper[upper.len() - 1].iter().map(|n| Source::Winner(*n)).collect();
            let row = bracket.row(&last, kind == BracketKind::Double);
            upper.push(row);
        }
        if kind == BracketKind::Double {
            bracket.add_lower(&upper);
        }
        bracket.winners = vec![None; bracket.nodes.len()];
        bracket
    }

    /// The losers' side and the last match, which is played again if the winners' side loses it.
    fn add_lower(&mut self, upper: &[Vec<usize>]) {
        let mut below: Vec<Source> = upper[0].iter().map(|n| Source::Loser(*n)).collect();
        for (at, row) in upper.iter().enumerate().skip(1) {
            if below.len() > row.len() {
                below = self.row(&below, false).into_iter().map(Source::Winner).collect();
            }
            // From the other end each time, so that the same two do not meet again at once.
            let mut coming: Vec<Source> = row.iter().map(|n| Source::Loser(*n)).collect();
            if at % 2 == 1 {
                coming.reverse();
            }
            let both: Vec<Source> = below.iter().zip(&coming).flat_map(|(a, b)| [*a, *b]).collect();
            below = self.row(&both, false).into_iter().map(Source::Winner).collect();
        }
        let top = Source::Winner(upper[upper.len() - 1][0]);
        let last = self.row(&[top, below[0]], true)[0];
        let again = self.row(&[Source::Winner(last), Source::Loser(last)], false)[0];
        self.nodes[again].again = Some(last);
    }

    fn row(&mut self, from: &[Source], spared: bool) -> Vec<usize> {
        let depth = |nodes: &[Node], s: &Source| match s {
            Source::Seed(_) => 0,
            Source::Winner(n) | Source::Loser(n) => nodes[*n].depth,
        };
        let mut row = Vec::new();
        for pair in from.chunks_exact(2) {
            let depth = 1 + depth(&self.nodes, &pair[0]).max(depth(&self.nodes, &pair[1]));
            row.push(self.nodes.len());
            self.nodes.push(Node { from: [pair[0], pair[1]], depth, spared, again: None });
        }
        row
    }

    /// Matches, those that may not be played among them.
    pub(super) fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Notes who won a match, or that nobody has yet.
    pub fn set(&mut self, node: usize, winner: Option<PlayerId>) {
        self.winners[node] = winner;
    }

    fn at(&self, source: Source) -> Occupant {
        match source {
            Source::Seed(seed) => self.seeds.get(seed).map_or(Occupant::Nobody, |p| Occupant::Player(*p)),
            Source::Winner(node) => self.leaves(node, true),
            Source::Loser(node) => self.leaves(node, false),
        }
    }

    /// Who goes from a match as its winner, or its loser.
    fn leaves(&self, node: usize, winner: bool) -> Occupant {
        match (self.sides(node), self.winners[node]) {
            ([Occupant::Waits, _] | [_, Occupant::Waits], _) => Occupant::Waits,
            ([Occupant::Nobody, other] | [other, Occupant::Nobody], _) => {
                if winner {
                    other
                } else {
                    Occupant::Nobody
                }
            }
            ([_, _], None) => Occupant::Waits,
            ([Occupant::Player(a), Occupant::Player(b)], Some(won)) => {
                Occupant::Player(if (won == a) == winner { a } else { b })
            }
        }
    }

    fn sides(&self, node: usize) -> [Occupant; 2] {
        if let Some(last) = self.nodes[node].again {
            let [top, below] = self.sides(last);
            match self.winners[last] {
                None => return [Occupant::Waits, Occupant::Waits],
                Some(won) if Occupant::Player(won) == top => return [Occupant::Nobody, Occupant::Nobody],
                Some(_) => return [top, below],
            }
        }
        self.nodes[node].from.map(|s| self.at(s))
    }

    /// Who plays a match, if both are known.
    pub fn players(&self, node: usize) -> Option<(PlayerId, PlayerId)> {
        match self.sides(node) {
            [Occupant::Player(a), Occupant::Player(b)] => Some((a, b)),
            _ => None,
        }
    }

    /// The matches that can be played now.
    pub fn open(&self) -> Vec<usize> {
        (0..self.nodes.len()).filter(|n| self.winners[*n].is_none() && self.players(*n).is_some()).collect()
    }

    /// Who won it all.
    pub fn champion(&self) -> Option<PlayerId> {
        if !self.open().is_empty() {
            return None;
        }
        let last = self.nodes.len() - 1;
        let deciding = match self.nodes[last].again {
            Some(before) if self.sides(last) == [Occupant::Nobody, Occupant::Nobody] => before,
            _ => last,
        };
        match self.leaves(deciding, true) {
            Occupant::Player(player) => Some(player),
            _ => None,
        }
    }

    /// How far each came: the further, the later out; the champion furthest. By seed.
    pub fn reached(&self) -> Vec<u32> {
        let champion = self.champion();
        let deepest = self.nodes.iter().map(|n| n.depth).max().unwrap_or(0);
        // Each match is followed once: asking for each player anew would take minutes for a few hundred.
        let losers: Vec<Occupant> = (0..self.nodes.len()).map(|n| self.leaves(n, false)).collect();
        let reached = |player: &PlayerId| {
            if Some(*player) == champion {
                return deepest + 2;
            }
            let out = |n: &usize| {
                let lost = losers[*n] == Occupant::Player(*player);
                // The last match spares nobody if it is not played again.
                lost && (!self.nodes[*n].spared || (champion.is_some() && self.is_last(*n)))
            };
            (0..self.nodes.len()).filter(out).map(|n| self.nodes[n].depth).max().unwrap_or(deepest + 1)
        };
        self.seeds.iter().map(reached).collect()
    }

    fn is_last(&self, node: usize) -> bool {
        self.nodes.last().is_some_and(|n| n.again == Some(node))
    }

    /// What a match is called.
    pub fn name(&self, node: usize) -> String {
        let same = |n: &&Node| n.depth == self.nodes[node].depth && n.spared == self.nodes[node].spared;
        let many = self.nodes.iter().filter(same).count();
        match (self.kind, many, self.nodes[node].again) {
            (_, _, Some(_)) => tr!("Final, second match"),
            (BracketKind::Double, ..) if self.is_last(node) => tr!("Final"),
            (BracketKind::Single, 1, _) => tr!("Final"),
            (BracketKind::Single, 2, _) => tr!("Semi-final"),
            (BracketKind::Single, 4, _) => tr!("Quarter-final"),
            (BracketKind::Single, n, _) => tr!("Round of {number}", number = 2 * n),
            (BracketKind::Double, ..) if self.nodes[node].spared => tr!("Winners' bracket"),
            (BracketKind::Double, ..) => tr!("Losers' bracket"),
        }
    }
}

/// The seeds in the order of the first matches: 1-8, 4-5, 2-7, 3-6.
fn order(size: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < size {
        let sum = 2 * order.len() - 1;
        order = order.iter().flat_map(|seed| [*seed, sum - seed]).collect();
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Dice, Seed};

    #[test]
    fn seeds_meet_as_late_as_they_can() {
        assert_eq!(order(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        let mut bracket = Bracket::new(BracketKind::Single, (0..6).map(PlayerId).collect());
        // Six of eight: the first two wait for a round.
        let pairs: Vec<_> = bracket.open().into_iter().filter_map(|n| bracket.players(n)).collect();
        assert_eq!(pairs, [(PlayerId(3), PlayerId(4)), (PlayerId(2), PlayerId(5))]);
        for node in bracket.open() {
            let winner = bracket.players(node).map(|(a, _)| a);
            bracket.set(node, winner);
        }
        let pairs: Vec<_> = bracket.open().into_iter().filter_map(|n| bracket.players(n)).collect();
        assert_eq!(pairs, [(PlayerId(0), PlayerId(3)), (PlayerId(1), PlayerId(2))]);
    }

    #[test]
    fn nobody_is_out_before_the_time_and_one_is_left() {
        let mut dice = Seed::from_number(7).fast();
        for (kind, lives) in [(BracketKind::Single, 1), (BracketKind::Double, 2)] {
            for n in 2..40 {
                let mut bracket = Bracket::new(kind, (0..n).map(PlayerId).collect());
                let mut lost = vec![0; n as usize];
                let mut matches = 0;
                loop {
                    let open = bracket.open();
                    if open.is_empty() {
                        break;
                    }
                    for node in open {
                        let (a, b) = bracket.players(node).expect("it is open");
                        assert!(lost[a.at()] < lives && lost[b.at()] < lives, "{kind:?} {n}");
                        let (won, out) = if dice.below(2) == 0 { (a, b) } else { (b, a) };
                        bracket.set(node, Some(won));
                        lost[out.at()] += 1;
                        matches += 1;
                    }
                }
                let champion = bracket.champion().expect("one is left");
                let out = lost.iter().filter(|l| **l == lives).count();
                assert_eq!(out, n as usize - 1, "{kind:?} {n}: all but one are out");
                assert!(lost[champion.at()] < lives);
                // Every match takes one life.
                assert_eq!(matches, lost.iter().sum::<i32>());
                let reached = bracket.reached();
                let best = reached.iter().max().expect("some");
                assert_eq!(reached.iter().filter(|r| *r == best).count(), 1);
                assert_eq!(reached[champion.at()], *best, "{kind:?} {n}");
            }
        }
    }
}
