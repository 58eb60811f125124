//! Why a bot chose what it chose: kept as a kind with its values, put into words where it is shown.

use catalog::tr;
use serde::{Deserialize, Deserializer, Serialize};

use super::pick_score::{PickScore, PointsFor, points_label};
use crate::localize::{cards_label, localize_decimals};
use crate::old_sentences::match_template;

/// Why a bot chose what it chose. Points are hundredths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(test, derive(strum::EnumDiscriminants), strum_discriminants(derive(strum::EnumIter)))]
pub enum PickReason {
    /// Cards are taken.
    Take {
        /// What is thought of each.
        cards: Vec<PickScore>,
        /// Cards that nobody gets.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        burned: Vec<Burned>,
    },
    /// A pile is taken.
    Pile {
        /// Cards in it.
        cards: usize,
        /// What they add to the deck.
        adds: i32,
        /// What the next best pile would.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next: Option<i32>,
    },
    /// A pile is taken, or left for one that is not seen yet.
    Look {
        /// What the pile adds.
        adds: i32,
        /// Cards of the other one.
        unseen: usize,
        /// What these would add on average.
        instead: i32,
    },
    /// A pile is split in two.
    Split {
        /// What one half adds.
        one: i32,
        /// And the other.
        other: i32,
    },
    /// A card of the hand is exchanged.
    Swap {
        /// What is thought of the one that comes.
        opinion: PickScore,
        /// What the one that goes is worth.
        other: i32,
    },
    /// Nothing that lies open is better than the hand.
    KeepHand,
    /// A trade is offered.
    Offer {
        /// What this seat gains.
        mine: i32,
        /// The other seat, from 0.
        seat: usize,
        /// What that gains.
        theirs: i32,
    },
    /// No trade helps both sides.
    NoTrade,
    /// A trade is accepted or refused.
    Consider {
        /// The card that would come.
        get: String,
        /// The one that would go.
        give: String,
        /// What that gains.
        gain: i32,
    },
    /// By chance alone.
    AtRandom,
    /// A sentence of an earlier release that no kind fits.
    Sentence {
        /// As it was said.
        text: String,
    },
}

/// A card that nobody gets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Burned {
    /// Its name.
    pub card: String,
    /// Its rating.
    pub points: i32,
}

impl PickReason {
    /// In words.
    pub fn describe(&self) -> String {
        match self {
            PickReason::Take { cards, burned } => {
                let burned = burned.iter().map(|Burned { card, points }| {
                    tr!("{card} burned: rated {points}", card, points = points_label(*points))
                });
                cards.iter().map(PickScore::describe).chain(burned).collect::<Vec<_>>().join("; ")
            }
            PickReason::Pile { cards, adds, next } => {
                let (cards, adds) = (cards_label(*cards), points_label(*adds));
                match next {
                    Some(next) => {
                        tr!("{cards} that add {adds}, the next best {next}", cards, adds, next = points_label(*next))
                    }
                    None => tr!("{cards} that add {adds}", cards, adds),
                }
            }
            PickReason::Look { adds, unseen, instead } => tr!(
                "it adds {adds}; {cards} not seen yet would add about {instead}",
                adds = points_label(*adds),
                cards = cards_label(*unseen),
                instead = points_label(*instead)
            ),
            PickReason::Split { one, other } => {
                tr!("the halves add {one} and {other}", one = points_label(*one), other = points_label(*other))
            }
            PickReason::Swap { opinion, other } => {
                tr!("{card} instead of {other}", card = opinion.describe(), other = points_label(*other))
            }
            PickReason::KeepHand => tr!("the hand is better than the open cards"),
            PickReason::Offer { mine, seat, theirs } => tr!(
                "gains {mine}, and seat {seat} gains {theirs}",
                mine = points_label(*mine),
                seat = seat + 1,
                theirs = points_label(*theirs)
            ),
            PickReason::NoTrade => tr!("no trade helps both sides"),
            PickReason::Consider { get, give, gain } => tr!(
                "{card} for {other}: {gain}",
                card = get,
                other = give,
                gain = localize_decimals(format!("{:+.1}", f64::from(*gain) / 100.0))
            ),
            PickReason::AtRandom => tr!("at random"),
            PickReason::Sentence { text } => text.clone(),
        }
    }

