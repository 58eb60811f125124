//! Rulings: what a rulebook leaves open or a table likes otherwise, as numbers and switches of a format.

use catalog::read::suggest;
use thiserror::Error;

use super::DeckFormat;

/// Something that a table may settle otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// Its word, such as `side_max`.
    pub id: String,
    /// What it settles, in a sentence.
    pub about: String,
    /// As it stands; a switch is 0 or 1.
    pub value: u32,
    /// As the format has it.
    pub default: u32,
    /// Whether it is a switch.
    pub switch: bool,
    /// Rule ids: the first one's text is the reason.
    pub cites: Vec<String>,
    /// What it settles: position of the rule and key of its number.
    pub(crate) places: Vec<(usize, String)>,
}

/// The key of a rule that a ruling switches on and off.
pub(crate) const IF: &str = "if";

/// An option that a format does not have, or a value that makes no sense.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RulingError {
    /// No such option.
    #[error("{format} has no option `{id}` ({hint})")]
    Unknown {
        /// Name of the format.
        format: String,
        /// The word.
        id: String,
        /// What to write instead.
        hint: String,
    },
    /// No such value.
    #[error("`{value}` makes no sense for {id}: write {expected}")]
    Value {
        /// The option.
        id: String,
        /// What was written.
        value: String,
        /// What to write instead.
        expected: &'static str,
    },
}

impl Ruling {
    /// Its value in words: `15`, `true`.
    pub fn value_label(&self, value: u32) -> String {
        if self.switch { (value != 0).to_string() } else { value.to_string() }
    }

    fn parse(&self, text: &str) -> Result<u32, RulingError> {
        let expected = if self.switch { "true or false" } else { "a whole number of at most 100000" };
        let value = match (self.switch, text) {
            (true, "true" | "on" | "yes" | "1") => Some(1),
            (true, "false" | "off" | "no" | "0") => Some(0),
            (true, _) => None,
            (false, number) => number.parse().ok().filter(|n| *n <= 100_000),
        };
        value.ok_or_else(|| RulingError::Value { id: self.id.clone(), value: text.to_owned(), expected })
    }
}

impl DeckFormat {
    /// The format with other rulings, by key and value.
    ///
    /// # Errors
    /// The first key that the format does not have, or value that makes no sense for its key.
    pub fn with_rulings(&self, options: &[(String, String)]) -> Result<DeckFormat, RulingError> {
        let mut format = self.clone();
        for (id, text) in options {
            let Some(at) = format.rulings.iter().position(|r| r.id == *id) else {
                let known: Vec<&str> = format.rulings.iter().map(|r| r.id.as_str()).collect();
                let hint = suggest(id, &known);
                return Err(RulingError::Unknown { format: format.name, id: id.clone(), hint });
            };
            let value = format.rulings[at].parse(text)?;
            format.set_ruling(at, value);
        }
        Ok(format)
    }

    /// Sets a ruling, and whatever it decides.
    pub(super) fn set_ruling(&mut self, at: usize, value: u32) {
        let ruling = &mut self.rulings[at];
        ruling.value = value;
        for (rule, key) in &ruling.places {
            match key.as_str() {
                IF => self.rules[*rule].off = value == 0,
                key => self.rules[*rule].demand.set_ruling(key, value),
            }
        }
    }
}
