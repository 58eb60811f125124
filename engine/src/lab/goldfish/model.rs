//! A deck and the game's declared model, compiled: kinds of cards instead of cards, masks instead of queries.

use catalog::game::Mask;
use catalog::game::goldfish::{OpeningHand, Stock, StockStart};
use catalog::{CardIx, GameData};

use crate::lab::tally::{Tally, Weight};
use crate::lab::{DealError, LabDeck, hands};

use super::GoldfishPlan;

/// Resources that a game may declare.
pub(super) const RESOURCES: usize = Mask::BITS as usize;

pub(super) struct Model {
    /// The different cards, in order of the deck.
    pub kinds: Vec<CardModel>,
    /// The kind of each card, by its position in the stack with the opener first.
    pub deck: Vec<u8>,
    pub stocks: Vec<StockModel>,
    /// Resources whose stock pays for cards.
    pub spendable: Mask,
    /// What the leader adds at the start of each turn.
    pub income: [i32; RESOURCES],
    /// The most plays a turn for each play rule.
    pub limits: Vec<u32>,
    /// The play rules of free cards of limited number.
    pub land_rules: Vec<usize>,
    pub draws: u32,
    pub first_player_skips: bool,
    pub goal: Tally,
}

pub(super) struct StockModel {
    pub resource: usize,
    pub start: i32,
    /// What it is set to in the first turn; absent if it carries over.
    first: Option<i32>,
    grows: i32,
    most: i32,
}

impl StockModel {
    /// What it becomes at the start of a turn, counted from 1, unless it carries over.
    pub fn set_anew(&self, turn: u32) -> Option<i32> {
        let grown = self.grows.saturating_mul(turn as i32 - 1);
        Some(self.first?.saturating_add(grown).min(self.most))
    }

    pub fn is_set_anew(&self) -> bool {
        self.first.is_some()
    }
}

/// A card as the goldfish sees it.
pub(super) struct CardModel {
    pub card: CardIx,
    pub copies: u32,
    /// The play rule that lets it be played.
    pub rule: Option<usize>,
    /// Whether the rule limits how many a turn.
    pub limited: bool,
    /// See [`CardModel::is_free_land`].
    free_land: bool,
    /// Its place among the different cards, the dearest first.
    pub rank: u8,
    pub cost: Need,
    pub permanent: bool,
    /// Resources it makes one unit of, and whether it waits a turn.
    pub source: Option<(Mask, bool)>,
    pub income: Vec<(u8, i32)>,
    /// Whether its play rule taps a card in play.
    pub taps: bool,
    /// The play rules for which it can be tapped, as a bit mask.
    pub serves: u32,
    pub goal: Weight,
}

/// What has to be paid.
#[derive(Clone, Copy, Default)]
pub(super) struct Need {
    pub typed: [i32; RESOURCES],
    /// Resources with a typed need.
    pub mask: Mask,
    pub any: i32,
    /// All units together.
    pub total: i32,
}

impl Need {
    pub const NOTHING: Need = Need { typed: [0; RESOURCES], mask: 0, any: 0, total: 0 };

    /// Adds what another card asks for.
    pub fn add(&mut self, other: &Need) {
        bits(other.mask).for_each(|r| self.typed[r] += other.typed[r]);
        self.mask |= other.mask;
        self.any += other.any;
        self.total += other.total;
    }

    /// Takes away what was added.
    pub fn subtract(&mut self, other: &Need) {
        for r in bits(other.mask) {
            self.typed[r] -= other.typed[r];
            self.mask &= !(u32::from(self.typed[r] == 0) << r);
        }
        self.any -= other.any;
        self.total -= other.total;
    }
}

/// The resources of a set, from the lowest.
#[inline]
pub(super) fn bits(mut set: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let r = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (r < Mask::BITS).then_some(r as usize)
    })
}

impl CardModel {
    /// Whether it is played for something.
    pub fn wants_resources(&self) -> bool {
        self.rule.is_some() && self.cost.total > 0
    }

    /// Whether something bounds how many are played at once: a limit a turn, or cards to tap.
    pub fn is_bounded(&self) -> bool {
        self.limited || self.taps
    }

    /// Whether it costs nothing and only so many may be played: such cards are played first.
    pub fn is_free_land(&self) -> bool {
        self.free_land
    }
}

impl Model {
    /// Whether the deck has free cards of limited number.
    pub fn has_lands(&self) -> bool {
        self.kinds.iter().any(CardModel::is_free_land)
    }

