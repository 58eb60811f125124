//! The ways of drafting with their settings: data of a format, or words of the command line.

use catalog::noted;
use catalog::read::{Document, Problems, TomlTable};
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

/// A type with its usual settings, by its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::VariantArray, strum::IntoStaticStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum DraftPreset {
    /// Packs are passed.
    Booster,
    /// A booster draft with cards burned.
    Glimpse,
    /// See [`DraftType`], as for all that follow.
    Winston,
    /// Open piles.
    Winchester,
    /// Rows and columns.
    Grid,
    /// Open packs one by one.
    Rochester,
    /// All cards open.
    Rotisserie,
    /// One splits, the other chooses.
    Solomon,
    /// Hands and swaps.
    Housman,
    /// Sealed pools and trades.
    Trade,
}

impl DraftPreset {
    /// All of them.
    pub const ALL: &'static [DraftPreset] = <DraftPreset as strum::VariantArray>::VARIANTS;

    /// The word for it in data and on the command line.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// The type with its usual settings.
    pub fn draft_type(self) -> DraftType {
        let problems = Problems::default();
        let text = format!("type = \"{}\"", self.id());
        let read = DraftType::read(&Document::parse("", &text, &problems).root());
        read.expect("every preset is read")
    }

    /// What happens in it; to be translated.
    pub fn description(self) -> &'static str {
        match self {
            DraftPreset::Booster => noted!("packs are passed"),
            DraftPreset::Glimpse => noted!("packs are passed, and two cards are burned at each pick"),
            DraftPreset::Winston => noted!("face-down piles: take one, or pass and it grows"),
            DraftPreset::Winchester => noted!("open piles that grow: take one"),
            DraftPreset::Grid => noted!("open squares: take a row or a column"),
            DraftPreset::Rochester => noted!("open packs, one after the other"),
            DraftPreset::Rotisserie => noted!("all cards are face up"),
            DraftPreset::Solomon => noted!("one player splits cards into two piles, the other chooses"),
            DraftPreset::Housman => noted!("swap cards in hand for face-up ones"),
            DraftPreset::Trade => noted!("sealed pools, and trades between the seats"),
        }
    }
}

/// Most of anything that is counted in a setting.
pub(super) const MOST: i32 = 500;

impl DraftType {
    /// Reads `type` and its settings out of a table: absent if there is neither a `type` nor a `pass`.
    pub fn read(t: &TomlTable<'_>) -> Option<DraftType> {
        let kind = match t.text_if("type") {
            Some(word) => {
                let Some(preset) = t.variant::<DraftPreset>("type", &word, "type of draft") else {
                    // Which settings belong here depends on the type.
                    t.keys();
                    return None;
                };
                preset
            }
            None if t.has("pass") => DraftPreset::Booster,
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
            DraftPreset::Winston => DraftType::Winston(winston::WinstonRules { piles: count("piles", 1, 3) }),
            DraftPreset::Winchester => {
                DraftType::Winchester(winchester::WinchesterRules { piles: count("piles", 1, 4) })
            }
            DraftPreset::Grid => DraftType::Grid(grid::GridRules { side: count("side", 2, 3) }),
            DraftPreset::Rochester => DraftType::Rochester,
            DraftPreset::Rotisserie => {
                DraftType::Rotisserie(rotisserie::RotisserieRules { picks: count("picks", 0, 0) })
            }
            DraftPreset::Solomon => DraftType::Solomon(solomon::SolomonRules { cards: count("cards", 2, 8) }),
            DraftPreset::Housman => DraftType::Housman(housman::HousmanRules {
                hand: count("hand", 1, 5),
                open: count("open", 1, 9),
                swaps: count("swaps", 1, 3),
            }),
            DraftPreset::Trade => {
                DraftType::Trade(trade::TradeRules { rounds: count("rounds", 1, 2), offers: count("offers", 1, 3) })
            }
            DraftPreset::Booster | DraftPreset::Glimpse => DraftType::Booster(booster::BoosterRules {
                pass: read_pass(t),
                take: count("take", 1, 1),
                burn: count("burn", 0, if kind == DraftPreset::Glimpse { 2 } else { 0 }),
            }),
        })
    }

    /// The numbers that can be set: what each counts, the number, and the least that it can be.
    pub fn settings(&mut self) -> Vec<(&'static str, &mut usize, usize)> {
        match self {
            DraftType::Booster(rules) => vec![
                (noted!("Cards per pick"), &mut rules.take, 1),
                (noted!("Cards burned per pick"), &mut rules.burn, 0),
            ],
            DraftType::Winston(rules) => vec![(noted!("Piles"), &mut rules.piles, 1)],
            DraftType::Winchester(rules) => vec![(noted!("Piles"), &mut rules.piles, 1)],
            DraftType::Grid(rules) => vec![(noted!("Rows and columns"), &mut rules.side, 2)],
            DraftType::Rochester => Vec::new(),
            DraftType::Rotisserie(rules) => {
                vec![(noted!("Cards per player; 0 deals them evenly"), &mut rules.picks, 0)]
            }
            DraftType::Solomon(rules) => vec![(noted!("Cards split at a time"), &mut rules.cards, 2)],
            DraftType::Housman(rules) => vec![
                (noted!("Hand size"), &mut rules.hand, 1),
                (noted!("Open cards"), &mut rules.open, 1),
                (noted!("Swaps per player"), &mut rules.swaps, 1),
            ],
            DraftType::Trade(rules) => {
                vec![
                    (noted!("Trading rounds"), &mut rules.rounds, 1),
                    (noted!("Offers per turn"), &mut rules.offers, 1),
                ]
            }
        }
    }

    /// The word for it; packs that are passed and burned from are a booster draft.
    pub fn id(&self) -> &'static str {
        self.preset().id()
    }

    /// The preset whose settings have changed, perhaps.
    pub fn preset(&self) -> DraftPreset {
        match self {
            DraftType::Booster(_) => DraftPreset::Booster,
            DraftType::Winston(_) => DraftPreset::Winston,
            DraftType::Winchester(_) => DraftPreset::Winchester,
            DraftType::Grid(_) => DraftPreset::Grid,
            DraftType::Rochester => DraftPreset::Rochester,
            DraftType::Rotisserie(_) => DraftPreset::Rotisserie,
            DraftType::Solomon(_) => DraftPreset::Solomon,
            DraftType::Housman(_) => DraftPreset::Housman,
            DraftType::Trade(_) => DraftPreset::Trade,
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

fn read_pass(t: &TomlTable<'_>) -> Vec<Pass> {
    let named = t.texts("pass");
    let ways = named.iter().filter_map(|p| t.one_of("pass", p, "way to pass", &["left", "right"]));
    let pass: Vec<Pass> = ways.map(|i| if i == 0 { Pass::Left } else { Pass::Right }).collect();
    if pass.is_empty() { vec![Pass::Left, Pass::Right, Pass::Left] } else { pass }
}
