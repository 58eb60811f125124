//! What somebody met who wrote a first game from docs/play.md alone.

use std::sync::Arc;

use engine::described::{Choice, Described, Event, State};
use engine::kernel::rules::{Actor, NullSink, Rules};
use formats::rng::{Dice, Seed};

use super::reported::{EventLog, failure, hand, holdings};
use super::{examples, of_game, varied, with_variant};

/// Seats that have a deck each are dealt cards of their own, and as many as there are in it.
#[test]
fn each_seat_is_dealt_cards_of_its_own_deck() {
    let drawn = "    { draw = \"sum basket of field\" },\n  ] },\n";
    let holds_and_hands = |dealt: &str| {
        let rules: Described<8> = with_variant("nine-fathoms", 2, |text| {
            assert!(text.contains(drawn));
            text.replace(drawn, &format!("  ] }},\n{dealt}"))
        });
        let seen = rules.observation(&rules.start(Seed::from_number(1), None, &mut NullSink), None);
        [0, 1].map(|seat| (holdings(&seen, seat), hand(&seen, seat).len()))
    };
    let before = holds_and_hands("");
    for dealt in ["{ deal = 5 },", "{ deal = 5, from = \"deck\", first = \"left of active\" },"] {
        let after = holds_and_hands(dealt);
        assert!(before.iter().zip(&after).all(|(before, after)| before.0 == after.0), "{dealt}: {after:#?}");
        assert_eq!(after.map(|(_, hand)| hand), before.clone().map(|(_, hand)| hand + 5), "{dealt}");
    }
    // Nobody waits for somebody whose deck is used up.
    let emptied = "{ move = \"seat 1's deck\", to = \"seat 1's silt\" },\n{ deal = 3 },";
    assert_eq!(holds_and_hands(emptied).map(|(_, hand)| hand), [before[0].1, before[1].1 + 3]);
    // Whose pile it is may be said.
    let of_one = "{ deal = 2, from = \"seat 2's deck\" },";
    assert_eq!(holds_and_hands(of_one).map(|(_, hand)| hand), before.clone().map(|(_, hand)| hand + 2));
    assert_ne!(holds_and_hands(of_one)[0].0, before[0].0);
}
