//! The terminal.

use std::{
    ffi::c_int, fs::File, io::IsTerminal, mem::MaybeUninit, os::fd::AsRawFd, time::Duration,
};

/// The terminal that controls this process's session. It belongs to one process group at a time:
/// the others are stopped when they read from it.
pub struct Terminal(File);

impl Terminal {
    /// Returns None if the session has none.
    pub fn open() -> Option<Terminal> {
        let path = "/dev/tty";
        let file = File::options().read(true).write(true).open(path).ok()?;
        Some(Terminal(file))
    }

    /// Returns whether the terminal belongs to this process's group.
    pub fn is_ours(&self) -> bool {
        // SAFETY: plain system calls.
        unsafe { libc::tcgetpgrp(self.0.as_raw_fd()) == libc::getpgrp() }
    }

    /// Returns whether the terminal belongs to a group.
    pub fn is_of(&self, group: u32) -> bool {
        // SAFETY: a plain system call.
        unsafe { libc::tcgetpgrp(self.0.as_raw_fd()) == group.cast_signed() }
    }

    /// Gives the terminal to a group, or back to this process's own. SIGTTOU must be blocked.
    pub fn give(&self, group: Option<u32>) {
        // SAFETY: plain system calls.
        unsafe {
            let group = group.map_or_else(|| libc::getpgrp(), u32::cast_signed);
            libc::tcsetpgrp(self.0.as_raw_fd(), group);
        }
    }
}

/// Returns whether the standard input and the standard output are terminals, so that no other
/// program of a pipeline may use the terminal.
pub fn is_interactive() -> bool {
    std::io::stdin().is_terminal() && std::io::stdout().is_terminal()
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
