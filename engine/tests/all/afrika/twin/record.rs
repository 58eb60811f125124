//! A random game of the engine, written down.

use engine::games::afrika::{Action, Duel, Event, Id, State, Step as Now};
use engine::kernel::outcome::EndReason;
use engine::kernel::rules::{Actor, EventSink, NullSink, Rules, Seats};
use formats::rng::{Dice, Seed};

/// A decision.
pub struct Step {
    pub state: State<2, 128>,
    pub now: Option<Now>,
    pub seat: u8,
    pub legal: Vec<Action>,
    pub action: Action,
}

pub struct Record {
    pub steps: Vec<Step>,
    /// The seat that begins.
    pub first: u8,
    /// The cards that were drawn, in order.
    pub drawn: Vec<Id>,
    /// What happened, each with the number of decisions before it.
    pub log: Vec<(usize, Event)>,
    pub end: State<2, 128>,
    /// Whether the game was cut short.
    pub stopped: bool,
}

#[derive(Default)]
struct Scribe {
    first: u8,
    drawn: Vec<Id>,
    now: Option<Now>,
    log: Vec<(usize, Event)>,
    step: usize,
}

impl EventSink<Event> for Scribe {
    fn on_event(&mut self, event: Event, _: Seats) {
        match event {
            Event::Begins { seat } => self.first = seat,
            Event::Draws { card, .. } => self.drawn.push(card),
            Event::Step { step } => self.now = Some(step),
            _ => {}
        }
        self.log.push((self.step, event));
    }
}

impl Record {
    pub fn of(duel: &Duel, seed: Seed, turns: u32) -> Record {
        let mut scribe = Scribe::default();
        let mut state = duel.start(seed, None, &mut scribe);
        let mut dice = seed.part(1).fast();
        // Some are timid, so that boards grow, and games last until the cards run out.
        let timid = dice.below(4);
        let mut steps = Vec::new();
        let mut stopped = false;
        while let Actor::Seat(seat) = duel.actor(&state) {
            if duel.turn(&state) > turns {
                duel.stop(&mut state, EndReason::TurnLimit);
                stopped = true;
                break;
            }
            let mut legal = Vec::new();
            duel.legal_actions(&state, &mut legal);
            let mut any = || legal[dice.below(legal.len() as u32) as usize];
            let mut action = any();
            if matches!(action, Action::Pass | Action::Mulligan) {
                action = any();
            }
            for _ in 0..timid {
                if matches!(action, Action::Attack(_)) {
                    action = any();
                }
            }
            let before = state.clone();
            scribe.step += 1;
            let now = scribe.now;
            duel.apply(&mut state, action, &mut scribe).expect("what is listed is allowed");
            steps.push(Step { state: before, now, seat, legal, action });
        }
        // The log changes nothing, so a game without one ends in the same way.
        let mut again = duel.start(seed, None, &mut NullSink);
        for step in &steps {
            duel.apply(&mut again, step.action, &mut NullSink).expect("as before");
        }
        assert!(stopped || duel.digest(&again) == duel.digest(&state));
        // The twin has no bounds for what can be in play.
        stopped |= duel.outcome(&state).is_some_and(|o| o.reason == EndReason::Overflow);
        Record { steps, first: scribe.first, drawn: scribe.drawn, log: scribe.log, end: state, stopped }
    }
}
