//! A Redis lock for PHP. The crate's parts, in the order in which they build on each other:
//!
//! - [`server`]: how Redis is reached. Address, connection (TLS, too), pool; one command out, one reply back. Or several
//!   servers: the one that sentinels or a cluster name, or most of a quorum.
//! - [`lock`]: the protocol. Token, lease, acquisition, waiting, release. Knows neither PHP nor sockets.
//! - [`stats`]: the process's counters.
//! - `php`: what PHP sees. The class `RedisLock`, its exceptions, settings, phpinfo(). Left out without the
//!   feature `php`, so that all the rest is tested without PHP.

pub mod lock;
#[cfg(feature = "php")]
mod php;
pub mod server;
pub mod stats;
