//! The kinds of rule, and what each of them can do.

use catalog::GameData;

use super::context::CheckContext;
use super::{
    Bound, CardCount, Fix, budget, copies, count, distinct, factions, fixed, identity, leader, legality, pool,
    requires, restricted, rotation, sections, share, size,
};
use crate::format::RuleReader;

/// What a rule demands; each kind has its own file.
#[derive(Debug, Clone, strum::EnumDiscriminants)]
#[strum_discriminants(name(RuleKind), vis(pub(crate)), doc = "The kinds of rule, as formats name them.")]
#[strum_discriminants(derive(strum::VariantArray, strum::IntoStaticStr), strum(serialize_all = "snake_case"))]
pub enum Demand {
    /// So many cards in sections.
    Size(size::Size),
    /// So many copies of a card.
    Copies(copies::CopyLimit),
    /// Points to spend.
    Budget(budget::Budget),
    /// Only these sections.
    Sections(sections::Used),
    /// A leader.
    Leader(leader::Leader),
    /// Only cards within the leader's identity.
    Identity(identity::Identity),
    /// So many factions.
    Factions(factions::Factions),
    /// Only these cards.
    Legality(legality::Legality),
    /// Only cards of current sets.
    Rotation(rotation::Rotation),
    /// Banned and limited cards.
    Restricted(restricted::Restricted),
    /// Only cards of a pool.
    Pool(pool::Pooled),
    /// So many of some cards.
    Count(count::Counted),
    /// So many different cards.
    Distinct(distinct::Distinct),
    /// A share of the cards.
    Share(share::Share),
    /// Cards that need others.
    Requires(requires::Requires),
    /// Exactly this list.
    Fixed(fixed::FixedList),
}

/// Something wrong, without words.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Finding {
    /// Position of the rule; `None` for what is always checked.
    pub rule: Option<usize>,
    /// The card it is about.
    pub card: Option<catalog::CardIx>,
    /// The section it is about.
    pub section: Option<usize>,
    /// The entry of that section.
    pub entry: usize,
    pub found: u32,
    pub allowed: u32,
    /// What is wrong with the rest of what the same rule asks for.
    pub more: Deviation,
}

/// How many cards too many there are of some, and how many are missing of others.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Deviation {
    pub over: u32,
    pub under: u32,
}

impl Deviation {
    /// Of one number and what it should be, at least 1.
    pub fn from_counts(found: u32, allowed: u32) -> Deviation {
        let by = found.abs_diff(allowed).max(1);
        if found > allowed { Deviation { over: by, under: 0 } } else { Deviation { over: 0, under: by } }
    }

    pub fn plus(self, other: Deviation) -> Deviation {
        Deviation { over: self.over.saturating_add(other.over), under: self.under.saturating_add(other.under) }
    }

    pub fn total(self) -> u32 {
        self.over.saturating_add(self.under)
    }
}

/// A finding in words.
#[derive(Debug, Default)]
pub(crate) struct Explanation {
    pub message: String,
    pub cards: Vec<CardCount>,
    pub fix: Fix,
    /// Rule ids that come before those of the rule.
    pub cites: Vec<String>,
}

