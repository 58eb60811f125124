//! How a draft begins: the way, the packs as they were opened, who sits where.

use catalog::tr;
use catalog::{CardIx, GameData};
use serde::{Deserialize, Serialize};

use super::pod::DraftPlayer;
use super::{Draft, DraftError, DraftType, draft_type};
use crate::format::{DeckFormat, Limited};
use crate::game_library::GameLibrary;
use crate::limited::Pool;
use crate::limited::booster::{Product, event_packs};
use crate::limited::draft::clock::DraftClock;
use crate::limited::fair::FairDeal;
use crate::limited::sealed::Cube;
use crate::rng::{Dice, Seed};

/// How a draft begins; with the actions that follow, all there is to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftStart {
    /// Format id.
    pub format: String,
    /// The way of drafting with its settings.
    pub way: DraftType,
    /// What packs and bots were drawn from: 64 hexadecimal digits.
    pub seed: String,
    /// What was opened, so that the packs can be dealt again out of the seed.
    pub source: CardSource,
    /// The packs as opened, by card id: `[round][seat][card]`. Where no packs are opened: one row of cards, shuffled.
    pub packs: Vec<Vec<Vec<String>>>,
    /// Who sits where: `[seat]`.
    pub sitters: Vec<DraftPlayer>,
    /// How long a pick may take.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<DraftClock>,
    /// Where the seed came from, if it was dealt so that nobody can have chosen it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<FairDeal>,
}

/// Where the cards come from, by id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardSource {
    /// The product of each round; `cube` for the draft's own.
    pub products: Vec<String>,
    /// The cube, if the packs are not of products of the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cube: Option<Cube>,
}

/// A draft to begin.
#[derive(Debug, Clone)]
pub struct DraftPlan<'a> {
    /// The format.
    pub format: &'a DeckFormat,
    /// The way of drafting.
    pub way: DraftType,
    /// Ids of the products of each seat's packs, by round; not looked at if there is a cube.
    pub products: Vec<String>,
    /// Packs dealt out of a list, instead of products: as many as there are products.
    pub cube: Option<Cube>,
    /// Who sits where: `[seat]`.
    pub sitters: Vec<DraftPlayer>,
    /// How long a pick may take.
    pub clock: Option<DraftClock>,
}

/// Rounds of packs, and rows of a clock.
const MOST_ROUNDS: usize = 100;
/// Cards of all packs: many times those of any draft that people would sit through.
const MOST_CARDS: usize = 10_000;
/// Seconds of a pick: a day.
const MOST_SECONDS: u32 = 86_400;

/// Parts of a seed beside that of the packs.
const STOCK: u64 = 1 << 32;
const BOTS: u64 = 2 << 32;

