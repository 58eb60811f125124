//! A random game of the engine, written down.

use engine::games::chronx::{Action, Duel, Event, Id, State};
use engine::kernel::outcome::EndReason;
use engine::kernel::rules::{Actor, EventSink, NullSink, Rules, Seats};
use formats::rng::{Dice, FastRng, Seed};

/// What chance gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chance {
    /// A number.
    Roll(u8),
    /// A card; which one is known as soon as something is told of it.
    Card(Id),
}

/// Invented cards can go on for ever.
const LIMIT: usize = 3_000;

/// A decision.
pub struct Step {
    pub state: State<2>,
    pub seat: u8,
    pub legal: Vec<Action>,
    pub action: Action,
}

pub struct Record {
    pub steps: Vec<Step>,
    pub chance: Vec<Chance>,
    /// Sentences, each with the number of decisions before it.
    pub log: Vec<(usize, Event)>,
    pub end: State<2>,
    /// Whether the game was cut short.
    pub stopped: bool,
}

#[derive(Default)]
struct Scribe {
    chance: Vec<Chance>,
    /// Whether a card was picked of which nothing has been told.
    picked: bool,
    log: Vec<(usize, Event)>,
    step: usize,
}

impl EventSink<Event> for Scribe {
    fn roll(&mut self, dice: &mut FastRng, n: u32) -> u32 {
        let rolled = dice.below(n);
        self.chance.push(Chance::Roll(rolled as u8));
        rolled
    }

    fn pick(&mut self, dice: &mut FastRng, n: u32, _: &dyn Fn(u32) -> u16) -> u32 {
        assert!(!self.picked, "a card was picked of which nothing was told");
        self.picked = true;
        dice.below(n)
    }

    fn on_event(&mut self, event: Event, _: Seats) {
        use Event as E;
        if let E::Draws { card, .. }
        | E::Mills { card, .. }
        | E::Discards { card, .. }
        | E::Researches { card, .. }
        | E::Checks { card, .. } = event
            && std::mem::take(&mut self.picked)
        {
            self.chance.push(Chance::Card(card.id));
        }
        self.log.push((self.step, event));
    }
}

impl Record {
    pub fn of(duel: &Duel, seed: Seed, turns: u32, saves: bool) -> Record {
        let mut scribe = Scribe::default();
        let mut state = duel.start(seed, None, &mut scribe);
        let mut dice = seed.part(1).fast();
        let mut steps = Vec::new();
        let mut stopped = false;
        while let Actor::Seat(seat) = duel.actor(&state) {
            if duel.turn(&state) > turns || steps.len() == LIMIT {
                duel.stop(&mut state, EndReason::TurnLimit);
                stopped = true;
                break;
            }
            let mut legal = Vec::new();
            duel.legal_actions(&state, &mut legal);
            if legal.is_empty() {
                let last = scribe.log.iter().rev().take(12).map(|(_, e)| duel.event_text(*e)).collect::<Vec<_>>();
                panic!(
                    "somebody decides, but can do nothing; lately, the latest first:\n{}\n{}",
                    last.join("\n"),
                    duel.board_text(&state, None)
                );
            }
            let mut any = || legal[dice.below(legal.len() as u32) as usize];
            let mut action = any();
            // Somebody who does a little more than nothing.
            if matches!(action, Action::End | Action::Pass | Action::No | Action::Done) {
                action = any();
            }
            if saves {
                action = dearest(duel, &state, &legal).unwrap_or(action);
                let others: Vec<Action> = legal.iter().copied().filter(|a| !is_cheap(duel, &state, a)).collect();
                if is_cheap(duel, &state, &action) {
                    action = others[dice.below(others.len() as u32) as usize];
                }
            }
            let before = state.clone();
            scribe.step += 1;
            duel.apply(&mut state, action, &mut scribe).expect("what is listed is allowed");
            steps.push(Step { state: before, seat, legal, action });
        }
        // The log changes nothing, so a game without one ends in the same way.
        let mut again = duel.start(seed, None, &mut NullSink);
        for step in &steps {
            duel.apply(&mut again, step.action, &mut NullSink).expect("as before");
        }
        assert!(stopped || duel.digest(&again) == duel.digest(&state));
        // The twin has no bounds for what can happen at once.
        stopped |= duel.outcome(&state).is_some_and(|o| o.reason == EndReason::Overflow);
        Record { steps, chance: scribe.chance, log: scribe.log, end: state, stopped }
    }

    /// Cards played and abilities used.
    pub fn plays(&self) -> usize {
        self.steps.iter().filter(|s| matches!(s.action, Action::Play(..) | Action::Use(..))).count()
    }
}

/// The dearest cards hardly come down if nobody keeps Influence for them.
fn is_cheap(duel: &Duel, state: &State<2>, action: &Action) -> bool {
    matches!(action, Action::Play(id, _) if (1..5).contains(&duel.def(state, *id).printed.cost[0]))
}

/// Plays and attacks with the dearest cards.
fn dearest(duel: &Duel, state: &State<2>, legal: &[Action]) -> Option<Action> {
    let dear = |a: &&Action| matches!(a, Action::Play(id, _) | Action::Attack(id) if duel.def(state, *id).printed.cost[0] >= 5);
    legal.iter().find(dear).copied()
}
