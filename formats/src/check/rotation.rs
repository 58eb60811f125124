//! Only cards of current sets: by era, by month, by kind of release, on any day.
//!
//! A set belongs to an era or is a release of a kind of its own. Which of them are current follows from their days
//! of release; without a day everything in the data is out.

use catalog::game::Game;
use catalog::tr;
use catalog::{Card, CardIx, Query};

use super::case::Case;
use super::demand::{Finding, Kind, Told};
use super::places;
use crate::format::Reader;

/// Only cards of current sets. A name passes if one of its printings does.
#[derive(Debug, Clone)]
pub struct Rotation {
    /// Positions of the sections.
    pub sections: Vec<usize>,
    /// Cards of any set that pass as well.
    pub free: Query,
    /// What is current.
    pub keep: Vec<Keep>,
}

/// Sets that are current.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keep {
    /// Which.
    pub which: Which,
    /// Rule ids.
    pub cites: Vec<String>,
}

/// A way to choose sets by their days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    /// So many of the newest eras.
    Eras(usize),
    /// The eras that began in this month, 1 to 12, the last time before the newest era's own month.
    Month(u32),
    /// So many of the newest sets of a kind.
    Kind(String, usize),
}

impl Rotation {
    pub(super) fn read(r: &Reader<'_, '_>) -> Rotation {
        let keep: Vec<Keep> = r.t.tables("keep").iter().filter_map(|k| Keep::read(k, r.game)).collect();
        if !r.t.has("keep") {
            let hint = "add [[rule.keep]] with eras = 1, month = 5, or kind = \"…\"";
            r.t.problem("nothing is kept: no card is legal", Some(hint.into()));
        }
        let free = if r.t.has("free") { r.query("free") } else { Query::Not(Box::new(Query::All)) };
        Rotation { sections: r.sections(), free, keep }
    }

    /// Which sets are current, by position.
    pub fn current(&self, game: &Game, day: Option<&str>) -> Vec<bool> {
        let mut current = vec![false; game.sets.len()];
        let eras = eras(game, day);
        let mut keep_era = |era: &str| {
            let of_era = game.sets.iter().zip(&mut current).filter(|(s, _)| s.era.as_deref() == Some(era));
            of_era.filter(|(s, _)| is_out(s, day)).for_each(|(_, c)| *c = true);
        };
        for keep in &self.keep {
            match &keep.which {
                Which::Eras(n) => eras.iter().take(*n).for_each(|(_, era)| keep_era(era)),
                Which::Month(month) => {
                    let Some(began) = eras.first().and_then(|(began, _)| last_time(began, *month)) else { continue };
                    eras.iter().filter(|(day, _)| day.starts_with(&began)).for_each(|(_, era)| keep_era(era));
                }
                Which::Kind(..) => {}
            }
        }
        for keep in &self.keep {
            let Which::Kind(kind, n) = &keep.which else { continue };
            let mut of_kind: Vec<usize> = (0..game.sets.len())
                .filter(|s| game.sets[*s].kind.as_ref() == Some(kind) && is_out(&game.sets[*s], day))
                .collect();
            of_kind.sort_by(|a, b| game.sets[*b].released.cmp(&game.sets[*a].released));
            of_kind.iter().take(*n).for_each(|s| current[*s] = true);
        }
        current
    }

    /// Whether a card passes in this printing.
    pub fn allows(&self, game: &Game, card: &Card, day: Option<&str>) -> bool {
        self.free.matches(card) || self.current(game, day)[usize::from(card.set)]
    }

    /// What is current, in words.
    fn sets(&self, game: &Game, day: Option<&str>) -> String {
        let current = self.current(game, day);
        let names: Vec<&str> =
            game.sets.iter().zip(&current).filter(|(_, c)| **c).map(|(s, _)| s.name.as_str()).collect();
        let day = day.map_or(String::new(), |day| tr!(" on {day}", day));
        match names.is_empty() {
            true => tr!("no set is current{day}", day),
            false => tr!("current{day}: {}", names.join(", "), day),
        }
    }

    /// The rules by which a card of this set falls out: those about its era, or about its kind.
    fn cites(&self, game: &Game, card: CardIx) -> Vec<String> {
        let set = &game.sets[usize::from(game.card(card).set)];
        let about = |keep: &&Keep| match &keep.which {
            Which::Eras(_) | Which::Month(_) => set.era.is_some(),
            Which::Kind(kind, _) => set.kind.as_ref() == Some(kind),
        };
        self.keep.iter().filter(about).flat_map(|k| k.cites.iter().cloned()).collect()
    }
}

impl Keep {
    fn read(k: &catalog::read::Table<'_>, game: &Game) -> Option<Keep> {
        let cites = k.texts("rules");
        let which = if k.has("eras") {
            Which::Eras(k.count_if("eras")? as usize)
        } else if k.has("month") {
            let month = k.count_if("month")?;
            if !(1..=12).contains(&month) {
                k.problem_at("month", "`month` must be 1 to 12", None);
            }
            Which::Month(month)
        } else if k.has("kind") {
            let mut kinds: Vec<&str> = game.sets.iter().filter_map(|s| s.kind.as_deref()).collect();
            kinds.sort_unstable();
            kinds.dedup();
            let kind = k.text("kind");
            k.one_of("kind", &kind, "kind of set", &kinds);
            Which::Kind(kind, k.count_if("sets").unwrap_or(1) as usize)
        } else {
            k.keys();
            k.problem("what is kept?", Some("write eras = 1, month = 5, or kind = \"…\"".into()));
            return None;
        };
        Some(Keep { which, cites })
    }
}

