//! Waiting in a queue on the server. Two waiters have a seat and watch the lock by client tracking.
//! The others sleep in a BLPOP of the list of vacant seats. A waiter that takes the lock, or
//! leaves, offers its seat. `docs/protocol.md` says why no waiter waits in vain. In reading order:
//!
//! - `periods`: all times of the queue.
//! - `watch`: when a waiter with a seat runs its next step; `state`: all else about a waiter.
//! - `step`: one step at the server, and the wait for the next one; `sleep`: what a waiter without
//!   a seat does.
//! - `leave`: how a waiter leaves the queue.
//! - This file: how a waiter enters the queue, and waits until it has the lock or its time is up.

pub(crate) mod leave;
pub(crate) mod periods;
mod sleep;
mod state;
mod step;
mod watch;

use std::{
    ops::ControlFlow::{Break, Continue},
    time::{Duration, Instant},
};

pub use state::{Queue, Waited};

use redis::{Cmd, Value};

use crate::claim::token::Token;
use crate::command::{invocation::Invocation, queue::Event, queue::QueueScripts};
use crate::lock::Lock;
use crate::lock::fence::{self, helper_key};
use crate::lock::queue::leave::unless_timed_out;
use crate::lock::queue::{periods::NEXT_DELETION, periods::SEAT_LIFE, state::Place};
use crate::lock::retry_once_if_closed;
use crate::os::{clock::BootInstant, clock::Deadline, fork::Process};
use crate::server::transport::tracking_connection::by_hash_or_text;
use crate::server::{Backend, error::Fault, waiting::server_of};
use crate::stats::WAITS;

impl<S: Backend> Lock<S> {
    /// Waits in the queue, until the deadline.
    pub(super) fn wait_in_queue(
        &mut self,
        queue: &mut Option<Queue>,
        token: &Token,
        deadline: Deadline,
        retry_interval: Duration,
    ) -> Result<Waited, Fault> {
        if !self.can_queue() {
            return Ok(Waited::Unable);
        }
        let queue = match self.enter_queue(queue, token, retry_interval) {
            Ok(queue) => queue,
            Err(fault @ (Fault::Interrupted | Fault::Forked)) => return Err(fault),
            Err(_) => return Ok(Waited::Unable),
        };
        let outcome = self.wait_for_turn(queue, deadline);
        self.has_queued |= queue.has_waited;
        let fault = match outcome {
            Ok(waited) => return Ok(waited),
            Err(Fault::Forked) => return Err(Fault::Forked), // token and channel are the parent's
            Err(fault) => fault,
        };
        let is_elsewhere = self.is_queue_elsewhere();
        let Some(server) = self.server.queue_server() else {
            return Err(fault);
        };
        if fault.may_pass() || is_elsewhere && !matches!(fault, Fault::Interrupted) {
            server.suspect(&fault);
            stop_watching(queue);
        } else if fault.was_refused() {
            server.note_refusal(&fault);
            stop_watching(queue);
            queue.place = Place::Out;
        } else {
            if let Place::Stepping(_) = queue.place {
                stop_watching(queue); // the reply may still come, and give us the lock
            }
            return Err(fault);
        }
        Ok(Waited::Unable)
    }