impl<'a> DraftPlan<'a> {
    /// The draft that a format describes; absent if it describes none.
    pub fn from_format(format: &'a DeckFormat, sitters: Vec<DraftPlayer>) -> Option<DraftPlan<'a>> {
        let limited = format.limited.as_ref()?;
        let (way, products) = (limited.draft_type.clone()?, limited.products.clone());
        Some(DraftPlan { format, way, products, cube: None, sitters, clock: None })
    }

    /// Opens the packs.
    ///
    /// # Errors
    /// When the format or the way is not for so many seats, or the cards are too few.
    pub fn start(&self, game_library: &GameLibrary, seed: Seed) -> Result<DraftStart, DraftError> {
        let seats = self.sitters.len() as u32;
        let (min, max) = self.seats();
        if !(min..=max).contains(&seats) {
            let cites = self.format.limited.as_ref().map_or_else(Vec::new, |l: &Limited| l.cites.clone());
            return Err(DraftError::Seats { format: self.format.name.clone(), seats, min, max, cites });
        }
        let cube = |_: &String| String::from("cube");
        let products = match &self.cube {
            Some(_) => self.products.iter().map(cube).collect(),
            None => self.products.clone(),
        };
        let source = CardSource { products, cube: self.cube.clone() };
        let packs = source.packs(game_library, &self.way, seats, seed)?;
        let id = |card: &CardIx| game_library.game.card(*card).id.clone();
        Ok(DraftStart {
            format: self.format.id.clone(),
            way: self.way.clone(),
            seed: seed.to_hex(),
            source,
            packs: packs.iter().map(|r| r.iter().map(|p| p.iter().map(id).collect()).collect()).collect(),
            sitters: self.sitters.clone(),
            clock: self.clock.clone(),
            deal: None,
        })
    }

    /// Fewest and most seats: of the format if it is drafted in its own way, otherwise of the way.
    pub fn seats(&self) -> (u32, u32) {
        let (min, max) = self.way.seats();
        match self.format.limited.as_ref() {
            Some(limited) if limited.draft_type.as_ref() == Some(&self.way) => {
                (limited.seats.0.max(min), limited.seats.1.min(max))
            }
            _ => (min, max),
        }
    }
}

impl CardSource {
    /// The packs, as the way of drafting takes them.
    fn packs(
        &self,
        game_library: &GameLibrary,
        way: &DraftType,
        seats: u32,
        seed: Seed,
    ) -> Result<Vec<Vec<Vec<CardIx>>>, DraftError> {
        let cube = self.cube.as_ref().map(|c| {
            let pool = Pool::from_ids(&game_library.game, &c.cards).map_err(DraftError::Gone)?;
            Ok::<_, DraftError>(Product::cube(&c.name, pool.cards, c.pack))
        });
        let cube = cube.transpose()?;
        let product = |id: &String| {
            let found = cube.as_ref().filter(|c| c.id == *id).or_else(|| game_library.product(id));
            found.ok_or_else(|| DraftError::Still(tr!("the product `{id}` is not in the data any more", id)))
        };
        let products = self.products.iter().map(product).collect::<Result<Vec<&Product>, DraftError>>()?;
        let packs = event_packs::deal(&products, seats, seed)?;
        let there = packs.iter().flatten().map(Vec::len).sum();
        let needed = way.least(seats as usize);
        if there < needed {
            return Err(DraftError::Short { seats, needed, there });
        }
        if way.opens_packs() {
            return Ok(packs);
        }
        let mut row: Vec<CardIx> = packs.into_iter().flatten().flatten().collect();
        seed.part(STOCK).secret().shuffle(&mut row);
        Ok(vec![vec![row]])
    }
}

impl DraftStart {
    /// The chance of a bot: by seat.
    ///
    /// # Errors
    /// When the seed is none.
    pub fn bots(&self) -> Result<Seed, DraftError> {
        let seed = Seed::from_hex(&self.seed).ok_or_else(|| DraftError::Still(tr!("the draft's seed is not valid")))?;
        Ok(seed.part(BOTS))
    }

    /// Whether the packs are those that come out of the seed, and the seed is the one of the deal if there was one: the
    /// first difference, in words.
    ///
    /// # Errors
    /// When products or cards are not in the data any more, or the seed makes no sense.
    pub fn verify(&self, game_library: &GameLibrary) -> Result<Option<String>, DraftError> {
        let seed = Seed::from_hex(&self.seed).ok_or_else(|| DraftError::Still(tr!("the draft's seed is not valid")))?;
        if let Some(deal) = &self.deal {
            match deal.seed() {
                Ok(dealt) if dealt == seed => {}
                Ok(_) => return Ok(Some(tr!("the seed is not the one of the deal"))),
                Err(e) => return Ok(Some(tr!("the deal: {e}", e))),
            }
        }
        let packs = self.source.packs(game_library, &self.way, self.sitters.len() as u32, seed)?;
        for (round, (dealt, kept)) in packs.iter().zip(&self.packs).enumerate() {
            for (seat, (dealt, kept)) in dealt.iter().zip(kept).enumerate() {
                if !dealt.iter().map(|c| &game_library.game.card(*c).id).eq(kept) {
                    return Ok(Some(tr!(
                        "pack {pack} of seat {seat} is not what the seed gives",
                        pack = round + 1,
                        seat = seat + 1
                    )));
                }
            }
        }
        let alike = packs.iter().map(Vec::len).eq(self.packs.iter().map(Vec::len));
        Ok((!alike).then(|| tr!("there are more or fewer packs than the seed gives")))
    }

