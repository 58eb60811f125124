//! How good cards are for drafting: lines of a product's file, each about the cards that its query finds.
//!
//! Putting the lines to all cards takes longer than reading all the rest of a game, so it waits until somebody drafts.

use std::collections::BTreeMap;
use std::ops::Index;
use std::sync::OnceLock;

use catalog::load::query_in;
use catalog::read::{Document, Problems, TomlTable};
use catalog::source::File;
use catalog::{CardIx, GameData, Query};

/// How good a card is for drafting.
#[derive(Debug, Clone, Default)]
pub struct Rating {
    /// In hundredths of a point.
    pub points: i32,
    /// What it is made of.
    pub parts: Vec<(String, i32)>,
}

/// The ratings of a product, by position of the card in its game; a card that no line rates is worth nothing.
#[derive(Debug, Clone, Default)]
pub struct Ratings(BTreeMap<usize, Rating>);

impl Index<usize> for Ratings {
    type Output = Rating;

    fn index(&self, card: usize) -> &Rating {
        const NONE: &Rating = &Rating { points: 0, parts: Vec::new() };
        self.0.get(&card).unwrap_or(NONE)
    }
}

/// What a card is worth where nothing is rated, in hundredths of a point.
const UNRATED: i32 = 3000;
/// What a rarity is worth there above the one below it.
const RARER: i32 = 400;

impl Ratings {
    /// What is thought of cards of which nothing is said: the rarer, the better. What only makes resources is not among them, since
    /// such cards are there without limit, or help one deck alone.
    pub fn by_rarity(game: &GameData, cards: &[CardIx]) -> Ratings {
        let cost = game.cost_field();
        let is_land = |card: &catalog::Card| {
            cost.is_some_and(|field| card.values[field].is_none())
                && game.goldfish.sources.iter().any(|source| source.of.matches(card))
        };
        let mut ratings = Ratings::default();
        for ix in cards.iter().filter(|ix| !is_land(game.card(**ix))) {
            let rarity = game.card(*ix).rarity;
            let why = game.rarities.get(rarity as usize).map_or_else(String::new, |r| r.name.to_lowercase());
            ratings.add(*ix, UNRATED + RARER * i32::from(rarity), &why);
        }
        ratings
    }

    /// Whether nothing is rated.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds points to a card's rating, in hundredths, with their reason.
    pub fn add(&mut self, card: CardIx, points: i32, why: &str) {
        let rating = self.0.entry(card.at()).or_default();
        rating.points += points;
        rating.parts.push((why.to_owned(), points));
    }

    /// These ratings and others, added up.
    #[must_use]
    pub fn and(mut self, more: Ratings) -> Ratings {
        for (card, rating) in more.0 {
            let sum = self.0.entry(card).or_default();
            sum.points += rating.points;
            sum.parts.extend(rating.parts);
        }
        self
    }
}

/// Ratings as lines, and the ratings themselves once somebody has asked for them.
#[derive(Debug, Clone, Default)]
pub struct LazyRatings {
    lines: Vec<RatingLine>,
    ratings: OnceLock<Ratings>,
}

/// A line: whatever fits the query is worth so many points more.
#[derive(Debug, Clone)]
struct RatingLine {
    of: String,
    points: i32,
    why: String,
}

impl LazyRatings {
    /// The lines of a product's file. Queries that came with the program were checked with it.
    pub(super) fn read(t: &TomlTable<'_>, file: &File, game: &GameData) -> LazyRatings {
        let line = |r: &TomlTable<'_>| {
            if file.added {
                query_in(r, "of", game);
            }
            RatingLine { of: r.text("of"), points: r.number("points"), why: r.text("why") }
        };
        LazyRatings { lines: t.tables("rating").iter().map(line).collect(), ratings: OnceLock::new() }
    }

    /// The lines of `ratings/<product>.toml`, beside those of the product's own file.
    pub(crate) fn read_more(&mut self, file: &File, game: &GameData, problems: &Problems) {
        let document = Document::parse(&file.name, &file.text, problems);
        let t = document.root();
        t.source();
        self.lines.extend(LazyRatings::read(&t, file, game).lines);
    }

    /// The ratings, also of cards that come out of other products; by rarity, if there is no line.
    ///
    /// # Panics
    /// If a line that came with the program is none; a test reads all of them.
    pub(super) fn ratings(&self, game: &GameData) -> &Ratings {
        self.ratings.get_or_init(|| {
            if self.lines.is_empty() {
                return Ratings::by_rarity(game, &game.indices().collect::<Vec<_>>());
            }
            let mut ratings = Ratings::default();
            for RatingLine { of, points, why } in &self.lines {
                let of = Query::parse(of, game).expect("queries of ratings are checked before anybody drafts");
                of.select(game).into_iter().for_each(|card| ratings.add(card, *points, why));
            }
            ratings
        })
    }
}

/// The ratings of a file with nothing else.
pub(crate) fn read_ratings(t: &TomlTable<'_>, game: &GameData) -> Ratings {
    let mut ratings = Ratings::default();
    for r in t.tables("rating") {
        let (of, points, why) = (query_in(&r, "of", game), r.number("points"), r.text("why"));
        for card in of.select(game) {
            ratings.add(card, points, &why);
        }
    }
    ratings
}
