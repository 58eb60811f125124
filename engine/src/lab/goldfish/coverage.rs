//! How reliably each cost can be paid: exact, by what the cards seen make.
//!
//! A cost is covered by a turn when the cards seen by then could pay it together with what the leader and the game give:
//! every source seen makes its unit, every card with an income gives it once, and no more sources of limited number are
//! counted than could have been laid down. A source that costs something itself counts from the turn after its total cost,
//! as if a unit more could be paid each turn. What else is paid meanwhile is left out; that is for the goldfish to play.

use catalog::game::Mask;
use catalog::{CardIx, GameData};

use super::GoldfishPlan;
use super::model::{CardModel, Model, Need, RESOURCES};
use super::pay::{ResourcePool, SourceInPlay};
use crate::lab::odds::{CardClasses, ExactOdds};
use crate::lab::tally::{LANES, Weight};
use crate::lab::{DealError, LabDeck, cards_drawn};

/// A cost of the deck, and how likely it is covered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostCoverage {
    /// The different cards that cost this, in order of the deck.
    pub cards: Vec<CardIx>,
    /// All copies of them.
    pub copies: u32,
    /// All units together.
    pub total: u32,
    /// For each turn from the first.
    pub by_turn: Vec<ExactOdds>,
}

/// What a card brings to a payment, as far as the cost can use it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Contribution {
    /// Resources of which it makes one unit; `None` if it is no source.
    unit: Option<Mask>,
    /// Whether only so many of its kind may be played a turn.
    limited: bool,
    /// Units of each resource that the cost asks for.
    income: [i32; RESOURCES],
}

impl Contribution {
    const NOTHING: Contribution = Contribution { unit: None, limited: false, income: [0; RESOURCES] };

    /// What of a card the need can use in a turn: what it cannot tell apart becomes one class.
    fn new(kind: &CardModel, model: &Model, need: &Need, turn: u32) -> Contribution {
        let mut gift = Contribution::NOTHING;
        if !is_there(kind, turn) {
            return gift;
        }
        let useful = |mask: Mask| (mask & need.mask != 0 || need.any > 0).then_some(mask & need.mask);
        gift.unit = kind.source.and_then(|(mask, _)| useful(mask));
        gift.limited = gift.unit.is_some() && kind.limited;
        for (r, n) in kind.income.iter().filter(|(r, _)| model.spendable & (1 << r) != 0) {
            if need.any > 0 || need.mask & (1 << r) != 0 {
                gift.income[usize::from(*r)] += n;
            }
        }
        gift
    }
}

/// Whether a card that was seen may be in play before anything is paid in a turn.
fn is_there(kind: &CardModel, turn: u32) -> bool {
    kind.cost.total == 0 || (kind.cost.total as u32) < turn
}

/// For each different cost of the deck, cheapest first, how likely it is covered by each turn; `first` is whether the
/// deck has the first turn. None of a game whose data do not say what may be played.
///
/// # Errors
/// When the numbers are too large, or the deck has too many kinds of sources.
pub fn cost_coverage(
    game: &GameData,
    stack: &LabDeck,
    turns: u32,
    first: bool,
) -> Result<Vec<CostCoverage>, DealError> {
    if game.goldfish.plays.is_empty() {
        return Ok(Vec::new());
    }
    let model = Model::new(game, stack, &GoldfishPlan::declared(game, None))?;
    let mut needs: Vec<(Need, CostCoverage)> = Vec::new();
    for kind in model.kinds.iter().filter(|k| k.cost.total > 0) {
        let same = |(need, _): &(Need, CostCoverage)| need.typed == kind.cost.typed && need.any == kind.cost.any;
        let at = needs.iter().position(same).unwrap_or_else(|| {
            let total = kind.cost.total as u32;
            needs.push((kind.cost, CostCoverage { cards: Vec::new(), copies: 0, total, by_turn: Vec::new() }));
            needs.len() - 1
        });
        needs[at].1.cards.push(kind.card);
        needs[at].1.copies += kind.copies;
    }
    needs.sort_by_key(|(need, _)| (need.total, std::cmp::Reverse(need.any)));
    for (need, cover) in &mut needs {
        let by_turn = (1..=turns).map(|turn| odds_by_turn(game, stack, &model, need, turn, first));
        cover.by_turn = by_turn.collect::<Result<_, _>>()?;
    }
    Ok(needs.into_iter().map(|(_, cover)| cover).collect())
}

