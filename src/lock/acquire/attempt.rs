//! One attempt to take the lock, safe against a lost reply.

use std::{cell::Cell, mem, time::Duration};

use redis::Value;

use crate::{
    claim::{lease::Lease, token::Token},
    command::{Act, Operation},
    lock::{Lock, fence, number, twice},
    os::clock::Moment,
    server::{Server, error::Fault},
    stats::COUNTERS,
};

/// How an attempt ended when it did not fail.
pub(crate) enum Attempt {
    /// With its fencing token, if it is fenced.
    Taken(Lease, Option<i64>),
    /// By somebody else, for so long if that is known.
    Held(Option<Duration>),
    /// By us, but the reply took longer than the lease, or too few replicas know of it.
    Worthless,
    /// The server had no answer, and may have one soon.
    Unanswered(Fault),
}

impl<S: Server> Lock<S> {
    /// One attempt. If its reply is lost with the connection, it is made once more in a way that finds out. A token that may
    /// have been left behind is replaced; any other is kept, for an earlier attempt in the queue may have left it.
    pub(super) fn attempt(
        &mut self,
        token: &mut Token,
        send: fn(&mut Self, &Token) -> Result<Value, Fault>,
    ) -> Result<Attempt, Fault> {
        COUNTERS.attempts.add(1);
        let first_send = Moment::now();
        let mut send = Some(send);
        let (answer, repeated) = twice(|| match send.take() {
            Some(send) => send(self, token),
            None => {
                self.renew_token(token);
                self.claim(token)
            }
        });
        let fault = match answer {
            Ok(Value::Okay) => return Ok(self.taken(first_send, None)),
            Ok(Value::Array(reply)) if let [Value::Int(fence)] = reply[..] => {
                return Ok(self.taken(first_send, Some(fence)));
            }
            Ok(Value::Nil) => {
                self.renew_token(token);
                return Ok(Attempt::Held(None));
            }
            Ok(Value::Int(milliseconds)) => {
                let lease = u64::try_from(milliseconds).ok();
                return Ok(Attempt::Held(lease.map(Duration::from_millis)));
            }
            Ok(other) => Fault::unexpected(&other),
            Err(Fault::Forked) => return Err(Fault::Forked), // the token is the parent's
            Err(fault @ Fault::TooFewReplicas { .. }) => {
                self.shortfall = Some(fault);
                return Ok(Attempt::Worthless);
            }
            Err(fault) => fault,
        };
        if repeated || fault.may_have_been_executed() {
            self.abandon(mem::replace(token, Token::draw()));
        }
        self.renew_token(token);
        Err(fault)
    }

    /// What a quorum undoes may be undone late on some servers: not to undo the next attempt, too.
    fn renew_token(&self, token: &mut Token) {
        if self.server.is_quorum() {
            *token = Token::draw();
        }
    }

    pub(crate) fn taken(&self, first_send: Moment, fence: Option<i64>) -> Attempt {
        let lease = Lease::new(first_send, self.ttl);
        if lease.is_valid(Moment::now()) {
            Attempt::Taken(lease, fence)
        } else {
            Attempt::Worthless
        }
    }

    /// The plain command that every Redis lock uses.
    pub(super) fn set_if_free(&mut self, token: &Token) -> Result<Value, Fault> {
        if self.fence_key.is_some() {
            return self.claim(token);
        }
        self.server.perform(&Operation {
            act: Act::Take,
            keys: &[&self.key],
            token: token.as_bytes(),
            times: &[self.ttl],
            acknowledgement: self.acknowledgement,
            may_shorten: Cell::default(),
        })
    }

    /// The same by a script that accepts our own token and otherwise tells how long the holder's lease is.
    pub(super) fn claim(&mut self, token: &Token) -> Result<Value, Fault> {
        let keys = [&*self.key, self.fence_key.as_deref().unwrap_or_default()];
        let times = [self.ttl, fence::LIFE];
        let (act, count) = match self.fence_key {
            None => (Act::Claim, 1),
            Some(_) => (Act::ClaimFenced, 2),
        };
        let answer = self.server.perform(&Operation {
            act,
            keys: &keys[..count],
            token: token.as_bytes(),
            times: &times[..count],
            acknowledgement: self.acknowledgement,
            may_shorten: Cell::default(),
        })?;
        match answer {
            Value::Array(fence) if self.server.is_quorum() => self.raise(token, fence),
            answer => Ok(answer),
        }
    }

    /// Has a majority go on from the fencing token that one of them drew, or gives up the lock.
    fn raise(&mut self, token: &Token, fence: Vec<Value>) -> Result<Value, Fault> {
        let (Some(key), &[Value::Int(drawn)]) = (self.fence_key.as_deref(), &fence[..]) else {
            return Err(Fault::unexpected(&Value::Array(fence)));
        };
        let raised = self.server.perform(&Operation {
            act: Act::Raise(drawn),
            keys: &[&self.key, key],
            token: token.as_bytes(),
            times: &[fence::LIFE],
            acknowledgement: None,
            may_shorten: Cell::default(),
        });
        match number(raised)? {
            0 => Ok(Value::Nil),
            _ => Ok(Value::Array(fence)),
        }
    }
}

pub(crate) fn milliseconds(ttl: Duration) -> u64 {
    ttl.as_millis().try_into().unwrap_or(u64::MAX)
}
