//! A legal deck out of a pool: the two factions that give most, a curve, and the cards that make resources.

use std::cmp::Reverse;

use catalog::game::Mask;
use catalog::query::Count;
use catalog::{CardIx, Game};

use crate::check::{LegalDeck, Report};
use crate::deck::{Deck, Listed};
use crate::format::{Format, Limited};
use crate::limited::Pool;
use crate::limited::booster::Product;

/// Cards of one cost that a deck of 23 wants at most before others are preferred, by cost 0 to 7.
const CURVE: [u32; 8] = [2, 4, 6, 5, 4, 3, 2, 1];
/// What each card beyond that loses, in hundredths of a point.
const CROWDED: i32 = 250;

/// A deck and the reasons for it.
#[derive(Debug, Clone)]
pub struct Built {
    /// The deck.
    pub deck: LegalDeck,
    /// The factions it is built on.
    pub factions: Mask,
    /// Why these, in a sentence.
    pub why: String,
}

/// Builds decks out of a pool, the best first: at most `n`, each on other factions.
///
/// # Errors
/// The report of the first deck, if it is not legal: the pool is too small for the format.
pub fn decks(
    game: &Game,
    product: &Product,
    format: &Format,
    limited: &Limited,
    pool: &Pool,
    n: usize,
) -> Result<Vec<Built>, Box<Report>> {
    let candidates = candidates(game, product, limited, pool);
    let wanted = limited.deck_size.saturating_sub(limited.lands) as usize;
    let mut pairs: Vec<(i32, Mask)> =
        pairs(game).into_iter().map(|pair| (strength(&candidates, limited, wanted, pair), pair)).collect();
    pairs.sort_unstable_by_key(|(points, pair)| (Reverse(*points), *pair));
    // Pairs that only differ by a faction without cards make the same deck: look at a few more than asked for.
    let mut choices: Vec<(Mask, Vec<CardIx>)> = Vec::new();
    for (_, pair) in pairs {
        let (mut chosen, mut left) = best_cards(&candidates, limited, wanted, pair);
        heed_advice(game, format, &mut chosen, &mut left);
        add_free_cards(game, (product, format, limited), pair, &mut chosen);
        let mut cards: Vec<CardIx> = chosen.iter().map(|(_, c)| c.card).collect();
        cards.sort_unstable();
        if choices.iter().all(|(_, other)| *other != cards) {
            choices.push((pair, cards));
        }
        if choices.len() >= n.max(1) {
            break;
        }
    }
    let mut built = Vec::new();
    for (pair, cards) in choices {
        let deck = assemble(game, format, limited, pool, pair, &cards);
        match LegalDeck::check(game, format, deck, Some(pool)) {
            Ok(deck) => built.push(Built { why: reason(game, product, pair, &cards), deck, factions: pair }),
            Err(report) if built.is_empty() => return Err(report),
            Err(_) => {}
        }
    }
    Ok(built)
}

fn pairs(game: &Game) -> Vec<Mask> {
    let n = game.factions.len();
    if n < 2 {
        return vec![Mask::MAX];
    }
    (0..n).flat_map(|a| (a + 1..n).map(move |b| (1 << a) | (1 << b))).collect()
}

fn reason(game: &Game, product: &Product, pair: Mask, cards: &[CardIx]) -> String {
    let names: Vec<&str> = game.factions_of(pair).map(|f| f.name.as_str()).collect();
    let points: i32 = cards.iter().map(|c| product.ratings[c.at()].points).sum();
    format!("{}: {} cards worth {:.1} points", names.join(" and "), cards.len(), f64::from(points) / 100.0)
}

/// How many cards are named as the best, and as the best left out.
const NAMED: usize = 3;

/// More about a deck out of a pool: its curve, its best cards, its resources, the best that it leaves out.
pub fn reasons(game: &Game, product: &Product, limited: &Limited, pool: &Pool, built: &Built) -> Vec<String> {
    let candidates = candidates(game, product, limited, pool);
    let (deck, main) = (built.deck.deck(), game.section("main").unwrap_or(0));
    let mut cards = deck.cards(main);
    cards.retain(|c| candidates.iter().any(|of| of.card == *c));
    let mut costs = [0u32; 8];
    let (mut left, mut best) = (cards.to_vec(), Vec::new());
    let mut out = Vec::new();
    // In order of rating: copies in the deck first, those beyond them are left out.
    for candidate in &candidates {
        let list = match left.iter().position(|c| *c == candidate.card) {
            Some(at) => {
                left.swap_remove(at);
                costs[candidate.cost] += 1;
                &mut best
            }
            None => &mut out,
        };
        if list.len() < NAMED {
            list.push(candidate.card);
        }
    }
    let rated = |card: &CardIx| {
        let points = f64::from(product.ratings[card.at()].points) / 100.0;
        format!("{} {points:.1}", game.card(*card).name)
    };
    let list = |cards: &[CardIx]| cards.iter().map(rated).collect::<Vec<_>>().join(", ");
    let mut reasons = Vec::with_capacity(4);
    if game.cost_field().is_some() {
        let row: Vec<String> = costs.iter().map(u32::to_string).collect();
        reasons.push(format!("curve from cost 0 to 7 and more: {}", row.join(" ")));
    }
    reasons.push(format!("best cards: {}", list(&best)));
    let lands: Vec<String> = deck.sections[main]
        .iter()
        .filter_map(|e| match e.card {
            Listed::Card(ix) if !cards.contains(&ix) => Some(format!("{} {}", e.count, game.card(ix).name)),
            _ => None,
        })
        .collect();
    if !lands.is_empty() {
        reasons.push(format!("resources by what the costs ask for: {}", lands.join(", ")));
    }
    if !out.is_empty() {
        reasons.push(format!("left out: {}", list(&out)));
    }
    reasons
}

