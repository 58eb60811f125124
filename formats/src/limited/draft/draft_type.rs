//! The ways of drafting with their settings: data of a format, or words of the command line.

use catalog::noted;
use catalog::read::{Document, Problems, TomlTable as Toml};
use serde::{Deserialize, Serialize};

use super::{booster, grid, housman, rotisserie, solomon, trade, winchester, winston};
use crate::format::Pass;

/// A way of drafting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DraftType {
    /// Packs are passed.
    Booster(booster::BoosterRules),
    /// Piles face down, taken or left.
    Winston(winston::WinstonRules),
    /// Open piles.
    Winchester(winchester::WinchesterRules),
    /// Rows and columns.
    Grid(grid::GridRules),
    /// Open packs one by one.
    Rochester,
    /// All cards open.
    Rotisserie(rotisserie::RotisserieRules),
    /// One splits, the other chooses.
    Solomon(solomon::SolomonRules),
    /// Hands and swaps.
    Housman(housman::HousmanRules),
    /// Sealed pools and trades.
    Trade(trade::TradeRules),
}

/// The words for the types, with what they are.
pub const DRAFT_TYPES: [(&str, &str); 10] = [
    ("booster", noted!("packs are passed")),
    ("glimpse", noted!("packs are passed, and two cards burned at each pick")),
    ("winston", noted!("piles face down: take one, or leave it with a card more")),
    ("winchester", noted!("open piles that grow: take one")),
    ("grid", noted!("open squares: take a row or a column")),
    ("rochester", noted!("open packs, one after the other")),
    ("rotisserie", noted!("all cards lie open")),
    ("solomon", noted!("one splits some cards in two piles, the other chooses")),
    ("housman", noted!("swap cards of a hand for open ones")),
    ("trade", noted!("sealed pools, and trades between the seats")),
];

/// Most of anything that is counted in a setting.
pub(super) const MOST: i32 = 500;

impl DraftType {
    /// Reads `type` and its settings out of a table: absent if there is neither a `type` nor a `pass`.
    pub fn read(t: &Toml<'_>) -> Option<DraftType> {
        let kind = match t.text_if("type") {
            Some(word) => {
                let known: Vec<&str> = DRAFT_TYPES.iter().map(|(id, _)| *id).collect();
                let Some(at) = t.one_of("type", &word, "type of draft", &known) else {
                    // Which settings belong here depends on the type.
                    t.keys();
                    return None;
                };
                DRAFT_TYPES[at].0
            }
            None if t.has("pass") => "booster",
            None => return None,
        };
        let count = |key: &str, least: i32, usual: usize| -> usize {
            if !t.has(key) {
                return usual;
            }
            let number = t.number(key);
            if !(least..=MOST).contains(&number) {
                t.problem_at(key, format!("`{key}` must be {least} to {MOST}"), None);
            }
            number.clamp(least, MOST) as usize
        };
        Some(match kind {
            "winston" => DraftType::Winston(winston::WinstonRules { piles: count("piles", 1, 3) }),
            "winchester" => DraftType::Winchester(winchester::WinchesterRules { piles: count("piles", 1, 4) }),
            "grid" => DraftType::Grid(grid::GridRules { side: count("side", 2, 3) }),
            "rochester" => DraftType::Rochester,
            "rotisserie" => DraftType::Rotisserie(rotisserie::RotisserieRules { picks: count("picks", 0, 0) }),
            "solomon" => DraftType::Solomon(solomon::SolomonRules { cards: count("cards", 2, 8) }),
            "housman" => DraftType::Housman(housman::HousmanRules {
                hand: count("hand", 1, 5),
                open: count("open", 1, 9),
                swaps: count("swaps", 1, 3),
            }),
            "trade" => {
                DraftType::Trade(trade::TradeRules { rounds: count("rounds", 1, 2), offers: count("offers", 1, 3) })
            }
            _ => DraftType::Booster(booster::BoosterRules {
                pass: read_pass(t),
                take: count("take", 1, 1),
                burn: count("burn", 0, if kind == "glimpse" { 2 } else { 0 }),
            }),
        })
    }

