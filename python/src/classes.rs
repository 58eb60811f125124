//! `Match` and `Pool` as Python sees them.

use std::path::PathBuf;
use std::sync::Arc;

use formats::rng::Seed;
use numpy::{PyArray1, PyReadonlyArray1, PyReadwriteArray1, PyReadwriteArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::library::{MatchRequest, MatchSetup, SetupFault};
use crate::pool::{AnyPool, PoolFault, seed_of};
use crate::table::{AnyMatch, AnyTable, PlayFault, new_table};

pyo3::create_exception!(deckloom, SetupError, PyValueError, "A match, query or plan that cannot be set up, and why.");
pyo3::create_exception!(deckloom, IllegalAction, PyValueError, "An action that cannot be done here.");
pyo3::create_exception!(
    deckloom,
    EncodingError,
    PyValueError,
    "Something that has no place among the numbers of its match."
);

impl From<SetupFault> for PyErr {
    fn from(fault: SetupFault) -> PyErr {
        SetupError::new_err(fault.0)
    }
}

impl From<PlayFault> for PyErr {
    fn from(fault: PlayFault) -> PyErr {
        match &fault {
            PlayFault::Illegal(_) | PlayFault::Over => IllegalAction::new_err(fault.to_string()),
            PlayFault::Outside(_) => EncodingError::new_err(fault.to_string()),
            PlayFault::Other(_) => PyValueError::new_err(fault.to_string()),
        }
    }
}

impl From<PoolFault> for PyErr {
    fn from(fault: PoolFault) -> PyErr {
        match &fault.fault {
            PlayFault::Illegal(_) | PlayFault::Over => IllegalAction::new_err(fault.to_string()),
            PlayFault::Outside(_) => EncodingError::new_err(fault.to_string()),
            PlayFault::Other(_) => PyValueError::new_err(fault.to_string()),
        }
    }
}

/// A seed as Python names it: a number from 0, or 64 hexadecimal digits.
#[derive(FromPyObject)]
pub enum SeedWords {
    /// A number.
    Number(u64),
    /// Hexadecimal digits.
    Hex(String),
}

impl SeedWords {
    fn seed(self) -> PyResult<Seed> {
        match self {
            SeedWords::Number(number) => Ok(Seed::from_number(number)),
            SeedWords::Hex(text) => {
                Seed::from_hex(&text).ok_or_else(|| PyValueError::new_err("a seed has 64 hexadecimal digits"))
            }
        }
    }
}

fn seed(words: Option<SeedWords>) -> PyResult<Seed> {
    match words {
        Some(words) => words.seed(),
        None => Seed::fresh().map_err(|error| PyValueError::new_err(error.to_string())),
    }
}

/// Folders of games: one, or several.
#[derive(FromPyObject)]
pub enum Folders {
    /// One.
    One(PathBuf),
    /// Several.
    Many(Vec<PathBuf>),
}

/// The folders that are named.
pub fn folders(data: Option<Folders>) -> Vec<PathBuf> {
    match data {
        None => Vec::new(),
        Some(Folders::One(folder)) => vec![folder],
        Some(Folders::Many(folders)) => folders,
    }
}

/// What `Match` and `Pool` are asked for by.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Setup {
    game: String,
    format: Option<String>,
    decks: Option<Vec<String>>,
    seats: Option<usize>,
    options: Option<std::collections::BTreeMap<String, String>>,
    turns: Option<u32>,
    first: Option<u8>,
    data: Option<Folders>,
    play_forced: bool,
}

impl Setup {
    fn table(self) -> PyResult<Arc<dyn AnyTable>> {
        let request = MatchRequest {
            game: self.game,
            format: self.format,
            decks: self.decks.unwrap_or_default(),
            seats: self.seats,
            options: self.options.unwrap_or_default().into_iter().collect(),
            turns: self.turns,
            first: self.first,
            data: folders(self.data),
        };
        let (setup, rules) = MatchSetup::new(&request)?;
        Ok(new_table(setup, rules, self.play_forced)?)
    }
}

/// What stands behind the numbers of a match, in one word: equal where they mean the same.
fn encoding(table: &dyn AnyTable) -> String {
    use std::hash::Hasher;
    let setup = table.setup();
    let mut digest = engine::kernel::rules::DigestHasher::default();
    let decks: Vec<_> = setup.decks.iter().map(|deck| deck.deck().to_saved(&setup.game)).collect();
    let cards: Vec<_> = decks.iter().map(|deck| format!("{:?}", deck.sections)).collect();
    let words =
        format!("{:?}", (&setup.format, setup.seats, &setup.options, cards, table.action_count(), table.fields()));
    digest.write(words.as_bytes());
    let hash = &setup.game.data_hash;
    format!("{}:{}:{:016x}", setup.game.id, hash.get(..16).unwrap_or(hash), digest.finish())
}

