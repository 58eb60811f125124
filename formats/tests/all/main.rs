//! What this crate promises, in one binary: each more would link all of it again.
//!
//! `spoken.rs` is another: a process speaks one language.

mod deck_rules;
mod deckfiles;
mod decks;
mod drafts;
mod edits;
mod events;
mod fuzz;
mod hostile;
mod kinds;
mod lamps;
mod limited;
mod mending;
mod orchard;
mod pack_layouts;
mod packs;
mod pods;
mod relay;
mod sealed;

#[path = "../../../catalog/tests/all/large.rs"]
mod large;
#[path = "../../../catalog/tests/all/mutator.rs"]
mod mutator;
#[path = "../../../catalog/tests/all/worked.rs"]
mod worked;
