//! What this crate tells people, in the language that is spoken, and what its files hold, in English.

pub(crate) use catalog::localize::{GuardedTranslator, in_english, localize_decimals, localize_percent};
use catalog::tr;

/// So many cards.
pub fn cards_label(n: usize) -> String {
    tr!("1 card" | "{n} cards" % n)
}
