//! How a waiter leaves the queue: it offers its seat to the next, and gives its connection back.

use std::time::Duration;

use crate::command::queue::{Event, popped_seat};
use crate::lock::Lock;
use crate::lock::queue::state::{Place, Queue};
use crate::os::{fork::Process, interrupt};
use crate::server::{Backend, error::Fault, waiting::server_of};

impl<S: Backend> Lock<S> {
    /// Leaves the queue, so that no waiter waits for this one. A seat that could not be offered is missed in the end.
    pub(in crate::lock) fn leave_queue(&mut self, mut queue: Queue, has_taken: bool) {
        if self.process != Process::current() {
            return; // it is the parent's
        }
        let _ = self.give_up_seat(&mut queue, has_taken);
        if self.process != Process::current() {
            return;
        }
        if let Some(channel) = queue.channel {
            server_of(&channel).give_back_channel(channel);
        }
    }

    /// Offers the seat, and the one that was popped just now. It is not known how far a step came that had no answer.
    fn give_up_seat(&mut self, queue: &mut Queue, has_taken: bool) -> Result<(), Fault> {
        let popped = match (queue.place, &mut queue.channel) {
            (Place::Out, _) => return Ok(()),
            (Place::Asleep, Some(channel)) => match channel.last_reply(Duration::ZERO) {
                Some(reply) => match popped_seat(reply) {
                    Some(seat) => seat,
                    None => return Ok(()),
                },
                // Closing it ends the pop. CLIENT UNBLOCK would crash a Redis 7.0 whose pause (CLIENT PAUSE, FAILOVER) keeps the pop.
                None => {
                    queue.channel = None;
                    return Ok(());
                }
            },
            (Place::Stepping(Event::Woken(seat)), _) => seat,
            _ => 0,
        };
        let note = &queue.note;
        let late = queue
            .watch
            .late_elder()
            .filter(|_| has_taken)
            .unwrap_or_default();
        let left = self.ask_queue_server(|scripts, way| scripts.leave(way, note, popped, late));
        left.map(|_| ())
    }
}

/// The fault of a server that had all its time. What an interrupt cut short is no such fault.
pub(in crate::lock) fn unless_timed_out<R>(outcome: Result<R, Fault>) -> Result<(), Fault> {
    match outcome {
        Err(fault) if fault.is_timeout() && !interrupt::must_stop() => Err(fault),
        _ => Ok(()),
    }
}
