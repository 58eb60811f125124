//! Properties of Chrononauts, Artifaxx, Solonauts and The Emperor's Star, at every step of random games; and their scenarios.
//!
//! The TimeLine itself is compared with a slow twin in `timeline.rs`.

mod as_data;
mod conserved;
mod hidden;
mod listed;
mod replay;
mod scenarios;
mod solonauts;
mod star;
mod table;
mod warm;
