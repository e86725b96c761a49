//! Waiting at one server, on separate connections.

use std::{io, rc::Rc, str, time::Instant};

use redis::{Cmd, ConnectionLike, Value};

use crate::server::{
    QueueServer,
    error::Fault,
    error::unless_interrupted,
    pool::PopFailure,
    single::Endpoint,
    single::endpoint,
    tracking_unavailable::NEXT_TRY_AFTER_REFUSAL,
    transport::tracking_connection::{self, TrackingConnection},
};

/// The most connections on which fibers of a thread wait. Further fibers sleep and retry, because a
/// process usually has 1,024 descriptors.
const MOST_CHANNELS: usize = 256;

/// Returns the server of a channel, which may not be in charge any more.
pub fn server_of(channel: &TrackingConnection) -> Rc<Endpoint> {
    endpoint(channel.address().clone())
}

impl QueueServer for Rc<Endpoint> {
    fn queue_node(&self) -> Option<Rc<Endpoint>> {
        Some(self.clone())
    }

    fn open_channel(&mut self) -> Result<TrackingConnection, Fault> {
        if let Some(error) = self.pool().why_not() {
            return Err(Fault::Refused(error));
        }
        while let Some(mut channel) = self.pool().channels.borrow_mut().pop() {
            if channel.is_alive() {
                channel.set_timeouts(self.address().timeouts);
                return Ok(channel);
            }
        }
        if tracking_connection::count() >= MOST_CHANNELS {
            let error = io::Error::from(io::ErrorKind::QuotaExceeded);
            return Err(Fault::Unreachable(error.into()));
        }
        let channel = unless_interrupted(|| TrackingConnection::open(self.address()));
        match &channel {
            Ok(_) => self.pool().broke_early.set(false),
            Err(fault) => self.pool().remember(fault),
        }
        channel
    }
}

impl Endpoint {
    /// Takes a channel back, after the wait or after an error.
    pub fn give_back_channel(&self, mut channel: TrackingConnection) {
        let pool = self.pool();
        if channel.is_alive() {
            pool.pop_failure.take();
            pool.channels.borrow_mut().push(channel);
        } else {
            *pool.given_up.borrow_mut() = channel.into_connection().map(Box::new);
        }
    }

    /// Returns whether the server knows of the BLPOP on this channel, or is not to be asked. None:
    /// the server has not answered this time, or the channel is another server's.
    pub fn is_blocked(&self, channel: &TrackingConnection) -> Option<bool> {
        let now = Instant::now();
        if self
            .pool()
            .tells_no_clients
            .get()
            .is_some_and(|until| now < until)
        {
            return Some(true);
        }
        let mut list = redis::cmd("CLIENT");
        list.arg("LIST").arg("ID").arg(channel.id());
        let listed = self.ask_of(channel, &list).transpose()?;
        let is_refused = listed.as_ref().is_err_and(Fault::was_refused);
        let is_blocked = listed.ok().and_then(|list| pops(&list, channel.id()));
        let pop_failure = match is_blocked {
            Some(true) => None,
            Some(false) => Some(PopFailure::LostPop),
            None => Some(PopFailure::NoAnswer),
        };
        // Two lost BLPOPs in a row, without a good wait between them, are implausible: a proxy must
        // have answered for the server. It is not asked for a while. Nor is a server that has not
        // answered twice in a row.
        let is_useless = pop_failure.is_some() && self.pool().pop_failure.get() == pop_failure;
        self.pool().pop_failure.set(pop_failure);
        if is_refused || is_useless {
            let next_try = now + NEXT_TRY_AFTER_REFUSAL;
            self.pool().tells_no_clients.set(Some(next_try));
            return Some(true);
        }
        is_blocked
    }

    /// Returns whether this user may not touch the keys of queues, as far as is known.
    pub fn hides_queue(&self) -> bool {
        let tracking_unavailable = self.pool().tracking_unavailable.borrow();
        let mut verdict = tracking_unavailable.iter();
        verdict.any(|verdict| verdict.hides_queue && verdict.counts(Instant::now()))
    }

    /// Remembers a refusal of the keys of a queue, after which this user cannot queue either.
    pub fn note_hidden_queue(&self, refusal: &Fault) {
        self.pool().remember(refusal);
        if let Some(verdict) = &mut *self.pool().tracking_unavailable.borrow_mut() {
            verdict.hides_queue = true;
        }
    }

    /// Asks the server of a channel about it. None: after a failover the name leads to another
    /// server, where the channel's id is that of another client.
    fn ask_of(&self, channel: &TrackingConnection, command: &Cmd) -> Result<Option<Value>, Fault> {
        self.exchange(|connection| {
            let peer = connection.peer_addr();
            match peer.is_some() && peer == channel.peer_addr() {
                true => connection.req_command(command).map(Some),
                false => Ok(None),
            }
        })
    }
}

/// Returns whether client `id` is blocked, by a CLIENT LIST of it alone; None: another reply.
pub(crate) fn pops(clients: &Value, id: i64) -> Option<bool> {
    let Value::BulkString(clients) = clients else {
        return None;
    };
    let clients = str::from_utf8(clients).ok()?.trim_end();
    if clients.is_empty() {
        return Some(false);
    }
    let mut fields = clients.split(' ');
    let is_this_one = fields.next() == Some(&format!("id={id}"));
    let flags = fields.find_map(|field| field.strip_prefix("flags="))?;
    (is_this_one && !clients.contains('\n')).then(|| flags.contains('b'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_in_a_list_is_blocked_or_not() {
        let cases = [
            (
                "id=7 addr=/tmp/redis.sock:0 name=b flags=bt db=0 cmd=blpop\n",
                Some(true),
            ),
            (
                "id=7 addr=/tmp/redis.sock:0 name=b flags=t db=0 cmd=blpop\n",
                Some(false),
            ),
            ("", Some(false)),
            ("id=71 addr=/tmp/redis.sock:0 name= flags=b db=0\n", None),
            ("id=7 addr=/tmp/redis.sock:0 name= db=0 cmd=blpop\n", None),
            ("id=7 flags=t db=0\nid=8 flags=b db=0\n", None),
        ];
        for (clients, is_blocked) in cases {
            let reply = Value::BulkString(clients.into());
            assert_eq!(pops(&reply, 7), is_blocked, "{clients}");
        }
        assert_eq!(pops(&Value::Nil, 7), None);
    }
}
