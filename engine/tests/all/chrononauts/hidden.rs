//! What a seat has not seen makes no difference to what it sees and may do.

use engine::games::chrononauts::{Chrononauts, Event, State};
use engine::kernel::rules::{Actor, EventSink, Rules, Seats};
use formats::rng::{Dice, FastRng, Seed};

use super::conserved;
use super::table::{Shelf, walk};

/// The log, with dice that fall the same way in every world.
struct Same {
    thrown: u32,
    log: Vec<(Event, Seats)>,
}

impl EventSink<Event> for Same {
    fn roll(&mut self, _: &mut FastRng, n: u32) -> u32 {
        self.thrown += 1;
        (self.thrown.wrapping_mul(2_654_435_761) >> 8) % n
    }

    fn on_event(&mut self, event: Event, to: Seats) {
        self.log.push((event, to));
    }
}

fn texts(game: &Chrononauts, state: &State) -> Vec<String> {
    let mut legal = Vec::new();
    game.legal_actions(state, &mut legal);
    legal.iter().map(|a| game.notation(state, *a)).collect()
}

fn features(game: &Chrononauts, state: &State, seat: u8) -> Vec<i32> {
    let mut features = vec![0; Chrononauts::FEATURES.len()];
    game.features(state, seat, &mut features);
    features
}

/// What a seat is told, up to the first card that it did not know; a victory shows one, too.
fn told(game: &Chrononauts, log: &[(Event, Seats)], seat: u8) -> Vec<String> {
    let reveals = |event: &Event| matches!(event, Event::GoesHome { .. } | Event::Accomplishes { .. });
    let learns =
        |(event, to): &&(Event, Seats)| to & (1 << seat) != 0 && (reveals(event) || game.hidden(*event) != *event);
    log.iter().take_while(|e| !learns(e)).map(|(event, to)| game.event_text_for(*event, *to, Some(seat))).collect()
}

#[test]
fn what_is_not_seen_makes_no_difference() {
    let shelf = Shelf::new();
    let (mut compared, mut changed) = (0, 0);
    for n in 0..60 {
        let seats = 2 + n % 4;
        let game = shelf.table("classic", seats);
        let mut dice = Seed::from_number(n as u64).part(9).fast();
        walk(&game, Seed::from_number(n as u64), 120, |state, _, action| {
            let seat = dice.below(seats as u32) as u8;
            let again = dice.clone();
            let world = game.determinize(state, seat, &mut dice);
            // Where the cards lie that it has not seen does not matter to what it imagines.
            assert!(game.determinize(&world, seat, &mut again.clone()) == world, "seat {seat}");
            conserved::check(&game, &world, 84);
            changed += u32::from(world.hands != state.hands);
            assert_eq!(game.observation(state, Some(seat)), game.observation(&world, Some(seat)));
            assert_eq!(features(&game, state, seat), features(&game, &world, seat));
            if game.actor(state) == Actor::Seat(seat) {
                assert_eq!(texts(&game, state), texts(&game, &world));
            }
            assert_eq!(world.knows[seat as usize], state.knows[seat as usize]);
            // The same done in both worlds looks the same, as far as it can be done in both.
            let logs = [state, &world].map(|start| {
                let mut same = Same { thrown: n as u32, log: Vec::new() };
                let done = game.apply(&mut start.clone(), action, &mut same);
                done.is_ok().then_some(same.log)
            });
            if let [Some(a), Some(b)] = &logs {
                let (a, b) = (told(&game, a, seat), told(&game, b, seat));
                // Whether somebody is asked for a Memo is not told; the shorter log goes on after that.
                let both = a.len().min(b.len());
                assert_eq!(a[..both], b[..both], "seat {seat} can tell two worlds apart by {action:?}");
                compared += 1;
            }
        });
    }
    assert!(compared > 5_000 && changed > 5_000, "{compared} compared, {changed} with other hands");
}

#[test]
fn every_unseen_hand_is_imagined_as_often() {
    let shelf = Shelf::new();
    let game = shelf.table("classic", 2);
    let mut dice = Seed::from_number(5).fast();
    let state = game.start(Seed::from_number(4), Some(0), &mut engine::kernel::rules::NullSink);
    let mut seen = [0u32; 84];
    let worlds = 28_000;
    for _ in 0..worlds {
        let world = game.determinize(&state, 0, &mut dice);
        engine::games::chrononauts::ids(world.hands[1]).for_each(|id| seen[id as usize] += 1);
    }
    // Three of the 81 cards that seat 1 has not seen.
    let expected = f64::from(worlds) * 3.0 / 81.0;
    let unseen = |id: &usize| state.hands[0] & 1 << id == 0;
    let chi: f64 = (0..84).filter(unseen).map(|id| (f64::from(seen[id]) - expected).powi(2) / expected).sum();
    assert!(chi < 130.0, "chi-square {chi} with 80 degrees of freedom");
}
