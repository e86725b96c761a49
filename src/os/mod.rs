//! The calls of the operating system, which have nothing to do with PHP. In reading order:
//!
//! - `clock`: the clock of leases, which goes on while the machine is suspended.
//! - `fork`: the process that runs; a forked child does not own what its parent had.
//! - `request`: the request of PHP that runs; a fatal error ends one in the middle of calls.
//! - `descriptor`: file descriptors in a forked child, and those that are never ours.
//! - `host`: the name of this machine.
//! - `resolver`: looks up host names so that forks do no harm.
//! - `interrupt`: what may end a wait from outside.
//! - `sync`: mutexes, atomics, threads and pipes, which a test of interleavings replaces.
//! - `poll`: waits for sockets.
//! - `turns`: fibers that wait for each other.
//! - `thread`: threads without signals.

pub(crate) mod clock;
pub(crate) mod descriptor;
pub(crate) mod fork;
pub(crate) mod host;
pub mod interrupt;
pub(crate) mod poll;
pub(crate) mod request;
pub(crate) mod resolver;
pub(crate) mod sync;
pub(crate) mod thread;
pub mod turns;

pub use clock::BootInstant;
pub use fork::Process;
