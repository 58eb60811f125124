//! What a bot thinks of a card, in words and numbers: the same parts that decide its picks.

use catalog::CardIx;
use catalog::game::Mask;
use catalog::tr;
use serde::Serialize;

use super::{Leaning, Scout};
use crate::spoken::decimals;

/// What a bot thinks of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Opinion {
    /// The sum, in hundredths of a point.
    pub points: i32,
    /// What it is made of, in the order in which it counts.
    pub parts: Vec<(String, i32)>,
}

impl Scout<'_> {
    /// What a bot with this leaning thinks of a card.
    pub fn opinion(&self, leaning: &Leaning, card: CardIx) -> Opinion {
        let main = self.main(leaning);
        let points = self.parts(leaning, main, card);
        let mut parts = self.ratings[card.at()].parts.clone();
        // Of a game without rarities.
        parts.iter_mut().filter(|(why, _)| why.is_empty()).for_each(|(why, _)| *why = tr!("a card"));
        if points.commitment != 0 {
            parts.push((
                self.commitment_words(self.scouted(card).factions, main, points.commitment > 0),
                points.commitment,
            ));
        }
        if points.curve != 0 {
            let words = if points.curve > 0 { tr!("fills the curve") } else { tr!("enough of this cost") };
            parts.push((words, points.curve));
        }
        if points.need != 0 {
            let needs = self.scouted(card).needs;
            let short =
                self.needs.iter().enumerate().find(|(n, of)| needs >> n & 1 == 1 && of.least > leaning.needs[*n]);
            let what = short.map_or("", |(_, of)| of.text.as_str());
            parts.push((tr!("needed: {what}", what), points.need));
        }
        if points.synergy != 0 {
            parts.push((self.links.words(&leaning.tags, card), points.synergy));
        }
        Opinion { points: points.sum(), parts }
    }

    fn commitment_words(&self, factions: Mask, main: Mask, fits: bool) -> String {
        let names = |mask: Mask| self.game.factions_of(mask).map(|f| f.name.clone());
        match (factions, fits) {
            (0, _) => tr!("fits any {faction}", faction = self.game.faction_name.to_lowercase()),
            (_, true) => {
                let all = names(factions).reduce(|all, one| tr!("{all} and {one}", all, one)).unwrap_or_default();
                tr!("fits {factions}", factions = all)
            }
            (_, false) => {
                let all = names(main).reduce(|all, one| tr!("{all} or {one}", all, one)).unwrap_or_default();
                tr!("away from {factions}", factions = all)
            }
        }
    }
}

/// `62.0`: hundredths as people read them.
pub fn in_points(hundredths: i32) -> String {
    decimals(format!("{:.1}", f64::from(hundredths) / 100.0))
}

impl Opinion {
    /// `62.0 = a rare 45.0 + fits Golden Savannas 22.0 - dear 5.0`
    pub fn text(&self) -> String {
        let mut text = format!("{} =", in_points(self.points));
        for (i, (why, worth)) in self.parts.iter().enumerate() {
            let part = format!("{why} {}", in_points(worth.abs()));
            text.push_str(&match (i, *worth < 0) {
                (0, false) => format!(" {part}"),
                (0, true) => format!(" {}", tr!("minus {part}", part)),
                (_, false) => format!(" + {part}"),
                (_, true) => format!(" - {part}"),
            });
        }
        if self.parts.is_empty() {
            text.push_str(&format!(" {}", tr!("no opinion")));
        }
        text
    }
}
