//! Holds the coach against games: two players play, and a coach who never looks at results judges what they did. Who lost more
//! chance should be the weaker one; what the coach's own kind of player did is seldom bad; and mistakes that were planted are found.
//! The same seed finds the same on any machine and with any number of threads.

use std::collections::BTreeMap;

use catalog::Source;
use formats::rng::{Dice, FastRng, Seed};
use formats::{DeckFormat, GameLibrary};

use super::legal_starter_decks;
use super::self_play::starter_tables;
use crate::kernel::game_loop::{self, GameObserver, GameParams};
use crate::kernel::outcome::Outcome;
use crate::kernel::parallel::Progress;
use crate::kernel::player::{NoAnswer, Player, SeatView};
use crate::kernel::rules::{EventSink, NullSink, Rules};
use crate::kernel::series;
use crate::kernel::stats::{self, Share};
use crate::kernel::weights::Weights;
use crate::players::PlayerKind;
use crate::players::effect::{EffectTrial, come_to_rest};
use crate::registry::{self, MatchError, with};
use crate::session::coach::Verdict;

/// How much chance what is wasted is worth at least.
const WASTE: f64 = 0.05;
/// Pairs of games that are played on to tell whether an action is a mistake.
const PAIRS: u64 = 60;
/// The kind of planted mistakes by which a game that was won goes on.
const MISSED: &str = "missed win";
/// Worlds in which a play is tried.
const WORLDS: usize = 16;
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
    /// Planted mistakes that the coach finds, by kind: `missed win`, or the feature of which the most is wasted.
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
        self.plant(&moments, outcome, max_turns, &mut found)?;
        Ok(Some(found))
    }

    /// How much chance an action loses in the eyes of the coach, and how bad that is.
    fn judge(&self, moment: &Moment<G>, action: usize, at: usize) -> Result<(f64, Verdict), NoAnswer> {
        let coach = self.trial.coach.new_coach::<G>(self.weights, Seed::from_number(at as u64), Some(action));
        let Some(mut coach) = coach else { return Ok((0.0, Verdict::Fine)) };
        let view = SeatView::new(self.rules, &moment.state, moment.seat);
        coach.choose(&view, &moment.legal)?;
        let Some(evaluations) = coach.evaluations() else { return Ok((0.0, Verdict::Fine)) };
        let ranked = evaluations.ranked();
        let both = ranked.first().zip(ranked.iter().find(|o| o.action == action));
        let lost = both.map_or((0.0, 0.0, 0.0), |(best, done)| evaluations.chance_difference(best.action, done.action));
        Ok((lost.0, Verdict::new(lost, evaluations.missed_win())))
    }

    /// What a position comes to if nobody begins anything until every seat has begun a turn, and its features for a seat.
    fn comes_to(&self, state: &G::State, seat: u8) -> (Vec<i32>, G::State) {
        let (rules, mut world) = (self.rules, state.clone());
        come_to_rest(rules, &mut world, rules.turn(state) + u32::from(rules.seats()), &mut Vec::new());
        let mut features = vec![0; self.weights.len()];
        rules.features(&world, seat, &mut features);
        (features, world)
    }

    fn after(&self, state: &G::State, action: G::Action) -> G::State {
        let mut world = state.clone();
        self.rules.apply_listed(&mut world, action, &mut NullSink);
        world
    }

    /// Whether the play that begins there changes nothing for the better by the time that every seat has begun a turn, in any of some
    /// worlds that the seat can imagine and whatever others answer, the rest of the turn being played as it was; nothing where no play begins.
    fn is_without_effect(&self, moments: &[Moment<G>], at: usize) -> Option<bool> {
        let (rules, moment) = (self.rules, &moments[at]);
        let idle = rules.passing_action(&moment.state, &moment.legal);
        let turn = rules.turn(&moment.state);
        if moment.done == idle || turn == 0 || !rules.is_quiescent(&moment.state) {
            return None;
        }
        // The play is over where nothing is under way any more. One that ended the game had its effect.
        let over = at + 1 + moments[at + 1..].iter().position(|later| rules.is_quiescent(&later.state))?;
        let rest = |from: usize| -> Vec<u64> {
            let within = moments[from..].iter().take_while(|later| rules.turn(&later.state) == turn);
            let own = within.filter(|later| later.seat == moment.seat);
            own.map(|later| rules.action_key(&later.state, later.legal[later.done])).collect()
        };
        let (with, without) = (rest(at), rest(over));
        let mut dice = self.trial.seed.part(self.number).part(at as u64).fast();
        let mut effect = EffectTrial::<G>::default();
        let has_effect = |_| {
            let world = rules.determinize(&moment.state, moment.seat, &mut dice);
            effect.has_effect(rules, self.weights, &world, moment.seat, [&with, &without], &dice)
        };
        Some(!(0..WORLDS).any(has_effect))
    }

    /// Puts mistakes where the second player decided well, one of each kind at most, and asks the coach.
    fn plant(
        &self,
        moments: &[Moment<G>],
        outcome: Outcome,
        max_turns: u32,
        found: &mut CoachFindings,
    ) -> Result<(), NoAnswer> {
        let (rules, names) = (self.rules, self.rules.feature_names());
        let mut places: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
        let last = moments.last().map_or(0, |moment| rules.turn(&moment.state));
        for (at, moment) in moments.iter().enumerate() {
            let turn = rules.turn(&moment.state);
            let open = moment.legal.len() > 1 && turn > 0 && rules.is_quiescent(&moment.state);
            if self.player(moment.seat) != 1 || !open {
                continue;
            }
            let idle = rules.passing_action(&moment.state, &moment.legal);
            let (passed, end) = self.comes_to(&self.after(&moment.state, moment.legal[idle]), moment.seat);
            // It won the game in this turn, and does not if it stops here.
            if turn == last && outcome.won(moment.seat) && moment.done != idle && rules.outcome(&end).is_none() {
                places.entry(MISSED).or_default().push((at, idle));
            }
            let worth = self.weights.score(&passed);
            for action in (0..moment.legal.len()).filter(|action| *action != idle && *action != moment.done) {
                let (done, _) = self.comes_to(&self.after(&moment.state, moment.legal[action]), moment.seat);
                let chance = |worth: i64| self.weights.chance().probability(worth as f64, turn, rules.seats());
                let gained = |(at, weight): (usize, &i32)| i64::from(done[at] - passed[at]) * i64::from(*weight);
                let gains = self.weights.numbers().iter().enumerate().map(gained);
                let worst = gains.clone().enumerate().min_by_key(|(_, gain)| *gain);
                let lost = chance(worth) - chance(worth + gains.clone().sum::<i64>());
                // Something is lost by it, and nothing gained.
                if lost >= WASTE
                    && gains.clone().all(|gain| gain <= 0)
                    && let Some((feature, _)) = worst
                {
                    places.entry(names[feature]).or_default().push((at, action));
                }
            }
        }
        let mut dice = self.trial.seed.part(u64::MAX - self.number).fast();
        for (kind, places) in places {
            let (at, action) = places[Dice::below(&mut dice, places.len() as u32) as usize];
            if !self.is_mistake(&moments[at], action, max_turns, &mut dice)? {
                continue;
            }
            let (_, verdict) = self.judge(&moments[at], action, at)?;
            let share = found.planted.entry(kind.to_owned()).or_default();
            *share = Share { hits: share.hits + u64::from(verdict != Verdict::Fine), of: share.of + 1 };
        }
        Ok(())
    }

    /// Whether an action surely wins less than what was done, by 5 points at least, if the weaker player plays on for all seats in imagined worlds.
    fn is_mistake(
        &self,
        moment: &Moment<G>,
        action: usize,
        max_turns: u32,
        dice: &mut FastRng,
    ) -> Result<bool, NoAnswer> {
        let rules = self.rules;
        let (mut only_done, mut only_planted, mut legal) = (0, 0, Vec::new());
        for pair in 0..PAIRS {
            let world = rules.determinize(&moment.state, moment.seat, dice);
            let mut wins = [false; 2];
            for (won, action) in wins.iter_mut().zip([moment.done, action]) {
                let key = rules.action_key(&moment.state, moment.legal[action]);
                rules.legal_actions(&world, &mut legal);
                let Some(there) = legal.iter().find(|there| rules.action_key(&world, **there) == key) else { continue };
                let after = self.after(&world, *there);
                let seed = self.trial.seed.part(self.number).part(pair);
                let new = |seat: u8| self.trial.players[0].new_player::<G>(Some(self.weights), seed.part(seat.into()));
                let mut players: Vec<Box<dyn Player<G>>> = (0..rules.seats()).map(new).collect();
                let mut seated: Vec<&mut dyn Player<G>> = players.iter_mut().map(|player| &mut **player as _).collect();
                let turns = max_turns.max(rules.turn(&moment.state));
                let played = game_loop::play_from(rules, after, &mut seated, turns, &mut NullSink, &mut Vec::new())?;
                *won = played.outcome.won(moment.seat);
            }
            only_done += u64::from(wins == [true, false]);
            only_planted += u64::from(wins == [false, true]);
        }
        let lost = stats::paired_difference(only_done, only_planted, PAIRS);
        Ok(Verdict::new(lost, false) != Verdict::Fine)
    }
}
