//! What a bot thinks of a card, in words and numbers: the same parts that decide its picks.

use catalog::CardIx;
use catalog::game::Mask;
use catalog::tr;
use serde::{Deserialize, Serialize};

use super::fit::localize_evidence;
use super::{DraftLeaning, PickScorer};
use crate::localize::localize_decimals;

/// What a bot thinks of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickScore {
    /// The sum, in hundredths of a point.
    pub points: i32,
    /// What it is made of, in the order in which it counts.
    pub parts: Vec<(PointsFor, i32)>,
}

/// What points are given for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "for", rename_all = "kebab-case")]
#[cfg_attr(test, derive(strum::EnumDiscriminants), strum_discriminants(derive(strum::EnumIter)))]
pub enum PointsFor {
    /// What the ratings of the product say, or the rarity.
    Rating {
        /// As the data have it.
        text: String,
    },
    /// Any card of a game without rarities.
    Card,
    /// A card that every faction can play.
    AnyFaction {
        /// What the game calls a faction.
        faction: String,
    },
    /// A card of factions that are drafted.
    Factions {
        /// Their names.
        factions: Vec<String>,
    },
    /// A card of another faction.
    OtherFactions {
        /// Those that are drafted.
        factions: Vec<String>,
    },
    /// A cost of which there are few.
    Curve,
    /// A cost of which there are enough.
    EnoughOfCost,
    /// What a deck of the format needs.
    Need {
        /// As the format says it.
        what: String,
    },
    /// What cards that are drafted speak of.
    WantedBy {
        /// How many of them.
        count: u8,
        /// What they speak of.
        tag: String,
    },
    /// It speaks of cards that are drafted.
    GoesWith {
        /// How many.
        count: u8,
        /// What it speaks of.
        tag: String,
    },
    /// It goes together with what is drafted in another way.
    Synergy,
    /// The next seat does not get it.
    Denied,
}

impl PickScorer<'_> {
    /// What a bot with this leaning thinks of a card.
    pub fn score(&self, leaning: &DraftLeaning, card: CardIx) -> PickScore {
        let main = self.main(leaning);
        let points = self.parts(leaning, main, card);
        let rated = |(text, points): &(String, i32)| {
            if text.is_empty() {
                (PointsFor::Card, *points)
            } else {
                (PointsFor::Rating { text: text.clone() }, *points)
            }
        };
        let mut parts: Vec<(PointsFor, i32)> = self.ratings[card.at()].parts.iter().map(rated).collect();
        if points.commitment != 0 {
            parts
                .push((self.commitment(self.traits_of(card).factions, main, points.commitment > 0), points.commitment));
        }
        if points.curve != 0 {
            parts.push((if points.curve > 0 { PointsFor::Curve } else { PointsFor::EnoughOfCost }, points.curve));
        }
        if points.need != 0 {
            let needs = self.traits_of(card).needs;
            let short =
                self.needs.iter().enumerate().find(|(n, of)| needs >> n & 1 == 1 && of.least > leaning.needs[*n]);
            let what = short.map_or_else(String::new, |(_, of)| of.text.clone());
            parts.push((PointsFor::Need { what }, points.need));
        }
        if points.synergy != 0 {
            parts.push((self.links.reason(&leaning.tags, card), points.synergy));
        }
        PickScore { points: points.sum(), parts }
    }

    fn commitment(&self, factions: Mask, main: Mask, fits: bool) -> PointsFor {
        let names = |mask: Mask| self.game.factions_of(mask).map(|f| f.name.clone()).collect();
        match (factions, fits) {
            (0, _) => PointsFor::AnyFaction { faction: self.game.faction_name.to_lowercase() },
            (_, true) => PointsFor::Factions { factions: names(factions) },
            (_, false) => PointsFor::OtherFactions { factions: names(main) },
        }
    }
}

