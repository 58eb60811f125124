//! Only cards of current sets: by era, by month, by kind of release, on any day.
//!
//! A set belongs to an era or is a release of a kind of its own. Which of them are current follows from their days
//! of release; without a day everything in the data is out.

use catalog::game::GameData;
use catalog::tr;
use catalog::{Card, CardIx, Query};

use super::context::CheckContext;
use super::demand::{Explanation, Finding, RuleCheck};
use super::section_names;
use crate::format::RuleReader;

/// Only cards of current sets. A name passes if one of its printings does.
#[derive(Debug, Clone)]
pub struct Rotation {
    /// Positions of the sections.
    pub sections: Vec<usize>,
    /// Cards of any set that pass as well.
    pub free: Query,
    /// What is current.
    pub keep: Vec<KeptSets>,
}

/// Sets that are current.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptSets {
    /// Which.
    pub which: SetSelection,
    /// Rule ids.
    pub cites: Vec<String>,
}

/// A way to choose sets by their days.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SetSelection {
    /// So many of the newest eras.
    Eras(usize),
    /// The eras that began in this month, 1 to 12, the last time before the newest era's own month.
    Month(u32),
    /// So many of the newest sets of a kind.
    Kind(String, usize),
}

impl Rotation {
    pub(super) fn read(r: &RuleReader<'_, '_>) -> Rotation {
        let keep: Vec<KeptSets> = r.t.tables("keep").iter().filter_map(|k| KeptSets::read(k, r.game)).collect();
        if !r.t.has("keep") {
            let hint = "add [[rule.keep]] with eras = 1, month = 5, or kind = \"…\"";
            r.t.problem("nothing is kept: no card is legal", Some(hint.into()));
        }
        let free = if r.t.has("free") { r.query("free") } else { Query::Not(Box::new(Query::All)) };
        Rotation { sections: r.sections(), free, keep }
    }

    /// Which sets are current, by position.
    pub fn current(&self, game: &GameData, day: Option<&str>) -> Vec<bool> {
        let mut current = vec![false; game.sets.len()];
        let eras = eras(game, day);
        let mut keep_era = |era: &str| {
            let of_era = game.sets.iter().zip(&mut current).filter(|(s, _)| s.era.as_deref() == Some(era));
            of_era.filter(|(s, _)| is_out(s, day)).for_each(|(_, c)| *c = true);
        };
        for keep in &self.keep {
            match &keep.which {
                SetSelection::Eras(n) => eras.iter().take(*n).for_each(|(_, era)| keep_era(era)),
                SetSelection::Month(month) => {
                    let Some(began) = eras.first().and_then(|(began, _)| last_time(began, *month)) else { continue };
                    eras.iter().filter(|(day, _)| day.starts_with(&began)).for_each(|(_, era)| keep_era(era));
                }
                SetSelection::Kind(..) => {}
            }
        }
        for keep in &self.keep {
            let SetSelection::Kind(kind, n) = &keep.which else { continue };
            let mut of_kind: Vec<usize> = (0..game.sets.len())
                .filter(|s| game.sets[*s].kind.as_ref() == Some(kind) && is_out(&game.sets[*s], day))
                .collect();
            of_kind.sort_by(|a, b| game.sets[*b].released.cmp(&game.sets[*a].released));
            of_kind.iter().take(*n).for_each(|s| current[*s] = true);
        }
        current
    }

    /// Whether a card passes in this printing.
    pub fn allows(&self, game: &GameData, card: &Card, day: Option<&str>) -> bool {
        self.free.matches(card) || self.current(game, day)[usize::from(card.set)]
    }

    /// What is current, in words.
    fn sets(&self, game: &GameData, day: Option<&str>) -> String {
        let current = self.current(game, day);
        let names: Vec<&str> =
            game.sets.iter().zip(&current).filter(|(_, c)| **c).map(|(s, _)| s.name.as_str()).collect();
        let day = day.map_or(String::new(), |day| tr!(" on {day}", day));
        if names.is_empty() {
            tr!("no set is current{day}", day)
        } else {
            tr!("current{day}: {}", names.join(", "), day)
        }
    }

