//! A connection that nobody waits on alone, for the background thread and for quorums: it sends and receives what it can,
//! and `poll` tells when there is more to do.

use std::{
    io::{self},
    os::fd::AsRawFd,
};

use redis::{Cmd, RedisResult, Value};
use socket2::SockAddr;

use crate::os::poll::{PollEntry, entry};
use crate::os::{descriptor, fork::Process};
use crate::server::transport::socket::{self, is_for_later};
use crate::server::transport::stream::{Session, Stream};
use crate::server::{address::Address, transport::reply::Input};
use crate::stats::COUNTERS;

/// So much is received before others have their turn.
const FILL: usize = 1 << 16;

/// A stream that never blocks.
pub struct PipelinedConnection {
    stream: Stream,
    output: Vec<u8>,
    input: Input,
    process: Process,
}

impl PipelinedConnection {
    /// Begins to connect to what an address stands for; commands may be queued at once, and go out after TLS's
    /// handshake.
    pub fn open(target: &SockAddr, address: &Address) -> io::Result<PipelinedConnection> {
        let session = Session::with(address)?;
        let socket = socket::begin(target)?;
        COUNTERS.connections.add(1);
        Ok(PipelinedConnection {
            stream: Stream::new(socket, session),
            output: Vec::new(),
            input: Input::default(),
            process: Process::current(),
        })
    }

    /// The same for a thread that a forked child does not have: it is closed there.
    pub fn open_in_thread(target: &SockAddr, address: &Address) -> io::Result<PipelinedConnection> {
        let connection = PipelinedConnection::open(target, address)?;
        descriptor::close_in_child(connection.stream.as_raw_fd());
        Ok(connection)
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

impl Drop for PipelinedConnection {
    fn drop(&mut self) {
        if self.process == Process::current() {
            descriptor::forget_descriptor(self.stream.as_raw_fd());
            COUNTERS.connections.subtract(1);
        }
    }
}
