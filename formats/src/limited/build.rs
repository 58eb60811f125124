//! A legal deck out of a pool: the two factions that give most, a curve, and the cards that make resources.

use std::cmp::Reverse;

use catalog::game::Mask;
use catalog::{CardIx, Game};

use crate::check::{LegalDeck, Report};
use crate::deck::{Deck, Listed};
use crate::format::{Demand, Format, Limited};
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
    let mut choices: Vec<(i32, Mask, Vec<CardIx>)> = pairs(game)
        .into_iter()
        .map(|pair| {
            let cards = best_cards(game, product, limited, pool, pair);
            (cards.iter().map(|c| product.ratings[c.at()].points).sum(), pair, cards)
        })
        .collect();
    choices.sort_by_key(|(points, pair, _)| (Reverse(*points), *pair));
    choices.dedup_by(|a, b| a.2 == b.2);
    let mut built = Vec::new();
    for (points, pair, cards) in choices.into_iter().take(n.max(1)) {
        let deck = assemble(game, format, limited, pool, pair, &cards);
        match LegalDeck::check(game, format, deck, Some(pool)) {
            Ok(deck) => built.push(Built { why: reason(game, points, pair, &cards), deck, factions: pair }),
            Err(report) if built.is_empty() => return Err(report),
            Err(_) => break,
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

fn reason(game: &Game, points: i32, pair: Mask, cards: &[CardIx]) -> String {
    let names: Vec<&str> = game.factions_of(pair).map(|f| f.name.as_str()).collect();
    format!("{}: {} cards worth {:.1} points", names.join(" and "), cards.len(), f64::from(points) / 100.0)
}

fn makes(game: &Game, card: CardIx) -> Mask {
    let card = game.card(card);
    game.goldfish.sources.iter().filter(|s| s.of.matches(card)).fold(0, |m, s| m | card.resources_in(s.field))
}

/// Whether a card does nothing but make resources: it takes the place of a land.
fn is_land(game: &Game, limited: &Limited, card: CardIx) -> bool {
    limited.lands > 0 && makes(game, card) != 0 && game.cost_field().is_none_or(|f| game.card(card).values[f].is_none())
}

/// The cards of the pool for a pair of factions, as many as the deck takes beside its lands; fewer if the
/// pool has fewer. Other factions only where there are no lands to play instead.
fn best_cards(game: &Game, product: &Product, limited: &Limited, pool: &Pool, pair: Mask) -> Vec<CardIx> {
    let wanted = limited.deck_size.saturating_sub(limited.lands) as usize;
    let field = game.cost_field();
    let main = game.section("main").unwrap_or(0);
    let fits = |c: &CardIx| {
        let card = game.card(*c);
        game.sections[main].accepts.matches(card)
            && !is_land(game, limited, *c)
            && (card.factions & !pair == 0 || limited.lands == 0)
    };
    let rating = |c: CardIx| {
        let away = if game.card(c).factions & !pair == 0 { 0 } else { 2000 };
        product.ratings[c.at()].points - away
    };
    let mut left: Vec<CardIx> = pool.cards.iter().copied().filter(|c| fits(c)).collect();
    left.sort_by_key(|c| (Reverse(rating(*c)), *c));
    let mut costs = [0u32; 8];
    let mut cards = Vec::with_capacity(wanted);
    while cards.len() < wanted && !left.is_empty() {
        let worth = |c: CardIx| {
            let cost = field.and_then(|f| game.card(c).number_in(f)).unwrap_or(0).clamp(0, 7) as usize;
            let crowd = (costs[cost] + 1).saturating_sub(CURVE[cost]) as i32;
            (rating(c) - CROWDED * crowd, cost)
        };
        let (at, cost) = (0..left.len())
            .map(|i| (i, worth(left[i])))
            .max_by_key(|(i, (worth, _))| (*worth, Reverse(*i)))
            .map(|(i, (_, cost))| (i, cost))
            .expect("there are cards left");
        costs[cost] += 1;
        cards.push(left.remove(at));
    }
    cards.sort_unstable();
    cards
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
    let free = format.rules.iter().find_map(|r| match &r.demand {
        Demand::Pool { free } => Some(free),
        _ => None,
    });
    free.map_or_else(Vec::new, |q| q.select(game))
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
