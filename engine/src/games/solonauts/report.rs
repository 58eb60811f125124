//! How often everybody gets home: the goldfish of Solonauts.

use std::sync::Arc;

use catalog::GameData;
use formats::check::LegalDeck;
use rayon::prelude::*;

use super::{Planner, Solonauts};
use crate::games::chrononauts::Options;
use crate::kernel::game_loop;
use crate::kernel::match_options::SetupError;
use crate::kernel::parallel::Progress;
use crate::kernel::player::Player;
use crate::kernel::rules::NullSink;
use crate::kernel::series::{self, SeriesPlan};
use crate::kernel::stats::Share;

/// Games with one number of identities.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Passes {
    /// Identities to send home.
    pub identities: u8,
    /// Games in which all got home.
    pub won: Share,
    /// Identities that got home, of all that were dealt.
    pub home: Share,
    /// Mean plays.
    pub turns: f64,
}

/// Plays a deck with each of these numbers of identities; the planner plays `trials` games out for a decision. `None` if
/// it was stopped.
///
/// # Errors
/// If the deck cannot be played.
pub fn passes(
    game: &Arc<GameData>,
    deck: &LegalDeck,
    identities: &[u8],
    trials: u32,
    plan: &SeriesPlan,
    progress: &Progress,
) -> Result<Option<Vec<Passes>>, SetupError> {
    let mut all = Vec::new();
    for identities in identities {
        let options = Options { identities: *identities, ..Options::default() };
        let rules = Solonauts::new(game, &[deck], 1, options)?;
        let one = |index: u64| -> Option<[u64; 3]> {
            if progress.stopped() {
                return None;
            }
            let mut planner = Planner::new(trials, series::player_seed(plan, index, 0));
            let mut seated: [&mut dyn Player<Solonauts>; 1] = [&mut planner];
            let terms = series::game_params(plan, index, 1);
            let finished =
                game_loop::play(&rules, &mut seated, &terms, &mut NullSink).expect("the planner always answers");
            progress.add(1);
            let home = finished.state.home.count_ones();
            Some([u64::from(finished.outcome.won(0)), home.into(), finished.turns.into()])
        };
        let add = |a: [u64; 3], b: [u64; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
        let games = || (0..plan.games).into_par_iter().map(one).try_reduce(|| [0; 3], |a, b| Some(add(a, b)));
        let sums = match rayon::ThreadPoolBuilder::new().num_threads(plan.threads).build() {
            Ok(pool) => pool.install(games),
            Err(_) => (0..plan.games).map(one).try_fold([0; 3], |a, b| Some(add(a, b?))),
        };
        let Some([won, home, turns]) = sums else { return Ok(None) };
        all.push(Passes {
            identities: *identities,
            won: Share { hits: won, of: plan.games },
            home: Share { hits: home, of: plan.games * u64::from(*identities) },
            turns: turns as f64 / plan.games.max(1) as f64,
        });
    }
    Ok(Some(all))
}
