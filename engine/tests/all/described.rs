//! Games whose rules of play are data.

mod oracle;
