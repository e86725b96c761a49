//! The terminal.

use std::{
    ffi::c_int,
    fs::File,
    io::{self, ErrorKind, IsTerminal},
    mem::MaybeUninit,
    os::fd::AsRawFd,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use crate::system::{Target, replace_handler};

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

    /// Returns whether the terminal is gone.
    pub fn has_hung_up(&self) -> bool {
        // SAFETY: a plain system call.
        unsafe { libc::tcgetpgrp(self.0.as_raw_fd()) == -1 }
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
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// The keys of the standard input. A terminal reports each one as it is pressed, and does not show
/// it. Dropping this puts the terminal's settings back.
pub struct Keys {
    /// The settings; None: it is no terminal.
    before: Option<libc::termios>,
    /// True if no more keys can come.
    is_over: bool,
}

impl Keys {
    pub fn begin() -> Keys {
        let mut before = MaybeUninit::<libc::termios>::zeroed();
        // SAFETY: plain C calls on local data.
        let before = unsafe {
            match libc::tcgetattr(libc::STDIN_FILENO, before.as_mut_ptr()) {
                0 => Some(before.assume_init()),
                _ => None,
            }
        };
        if let Some(mut settings) = before {
            settings.c_lflag &= !(libc::ICANON | libc::ECHO);
            // SAFETY: a plain C call on local data.
            unsafe { libc::tcsetattr(libc::STDIN_FILENO, libc::TCSANOW, &raw const settings) };
        }
        Keys {
            before,
            is_over: false,
        }
    }

    /// Waits for a key, a signal, or the end of `left`. Returns the key.
    pub fn next_within(&mut self, left: Duration) -> Option<u8> {
        let mut entry = libc::pollfd {
            fd: match self.is_over {
                true => -1, // an input at its end could be read at once, again and again
                false => libc::STDIN_FILENO,
            },
            events: libc::POLLIN,
            revents: 0,
        };
        let left = c_int::try_from(left.as_millis()).unwrap_or(c_int::MAX);
        let mut key = 0u8;
        // SAFETY: plain C calls on local data.
        let read = unsafe {
            if libc::poll(&raw mut entry, 1, left) != 1 {
                return None;
            }
            libc::read(libc::STDIN_FILENO, (&raw mut key).cast(), 1)
        };
        let is_interrupted = || io::Error::last_os_error().kind() == ErrorKind::Interrupted;
        self.is_over = read == 0 || (read == -1 && !is_interrupted());
        (read == 1).then_some(key)
    }
}

impl Drop for Keys {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            // SAFETY: puts the settings back.
            unsafe { libc::tcsetattr(libc::STDIN_FILENO, libc::TCSANOW, &raw const *before) };
        }
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

/// Has a change of the terminal's size end [`Keys::next_within`].
pub fn notice_resizes() {
    extern "C" fn ignore(_: c_int) {}
    // SAFETY: a plain C call; the handler does nothing. Without SA_RESTART, the signal ends a poll.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = ignore as *const () as libc::sighandler_t;
        libc::sigaction(libc::SIGWINCH, &raw const action, std::ptr::null_mut());
    }
}

/// True if the terminal has asked this process to stop.
static IS_STOP_ASKED: AtomicBool = AtomicBool::new(false);

/// Has [`takes_stop`] report a stop, unless it is ignored: this process stops by [`stop`] then.
pub fn catch_stops() {
    extern "C" fn note(_: c_int) {
        IS_STOP_ASKED.store(true, Ordering::Release);
    }
    replace_handler(libc::SIGTSTP, note as *const () as libc::sighandler_t);
}

/// Returns whether a stop was asked for since the last call.
pub fn takes_stop() -> bool {
    IS_STOP_ASKED.swap(false, Ordering::AcqRel)
}

/// Stops this process until it gets CONT, unless no shell can send that.
pub fn stop() {
    replace_handler(libc::SIGTSTP, libc::SIG_DFL);
    Target::Process.signal(libc::SIGTSTP);
    catch_stops();
}
