//! From what is written on cards to a TimeLine, with every fault of it.

use super::condition::{Condition, ConditionError, LinchpinError, subsets};
use super::{Cell, Cells, Patch, Patches, Scene, Timeline, bits};

/// What is written on the cards, in any order.
#[derive(Debug, Clone, Default)]
pub struct WrittenTimeline {
    /// Linchpins and Ripplepoints.
    pub cells: Vec<WrittenCell>,
    /// Patches.
    pub patches: Vec<WrittenPatch>,
}

/// What is written on a card of the TimeLine.
#[derive(Debug, Clone)]
pub struct WrittenCell {
    /// What other cards call it.
    pub label: String,
    /// Its place in time, earlier ones first.
    pub time: i32,
    /// The condition of a Ripplepoint; a Linchpin has none.
    pub paradox_if: Option<String>,
    /// The same the other way round, if the card has it: what heals it.
    pub restored_if: Option<String>,
}

/// What is written on a Patch.
#[derive(Debug, Clone)]
pub struct WrittenPatch {
    /// The label of the cell.
    pub on: String,
    /// What tells it from other Patches of the cell.
    pub letter: Option<String>,
    /// The condition of an unstable one.
    pub playable_if: Option<String>,
    /// Whether it closes history behind it.
    pub closes: bool,
}

/// Why a card does not fit on a TimeLine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TimelineError {
    /// Too many cards.
    #[error("{cells} cells and {patches} Patches; there may be 64 of each")]
    Size {
        /// Cells.
        cells: usize,
        /// Patches.
        patches: usize,
    },
    /// A label that another card has.
    #[error("{0} is on the TimeLine twice")]
    Twice(String),
    /// A condition that holds before anything happens.
    #[error("it is from the beginning a Paradox")]
    Beginning,
    /// A condition that cannot hold.
    #[error("it is never a Paradox")]
    Never,
    /// A condition that cannot be understood.
    #[error(transparent)]
    Condition(#[from] ConditionError),
    /// The same of the other side.
    #[error("`restored_if`: {0}")]
    Restored(ConditionError),
    /// The other side, as written, that is none.
    #[error("`restored_if` must hold exactly where `paradox_if` does not; `{0}` does otherwise")]
    Sides(String),
    /// A Patch on a card that is not there.
    #[error("{0} is not on the TimeLine")]
    Unknown(String),
    /// A Patch on a card that has no Paradox.
    #[error("{0} is no Ripplepoint")]
    NoRipplepoint(String),
    /// A Patch on a sound card.
    #[error("it can be laid while {0} is no Paradox")]
    Healthy(String),
    /// A Patch that is called as another one.
    #[error("{0} is there twice; give each a letter")]
    SameLetter(String),
}

/// What cannot be understood in a list of events or faces.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EventListError {
    /// A card that is not there.
    #[error("{0} is not on the TimeLine")]
    Unknown(String),
    /// A Patch that is not there.
    #[error("no Patch is called {0}")]
    NoPatch(String),
    /// A range the wrong way round.
    #[error("`{0}` ends before it begins")]
    Backwards(String),
    /// A label.
    #[error(transparent)]
    Linchpin(#[from] LinchpinError),
}

/// What is wrong with a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TimelineFault {
    /// The cell at this place of [`WrittenTimeline::cells`].
    Cell(usize, TimelineError),
    /// The Patch at this place of [`WrittenTimeline::patches`].
    Patch(usize, TimelineError),
}

impl TimelineFault {
    /// What is wrong.
    pub fn error(self) -> TimelineError {
        match self {
            TimelineFault::Cell(_, error) | TimelineFault::Patch(_, error) => error,
        }
    }
}

