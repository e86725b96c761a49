//! The queue of a quorum's lock, at the first of its servers that answers. It gives waiters an
//! order and wakes them. The queue never votes, so it does no harm if waiters use different
//! servers.

use std::{
    rc::Rc,
    time::{Duration, Instant},
};

use redis::{Cmd, Value};

use crate::os::interrupt;
use crate::server::quorum::Quorum;
use crate::server::single::{Endpoint, endpoint};
use crate::server::transport::tracking_connection::TrackingConnection;
use crate::server::{QueueServer, Server, error::Fault};

/// The time after which a server that does not answer a waiter is left for the next one.
pub const QUEUE_SERVER_PATIENCE: Duration = Duration::from_millis(250);
/// The time for which a server that was left is not tried again.
const QUEUE_SERVER_AWAY: Duration = Duration::from_secs(2);

impl Quorum {
    fn queue_at(&self) -> Rc<Endpoint> {
        let (at, _) = self.shared.queue_at.get();
        endpoint(self.addresses[at].clone())
    }

    /// Moves the queue to the next server.
    fn move_queue(&self) {
        let (at, until) = self.shared.queue_at.get();
        let next = (at + 1) % self.addresses.len();
        let until = until.unwrap_or_else(|| Instant::now() + QUEUE_SERVER_AWAY);
        self.shared.queue_at.set((next, Some(until)));
    }
}

impl Server for Rc<Quorum> {
    fn ask(&mut self, command: &Cmd) -> Result<Value, Fault> {
        let _limited = interrupt::cap_timeouts(QUEUE_SERVER_PATIENCE);
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

    fn open_channel(&mut self) -> Result<TrackingConnection, Fault> {
        let (_, until) = self.shared.queue_at.get();
        if until.is_some_and(|until| Instant::now() >= until) {
            self.shared.queue_at.set((0, None));
        }
        let _limited = interrupt::cap_timeouts(QUEUE_SERVER_PATIENCE);
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

    fn suspect(&mut self, fault: &Fault) {
        if !fault.was_refused() {
            self.move_queue();
        }
    }
}
