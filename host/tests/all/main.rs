//! Tests of the host, over the router that answers phones.

mod hidden;
mod hostile;
mod played;
mod table;
