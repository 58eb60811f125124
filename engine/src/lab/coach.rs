//! Holds the coach against games: two players play, and a coach who never looks at results judges what they did. Who lost more
//! chance should be the weaker one; what the coach's own kind of player did is seldom bad; and mistakes that were planted are found.
//! The same seed finds the same on any machine and with any number of threads.

use std::collections::BTreeMap;

use catalog::Source;
use formats::rng::{Dice, Seed};
use formats::{DeckFormat, GameLibrary};

use super::legal_starter_decks;
use super::self_play::starter_tables;
use crate::kernel::game_loop::{self, GameObserver, GameParams};
use crate::kernel::outcome::Outcome;
use crate::kernel::parallel::Progress;
use crate::kernel::player::{NoAnswer, Player, SeatView};
use crate::kernel::rules::{Actor, EventSink, NullSink, Rules};
use crate::kernel::series;
use crate::kernel::stats::Share;
use crate::kernel::weights::Weights;
use crate::players::PlayerKind;
use crate::registry::{self, MatchError, with};
use crate::session::coach::Verdict;

/// How many choices are followed until a position is judged.
const STEPS: u32 = 400;
/// How much chance a planted mistake loses at least: less than that is no mistake worth a word.
const WASTE: f64 = 0.05;
/// How many plays without effect are told.
const EXAMPLES: usize = 40;

/// Games that are played and judged.
#[derive(Debug, Clone)]
pub struct CoachTrial {
    /// Games; each starter deck plays itself in turn, and the players begin equally often.
    pub games: u64,
    /// Who plays, the weaker one first.
    pub players: [PlayerKind; 2],
    /// Who judges.
    pub coach: PlayerKind,
    /// All chance.
    pub seed: Seed,
    /// Threads; 0 takes as many as the machine has.
    pub threads: usize,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CoachFindings {
    /// Games in which the first player lost more chance, of those that one of the two won.
    pub weaker_lost_more: Share,
    /// Games in which the loser lost more chance, of the same.
    pub loser_lost_more: Share,
    /// Of each player.
    pub players: [PlayerFindings; 2],
    /// Planted mistakes that the coach finds, by kind: `win` was at hand and not taken; or the feature of which the most is wasted.
    pub planted: BTreeMap<String, Share>,
}

/// What was found of a player.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlayerFindings {
    /// Choices that were judged: those among several actions.
    pub choices: u64,
    /// Chance lost a game, from 0 to 1.
    pub lost: f64,
    /// Inaccuracies, mistakes, blunders.
    pub flagged: [u64; 3],
    /// Plays without effect, of plays that began while nothing else was under way.
    pub without_effect: Share,
    /// Some of them, as records have them: the game, the turn, the action.
    pub examples: Vec<String>,
}

/// A decision as it stood.
struct Moment<G: Rules> {
    seat: u8,
    state: G::State,
    legal: Vec<G::Action>,
    done: usize,
}

/// Keeps the decisions of a game.
struct Moments<G: Rules>(Vec<Moment<G>>);

impl<G: Rules> EventSink<G::Event> for Moments<G> {}

impl<G: Rules> GameObserver<G> for Moments<G> {
    fn on_action(&mut self, game: &G, state: &G::State, seat: u8, action: G::Action, _: usize) {
        let mut legal = Vec::new();
        game.legal_actions(state, &mut legal);
        let done = legal.iter().position(|other| *other == action).unwrap_or_default();
        self.0.push(Moment { seat, state: state.clone(), legal, done });
    }
}

/// Plays games and judges them. `None` if it was stopped.
///
/// # Errors
/// If no match of the format can be played.
pub fn run(
    source: &Source,
    game_library: &GameLibrary,
    format: &DeckFormat,
    trial: &CoachTrial,
    progress: &Progress,
) -> Result<Option<CoachFindings>, MatchError> {
    let mut tables = starter_tables(game_library, format)?;
    // Each deck against itself.
    tables.truncate(legal_starter_decks(game_library, format).len().max(1));
    let id = &game_library.game.id;
    let weights: Weights = with!(&tables[0], rules => rules.weights(source, id)?);
    let turns = registry::default_max_turns(id);
    let game = |n: u64| -> Result<Option<CoachFindings>, NoAnswer> {
        let table = &tables[(n / 2 % tables.len() as u64) as usize];
        let found =
            with!(table, rules => GameTrial { rules, weights: &weights, trial, number: n }.run(turns, progress))?;
        progress.add(1);
        Ok(found)
    };
    let Some(games) = series::run_parallel(trial.threads, trial.games, game)? else { return Ok(None) };
    let mut all = CoachFindings::default();
    games.into_iter().for_each(|game| all.add(game));
    for player in &mut all.players {
        player.lost /= trial.games.max(1) as f64;
        player.examples.truncate(EXAMPLES);
    }
    Ok(Some(all))
}

