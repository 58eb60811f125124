//! Rulings that a table may change, each with its default.

use catalog::tr;

use crate::kernel::match_options::{MatchOptions, OptionError, OptionValue};

/// How a game of several is set up and won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Variant {
    /// Everybody against everybody; two players are a duel (AF-001, AF-209).
    Duel,
    /// Two teams of two with shared life (AF-229).
    Allied,
    /// The first seat against all others (AF-243).
    Overlord,
}

/// How a hand is thrown back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mulligan {
    /// One card fewer each time (AF-166).
    Paris,
    /// Seven again, and then so many go under the Codex.
    London,
    /// Not at all.
    None,
}

/// Who goes first in a match that was not told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstPlayer {
    /// A seat that chance names.
    Random,
    /// Whoever the seat chooses that wins the toss (AF-163).
    Toss,
    /// Whoever this seat chooses: it lost the game before (AF-162).
    ChosenBy(u8),
}

/// What the automatic payer looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Payer {
    /// The sources alone: what does least else goes first.
    Sources,
    /// The hand: what is left plays as much of it as can be.
    Hand,
}

/// When a card can be charged for energy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charging {
    /// Only while something is being paid.
    ToPay,
    /// Also whenever its controller may act; the energy waits in the pool (AF-073, AF-076).
    AnyTime,
}

/// What a match follows where the rulebook is silent or says two things. Each key is in data/afrika/rules.toml.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Who plays with whom.
    pub variant: Variant,
    /// How a hand is thrown back (AF-R39).
    pub mulligan: Mulligan,
    /// Who goes first (AF-162, AF-163, AF-R52).
    pub first_player: FirstPlayer,
    /// Whether the first player skips the first draw (AF-178, AF-R53).
    pub first_player_skips_draw: bool,
    /// Most cards in hand at the end of one's turn; 0 is no limit (AF-051).
    pub max_hand: u8,
    /// Life at the start (AF-004); 0 is what the variant says.
    pub life: u8,
    /// Whether an entity must have been there since the turn began to be charged for an ability (AF-R26).
    pub summoning_sickness_abilities: bool,
    /// Whether entities and celestials can be attacked (AF-R27).
    pub attack_entities: bool,
    /// Whether terrains in the stack make energy (AF-R30).
    pub terrain_stack_energy: bool,
    /// Whether entities fight only within their zone (AF-R31).
    pub lanes: bool,
    /// Whether only the top artifact works (AF-R32).
    pub artifact_stack: bool,
    /// Capacity of a vehicle that says none (AF-R33).
    pub vehicle_capacity_default: u8,
    /// Whether an effect that draws from an empty Codex loses the game (AF-R38).
    pub deckout_on_effect_draw: bool,
    /// Whether one keeps only one legendary card of a name (AF-R56).
    pub legend_rule: bool,
    /// Whether attackers may attack any opponent, or only the next one to the left (AF-R72).
    pub attack_left_only: bool,
    /// Whether a player is asked how to pay, or the automatic payer decides.
    pub ask_payment: bool,
    /// When a card can be charged for energy (AF-073, AF-076).
    pub charging: Charging,
    /// How the automatic payer chooses among the ways to pay.
    pub payer: Payer,
    /// Whether the destination zone is chosen as the card takes effect (AF-R21); otherwise it is Zone 1.
    pub zone_choice: bool,
    /// Combat damage from one leader that puts a player out (AF-R68); 0 without leaders.
    pub leader_lethal: u8,
    /// More that a leader costs for each time it was played (AF-R68).
    pub leader_tax: u8,
    /// Sides of the die of rifts that show nothing, beside one traverse and one chaos (AF-R70).
    pub die_blanks: u8,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            variant: Variant::Duel,
            mulligan: Mulligan::Paris,
            first_player: FirstPlayer::Random,
            first_player_skips_draw: true,
            max_hand: 7,
            life: 0,
            summoning_sickness_abilities: true,
            attack_entities: true,
            terrain_stack_energy: true,
            lanes: false,
            artifact_stack: true,
            vehicle_capacity_default: 1,
            deckout_on_effect_draw: true,
            legend_rule: true,
            attack_left_only: false,
            ask_payment: false,
            charging: Charging::ToPay,
            payer: Payer::Sources,
            zone_choice: true,
            leader_lethal: 21,
            leader_tax: 2,
            die_blanks: 4,
        }
    }
}

