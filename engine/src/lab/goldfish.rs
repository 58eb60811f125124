//! The goldfish: a deck plays its first turns with nobody on the other side, by the resource model that the
//! game declares in `game.toml`.
//!
//! What it knows: opening hands and mulligans, draws, sources that make a unit a turn, stocks that are set
//! anew or carry over, income, typed and generic costs, limits on plays a turn, cards that are tapped to play
//! others. What it leaves out: what cards do. So it tells how a deck's resources run, not whether it wins.
//!
//! The player is greedy and the same for all games: first the free plays of limited number (a terrain), the one
//! that lets most be spent this turn; then the set of cards that spends most, of equal ones the most cards.

pub mod coverage;
mod model;
mod pay;
mod turn;

use catalog::query::CountQuery;
use catalog::{CardIx, GameData};
use formats::rng::{Dice, FastRng, Seed};

use super::mulligan::MulliganRule;
use super::{DealError, LabDeck, hands};
use crate::kernel::parallel::{self, Progress};
use crate::kernel::stats::Share;
use model::Model;

/// What is played and asked.
#[derive(Debug, Clone)]
pub struct GoldfishPlan {
    /// Turns to play, 1 to [`MOST_TURNS`].
    pub turns: u32,
    /// Whether the deck has the first turn.
    pub first: bool,
    /// What is looked for among the cards played.
    pub goal: CountQuery,
    /// How opening hands are kept.
    pub hands: hands::HandPlan,
}

/// The most turns: a deck has few cards left by then.
pub const MOST_TURNS: u32 = 30;

impl GoldfishPlan {
    /// What the game declares, with the deck's own goal if it has one.
    pub fn declared(game: &GameData, goal: Option<CountQuery>) -> GoldfishPlan {
        GoldfishPlan {
            turns: game.goldfish.turns,
            first: true,
            goal: goal.unwrap_or_else(|| game.goldfish.goal.clone()),
            hands: hands::HandPlan::declared(game),
        }
    }
}

/// What the games came to. All counts are whole numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoldfishReport {
    /// Games played.
    pub games: u64,
    /// For each turn from the first: in how many games the goal was met by then.
    pub goal_by: Vec<Share>,
    /// Each turn from the first.
    pub turns: Vec<TurnLine>,
    /// Each different card of the deck, in order of the deck.
    pub cards: Vec<CardLine>,
    /// Games in which two or more of the turns 2 to 5 had cards in hand but none that could be paid.
    pub screw: Share,
    /// Games in which two or more turns from the fourth on had resources left and no card to spend them on, while
    /// more than half of the cards drawn so far were free cards of limited number, such as terrains; 0 of 0 for a
    /// deck without such cards.
    pub flood: Share,
    /// How many hands of each size were kept, from the first hand down.
    pub kept: Vec<(u32, u64)>,
}

/// A turn over all games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnLine {
    /// Cards played, all games together.
    pub played: u64,
    /// Units that could be spent, all games together.
    pub available: u64,
    /// Units spent.
    pub spent: u64,
    /// Units lost at the turn's end.
    pub wasted: u64,
    /// Games with cards in hand of which none could be paid.
    pub stuck: Share,
    /// Games with units left and no card to spend them on.
    pub idle: Share,
}

/// A card over all games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardLine {
    /// The card.
    pub card: CardIx,
    /// Copies in the deck.
    pub copies: u32,
    /// For each turn from the first: of the games that had drawn it by then, how many could have paid for it
    /// in that turn or in one since it was drawn.
    pub castable_by: Vec<Share>,
}

/// All that is counted, list by list.
#[derive(Debug, Clone, Default)]
pub(crate) struct GoldfishCounts {
    goal: Vec<u64>,
    played: Vec<u64>,
    available: Vec<u64>,
    spent: Vec<u64>,
    wasted: Vec<u64>,
    stuck: Vec<u64>,
    idle: Vec<u64>,
    /// `[kind × turns + turn]`
    drawn: Vec<u64>,
    castable: Vec<u64>,
    screw_flood: Vec<u64>,
    kept: Vec<u64>,
}

