//! What a player that thinks would do at a decision, and why: while a game is played, or when it is over.

use formats::rng::{FastRng, Seed};
use rayon::prelude::*;

use crate::kernel::audience::Audience;
use crate::kernel::evaluation::{Evaluation, Evaluations};
use crate::kernel::free_text;
use crate::kernel::game_loop::GameObserver;
use crate::kernel::parallel::Progress;
use crate::kernel::player::{NoAnswer, SeatView};
use crate::kernel::record::{Recorder, Replay, ReplayMismatch};
use crate::kernel::rules::{Actor, EventSink, Rules, Seats};
use crate::kernel::stats::Estimate;
use crate::kernel::weights::Weights;
use crate::players::PlayerKind;
use crate::session::reasons::{explain, is_best, more_chance, outcomes, summarize, wins_now};

/// An action as a player sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct Alternative {
    /// As records have it.
    pub notation: String,
    /// In the language that is spoken.
    pub label: String,
    /// What is thought of it.
    pub evaluation: Evaluation,
}

/// What a player would do.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// The actions, best first.
    pub alternatives: Vec<Alternative>,
    /// How much better the first of them is than the one that it is compared with, or what it leads to as far as the player looks.
    pub headline: String,
    /// What surely happens after the first of them and after the one that it is compared with, where that differs.
    pub outcomes: Option<String>,
    /// The same with how much more and less of what.
    pub why: String,
    /// The chances of winning, from 0 to 1, with the first action and with the one that it is compared with; nothing for games
    /// whose chances were never fitted to games.
    pub chances: Option<[f64; 2]>,
}

impl Advice {
    /// Why the first of them, in plain words.
    pub fn sentence(&self) -> String {
        match &self.outcomes {
            Some(outcomes) => format!("{} {outcomes}", self.headline),
            None => self.headline.clone(),
        }
    }
}

/// A decision of a game with what a player thinks of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    /// Which choice of the game, from 1.
    pub at: usize,
    /// The turn, from 1.
    pub turn: u32,
    /// Who decided, from 0.
    pub seat: u8,
    /// How many events were told before it.
    pub events: usize,
    /// What was done.
    pub done: String,
    /// The chance of winning with what is advised, and with what was done, from 0 to 1; nothing if one was never tried.
    pub chances: Option<[f64; 2]>,
    /// How much chance that loses, and the ends of its 95 per cent interval; less than 0 is a gain.
    pub lost: Estimate,
    /// Whether it could have won in this turn, surely, and was done otherwise.
    pub missed_win: bool,
    /// What the player thinks.
    pub advice: Advice,
}

/// How bad a decision is, by what it surely loses.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Serialize,
    schemars::JsonSchema,
    strum::VariantArray,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Verdict {
    /// Less than 5 points.
    Fine,
    /// At least 5 points.
    Inaccuracy,
    /// At least 10 points.
    Mistake,
    /// At least 20 points.
    Blunder,
}

impl Verdict {
    /// What a decision surely loses at least, from 0 to 1.
    pub fn least(self) -> f64 {
        match self {
            Verdict::Fine => 0.0,
            Verdict::Inaccuracy => 0.05,
            Verdict::Mistake => 0.1,
            Verdict::Blunder => 0.2,
        }
    }

    /// How bad a decision is that loses so much chance: the interval must exclude that it loses less. Whoever could have won and goes on
    /// has lost something, however good the position stays.
    pub fn new((_, low, _): Estimate, missed_win: bool) -> Verdict {
        let bad = |verdict: &&Verdict| low >= verdict.least();
        let by_loss = <Verdict as strum::VariantArray>::VARIANTS.iter().rev().find(bad).copied();
        by_loss.unwrap_or(Verdict::Fine).max(if missed_win { Verdict::Inaccuracy } else { Verdict::Fine })
    }
}

impl Decision {
    /// How bad it is.
    pub fn verdict(&self) -> Verdict {
        Verdict::new(self.lost, self.missed_win)
    }
}

