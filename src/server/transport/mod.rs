//! Bytes to and from one server. In reading order:
//!
//! - `socket`: from an address to a connected socket.
//! - `tls/`: a TLS session, as the address says; `stream`: a socket, with TLS on it or without.
//! - `reply`: bytes received, cut into replies.
//! - `blocking`: a connection that is waited on, with a deadline for every command.
//! - `exchange`: commands and their replies on it; `owed`: replies that are read later.
//! - `wait_channel`: a connection on which a lock is waited for.
//! - `pipelined`: a connection that nobody waits on alone; `client`: a server that is reached by such connections.

pub(crate) mod blocking;
pub(crate) mod client;
mod exchange;
pub(crate) mod owed;
pub(crate) mod pipelined;
pub(crate) mod reply;
pub(crate) mod socket;
pub(crate) mod stream;
pub(crate) mod tls;
pub(crate) mod wait_channel;
