//! Sealed: each player, or each team, opens some packs and builds from them; a league adds packs later.
//!
//! An event is a start and a log of actions. The packs are in the log, so that newer data change no event; what they
//! were drawn from is in the start, so that everybody can deal them again and compare ([`SealedEvent::verify`]).

pub mod pool_table;

use std::fmt;

use catalog::tr;
use catalog::{CardIx, GameData};
use serde::{Deserialize, Serialize};

use crate::GameLibrary;
use crate::format::Limited;
use crate::limited::Pool;
use crate::limited::booster::Product;
use crate::limited::booster::event_packs::{self, Shortage};
use crate::limited::fair;
use crate::rng::Seed;

/// A sealed event: as it is saved, in a file or in the library.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedEvent {
    /// How it began.
    pub start: SealedStart,
    /// What happened since, in order.
    pub actions: Vec<SealedAction>,
}

/// How an event begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealedStart {
    /// Game id.
    pub game: String,
    /// Format id.
    pub format: String,
    /// SHA-256 of the game's data.
    pub data_hash: String,
    /// Pools: one for each player, or each team.
    pub pools: u32,
    /// Players who share a pool.
    pub team: u32,
    /// What the packs are drawn from.
    pub chance: PackRandomness,
    /// Ids of the products of a player's packs, in the order in which they are opened; without any, the format's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub products: Vec<String>,
    /// The cube, if the packs are not of a product of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cube: Option<Cube>,
}

/// What packs are drawn from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PackRandomness {
    /// A seed of 64 hexadecimal digits that somebody chose or drew.
    Seed(String),
    /// A seed that nobody can have chosen.
    Fair(fair::FairDeal),
    /// The cards came from somewhere else: from packs of paper, or another program.
    Elsewhere,
}

/// A list of cards that packs are made of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cube {
    /// Its name.
    pub name: String,
    /// Card ids; each comes at most as often as it is here.
    pub cards: Vec<String>,
    /// Cards in a pack.
    pub pack: u32,
}

/// Pools of an event, rounds of packs, and cards in a pack or a cube: many times those of any event that people hold.
const MOST_POOLS: u32 = 4_096;
const MOST_ROUNDS: usize = 1_000;
const MOST_IN_PACK: u32 = 1_000;
/// Cards of a cube.
const MOST_IN_CUBE: usize = 100_000;
/// Cards of an event.
pub(super) const MOST_CARDS: usize = 1_000_000;

/// What a cube has that no packs can be made of.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum CubeError {
    /// So many cards.
    Cards(usize),
    /// Packs of so many cards.
    Pack(u32),
}

impl fmt::Display for CubeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            CubeError::Cards(cards) => {
                tr!("a cube has at most {most} cards, and this one has {cards}", most = MOST_IN_CUBE, cards)
            }
            CubeError::Pack(pack) => {
                tr!("a pack of a cube has 1 to {most} cards, not {pack}", most = MOST_IN_PACK, pack)
            }
        })
    }
}

impl Cube {
    /// Whether packs can be made of it.
    pub(super) fn check(&self) -> Result<(), CubeError> {
        let (cards, pack) = (self.cards.len(), self.pack);
        if cards > MOST_IN_CUBE {
            return Err(CubeError::Cards(cards));
        }
        if (1..=MOST_IN_PACK).contains(&pack) { Ok(()) } else { Err(CubeError::Pack(pack)) }
    }
}

/// What happens in an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SealedAction {
    /// Every pool gets a pack of a product.
    Opened {
        /// Id of the product; `cube` for the event's own.
        product: String,
        /// The packs by card id: `[pool][card]`.
        packs: Vec<Vec<String>>,
    },
    /// The organiser tells the secret.
    Told {
        /// 64 hexadecimal digits.
        secret: String,
    },
}

