//! Questions about a deck: what an opening hand holds, exactly and by dealing; and what the deck does in its
//! first turns without an opponent.
//!
//! Everything here takes a [`formats::LegalDeck`] and a [`formats::rng::Seed`]; the same deck, seed and
//! number of games give the same numbers on every machine and with any number of threads.

pub mod chance;
pub mod coach;
pub mod experiment;
pub mod findings;
pub mod goldfish;
pub mod hands;
pub mod mulligan;
pub mod odds;
pub mod plan;
pub mod pods;
pub mod policy;
mod regression;
pub mod report;
pub mod self_play;
pub mod tally;
pub mod weights;

use catalog::game::goldfish::OpeningHand;
use catalog::{CardIx, GameData};
use formats::deck::Listed;
use formats::{DeckFormat, GameLibrary, LegalDeck};

/// The starter decks that are legal in a format.
pub fn legal_starter_decks(game_library: &GameLibrary, format: &DeckFormat) -> Vec<LegalDeck> {
    let legal = |deck: &formats::Deck| LegalDeck::check(&game_library.game, format, deck.clone(), None).ok();
    game_library.decks.iter().filter_map(|(_, deck)| legal(deck)).collect()
}

/// A legal deck as the lab deals it.
#[derive(Debug, Clone)]
pub struct LabDeck {
    /// The cards that are shuffled, in order of the deck.
    pub cards: Vec<CardIx>,
    /// The card that leads the deck, where the game has one.
    pub leader: Option<CardIx>,
    /// Cards in the first hand.
    pub hand: u32,
    /// Position in `cards` of the card that every hand begins with.
    pub opener: Option<usize>,
}

/// A deck that the lab cannot deal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DealError {
    /// Fewer cards than the first hand.
    #[error("the deck has {cards} cards, fewer than the {hand} of an opening hand")]
    TooSmall {
        /// Cards in the deck.
        cards: usize,
        /// Cards in a hand.
        hand: u32,
    },
    /// More cards than the lab's counters hold.
    #[error("the deck has {0} cards; the lab takes at most {MOST_CARDS}")]
    TooLarge(usize),
    /// The data of the game do not say what may be played in a turn.
    #[error(
        "the data of {0} do not say what may be played in a turn, so there is no goldfish; `deckloom data model {0} --ask` asks for it"
    )]
    NoGoldfish(String),
    /// More different counts than fit the counters.
    #[error("the question counts {0} different things; the lab takes at most {LANES}", LANES = tally::LANES)]
    TooManyCounts(usize),
    /// More kinds of hands than are told apart where cards of a hand are chosen.
    #[error(
        "the keep rule tells {0} kinds of hands apart; where cards of a hand are chosen, the lab takes at most 100000"
    )]
    TooManyHands(usize),
    /// The exact answer has numbers too large to count.
    #[error("the exact answer for {cards} cards and {drawn} draws needs too large numbers; sample instead")]
    TooLargeForExact {
        /// Cards in the deck.
        cards: usize,
        /// Cards drawn.
        drawn: u32,
    },
}

/// Cards drawn after the opening hand by the end of a turn's draws; turn 0 is the opening hand.
pub fn cards_drawn(game: &GameData, turn: u32, first: bool) -> u32 {
    let skipped = u32::from(first && game.goldfish.first_player_skips && turn > 0);
    game.goldfish.draws * (turn - skipped)
}

/// The most cards in a deck: what fits a byte.
pub const MOST_CARDS: usize = 250;

impl LabDeck {
    /// Lays out a deck for dealing. The opener that a leader names is missing in some decks; then one more
    /// random card takes its place (CX-R16).
    ///
    /// # Errors
    /// When the deck is too small or too large.
    pub fn new(game: &GameData, deck: &LegalDeck) -> Result<LabDeck, DealError> {
        let main = game.section("main").unwrap_or(0);
        let cards = deck.deck().cards(main);
        let first = game.goldfish.leader.and_then(|section| deck.deck().sections[section].first());
        let leader = first.and_then(|entry| match entry.card {
            Listed::Card(leader) => Some(leader),
            Listed::Unknown(_) => None,
        });
        let mut stack = LabDeck { cards, leader, hand: 0, opener: None };
        match game.goldfish.hand {
            OpeningHand::Dealt { size, .. } => stack.hand = size,
            OpeningHand::Led { named, random, .. } => {
                if let Some(leader) = stack.leader {
                    let leader_card = game.card(leader);
                    stack.hand = 1 + leader_card.number_in(random).unwrap_or(0).max(0) as u32;
                    let opener = leader_card.text_in(named).and_then(|name| game.find(name));
                    stack.opener = opener.and_then(|o| stack.cards.iter().position(|c| *c == o));
                }
            }
        }
        match stack.cards.len() {
            n if n > MOST_CARDS => Err(DealError::TooLarge(n)),
            n if n < stack.hand as usize => Err(DealError::TooSmall { cards: n, hand: stack.hand }),
            _ => Ok(stack),
        }
    }

    /// Cards of a hand that are random.
    pub fn random_cards(&self) -> u32 {
        self.hand - u32::from(self.opener.is_some())
    }
}
