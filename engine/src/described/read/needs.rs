//! What the abilities of a game's cards need room for.

use catalog::GameData;
use catalog::ability::{Ability, AbilityKind, Effect, EffectDuration, Selector};

/// The most targets of an ability.
const MOST_TARGETS: usize = 8;

/// What the abilities of a game's cards need room for.
pub(super) struct Needs {
    pub(super) targets: usize,
    pub(super) uses: usize,
    pub(super) keywords: Vec<bool>,
    /// Whether something lasts until a seat's next turn, and which keywords do.
    pub(super) lasting: bool,
    pub(super) lasting_keywords: Vec<bool>,
    pub(super) attaches: bool,
    pub(super) from_discard: bool,
    /// Whether cards are controlled for a time, and whether turns are given.
    pub(super) lends: bool,
    pub(super) extra_turns: bool,
}

impl Needs {
    pub(super) fn count(game: &GameData) -> Needs {
        let none = vec![false; game.keywords.len()];
        let mut needs = Needs {
            targets: 0,
            uses: 0,
            keywords: none.clone(),
            lasting: false,
            lasting_keywords: none,
            attaches: false,
            from_discard: false,
            lends: false,
            extra_turns: false,
        };
        for card in &game.cards {
            let used = card.abilities.iter().filter(|a| matches!(a.shape, AbilityKind::Activated { .. }));
            needs.uses = needs.uses.max(used.count());
            card.abilities.iter().for_each(|ability| needs.add(ability));
        }
        needs
    }

    fn add(&mut self, ability: &Ability) {
        let targets = |effect: &Effect| match effect.selector() {
            Some(Selector::Choose(_)) => 1,
            Some(Selector::UpTo(most, _)) => (*most as usize).min(MOST_TARGETS + 1),
            _ => 0,
        };
        if matches!(ability.shape, AbilityKind::Played { .. } | AbilityKind::Activated { .. }) {
            self.targets = self.targets.max(ability.effects.iter().map(targets).sum());
        }
        self.targets = self.targets.min(MOST_TARGETS);
        self.from_discard |= ability.discarded;
        ability.effects.iter().for_each(|effect| self.given(effect));
    }

    fn given(&mut self, effect: &Effect) {
        if let Effect::Give(gift, _, EffectDuration::EndOfTurn) = effect {
            gift.keywords.iter().for_each(|has| self.keywords[usize::from(has.keyword)] = true);
        }
        if let Effect::Give(gift, _, EffectDuration::YourNextTurn) = effect {
            self.lasting = true;
            gift.keywords.iter().for_each(|has| self.lasting_keywords[usize::from(has.keyword)] = true);
        }
        self.attaches |= matches!(effect, Effect::Attach(_));
        self.lends |= matches!(effect, Effect::Control(_, Some(_)));
        self.extra_turns |= *effect == Effect::ExtraTurn;
        effect.inner().into_iter().flatten().for_each(|inner| self.given(inner));
    }
}
