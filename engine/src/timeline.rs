//! The TimeLine of Chrononauts and its kin: Linchpins that people reverse, Ripplepoints that follow, the Paradoxes that
//! this tears and the Patches that mend them. What is true of a history follows from which Linchpins are reversed and
//! which Patches lie on it, all of it as masks. Who may do what, and what it is worth, is for the games to say.

mod build;
mod condition;

use crate::kernel::legal_action::TimelineChange;

pub use build::{EventListError, TimelineError, TimelineFault, WrittenCell, WrittenPatch, WrittenTimeline};
pub(crate) use condition::subsets;
pub use condition::{Condition, ConditionError, LinchpinError, LinchpinFinder};

/// A set of cells: bit i is the i-th in time.
pub type Cells = u64;

/// A set of Patches: bit i is the i-th of [`Timeline::patches`].
pub type Patches = u64;

/// A card of the TimeLine.
#[derive(Debug, Clone)]
pub struct Cell {
    /// What other cards call it: its year, or its time of day.
    pub label: String,
    /// What makes it a Paradox; a Linchpin has none.
    pub paradox: Option<Condition>,
}

/// A card that mends a Paradox.
#[derive(Debug, Clone)]
pub struct Patch {
    /// What other cards call it: `1868'`, or `1945b'` where several fit.
    pub label: String,
    /// The cell it is laid on.
    pub cell: u8,
    /// When it can be laid, and how long it stays.
    pub stands: Condition,
    /// Whether it depends on more than the Paradox under it.
    pub unstable: bool,
    /// Whether nothing later can be reached while it lies there.
    pub closes: bool,
}

/// Which way history went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct History {
    /// Linchpins that are reversed.
    pub primes: Cells,
    /// Ripplepoints on their hole side, patched or not.
    pub holes: Cells,
    /// Of these, the patched ones.
    pub covered: Cells,
    /// Patches that lie on them.
    pub patches: Patches,
}

/// What changes with a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ripple {
    /// Ripplepoints that turn to their hole side.
    pub torn: Cells,
    /// Ripplepoints that turn back.
    pub healed: Cells,
    /// Patches that are nullified.
    pub nullified: Patches,
}

impl Ripple {
    /// What is seen of it, with the Linchpin that turns or the Patch that is laid.
    pub fn change(&self, timeline: &Timeline, linchpin: Option<u8>, patch: Option<u8>) -> TimelineChange {
        let cell = |patch: u8| 1 << timeline.patches()[patch as usize].cell;
        TimelineChange {
            turns: linchpin.map_or(0, |cell| 1 << cell),
            tears: self.torn,
            heals: self.healed,
            bares: bits(self.nullified).fold(0, |m, patch| m | cell(patch)),
            mends: patch.map_or(0, cell),
        }
    }
}

/// Events that must be on the TimeLine: a home, or what an Artifact depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scene {
    /// The cells they are about.
    pub cells: Cells,
    /// Linchpins that must be reversed.
    pub primes: Cells,
    /// Cells that must show their true face.
    pub trues: Cells,
    /// Patches that must be in place.
    pub patches: Patches,
}

/// A TimeLine, made ready.
#[derive(Debug)]
pub struct Timeline {
    cells: Vec<Cell>,
    patches: Vec<Patch>,
    linchpins: Cells,
    /// For each Linchpin, the Ripplepoints that depend on it.
    reaches: Vec<Cells>,
    /// For each Linchpin, the Patches that depend on it.
    shakes: Vec<Patches>,
    /// For each cell, the Patches that fit on it.
    fits: Vec<Patches>,
    closing: Patches,
}

/// The positions of the bits of a mask, from the lowest.
pub fn bits(mut mask: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let at = (mask != 0).then(|| mask.trailing_zeros() as u8)?;
        mask &= mask - 1;
        Some(at)
    })
}

impl History {
    /// Paradoxes that are open.
    pub fn open_paradoxes(&self) -> Cells {
        self.holes & !self.covered
    }
}

impl Timeline {
    /// Its cards, in order of time.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The Patches that fit on it.
    pub fn patches(&self) -> &[Patch] {
        &self.patches
    }

    /// The cells that are Linchpins.
    pub fn linchpins(&self) -> Cells {
        self.linchpins
    }

    /// The Patches that fit on a cell.
    pub fn patches_for(&self, cell: u8) -> Patches {
        self.fits[cell as usize]
    }

    /// Turns a Linchpin over, and everything that follows.
    pub fn reverse(&self, history: &mut History, linchpin: u8) -> Ripple {
        let at = linchpin as usize;
        history.primes ^= 1 << linchpin;
        let mut holes = 0;
        for cell in bits(self.reaches[at]) {
            let paradox = self.cells[cell as usize].paradox.as_ref().expect("only Ripplepoints are reached");
            holes |= Cells::from(paradox.holds(history.primes)) << cell;
        }
        let before = history.holes & self.reaches[at];
        let mut ripple = Ripple { torn: holes & !before, healed: before & !holes, nullified: 0 };
        history.holes = history.holes & !self.reaches[at] | holes;
        for patch in bits(history.patches & self.shakes[at]) {
            let Patch { stands, cell, .. } = &self.patches[patch as usize];
            if !stands.holds(history.primes) {
                ripple.nullified |= 1 << patch;
                history.covered &= !(1 << cell);
            }
        }
        history.patches &= !ripple.nullified;
        ripple
    }

    /// Whether a Patch can be laid: on an open Paradox that can be reached, and not so that it goes at once.
    pub fn can_patch(&self, history: &History, patch: u8) -> bool {
        let Patch { stands, cell, unstable, .. } = &self.patches[patch as usize];
        history.open_paradoxes() & self.reachable(history) & 1 << cell != 0
            && (!unstable || stands.holds(history.primes))
    }

    /// Lays a Patch that [fits](Timeline::can_patch).
    pub fn patch_over(&self, history: &mut History, patch: u8) {
        history.patches |= 1 << patch;
        history.covered |= 1 << self.patches[patch as usize].cell;
    }

    /// The cells that can be reached: all, or those up to a Patch that closes history.
    pub fn reachable(&self, history: &History) -> Cells {
        match history.patches & self.closing {
            0 => Cells::MAX,
            closing => {
                bits(closing).map(|p| Cells::MAX >> (63 - self.patches[p as usize].cell)).fold(Cells::MAX, |a, b| a & b)
            }
        }
    }

    /// Whether events are on the TimeLine; `beyond` also where it cannot be reached.
    pub fn shows(&self, history: &History, scene: &Scene, beyond: bool) -> bool {
        history.primes & scene.primes == scene.primes
            && (history.primes | history.holes) & scene.trues == 0
            && history.patches & scene.patches == scene.patches
            && (beyond || scene.cells & !self.reachable(history) == 0)
    }

    /// How many of a scene's events are on the TimeLine, reached or not.
    pub fn in_place(&self, history: &History, scene: &Scene) -> u32 {
        (history.primes & scene.primes).count_ones()
            + (scene.trues & !(history.primes | history.holes)).count_ones()
            + (history.patches & scene.patches).count_ones()
    }

    /// The history in which exactly these Linchpins are reversed, without Patches.
    pub fn with_reversed(&self, primes: Cells) -> History {
        let mut history = History::default();
        for linchpin in bits(primes & self.linchpins) {
            self.reverse(&mut history, linchpin);
        }
        history
    }
}
