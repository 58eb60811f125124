//! A pod of eight bots with three packs each, at the table itself: no log, no clock.

use catalog::CardIx;
use formats::limited::booster::Opener;
use formats::limited::draft::{Choice, Table, Way};
use formats::limited::drafter::{Leaning, Scout};
use formats::rng::Fast;

/// Opens the packs, and picks to the last card.
pub fn drafted(way: &Way, scout: &Scout<'_>, opener: &mut Opener<'_>, dice: &mut Fast) -> Table {
    let mut packs: Vec<Vec<Vec<CardIx>>> = vec![vec![Vec::new(); 8]; 3];
    packs.iter_mut().flatten().for_each(|pack| opener.open(dice, pack));
    let mut table = Table::new(way, 8, packs);
    let mut leanings: [Leaning; 8] = Default::default();
    while !table.is_over() {
        for (seat, leaning) in leanings.iter_mut().enumerate() {
            let card = scout.best(leaning, table.pack(seat));
            scout.note(leaning, card);
            table.act(seat, &Choice::one(card)).expect("it lies there");
        }
    }
    table
}
