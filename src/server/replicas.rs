//! Replicas that have to have what was written before it counts.

use redis::Value;

use crate::command::Acknowledgement;
use crate::server::error::Fault;

/// What an answer is worth, if this came after it.
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
        // Refused was the waiting; what it was for has been done.
        (_, Err(Fault::Refused(error))) => Err(Fault::NotToBeAcknowledged(error)),
        (_, Err(fault)) => Err(fault),
    }
}
