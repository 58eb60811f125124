//! Why two players meet, or somebody has a bye: kept as a kind with its values, put into words where it is shown.

use catalog::tr;
use serde::{Deserialize, Deserializer, Serialize};

use crate::old_sentences::match_template;

/// What needs a reason: a float, a repeat, a bye, a change by hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(test, derive(strum::EnumDiscriminants), strum_discriminants(derive(strum::EnumIter)))]
pub enum PairingReason {
    /// They have met, and every pairing of the field has a repeat.
    Repeat {
        /// The rounds in which they met, from 1.
        rounds: Vec<u32>,
    },
    /// Somebody is paired down.
    Float {
        /// Who is paired down.
        name: String,
        /// With so many match points.
        high: u32,
        /// Against whom.
        other: String,
        /// With so many.
        low: u32,
        /// Why nobody with more points was left.
        cause: FloatCause,
    },
    /// A bye, although everybody who could have it has had one.
    ByeAgain,
    /// A bye that a lot decided.
    ByeByLot,
    /// A bye: all with fewer points have had theirs.
    ByeLowerHad {
        /// How many have fewer points.
        all: usize,
    },
    /// A bye: one for somebody with fewer points would force a repeat.
    ByeInsteadOfRepeat {
        /// How many have fewer points.
        all: usize,
        /// How many of them have had a bye.
        had: usize,
    },
    /// A bye in a round robin of an odd number.
    ByeOfRoundRobin,
    /// A bye, since the opponent of the round has left.
    ByeOfLeft {
        /// Who has left.
        name: String,
    },
    /// A bye for the last seat of an odd pod.
    ByeOfLastSeat,
    /// Exchanged by hand.
    ByHand,
    /// By hand somebody got another bye.
    SecondBye {
        /// Who.
        name: String,
    },
    /// By hand two with different points were paired.
    UnequalPoints {
        /// Match points of one.
        high: u32,
        /// And of the other.
        low: u32,
    },
    /// By hand two were paired who had met.
    HaveMet,
    /// A sentence of an earlier release that no kind fits.
    Sentence {
        /// As it was said.
        text: String,
    },
}

/// Why nobody with as many points was left for whoever is paired down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FloatCause {
    /// So many have these points, an odd number.
    OddGroup(usize),
    /// Somebody from above was paired into the group.
    PairedInto,
    /// The groups between are odd.
    OddBetween,
    /// Otherwise there would be a repeat or a second bye.
    NoOther,
}

impl PairingReason {
    /// In a sentence.
    pub fn describe(&self) -> String {
        use PairingReason as R;
        match self {
            R::Repeat { rounds } => {
                let rounds: Vec<String> = rounds.iter().map(u32::to_string).collect();
                let rounds = rounds.join(&tr!(" and "));
                tr!("Repeat: they met in round {rounds}, and every pairing of this field has a repeat.", rounds)
            }
            R::Float { name, high, other, low, cause } => {
                let because = cause.describe(*high, *low);
                tr!(
                    "Float: {one} ({high}) is paired down to {other} ({low}), because {because}.",
                    one = name,
                    high,
                    other,
                    low,
                    because
                )
            }
            R::ByeAgain => tr!("Bye: everybody who could be left over has had one already."),
            R::ByeByLot => {
                tr!("Bye: an odd number of players; drawn among those with the fewest points.")
            }
            R::ByeLowerHad { all } => {
                tr!("Bye: an odd number play, and all {all} with fewer points have had their bye.", all)
            }
            R::ByeInsteadOfRepeat { all, had } => tr!(
                "Bye: of {all} with fewer points {had} have had theirs, and a bye for one of the others would force a repeat.",
                all,
                had
            ),
            R::ByeOfRoundRobin => tr!("Bye: an odd number play, so everybody has one bye."),
            R::ByeOfLeft { name } => tr!("Bye: the opponent of this round would be {name}, who has left.", name),
            R::ByeOfLastSeat => {
                tr!("Bye: an odd number sit here, and the last seat, which was drawn at random, is left over.")
            }
            R::ByHand => tr!("By hand."),
            R::SecondBye { name } => tr!("A second bye for {name}.", name),
            R::UnequalPoints { high, low } => tr!("A float: {high} against {low} points.", high, low),
            R::HaveMet => tr!("A repeat: they have met."),
            R::Sentence { text } => text.clone(),
        }
    }

