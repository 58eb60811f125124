//! Tests of the host, over the router that answers phones.

mod clock;
mod hidden;
mod hostile;
mod played;
mod seats;
mod table;