/// How likely a need is covered by a turn.
fn odds_by_turn(
    game: &GameData,
    stack: &LabDeck,
    model: &Model,
    need: &Need,
    turn: u32,
    first: bool,
) -> Result<ExactOdds, DealError> {
    let gift = |at: &u8| Contribution::new(&model.kinds[usize::from(*at)], model, need, turn);
    let mut gifts: Vec<Contribution> = model.deck.iter().map(gift).filter(|g| *g != Contribution::NOTHING).collect();
    gifts.sort_unstable();
    gifts.dedup();
    if gifts.len() > LANES {
        return Err(DealError::TooManyCounts(gifts.len()));
    }
    let weight = |at: &u8| -> Weight {
        let gift = gift(at);
        gifts.iter().position(|g| *g == gift).map_or(0, |lane| 1 << (8 * lane))
    };
    // The model has the opener first: it is in every hand.
    let sure = usize::from(stack.opener.is_some());
    let from = model.deck[..sure].iter().map(weight).sum();
    let classes = CardClasses::new(model.deck[sure..].iter().map(weight));
    let covered = |sum| is_covered(model, need, &gifts, sum, turn);
    classes.count(stack.random_cards() + cards_drawn(game, turn, first), from, &covered)
}

/// Whether so many cards of each class cover the need in a turn.
fn is_covered(model: &Model, need: &Need, gifts: &[Contribution], sum: Weight, turn: u32) -> bool {
    let mut stock = base_income(model, turn);
    let (mut sources, mut limited) = (Vec::new(), 0);
    for (lane, gift) in gifts.iter().enumerate() {
        let cards = i32::from((sum >> (8 * lane)) as u8);
        for (held, income) in stock.iter_mut().zip(gift.income) {
            *held += cards * income;
        }
        if let Some(makes) = gift.unit {
            limited += if gift.limited { cards } else { 0 };
            sources.extend((0..cards).map(|_| SourceInPlay { makes, from: 0, used: false }));
        }
    }
    let purse = ResourcePool { sources: &sources, turn: 0, stock: &stock, spendable: model.spendable };
    let most = model.limits.iter().filter(|l| **l < u32::MAX).max().map_or(i32::MAX, |l| (l * turn) as i32);
    purse.can_pay(need) && need.total <= purse.units() - (limited - most).max(0)
}