impl MatchOptions for Options {
    const GAME: &'static str = "Chronicles of Afrika";
    const KEYS: &'static [&'static str] = &[
        "artifact_stack",
        "attack_entities",
        "charging",
        "deckout_on_effect_draw",
        "die_blanks",
        "ffa_attack",
        "first_player",
        "first_player_skips_draw",
        "lanes",
        "leader_lethal",
        "leader_tax",
        "legend_rule",
        "life",
        "max_hand",
        "mulligan",
        "payer",
        "payment",
        "summoning_sickness_abilities",
        "terrain_stack_energy",
        "variant",
        "vehicle_capacity_default",
        "zone_choice",
    ];

    /// The loser chooses who goes first (AF-162); after a drawn game the toss decides who does (AF-163, AF-R52).
    fn next_game(settings: &[(String, String)], loser: Option<u8>) -> Vec<(String, String)> {
        const KEY: &str = "first_player";
        let mut next = settings.to_vec();
        let asks = Options::from_pairs(settings).is_ok_and(|options| options.first_player != FirstPlayer::Random);
        if asks {
            next.retain(|(key, _)| key != KEY);
            let chooser = loser.map_or_else(|| "toss".to_owned(), |seat| (seat + 1).to_string());
            next.push((KEY.to_owned(), chooser));
        }
        next
    }

    fn set_value(&mut self, setting: OptionValue<'_>) -> Result<(), OptionError> {
        match setting.key {
            "artifact_stack" => self.artifact_stack = setting.parse_flag()?,
            "attack_entities" => self.attack_entities = setting.parse_flag()?,
            "charging" => {
                self.charging = setting.parse_word(&[("payment", Charging::ToPay), ("any", Charging::AnyTime)])?
            }
            "deckout_on_effect_draw" => self.deckout_on_effect_draw = setting.parse_flag()?,
            "die_blanks" => self.die_blanks = setting.parse_number(0, 18)?,
            "ffa_attack" => self.attack_left_only = setting.parse_word(&[("any", false), ("left", true)])?,
            "first_player" => {
                self.first_player = match (setting.value, setting.parse_number(1, 8)) {
                    ("random", _) => FirstPlayer::Random,
                    ("toss", _) => FirstPlayer::Toss,
                    (_, Ok(seat)) => FirstPlayer::ChosenBy(seat - 1),
                    _ => return Err(setting.invalid(tr!("random, toss, or the number of the seat that chooses"))),
                }
            }
            "first_player_skips_draw" => self.first_player_skips_draw = setting.parse_flag()?,
            "lanes" => self.lanes = setting.parse_flag()?,
            "leader_lethal" => self.leader_lethal = setting.parse_number(0, 99)?,
            "leader_tax" => self.leader_tax = setting.parse_number(0, 9)?,
            "legend_rule" => self.legend_rule = setting.parse_flag()?,
            "life" => self.life = setting.parse_number(0, 200)?,
            "max_hand" => self.max_hand = setting.parse_number(0, 40)?,
            "mulligan" => {
                self.mulligan = setting.parse_word(&[
                    ("paris", Mulligan::Paris),
                    ("london", Mulligan::London),
                    ("none", Mulligan::None),
                ])?
            }
            "payer" => self.payer = setting.parse_word(&[("sources", Payer::Sources), ("hand", Payer::Hand)])?,
            "payment" => self.ask_payment = setting.parse_word(&[("auto", false), ("ask", true)])?,
            "summoning_sickness_abilities" => self.summoning_sickness_abilities = setting.parse_flag()?,
            "terrain_stack_energy" => self.terrain_stack_energy = setting.parse_flag()?,
            "variant" => {
                self.variant = setting.parse_word(&[
                    ("duel", Variant::Duel),
                    ("free-for-all", Variant::Duel),
                    ("allied", Variant::Allied),
                    ("overlord", Variant::Overlord),
                ])?
            }
            "vehicle_capacity_default" => self.vehicle_capacity_default = setting.parse_number(0, 9)?,
            "zone_choice" => self.zone_choice = setting.parse_word(&[("first", false), ("resolve", true)])?,
            _ => return Err(setting.invalid("another option")),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loser_chooses_in_the_next_game_only_where_somebody_is_asked() {
        let option = |value: &str| vec![("first_player".to_owned(), value.to_owned())];
        let payer = ("payer".to_owned(), "hand".to_owned());
        let toss = [option("toss"), vec![payer.clone()]].concat();
        assert_eq!(Options::next_game(&toss, Some(1)), [vec![payer.clone()], option("2")].concat());
        assert_eq!(Options::next_game(&option("2"), Some(0)), option("1"), "another game later");
        assert_eq!(Options::next_game(&option("2"), None), option("toss"), "nobody lost");
        for settings in [vec![payer], option("random"), Vec::new()] {
            assert_eq!(Options::next_game(&settings, Some(1)), settings, "chance decides as before");
        }
    }

    #[test]
    fn every_key_can_be_set() {
        crate::kernel::match_options::tests::every_key_can_be_set::<Options>(&[
            "true", "3", "auto", "any", "hand", "paris", "allied", "resolve",
        ]);
    }
}
