//! A server as the background thread reaches it: by one connection, and up to four in doubt.

use std::{io, mem, time::Duration};

use redis::RedisResult;
use socket2::SockAddr;

use crate::os::{clock::Moment, poll::PollEntry};
use crate::renewal::wire::{Event, FIRST_RETRY, Renewing, ReplyTo, Sent};
use crate::server::address::Address;
use crate::server::transport::client::{Client, Reach};
use crate::server::transport::pipelined::PipelinedConnection;

/// So many connections may be silent at a time before the next one is waited for.
const MOST_DOUBTED: usize = 4;
/// A connection that lasted so long was a good one.
const GOOD_AGE: Duration = Duration::from_secs(1);

/// A server that is only slow is not doubted again for so long.
const TRUST: Duration = Duration::from_secs(10);

pub struct NodeConnection {
    client: Client<Renewing>,
    last_good: Option<SockAddr>,
    looking_up: bool,
    /// The connections before, which were silent for too long; what they answer until then counts.
    doubted: Vec<(PipelinedConnection<Renewing>, Moment)>,
    /// A doubt was wrong: no other one for a while.
    trusted_until: Moment,
    /// When it was needed last.
    pub used: Moment,
}

impl NodeConnection {
    /// A server that has been reached at this place, or is to be looked up.
    pub fn new(reached: Option<SockAddr>, now: Moment) -> NodeConnection {
        NodeConnection {
            client: Client::new(reached, now),
            last_good: None,
            looking_up: false,
            doubted: Vec::new(),
            trusted_until: now,
            used: now,
        }
    }

    /// Whether nothing is awaited from it.
    pub fn is_idle(&self) -> bool {
        let awaits = |connection: &PipelinedConnection<_>| !connection.expected.is_empty();
        self.doubted.is_empty()
            && !self.looking_up
            && !self.client.connection.as_ref().is_some_and(awaits)
    }

    /// Whether a look-up has to begin now: the name is unknown, and nobody is looking it up.
    pub fn begin_look_up(&mut self) -> bool {
        !mem::replace(&mut self.looking_up, true)
    }

    /// What a look-up found; if nothing, the server is where it was. Tells from when on that can be tried.
    pub fn end_look_up(&mut self, targets: Vec<SockAddr>, now: Moment) -> Moment {
        self.looking_up = false;
        self.client.end_look_up(targets, now);
        if self.client.targets.is_empty() {
            self.client.targets.extend(self.last_good.clone());
        }
        self.client.not_before.max(now)
    }

    /// Opens a connection if there is none, and it is time to.
    pub fn reach(&mut self, address: &Address, now: Moment) -> Reach<Moment> {
        let reach = self.client.reach(address, now);
        if let Reach::Opened = reach {
            self.client.count_reconnect();
        }
        reach
    }

    /// Queues a renewal, on a connection that there is.
    pub fn send(&mut self, command: &redis::Cmd, sent: Sent) {
        if let Some(connection) = &mut self.client.connection {
            if sent.asking {
                connection.send(&redis::cmd("ASKING"), ReplyTo::Setup, sent.at);
            }
            connection.send(command, ReplyTo::Renewal(sent), sent.at);
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
        let silent_at = self.client.connection.as_ref()?.last_received.max(asked) + patience;
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
        self.doubted.push((self.client.connection.take()?, until));
        None
    }

    /// The connection is no good. Tells from when on there may be another one.
    pub fn fail(&mut self, now: Moment) -> Moment {
        if let Some(lost) = self.client.close(now)
            && lost.is_good
        {
            self.last_good = self.client.targets.front().cloned();
            if now >= lost.opened + GOOD_AGE {
                self.client.end_failures();
            }
            self.client.back_off(now);
        }
        self.client.not_before.max(now)
    }

    /// The server has become a replica: its name may lead to another one by now. Tells from when on that can be tried.
    pub fn begin_elsewhere(&mut self, now: Moment) -> Moment {
        let then = self.fail(now);
        self.client.targets.clear();
        then
    }

    /// Sends what is queued.
    pub fn flush(&mut self) -> io::Result<()> {
        let connection = self.client.connection.as_mut();
        connection.map_or(Ok(()), PipelinedConnection::flush)
    }

    /// Takes in what the server says.
    pub fn receive(&mut self, events: &mut Vec<Event>, now: Moment) -> RedisResult<()> {
        for (mut connection, until) in mem::take(&mut self.doubted) {
            let before = events.len();
            let broken =
                connection.flush().is_err() || connection.receive_events(events, now).is_err();
            if events.len() > before {
                self.trusted_until = now + TRUST;
            }
            if !broken && connection.expected.is_empty() && self.client.connection.is_none() {
                self.client.connection = Some(connection); // it was only slow, and there is no better one
            } else if !broken && !connection.expected.is_empty() && now < until {
                self.doubted.push((connection, until));
            }
        }
        let connection = self.client.connection.as_mut();
        connection.map_or(Ok(()), |connection| connection.receive_events(events, now))
    }

    pub fn poll_entries(&self) -> impl Iterator<Item = PollEntry> {
        let doubted = self.doubted.iter().map(|(connection, _)| connection);
        let all = self.client.connection.iter().chain(doubted);
        all.map(PipelinedConnection::poll_entry)
    }
}
