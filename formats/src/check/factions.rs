//! How many factions a deck may mix.

use catalog::game::Mask;
use catalog::tr;
use catalog::{CardIx, GameData};
use smallvec::SmallVec;

use super::context::CheckContext;
use super::demand::{Explanation, Finding, RuleCheck};
use super::{Fix, section_names};

/// At most so many factions, over sections.
#[derive(Debug, Clone)]
pub struct Factions {
    /// Positions of the sections.
    pub sections: Vec<usize>,
    /// Most.
    pub max: u32,
}

/// Of so many factions all ways to keep some are tried; of more, those with the fewest cards go.
const FEW: u32 = 12;

impl Factions {
    fn mixed(&self, context: &CheckContext<'_>) -> Mask {
        context.copies_by_name(&self.sections).fold(0, |mask, (card, _)| mask | context.game.card(card).factions)
    }

    /// The factions that most cards can be kept with.
    fn kept(&self, context: &CheckContext<'_>, mixed: Mask) -> Mask {
        let cards: Vec<(Mask, u32)> =
            context.copies_by_name(&self.sections).map(|(card, n)| (context.game.card(card).factions, n)).collect();
        let kept =
            |keep: Mask| -> u64 { cards.iter().filter(|(f, _)| f & !keep == 0).map(|(_, n)| u64::from(*n)).sum() };
        let each = |mask: Mask| (0..Mask::BITS).map(|i| 1 << i).filter(move |bit: &Mask| mask & bit != 0);
        if mixed.count_ones() > FEW {
            let mut keep = mixed;
            while keep.count_ones() > self.max {
                keep &= !each(keep).max_by_key(|bit| kept(keep & !bit)).unwrap_or(keep);
            }
            return keep;
        }
        // All sets of some of the factions, as numbers counted down.
        let subsets = std::iter::successors(Some(mixed), |mask| mask.checked_sub(1).map(|m| m & mixed));
        let few = subsets.filter(|mask| mask.count_ones() <= self.max);
        few.max_by_key(|mask| kept(*mask)).unwrap_or(0)
    }
}

impl RuleCheck for Factions {
    fn find(&self, context: &CheckContext<'_>, findings: &mut Vec<Finding>) {
        let found = self.mixed(context).count_ones();
        if found > self.max {
            findings.push(Finding { found, allowed: self.max, ..Finding::default() });
        }
    }

    fn explain(&self, context: &CheckContext<'_>, f: &Finding) -> Explanation {
        let mixed = self.mixed(context);
        let keep = self.kept(context, mixed);
        let names = |mask: Mask| context.game.factions_of(mask).map(|f| f.name.as_str()).collect::<Vec<_>>().join(", ");
        let goes = |ix: CardIx| context.game.card(ix).factions & !keep != 0;
        let out: Vec<(CardIx, u32)> = context.copies_by_name(&self.sections).filter(|(card, _)| goes(*card)).collect();
        let word = context.game.faction_name.to_lowercase();
        Explanation {
            message: tr!("cards of {} {word}s; at most {} may be mixed: {}", f.found, f.allowed, names(mixed), word),
            cards: out.iter().map(|(card, n)| context.copies(*card, *n)).collect(),
            fix: Fix {
                text: tr!("remove the cards of {}", names(mixed & !keep)),
                changes: context.take(&self.sections, u32::MAX, goes),
                choices: SmallVec::new(),
            },
            ..Explanation::default()
        }
    }

    fn describe(&self, game: &GameData) -> String {
        let word = game.faction_name.to_lowercase();
        tr!("{}: cards of at most {} {word}s", section_names(game, &self.sections), self.max, word)
    }

    fn found_text(&self, context: &CheckContext<'_>) -> String {
        self.mixed(context).count_ones().to_string()
    }

    fn set_ruling(&mut self, _: &str, value: u32) {
        self.max = value;
    }
}
