//! Waiting in a queue on the server: two waiters have a seat and watch the lock by client tracking, the others sleep in a pop of
//! the list of vacant seats. A waiter that takes the lock, or leaves, offers its seat. `docs/protocol.md` says why no waiter waits in
//! vain; the steps are in `command/scripts/wait.lua`. In reading order:
//!
//! - This file: one waiter's queue, and how it is entered.
//! - `steps`: what a waiter does next, until the lock is taken or its time is up.
//! - `leave`: how the queue is left.
//! - `periods`: all times of the queue.

pub(crate) mod leave;
pub(crate) mod periods;
mod steps;

use std::time::{Duration, Instant};

use crate::claim::token::Token;
use crate::lock::Lock;
use crate::lock::acquire::attempt::Attempt;
use crate::lock::fence::{self, helper_key};
use crate::lock::queue::periods::{
    ELDER_GRACE, LONGEST_PATIENCE, LOOK_PERIOD, MOST_HASTY, SHORTEST_LOOK,
};
use crate::os::clock::Deadline;
use crate::server::{Backend, QueueServer};
use crate::server::{error::Fault, transport::wait_channel::WaitChannel};
use crate::stats::WAITS;

/// How a wait in the queue ended.
pub enum Waited {
    Decided(Attempt),
    TimeIsUp,
    /// There is no waiting in the queue now, for a reason that the next attempt will tell if it matters.
    Unable,
}

/// Why a waiter runs the next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happened {
    Arrived,
    /// It has popped this seat.
    Woken(u8),
    /// The lock or its elder's seat.
    Changed,
    /// Its elder has had its time.
    Waited,
    /// It slept, and no watcher took the free lock.
    Rescue,
}

/// Where a waiter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Out,
    /// It runs a step, whose reply may have given it the lock.
    Stepping(Happened),
    Watching,
    Asleep,
}

/// One waiter's wait in the queue.
pub struct Queue {
    /// None after it broke.
    channel: Option<WaitChannel>,
    place: Place,
    /// By which this waiter is known in the queue; its acquisition's.
    token: Token,
    seat: u8,
    /// The note on the other seat, if its waiter sat there before this one.
    elder: Option<Vec<u8>>,
    /// When to look again if nothing is heard.
    next_look: Instant,
    /// It looks then because its elder has had its time.
    gives_elder_time: bool,
    /// When to offer the other seat again.
    offer_again: Option<Instant>,
    /// When it wrote to its seat last.
    sat: Instant,
    /// How often it looks while it sleeps.
    look_period: Duration,
    /// It slept, and the lock was free.
    saw_free: bool,
    /// The server has been asked whether it knows of the pop.
    is_pop_checked: bool,
    /// Whether there was anything to wait for.
    has_waited: bool,
    /// When it looked last, and how many more changes came at once after that than later.
    looked: Instant,
    hasty: u32,
    /// How long the last step took.
    round_trip: Duration,
    /// What its seat says of it.
    note: Vec<u8>,
}

impl Queue {
    fn new(channel: WaitChannel, token: Token) -> Queue {
        let now = Instant::now();
        Queue {
            channel: Some(channel),
            place: Place::Out,
            token,
            seat: 0,
            elder: None,
            next_look: now,
            gives_elder_time: false,
            offer_again: None,
            sat: now,
            look_period: LOOK_PERIOD,
            saw_free: false,
            is_pop_checked: false,
            has_waited: false,
            looked: now,
            hasty: 0,
            round_trip: Duration::ZERO,
            note: Vec::new(),
        }
    }

    /// For how long its elder goes first after a change.
    fn elder_grace(&self) -> Duration {
        let Some(elder) = &self.elder else {
            return Duration::ZERO;
        };
        let patience = elder.split(|byte| *byte == b':').nth(1);
        let patience = patience.and_then(|text| std::str::from_utf8(text).ok()?.parse().ok());
        ELDER_GRACE + Duration::from_millis(patience.unwrap_or(0)).min(LONGEST_PATIENCE)
    }

    /// Whether this change, like many before, came at once after the last look.
    fn is_hurried(&mut self) -> bool {
        self.hasty = match self.looked.elapsed() < SHORTEST_LOOK {
            true => (self.hasty + 1).min(MOST_HASTY + 1),
            false => self.hasty.saturating_sub(1),
        };
        self.hasty > MOST_HASTY
    }