    /// The rules by which a card of this set falls out: those about its era, or about its kind.
    fn cites(&self, game: &GameData, card: CardIx) -> Vec<String> {
        let set = &game.sets[usize::from(game.card(card).set)];
        let about = |keep: &&KeptSets| match &keep.which {
            SetSelection::Eras(_) | SetSelection::Month(_) => set.era.is_some(),
            SetSelection::Kind(kind, _) => set.kind.as_ref() == Some(kind),
        };
        self.keep.iter().filter(about).flat_map(|k| k.cites.iter().cloned()).collect()
    }
}

impl KeptSets {
    fn read(k: &catalog::read::TomlTable<'_>, game: &GameData) -> Option<KeptSets> {
        let cites = k.texts("rules");
        let which = if k.has("eras") {
            SetSelection::Eras(k.count_if("eras")? as usize)
        } else if k.has("month") {
            let month = k.count_if("month")?;
            if !(1..=12).contains(&month) {
                k.problem_at("month", "`month` must be 1 to 12", None);
            }
            SetSelection::Month(month)
        } else if k.has("kind") {
            let mut kinds: Vec<&str> = game.sets.iter().filter_map(|s| s.kind.as_deref()).collect();
            kinds.sort_unstable();
            kinds.dedup();
            let kind = k.text("kind");
            k.one_of("kind", &kind, "kind of set", &kinds);
            SetSelection::Kind(kind, k.count_if("sets").unwrap_or(1) as usize)
        } else {
            k.keys();
            k.problem("what is kept?", Some("write eras = 1, month = 5, or kind = \"…\"".into()));
            return None;
        };
        Some(KeptSets { which, cites })
    }
}

impl RuleCheck for Rotation {
    fn find(&self, context: &CheckContext<'_>, findings: &mut Vec<Finding>) {
        let current = self.current(context.game, context.day);
        let passes = |ix: CardIx| {
            let card = context.game.card(ix);
            current[usize::from(card.set)] || self.free.matches_in(card, context.home)
        };
        for (card, found) in context.copies_by_name(&self.sections) {
            if !context.any_printing(card, passes) {
                findings.push(Finding { card: Some(card), found, ..Finding::default() });
            }
        }
    }

    fn explain(&self, context: &CheckContext<'_>, f: &Finding) -> Explanation {
        let card = f.card.expect("a card is not current");
        let set = &context.game.sets[usize::from(context.game.card(card).set)];
        let sets = self.sets(context.game, context.day);
        let message = if is_out(set, context.day) {
            tr!("{} ({}) is not current; {sets}", context.name(card), set.name, sets)
        } else {
            tr!("{} ({}) is not out yet; {sets}", context.name(card), set.name, sets)
        };
        Explanation {
            message,
            cards: vec![context.copies(card, f.found)],
            fix: context.without(&self.sections, card, f.found),
            cites: self.cites(context.game, card),
        }
    }

    fn describe(&self, game: &GameData) -> String {
        let free = match &self.free {
            Query::Not(_) => String::new(),
            free => tr!(" or of `{}`", free.print(game)),
        };
        tr!("{}: only cards of current sets{free}", section_names(game, &self.sections), free)
    }

    fn found_text(&self, context: &CheckContext<'_>) -> String {
        self.sets(context.game, context.day)
    }

    fn asks_home(&self) -> bool {
        self.free.depends_on_leader()
    }
}

/// A set without a day always is.
fn is_out(set: &catalog::card::Set, day: Option<&str>) -> bool {
    set.released.as_deref().is_none_or(|released| day.is_none_or(|day| released <= day))
}

/// Eras with the day on which they began, the newest first, as far as they have begun.
fn eras<'g>(game: &'g GameData, day: Option<&str>) -> Vec<(&'g str, &'g str)> {
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

    fn game(sets: &[(&str, &str, &str)]) -> GameData {
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
        let mut game = GameData::default();
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
        let keep = |which| KeptSets { which, cites: Vec::new() };
        let rotation = Rotation {
            sections: vec![0],
            free: Query::All,
            keep: vec![
                keep(SetSelection::Eras(1)),
                keep(SetSelection::Month(5)),
                keep(SetSelection::Kind("celestial".into(), 1)),
            ],
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