/// The parts of an observation as a list of dicts.
fn fields<'py>(py: Python<'py>, table: &dyn AnyTable) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let dict = |field: crate::numbers::NumberField| {
        let dict = PyDict::new(py);
        dict.set_item("name", field.name)?;
        dict.set_item("first", field.first)?;
        dict.set_item("count", field.count)?;
        dict.set_item("categories", field.categories)?;
        dict.set_item("rows", field.rows)?;
        Ok(dict)
    };
    table.fields().into_iter().map(dict).collect()
}

/// A game under way.
#[pyclass(module = "deckloom._deckloom", name = "_Match")]
pub struct Match {
    inner: Box<dyn AnyMatch>,
    table: Arc<dyn AnyTable>,
}

impl Match {
    fn seat(&self, seat: Option<u8>) -> PyResult<u8> {
        let seat = seat.or(self.inner.actor());
        let seat = seat.ok_or_else(|| PyValueError::new_err("the game is over: name the seat that is meant"))?;
        if usize::from(seat) >= self.table.setup().seats {
            return Err(PyValueError::new_err(format!(
                "there is no seat {seat}: seats are 0 to {}",
                self.table.setup().seats - 1
            )));
        }
        Ok(seat)
    }
}

#[pymethods]
impl Match {
    #[new]
    fn new(setup: Setup, seed_words: Option<SeedWords>) -> PyResult<Match> {
        let table = setup.table()?;
        let inner = table.clone().new_match(seed(seed_words)?)?;
        Ok(Match { inner, table })
    }

    /// The same match from its start with another seed; what is set up is shared.
    fn restart(&self, seed_words: Option<SeedWords>) -> PyResult<Match> {
        let inner = self.table.clone().new_match(seed(seed_words)?)?;
        Ok(Match { inner, table: self.table.clone() })
    }

    /// The numbers of what can be done, in the game's own order.
    fn legal(&self) -> Vec<u32> {
        self.inner.legal().to_vec()
    }

    /// Does something.
    fn step(&mut self, action: i64) -> PyResult<()> {
        Ok(self.inner.step(action)?)
    }

    #[pyo3(signature = (seat, out))]
    fn observe_into(&self, seat: Option<u8>, mut out: PyReadwriteArray1<'_, i32>) -> PyResult<()> {
        let seat = self.seat(seat)?;
        let row = out.as_slice_mut().map_err(|_| PyValueError::new_err("the buffer is not contiguous"))?;
        check_len(row.len(), self.table.observation_size())?;
        Ok(self.inner.observe(seat, row)?)
    }

    fn mask_into(&self, mut out: PyReadwriteArray1<'_, u8>) -> PyResult<()> {
        let row = out.as_slice_mut().map_err(|_| PyValueError::new_err("the buffer is not contiguous"))?;
        check_len(row.len(), self.table.action_count())?;
        row.fill(0);
        self.inner.legal().iter().for_each(|number| row[*number as usize] = 1);
        Ok(())
    }

    /// Who decides, from 0; -1 when the game is over.
    #[getter]
    fn current_player(&self) -> i64 {
        self.inner.actor().map_or(-1, i64::from)
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.inner.actor().is_none()
    }

    /// What each seat gains; all 0 before the end.
    fn returns(&self) -> Vec<f64> {
        self.inner.returns()
    }

