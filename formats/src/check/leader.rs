//! Who leads, in the section that the format calls home: one card, so many, or two that may lead together.

use catalog::game::FieldKind;
use catalog::load::query_in;
use catalog::read::TomlTable;
use catalog::tr;
use catalog::{CardIx, GameData, Query};
use smallvec::{SmallVec, smallvec};

use super::context::CheckContext;
use super::demand::{Explanation, Finding, RuleCheck};
use super::{CardChange, Fix, FixChoice, count_label};
use crate::deck::Listed;
use crate::format::RuleReader;

/// So many leaders, or a pair.
#[derive(Debug, Clone)]
pub struct Leader {
    /// Position of the section.
    pub section: usize,
    /// The cards that may lead.
    pub of: Query,
    /// How many lead.
    pub count: u32,
    /// Two cards that may lead in the place of one.
    pub pairs: Vec<LeaderPair>,
}

/// Two different cards that may lead together.
#[derive(Debug, Clone)]
pub struct LeaderPair {
    /// The one; it may lead alone as well.
    pub of: Query,
    /// The other.
    pub with: Query,
    /// Position of the text field in which the one names the other.
    pub named: Option<usize>,
}

impl LeaderPair {
    fn read(t: &TomlTable<'_>, game: &GameData) -> LeaderPair {
        let of = query_in(t, "of", game);
        let with = if t.has("with") { query_in(t, "with", game) } else { of.clone() };
        LeaderPair { of, with, named: text_field(t, "named", game) }
    }

    fn joins(&self, game: &GameData, one: CardIx, other: CardIx) -> bool {
        let (card, with) = (game.card(one), game.card(other));
        let named = self.named.is_none_or(|field| {
            card.text_in(field)
                .and_then(|name| game.find(name))
                .is_some_and(|ix| game.namesake(ix) == game.namesake(other))
        });
        named && self.of.matches(card) && self.with.matches(with)
    }
}

/// A text field that may be named.
pub(super) fn text_field(t: &TomlTable<'_>, key: &str, game: &GameData) -> Option<usize> {
    let id = t.text_if(key)?;
    let texts = game.fields.iter().filter(|f| f.kind == FieldKind::Text);
    let known: Vec<&str> = texts.map(|f| f.id.as_str()).collect();
    t.one_of(key, &id, "text field", &known).and_then(|_| game.field(&id))
}

impl Leader {
    pub(super) fn read(r: &RuleReader<'_, '_>) -> Leader {
        let count = r.count_if("count").unwrap_or(1);
        let pairs: Vec<_> = r.t.tables("pair").iter().map(|t| LeaderPair::read(t, r.game)).collect();
        if count == 0 {
            r.t.problem_at("count", "`count` must be 1 or more", None);
        }
        if r.t.has("count") && !pairs.is_empty() {
            r.t.problem_at(
                "count",
                "`count` and `pair` do not go together",
                Some("a pair leads instead of one card".into()),
            );
        }
        Leader { section: r.home.unwrap_or(0), of: r.query_or_all("of"), count, pairs }
    }

    fn leaders<'c>(&'c self, context: &'c CheckContext<'_>) -> impl Iterator<Item = (CardIx, u32)> + 'c {
        context.deck.sections[self.section].iter().filter_map(|e| match e.card {
            Listed::Card(ix) => Some((ix, e.count)),
            Listed::Unknown(_) => None,
        })
    }

    /// Two of these cards that may lead together: the first there are.
    fn pair(&self, game: &GameData, cards: &[CardIx]) -> Option<[CardIx; 2]> {
        let joined = |one: CardIx, other: CardIx| {
            let joins =
                |one, other| self.of.matches(game.card(one)) && self.pairs.iter().any(|p| p.joins(game, one, other));
            game.namesake(one) != game.namesake(other) && (joins(one, other) || joins(other, one))
        };
        let each = |(at, one): (usize, &CardIx)| {
            let other = cards[at + 1..].iter().find(|other| joined(*one, **other))?;
            Some([*one, *other])
        };
        if self.pairs.is_empty() { None } else { cards.iter().enumerate().find_map(each) }
    }

    /// Those of the cards of the section that lead, in order.
    pub(super) fn leading(&self, game: &GameData, mut cards: Vec<CardIx>) -> Vec<CardIx> {
        if let Some(pair) = self.pair(game, &cards) {
            return pair.to_vec();
        }
        if cards.iter().any(|ix| self.of.matches(game.card(*ix))) {
            cards.retain(|ix| self.of.matches(game.card(*ix)));
        }
        cards.truncate(self.count as usize);
        cards
    }

    /// What goes if so many stay: the pair, or the first that may lead.
    fn out(&self, context: &CheckContext<'_>) -> Vec<CardChange> {
        let cards: Vec<_> = self.leaders(context).collect();
        let pair = self.pair(context.game, &cards.iter().map(|(ix, _)| *ix).collect::<Vec<_>>());
        let mut left = self.count;
        let mut changes = Vec::new();
        for (ix, n) in cards {
            let stay = match pair {
                Some(pair) => u32::from(pair.contains(&ix)),
                None if self.of.matches(context.game.card(ix)) => n.min(left),
                None => n,
            };
            left -= stay.min(left);
            if stay < n {
                changes.push(context.change(self.section, &Listed::Card(ix), i64::from(stay) - i64::from(n)));
            }
        }
        changes
    }

    fn fix_missing(&self, context: &CheckContext<'_>, found: u32) -> Fix {
        let section = &context.game.sections[self.section];
        let Some(ix) = context.leaders.first().copied().filter(|_| self.count == 1) else {
            let by = i64::from(self.count.saturating_sub(found));
            let choices = smallvec![FixChoice { sections: vec![self.section], of: self.of.clone(), by }];
            let text = match by {
                1 => tr!("add a {}", section.name),
                by => tr!("add {cards} to {section}", cards = count_label(by as u32), section = section.name),
            };
            return Fix { text, changes: Vec::new(), choices };
        };
        let mut changes = vec![context.change(self.section, &Listed::Card(ix), 1)];
        let sections = context.deck.sections.iter().enumerate();
        let there = sections.flat_map(|(s, list)| list.iter().map(move |e| (s, &e.card)));
        let moved = there.into_iter().find(|(_, card)| **card == Listed::Card(ix));
        changes.extend(moved.map(|(s, card)| context.change(s, card, -1)));
        let text = if moved.is_some() {
            tr!("move {} to {}", context.name(ix), section.name)
        } else {
            tr!("add {} to {}", context.name(ix), section.name)
        };
        Fix { text, changes, choices: SmallVec::new() }
    }
}

