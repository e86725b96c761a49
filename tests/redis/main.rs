//! The lock against a real redis-server, directly and through a proxy that loses, delays and spoils replies.

#![expect(unsafe_code, reason = "signals to servers and to this process")]

mod addresses;
mod bounded_time;
mod contention;
mod five;
mod idle_connections;
mod late_commands;
mod leases;
mod locking;
mod lost_replies;
mod pool;
mod quorum;
mod quorum_faults;
mod scripts;
mod scripts_of_several_keys;
mod server_errors;
mod shares;
mod signals;
mod spoilt_replies;
mod wrong_types;

#[path = "../support/mod.rs"]
mod support;