    /// How it ended.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(ending) = self.inner.ending() else { return Ok(None) };
        let dict = PyDict::new(py);
        dict.set_item("winners", ending.winners.into_iter().map(i64::from).collect::<Vec<_>>())?;
        dict.set_item("reason", ending.reason)?;
        dict.set_item("text", ending.text)?;
        Ok(Some(dict))
    }

    /// Turns begun.
    #[getter]
    fn turn(&self) -> u32 {
        self.inner.turn()
    }

    fn clone(&self) -> Match {
        Match { inner: self.inner.copy(), table: self.table.clone() }
    }

    fn imagine(&self, seat: u8, seed_words: Option<SeedWords>) -> PyResult<Match> {
        let inner = self.inner.imagine(self.seat(Some(seat))?, seed(seed_words)?)?;
        Ok(Match { inner, table: self.table.clone() })
    }

    /// What happened, as `deckloom replay` plays it again.
    fn record(&self) -> PyResult<String> {
        Ok(self.inner.record()?)
    }

    /// What can be done, as people read it; in the order of `legal`.
    fn labels(&self) -> Vec<String> {
        self.inner.labels()
    }

    /// The same as records have it.
    fn notations(&self) -> Vec<String> {
        self.inner.notations()
    }

    #[pyo3(signature = (seat = None))]
    fn board(&self, seat: Option<u8>) -> PyResult<String> {
        let seat = seat.map(|seat| self.seat(Some(seat))).transpose()?;
        Ok(self.inner.board(seat))
    }

    fn sight(&self, seat: u8) -> PyResult<u64> {
        Ok(self.inner.sight(self.seat(Some(seat))?))
    }

    /// A number for the whole position, its chance included.
    fn digest(&self) -> u64 {
        self.inner.digest()
    }

    /// What a player of the program would do: `random`, `greedy`, `easy`, `normal`, `hard`, `ismcts:1000`.
    #[pyo3(signature = (player, seed_words = None))]
    fn ask(&self, py: Python<'_>, player: &str, seed_words: Option<SeedWords>) -> PyResult<u32> {
        let seed = seed(seed_words)?;
        Ok(py.detach(|| self.inner.ask(player, seed))?)
    }

    #[getter]
    fn num_players(&self) -> usize {
        self.table.setup().seats
    }

    #[getter]
    fn num_actions(&self) -> usize {
        self.table.action_count()
    }

    #[getter]
    fn observation_size(&self) -> usize {
        self.table.observation_size()
    }

    /// What the numbers of actions and observations follow from, in one word.
    #[getter]
    fn encoding(&self) -> String {
        encoding(&*self.table)
    }

    #[getter]
    fn game(&self) -> String {
        self.table.setup().game.id.clone()
    }

    #[getter]
    fn format(&self) -> String {
        self.table.setup().format.clone()
    }

    #[getter]
    fn max_turns(&self) -> u32 {
        self.table.setup().turns
    }

    /// What an action's number means in every position.
    fn describe_action(&self, action: u32) -> PyResult<String> {
        let count = self.table.action_count();
        let known = self.table.describe_action(action).filter(|_| (action as usize) < count);
        known.ok_or_else(|| PyValueError::new_err(format!("actions are 0 to {}", count.saturating_sub(1))))
    }

    /// The parts of an observation, in order.
    fn describe_observation<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        fields(py, &*self.table)
    }
}

fn check_len(len: usize, wanted: usize) -> PyResult<()> {
    if len == wanted {
        Ok(())
    } else {
        Err(PyValueError::new_err(format!("the buffer has {len} numbers, not {wanted}")))
    }
}

/// Many games of one match.
#[pyclass(module = "deckloom._deckloom", name = "_Pool")]
pub struct Pool {
    inner: Box<dyn AnyPool>,
    table: Arc<dyn AnyTable>,
    seed: Seed,
    legal: Vec<i64>,
}

#[pymethods]
impl Pool {
    #[new]
    fn new(py: Python<'_>, n: usize, setup: Setup, seed_words: Option<SeedWords>) -> PyResult<Pool> {
        let seed = seed(seed_words)?;
        let table = setup.table()?;
        let inner = py.detach(|| table.clone().new_pool(n, seed))?;
        Ok(Pool { inner, table, seed, legal: Vec::new() })
    }

