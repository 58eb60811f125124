//! What this crate promises, in one binary: each more would link all of it again.
//!
//! `spoken.rs` is another: a process speaks one language.

mod afrika;
mod balance;
mod changes;
mod chrononauts;
mod chronx;
mod counters;
mod described;
mod experiments;
mod fuzz;
mod hostile;
mod lab;
mod layers;
mod matches;
mod mulligans;
mod notation;
mod noticed;
mod pods;
mod reference;
mod scenarios;
mod sitting;
mod telling;
mod timeline;

#[path = "../../../catalog/tests/all/imports.rs"]
mod imports;
#[path = "../../../catalog/tests/all/large.rs"]
mod large;
#[path = "../../../catalog/tests/all/mutator.rs"]
mod mutator;
#[path = "../../../formats/benches/pod/table.rs"]
mod pod;
#[path = "../../../catalog/tests/all/worked.rs"]
mod worked;
