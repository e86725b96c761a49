//! How a waiter leaves the queue: it calls those that would wait for it, and gives its connections back.

use redis::Value;

use crate::command::{HAS_SHARE, answer::caller};
use crate::lock::Lock;
use crate::lock::queue::{Queue, position::Coming, position::QueuePosition};
use crate::os::{fork::Process, interrupt};
use crate::server::transport::wait_channel::WaitChannel;
use crate::server::{Backend, error::Fault};

impl<S: Backend> Lock<S> {
    /// Leaves the queue, so that no waiter waits for this one. What is not told is missed in the end.
    pub(in crate::lock) fn leave_queue(&mut self, mut queue: Queue) {
        if self.process != Process::current() {
            return; // it is the parent's
        }
        let _ = self.hand_on(&mut queue);
        if self.process != Process::current() {
            return;
        }
        let channels = [queue.deputy.into_channel(), queue.channel];
        if let Some(server) = self.server.queue_server() {
            for channel in channels.into_iter().flatten() {
                server.give_back_channel(channel);
            }
        }
    }

    /// Calls those that would wait for this one. After a time-out it sends no more: one is enough.
    fn hand_on(&mut self, queue: &mut Queue) -> Result<(), Fault> {
        let token = queue.token.as_bytes().to_vec();
        let callers = match (&queue.position, &mut queue.channel) {
            (QueuePosition::Out, _) => vec![],
            // It is not known how far we came. Where the caller has its share, one call is for both cases.
            (QueuePosition::Coming(Coming::Called(caller)), _)
                if *caller == HAS_SHARE.as_bytes() =>
            {
                vec![caller.clone()]
            }
            (QueuePosition::Coming(Coming::Called(caller)), _) => {
                vec![token.clone(), caller.clone()]
            }
            (QueuePosition::InLine, Some(channel)) => match self.end_pop(channel) {
                Ok(Some(reply)) => caller(reply).into_iter().collect(),
                ended => {
                    queue.channel = None;
                    unless_timed_out(ended)?;
                    vec![token.clone()]
                }
            },
            _ => vec![token.clone()],
        };
        for caller in callers {
            unless_timed_out(self.pass_on(&token, &caller))?;
        }
        // Those that are left in line may be no deputies any more.
        let deputy_leaves = match queue.position {
            QueuePosition::InLine => queue.deputy.is_newest(),
            QueuePosition::Second(_) => true,
            _ => false,
        };
        if deputy_leaves {
            self.call_second(&token)?;
        }
        Ok(())
    }

    /// Another waiter may call us at this moment: then the next one has to be called instead.
    fn end_pop(&mut self, channel: &mut WaitChannel) -> Result<Option<Value>, Fault> {
        let Some(server) = self.server.queue_server() else {
            return Ok(None);
        };
        // Once more if it came before our pop: a waiter that is called on a closed connection is called in vain.
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
