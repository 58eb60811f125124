//! A number of a rule: the format's own, or what a field of the leader says.

use catalog::game::FieldKind;
use catalog::read::TomlTable;
use catalog::{CardIx, GameData, tr};

use super::context::CheckContext;
use crate::format::RuleReader;

/// What a number that the leader decides begins with in a file: `leader.deck_size`.
const LEADER: &str = "leader.";

/// A number that a rule demands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// This one.
    Number(u32),
    /// What this field of the leader says, by position; nothing is demanded by a leader without it.
    OfLeader(usize),
}

/// Fewest and most of something.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// Fewest.
    pub min: Bound,
    /// Most; absent is no limit.
    pub max: Option<Bound>,
}

impl Bounds {
    /// `min` and `max` of a rule; what is left out bounds nothing.
    pub(super) fn read(r: &RuleReader<'_, '_>) -> Bounds {
        let bounds = Bounds { min: r.bound_if("min").unwrap_or(Bound::Number(0)), max: r.bound_if("max") };
        if let (Bound::Number(min), Some(Bound::Number(max))) = (bounds.min, bounds.max)
            && max < min
        {
            r.t.problem_at("max", "`max` is less than `min`: no deck passes", None);
        }
        bounds
    }

    /// Fewest and most for a deck.
    pub(super) fn values(self, context: &CheckContext<'_>) -> (u32, Option<u32>) {
        (self.min.value(context).unwrap_or(0), self.max.and_then(|max| max.value(context)))
    }

    /// The nearest number to `found` that passes, if that does not.
    pub(super) fn allowed(self, found: u32, context: &CheckContext<'_>) -> Option<u32> {
        let (min, max) = self.values(context);
        max.filter(|max| found > *max).or((found < min).then_some(min))
    }

    /// Both.
    pub(super) fn all(self) -> Vec<Bound> {
        [Some(self.min), self.max].into_iter().flatten().collect()
    }

    pub(super) fn set_ruling(&mut self, key: &str, value: u32) {
        match key {
            "min" => self.min = Bound::Number(value),
            _ => self.max = Some(Bound::Number(value)),
        }
    }
}

impl Bound {
    /// The number that is the leader's, if the key names one; a field that is no number is a fault.
    pub(crate) fn of_leader(t: &TomlTable<'_>, key: &str, game: &GameData) -> Option<Bound> {
        let text = if t.is_text(key) { t.text(key) } else { return None };
        let field = text.strip_prefix(LEADER)?;
        let numbers = game.fields.iter().filter(|f| f.kind == FieldKind::Number);
        let known: Vec<String> = numbers.map(|f| format!("{LEADER}{}", f.id)).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let found = t.one_of(key, &text, "number of a leader", &known).and_then(|_| game.field(field));
        Some(Bound::OfLeader(found.unwrap_or(0)))
    }

    /// The number for a deck, if anything is demanded.
    pub(super) fn value(self, context: &CheckContext<'_>) -> Option<u32> {
        self.value_for(context.game, &context.leaders)
    }

    /// The number under these leaders: of several the first that has it decides.
    pub(super) fn value_for(self, game: &GameData, leaders: &[CardIx]) -> Option<u32> {
        match self {
            Bound::Number(number) => Some(number),
            Bound::OfLeader(field) => {
                let number = leaders.iter().find_map(|leader| game.card(*leader).number_in(field))?;
                Some(u32::try_from(number).unwrap_or(0))
            }
        }
    }

    /// The number without a leader.
    pub fn number(self) -> Option<u32> {
        match self {
            Bound::Number(number) => Some(number),
            Bound::OfLeader(_) => None,
        }
    }

    /// Whether the leader decides it.
    pub fn asks_leader(self) -> bool {
        matches!(self, Bound::OfLeader(_))
    }

    /// The number in words, where `label` says what is counted.
    pub(super) fn describe(self, game: &GameData, label: impl Fn(u32) -> String) -> String {
        match self {
            Bound::Number(number) => label(number),
            Bound::OfLeader(field) => tr!("as many as the leader's {} says", game.fields[field].name),
        }
    }
}
