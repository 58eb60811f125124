//! What moves on the board from one moment to the next: cards that go from one place to another, numbers that change, and
//! the card that a person drags. Where everything lies is noted when it is drawn, so nothing here knows the layout.

mod changes;
mod heard;
mod layer;
mod slot;
mod state;

pub use heard::heard;
pub use layer::{CombatLine, MotionLayer};
pub use slot::Slot;
pub use state::BoardMotion;
