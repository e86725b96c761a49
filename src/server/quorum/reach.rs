//! How a server of a quorum is reached: its name looked up, a connection opened, and again after it broke.

use crate::command::way::Native;
use crate::os::thread::in_background;
use crate::server::quorum::node_connection::{ReplyTo, Wire};
use crate::server::transport::socket::{literal, look_up};
use crate::server::{error::Fault, quorum::node::Node, transport::pipelined::PipelinedConnection};

use redis::RedisError;

use std::{
    collections::VecDeque,
    io::{self, ErrorKind},
    mem,
    sync::mpsc::channel,
    time::{Duration, Instant},
};

/// No longer pause between two tries than this.
const LONGEST_RETRY: Duration = Duration::from_secs(1);

impl Node {
    /// Opens a connection if there is none, and it is time to.
    pub fn reach(&mut self, now: Instant) {
        if let Some((found, _)) = &self.looking_up {
            match found.try_recv() {
                Ok(targets) => {
                    self.looking_up = None;
                    self.targets.extend(targets);
                    if self.targets.is_empty() {
                        self.back_off(no_address().into(), now);
                    }
                }
                Err(_) => return,
            }
        }
        while self.wire.is_none() && now >= self.not_before {
            self.targets
                .extend(literal(&self.address.target).filter(|_| self.targets.is_empty()));
            let Some(target) = self.targets.front() else {
                let (sender, receiver) = channel();
                let address = self.address.clone();
                let run = move || drop(sender.send(look_up(&address)));
                match in_background(run) {
                    Ok(()) => self.looking_up = Some((receiver, now)),
                    Err(error) => self.back_off(error.into(), now),
                }
                return;
            };
            match PipelinedConnection::open(target, &self.address) {
                Ok(connection) => self.introduce(connection, now),
                Err(error) => self.fail(error.into(), now),
            }
        }
    }

    fn introduce(&mut self, connection: PipelinedConnection, now: Instant) {
        let mut wire = Wire {
            connection,
            expected: VecDeque::new(),
            opened: now,
            connected: None,
            is_ready: false,
            is_good: false,
            is_taught: false,
            is_readonly: false,
            native: None,
        };
        // Nothing else goes with them: without them it would be done in another database, or by another user.
        for command in self.address.introduction() {
            wire.send(&command, ReplyTo::Introduction, now);
        }
        wire.send(&Native::question(), ReplyTo::Native, now);
        self.wire = Some(wire);
        self.flush(now);
    }

    /// The connection is no good.
    pub(super) fn fail(&mut self, error: RedisError, now: Instant) {
        let mut lost = self.wire.take();
        let was_good = lost.as_ref().is_some_and(|wire| wire.is_good);
        let expected = lost.as_mut().map(|wire| mem::take(&mut wire.expected));
        let mut leftovers = Vec::new();
        if let Some(wire) = lost.filter(|wire| wire.is_ready && error.is_timeout()) {
            self.given_up = Some(wire.connection);
            leftovers.extend(self.leftovers.take()); // it was full
        }
        for expected in expected.into_iter().flatten() {
            match expected.reply_to {
                ReplyTo::Round(round) => {
                    let fault = Fault::ReplyLost(error.clone());
                    self.answers.push((round, Err(fault)));
                }
                ReplyTo::Nobody(Some(leftover)) => leftovers.push(leftover),
                ReplyTo::Nobody(None) | ReplyTo::Introduction | ReplyTo::Native => {}
            }
        }
        for leftover in leftovers {
            self.defer_cleanup(leftover);
        }
        if was_good {
            self.lost_one = true;
            // Closed, as by a server that restarts: another connection is to be had at once, or not at all.
            self.trouble = error.is_timeout().then_some(error);
            return;
        }
        self.targets.pop_front();
        if self.targets.is_empty() {
            self.back_off(error, now);
        } else {
            self.reach(now);
        }
    }

    fn back_off(&mut self, error: RedisError, now: Instant) {
        self.trouble = Some(error);
        self.not_before = now + self.retry_after;
        self.retry_after = (self.retry_after * 2).min(LONGEST_RETRY);
    }
}

fn no_address() -> io::Error {
    io::Error::new(ErrorKind::NotFound, "the host has no address")
}
