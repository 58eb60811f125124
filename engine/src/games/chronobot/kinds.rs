//! The kinds of things on the table, in the order in which the bot prefers them.

use serde::{Deserialize, Serialize};

/// Declares kinds with their words.
macro_rules! kinds {
    ($(#[$about:meta])* $name:ident, $count:literal: $($(#[$one:meta])* $kind:ident = $word:literal),+ $(,)?) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$one])* $kind),+ }

        impl $name {
            /// All of them, in order.
            pub const ALL: [$name; $count] = [$($name::$kind),+];

            /// As data and people name it.
            pub fn word(self) -> &'static str {
                match self { $($name::$kind => $word),+ }
            }
        }
    };
}

kinds! {
    /// What is printed on a space of the bot's board.
    BoardAction, 12:
    /// A Life Support.
    LifeSupport = "life support",
    /// A Power Plant.
    PowerPlant = "power plant",
    /// A Factory.
    Factory = "factory",
    /// A Lab.
    Lab = "lab",
    /// A Superproject.
    Superproject = "superproject",
    /// Any Worker.
    Recruit = "recruit",
    /// A Genius, or else Research.
    RecruitGenius = "recruit genius",
    /// A Breakthrough.
    Research = "research",
    /// Two Resources.
    Mine = "mine",
    /// A Warp tile goes back.
    TimeTravel = "time travel",
    /// An Anomaly is paid off.
    RemoveAnomaly = "remove anomaly",
    /// Nothing.
    Reboot = "reboot",
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
    Construct = "Construct",
    /// Recruit, in the Capital.
    Recruit = "Recruit",
    /// Research, in the Capital.
    Research = "Research",
    /// The World Council: the First Player spot comes first.
    Council = "World Council",
    /// Mine Resource, on the Main board.
    Mine = "Mine Resource",
}

kinds! {
    /// Workers, the most wanted first (CB-072).
    Worker, 4:
    /// A Genius.
    Genius = "genius",
    /// An Administrator.
    Administrator = "administrator",
    /// An Engineer.
    Engineer = "engineer",
    /// A Scientist.
    Scientist = "scientist",
}

kinds! {
    /// Resources, the most wanted first (CB-082); what is discarded goes the other way (CB-092).
    Resource, 4:
    /// Neutronium.
    Neutronium = "neutronium",
    /// Uranium.
    Uranium = "uranium",
    /// Gold.
    Gold = "gold",
    /// Titanium.
    Titanium = "titanium",
}

kinds! {
    /// Shapes of Breakthroughs.
    Shape, 3:
    /// A circle.
    Circle = "circle",
    /// A triangle.
    Triangle = "triangle",
    /// A square.
    Square = "square",
}

kinds! {
    /// What comes next.
    Phase, 6:
    /// The bot rolls for Paradoxes, after people.
    Paradox = "paradox",
    /// It powers up.
    PowerUp = "power up",
    /// It warps.
    Warp = "warp",
    /// Turns are taken.
    Actions = "actions",
    /// Exosuits come back.
    CleanUp = "clean up",
    /// The game is over.
    Over = "over",
}