impl Timeline {
    /// Makes a TimeLine ready. Cells are put into order of time; Patches keep theirs.
    ///
    /// # Errors
    /// Every card that does not fit.
    pub fn new(written: &WrittenTimeline) -> Result<Timeline, Vec<TimelineFault>> {
        let mut faults = Vec::new();
        let mut order: Vec<usize> = (0..written.cells.len()).collect();
        order.sort_by_key(|i| written.cells[*i].time);
        if order.len() > Cells::BITS as usize || written.patches.len() > Patches::BITS as usize {
            let (cells, patches) = (order.len(), written.patches.len());
            return Err(vec![TimelineFault::Cell(0, TimelineError::Size { cells, patches })]);
        }
        let labels: Vec<&str> = order.iter().map(|i| written.cells[*i].label.as_str()).collect();
        let is_linchpin = |at: usize| written.cells[order[at]].paradox_if.is_none();
        let mut cells: Vec<Cell> = Vec::new();
        for (at, i) in order.iter().enumerate() {
            let WrittenCell { label, paradox_if, restored_if, .. } = &written.cells[*i];
            if labels[..at].contains(&label.as_str()) {
                faults.push(TimelineFault::Cell(*i, TimelineError::Twice(label.clone())));
            }
            let earlier = |word: &str| match labels.iter().position(|l| *l == word) {
                Some(cell) if !is_linchpin(cell) => Err(LinchpinError::Other(word.to_owned())),
                Some(cell) if cell >= at => Err(LinchpinError::Late { label: word.to_owned(), card: label.clone() }),
                Some(cell) => Ok(cell as u8),
                None => Err(LinchpinError::Unknown(word.to_owned())),
            };
            let paradox = paradox_if.as_ref().and_then(|text| match Condition::parse(text, &earlier) {
                Ok(condition) if !condition.holds(0) && condition.is_possible() => Some(condition),
                Ok(condition) => {
                    let why = if condition.is_possible() { TimelineError::Beginning } else { TimelineError::Never };
                    faults.push(TimelineFault::Cell(*i, why));
                    None
                }
                Err(why) => {
                    faults.push(TimelineFault::Cell(*i, why.into()));
                    None
                }
            });
            // ES-025: the two sides of a card leave no state of history out, and share none.
            if let (Some(paradox), Some(text)) = (&paradox, restored_if) {
                match Condition::parse(text, &earlier) {
                    Ok(restored) if restored.is_complement(paradox) => {}
                    Ok(_) => faults.push(TimelineFault::Cell(*i, TimelineError::Sides(text.clone()))),
                    Err(why) => faults.push(TimelineFault::Cell(*i, TimelineError::Restored(why))),
                }
            }
            cells.push(Cell { label: label.clone(), paradox });
        }
        let linchpins = (0..cells.len()).filter(|at| is_linchpin(*at)).fold(0, |m, at| m | 1 << at);
        let mut timeline = Timeline {
            linchpins,
            reaches: vec![0; cells.len()],
            shakes: vec![0; cells.len()],
            fits: vec![0; cells.len()],
            patches: Vec::new(),
            closing: 0,
            cells,
        };
        for (i, patch) in written.patches.iter().enumerate() {
            match timeline.patch(patch) {
                Ok(patch) => timeline.patches.push(patch),
                Err(why) => faults.push(TimelineFault::Patch(i, why)),
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        timeline.link();
        Ok(timeline)
    }

    fn patch(&self, written: &WrittenPatch) -> Result<Patch, TimelineError> {
        let WrittenPatch { on: label, letter, playable_if, closes } = written;
        let cell = self.cell(label).ok_or_else(|| TimelineError::Unknown(label.clone()))?;
        let Some(paradox) = &self.cells[cell as usize].paradox else {
            return Err(TimelineError::NoRipplepoint(label.clone()));
        };
        let linchpin = |word: &str| self.linchpin(word);
        let stands = match playable_if {
            Some(text) => Condition::parse(text, &linchpin)?,
            None => paradox.clone(),
        };
        if !stands.is_possible() || !stands.implies(paradox) {
            return Err(TimelineError::Healthy(label.clone()));
        }
        let own = format!("{label}{}'", letter.as_deref().unwrap_or(""));
        if self.patches.iter().any(|p| p.label == own) {
            return Err(TimelineError::SameLetter(own));
        }
        Ok(Patch { label: own, cell, stands, unstable: playable_if.is_some(), closes: *closes })
    }

    fn link(&mut self) {
        for (at, cell) in self.cells.iter().enumerate() {
            for linchpin in bits(cell.paradox.as_ref().map_or(0, Condition::names)) {
                self.reaches[linchpin as usize] |= 1 << at;
            }
        }
        for (i, patch) in self.patches.iter().enumerate() {
            self.fits[patch.cell as usize] |= 1 << i;
            self.closing |= Patches::from(patch.closes) << i;
            for linchpin in bits(patch.stands.names()) {
                self.shakes[linchpin as usize] |= 1 << i;
            }
        }
    }

    /// The cell with this label.
    pub fn cell(&self, label: &str) -> Option<u8> {
        self.cells.iter().position(|c| c.label == label).map(|at| at as u8)
    }

    /// The Linchpin with this label.
    ///
    /// # Errors
    /// If there is none.
    pub fn linchpin(&self, label: &str) -> Result<u8, LinchpinError> {
        match self.cell(label) {
            Some(cell) if self.linchpins & 1 << cell != 0 => Ok(cell),
            Some(_) => Err(LinchpinError::Other(label.to_owned())),
            None => Err(LinchpinError::Unknown(label.to_owned())),
        }
    }

    /// Reads a list of events: `1868, 1942', 1945b'`. A year alone is its true face, with a prime a reversed Linchpin or
    /// a Patch in place.
    ///
    /// # Errors
    /// What cannot be understood.
    pub fn scene(&self, text: &str) -> Result<Scene, EventListError> {
        let mut scene = Scene::default();
        for word in text.split(',').map(str::trim) {
            let cell = match self.patches.iter().position(|p| p.label == word) {
                Some(patch) => {
                    scene.patches |= 1 << patch;
                    self.patches[patch].cell
                }
                None => {
                    let label = word.trim_end_matches('\'');
                    let cell = self.cell(label).ok_or_else(|| EventListError::Unknown(word.to_owned()))?;
                    match (label == word, self.linchpins & 1 << cell != 0) {
                        (true, _) => scene.trues |= 1 << cell,
                        (false, true) => scene.primes |= 1 << cell,
                        (false, false) => return Err(EventListError::NoPatch(word.to_owned())),
                    }
                    cell
                }
            };
            scene.cells |= 1 << cell;
        }
        Ok(scene)
    }

    /// Reads a list of faces of Linchpins, alone, as ranges from card to card, or any: `1914, 1936', 1957..1981', any'`.
    /// The first mask has those that are turned from True to Prime, the second those from Prime to True.
    ///
    /// # Errors
    /// What cannot be understood.
    pub fn faces(&self, text: &str) -> Result<(Cells, Cells), EventListError> {
        let (mut trues, mut primes) = (0, 0);
        for word in text.split(',').map(str::trim) {
            let label = word.trim_end_matches('\'');
            let cells = match label.split_once("..") {
                None if label == "any" => self.linchpins,
                None => 1 << self.linchpin(label)?,
                Some((from, to)) => {
                    let at = |end: &str| self.cell(end).ok_or_else(|| EventListError::Unknown(end.to_owned()));
                    let (from, to) = (at(from.trim_end_matches('\''))?, at(to)?);
                    if from > to {
                        return Err(EventListError::Backwards(word.to_owned()));
                    }
                    self.linchpins & Cells::MAX >> (63 - to) & Cells::MAX << from
                }
            };
            if label == word {
                trues |= cells;
            } else {
                primes |= cells;
            }
        }
        Ok((trues, primes))
    }

    /// Whether a scene can ever be shown, by all states of the Linchpins that it depends on.
    pub fn is_possible(&self, scene: &Scene) -> bool {
        let paradoxes = bits(scene.trues).filter_map(|c| self.cells[c as usize].paradox.as_ref());
        let stands = bits(scene.patches).map(|p| &self.patches[p as usize].stands);
        let names = paradoxes.chain(stands).fold(scene.primes | scene.trues & self.linchpins, |m, c| m | c.names());
        // Two Patches cannot lie on one cell.
        let places = bits(scene.patches).fold(0, |m: Cells, p| m | 1 << self.patches[p as usize].cell);
        places.count_ones() == scene.patches.count_ones()
            && subsets(names).any(|primes| {
                let healthy = |c: u8| match &self.cells[c as usize].paradox {
                    Some(paradox) => !paradox.holds(primes),
                    None => primes & 1 << c == 0,
                };
                primes & scene.primes == scene.primes
                    && bits(scene.trues).all(healthy)
                    && bits(scene.patches).all(|p| self.patches[p as usize].stands.holds(primes))
            })
    }
}
