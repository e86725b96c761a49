//! The commands of a waiter to the server of its queue, and the replies. `docs/protocol.md`
//! describes the queue.

use std::time::Duration;

use redis::{Cmd, Value};

use crate::command::answer::lasts;
use crate::command::invocation::Invocation;
use crate::command::lock_kind::LockKind;
use crate::command::script::{
    LEAVE_QUEUE, LOOK, LOOK_ELSEWHERE, LOOK_FOR_SHARE, Script, WAIT, WAIT_ELSEWHERE, WAIT_FOR_SHARE,
};

/// The event for which a waiter runs `wait.lua`, which has the same names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// It is new.
    Arrived,
    /// It has popped this seat.
    Woken(u8),
    /// The lock or its elder's seat has changed, or a lease has ended.
    Changed,
    /// As `Changed`, after a vain try on this seat. Another waiter may have the seat by now.
    Again,
    /// Its elder has had its time to take the lock.
    Late,
    /// The other seat was offered, and no waiter has come.
    Alone,
    /// Its seat expires soon.
    Refresh,
}

impl Event {
    fn name(self) -> &'static str {
        match self {
            Event::Arrived => "arrived",
            Event::Woken(_) => "woken",
            Event::Changed => "changed",
            Event::Again => "again",
            Event::Late => "late",
            Event::Alone => "alone",
            Event::Refresh => "refresh",
        }
    }

    /// Returns whether the step writes to the seat.
    pub fn sits(self) -> bool {
        matches!(self, Event::Arrived | Event::Woken(_) | Event::Refresh)
    }
}

/// The keys of a queue (lock, two seats, list of vacant seats), and the scripts for this kind of
/// lock.
pub struct QueueScripts<'a> {
    pub keys: [&'a [u8]; 4],
    pub kind: LockKind,
    /// True if the lock is a quorum's.
    pub is_elsewhere: bool,
    pub seat_life: Duration,
}

/// A waiter at the moment of a step.
pub struct Step<'a> {
    pub event: Event,
    pub seat: u8,
    /// The note of the elder that is late, or nothing.
    pub late: &'a [u8],
    /// The time of its arrival by the server's clock, in microseconds. `None`: it arrives now.
    pub arrival: Option<i64>,
    /// The note on its seat, without the arrival.
    pub note: &'a [u8],
    pub token: &'a [u8],
    pub ttl: Duration,
    pub fence: Option<(&'a [u8], Duration)>,
}

impl QueueScripts<'_> {
    pub fn wait(&self, invocation: Invocation, step: &Step) -> Cmd {
        let mut keys = self.keys.to_vec();
        let (fence, fence_life) = step.fence.unzip();
        keys.extend(fence);
        let times = [self.seat_life, step.ttl, fence_life.unwrap_or_default()];
        let mut command = self
            .pick(&WAIT, &WAIT_FOR_SHARE, &WAIT_ELSEWHERE)
            .command(invocation, &keys, step.token, &times);
        command.arg(step.event.name()).arg(step.seat).arg(step.late);
        let arrival = step.arrival.map(|arrival| arrival.to_string());
        command.arg(arrival.unwrap_or_default()).arg(step.note);
        self.with_arguments(command)
    }

    /// Returns the command of a sleeper's look. `seen` is from the last [`Look::Free`], or nothing.
    pub fn look(
        &self,
        invocation: Invocation,
        looks: &[u8],
        look_period: Duration,
        seen: &[u8],
    ) -> Cmd {
        let mut keys = self.keys.to_vec();
        keys.push(looks);
        let script = self.pick(&LOOK, &LOOK_FOR_SHARE, &LOOK_ELSEWHERE);
        let mut command = script.command(invocation, &keys, b"", &[self.seat_life, look_period]);
        command.arg(seen);
        self.with_arguments(command)
    }

    /// Returns the command by which a waiter leaves. `popped` is the seat that it has popped and
    /// did not take, or 0. `late` is the note of the elder that was passed over, or nothing.
    pub fn leave(&self, invocation: Invocation, note: &[u8], popped: u8, late: &[u8]) -> Cmd {
        let count = if self.kind == LockKind::Shared && self.is_elsewhere {
            2
        } else {
            1
        };
        let mut command = LEAVE_QUEUE.command(invocation, &self.keys, note, &[self.seat_life]);
        command.arg(popped).arg(count).arg(late);
        command
    }

    fn pick<'s>(&self, lock: &'s Script, share: &'s Script, elsewhere: &'s Script) -> &'s Script {
        match self.is_elsewhere {
            true => elsewhere,
            false if self.kind.is_exclusive() => lock,
            false => share,
        }
    }

    fn with_arguments(&self, mut command: Cmd) -> Cmd {
        for argument in self.kind.arguments(true) {
            command.arg(argument);
        }
        command
    }
}

