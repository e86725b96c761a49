//! Replicas that have to acknowledge a write before it counts.

use redis::Value;

use crate::command::Acknowledgement;
use crate::server::error::Fault;

/// Returns what an answer is worth, after this reply to WAIT.
pub fn judge(
    by: &Acknowledgement,
    answer: Value,
    acknowledged: Result<Value, Fault>,
) -> Result<Value, Fault> {
    match (&answer, acknowledged) {
        (Value::Nil | Value::Int(_) | Value::BulkString(_), _) => Ok(answer), // nothing was written
        (_, Ok(Value::Int(count))) if usize::try_from(count).is_ok_and(|n| n >= by.replicas) => {
            Ok(answer)
        }
        (_, Ok(Value::Int(count))) => Err(Fault::TooFewReplicas {
            count,
            of: by.replicas,
        }),
        (_, Ok(other)) => Err(Fault::unexpected(&other)),
        // Only the wait was refused; the command before it was executed.
        (_, Err(Fault::Refused(error))) => Err(Fault::NotToBeAcknowledged(error)),
        (_, Err(fault)) => Err(fault),
    }
}
