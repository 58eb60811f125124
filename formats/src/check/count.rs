//! So many of some cards, in the counting language: at most three artifacts, at least ten entities.

use catalog::query::CountQuery;
use catalog::tr;
use catalog::{GameData, Query};
use smallvec::smallvec;

use super::context::CheckContext;
use super::demand::{Deviation, Explanation, Finding, RuleCheck};
use super::{Fix, FixChoice, count_label, section_names};
use crate::format::RuleReader;

/// A count that must hold for sections.
#[derive(Debug, Clone)]
pub struct Counted {
    /// Positions of the sections.
    pub sections: Vec<usize>,
    /// What must hold.
    pub count: CountQuery,
}

impl Counted {
    pub(super) fn read(r: &RuleReader<'_, '_>) -> Counted {
        Counted { sections: r.sections(), count: catalog::load::count_in(r.t, "count", r.game) }
    }

    fn copies(&self, context: &CheckContext<'_>, query: &Query) -> u32 {
        context.copies_of(&self.sections, query)
    }
}

/// How many cards a count is away from holding; 0 if it holds.
pub(super) fn distance(count: &CountQuery, copies: &mut impl FnMut(&Query) -> u32) -> u32 {
    unmet(count, false, copies).map_or(0, |u| u.total())
}

/// The nearest way to make a count fail that holds: how many cards of which query go in, or out if it is less than 0.
pub(super) fn nearest_failure<'c>(
    count: &'c CountQuery,
    copies: &mut impl FnMut(&Query) -> u32,
) -> Option<(&'c Query, i64)> {
    let unmet = unmet(count, true, copies)?;
    let by = i64::from(unmet.allowed) - i64::from(unmet.found);
    (by != 0).then_some((unmet.of, by))
}

/// What a count lacks: the query, its cards, and the nearest number that would do.
struct Unmet<'c> {
    of: &'c Query,
    found: u32,
    allowed: u32,
    /// What else is wrong.
    more: Deviation,
}

impl Unmet<'_> {
    fn deviation(&self) -> Deviation {
        Deviation::from_counts(self.found, self.allowed).plus(self.more)
    }

    fn total(&self) -> u32 {
        self.deviation().total()
    }
}

/// What keeps a count from holding; with `not`, what keeps it from failing.
fn unmet<'c>(count: &'c CountQuery, not: bool, copies: &mut impl FnMut(&Query) -> u32) -> Option<Unmet<'c>> {
    match count {
        CountQuery::Of { min, max, query } => {
            let found = copies(query);
            let allowed = match (not, found < *min, max.is_some_and(|max| found > max)) {
                (false, true, _) => *min,
                (false, _, true) => max.unwrap_or(found),
                (false, ..) | (true, true, _) | (true, _, true) => return None,
                // The nearest number outside of the range.
                (true, ..) => match max {
                    Some(max) if *min == 0 || max + 1 - found < found + 1 - *min => max + 1,
                    _ => min.saturating_sub(1),
                },
            };
            Some(Unmet { of: query, found, allowed, more: Deviation::default() })
        }
        CountQuery::Not(inner) => unmet(inner, !not, copies),
        CountQuery::And(parts) | CountQuery::Or(parts) => {
            let all: Vec<Option<Unmet<'c>>> = parts.iter().map(|p| unmet(p, not, copies)).collect();
            if matches!(count, CountQuery::And(_)) == not {
                // One of them is enough: the nearest. How many cards there are in all is not for this rule to change.
                let each: Option<Vec<_>> = all.into_iter().collect();
                return each?.into_iter().min_by_key(|u| (*u.of == Query::All, u.total()));
            }
            let mut lacking = all.into_iter().flatten();
            let mut first = lacking.next()?;
            first.more = lacking.fold(first.more, |more, u| more.plus(u.deviation()));
            Some(first)
        }
    }
}

impl RuleCheck for Counted {
    fn find(&self, context: &CheckContext<'_>, findings: &mut Vec<Finding>) {
        if let Some(unmet) = unmet(&self.count, false, &mut |query| self.copies(context, query)) {
            let section = self.sections.first().copied();
            let (found, allowed, more) = (unmet.found, unmet.allowed, unmet.more);
            findings.push(Finding { section, found, allowed, more, ..Finding::default() });
        }
    }

