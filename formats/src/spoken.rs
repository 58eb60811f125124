//! What this crate tells people, in the language that is spoken, and what its files hold, in English.

pub(crate) use catalog::spoken::{Told, as_written, decimals};
use catalog::tr;

/// So many cards.
pub fn some_cards(n: usize) -> String {
    tr!("1 card" | "{n} cards" % n)
}