    /// What an earlier release said in a sentence.
    fn parse(sentence: &str) -> PairingReason {
        use PairingReason as R;
        let plain = [
            ("Bye: everybody who could be left over has had one already.", R::ByeAgain),
            ("Bye: an odd number of players; drawn among those with the fewest points.", R::ByeByLot),
            ("Bye: an odd number play, so everybody has one bye.", R::ByeOfRoundRobin),
            (
                "Bye: an odd number sit here, and the last seat, which was drawn at random, is left over.",
                R::ByeOfLastSeat,
            ),
            ("By hand.", R::ByHand),
            ("A repeat: they have met.", R::HaveMet),
        ];
        if let Some((_, reason)) = plain.into_iter().find(|(text, _)| *text == sentence) {
            return reason;
        }
        let repeat = || {
            let [rounds] = match_template(
                sentence,
                "Repeat: they met in round {}, and every pairing of this field has a repeat.",
            )?;
            Some(R::Repeat { rounds: rounds.split(" and ").map(|round| round.parse().ok()).collect::<Option<_>>()? })
        };
        let float = || {
            let [name, high, other, low, because] =
                match_template(sentence, "Float: {} ({}) is paired down to {} ({}), because {}.")?;
            let (high, low) = (high.parse().ok()?, low.parse().ok()?);
            let cause = FloatCause::parse(because)?;
            Some(R::Float { name: name.to_owned(), high, other: other.to_owned(), low, cause })
        };
        let lower_had = || {
            let [all] =
                match_template(sentence, "Bye: an odd number play, and all {} with fewer points have had their bye.")?;
            Some(R::ByeLowerHad { all: all.parse().ok()? })
        };
        let instead = || {
            let [all, had] = match_template(
                sentence,
                "Bye: of {} with fewer points {} have had theirs, and a bye for one of the others would force a repeat.",
            )?;
            Some(R::ByeInsteadOfRepeat { all: all.parse().ok()?, had: had.parse().ok()? })
        };
        let left = || {
            let [name] = match_template(sentence, "Bye: the opponent of this round would be {}, who has left.")?;
            Some(R::ByeOfLeft { name: name.to_owned() })
        };
        let second = || {
            match_template(sentence, "A second bye for {}.")
                .map(|[name]: [&str; 1]| R::SecondBye { name: name.to_owned() })
        };
        let unequal = || {
            let [high, low] = match_template(sentence, "A float: {} against {} points.")?;
            Some(R::UnequalPoints { high: high.parse().ok()?, low: low.parse().ok()? })
        };
        let found = repeat().or_else(float).or_else(lower_had).or_else(instead);
        let found = found.or_else(left).or_else(second).or_else(unequal);
        found.unwrap_or_else(|| R::Sentence { text: sentence.to_owned() })
    }
}

impl FloatCause {
    fn describe(self, high: u32, low: u32) -> String {
        match self {
            FloatCause::OddGroup(level) => tr!(
                "1 player has {high} points, an odd number" | "{n} players have {high} points, an odd number" % level,
                high
            ),
            FloatCause::PairedInto => {
                tr!("a player with more points was paired down to {high} points, which leaves one over", high)
            }
            FloatCause::OddBetween => tr!("the groups between {high} and {low} points are odd", high, low),
            FloatCause::NoOther => {
                tr!("among those with {high} points no other pairing avoids a repeat or a second bye", high)
            }
        }
    }

    fn parse(because: &str) -> Option<FloatCause> {
        if because.starts_with("somebody with more points was paired into") {
            return Some(FloatCause::PairedInto);
        }
        if because.starts_with("the groups between ") {
            return Some(FloatCause::OddBetween);
        }
        if because.starts_with("among those with ") {
            return Some(FloatCause::NoOther);
        }
        because.split_once(" player").and_then(|(level, _)| level.parse().ok()).map(FloatCause::OddGroup)
    }
}

