//! A server as the background thread reaches it: one line, what its replies will be replies to, and when to try again
//! after it broke.

use std::{collections::VecDeque, io, mem, time::Duration};

use redis::{ErrorKind, PushKind, RedisResult, ServerError, Value};
use socket2::SockAddr;

use crate::claim::loss::Loss;
use crate::command::answer::renewed;
use crate::command::way::Way;
use crate::os::clock::Moment;
use crate::os::poll::PollEntry;
use crate::server::address::Address;
use crate::server::transport::nonblocking::Line;
use crate::server::transport::socket::literal;
use crate::stats::COUNTERS;

/// After the first failure; doubled after every further one.
pub const FIRST_RETRY: Duration = Duration::from_millis(20);
/// Short, for a server that is back in time has to be reached in time.
pub const LONGEST_RETRY: Duration = Duration::from_millis(100);
/// So many lines may be silent at a time before the next one is waited for.
const MOST_DOUBTED: usize = 4;
/// A line that lasted so long was a good one.
const GOOD_AGE: Duration = Duration::from_secs(1);

/// A server that is only slow is not doubted again for so long.
const TRUST: Duration = Duration::from_secs(10);

pub struct NodeConnection {
    /// What the address stands for, the one in use or to be tried next in front; empty: has to be looked up.
    targets: VecDeque<SockAddr>,
    wire: Option<Wire>,
    last_good: Option<SockAddr>,
    looking_up: bool,
    /// The lines before, which were silent for too long; what they answer until then counts.
    doubted: Vec<(Wire, Moment)>,
    /// A doubt was wrong: no other one for a while.
    trusted_until: Moment,
    /// No new line before.
    not_before: Moment,
    retry_after: Duration,
    lost_one: bool,
    /// When it was needed last.
    pub used: Moment,
}

struct Wire {
    line: Line,
    expected: VecDeque<Expected>,
    answered: bool,
    opened: Moment,
    /// When something came last.
    heard: Moment,
}

enum Expected {
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

/// Whether something can be sent to a server now.
pub enum Reach {
    Ready,
    /// Not before then.
    Later(Moment),
    /// Its name has to be looked up first.
    Unknown,
}

impl NodeConnection {
    /// A server that has been reached at this place, or is to be looked up.
    pub fn new(reached: Option<SockAddr>, now: Moment) -> NodeConnection {
        NodeConnection {
            targets: reached.into_iter().collect(),
            last_good: None,
            looking_up: false,
            wire: None,
            doubted: Vec::new(),
            trusted_until: now,
            not_before: now,
            retry_after: FIRST_RETRY,
            lost_one: false,
            used: now,
        }
    }

    /// Whether nothing is awaited from it.
    pub fn is_idle(&self) -> bool {
        let awaits = |wire: &Wire| !wire.expected.is_empty();
        self.doubted.is_empty() && !self.looking_up && !self.wire.as_ref().is_some_and(awaits)
    }

    /// Whether a look-up has to begin now: the name is unknown, and nobody is looking it up.
    pub fn begin_look_up(&mut self) -> bool {
        !mem::replace(&mut self.looking_up, true)
    }

    /// What a look-up found; if nothing, the server is where it was. Tells from when on that can be tried.
    pub fn end_look_up(&mut self, targets: Vec<SockAddr>, now: Moment) -> Moment {
        self.looking_up = false;
        self.targets = targets.into();
        if self.targets.is_empty() {
            self.targets.extend(self.last_good.clone());
            self.back_off(now);
        }
        self.not_before.max(now)
    }

    /// Opens a line if there is none, and it is time to.
    pub fn reach(&mut self, address: &Address, now: Moment) -> Reach {
        while self.wire.is_none() {
            if now < self.not_before {
                return Reach::Later(self.not_before);
            }
            if self.targets.is_empty() {
                self.targets.extend(literal(&address.place));
            }
            let Some(target) = self.targets.front() else {
                return Reach::Unknown;
            };
            match Wire::open(target, address, now) {
                Ok(wire) => {
                    if mem::take(&mut self.lost_one) {
                        COUNTERS.reconnects.add(1);
                    }
                    self.wire = Some(wire);
                }
                Err(_) => {
                    self.fail(now);
                }
            }
        }
        Reach::Ready
    }