impl PointsFor {
    /// In words.
    pub fn label(&self) -> String {
        match self {
            PointsFor::Rating { text } => localize_evidence(text),
            PointsFor::Card => tr!("a card"),
            PointsFor::AnyFaction { faction } => tr!("fits any {faction}", faction),
            PointsFor::Factions { factions } => {
                let all = factions.iter().cloned().reduce(|all, one| tr!("{all} and {one}", all, one));
                tr!("fits {factions}", factions = all.unwrap_or_default())
            }
            PointsFor::OtherFactions { factions } => {
                let all = factions.iter().cloned().reduce(|all, one| tr!("{all} or {one}", all, one));
                tr!("away from {factions}", factions = all.unwrap_or_default())
            }
            PointsFor::Curve => tr!("fills the curve"),
            PointsFor::EnoughOfCost => tr!("enough of this cost"),
            PointsFor::Need { what } => tr!("needed: {what}", what),
            PointsFor::WantedBy { count, tag } => tr!("wanted by {count} for {tag}", count, tag),
            PointsFor::GoesWith { count, tag } => tr!("goes with {count} × {tag}", count, tag),
            PointsFor::Synergy => tr!("synergy"),
            PointsFor::Denied => tr!("not left to others"),
        }
    }
}

/// `62.0`: hundredths as people read them.
pub fn points_label(hundredths: i32) -> String {
    localize_decimals(format!("{:.1}", f64::from(hundredths) / 100.0))
}

/// How good a card is beside the best one that can be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PickTier {
    /// As good as the best: within 3 points.
    A,
    /// Within 10.
    B,
    /// Within 20.
    C,
    /// Below.
    D,
}

impl PickTier {
    /// The tier of a card that falls short of the best one by so many hundredths of a point.
    pub fn short_by(hundredths: i32) -> PickTier {
        match hundredths {
            ..=300 => PickTier::A,
            301..=1000 => PickTier::B,
            1001..=2000 => PickTier::C,
            _ => PickTier::D,
        }
    }

    /// Its letter.
    pub fn letter(self) -> &'static str {
        match self {
            PickTier::A => "A",
            PickTier::B => "B",
            PickTier::C => "C",
            PickTier::D => "D",
        }
    }
}

impl PickScore {
    /// What tells most for the card, or against it where it is no good pick, beside its rarity or rating; that alone if there is
    /// nothing else.
    pub fn main_reason(&self, tier: PickTier) -> String {
        let others = self.parts.get(1..).unwrap_or_default();
        let most =
            |sign: i32| others.iter().filter(|(_, worth)| worth * sign > 0).max_by_key(|(_, worth)| worth * sign);
        let told = if tier <= PickTier::B { most(1) } else { most(-1).or(most(1)) };
        told.or(self.parts.first()).map_or_else(|| tr!("no opinion"), |(why, _)| why.label())
    }

    /// `62.0 = a rare 45.0 + fits Golden Savannas 22.0 - dear 5.0`
    pub fn describe(&self) -> String {
        let mut text = format!("{} =", points_label(self.points));
        for (i, (why, worth)) in self.parts.iter().enumerate() {
            let part = format!("{} {}", why.label(), points_label(worth.abs()));
            text.push_str(&match (i, *worth < 0) {
                (0, false) => format!(" {part}"),
                (0, true) => format!(" {}", tr!("minus {part}", part)),
                (_, false) => format!(" + {part}"),
                (_, true) => format!(" - {part}"),
            });
        }
        if self.parts.is_empty() {
            text.push_str(&format!(" {}", tr!("no opinion")));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_good_pick_is_told_by_what_speaks_for_it_and_a_bad_one_by_what_does_not() {
        let rated = |text: &str| PointsFor::Rating { text: text.to_owned() };
        let parts =
            vec![(rated("a rare"), 4500), (PointsFor::Curve, 200), (rated("removal"), 900), (rated("dear"), -500)];
        let score = PickScore { points: 5100, parts };
        let told = [0, 900, 1500, 9000].map(|short| score.main_reason(PickTier::short_by(short)));
        assert_eq!(told, ["removal", "removal", "dear", "dear"]);
        let plain = PickScore { points: 3000, parts: vec![(rated("a common"), 3000)] };
        assert_eq!(plain.main_reason(PickTier::D), "a common");
        assert_eq!(PickScore { points: 0, parts: Vec::new() }.main_reason(PickTier::A), "no opinion");
    }
}