    /// What an earlier release said in a sentence.
    fn parse(sentence: &str) -> PickReason {
        use PickReason as R;
        let pile = || {
            let [cards, adds] = match_template(sentence, "{} that add {}")?;
            let cards = cards.split_once(' ')?.0.parse().ok()?;
            Some(match adds.split_once(", the next best ") {
                Some((adds, next)) => R::Pile { cards, adds: hundredths(adds)?, next: Some(hundredths(next)?) },
                None => R::Pile { cards, adds: hundredths(adds)?, next: None },
            })
        };
        let look = || {
            let [adds, cards, instead] = match_template(sentence, "it adds {}; {} not seen yet would add about {}")?;
            let unseen = cards.split_once(' ')?.0.parse().ok()?;
            Some(R::Look { adds: hundredths(adds)?, unseen, instead: hundredths(instead)? })
        };
        let split = || {
            let [one, other] = match_template(sentence, "the halves add {} and {}")?;
            Some(R::Split { one: hundredths(one)?, other: hundredths(other)? })
        };
        let swap = || {
            let (opinion, other) = sentence.rsplit_once(" instead of ")?;
            Some(R::Swap { opinion: PickScore::parse(opinion)?, other: hundredths(other)? })
        };
        let offer = || {
            let [mine, seat, theirs] = match_template(sentence, "gains {}, and seat {} gains {}")?;
            let seat = seat.parse::<usize>().ok()?.checked_sub(1)?;
            Some(R::Offer { mine: hundredths(mine)?, seat, theirs: hundredths(theirs)? })
        };
        let take = || {
            let mut cards = Vec::new();
            let mut burned = Vec::new();
            for part in sentence.split("; ") {
                match match_template(part, "{} burned: rated {}") {
                    Some([card, points]) => {
                        burned.push(Burned { card: card.to_owned(), points: hundredths(points)? });
                    }
                    None => cards.push(PickScore::parse(part)?),
                }
            }
            Some(R::Take { cards, burned })
        };
        let consider = || {
            let (cards, gain) = sentence.rsplit_once(": ")?;
            let (get, give) = cards.split_once(" for ")?;
            Some(R::Consider { get: get.to_owned(), give: give.to_owned(), gain: hundredths(gain)? })
        };
        let plain = [
            ("the hand is better than the open cards", R::KeepHand),
            ("no trade helps both sides", R::NoTrade),
            ("at random", R::AtRandom),
        ];
        let plain = plain.into_iter().find(|(text, _)| *text == sentence).map(|(_, reason)| reason);
        let found = plain.or_else(look).or_else(pile).or_else(split).or_else(swap).or_else(offer);
        found.or_else(take).or_else(consider).unwrap_or_else(|| R::Sentence { text: sentence.to_owned() })
    }
}

/// `62.0` as an earlier release wrote it.
fn hundredths(points: &str) -> Option<i32> {
    let (whole, tenths) = points.split_once('.')?;
    let is_negative = whole.starts_with('-');
    let size = whole.trim_start_matches(['-', '+']).parse::<i32>().ok()? * 100 + tenths.parse::<i32>().ok()? * 10;
    Some(if is_negative { -size } else { size })
}

impl PickScore {
    /// `62.0 = a rare 45.0 + fits Golden Savannas 22.0 - dear 5.0`, as an earlier release wrote it.
    fn parse(text: &str) -> Option<PickScore> {
        let (points, sum) = text.split_once(" = ")?;
        let mut opinion = PickScore { points: hundredths(points)?, parts: Vec::new() };
        if sum == "no opinion" {
            return Some(opinion);
        }
        for plus in sum.split(" + ") {
            for (at, part) in plus.split(" - ").enumerate() {
                let (is_negative, part) = match part.strip_prefix("minus ") {
                    Some(part) => (true, part),
                    None => (at > 0, part),
                };
                let (what, size) = part.rsplit_once(' ')?;
                let size = hundredths(size)?;
                opinion.parts.push((PointsFor::parse(what), if is_negative { -size } else { size }));
            }
        }
        Some(opinion)
    }
}

