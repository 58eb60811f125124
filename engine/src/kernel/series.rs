//! Many games between the same decks and players, with results that do not depend on threads.

use formats::rng::Seed;
use rayon::prelude::*;

use crate::kernel::game_loop::{self, GameObserver, GameParams};
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::parallel::Progress;
use crate::kernel::player::{NoAnswer, Player};
use crate::kernel::rules::{NullSink, Rules};
use crate::kernel::stats::Share;

/// How a series is played.
#[derive(Debug, Clone, Copy)]
pub struct SeriesPlan {
    /// Games.
    pub games: u64,
    /// All chance.
    pub seed: Seed,
    /// A game is stopped after this many turns.
    pub turns: u32,
    /// Threads; 0 takes as many as the machine has.
    pub threads: usize,
}

/// One game of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameResult {
    /// The seat that began.
    pub first: u8,
    /// How it ended.
    pub outcome: Outcome,
    /// Turns begun.
    pub turns: u32,
    /// Decisions with two options or more.
    pub decisions: u64,
}

/// The terms of a game of a series: its own seed, and the seats begin in turn.
pub fn game_params(plan: &SeriesPlan, index: u64, seats: u8) -> GameParams {
    let first = Some((index % u64::from(seats)) as u8);
    GameParams { seed: plan.seed.part(index).part(0), first, max_turns: plan.turns }
}

/// The seed of a player's own chance in a game of a series.
pub fn player_seed(plan: &SeriesPlan, index: u64, seat: u8) -> Seed {
    plan.seed.part(index).part(1 + u64::from(seat))
}

/// Plays a series; `player` makes the player of a seat for a game. `None` if it was stopped.
///
/// # Errors
/// If a player gives no answer.
pub fn play<G: Rules>(
    game: &G,
    seats: u8,
    plan: &SeriesPlan,
    progress: &Progress,
    player: impl Fn(u64, u8) -> Box<dyn Player<G>> + Sync,
) -> Result<Option<Vec<GameResult>>, NoAnswer> {
    let one = |index: u64| -> Result<Option<GameResult>, NoAnswer> {
        if progress.stopped() {
            return Ok(None);
        }
        let played = play_one(game, seats, plan, index, &player, &mut NullSink)?;
        progress.add(1);
        Ok(Some(played))
    };
    run_parallel(plan.threads, plan.games, one)
}

/// Does each of so many things, on so many threads; 0 takes as many as the machine has. They come out in order; `None` if
/// one of them was stopped.
pub(crate) fn run_parallel<T: Send>(
    threads: usize,
    count: u64,
    one: impl Fn(u64) -> Result<Option<T>, NoAnswer> + Sync + Send,
) -> Result<Option<Vec<T>>, NoAnswer> {
    match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(|| (0..count).into_par_iter().map(&one).collect()),
        Err(_) => (0..count).map(one).collect(),
    }
}

/// Plays one game of a series under the eyes of a watch.
///
/// # Errors
/// If a player gives no answer.
pub fn play_one<G: Rules, W: GameObserver<G>>(
    game: &G,
    seats: u8,
    plan: &SeriesPlan,
    index: u64,
    player: &impl Fn(u64, u8) -> Box<dyn Player<G>>,
    watch: &mut W,
) -> Result<GameResult, NoAnswer> {
    play_one_with(game, seats, &game_params(plan, index, seats), index, player, watch)
}

/// The same, under terms of its own.
///
/// # Errors
/// If a player gives no answer.
pub(crate) fn play_one_with<G: Rules, W: GameObserver<G>>(
    game: &G,
    seats: u8,
    terms: &GameParams,
    index: u64,
    player: &impl Fn(u64, u8) -> Box<dyn Player<G>>,
    watch: &mut W,
) -> Result<GameResult, NoAnswer> {
    let mut players: Vec<Box<dyn Player<G>>> = (0..seats).map(|seat| player(index, seat)).collect();
    let mut seated: Vec<&mut dyn Player<G>> = players.iter_mut().map(|p| &mut **p as &mut dyn Player<G>).collect();
    let finished = game_loop::play(game, &mut seated, terms, watch)?;
    let first = game.first_seat(terms.first.unwrap_or(0));
    Ok(GameResult { first, outcome: finished.outcome, turns: finished.turns, decisions: finished.decisions })
}

/// A series in numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct SeriesSummary {
    /// Games won by each seat, alone or with its team.
    pub wins: Vec<Share>,
    /// Draws and shared wins.
    pub draws: Share,
    /// Games without a winner: stopped by the turn limit, or because more happened than a state can hold.
    pub stopped: Share,
    /// Decided games won by the player who began.
    pub first: Share,
    /// Mean turns.
    pub turns: f64,
    /// Mean decisions with two options or more.
    pub decisions: f64,
    /// Games by how they ended.
    pub reasons: Vec<(EndReason, u64)>,
}

impl SeriesSummary {
    /// Sums up a series for so many seats.
    pub fn new(played: &[GameResult], seats: u8) -> SeriesSummary {
        let n = played.len() as u64;
        let count = |fits: &dyn Fn(&GameResult) -> bool| played.iter().filter(|p| fits(p)).count() as u64;
        let share = |hits: u64| Share { hits, of: n };
        let decided = count(&|p| p.outcome.is_decided());
        let mut reasons: Vec<(EndReason, u64)> = Vec::new();
        for game in played {
            match reasons.iter_mut().find(|(r, _)| *r == game.outcome.reason) {
                Some((_, n)) => *n += 1,
                None => reasons.push((game.outcome.reason, 1)),
            }
        }
        reasons.sort_by_key(|(reason, n)| (std::cmp::Reverse(*n), *reason as u8));
        let mean = |sum: u64| if n == 0 { 0.0 } else { sum as f64 / n as f64 };
        SeriesSummary {
            wins: (0..seats).map(|s| share(count(&|p| p.outcome.is_decided() && p.outcome.won(s)))).collect(),
            draws: share(count(&|p| p.outcome.winners != 0 && !p.outcome.is_decided())),
            stopped: share(count(&|p| p.outcome.winners == 0)),
            first: Share { hits: count(&|p| p.outcome.is_decided() && p.outcome.won(p.first)), of: decided },
            turns: mean(played.iter().map(|p| u64::from(p.turns)).sum()),
            decisions: mean(played.iter().map(|p| p.decisions).sum()),
            reasons,
        }
    }
}

/// Matches of at most `best_of` games each, out of a series in order: won by each seat, alone or with its team, and
/// drawn ones. A match is over as soon as nobody can catch up.
pub fn match_wins(played: &[GameResult], seats: u8, best_of: u64) -> (Vec<u64>, u64) {
    let mut won = vec![0; seats as usize];
    let mut drawn = 0;
    for games in played.chunks(best_of as usize) {
        let mut score = vec![0u64; seats as usize];
        let decided = || games.iter().map(|g| g.outcome).filter(Outcome::is_decided);
        for outcome in decided() {
            if score.iter().all(|s| 2 * s <= best_of) {
                (0..seats).filter(|s| outcome.won(*s)).for_each(|s| score[s as usize] += 1);
            }
        }
        let best = score.iter().max().copied().unwrap_or(0);
        let ahead = (0..seats).filter(|s| score[*s as usize] == best).fold(0, |m, s| m | 1 << s);
        // One side is ahead if those who are won a game together and alone.
        if decided().any(|outcome| outcome.winners == ahead) {
            (0..seats).filter(|s| ahead & (1 << s) != 0).for_each(|s| won[s as usize] += 1)
        } else {
            drawn += 1
        }
    }
    (won, drawn)
}
