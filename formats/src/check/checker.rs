//! One look at a deck: all findings, and what they weigh.

use catalog::game::Mask;
use catalog::game::goldfish::OpeningHand;
use catalog::tr;
use catalog::{CardIx, GameData, Query};

use super::context::CheckContext;
use super::count::distance;
use super::demand::{Demand, Deviation, Explanation, Finding};
use super::leader::Leader;
use super::{Bound, CheckReport, Hint, Violation, sections};
use crate::deck::{Deck, Listed};
use crate::format::{Advice, DeckFormat, Rule};
use crate::limited::Pool;

/// Whoever checks decks of a format.
#[derive(Clone, Copy)]
pub(super) struct Checker<'a> {
    pub game: &'a GameData,
    pub format: &'a DeckFormat,
    pub pool: Option<&'a Pool>,
    /// Decks of the same team that count before this one.
    partners: &'a [&'a Deck],
    /// The leader that a deck without one is judged by.
    leader: Option<CardIx>,
    /// The rule that says who leads.
    leader_rule: Option<&'a Leader>,
    /// Whether a rule in force asks about the leader.
    asks_home: bool,
}

/// A deck with what was found.
pub(super) struct CheckedDeck<'a> {
    /// The deck alone.
    pub context: CheckContext<'a>,
    /// The deck with its team's, if a rule counts over both.
    team: Option<CheckContext<'a>>,
    /// In the order of the rules.
    pub findings: Vec<Finding>,
}

/// How far a deck is from being legal: what is in the wrong place, what is too much, what is missing; and how far it is
/// from the advice. The less, the better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Weight {
    pub wrong: (u32, u32, u32),
    pub advice: u32,
}

