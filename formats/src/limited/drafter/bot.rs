//! A bot: how well it drafts, and what it grudges others.

use catalog::tr;
use serde::{Deserialize, Serialize};

use super::{PickReason, PickScorer};
use crate::limited::draft::{DraftChoice, DraftView};
use crate::rng::Seed;

/// How well a bot drafts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, strum::EnumString)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum BotLevel {
    /// Any card is as good as any other.
    Random,
    /// As the full bot, but it misjudges every card a little.
    Casual,
    /// All that it knows.
    #[default]
    Full,
}

/// A bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Bot {
    /// How well it drafts.
    pub level: BotLevel,
    /// How much of what a card is worth to others it counts for itself, in hundredths: 0 is none.
    #[serde(default)]
    pub hate: u8,
}

impl Bot {
    /// In a word or two.
    pub fn label(&self) -> String {
        let bot = match self.level {
            BotLevel::Random => tr!("random bot"),
            BotLevel::Casual => tr!("casual bot"),
            BotLevel::Full => tr!("bot"),
        };
        if self.hate == 0 { bot } else { tr!("{bot} that hate-drafts by {share}%", bot, share = self.hate) }
    }

    /// What it chooses, and why; absent if nothing is asked. It knows what the view shows and nothing else. `chance` is
    /// the seed of its seat.
    pub fn choose(&self, scorer: &PickScorer<'_>, view: &DraftView, chance: Seed) -> Option<(DraftChoice, PickReason)> {
        let stage = &view.stage;
        // Every question has a stream of its own, so that one taken back and asked again is answered the same way.
        let label = (stage.round as u64) << 40 | (stage.pick as u64) << 16 | view.own().len() as u64 & 0xffff;
        let mut dice = chance.part(label).fast();
        let ask = view.prompt?;
        Some(match self.level {
            BotLevel::Random => (super::answer::at_random(&ask, view, &mut dice), PickReason::AtRandom),
            BotLevel::Casual | BotLevel::Full => {
                super::answer::PickContext::new(*self, scorer, view).answer(&ask, &mut dice)
            }
        })
    }
}
