//! The connection to one server of a quorum: what it begins with, and what the replies on it mean.

use std::{
    rc::Rc,
    time::{Duration, Instant},
};

use redis::{Cmd, ErrorKind::UnexpectedReturnType, RedisError, RedisResult, Value};

use crate::command::code::{Code, is_full};
use crate::command::way::Native;
use crate::server::transport::pipelined::{PipelinedConnection, Purpose};
use crate::server::{error::Fault, leftovers::Leftovers};

/// When to try again to reach a server that could not be reached; doubled after every further failure.
pub const FIRST_RETRY: Duration = Duration::from_millis(100);

/// What a quorum uses its connections for.
pub enum Voting {}

pub enum ReplyTo {
    Native,
    /// The question of a round that goes on.
    Round(u64),
    /// Of one that has ended; what has to be deleted if the server does not say that it has done it.
    Nobody(Option<Rc<Cmd>>),
}

/// What is known of a connection.
#[derive(Default)]
pub struct Notes {
    pub connected: Option<Instant>,
    /// What it began with was accepted.
    pub is_ready: bool,
    /// It has been told the text of what must not fail for want of it.
    pub is_taught: bool,
    /// When it refused a deletion that may succeed later, if it has executed none since.
    pub refused: Option<Instant>,
    /// It leads to a server that has become a replica.
    pub is_readonly: bool,
    pub native: Option<Native>,
}

impl Purpose for Voting {
    type Clock = Instant;
    type ReplyTo = ReplyTo;
    type Notes = Notes;

    const FIRST_RETRY: Duration = FIRST_RETRY;
    const LONGEST_RETRY: Duration = Duration::from_secs(1);

    /// Nothing else goes with it: before the address's demands are met it would be done in another database, or by another
    /// user.
    fn begin(connection: &mut PipelinedConnection<Voting>, now: Instant) {
        connection.send(&Native::question(), ReplyTo::Native, now);
    }
}

impl PipelinedConnection<Voting> {
    pub fn receive_answers(
        &mut self,
        answers: &mut Vec<(u64, Result<Value, Fault>)>,
        leftovers: &Leftovers<Rc<Cmd>>,
        now: Instant,
    ) -> RedisResult<()> {
        self.receive(now, |connection, reply_to, reply| {
            let answer = match reply {
                Value::ServerError(error) => Err(RedisError::from(error)),
                Value::Push { .. } => return Err((UnexpectedReturnType, "nobody asked").into()),
                reply => Ok(reply),
            };
            connection.notes.is_readonly |=
                matches!(&answer, Err(error) if Code::of(error) == Some(Code::ReadOnly));
            match reply_to {
                // The first question of all where there is no password, and so the one that is hung up on.
                Some(ReplyTo::Native) if answer.as_ref().is_err_and(is_turned_away) => {
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
                Some(ReplyTo::Nobody(Some(leftover))) => match answer.map_err(Fault::Refused) {
                    Err(refusal) if is_to_be_repeated(&refusal) => {
                        connection.notes.refused = refusal.may_pass().then_some(now);
                        leftovers.add(leftover);
                    }
                    _ => connection.notes.refused = None, // done, or left to its ttl
                },
                Some(ReplyTo::Nobody(None)) | None => {}
            }
            Ok(())
        })
    }
}

/// Its repetition, by EVAL, may be executed, also where the server has lost its scripts.
fn is_to_be_repeated(refusal: &Fault) -> bool {
    refusal.may_pass() || refusal.code() == Some(Code::NoScript)
}

/// There is no room for another connection, or the server is for clients of its own machine only.
fn is_turned_away(error: &RedisError) -> bool {
    is_full(error) || Code::of(error) == Some(Code::Denied)
}
