//! A connection that never blocks, for the background thread and for quorums. It sends and receives
//! what it can, and knows which command each reply answers. `poll` reports when it can go on.

use std::{collections::VecDeque, io, ops::Add, os::fd::AsRawFd, time::Duration};

use redis::{Cmd, ErrorKind, RedisResult, Value};
use socket2::SockAddr;

use crate::os::descriptor;
use crate::os::poll::{PollEntry, entry};
use crate::server::transport::socket::{self, would_block};
use crate::server::transport::stream::{Session, Stream};
use crate::server::{address::Address, transport::reply::Input};

/// The number of bytes after which other connections have their turn.
const FILL: usize = 1 << 16;

/// A use of pipelined connections.
pub trait PipelineProtocol: Sized {
    type Clock: Copy + Ord + Add<Duration, Output = Self::Clock>;
    /// A command that a reply answers, besides those of the [address](Address::introduction).
    type ReplyTo;
    /// The further state of a connection.
    type ConnectionState: Default;

    /// The pause after the first failure to reach a server; doubled after every further one.
    const FIRST_RETRY: Duration;
    const LONGEST_RETRY: Duration;

    /// Sends the first commands of a new connection, after those that its address demands.
    fn begin(connection: &mut PipelinedConnection<Self>, now: Self::Clock);
}

/// A stream that never blocks.
pub struct PipelinedConnection<P: PipelineProtocol> {
    stream: Stream,
    output: Vec<u8>,
    input: Input,
    /// The commands that the next replies answer, and when they were sent. None: a command that the
    /// address demands. If it fails, the connection is closed.
    pub expected: VecDeque<(Option<P::ReplyTo>, P::Clock)>,
    pub opened: P::Clock,
    /// The moment at which something last arrived.
    pub last_received: P::Clock,
    /// True once a reply that counts has arrived.
    pub is_good: bool,
    pub notes: P::ConnectionState,
}

impl<P: PipelineProtocol> PipelinedConnection<P> {
    /// Begins to connect to `target`. What is sent at once goes out after the TLS handshake.
    pub fn open(target: &SockAddr, address: &Address, now: P::Clock) -> io::Result<Self> {
        let session = Session::with(address)?;
        let socket = socket::begin(target)?;
        let mut connection = PipelinedConnection {
            stream: Stream::new(socket, session),
            output: Vec::new(),
            input: Input::default(),
            expected: VecDeque::new(),
            opened: now,
            last_received: now,
            is_good: false,
            notes: P::ConnectionState::default(),
        };
        for command in address.introduction() {
            connection.queue(&command);
            connection.expected.push_back((None, now));
        }
        P::begin(&mut connection, now);
        Ok(connection)
    }

    /// Has it closed in a forked child, which does not have the thread that uses it.
    pub fn close_in_child(&self) {
        descriptor::close_in_child(self.stream.as_raw_fd());
    }

    /// Queues a command, and notes that its reply is expected.
    pub fn send(&mut self, command: &Cmd, reply_to: P::ReplyTo, now: P::Clock) {
        self.queue(command);
        self.expected.push_back((Some(reply_to), now));
    }

    /// Queues a command, without noting that its reply is expected.
    pub fn queue(&mut self, command: &Cmd) {
        command.write_packed_command(&mut self.output);
    }

    /// Sends what can be sent without waiting.
    pub fn flush(&mut self) -> io::Result<()> {
        while !self.has_sent_all() {
            match self.stream.send(&self.output) {
                Ok(sent) => drop(self.output.drain(..sent)),
                Err(error) if would_block(&error) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Returns whether all that was queued has been sent.
    pub fn has_sent_all(&self) -> bool {
        self.output.is_empty() && !self.stream.is_holding()
    }

    /// Receives what has arrived, and calls `heed` with each push, and with each reply and what it
    /// answers. After an error the connection is of no use.
    pub fn receive(
        &mut self,
        now: P::Clock,
        mut heed: impl FnMut(&mut Self, Option<P::ReplyTo>, Value) -> RedisResult<()>,
    ) -> RedisResult<()> {
        let outcome = self.fill();
        // Replies that arrived before the end of the connection count.
        while let Some(reply) = self.input.next_reply()? {
            self.last_received = now;
            if let Value::Push { .. } = reply {
                heed(self, None, reply)?;
                continue;
            }
            match (self.expected.pop_front(), reply) {
                (Some((None, _)), Value::ServerError(error)) => return Err(error.into()),
                (Some((reply_to, _)), reply) => heed(self, reply_to, reply)?,
                (None, _) => {
                    return Err((ErrorKind::UnexpectedReturnType, "no command asked").into());
                }
            }
        }
        Ok(outcome?)
    }

    /// Receives what has arrived, or a good piece of it.
    fn fill(&mut self) -> io::Result<()> {
        let mut received = 0;
        while received < FILL {
            let room = self.input.room().len();
            match self.stream.receive(&mut self.input) {
                Ok(count) if count < room => break, // that was all, and poll reports more
                Ok(count) => received += count,
                Err(error) if would_block(&error) => break,
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Returns what `os::poll` is to wait for.
    pub fn poll_entry(&self) -> PollEntry {
        let events = if self.has_sent_all() {
            libc::POLLIN
        } else {
            libc::POLLIN | libc::POLLOUT
        };
        entry(self.stream.as_raw_fd(), events)
    }
}