/// Why an event cannot go on, or is not what it says.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SealedError {
    /// Too few cards.
    Shortage(Shortage),
    /// Of the fair deal.
    Fair(fair::FairDealError),
    /// A product that the game does not have.
    NoProduct(String),
    /// A card that the game no longer has.
    Gone(String),
    /// Not a seed.
    NoSeed(String),
    /// Cards that no seed says anything about.
    Elsewhere,
    /// Nothing to compare.
    Unopened,
    /// More than an event has, or packs that are not one for each pool.
    NoEvent(String),
    /// Other data.
    OtherData {
        /// Of the event.
        dealt: String,
        /// Of the game.
        here: String,
    },
    /// The announcement was made for another event.
    OtherTerms(String),
    /// A pack that the seed does not give.
    Differs {
        /// From 1.
        pool: usize,
        /// From 1.
        pack: usize,
    },
}

impl fmt::Display for SealedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            SealedError::Shortage(why) => why.to_string(),
            SealedError::Fair(why) => why.to_string(),
            SealedError::NoProduct(id) => tr!("there is no product `{id}`", id),
            SealedError::Gone(id) => tr!("the card `{id}` is not in the data any more; add the set that had it", id),
            SealedError::NoSeed(text) => tr!("`{text}` is no seed of 64 hexadecimal digits", text),
            SealedError::Elsewhere => {
                tr!("the cards of this event came from elsewhere, so no seed can show how they were dealt")
            }
            SealedError::Unopened => tr!("no pack was opened yet"),
            SealedError::NoEvent(why) => tr!("this is no sealed event: {why}", why),
            SealedError::OtherData { dealt, here } => tr!(
                "the packs were dealt with other data (SHA-256 {dealt}; here {here}), so they cannot be dealt again here",
                dealt,
                here
            ),
            SealedError::OtherTerms(terms) => tr!("the announcement is for another event: {terms}", terms),
            SealedError::Differs { pool, pack } => {
                tr!("pack {pack} of pool {pool} is not the one that the seed gives", pack, pool)
            }
        })
    }
}

impl From<Shortage> for SealedError {
    fn from(why: Shortage) -> SealedError {
        SealedError::Shortage(why)
    }
}

impl From<fair::FairDealError> for SealedError {
    fn from(why: fair::FairDealError) -> SealedError {
        SealedError::Fair(why)
    }
}

impl SealedEvent {
    /// An event before any pack is opened.
    pub fn new(start: SealedStart) -> SealedEvent {
        SealedEvent { start, actions: Vec::new() }
    }

    /// Whether it is an event that could have been held: its file can come from anybody, and says how many pools there
    /// are.
    ///
    /// # Errors
    /// [`SealedError::NoEvent`], with what makes no sense.
    pub fn check_file(&self) -> Result<(), SealedError> {
        let wrong = |why: String| Err(SealedError::NoEvent(why));
        let pools = self.start.pools;
        if !(1..=MOST_POOLS).contains(&pools) || !(1..=MOST_POOLS).contains(&self.start.team) {
            let team = self.start.team;
            return wrong(format!("{pools} pools of {team}; there are 1 to {MOST_POOLS} of either"));
        }
        if self.start.products.len() > MOST_ROUNDS {
            return wrong(format!("{} packs for a player; there are at most {MOST_ROUNDS}", self.start.products.len()));
        }
        if self.actions.len() > MOST_ROUNDS {
            return wrong(format!("{} actions; there are at most {MOST_ROUNDS}", self.actions.len()));
        }
        if let Some(at) = self.rounds().position(|(_, packs)| packs.len() != pools as usize) {
            return wrong(format!("round {} has not one pack for each of {pools} pools", at + 1));
        }
        let cards = self.card_ids().count();
        if cards > MOST_CARDS {
            return wrong(format!("{cards} cards; there are at most {MOST_CARDS}"));
        }
        self.start.cube.as_ref().map_or(Ok(()), |cube| cube.check().map_err(|e| SealedError::NoEvent(e.to_string())))
    }

    /// The rounds of packs so far: product and packs `[pool][card]`.
    pub fn rounds(&self) -> impl Iterator<Item = (&str, &[Vec<String>])> {
        self.actions.iter().filter_map(|a| match a {
            SealedAction::Opened { product, packs } => Some((product.as_str(), &packs[..])),
            SealedAction::Told { .. } => None,
        })
    }

