//! The meaning of servers' replies. They are decoded here only, so that a number has one meaning.

use std::time::Duration;

use redis::Value;

use crate::claim::loss::Loss;
use crate::command::operation::Operation;

/// The answer of a server to a [`Command`](super::Command), or of a quorum as if it were a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The lock is ours, with its fencing token if it is fenced.
    Taken(Option<i64>),
    /// Another owner has the lock, for this time if that is known.
    Held(Option<Duration>),
    /// Another owner has the lock at this place of several, for this time if that is known.
    HeldAt(usize, Option<Duration>),
    /// Several locks are ours, with a fencing token for each.
    AllTaken(Box<[i64]>),
    /// The lock at this place of several is not ours.
    LostAt(usize),
    /// Other owners have shares beside ours, for this time if that is known.
    Shared(Option<Duration>),
    /// Our claim may become one of the other kind. `now` is the server's time of this reply, `ends`
    /// is when the claim ends, both by the server's clock.
    Changeable {
        now: Duration,
        ends: Duration,
    },
    /// The lock is ours for this time. `None`: it has no expiry.
    Owned(Option<Duration>),
    Holder(Holder),
    Applied,
    /// Done, and waiters are queued.
    DoneAndAwaited,
    /// The lock is deleted. This number of owners had shared it.
    Deleted(u64),
    /// The holders of a shared lock.
    Holders(Sharers),
    /// The key does not hold our token, or is not there.
    NotOwner,
    /// Some servers of a quorum have done it. Too many are away to tell whether a majority had it.
    Indeterminate,
}

/// The holder of a lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// The value of the key. `None`: the key is of another type.
    pub value: Option<Vec<u8>>,
    /// The time until it expires. `None`: it has no expiry.
    pub left: Option<Duration>,
    /// The number of holders that share it, this one included. `None`: it cannot be shared.
    pub sharers: Option<u64>,
}

/// The holders of a shared key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sharers {
    /// The number of permits that they have together.
    pub permits: u64,
    pub holders: Vec<Holder>,
}

impl Answer {
    /// Returns `None` if the reply is no answer to `operation`.
    pub fn decode(operation: Operation, reply: &Value) -> Option<Answer> {
        if let Value::Array(reply) = reply
            && let Some(answer) = of_several(reply)
        {
            return Some(answer);
        }
        Some(match (operation, reply) {
            (Operation::Upgrade | Operation::Downgrade, Value::Array(times)) => match times[..] {
                [Value::Int(now), Value::Int(ends)] => Answer::Changeable {
                    now: lasts(now)?,
                    ends: lasts(ends)?,
                },
                _ => return None,
            },
            (
                Operation::Take | Operation::Claim | Operation::Upgrade | Operation::Downgrade,
                Value::Okay,
            ) => Answer::Taken(None),
            (Operation::Take, Value::Nil) => Answer::Held(None),
            (Operation::Take | Operation::Claim | Operation::ClaimFenced, Value::Array(fence)) => {
                Answer::Taken(Some(sole(fence)?))
            }
            (
                Operation::Take
                | Operation::Claim
                | Operation::Upgrade
                | Operation::Downgrade
                | Operation::ClaimFenced,
                Value::Int(left),
            ) => Answer::Held(lasts(*left)),
            (Operation::Upgrade, Value::BulkString(left)) => {
                Answer::Shared(lasts(std::str::from_utf8(left).ok()?.parse().ok()?))
            }
            (Operation::Owned, Value::Int(-2)) => Answer::NotOwner,
            (Operation::Owned, Value::Int(left)) => Answer::Owned(lasts(*left)),
            (Operation::Inspect, Value::Int(0)) => Answer::NotOwner,
            (Operation::Inspect, Value::Array(holder)) => Answer::Holder(holder_of(holder)?),
            (Operation::Holders(_), Value::Array(sharers)) => Answer::Holders(sharers_of(sharers)?),
            (Operation::EndAll, Value::Int(number)) => {
                Answer::Deleted(u64::try_from(*number).ok()?)
            }
            (Operation::ReleaseAndCheckQueue, Value::Int(2)) => Answer::DoneAndAwaited,
            (
                Operation::Release
                | Operation::ReleaseAndCheckQueue
                | Operation::Refresh
                | Operation::Shorten
                | Operation::Exists
                | Operation::Delete
                | Operation::AdvanceFence(_),
                Value::Int(number),
            ) => match number {
                1.. => Answer::Applied,
                _ => Answer::NotOwner,
            },
            _ => return None,
        })
    }

