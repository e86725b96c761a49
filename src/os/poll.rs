//! Waiting for sockets.

use std::{
    mem::MaybeUninit,
    os::fd::{AsRawFd, BorrowedFd, RawFd},
    ptr,
    time::Duration,
};

use crate::os::interrupt;

/// What a socket can be waited for.
pub const READABLE: libc::c_short = libc::POLLIN;
pub const WRITABLE: libc::c_short = libc::POLLOUT;

/// Waits for so long, until a signal has been handled (also one that came just before), or until a socket is ready: true
/// in that case.
pub fn wait(socket: Option<(BorrowedFd, libc::c_short)>, left: Duration) -> bool {
    let (fd, events) = socket.map_or((-1, 0), |(socket, events)| (socket.as_raw_fd(), events));
    wait_for_any(&mut [entry(fd, events)], left)
}

/// The same for several sockets: each entry tells what its own is ready for.
pub fn wait_for_any(sockets: &mut [PollEntry], left: Duration) -> bool {
    let (first, count) = (sockets.as_mut_ptr(), sockets.len() as libc::nfds_t);
    if left.is_zero() {
        // A look, which no signal need end.
        // SAFETY: a plain C call on local data.
        return unsafe { libc::poll(first, count, 0) } > 0;
    }
    let timeout = |left: Duration| libc::timespec {
        tv_sec: left.as_secs().try_into().unwrap_or(libc::time_t::MAX),
        tv_nsec: left.subsec_nanos().into(),
    };
    // Signals are held back from the look at what is pending to the beginning of the wait, or one in between would not
    // end it.
    // SAFETY: plain C calls on local data; the thread's signal mask is put back.
    unsafe {
        let mut all = MaybeUninit::uninit();
        let mut before = MaybeUninit::uninit();
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr());
        let timeout = timeout(if interrupt::is_pending() {
            Duration::ZERO
        } else {
            left
        });
        let ready = libc::ppoll(first, count, &raw const timeout, before.as_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), ptr::null_mut());
        ready > 0
    }
}

pub type PollEntry = libc::pollfd;

/// Poll passes over negative descriptors.
pub fn entry(fd: RawFd, events: libc::c_short) -> PollEntry {
    PollEntry {
        fd,
        events,
        revents: 0,
    }
}

/// Waits until one of the connections can go on, `wake` can be read, or so much time is over.
pub fn wait_for(mut entries: Vec<PollEntry>, wake: BorrowedFd, left: Option<Duration>) {
    entries.push(entry(wake.as_raw_fd(), READABLE));
    // What comes of it does not matter: all are looked at.
    wait_for_any(&mut entries, left.unwrap_or(Duration::MAX));
}
