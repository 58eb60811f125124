//! All that is the bot's, and where a game stands.

use super::board::AutomaBoard;
use super::kinds::{BoardAction, ExosuitPlace, Phase, Resource, Shape, Worker};

/// The bot's things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AutomaState {
    /// The Era, counted from 1.
    pub era: u8,
    /// What comes next.
    pub phase: Phase,
    /// Whether the bot is first player.
    pub first: bool,
    /// Whether it stands on the First Player spot for the next Era.
    pub first_next: bool,
    /// Tokens on each space of the board, the one that arrived last on top, at the end.
    pub tokens: Vec<Vec<u8>>,
    /// Powered-up Exosuits that are not placed yet.
    pub exosuits: u8,
    /// Where its other Exosuits of this Era stand: spaces counted from 0 at the top.
    pub placed: Vec<(ExosuitPlace, usize)>,
    /// Whether people stand on the First Player spot.
    pub you_on_first: bool,
    /// Warp tiles by Timeline tile, the oldest first.
    pub warps: Vec<u8>,
    /// Paradoxes.
    pub paradoxes: u8,
    /// Anomalies.
    pub anomalies: u8,
    /// Points that it got at once.
    pub points: u16,
    /// Steps on the Time Travel track.
    pub travelled: usize,
    /// Cubes, in the order of [`Resource::ALL`].
    pub resources: [u8; 4],
    /// Workers, in the order of [`Worker::ALL`].
    pub workers: [u8; 4],
    /// Breakthroughs, in the order of [`Shape::ALL`].
    pub breakthroughs: [u8; 3],
    /// Buildings by kind: Life Supports, Power Plants, Factories, Labs, Superprojects; the points of each.
    pub buildings: [Vec<u8>; 5],
    /// Actions taken in this Era.
    pub actions: u8,
    /// Whether it has passed.
    pub passed: bool,
    /// Whether people have passed.
    pub you_passed: bool,
    /// Whether the turn after people have passed is still to come (CB-113).
    pub extra_turn: bool,
}

/// Paradoxes that make an Anomaly (CB-R11).
pub(super) const PARADOXES: u8 = 3;
/// Anomalies that the bot has at most (CB-037).
pub(super) const ANOMALIES: u8 = 3;
/// Buildings of a kind, and Superprojects, that it has at most (CB-064, CB-069).
pub(super) const BUILDINGS: usize = 3;
/// Points for a complete set of Workers or Resources (CB-076, CB-085).
pub(super) const SET: u16 = 5;

impl AutomaState {
    /// The bot as the game begins: first player, without assets or Workers (CB-025, CB-026, CB-028, CB-030).
    pub(super) fn new(board: &AutomaBoard) -> AutomaState {
        AutomaState {
            era: 1,
            phase: Phase::Paradox,
            first: true,
            first_next: true,
            tokens: board.spaces.iter().map(|s| s.tokens.clone()).collect(),
            exosuits: 0,
            placed: Vec::new(),
            you_on_first: false,
            warps: vec![0; usize::from(board.eras)],
            paradoxes: 0,
            anomalies: 0,
            points: 0,
            travelled: 0,
            resources: [0; 4],
            workers: [0; 4],
            breakthroughs: [0; 3],
            buildings: Default::default(),
            actions: 0,
            passed: false,
            you_passed: false,
            extra_turn: false,
        }
    }

    /// Warp tiles that are not on the Timeline.
    pub fn supply(&self, board: &AutomaBoard) -> u8 {
        board.warp_tiles - self.warps.iter().sum::<u8>()
    }

    /// The Timeline tile with most of its Warp tiles, the oldest if tied, among the first `tiles`; as an index.
    pub(super) fn most_warped(&self, tiles: usize) -> Option<usize> {
        let most = *self.warps[..tiles].iter().max()?;
        (most > 0).then(|| self.warps.iter().position(|n| *n == most))?
    }

    /// Cubes of a Resource.
    pub fn cubes(&self, resource: Resource) -> u8 {
        self.resources[resource as usize]
    }

    /// Workers of a type.
    pub fn workers_of(&self, worker: Worker) -> u8 {
        self.workers[worker as usize]
    }

    /// Breakthroughs of a shape.
    pub fn breakthroughs_of(&self, shape: Shape) -> u8 {
        self.breakthroughs[shape as usize]
    }

    /// Which buildings an Action constructs, as an index.
    pub(super) fn building_index(action: BoardAction) -> Option<usize> {
        BoardAction::BUILT.iter().position(|a| *a == action)
    }
}

/// Discards one of each kind while all are there; how many sets that were (CB-R25).
pub(super) fn discard_sets(kinds: &mut [u8; 4]) -> u8 {
    let sets = *kinds.iter().min().expect("four kinds");
    kinds.iter_mut().for_each(|n| *n -= sets);
    sets
}