fn makes(game: &Game, card: CardIx) -> Mask {
    let card = game.card(card);
    game.goldfish.sources.iter().filter(|s| s.of.matches(card)).fold(0, |m, s| m | card.resources_in(s.field))
}

/// Whether a card does nothing but make resources: it takes the place of a land.
fn is_land(game: &Game, limited: &Limited, card: CardIx) -> bool {
    limited.lands > 0 && makes(game, card) != 0 && game.cost_field().is_none_or(|f| game.card(card).values[f].is_none())
}

/// A card of the pool that could stand in the main section and is no land.
#[derive(Clone, Copy)]
struct Candidate {
    card: CardIx,
    points: i32,
    factions: Mask,
    /// From 0 to 7.
    cost: usize,
}

/// The cards of the pool that are worth a look, the best first.
fn candidates(game: &Game, product: &Product, limited: &Limited, pool: &Pool) -> Vec<Candidate> {
    let accepts = &game.sections[game.section("main").unwrap_or(0)].accepts;
    let worth_a_look = pool.cards.iter().filter(|c| accepts.matches(game.card(**c)) && !is_land(game, limited, **c));
    let mut candidates: Vec<Candidate> = worth_a_look.map(|c| Candidate::new(game, product, *c)).collect();
    candidates.sort_unstable_by_key(|c| (Reverse(c.points), c.card));
    candidates
}

impl Candidate {
    fn new(game: &Game, product: &Product, card: CardIx) -> Candidate {
        let cost = game.cost_field().and_then(|f| game.card(card).number_in(f)).unwrap_or(0);
        let (points, factions) = (product.ratings[card.at()].points, game.card(card).factions);
        Candidate { card, points, factions, cost: cost.clamp(0, 7) as usize }
    }

    /// What it is worth to a deck of these factions; `None` if it cannot be cast there. Where a game has no lands,
    /// any card can be played, but those of the factions go first.
    fn points(&self, pair: Mask, limited: &Limited) -> Option<i32> {
        match (self.factions & !pair == 0, limited.lands) {
            (true, _) => Some(self.points),
            (false, 0) => Some(self.points - 2000),
            (false, _) => None,
        }
    }
}

/// What the best cards for a pair of factions add up to.
fn strength(candidates: &[Candidate], limited: &Limited, wanted: usize, pair: Mask) -> i32 {
    if limited.lands > 0 {
        return candidates.iter().filter_map(|c| c.points(pair, limited)).take(wanted).sum();
    }
    let mut points: Vec<i32> = candidates.iter().filter_map(|c| c.points(pair, limited)).collect();
    points.sort_unstable_by_key(|p| Reverse(*p));
    points.iter().take(wanted).sum()
}

/// A candidate with its worth to a pair of factions.
type Valued = (i32, Candidate);

/// The cards for a pair of factions, as many as the deck takes beside its lands, or as the pool has; and those that
/// are left over.
fn best_cards(candidates: &[Candidate], limited: &Limited, wanted: usize, pair: Mask) -> (Vec<Valued>, Vec<Valued>) {
    let mut left: Vec<Valued> = candidates.iter().filter_map(|c| c.points(pair, limited).map(|p| (p, *c))).collect();
    let mut costs = [0u32; 8];
    let mut chosen = Vec::with_capacity(wanted);
    while chosen.len() < wanted && !left.is_empty() {
        let worth = |(points, c): &Valued| {
            let crowd = (costs[c.cost] + 1).saturating_sub(CURVE[c.cost]) as i32;
            points - CROWDED * crowd
        };
        let (at, _) = (0..left.len())
            .map(|i| (i, worth(&left[i])))
            .max_by_key(|(i, worth)| (*worth, Reverse(*i)))
            .expect("there are cards left");
        costs[left[at].1.cost] += 1;
        chosen.push(left.remove(at));
    }
    (chosen, left)
}

/// Where the format advises at least so many cards of a kind, the weakest other cards make room for the best such
/// cards that are left.
fn heed_advice(game: &Game, format: &Format, chosen: &mut [Valued], left: &mut [Valued]) {
    for advice in &format.advice {
        let Count::Of { min, max: None, query } = &advice.count else { continue };
        let fits = |(_, c): &Valued| query.matches(game.card(c.card));
        while (chosen.iter().filter(|c| fits(c)).count() as u32) < *min {
            let weakest = (0..chosen.len()).filter(|i| !fits(&chosen[*i])).min_by_key(|i| (chosen[*i].0, *i));
            let best = (0..left.len()).filter(|i| fits(&left[*i])).max_by_key(|i| (left[*i].0, Reverse(*i)));
            let (Some(weakest), Some(best)) = (weakest, best) else { break };
            std::mem::swap(&mut chosen[weakest], &mut left[best]);
        }
    }
}

