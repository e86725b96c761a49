//! The background thread's connections: how they begin, and what the replies on them mean.

use std::time::Duration;

use crate::command::{answer::LossAt, answer::renewed, invocation::Invocation};
use crate::os::clock::BootInstant;
use crate::server::transport::pipelined::{PipelineProtocol, PipelinedConnection};
use crate::server::transport::tracking_connection::changed;

use redis::{ErrorKind, PushKind, RedisResult, ServerError, Value};

/// The pause after the first failure. Each further failure doubles it.
pub const FIRST_RENEWAL_RETRY: Duration = Duration::from_millis(20);
/// The longest pause. It is short, because a server that is back in time must be reached in time.
pub const LONGEST_RENEWAL_RETRY: Duration = Duration::from_millis(100);

/// The purpose for which the thread uses its connections.
pub enum RenewalProtocol {}

pub enum ReplyTo {
    /// A reply at the connection's beginning, which the thread can do without.
    Setup,
    Renewal(Sent),
}

/// A renewal that is under way.
#[derive(Clone, Copy)]
pub struct Sent {
    /// The number of the lease.
    pub id: u64,
    pub at: BootInstant,
    /// True if it makes the lease longer, false if it only checks whose the lock is.
    pub extends: bool,
    pub invocation: Invocation,
    /// True if others may hold the lock, too.
    pub can_be_shared: bool,
    /// True if it goes to the node of a cluster that the key is about to move to.
    pub asking: bool,
}

/// A message of a server.
pub enum Event {
    /// The lock is ours and has this number of holders, or the reason why it is not ours.
    Answer(Sent, Result<u32, LossAt>),
    Refusal(Sent, ServerError),
    /// Another client changed this key; `None`: perhaps all keys.
    Change(Option<Vec<u8>>),
}

impl PipelineProtocol for RenewalProtocol {
    type Clock = BootInstant;
    type ReplyTo = ReplyTo;
    type ConnectionState = ();

    const FIRST_RETRY: Duration = FIRST_RENEWAL_RETRY;
    const LONGEST_RETRY: Duration = LONGEST_RENEWAL_RETRY;

    fn begin(connection: &mut PipelinedConnection<RenewalProtocol>, now: BootInstant) {
        connection.close_in_child();
        // Invalidation messages need RESP3. Without RESP3, or without permission, losses are
        // noticed at the next renewal.
        connection.send(redis::cmd("HELLO").arg(3), ReplyTo::Setup, now);
        connection.send(
            redis::cmd("CLIENT").arg("TRACKING").arg("ON").arg("NOLOOP"),
            ReplyTo::Setup,
            now,
        );
    }
}

impl PipelinedConnection<RenewalProtocol> {
    pub fn receive_events(&mut self, events: &mut Vec<Event>, now: BootInstant) -> RedisResult<()> {
        self.receive(now, |connection, reply_to, reply| {
            match (reply_to, reply) {
                (_, Value::Push { kind, data }) => {
                    if kind == PushKind::Invalidate {
                        events.push(Event::Change(changed(data)));
                    }
                    return Ok(());
                }
                (None | Some(ReplyTo::Setup), _) => {}
                (Some(ReplyTo::Renewal(sent)), Value::ServerError(error)) => {
                    events.push(Event::Refusal(sent, error));
                }
                (Some(ReplyTo::Renewal(sent)), reply) => {
                    let unexpected = (ErrorKind::UnexpectedReturnType, "not what was asked for");
                    let answer = renewed(&reply, sent.can_be_shared).ok_or(unexpected)?;
                    events.push(Event::Answer(sent, answer));
                }
            }
            connection.is_good = true;
            Ok(())
        })
    }
}
