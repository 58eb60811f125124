//! Who beats whom, in short series; `engine/examples/players.rs` measures it at length.

use engine::games::chronx::{Action, Duel};
use engine::kernel::parallel::Progress;
use engine::kernel::player::{NoAnswer, Player, SeatView};
use engine::kernel::rules::Rules;
use engine::kernel::series::{self, SeriesPlan, SeriesSummary};
use engine::players::{PlayerKind, Search};
use formats::rng::{FastRng, Seed};

use super::search::weights;
use super::table::Table;

/// Wins of the first of two players in mirrored games with all starter decks, `each` games a deck.
fn wins(each: u64, seed: u64, player: impl Fn(u8, Seed) -> Box<dyn Player<Duel>> + Sync) -> u64 {
    let table = Table::new();
    let mut won = 0;
    for i in 0..table.shipped.len() {
        let duel = table.shipped_match(i * (table.shipped.len() + 1));
        let plan = SeriesPlan { games: each, seed: Seed::from_number(seed).part(i as u64), turns: 200, threads: 0 };
        let seated = |index: u64, seat: u8| player(seat, series::player_seed(&plan, index, seat));
        let played = series::play(&duel, 2, &plan, &Progress::default(), seated).expect("they answer");
        won += SeriesSummary::new(&played.expect("nobody stopped it"), 2).wins[0].hits;
    }
    won
}

fn kinds(each: u64, seed: u64, kinds: [PlayerKind; 2]) -> u64 {
    let weights = weights();
    wins(each, seed, |seat, seed| kinds[seat as usize].new_player(Some(&weights), seed))
}

/// Searches like its opponent, but takes the cards of its own hand for others of its deck.
struct Blind {
    search: Search<Duel>,
    dice: FastRng,
}

impl Player<Duel> for Blind {
    fn choose(&mut self, view: &SeatView<'_, Duel>, legal: &[Action]) -> Result<usize, NoAnswer> {
        let dice = &mut self.dice;
        let (duel, seat) = (view.rules(), view.seat());
        let mistaken = duel.determinize(&view.determinize(dice), 1 - seat, dice);
        let mut believed = Vec::new();
        duel.legal_actions(&mistaken, &mut believed);
        if believed.len() < 2 {
            return Ok(view.passing_action(legal));
        }
        let choice = self.search.choose(&SeatView::new(duel, &mistaken, seat), &believed)?;
        Ok(legal.iter().position(|a| *a == believed[choice]).unwrap_or_else(|| view.passing_action(legal)))
    }
}

#[test]
fn a_search_beats_greedy() {
    let won = kinds(3, 1, [PlayerKind::Search(250), PlayerKind::Greedy]);
    assert!(won >= 21, "it won {won} of 30");
}

#[test]
fn more_iterations_beat_fewer() {
    let won = kinds(3, 2, [PlayerKind::Search(300), PlayerKind::Search(10)]);
    assert!(won >= 20, "it won {won} of 30");
}

#[test]
fn whoever_mistakes_its_own_hand_loses() {
    let weights = weights();
    let won = wins(3, 3, |seat, seed| {
        let search = Search::new(weights.clone(), 100, seed.part(1));
        match seat {
            0 => Box::new(Blind { search, dice: seed.part(2).fast() }),
            _ => Box::new(search),
        }
    });
    assert!(won <= 6, "it won {won} of 30");
}