/// What the leader and the game give by a turn.
fn base_income(model: &Model, turn: u32) -> [i32; RESOURCES] {
    let mut stock = [0; RESOURCES];
    for s in &model.stocks {
        let income = model.income[s.resource];
        stock[s.resource] = match s.set_anew(turn) {
            Some(anew) => anew + income,
            None => s.start + income * turn as i32,
        };
    }
    stock
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lab::hands;
    use catalog::Source;
    use formats::rng::Seed;
    use formats::{GameLibrary, LegalDeck};

    fn stack(game_library: &GameLibrary, deck: &str) -> LabDeck {
        let deck = &game_library.decks.iter().find(|(id, _)| id == deck).expect("shipped").1;
        let format = game_library.format(&deck.format).expect("a format");
        let legal = LegalDeck::check(&game_library.game, format, deck.clone(), None).expect("legal");
        LabDeck::new(&game_library.game, &legal).expect("it can be dealt")
    }

    fn game_library(game: &str) -> GameLibrary {
        let source = Source::shipped();
        let game = catalog::load::game(&source, game).expect("a game without faults");
        GameLibrary::load(&source, std::sync::Arc::new(game)).expect("a book without faults")
    }

    fn choose(n: u64, k: u64) -> f64 {
        (0..k).map(|i| (n - i) as f64 / (i + 1) as f64).product()
    }

    /// The odds of at least `least` of `good` among `seen` of `cards`, by the textbook.
    fn at_least(least: u64, good: u64, seen: u64, cards: u64) -> f64 {
        let of = |k| choose(good, k) * choose(cards - good, seen - k) / choose(cards, seen);
        (least..=seen.min(good)).map(of).sum()
    }

    #[test]
    fn a_cost_of_one_resource_is_the_hypergeometric_of_the_textbook() {
        let game_library = game_library("afrika");
        let game = &game_library.game;
        let field = game.cost_field().expect("a cost");
        let mut held = 0;
        for (id, _) in &game_library.decks {
            let stack = stack(&game_library, id);
            for cover in cost_coverage(game, &stack, 6, true).expect("it can be counted") {
                let [(resource, n)] = game.card(cover.cards[0]).amounts_in(field) else { continue };
                let (resource, n) = (usize::from(*resource), *n as u64);
                if game.resources[resource].generic {
                    continue;
                }
                let makes = |c: &&CardIx, turn: u32| {
                    let cost = game.card(**c).number_in(field).unwrap_or(0);
                    formats::stats::makes(game, game.card(**c), resource) && (cost == 0 || cost < turn as i32)
                };
                // Before the n-th turn, no n terrains lie there.
                for (turn, exact) in (1..).zip(&cover.by_turn).filter(|(turn, _)| u64::from(*turn) >= n) {
                    let seen = u64::from(stack.hand + cards_drawn(game, turn, true));
                    let good = stack.cards.iter().filter(|c| makes(c, turn)).count() as u64;
                    let told = at_least(n, good, seen, stack.cards.len() as u64);
                    let name = &game.card(cover.cards[0]).name;
                    assert!((exact.value() - told).abs() < 1e-9, "{id}, {name} by {turn}");
                    held += 1;
                }
            }
        }
        assert!(held >= 12, "the decks have costs of one resource");
    }

    #[test]
    fn costs_of_several_resources_agree_with_dealt_hands() {
        for (game, deck) in [("afrika", "exact-novas"), ("chronx", "corporate"), ("chronx", "red-claw")] {
            let game_library = game_library(game);
            let stack = stack(&game_library, deck);
            let model = Model::new(&game_library.game, &stack, &GoldfishPlan::declared(&game_library.game, None))
                .expect("compiles");
            let found = cost_coverage(&game_library.game, &stack, 5, false).expect("it can be counted");
            let (mut hits, games, turn) = (vec![0u32; found.len()], 4000, 4);
            for hand in 0..games {
                let seen = stack.hand + cards_drawn(&game_library.game, turn, false);
                let (seen, _) = hands::sample_hand(&stack, seen, Seed::from_number(7).part(hand));
                let kind = |card: &CardIx| model.kinds.iter().find(|k| k.card == *card).expect("in the deck");
                let kinds: Vec<&CardModel> = seen.iter().map(kind).filter(|k| is_there(k, turn)).collect();
                for (hit, cover) in hits.iter_mut().zip(&found) {
                    let cost = model.kinds.iter().find(|k| k.card == cover.cards[0]).expect("in the deck").cost;
                    *hit += u32::from(as_written(&model, &kinds, &cost, turn));
                }
            }
            for (hit, cover) in hits.iter().zip(&found) {
                let (dealt, exact) = (f64::from(*hit) / games as f64, cover.by_turn[turn as usize - 1].value());
                // Five standard deviations.
                let wide = 5.0 * (exact * (1.0 - exact) / games as f64).sqrt() + 1e-9;
                let name = &game_library.game.card(cover.cards[0]).name;
                assert!((dealt - exact).abs() <= wide, "{deck}, {name}: {dealt} dealt, {exact} counted");
            }
        }
    }

    /// Whether cards cover a cost, with every card as it is.
    fn as_written(model: &Model, kinds: &[&CardModel], cost: &Need, turn: u32) -> bool {
        let mut stock = base_income(model, turn);
        for (r, n) in kinds.iter().flat_map(|k| &k.income) {
            stock[usize::from(*r)] += n;
        }
        let makes = |k: &&&CardModel| k.source.is_some();
        let sources: Vec<SourceInPlay> = kinds
            .iter()
            .filter(makes)
            .map(|k| SourceInPlay { makes: k.source.map_or(0, |s| s.0), from: 0, used: false })
            .collect();
        let purse = ResourcePool { sources: &sources, turn: 0, stock: &stock, spendable: model.spendable };
        let lands = kinds.iter().filter(makes).filter(|k| k.limited).count() as i32;
        let most = model.limits.iter().filter(|l| **l < u32::MAX).max().map_or(i32::MAX, |l| (l * turn) as i32);
        purse.can_pay(cost) && cost.total <= purse.units() - (lands - most).max(0)
    }
}
