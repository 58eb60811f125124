//! How many cards sections hold.

use catalog::tr;
use catalog::{GameData, Query};
use smallvec::smallvec;

use super::context::CheckContext;
use super::demand::{Explanation, Finding, RuleCheck};
use super::{Bound, Bounds, Fix, FixChoice, count_label, section_names};
use crate::format::RuleReader;

/// So many cards in sections, together.
#[derive(Debug, Clone)]
pub struct Size {
    /// Positions of the sections.
    pub sections: Vec<usize>,
    /// Fewest and most.
    pub bounds: Bounds,
    /// Whether the sections may be left empty.
    pub optional: bool,
}

impl Size {
    pub(super) fn read(r: &RuleReader<'_, '_>) -> Size {
        Size { sections: r.sections(), bounds: Bounds::read(r), optional: r.t.flag("optional") }
    }

    fn wanted(&self, context: &CheckContext<'_>, found: u32) -> String {
        let Bounds { min: fewest, max: most } = self.bounds;
        let (min, max) = self.bounds.values(context);
        let (text, decides) = match max {
            Some(max) if max == min => (tr!("exactly {max}", max), fewest),
            Some(max) if found > max => (tr!("at most {max}", max), most.unwrap_or(fewest)),
            _ => (tr!("at least {}", min), fewest),
        };
        match (decides, context.leaders.first()) {
            (Bound::OfLeader(_), Some(leader)) => tr!("{text} with {leader}", text, leader = context.name(*leader)),
            _ => text,
        }
    }
}

impl RuleCheck for Size {
    fn find(&self, context: &CheckContext<'_>, findings: &mut Vec<Finding>) {
        let found = context.size(&self.sections);
        if self.optional && found == 0 {
            return;
        }
        let Some(allowed) = self.bounds.allowed(found, context) else { return };
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
        let choices = smallvec![FixChoice { sections: self.sections.clone(), of: Query::All, by }];
        Explanation {
            message: tr!(
                "{}: {}; it needs {}",
                section_names(context.game, &self.sections),
                count_label(found),
                self.wanted(context, found)
            ),
            fix: Fix { text, changes: Vec::new(), choices },
            ..Explanation::default()
        }
    }

    fn describe(&self, game: &GameData) -> String {
        let label = |bound: Bound| bound.describe(game, count_label);
        let bound = match (self.bounds.min, self.bounds.max) {
            (min, Some(max)) if min == max => tr!("exactly {}", label(min)),
            (Bound::Number(0), Some(max)) => tr!("at most {}", label(max)),
            (Bound::Number(min), Some(max @ Bound::Number(_))) => tr!("{min} to {}", label(max), min),
            (min, Some(max)) => tr!("at least {}, and at most {}", label(min), label(max)),
            (min, None) => tr!("at least {}", label(min)),
        };
        let or = if self.optional { tr!(", or none") } else { String::new() };
        format!("{}: {bound}{or}", section_names(game, &self.sections))
    }

    fn found_text(&self, context: &CheckContext<'_>) -> String {
        context.size(&self.sections).to_string()
    }

    fn bounds(&self) -> Vec<Bound> {
        self.bounds.all()
    }

    fn set_ruling(&mut self, key: &str, value: u32) {
        self.bounds.set_ruling(key, value);
    }
}
