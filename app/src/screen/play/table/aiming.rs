//! What is thought of the actions that may be aimed at something of one's own: a quick player tells whether that is good.

use engine::kernel::legal_action::{ActionTarget, PromptKind};
use engine::kernel::observation::{Observation, ZoneLayout};

use super::state::MatchTable;
use super::target_sides::TargetSides;

impl MatchTable {
    /// Thinks about the actions that may be aimed at something of one's own.
    pub(super) fn compare_sides(&mut self) {
        self.sides = TargetSides::default();
        let sides = if self.asks_person() { aimed(&self.observation, self.seat) } else { Vec::new() };
        if !sides.iter().any(|(.., is_own)| *is_own) {
            return;
        }
        let actions = &self.observation.actions;
        let place = |notation: &str| actions.iter().position(|act| act.notation == notation);
        let values = self.saved.session.quick_values().into_iter();
        let worth = values.filter_map(|(notation, value)| Some((place(&notation)?, value)));
        self.sides = TargetSides::new(&sides, &worth.collect());
    }

    /// The action that chooses something, where a target is asked for: what it leads to is told as soon as it is pointed at.
    pub fn targeting(&self, spot: ActionTarget) -> Option<usize> {
        let asked = self.observation.prompt.as_ref().filter(|_| self.asks_person())?.kind;
        let is_target = matches!(asked, PromptKind::Target | PromptKind::Attack | PromptKind::Block | PromptKind::Card);
        self.observation.only_action_on(spot).filter(|_| is_target)
    }

    /// Whether an action stands below others of its kind, because those are aimed better.
    pub(super) fn is_aimed_worse(&self, at: usize) -> bool {
        self.sides.lower.contains(&at)
    }

    /// Whether an action hurts the person who does it.
    pub fn hurts_oneself(&self, at: usize) -> bool {
        self.sides.harmful.contains(&at)
    }
}

/// The actions that are aimed at something in play or at a seat, what each has in common with others of its kind, and whether that is
/// of the seat that acts.
fn aimed(observation: &Observation, seat: u8) -> Vec<(usize, Option<ActionTarget>, bool)> {
    use PromptKind::{Card, Seat, Target};
    let asked = observation.prompt.as_ref().map(|prompt| prompt.kind);
    let is_answer = matches!(asked, Some(Target | Card | Seat));
    let whose = |target: &ActionTarget| match target {
        ActionTarget::Seat(of) => Some(*of),
        ActionTarget::Card(key) => {
            let (of, zone, _) = observation.cards().find(|(_, _, seen)| seen.key == Some(*key))?;
            of.filter(|_| !matches!(zone.layout, ZoneLayout::Hand | ZoneLayout::Pile | ZoneLayout::Offer))
        }
        _ => None,
    };
    let side = |(at, act): (usize, &engine::kernel::legal_action::LegalAction)| {
        let (by, aim) = match &act.targets[..] {
            [aim] if is_answer => (None, aim),
            [by, .., aim] => (Some(*by), aim),
            _ => return None,
        };
        Some((at, by, whose(aim)? == seat)).filter(|_| !act.discards && !act.passes)
    };
    observation.actions.iter().enumerate().filter_map(side).collect()
}
