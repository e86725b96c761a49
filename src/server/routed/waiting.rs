//! Waiting at the server in charge.

use std::rc::Rc;

use crate::command::code::Code;
use crate::server::QueueServer;
use crate::server::{
    error::Fault, routed::Site, single::endpoint, transport::wait_channel::WaitChannel,
};

impl QueueServer for Rc<Site> {
    fn can_wait(&self) -> bool {
        let node = self.node.borrow();
        node.as_ref().is_none_or(|node| node.can_wait())
    }

    fn open_channel(&mut self) -> Result<WaitChannel, Fault> {
        self.node()?.open_channel()
    }

    fn give_back_channel(&mut self, channel: WaitChannel) {
        endpoint(channel.address().clone()).give_back_channel(channel);
    }

    fn unblock(&mut self, channel: &WaitChannel) -> Result<(), Fault> {
        endpoint(channel.address().clone()).unblock(channel) // not at the server that is in charge now
    }

    fn is_blocked(&mut self, channel: &WaitChannel) -> Option<bool> {
        endpoint(channel.address().clone()).is_blocked(channel)
    }

    fn note_refusal(&mut self, refusal: &Fault) {
        if let Ok(mut node) = self.node() {
            node.note_refusal(refusal);
        }
    }

    fn hides_queue(&self) -> bool {
        let node = self.node.borrow();
        node.as_ref().is_some_and(|node| node.hides_queue())
    }

    fn note_hidden_queue(&mut self, refusal: &Fault) {
        if let Ok(mut node) = self.node() {
            node.note_hidden_queue(refusal);
        }
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
            self.ask_again();
        }
    }
}
