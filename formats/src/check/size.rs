//! How many cards sections hold.

use catalog::tr;
use catalog::{Game, Query};

use super::case::Case;
use super::demand::{Finding, Kind, Told};
use super::{Choice, Fix, cards, places};
use crate::format::Reader;

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
    pub(super) fn read(r: &Reader<'_, '_>) -> Size {
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

impl Kind for Size {
    fn find(&self, case: &Case<'_>, findings: &mut Vec<Finding>) {
        let found = case.size(&self.sections);
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

    fn tell(&self, case: &Case<'_>, f: &Finding) -> Told {
        let (found, allowed) = (f.found, f.allowed);
        let text = match found > allowed {
            true => tr!("take out {}", cards(found - allowed)),
            false => tr!("add {}", cards(allowed - found)),
        };
        let by = i64::from(allowed) - i64::from(found);
        let choice = Some(Choice { sections: self.sections.clone(), of: Query::All, by });
        Told {
            message: tr!(
                "{}: {}, but it must be {}",
                places(case.game, &self.sections),
                cards(found),
                self.bound(found)
            ),
            fix: Fix { text, changes: Vec::new(), choice },
            ..Told::default()
        }
    }

    fn words(&self, game: &Game) -> String {
        let bound = match (self.min, self.max) {
            (min, Some(max)) if min == max => tr!("exactly {}", cards(min)),
            (0, Some(max)) => tr!("at most {}", cards(max)),
            (min, Some(max)) => tr!("{min} to {}", cards(max), min),
            (min, None) => tr!("at least {}", cards(min)),
        };
        let or = if self.optional { tr!(", or none") } else { String::new() };
        format!("{}: {bound}{or}", places(game, &self.sections))
    }

    fn counted(&self, case: &Case<'_>) -> String {
        case.size(&self.sections).to_string()
    }

    fn settle(&mut self, key: &str, value: u32) {
        match key {
            "min" => self.min = value,
            _ => self.max = Some(value),
        }
    }
}