    /// The cards of all packs, by id.
    pub fn card_ids(&self) -> impl Iterator<Item = &str> {
        self.rounds().flat_map(|(_, packs)| packs.iter().flatten().map(String::as_str))
    }

    /// The products of the packs of a pool, in the order in which they are opened: a team has the packs of its players.
    pub fn products_of_pool(&self, limited: &Limited) -> Vec<String> {
        let start = &self.start;
        let product = |id: &String| if start.cube.is_some() { String::from("cube") } else { id.clone() };
        let of_player = if start.products.is_empty() { &limited.products } else { &start.products };
        (0..start.team).flat_map(|_| of_player.iter().map(product)).collect()
    }

    /// Opens packs of these products, one of each for every pool.
    ///
    /// # Errors
    /// When there are too few cards, or the chance is not known yet; then nothing has happened.
    pub fn open(&mut self, game_library: &GameLibrary, products: &[String]) -> Result<(), SealedError> {
        let before = self.rounds().count();
        if before > 0 {
            self.same_data(game_library)?;
        }
        let all: Vec<String> = self.rounds().map(|(id, _)| id.to_owned()).chain(products.iter().cloned()).collect();
        for (product, round) in all.iter().zip(self.deal(game_library, &all)?).skip(before) {
            let ids = |pack: &Vec<CardIx>| pack.iter().map(|c| game_library.game.card(*c).id.clone()).collect();
            self.actions
                .push(SealedAction::Opened { product: product.clone(), packs: round.iter().map(ids).collect() });
        }
        Ok(())
    }

    /// What packs of these products lack for this event.
    ///
    /// # Errors
    /// The first product that is not there or has too few cards.
    pub fn check(&self, game_library: &GameLibrary, products: &[String]) -> Result<(), SealedError> {
        let cube = self.cube(&game_library.game)?;
        Ok(event_packs::check(&find_products(game_library, cube.as_ref(), products)?, self.start.pools)?)
    }

    /// Deals all packs again and compares. Gives the seed.
    ///
    /// # Errors
    /// The first thing that is not as it should be.
    pub fn verify(&self, game_library: &GameLibrary) -> Result<Seed, SealedError> {
        let products: Vec<String> = self.rounds().map(|(id, _)| id.to_owned()).collect();
        if products.is_empty() {
            return Err(SealedError::Unopened);
        }
        let seed = self.seed()?;
        self.same_data(game_library)?;
        let again = self.deal(game_library, &products)?;
        for (pack, ((_, packs), again)) in self.rounds().zip(again).enumerate() {
            let same = |(ids, cards): (&Vec<String>, &Vec<CardIx>)| {
                ids.iter().eq(cards.iter().map(|c| &game_library.game.card(*c).id))
            };
            let pool = (0..packs.len().max(again.len())).find(|p| !packs.get(*p).zip(again.get(*p)).is_some_and(same));
            if let Some(pool) = pool {
                return Err(SealedError::Differs { pool: pool + 1, pack: pack + 1 });
            }
        }
        Ok(seed)
    }

    /// The seed that the packs follow from.
    ///
    /// # Errors
    /// When it is not known, or does not fit what was announced.
    pub fn seed(&self) -> Result<Seed, SealedError> {
        match &self.start.chance {
            PackRandomness::Seed(hex) => Seed::from_hex(hex).ok_or_else(|| SealedError::NoSeed(hex.clone())),
            PackRandomness::Elsewhere => Err(SealedError::Elsewhere),
            PackRandomness::Fair(deal) => {
                let mut deal = deal.clone();
                for action in &self.actions {
                    if let SealedAction::Told { secret } = action {
                        deal.reveal(secret)?;
                    }
                }
                let (terms, start) = (&deal.terms, &self.start);
                let event = format!("{}/{}", start.game, start.format);
                if (&terms.event, &terms.data_hash, terms.seats) != (&event, &start.data_hash, start.pools) {
                    return Err(SealedError::OtherTerms(format!("{}, {} seats", terms.event, terms.seats)));
                }
                Ok(deal.seed()?)
            }
        }
    }

