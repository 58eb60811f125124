//! A table with real cards: what is called when, from the first pack to the last pass.

use catalog::tr;
use serde::Serialize;

use super::clock::DraftClock;
use super::{Draft, DraftPrompt, DraftType};
use crate::format::Pass;
use crate::localize::cards_label;
use catalog::CardIx;

/// Something that is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DraftCall {
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
pub fn calls(way: &DraftType, seats: usize, packs: &[usize], clock: &DraftClock) -> Vec<DraftCall> {
    if !matches!(way, DraftType::Booster(_)) {
        return Vec::new();
    }
    // A draft of nameless cards, played by taking what lies in front: where the packs are is all that matters.
    let pack = |size: &usize| vec![(0..*size as u32).map(CardIx).collect::<Vec<_>>(); seats];
    let mut table = Draft::new(way, seats, packs.iter().map(pack).collect());
    let (mut calls, mut at, mut round) = (Vec::new(), 0, usize::MAX);
    let mut call = |at: u32, (round, pick, cards): (usize, usize, usize), text: String| {
        calls.push(DraftCall { at, round: round + 1, pick, cards, text });
    };
    while !table.is_over() {
        let stage = table.stage();
        let cards = (0..seats).map(|s| table.pack(s).len()).max().unwrap_or(0);
        if stage.round != round {
            if stage.round > 0 {
                let seconds = clock.review(stage.round - 1);
                call(at, (stage.round - 1, 0, 0), tr!("Look at your picks: {seconds} seconds.", seconds));
                for left in DraftClock::warnings(seconds) {
                    call(at + seconds - left, (stage.round - 1, 0, 0), tr!("{left} seconds.", left));
                }
                at += seconds;
            }
            round = stage.round;
            let text = tr!("Open pack {pack}. There should be {cards} cards in it.", pack = round + 1, cards);
            call(at, (round, 0, cards), text);
        }
        let here = (stage.round, stage.pick + 1, cards);
        let seconds = clock.pick(cards);
        let what = match (0..seats).find_map(|s| table.prompt(s)) {
            Some(DraftPrompt::Take { take, burn: 0 }) => tr!("take {cards}", cards = cards_label(take)),
            Some(DraftPrompt::Take { take: 0, burn }) => tr!("burn {cards}", cards = cards_label(burn)),
            Some(DraftPrompt::Take { take, burn }) => {
                tr!("take {cards} and burn {burned}", cards = cards_label(take), burned = cards_label(burn))
            }
            _ => String::new(),
        };
        call(at, here, tr!("Pick {pick}: {what}. {seconds} seconds.", pick = stage.pick + 1, what, seconds));
        for left in DraftClock::warnings(seconds) {
            call(at + seconds - left, here, tr!("{left} seconds.", left));
        }
        at += seconds;
        for seat in 0..seats {
            if let Some(DraftPrompt::Take { take, burn }) = table.prompt(seat) {
                let cards = table.pack(seat);
                let choice = super::DraftChoice::Take {
                    cards: cards[..take].iter().copied().collect(),
                    burn: cards[take..take + burn].iter().copied().collect(),
                };
                table.act(seat, &choice).expect("the first cards of a pack lie in it");
            }
        }
        let passed = !table.is_over() && table.stage().round == round;
        let text = match (passed, table.passing()) {
            (false, _) => tr!("Cards down."),
            (true, Some(Pass::Right)) => tr!("Cards down. Pass to the right."),
            (true, _) => tr!("Cards down. Pass to the left."),
        };
        call(at, here, text);
    }
    if !calls.is_empty() {
        calls.push(DraftCall {
            at,
            round: round + 1,
            pick: 0,
            cards: 0,
            text: tr!("The draft is over. Build your decks."),
        });
    }
    calls
}