/// Reasons as a log has them, sentences of earlier releases among them.
pub(super) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PairingReason>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Sentence(String),
        Kind(PairingReason),
    }
    let all = Vec::<Written>::deserialize(deserializer)?;
    let reason = |written| match written {
        Written::Sentence(text) => PairingReason::parse(&text),
        Written::Kind(reason) => reason,
    };
    Ok(all.into_iter().map(reason).collect())
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

    use super::*;

    /// Kinds that have come since reasons are kept as kinds.
    fn newer() -> Vec<PairingReason> {
        Vec::new()
    }

    /// Every other kind, and the sentence that was kept for it before.
    fn with_sentences() -> Vec<(PairingReason, &'static str)> {
        use PairingReason as R;
        let float = |cause| R::Float { name: "Ann".into(), high: 6, other: "Bob and Co".into(), low: 3, cause };
        vec![
            (
                R::Repeat { rounds: vec![1, 3] },
                "Repeat: they met in round 1 and 3, and every pairing of this field has a repeat.",
            ),
            (
                float(FloatCause::OddGroup(1)),
                "Float: Ann (6) is paired down to Bob and Co (3), because 1 player has 6 points, an odd number.",
            ),
            (
                float(FloatCause::OddGroup(5)),
                "Float: Ann (6) is paired down to Bob and Co (3), because 5 players have 6 points, an odd number.",
            ),
            (
                float(FloatCause::PairedInto),
                "Float: Ann (6) is paired down to Bob and Co (3), because somebody with more points was paired into \
                 the 6 points, which leaves one over.",
            ),
            (
                float(FloatCause::OddBetween),
                "Float: Ann (6) is paired down to Bob and Co (3), because the groups between 6 and 3 points are odd.",
            ),
            (
                float(FloatCause::NoOther),
                "Float: Ann (6) is paired down to Bob and Co (3), because among those with 6 points no other pairing \
                 avoids a repeat or a second bye.",
            ),
            (R::ByeAgain, "Bye: everybody who could be left over has had one already."),
            (R::ByeByLot, "Bye: an odd number of players; drawn among those with the fewest points."),
            (R::ByeLowerHad { all: 4 }, "Bye: an odd number play, and all 4 with fewer points have had their bye."),
            (
                R::ByeInsteadOfRepeat { all: 4, had: 2 },
                "Bye: of 4 with fewer points 2 have had theirs, and a bye for one of the others would force a repeat.",
            ),
            (R::ByeOfRoundRobin, "Bye: an odd number play, so everybody has one bye."),
            (R::ByeOfLeft { name: "Ann".into() }, "Bye: the opponent of this round would be Ann, who has left."),
            (
                R::ByeOfLastSeat,
                "Bye: an odd number sit here, and the last seat, which was drawn at random, is left over.",
            ),
            (R::ByHand, "By hand."),
            (R::SecondBye { name: "Ann".into() }, "A second bye for Ann."),
            (R::UnequalPoints { high: 6, low: 3 }, "A float: 6 against 3 points."),
            (R::HaveMet, "A repeat: they have met."),
            (R::Sentence { text: "Because.".into() }, "Because."),
        ]
    }

    fn all() -> Vec<PairingReason> {
        newer().into_iter().chain(with_sentences().into_iter().map(|(reason, _)| reason)).collect()
    }

    #[test]
    fn no_kind_is_forgotten_here() {
        let tried: Vec<PairingReasonDiscriminants> = all().iter().map(Into::into).collect();
        for kind in PairingReasonDiscriminants::iter() {
            assert!(tried.contains(&kind), "`newer` has no {kind:?}");
        }
    }

    #[test]
    fn sentences_of_earlier_releases_are_read_as_their_kinds() {
        for (reason, sentence) in with_sentences() {
            assert_eq!(PairingReason::parse(sentence), reason, "{sentence}");
        }
    }

    #[test]
    fn reasons_are_written_and_read_as_kinds() {
        #[derive(Debug, PartialEq, Serialize, Deserialize)]
        struct Kept {
            #[serde(deserialize_with = "read")]
            why: Vec<PairingReason>,
        }
        for reason in all() {
            let kept = Kept { why: vec![reason] };
            let json = serde_json::to_string(&kept).expect("it is written");
            assert_eq!(serde_json::from_str::<Kept>(&json).expect("it is read"), kept, "{json}");
        }
        for (reason, sentence) in with_sentences() {
            let kept = Kept { why: vec![reason] };
            let old = serde_json::json!({ "why": [sentence] });
            assert_eq!(serde_json::from_value::<Kept>(old).expect("it is read"), kept, "{sentence}");
        }
    }
}
