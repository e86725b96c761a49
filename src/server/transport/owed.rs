//! What is sent without waiting for a reply: last words, and releases. Whoever uses the connection next reads the replies to
//! these first.

use std::{mem, os::fd::AsFd, time::Duration};

use redis::{Cmd, ConnectionLike, RedisResult};

use crate::command::{Command, way::Way};
use crate::os::poll::{self, READABLE};
use crate::server::leftovers::Owed;
use crate::server::transport::blocking::{Connection, too_late};

/// So many may be owed at a time.
const MOST_OWED: usize = 64;
/// So many bytes of last words, or a command more. Redis reads 16 KiB before it answers, and no more of a client that has gone.
const MOST_PARTED: usize = 14 << 10;
/// For so long a connection that owes a reply is used without a look at it.
const JUST_NOW: Duration = Duration::from_millis(10);

impl Connection {
    /// Whether so many replies are owed that the next one should be waited for.
    pub fn owes_too_much(&self) -> bool {
        self.owed.len() >= MOST_OWED
    }

    pub fn owes(&self) -> bool {
        !self.owed.is_empty()
    }

    /// Whether it owes a reply to something that was sent just now: the next command finds out soon enough what came of it.
    pub fn owes_since_just_now(&self) -> bool {
        self.owes() && self.sent_at.elapsed() < JUST_NOW
    }

    /// Sends a release and waits for nothing. After an error it may be executed all the same. Not by a script's hash: no
    /// command may follow that would repeat it if the server did not know the script.
    pub fn send_unconfirmed(&mut self, owed: Owed, way: Way) -> RedisResult<()> {
        let release = &owed.release;
        let keys = [&*release.key];
        let command = Command::release(&keys, release.token.as_bytes()).of(release.primitive);
        let mut output = mem::take(&mut self.output);
        output.clear();
        command.write(way, &mut output);
        self.owed.push_back(owed);
        let sent = self.send(&output);
        self.output = output;
        sent?;
        self.end_exchange();
        Ok(())
    }

    /// Sends a command on a connection that is given up, if it can be done at once, and waits for nothing. A server that
    /// had only halted executes it after all that was sent before.
    pub fn send_parting(&mut self, command: &Cmd) {
        self.stream.send_at_once(&command.get_packed_command());
    }

    /// Whether more can be said on a connection that is given up, and nothing has come on it.
    pub fn can_part(&self) -> bool {
        self.stream.sent_at_once < MOST_PARTED
            && !poll::wait(Some((self.stream.as_fd(), READABLE)), Duration::ZERO)
    }

    /// Waits for the replies that are owed.
    pub fn receive_owed(&mut self) -> RedisResult<()> {
        while !self.owed.is_empty() {
            let reply = self.receive_reply()?;
            if let Some(owed) = self.owed.pop_front() {
                owed.settle(&reply);
            }
        }
        Ok(())
    }

    /// Waits for the replies that are owed until the read timeout of the last command is over, and no longer: several
    /// connections to halted servers take as long as one.
    pub fn receive_last_owed(&mut self) -> RedisResult<()> {
        self.take_owed()?;
        match self.owes() && self.time_left().is_zero() {
            true => Err(too_late()),
            false => self.receive_owed(),
        }
    }

    /// Reads those that have come.
    pub fn take_owed(&mut self) -> RedisResult<()> {
        while !self.owed.is_empty() {
            let Some(reply) = self.next_now()? else { break };
            if let Some(owed) = self.owed.pop_front() {
                owed.settle(&reply);
            }
        }
        Ok(())
    }

    /// Before the connection is closed: with something unread it would be cut off.
    pub(super) fn leave_owed(&mut self) {
        if self.is_open() {
            let _ = self.take_owed();
        }
        self.owed.drain(..).for_each(|owed| owed.be_left());
    }
}
