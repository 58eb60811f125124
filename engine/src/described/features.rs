//! What players look at: derived from what a game declares, so that no author has to say it.

use catalog::{Source, tr};

use crate::kernel::weights::{Weights, WeightsError};

use super::evaluate::View;
use super::program::{CounterOwner, Program, Sees, ZoneOwner};
use crate::described::expression::{CardNumber, Kind};

/// What of a position counts for a player.
#[derive(Debug, Clone, Default)]
pub(super) struct Features {
    all: Vec<Feature>,
    names: Vec<String>,
    /// What the author calls what is counted.
    labels: Vec<String>,
    weights: Vec<i32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Feature {
    /// What the seat scores, or would score now.
    Score,
    /// Whether the seat has won or lost.
    Won,
    /// A counter, one's own less the mean of the others'.
    Counter(u16),
    /// Cards in a zone, likewise.
    Zone(u16),
    /// The sum of a number that changes over the cards in play, likewise.
    Sum(u16),
    /// Cards that attack, by their counter.
    Attackers(u16),
    /// What the rules name for players: likewise, where everybody sees it; otherwise one's own.
    Term(u16),
}

/// Worth of a victory beside all else.
const VICTORY: i32 = 1_000;
/// Worth of a point.
const POINT: i32 = 40;
/// Where nothing is scored: worth of one in a counter that all see.
const COUNTER: i32 = 20;
/// In games with cards in play: worth of a card in hand, and of one in play, so that playing is worth something in itself.
const HAND: i32 = 6;
const IN_PLAY: i32 = 8;
/// Likewise, of a card that attacks: enough to attack where nothing is against it.
const ATTACKER: i32 = 2;
/// Likewise, of one in a number of a card in play.
const STRENGTH: i32 = 10;

impl Features {
    pub(super) fn new(program: &Program) -> Features {
        let mut features = Features::default();
        let mut add = |feature, name: String, label: String| {
            features.all.push(feature);
            features.names.push(name);
            features.labels.push(label);
        };
        add(Feature::Won, "won".into(), String::new());
        if program.score.is_some() {
            add(Feature::Score, "score".into(), String::new());
        }
        for (at, counter) in (0..).zip(&program.counters) {
            if counter.kind == Kind::Number && matches!(counter.owner, CounterOwner::Seat | CounterOwner::Team) {
                add(Feature::Counter(at), format!("counter.{}", counter.id), counter.title.to_lowercase());
            }
        }
        for (at, zone) in (0..).zip(&program.zones) {
            if zone.owner != ZoneOwner::Table && zone.sees != Sees::Nobody {
                add(Feature::Zone(at), format!("zone.{}", zone.id), zone.title.to_lowercase());
            }
        }
        for (at, live) in (0..).zip(program.cards.iter().flat_map(|rules| &rules.live)) {
            add(Feature::Sum(at), format!("play.{}", live.id), live.title.to_lowercase());
        }
        if let Some(attacking) = program.cards.as_ref().and_then(|rules| rules.attacking) {
            add(Feature::Attackers(attacking), "attackers".into(), String::new());
        }
        for (at, term) in (0..).zip(&program.evaluation) {
            add(Feature::Term(at), format!("evaluation.{}", term.title), term.title.clone());
        }
        let shown = |counter: u16| program.counters[usize::from(counter)].shown;
        let cards = program.cards.as_ref();
        let weight = |feature: &Feature| match feature {
            Feature::Score => POINT,
            Feature::Won if program.score.is_none() => VICTORY,
            Feature::Term(at) => program.evaluation[usize::from(*at)].weight,
            _ if program.score.is_some() && cards.is_none() => 0,
            // What is scored counts more than what one has.
            Feature::Counter(counter) if program.score.is_none() && shown(*counter) => COUNTER,
            Feature::Zone(zone) if cards.is_some_and(|rules| rules.hand == *zone) => HAND,
            Feature::Zone(zone) if cards.is_some_and(|rules| rules.play == *zone) => IN_PLAY,
            Feature::Sum(_) => STRENGTH,
            Feature::Attackers(_) => ATTACKER,
            Feature::Won | Feature::Counter(_) | Feature::Zone(_) => 0,
        };
        features.weights = features.all.iter().map(weight).collect();
        features
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn label(&self, feature: usize) -> String {
        let title = self.labels[feature].clone();
        match self.all[feature] {
            Feature::Won => tr!("feature" => "wins"),
            Feature::Score => tr!("lead in the score"),
            Feature::Counter(_) | Feature::Term(_) => title,
            Feature::Zone(_) => tr!("cards in {title}", title),
            Feature::Sum(_) => tr!("{title} in play", title),
            Feature::Attackers(_) => tr!("attackers"),
        }
    }

    /// The weights of a game's file, over those that are derived.
    pub(super) fn read_weights(&self, source: &Source, game: &str) -> Result<Weights, WeightsError> {
        let usual = self.weights();
        match source.file(&format!("{game}/bots/greedy.toml")) {
            Some(_) => {
                let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
                Weights::load_over(source, game, &names, Some(&usual))
            }
            None => Ok(Weights::from_numbers(usual)),
        }
    }

    /// Weights for a game whose players have none of their own: the score; where there is none, victory, and what usually
    /// leads to it.
    pub(super) fn weights(&self) -> Vec<i32> {
        self.weights.clone()
    }
}

impl<const W: usize> View<'_, W> {
    /// A number of the cards that a seat has in play, added up.
    fn sum_in_play(&self, seat: u8, number: impl Fn(u16) -> i32) -> i32 {
        let play = self.data.program.cards.as_ref().map_or(0, |rules| rules.play);
        let first = usize::from(self.data.layout.zones[usize::from(play)]);
        let cards = self.state.sets[first + usize::from(seat)].iter();
        cards.map(number).fold(0, i32::saturating_add)
    }

