//! Bytes to and from one server. In reading order:
//!
//! - `socket`: from an address to a connected socket.
//! - `tls/`: a TLS session with an address's settings; `stream`: a socket, with or without TLS.
//! - `reply`: bytes received, cut into replies.
//! - `blocking`: a connection on which a call waits, with a deadline for every command.
//! - `exchange`: commands and their replies on it; `pending`: replies that are read later.
//! - `tracking_connection`: a connection with client tracking, on which a lock is waited for.
//! - `pipelined`: a connection that never blocks; `client`: a server that is reached by it.

pub(crate) mod blocking;
pub(crate) mod client;
mod exchange;
pub(crate) mod pending;
pub(crate) mod pipelined;
pub(crate) mod reply;
pub(crate) mod socket;
pub(crate) mod stream;
pub(crate) mod tls;
pub(crate) mod tracking_connection;