    /// Actions in all games, and what is then to be known of them, written where it is asked for.
    #[expect(clippy::too_many_arguments, reason = "one call does it all: each further one would hold the GIL")]
    #[pyo3(signature = (actions, players, done, returns, observations, masks))]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut players: PyReadwriteArray1<'_, i64>,
        mut done: PyReadwriteArray1<'_, bool>,
        mut returns: PyReadwriteArray2<'_, f64>,
        observations: Option<PyReadwriteArray2<'_, i32>>,
        masks: Option<PyReadwriteArray2<'_, u8>>,
    ) -> PyResult<()> {
        let chosen = actions.as_slice().map_err(|_| PyValueError::new_err("actions are not contiguous"))?;
        if chosen.len() != self.inner.len() {
            return Err(PyValueError::new_err(format!("{} actions for {} matches", chosen.len(), self.inner.len())));
        }
        let fault = |_| PyValueError::new_err("a buffer is not contiguous");
        let (players, done) = (players.as_slice_mut().map_err(fault)?, done.as_slice_mut().map_err(fault)?);
        let returns = returns.as_slice_mut().map_err(fault)?;
        let mut observations = observations;
        let mut masks = masks;
        let seen = observations.as_mut().map(|array| array.as_slice_mut().map_err(fault)).transpose()?;
        let allowed = masks.as_mut().map(|array| array.as_slice_mut().map_err(fault)).transpose()?;
        let count = self.inner.len();
        check_len(players.len(), count)?;
        check_len(done.len(), count)?;
        check_len(returns.len(), self.inner.returns().len())?;
        if let Some(seen) = &seen {
            check_len(seen.len(), count * self.table.observation_size())?;
        }
        if let Some(allowed) = &allowed {
            check_len(allowed.len(), count * self.table.action_count())?;
        }
        let pool = &mut self.inner;
        py.detach(|| -> Result<(), PoolFault> {
            pool.step(chosen)?;
            pool.actors(players);
            done.copy_from_slice(pool.done());
            returns.copy_from_slice(pool.returns());
            if let Some(seen) = seen {
                pool.observe(seen)?;
            }
            if let Some(allowed) = allowed {
                pool.masks(allowed);
            }
            Ok(())
        })?;
        Ok(())
    }

    fn players_into(&self, mut players: PyReadwriteArray1<'_, i64>) -> PyResult<()> {
        let players = players.as_slice_mut().map_err(|_| PyValueError::new_err("the buffer is not contiguous"))?;
        check_len(players.len(), self.inner.len())?;
        self.inner.actors(players);
        Ok(())
    }

    fn observe_into(&self, py: Python<'_>, mut out: PyReadwriteArray2<'_, i32>) -> PyResult<()> {
        let rows = out.as_slice_mut().map_err(|_| PyValueError::new_err("the buffer is not contiguous"))?;
        check_len(rows.len(), self.inner.len() * self.table.observation_size())?;
        Ok(py.detach(|| self.inner.observe(rows))?)
    }

    fn masks_into(&self, py: Python<'_>, mut out: PyReadwriteArray2<'_, u8>) -> PyResult<()> {
        let rows = out.as_slice_mut().map_err(|_| PyValueError::new_err("the buffer is not contiguous"))?;
        check_len(rows.len(), self.inner.len() * self.table.action_count())?;
        py.detach(|| self.inner.masks(rows));
        Ok(())
    }

    /// The numbers of all legal actions, match after match, and how many each match has.
    fn legal<'py>(&mut self, py: Python<'py>) -> (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i64>>) {
        let mut counts = vec![0; self.inner.len()];
        let (pool, legal) = (&self.inner, &mut self.legal);
        py.detach(|| {
            pool.legal_counts(&mut counts);
            pool.legal(legal);
        });
        (PyArray1::from_slice(py, &self.legal), PyArray1::from_vec(py, counts))
    }

    fn pick_into(
        &self,
        py: Python<'_>,
        fractions: PyReadonlyArray1<'_, f64>,
        mut out: PyReadwriteArray1<'_, i64>,
    ) -> PyResult<()> {
        let fault = |_| PyValueError::new_err("the buffer is not contiguous");
        let fractions = fractions.as_slice().map_err(fault)?;
        let out = out.as_slice_mut().map_err(fault)?;
        check_len(fractions.len(), self.inner.len())?;
        check_len(out.len(), self.inner.len())?;
        py.detach(|| self.inner.pick(fractions, out));
        Ok(())
    }

    /// How many games have ended at each place.
    fn games<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        PyArray1::from_iter(py, self.inner.games().iter().map(|games| *games as i64))
    }

    /// The seed of a game at a place, both from 0, as 64 hexadecimal digits: `Match` plays the same game with it.
    fn seed_of(&self, at: u64, game: u64) -> String {
        seed_of(self.seed, at, game).to_hex()
    }

    fn __len__(&self) -> usize {
        self.inner.len()
    }

    #[getter]
    fn num_players(&self) -> usize {
        self.table.setup().seats
    }

    #[getter]
    fn num_actions(&self) -> usize {
        self.table.action_count()
    }

    #[getter]
    fn observation_size(&self) -> usize {
        self.table.observation_size()
    }

    #[getter]
    fn encoding(&self) -> String {
        encoding(&*self.table)
    }

    fn describe_action(&self, action: u32) -> PyResult<String> {
        let known = self.table.describe_action(action).filter(|_| (action as usize) < self.table.action_count());
        known.ok_or_else(|| PyValueError::new_err(format!("actions are 0 to {}", self.table.action_count() - 1)))
    }

    fn describe_observation<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        fields(py, &*self.table)
    }
}

/// Random games within the engine, for comparison: how many decisions with two options or more were made, and in how many seconds.
#[pyfunction]
pub fn random_decisions(py: Python<'_>, of: &Match, decisions: u64, seed: u64) -> (u64, f64) {
    let table = of.table.clone();
    py.detach(|| {
        let begun = std::time::Instant::now();
        let played = table.play_random(decisions, Seed::from_number(seed));
        (played, begun.elapsed().as_secs_f64())
    })
}
