//! What a seat can choose, as data and as a line that people write.

use std::fmt;

use catalog::GameData;
use catalog::tr;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::view::{DraftView, UnseenCard};
use catalog::CardIx;

/// A choice: of cards as a game numbers them, or by id as a log has them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DraftChoice<C = CardIx> {
    /// Cards of the pack for the pool, and cards out of the draft.
    Take {
        /// Into the pool.
        cards: SmallVec<[C; 4]>,
        /// Out of the draft.
        #[serde(default = "SmallVec::new", skip_serializing_if = "SmallVec::is_empty")]
        burn: SmallVec<[C; 4]>,
    },
    /// A whole pile, counted from 0 as the view has them.
    Pile(usize),
    /// These cards in one pile, the rest in another.
    Split(Vec<C>),
    /// A card of the own hand for an open one.
    Swap {
        /// Out of the hand.
        give: C,
        /// Into the hand.
        take: C,
    },
    /// A trade with another seat.
    Offer {
        /// The other seat, from 0.
        to: usize,
        /// Out of the own pool.
        give: C,
        /// Out of the other's.
        want: C,
    },
    /// The trade is taken.
    Accept,
    /// The pile is left, the trade refused, the hand kept, the turn over.
    Pass,
}

impl<C> DraftChoice<C> {
    /// A single card.
    pub fn one(card: C) -> DraftChoice<C> {
        DraftChoice::Take { cards: smallvec::smallvec![card], burn: SmallVec::new() }
    }

    /// The same choice with other names for the cards.
    ///
    /// # Errors
    /// The first that `name` gives.
    pub fn map_cards<D, E>(&self, mut name: impl FnMut(&C) -> Result<D, E>) -> Result<DraftChoice<D>, E> {
        Ok(match self {
            DraftChoice::Take { cards, burn } => DraftChoice::Take {
                cards: cards.iter().map(&mut name).collect::<Result<_, E>>()?,
                burn: burn.iter().map(&mut name).collect::<Result<_, E>>()?,
            },
            DraftChoice::Pile(at) => DraftChoice::Pile(*at),
            DraftChoice::Split(cards) => DraftChoice::Split(cards.iter().map(name).collect::<Result<_, E>>()?),
            DraftChoice::Swap { give, take } => DraftChoice::Swap { give: name(give)?, take: name(take)? },
            DraftChoice::Offer { to, give, want } => {
                DraftChoice::Offer { to: *to, give: name(give)?, want: name(want)? }
            }
            DraftChoice::Accept => DraftChoice::Accept,
            DraftChoice::Pass => DraftChoice::Pass,
        })
    }
}

impl DraftChoice<String> {
    /// The line that [`DraftChoice::parse`] reads: `take Relay Tap / burn Cold Proxy`, `pile 2`, `split A; B`,
    /// `swap A / B`, `offer 3: A / B`, `accept`, `pass`. Pile and seat are counted from 1.
    pub fn notation(&self) -> String {
        let list = |cards: &[String]| cards.join("; ");
        match self {
            DraftChoice::Take { cards, burn } if burn.is_empty() => format!("take {}", list(cards)),
            DraftChoice::Take { cards, burn } if cards.is_empty() => format!("burn {}", list(burn)),
            DraftChoice::Take { cards, burn } => format!("take {} / burn {}", list(cards), list(burn)),
            DraftChoice::Pile(at) => format!("pile {}", at + 1),
            DraftChoice::Split(cards) => format!("split {}", list(cards)),
            DraftChoice::Swap { give, take } => format!("swap {give} / {take}"),
            DraftChoice::Offer { to, give, want } => format!("offer {}: {give} / {want}", to + 1),
            DraftChoice::Accept => "accept".into(),
            DraftChoice::Pass => "pass".into(),
        }
    }

