//! The ways to send a command: as a native command that compares and acts, or as a script, by its
//! hash or by its text.

use redis::{Cmd, Value};

use crate::command::code::Code;

/// The way in which a command is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invocation {
    /// The server's native compare-and-act command.
    Native(Native),
    /// A script's hash. A plain command is the same in every way.
    EvalSha,
    /// A script's text, which the server loads then.
    Eval,
}

/// The native commands by which a server compares and acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Native {
    /// `DELEX key IFEQ value`: Redis from 8.4 on.
    Delex,
    /// `DELIFEQ key value`: Valkey from 9.0 on.
    Delifeq,
}

impl Native {
    /// Returns the command that asks a server which of them it has.
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

/// The next step after an error reply.
#[derive(Debug, PartialEq)]
pub enum Next {
    /// The error stands.
    Refused,
    /// The key is not ours.
    NotOurs,
    Again(Invocation),
}

impl Invocation {
    /// Returns the next step after an error reply to a command that was sent in this way.
    pub fn after(self, code: Option<Code>) -> Next {
        match (self, code) {
            // After a restart, a failover, SCRIPT FLUSH.
            (Invocation::EvalSha, Some(Code::NoScript)) => Next::Again(Invocation::Eval),
            (Invocation::Native(_), Some(Code::WrongType)) => Next::NotOurs,
            (Invocation::Native(_), Some(Code::NoPerm)) => Next::Again(Invocation::EvalSha),
            // Redis replies this for a key of another type. A server without the command, in the
            // place of the one that was asked, does, too. A script finds out.
            (Invocation::Native(_), Some(Code::Err)) => Next::Again(Invocation::Eval),
            _ => Next::Refused,
        }
    }

    /// Returns whether going on in the `next` way means that this user may not use native commands.
    pub fn is_forbidden(self, next: Invocation) -> bool {
        matches!((self, next), (Invocation::Native(_), Invocation::EvalSha))
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