    /// Returns whether it counts as the yes of a server of a quorum.
    pub fn is_yes(&self) -> bool {
        match self {
            Answer::Taken(_)
            | Answer::AllTaken(_)
            | Answer::Owned(_)
            | Answer::Holder(_)
            | Answer::Applied
            | Answer::DoneAndAwaited
            | Answer::Deleted(_)
            | Answer::Holders(_) => true,
            Answer::Held(_)
            | Answer::HeldAt(..)
            | Answer::LostAt(_)
            | Answer::Shared(_)
            | Answer::Changeable { .. }
            | Answer::NotOwner
            | Answer::Indeterminate => false,
        }
    }
}

/// A renewal's loss, and the place of the lock that is not ours among several.
pub type LossAt = (Loss, Option<usize>);

/// Decodes the reply to a renewal. `Ok`: the lock is ours, and has this number of holders, one of
/// them ours. `Err`: why it is not ours. `None`: no answer to a renewal.
pub fn renewed(reply: &Value, can_be_shared: bool) -> Option<Result<u32, LossAt>> {
    match reply {
        Value::Array(reply) => match &reply[..] {
            [
                Value::BulkString(word),
                place,
                Value::Int(holder @ (0 | -1)),
            ] if word == b"lost" => {
                let loss = match holder {
                    0 => Loss::Gone,
                    _ => Loss::Taken,
                };
                Some(Err((loss, Some(place_of(place)?))))
            }
            _ => None,
        },
        Value::Int(sharers @ 1..) if *sharers == 1 || can_be_shared => {
            Some(Ok(u32::try_from(*sharers).unwrap_or(u32::MAX)))
        }
        Value::Int(0) => Some(Err((Loss::Gone, None))),
        Value::Int(-1) => Some(Err((Loss::Taken, None))),
        _ => None,
    }
}

/// Returns the time that a key lasts, from the reply of `PTTL`. `None`: -1, no expiry.
pub fn lasts(milliseconds: i64) -> Option<Duration> {
    u64::try_from(milliseconds).ok().map(Duration::from_millis)
}

fn holder_of(reply: &[Value]) -> Option<Holder> {
    let (left, value, sharers) = match reply {
        [Value::Int(left)] => (left, None, None),
        [Value::Int(left), Value::BulkString(value)] => (left, Some(value.clone()), None),
        [
            Value::Int(left),
            Value::BulkString(value),
            Value::Int(sharers),
        ] => (left, Some(value.clone()), u64::try_from(*sharers).ok()),
        _ => return None,
    };
    let left = lasts(*left);
    Some(Holder {
        value,
        left,
        sharers,
    })
}

fn sharers_of(reply: &[Value]) -> Option<Sharers> {
    let (Value::Int(permits), holders) = reply.split_first()? else {
        return None;
    };
    let pairs = holders.chunks(2).map(|pair| match pair {
        [Value::Int(_), Value::BulkString(_)] => holder_of(pair),
        _ => None,
    });
    Some(Sharers {
        permits: u64::try_from(*permits).ok()?,
        holders: pairs.collect::<Option<_>>()?,
    })
}

/// Decodes a reply of the scripts for several locks. It begins with a word.
fn of_several(reply: &[Value]) -> Option<Answer> {
    let (Value::BulkString(word), rest) = reply.split_first()? else {
        return None;
    };
    Some(match (&word[..], rest) {
        (b"held", [place, Value::Int(left)]) => Answer::HeldAt(place_of(place)?, lasts(*left)),
        (b"lost", [place]) => Answer::LostAt(place_of(place)?),
        (b"taken", fences) => Answer::AllTaken(fences.iter().map(number).collect::<Option<_>>()?),
        _ => return None,
    })
}

fn sole(fence: &[Value]) -> Option<i64> {
    match fence {
        [fence] => number(fence),
        _ => None,
    }
}

/// Returns a place, which scripts count from 1.
fn place_of(value: &Value) -> Option<usize> {
    usize::try_from(number(value)?).ok()?.checked_sub(1)
}

fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Int(number) => Some(*number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_expiry_is_not_nothing() {
        assert_eq!(lasts(-1), None);
        assert_eq!(lasts(0), Some(Duration::ZERO));
        let owned = |left| Answer::decode(Operation::Owned, &Value::Int(left));
        assert_eq!(owned(-1), Some(Answer::Owned(None)));
        assert_eq!(owned(-2), Some(Answer::NotOwner));
    }

    #[test]
    fn what_makes_no_sense_is_no_answer() {
        assert_eq!(Answer::decode(Operation::Release, &Value::Okay), None);
        assert_eq!(
            Answer::decode(Operation::ClaimFenced, &Value::Array(vec![])),
            None
        );
        assert_eq!(renewed(&Value::Int(2), false), None);
    }
}
