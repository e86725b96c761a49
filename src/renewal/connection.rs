//! A server as the background thread reaches it: one connection, and up to four in doubt, what their replies will be replies to, and when to try again
//! after it broke.

use std::{collections::VecDeque, io, mem, time::Duration};

use redis::RedisResult;
use socket2::SockAddr;

use crate::os::{clock::Moment, poll::PollEntry};
use crate::renewal::wire::{Event, Expected, Sent, Wire};
use crate::server::{address::Address, transport::socket::literal};
use crate::stats::COUNTERS;

/// After the first failure; doubled after every further one.
pub const FIRST_RETRY: Duration = Duration::from_millis(20);
/// Short, for a server that is back in time has to be reached in time.
pub const LONGEST_RETRY: Duration = Duration::from_millis(100);
/// So many connections may be silent at a time before the next one is waited for.
const MOST_DOUBTED: usize = 4;
/// A connection that lasted so long was a good one.
const GOOD_AGE: Duration = Duration::from_secs(1);

/// A server that is only slow is not doubted again for so long.
const TRUST: Duration = Duration::from_secs(10);

pub struct NodeConnection {
    /// What the address stands for, the one in use or to be tried next in front; empty: has to be looked up.
    targets: VecDeque<SockAddr>,
    wire: Option<Wire>,
    last_good: Option<SockAddr>,
    looking_up: bool,
    /// The connections before, which were silent for too long; what they answer until then counts.
    doubted: Vec<(Wire, Moment)>,
    /// A doubt was wrong: no other one for a while.
    trusted_until: Moment,
    /// No new connection before.
    not_before: Moment,
    retry_after: Duration,
    lost_one: bool,
    /// When it was needed last.
    pub used: Moment,
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

    /// Opens a connection if there is none, and it is time to.
    pub fn reach(&mut self, address: &Address, now: Moment) -> Reach {
        while self.wire.is_none() {
            if now < self.not_before {
                return Reach::Later(self.not_before);
            }
            if self.targets.is_empty() {
                self.targets.extend(literal(&address.target));
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

    /// Queues a renewal, on a connection that there is.
    pub fn send(&mut self, command: &redis::Cmd, sent: Sent) {
        if let Some(wire) = &mut self.wire {
            if sent.asking {
                wire.begin(false, &redis::cmd("ASKING"));
            }
            wire.connection.queue(command);
            wire.expected.push_back(Expected::Renewal(sent));
        }
    }

    /// An answer is long in coming. If nothing at all has come for so long, the next questions go by another connection;
    /// otherwise tells when to look again.
    pub fn doubt(
        &mut self,
        asked: Moment,
        patience: Duration,
        until: Moment,
        now: Moment,
    ) -> Option<Moment> {
        let silent_at = self.wire.as_ref()?.last_received.max(asked) + patience;
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

    /// The connection is no good. Tells from when on there may be another one.
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
            Some(wire) => wire.connection.flush(),
            None => Ok(()),
        }
    }

    /// Takes in what the server says.
    pub fn receive(&mut self, events: &mut Vec<Event>, now: Moment) -> RedisResult<()> {
        for (mut wire, until) in mem::take(&mut self.doubted) {
            let before = events.len();
            let broken = wire.connection.flush().is_err() || wire.receive(events, now).is_err();
            if events.len() > before {
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
        wires.map(|wire| wire.connection.poll_entry())
    }
}
