//! The state of a waiter in the queue.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use crate::claim::token::Token;
use crate::command::queue::Event;
use crate::lock::acquire::attempt::Attempt;
use crate::lock::queue::periods::{LOOK_PERIOD, next_look};
use crate::lock::queue::watch::Watch;
use crate::server::transport::tracking_connection::TrackingConnection;

/// How a wait in the queue ended.
pub enum Waited {
    Decided(Attempt),
    /// It is this waiter's turn to ask the servers of a quorum.
    Turn,
    TimeIsUp,
    /// Waiting in the queue is not possible now. The next attempt returns the reason if it matters.
    Unable,
}

/// Where a waiter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Out,
    /// It runs a step, whose reply may have given it the lock.
    Stepping(Event),
    Watching,
    Asleep,
}

/// The next thing in a wait: its end, or another place.
pub type Next = ControlFlow<Waited, Place>;

/// One waiter's wait in the queue.
pub struct Queue {
    /// The watch connection; None after it broke.
    pub channel: Option<TrackingConnection>,
    pub place: Place,
    /// The token in this waiter's notes. On one server it is the token of the acquisition.
    pub token: Token,
    /// The time of its arrival, by the server's clock.
    pub arrival: Option<i64>,
    /// The rest of its note, behind the arrival.
    pub note: Vec<u8>,
    pub watch: Watch,
    pub sleep: Sleep,
    /// True if it had to wait, because a step did not take the lock.
    pub has_waited: bool,
    /// True if the lock is a quorum's, so that no step takes it.
    pub is_elsewhere: bool,
    /// The longest time between two attempts on a quorum.
    pub retry_interval: Duration,
    /// The moment before which no leftovers are deleted.
    pub deletes_at: Instant,
}

impl Queue {
    pub fn new(
        channel: TrackingConnection,
        token: &Token,
        is_elsewhere: bool,
        retry_interval: Duration,
    ) -> Queue {
        Queue {
            channel: Some(channel),
            place: Place::Out,
            token: token.clone(),
            arrival: None,
            note: Vec::new(),
            watch: Watch::default(),
            sleep: Sleep::default(),
            has_waited: false,
            is_elsewhere,
            retry_interval,
            deletes_at: Instant::now(),
        }
    }

    /// Returns whether a step was left without a reply, which may give us the lock yet.
    pub fn is_indeterminate(&self) -> bool {
        let is_broken = matches!(self.place, Place::Stepping(_)) && self.channel.is_none();
        is_broken && !self.is_elsewhere
    }

    pub fn token(&self) -> &Token {
        &self.token
    }

    pub fn channel(&mut self) -> &mut TrackingConnection {
        let channel = self.channel.as_mut();
        channel.expect("a broken one has been replaced")
    }
}

/// The looks of a sleeper: when the next one is due, and what the last one has seen.
pub struct Sleep {
    pub look_at: Instant,
    pub period: Duration,
    /// The notes that the last look saw beside a free lock, or nothing.
    pub seen: Vec<u8>,
    /// The moment at which to ask the server whether it knows of the BLPOP.
    pub check_at: Instant,
}

impl Default for Sleep {
    fn default() -> Sleep {
        Sleep {
            look_at: next_look(LOOK_PERIOD),
            period: LOOK_PERIOD,
            seen: Vec::new(),
            check_at: Instant::now(),
        }
    }
}
