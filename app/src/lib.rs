//! The two doors of Deckloom: the window and the command line, on one library.

pub mod automa;
pub mod card_import;
pub mod check;
pub mod command;
pub mod deck_cover;
pub mod goldfish_model;
pub mod hosting;
pub mod key;
pub mod lab;
pub mod language;
pub mod motion;
pub mod notice;
pub mod pictures;
pub mod printout;
pub mod saved_event;
pub mod saved_match;
pub mod screen;
pub mod search_context;
pub mod session;
pub mod sound;
pub mod theme;
pub mod widget;
pub mod window;
