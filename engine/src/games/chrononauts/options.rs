//! House rules: what a table may play otherwise, each with the rulebook's way as the default.

use crate::kernel::match_options::{MatchOptions, OptionError, OptionValue};

/// What a match follows. Each key is in data/chrononauts/rules.toml.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Which game of the box.
    pub variant: Variant,
    /// Cards in hand that win; 0 is none (CN-041, CN-R39).
    pub cards_to_win: u8,
    /// Open Paradoxes that end the universe (CN-086).
    pub paradox_limit: u8,
    /// Cards dealt at the start (CN-021, CN-120).
    pub hand: Option<u8>,
    /// Whether a disliked identity may be replaced (CN-023).
    pub mulligan: bool,
    /// Whether a second card may be discarded for a new one (CN-029).
    pub killing_time: bool,
    /// Whether a Patch pays a card (CN-080).
    pub patch_pays: bool,
    /// Whether a player must say that the game is won (CN-R06).
    pub manual_claim: bool,
    /// What the ÜberParadox itself counts as (CN-R09).
    pub uber_counts_as: u8,
    /// Identities to send home in Solonauts (CN-119).
    pub identities: u8,
}

/// A game of the box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// Two to six players; Artifaxx is the same without a TimeLine.
    Table,
    /// One player.
    Solonauts,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            variant: Variant::Table,
            cards_to_win: 10,
            paradox_limit: 13,
            hand: None,
            mulligan: true,
            killing_time: true,
            patch_pays: true,
            manual_claim: false,
            uber_counts_as: 0,
            identities: 8,
        }
    }
}

impl Options {
    /// Cards that a player begins with.
    pub fn dealt(&self) -> u8 {
        self.hand.unwrap_or(match self.variant {
            Variant::Table => 3,
            Variant::Solonauts => 5,
        })
    }
}

impl MatchOptions for Options {
    const GAME: &'static str = "Chrononauts";
    const KEYS: &'static [&'static str] = &[
        "cards_to_win",
        "hand",
        "identities",
        "killing_time",
        "manual_claim",
        "mulligan",
        "paradox_limit",
        "patch_pays",
        "uber_counts_as",
        "variant",
    ];

    fn set_value(&mut self, setting: OptionValue<'_>) -> Result<(), OptionError> {
        match setting.key {
            "cards_to_win" => self.cards_to_win = setting.parse_number(0, 60)?,
            "hand" => self.hand = Some(setting.parse_number(1, 12)?),
            "identities" => self.identities = setting.parse_number(1, 32)?,
            "killing_time" => self.killing_time = setting.parse_flag()?,
            "manual_claim" => self.manual_claim = setting.parse_flag()?,
            "mulligan" => self.mulligan = setting.parse_flag()?,
            "paradox_limit" => self.paradox_limit = setting.parse_number(1, 64)?,
            "patch_pays" => self.patch_pays = setting.parse_flag()?,
            "uber_counts_as" => self.uber_counts_as = setting.parse_number(0, 12)?,
            "variant" => {
                self.variant = setting.parse_word(&[("table", Variant::Table), ("solonauts", Variant::Solonauts)])?
            }
            _ => return Err(setting.invalid("another option")),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_can_be_set() {
        crate::kernel::match_options::tests::every_key_can_be_set::<Options>(&["false", "7", "solonauts"]);
    }
}
