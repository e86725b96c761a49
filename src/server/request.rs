//! What a server carries out in one step: a plain command, a script, or a command of its own in place of the script.

use redis::{Cmd, ServerErrorKind, Value};

use crate::server::{error::Fault, replicas::Acknowledgement};

/// Something to be done by a server, or by each of a quorum.
pub trait Request: Sized {
    /// The command that does it in this way.
    fn command(&self, way: Way) -> Cmd;

    /// Whether some servers have a command of their own for it, asked of one that decides alone or of one of several.
    fn may_be_native(&self, is_alone: bool) -> bool;

    /// Whether it makes a lease shorter: then a quorum's answer is awaited from those, too, that decide nothing any more.
    fn shortens(&self) -> bool;

    /// By how many replicas it has to be acknowledged, if it succeeds.
    fn acknowledgement(&self) -> Option<Acknowledgement> {
        None
    }

    /// What the answers of a quorum come to, in the order of its servers.
    fn verdict(&self, ballots: &[Ballot]) -> Verdict;

    /// Whether that server has done it.
    fn is_yes(&self, answer: &Value) -> bool;

    /// Whether there is nothing of it to be undone where it was not done.
    fn begins(&self) -> bool;

    /// What takes back on every server what some have done, after this verdict.
    fn undo(&self, verdict: &Verdict) -> Option<Self>;

    /// Whose it is.
    fn token(&self) -> &[u8];

    /// Whether it has to be done by every server sooner or later, also by those that are away.
    fn must_arrive(&self) -> bool;
}

/// What a server of a quorum has answered; None: nothing yet.
pub type Ballot = Option<Result<Value, Fault>>;

/// What the answers of a quorum come to.
#[derive(Debug, PartialEq)]
pub enum Verdict {
    /// It depends on those who have not answered.
    Open,
    /// As if one server had said so.
    Granted(Value),
    Denied(Value),
    /// Fewer than a majority can answer. `executed`: some may have done it.
    TooFew {
        executed: bool,
    },
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

/// Whether what follows is that the server's own commands are not this user's to use.
pub fn are_refused(way: Way, next: Way) -> bool {
    matches!((way, next), (Way::Native(_), Way::Usual))
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
                Some("NOPERM") => return Step::Again(Way::Usual),
                // Redis's word for a key of another type, and that of a server without the command that has taken the
                // place of the one asked: a script can tell.
                Some("ERR") => return Step::Again(Way::Text),
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
