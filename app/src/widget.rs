//! Parts that every screen is made of. They know colours, sizes and cards; they know no screen.

pub mod actions;
pub mod button;
pub mod card_preview;
pub mod card_spot;
pub mod chart;
pub mod cut;
pub mod drop_spot;
mod element;
pub mod face;
pub mod field;
pub mod grid;
pub mod icon;
pub mod label;
pub mod panel;
pub mod pips;
pub mod pointed_chart;
pub mod press;
pub mod spotlight;
pub mod table;
pub mod tile_grid;
pub mod timeline;
mod wrapper;
pub mod zoom;

pub use cut::cut;
pub use element::Element;
pub(crate) use wrapper::{lies_like_its_content, like_its_content};
