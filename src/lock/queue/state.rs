//! What is known of a waiter in the queue.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use crate::claim::token::Token;
use crate::command::queue::Event;
use crate::lock::acquire::attempt::Attempt;
use crate::lock::queue::periods::{LOOK_PERIOD, next_look};
use crate::lock::queue::watch::Watch;
use crate::server::transport::wait_channel::WaitChannel;

/// How a wait in the queue ended.
pub enum Waited {
    Decided(Attempt),
    /// It is this waiter's turn to ask the servers of a quorum.
    Turn,
    TimeIsUp,
    /// There is no waiting in the queue now, for a reason that the next attempt will tell if it matters.
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

/// What follows in a wait: an end, or another place.
pub type Next = ControlFlow<Waited, Place>;

/// One waiter's wait in the queue.
pub struct Queue {
    /// None after it broke.
    pub channel: Option<WaitChannel>,
    pub place: Place,
    /// By which this waiter is known in the queue. On one server it is its acquisition's.
    pub token: Token,
    /// When it arrived, by the server's clock.
    pub arrival: Option<i64>,
    /// The text on its seat, behind that.
    pub note: Vec<u8>,
    pub watch: Watch,
    pub sleep: Sleep,
    /// Whether there was anything to wait for.
    pub has_waited: bool,
    /// The lock is a quorum's: no step takes it.
    pub is_elsewhere: bool,
    /// The longest time between two attempts then.
    pub retry_interval: Duration,
}

impl Queue {
    pub fn new(
        channel: WaitChannel,
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
        }
    }

    /// Returns whether it ended with an answer under way, which may have given us the lock.
    pub fn is_in_doubt(&self) -> bool {
        matches!(self.place, Place::Stepping(_)) && self.channel.is_none() && !self.is_elsewhere
    }

    pub fn token(&self) -> &Token {
        &self.token
    }

    pub fn channel(&mut self) -> &mut WaitChannel {
        let channel = self.channel.as_mut();
        channel.expect("a broken one has been replaced")
    }
}

/// When a sleeper looks, and what it has seen.
pub struct Sleep {
    pub look_at: Instant,
    pub period: Duration,
    /// The lock was free, and this stood on the seats.
    pub seen: Vec<u8>,
    /// When to ask the server whether it knows of the pop.
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