impl PointsFor {
    fn parse(what: &str) -> PointsFor {
        let list = |names: &str, between: &str| names.split(between).map(str::to_owned).collect();
        let counted = |text: &str| {
            let [count, tag] = match_template(what, text)?;
            Some((count.parse().ok()?, tag.to_owned()))
        };
        if let Some(faction) = what.strip_prefix("fits any ") {
            return PointsFor::AnyFaction { faction: faction.to_owned() };
        }
        if let Some(factions) = what.strip_prefix("fits ") {
            return PointsFor::Factions { factions: list(factions, " and ") };
        }
        if let Some(factions) = what.strip_prefix("away from ") {
            return PointsFor::OtherFactions { factions: list(factions, " or ") };
        }
        if let Some(what) = what.strip_prefix("needed: ") {
            return PointsFor::Need { what: what.to_owned() };
        }
        if let Some((count, tag)) = counted("wanted by {} for {}") {
            return PointsFor::WantedBy { count, tag };
        }
        if let Some((count, tag)) = counted("goes with {} × {}") {
            return PointsFor::GoesWith { count, tag };
        }
        match what {
            "a card" => PointsFor::Card,
            "fills the curve" => PointsFor::Curve,
            "enough of this cost" => PointsFor::EnoughOfCost,
            "synergy" | "goes together" => PointsFor::Synergy,
            "not left to others" => PointsFor::Denied,
            text => PointsFor::Rating { text: text.to_owned() },
        }
    }
}

/// A reason as a log has it, or the sentence of an earlier release.
pub(in crate::limited) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PickReason>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Sentence(String),
        Kind(PickReason),
    }
    Ok(match Option::<Written>::deserialize(deserializer)? {
        Some(Written::Sentence(text)) => Some(PickReason::parse(&text)),
        Some(Written::Kind(reason)) => Some(reason),
        None => None,
    })
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

    use super::super::pick_score::PointsForDiscriminants;
    use super::*;

    #[test]
    fn what_is_said_in_english_is_what_earlier_releases_wrote() {
        let opinion = || PickScore {
            points: 4770,
            parts: vec![
                (PointsFor::Rating { text: "an asset".into() }, 3300),
                (PointsFor::Card, 100),
                (PointsFor::OtherFactions { factions: vec!["American Union".into(), "CFA".into()] }, -260),
                (PointsFor::AnyFaction { faction: "domain".into() }, 100),
                (PointsFor::Factions { factions: vec!["CFA".into(), "Red Claw".into()] }, 600),
                (PointsFor::Curve, 20),
                (PointsFor::EnoughOfCost, -90),
                (PointsFor::Need { what: "an entity".into() }, 400),
                (PointsFor::WantedBy { count: 3, tag: "drone".into() }, 90),
                (PointsFor::GoesWith { count: 2, tag: "drone".into() }, 90),
                (PointsFor::Synergy, 10),
                (PointsFor::Denied, 410),
            ],
        };
        let low = || PickScore { points: -500, parts: vec![(PointsFor::Card, -500)] };
        let none = || PickScore { points: 0, parts: Vec::new() };
        use PickReason as R;
        for kind in PointsForDiscriminants::iter() {
            assert!(opinion().parts.iter().any(|(points, _)| kind == points.into()), "{kind:?} is not tried here");
        }
        let all = [
            R::Take {
                cards: vec![opinion(), low(), none()],
                burned: vec![Burned { card: "Core Diver".into(), points: 1210 }],
            },
            R::Pile { cards: 1, adds: 1230, next: None },
            R::Pile { cards: 4, adds: 1230, next: Some(-90) },
            R::Look { adds: 1230, unseen: 3, instead: 540 },
            R::Split { one: 500, other: -40 },
            R::Swap { opinion: opinion(), other: 1200 },
            R::KeepHand,
            R::Offer { mine: 300, seat: 2, theirs: 450 },
            R::NoTrade,
            R::Consider { get: "Core Diver".into(), give: "Dig In".into(), gain: -120 },
            R::AtRandom,
            R::Sentence { text: "Because".into() },
        ];
        for kind in PickReasonDiscriminants::iter() {
            assert!(all.iter().any(|reason| kind == reason.into()), "{kind:?} is not tried here");
        }
        for reason in all {
            assert_eq!(R::parse(&reason.describe()), reason, "{}", reason.describe());
            let json = serde_json::to_string(&reason).expect("it is written");
            assert_eq!(serde_json::from_str::<PickReason>(&json).expect("it is read"), reason, "{json}");
        }
    }
}
