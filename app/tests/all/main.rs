//! What the program promises, from outside: the command line as a script calls it, and the window without a display.
//!
//! One binary, because each links the whole program. `german.rs` is another: a process speaks one language.

mod check;
mod cli;
mod collection;
mod data;
mod deckfiles;
mod decks;
mod drafts;
mod earlier;
mod events;
mod example;
mod layers;
mod limited;
mod program;
mod promises;
mod serve;
mod texts;
mod window;

#[path = "../../../catalog/tests/all/imports.rs"]
mod imports;
#[path = "../../../catalog/tests/all/large.rs"]
mod large;
