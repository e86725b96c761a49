//! A server as it is reached without waiting for it, by the background thread and by quorums: what its name stands for, when
//! to try again after a failure, and the connection in use.

use std::{collections::VecDeque, io, mem, time::Duration};

use socket2::SockAddr;

use crate::server::transport::pipelined::{PipelinedConnection, Purpose};
use crate::server::{address::Address, transport::socket::literal};
use crate::stats::COUNTERS;

pub struct Client<P: Purpose> {
    pub connection: Option<PipelinedConnection<P>>,
    /// What the address stands for, the one in use or to be tried next in front; empty: has to be looked up.
    pub targets: VecDeque<SockAddr>,
    /// No new connection before.
    pub not_before: P::Clock,
    retry_after: Duration,
    lost_one: bool,
}

/// Whether something can be sent to a server now.
pub enum Reach<T> {
    Ready,
    /// On a connection that has just been opened.
    Opened,
    /// Not before then; why not, if that is new.
    Later(T, Option<io::Error>),
    /// Its name has to be looked up first.
    Unknown,
}

impl<P: Purpose> Client<P> {
    pub fn new(reached: Option<SockAddr>, now: P::Clock) -> Client<P> {
        Client {
            connection: None,
            targets: reached.into_iter().collect(),
            not_before: now,
            retry_after: P::FIRST_RETRY,
            lost_one: false,
        }
    }

    /// Opens a connection if there is none, and it is time to.
    pub fn reach(&mut self, address: &Address, now: P::Clock) -> Reach<P::Clock> {
        let mut trouble = None;
        while self.connection.is_none() {
            if now < self.not_before {
                return Reach::Later(self.not_before, trouble);
            }
            if self.targets.is_empty() {
                self.targets.extend(literal(&address.target));
            }
            let Some(target) = self.targets.front() else {
                return Reach::Unknown;
            };
            match PipelinedConnection::open(target, address, now) {
                Ok(connection) => {
                    self.connection = Some(connection);
                    return Reach::Opened;
                }
                Err(error) => {
                    self.close(now);
                    trouble = Some(error);
                }
            }
        }
        Reach::Ready
    }

    /// What a look-up found; without any target the next one has to wait.
    pub fn end_look_up(&mut self, targets: Vec<SockAddr>, now: P::Clock) {
        self.targets = targets.into();
        if self.targets.is_empty() {
            self.back_off(now);
        }
    }

    /// The connection is no good, or there is none to be had: the next one leads elsewhere, unless this was a good one.
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

    /// The next failure is a first one.
    pub fn end_failures(&mut self) {
        self.retry_after = P::FIRST_RETRY;
    }

    /// There is a connection again, perhaps in place of one that was lost.
    pub fn count_reconnect(&mut self) {
        if mem::take(&mut self.lost_one) {
            COUNTERS.reconnects.add(1);
        }
    }
}
