//! What share of the cards some are, in whole per cent.

use catalog::tr;
use catalog::{GameData, Query};

use super::context::CheckContext;
use super::demand::{Deviation, Explanation, Finding, RuleCheck};
use super::{Fix, FixChoice, count_label, section_names};
use crate::format::RuleReader;

/// At least and at most so many of a hundred cards fit a query.
#[derive(Debug, Clone)]
pub struct Share {
    /// Positions of the sections, counted together.
    pub sections: Vec<usize>,
    /// The cards it is about.
    pub of: Query,
    /// Least, in per cent.
    pub min: u32,
    /// Most, in per cent.
    pub max: u32,
}

/// How far a share is from what it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Gap {
    /// Cards that fit, and what they should be with as many cards in all.
    found: u32,
    allowed: u32,
    /// So many of these cards, added or taken out, are enough.
    of: u32,
    /// So many others, taken out or added, are enough; `None` if no number is.
    others: Option<u32>,
}

impl Share {
    pub(super) fn read(r: &RuleReader<'_, '_>) -> Share {
        let (min, max) = (r.count_if("min"), r.count_if("max"));
        if min.is_none() && max.is_none() && !r.t.has("min") && !r.t.has("max") {
            r.t.problem("`min` or `max` is missing", Some("in per cent, for instance min = 25".into()));
        }
        for (key, percent) in [("min", min), ("max", max)] {
            if percent.is_some_and(|percent| percent > 100) {
                r.t.problem_at(key, format!("`{key}` is more than 100 per cent"), None);
            }
        }
        let (min, max) = (min.unwrap_or(0).min(100), max.unwrap_or(100).min(100));
        if max < min {
            r.t.problem_at("max", "`max` is less than `min`: no deck passes", None);
        }
        Share { sections: r.sections(), of: r.query("of"), min, max }
    }

    /// Cards that fit, and all cards.
    fn count(&self, context: &CheckContext<'_>) -> (u32, u32) {
        (context.copies_of(&self.sections, &self.of), context.copies_of(&self.sections, &Query::All))
    }

    fn gap(&self, found: u32, all: u32) -> Option<Gap> {
        let (n, t) = (u64::from(found), u64::from(all));
        let small = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        let (min, max) = (u64::from(self.min), u64::from(self.max));
        if n * 100 < min * t {
            let short = min * t - n * 100;
            let of = if min == 100 { u64::MAX } else { short.div_ceil(100 - min) };
            let allowed = small((min * t).div_ceil(100));
            return Some(Gap { found, allowed, of: small(of), others: Some(small(short.div_ceil(min))) });
        }
        if n * 100 > max * t {
            let over = n * 100 - max * t;
            let others = (max > 0).then(|| small(over.div_ceil(max)));
            let allowed = small(max * t / 100);
            return Some(Gap { found, allowed, of: small(over.div_ceil(100 - max)), others });
        }
        None
    }
}

impl Gap {
    /// The ways to close it: how many cards that fit are added, then how many others; less than 0 is taken out.
    fn ways(self) -> [Option<i64>; 2] {
        let sign = if self.found < self.allowed { 1 } else { -1 };
        let of = (self.of < u32::MAX).then(|| sign * i64::from(self.of));
        [of, self.others.map(|others| -sign * i64::from(others))]
    }

    /// The most single cards that a way moves: whatever way is gone, every step makes it less.
    fn steps(self) -> u32 {
        self.ways().into_iter().flatten().map(|by| by.unsigned_abs() as u32).max().unwrap_or(0)
    }
}

impl RuleCheck for Share {
    fn find(&self, context: &CheckContext<'_>, findings: &mut Vec<Finding>) {
        let (found, all) = self.count(context);
        let Some(gap) = self.gap(found, all) else { return };
        let told = Deviation::from_counts(gap.found, gap.allowed).total();
        let rest = gap.steps().saturating_sub(told);
        let more = if gap.found > gap.allowed {
            Deviation { over: rest, under: 0 }
        } else {
            Deviation { over: 0, under: rest }
        };
        let section = self.sections.first().copied();
        findings.push(Finding { section, found: gap.found, allowed: gap.allowed, more, ..Finding::default() });
    }

