//! The games whose rules are written in Rust, each in a folder of its own with the same modules: state, actions, notation, turn, labels,
//! observation, set-up.

pub mod afrika;
pub mod chronobot;
pub mod chrononauts;
pub mod chronx;
pub mod emperors_star;
pub mod solonauts;
