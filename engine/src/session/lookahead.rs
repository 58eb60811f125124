//! What an action leads to if everybody passes: it is done in positions that the seat cannot tell from the real one, and only what
//! happens in all of them is told.

use std::collections::BTreeMap;

use catalog::CardIx;
use catalog::fold::capital;
use formats::rng::Seed;

use crate::kernel::audience::{Audience, EventLine, told};
use crate::kernel::legal_action::PromptKind;
use crate::kernel::observation::{CounterIcon, Observation, ZoneLayout};
use crate::kernel::outcome::Outcome;
use crate::kernel::player::SeatView;
use crate::kernel::record::Recorder;
use crate::kernel::rules::{Actor, Metric, Rules};

/// Positions that are tried: what hangs on hidden cards or chance differs in one of them.
const WORLDS: usize = 16;
/// Decisions after which nothing is looked for any more.
const DECISIONS: usize = 60;

/// What surely happens.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LookAhead {
    /// What the numbers of seats, of their lanes and of cards in play become.
    pub numbers: Vec<EventLine>,
    /// How many of these, at the end, are only what it costs: life and resources of the seat that acts that become less.
    pub costs: usize,
    /// What happens beside, in order, up to the end of what the action begins.
    pub events: Vec<EventLine>,
    /// Whether it does only because others pass who could do something.
    pub others_pass: bool,
    /// Whether it does only if the seat itself passes afterwards.
    pub then_pass: bool,
    /// Whether the match is over with the action and what leaves nobody a choice after it, and the seat that acts has not won.
    pub ends_unwon: bool,
}

impl LookAhead {
    /// What numbers become, other than what it costs.
    pub fn gains(&self) -> &[EventLine] {
        &self.numbers[..self.numbers.len() - self.costs]
    }

    /// Whether nothing is sure.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty() && self.events.is_empty()
    }
}

/// What happens in one of the positions that are tried.
#[derive(Default)]
struct World {
    numbers: Vec<Change>,
    events: Vec<(EventLine, Option<Metric>)>,
    others_pass: bool,
    then_pass: bool,
    ends_unwon: bool,
}

/// A number that becomes another.
#[derive(PartialEq)]
struct Change {
    of: ChangeOf,
    line: EventLine,
    /// Whether it is only what the action costs.
    is_cost: bool,
}

/// What has a number that changes.
#[derive(Clone, Copy, PartialEq)]
enum ChangeOf {
    Seat(u8, CounterIcon),
    Lane,
    Card(CardIx),
}

/// What surely happens until no play is under way, for somebody who sees what the seat of the view sees. What only repeats the action is left out,
/// and of steps to a number that is told.
pub(crate) fn look_ahead<G: Rules>(view: &SeatView<'_, G>, action: G::Action, to: &Audience) -> LookAhead {
    let (mut dice, key) = (Seed::from_number(0).fast(), view.action_key(action));
    let mut worlds = (0..WORLDS).map(|_| pass_through(view.rules(), view.determinize(&mut dice), key, to));
    let first = worlds.next().unwrap_or_default();
    let mut sure = worlds.fold(first, |sure, other| World {
        numbers: common(sure.numbers, other.numbers),
        events: common(sure.events, other.events),
        ends_unwon: sure.ends_unwon && other.ends_unwon,
        ..sure
    });
    let label = view.label(action, to);
    let repeats = |(line, _): &(EventLine, Option<Metric>)| {
        if line.cards.is_empty() {
            return line.text.to_lowercase().ends_with(&label.to_lowercase());
        }
        line.cards.iter().all(|(name, _)| label.contains(&line.text[name.clone()]))
    };
    if sure.events.first().is_some_and(repeats) {
        sure.events.remove(0);
    }
    let often = |wanted: Metric| sure.events.iter().filter(|(_, metric)| *metric == Some(wanted)).count();
    let is_told = |(line, metric): &&(EventLine, Option<Metric>)| {
        let of = metric.and_then(changed_by);
        // Which of several copies is destroyed is not told, so all that took damage have to be.
        let is_destroyed = matches!(metric, Some(Metric::Damages { card })
            if often(Metric::Destroys { card: *card }) >= often(Metric::Damages { card: *card }));
        is_destroyed || sure.numbers.iter().any(|number| Some(number.of) == of || number.line.text == line.text)
    };
    let events = counted(sure.events.iter().filter(|event| !is_told(event)).map(|(line, _)| line.clone()));
    let (costs, gains): (Vec<Change>, Vec<Change>) = sure.numbers.into_iter().partition(|change| change.is_cost);
    let (at, numbers) = (costs.len(), gains.into_iter().chain(costs).map(|number| number.line).collect());
    let (others_pass, then_pass) = (sure.others_pass, sure.then_pass);
    LookAhead { numbers, costs: at, events, others_pass, then_pass, ends_unwon: sure.ends_unwon }
}

