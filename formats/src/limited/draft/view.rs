//! What one seat sees and what it is asked: all that a person, a file or a bot is ever told.

use std::fmt;

use catalog::tr;
use catalog::{CardIx, GameData};
use serde::Serialize;

use super::DraftChoice;

/// What a seat sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftView {
    /// The seat, from 0.
    pub seat: usize,
    /// Where the seat is.
    pub stage: DraftStage,
    /// What the seat is asked, if it is.
    pub prompt: Option<DraftPrompt>,
    /// The seats that are asked something now.
    pub waiting: Vec<usize>,
    /// How many packs lie at each seat, the one in front of it among them: `[seat]`; 0 where no packs are passed.
    pub packs: Vec<usize>,
    /// What lies on the table.
    pub piles: Vec<DraftPile>,
    /// What each seat has: `[seat]`.
    pub pools: Vec<DraftPile>,
}

/// Where a draft is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Hash)]
pub struct DraftStage {
    /// Round of packs, grid, deal and so on, from 0.
    pub round: usize,
    /// How many there are.
    pub rounds: usize,
    /// Pick or turn within the round, from 0.
    pub pick: usize,
}

/// Cards that lie together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftPile {
    /// What they are.
    pub kind: PileKind,
    /// Those with their faces up for this seat, in order.
    pub cards: Vec<CardIx>,
    /// How many lie face down.
    pub down: usize,
}

/// What a pile is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum PileKind {
    /// The pack to pick from.
    Pack,
    /// A pile by number, from 0.
    Pile(usize),
    /// A row of a grid, from 0.
    Row(usize),
    /// A column of a grid, from 0.
    Column(usize),
    /// Cards that nobody has seen.
    Stock,
    /// Cards to be split.
    Group,
    /// One's hand.
    Hand,
    /// Cards that lie open for all.
    Open,
    /// What a seat has, from 0.
    Pool(usize),
}

/// What a seat is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Hash)]
#[serde(rename_all = "snake_case")]
pub enum DraftPrompt {
    /// Cards of the first pile for the pool, and cards of it out of the draft.
    Take {
        /// Exactly so many.
        take: usize,
        /// Exactly so many.
        burn: usize,
    },
    /// One of the piles before this number that has cards.
    Pile {
        /// One more than the last.
        of: usize,
    },
    /// This pile, or none of it.
    Look {
        /// Its number.
        pile: usize,
        /// Whether it may be left.
        leave: bool,
    },
    /// The first pile in two.
    Split,
    /// A card of the first pile for a card of the second, or none.
    Swap,
    /// A trade, or no more of them.
    Offer {
        /// How many there were in this turn.
        made: usize,
        /// How many more there may be.
        left: usize,
    },
    /// Whether to take a trade.
    Answer {
        /// Who offers, from 0.
        from: usize,
        /// What comes.
        get: u32,
        /// What goes.
        give: u32,
    },
}

impl DraftPile {
    /// A pile that this seat sees.
    pub fn open(kind: PileKind, cards: &[CardIx]) -> DraftPile {
        DraftPile { kind, cards: cards.to_vec(), down: 0 }
    }

    /// A pile that this seat does not see.
    pub fn down(kind: PileKind, down: usize) -> DraftPile {
        DraftPile { kind, cards: Vec::new(), down }
    }
}

impl PileKind {
    /// In a word or two.
    pub fn label(self) -> String {
        match self {
            PileKind::Pack => tr!("Pack"),
            PileKind::Pile(n) => tr!("Pile {number}", number = n + 1),
            PileKind::Row(n) => tr!("Row {number}", number = n + 1),
            PileKind::Column(n) => tr!("Column {number}", number = n + 1),
            PileKind::Stock => tr!("Stock"),
            PileKind::Group => tr!("Cards to split"),
            PileKind::Hand => tr!("Hand"),
            PileKind::Open => tr!("Open cards"),
            PileKind::Pool(n) => tr!("Pool of seat {seat}", seat = n + 1),
        }
    }
}

impl DraftPrompt {
    /// What to do, and how to write it.
    pub fn describe(&self) -> String {
        let cards = |n: usize| if n == 1 { "1 card".to_owned() } else { format!("{n} cards") };
        match self {
            DraftPrompt::Take { take, burn: 0 } => {
                format!("take {}: `take A{}`", cards(*take), if *take > 1 { "; B" } else { "" })
            }
            DraftPrompt::Take { take: 0, burn } => format!("burn {}: `burn A`", cards(*burn)),
            DraftPrompt::Take { take, burn } => {
                format!("take {} and burn {}: `take A / burn B`", cards(*take), cards(*burn))
            }
            DraftPrompt::Pile { of } => format!("take one of {of} piles that has cards: `pile 1`"),
            DraftPrompt::Look { pile, leave: true } => {
                format!("take the pile or leave it: `pile {}` or `pass`", pile + 1)
            }
            DraftPrompt::Look { pile, leave: false } => {
                format!("take the pile, for there is nothing else left: `pile {}`", pile + 1)
            }
            DraftPrompt::Split => "split the cards in two; name those of one half: `split A; B`".into(),
            DraftPrompt::Swap => {
                "swap a card of the hand for an open one, or keep the hand: `swap A / B` or `pass`".into()
            }
            DraftPrompt::Offer { left, .. } => {
                format!(
                    "offer another seat a card of yours for one of theirs ({left} more), or be done: `offer 2: A / B` or `pass`"
                )
            }
            DraftPrompt::Answer { from, .. } => {
                format!("take the trade that seat {} offers, or not: `accept` or `pass`", from + 1)
            }
        }
    }
}