impl<'a> Checker<'a> {
    pub fn new(
        game: &'a GameData,
        format: &'a DeckFormat,
        pool: Option<&'a Pool>,
        partners: &'a [&'a Deck],
    ) -> Checker<'a> {
        let about_leader = |r: &Rule| r.asks_home() || matches!(r.demand, Demand::Identity(_));
        let asks_home = format.home.is_some() && format.in_force().any(|(_, r)| about_leader(r));
        let leader_rule = format.in_force().find_map(|(_, r)| match &r.demand {
            Demand::Leader(leader) if r.condition.is_none() => Some(leader),
            _ => None,
        });
        Checker { game, format, pool, partners, leader: None, leader_rule, asks_home }
    }

    /// The same judge, who has decided for a leader if the deck has none.
    pub fn with_leader(mut self, deck: &Deck) -> Checker<'a> {
        self.leader = self.leaders_of(deck).first().copied();
        self
    }

    /// The deck's leaders; if it has none and a rule asks about them, the one that would suit it best.
    fn leaders_of(&self, deck: &Deck) -> Vec<CardIx> {
        let Some(section) = self.format.home else { return Vec::new() };
        let accepts = |ix: CardIx| self.game.sections[section].accepts.matches(self.game.card(ix));
        let own = deck.sections[section].iter().filter_map(|e| match e.card {
            Listed::Card(ix) if accepts(ix) => Some(ix),
            _ => None,
        });
        let leaders = match self.leader_rule {
            Some(rule) => rule.leading(self.game, own.collect()),
            None => own.take(1).collect(),
        };
        if !leaders.is_empty() {
            return leaders;
        }
        let instead = self.leader.or_else(|| if self.asks_home { self.best_leader(deck) } else { None });
        instead.into_iter().collect()
    }

    /// Of all leaders the one under which least is wrong; of equal ones a card of the deck, then the first in print.
    fn best_leader(&self, deck: &Deck) -> Option<CardIx> {
        let section = self.format.home?;
        let rules: Vec<&Demand> = self.format.in_force().map(|(_, r)| &r.demand).collect();
        let fits = |ix: &CardIx| {
            let card = self.game.card(*ix);
            self.game.sections[section].accepts.matches(card)
                && rules.iter().all(|d| match d {
                    Demand::Leader(leader) => leader.of.matches(card),
                    _ => true,
                })
        };
        let bounds: Vec<Bound> = rules.iter().flat_map(|d| d.as_check().bounds()).collect();
        let alike = |ix: CardIx| -> (Mask, Mask, Vec<Option<u32>>) {
            let identity = rules.iter().find_map(|d| match d {
                Demand::Identity(identity) => Some(identity.of[ix.at()]),
                _ => None,
            });
            let numbers = bounds.iter().map(|bound| bound.value_for(self.game, &[ix])).collect();
            (self.game.card(ix).factions, identity.unwrap_or(0), numbers)
        };
        let mut tried: Vec<(Mask, Mask, Vec<Option<u32>>)> = Vec::new();
        let mut best: Option<(u64, CardIx)> = None;
        let own = deck.sections.iter().flatten().filter_map(|e| match e.card {
            Listed::Card(ix) => Some(ix),
            Listed::Unknown(_) => None,
        });
        for ix in own.chain(self.game.indices()).filter(fits) {
            let key = alike(ix);
            if tried.contains(&key) {
                continue;
            }
            tried.push(key);
            let checker = Checker { leader: Some(ix), ..*self };
            let checked = checker.examine(deck);
            let wrong = checked.findings.iter().map(|f| u64::from(f.found.abs_diff(f.allowed))).sum();
            if best.is_none_or(|(least, _)| wrong < least) {
                best = Some((wrong, ix));
            }
        }
        best.map(|(_, ix)| ix)
    }

    /// Looks at a deck.
    pub fn examine<'s>(&'s self, deck: &'s Deck) -> CheckedDeck<'s> {
        let mut context = CheckContext::new(self.game, deck, self.pool, self.format.day.as_deref());
        context.leaders = self.leaders_of(deck);
        context.home = context.leaders.iter().fold(0, |mask, ix| mask | self.game.card(*ix).factions);
        let mut checked = CheckedDeck { context, team: None, findings: Vec::new() };
        sections::find(&checked.context, &mut checked.findings);
        for (at, rule) in self.format.in_force() {
            if rule.condition.as_ref().is_some_and(|when| !when.holds(&checked.context)) {
                continue;
            }
            let before = checked.findings.len();
            let context = if rule.team && !self.partners.is_empty() {
                &*checked.team.get_or_insert_with(|| {
                    let mut team = CheckContext::new(self.game, deck, self.pool, self.format.day.as_deref());
                    (team.leaders, team.home) = (checked.context.leaders.clone(), checked.context.home);
                    self.partners.iter().for_each(|partner| team.add(partner));
                    team
                })
            } else {
                &checked.context
            };
            rule.demand.as_check().find(context, &mut checked.findings);
            checked.findings[before..].iter_mut().for_each(|f| f.rule = Some(at));
        }
        checked
    }

    /// How far a deck is from legal and from good.
    pub fn weigh(&self, deck: &Deck) -> Weight {
        let checked = self.examine(deck);
        let (mut misplaced, mut all) = (0u32, Deviation::default());
        for f in &checked.findings {
            let off = Deviation::from_counts(f.found, f.allowed).plus(f.more);
            match f.rule {
                None => misplaced = off.total().saturating_add(misplaced),
                Some(_) => all = all.plus(off),
            }
        }
        let wrong = (misplaced, all.over, all.under);
        let main = self.game.section("main").unwrap_or(0);
        let cards = checked.copies_matching(&[main], &Query::All);
        let advice = |a: &Advice| distance(&a.count_for(cards), &mut |query| checked.copies_matching(&[main], query));
        Weight { wrong, advice: self.format.advice.iter().map(advice).sum() }
    }

    /// The whole report.
    pub fn report(&self, deck: &Deck) -> CheckReport {
        let checked = self.examine(deck);
        let violations = checked.findings.iter().map(|f| self.violation(&checked, f)).collect();
        let mut report = CheckReport { violations, ..CheckReport::default() };
        for (_, rule) in self.format.in_force() {
            if rule.condition.as_ref().is_some_and(|when| !when.holds(&checked.context)) {
                continue;
            }
            match &rule.demand {
                Demand::Budget(budget) => report.ledger = budget.ledger(&checked.context).or(report.ledger),
                Demand::Pool(_) if self.pool.is_none() => report.unchecked.push(Hint {
                    text: tr!("No pool given: cards were not checked against one"),
                    rules: rule.cites.clone(),
                }),
                _ => {}
            }
        }
        report.unchecked.extend(self.leaderless(&checked));
        report.warnings.extend(self.missing_opener(deck));
        let main = self.game.section("main").unwrap_or(0);
        let cards = checked.copies_matching(&[main], &Query::All);
        let unmet = |a: &&Advice| !a.count_for(cards).holds_with(&mut |query| checked.copies_matching(&[main], query));
        let hint = |a: &Advice| Hint { text: a.text_for(cards), rules: a.cites.clone() };
        report.warnings.extend(self.format.warnings.iter().filter(unmet).map(hint));
        report.advice.extend(self.format.advice.iter().filter(unmet).map(hint));
        report
    }

    fn violation(&self, checked: &CheckedDeck<'_>, finding: &Finding) -> Violation {
        let section = finding.section.map(|s| checked.context.section_id(s));
        let (kind, Explanation { mut message, cards, fix, cites }, own) = match finding.rule {
            None => {
                let (kind, told) = sections::explain(&checked.context, finding);
                (kind, told, Vec::new())
            }
            Some(at) => {
                let rule = &self.format.rules[at];
                let context = checked.team.as_ref().filter(|_| rule.team).unwrap_or(&checked.context);
                let mut told = rule.demand.as_check().explain(context, finding);
                if let Some(condition) = &rule.condition {
                    condition.tell(&checked.context, &mut told);
                }
                if let Some(why) = &rule.why {
                    told.message = format!("{}: {why}", told.message);
                }
                (rule.demand.kind(), told, rule.cites.clone())
            }
        };
        if finding.rule.is_some_and(|at| self.format.rules[at].team) && !self.partners.is_empty() {
            message = tr!("with the team's other decks, {message}", message);
        }
        let mut rules = cites;
        rules.extend(own.into_iter().filter(|id| !rules.contains(id)).collect::<Vec<_>>());
        let (found, allowed) = (finding.found, finding.allowed);
        Violation { rules, kind, section, cards, found, allowed, message, fix }
    }

    /// A deck without a leader is judged as if it had the one that suits it best; that is told.
    fn leaderless(&self, checked: &CheckedDeck<'_>) -> Option<Hint> {
        let section = self.format.home.filter(|_| self.asks_home)?;
        let leader = checked.context.leaders.first().copied();
        let there = |ix: CardIx| checked.context.deck.sections[section].iter().any(|e| e.card == Listed::Card(ix));
        if leader.is_some_and(there) {
            return None;
        }
        let name = &self.game.sections[section].name;
        let text = match leader {
            Some(ix) => {
                let leader = &self.game.card(ix).name;
                tr!("No {name} yet: checked as if {leader} led the deck", name, leader)
            }
            None => tr!("No {name}: what depends on it cannot be checked", name),
        };
        let rules = self.format.in_force().find(|(_, r)| r.asks_home());
        Some(Hint { text, rules: rules.map(|(_, r)| r.cites.clone()).unwrap_or_default() })
    }

    /// A leader whose opening card is not in the deck: allowed, but seldom meant (CX-R16).
    fn missing_opener(&self, deck: &Deck) -> Option<Hint> {
        let game = self.game;
        let OpeningHand::Led { section, named, .. } = game.goldfish.hand else { return None };
        let Listed::Card(leader) = &deck.sections[section].first()?.card else { return None };
        let opener = game.card(*leader).text_in(named)?;
        let main = game.section("main").unwrap_or(0);
        let mut known = deck.sections[main].iter().filter_map(|e| match e.card {
            Listed::Card(ix) => Some(ix),
            Listed::Unknown(_) => None,
        });
        // Nearly always the name is written as it is printed, which is quickly compared.
        if known.clone().any(|ix| game.card(ix).name == opener) {
            return None;
        }
        let opener = game.find(opener)?;
        let there = known.any(|ix| game.namesake(ix) == game.namesake(opener));
        (!there).then(|| Hint {
            text: tr!("Add {} to start with it in hand", game.card(opener).name),
            rules: game.goldfish.hand_rules.clone(),
        })
    }
}

impl CheckedDeck<'_> {
    /// Copies in the sections that fit a query.
    pub fn copies_matching(&self, sections: &[usize], query: &catalog::Query) -> u32 {
        self.context.copies_of(sections, query)
    }
}
