//! In which way something is put to a server: as a command of its own that compares and acts, or as a script, by its hash
//! or by its text.

use redis::{Cmd, Value};

use crate::command::code::Code;

/// How a command is put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By the server's own compare-and-act.
    Native(Native),
    /// By a script's hash; what is a plain command is the same in every way.
    EvalSha,
    /// By the script's text, from which the server learns it.
    Eval,
}

/// By which commands a server compares and acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Native {
    /// `DELEX key IFEQ value`: Redis from 8.4 on.
    Delex,
    /// `DELIFEQ key value`: Valkey from 9.0 on.
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

/// What follows from an error reply.
#[derive(Debug, PartialEq)]
pub enum Next {
    /// It stands.
    Refused,
    /// It says that the key is not ours.
    NotOurs,
    Again(Way),
}

impl Way {
    /// What follows from an error reply to what was put in this way.
    pub fn after(self, code: Option<Code>) -> Next {
        match (self, code) {
            // After a restart, a failover, SCRIPT FLUSH.
            (Way::EvalSha, Some(Code::NoScript)) => Next::Again(Way::Eval),
            (Way::Native(_), Some(Code::WrongType)) => Next::NotOurs,
            (Way::Native(_), Some(Code::NoPerm)) => Next::Again(Way::EvalSha),
            // Redis's word for a key of another type, and that of a server without the command that has taken the
            // place of the one asked: a script can tell.
            (Way::Native(_), Some(Code::Err)) => Next::Again(Way::Eval),
            _ => Next::Refused,
        }
    }

    /// Whether going on in the next way means that the server's own commands are not this user's to use.
    pub fn is_forbidden(self, next: Way) -> bool {
        matches!((self, next), (Way::Native(_), Way::EvalSha))
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
