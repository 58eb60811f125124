//! Sealed: each player, or each team, opens some packs and builds from them; a league adds packs later.
//!
//! An event is a start and a log of actions. The packs are in the log, so that newer data change no event; what they
//! were drawn from is in the start, so that everybody can deal them again and compare ([`Event::verify`]).

pub mod table;

use std::fmt;

use catalog::tr;
use catalog::{CardIx, Game};
use serde::{Deserialize, Serialize};

use crate::Book;
use crate::limited::Pool;
use crate::limited::booster::Product;
use crate::limited::booster::event::{self, Shortage};
use crate::limited::fair;
use crate::rng::Seed;

/// A sealed event: as it is saved, in a file or in the library.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// How it began.
    pub start: Start,
    /// What happened since, in order.
    pub actions: Vec<Action>,
}

/// How an event begins.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
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
    pub chance: Chance,
    /// The cube, if the packs are not of a product of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cube: Option<Cube>,
}

/// What packs are drawn from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chance {
    /// A seed of 64 hexadecimal digits that somebody chose or drew.
    Seed(String),
    /// A seed that nobody can have chosen.
    Fair(fair::Deal),
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

impl Cube {
    /// Whether packs can be made of it.
    pub(super) fn check(&self) -> Result<(), String> {
        let (cards, pack) = (self.cards.len(), self.pack);
        if cards > MOST_IN_CUBE {
            return Err(tr!("a cube has at most {most} cards, and this one has {cards}", most = MOST_IN_CUBE, cards));
        }
        match (1..=MOST_IN_PACK).contains(&pack) {
            true => Ok(()),
            false => Err(tr!("a pack of a cube has 1 to {most} cards, not {pack}", most = MOST_IN_PACK, pack)),
        }
    }
}

/// What happens in an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
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
pub enum Refused {
    /// Too few cards.
    Shortage(Shortage),
    /// Of the fair deal.
    Fair(fair::Refused),
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

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Refused::Shortage(why) => why.to_string(),
            Refused::Fair(why) => why.to_string(),
            Refused::NoProduct(id) => tr!("there is no product `{id}`", id),
            Refused::Gone(id) => tr!("the card `{id}` is not in the data any more; add the set that had it", id),
            Refused::NoSeed(text) => tr!("`{text}` is no seed of 64 hexadecimal digits", text),
            Refused::Elsewhere => {
                tr!("the cards of this event came from elsewhere, so no seed can show how they were dealt")
            }
            Refused::Unopened => tr!("no pack was opened yet"),
            Refused::NoEvent(why) => tr!("this is no sealed event: {why}", why),
            Refused::OtherData { dealt, here } => tr!(
                "the packs were dealt with other data (SHA-256 {dealt}; here {here}), so they cannot be dealt again here",
                dealt,
                here
            ),
            Refused::OtherTerms(terms) => tr!("the announcement is for another event: {terms}", terms),
            Refused::Differs { pool, pack } => {
                tr!("pack {pack} of pool {pool} is not the one that the seed gives", pack, pool)
            }
        })
    }
}

impl From<Shortage> for Refused {
    fn from(why: Shortage) -> Refused {
        Refused::Shortage(why)
    }
}

impl From<fair::Refused> for Refused {
    fn from(why: fair::Refused) -> Refused {
        Refused::Fair(why)
    }
}

impl Event {
    /// An event before any pack is opened.
    pub fn new(start: Start) -> Event {
        Event { start, actions: Vec::new() }
    }

