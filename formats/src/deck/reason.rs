//! What several edits are for together: kept as a kind with its values, put into words where it is shown.

use catalog::tr;
use serde::{Deserialize, Deserializer, Serialize};

use crate::old_sentences;

/// What some edits are for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(test, derive(strum::EnumDiscriminants), strum_discriminants(derive(strum::EnumIter)))]
pub enum EditReason {
    /// A sideboard plan is applied.
    PlanApplied {
        /// Its name.
        name: String,
    },
    /// An applied sideboard plan is taken back.
    PlanTakenBack {
        /// Its name.
        name: String,
    },
    /// Another deck is merged into this one.
    Merged {
        /// Its name.
        name: String,
    },
    /// The deck becomes what it was at a moment.
    BackTo {
        /// Which moment of the history, from 0.
        moment: usize,
        /// The name that the person gave it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// The same as an earlier release told it: the moment by what was done then.
    BackToEdit {
        /// What was done, in a sentence of that release.
        edit: String,
    },
    /// Copies go from one list to another.
    Moved {
        /// How many.
        count: u32,
        /// The card's name.
        card: String,
        /// The list's name.
        from: String,
        /// The other one's.
        to: String,
    },
    /// A violation is fixed.
    Fixed,
    /// All violations are fixed that can be without a person.
    AllFixed,
    /// A sentence of an earlier release that no kind fits.
    Sentence {
        /// As it was said.
        text: String,
    },
}

impl EditReason {
    /// In a few words; `edits` is what was done, in words.
    pub fn describe(&self, edits: &str) -> String {
        match self {
            EditReason::PlanApplied { name } => tr!("Plan “{name}” applied", name),
            EditReason::PlanTakenBack { name } => tr!("Plan “{name}” reverted", name),
            EditReason::Merged { name } => tr!("Merged with “{name}”", name),
            EditReason::BackTo { name: Some(name), .. } => tr!("Back to “{name}”", name),
            EditReason::BackTo { moment, .. } => tr!("Back to step {moment}", moment),
            EditReason::BackToEdit { edit } => {
                let edit = EditReason::parse(edit).map_or_else(String::new, |reason| reason.describe(edits));
                tr!("Back to {edit}", edit)
            }
            EditReason::Moved { count, card, from, to } => format!("{count} {card}: {from} → {to}"),
            EditReason::Fixed => tr!("Fixed: {edits}", edits),
            EditReason::AllFixed => tr!("Fixed automatically: {edits}", edits),
            EditReason::Sentence { text } => text.clone(),
        }
    }

    /// What an earlier release said in a sentence; `None` if it said nothing.
    fn parse(sentence: &str) -> Option<EditReason> {
        use EditReason as R;
        let name = |text: &str| old_sentences::match_template(sentence, text).map(|[name]: [&str; 1]| name.to_owned());
        if sentence.is_empty() {
            return None;
        }
        if sentence == "Mended what could be mended by itself" {
            return Some(R::AllFixed);
        }
        let applied = || name("Plan “{}” applied").map(|name| R::PlanApplied { name });
        let taken_back = || name("Plan “{}” taken back").map(|name| R::PlanTakenBack { name });
        let merged = || name("Merged with “{}”").map(|name| R::Merged { name });
        let back = || sentence.strip_prefix("Back to ").map(|edit| R::BackToEdit { edit: edit.to_owned() });
        let found = applied().or_else(taken_back).or_else(merged).or_else(back);
        Some(found.unwrap_or_else(|| R::Sentence { text: sentence.to_owned() }))
    }
}

/// A reason as a log has it, or the sentence of an earlier release.
pub(super) fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<EditReason>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        Sentence(String),
        Kind(EditReason),
    }
    Ok(match Option::<Written>::deserialize(deserializer)? {
        Some(Written::Sentence(text)) => EditReason::parse(&text),
        Some(Written::Kind(reason)) => Some(reason),
        None => None,
    })
}

#[cfg(test)]
mod tests {
    use strum::IntoEnumIterator;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Kept {
        #[serde(default, deserialize_with = "read", skip_serializing_if = "Option::is_none")]
        why: Option<EditReason>,
    }

    /// Each kind, with the sentence that earlier releases had for it, if they had one.
    fn all() -> Vec<(EditReason, Option<&'static str>)> {
        use EditReason as R;
        let name = || "a “b” c".to_owned();
        vec![
            (R::PlanApplied { name: name() }, Some("Plan “a “b” c” applied")),
            (R::PlanTakenBack { name: name() }, Some("Plan “a “b” c” taken back")),
            (R::Merged { name: name() }, Some("Merged with “a “b” c”")),
            (R::BackTo { moment: 3, name: Some(name()) }, None),
            (R::Moved { count: 2, card: name(), from: "Main deck".into(), to: "Sideboard".into() }, None),
            (R::Fixed, None),
            (R::AllFixed, Some("Mended what could be mended by itself")),
            (R::BackToEdit { edit: "+2 Amber Drone".into() }, Some("Back to +2 Amber Drone")),
            (R::Sentence { text: "As I like it".into() }, Some("As I like it")),
        ]
    }

    #[test]
    fn no_kind_is_forgotten_here() {
        let tried: Vec<EditReasonDiscriminants> = all().iter().map(|(reason, _)| reason.into()).collect();
        for kind in EditReasonDiscriminants::iter() {
            assert!(tried.contains(&kind), "`all` has no {kind:?}");
        }
    }

    #[test]
    fn sentences_of_earlier_releases_are_read_as_their_kinds() {
        let reads = |sentence: &str| {
            serde_json::from_value::<Kept>(serde_json::json!({ "why": sentence })).expect("it is read").why
        };
        assert_eq!(reads(""), None);
        for (reason, sentence) in all() {
            assert!(sentence.is_none_or(|sentence| reads(sentence) == Some(reason)), "{sentence:?}");
        }
    }

    #[test]
    fn reasons_are_written_and_read_as_kinds() {
        for (reason, _) in all() {
            let kept = Kept { why: Some(reason) };
            let json = serde_json::to_string(&kept).expect("it is written");
            assert_eq!(serde_json::from_str::<Kept>(&json).expect("it is read"), kept, "{json}");
        }
    }
}
