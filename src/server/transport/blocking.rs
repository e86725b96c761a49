//! A blocking connection with a deadline for every command. After an I/O error it is not reused.

use std::{
    collections::VecDeque,
    io::{self, ErrorKind},
    os::fd::{AsFd, AsRawFd},
    time::{Duration, Instant},
};

use redis::{RedisError, RedisResult, Value};
use socket2::{SockAddr, TcpKeepalive};

use crate::os::clock::stood_still;
use crate::os::interrupt::{self, serve_interrupts};
use crate::os::poll::{self, READABLE, WRITABLE};
use crate::os::{descriptor, fork::Process};
use crate::server::address::{Address, SocketTarget};
use crate::server::transport::socket::{SLICE, connect, has_hung_up, would_block};
use crate::server::transport::stream::{Session, Stream};
use crate::server::{
    address::options::Timeouts, pending_release::PendingRelease, transport::reply::Input,
    transport::tls::tls_error::TlsError,
};

/// One stream. Replies are read to their end or not at all. After any error but an error reply the
/// connection is broken, and can only be dropped.
pub struct Connection {
    pub(super) stream: Stream,
    pub(super) read_timeout: Duration,
    pub(super) database: i64,
    pub(super) output: Vec<u8>,
    pub(super) input: Input,
    /// The pending replies to unconfirmed releases.
    pub(super) pending: VecDeque<PendingRelease>,
    /// The moment at which the last command was sent; its reply is due within the read timeout.
    pub(super) sent_at: Instant,
    /// That moment again, until the first wait for the reply.
    pub(super) sent_unawaited: Option<Instant>,
    pub(super) broken: bool,
    /// True while nothing has arrived on a plain TCP connection: its port may be one with TLS.
    pub(super) perhaps_tls: bool,
}

impl Connection {
    /// Connects, authenticates and selects the database, each step within the address's timeouts.
    pub fn open(address: &Address) -> RedisResult<Connection> {
        let session = Session::with(address)?;
        let timeout = interrupt::limit(address.timeouts.connect);
        let end = Instant::now() + timeout;
        let socket = connect(&address.target, timeout)?;
        socket.set_read_timeout(Some(address.timeouts.read.min(SLICE)))?;
        let mut connection = Connection {
            stream: Stream::new(socket, session),
            read_timeout: address.timeouts.read,
            database: address.database.into(),
            output: Vec::with_capacity(256),
            input: Input::default(),
            pending: VecDeque::new(),
            sent_at: Instant::now(),
            sent_unawaited: None,
            broken: false,
            perhaps_tls: address.tls.is_none()
                && matches!(address.target, SocketTarget::Tcp { .. }),
        };
        connection.stream.shake_hands(&mut connection.input, end)?;
        for command in address.introduction() {
            command.exec(&mut connection)?;
        }
        Ok(connection)
    }

    /// Returns whether the server closed the idle connection, or sent something unexpected, which
    /// the next command would take for its reply.
    pub fn died_idle(&mut self) -> bool {
        match self.has_pending() {
            true if self.was_just_sent() => false,
            true if self.read_pending().is_err() => true,
            true if self.has_pending() => false,
            true if !self.input.is_empty() => true,
            _ => self.stream.has_died(&mut self.input),
        }
    }

    /// Breaks the connection after an unexpected reply, because all later replies would be shifted.
    pub fn unasked(&mut self) -> RedisError {
        self.broken = true;
        io::Error::new(
            ErrorKind::ConnectionAborted,
            "bytes came that no command had asked for",
        )
        .into()
    }

    /// Sets the timeouts of the next user.
    pub fn set_timeouts(&mut self, timeouts: Timeouts) {
        if self.read_timeout != timeouts.read {
            self.read_timeout = timeouts.read;
            let slice = timeouts.read.min(SLICE);
            let _ = self.stream.socket().set_read_timeout(Some(slice));
        }
    }

    /// Returns when the connection was used last.
    pub fn used(&self) -> Instant {
        self.sent_at
    }

    /// Has the system check the peer after `period` without traffic, and then three times as often.
    pub fn keep_alive(&self, period: Duration) {
        let keepalive = TcpKeepalive::new()
            .with_time(period)
            .with_interval(period / 3)
            .with_retries(3);
        let _ = self.stream.socket().set_tcp_keepalive(&keepalive); // none on a Unix socket
    }

    /// Has it lead nowhere in a forked child, whose copy would make a crashed waiter seem alive.
    pub fn blind_in_child(&self) {
        descriptor::blind_in_child(self.stream.as_raw_fd());
    }

    /// Returns the address of the peer.
    pub fn peer_addr(&self) -> Option<SockAddr> {
        self.stream.socket().peer_addr().ok()
    }