impl RuleCheck for Leader {
    fn find(&self, context: &CheckContext<'_>, findings: &mut Vec<Finding>) {
        let section = Some(self.section);
        let found = context.deck.size(self.section);
        let cards: Vec<CardIx> = self.leaders(context).map(|(ix, _)| ix).collect();
        if self.pair(context.game, &cards).is_some() {
            if found > 2 {
                findings.push(Finding { section, found, allowed: 2, ..Finding::default() });
            }
            return;
        }
        let unfit: Vec<_> = self.leaders(context).filter(|(ix, _)| !self.of.matches(context.game.card(*ix))).collect();
        let fit = unfit.iter().fold(found, |n, (_, copies)| n.saturating_sub(*copies));
        findings.extend(unfit.into_iter().map(|(ix, found)| Finding {
            card: Some(ix),
            section,
            found,
            ..Finding::default()
        }));
        // What cannot lead has been told: only what is too much without it, or too little with it, is wrong as well.
        if fit > self.count || found < self.count {
            let found = if fit > self.count { fit } else { found };
            findings.push(Finding { section, found, allowed: self.count, ..Finding::default() });
        }
    }

    fn explain(&self, context: &CheckContext<'_>, f: &Finding) -> Explanation {
        let section = &context.game.sections[self.section];
        if let Some(ix) = f.card {
            let name = context.name(ix);
            let change = context.change(self.section, &Listed::Card(ix), -i64::from(f.found));
            return Explanation {
                message: tr!("{name} cannot be the {}: only {}", section.name, self.of.print(context.game), name),
                cards: vec![context.copies(ix, f.found)],
                fix: Fix { text: tr!("remove {name}", name), changes: vec![change], choices: SmallVec::new() },
                ..Explanation::default()
            };
        }
        let found = count_label(f.found);
        let message = match (f.allowed, self.pairs.is_empty()) {
            (1, true) => tr!("{}: {}; it needs exactly one", section.name, found),
            (1, false) if f.found > 1 => {
                tr!("{section}: {cards} that may not lead together", section = section.name, cards = found)
            }
            (1, false) => tr!(
                "{section}: {cards}; it needs one, or two that may lead together",
                section = section.name,
                cards = found
            ),
            (count, _) => {
                tr!("{section}: {cards}; it needs exactly {count}", section = section.name, cards = found, count)
            }
        };
        let cards = self.leaders(context).map(|(ix, n)| context.copies(ix, n)).collect();
        let fix = if f.found > f.allowed {
            let text = tr!("remove {}", count_label(f.found - f.allowed));
            Fix { text, changes: self.out(context), choices: SmallVec::new() }
        } else {
            self.fix_missing(context, f.found)
        };
        Explanation { message, cards, fix, ..Explanation::default() }
    }

    fn describe(&self, game: &GameData) -> String {
        let section = &game.sections[self.section].name;
        let of = match &self.of {
            Query::All => String::new(),
            of => tr!(" of `{}`", of.print(game)),
        };
        let mut text = match self.count {
            1 => tr!("{}: exactly one card{of}", section, of),
            count => tr!("{section}: exactly {count} cards{of}", section, count, of),
        };
        for pair in &self.pairs {
            let (one, other) = (pair.of.print(game), pair.with.print(game));
            let which = match pair.named {
                None if pair.of == pair.with => tr!("two of “{query}”", query = one),
                None => tr!("one of “{one}” with one of “{other}”", one, other),
                Some(field) => {
                    tr!("one of “{one}” with the card that its {field} names", one, field = game.fields[field].name)
                }
            };
            text.push_str(&tr!(", or {leaders}", leaders = which));
        }
        text
    }

    fn found_text(&self, context: &CheckContext<'_>) -> String {
        let names: Vec<&str> = self.leaders(context).map(|(ix, _)| context.name(ix)).collect();
        if names.is_empty() { tr!("none") } else { names.join(", ") }
    }

    fn set_ruling(&mut self, _: &str, value: u32) {
        self.count = value;
    }
}