    pub fn new(game: &GameData, stack: &LabDeck, plan: &GoldfishPlan) -> Result<Model, DealError> {
        let fish = &game.goldfish;
        let goal = Tally::new(&plan.goal)?;
        let mut kinds: Vec<CardModel> = Vec::new();
        let mut deck = Vec::with_capacity(stack.cards.len());
        for ix in hands::opener_first(stack) {
            let at = kinds.iter().position(|k| k.card == ix).unwrap_or_else(|| {
                kinds.push(card_model(game, ix, &goal));
                kinds.len() - 1
            });
            kinds[at].copies += 1;
            deck.push(at as u8);
        }
        let mut dearest: Vec<usize> = (0..kinds.len()).collect();
        dearest.sort_by_key(|k| (-kinds[*k].cost.total, *k));
        dearest.iter().zip(0u8..).for_each(|(k, rank)| kinds[*k].rank = rank);
        let mut land_rules: Vec<usize> = kinds.iter().filter(|k| k.is_free_land()).filter_map(|k| k.rule).collect();
        land_rules.sort_unstable();
        land_rules.dedup();
        let leader = stack.leader.map(|l| game.card(l));
        let mut income = [0; RESOURCES];
        for (of, field) in fish.incomes.iter().map(|i| (&i.of, i.field)) {
            for (r, n) in leader.filter(|l| of.matches(l)).map_or(&[][..], |l| l.amounts_in(field)) {
                income[*r as usize] += n;
            }
        }
        let start = |start: StockStart| match start {
            StockStart::Number(number) => number,
            StockStart::OfLeader(field) => leader.and_then(|l| l.number_in(field)).unwrap_or(0),
        };
        let stock = |s: &Stock| {
            let (start, grows) = (start(s.start), s.grows);
            let first = s.each_turn.or((grows > 0).then_some(start));
            StockModel { resource: s.resource, first, grows, most: s.most.unwrap_or(i32::MAX), start }
        };
        debug_assert!(leader.is_some() || !matches!(fish.hand, OpeningHand::Led { .. }));
        Ok(Model {
            kinds,
            deck,
            stocks: fish.stocks.iter().map(stock).collect(),
            spendable: fish.stocks.iter().filter(|s| !s.kept).fold(0, |m, s| m | 1 << s.resource),
            income,
            limits: fish.plays.iter().map(|p| p.per_turn.unwrap_or(u32::MAX)).collect(),
            land_rules,
            draws: fish.draws,
            first_player_skips: fish.first_player_skips,
            goal,
        })
    }
}

/// What a source makes, and whatever that pays for: a cost of "white or blue" is like a resource that sources of either make.
fn with_either(game: &GameData, makes: Mask) -> Mask {
    let pays = |(_, resource): &(usize, &catalog::game::Resource)| resource.either & makes != 0;
    game.resources.iter().enumerate().filter(pays).fold(makes, |mask, (at, _)| mask | 1 << at)
}

fn card_model(game: &GameData, ix: CardIx, goal: &Tally) -> CardModel {
    let (fish, card) = (&game.goldfish, game.card(ix));
    let rule = fish.plays.iter().position(|p| p.of.matches(card));
    let mut cost = Need::NOTHING;
    for (r, n) in game.cost_field().map_or(&[][..], |f| card.amounts_in(f)) {
        let resource = &game.resources[*r as usize];
        if resource.variable {
            continue;
        }
        if resource.generic {
            cost.any += n;
        } else {
            cost.typed[*r as usize] += n;
            cost.mask |= 1 << r;
        }
        cost.total += n;
    }
    let source = fish.sources.iter().find(|s| s.of.matches(card) && card.resources_in(s.field) != 0);
    let income =
        fish.incomes.iter().find(|i| i.of.matches(card)).map_or(Vec::new(), |i| card.amounts_in(i.field).to_vec());
    let limited = rule.is_some_and(|r| fish.plays[r].per_turn.is_some());
    let taps = rule.is_some_and(|r| fish.plays[r].taps.is_some());
    let serves = fish.plays.iter().enumerate().filter(|(_, p)| p.taps.as_ref().is_some_and(|t| t.matches(card)));
    CardModel {
        card: ix,
        copies: 0,
        rule,
        limited,
        free_land: limited && cost.total == 0 && !taps,
        rank: 0,
        cost,
        permanent: card.types.iter().any(|t| game.types[*t as usize].permanent),
        source: source.map(|s| (with_either(game, card.resources_in(s.field)), s.waits)),
        income,
        taps,
        serves: serves.fold(0, |m, (i, _)| m | 1 << i),
        goal: goal.weight(game, ix),
    }
}