    fn explain(&self, context: &CheckContext<'_>, f: &Finding) -> Explanation {
        let game = context.game;
        let (found, all) = self.count(context);
        let of = self.of.print(game);
        let wanted = if f.found < f.allowed {
            tr!("at least {percent}%", percent = self.min)
        } else {
            tr!("at most {percent}%", percent = self.max)
        };
        let message = tr!(
            "{sections}: {found} of {cards} are of “{query}”; it needs {wanted}",
            sections = section_names(game, &self.sections),
            found,
            cards = count_label(all),
            query = of,
            wanted
        );
        let ways = self.gap(found, all).map_or([None; 2], Gap::ways);
        let cards = |by: i64| count_label(by.unsigned_abs() as u32);
        let own = ways[0].map(|by| match by {
            ..0 => tr!("remove {cards} of “{query}”", cards = cards(by), query = of),
            _ => tr!("add {cards} of “{query}”", cards = cards(by), query = of),
        });
        let other = ways[1].map(|by| match by {
            ..0 => tr!("remove 1 other card" | "remove {n} other cards" % by.unsigned_abs()),
            _ => tr!("add 1 other card" | "add {n} other cards" % by.unsigned_abs()),
        });
        let text = match (own, other) {
            (Some(way), Some(other)) => tr!("{way}, or {other}", way, other),
            (way, other) => way.or(other).unwrap_or_default(),
        };
        let queries = [self.of.clone(), Query::Not(Box::new(self.of.clone()))];
        let choices = ways
            .into_iter()
            .zip(queries)
            .filter_map(|(by, of)| Some(FixChoice { sections: self.sections.clone(), of, by: by? }));
        let fix = Fix { text, changes: Vec::new(), choices: choices.collect() };
        let fits = |card| self.of.matches_in(game.card(card), context.home);
        let there = context.copies_by_name(&self.sections).filter(|(card, _)| fits(*card));
        let cards = there.map(|(card, n)| context.copies(card, n)).collect();
        Explanation { message, cards, fix, ..Explanation::default() }
    }

    fn describe(&self, game: &GameData) -> String {
        let (sections, query) = (section_names(game, &self.sections), self.of.print(game));
        match (self.min, self.max) {
            (0, max) => tr!("{sections}: at most {max}% of “{query}”", max, sections, query),
            (min, 100) => tr!("{sections}: at least {min}% of “{query}”", min, sections, query),
            (min, max) => tr!("{sections}: {min} to {max}% of “{query}”", min, max, sections, query),
        }
    }

    fn found_text(&self, context: &CheckContext<'_>) -> String {
        let (found, all) = self.count(context);
        tr!("{found} of {all}", found, all)
    }

    fn asks_home(&self) -> bool {
        self.of.depends_on_leader()
    }

    fn set_ruling(&mut self, key: &str, value: u32) {
        match key {
            "min" => self.min = value.min(100),
            _ => self.max = value.min(100),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both ways are the shortest that trying one number after the other finds, and each card moved makes the gap less.
    #[test]
    fn a_gap_is_as_wide_as_trying_says() {
        for (min, max) in [(0, 25), (0, 0), (10, 100), (50, 100), (67, 100), (100, 100), (33, 34), (40, 60)] {
            let share = Share { sections: vec![0], of: Query::All, min, max };
            let holds = |n: u32, t: u32| n * 100 >= min * t && n * 100 <= max * t;
            for (t, n) in (0..40u32).flat_map(|t| (0..=t).map(move |n| (t, n))) {
                let gap = share.gap(n, t);
                assert_eq!(gap.is_none(), holds(n, t), "{n} of {t}, {min} to {max}");
                let Some(gap) = gap else { continue };
                let low = n * 100 < min * t;
                let short = |n: u32, t: u32| if low { n * 100 < min * t } else { n * 100 > max * t };
                let first = |after: &dyn Fn(u32) -> Option<(u32, u32)>| {
                    (1..8000).map_while(|k| Some((k, after(k)?))).find(|(_, (n, t))| !short(*n, *t)).map(|(k, _)| k)
                };
                let own = first(&|k| if low { Some((n + k, t + k)) } else { Some((n.checked_sub(k)?, t - k)) });
                let others = first(&|k| {
                    if low { Some((n, t.checked_sub(k).filter(|t| *t >= n)?)) } else { Some((n, t + k)) }
                });
                let ways = gap.ways().map(|by| by.map(|by| by.unsigned_abs() as u32));
                assert_eq!(ways, [own, others], "{n} of {t}, {min} to {max}");
                let steps = |n, t| share.gap(n, t).map_or(0, Gap::steps);
                let nearer = if low { steps(n + 1, t + 1) } else { steps(n - 1, t - 1) };
                // Of very narrow bounds the next card may be too much.
                assert!(own.is_none() || max - min < 2 || nearer < gap.steps(), "{n} of {t}, {min} to {max}");
            }
        }
    }
}
