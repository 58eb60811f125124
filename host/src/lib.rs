//! Drafts and sealed events for a whole table, each player at their own phone: a small server on the local network, with
//! pages that need no installing. No socket is opened before somebody asks for it, and then only at the address that was
//! chosen.
//!
//! A table is a start and a log of actions ([`log`]), like everything that people make; the draft, the pools and the decks
//! are streams of their own, from the machinery that the window uses too. [`room`] holds a table while people sit at it,
//! [`tables`] all of them, [`writer`] saves what is done, [`page`] shows a seat what it may see, and [`server`] answers.

pub mod address;
pub mod faces;
pub mod log;
pub mod page;
pub mod room;
pub mod secret;
pub mod server;
pub mod table;
pub mod tables;
pub mod writer;

mod limit;

/// Has what this crate tells people said by a translator, from now on.
pub fn set_translator(translator: impl tr::Translator + 'static) {
    tr::set_translator!(catalog::localize::GuardedTranslator(translator));
}
