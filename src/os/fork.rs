//! The process that runs. After a fork the child has copies of everything that its parent had. It
//! owns none of it: no connection, and no lock.

use std::{
    cell::Cell,
    sync::{
        Once,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};

use crate::os::{descriptor, resolver};
use crate::stats::COUNTERS;

static GENERATION: AtomicU32 = AtomicU32::new(0);
static WATCH: Once = Once::new();

/// A process, as far as it matters here. The parent's number is never a child's.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Process(u32);

impl Process {
    /// Returns the process that is running now.
    pub fn current() -> Process {
        WATCH.call_once(|| {
            // SAFETY: registers functions. The child's function only writes to atomics and closes
            // descriptors, which is allowed in a forked child. If registering fails, for lack of
            // memory, forks go unnoticed.
            unsafe {
                libc::pthread_atfork(
                    Some(resolver::before_fork),
                    Some(resolver::after_fork),
                    Some(begin_child),
                )
            };
        });
        Process(GENERATION.load(Relaxed))
    }
}

#[cfg(test)]
impl Process {
    /// A process that does not run.
    pub const ANOTHER: Process = Process(u32::MAX);

    /// Makes what runs a child of the process that has run so far, without a fork.
    #[cfg(interleavings)]
    pub fn become_child() {
        GENERATION.fetch_add(1, Relaxed);
    }
}

unsafe extern "C" fn begin_child() {
    GENERATION.fetch_add(1, Relaxed);
    resolver::begin_child();
    COUNTERS.reset();
    descriptor::leave_parents();
}

/// State that a forked child does not take over from its parent.
pub trait Forget {
    /// Forgets the parent's state, without sending anything.
    fn forget(&self);
}

/// A value that is empty in a forked child.
pub struct ForkLocal<T> {
    process: Cell<Process>,
    value: T,
}

impl<T: Forget> ForkLocal<T> {
    pub fn new(value: T) -> ForkLocal<T> {
        ForkLocal {
            process: Cell::new(Process::current()),
            value,
        }
    }

    /// Returns the value as it is, which may be the parent's.
    pub fn unchecked(&self) -> &T {
        &self.value
    }

    /// Returns this process's value. Empties it first if it is the parent's.
    pub fn here(&self) -> &T {
        if self.process.replace(Process::current()) != Process::current() {
            self.value.forget();
        }
        &self.value
    }
}
