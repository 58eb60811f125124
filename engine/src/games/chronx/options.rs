//! Rulings that a table may change, each with its default.

use crate::kernel::match_options::{MatchOptions, OptionError, OptionValue};

/// What a match follows where the rulebook is silent or says two things. Each key is in data/chronx/rules.toml.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Power for a political victory with two players (CX-R01).
    pub political_threshold_2p: i16,
    /// The same with three or more.
    pub political_threshold_mp: i16,
    /// What a city gives instead of Power: Influence, Military, Covert, CyberOps, Power (CX-R02).
    pub city_alternative: [i16; 5],
    /// Whether unspent Influence goes at the end of the turn already (CX-R04).
    pub influence_expires_at_end: bool,
    /// Whether equal Power at deck-out is decided by the health left of the Headquarters (CX-R08).
    pub deckout_by_health: bool,
    /// Whether a card effect that draws from an empty deck ends the game (CX-R09).
    pub deckout_on_effect_draw: bool,
    /// Whether the first player draws in the first turn (CX-R10).
    pub first_player_draws: bool,
    /// Whether each player may redraw the random part of the opening hand once (CX-R11).
    pub mulligan: bool,
    /// Most cards in hand at the end of one's turn; 0 is no limit (CX-R12).
    pub max_hand: u8,
    /// Whether a named opening card that the deck lacks is replaced by a random one (CX-R16).
    pub missing_opener_random: bool,
    /// Whether a deploying asset may block (CX-R24).
    pub deploying_can_block: bool,
    /// How many blockers a Massive asset needs (CX-R29).
    pub massive_blockers: u8,
    /// What Perception without a number counts (CX-R34).
    pub perception_default: u8,
    /// Whether one pays for Stealth of one's own assets (CX-R35).
    pub stealth_own: bool,
    /// Which card a skill check reveals (CX-R39).
    pub skill_check_card: SkillCheck,
    /// Whether declaring an attack or an attempt uses up the first play too (CX-R40).
    pub first_counts_actions: bool,
    /// Whether Mechanical assets may make granted attempts (CX-R41).
    pub mechanical_granted_tc: bool,
    /// Whether destroyed cards go to their owner's pile (CX-R45).
    pub destroy_to_owner: bool,
    /// Whether downloads are open (CX-R46).
    pub downloads_public: bool,
    /// Whether one blocker may block several attackers (CX-R26).
    pub blocker_multi: bool,
    /// Whether a city's own abilities work (CX-R62).
    pub city_abilities: bool,
    /// Whether the other neighbour of the city blocks an attempt, instead of the player on the left (CX-R49).
    pub city_neighbour_blocks: bool,
    /// How a game of three or more is won beside Power.
    pub victory: Victory,
}

/// How a game of three or more is won beside Power.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Victory {
    /// By being the last one (CX-192).
    LastStand,
    /// By the player on one's left going out (CX-189).
    OuterCircle,
}

/// Which card a skill check reveals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SkillCheck {
    /// The top card of the deck, which stays there.
    Top,
    /// The top card, which goes under the deck.
    Bottom,
    /// The top card, which is discarded.
    Discard,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            political_threshold_2p: 10,
            political_threshold_mp: 12,
            city_alternative: [0, 1, 1, 1, 0],
            influence_expires_at_end: false,
            deckout_by_health: false,
            deckout_on_effect_draw: false,
            first_player_draws: true,
            mulligan: false,
            max_hand: 0,
            missing_opener_random: true,
            deploying_can_block: true,
            massive_blockers: 3,
            perception_default: 1,
            stealth_own: true,
            skill_check_card: SkillCheck::Top,
            first_counts_actions: false,
            mechanical_granted_tc: false,
            destroy_to_owner: false,
            downloads_public: true,
            blocker_multi: false,
            city_abilities: false,
            city_neighbour_blocks: false,
            victory: Victory::LastStand,
        }
    }
}

