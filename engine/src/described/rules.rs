//! The rules of a described game, as every player and tool asks for them.

use catalog::source::Source;
use formats::rng::{FastRng, Seed};

use crate::kernel::audience::Audience;
use crate::kernel::observation::{Observation, TurnPhase};
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::rules::{Actor, EventSink, Metric, Rules};
use crate::kernel::weights::{Weights, WeightsError};

use super::evaluate::View;
use super::expression::Kind;
use super::program::{Instruction, Layout};
use super::run::Play;
use super::{Choice, Described, Event, State, slots};

impl<const W: usize> Rules for Described<W> {
    type State = State<W>;
    type Action = Choice;
    type Event = Event;

    fn start<S: EventSink<Event>>(&self, seed: Seed, first: Option<u8>, sink: &mut S) -> State<W> {
        self.data.start(seed, first, sink)
    }

    fn seats(&self) -> u8 {
        self.data.layout.seats
    }

    fn actor(&self, state: &State<W>) -> Actor {
        match state.over {
            Some(_) => Actor::Nobody,
            None => Actor::Seat(state.slot(slots::YOU) as u8),
        }
    }

    fn legal_actions(&self, state: &State<W>, out: &mut Vec<Choice>) {
        out.clear();
        let view = View::new(&self.data, state);
        if let Some((_, question)) = view.asked() {
            view.answers(question, out);
        }
    }

    fn allows(&self, state: &State<W>, action: Choice) -> bool {
        let view = View::new(&self.data, state);
        view.asked().is_some_and(|(_, question)| view.allows(question, action))
    }

    fn act<S: EventSink<Event>>(&self, state: &mut State<W>, action: Choice, sink: &mut S) {
        Play::new(&self.data, state, sink).act(action);
    }

    fn outcome(&self, state: &State<W>) -> Option<Outcome> {
        state.over
    }

    fn turn(&self, state: &State<W>) -> u32 {
        state.slot(slots::TURN) as u32
    }

    fn stop(&self, state: &mut State<W>, reason: EndReason) {
        state.over.get_or_insert(Outcome { winners: 0, reason, team: false });
    }

    fn payoff(&self, state: &State<W>, seat: u8) -> Option<i32> {
        state.over.map(|_| state.numbers[(self.data.layout.scores + u32::from(seat)) as usize])
    }

    fn feature_names(&self) -> Vec<&str> {
        self.data.features.names().iter().map(String::as_str).collect()
    }

    fn feature_label(&self, feature: usize) -> String {
        self.data.features.label(feature)
    }

    fn weights(&self, source: &Source, game: &str) -> Result<Weights, WeightsError> {
        self.data.features.read_weights(source, game)
    }

    fn features(&self, state: &State<W>, seat: u8, out: &mut [i32]) {
        View::new(&self.data, state).features(seat, out);
    }