impl GoldfishCounts {
    fn lists(&mut self) -> [&mut Vec<u64>; 11] {
        [
            &mut self.goal,
            &mut self.played,
            &mut self.available,
            &mut self.spent,
            &mut self.wasted,
            &mut self.stuck,
            &mut self.idle,
            &mut self.drawn,
            &mut self.castable,
            &mut self.screw_flood,
            &mut self.kept,
        ]
    }

    /// Games that were counted.
    pub fn games(&self) -> u64 {
        self.goal.iter().sum()
    }

    /// All lists, one after the other.
    pub fn flat(&mut self) -> Vec<u64> {
        self.lists().into_iter().flat_map(|list| list.iter().copied()).collect()
    }

    /// Fills lists that have room already out of one.
    pub fn fill(&mut self, mut flat: &[u64]) {
        for list in self.lists() {
            let (these, rest) = flat.split_at(list.len());
            list.copy_from_slice(these);
            flat = rest;
        }
    }

    /// Makes room for all counts; what was counted stays.
    fn size(&mut self, turns: usize, kinds: usize, hand: usize) {
        let sizes = [turns + 1, turns, turns, turns, turns, turns, turns, kinds * turns, kinds * turns, 2, hand + 1];
        for (list, size) in self.lists().into_iter().zip(sizes) {
            list.resize(size, 0);
        }
    }
}

/// Plays `games` games of a deck. `None` if it was stopped.
///
/// # Errors
/// When the game's data do not say what may be played, or a question counts too many things.
pub fn play(
    game: &GameData,
    stack: &LabDeck,
    plan: &GoldfishPlan,
    (games, seed, threads): (u64, Seed, usize),
    progress: &Progress,
) -> Result<Option<GoldfishReport>, DealError> {
    let fish = GoldfishRunner::new(game, stack, plan)?;
    let counts = parallel::run(
        games,
        seed,
        threads,
        progress,
        |counts: &mut GoldfishCounts, dice, n| {
            fish.make_room(counts);
            let mut table = fish.new_state();
            for _ in 0..n {
                fish.play_game(&mut table, &mut dice.split(), counts);
            }
        },
        |a: &mut GoldfishCounts, mut b| {
            for (x, y) in a.lists().into_iter().zip(b.lists()) {
                hands::add_counts(x, y);
            }
        },
    );
    Ok(counts.map(|c| fish.report(&c, games)))
}

/// A deck made ready to goldfish. Each game has chance of its own, so that the same game of two decks that differ by a
/// card differs by that card.
pub(crate) struct GoldfishRunner {
    model: Model,
    dealer: hands::Dealer,
    turns: usize,
    first: bool,
    hand: usize,
    mulligan: MulliganRule,
}

/// What one game came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GoldfishOutcome {
    /// The turn by which the goal was met; 0 for never.
    pub met: usize,
    /// Units spent in all turns.
    pub spent: u64,
}

impl GoldfishRunner {
    /// Makes a deck ready.
    ///
    /// # Errors
    /// When the game's data do not say what may be played, or a question counts too many things.
    pub fn new(game: &GameData, stack: &LabDeck, plan: &GoldfishPlan) -> Result<GoldfishRunner, DealError> {
        if game.goldfish.plays.is_empty() {
            return Err(DealError::NoGoldfish(game.id.clone()));
        }
        Ok(GoldfishRunner {
            model: Model::new(game, stack, plan)?,
            dealer: hands::Dealer::new(game, stack, &plan.hands)?,
            turns: plan.turns.clamp(1, MOST_TURNS) as usize,
            first: plan.first,
            hand: stack.hand as usize,
            mulligan: plan.hands.mulligan,
        })
    }

    /// Turns played.
    pub fn turns(&self) -> usize {
        self.turns
    }

