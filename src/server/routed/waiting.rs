//! Waiting at the server in charge.

use std::{
    rc::Rc,
    time::{Duration, Instant},
};

use crate::command::code::Code;
use crate::os::interrupt;
use crate::server::QueueServer;
use crate::server::{
    error::Fault, error::unless_interrupted, routed::Route, single::Endpoint, single::endpoint,
    transport::tracking_connection::TrackingConnection,
};

/// The least time between two questions to the sentinels while there are too few replicas.
const BETWEEN_QUESTIONS: Duration = Duration::from_millis(500);
/// The time limit of a question about too few replicas, because the caller's time may be up.
const LONGEST_QUESTION: Duration = Duration::from_millis(500);

impl Route {
    /// Asks the sentinels whether another server is in charge now. Keeps the known server if none
    /// answers.
    fn ask_again(&self) {
        let is_due = |asked: Instant| asked.elapsed() >= BETWEEN_QUESTIONS;
        if self.is_told() || !self.asked_again.get().is_none_or(is_due) {
            return;
        }
        let _limited = interrupt::cap_timeouts(LONGEST_QUESTION);
        let placement = &self.placement;
        if let Ok(found) = unless_interrupted(|| placement.find(&placement.known_nodes())) {
            *self.node.borrow_mut() = Some(endpoint(found.within(placement.timeouts())));
        }
        self.asked_again.set(Some(Instant::now()));
    }
}

impl QueueServer for Rc<Route> {
    fn queue_node(&self) -> Option<Rc<Endpoint>> {
        self.node.borrow().clone()
    }

    fn open_channel(&mut self) -> Result<TrackingConnection, Fault> {
        self.node()?.open_channel()
    }

    fn suspect(&mut self, fault: &Fault) {
        // A master that has become a replica still answers commands that write nothing.
        if let Fault::Refused(_) | Fault::NotToBeAcknowledged(_) = fault
            && let Some(Code::ReadOnly | Code::Unblocked) = fault.code()
        {
            self.forget_node();
        }
        if fault.is_timeout() {
            self.forget_node();
        }
        // A master that sentinels have replaced loses its replicas, but answers for seconds.
        if let Fault::TooFewReplicas { .. } = fault {
            self.ask_again();
        }
    }
}
