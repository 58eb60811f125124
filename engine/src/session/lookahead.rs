//! What an action leads to if everybody passes: it is done in positions that the seat cannot tell from the real one, and only what
//! happens in all of them is told.

use std::collections::BTreeMap;

use catalog::CardIx;
use formats::rng::Seed;

use crate::kernel::audience::{Audience, EventLine};
use crate::kernel::observation::{Observation, ZoneLayout};
use crate::kernel::record::Recorder;
use crate::kernel::rules::{Actor, Metric, Rules};

/// Positions that are tried: what hangs on hidden cards or chance differs in one of them.
const WORLDS: usize = 3;
/// Decisions after which nothing is looked for any more.
const DECISIONS: usize = 60;

/// What surely happens.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LookAhead {
    /// What the numbers of cards in play become.
    pub numbers: Vec<EventLine>,
    /// What happens, in order, up to the end of what the action begins.
    pub events: Vec<EventLine>,
    /// Whether it does only because others pass who could do something.
    pub others_pass: bool,
    /// Whether it does only if the seat itself passes afterwards.
    pub then_pass: bool,
}

impl LookAhead {
    /// Whether nothing is sure.
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty() && self.events.is_empty()
    }
}

/// What surely happens until no play is under way, for somebody who sees what `seat` sees. What only repeats the action is left out.
pub(crate) fn look_ahead<G: Rules>(
    game: &G,
    state: &G::State,
    seat: u8,
    action: G::Action,
    to: &Audience,
) -> LookAhead {
    let mut dice = Seed::from_number(0).fast();
    let key = game.action_key(state, action);
    let mut worlds = (0..WORLDS).map(|_| pass_through(game, game.determinize(state, seat, &mut dice), key, to));
    let first = worlds.next().unwrap_or_default();
    let mut ahead = worlds.fold(first, |sure, other| LookAhead {
        numbers: common(sure.numbers, other.numbers),
        events: common(sure.events, other.events),
        ..sure
    });
    let label = game.label_for(state, action, to);
    let repeats = |line: &EventLine| {
        !line.cards.is_empty() && line.cards.iter().all(|(name, _)| label.contains(&line.text[name.clone()]))
    };
    if ahead.events.first().is_some_and(repeats) {
        ahead.events.remove(0);
    }
    ahead
}

/// The lines that both have, in the order of the first.
fn common(lines: Vec<EventLine>, mut others: Vec<EventLine>) -> Vec<EventLine> {
    let mut is_there = |line: &EventLine| {
        let at = others.iter().position(|other| other == line);
        at.map(|at| others.remove(at)).is_some()
    };
    lines.into_iter().filter(|line| is_there(line)).collect()
}

/// Does what has this key, lets everybody pass, and tells what happens.
fn pass_through<G: Rules>(game: &G, mut world: G::State, key: u64, to: &Audience) -> LookAhead {
    let (mut others_pass, mut then_pass) = (false, false);
    let (seat, turn) = (game.actor(&world), game.turn(&world));
    let before = numbers_in_play(&game.observe(&world, to));
    let mut recorder = Recorder::<G>::default();
    let mut legal = Vec::new();
    game.legal_actions(&world, &mut legal);
    let mut next = legal.iter().copied().find(|action| game.action_key(&world, *action) == key);
    for _ in 0..DECISIONS {
        let Some(action) = next else { break };
        game.apply(&mut world, action, &mut recorder).expect("what is listed is allowed");
        let Actor::Seat(actor) = game.actor(&world) else { break };
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
    let is_play = |event: &G::Event| matches!(game.metric(*event), Some(Metric::Plays { .. }));
    let lines = recorder.event_lines(game, 0..recorder.events.len(), to).into_iter().zip(&recorder.events);
    // What another turn brings is no matter of this action.
    let lines = lines.take_while(|(line, _)| !line.begins_turn);
    let told = lines.filter(|(line, (event, _))| !line.quiet && !is_play(event)).map(|(line, _)| line);
    let numbers = match game.turn(&world) == turn {
        true => changed_numbers(&before, &numbers_in_play(&game.observe(&world, to))),
        false => Vec::new(),
    };
    LookAhead { numbers, events: whole_changes(told), others_pass, then_pass }
}

/// The same lines, in which a number that changes again and again is told once, and not at all if it becomes what it was; and
/// what happens several times once with how often.
fn whole_changes(lines: impl Iterator<Item = EventLine>) -> Vec<EventLine> {
    let mut told: Vec<EventLine> = Vec::new();
    for line in lines {
        let whole = told.iter().enumerate().rev().find_map(|(at, before)| {
            let (what, was, between) = number_change(&before.text)?;
            let (changed, then, is) = number_change(&line.text)?;
            ((changed, then) == (what, between)).then(|| (at, was != is, format!("{what}{was} → {is}")))
        });
        match whole {
            Some((at, true, text)) => told[at].text = text,
            Some((at, false, _)) => drop(told.remove(at)),
            None => told.push(line),
        }
    }
    let mut counted: Vec<(EventLine, u32)> = Vec::new();
    for line in told {
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

/// What changes and how, in `Current: 5 → 3`.
fn number_change(text: &str) -> Option<(&str, i32, i32)> {
    let (before, is) = text.rsplit_once(" → ")?;
    let at = before.rfind(' ')? + 1;
    Some((&before[..at], before[at..].parse().ok()?, is.parse().ok()?))
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
fn changed_numbers(before: &Numbers, after: &Numbers) -> Vec<EventLine> {
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
            lines.push(EventLine { text: format!("{name}: {was} → {is}"), cards, begins_turn: false, quiet: false });
        }
    }
    lines
}

/// What somebody does who wants nothing, if the rules let them.
fn pass<G: Rules>(game: &G, world: &G::State, actor: u8, legal: &[G::Action]) -> Option<G::Action> {
    let seen = game.observation(world, Some(actor));
    let words = &seen.actions.iter().find(|act| act.passes)?.notation;
    legal.iter().copied().find(|action| game.notation(world, *action) == *words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_changes_again_is_told_once() {
        let line = |text: &str| EventLine { text: text.into(), cards: Vec::new(), begins_turn: false, quiet: false };
        let told = |lines: &[&str]| -> Vec<String> {
            whole_changes(lines.iter().map(|text| line(text))).into_iter().map(|line| line.text).collect()
        };
        assert_eq!(
            told(&["Your Current: 5 → 3", "You draw a card", "Your Current: 3 → 4"]),
            ["Your Current: 5 → 4", "You draw a card"]
        );
        assert_eq!(told(&["Glow: 1 → 2", "Glow: 2 → 1", "Snuff: 1 → 2"]), ["Snuff: 1 → 2"]);
        assert_eq!(told(&["A moves", "B moves", "A moves"]), ["A moves ×2", "B moves"]);
        assert_eq!(told(&["Reed, Wounds: 0 → 2", "Moss, Wounds: 2 → 3"]).len(), 2);
    }
}
