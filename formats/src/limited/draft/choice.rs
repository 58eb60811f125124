//! What a seat can choose, as data and as a line that people write.

use catalog::Game;
use catalog::tr;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::view::View;
use catalog::CardIx;

/// A choice: of cards as a game numbers them, or by id as a log has them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice<C = CardIx> {
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

impl<C> Choice<C> {
    /// A single card.
    pub fn one(card: C) -> Choice<C> {
        Choice::Take { cards: smallvec::smallvec![card], burn: SmallVec::new() }
    }

    /// The same choice with other names for the cards.
    ///
    /// # Errors
    /// The first that `name` gives.
    pub fn named<D, E>(&self, mut name: impl FnMut(&C) -> Result<D, E>) -> Result<Choice<D>, E> {
        Ok(match self {
            Choice::Take { cards, burn } => Choice::Take {
                cards: cards.iter().map(&mut name).collect::<Result<_, E>>()?,
                burn: burn.iter().map(&mut name).collect::<Result<_, E>>()?,
            },
            Choice::Pile(at) => Choice::Pile(*at),
            Choice::Split(cards) => Choice::Split(cards.iter().map(name).collect::<Result<_, E>>()?),
            Choice::Swap { give, take } => Choice::Swap { give: name(give)?, take: name(take)? },
            Choice::Offer { to, give, want } => Choice::Offer { to: *to, give: name(give)?, want: name(want)? },
            Choice::Accept => Choice::Accept,
            Choice::Pass => Choice::Pass,
        })
    }
}

impl Choice<String> {
    /// The line that [`Choice::parse`] reads: `take Relay Tap / burn Cold Proxy`, `pile 2`, `split A; B`,
    /// `swap A / B`, `offer 3: A / B`, `accept`, `pass`. Pile and seat are counted from 1.
    pub fn line(&self) -> String {
        let list = |cards: &[String]| cards.join("; ");
        match self {
            Choice::Take { cards, burn } if burn.is_empty() => format!("take {}", list(cards)),
            Choice::Take { cards, burn } if cards.is_empty() => format!("burn {}", list(burn)),
            Choice::Take { cards, burn } => format!("take {} / burn {}", list(cards), list(burn)),
            Choice::Pile(at) => format!("pile {}", at + 1),
            Choice::Split(cards) => format!("split {}", list(cards)),
            Choice::Swap { give, take } => format!("swap {give} / {take}"),
            Choice::Offer { to, give, want } => format!("offer {}: {give} / {want}", to + 1),
            Choice::Accept => "accept".into(),
            Choice::Pass => "pass".into(),
        }
    }
}

impl Choice {
    /// Reads a line as [`Choice::line`] writes it. A card is meant by name, by id, or by `#` and its number in the
    /// view; without a first word, cards are taken.
    ///
    /// # Errors
    /// What cannot be read, and what would be.
    pub fn parse(line: &str, game: &Game, view: &View) -> Result<Choice, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let card = |text: &str| view.find(game, text.trim());
        let cards = |text: &str| -> Result<Vec<CardIx>, String> {
            text.split(';').filter(|t| !t.trim().is_empty()).map(card).collect()
        };
        let pair = |text: &str| -> Result<(CardIx, CardIx), String> {
            let (a, b) = text.split_once(" / ").ok_or_else(|| tr!("write two cards with ` / ` between them"))?;
            Ok((card(a)?, card(b)?))
        };
        let take = |text: &str| -> Result<Choice, String> {
            let (taken, burned) = text.split_once(" / burn ").unwrap_or((text, ""));
            Ok(Choice::Take { cards: cards(taken)?.into(), burn: cards(burned)?.into() })
        };
        match (word.to_lowercase().as_str(), rest) {
            ("", _) => Err(tr!("nothing is chosen; name a card")),
            ("pass", "") => Ok(Choice::Pass),
            ("accept", "") => Ok(Choice::Accept),
            ("pile", number) if !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) => {
                let number: usize = number.parse().map_err(|_| tr!("there is no pile {number}", number))?;
                Ok(Choice::Pile(number.checked_sub(1).ok_or_else(|| tr!("piles are counted from 1"))?))
            }
            ("split", rest) => Ok(Choice::Split(cards(rest)?)),
            ("swap", rest) if !rest.is_empty() => pair(rest).map(|(give, take)| Choice::Swap { give, take }),
            ("offer", rest) if rest.contains(':') => {
                let (seat, trade) = rest.split_once(':').unwrap_or_default();
                let seat: usize = seat.trim().parse().map_err(|_| tr!("`{seat}` is no seat", seat = seat.trim()))?;
                let to = seat.checked_sub(1).ok_or_else(|| tr!("seats are counted from 1"))?;
                pair(trade).map(|(give, want)| Choice::Offer { to, give, want })
            }
            ("burn", rest) if !rest.is_empty() => {
                Ok(Choice::Take { cards: SmallVec::new(), burn: cards(rest)?.into() })
            }
            ("take", rest) if !rest.is_empty() => take(rest).or_else(|e| take(line).map_err(|_| e)),
            _ => take(line),
        }
    }
}
