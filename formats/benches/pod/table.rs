//! A pod of eight bots with three packs each, at the table itself: no log, no clock.

use catalog::CardIx;
use formats::limited::booster::Opener;
use formats::limited::draft::{Draft, DraftChoice, DraftType};
use formats::limited::drafter::{DraftLeaning, PickScorer};
use formats::rng::FastRng;

/// Opens the packs, and picks to the last card.
pub fn drafted(way: &DraftType, scorer: &PickScorer<'_>, opener: &mut Opener<'_>, dice: &mut FastRng) -> Draft {
    let mut packs: Vec<Vec<Vec<CardIx>>> = vec![vec![Vec::new(); 8]; 3];
    packs.iter_mut().flatten().for_each(|pack| opener.open(dice, pack));
    let mut table = Draft::new(way, 8, packs);
    let mut leanings: [DraftLeaning; 8] = Default::default();
    while !table.is_over() {
        for (seat, leaning) in leanings.iter_mut().enumerate() {
            let card = scorer.best(leaning, table.pack(seat));
            scorer.note(leaning, card);
            table.act(seat, &DraftChoice::one(card)).expect("it lies there");
        }
    }
    table
}