impl CoachFindings {
    fn add(&mut self, other: CoachFindings) {
        let join = |all: &mut Share, of: Share| *all = Share { hits: all.hits + of.hits, of: all.of + of.of };
        join(&mut self.weaker_lost_more, other.weaker_lost_more);
        join(&mut self.loser_lost_more, other.loser_lost_more);
        for (kind, found) in other.planted {
            join(self.planted.entry(kind).or_default(), found);
        }
        for (all, of) in self.players.iter_mut().zip(other.players) {
            all.choices += of.choices;
            all.lost += of.lost;
            all.flagged.iter_mut().zip(of.flagged).for_each(|(all, of)| *all += of);
            join(&mut all.without_effect, of.without_effect);
            all.examples.extend(of.examples);
        }
    }
}

struct GameTrial<'a, G: Rules> {
    rules: &'a G,
    weights: &'a Weights,
    trial: &'a CoachTrial,
    number: u64,
}

impl<G: Rules + 'static> GameTrial<'_, G> {
    /// Who of the two players sits there: they change places from game to game, and every other seat is the same one's.
    fn player(&self, seat: u8) -> usize {
        (u64::from(seat) + self.number) as usize % 2
    }

    fn run(&self, max_turns: u32, progress: &Progress) -> Result<Option<CoachFindings>, NoAnswer> {
        let seed = self.trial.seed.part(self.number);
        let new = |seat: u8| {
            self.trial.players[self.player(seat)].new_player::<G>(Some(self.weights), seed.part(seat.into()))
        };
        let mut players: Vec<Box<dyn Player<G>>> = (0..self.rules.seats()).map(new).collect();
        let mut seated: Vec<&mut dyn Player<G>> = players.iter_mut().map(|player| &mut **player as _).collect();
        let mut moments = Moments(Vec::new());
        let first = Some((self.number / 2 % u64::from(self.rules.seats())) as u8);
        let params = GameParams { seed, first, max_turns };
        let outcome = game_loop::play(self.rules, &mut seated, &params, &mut moments)?.outcome;
        let moments = moments.0;
        let mut found = CoachFindings::default();
        for (at, moment) in moments.iter().enumerate().filter(|(_, moment)| moment.legal.len() > 1) {
            if progress.stopped() {
                return Ok(None);
            }
            let player = &mut found.players[self.player(moment.seat)];
            let (lost, verdict) = self.judge(moment, moment.done, at)?;
            player.choices += 1;
            player.lost += lost;
            if let Some(class) = (verdict as usize).checked_sub(1) {
                player.flagged[class] += 1;
            }
            if let Some(idle) = self.is_without_effect(&moments, at) {
                player.without_effect.of += 1;
                if idle {
                    player.without_effect.hits += 1;
                    let done = self.rules.notation(&moment.state, moment.legal[moment.done]);
                    let turn = self.rules.turn(&moment.state);
                    player.examples.push(format!("game {}, turn {turn}: {done}", self.number + 1));
                }
            }
        }
        let winners =
            [0, 1].map(|player| (0..self.rules.seats()).any(|seat| self.player(seat) == player && outcome.won(seat)));
        if let Some(winner) = [[true, false], [false, true]].iter().position(|only| *only == winners) {
            let more = usize::from(found.players[1].lost > found.players[0].lost);
            found.weaker_lost_more = Share { hits: u64::from(more == 0), of: 1 };
            found.loser_lost_more = Share { hits: u64::from(more != winner), of: 1 };
        }
        self.plant(&moments, outcome, &mut found)?;
        Ok(Some(found))
    }

    /// How much chance an action loses in the eyes of the coach, and how bad that is.
    fn judge(&self, moment: &Moment<G>, action: usize, at: usize) -> Result<(f64, Verdict), NoAnswer> {
        let coach = self.trial.coach.new_coach::<G>(self.weights, Seed::from_number(at as u64));
        let Some(mut coach) = coach else { return Ok((0.0, Verdict::Fine)) };
        let view = SeatView::new(self.rules, &moment.state, moment.seat);
        coach.choose(&view, &moment.legal)?;
        let Some(evaluations) = coach.evaluations() else { return Ok((0.0, Verdict::Fine)) };
        let ranked = evaluations.ranked();
        let both = ranked.first().zip(ranked.iter().find(|o| o.action == action));
        let lost = both.map_or((0.0, 0.0, 0.0), |(best, done)| evaluations.chance_difference(best.action, done.action));
        Ok((lost.0, Verdict::of(lost)))
    }

    /// What a position comes to if nobody begins anything until every seat has begun a turn: for a seat, feature by feature,
    /// each times its weight.
    fn comes_to(&self, state: &G::State, seat: u8) -> (Vec<i64>, G::State) {
        let (rules, mut world, mut legal) = (self.rules, state.clone(), Vec::new());
        let turn = rules.turn(state) + u32::from(rules.seats());
        for _ in 0..STEPS {
            if rules.actor(&world) == Actor::Nobody || rules.turn(&world) >= turn && rules.is_quiescent(&world) {
                break;
            }
            rules.legal_actions(&world, &mut legal);
            let choice = rules.rollout_action(&world, &legal).unwrap_or_else(|| rules.passing_action(&world, &legal));
            rules.apply(&mut world, legal[choice], &mut NullSink).expect("what is listed is allowed");
        }
        let mut features = vec![0; self.weights.len()];
        rules.features(&world, seat, &mut features);
        let weighted = features.iter().zip(self.weights.numbers()).map(|(f, w)| i64::from(*f) * i64::from(*w));
        (weighted.collect(), world)
    }

