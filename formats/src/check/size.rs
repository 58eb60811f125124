//! How many cards sections hold.

use catalog::tr;
use catalog::{GameData, Query};

use super::context::CheckContext;
use super::demand::{Explanation, Finding, RuleCheck};
use super::{Fix, FixChoice, count_label, section_names};
use crate::format::RuleReader;

/// So many cards in sections, together.
#[derive(Debug, Clone)]
pub struct Size {
    /// Positions of the sections.
    pub sections: Vec<usize>,
    /// Fewest.
    pub min: u32,
    /// Most; absent is no limit.
    pub max: Option<u32>,
    /// Whether the sections may be left empty.
    pub optional: bool,
}

impl Size {
    pub(super) fn read(r: &RuleReader<'_, '_>) -> Size {
        let (min, max) = (r.count_if("min").unwrap_or(0), r.count_if("max"));
        if max.is_some_and(|max| max < min) {
            r.t.problem_at("max", "`max` is less than `min`: no deck passes", None);
        }
        Size { sections: r.sections(), min, max, optional: r.t.flag("optional") }
    }

    fn bound(&self, found: u32) -> String {
        match self.max {
            Some(max) if max == self.min => tr!("exactly {max}", max),
            Some(max) if found > max => tr!("at most {max}", max),
            _ => tr!("at least {}", self.min),
        }
    }
}

impl RuleCheck for Size {
    fn find(&self, context: &CheckContext<'_>, findings: &mut Vec<Finding>) {
        let found = context.size(&self.sections);
        if self.optional && found == 0 {
            return;
        }
        let allowed = match self.max {
            Some(max) if found > max => max,
            _ if found < self.min => self.min,
            _ => return,
        };
        findings.push(Finding { section: self.sections.first().copied(), found, allowed, ..Finding::default() });
    }

    fn explain(&self, context: &CheckContext<'_>, f: &Finding) -> Explanation {
        let (found, allowed) = (f.found, f.allowed);
        let text = if found > allowed {
            tr!("remove {}", count_label(found - allowed))
        } else {
            tr!("add {}", count_label(allowed - found))
        };
        let by = i64::from(allowed) - i64::from(found);
        let choice = Some(FixChoice { sections: self.sections.clone(), of: Query::All, by });
        Explanation {
            message: tr!(
                "{}: {}; it needs {}",
                section_names(context.game, &self.sections),
                count_label(found),
                self.bound(found)
            ),
            fix: Fix { text, changes: Vec::new(), choice },
            ..Explanation::default()
        }
    }

    fn describe(&self, game: &GameData) -> String {
        let bound = match (self.min, self.max) {
            (min, Some(max)) if min == max => tr!("exactly {}", count_label(min)),
            (0, Some(max)) => tr!("at most {}", count_label(max)),
            (min, Some(max)) => tr!("{min} to {}", count_label(max), min),
            (min, None) => tr!("at least {}", count_label(min)),
        };
        let or = if self.optional { tr!(", or none") } else { String::new() };
        format!("{}: {bound}{or}", section_names(game, &self.sections))
    }

    fn found_text(&self, context: &CheckContext<'_>) -> String {
        context.size(&self.sections).to_string()
    }

    fn set_ruling(&mut self, key: &str, value: u32) {
        match key {
            "min" => self.min = value,
            _ => self.max = Some(value),
        }
    }
}