    /// Sends commands. Until [`end_exchange`](Self::end_exchange) only their replies can be read.
    pub fn send(&mut self, mut bytes: &[u8]) -> RedisResult<()> {
        if self.broken {
            return Err(io::Error::from(ErrorKind::NotConnected).into());
        }
        self.broken = true; // until the last reply has been read
        self.sent_at = Instant::now();
        self.sent_unawaited = Some(self.sent_at);
        loop {
            match self.stream.send(bytes) {
                Ok(sent) => bytes = &bytes[sent..],
                Err(error)
                    if [ErrorKind::WouldBlock, ErrorKind::Interrupted].contains(&error.kind()) => {}
                Err(error) if has_hung_up(&error) => {
                    return Err(self.last_words().unwrap_or(error.into()));
                }
                Err(error) => return Err(error.into()),
            }
            if bytes.is_empty() && !self.stream.is_holding() {
                return Ok(());
            }
            // The socket does not take everything at once.
            self.sent_unawaited = None;
            let socket = Some((self.stream.as_fd(), WRITABLE));
            poll::wait(socket, self.time_left().min(SLICE));
            self.go_on()?;
        }
    }

    /// Returns the final error reply, as a full server sends it before it closes a connection.
    fn last_words(&mut self) -> Option<RedisError> {
        self.stream.receive(&mut self.input).ok()?;
        match self.input.next_reply() {
            Ok(Some(Value::ServerError(error))) => Some(error.into()),
            _ => None,
        }
    }

    /// Notes that the replies to what was sent have been read.
    pub fn end_exchange(&mut self) {
        self.broken = false;
    }

    pub fn is_of_this_process(&self) -> bool {
        self.stream.process == Process::current()
    }

    /// Returns whether it belongs to this process, and awaits no reply.
    pub fn is_idle(&self) -> bool {
        !self.broken && self.is_of_this_process()
    }

    /// Waits until `end` for bytes, or for a signal.
    pub fn await_bytes(&self, end: Instant) {
        let left = end.saturating_duration_since(Instant::now());
        poll::wait(Some((self.stream.as_fd(), READABLE)), left);
    }

    pub(super) fn read(&mut self) -> io::Result<()> {
        match self.stream.receive(&mut self.input) {
            Ok(_) => self.perhaps_tls = false,
            Err(error) if would_block(&error) => {}
            Err(error) if self.perhaps_tls => return Err(TlsError::perhaps_tls(error)),
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Returns the reply to what was sent, within the read timeout. Reads pending replies first.
    pub fn receive(&mut self) -> RedisResult<Value> {
        if self.has_pending() {
            self.receive_pending()?;
        }
        self.receive_reply()
    }

    pub(super) fn receive_reply(&mut self) -> RedisResult<Value> {
        if let Some(reply) = self.input.next_reply()? {
            return Ok(reply);
        }
        // Usually the first read returns a whole reply, within the socket's own timeout.
        let is_in_loop = interrupt::may_suspend();
        let mut readable = match is_in_loop {
            true => self.stream.await_near_reply(),
            false => interrupt::short_limit().is_none(),
        };
        let mut is_late = false;
        // The process may have been suspended just when the command had been sent.
        let since = self.sent_unawaited.take();
        let (mut start, mut step) = (since.unwrap_or_else(Instant::now), SLICE);
        loop {
            if readable {
                self.read()?;
                if let Some(reply) = self.input.next_reply()? {
                    return Ok(reply);
                }
            }
            // Time for which this machine stood still does not count against the server. In a loop
            // it cannot be told from the time of other fibers.
            if !is_in_loop {
                self.sent_at += stood_still(start, step);
            }
            self.serve_interrupts()?;
            if is_late {
                return Err(too_late());
            }
            let left = self.time_left();
            is_late = left.is_zero(); // one more poll, in case a signal handler took all the time
            (start, step) = (Instant::now(), left.min(SLICE));
            readable = poll::wait(Some((self.stream.as_fd(), READABLE)), step);
        }
    }

    /// Serves interrupts, then goes on waiting. Fails if the time is up.
    pub fn go_on(&mut self) -> RedisResult<()> {
        self.serve_interrupts()?;
        match self.time_left().is_zero() {
            true => Err(too_late()),
            false => Ok(()),
        }
    }

    pub(super) fn time_left(&self) -> Duration {
        interrupt::limit(self.read_timeout).saturating_sub(self.sent_at.elapsed())
    }

    /// Runs signal handlers before the rest of the reply arrives.
    fn serve_interrupts(&mut self) -> io::Result<()> {
        let was_stopped = interrupt::must_stop();
        match serve_interrupts(self.stream.process) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {
                if !was_stopped {
                    self.sent_at = Instant::now(); // the last short wait begins
                }
                Ok(())
            }
            outcome => outcome,
        }
    }
}

pub(super) fn too_late() -> RedisError {
    io::Error::new(ErrorKind::TimedOut, "no reply within the read timeout").into()
}

impl Drop for Connection {
    fn drop(&mut self) {
        if self.has_pending() && self.is_of_this_process() {
            self.abandon_pending();
        }
    }
}
