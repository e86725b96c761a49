//! Which process this is. After a fork the child has copies of everything its parent had, and none of it is the
//! child's: not the connections, not the locks.

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

/// A process, as far as it matters here: the parent's number is never a child's.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Process(u32);

impl Process {
    /// The process that is running now.
    pub fn current() -> Process {
        WATCH.call_once(|| {
            // SAFETY: registers functions; that of the child only writes to atomics and closes descriptors, which may be
            // done in a forked child. When that fails, for want of memory, forks go unnoticed, as they would without it.
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

unsafe extern "C" fn begin_child() {
    GENERATION.fetch_add(1, Relaxed);
    resolver::begin_child();
    COUNTERS.reset();
    descriptor::leave_parents();
}

/// What a forked child does not take over from its parent.
pub trait Forget {
    /// Forgets what is the parent's, without a word to anybody.
    fn forget(&self);
}

/// Something that is empty in a forked child.
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

    /// The thing as it is, perhaps the parent's.
    pub fn unchecked(&self) -> &T {
        &self.value
    }

    /// What this process has of it.
    pub fn here(&self) -> &T {
        if self.process.replace(Process::current()) != Process::current() {
            self.value.forget();
        }
        &self.value
    }
}
