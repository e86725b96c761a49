//! The connection to one server of a quorum, and what the replies on it will be replies to.

use std::{collections::VecDeque, rc::Rc, time::Instant};

use redis::{Cmd, RedisError, RedisResult, Value};

use crate::command::code::{Code, is_full};
use crate::command::way::Native;
use crate::server::{
    error::Fault, leftovers::Leftovers, transport::pipelined::PipelinedConnection,
};

pub struct Wire {
    pub connection: PipelinedConnection,
    pub expected: VecDeque<Expected>,
    pub opened: Instant,
    pub connected: Option<Instant>,
    /// What it began with was accepted.
    pub is_ready: bool,
    /// It has answered a question.
    pub is_good: bool,
    /// It has been told the text of what must not fail for want of it.
    pub is_taught: bool,
    /// It leads to a server that has become a replica.
    pub is_readonly: bool,
    pub native: Option<Native>,
}

pub struct Expected {
    pub reply_to: ReplyTo,
    pub sent: Instant,
}

pub enum ReplyTo {
    Introduction,
    Native,
    /// The question of a round that goes on.
    Round(u64),
    /// Of one that has ended; what has to be deleted if the server does not say that it has done it.
    Nobody(Option<Rc<Cmd>>),
}

impl Wire {
    pub fn send(&mut self, command: &Cmd, reply_to: ReplyTo, now: Instant) {
        self.connection.queue(command);
        self.expected.push_back(Expected {
            reply_to,
            sent: now,
        });
    }

    pub fn receive(
        &mut self,
        answers: &mut Vec<(u64, Result<Value, Fault>)>,
        leftovers: &Leftovers<Rc<Cmd>>,
    ) -> RedisResult<()> {
        let outcome = self.connection.fill();
        // What came before the end of the connection has been said.
        while let Some(reply) = self.connection.next_reply()? {
            let Some(expected) = self.expected.pop_front() else {
                return Err((redis::ErrorKind::UnexpectedReturnType, "nobody asked").into());
            };
            let answer = match reply {
                Value::ServerError(error) => Err(RedisError::from(error)),
                reply => Ok(reply),
            };
            self.is_readonly |=
                matches!(&answer, Err(error) if Code::of(error) == Some(Code::ReadOnly));
            match expected.reply_to {
                ReplyTo::Introduction => drop(answer?),
                // The first question of all where there is no password, and so the one that is hung up on.
                ReplyTo::Native if answer.as_ref().is_err_and(is_turned_away) => drop(answer?),
                ReplyTo::Native => {
                    self.native = answer.ok().as_ref().and_then(Native::from_answer);
                    self.is_ready = true;
                }
                ReplyTo::Round(round) => {
                    self.is_good = true;
                    answers.push((round, answer.map_err(Fault::Refused)));
                }
                ReplyTo::Nobody(Some(leftover)) if answer.is_err() => leftovers.add(leftover),
                ReplyTo::Nobody(_) => {}
            }
        }
        Ok(outcome?)
    }
}

/// There is no room for another connection, or the server is for clients of its own machine only.
fn is_turned_away(error: &RedisError) -> bool {
    is_full(error) || Code::of(error) == Some(Code::Denied)
}
