//! Games that players play against each other so that something is fitted to how they ended: what each seat's position was where
//! its turns began, and whether it won.

use formats::rng::Seed;
use formats::{DeckFormat, GameLibrary, LegalDeck};

use super::legal_starter_decks;
use crate::kernel::game_loop::{self, GameObserver, GameParams};
use crate::kernel::parallel::Progress;
use crate::kernel::player::{NoAnswer, Player};
use crate::kernel::rules::{EventSink, Rules};
use crate::kernel::series;
use crate::kernel::stats::Share;
use crate::kernel::weights::Weights;
use crate::players::PlayerKind;
use crate::registry::{AnyRules, MatchError, with};

/// Tables with other decks at most.
const TABLES: usize = 144;
/// Tenths of chance, in each of which what was foretold is held against what came.
pub const BINS: usize = 10;
/// Positions that a tenth needs to be judged.
const JUDGED: u64 = 100;

/// Games that are played so that something is fitted to them.
#[derive(Debug, Clone)]
pub struct SelfPlay {
    /// Games that are played.
    pub games: u64,
    /// Who plays them.
    pub player: PlayerKind,
    /// All chance.
    pub seed: Seed,
    /// Threads; 0 takes as many as the machine has.
    pub threads: usize,
}

/// A position where a turn begins, as the seat sees it whose turn it is, and how it went on.
#[derive(Debug, Clone)]
pub(super) struct TurnStart {
    pub turn: u32,
    pub seats: u8,
    pub features: Vec<i32>,
    /// 1 won, 0 lost; a share of it where several win, or nobody.
    pub won: f64,
}

/// A tenth of the chances.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ChanceBin {
    /// The mean of what was foretold, from 0 to 1.
    pub foretold: f64,
    /// The games that were won, of the positions.
    pub won: Share,
}

/// Tables with the starter decks of a format, at least one: each deck with each other one, as far as there is room.
pub(super) fn starter_tables(game_library: &GameLibrary, format: &DeckFormat) -> Result<Vec<AnyRules>, MatchError> {
    let decks = legal_starter_decks(game_library, format);
    let settings = &format.match_settings;
    let seats = settings.seats.0 as usize;
    let count = decks.len();
    let shifts = if settings.shared || count == 0 { 1 } else { count.min(TABLES.div_ceil(count)) };
    let all = (0..shifts).flat_map(|shift| (0..count).map(move |one| (one, shift)));
    let make = |(one, shift): (usize, usize)| {
        let seat = |seat: usize| &decks[(one + seat * shift) % count];
        let brought: Vec<&LegalDeck> = (0..if settings.shared { 1 } else { seats }).map(seat).collect();
        AnyRules::new(&game_library.game, &brought, seats, &settings.options)
    };
    let tables = all.map(make).collect::<Result<Vec<_>, _>>()?;
    if tables.is_empty() { Err(MatchError::NoDecks(format.id.clone())) } else { Ok(tables) }
}

impl SelfPlay {
    /// The positions of every game. `None` if it was stopped.
    pub(super) fn turn_starts(
        &self,
        tables: &[AnyRules],
        weights: &Weights,
        max_turns: u32,
        progress: &Progress,
    ) -> Result<Option<Vec<Vec<TurnStart>>>, NoAnswer> {
        let game = |n: u64| -> Result<Option<Vec<TurnStart>>, NoAnswer> {
            if progress.stopped() {
                return Ok(None);
            }
            let table = &tables[(n % tables.len() as u64) as usize];
            let starts = with!(table, rules => self.one_game(rules, weights, n, max_turns))?;
            progress.add(1);
            Ok(Some(starts))
        };
        series::run_parallel(self.threads, self.games, game)
    }

    fn one_game<G: Rules + 'static>(
        &self,
        rules: &G,
        weights: &Weights,
        number: u64,
        max_turns: u32,
    ) -> Result<Vec<TurnStart>, NoAnswer> {
        let seed = self.seed.part(number);
        let mut players: Vec<Box<dyn Player<G>>> =
            (0..rules.seats()).map(|seat| self.player.new_player(Some(weights), seed.part(seat.into()))).collect();
        let mut seated: Vec<&mut dyn Player<G>> = players.iter_mut().map(|player| &mut **player as _).collect();
        let mut watch = TurnWatch { features: vec![0; weights.len()], last: 0, seen: Vec::new() };
        let first = Some((number % u64::from(rules.seats())) as u8);
        let outcome = game_loop::play(rules, &mut seated, &GameParams { seed, first, max_turns }, &mut watch)?.outcome;
        let winners = (0..rules.seats()).filter(|seat| outcome.won(*seat)).count();
        let won = |seat: u8| match winners {
            // Nobody wins, or all do: each has its share.
            0 => 1.0 / f64::from(rules.seats()),
            n if outcome.won(seat) => 1.0 / n as f64,
            _ => 0.0,
        };
        let start = |(seat, turn, features): (u8, u32, Vec<i32>)| TurnStart {
            turn,
            seats: rules.seats(),
            features,
            won: won(seat),
        };
        Ok(watch.seen.into_iter().map(start).collect())
    }
}

/// Notes the position of whoever begins a turn.
struct TurnWatch {
    features: Vec<i32>,
    last: u32,
    seen: Vec<(u8, u32, Vec<i32>)>,
}

impl<E> EventSink<E> for TurnWatch {}

impl<G: Rules> GameObserver<G> for TurnWatch {
    fn on_action(&mut self, game: &G, state: &G::State, seat: u8, _: G::Action, _: usize) {
        let turn = game.turn(state);
        if turn == 0 || turn == self.last || !game.is_quiescent(state) {
            return;
        }
        self.last = turn;
        game.features(state, seat, &mut self.features);
        self.seen.push((seat, turn, self.features.clone()));
    }
}

/// Chances that were foretold, held against what came.
pub(super) fn bins(foretold: impl IntoIterator<Item = (f64, f64)>) -> Vec<ChanceBin> {
    let mut bins = vec![(0.0, 0.0, 0_u64); BINS];
    for (p, won) in foretold {
        let bin = &mut bins[((p * BINS as f64) as usize).min(BINS - 1)];
        *bin = (bin.0 + p, bin.1 + won, bin.2 + 1);
    }
    let bin = |(sum, won, of): (f64, f64, u64)| ChanceBin {
        foretold: if of == 0 { 0.0 } else { sum / of as f64 },
        won: Share { hits: won.round() as u64, of },
    };
    bins.into_iter().map(bin).collect()
}

/// The farthest that a tenth with enough positions is off, in points; nothing if none has enough.
pub(super) fn farthest_off(bins: &[ChanceBin]) -> Option<f64> {
    let judged = bins.iter().filter(|bin| bin.won.of >= JUDGED);
    judged.map(|bin| 100.0 * (bin.foretold - bin.won.value()).abs()).max_by(f64::total_cmp)
}