    /// The same line in the reader's language.
    pub fn label(&self) -> String {
        let list = |cards: &[String]| cards.join("; ");
        match self {
            DraftChoice::Take { cards, burn } if burn.is_empty() => tr!("take {}", list(cards)),
            DraftChoice::Take { cards, burn } if cards.is_empty() => tr!("burn {}", list(burn)),
            DraftChoice::Take { cards, burn } => tr!("take {} / burn {}", list(cards), list(burn)),
            DraftChoice::Pile(at) => tr!("pile {}", at + 1),
            DraftChoice::Split(cards) => tr!("split {}", list(cards)),
            DraftChoice::Swap { give, take } => tr!("swap {give} / {take}", give, take),
            DraftChoice::Offer { to, give, want } => tr!("offer {seat}: {give} / {want}", seat = to + 1, give, want),
            DraftChoice::Accept => tr!("accept"),
            DraftChoice::Pass => tr!("pass"),
        }
    }
}

/// A line that is no choice, and what would be one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DraftChoiceError {
    /// A card that its seat does not see.
    Unseen(#[from] UnseenCard),
    /// Not two cards.
    NoPair,
    /// Nothing at all.
    Empty,
    /// A number of a pile that is far too large.
    NoPile(String),
    /// Pile 0.
    PileZero,
    /// A word for a seat.
    NoSeat(String),
    /// Seat 0.
    SeatZero,
}

impl fmt::Display for DraftChoiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            DraftChoiceError::Unseen(card) => card.to_string(),
            DraftChoiceError::NoPair => tr!("write two cards with ` / ` between them"),
            DraftChoiceError::Empty => tr!("nothing is chosen; name a card"),
            DraftChoiceError::NoPile(number) => tr!("there is no pile {number}", number),
            DraftChoiceError::PileZero => tr!("piles are counted from 1"),
            DraftChoiceError::NoSeat(seat) => tr!("`{seat}` is no seat", seat),
            DraftChoiceError::SeatZero => tr!("seats are counted from 1"),
        })
    }
}

impl DraftChoice {
    /// Reads a line as [`DraftChoice::notation`] writes it. A card is meant by name, by id, or by `#` and its number in the
    /// view; without a first word, cards are taken.
    ///
    /// # Errors
    /// What cannot be read, and what would be.
    pub fn parse(line: &str, game: &GameData, view: &DraftView) -> Result<DraftChoice, DraftChoiceError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let card = |text: &str| view.find(game, text.trim());
        let cards = |text: &str| -> Result<Vec<CardIx>, UnseenCard> {
            text.split(';').filter(|t| !t.trim().is_empty()).map(card).collect()
        };
        let pair = |text: &str| -> Result<(CardIx, CardIx), DraftChoiceError> {
            let (a, b) = text.split_once(" / ").ok_or(DraftChoiceError::NoPair)?;
            Ok((card(a)?, card(b)?))
        };
        let take = |text: &str| -> Result<DraftChoice, DraftChoiceError> {
            let (taken, burned) = text.split_once(" / burn ").unwrap_or((text, ""));
            Ok(DraftChoice::Take { cards: cards(taken)?.into(), burn: cards(burned)?.into() })
        };
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => Err(DraftChoiceError::Empty),
            ("pass", "") => Ok(DraftChoice::Pass),
            ("accept", "") => Ok(DraftChoice::Accept),
            ("pile", number) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => {
                let number: usize = number.parse().map_err(|_| DraftChoiceError::NoPile(number.to_owned()))?;
                Ok(DraftChoice::Pile(number.checked_sub(1).ok_or(DraftChoiceError::PileZero)?))
            }
            ("split", rest) => Ok(DraftChoice::Split(cards(rest)?)),
            ("swap", rest) if !rest.is_empty() => pair(rest).map(|(give, take)| DraftChoice::Swap { give, take }),
            ("offer", rest) if rest.contains(':') => {
                let (seat, trade) = rest.split_once(':').unwrap_or_default();
                let seat = seat.trim();
                let seat: usize = seat.parse().map_err(|_| DraftChoiceError::NoSeat(seat.to_owned()))?;
                let to = seat.checked_sub(1).ok_or(DraftChoiceError::SeatZero)?;
                pair(trade).map(|(give, want)| DraftChoice::Offer { to, give, want })
            }
            ("burn", rest) if !rest.is_empty() => {
                Ok(DraftChoice::Take { cards: SmallVec::new(), burn: cards(rest)?.into() })
            }
            ("take", rest) if !rest.is_empty() => take(rest).or_else(|e| take(line).map_err(|_| e)),
            _ => take(line),
        }
    }
}
