//! Waiting at the server in charge.

use std::{rc::Rc, time::Duration};

use crate::command::code::Code;
use crate::os::interrupt;
use crate::server::QueueServer;
use crate::server::{
    error::Fault, routed::Site, single::Endpoint, transport::wait_channel::WaitChannel,
};

/// A sentinel that is asked for want of replicas is given no longer: the caller's time may be up.
const LONGEST_QUESTION: Duration = Duration::from_millis(500);

impl QueueServer for Rc<Site> {
    fn queue_node(&self) -> Option<Rc<Endpoint>> {
        self.node.borrow().clone()
    }

    fn open_channel(&mut self) -> Result<WaitChannel, Fault> {
        self.node()?.open_channel()
    }

    fn doubt(&mut self, fault: &Fault) {
        // A master that has become a replica would go on answering what is no write.
        if let Fault::Refused(_) | Fault::NotToBeAcknowledged(_) = fault
            && let Some(Code::ReadOnly | Code::Unblocked) = fault.code()
        {
            self.forget_node();
        }
        if fault.is_timeout() {
            self.forget_node();
        }
        // A master that sentinels have replaced loses its replicas, and goes on answering for seconds.
        if let Fault::TooFewReplicas { .. } = fault {
            let _limited = interrupt::wait_at_most(LONGEST_QUESTION);
            self.ask_again();
        }
    }
}
