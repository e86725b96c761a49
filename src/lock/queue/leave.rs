//! How a waiter leaves the queue: it offers its seat to the next, and gives its connection back.

use redis::Value;

use crate::command::queue::{Event, popped_seat};
use crate::lock::Lock;
use crate::lock::queue::state::{Place, Queue};
use crate::os::{fork::Process, interrupt};
use crate::server::{Backend, error::Fault, waiting::server_of};
use crate::server::{quorum::queue::QUEUE_SERVER_PATIENCE, transport::wait_channel::WaitChannel};

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
            (Place::Asleep, Some(channel)) => match self.end_pop(channel) {
                Ok(reply) => match reply.and_then(popped_seat) {
                    Some(seat) => seat,
                    None => return Ok(()),
                },
                ended => {
                    queue.channel = None; // closed: a waiter that is woken on it is woken in vain
                    return unless_timed_out(ended);
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

    /// Ends the pop of a waiter that sleeps. Returns the reply, if a seat was popped at this moment.
    fn end_pop(&mut self, channel: &mut WaitChannel) -> Result<Option<Value>, Fault> {
        let server = server_of(channel);
        let is_elsewhere = self.is_queue_elsewhere();
        let _limited = is_elsewhere.then(|| interrupt::wait_at_most(QUEUE_SERVER_PATIENCE));
        // Once more if it came before our pop: a waiter that is woken on a closed connection is woken in vain.
        for _ in 0..2 {
            server.unblock(channel)?;
            if let reply @ Some(_) = channel.last_reply() {
                return Ok(reply);
            }
        }
        Ok(None)
    }
}

/// The fault of a server that had all its time. What an interrupt cut short is no such fault.
pub(in crate::lock) fn unless_timed_out<R>(outcome: Result<R, Fault>) -> Result<(), Fault> {
    match outcome {
        Err(fault) if fault.is_timeout() && !interrupt::must_stop() => Err(fault),
        _ => Ok(()),
    }
}