/// What a kind of rule can do.
pub(crate) trait RuleCheck {
    /// Everything that is wrong.
    fn find(&self, context: &CheckContext<'_>, findings: &mut Vec<Finding>);

    /// A finding in words, with the smallest change that mends it.
    fn explain(&self, context: &CheckContext<'_>, finding: &Finding) -> Explanation;

    /// What it demands, in a sentence without its full stop.
    fn describe(&self, game: &GameData) -> String;

    /// What the deck has of it, in a word or two.
    fn found_text(&self, context: &CheckContext<'_>) -> String;

    /// Whether its queries ask about the deck's leader.
    fn asks_home(&self) -> bool {
        false
    }

    /// Its numbers that a leader may decide.
    fn bounds(&self) -> Vec<Bound> {
        Vec::new()
    }

    /// A ruling gives a number another value.
    fn set_ruling(&mut self, _key: &str, _value: u32) {}
}

impl Demand {
    pub(crate) fn read(kind: RuleKind, r: &RuleReader<'_, '_>) -> Demand {
        match kind {
            RuleKind::Size => Demand::Size(size::Size::read(r)),
            RuleKind::Copies => Demand::Copies(copies::CopyLimit::read(r)),
            RuleKind::Budget => Demand::Budget(budget::Budget::read(r)),
            RuleKind::Sections => Demand::Sections(sections::Used { sections: r.sections() }),
            RuleKind::Leader => Demand::Leader(leader::Leader::read(r)),
            RuleKind::Identity => Demand::Identity(identity::Identity::read(r)),
            RuleKind::Factions => {
                Demand::Factions(factions::Factions { sections: r.sections_or_all(), max: r.count("max") })
            }
            RuleKind::Legality => Demand::Legality(legality::Legality::read(r)),
            RuleKind::Rotation => Demand::Rotation(rotation::Rotation::read(r)),
            RuleKind::Restricted => Demand::Restricted(restricted::Restricted::read(r)),
            RuleKind::Pool => Demand::Pool(pool::Pooled { free: r.query("free") }),
            RuleKind::Count => Demand::Count(count::Counted::read(r)),
            RuleKind::Distinct => Demand::Distinct(distinct::Distinct::read(r)),
            RuleKind::Share => Demand::Share(share::Share::read(r)),
            RuleKind::Requires => Demand::Requires(requires::Requires::read(r)),
            RuleKind::Fixed => Demand::Fixed(fixed::FixedList::read(r)),
        }
    }

    /// Its kind, as formats name it.
    pub fn kind(&self) -> &'static str {
        RuleKind::from(self).into()
    }

    pub(crate) fn as_check(&self) -> &dyn RuleCheck {
        match self {
            Demand::Size(it) => it,
            Demand::Copies(it) => it,
            Demand::Budget(it) => it,
            Demand::Legality(it) => it,
            Demand::Pool(it) => it,
            Demand::Sections(it) => it,
            Demand::Leader(it) => it,
            Demand::Identity(it) => it,
            Demand::Factions(it) => it,
            Demand::Rotation(it) => it,
            Demand::Restricted(it) => it,
            Demand::Count(it) => it,
            Demand::Distinct(it) => it,
            Demand::Share(it) => it,
            Demand::Requires(it) => it,
            Demand::Fixed(it) => it,
        }
    }

    /// A ruling gives a number another value.
    pub(crate) fn set_ruling(&mut self, key: &str, value: u32) {
        match self {
            Demand::Size(it) => it.set_ruling(key, value),
            Demand::Copies(it) => it.set_ruling(key, value),
            Demand::Budget(it) => it.set_ruling(key, value),
            Demand::Factions(it) => it.set_ruling(key, value),
            Demand::Restricted(it) => it.set_ruling(key, value),
            Demand::Fixed(it) => it.set_ruling(key, value),
            Demand::Leader(it) => it.set_ruling(key, value),
            Demand::Distinct(it) => it.set_ruling(key, value),
            Demand::Share(it) => it.set_ruling(key, value),
            Demand::Legality(_) | Demand::Pool(_) | Demand::Sections(_) | Demand::Requires(_) => {}
            Demand::Identity(_) | Demand::Rotation(_) | Demand::Count(_) => {}
        }
    }

    /// Whether it asks about the deck's leader.
    pub fn asks_home(&self) -> bool {
        let rule = self.as_check();
        rule.asks_home() || rule.bounds().into_iter().any(Bound::asks_leader)
    }

    /// What it demands, in a sentence without its full stop.
    pub fn describe(&self, game: &GameData) -> String {
        self.as_check().describe(game)
    }
}
