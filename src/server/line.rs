//! A connection that nobody waits on alone, for the background thread and for quorums: it sends and receives what it can,
//! and `poll` tells when there is more to do.

use std::{
    io::{self, ErrorKind},
    mem::MaybeUninit,
    os::fd::{AsRawFd, BorrowedFd, RawFd},
    ptr,
    thread::{self, JoinHandle},
    time::Duration,
};

use redis::{Cmd, RedisResult, Value};
use socket2::SockAddr;

use super::{
    Address, Process, process,
    reply::Input,
    socket,
    stream::{Session, Stream},
};
use crate::stats::COUNTERS;

/// So much is received before others have their turn.
const FILL: usize = 1 << 16;

/// A stream that never blocks.
pub struct Line {
    stream: Stream,
    output: Vec<u8>,
    input: Input,
    process: Process,
}

impl Line {
    /// Begins to connect to what an address stands for; commands may be queued at once, and go out after TLS's
    /// handshake.
    pub fn open(target: &SockAddr, address: &Address) -> io::Result<Line> {
        let session = Session::with(address)?;
        let socket = socket::begin(target)?;
        COUNTERS.connections.add(1);
        Ok(Line {
            stream: Stream::new(socket, session),
            output: Vec::new(),
            input: Input::default(),
            process: Process::current(),
        })
    }

    /// The same for a thread that a forked child does not have: it is closed there.
    pub fn open_in_thread(target: &SockAddr, address: &Address) -> io::Result<Line> {
        let line = Line::open(target, address)?;
        process::close_in_child(line.stream.as_raw_fd());
        Ok(line)
    }

    /// Sends a command as soon as there is room for it.
    pub fn queue(&mut self, command: &Cmd) {
        command.write_packed_command(&mut self.output);
    }

    /// Sends what can be sent without waiting.
    pub fn flush(&mut self) -> io::Result<()> {
        while !self.output.is_empty() || self.stream.is_holding() {
            match self.stream.send(&self.output) {
                Ok(sent) => drop(self.output.drain(..sent)),
                Err(error) if is_for_later(&error) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Whether all that was queued has been sent.
    pub fn has_sent_all(&self) -> bool {
        self.output.is_empty() && !self.stream.is_holding()
    }

    /// Receives what has come, or a good piece of it; [`next_reply`](Self::next_reply) hands it out.
    pub fn fill(&mut self) -> io::Result<()> {
        let mut received = 0;
        while received < FILL {
            let room = self.input.room().len();
            match self.stream.receive(&mut self.input) {
                Ok(count) if count < room => break, // that was all, and poll tells of more
                Ok(count) => received += count,
                Err(error) if is_for_later(&error) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The next reply or push that has come.
    pub fn next_reply(&mut self) -> RedisResult<Option<Value>> {
        self.input.next_reply()
    }

    /// What [`wait_for`] is to wait for.
    pub fn poll_entry(&self) -> PollEntry {
        let events = if self.has_sent_all() {
            libc::POLLIN
        } else {
            libc::POLLIN | libc::POLLOUT
        };
        entry(self.stream.as_raw_fd(), events)
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if self.process == Process::current() {
            process::forget_descriptor(self.stream.as_raw_fd());
            COUNTERS.connections.subtract(1);
        }
    }
}

/// Not yet connected, nothing there, no room, a signal.
pub fn is_for_later(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::WouldBlock | ErrorKind::Interrupted | ErrorKind::NotConnected
    )
}

pub type PollEntry = libc::pollfd;

fn entry(fd: RawFd, events: libc::c_short) -> PollEntry {
    PollEntry {
        fd,
        events,
        revents: 0,
    }
}

/// Waits until one of the lines can go on, `wake` can be read, or so much time is over.
pub fn wait_for(mut lines: Vec<PollEntry>, wake: BorrowedFd, left: Option<Duration>) {
    lines.push(entry(wake.as_raw_fd(), libc::POLLIN));
    let timeout = match left {
        // Rounded up: not a moment too early, to come back for nothing.
        Some(left) => left
            .saturating_add(Duration::from_micros(999))
            .as_millis()
            .try_into()
            .unwrap_or(libc::c_int::MAX),
        None => -1,
    };
    // SAFETY: a list and its length. What comes of it does not matter: all lines are looked at.
    unsafe { libc::poll(lines.as_mut_ptr(), lines.len() as libc::nfds_t, timeout) };
}

/// Starts a thread that no signal is ever delivered to: they are for PHP's threads.
pub fn spawn_without_signals(
    name: &str,
    run: impl FnOnce() + Send + 'static,
) -> io::Result<JoinHandle<()>> {
    let mut all = MaybeUninit::uninit();
    let mut before = MaybeUninit::uninit();
    // SAFETY: plain C calls on local data. A thread begins with its parent's mask, which is put back.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr());
    }
    let thread = thread::Builder::new().name(name.to_owned()).spawn(run);
    // SAFETY: as above.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), ptr::null_mut()) };
    thread
}
