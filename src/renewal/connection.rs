//! The background thread has one connection to each server. It also keeps up to four connections
//! that were silent for too long, because late replies on them still count.

use std::{io, mem, time::Duration};

use redis::RedisResult;
use socket2::SockAddr;

use crate::os::{clock::BootInstant, poll::PollEntry};
use crate::renewal::wire::{Event, FIRST_RENEWAL_RETRY, RenewalProtocol, ReplyTo, Sent};
use crate::server::address::Address;
use crate::server::transport::client::{Client, ConnectState};
use crate::server::transport::pipelined::PipelinedConnection;

/// The number of connections that may be suspected at a time. The next one is waited for.
const MOST_SUSPECTED: usize = 4;
/// The age from which a connection was a good one.
const GOOD_AGE: Duration = Duration::from_secs(1);

/// The time for which a server that is only slow is not suspected again.
const TRUST: Duration = Duration::from_secs(10);

pub struct NodeConnection {
    client: Client<RenewalProtocol>,
    last_good: Option<SockAddr>,
    looking_up: bool,
    /// Earlier connections, which were silent for too long. Replies on such a connection count
    /// until the time beside it.
    suspected: Vec<(PipelinedConnection<RenewalProtocol>, BootInstant)>,
    /// The moment until which no connection is suspected, because a suspicion was wrong.
    trusted_until: BootInstant,
    /// The moment at which it was needed last.
    pub used: BootInstant,
}

impl NodeConnection {
    /// Makes a connection to a server that was reached at this address, or is to be looked up.
    pub fn new(reached: Option<SockAddr>, now: BootInstant) -> NodeConnection {
        NodeConnection {
            client: Client::new(reached, now),
            last_good: None,
            looking_up: false,
            suspected: Vec::new(),
            trusted_until: now,
            used: now,
        }
    }

    /// Returns whether nothing is awaited from it.
    pub fn is_idle(&self) -> bool {
        let awaits = |connection: &PipelinedConnection<_>| !connection.expected.is_empty();
        self.suspected.is_empty()
            && !self.looking_up
            && !self.client.connection.as_ref().is_some_and(awaits)
    }

    /// Returns whether the caller must begin a look-up, because none is running.
    pub fn begin_look_up(&mut self) -> bool {
        !mem::replace(&mut self.looking_up, true)
    }

    /// Takes the result of a look-up. If that is empty, the server is where it was. Returns from
    /// when on that can be tried.
    pub fn end_look_up(&mut self, targets: Vec<SockAddr>, now: BootInstant) -> BootInstant {
        self.looking_up = false;
        self.client.end_look_up(targets, now);
        if self.client.targets.is_empty() {
            self.client.targets.extend(self.last_good.clone());
        }
        self.client.not_before.max(now)
    }

    /// Opens a connection if there is none, and it is time to.
    pub fn reach(&mut self, address: &Address, now: BootInstant) -> ConnectState<BootInstant> {
        let reach = self.client.reach(address, now);
        if let ConnectState::Opened = reach {
            self.client.count_reconnect();
        }
        reach
    }

    /// Queues a renewal on the connection.
    pub fn send(&mut self, command: &redis::Cmd, sent: Sent) {
        if let Some(connection) = &mut self.client.connection {
            if sent.asking {
                connection.send(&redis::cmd("ASKING"), ReplyTo::Setup, sent.at);
            }
            connection.send(command, ReplyTo::Renewal(sent), sent.at);
        }
    }

    /// Handles a late reply. If nothing at all has arrived for `patience`, suspects the connection,
    /// and the next renewals use another one. Otherwise returns when to check again.
    pub fn suspect(
        &mut self,
        asked: BootInstant,
        patience: Duration,
        until: BootInstant,
        now: BootInstant,
    ) -> Option<BootInstant> {
        let silent_at = self.client.connection.as_ref()?.last_received.max(asked) + patience;
        if now < silent_at {
            return Some(silent_at.min(until));
        }
        if asked < self.trusted_until {
            return Some(until);
        }
        if self.suspected.len() >= MOST_SUSPECTED {
            let free = self.suspected.iter().map(|(_, until)| *until).min()?;
            return Some(free.min(until).max(now + FIRST_RENEWAL_RETRY));
        }
        self.suspected.push((self.client.connection.take()?, until));
        None
    }

    /// Closes a failed connection. Returns from when on another one may be opened.
    pub fn fail(&mut self, now: BootInstant) -> BootInstant {
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

    /// Closes the connection to a server that has become a replica. Its name may lead to another
    /// server now. Returns from when on that can be tried.
    pub fn begin_elsewhere(&mut self, now: BootInstant) -> BootInstant {
        let then = self.fail(now);
        self.client.targets.clear();
        then
    }

    /// Sends what is queued.
    pub fn flush(&mut self) -> io::Result<()> {
        let connection = self.client.connection.as_mut();
        connection.map_or(Ok(()), PipelinedConnection::flush)
    }

    /// Receives what the server says.
    pub fn receive(&mut self, events: &mut Vec<Event>, now: BootInstant) -> RedisResult<()> {
        for (mut connection, until) in mem::take(&mut self.suspected) {
            let before = events.len();
            let broken =
                connection.flush().is_err() || connection.receive_events(events, now).is_err();
            if events.len() > before {
                self.trusted_until = now + TRUST;
            }
            if !broken && connection.expected.is_empty() && self.client.connection.is_none() {
                self.client.connection = Some(connection); // only slow, and the best that is there
            } else if !broken && !connection.expected.is_empty() && now < until {
                self.suspected.push((connection, until));
            }
        }
        let connection = self.client.connection.as_mut();
        connection.map_or(Ok(()), |connection| connection.receive_events(events, now))
    }

    pub fn poll_entries(&self) -> impl Iterator<Item = PollEntry> {
        let suspected = self.suspected.iter().map(|(connection, _)| connection);
        let all = self.client.connection.iter().chain(suspected);
        all.map(PipelinedConnection::poll_entry)
    }
}
