//! Commands that are sent without waiting for a reply: best-effort cleanup, and releases. The next
//! user of the connection reads the replies to releases first.

use std::{mem, os::fd::AsFd, time::Duration};

use redis::{Cmd, ConnectionLike, RedisResult};

use crate::command::{Command, invocation::Invocation};
use crate::os::poll::{self, READABLE};
use crate::server::pending_release::PendingRelease;
use crate::server::transport::blocking::{Connection, too_late};

/// The most pending replies of a connection.
const MOST_PENDING: usize = 64;
/// The bytes of cleanup commands after which a given-up connection takes no more. Redis reads 16
/// KiB before it answers, and no more of a client that has gone.
const MOST_PARTED: usize = 14 << 10;
/// The time for which a connection with a pending reply is used without checking it.
const JUST_NOW: Duration = Duration::from_millis(10);

impl Connection {
    /// Returns whether the next reply should be awaited, because `MOST_PENDING` are pending.
    pub fn has_too_many_pending(&self) -> bool {
        self.pending.len() >= MOST_PENDING
    }

    pub fn has_pending(&self) -> bool {
        !self.pending.is_empty()
    }

    /// Returns whether a reply to a command that was sent just now is pending. The next command
    /// will soon find out its result.
    pub fn was_just_sent(&self) -> bool {
        self.has_pending() && self.sent_at.elapsed() < JUST_NOW
    }

    /// Sends a release without waiting. It may be executed even after an error. `invocation` is
    /// never a script's hash, because no later command would repeat the release after NOSCRIPT.
    pub fn send_unconfirmed(
        &mut self,
        pending: PendingRelease,
        invocation: Invocation,
    ) -> RedisResult<()> {
        let release = &pending.release;
        let keys = [&*release.key];
        let command = Command::release(&keys, release.token.as_bytes()).of(release.kind);
        let mut output = mem::take(&mut self.output);
        output.clear();
        command.write(invocation, &mut output);
        self.pending.push_back(pending);
        let sent = self.send(&output);
        self.output = output;
        sent?;
        self.end_exchange();
        Ok(())
    }

    /// Sends a command on a connection that was given up, if the socket takes it at once. A server
    /// that was only suspended executes it after all commands that were sent before.
    pub fn send_parting(&mut self, command: &Cmd) {
        self.stream.send_at_once(&command.get_packed_command());
    }

    /// Returns whether a connection that was given up takes more commands, and nothing has arrived
    /// on it.
    pub fn can_part(&self) -> bool {
        self.stream.sent_at_once < MOST_PARTED
            && !poll::wait(Some((self.stream.as_fd(), READABLE)), Duration::ZERO)
    }

    /// Waits for the pending replies.
    pub fn receive_pending(&mut self) -> RedisResult<()> {
        while !self.pending.is_empty() {
            let reply = self.receive_reply()?;
            if let Some(pending) = self.pending.pop_front() {
                pending.process(&reply);
            }
        }
        Ok(())
    }

    /// Waits for the pending replies, at most until the read timeout of the last command. So
    /// several connections to suspended servers take no longer than one.
    pub fn receive_last_pending(&mut self) -> RedisResult<()> {
        self.read_pending()?;
        match self.has_pending() && self.time_left().is_zero() {
            true => Err(too_late()),
            false => self.receive_pending(),
        }
    }

    /// Reads the pending replies that have arrived.
    pub fn read_pending(&mut self) -> RedisResult<()> {
        while !self.pending.is_empty() {
            let Some(reply) = self.next_now()? else { break };
            if let Some(pending) = self.pending.pop_front() {
                pending.process(&reply);
            }
        }
        Ok(())
    }

    /// Makes leftovers of pending releases. First reads what has arrived, because closing a
    /// connection with unread bytes resets it.
    pub(super) fn abandon_pending(&mut self) {
        if self.is_open() {
            let _ = self.read_pending();
        }
        self.pending.drain(..).for_each(|pending| pending.be_left());
    }
}
