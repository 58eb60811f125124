//! What happens when decks meet. So far: the lab, which answers questions about a single deck.

pub mod lab;
