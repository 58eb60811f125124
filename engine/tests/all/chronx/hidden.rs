//! What a seat has not seen makes no difference to what it sees and may do.

use engine::games::chronx::{Action, Duel, Event, Id, SLOTS, State, Zone};
use engine::kernel::rules::{Actor, EventSink, Rules, Seats};
use formats::rng::{Dice, FastRng, Seed};

use super::table::Table;
use super::walk::walk;

/// The log, with dice that fall the same way in every world.
struct Same {
    salt: u32,
    thrown: u32,
    log: Vec<(Event, Seats)>,
}

impl EventSink<Event> for Same {
    fn roll(&mut self, _: &mut FastRng, n: u32) -> u32 {
        self.thrown += 1;
        (self.salt.wrapping_mul(2_654_435_761).wrapping_add(self.thrown.wrapping_mul(40_503)) >> 8) % n
    }

    fn on_event(&mut self, event: Event, to: Seats) {
        self.log.push((event, to));
    }
}

/// The cards that a seat does not know.
fn unseen(duel: &Duel, state: &State<2>, seat: u8) -> Vec<Id> {
    let all = (0..duel.seats() * SLOTS as u8).filter(|id| state.permanent(*id).zone != Zone::Gone);
    all.filter(|id| state.permanent(*id).known & (1 << seat) == 0).collect()
}

/// The cards that an event names.
fn named(event: &Event) -> Vec<Id> {
    use Event as E;
    match event {
        E::Attaches { card, host } => vec![card.id, host.id],
        E::Blocks { card, attacker } => vec![card.id, attacker.id],
        E::Opens { card, .. } | E::Draws { card, .. } | E::Plays { card, .. } | E::Uses { card, .. } => vec![card.id],
        E::IsUser { card } | E::Targets { card } | E::Enters { card, .. } | E::Taps { card } => vec![card.id],
        E::Untaps { card } | E::Damaged { card, .. } | E::Destroyed { card } | E::Returns { card } => vec![card.id],
        E::Controls { card, .. } | E::Changes { card, .. } | E::Gives { card, .. } | E::Hacks { card } => vec![card.id],
        E::Discards { card, .. } | E::Mills { card, .. } | E::Downloads { card, .. } => vec![card.id],
        E::Researches { card, .. } | E::Checks { card, .. } | E::Triggers { card, .. } => vec![card.id],
        E::Joins { card } => vec![card.id],
        _ => vec![],
    }
}

fn texts(duel: &Duel, state: &State<2>) -> Vec<String> {
    let mut legal = Vec::new();
    duel.legal_actions(state, &mut legal);
    let mut texts: Vec<String> = legal.iter().map(|a| duel.notation(state, *a)).collect();
    // Cards that were never seen have no order.
    texts.sort();
    texts
}

fn features(duel: &Duel, state: &State<2>, seat: u8) -> Vec<i32> {
    let mut features = vec![0; Duel::FEATURES.len()];
    duel.features(state, seat, &mut features);
    features
}

/// Does an action in both worlds and compares what the seat sees of it, up to the first card that it did not know.
/// Whether everything could be compared.
fn compare_events(duel: &Duel, worlds: [&State<2>; 2], seat: u8, action: Action, salt: u32) -> bool {
    let hidden = unseen(duel, worlds[0], seat);
    let afters = worlds.map(|world| {
        let mut same = Same { salt, thrown: 0, log: Vec::new() };
        let mut after = world.clone();
        duel.apply(&mut after, action, &mut same).expect("allowed in both worlds");
        (same.log, after)
    });
    let logs = [&afters[0].0, &afters[1].0];
    let knows = |to: Seats| to & (1 << seat) != 0;
    let mut pairs = logs[0].iter().zip(logs[1]);
    let whole = pairs.all(|((a, to), (b, _))| {
        if knows(*to) && named(a).iter().any(|id| hidden.contains(id)) {
            // From here on the seat learns something, and the worlds may part.
            return false;
        }
        let seen = |event: &Event| if knows(*to) { *event } else { event.hidden() };
        assert_eq!(seen(a), seen(b), "seat {seat} can tell two worlds apart by {action:?}");
        assert_eq!(duel.event_text(seen(a)), duel.event_text(seen(b)));
        true
    });
    if whole && logs[0].len() != logs[1].len() {
        // A search that can find something stops for a decision, another one does not; the log shows when.
        let shorter = &afters[usize::from(logs[1].len() < logs[0].len())].1;
        assert_eq!(duel.actor(shorter), Actor::Seat(1 - seat), "seat {seat}: {action:?} is told as {logs:?}");
    }
    whole
}