    /// Returns the place in the queue, a new one at first and after the connection broke.
    fn enter_queue<'q>(
        &mut self,
        queue: &'q mut Option<Queue>,
        token: &Token,
        retry_interval: Duration,
    ) -> Result<&'q mut Queue, Fault> {
        if queue.as_ref().is_none_or(|queue| queue.channel.is_none()) {
            let channel = match self.server.queue_server() {
                Some(server) => server.open_channel()?,
                None => return Err(Fault::Interrupted),
            };
            match queue.take() {
                Some(broken) => self.leave_queue(broken, false), // else it would be its own elder
                None => WAITS.in_queue.add(1),
            }
            if self.process != Process::current() {
                return Err(Fault::Forked);
            }
            let is_elsewhere = self.is_queue_elsewhere();
            *queue = Some(Queue::new(channel, token, is_elsewhere, retry_interval));
        }
        let queue = queue.as_mut().expect("just made");
        if queue.place == Place::Out {
            queue.place = Place::Stepping(Event::Arrived);
            queue.token = token.clone();
        }
        Ok(queue)
    }

    fn wait_for_turn(&mut self, queue: &mut Queue, deadline: Deadline) -> Result<Waited, Fault> {
        loop {
            self.delete_leftovers(queue)?;
            let next = match queue.place {
                Place::Stepping(event) => self.step(queue, event, deadline)?,
                Place::Watching => self.watch(queue, deadline)?,
                Place::Asleep => self.sleep(queue, deadline)?,
                Place::Out => return Ok(Waited::Unable),
            };
            match next {
                Break(waited) => return Ok(waited),
                Continue(place) => queue.place = place,
            }
        }
    }

    /// Deletes the leftovers that are due. One of them may have the lock that we wait for.
    fn delete_leftovers(&mut self, queue: &mut Queue) -> Result<(), Fault> {
        let due = self.server.leftovers().next_due();
        let is_due = due.is_some_and(|due| due <= BootInstant::now());
        if !is_due || Instant::now() < queue.deletes_at {
            return Ok(());
        }
        let cleaned = self.clean_up();
        queue.deletes_at = Instant::now() + NEXT_DELETION;
        unless_timed_out(cleaned)?;
        match self.process == Process::current() {
            true => Ok(()),
            false => Err(Fault::Forked),
        }
    }

    /// Returns the end of a wait: `until`, or sooner if a leftover is to be deleted.
    fn until_deletion(&self, queue: &Queue, until: Instant) -> Instant {
        match self.server.leftovers().next_due() {
            Some(due) => {
                let due = Instant::now() + due.saturating_duration_since(BootInstant::now());
                until.min(due.max(queue.deletes_at))
            }
            None => until,
        }
    }

    /// Runs a script at the queue's server, on another connection than the watch connection.
    fn ask_queue_server(
        &mut self,
        command: impl Fn(&QueueScripts, Invocation) -> Cmd,
    ) -> Result<Value, Fault> {
        let keys = self.queue_keys();
        let scripts = self.queue_scripts(&keys);
        let Some(server) = self.server.queue_server() else {
            return Err(Fault::Interrupted);
        };
        let ask = || by_hash_or_text(|invocation| server.ask(&command(&scripts, invocation)));
        retry_once_if_closed(ask).0
    }

    /// Returns the keys that show whether others wait. None: the queue cannot be where the lock is.
    pub(super) fn seat_keys(&mut self) -> Option<Vec<Vec<u8>>> {
        let can_be = self.server.queue_server().is_some()
            && self.can_have_helpers()
            && !self.is_queue_elsewhere();
        let of_key = |key| ["seat1", "seat2", "vacant"].map(|name| helper_key(key, name));
        can_be.then(|| self.key.all().flat_map(of_key).collect())
    }

    /// Returns the keys of the seats, and of the notes that were last seen there beside a free
    /// lock.
    pub(super) fn watcher_keys(&self) -> [Vec<u8>; 3] {
        ["seat1", "seat2", "watchers"].map(|name| helper_key(&self.key, name))
    }

    /// Returns whether we can queue, as far as is known.
    pub(super) fn can_queue(&mut self) -> bool {
        let server = self.server.queue_server();
        server.is_some_and(|server| server.can_wait()) && self.can_have_helpers()
    }

    /// Returns whether the keys of a queue can be where the lock is.
    pub(in crate::lock) fn can_have_helpers(&self) -> bool {
        !(self.server.capabilities().has_slots && self.key.any(fence::is_alone))
    }

    /// Returns whether the queue's server has only one vote.
    fn is_queue_elsewhere(&self) -> bool {
        self.server.capabilities().is_quorum
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

    fn queue_scripts<'a>(&self, keys: &'a [Vec<u8>; 4]) -> QueueScripts<'a> {
        QueueScripts {
            keys: keys.each_ref().map(Vec::as_slice),
            kind: self.kind,
            is_elsewhere: self.is_queue_elsewhere(),
            seat_life: SEAT_LIFE,
        }
    }
}

/// Gives the watch connection up. The seat is kept until [`leave_queue`](Lock::leave_queue).
fn stop_watching(queue: &mut Queue) {
    let Some(channel) = queue.channel.take() else {
        return;
    };
    match queue.place {
        Place::Asleep => drop(channel), // closed, because this waiter could still be woken on it
        _ => server_of(&channel).give_back_channel(channel),
    }
}