/// A player's thoughts in words. `view` and `legal` are those of the decision that they are about. The best action is
/// compared with `done`, or with the next best if that is what was done or nothing was yet.
fn describe<G: Rules>(
    view: &SeatView<'_, G>,
    legal: &[G::Action],
    evaluations: &Evaluations,
    done: Option<usize>,
    to: &Audience,
) -> Advice {
    let alternative = |o: &Evaluation| {
        let action = legal[o.action];
        Alternative { notation: view.notation(action), label: view.label(action, to), evaluation: *o }
    };
    let alternatives: Vec<Alternative> = evaluations.ranked().iter().map(alternative).collect();
    let (headline, outcomes, why, chances) = match &alternatives[..] {
        [best, second, ..] => {
            // To use another copy of a card, or one equal card for another, is no other plan.
            let differs = |a: &&Alternative| kind_of(&a.label) != kind_of(&best.label);
            let others = &alternatives[1..];
            let other = others.iter().find(|a| Some(a.evaluation.action) == done);
            let other = other.or_else(|| others.iter().find(differs)).unwrap_or(second);
            let deltas = evaluations.feature_deltas(best.evaluation.action, other.evaluation.action);
            let why = explain(view.rules(), best, other, &deltas);
            // Of what was done right nothing has to be told but the numbers.
            let outcomes =
                (done != Some(best.evaluation.action)).then(|| outcomes(view, legal, best, other, to)).flatten();
            let fitted = evaluations.are_fitted();
            let headline = match &outcomes {
                _ if evaluations.missed_win() => wins_now(best),
                _ if fitted => more_chance(best, other),
                Some(_) => is_best(best),
                None => summarize(view.rules(), best, other, &deltas),
            };
            let chances = fitted.then(|| [best, other].map(|of| of.evaluation.chance));
            (headline, outcomes, why, chances)
        }
        _ => Default::default(),
    };
    Advice { alternatives, headline, outcomes, why, chances }
}

/// An action without the numbers that tell equal cards apart, such as `#2` or `(3)`.
fn kind_of(label: &str) -> String {
    let mut numbered = false;
    let keeps = |c: &char| {
        let is_number = numbered && c.is_ascii_digit();
        let ends = numbered && *c == ')';
        numbered = matches!(c, '#' | '(') || is_number;
        !(numbered || ends)
    };
    label.chars().filter(keeps).collect()
}

/// A decision that was made: what was thought of it, in words.
pub(crate) fn decision<G: Rules>(
    view: &SeatView<'_, G>,
    legal: &[G::Action],
    done: usize,
    evaluations: &Evaluations,
    at: usize,
    events: usize,
) -> Decision {
    let advice = describe(view, legal, evaluations, Some(done), &Audience::default());
    let ranked = evaluations.ranked();
    let was_done = ranked.iter().find(|o| o.action == done);
    let both = ranked.first().zip(was_done);
    let chances = both.map(|(best, done)| [best.chance, done.chance]);
    let lost = both.map_or((0.0, 0.0, 0.0), |(best, done)| evaluations.chance_difference(best.action, done.action));
    let done = view.notation(legal[done]);
    let missed_win = evaluations.missed_win();
    Decision { at, turn: view.turn(), seat: view.seat(), events, done, chances, lost, missed_win, advice }
}

/// Records a game, with what its players thought of their decisions.
pub struct DecisionRecorder<G: Rules> {
    /// The game.
    pub recorder: Recorder<G>,
    /// Of players that compare actions.
    pub decisions: Vec<Decision>,
}

impl<G: Rules> Default for DecisionRecorder<G> {
    fn default() -> Self {
        DecisionRecorder { recorder: Recorder::default(), decisions: Vec::new() }
    }
}

impl<G: Rules> EventSink<G::Event> for DecisionRecorder<G> {
    fn roll(&mut self, dice: &mut FastRng, n: u32) -> u32 {
        self.recorder.roll(dice, n)
    }

    fn on_event(&mut self, event: G::Event, to: Seats) {
        self.recorder.on_event(event, to);
    }
}

impl<G: Rules> GameObserver<G> for DecisionRecorder<G> {
    fn on_action(&mut self, game: &G, state: &G::State, seat: u8, action: G::Action, options: usize) {
        self.recorder.on_action(game, state, seat, action, options);
    }

    fn on_evaluations(
        &mut self,
        view: &SeatView<'_, G>,
        legal: &[G::Action],
        choice: usize,
        evaluations: &Evaluations,
    ) {
        let (at, events) = (self.recorder.log.actions.len() + 1, self.recorder.events.len());
        self.decisions.push(decision(view, legal, choice, evaluations, at, events));
    }
}