    /// Whether it ended with an answer under way, which may have given us the lock.
    pub fn is_in_doubt(&self) -> bool {
        matches!(self.place, Place::Stepping(_)) && self.channel.is_none()
    }

    pub fn token(&self) -> &Token {
        &self.token
    }

    fn channel(&mut self) -> &mut WaitChannel {
        let channel = self.channel.as_mut();
        channel.expect("a broken one has been replaced")
    }
}

impl<S: Backend> Lock<S> {
    /// Waits in the queue, until the deadline.
    pub(super) fn wait_in_queue(
        &mut self,
        queue: &mut Option<Queue>,
        token: &Token,
        deadline: Deadline,
    ) -> Result<Waited, Fault> {
        if !self.can_queue() {
            return Ok(Waited::Unable);
        }
        let queue = match self.enter_queue(queue, token) {
            Ok(queue) => queue,
            Err(fault @ (Fault::Interrupted | Fault::Forked)) => return Err(fault),
            Err(_) => return Ok(Waited::Unable),
        };
        let outcome = self.wait_for_turn(queue, deadline);
        self.has_queued |= queue.has_waited;
        let fault = match outcome {
            Ok(waited) => return Ok(waited),
            Err(Fault::Forked) => return Err(Fault::Forked), // the token and the connection are the parent's
            Err(fault) => fault,
        };
        let Some(server) = self.server.queue_server() else {
            return Err(fault);
        };
        if fault.may_pass() {
            server.doubt(&fault);
            stop_watching(server, queue);
        } else if fault.was_refused() {
            server.note_refusal(&fault);
            stop_watching(server, queue);
            queue.place = Place::Out;
        } else {
            if let Place::Stepping(_) = queue.place {
                stop_watching(server, queue); // the answer may still come, and give us the lock
            }
            return Err(fault);
        }
        Ok(Waited::Unable)
    }

    /// The place in the queue, a new one at first and after the connection broke.
    fn enter_queue<'q>(
        &mut self,
        queue: &'q mut Option<Queue>,
        token: &Token,
    ) -> Result<&'q mut Queue, Fault> {
        if queue.as_ref().is_none_or(|queue| queue.channel.is_none()) {
            let channel = match self.server.queue_server() {
                Some(server) => server.open_channel()?,
                None => return Err(Fault::Interrupted),
            };
            if queue.is_none() {
                WAITS.in_queue.add(1);
            }
            *queue = Some(Queue::new(channel, token.clone()));
        }
        let queue = queue.as_mut().expect("just made");
        if queue.place == Place::Out {
            queue.place = Place::Stepping(Happened::Arrived);
            queue.token = token.clone();
        }
        Ok(queue)
    }

    /// The keys of the seats, where others may queue.
    pub(super) fn seat_keys(&mut self) -> Option<[Vec<u8>; 2]> {
        let can_be = self.server.queue_server().is_some() && self.can_have_helpers();
        can_be.then(|| ["seat1", "seat2"].map(|name| helper_key(&self.key, name)))
    }

    /// Whether we can queue, as far as is known.
    pub(super) fn can_queue(&mut self) -> bool {
        let server = self.server.queue_server();
        server.is_some_and(|server| server.can_wait()) && self.can_have_helpers()
    }

    /// Whether the keys of a queue can be where the lock is.
    pub(super) fn can_have_helpers(&self) -> bool {
        !(self.server.capabilities().has_slots && fence::is_alone(&self.key))
    }

    fn queue_keys(&self) -> [Vec<u8>; 4] {
        let helper = |name| helper_key(&self.key, name);
        [
            self.key.to_vec(),
            helper("seat1"),
            helper("seat2"),
            helper("vacant"),
        ]
    }
}

/// The connection is not to be waited on any more; the seat is kept until [`leave_queue`](Lock::leave_queue).
fn stop_watching(server: &mut dyn QueueServer, queue: &mut Queue) {
    let Some(channel) = queue.channel.take() else {
        return;
    };
    match queue.place {
        Place::Asleep => drop(channel), // closed, or somebody could be woken on it
        _ => server.give_back_channel(channel),
    }
}
