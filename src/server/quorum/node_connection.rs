//! The connection to one server of a quorum: how it begins, and what its replies mean.

use std::{
    rc::Rc,
    time::{Duration, Instant},
};

use redis::{Cmd, ErrorKind::UnexpectedReturnType, RedisError, RedisResult, Value};

use crate::command::code::{Code, is_full};
use crate::command::invocation::Native;
use crate::server::transport::pipelined::{PipelineProtocol, PipelinedConnection};
use crate::server::{error::Fault, leftovers::Leftovers};

/// The pause after the first failure to reach a server; doubled after every further failure.
pub const FIRST_NODE_RETRY: Duration = Duration::from_millis(100);

/// The [`PipelineProtocol`] of a quorum's connections.
pub enum QuorumProtocol {}

pub enum ReplyTo {
    Native,
    /// The command of a round that has not ended.
    Round(u64),
    /// A command that no round waits for, and what to send again if it was not executed.
    NoRound(Option<Rc<Cmd>>),
    /// A vote that no round waits for, by its token.
    Vote(Rc<[u8]>),
}

/// The state of a connection.
#[derive(Default)]
pub struct ConnectionState {
    pub connected: Option<Instant>,
    /// True once its first commands were accepted.
    pub is_ready: bool,
    /// The moment of the last refusal of a deletion that may pass; None after a success.
    pub refused: Option<Instant>,
    /// True if it leads to a server that has become a replica.
    pub is_readonly: bool,
    pub native: Option<Native>,
}

impl PipelineProtocol for QuorumProtocol {
    type Clock = Instant;
    type ReplyTo = ReplyTo;
    type ConnectionState = ConnectionState;

    const FIRST_RETRY: Duration = FIRST_NODE_RETRY;
    const LONGEST_RETRY: Duration = Duration::from_secs(1);

    /// Asks only for the server's native commands. Before AUTH and SELECT have succeeded, a command
    /// would run as another user, or in another database.
    fn begin(connection: &mut PipelinedConnection<QuorumProtocol>, now: Instant) {
        connection.send(&Native::question(), ReplyTo::Native, now);
    }
}

impl PipelinedConnection<QuorumProtocol> {
    pub fn receive_answers(
        &mut self,
        answers: &mut Vec<(u64, Result<Value, Fault>)>,
        leftovers: &Leftovers<Rc<Cmd>>,
        now: Instant,
    ) -> RedisResult<()> {
        self.receive(now, |connection, reply_to, reply| {
            let answer = match reply {
                Value::ServerError(error) => Err(RedisError::from(error)),
                Value::Push { .. } => return Err((UnexpectedReturnType, "no command asked").into()),
                reply => Ok(reply),
            };
            connection.notes.is_readonly |=
                matches!(&answer, Err(error) if Code::of(error) == Some(Code::ReadOnly));
            match reply_to {
                // Without a password this is the first command, and a full server replies to it
                // before it closes the connection.
                Some(ReplyTo::Native) if answer.as_ref().is_err_and(is_closed_by_server) => {
                    drop(answer?);
                }
                Some(ReplyTo::Native) => {
                    connection.notes.native = answer.ok().as_ref().and_then(Native::from_answer);
                    connection.notes.is_ready = true;
                }
                Some(ReplyTo::Round(round)) => {
                    connection.is_good = true;
                    answers.push((round, answer.map_err(Fault::Refused)));
                }
                Some(ReplyTo::NoRound(Some(leftover))) => match answer.map_err(Fault::Refused) {
                    Err(refusal) if is_to_be_repeated(&refusal) => {
                        connection.notes.refused = refusal.may_pass().then_some(now);
                        leftovers.add(leftover);
                    }
                    _ => connection.notes.refused = None, // executed, or left to its ttl
                },
                Some(ReplyTo::NoRound(None) | ReplyTo::Vote(_)) | None => {}
            }
            Ok(())
        })
    }
}

/// Returns whether to send a deletion again. It is repeated by EVAL, which needs no loaded script.
fn is_to_be_repeated(refusal: &Fault) -> bool {
    refusal.may_pass() || refusal.code() == Some(Code::NoScript)
}

/// Returns whether the server has no room for the connection, or accepts only local clients.
fn is_closed_by_server(error: &RedisError) -> bool {
    is_full(error) || Code::of(error) == Some(Code::Denied)
}