    /// A type with its usual settings, by its word in [`DRAFT_TYPES`].
    pub fn preset(word: &str) -> Option<DraftType> {
        let problems = Problems::default();
        DraftType::read(&Document::parse("", &format!("type = \"{word}\""), &problems).root())
    }

    /// The numbers that can be set: what each counts, the number, and the least that it can be.
    pub fn settings(&mut self) -> Vec<(&'static str, &mut usize, usize)> {
        match self {
            DraftType::Booster(rules) => vec![
                (noted!("Cards taken at each pick"), &mut rules.take, 1),
                (noted!("Cards burned at each pick"), &mut rules.burn, 0),
            ],
            DraftType::Winston(rules) => vec![(noted!("Piles"), &mut rules.piles, 1)],
            DraftType::Winchester(rules) => vec![(noted!("Piles"), &mut rules.piles, 1)],
            DraftType::Grid(rules) => vec![(noted!("Rows and columns"), &mut rules.side, 2)],
            DraftType::Rochester => Vec::new(),
            DraftType::Rotisserie(rules) => {
                vec![(noted!("Cards for each seat; 0 is all that come out even"), &mut rules.picks, 0)]
            }
            DraftType::Solomon(rules) => vec![(noted!("Cards split at a time"), &mut rules.cards, 2)],
            DraftType::Housman(rules) => vec![
                (noted!("Cards in a hand"), &mut rules.hand, 1),
                (noted!("Open cards"), &mut rules.open, 1),
                (noted!("Swaps for each seat"), &mut rules.swaps, 1),
            ],
            DraftType::Trade(rules) => {
                vec![
                    (noted!("Times around the table"), &mut rules.rounds, 1),
                    (noted!("Offers in a turn"), &mut rules.offers, 1),
                ]
            }
        }
    }

    /// The word for it; packs that are passed and burned from are a booster draft.
    pub fn id(&self) -> &'static str {
        match self {
            DraftType::Booster(_) => "booster",
            DraftType::Winston(_) => "winston",
            DraftType::Winchester(_) => "winchester",
            DraftType::Grid(_) => "grid",
            DraftType::Rochester => "rochester",
            DraftType::Rotisserie(_) => "rotisserie",
            DraftType::Solomon(_) => "solomon",
            DraftType::Housman(_) => "housman",
            DraftType::Trade(_) => "trade",
        }
    }

    /// Fewest and most seats that it can have.
    pub fn seats(&self) -> (u32, u32) {
        match self {
            DraftType::Solomon(_) => (2, 2),
            DraftType::Grid(rules) => (2, rules.side.min(16) as u32),
            DraftType::Winston(_) | DraftType::Winchester(_) | DraftType::Housman(_) => (2, 8),
            DraftType::Booster(_) | DraftType::Rochester | DraftType::Rotisserie(_) | DraftType::Trade(_) => (2, 16),
        }
    }

    /// Whether packs are opened one by one; otherwise all their cards are shuffled together.
    pub fn opens_packs(&self) -> bool {
        matches!(self, DraftType::Booster(_) | DraftType::Rochester | DraftType::Trade(_))
    }

    /// Cards that must be there for the first question to make sense, for so many seats.
    pub fn least(&self, seats: usize) -> usize {
        match self {
            DraftType::Grid(rules) => rules.side * rules.side,
            DraftType::Housman(rules) => rules.hand * seats + rules.open,
            _ => seats,
        }
    }
}

fn read_pass(t: &Toml<'_>) -> Vec<Pass> {
    let named = t.texts("pass");
    let ways = named.iter().filter_map(|p| t.one_of("pass", p, "way to pass", &["left", "right"]));
    let pass: Vec<Pass> = ways.map(|i| if i == 0 { Pass::Left } else { Pass::Right }).collect();
    if pass.is_empty() { vec![Pass::Left, Pass::Right, Pass::Left] } else { pass }
}