/// What both have, in the order of the first.
fn common<T: PartialEq>(these: Vec<T>, mut others: Vec<T>) -> Vec<T> {
    let mut is_there = |one: &T| {
        let at = others.iter().position(|other| other == one);
        at.map(|at| others.remove(at)).is_some()
    };
    these.into_iter().filter(|one| is_there(one)).collect()
}

/// Does what has this key, lets everybody pass, and tells what happens.
fn pass_through<G: Rules>(game: &G, mut world: G::State, key: u64, to: &Audience) -> World {
    let (mut others_pass, mut then_pass, mut ends_unwon) = (false, false, false);
    let (seat, turn) = (game.actor(&world), game.turn(&world));
    let before = game.observe(&world, to);
    let mut recorder = Recorder::<G>::default();
    let mut legal = Vec::new();
    game.legal_actions(&world, &mut legal);
    let mut next = legal.iter().copied().find(|action| game.action_key(&world, *action) == key);
    for _ in 0..DECISIONS {
        let Some(action) = next else { break };
        game.apply_listed(&mut world, action, &mut recorder);
        let Actor::Seat(actor) = game.actor(&world) else {
            let won = |of: Outcome| matches!(seat, Actor::Seat(seat) if of.is_decided() && of.won(seat));
            ends_unwon = !others_pass && !then_pass && game.outcome(&world).is_some_and(|of| !won(of));
            break;
        };
        if game.is_quiescent(&world) && !game.is_combat(&world) {
            break;
        }
        game.legal_actions(&world, &mut legal);
        next = match legal[..] {
            [only] => Some(only),
            _ => {
                let own = seat == Actor::Seat(actor);
                (others_pass, then_pass) = (others_pass || !own, then_pass || own);
                pass(game, &world, actor, &legal)
            }
        };
    }
    // What another turn brings is no matter of this action.
    let last = recorder.events.iter().position(|(event, _)| game.is_turn(*event));
    let told = recorder.told_events(game, 0..last.unwrap_or(recorder.events.len()), to);
    let is_play = |event: G::Event| matches!(game.metric(event), Some(Metric::Plays { .. }));
    let told = told.into_iter().filter(|(_, event)| !is_play(*event));
    let events = told.map(|(line, event)| (line, game.metric(event))).collect();
    let same_turn = game.turn(&world) == turn;
    let numbers = if same_turn { changes(&before, &game.observe(&world, to), seat, to) } else { Vec::new() };
    World { numbers, events, others_pass, then_pass, ends_unwon }
}

/// The number that such an event is a step to.
fn changed_by(metric: Metric) -> Option<ChangeOf> {
    match metric {
        Metric::Hurt { seat, .. } => Some(ChangeOf::Seat(seat, CounterIcon::Life)),
        Metric::Damages { card } => Some(ChangeOf::Card(card)),
        _ => None,
    }
}

/// What happens several times is told once, with how often.
fn counted(lines: impl Iterator<Item = EventLine>) -> Vec<EventLine> {
    let mut counted: Vec<(EventLine, u32)> = Vec::new();
    for line in lines {
        match counted.iter_mut().find(|(other, _)| *other == line) {
            Some((_, times)) => *times += 1,
            None => counted.push((line, 1)),
        }
    }
    let told = counted.into_iter().map(|(line, times)| match times {
        1 => line,
        times => EventLine { text: format!("{} ×{times}", line.text), ..line },
    });
    told.collect()
}

