//! A fixed list: exactly these cards, checked against the counts of the rulebook, with house rules that vary it.

use catalog::read::TomlTable;
use catalog::tr;
use catalog::{Card, CardIx, GameData, Query};
use smallvec::SmallVec;

use super::context::CheckContext;
use super::count::distance;
use super::demand::{Explanation, Finding, RuleCheck};
use super::{CardChange, Fix, count_label};
use crate::deck::Listed;
use crate::format::RuleReader;

/// Cards that a fix names one by one.
const NAMED: usize = 6;

/// Exactly this list in a section.
#[derive(Debug, Clone)]
pub struct FixedList {
    /// Position of the section.
    pub section: usize,
    /// Cards that are in it `each` times, beside the list.
    pub of: Option<(Query, u32)>,
    /// By name: the first printing stands for all.
    pub list: Vec<(CardIx, u32)>,
    /// What house rules change.
    pub variations: Vec<Variation>,
}

/// A house rule that changes a fixed list.
#[derive(Debug, Clone)]
pub struct Variation {
    /// Whether it is on.
    pub on: bool,
    /// Cards that come out.
    pub out: Vec<(CardIx, u32)>,
    /// Cards that come in.
    pub into: Vec<(CardIx, u32)>,
}

impl FixedList {
    pub(super) fn read(r: &RuleReader<'_, '_>) -> FixedList {
        let section = *r.sections().first().unwrap_or(&0);
        let of = r.t.has("of").then(|| (r.query("of"), r.count_if("each").unwrap_or(1)));
        let mut fixed = FixedList { section, of, list: list(r.t, "cards", r.game), variations: Vec::new() };
        if fixed.of.is_none() && !r.t.has("cards") {
            let hint = "list them: cards = [\"1 …\"], or name a query: of = \"…\"";
            r.t.problem("a fixed list without cards", Some(hint.into()));
        }
        for (at, v) in r.t.tables("variation").iter().enumerate() {
            let on = r.ruling_in(v, "if", format!("variation {at}")).unwrap_or(0) != 0;
            let (out, into) = (list(v, "out", r.game), list(v, "in", r.game));
            fixed.variations.push(Variation { on, out, into });
        }
        let counts = r.t.tables("count");
        if fixed.asks_home() && !counts.is_empty() {
            r.t.problem_at("count", "what depends on the leader cannot be counted beforehand", None);
        }
        for c in &counts {
            fixed.check_count(c, r.game);
        }
        fixed
    }

    /// The list as the format has it must be as the rulebook counts it.
    fn check_count(&self, c: &TomlTable<'_>, game: &GameData) {
        c.texts("rules");
        let count = catalog::load::count_in(c, "count", game);
        let list = self.cards(game, 0);
        let copies = |of: &Query| list.iter().filter(|(ix, _)| of.matches(game.card(*ix))).map(|(_, n)| n).sum::<u32>();
        if !self.asks_home() && distance(&count, &mut |of: &Query| copies(of)) > 0 {
            let found: Vec<String> = count.queries().into_iter().map(|of| copies(of).to_string()).collect();
            let message = format!("the list has {}, not {}", found.join(", "), count.print(game));
            c.problem_at("count", message, Some("mend the list, or the count".into()));
        }
    }

    /// The list as it stands: names with their copies, in order.
    fn cards(&self, game: &GameData, home: catalog::game::Mask) -> Vec<(CardIx, u32)> {
        let mut all = self.list.clone();
        if let Some((of, each)) = &self.of {
            let accepts = &game.sections[self.section].accepts;
            let fits = |ix: &CardIx| {
                let card = game.card(*ix);
                game.namesake(*ix) == *ix && accepts.matches(card) && of.matches_in(card, home)
            };
            all.extend(game.indices().filter(fits).map(|ix| (ix, *each)));
        }
        for v in self.variations.iter().filter(|v| v.on) {
            for (card, n) in &v.out {
                all.iter_mut().filter(|(c, _)| c == card).for_each(|(_, there)| *there = there.saturating_sub(*n));
            }
            for (card, n) in &v.into {
                match all.iter_mut().find(|(c, _)| c == card) {
                    Some((_, there)) => *there += n,
                    None => all.push((*card, *n)),
                }
            }
        }
        all.retain(|(_, n)| *n > 0);
        all
    }

    /// Whether a card is on the list or comes in by a house rule.
    pub(super) fn allows(&self, game: &GameData, card: &Card) -> bool {
        let is_it = |(ix, _): &(CardIx, u32)| game.card(*ix).folded_name() == card.folded_name();
        let comes_in = |v: &Variation| v.on && v.into.iter().any(is_it);
        self.of.as_ref().is_some_and(|(of, _)| of.matches(card))
            || self.list.iter().any(is_it)
            || self.variations.iter().any(comes_in)
    }

