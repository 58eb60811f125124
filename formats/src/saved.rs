//! What people make, in the library: each is a stream of a start and the actions that followed, and whatever is done goes
//! to the library before anything else happens. The window, the command line and the host of a table all open and change
//! decks, drafts and pools here.

pub mod deck;
pub mod draft;
pub mod pool;