/// Where the format advises more cards of a kind than the pool has, cards that are there without limit take the places of
/// the weakest others. Lands are chosen apart.
fn add_free_cards(
    game: &Game,
    (product, format, limited): (&Product, &Format, &Limited),
    pair: Mask,
    chosen: &mut [Valued],
) {
    let main = game.section("main").unwrap_or(0);
    let mut free = free_cards(game, format);
    free.retain(|c| game.sections[main].accepts.matches(game.card(*c)) && !is_land(game, limited, *c));
    // Those of the deck's factions first, then those of none.
    free.sort_by_key(|c| {
        let factions = game.card(*c).factions;
        (factions & !pair != 0, Reverse((factions & pair).count_ones()))
    });
    for advice in &format.advice {
        let Count::Of { min, max: None, query } = &advice.count else { continue };
        let Some(card) = free.iter().find(|c| query.matches(game.card(**c))) else { continue };
        let fits = |(_, c): &Valued| query.matches(game.card(c.card));
        while (chosen.iter().filter(|c| fits(c)).count() as u32) < *min {
            let weakest = (0..chosen.len()).filter(|i| !fits(&chosen[*i])).min_by_key(|i| (chosen[*i].0, *i));
            let Some(weakest) = weakest else { break };
            let candidate = Candidate::new(game, product, *card);
            chosen[weakest] = (candidate.points, candidate);
        }
    }
}

fn assemble(game: &Game, format: &Format, limited: &Limited, pool: &Pool, pair: Mask, cards: &[CardIx]) -> Deck {
    let names: Vec<&str> = game.factions_of(pair).map(|f| f.name.as_str()).collect();
    let mut deck = Deck::new(game, &names.join(" and "), &format.id);
    let main = game.section("main").unwrap_or(0);
    for card in cards {
        deck.add(main, Listed::Card(*card), 1);
    }
    if limited.lands > 0 {
        add_lands(game, format, limited, pool, pair, cards, &mut deck);
    }
    add_leader(game, format, cards, &mut deck);
    deck
}

/// Cards that the format gives without limit.
fn free_cards(game: &Game, format: &Format) -> Vec<CardIx> {
    format.free().map_or_else(Vec::new, |q| q.select(game))
}

/// Lands of the pool that make both resources first, then free ones in proportion to what the costs ask for.
fn add_lands(
    game: &Game,
    format: &Format,
    limited: &Limited,
    pool: &Pool,
    pair: Mask,
    cards: &[CardIx],
    deck: &mut Deck,
) {
    let main = game.section("main").unwrap_or(0);
    let resources: Vec<usize> = game.factions_of(pair).filter_map(|f| game.resource(&f.id)).collect();
    let wanted_mask: Mask = resources.iter().fold(0, |m, r| m | 1 << r);
    let mut room = limited.deck_size - deck.size(main).min(limited.deck_size);
    for card in pool.cards.iter().filter(|c| is_land(game, limited, **c)) {
        if room > 0 && makes(game, *card) & wanted_mask == wanted_mask && !wanted_mask.is_power_of_two() {
            deck.add(main, Listed::Card(*card), 1);
            room -= 1;
        }
    }
    let field = game.cost_field();
    let asked = |resource: usize| -> u32 {
        let of = |c: &CardIx| {
            field.map_or(0, |f| {
                game.card(*c).amounts_in(f).iter().find(|(r, _)| *r as usize == resource).map_or(0, |(_, n)| *n)
            })
        };
        cards.iter().map(of).sum::<i32>().max(0) as u32
    };
    let free = free_cards(game, format);
    let lands: Vec<(CardIx, u32)> = resources
        .iter()
        .filter_map(|r| free.iter().find(|c| makes(game, **c) & (1 << r) != 0).map(|c| (*c, asked(*r))))
        .collect();
    let total: u32 = lands.iter().map(|(_, n)| n).sum();
    let mut given = 0;
    for (i, (land, asked)) in lands.iter().enumerate() {
        let share = if i + 1 == lands.len() {
            room - given
        } else {
            (room * asked + total / 2).checked_div(total).unwrap_or(room / 2)
        };
        deck.add(main, Listed::Card(*land), share.min(room - given));
        given += share.min(room - given);
    }
}

/// The free leader whose faction most of the deck shares.
fn add_leader(game: &Game, format: &Format, cards: &[CardIx], deck: &mut Deck) {
    let Some(section) = format.home else { return };
    let shared =
        |leader: &CardIx| cards.iter().filter(|c| game.card(**c).factions & game.card(*leader).factions != 0).count();
    let leaders =
        free_cards(game, format).into_iter().filter(|c| game.sections[section].accepts.matches(game.card(*c)));
    if let Some(leader) = leaders.max_by_key(|c| (shared(c), Reverse(*c))) {
        deck.add(section, Listed::Card(leader), 1);
    }
}
