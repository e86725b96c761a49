//! One connection of the background thread, and what the replies on it will be replies to.

use crate::claim::loss::Loss;
use crate::command::{answer::renewed, way::Way};
use crate::os::clock::Moment;
use crate::server::{address::Address, transport::pipelined::PipelinedConnection};

use redis::{ErrorKind, PushKind, RedisResult, ServerError, Value};
use socket2::SockAddr;

use std::{collections::VecDeque, io};

pub struct Wire {
    pub connection: PipelinedConnection,
    pub expected: VecDeque<Expected>,
    pub answered: bool,
    pub opened: Moment,
    /// When something came last.
    pub last_received: Moment,
}

pub enum Expected {
    /// Part of the connection's beginning; without a required one it is of no use.
    Setup {
        required: bool,
    },
    Renewal(Sent),
}

/// A renewal that is under way.
#[derive(Clone, Copy)]
pub struct Sent {
    /// Of the lease.
    pub id: u64,
    pub at: Moment,
    /// Whether it makes the lease longer, or only looks whose the lock is.
    pub extends: bool,
    pub way: Way,
    /// Sent to the node of a cluster that the key is about to move to.
    pub asking: bool,
}

/// What a server says.
pub enum Event {
    /// The lock is ours, or why it is not.
    Answer(Sent, Result<(), Loss>),
    Refusal(Sent, ServerError),
    /// Somebody else changed this key; None: perhaps all of them.
    Change(Option<Vec<u8>>),
}

/// The keys that an invalidation names; without any list it means all of them.
fn changes(data: Vec<Value>, events: &mut Vec<Event>) {
    match <[Value; 1]>::try_from(data) {
        Ok([Value::Array(keys)]) => events.extend(keys.into_iter().map(|key| match key {
            Value::BulkString(key) => Event::Change(Some(key)),
            _ => Event::Change(None),
        })),
        _ => events.push(Event::Change(None)),
    }
}

impl Wire {
    pub fn open(target: &SockAddr, address: &Address, now: Moment) -> io::Result<Wire> {
        let mut wire = Wire {
            connection: PipelinedConnection::open_in_thread(target, address)?,
            expected: VecDeque::new(),
            answered: false,
            opened: now,
            last_received: now,
        };
        for command in address.introduction() {
            wire.begin(true, &command);
        }
        // Pushes need RESP3. Without them, or without permission, losses are noticed at the next renewal.
        wire.begin(false, redis::cmd("HELLO").arg(3));
        wire.begin(
            false,
            redis::cmd("CLIENT").arg("TRACKING").arg("ON").arg("NOLOOP"),
        );
        Ok(wire)
    }

    pub fn begin(&mut self, required: bool, command: &redis::Cmd) {
        self.connection.queue(command);
        self.expected.push_back(Expected::Setup { required });
    }

    pub fn receive(&mut self, events: &mut Vec<Event>, now: Moment) -> RedisResult<()> {
        let outcome = self.connection.fill();
        // What came before the end of the connection has been said.
        while let Some(reply) = self.connection.next_reply()? {
            self.last_received = now;
            if let Value::Push { kind, data } = reply {
                if kind == PushKind::Invalidate {
                    changes(data, events);
                }
                continue;
            }
            match (self.expected.pop_front(), reply) {
                (Some(Expected::Setup { required: true }), Value::ServerError(error)) => {
                    return Err(error.into());
                }
                (Some(Expected::Setup { .. }), _) => {}
                (Some(Expected::Renewal(sent)), Value::ServerError(error)) => {
                    events.push(Event::Refusal(sent, error));
                }
                (Some(Expected::Renewal(sent)), reply) if let Some(answer) = renewed(&reply) => {
                    events.push(Event::Answer(sent, answer));
                }
                _ => return Err((ErrorKind::UnexpectedReturnType, "not what was asked for").into()),
            }
            self.answered = true;
        }
        Ok(outcome?)
    }
}
