//! Waiting in a queue on the server: its head watches the lock, the others sleep until they are called. So a release
//! wakes one waiter, whoever released; and a deputy or two, in case the head has died. What happens on the server, and why
//! nobody waits in vain, is told in `command/scripts/wait.lua`; here is what a waiter does. In reading order:
//!
//! - This file: one waiter's queue, and how it is entered.
//! - `position`: where a waiter stands, and what moves it on.
//! - `moves`: how it moves up.
//! - `deputy`: standing in for a head that has died.
//! - `calls`: calling the next in line.
//! - `leave`: how it is left.
//! - `periods`: all times of the queue.

mod calls;
mod deputy;
pub(crate) mod leave;
mod moves;
pub(crate) mod periods;
pub(crate) mod position;

use std::{mem, time::Instant};

use crate::claim::token::Token;
use crate::lock::Lock;
use crate::lock::acquire::attempt::Attempt;
use crate::lock::fence::{self, helper_key};
use crate::lock::queue::deputy::Deputy;
use crate::lock::queue::periods::{HASTE, MOST_HASTY};
use crate::lock::queue::position::{Coming, Event, QueuePosition};
use crate::os::clock::Deadline;
use crate::server::{Backend, QueueServer};
use crate::server::{
    error::Fault,
    transport::wait_channel::{News, WaitChannel},
};
use crate::stats::WAITS;

/// How a wait in the queue ended.
pub enum Waited {
    Decided(Attempt),
    TimeIsUp,
    /// There is no waiting in the queue now, for a reason that the next attempt will tell if it matters.
    Unable,
}

/// One waiter's wait in the queue.
pub struct Queue {
    /// None after it broke.
    channel: Option<WaitChannel>,
    position: QueuePosition,
    /// While in line.
    deputy: Deputy,
    /// By which this waiter is known in the queue; its acquisition's.
    token: Token,
    /// When to look again without having heard anything.
    next_look: Instant,
    /// In line, and the server has been asked whether it knows of our pop.
    is_line_checked: bool,
    /// Whether there was anything to wait for.
    has_waited: bool,
    /// When the head looked last.
    looked: Instant,
    /// How many more changes came at once after that than later.
    hasty: u32,
    /// Called to watch beside a head that came before: at first that one goes first.
    is_patient: bool,
}

impl Queue {
    fn new(channel: WaitChannel, token: Token) -> Queue {
        Queue {
            channel: Some(channel),
            position: QueuePosition::Out,
            deputy: Deputy::default(),
            token,
            next_look: Instant::now(),
            is_line_checked: false,
            has_waited: false,
            looked: Instant::now(),
            hasty: 0,
            is_patient: false,
        }
    }

    fn on_event(&mut self, event: Event) {
        self.has_waited |= matches!(event, Event::Stands(_));
        let position = mem::replace(&mut self.position, QueuePosition::Out);
        self.position = position.on_event(event);
    }

    /// What comes while it is in line, also on the connection of a deputy.
    fn next_in_line(&mut self, until: Instant) -> Result<Option<News>, Fault> {
        let until = self.deputy.look().map_or(until, |look| look.min(until));
        let channel = self
            .channel
            .as_mut()
            .expect("a broken one has been replaced");
        channel.next(until, self.deputy.channel())
    }

    /// Whether this change, like many before, came at once after the head had looked.
    fn is_hurried(&mut self) -> bool {
        self.hasty = match self.looked.elapsed() < HASTE {
            true => (self.hasty + 1).min(MOST_HASTY + 1),
            false => self.hasty.saturating_sub(1),
        };
        self.hasty > MOST_HASTY
    }

    /// Whether it ended with an answer under way, which may have given us the lock.
    pub fn is_in_doubt(&self) -> bool {
        matches!(self.position, QueuePosition::Coming(_)) && self.channel.is_none()
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
        let outcome = self.move_up(queue, deadline);
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
            queue.position = QueuePosition::Out;
        } else {
            if let QueuePosition::Coming(_) = queue.position {
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
        if !matches!(
            queue,
            Some(Queue {
                channel: Some(_),
                ..
            })
        ) {
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
        if queue.position == QueuePosition::Out {
            queue.position = QueuePosition::Coming(Coming::New);
            queue.token = token.clone();
        }
        Ok(queue)
    }

    /// The key of the head, where others may queue.
    pub(super) fn head_key(&mut self) -> Option<Vec<u8>> {
        let can_be = self.server.queue_server().is_some() && self.can_have_helpers();
        can_be.then(|| self.queue_keys().0)
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

    pub(super) fn queue_keys(&self) -> (Vec<u8>, Vec<u8>) {
        (
            helper_key(&self.key, "head"),
            helper_key(&self.key, "signal"),
        )
    }
}

/// The connection is not to be waited on any more; the place is kept until [`leave_queue`](Lock::leave_queue).
fn stop_watching(server: &mut dyn QueueServer, queue: &mut Queue) {
    let Some(channel) = queue.channel.take() else {
        return;
    };
    match queue.position {
        QueuePosition::InLine => drop(channel), // closed, or somebody could be called on it
        _ => server.give_back_channel(channel),
    }
}
