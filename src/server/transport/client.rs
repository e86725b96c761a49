//! A server that is reached without blocking, by the background thread and by quorums. Its state:
//! the socket addresses, the time of the next attempt after a failure, and the connection in use.

use std::{collections::VecDeque, io, mem, time::Duration};

use socket2::SockAddr;

use crate::server::transport::pipelined::{PipelineProtocol, PipelinedConnection};
use crate::server::{address::Address, transport::socket::literal};
use crate::stats::COUNTERS;

pub struct Client<P: PipelineProtocol> {
    pub connection: Option<PipelinedConnection<P>>,
    /// The server's socket addresses, the current or next one in front; empty: a look-up is needed.
    pub targets: VecDeque<SockAddr>,
    /// The time before which no new connection is opened.
    pub not_before: P::Clock,
    retry_after: Duration,
    lost_one: bool,
}

/// The readiness of a server to be sent something.
pub enum ConnectState<T> {
    Ready,
    /// Ready, on a connection that has just been opened.
    Opened,
    /// Not ready before this time, with the reason if it is new.
    Later(T, Option<io::Error>),
    /// Not ready, because its name has to be looked up first.
    Unknown,
}

impl<P: PipelineProtocol> Client<P> {
    pub fn new(reached: Option<SockAddr>, now: P::Clock) -> Client<P> {
        Client {
            connection: None,
            targets: reached.into_iter().collect(),
            not_before: now,
            retry_after: P::FIRST_RETRY,
            lost_one: false,
        }
    }

    /// Opens a connection if there is none and `not_before` has passed.
    pub fn reach(&mut self, address: &Address, now: P::Clock) -> ConnectState<P::Clock> {
        let mut last_error = None;
        while self.connection.is_none() {
            if now < self.not_before {
                return ConnectState::Later(self.not_before, last_error);
            }
            if self.targets.is_empty() {
                self.targets.extend(literal(&address.target));
            }
            let Some(target) = self.targets.front() else {
                return ConnectState::Unknown;
            };
            match PipelinedConnection::open(target, address, now) {
                Ok(connection) => {
                    self.connection = Some(connection);
                    return ConnectState::Opened;
                }
                Err(error) => {
                    self.close(now);
                    last_error = Some(error);
                }
            }
        }
        ConnectState::Ready
    }

    /// Takes the result of a look-up. If it found nothing, the next look-up has to wait.
    pub fn end_look_up(&mut self, targets: Vec<SockAddr>, now: P::Clock) {
        self.targets = targets.into();
        if self.targets.is_empty() {
            self.back_off(now);
        }
    }

    /// Gives up a connection, or the attempt to open one. The next one leads to another target,
    /// unless this one was good.
    pub fn close(&mut self, now: P::Clock) -> Option<PipelinedConnection<P>> {
        let lost = self.connection.take();
        if lost.as_ref().is_some_and(|lost| lost.is_good) {
            self.lost_one = true;
        } else {
            self.targets.pop_front();
            if self.targets.is_empty() {
                self.back_off(now);
            }
        }
        lost
    }

    pub fn back_off(&mut self, now: P::Clock) {
        self.not_before = now + self.retry_after;
        self.retry_after = (self.retry_after * 2).min(P::LONGEST_RETRY);
    }

    /// Makes the next failure count as the first one.
    pub fn end_failures(&mut self) {
        self.retry_after = P::FIRST_RETRY;
    }

    /// Counts a reconnect if the present connection replaces one that was lost.
    pub fn count_reconnect(&mut self) {
        if mem::take(&mut self.lost_one) {
            COUNTERS.reconnects.add(1);
        }
    }
}
