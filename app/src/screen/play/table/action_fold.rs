//! What stands behind one entry of the list of actions.

use engine::kernel::legal_action::CardKey;

/// Actions that stand behind one entry of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ActionFold {
    /// Those that use one card.
    Card(CardKey),
    /// Those of one kind about cards that lie nowhere on the table, by its words.
    Kind(String),
    /// Those that throw a card away.
    Discards,
}
