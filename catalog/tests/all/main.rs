//! What this crate promises, in one binary: each more would link all of it again.

mod abilities;
mod art;
mod card_faces;
mod collection;
mod faces;
mod faults;
mod fuzz;
mod hostile;
mod import_into;
mod interchange;
mod large;
mod library;
mod mutator;
mod names;
mod query;
mod report;
mod round_trips;
mod shapes;
mod shipped;
mod worked;