impl Kind for Rotation {
    fn find(&self, case: &Case<'_>, findings: &mut Vec<Finding>) {
        let current = self.current(case.game, case.day);
        let passes = |ix: CardIx| {
            let card = case.game.card(ix);
            current[usize::from(card.set)] || self.free.matches_in(card, case.home)
        };
        for (card, found) in case.named(&self.sections) {
            if !case.any_printing(card, passes) {
                findings.push(Finding { card: Some(card), found, ..Finding::default() });
            }
        }
    }

    fn tell(&self, case: &Case<'_>, f: &Finding) -> Told {
        let card = f.card.expect("a card is not current");
        let set = &case.game.sets[usize::from(case.game.card(card).set)];
        let sets = self.sets(case.game, case.day);
        let message = match is_out(set, case.day) {
            true => tr!("{} ({}) is not current; {sets}", case.name(card), set.name, sets),
            false => tr!("{} ({}) is not out yet; {sets}", case.name(card), set.name, sets),
        };
        Told {
            message,
            cards: vec![case.copies(card, f.found)],
            fix: case.without(&self.sections, card, f.found),
            cites: self.cites(case.game, card),
        }
    }

    fn words(&self, game: &Game) -> String {
        let free = match &self.free {
            Query::Not(_) => String::new(),
            free => tr!(" or of `{}`", free.print(game)),
        };
        tr!("{}: only cards of current sets{free}", places(game, &self.sections), free)
    }

    fn counted(&self, case: &Case<'_>) -> String {
        self.sets(case.game, case.day)
    }

    fn asks_home(&self) -> bool {
        self.free.asks_home()
    }
}

/// A set without a day always is.
fn is_out(set: &catalog::card::Set, day: Option<&str>) -> bool {
    set.released.as_deref().is_none_or(|released| day.is_none_or(|day| released <= day))
}

/// Eras with the day on which they began, the newest first, as far as they have begun.
fn eras<'g>(game: &'g Game, day: Option<&str>) -> Vec<(&'g str, &'g str)> {
    let mut eras: Vec<(&str, &str)> = Vec::new();
    for set in game.sets.iter().filter(|s| is_out(s, day)) {
        let (Some(era), Some(released)) = (set.era.as_deref(), set.released.as_deref()) else { continue };
        match eras.iter_mut().find(|(_, e)| *e == era) {
            Some((began, _)) => *began = released.min(*began),
            None => eras.push((released, era)),
        }
    }
    eras.sort_unstable_by(|a, b| b.cmp(a));
    eras
}

/// The year and month of the last time that it was this month before the month of a day: `2025-05`.
fn last_time(day: &str, month: u32) -> Option<String> {
    let (year, now) = (day.get(..4)?.parse::<u32>().ok()?, day.get(5..7)?.parse::<u32>().ok()?);
    Some(format!("{:04}-{month:02}", if month < now { year } else { year - 1 }))
}

#[cfg(test)]
mod tests {
    use catalog::card::Set;

    use super::*;

    fn game(sets: &[(&str, &str, &str)]) -> Game {
        let set = |(id, released, of): &(&str, &str, &str)| Set {
            id: (*id).into(),
            name: (*id).into(),
            code: (*id).into(),
            released: (!released.is_empty()).then(|| (*released).into()),
            era: of.strip_prefix("era ").map(Into::into),
            kind: of.strip_prefix("kind ").map(Into::into),
            about: String::new(),
            source: "house set".into(),
        };
        let mut game = Game::default();
        game.sets = sets.iter().map(set).collect();
        game
    }

    /// AF-154 to AF-156 with AF-R67, on a history of seven years.
    #[test]
    fn af_154_af_155_af_156_what_is_current_follows_from_the_day() {
        let game = game(&[
            ("a1", "2020-05-10", "era a"),
            ("a2", "2020-11-01", "era a"),
            ("b1", "2021-10-01", "era b"),
            ("c1", "2022-05-20", "era c"),
            ("d1", "2022-12-01", "era d"),
            ("e1", "2023-05-05", "era e"),
            ("sun", "2021-01-01", "kind celestial"),
            ("moon", "2022-08-01", "kind celestial"),
            ("box", "2020-05-10", "kind box"),
            ("promo", "", ""),
        ]);
        let keep = |which| Keep { which, cites: Vec::new() };
        let rotation = Rotation {
            sections: vec![0],
            free: Query::All,
            keep: vec![keep(Which::Eras(1)), keep(Which::Month(5)), keep(Which::Kind("celestial".into(), 1))],
        };
        let on = |day: Option<&str>| -> Vec<&str> {
            let current = rotation.current(&game, day);
            game.sets.iter().zip(current).filter(|(_, c)| *c).map(|(s, _)| s.id.as_str()).collect()
        };
        // Nothing is out; then the first era, with its second set once that is out.
        assert!(on(Some("2020-05-09")).is_empty());
        assert_eq!(on(Some("2020-05-10")), ["a1"]);
        assert_eq!(on(Some("2021-01-01")), ["a1", "a2", "sun"]);
        // Era b began in October 2021: the last May before was that of 2021, in which no era began.
        assert_eq!(on(Some("2021-10-01")), ["b1", "sun"]);
        // Era c began in a May: that of the year before counts, and none began in it.
        assert_eq!(on(Some("2022-05-20")), ["c1", "sun"]);
        assert_eq!(on(Some("2022-08-01")), ["c1", "moon"]);
        // Era d began in December 2022: era c began in the May before.
        assert_eq!(on(Some("2022-12-01")), ["c1", "d1", "moon"]);
        // Era e began in May 2023: era c in that of the year before, and d is gone.
        assert_eq!(on(Some("2023-05-05")), ["c1", "e1", "moon"]);
        assert_eq!(on(None), ["c1", "e1", "moon"]);
    }
}
