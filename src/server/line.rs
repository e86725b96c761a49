//! A connection that nobody waits on, for the background thread: it sends and receives what it can, and `poll` tells
//! when there is more to do.

use std::{
    io::{self, ErrorKind, Read},
    mem::MaybeUninit,
    net::ToSocketAddrs,
    os::fd::{AsRawFd, BorrowedFd, RawFd},
    ptr,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use redis::{Cmd, RedisResult, Value};
use socket2::{Domain, Protocol, SockAddr, Socket, Type};

use super::{Address, Place, Process, reply::Input};
use crate::stats::COUNTERS;

/// A socket that never blocks.
pub struct Line {
    socket: Socket,
    output: Vec<u8>,
    input: Input,
    process: Process,
}

impl Line {
    /// Begins to connect; commands may be queued at once. Blocks only to look up a host's name.
    pub fn open(address: &Address) -> io::Result<Line> {
        let (socket, target) = match &address.place {
            Place::Tcp { host, port } => {
                let target = (host.as_str(), *port).to_socket_addrs()?.next();
                let target = SockAddr::from(target.ok_or(ErrorKind::NotFound)?);
                (
                    Socket::new(target.domain(), Type::STREAM, Some(Protocol::TCP))?,
                    target,
                )
            }
            Place::Unix(path) => (
                Socket::new(Domain::UNIX, Type::STREAM, None)?,
                SockAddr::unix(path)?,
            ),
        };
        if matches!(address.place, Place::Tcp { .. }) {
            socket.set_tcp_nodelay(true)?;
        }
        socket.set_nonblocking(true)?;
        match socket.connect(&target) {
            Err(error) if error.raw_os_error() != Some(libc::EINPROGRESS) => return Err(error),
            _ => {}
        }
        COUNTERS.connections.add(1);
        Ok(Line {
            socket,
            output: Vec::new(),
            input: Input::default(),
            process: Process::current(),
        })
    }

    /// Sends a command as soon as there is room for it.
    pub fn queue(&mut self, command: &Cmd) {
        command.write_packed_command(&mut self.output);
    }

    /// Sends what can be sent without waiting.
    pub fn flush(&mut self) -> io::Result<()> {
        while !self.output.is_empty() {
            match self
                .socket
                .send_with_flags(&self.output, libc::MSG_NOSIGNAL)
            {
                Ok(sent) => drop(self.output.drain(..sent)),
                Err(error) if is_for_later(&error) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Receives what has come; [`next_reply`](Self::next_reply) hands it out.
    pub fn fill(&mut self) -> io::Result<()> {
        loop {
            match (&self.socket).read(self.input.room()) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(received) => self.input.received(received),
                Err(error) if is_for_later(&error) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }

    /// The next reply or push that has come.
    pub fn next_reply(&mut self) -> RedisResult<Option<Value>> {
        self.input.next_reply()
    }

    /// What [`wait_for`] is to wait for.
    pub fn poll_entry(&self) -> PollEntry {
        let events = if self.output.is_empty() {
            libc::POLLIN
        } else {
            libc::POLLIN | libc::POLLOUT
        };
        entry(self.socket.as_raw_fd(), events)
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        if self.process == Process::current() {
            COUNTERS.connections.subtract(1);
        }
    }
}

/// Not yet connected, nothing there, no room.
fn is_for_later(error: &io::Error) -> bool {
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

/// Waits until one of the lines can go on, `wake` can be read, or the time has come.
pub fn wait_for(mut lines: Vec<PollEntry>, wake: BorrowedFd, until: Option<Instant>) {
    lines.push(entry(wake.as_raw_fd(), libc::POLLIN));
    let timeout = match until {
        // Rounded up: not a moment too early, to come back for nothing.
        Some(until) => until
            .saturating_duration_since(Instant::now())
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
