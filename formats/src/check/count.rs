//! So many of some cards, in the counting language: at most three artifacts, at least ten entities.

use catalog::query::Count;
use catalog::tr;
use catalog::{Game, Query};

use super::case::Case;
use super::demand::{Finding, Kind, Off, Told};
use super::{Choice, Fix, cards, places};
use crate::format::Reader;

/// A count that must hold for sections.
#[derive(Debug, Clone)]
pub struct Counted {
    /// Positions of the sections.
    pub sections: Vec<usize>,
    /// What must hold.
    pub count: Count,
}

impl Counted {
    pub(super) fn read(r: &Reader<'_, '_>) -> Counted {
        Counted { sections: r.sections(), count: catalog::load::count_in(r.t, "count", r.game) }
    }

    fn copies(&self, case: &Case<'_>, query: &Query) -> u32 {
        let fits = |ix| query.matches_in(case.game.card(ix), case.home);
        case.named(&self.sections).filter(|(name, _)| fits(*name)).map(|(_, n)| n).sum()
    }
}

/// How many cards a count is away from holding; 0 if it holds.
pub(super) fn distance(count: &Count, copies: &mut impl FnMut(&Query) -> u32) -> u32 {
    unmet(count, false, copies).map_or(0, |u| u.by())
}

/// What a count lacks: the query, its cards, and the nearest number that would do.
struct Unmet<'c> {
    of: &'c Query,
    found: u32,
    allowed: u32,
    /// What else is wrong.
    more: Off,
}

impl Unmet<'_> {
    fn off(&self) -> Off {
        Off::of(self.found, self.allowed).plus(self.more)
    }

    fn by(&self) -> u32 {
        self.off().by()
    }
}

/// What keeps a count from holding; with `not`, what keeps it from failing.
fn unmet<'c>(count: &'c Count, not: bool, copies: &mut impl FnMut(&Query) -> u32) -> Option<Unmet<'c>> {
    match count {
        Count::Of { min, max, query } => {
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
            Some(Unmet { of: query, found, allowed, more: Off::default() })
        }
        Count::Not(inner) => unmet(inner, !not, copies),
        Count::And(parts) | Count::Or(parts) => {
            let all: Vec<Option<Unmet<'c>>> = parts.iter().map(|p| unmet(p, not, copies)).collect();
            if matches!(count, Count::And(_)) == not {
                // One of them is enough: the nearest. How many cards there are in all is not for this rule to change.
                let each: Option<Vec<_>> = all.into_iter().collect();
                return each?.into_iter().min_by_key(|u| (*u.of == Query::All, u.by()));
            }
            let mut lacking = all.into_iter().flatten();
            let mut first = lacking.next()?;
            first.more = lacking.fold(first.more, |more, u| more.plus(u.off()));
            Some(first)
        }
    }
}

impl Kind for Counted {
    fn find(&self, case: &Case<'_>, findings: &mut Vec<Finding>) {
        if let Some(unmet) = unmet(&self.count, false, &mut |query| self.copies(case, query)) {
            let section = self.sections.first().copied();
            let (found, allowed, more) = (unmet.found, unmet.allowed, unmet.more);
            findings.push(Finding { section, found, allowed, more, ..Finding::default() });
        }
    }

    fn tell(&self, case: &Case<'_>, f: &Finding) -> Told {
        let unmet = unmet(&self.count, false, &mut |query| self.copies(case, query));
        let of = unmet.map_or(Query::All, |u| u.of.clone());
        let fits = |ix| of.matches_in(case.game.card(ix), case.home);
        let there = case.named(&self.sections).filter(|(name, _)| fits(*name));
        let what = format!("of `{}`", of.print(case.game));
        let by = i64::from(f.allowed) - i64::from(f.found);
        let text = match by < 0 {
            true => tr!("take out {} {what}", cards(f.found - f.allowed), what),
            false => tr!("add {} {what}", cards(f.allowed - f.found), what),
        };
        Told {
            message: tr!(
                "{}: {} {what}, but it must be {}",
                places(case.game, &self.sections),
                cards(f.found),
                self.count.print(case.game),
                what
            ),
            cards: there.map(|(name, n)| case.copies(name, n)).collect(),
            fix: Fix { text, changes: Vec::new(), choice: Some(Choice { sections: self.sections.clone(), of, by }) },
            ..Told::default()
        }
    }

    fn words(&self, game: &Game) -> String {
        format!("{}: {}", places(game, &self.sections), self.count.print(game))
    }

    fn counted(&self, case: &Case<'_>) -> String {
        let counts = self.count.queries().into_iter().map(|q| self.copies(case, q).to_string());
        counts.collect::<Vec<_>>().join(", ")
    }

    fn asks_home(&self) -> bool {
        self.count.queries().into_iter().any(Query::asks_home)
    }
}

#[cfg(test)]
mod tests {
    use catalog::{Source, load};

    use super::*;

    /// How many steps of one card, up or down, it takes to make a count hold: found by trying.
    fn steps(count: &Count, start: &[u32]) -> u32 {
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
        let parse = |text: &str| Count::parse(text, &game).expect("a count");
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