impl MatchOptions for Options {
    const GAME: &'static str = "Chron X";
    const KEYS: &'static [&'static str] = &[
        "blocker_multi",
        "city_abilities",
        "city_alternative",
        "deckout_on_effect_draw",
        "deckout_tie",
        "deploying_can_block",
        "destroy_to",
        "downloads_public",
        "first_counts",
        "first_player_draws",
        "influence_expires",
        "massive_blockers",
        "max_hand",
        "mechanical_granted_tc",
        "missing_opener",
        "mp_tc_blocker",
        "mulligan",
        "perception_default",
        "political_threshold_2p",
        "political_threshold_mp",
        "skill_check_card",
        "stealth_own",
        "victory",
    ];

    fn set_value(&mut self, setting: OptionValue<'_>) -> Result<(), OptionError> {
        match setting.key {
            "blocker_multi" => self.blocker_multi = setting.parse_flag()?,
            "city_abilities" => self.city_abilities = setting.parse_flag()?,
            "city_alternative" => {
                self.city_alternative = amounts(setting.value).ok_or_else(|| {
                    setting.invalid("military+covert+cyberops, each with a number in front if it is not 1")
                })?
            }
            "deckout_on_effect_draw" => self.deckout_on_effect_draw = setting.parse_flag()?,
            "deckout_tie" => self.deckout_by_health = setting.parse_word(&[("draw", false), ("hq_health", true)])?,
            "deploying_can_block" => self.deploying_can_block = setting.parse_flag()?,
            "destroy_to" => self.destroy_to_owner = setting.parse_word(&[("controller", false), ("owner", true)])?,
            "downloads_public" => self.downloads_public = setting.parse_flag()?,
            "first_counts" => self.first_counts_actions = setting.parse_word(&[("plays", false), ("actions", true)])?,
            "first_player_draws" => self.first_player_draws = setting.parse_flag()?,
            "influence_expires" => {
                self.influence_expires_at_end =
                    setting.parse_word(&[("own_turn_start", false), ("end_of_turn", true)])?;
            }
            "massive_blockers" => self.massive_blockers = setting.parse_number(1, 9)?,
            "max_hand" => self.max_hand = setting.parse_number(0, 40)?,
            "mechanical_granted_tc" => self.mechanical_granted_tc = setting.parse_flag()?,
            "missing_opener" => {
                self.missing_opener_random = setting.parse_word(&[("random", true), ("none", false)])?
            }
            "mp_tc_blocker" => {
                self.city_neighbour_blocks = setting.parse_word(&[("left", false), ("city_neighbour", true)])?;
            }
            "mulligan" => self.mulligan = setting.parse_word(&[("none", false), ("one_free", true)])?,
            "perception_default" => self.perception_default = setting.parse_number(0, 9)?,
            "political_threshold_2p" => self.political_threshold_2p = setting.parse_number(1, 99)?.into(),
            "political_threshold_mp" => self.political_threshold_mp = setting.parse_number(1, 99)?.into(),
            "skill_check_card" => {
                self.skill_check_card = setting.parse_word(&[
                    ("top", SkillCheck::Top),
                    ("bottom", SkillCheck::Bottom),
                    ("discard", SkillCheck::Discard),
                ])?
            }
            "stealth_own" => self.stealth_own = setting.parse_flag()?,
            "victory" => {
                self.victory =
                    setting.parse_word(&[("last_stand", Victory::LastStand), ("outer_circle", Victory::OuterCircle)])?
            }
            _ => return Err(setting.invalid("another option")),
        }
        Ok(())
    }
}

/// `military+2covert`.
fn amounts(text: &str) -> Option<[i16; 5]> {
    let mut all = [0; 5];
    for part in text.split('+') {
        let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (number, name) = part.split_at(digits);
        let at = ["influence", "military", "covert", "cyberops", "power"].iter().position(|r| *r == name)?;
        all[at] += if number.is_empty() { 1 } else { number.parse::<u8>().ok()?.into() };
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_can_be_set() {
        crate::kernel::match_options::tests::every_key_can_be_set::<Options>(&[
            "true",
            "3",
            "draw",
            "owner",
            "plays",
            "end_of_turn",
            "none",
            "top",
            "left",
            "last_stand",
            "2military+covert",
        ]);
        assert_eq!(amounts("2military+covert"), Some([0, 2, 1, 0, 0]));
    }
}
