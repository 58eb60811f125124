//! A table with real cards: what is called when, from the first pack to the last pass.

use serde::Serialize;

use super::clock::Clock;
use super::{Table, Way};
use crate::format::Pass;
use catalog::CardIx;

/// Something that is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Call {
    /// Seconds after the beginning.
    pub at: u32,
    /// Round of packs, counted from 1.
    pub round: usize,
    /// Pick in the round, counted from 1; 0 for what is called between rounds.
    pub pick: usize,
    /// Cards in the fullest pack.
    pub cards: usize,
    /// What is called.
    pub text: String,
}

/// The calls of a draft with packs that are passed: `[round]` cards in a pack. Empty for other ways, where seats take
/// turns and nothing need be called.
pub fn calls(way: &Way, seats: usize, packs: &[usize], clock: &Clock) -> Vec<Call> {
    if !matches!(way, Way::Booster(_)) {
        return Vec::new();
    }
    // A draft of nameless cards, played by taking what lies in front: where the packs are is all that matters.
    let pack = |size: &usize| vec![(0..*size as u32).map(CardIx).collect::<Vec<_>>(); seats];
    let mut table = Table::new(way, seats, packs.iter().map(pack).collect());
    let (mut calls, mut at, mut round) = (Vec::new(), 0, usize::MAX);
    let mut call = |at: u32, (round, pick, cards): (usize, usize, usize), text: String| {
        calls.push(Call { at, round: round + 1, pick, cards, text });
    };
    while !table.is_over() {
        let stage = table.stage();
        let cards = (0..seats).map(|s| table.pack(s).len()).max().unwrap_or(0);
        if stage.round != round {
            if stage.round > 0 {
                let seconds = clock.review(stage.round - 1);
                call(at, (stage.round - 1, 0, 0), format!("Look at your picks: {seconds} seconds."));
                for left in Clock::warnings(seconds) {
                    call(at + seconds - left, (stage.round - 1, 0, 0), format!("{left} seconds."));
                }
                at += seconds;
            }
            round = stage.round;
            let text = format!("Open pack {}. There should be {cards} cards in it.", round + 1);
            call(at, (round, 0, cards), text);
        }
        let here = (stage.round, stage.pick + 1, cards);
        let seconds = clock.pick(cards);
        let asked = (0..seats).find_map(|s| table.ask(s)).map_or(String::new(), |a| a.words());
        let what = asked.split(':').next().unwrap_or_default();
        call(at, here, format!("Pick {}: {what}. {seconds} seconds.", stage.pick + 1));
        for left in Clock::warnings(seconds) {
            call(at + seconds - left, here, format!("{left} seconds."));
        }
        at += seconds;
        let to = if table.passing() == Some(Pass::Right) { "right" } else { "left" };
        for seat in 0..seats {
            if let Some(super::Ask::Take { take, burn }) = table.ask(seat) {
                let cards = table.pack(seat);
                let choice = super::Choice::Take {
                    cards: cards[..take].iter().copied().collect(),
                    burn: cards[take..take + burn].iter().copied().collect(),
                };
                table.act(seat, &choice).expect("the first cards of a pack lie in it");
            }
        }
        let passed = !table.is_over() && table.stage().round == round;
        call(at, here, if passed { format!("Cards down. Pass to the {to}.") } else { "Cards down.".into() });
    }
    if !calls.is_empty() {
        calls.push(Call {
            at,
            round: round + 1,
            pick: 0,
            cards: 0,
            text: "The draft is over. Build your decks.".into(),
        });
    }
    calls
}