/// What a player of a kind would do at a decision under way, and why, in words for somebody; `None` for a kind that
/// compares nothing. The same seed gives the same advice.
///
/// # Errors
/// If the player gives no answer.
pub fn advise<G: Rules + 'static>(
    view: &SeatView<'_, G>,
    legal: &[G::Action],
    kind: &PlayerKind,
    weights: &Weights,
    seed: Seed,
    to: &Audience,
) -> Result<Option<Advice>, NoAnswer> {
    let Some(mut player) = kind.new_coach::<G>(weights, seed, None) else { return Ok(None) };
    player.choose(view, legal)?;
    Ok(player.evaluations().map(|evaluations| describe(view, legal, evaluations, None, to)))
}

/// Which decisions of a game are reviewed, and by whom.
#[derive(Debug, Clone)]
pub struct ReviewRequest {
    /// Who judges; a kind that compares nothing judges nothing.
    pub kind: PlayerKind,
    /// Only this choice of the game, from 1.
    pub at: Option<usize>,
    /// Only those of this seat, from 0.
    pub seat: Option<u8>,
    /// Threads; 0 takes as many as the machine has.
    pub threads: usize,
}

/// A decision as it stood.
pub struct DecisionPoint<G: Rules> {
    at: usize,
    events: usize,
    seat: u8,
    state: G::State,
    legal: Vec<G::Action>,
    done: usize,
}

/// Plays a game to its end again, and keeps the decisions that a review is about.
///
/// # Errors
/// If it comes out otherwise than recorded.
pub fn decision_points<G: Rules>(
    game: &G,
    replay: &mut Replay<'_, G>,
    request: &ReviewRequest,
) -> Result<Vec<DecisionPoint<G>>, ReplayMismatch> {
    let mut moments = Vec::new();
    let mut legal = Vec::new();
    loop {
        let (at, events) = (replay.actions_done(), replay.events().len());
        let before = match game.actor(&replay.state) {
            Actor::Seat(seat) => Some((seat, replay.state.clone())),
            Actor::Nobody => None,
        };
        if !replay.step()? {
            return Ok(moments);
        }
        let Some((seat, state)) = before.filter(|_| replay.actions_done() > at) else { continue };
        if request.at.is_some_and(|request| request != at + 1) || request.seat.is_some_and(|request| request != seat) {
            continue;
        }
        game.legal_actions(&state, &mut legal);
        let Some((_, text)) = replay.log().actions.get(at) else { continue };
        let Some((done, _)) = free_text::find_action(game, &state, &legal, text) else { continue };
        moments.push(DecisionPoint { at: at + 1, events, seat, state, legal: legal.clone(), done });
    }
}

/// What a player thinks of decisions, in their order. The same moments give the same thoughts, on any number of
/// threads: each has its own chance. `None` if it was stopped.
///
/// # Errors
/// If the player gives no answer.
pub fn review<G: Rules + 'static>(
    game: &G,
    moments: Vec<DecisionPoint<G>>,
    request: &ReviewRequest,
    weights: &Weights,
    progress: &Progress,
) -> Result<Option<Vec<Decision>>, NoAnswer> {
    let one = |moment: DecisionPoint<G>| -> Result<Option<Decision>, NoAnswer> {
        let player = request.kind.new_coach::<G>(weights, Seed::from_number(moment.at as u64), Some(moment.done));
        let Some(mut player) = player.filter(|_| !progress.stopped()) else { return Ok(None) };
        let view = SeatView::new(game, &moment.state, moment.seat);
        player.choose(&view, &moment.legal)?;
        progress.add(1);
        let evaluations = player.evaluations();
        Ok(evaluations
            .map(|evaluations| decision(&view, &moment.legal, moment.done, evaluations, moment.at, moment.events)))
    };
    match rayon::ThreadPoolBuilder::new().num_threads(request.threads).build() {
        Ok(pool) => pool.install(|| moments.into_par_iter().map(one).collect()),
        Err(_) => moments.into_iter().map(one).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::kind_of;

    #[test]
    fn equal_cards_are_one_kind_and_chosen_numbers_are_not() {
        assert_eq!(kind_of("Charge Nebula Plains #4"), kind_of("Charge Nebula Plains #2"));
        assert_eq!(kind_of("choose enemy Ox (3)"), kind_of("choose enemy Ox (12)"));
        assert_ne!(kind_of("Bid 7"), kind_of("Bid 8"));
        assert_ne!(kind_of("Play Memo on 1945 (1)"), kind_of("Play Memo on 1946 (1)"));
    }
}