/// A text that means no card that a seat sees.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum UnseenCard {
    /// A number.
    Number {
        /// As written.
        number: usize,
        /// How many cards the seat sees.
        count: usize,
    },
    /// A name or an id.
    Name {
        /// As written.
        text: String,
        /// The nearest names that the seat sees.
        hint: String,
    },
}

impl fmt::Display for UnseenCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            UnseenCard::Number { number, count } => {
                tr!("there is no card #{number} of {count}", number, count)
            }
            UnseenCard::Name { text, hint } => tr!("`{text}` is not here ({hint})", text, hint),
        })
    }
}

impl DraftView {
    /// What this seat has.
    pub fn own(&self) -> &[CardIx] {
        &self.pools[self.seat].cards
    }

    /// Every card that this seat sees, in the order in which a slip numbers them: piles, then pools.
    pub fn seen(&self) -> impl Iterator<Item = CardIx> + '_ {
        self.piles.iter().chain(&self.pools).flat_map(|p| p.cards.iter().copied())
    }

    /// The card that a text means: a name, an id, or `#` and its number among those seen.
    ///
    /// # Errors
    /// That this seat sees no such card, with the nearest that it does.
    pub fn find(&self, game: &GameData, text: &str) -> Result<CardIx, UnseenCard> {
        if let Some(number) = text.strip_prefix('#').and_then(|n| n.parse::<usize>().ok()) {
            let found = number.checked_sub(1).and_then(|n| self.seen().nth(n));
            return found.ok_or_else(|| UnseenCard::Number { number, count: self.seen().count() });
        }
        let meant = game.find(text);
        if let Some(card) = meant.and_then(|ix| self.seen().find(|c| *c == ix)) {
            return Ok(card);
        }
        // Another printing of the name will do.
        if let Some(card) = meant.and_then(|ix| self.seen().find(|c| game.card(*c).name == game.card(ix).name)) {
            return Ok(card);
        }
        let names: Vec<&str> = self.seen().map(|c| game.card(c).name.as_str()).collect();
        Err(UnseenCard::Name { text: text.to_owned(), hint: catalog::read::suggest(text, &names) })
    }

    /// Whether a choice answers what this seat is asked. Says the same as the table, out of the view alone.
    pub fn allows(&self, choice: &DraftChoice) -> bool {
        let Some(ask) = &self.prompt else { return false };
        let among = |pile: usize, cards: &[CardIx]| {
            let mut left = self.piles[pile].cards.clone();
            cards.iter().all(|c| left.iter().position(|l| l == c).map(|at| left.swap_remove(at)).is_some())
        };
        let has = |at: usize| self.piles.get(at).is_some_and(|p| p.cards.len() + p.down > 0);
        match (ask, choice) {
            (DraftPrompt::Take { take, burn }, DraftChoice::Take { cards, burn: burned }) => {
                let all: Vec<CardIx> = cards.iter().chain(burned).copied().collect();
                cards.len() == *take && burned.len() == *burn && among(0, &all)
            }
            (DraftPrompt::Pile { of }, DraftChoice::Pile(at)) => at < of && has(*at),
            (DraftPrompt::Look { pile, .. }, DraftChoice::Pile(at)) => pile == at,
            (DraftPrompt::Look { leave, .. }, DraftChoice::Pass) => *leave,
            (DraftPrompt::Split, DraftChoice::Split(cards)) => among(0, cards),
            (DraftPrompt::Swap, DraftChoice::Swap { give, take }) => among(0, &[*give]) && among(1, &[*take]),
            (DraftPrompt::Swap | DraftPrompt::Offer { .. } | DraftPrompt::Answer { .. }, DraftChoice::Pass) => true,
            (DraftPrompt::Offer { left, .. }, DraftChoice::Offer { to, give, want }) => {
                let there = |of: usize, card| self.pools.get(of).is_some_and(|p| p.cards.contains(card));
                *left > 0 && *to != self.seat && there(self.seat, give) && there(*to, want)
            }
            (DraftPrompt::Answer { .. }, DraftChoice::Accept) => true,
            _ => false,
        }
    }
}
