//! Waits for sockets.

use std::{
    mem::MaybeUninit,
    os::fd::{AsRawFd, BorrowedFd, RawFd},
    ptr,
    time::Duration,
};

use crate::os::fork::Process;
use crate::os::interrupt::{self, Suspension};

/// The events of a socket that can be awaited.
pub const READABLE: libc::c_short = libc::POLLIN;
pub const WRITABLE: libc::c_short = libc::POLLOUT;

/// The longest wait of one system call; a caller that has more time waits again.
const LONGEST_CALL: Duration = if cfg!(target_os = "macos") {
    Duration::from_millis(100)
} else {
    Duration::from_secs(i32::MAX as u64)
};

/// Waits until `left` is over, a signal has been handled (even if it came just before), or the
/// socket is ready. Returns whether it is ready. In an event loop, other fibers run meanwhile.
pub fn wait(socket: Option<(BorrowedFd, libc::c_short)>, left: Duration) -> bool {
    let (fd, events) = socket.map_or((-1, 0), |(socket, events)| (socket.as_raw_fd(), events));
    wait_for_any(&mut [entry(fd, events)], left)
}

/// Waits as `wait` does, for several sockets. Each entry then has the events that its socket is
/// ready for. If another fiber has forked meanwhile, no socket is ready in the child, because all
/// are the parent's.
pub fn wait_for_any(sockets: &mut [PollEntry], left: Duration) -> bool {
    if left.is_zero() {
        return check(sockets);
    }
    let process = Process::current();
    if interrupt::suspend(sockets, left) == Suspension::Refused {
        return block(sockets, left);
    }
    process == Process::current() && check(sockets)
}

/// Returns whether a socket is ready now. No signal has to end that.
fn check(sockets: &mut [PollEntry]) -> bool {
    let (first, count) = (sockets.as_mut_ptr(), sockets.len() as libc::nfds_t);
    // SAFETY: a plain C call on local data.
    unsafe { libc::poll(first, count, 0) > 0 }
}

#[cfg(not(target_os = "macos"))]
use libc::ppoll;

/// Waits as `ppoll` does, which macOS lacks. A signal that comes between the change of the mask
/// and the wait does not end the wait. Therefore no wait is longer than `LONGEST_CALL`.
#[cfg(target_os = "macos")]
unsafe fn ppoll(
    sockets: *mut PollEntry,
    count: libc::nfds_t,
    timeout: *const libc::timespec,
    mask: *const libc::sigset_t,
) -> libc::c_int {
    // SAFETY: the caller's pointers are valid, and the caller puts the thread's mask back.
    unsafe {
        libc::pthread_sigmask(libc::SIG_SETMASK, mask, ptr::null_mut());
        let timeout = &*timeout;
        let left = Duration::new(timeout.tv_sec as u64, timeout.tv_nsec as u32);
        let rounded_up = left.as_nanos().div_ceil(1_000_000);
        libc::poll(sockets, count, rounded_up as libc::c_int)
    }
}

/// Waits as `wait_for_any` does, but no other fiber runs meanwhile.
pub fn block(sockets: &mut [PollEntry], left: Duration) -> bool {
    let (first, count) = (sockets.as_mut_ptr(), sockets.len() as libc::nfds_t);
    let timeout = |left: Duration| libc::timespec {
        tv_sec: left.as_secs() as _, // at most `LONGEST_CALL`
        tv_nsec: left.subsec_nanos().into(),
    };
    // Signals are blocked from the check for pending interrupts until the wait begins, because
    // otherwise a signal in between would not end the wait.
    // SAFETY: plain C calls on local data; the thread's signal mask is put back.
    unsafe {
        let mut all = MaybeUninit::uninit();
        let mut before = MaybeUninit::uninit();
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr());
        let timeout = timeout(if interrupt::is_pending() {
            Duration::ZERO
        } else {
            left.min(LONGEST_CALL)
        });
        let ready = ppoll(first, count, &raw const timeout, before.as_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), ptr::null_mut());
        ready > 0
    }
}

pub type PollEntry = libc::pollfd;

/// Makes an entry. Poll ignores negative descriptors.
pub fn entry(fd: RawFd, events: libc::c_short) -> PollEntry {
    PollEntry {
        fd,
        events,
        revents: 0,
    }
}

/// Waits until one of the connections can go on, `wake` can be read, or `left` is over.
pub fn wait_for(mut entries: Vec<PollEntry>, wake: BorrowedFd, left: Option<Duration>) {
    entries.push(entry(wake.as_raw_fd(), READABLE));
    let left = left.unwrap_or(Duration::MAX);
    // The result does not matter, because the caller tries all of them.
    #[cfg(not(all(test, interleavings)))]
    wait_for_any(&mut entries, left);
    #[cfg(all(test, interleavings))]
    crate::os::sync::wait_until(|| check(&mut entries), left);
}

/// Returns whether the other side has closed both directions of the connection.
pub fn has_ended(entry: &PollEntry) -> bool {
    entry.revents & libc::POLLHUP != 0
}
