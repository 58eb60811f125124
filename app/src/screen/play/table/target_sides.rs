//! Whether an effect that may be aimed at cards of both sides is good or bad for those: what hurts lists the cards of others first,
//! and nothing is preselected that hurts oneself. A quick player that looks one play ahead tells which it is.

use std::collections::HashMap;

use engine::kernel::legal_action::ActionTarget;

/// What is thought of the actions of a decision, by their place in the observation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct TargetSides {
    /// Those that stand below others of their kind.
    pub(super) lower: Vec<usize>,
    /// Those that hurt the person.
    pub(super) harmful: Vec<usize>,
}

impl TargetSides {
    /// Compares the actions by what each of them is worth, if that is known. `sides` has those that are aimed at something: what
    /// they have in common with others, and whether it is one's own.
    pub(super) fn new(sides: &[(usize, Option<ActionTarget>, bool)], worth: &HashMap<usize, f64>) -> TargetSides {
        let mut found = TargetSides::default();
        let mean = |wanted: &dyn Fn(usize) -> bool| {
            let all: Vec<f64> = worth.iter().filter(|(at, _)| wanted(**at)).map(|(_, worth)| *worth).collect();
            (!all.is_empty()).then(|| all.iter().sum::<f64>() / all.len() as f64)
        };
        let mut done: Vec<Option<ActionTarget>> = Vec::new();
        for (_, by, _) in sides {
            if done.contains(by) {
                continue;
            }
            done.push(*by);
            let group = |is_own: bool| -> Vec<usize> {
                let of = |side: &&(usize, Option<ActionTarget>, bool)| side.1 == *by && side.2 == is_own;
                sides.iter().filter(of).map(|(at, ..)| *at).collect()
            };
            let (own, others) = (group(true), group(false));
            let kind: Vec<usize> = own.iter().chain(&others).copied().collect();
            // Where only one's own can be meant, it is compared with doing something else.
            let other_worth = mean(&|at| others.contains(&at)).or_else(|| mean(&|at| !kind.contains(&at)));
            let (Some(own_worth), Some(other_worth)) = (mean(&|at| own.contains(&at)), other_worth) else { continue };
            if own_worth < other_worth {
                found.harmful.extend(&own);
                found.lower.extend(own);
            } else if own_worth > other_worth {
                found.lower.extend(others);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_aimed_worse_stands_below_and_what_hurts_is_known() {
        let by = |key| Some(ActionTarget::Card(key));
        let sides = [(0, by(1), true), (1, by(1), false), (2, by(2), true), (3, by(2), false), (4, by(3), true)];
        let worth = HashMap::from([(0, -0.2), (1, 0.3), (2, 0.4), (3, -0.1), (4, -0.5), (5, 0.0)]);
        let found = TargetSides::new(&sides, &worth);
        assert_eq!(found, TargetSides { lower: vec![0, 3, 4], harmful: vec![0, 4] });
        assert_eq!(TargetSides::new(&sides, &HashMap::new()), TargetSides::default(), "nothing is known");
    }
}
