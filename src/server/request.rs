//! What a server carries out in one step: a plain command, a script, or a command of its own in place of the script.

use std::time::Duration;

use redis::{Cmd, ServerErrorKind, Value};

use super::Fault;

/// Something to be done by a server.
pub trait Request {
    /// The command that does it in this way.
    fn command(&self, way: Way) -> Cmd;

    /// Whether some servers have a command of their own for it.
    fn may_be_native(&self) -> bool;

    /// By how many replicas it has to be acknowledged, if it succeeds.
    fn acknowledgement(&self) -> Option<Acknowledgement> {
        None
    }
}

/// So many replicas have to have what was written, so soon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acknowledgement {
    pub replicas: usize,
    pub within: Duration,
}

impl Acknowledgement {
    /// Waits for them, after what was written on the same connection.
    pub fn command(&self) -> Cmd {
        let mut command = redis::cmd("WAIT");
        let milliseconds = self.within.as_millis().max(1); // 0 is for ever
        command.arg(self.replicas).arg(milliseconds as u64);
        command
    }

    /// What an answer is worth, if this came after it.
    pub fn judge(&self, answer: Value, acknowledged: Result<Value, Fault>) -> Result<Value, Fault> {
        match (&answer, acknowledged) {
            (Value::Nil | Value::Int(_), _) => Ok(answer), // nothing was written
            (_, Ok(Value::Int(count)))
                if usize::try_from(count).is_ok_and(|n| n >= self.replicas) =>
            {
                Ok(answer)
            }
            (_, Ok(Value::Int(count))) => Err(Fault::TooFewReplicas {
                count,
                of: self.replicas,
            }),
            (_, Ok(other)) => Err(Fault::unexpected(&other)),
            // Refused was the waiting; what it was for has been done.
            (_, Err(Fault::Refused(error))) => Err(Fault::NotToBeAcknowledged(error)),
            (_, Err(fault)) => Err(fault),
        }
    }
}

/// How a request is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By the server's own compare-and-act.
    Native(Native),
    /// By a script's hash; what is a plain command is the same in every way.
    Usual,
    /// By the script's text, from which the server learns it.
    Text,
}

/// By which commands a server compares and acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Native {
    /// `DELEX key IFEQ value`, and `SET … IFEQ`: Redis from 8.4 on.
    Delex,
    /// `DELIFEQ key value`, and `SET … IFEQ`: Valkey from 9.0 on.
    Delifeq,
}

impl Native {
    /// Asks a server what it has.
    pub fn question() -> Cmd {
        let mut command = redis::cmd("COMMAND");
        command.arg("INFO").arg("DELEX").arg("DELIFEQ");
        command
    }

    pub fn from_answer(answer: &Value) -> Option<Native> {
        let Value::Array(commands) = answer else {
            return None;
        };
        let known = commands
            .iter()
            .map(|command| matches!(command, Value::Array(fields) if !fields.is_empty()));
        let all = [Native::Delex, Native::Delifeq];
        all.into_iter()
            .zip(known)
            .find_map(|(native, known)| known.then_some(native))
    }
}

/// What follows from an answer.
pub enum Step {
    Done(Result<Value, Fault>),
    Again(Way),
}

impl Way {
    /// What follows from the answer to a request that was put in this way.
    pub fn step(self, answer: Result<Value, Fault>) -> Step {
        let Way::Native(_) = self else {
            return match answer {
                // After a restart, a failover, SCRIPT FLUSH.
                Err(Fault::Refused(error))
                    if self == Way::Usual && error.kind() == ServerErrorKind::NoScript.into() =>
                {
                    Step::Again(Way::Text)
                }
                answer => Step::Done(answer),
            };
        };
        Step::Done(match answer {
            // Answers of scripts are numbers.
            Ok(Value::Okay) => Ok(Value::Int(1)),
            Ok(Value::Nil) => Ok(Value::Int(0)),
            Err(Fault::Refused(error)) => match error.code() {
                Some("WRONGTYPE") => Ok(Value::Int(0)), // somebody else's
                // Not this user's to use, or not known to the server that has taken the place of the one asked.
                Some("NOPERM" | "ERR") => return Step::Again(Way::Usual),
                _ => Err(Fault::Refused(error)),
            },
            answer => answer,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_says_which_commands_it_has() {
        let known = || Value::Array(vec![Value::BulkString(b"delex".to_vec()), Value::Int(-4)]);
        for (answer, native) in [
            (Value::Array(vec![known(), Value::Nil]), Some(Native::Delex)),
            (
                Value::Array(vec![Value::Nil, known()]),
                Some(Native::Delifeq),
            ),
            (Value::Array(vec![Value::Nil, Value::Nil]), None),
            (
                Value::Array(vec![Value::Array(vec![]), Value::Array(vec![])]),
                None,
            ),
            (Value::Array(vec![]), None),
            (Value::Nil, None),
        ] {
            assert_eq!(Native::from_answer(&answer), native, "{answer:?}");
        }
    }
}
