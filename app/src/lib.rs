//! The two doors of Deckloom: the window and the command line, on one library.

pub mod check;
pub mod command;
pub mod companion;
pub mod desk;
pub mod draft_room;
pub mod event_room;
pub mod key;
pub mod lab;
pub mod language;
pub mod match_room;
pub mod pools;
pub mod printout;
pub mod screen;
pub mod surroundings;
pub mod theme;
pub mod widget;
pub mod window;
pub mod workbench;