    /// Whether it is an event that could have been held: its file can come from anybody, and says how many pools there
    /// are.
    ///
    /// # Errors
    /// [`Refused::NoEvent`], with what makes no sense.
    pub fn check_file(&self) -> Result<(), Refused> {
        let wrong = |why: String| Err(Refused::NoEvent(why));
        let pools = self.start.pools;
        if !(1..=MOST_POOLS).contains(&pools) || !(1..=MOST_POOLS).contains(&self.start.team) {
            let team = self.start.team;
            return wrong(format!("{pools} pools of {team}; there are 1 to {MOST_POOLS} of either"));
        }
        if self.actions.len() > MOST_ROUNDS {
            return wrong(format!("{} actions; there are at most {MOST_ROUNDS}", self.actions.len()));
        }
        if let Some(at) = self.rounds().position(|(_, packs)| packs.len() != pools as usize) {
            return wrong(format!("round {} has not one pack for each of {pools} pools", at + 1));
        }
        let cards: usize = self.rounds().flat_map(|(_, packs)| packs).map(Vec::len).sum();
        if cards > MOST_CARDS {
            return wrong(format!("{cards} cards; there are at most {MOST_CARDS}"));
        }
        self.start.cube.as_ref().map_or(Ok(()), |cube| cube.check().map_err(Refused::NoEvent))
    }

    /// The rounds of packs so far: product and packs `[pool][card]`.
    pub fn rounds(&self) -> impl Iterator<Item = (&str, &[Vec<String>])> {
        self.actions.iter().filter_map(|a| match a {
            Action::Opened { product, packs } => Some((product.as_str(), &packs[..])),
            Action::Told { .. } => None,
        })
    }

    /// Opens packs of these products, one of each for every pool.
    ///
    /// # Errors
    /// When there are too few cards, or the chance is not known yet; then nothing has happened.
    pub fn open(&mut self, book: &Book, products: &[String]) -> Result<(), Refused> {
        let before = self.rounds().count();
        if before > 0 {
            self.same_data(book)?;
        }
        let all: Vec<String> = self.rounds().map(|(id, _)| id.to_owned()).chain(products.iter().cloned()).collect();
        for (product, round) in all.iter().zip(self.deal(book, &all)?).skip(before) {
            let ids = |pack: &Vec<CardIx>| pack.iter().map(|c| book.game.card(*c).id.clone()).collect();
            self.actions.push(Action::Opened { product: product.clone(), packs: round.iter().map(ids).collect() });
        }
        Ok(())
    }

    /// What packs of these products lack for this event.
    ///
    /// # Errors
    /// The first product that is not there or has too few cards.
    pub fn check(&self, book: &Book, products: &[String]) -> Result<(), Refused> {
        let cube = self.cube(&book.game)?;
        Ok(event::check(&found(book, cube.as_ref(), products)?, self.start.pools)?)
    }

    /// Deals all packs again and compares. Gives the seed.
    ///
    /// # Errors
    /// The first thing that is not as it should be.
    pub fn verify(&self, book: &Book) -> Result<Seed, Refused> {
        let products: Vec<String> = self.rounds().map(|(id, _)| id.to_owned()).collect();
        if products.is_empty() {
            return Err(Refused::Unopened);
        }
        let seed = self.seed()?;
        self.same_data(book)?;
        let again = self.deal(book, &products)?;
        for (pack, ((_, packs), again)) in self.rounds().zip(again).enumerate() {
            let same = |(ids, cards): (&Vec<String>, &Vec<CardIx>)| {
                ids.iter().eq(cards.iter().map(|c| &book.game.card(*c).id))
            };
            let pool = (0..packs.len().max(again.len())).find(|p| !packs.get(*p).zip(again.get(*p)).is_some_and(same));
            if let Some(pool) = pool {
                return Err(Refused::Differs { pool: pool + 1, pack: pack + 1 });
            }
        }
        Ok(seed)
    }

    /// The seed that the packs follow from.
    ///
    /// # Errors
    /// When it is not known, or does not fit what was announced.
    pub fn seed(&self) -> Result<Seed, Refused> {
        match &self.start.chance {
            Chance::Seed(hex) => Seed::from_hex(hex).ok_or_else(|| Refused::NoSeed(hex.clone())),
            Chance::Elsewhere => Err(Refused::Elsewhere),
            Chance::Fair(deal) => {
                let mut deal = deal.clone();
                for action in &self.actions {
                    if let Action::Told { secret } = action {
                        deal.tell(secret)?;
                    }
                }
                let (terms, start) = (&deal.terms, &self.start);
                let event = format!("{}/{}", start.game, start.format);
                if (&terms.event, &terms.data_hash, terms.seats) != (&event, &start.data_hash, start.pools) {
                    return Err(Refused::OtherTerms(format!("{}, {} seats", terms.event, terms.seats)));
                }
                Ok(deal.seed()?)
            }
        }
    }

