//! Players that compute: at random, one play ahead, by search, out of a script. They know a seat's view alone
//! ([`crate::kernel::player`]).

pub(crate) mod effect;
mod greedy;
mod kind;
mod passive;
mod random;
mod script;
mod search;

pub use greedy::Greedy;
pub use kind::{DIFFICULTIES, PlayerKind, UnknownPlayer};
pub use passive::Passive;
pub use random::Random;
pub use script::Script;
pub use search::Search;
