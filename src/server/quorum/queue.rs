//! Where waiters for a lock of a quorum queue: at the first of its servers that answers. The queue gives them an order and wakes them.
//! It is never a vote, so nothing depends on all waiters finding the same server.

use std::{
    rc::Rc,
    time::{Duration, Instant},
};

use redis::{Cmd, Value};

use crate::os::interrupt;
use crate::server::quorum::Quorum;
use crate::server::single::{Endpoint, endpoint};
use crate::server::transport::wait_channel::WaitChannel;
use crate::server::{QueueServer, Server, error::Fault};

/// A server that takes longer than this to answer a waiter is left for the next one.
pub const QUEUE_SERVER_PATIENCE: Duration = Duration::from_millis(250);
/// And it is not tried again for this time.
const QUEUE_SERVER_AWAY: Duration = Duration::from_secs(2);

impl Quorum {
    fn queue_at(&self) -> Rc<Endpoint> {
        let (at, _) = self.shared.queue_at.get();
        endpoint(self.addresses[at].clone())
    }

    /// Leaves the server where the queue is for the next one.
    fn move_queue(&self) {
        let (at, until) = self.shared.queue_at.get();
        let next = (at + 1) % self.addresses.len();
        let until = until.unwrap_or_else(|| Instant::now() + QUEUE_SERVER_AWAY);
        self.shared.queue_at.set((next, Some(until)));
    }
}

impl Server for Rc<Quorum> {
    fn ask(&mut self, command: &Cmd) -> Result<Value, Fault> {
        let _limited = interrupt::wait_at_most(QUEUE_SERVER_PATIENCE);
        self.queue_at().ask(command)
    }
}

impl QueueServer for Rc<Quorum> {
    fn queue_node(&self) -> Option<Rc<Endpoint>> {
        Some(self.queue_at())
    }

    fn can_wait(&self) -> bool {
        let mut addresses = self.addresses.iter();
        addresses.any(|address| endpoint(address.clone()).can_wait())
    }

    fn open_channel(&mut self) -> Result<WaitChannel, Fault> {
        let (_, until) = self.shared.queue_at.get();
        if until.is_some_and(|until| Instant::now() >= until) {
            self.shared.queue_at.set((0, None));
        }
        let _limited = interrupt::wait_at_most(QUEUE_SERVER_PATIENCE);
        let mut fault = Fault::Interrupted;
        for _ in 0..self.addresses.len() {
            fault = match self.queue_at().open_channel() {
                Err(fault) if !matches!(fault, Fault::Interrupted | Fault::Forked) => fault,
                channel => return channel,
            };
            self.move_queue();
        }
        Err(fault)
    }

    fn note_refusal(&mut self, refusal: &Fault) {
        self.queue_at().note_refusal(refusal);
        self.move_queue();
    }

    fn doubt(&mut self, fault: &Fault) {
        if !fault.was_refused() {
            self.move_queue();
        }
    }
}