    fn action_key(&self, state: &State<W>, action: Choice) -> u64 {
        let mut key = 0;
        let mut add = |number: u64| key = (key ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        add((1 + u64::from(action.action)) | (u64::from(action.seat as u8) << 16));
        add(u64::from(action.number as u32) | u64::from(action.word as u32) << 32);
        for card in self.data.chosen(action) {
            let place = state.place(&self.data.layout, card);
            add(u64::from(self.data.def_of[usize::from(card)]) << 16 | u64::from(place));
        }
        key
    }

    /// Where abilities fight, or teams, who wins counts more than by how much.
    fn is_scored(&self) -> bool {
        let program = &self.data.program;
        program.score.is_some() && program.cards.is_none() && program.teams.is_none()
    }

    fn sight_key(&self, state: &State<W>, seat: Option<u8>) -> u64 {
        let wanted = seat.map_or(self.data.all_seats, |seat| 1 << seat);
        let seen = self.data.sees.iter().zip(&state.sets).filter(|(sees, _)| **sees & wanted == wanted);
        seen.flat_map(|(_, cards)| *cards.words())
            .fold(0, |key: u64, word| (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
    }

    fn passing_action(&self, _: &State<W>, legal: &[Choice]) -> usize {
        let passes = |choice: &Choice| self.data.program.actions[usize::from(choice.action)].passes;
        legal.iter().position(passes).unwrap_or(0)
    }

    fn is_idle(&self, _: &State<W>, action: Choice) -> bool {
        self.data.program.actions[usize::from(action.action)].passes
    }

    /// Whether no action is under way.
    fn is_quiescent(&self, state: &State<W>) -> bool {
        state.over.is_some() || state.slot(slots::DEPTH) == 0
    }

    fn is_combat(&self, _: &State<W>) -> bool {
        false
    }

    fn determinize(&self, state: &State<W>, seat: u8, dice: &mut FastRng) -> State<W> {
        let (sets, numbers, flags, pools) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut world =
            State { sets, numbers, flags, pools, settled: state.settled, dice: state.dice.clone(), over: None };
        self.determinize_into(state, seat, dice, &mut world);
        world
    }

    fn determinize_into(&self, state: &State<W>, seat: u8, dice: &mut FastRng, world: &mut State<W>) {
        self.data.determinize(state, seat, dice, world);
    }

    fn digest(&self, state: &State<W>) -> u64 {
        state.digest()
    }

    fn notation(&self, state: &State<W>, action: Choice) -> String {
        self.data.notation(state, action)
    }

    fn label_for(&self, state: &State<W>, action: Choice, to: &Audience) -> String {
        self.data.label(state, action, to)
    }

    fn hidden(&self, event: Event) -> Event {
        event.hidden()
    }

    const HAS_METRICS: bool = true;

    fn metric(&self, event: Event) -> Option<Metric> {
        let data = &self.data;
        match event {
            Event::Turn { seat, .. } => Some(Metric::Turn { seat }),
            Event::Moves { card, from, to, .. } if card != super::event::HIDDEN => {
                // Cards of a deck that are looked at have not been drawn.
                let looked = data.program.cards.as_ref().map(|rules| rules.looked);
                let zone = |set: u16| {
                    let (zone, owner) = data.layout.zone_of[usize::from(set)];
                    let layout = data.program.zones[usize::from(zone)].layout;
                    (if looked == Some(zone) { Layout::Pile } else { layout }, owner)
                };
                let ((before, holder), (after, owner)) = (zone(from), zone(to));
                let card = data.cards[usize::from(card)];
                match (before, after) {
                    (Layout::Pile, Layout::Hand) => Some(Metric::Draws { seat: owner, card }),
                    (Layout::Hand, Layout::Field | Layout::Row) => Some(Metric::Plays { seat: holder, card }),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn is_turn(&self, event: Event) -> bool {
        matches!(event, Event::Turn { .. })
    }

    /// What was just said of a card, where cards go that nobody sees or that were only looked at, and what lanes show.
    fn is_quiet(&self, event: Event, seat: Option<u8>) -> bool {
        let rules = self.data.program.cards.as_ref();
        let shown_in_lanes = |counter: u16| {
            let rules = rules.filter(|rules| !rules.lanes.is_empty());
            rules.is_some_and(|rules| [rules.lane, rules.strength].contains(&Some(counter)))
        };
        match event {
            Event::Counts { counter, number, .. } => {
                let declared = &self.data.program.counters[usize::from(counter)];
                // What is so no longer, or no longer names anything, is seen where it stood.
                let is_over = number == declared.start && (declared.is_fact() || declared.kind != Kind::Number);
                shown_in_lanes(counter) || is_over
            }
            Event::Moves { card, from, to, told } => {
                let was_told = seat.map_or(told != 0, |seat| told >> seat & 1 != 0);
                let is_unseen = card == super::event::HIDDEN && !self.data.is_draw(from, to);
                was_told || is_unseen || self.data.passes_through(from, to) || self.data.is_put_back(from, to)
            }
            Event::Turn { .. }
            | Event::Does { .. }
            | Event::MoveTogether { .. }
            | Event::Reveals { .. }
            | Event::Shuffles { .. }
            | Event::LooksThrough { .. }
            | Event::Rolls { .. }
            | Event::Out { .. }
            | Event::Loops { .. }
            | Event::Over { .. } => false,
        }
    }

    fn condense(&self, events: Vec<(usize, Event)>) -> Vec<(usize, Event)> {
        self.data.condense(events)
    }

    fn tell_outcome(&self, outcome: Outcome, to: &Audience) -> String {
        self.data.outcome_text(outcome, to)
    }

    fn tell_event(&self, event: Event, to: &Audience) -> String {
        self.data.event_text(event, to)
    }

    fn phases(&self) -> Vec<TurnPhase> {
        let labels = self.data.program.phases.iter();
        let phase = |(id, label): (&String, &String)| TurnPhase { id: id.clone(), label: label.clone() };
        self.data.program.phase_ids.iter().zip(labels).map(phase).collect()
    }

    fn observe(&self, state: &State<W>, to: &Audience) -> Observation {
        self.data.observe(state, to)
    }
}

impl<const W: usize> Described<W> {
    /// Whether the seats are asked at once, so that nobody sees an answer before all have given theirs.
    pub fn is_simultaneous(&self, state: &State<W>) -> bool {
        let at = state.slot(slots::NEXT) as usize;
        matches!(self.data.program.code.get(at), Some(Instruction::AskTogether(..)))
    }
}