    /// Whether it is a draft that can be laid out. Saved drafts are files, and those can come from anybody.
    ///
    /// # Errors
    /// What makes no sense in it.
    pub fn check(&self) -> Result<(), DraftError> {
        let wrong = |why: String| Err(DraftError::Still(tr!("the draft cannot be laid out: {why}", why)));
        let (least, most) = self.way.seats();
        let seats = self.sitters.len();
        if !(least as usize..=most as usize).contains(&seats) {
            return wrong(tr!(
                "{seats} seats, and {way} is for {least} to {most}",
                seats,
                way = self.way.id(),
                least,
                most
            ));
        }
        if let Some((what, number, least)) = self
            .way
            .clone()
            .settings()
            .into_iter()
            .find(|(_, n, least)| !(*least..=draft_type::MOST as usize).contains(*n))
        {
            return wrong(tr!(
                "{what}: {number} is not from {least} to {most}",
                what = tr!(what),
                number,
                least,
                most = draft_type::MOST
            ));
        }
        if self.packs.is_empty() || self.packs.len() > MOST_ROUNDS {
            return wrong(format!("{} rounds of packs, and there are 1 to {MOST_ROUNDS}", self.packs.len()));
        }
        let each = if self.way.opens_packs() { seats } else { 1 };
        if self.packs.iter().any(|round| round.len() != each) || (each == 1 && self.packs.len() > 1) {
            return wrong("the packs are not one for each seat in each round, or one row of cards".into());
        }
        let cards: usize = self.packs.iter().flatten().map(Vec::len).sum();
        if !(self.way.least(seats)..=MOST_CARDS).contains(&cards) {
            return wrong(tr!(
                "{cards} cards, and there are {least} to {most}",
                cards,
                least = self.way.least(seats),
                most = MOST_CARDS
            ));
        }
        let seconds = |clock: &DraftClock| clock.picks.iter().map(|(_, s)| *s).chain(clock.reviews.clone()).max();
        let long = |clock: &DraftClock| seconds(clock).is_some_and(|s| s > MOST_SECONDS);
        let rows = |clock: &DraftClock| clock.picks.len().max(clock.reviews.len()) > MOST_ROUNDS;
        if self.clock.as_ref().is_some_and(|clock| long(clock) || rows(clock)) {
            return wrong(format!("its clock has more than {MOST_ROUNDS} rows or {MOST_SECONDS} seconds"));
        }
        if self.source.products.len() > MOST_ROUNDS {
            return wrong(format!("{} products, and there are at most {MOST_ROUNDS}", self.source.products.len()));
        }
        self.source.cube.as_ref().map_or(Ok(()), |cube| cube.check().map_err(|e| DraftError::Still(e.to_string())))
    }

    /// The table before the first choice.
    pub fn new_draft(&self, cards: &DraftCards<'_>) -> Draft {
        let packs = self.packs.iter().map(|r| r.iter().map(|p| p.iter().map(|id| cards.find(id)).collect()).collect());
        Draft::new(&self.way, self.sitters.len(), packs.collect())
    }
}

/// The cards of a draft: those of the game, and after them those that the game no longer has, so that newer card files
/// change no saved draft.
#[derive(Debug, Clone)]
pub struct DraftCards<'a> {
    game: &'a GameData,
    gone: Vec<String>,
}

impl<'a> DraftCards<'a> {
    /// The cards of a start.
    pub fn new(game: &'a GameData, start: &DraftStart) -> DraftCards<'a> {
        let mut gone: Vec<String> =
            start.packs.iter().flatten().flatten().filter(|id| game.find(id).is_none()).cloned().collect();
        gone.sort_unstable();
        gone.dedup();
        DraftCards { game, gone }
    }

    /// The card with an id of the packs; one that is in no pack is the first that is in none.
    pub fn find(&self, id: &str) -> CardIx {
        self.game.find(id).unwrap_or_else(|| {
            let at = self.gone.binary_search_by(|g| g.as_str().cmp(id)).unwrap_or(self.gone.len());
            CardIx((self.game.cards.len() + at) as u32)
        })
    }

    /// Its id.
    pub fn id(&self, card: CardIx) -> String {
        self.named(card, |c| c.id.clone())
    }

    /// Its name; its id if the game no longer has it.
    pub fn name(&self, card: CardIx) -> String {
        self.named(card, |c| c.name.clone())
    }

    fn named(&self, card: CardIx, known: impl FnOnce(&catalog::Card) -> String) -> String {
        match self.game.cards.get(card.at()) {
            Some(card) => known(card),
            None => self.gone.get(card.at() - self.game.cards.len()).cloned().unwrap_or_else(|| "?".into()),
        }
    }

    /// The first card that the game no longer has.
    ///
    /// # Errors
    /// [`DraftError::Gone`], if there is one.
    pub fn all_there(&self) -> Result<(), DraftError> {
        self.gone.first().map_or(Ok(()), |id| Err(DraftError::Gone(id.clone())))
    }
}
