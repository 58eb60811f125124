//! What a table may settle otherwise, each with the ruling's way as the default.

use crate::games::chrononauts::HouseRules;
use crate::kernel::match_options::{MatchOptions, OptionError, OptionValue};

/// What a match follows. Each key is in data/emperors-star/rules.toml.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Who is who, by seat: names with commas between them. Left out, chance decides (ES-R15).
    pub characters: Option<Vec<String>>,
    /// Whether a second card may be discarded for a new one, as in Chrononauts (CN-029).
    pub killing_time: bool,
    /// Hand limit, offers and the longest day.
    pub house: HouseRules,
    /// Victory points that it takes to end a day; left out, what the day's card says (ES-R01).
    pub vp_needed: Option<u8>,
}

impl Default for Options {
    fn default() -> Self {
        let house = HouseRules { hand_limit: 10, offers: 5, max_turns: 600 };
        Options { characters: None, killing_time: true, house, vp_needed: None }
    }
}

impl Options {
    /// The house rules of a day. Nothing but its own goal ends it: no collapse, no ten cards (ES-032, ES-033, ES-036,
    /// ES-R41), and nobody becomes somebody else (ES-R15).
    pub(super) fn day_options(&self) -> crate::games::chrononauts::Options {
        crate::games::chrononauts::Options {
            cards_to_win: 0,
            paradox_limit: u8::MAX,
            mulligan: false,
            killing_time: self.killing_time,
            ..crate::games::chrononauts::Options::default()
        }
    }
}

impl MatchOptions for Options {
    const GAME: &'static str = "The Emperor's Star";
    const KEYS: &'static [&'static str] =
        &["characters", "hand_limit", "killing_time", "max_turns", "offers", "vp_needed"];

    fn set_value(&mut self, setting: OptionValue<'_>) -> Result<(), OptionError> {
        match setting.key {
            "characters" => {
                let names: Vec<String> = setting.value.split(',').map(|name| name.trim().to_owned()).collect();
                if names.len() != super::SEATS {
                    return Err(setting.invalid("six names in seat order, with commas between them"));
                }
                self.characters = Some(names);
            }
            "hand_limit" => self.house.hand_limit = setting.parse_number(1, 60)?,
            "killing_time" => self.killing_time = setting.parse_flag()?,
            "max_turns" => {
                let read = setting.value.parse().ok().filter(|n| (1..=10_000).contains(n));
                self.house.max_turns = read.ok_or_else(|| setting.invalid("a number from 1 to 10000"))?;
            }
            "offers" => self.house.offers = setting.parse_number(0, 60)?,
            "vp_needed" => self.vp_needed = Some(setting.parse_number(0, 30)?),
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
        crate::kernel::match_options::tests::every_key_can_be_set::<Options>(&["false", "7", "A, B, C, D, E, F"]);
    }
}