    fn explain(&self, context: &CheckContext<'_>, f: &Finding) -> Explanation {
        let unmet = unmet(&self.count, false, &mut |query| self.copies(context, query));
        let of = unmet.map_or(Query::All, |u| u.of.clone());
        let fits = |ix| of.matches_in(context.game.card(ix), context.home);
        let there = context.copies_by_name(&self.sections).filter(|(name, _)| fits(*name));
        let what = tr!("of `{query}`", query = of.print(context.game));
        let by = i64::from(f.allowed) - i64::from(f.found);
        let text = if by < 0 {
            tr!("remove {} {what}", count_label(f.found - f.allowed), what)
        } else {
            tr!("add {} {what}", count_label(f.allowed - f.found), what)
        };
        Explanation {
            message: tr!(
                "{}: {} {what}; it needs {}",
                section_names(context.game, &self.sections),
                count_label(f.found),
                self.count.print(context.game),
                what
            ),
            cards: there.map(|(name, n)| context.copies(name, n)).collect(),
            fix: Fix {
                text,
                changes: Vec::new(),
                choices: smallvec![FixChoice { sections: self.sections.clone(), of, by }],
            },
            ..Explanation::default()
        }
    }

    fn describe(&self, game: &GameData) -> String {
        format!("{}: {}", section_names(game, &self.sections), self.count.print(game))
    }

    fn found_text(&self, context: &CheckContext<'_>) -> String {
        let counts = self.count.queries().into_iter().map(|q| self.copies(context, q).to_string());
        counts.collect::<Vec<_>>().join(", ")
    }

    fn asks_home(&self) -> bool {
        self.count.queries().into_iter().any(Query::depends_on_leader)
    }
}

#[cfg(test)]
mod tests {
    use catalog::{Source, load};

    use super::*;

    /// How many steps of one card, up or down, it takes to make a count hold: found by trying.
    fn steps(count: &CountQuery, start: &[u32]) -> u32 {
        (0..30u32)
            .find(|most| {
                let mut lists = vec![Vec::new()];
                for n in start {
                    let near = n.saturating_sub(*most)..=n + most;
                    lists = lists.iter().flat_map(|l| near.clone().map(|m| [l.as_slice(), &[m]].concat())).collect();
                }
                lists.iter().any(|l| {
                    let used: u32 = l.iter().zip(start).map(|(a, b)| a.abs_diff(*b)).sum();
                    let mut at = 0;
                    used <= *most
                        && count.holds_with(&mut |_| {
                            at += 1;
                            l[(at - 1) % l.len()]
                        })
                })
            })
            .expect("some numbers do")
    }

    #[test]
    fn the_distance_is_the_number_of_cards_that_trying_finds() {
        let game = load::game(&Source::shipped(), "afrika").expect("loads");
        let parse = |text: &str| CountQuery::parse(text, &game).expect("a count");
        for text in
            ["3..5 of (type:terrain)", "..3 of (type:tech)", "4.. of (cost>=2)", "-(3..5 of (type:terrain))", "0 of *"]
        {
            let count = parse(text);
            for n in 0..9 {
                let mut found = |_: &Query| n;
                assert_eq!(distance(&count, &mut found), steps(&count, &[n]), "{text} with {n}");
            }
        }
        // The two queries are counted apart; each of the nine pairs.
        for text in
            ["2..3 of (type:terrain) and 4.. of (type:entity)", "2..3 of (type:terrain) or 4.. of (type:entity)"]
        {
            let count = parse(text);
            for (a, b) in (0..6).flat_map(|a| (0..6).map(move |b| (a, b))) {
                let terrain = count.queries()[0].clone();
                let mut found = |q: &Query| if *q == terrain { a } else { b };
                let near = |a: u32, b: u32| count.holds_with(&mut |q| if *q == terrain { a } else { b });
                let best = (0..12)
                    .flat_map(|x| (0..12).map(move |y| (x, y)))
                    .filter(|(x, y)| near(*x, *y))
                    .map(|(x, y): (u32, u32)| x.abs_diff(a) + y.abs_diff(b))
                    .min();
                assert_eq!(Some(distance(&count, &mut found)), best, "{text} with {a}, {b}");
            }
        }
    }
}
