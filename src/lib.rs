//! A Redis lock for PHP. The crate's parts, from the ground up. Each uses only those before it, as
//! `tests/layout.rs` checks:
//!
//! - [`stats`]: the process's counters.
//! - [`os`]: the clock, forks, interrupts, sockets, threads. Only this part and `php` are `unsafe`.
//! - [`claim`]: a token, its lease, and how it is lost.
//! - [`command`]: the commands to a server, the scripts, and the meaning of replies.
//! - [`server`]: how Redis is reached. Addresses, connections, pools; one command out, one reply
//!   back. A single server, the one that sentinels or a cluster name, or most of a quorum.
//! - [`renewal`]: the background thread that keeps leases.
//! - [`lock`]: the protocol. Acquisition, waiting, release. Knows neither PHP nor sockets.
//! - [`client`]: the lock for programs without PHP, as the command in `tools/`.
//! - `fuzz`: what fuzz tests call. It is left out of everything else but unit tests.
//! - `php`: the class `RedisLock`, its exceptions, settings, phpinfo(). It is left out without the
//!   feature `php`, so that all the rest is tested without PHP.
//!
//! Each folder's `mod.rs` lists its files in reading order. `docs/architecture.md` shows an
//! acquisition, and where to change what.

pub mod claim;
pub mod client;
pub mod command;
#[cfg(any(test, fuzzing))]
pub mod fuzz;
pub mod lock;
#[expect(unsafe_code, reason = "calls of the operating system")]
pub mod os;
#[cfg(feature = "php")]
#[expect(unsafe_code, reason = "the Zend API")]
mod php;
pub mod renewal;
pub mod server;
pub mod stats;
