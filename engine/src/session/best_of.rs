//! Matches of several games between the same seats: where the rules of a game say so, whoever lost the last game chooses
//! who goes first in the next one.

use std::sync::Arc;

use catalog::Source;
use formats::check::LegalDeck;

use super::{SeriesSetup, play, player_factory};
use crate::kernel::game_loop::{GameObserver, GameParams};
use crate::kernel::parallel::Progress;
use crate::kernel::player::NoAnswer;
use crate::kernel::rules::{EventSink, Metric, Rules, Seats};
use crate::kernel::series::{self, GameResult};
use crate::registry::{AnyRules, MatchError, next_game, with};

/// Plays one game of a series under terms of its own.
type PlayOne<'a> = Box<dyn Fn(u64, &GameParams) -> Result<GameResult, NoAnswer> + Sync + 'a>;

/// Plays a series in matches of so many games each, the last one shorter if they do not come out even. Where the rules let
/// the loser of a game choose who goes first in the next one, the seats begin the matches in turn, and the rest of a match is
/// as its losers choose. Otherwise the seats begin the games in turn, as in any series. `None` if it was stopped.
///
/// # Errors
/// If it cannot be played.
pub fn play_matches(
    source: &Source,
    game: &Arc<catalog::GameData>,
    decks: &[&LegalDeck],
    setup: &SeriesSetup,
    best_of: u64,
    progress: &Progress,
) -> Result<Option<Vec<GameResult>>, MatchError> {
    let options = |loser| next_game(&game.id, &setup.options, loser);
    if options(Some(0)) == setup.options {
        return play(source, game, decks, setup, progress);
    }
    let seats = setup.players.len() as u8;
    let with_options = |options: &[(String, String)]| -> Result<PlayOne<'_>, MatchError> {
        with!(AnyRules::new(game, decks, setup.players.len(), options)?, rules => {
            let player = player_factory(source, game, &rules, setup)?;
            Ok(Box::new(move |index, terms| {
                let mut begins = FirstTurnSeat { game: &rules, seat: None };
                let played = series::play_one_with(&rules, rules.seats(), terms, index, &player, &mut begins)?;
                Ok(GameResult { first: begins.seat.unwrap_or(played.first), ..played })
            }))
        })
    };
    // By who lost the game before: nobody, or the seat before this place.
    let rules = std::iter::once(None).chain((0..seats).map(Some));
    let rules: Vec<PlayOne<'_>> = rules.map(|loser| with_options(&options(loser))).collect::<Result<_, _>>()?;
    let one_match = |number: u64| -> Result<Option<Vec<GameResult>>, NoAnswer> {
        let from = number * best_of;
        let mut games: Vec<GameResult> = Vec::new();
        for index in from..(from + best_of).min(setup.plan.games) {
            if progress.stopped() {
                return Ok(None);
            }
            let usual = series::game_params(&setup.plan, index, seats);
            let (loser, first) = match games.last() {
                Some(before) => (before.outcome.loser(seats), None),
                None => (None, Some((number % u64::from(seats)) as u8)),
            };
            let plays_one = &rules[loser.map_or(0, |seat| usize::from(seat) + 1)];
            games.push(plays_one(index, &GameParams { first, ..usual })?);
            progress.add(1);
        }
        Ok(Some(games))
    };
    let matches = series::run_parallel(setup.plan.threads, setup.plan.games.div_ceil(best_of.max(1)), one_match)?;
    Ok(matches.map(|matches| matches.into_iter().flatten().collect()))
}

/// Sees whose turn is the first one.
struct FirstTurnSeat<'g, G> {
    game: &'g G,
    seat: Option<u8>,
}

impl<G: Rules> EventSink<G::Event> for FirstTurnSeat<'_, G> {
    fn on_event(&mut self, event: G::Event, _: Seats) {
        if self.seat.is_none()
            && let Some(Metric::Turn { seat }) = self.game.metric(event)
        {
            self.seat = Some(seat);
        }
    }
}

impl<G: Rules> GameObserver<G> for FirstTurnSeat<'_, G> {}
