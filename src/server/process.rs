//! Which process this is. After a fork the child has copies of everything its parent had, and none of it is the
//! child's: not the connections, not the locks.

use std::{
    os::fd::RawFd,
    sync::{
        Once,
        atomic::{AtomicI32, AtomicU32, Ordering::Relaxed},
    },
};

use super::resolver;
use crate::stats::COUNTERS;

static GENERATION: AtomicU32 = AtomicU32::new(0);
static WATCH: Once = Once::new();

/// Descriptors that a forked child closes at once, because nobody in it could: their owner may be locked for ever.
static CLOSE_IN_CHILD: [AtomicI32; 32] = [const { AtomicI32::new(NONE) }; 32];
const NONE: RawFd = -1;

/// Descriptors that lead nowhere in a forked child: who owns them there closes them sooner or later, or never. Until then a
/// server would go on calling a waiter that has died.
static BLIND_IN_CHILD: [AtomicI32; 128] = [const { AtomicI32::new(NONE) }; 128];

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

/// Has a forked child close a descriptor; where there is no room to remember it, the child keeps it to its end.
pub fn close_in_child(descriptor: RawFd) {
    replace(&CLOSE_IN_CHILD, NONE, descriptor);
}

/// Has a descriptor lead nowhere in a forked child, as far as there is room to remember it.
pub fn blind_in_child(descriptor: RawFd) {
    replace(&BLIND_IN_CHILD, NONE, descriptor);
}

fn replace(places: &[AtomicI32], one: RawFd, other: RawFd) {
    let _ = places.iter().any(|place| {
        let replaced = place.compare_exchange(one, other, Relaxed, Relaxed);
        replaced.is_ok()
    });
}

/// The descriptor is about to be closed.
pub fn forget_descriptor(descriptor: RawFd) {
    replace(&CLOSE_IN_CHILD, descriptor, NONE);
}

/// The same for one that was to lead nowhere.
pub fn forget_blind(descriptor: RawFd) {
    replace(&BLIND_IN_CHILD, descriptor, NONE);
}

unsafe extern "C" fn begin_child() {
    GENERATION.fetch_add(1, Relaxed);
    resolver::begin_child();
    COUNTERS.reset();
    for place in &CLOSE_IN_CHILD {
        let descriptor = place.swap(NONE, Relaxed);
        if descriptor != NONE {
            // SAFETY: this process's copy of a descriptor, which its owner in the parent will never come to use here.
            unsafe { libc::close(descriptor) };
        }
    }
    // SAFETY: what may be done in a forked child. The descriptors stay open, so their owners can close them.
    unsafe {
        let nowhere = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR | libc::O_CLOEXEC);
        for place in &BLIND_IN_CHILD {
            let descriptor = place.swap(NONE, Relaxed);
            if descriptor != NONE && nowhere != NONE {
                libc::dup2(nowhere, descriptor);
                libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC);
            }
        }
        libc::close(nowhere);
    }
}