/// The reply of `wait.lua`.
#[derive(Debug, PartialEq, Eq)]
pub enum Place {
    /// The lock is ours, with its fencing token if it is fenced.
    Taken(Option<i64>),
    /// Both seats have waiters.
    Asleep { arrival: i64 },
    Watching {
        arrival: i64,
        seat: u8,
        /// The time until the lock may be free. `Duration::MAX`: there is none. `None`: it is free.
        left: Option<Duration>,
        /// The note of the waiter that goes first, or nothing.
        elder: Vec<u8>,
        /// True if this step offered the other seat, or if a waiter has popped that seat and has
        /// not sat down. False while an earlier offer is still in the list.
        is_vacant: bool,
    },
}

impl Place {
    pub fn decode(reply: &Value) -> Option<Place> {
        Some(match named(reply)? {
            (b"taken", []) => Place::Taken(None),
            (b"taken", [Value::Int(fence)]) => Place::Taken(Some(*fence)),
            (b"asleep", [Value::Int(arrival)]) => Place::Asleep { arrival: *arrival },
            (
                b"watching",
                [
                    Value::Int(arrival),
                    Value::Int(seat @ 1..=2),
                    Value::Int(left),
                    Value::BulkString(elder),
                    Value::Int(is_vacant),
                ],
            ) => Place::Watching {
                arrival: *arrival,
                seat: *seat as u8,
                left: (*left != -2).then(|| lasts(*left).unwrap_or(Duration::MAX)),
                elder: elder.clone(),
                is_vacant: *is_vacant == 1,
            },
            _ => return None,
        })
    }
}

/// The reply of `look_after_seats.lua`.
#[derive(Debug, PartialEq, Eq)]
pub enum Look {
    Held,
    /// The lock is free. These notes are on the seats.
    Free(Vec<u8>),
    Offered,
}

impl Look {
    /// Returns also how many sleepers have looked lately.
    pub fn decode(reply: &Value) -> Option<(Look, u32)> {
        let (look, looks) = match named(reply)? {
            (b"held", [Value::Int(looks)]) => (Look::Held, looks),
            (b"offered", [Value::Int(looks)]) => (Look::Offered, looks),
            (b"free", [Value::Int(looks), Value::BulkString(seen)]) => {
                (Look::Free(seen.clone()), looks)
            }
            _ => return None,
        };
        Some((look, u32::try_from(*looks).unwrap_or(u32::MAX)))
    }
}

/// Returns the seat that a pop names, or `None` if its time was up.
pub fn popped_seat(reply: Value) -> Option<u8> {
    match reply {
        Value::Array(mut reply) => match reply.pop() {
            Some(Value::BulkString(seat)) if *seat == *b"1" => Some(1),
            Some(Value::BulkString(seat)) if *seat == *b"2" => Some(2),
            _ => None,
        },
        _ => None,
    }
}

fn named(reply: &Value) -> Option<(&[u8], &[Value])> {
    match reply {
        Value::Array(reply) => match reply.split_first()? {
            (Value::BulkString(name), rest) => Some((name, rest)),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pop_names_a_seat_or_none() {
        let bytes = |bytes: &[u8]| Value::BulkString(bytes.into());
        let popped = |seat| Value::Array(vec![bytes(b"{key}:redislock:vacant"), bytes(seat)]);
        assert_eq!(popped_seat(popped(b"2")), Some(2));
        assert_eq!(popped_seat(popped(b"3")), None);
        assert_eq!(popped_seat(Value::Nil), None);
        assert_eq!(popped_seat(Value::Array(Vec::new())), None);
        assert_eq!(popped_seat(Value::Int(1)), None);
    }

    #[test]
    fn a_reply_without_its_words_is_no_answer() {
        let reply = |words: Vec<Value>| Value::Array(words);
        let name = |name: &str| Value::BulkString(name.into());
        assert_eq!(Place::decode(&reply(vec![])), None);
        assert_eq!(Place::decode(&reply(vec![name("watching")])), None);
        let asleep = reply(vec![name("asleep"), Value::Int(1)]);
        assert_eq!(Place::decode(&asleep), Some(Place::Asleep { arrival: 1 }));
        assert_eq!(
            Look::decode(&reply(vec![name("free"), Value::Int(1)])),
            None
        );
    }
}
