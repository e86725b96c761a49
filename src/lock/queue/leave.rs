//! How a waiter leaves the queue: it offers its seat, and gives its connection back.

use std::time::Duration;

use crate::command::queue::{Event, popped_seat};
use crate::lock::Lock;
use crate::lock::queue::state::{Place, Queue};
use crate::os::{fork::Process, interrupt};
use crate::server::{Backend, error::Fault, waiting::server_of};

impl<S: Backend> Lock<S> {
    /// Leaves the queue, so that no waiter waits for this one. If its seat cannot be offered, other
    /// waiters pass this one over as if it had crashed.
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

    /// Offers this waiter's seat, or the seat that it has popped. A step without a reply may have
    /// sat down or not, so the script checks both.
    fn give_up_seat(&mut self, queue: &mut Queue, has_taken: bool) -> Result<(), Fault> {
        let popped = match (queue.place, &mut queue.channel) {
            (Place::Out, _) => return Ok(()),
            (Place::Asleep, Some(channel)) => match channel.last_reply(Duration::ZERO) {
                Some(reply) => match popped_seat(reply) {
                    Some(seat) => seat,
                    None => return Ok(()),
                },
                // Closing the connection ends the BLPOP. CLIENT UNBLOCK would crash a Redis 7.0
                // that is in a pause (CLIENT PAUSE, FAILOVER).
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
        let left = self
            .ask_queue_server(|scripts, invocation| scripts.leave(invocation, note, popped, late));
        left.map(|_| ())
    }
}

/// Returns the fault if a server has had its time-out, unless an interrupt cut the wait short.
pub(in crate::lock) fn unless_timed_out<R>(outcome: Result<R, Fault>) -> Result<(), Fault> {
    match outcome {
        Err(fault) if fault.is_timeout() && !interrupt::must_stop() => Err(fault),
        _ => Ok(()),
    }
}
