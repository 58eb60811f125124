//! One look at a deck: all findings, and what they weigh.

use catalog::game::Mask;
use catalog::game::goldfish::Hand;
use catalog::tr;
use catalog::{CardIx, Game, Query};

use super::case::Case;
use super::count::distance;
use super::demand::{Demand, Finding, Off, Told};
use super::{Hint, Report, Violation, sections};
use crate::deck::{Deck, Listed};
use crate::format::{Advice, Format};
use crate::limited::Pool;

/// Whoever checks decks of a format.
#[derive(Clone, Copy)]
pub(super) struct Judge<'a> {
    pub game: &'a Game,
    pub format: &'a Format,
    pub pool: Option<&'a Pool>,
    /// Decks of the same team that count before this one.
    partners: &'a [&'a Deck],
    /// The leader that a deck without one is judged by.
    leader: Option<CardIx>,
    /// Whether a rule in force asks about the leader.
    asks_home: bool,
}

/// A deck with what was found.
pub(super) struct Seen<'a> {
    /// The deck alone.
    pub case: Case<'a>,
    /// The deck with its team's, if a rule counts over both.
    team: Option<Case<'a>>,
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

impl<'a> Judge<'a> {
    pub fn new(game: &'a Game, format: &'a Format, pool: Option<&'a Pool>, partners: &'a [&'a Deck]) -> Judge<'a> {
        let about_leader = |d: &Demand| d.asks_home() || matches!(d, Demand::Identity(_));
        let asks_home = format.home.is_some() && format.in_force().any(|(_, r)| about_leader(&r.demand));
        Judge { game, format, pool, partners, leader: None, asks_home }
    }

    /// The same judge, who has decided for a leader if the deck has none.
    pub fn decided(mut self, deck: &Deck) -> Judge<'a> {
        self.leader = self.led(deck);
        self
    }

    /// The deck's leader; if it has none and a rule asks about it, the one that would suit it best.
    fn led(&self, deck: &Deck) -> Option<CardIx> {
        let section = self.format.home?;
        let accepts = |ix: CardIx| self.game.sections[section].accepts.matches(self.game.card(ix));
        let own = deck.sections[section].iter().find_map(|e| match e.card {
            Listed::Card(ix) if accepts(ix) => Some(ix),
            _ => None,
        });
        own.or(self.leader).or_else(|| if self.asks_home { self.suits_best(deck) } else { None })
    }

    /// Of all leaders the one under which least is wrong; of equal ones a card of the deck, then the first in print.
    fn suits_best(&self, deck: &Deck) -> Option<CardIx> {
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
        let colours = |ix: CardIx| -> (Mask, Mask) {
            let identity = rules.iter().find_map(|d| match d {
                Demand::Identity(identity) => Some(identity.of[ix.at()]),
                _ => None,
            });
            (self.game.card(ix).factions, identity.unwrap_or(0))
        };
        let mut tried: Vec<(Mask, Mask)> = Vec::new();
        let mut best: Option<(u64, CardIx)> = None;
        let own = deck.sections.iter().flatten().filter_map(|e| match e.card {
            Listed::Card(ix) => Some(ix),
            Listed::Unknown(_) => None,
        });
        for ix in own.chain(self.game.indices()).filter(fits) {
            if tried.contains(&colours(ix)) {
                continue;
            }
            tried.push(colours(ix));
            let judge = Judge { leader: Some(ix), ..*self };
            let seen = judge.see(deck);
            let wrong = seen.findings.iter().map(|f| u64::from(f.found.abs_diff(f.allowed))).sum();
            if best.is_none_or(|(least, _)| wrong < least) {
                best = Some((wrong, ix));
            }
        }
        best.map(|(_, ix)| ix)
    }

    /// Looks at a deck.
    pub fn see<'s>(&'s self, deck: &'s Deck) -> Seen<'s> {
        let mut case = Case::new(self.game, deck, self.pool, self.format.day.as_deref());
        case.leader = self.led(deck);
        case.home = case.leader.map_or(0, |ix| self.game.card(ix).factions);
        let mut seen = Seen { case, team: None, findings: Vec::new() };
        sections::find(&seen.case, &mut seen.findings);
        for (at, rule) in self.format.in_force() {
            let before = seen.findings.len();
            let case = match rule.team && !self.partners.is_empty() {
                false => &seen.case,
                true => &*seen.team.get_or_insert_with(|| {
                    let mut team = Case::new(self.game, deck, self.pool, self.format.day.as_deref());
                    (team.leader, team.home) = (seen.case.leader, seen.case.home);
                    self.partners.iter().for_each(|partner| team.add(partner));
                    team
                }),
            };
            rule.demand.it().find(case, &mut seen.findings);
            seen.findings[before..].iter_mut().for_each(|f| f.rule = Some(at));
        }
        seen
    }

    /// How far a deck is from legal and from good.
    pub fn weigh(&self, deck: &Deck) -> Weight {
        let seen = self.see(deck);
        let (mut misplaced, mut all) = (0u32, Off::default());
        for f in &seen.findings {
            let off = Off::of(f.found, f.allowed).plus(f.more);
            match f.rule {
                None => misplaced = off.by().saturating_add(misplaced),
                Some(_) => all = all.plus(off),
            }
        }
        let wrong = (misplaced, all.over, all.under);
        let main = self.game.section("main").unwrap_or(0);
        let cards = seen.counted(&[main], &Query::All);
        let advice = |a: &Advice| distance(&a.count_for(cards), &mut |query| seen.counted(&[main], query));
        Weight { wrong, advice: self.format.advice.iter().map(advice).sum() }
    }

    /// The whole report.
    pub fn report(&self, deck: &Deck) -> Report {
        let seen = self.see(deck);
        let violations = seen.findings.iter().map(|f| self.violation(&seen, f)).collect();
        let mut report = Report { violations, ..Report::default() };
        for (_, rule) in self.format.in_force() {
            match &rule.demand {
                Demand::Budget(budget) => report.ledger = Some(budget.ledger(&seen.case)),
                Demand::Pool(_) if self.pool.is_none() => report.unchecked.push(Hint {
                    text: tr!("whether the cards come from the pool: no pool was named"),
                    rules: rule.cites.clone(),
                }),
                _ => {}
            }
        }
        report.unchecked.extend(self.leaderless(&seen));
        report.warnings.extend(self.missing_opener(deck));
        let main = self.game.section("main").unwrap_or(0);
        let cards = seen.counted(&[main], &Query::All);
        let unmet = |a: &&Advice| !a.count_for(cards).holds_with(&mut |query| seen.counted(&[main], query));
        let hint = |a: &Advice| Hint { text: a.text_for(cards), rules: a.cites.clone() };
        report.warnings.extend(self.format.warnings.iter().filter(unmet).map(hint));
        report.advice.extend(self.format.advice.iter().filter(unmet).map(hint));
        report
    }

    fn violation(&self, seen: &Seen<'_>, finding: &Finding) -> Violation {
        let section = finding.section.map(|s| seen.case.section_id(s));
        let (kind, Told { mut message, cards, fix, cites }, own) = match finding.rule {
            None => {
                let (kind, told) = sections::tell(&seen.case, finding);
                (kind, told, Vec::new())
            }
            Some(at) => {
                let rule = &self.format.rules[at];
                let case = seen.team.as_ref().filter(|_| rule.team).unwrap_or(&seen.case);
                let mut told = rule.demand.it().tell(case, finding);
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
    fn leaderless(&self, seen: &Seen<'_>) -> Option<Hint> {
        let section = self.format.home.filter(|_| self.asks_home)?;
        let leader = seen.case.leader;
        let there = |ix: CardIx| seen.case.deck.sections[section].iter().any(|e| e.card == Listed::Card(ix));
        if leader.is_some_and(there) {
            return None;
        }
        let name = &self.game.sections[section].name;
        let text = match leader {
            Some(ix) => {
                let leader = &self.game.card(ix).name;
                tr!(
                    "what depends on the {name}, which the deck lacks: it was checked as if {leader} led it",
                    name,
                    leader
                )
            }
            None => tr!("what depends on the {name}: the deck has none, and no card of the game could be it", name),
        };
        let rules = self.format.in_force().find(|(_, r)| r.demand.asks_home());
        Some(Hint { text, rules: rules.map(|(_, r)| r.cites.clone()).unwrap_or_default() })
    }

    /// A leader whose opening card is not in the deck: allowed, but seldom meant (CX-R16).
    fn missing_opener(&self, deck: &Deck) -> Option<Hint> {
        let game = self.game;
        let Hand::Led { section, named, .. } = game.goldfish.hand else { return None };
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
            text: tr!(
                "{} is not in the deck: the opening hand has one more random card instead",
                game.card(opener).name
            ),
            rules: game.goldfish.hand_rules.clone(),
        })
    }
}

impl Seen<'_> {
    /// Copies in the sections that fit a query.
    pub fn counted(&self, sections: &[usize], query: &catalog::Query) -> u32 {
        let case = &self.case;
        let fits = |ix: CardIx| query.matches_in(case.game.card(ix), case.home);
        case.named(sections).filter(|(name, _)| fits(*name)).fold(0, |sum, (_, n)| sum.saturating_add(n))
    }
}
