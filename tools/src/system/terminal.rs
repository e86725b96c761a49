//! The terminal.

use std::{ffi::c_int, mem::MaybeUninit, time::Duration};

/// Returns whether this process may read from a terminal, which is its standard input.
pub fn is_ours() -> bool {
    // SAFETY: plain system calls.
    unsafe { libc::tcgetpgrp(libc::STDIN_FILENO) == libc::getpgrp() }
}

/// Gives the terminal to a group, or back to this process's own. SIGTTOU must be blocked.
pub fn give(group: Option<u32>) {
    // SAFETY: plain system calls.
    unsafe {
        let group = group.map_or_else(|| libc::getpgrp(), u32::cast_signed);
        libc::tcsetpgrp(libc::STDIN_FILENO, group);
    }
}

/// A terminal that reports each key as it is pressed, and does not show it. Dropping this puts its
/// settings back.
pub struct KeyByKey(libc::termios);

impl KeyByKey {
    /// Returns None if the standard input is no terminal.
    pub fn begin() -> Option<KeyByKey> {
        let mut before = MaybeUninit::<libc::termios>::zeroed();
        // SAFETY: plain C calls on local data.
        unsafe {
            if libc::tcgetattr(libc::STDIN_FILENO, before.as_mut_ptr()) != 0 {
                return None;
            }
            let before = before.assume_init();
            let mut settings = before;
            settings.c_lflag &= !(libc::ICANON | libc::ECHO);
            libc::tcsetattr(libc::STDIN_FILENO, libc::TCSANOW, &raw const settings);
            Some(KeyByKey(before))
        }
    }
}

impl Drop for KeyByKey {
    fn drop(&mut self) {
        // SAFETY: puts the settings back.
        unsafe { libc::tcsetattr(libc::STDIN_FILENO, libc::TCSANOW, &raw const self.0) };
    }
}

/// Returns the columns and rows of the terminal that the standard output is.
pub fn size() -> Option<(usize, usize)> {
    let mut size = MaybeUninit::<libc::winsize>::zeroed();
    // SAFETY: a plain system call that fills local data.
    let size = unsafe {
        match libc::ioctl(libc::STDOUT_FILENO, libc::TIOCGWINSZ, size.as_mut_ptr()) {
            0 => size.assume_init(),
            _ => return None,
        }
    };
    let (columns, rows) = (usize::from(size.ws_col), usize::from(size.ws_row));
    (columns > 0 && rows > 0).then_some((columns, rows))
}

/// Has a change of the terminal's size end [`key_within`].
pub fn notice_resizes() {
    extern "C" fn ignore(_: c_int) {}
    // SAFETY: a plain C call; the handler does nothing. Without SA_RESTART, the signal ends a poll.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = ignore as *const () as libc::sighandler_t;
        libc::sigaction(libc::SIGWINCH, &raw const action, std::ptr::null_mut());
    }
}

/// Waits for a key, a signal, or the end of `left`. Returns the key.
pub fn key_within(left: Duration) -> Option<u8> {
    let mut entry = libc::pollfd {
        fd: libc::STDIN_FILENO,
        events: libc::POLLIN,
        revents: 0,
    };
    let left = c_int::try_from(left.as_millis()).unwrap_or(c_int::MAX);
    let mut key = 0u8;
    // SAFETY: plain C calls on local data.
    let read = unsafe {
        match libc::poll(&raw mut entry, 1, left) {
            1 => libc::read(libc::STDIN_FILENO, (&raw mut key).cast(), 1),
            _ => 0,
        }
    };
    (read == 1).then_some(key)
}
