//! Who sits at a table: people by their names, and the opponents that the program has.

use catalog::noted;
use catalog::tr;
use serde::{Deserialize, Serialize};

/// An opponent that the program has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bot {
    /// How arguments and saved matches name it.
    pub kind: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// How strong it is, in a word; not translated yet.
    pub strength: &'static str,
    /// How it plays; not translated yet.
    pub about: &'static str,
}

/// Players that may be asked to a table, the weakest first.
pub const BOTS: [Bot; 5] = [
    Bot {
        kind: "random",
        name: noted!("Random bot"),
        strength: noted!("Random"),
        about: noted!("Plays any legal move"),
    },
    Bot { kind: "greedy", name: "Quinn", strength: noted!("Beginner"), about: noted!("Plays at once") },
    Bot { kind: "easy", name: "Ezra", strength: noted!("Easy"), about: noted!("Thinks a little") },
    Bot { kind: "normal", name: "Nora", strength: noted!("Normal"), about: noted!("Thinks a few turns ahead") },
    Bot { kind: "hard", name: "Hugo", strength: noted!("Hard"), about: noted!("Takes its time, misses little") },
];

/// What further bots of a kind are called, so that no two at a table have one name.
const NAMESAKES: [&str; 7] = ["Ravi", "Sora", "Tess", "Umar", "Vera", "Wim", "Yara"];

/// What those at a table are called, by seat.
pub fn player_names(seats: &[MatchPlayer]) -> Vec<String> {
    let mut namesakes = NAMESAKES.into_iter();
    let name = |(at, player): (usize, &MatchPlayer)| {
        let again = !player.is_person() && seats[..at].contains(player);
        let other = if again { namesakes.next() } else { None };
        other.map_or_else(|| player.label(), str::to_owned)
    };
    seats.iter().enumerate().map(name).collect()
}

impl Bot {
    /// The one that arguments call so.
    pub fn of_kind(kind: &str) -> Option<&'static Bot> {
        BOTS.iter().find(|bot| bot.kind == kind)
    }

    /// What it is called.
    pub fn title(&self) -> String {
        let name = self.name;
        tr!(name)
    }

    /// How strong it is, in a word.
    pub fn strength_title(&self) -> String {
        let strength = self.strength;
        tr!(strength)
    }

    /// How it plays, in a few words.
    pub fn about_text(&self) -> String {
        let about = self.about;
        tr!(about)
    }

    /// What it is called, with its strength.
    pub fn label(&self) -> String {
        if self.kind == "random" { self.title() } else { format!("{} · {}", self.title(), self.strength_title()) }
    }
}

/// Who sits on a seat.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchPlayer {
    /// A person at this machine, by name.
    Person(String),
    /// A player of a kind, as an argument names it.
    Bot(String),
}

impl MatchPlayer {
    /// Who it is, in a word or two.
    pub fn label(&self) -> String {
        match self {
            MatchPlayer::Person(name) => name.clone(),
            MatchPlayer::Bot(kind) => Bot::of_kind(kind).map_or_else(|| kind.clone(), Bot::title),
        }
    }

    /// Whether it is a person.
    pub fn is_person(&self) -> bool {
        matches!(self, MatchPlayer::Person(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_bots_at_a_table_have_one_name() {
        let bot = |kind: &str| MatchPlayer::Bot(kind.to_owned());
        let seats = [MatchPlayer::Person("You".into()), bot("greedy"), bot("greedy"), bot("normal"), bot("greedy")];
        assert_eq!(player_names(&seats), ["You", "Quinn", "Ravi", "Nora", "Sora"]);
    }
}