    /// The organiser tells the secret. Gives it.
    ///
    /// # Errors
    /// When there is none, or it is not known here.
    pub fn tell(&mut self) -> Result<String, Refused> {
        self.seed()?;
        let Chance::Fair(deal) = &self.start.chance else { return Err(Refused::Elsewhere) };
        let secret = deal.secret().ok_or(fair::Refused::Untold)?.to_owned();
        let told = Action::Told { secret: secret.clone() };
        if !self.actions.contains(&told) {
            self.actions.push(told);
        }
        Ok(secret)
    }

    /// The event as everybody may see it: without a secret that is not told.
    pub fn public(&self) -> Event {
        let mut event = self.clone();
        if let Chance::Fair(deal) = &mut event.start.chance {
            *deal = deal.public();
        }
        event
    }

    /// The pools, in order, with the cards of each in the order in which they came.
    ///
    /// # Errors
    /// The first card that the game lacks.
    pub fn pools(&self, game: &Game) -> Result<Vec<Pool>, Refused> {
        (0..self.start.pools as usize).map(|pool| Ok(Pool { cards: self.packs(game, pool)?.concat() })).collect()
    }

    /// The packs of a pool, counted from 0.
    ///
    /// # Errors
    /// The first card that the game lacks.
    pub fn packs(&self, game: &Game, pool: usize) -> Result<Vec<Vec<CardIx>>, Refused> {
        let card = |id: &String| game.find(id).ok_or_else(|| Refused::Gone(id.clone()));
        let of = |packs: &[Vec<String>]| packs.get(pool).into_iter().flatten().map(card).collect();
        self.rounds().map(|(_, packs)| of(packs)).collect()
    }

    /// One pool of the event, as an event of its own that a player keeps.
    pub fn pool(&self, pool: usize) -> Event {
        let start = Start { pools: 1, chance: Chance::Elsewhere, ..self.start.clone() };
        let opened = |(product, packs): (&str, &[Vec<String>])| Action::Opened {
            product: product.to_owned(),
            packs: packs.get(pool).cloned().into_iter().collect(),
        };
        Event { start, actions: self.rounds().map(opened).collect() }
    }

    fn same_data(&self, book: &Book) -> Result<(), Refused> {
        let (dealt, here) = (&self.start.data_hash, &book.game.data_hash);
        match dealt == here {
            true => Ok(()),
            false => Err(Refused::OtherData { dealt: dealt.clone(), here: here.clone() }),
        }
    }

    fn deal(&self, book: &Book, products: &[String]) -> Result<Vec<Vec<Vec<CardIx>>>, Refused> {
        let cube = self.cube(&book.game)?;
        Ok(event::deal(&found(book, cube.as_ref(), products)?, self.start.pools, self.seed()?)?)
    }

    fn cube(&self, game: &Game) -> Result<Option<Product>, Refused> {
        let Some(cube) = &self.start.cube else { return Ok(None) };
        let pool = Pool::of_ids(game, &cube.cards).map_err(Refused::Gone)?;
        Ok(Some(Product::cube(&cube.name, pool.cards, cube.pack)))
    }
}

/// The products with these ids; `cube` is the event's own.
fn found<'b>(book: &'b Book, cube: Option<&'b Product>, ids: &[String]) -> Result<Vec<&'b Product>, Refused> {
    let product = |id: &String| cube.filter(|c| c.id == *id).or_else(|| book.product(id));
    ids.iter().map(|id| product(id).ok_or_else(|| Refused::NoProduct(id.clone()))).collect()
}
