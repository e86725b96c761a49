//! Waiting at one server, on connections of their own.

use std::rc::Rc;

use redis::ConnectionLike;

use crate::server::{
    QueueServer, error::Fault, error::unless_interrupted, single::Endpoint,
    transport::wait_channel::WaitChannel,
};

impl QueueServer for Rc<Endpoint> {
    fn can_wait(&self) -> bool {
        self.pool().why_not().is_none()
    }

    fn open_channel(&mut self) -> Result<WaitChannel, Fault> {
        if let Some(error) = self.pool().why_not() {
            return Err(Fault::Refused(error));
        }
        while let Some(mut channel) = self.pool().channels.borrow_mut().pop() {
            if channel.is_alive() {
                channel.set_timeouts(self.address().timeouts);
                return Ok(channel);
            }
        }
        let channel = unless_interrupted(|| WaitChannel::open(self.address()));
        channel.inspect_err(|fault| self.pool().remember(fault))
    }

    fn give_back_channel(&mut self, mut channel: WaitChannel) {
        let pool = self.pool();
        if channel.is_alive() {
            pool.channels.borrow_mut().push(channel);
        } else {
            *pool.given_up.borrow_mut() = channel.into_connection();
        }
    }

    fn unblock(&mut self, channel: &WaitChannel) -> bool {
        let mut unblock = redis::cmd("CLIENT");
        unblock.arg("UNBLOCK").arg(channel.id());
        let answer = self.exchange(|connection| {
            // After a failover the same name may stand for another server, where that is the number of another client.
            let peer = connection.peer_addr();
            match peer.is_some() && peer == channel.peer_addr() {
                true => connection.req_command(&unblock).map(|_| true),
                false => Ok(false),
            }
        });
        answer.unwrap_or(false)
    }

    fn note_refusal(&mut self, refusal: &Fault) {
        self.pool().remember(refusal);
    }
}