/// What the numbers of a position become when a seat acts: those of seats, of their lanes, of cards in play.
fn changes(before: &Observation, after: &Observation, actor: Actor, to: &Audience) -> Vec<Change> {
    let line = |text: String| EventLine { text: capital(&text), cards: Vec::new(), begins_turn: false, quiet: false };
    let mut changes = Vec::new();
    for (seat, (then, now)) in (0..).zip(before.seats.iter().zip(&after.seats)) {
        for (was, is) in then.counters.iter().zip(&now.counters) {
            if was.name == is.name && was.n != is.n && was.icon != CounterIcon::Deck {
                let (name, was, icon) = (is.name.as_str(), was.n, is.icon);
                let is = is.n;
                let is_paid = matches!(icon, CounterIcon::Life | CounterIcon::Resource(_));
                let is_cost = is_paid && is < was && actor == Actor::Seat(seat);
                let text =
                    told!(to, seat, "{whom}'s {name}: {was} → {is}" / "Your {name}: {was} → {is}", name, was, is);
                changes.push(Change { of: ChangeOf::Seat(seat, icon), line: line(text), is_cost });
            }
        }
    }
    for (then, now) in before.lanes.iter().zip(&after.lanes) {
        for (seat, (was, is)) in (0..).zip(then.strengths.iter().zip(&now.strengths)) {
            if was != is {
                let lane = now.name.as_str();
                let text =
                    told!(to, seat, "{whom} in {lane}: {was} → {is}" / "You in {lane}: {was} → {is}", lane, was, is);
                changes.push(Change { of: ChangeOf::Lane, line: line(text), is_cost: false });
            }
        }
    }
    let cards = changed_cards(&numbers_in_play(before), &numbers_in_play(after));
    changes.extend(cards.into_iter().map(|(card, line)| Change { of: ChangeOf::Card(card), line, is_cost: false }));
    changes
}

/// The numbers of each card in play, such as `2/3`, by seat, zone and card; copies in order.
type Numbers = BTreeMap<(usize, String, CardIx), (String, Vec<String>)>;

fn numbers_in_play(seen: &Observation) -> Numbers {
    let mut numbers = Numbers::new();
    for (seat, side) in seen.seats.iter().enumerate() {
        for zone in side.zones.iter().filter(|zone| zone.layout == ZoneLayout::Field) {
            for (card, seen) in zone.cards.iter().filter_map(|seen| Some((seen.card?, seen))) {
                let copies = numbers.entry((seat, zone.title.clone(), card)).or_default();
                copies.0.clone_from(&seen.name);
                copies.1.push(seen.numbers.clone());
            }
        }
    }
    numbers.values_mut().for_each(|(_, copies)| copies.sort());
    numbers
}

/// Which of these numbers changed, where that can be told: no copy came or went, and one is another.
fn changed_cards(before: &Numbers, after: &Numbers) -> Vec<(CardIx, EventLine)> {
    let mut lines = Vec::new();
    for (place, (name, then)) in before {
        let Some((_, now)) = after.get(place).filter(|(_, now)| now.len() == then.len()) else { continue };
        let only = |these: &[String], those: &[String]| {
            let mut left = these.to_vec();
            for number in those {
                left.iter().position(|there| there == number).map(|at| left.swap_remove(at));
            }
            <[String; 1]>::try_from(left).ok()
        };
        if let (Some([was]), Some([is])) = (only(then, now), only(now, then)) {
            let cards = vec![(0..name.len(), place.2)];
            let text = format!("{name}: {was} → {is}");
            lines.push((place.2, EventLine { text, cards, begins_turn: false, quiet: false }));
        }
    }
    lines
}

/// What somebody does who wants nothing, if the rules let them.
fn pass<G: Rules>(game: &G, world: &G::State, actor: u8, legal: &[G::Action]) -> Option<G::Action> {
    let seen = game.observation(world, Some(actor));
    // Whether an offer is taken is not foretold.
    if seen.prompt.as_ref().is_some_and(|asked| asked.kind == PromptKind::Offer) {
        return None;
    }
    let words = &seen.actions.iter().find(|act| act.passes)?.notation;
    legal.iter().copied().find(|action| game.notation(world, *action) == *words)
}
