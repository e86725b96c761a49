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
//! - `php`: the class `RedisLock`, its exceptions, settings, phpinfo(). It is left out without the
//!   feature `php`, so that all the rest is tested without PHP.
//!
//! Each folder's `mod.rs` lists its files in reading order. Where to change what:
//!
//! | what | where |
//! |---|---|
//! | an option of the constructor | `php/class.rs` (its parameter), `php/construct.rs` (how it is read, what it does), `php/options.rs` (in seconds: default and range), `stubs/` |
//! | a query option of an address | `server/address/options.rs` |
//! | a kind of server | `server/address/topology.rs` and `notation.rs` (how it is written); if something names the server in charge: `server/routed/origin.rs`, a file beside `routed/sentinel.rs`, `routed/mod.rs` (what it can do); else `server/backend.rs` and a file that is a `Backend`; its name in `php/info.rs` |
//! | a kind of lock | `command/primitive.rs` (its scripts and their further arguments), `command/scripts/`, `command/answer.rs` (what they reply); its class or option in `php/`; the models in `lock/tests/` |
//! | a script | `command/scripts/`, `command/script.rs`, `command/act.rs`, `command/answer.rs` (what it replies) |
//! | how a quorum counts | `command/majority.rs` |
//! | a time of the queue, such as the grace after which an elder is passed over | `lock/queue/periods.rs` |
//! | how a waiter moves in the queue | `lock/queue/step.rs`, `lock/queue/watch.rs` (with a seat), `lock/queue/sleep.rs` (without), `command/queue.rs`, `command/scripts/wait.lua`; `docs/protocol.md` specifies it |
//! | where the waiters of a quorum queue | `server/quorum/queue.rs` |
//! | sleep and retry | `lock/acquire/backoff.rs` |
//! | when a lease is renewed, or why twice | `renewal/schedule.rs`, `renewal/sending.rs`, `renewal/lease.rs` (what is under way); what follows from a reply: `renewal/replies.rs`; when a silent connection is suspected: `renewal/connection.rs` |
//! | an error of Redis | `command/code.rs`, `server/error.rs`; what the user can do: `server/hint.rs` |
//! | an exception's message | `php/exceptions.rs`, `php/methods.rs`, `php/synchronized.rs`, and `docs/errors.md` |

pub mod claim;
pub mod command;
pub mod lock;
#[expect(unsafe_code, reason = "calls of the operating system")]
pub mod os;
#[cfg(feature = "php")]
#[expect(unsafe_code, reason = "the Zend API")]
mod php;
pub mod renewal;
pub mod server;
pub mod stats;
