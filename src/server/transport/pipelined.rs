//! A connection that nobody waits on alone, for the background thread and for quorums: it sends and receives what it can,
//! knows what the replies on it will be replies to, and `poll` tells when there is more to do.

use std::{collections::VecDeque, io, ops::Add, os::fd::AsRawFd, time::Duration};

use redis::{Cmd, ErrorKind, RedisResult, Value};
use socket2::SockAddr;

use crate::os::descriptor;
use crate::os::poll::{PollEntry, entry};
use crate::server::transport::socket::{self, is_for_later};
use crate::server::transport::stream::{Session, Stream};
use crate::server::{address::Address, transport::reply::Input};

/// So much is received before others have their turn.
const FILL: usize = 1 << 16;

/// Who uses such connections, and how.
pub trait Purpose: Sized {
    type Clock: Copy + Ord + Add<Duration, Output = Self::Clock>;
    /// What a reply can be to, besides what the address [begins with](Address::introduction).
    type ReplyTo;
    /// What else is known of a connection.
    type Notes: Default;

    /// The pause after the first failure to reach a server; doubled after every further one.
    const FIRST_RETRY: Duration;
    const LONGEST_RETRY: Duration;

    /// What a new connection begins with, after what its address demands.
    fn begin(connection: &mut PipelinedConnection<Self>, now: Self::Clock);
}

/// A stream that never blocks.
pub struct PipelinedConnection<P: Purpose> {
    stream: Stream,
    output: Vec<u8>,
    input: Input,
    /// What the next replies are to, and when that was sent. None: to what the address demands, without which the
    /// connection is of no use.
    pub expected: VecDeque<(Option<P::ReplyTo>, P::Clock)>,
    pub opened: P::Clock,
    /// When something came last.
    pub last_received: P::Clock,
    /// It has answered what counts.
    pub is_good: bool,
    pub notes: P::Notes,
}

impl<P: Purpose> PipelinedConnection<P> {
    /// Begins to connect to what an address stands for; what is sent at once goes out after TLS's handshake.
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
            notes: P::Notes::default(),
        };
        for command in address.introduction() {
            connection.queue(&command);
            connection.expected.push_back((None, now));
        }
        P::begin(&mut connection, now);
        Ok(connection)
    }

    /// Has it closed in a forked child, which does not have the thread that it is for.
    pub fn close_in_child(&self) {
        descriptor::close_in_child(self.stream.as_raw_fd());
    }

    /// Sends a command as soon as there is room for it.
    pub fn send(&mut self, command: &Cmd, reply_to: P::ReplyTo, now: P::Clock) {
        self.queue(command);
        self.expected.push_back((Some(reply_to), now));
    }

    /// The same on a connection whose replies nobody reads any more.
    pub fn queue(&mut self, command: &Cmd) {
        command.write_packed_command(&mut self.output);
    }

    /// Sends what can be sent without waiting.
    pub fn flush(&mut self) -> io::Result<()> {
        while !self.has_sent_all() {
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

    /// Takes in what the server says, and hands it out: replies, with what they are to, and pushes. After an error the
    /// connection is no good.
    pub fn receive(
        &mut self,
        now: P::Clock,
        mut heed: impl FnMut(&mut Self, Option<P::ReplyTo>, Value) -> RedisResult<()>,
    ) -> RedisResult<()> {
        let outcome = self.fill();
        // What came before the end of the connection has been said.
        while let Some(reply) = self.input.next_reply()? {
            self.last_received = now;
            if let Value::Push { .. } = reply {
                heed(self, None, reply)?;
                continue;
            }
            match (self.expected.pop_front(), reply) {
                (Some((None, _)), Value::ServerError(error)) => return Err(error.into()),
                (Some((reply_to, _)), reply) => heed(self, reply_to, reply)?,
                (None, _) => return Err((ErrorKind::UnexpectedReturnType, "nobody asked").into()),
            }
        }
        Ok(outcome?)
    }

    /// Receives what has come, or a good piece of it.
    fn fill(&mut self) -> io::Result<()> {
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

    /// What `os::poll` is to wait for.
    pub fn poll_entry(&self) -> PollEntry {
        let events = if self.has_sent_all() {
            libc::POLLIN
        } else {
            libc::POLLIN | libc::POLLOUT
        };
        entry(self.stream.as_raw_fd(), events)
    }
}
