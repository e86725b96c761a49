//! What is asked of the operating system, and has nothing to do with PHP. In reading order:
//!
//! - `clock`: the clock of leases, which goes on while the machine is suspended.
//! - `fork`: which process this is; what a forked child has of its parent is not the child's.
//! - `descriptor`: file descriptors in a forked child, and those that are never ours.
//! - `host`: what this machine is called.
//! - `resolver`: looking up host names beside forks.
//! - `interrupt`: what may end a wait from outside.
//! - `poll`: waiting for sockets.
//! - `thread`: threads without signals.

pub(crate) mod clock;
pub(crate) mod descriptor;
pub(crate) mod fork;
pub(crate) mod host;
pub mod interrupt;
pub(crate) mod poll;
pub(crate) mod resolver;
pub(crate) mod thread;

pub use clock::Moment;
pub use fork::Process;