    /// Queues a renewal, on a line that there is.
    pub fn send(&mut self, command: &redis::Cmd, sent: Sent) {
        if let Some(wire) = &mut self.wire {
            if sent.asking {
                wire.begin(false, &redis::cmd("ASKING"));
            }
            wire.line.queue(command);
            wire.expected.push_back(Expected::Renewal(sent));
        }
    }

    /// An answer is long in coming. If nothing at all has come for so long, the next questions go by another line;
    /// otherwise tells when to look again.
    pub fn doubt(
        &mut self,
        asked: Moment,
        patience: Duration,
        until: Moment,
        now: Moment,
    ) -> Option<Moment> {
        let silent_at = self.wire.as_ref()?.heard.max(asked) + patience;
        if now < silent_at {
            return Some(silent_at.min(until));
        }
        if asked < self.trusted_until {
            return Some(until);
        }
        if self.doubted.len() >= MOST_DOUBTED {
            let free = self.doubted.iter().map(|(_, until)| *until).min()?;
            return Some(free.min(until).max(now + FIRST_RETRY));
        }
        self.doubted.push((self.wire.take()?, until));
        None
    }

    /// The line is no good. Tells from when on there may be another one.
    pub fn fail(&mut self, now: Moment) -> Moment {
        let lost = self.wire.take();
        let good = lost
            .as_ref()
            .is_some_and(|wire| now >= wire.opened + GOOD_AGE);
        let answered = lost.is_some_and(|wire| wire.answered);
        if answered {
            self.lost_one = true;
            self.last_good = self.targets.front().cloned();
        } else {
            self.targets.pop_front();
        }
        if answered && good {
            self.retry_after = FIRST_RETRY;
        }
        if answered || self.targets.is_empty() {
            self.back_off(now);
        }
        self.not_before.max(now)
    }

    /// The server has become a replica: its name may lead to another one by now. Tells from when on that can be tried.
    pub fn begin_elsewhere(&mut self, now: Moment) -> Moment {
        let then = self.fail(now);
        self.targets.clear();
        then
    }

    fn back_off(&mut self, now: Moment) {
        self.not_before = now + self.retry_after;
        self.retry_after = (self.retry_after * 2).min(LONGEST_RETRY);
    }

    /// Sends what is queued.
    pub fn flush(&mut self) -> io::Result<()> {
        match &mut self.wire {
            Some(wire) => wire.line.flush(),
            None => Ok(()),
        }
    }

    /// Takes in what the server says.
    pub fn receive(&mut self, events: &mut Vec<Event>, now: Moment) -> RedisResult<()> {
        for (mut wire, until) in mem::take(&mut self.doubted) {
            let heard = events.len();
            let broken = wire.line.flush().is_err() || wire.receive(events, now).is_err();
            if events.len() > heard {
                self.trusted_until = now + TRUST;
            }
            if !broken && wire.expected.is_empty() && self.wire.is_none() {
                self.wire = Some(wire); // it was only slow, and there is no better one
            } else if !broken && !wire.expected.is_empty() && now < until {
                self.doubted.push((wire, until));
            }
        }
        match &mut self.wire {
            Some(wire) => wire.receive(events, now),
            None => Ok(()),
        }
    }

    pub fn poll_entries(&self) -> impl Iterator<Item = PollEntry> {
        let doubted = self.doubted.iter().map(|(wire, _)| wire);
        let wires = self.wire.iter().chain(doubted);
        wires.map(|wire| wire.line.poll_entry())
    }
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
    fn open(target: &SockAddr, address: &Address, now: Moment) -> io::Result<Wire> {
        let mut wire = Wire {
            line: Line::open_in_thread(target, address)?,
            expected: VecDeque::new(),
            answered: false,
            opened: now,
            heard: now,
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

    fn begin(&mut self, required: bool, command: &redis::Cmd) {
        self.line.queue(command);
        self.expected.push_back(Expected::Setup { required });
    }

    fn receive(&mut self, events: &mut Vec<Event>, now: Moment) -> RedisResult<()> {
        let outcome = self.line.fill();
        // What came before the end of the line has been said.
        while let Some(reply) = self.line.next_reply()? {
            self.heard = now;
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