    /// What doing something changes, against doing nothing: gains and losses feature by feature.
    fn difference(&self, with: &G::State, without: &G::State, seat: u8) -> Vec<i64> {
        let (with, _) = self.comes_to(with, seat);
        let (without, _) = self.comes_to(without, seat);
        with.iter().zip(without).map(|(with, without)| with - without).collect()
    }

    fn after(&self, state: &G::State, action: G::Action) -> G::State {
        let mut world = state.clone();
        self.rules.apply(&mut world, action, &mut NullSink).expect("what is listed is allowed");
        world
    }

    /// Whether the play that begins there gains nothing at all, in the world as it is; nothing where no play begins.
    fn is_without_effect(&self, moments: &[Moment<G>], at: usize) -> Option<bool> {
        let (rules, moment) = (self.rules, &moments[at]);
        let idle = rules.passing_action(&moment.state, &moment.legal);
        if moment.done == idle || rules.turn(&moment.state) == 0 || !rules.is_quiescent(&moment.state) {
            return None;
        }
        // The play is over where nothing is under way any more; one that ends the game had its effect.
        let after = moments[at + 1..].iter().find(|later| rules.is_quiescent(&later.state))?;
        let without = self.after(&moment.state, moment.legal[idle]);
        Some(self.difference(&after.state, &without, moment.seat).iter().all(|gain| *gain <= 0))
    }

    /// Puts a mistake where the second player decided well, one of each kind at most, and asks the coach.
    fn plant(&self, moments: &[Moment<G>], outcome: Outcome, found: &mut CoachFindings) -> Result<(), NoAnswer> {
        let rules = self.rules;
        let mine = |moment: &Moment<G>| self.player(moment.seat) == 1 && rules.turn(&moment.state) > 0;
        let open: Vec<(usize, &Moment<G>)> = (moments.iter().enumerate())
            .filter(|(_, moment)| mine(moment) && moment.legal.len() > 1 && rules.is_quiescent(&moment.state))
            .collect();
        let last = moments.last().map_or(0, |moment| rules.turn(&moment.state));
        let mut ask = |kind: &str, at: usize, action: usize| -> Result<(), NoAnswer> {
            let (_, verdict) = self.judge(&moments[at], action, at)?;
            let share = found.planted.entry(kind.to_owned()).or_default();
            *share = Share { hits: share.hits + u64::from(verdict != Verdict::Fine), of: share.of + 1 };
            Ok(())
        };
        // The last decision that won the game, and would not have been made.
        let misses = |moment: &Moment<G>| {
            let idle = rules.passing_action(&moment.state, &moment.legal);
            let without = self.after(&moment.state, moment.legal[idle]);
            moment.done != idle && rules.outcome(&self.comes_to(&without, moment.seat).1).is_none()
        };
        let winning = open.iter().rev().filter(|(_, m)| rules.turn(&m.state) == last && outcome.won(m.seat));
        if let Some((at, moment)) = winning.clone().find(|(_, moment)| misses(moment)) {
            ask("win", *at, rules.passing_action(&moment.state, &moment.legal))?;
        }
        // An action by which something is lost and nothing gained.
        let names = rules.feature_names();
        let mut wasted: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
        for (at, moment) in &open {
            let idle = rules.passing_action(&moment.state, &moment.legal);
            let without = self.after(&moment.state, moment.legal[idle]);
            let worth = self.comes_to(&without, moment.seat).0.iter().sum::<i64>();
            for action in (0..moment.legal.len()).filter(|action| *action != idle && *action != moment.done) {
                let with = self.after(&moment.state, moment.legal[action]);
                let change = self.difference(&with, &without, moment.seat);
                let lost = self.chance(moment, worth) - self.chance(moment, worth + change.iter().sum::<i64>());
                let worst = change.iter().enumerate().min_by_key(|(_, change)| **change);
                if let (true, true, Some((feature, _))) = (lost >= WASTE, change.iter().all(|gain| *gain <= 0), worst) {
                    wasted.entry(names[feature]).or_default().push((*at, action));
                }
            }
        }
        let mut dice = self.trial.seed.part(u64::MAX - self.number).fast();
        for (kind, places) in wasted {
            let (at, action) = places[Dice::below(&mut dice, places.len() as u32) as usize];
            ask(kind, at, action)?;
        }
        Ok(())
    }

    fn chance(&self, moment: &Moment<G>, worth: i64) -> f64 {
        self.weights.chance().probability(worth as f64, self.rules.turn(&moment.state), self.rules.seats())
    }
}