    /// What lacks and what is too much, by name.
    fn compare(&self, context: &CheckContext<'_>) -> [Vec<(CardIx, u32)>; 2] {
        let list = self.cards(context.game, context.home);
        let there: Vec<(CardIx, u32)> = context.copies_by_name(&[self.section]).collect();
        let of = |all: &[(CardIx, u32)], card: CardIx| all.iter().find(|(c, _)| *c == card).map_or(0, |(_, n)| *n);
        let more = |a: &[(CardIx, u32)], b: &[(CardIx, u32)]| -> Vec<(CardIx, u32)> {
            let over = a.iter().map(|(card, n)| (*card, n.saturating_sub(of(b, *card))));
            over.filter(|(_, n)| *n > 0).collect()
        };
        [more(&list, &there), more(&there, &list)]
    }
}

/// Entries such as `2 Name`.
fn list(t: &TomlTable<'_>, key: &str, game: &GameData) -> Vec<(CardIx, u32)> {
    let mut all: Vec<(CardIx, u32)> = Vec::new();
    for entry in t.texts(key) {
        let (count, name) =
            entry.split_once(' ').and_then(|(n, name)| Some((n.parse().ok()?, name))).unwrap_or((1, &*entry));
        match game.find(name.trim()).map(|ix| game.namesake(ix)) {
            Some(ix) if all.iter().any(|(c, _)| *c == ix) => {
                t.problem_in_list(
                    key,
                    &entry,
                    format!("`{}` is there twice", game.card(ix).name),
                    Some("add them up".into()),
                );
            }
            Some(ix) => all.push((ix, count)),
            None => {
                let hint = Some(catalog::load::unknown_card_hint(game, name));
                t.problem_in_list(key, &entry, format!("there is no card `{name}`"), hint);
            }
        }
    }
    all
}

fn sum(cards: &[(CardIx, u32)]) -> u32 {
    cards.iter().map(|(_, n)| n).sum()
}

impl RuleCheck for FixedList {
    fn find(&self, context: &CheckContext<'_>, findings: &mut Vec<Finding>) {
        let [lacks, over] = self.compare(context);
        let section = Some(self.section);
        if !lacks.is_empty() {
            findings.push(Finding { section, allowed: sum(&lacks), ..Finding::default() });
        }
        if !over.is_empty() {
            findings.push(Finding { section, found: sum(&over), ..Finding::default() });
        }
    }

    fn explain(&self, context: &CheckContext<'_>, f: &Finding) -> Explanation {
        let [lacks, over] = self.compare(context);
        let name = &context.game.sections[self.section].name;
        let lacking = f.found < f.allowed;
        let (which, message) = if lacking {
            (&lacks, tr!("{name}: the list has {} missing from the deck", count_label(f.allowed), name))
        } else {
            (&over, tr!("{name}: {} too many for the list", count_label(f.found), name))
        };
        let named = || which.iter().map(|(card, n)| format!("{n} × {}", context.name(*card))).collect::<Vec<_>>();
        let what = if which.len() <= NAMED { named().join(", ") } else { count_label(sum(which)) };
        let changes: Vec<CardChange> = if lacking {
            which.iter().map(|(c, n)| context.change(self.section, &Listed::Card(*c), i64::from(*n))).collect()
        } else {
            which.iter().flat_map(|(c, n)| context.take_out(&[self.section], *c, *n)).collect()
        };
        Explanation {
            message,
            cards: which.iter().map(|(card, n)| context.copies(*card, *n)).collect(),
            fix: Fix {
                text: if lacking { tr!("add {}", what) } else { tr!("remove {}", what) },
                changes,
                choices: SmallVec::new(),
            },
            ..Explanation::default()
        }
    }

    fn describe(&self, game: &GameData) -> String {
        let name = &game.sections[self.section].name;
        match &self.of {
            Some((of, 1)) => tr!("{name}: exactly one copy of each card of `{}`", of.print(game), name),
            Some((of, each)) => tr!("{name}: exactly {each} copies of each card of `{}`", of.print(game), name, each),
            None => tr!("{name}: exactly the list of {}", count_label(sum(&self.cards(game, 0))), name),
        }
    }

    fn found_text(&self, context: &CheckContext<'_>) -> String {
        let [lacks, over] = self.compare(context);
        match (sum(&lacks), sum(&over)) {
            (0, 0) => tr!("the list"),
            (lacks, over) => tr!("{} missing, {over} too many", count_label(lacks), over),
        }
    }

    fn asks_home(&self) -> bool {
        self.of.as_ref().is_some_and(|(of, _)| of.depends_on_leader())
    }

    fn set_ruling(&mut self, key: &str, value: u32) {
        match key.strip_prefix("variation ").and_then(|at| at.parse::<usize>().ok()) {
            Some(at) => self.variations[at].on = value != 0,
            None => self.of.iter_mut().for_each(|(_, each)| *each = value),
        }
    }
}
