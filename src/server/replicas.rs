//! Replicas that have to have what was written before it counts.

use std::time::Duration;

use redis::{Cmd, Value};

use crate::server::error::Fault;

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