#[test]
fn what_is_not_seen_makes_no_difference() {
    let table = Table::new();
    let (mut compared, mut whole) = (0, 0);
    for n in 0..120 {
        let (duel, seed) = (table.random_match(Seed::from_number(n)), Seed::from_number(n).part(11));
        let mut dice = seed.part(2).fast();
        walk(&duel, seed, 200, |state, _, action| {
            for seat in 0..2 {
                let world = duel.determinize(state, seat, &mut dice);
                assert_eq!(duel.observation(state, Some(seat)), duel.observation(&world, Some(seat)));
                assert_eq!(duel.actor(state), duel.actor(&world));
                assert_eq!(features(&duel, state, seat), features(&duel, &world, seat));
                if duel.actor(state) == Actor::Seat(seat) {
                    assert_eq!(texts(&duel, state), texts(&duel, &world));
                }
                let mut there = Vec::new();
                duel.legal_actions(&world, &mut there);
                if there.contains(&action) && duel.notation(state, action) == duel.notation(&world, action) {
                    compared += 1;
                    whole += u32::from(compare_events(&duel, [state, &world], seat, action, dice.below(u32::MAX)));
                }
            }
        });
    }
    assert!(compared > 10_000 && whole * 2 > compared, "{whole} of {compared} actions were compared to their end");
}

#[test]
fn all_that_is_not_seen_is_dealt_anew() {
    let table = Table::new();
    for n in 0..60 {
        let (duel, seed) = (table.random_match(Seed::from_number(n)), Seed::from_number(n).part(12));
        let mut dice = seed.part(2).fast();
        walk(&duel, seed, 200, |state, legal, _| {
            // Not everywhere: it takes a while.
            if legal.len() % 7 != 3 {
                return;
            }
            let seat = dice.below(2) as u8;
            let mut open = unseen(&duel, state, seat);
            let defs = |world: &State<2>, owner: u8| {
                let mut defs: Vec<u8> =
                    (0..SLOTS as u8).map(|i| world.permanent(owner * SLOTS as u8 + i).def).collect();
                defs.sort_unstable();
                defs
            };
            // Where all the cards are the same one there is nothing to deal.
            let several = |owner: u8| {
                let own =
                    unseen(&duel, state, seat).into_iter().filter(|id| engine::games::chronx::owner(*id) == owner);
                own.map(|id| state.permanent(id).def).collect::<std::collections::BTreeSet<_>>().len() > 1
            };
            let several = [several(0), several(1)];
            open.retain(|id| several[engine::games::chronx::owner(*id) as usize]);
            for _ in 0..64 {
                let world = duel.determinize(state, seat, &mut dice);
                for owner in 0..2 {
                    assert_eq!(defs(state, owner), defs(&world, owner), "seat {owner} has other cards");
                }
                for id in 0..2 * SLOTS as u8 {
                    let (was, is) = (state.permanent(id), world.permanent(id));
                    let known = was.known & (1 << seat) != 0;
                    assert!(!known || was.def == is.def, "a card that was seen has become another one");
                    assert_eq!((was.zone, was.controller), (is.zone, is.controller));
                }
                open.retain(|id| world.permanent(*id).def == state.permanent(*id).def);
                if open.is_empty() {
                    break;
                }
            }
            let left: Vec<(Id, Zone)> = open.iter().map(|id| (*id, state.permanent(*id).zone)).collect();
            assert!(left.is_empty(), "seat {seat} imagines these as they are: {left:?}");
        });
    }
}