    /// The organiser tells the secret. Gives it.
    ///
    /// # Errors
    /// When there is none, or it is not known here.
    pub fn reveal(&mut self) -> Result<String, SealedError> {
        self.seed()?;
        let PackRandomness::Fair(deal) = &self.start.chance else { return Err(SealedError::Elsewhere) };
        let secret = deal.secret().ok_or(fair::FairDealError::NotRevealed)?.to_owned();
        let told = SealedAction::Told { secret: secret.clone() };
        if !self.actions.contains(&told) {
            self.actions.push(told);
        }
        Ok(secret)
    }

    /// The event as everybody may see it: without a secret that is not told.
    pub fn public(&self) -> SealedEvent {
        let mut event = self.clone();
        if let PackRandomness::Fair(deal) = &mut event.start.chance {
            *deal = deal.public();
        }
        event
    }

    /// The pools, in order, with the cards of each in the order in which they came.
    ///
    /// # Errors
    /// The first card that the game lacks.
    pub fn pools(&self, game: &GameData) -> Result<Vec<Pool>, SealedError> {
        (0..self.start.pools as usize).map(|pool| Ok(Pool { cards: self.packs(game, pool)?.concat() })).collect()
    }

    /// The packs of a pool, counted from 0.
    ///
    /// # Errors
    /// The first card that the game lacks.
    pub fn packs(&self, game: &GameData, pool: usize) -> Result<Vec<Vec<CardIx>>, SealedError> {
        let card = |id: &String| game.find(id).ok_or_else(|| SealedError::Gone(id.clone()));
        let of = |packs: &[Vec<String>]| packs.get(pool).into_iter().flatten().map(card).collect();
        self.rounds().map(|(_, packs)| of(packs)).collect()
    }

    /// One pool of the event, as an event of its own that a player keeps.
    pub fn pool(&self, pool: usize) -> SealedEvent {
        let start = SealedStart { pools: 1, chance: PackRandomness::Elsewhere, ..self.start.clone() };
        let opened = |(product, packs): (&str, &[Vec<String>])| SealedAction::Opened {
            product: product.to_owned(),
            packs: packs.get(pool).cloned().into_iter().collect(),
        };
        SealedEvent { start, actions: self.rounds().map(opened).collect() }
    }

    fn same_data(&self, game_library: &GameLibrary) -> Result<(), SealedError> {
        let (dealt, here) = (&self.start.data_hash, &game_library.game.data_hash);
        if dealt == here { Ok(()) } else { Err(SealedError::OtherData { dealt: dealt.clone(), here: here.clone() }) }
    }

    fn deal(&self, game_library: &GameLibrary, products: &[String]) -> Result<Vec<Vec<Vec<CardIx>>>, SealedError> {
        let cube = self.cube(&game_library.game)?;
        Ok(event_packs::deal(&find_products(game_library, cube.as_ref(), products)?, self.start.pools, self.seed()?)?)
    }

    fn cube(&self, game: &GameData) -> Result<Option<Product>, SealedError> {
        let Some(cube) = &self.start.cube else { return Ok(None) };
        let pool = Pool::from_ids(game, &cube.cards).map_err(SealedError::Gone)?;
        Ok(Some(Product::cube(&cube.name, pool.cards, cube.pack)))
    }
}

/// The products with these ids; `cube` is the event's own.
fn find_products<'b>(
    game_library: &'b GameLibrary,
    cube: Option<&'b Product>,
    ids: &[String],
) -> Result<Vec<&'b Product>, SealedError> {
    let product = |id: &String| cube.filter(|c| c.id == *id).or_else(|| game_library.product(id));
    ids.iter().map(|id| product(id).ok_or_else(|| SealedError::NoProduct(id.clone()))).collect()
}
