//! The kinds of things on the table, in the order in which the bot prefers them.

use catalog::{noted, tr};
use serde::{Deserialize, Serialize};

/// Declares kinds with their words.
macro_rules! kinds {
    ($(#[$about:meta])* $name:ident, $count:literal: $($(#[$one:meta])* $kind:ident = $word:expr),+ $(,)?) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$one])* $kind),+ }

        impl $name {
            /// All of them, in order.
            pub const ALL: [$name; $count] = [$($name::$kind),+];

            /// As data name it.
            pub fn word(self) -> &'static str {
                match self { $($name::$kind => $word),+ }
            }

            /// As people name it, in the language that is spoken.
            pub fn label(self) -> String {
                let word = self.word();
                tr!(word)
            }
        }
    };
}

kinds! {
    /// What is printed on a space of the bot's board.
    BoardAction, 12:
    /// A Life Support.
    LifeSupport = noted!("life support"),
    /// A Power Plant.
    PowerPlant = noted!("power plant"),
    /// A Factory.
    Factory = noted!("factory"),
    /// A Lab.
    Lab = noted!("lab"),
    /// A Superproject.
    Superproject = noted!("superproject"),
    /// Any Worker.
    Recruit = noted!("recruit"),
    /// A Genius, or else Research.
    RecruitGenius = noted!("recruit genius"),
    /// A Breakthrough.
    Research = noted!("research"),
    /// Two Resources.
    Mine = noted!("mine"),
    /// A Warp tile goes back.
    TimeTravel = noted!("time travel"),
    /// An Anomaly is paid off.
    RemoveAnomaly = noted!("remove anomaly"),
    /// Nothing.
    Reboot = noted!("reboot"),
}

impl BoardAction {
    /// Those that construct something, in the order in which the bot keeps buildings.
    pub const BUILT: [BoardAction; 5] = [
        BoardAction::LifeSupport,
        BoardAction::PowerPlant,
        BoardAction::Factory,
        BoardAction::Lab,
        BoardAction::Superproject,
    ];
}

kinds! {
    /// Where Exosuits are placed.
    ExosuitPlace, 5:
    /// Construct, in the Capital.
    Construct = noted!("Construct"),
    /// Recruit, in the Capital.
    Recruit = noted!("Recruit"),
    /// Research, in the Capital.
    Research = noted!("Research"),
    /// The World Council: the First Player spot comes first.
    Council = noted!("World Council"),
    /// Mine Resource, on the Main board.
    Mine = noted!("Mine Resource"),
}

kinds! {
    /// Workers, the most wanted first (CB-072).
    Worker, 4:
    /// A Genius.
    Genius = noted!("genius"),
    /// An Administrator.
    Administrator = noted!("administrator"),
    /// An Engineer.
    Engineer = noted!("engineer"),
    /// A Scientist.
    Scientist = noted!("scientist"),
}

kinds! {
    /// Resources, the most wanted first (CB-082); what is discarded goes the other way (CB-092).
    Resource, 4:
    /// Neutronium.
    Neutronium = noted!("neutronium"),
    /// Uranium.
    Uranium = noted!("uranium"),
    /// Gold.
    Gold = noted!("gold"),
    /// Titanium.
    Titanium = noted!("titanium"),
}

kinds! {
    /// Shapes of Breakthroughs.
    Shape, 3:
    /// A circle.
    Circle = noted!("circle"),
    /// A triangle.
    Triangle = noted!("triangle"),
    /// A square.
    Square = noted!("square"),
}

kinds! {
    /// What comes next.
    Phase, 6:
    /// The bot rolls for Paradoxes, after people.
    Paradox = noted!("paradox"),
    /// It powers up.
    PowerUp = noted!("power up"),
    /// It warps.
    Warp = noted!("warp"),
    /// Turns are taken.
    Actions = noted!("actions"),
    /// Exosuits come back.
    CleanUp = noted!("clean up"),
    /// The game is over.
    Over = noted!("over"),
}
