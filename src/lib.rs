//! A Redis lock for PHP. The crate's parts, in the order in which they build on each other; arrows go up this list only:
//!
//! - [`stats`]: the process's counters.
//! - [`os`]: the clock, forks, interrupts, waiting for sockets, threads.
//! - [`claim`]: a token, its lease, and how it is lost.
//! - [`command`]: what is asked of a server, the scripts, and what an answer means.
//! - [`server`]: how Redis is reached. Addresses, connections, pools; one command out, one reply back. One server, the one
//!   that sentinels or a cluster name, or most of a quorum.
//! - [`renewal`]: the background thread that keeps leases.
//! - [`lock`]: the protocol. Acquisition, waiting, release. Knows neither PHP nor sockets.
//! - `php`: what PHP sees. The class `RedisLock`, its exceptions, settings, phpinfo(). Left out without the
//!   feature `php`, so that all the rest is tested without PHP.

pub mod claim;
pub mod command;
pub mod lock;
pub mod os;
#[cfg(feature = "php")]
mod php;
pub mod renewal;
pub mod server;
pub mod stats;
