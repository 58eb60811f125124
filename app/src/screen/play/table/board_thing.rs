//! Something on the board, whichever number it has in an observation.

use catalog::CardIx;
use engine::kernel::legal_action::ActionTarget;
use engine::kernel::observation::Observation;

/// Something on the board, whichever number it has in an observation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum BoardThing {
    /// A card, as the one of that many equal ones of its zone.
    Card { seat: Option<u8>, zone: String, card: CardIx, nth: usize },
    /// Anything that keeps its number.
    Numbered(ActionTarget),
}

impl BoardThing {
    /// What a target of an observation is.
    pub fn new(observation: &Observation, target: ActionTarget) -> Option<BoardThing> {
        let key = match target {
            ActionTarget::Card(key) => key,
            ActionTarget::Seat(_)
            | ActionTarget::Year(_)
            | ActionTarget::City(_)
            | ActionTarget::Zone(..)
            | ActionTarget::CommonZone(_)
            | ActionTarget::Lane(_) => return Some(BoardThing::Numbered(target)),
            // What waits has another place once something else is played.
            ActionTarget::Waiting(_) => return None,
        };
        let (seat, zone, seen) = observation.cards().find(|(_, _, seen)| seen.key == Some(key))?;
        let equal = zone.cards.iter().filter(|other| other.card == seen.card);
        let nth = equal.take_while(|other| other.key != Some(key)).count();
        Some(BoardThing::Card { seat, zone: zone.title.clone(), card: seen.card?, nth })
    }

    /// Its number in an observation.
    pub fn find(&self, observation: &Observation) -> Option<ActionTarget> {
        match self {
            BoardThing::Numbered(target) => Some(*target),
            BoardThing::Card { seat, zone, card, nth } => {
                let fits = observation
                    .cards()
                    .filter(|(of, lies, seen)| (of, &lies.title, seen.card) == (seat, zone, Some(*card)));
                fits.map(|(_, _, seen)| seen).nth(*nth)?.key.map(ActionTarget::Card)
            }
        }
    }
}