    /// The features of the position for a seat.
    pub(super) fn features(&self, seat: u8, out: &mut [i32]) {
        let (data, state) = (self.data, self.state);
        let seats = data.layout.seats;
        let teams = data.program.teams.unwrap_or(seats);
        let others = || (0..seats).filter(|other| other % teams != seat % teams);
        let count = others().count().max(1) as i32;
        let mean =
            |number: &dyn Fn(u8) -> i32| number(seat) - others().map(number).fold(0, i32::saturating_add) / count;
        for (feature, out) in data.features.all.iter().zip(out) {
            *out = match feature {
                Feature::Won => match state.over {
                    Some(outcome) if outcome.won(seat) => 1,
                    Some(outcome) if outcome.winners != 0 => -1,
                    _ => 0,
                },
                Feature::Score => match (&data.program.score, state.over) {
                    (_, Some(_)) => mean(&|seat| state.numbers[(data.layout.scores + u32::from(seat)) as usize]),
                    (Some(score), None) => mean(&|seat| self.as_you(seat.into()).value(score)),
                    (None, None) => 0,
                },
                Feature::Sum(live) => mean(&|seat| self.sum_in_play(seat, |card| self.live_number(*live, card))),
                Feature::Attackers(counter) => {
                    let attacks = |card| i32::from(self.card_number(CardNumber::Counter(*counter), card) > 0);
                    mean(&|seat| self.sum_in_play(seat, attacks))
                }
                Feature::Term(at) => {
                    let term = &data.program.evaluation[usize::from(*at)];
                    let number = |seat: u8| self.as_you(seat.into()).value(&term.number);
                    if term.is_public { mean(&number) } else { number(seat) }
                }
                Feature::Counter(counter) => mean(&|seat| state.numbers[self.seat_counter(*counter, seat)]),
                Feature::Zone(zone) => {
                    let first = data.layout.zones[usize::from(*zone)];
                    let team = data.program.zones[usize::from(*zone)].owner == ZoneOwner::Team;
                    mean(&|seat| {
                        let place = first + u16::from(if team { seat % teams } else { seat });
                        state.sets[usize::from(place)].count() as i32
                    })
                }
            };
        }
    }
}