    /// A table to play at.
    pub fn new_state(&self) -> turn::GoldfishState {
        turn::GoldfishState::new(&self.model, self.dealer.cards())
    }

    /// Makes room for all counts; what was counted stays.
    pub fn make_room(&self, counts: &mut GoldfishCounts) {
        counts.size(self.turns, self.model.kinds.len(), self.hand);
    }

    /// Plays a game.
    pub fn play_game(
        &self,
        table: &mut turn::GoldfishState,
        dice: &mut FastRng,
        counts: &mut GoldfishCounts,
    ) -> GoldfishOutcome {
        table.play_game(&self.model, &self.dealer, dice, (self.turns, self.first), counts)
    }

    /// The counts of so many games as a report.
    pub fn report(&self, counts: &GoldfishCounts, games: u64) -> GoldfishReport {
        report(&self.model, counts, games, self.turns, (self.hand, self.mulligan))
    }
}

fn report(
    model: &Model,
    c: &GoldfishCounts,
    games: u64,
    turns: usize,
    (hand, mulligan): (usize, MulliganRule),
) -> GoldfishReport {
    let share = |hits: u64| Share { hits, of: games };
    let mut met = 0;
    let at = |list: &[u64], i: usize| list.get(i).copied().unwrap_or(0);
    GoldfishReport {
        games,
        goal_by: (1..=turns)
            .map(|t| {
                met += at(&c.goal, t);
                share(met)
            })
            .collect(),
        turns: (0..turns)
            .map(|t| TurnLine {
                played: at(&c.played, t),
                available: at(&c.available, t),
                spent: at(&c.spent, t),
                wasted: at(&c.wasted, t),
                stuck: share(at(&c.stuck, t)),
                idle: share(at(&c.idle, t)),
            })
            .collect(),
        cards: model
            .kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| !kind.is_free_land())
            .map(|(k, kind)| CardLine {
                card: kind.card,
                copies: kind.copies,
                castable_by: (0..turns)
                    .map(|t| Share { hits: at(&c.castable, k * turns + t), of: at(&c.drawn, k * turns + t) })
                    .collect(),
            })
            .collect(),
        screw: share(at(&c.screw_flood, 0)),
        flood: Share { hits: at(&c.screw_flood, 1), of: if model.has_lands() { games } else { 0 } },
        kept: (if mulligan.mulligan.costs_cards() { 0 } else { hand }..=hand)
            .rev()
            .map(|s| (s as u32, at(&c.kept, s)))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::{Source, load};
    use formats::{GameLibrary, LegalDeck};
    use std::sync::Arc;

    /// A warm table allocates nothing, however many games it plays.
    #[test]
    fn a_game_allocates_nothing() {
        let source = Source::shipped();
        for id in source.games() {
            let game = Arc::new(load::game(&source, &id).expect("loads"));
            let game_library = GameLibrary::load(&source, game.clone()).expect("loads");
            for (_, deck) in &game_library.decks {
                let format = game_library.format(&deck.format).expect("a format");
                let legal = LegalDeck::check(&game, format, deck.clone(), None).expect("legal");
                let stack = LabDeck::new(&game, &legal).expect("a stack");
                let plan = GoldfishPlan::declared(&game, None);
                let model = Model::new(&game, &stack, &plan).expect("a model");
                let dealer = hands::Dealer::new(&game, &stack, &plan.hands).expect("a dealer");
                let mut counts = GoldfishCounts::default();
                counts.size(8, model.kinds.len(), stack.hand as usize);
                let mut table = turn::GoldfishState::new(&model, dealer.cards());
                let mut dice = Seed::from_number(1).fast();
                let mut play = |games| {
                    for _ in 0..games {
                        table.play_game(&model, &dealer, &mut dice, (8, true), &mut counts);
                    }
                };
                play(2000);
                let used = allocation_counter::measure(|| play(500));
                assert_eq!(used.count_total, 0, "{id}");
            }
        }
    }
}
