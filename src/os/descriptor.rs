//! Descriptors: those that a forked child must not use, and those that are never ours.

use std::{
    io,
    os::fd::{AsFd, AsRawFd, OwnedFd, RawFd},
    sync::atomic::{AtomicI32, Ordering::Relaxed},
};

/// Descriptors that a forked child closes at once. Their owner cannot do that there, because it may
/// be locked for ever.
static CLOSE_IN_CHILD: [AtomicI32; 32] = [const { AtomicI32::new(NONE) }; 32];
const NONE: RawFd = -1;

/// Descriptors that lead nowhere in a forked child. Their owner there closes them sooner or later,
/// or never. Until then a server would go on waking a waiter that has crashed.
static BLIND_IN_CHILD: [AtomicI32; 128] = [const { AtomicI32::new(NONE) }; 128];

/// Moves a descriptor that is one of the first three, which PHP reads and writes even if they were
/// closed. Otherwise PHP's output would go to a server, and a server's replies would be PHP's
/// input.
pub fn beyond_standard<T: AsFd + From<OwnedFd>>(opened: T) -> io::Result<T> {
    match opened.as_fd().as_raw_fd() {
        0..=libc::STDERR_FILENO => Ok(opened.as_fd().try_clone_to_owned()?.into()), // 3 or more
        _ => Ok(opened),
    }
}

/// Has a forked child close a descriptor. Without room to remember it, the child keeps it to its
/// end.
pub fn close_in_child(descriptor: RawFd) {
    replace(&CLOSE_IN_CHILD, NONE, descriptor);
}

/// Has a descriptor lead nowhere in a forked child, if there is room to remember it.
pub fn blind_in_child(descriptor: RawFd) {
    replace(&BLIND_IN_CHILD, NONE, descriptor);
}

/// Forgets a descriptor that is about to be closed.
pub fn forget_descriptor(descriptor: RawFd) {
    replace(&CLOSE_IN_CHILD, descriptor, NONE);
    replace(&BLIND_IN_CHILD, descriptor, NONE);
}

fn replace(slots: &[AtomicI32], one: RawFd, other: RawFd) {
    let _ = slots.iter().any(|slot| {
        let replaced = slot.compare_exchange(one, other, Relaxed, Relaxed);
        replaced.is_ok()
    });
}

/// Runs in a forked child, right after the fork. Does only what is allowed there: no allocation, no
/// lock.
pub fn leave_parents() {
    for slot in &CLOSE_IN_CHILD {
        let descriptor = slot.swap(NONE, Relaxed);
        if descriptor != NONE {
            // SAFETY: this process's copy of a descriptor. Its owner in the parent will never use
            // this copy.
            unsafe { libc::close(descriptor) };
        }
    }
    // SAFETY: allowed in a forked child. The descriptors stay open, so their owners can close them.
    unsafe {
        let nowhere = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR | libc::O_CLOEXEC);
        for slot in &BLIND_IN_CHILD {
            let descriptor = slot.swap(NONE, Relaxed);
            if descriptor != NONE && nowhere != NONE {
                libc::dup2(nowhere, descriptor);
                libc::fcntl(descriptor, libc::F_SETFD, libc::FD_CLOEXEC);
            }
        }
        libc::close(nowhere);
    }
}
