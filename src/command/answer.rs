//! What servers' replies mean: decoded here and nowhere else, so that a number has one meaning.

use std::time::Duration;

use redis::Value;

use crate::claim::loss::Loss;
use crate::command::act::Act;

/// What a server has answered to a [`Command`](super::Command), or a quorum as if it were one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The lock is ours, with its fencing token if it is fenced.
    Taken(Option<i64>),
    /// Somebody else has it, for so long if that is known.
    Held(Option<Duration>),
    /// Others have shares of it beside ours.
    Shared(Option<Duration>),
    /// Our claim may become one of the other kind. Both by the server's clock: when it was looked at, and when it ends.
    Changeable {
        now: Duration,
        ends: Duration,
    },
    /// The lock is ours, and lasts so long; None: it has no expiry.
    Owned(Option<Duration>),
    HeldBy(Holder),
    Done,
    /// Done, and others wait for the lock.
    DoneAndAwaited,
    /// So many have shared it.
    Ended(u64),
    /// Those who share it.
    SharedBy(Sharers),
    /// The key does not hold our token, or is not there.
    NotDone,
    /// Some servers of a quorum have done it, and too many are away to tell whether it was a majority's.
    Unsure,
}

/// Whose the lock is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// What the key holds; None: it is of another type.
    pub value: Option<Vec<u8>>,
    /// For how long; None: it has no expiry.
    pub left: Option<Duration>,
    /// How many share it, this one included; None: nobody can.
    pub sharers: Option<u64>,
}

/// Those who share a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sharers {
    /// How many permits they have together.
    pub permits: u64,
    pub holders: Vec<Holder>,
}

impl Answer {
    /// None: it is no answer to what was asked.
    pub fn decode(act: Act, reply: &Value) -> Option<Answer> {
        Some(match (act, reply) {
            (Act::Upgrade | Act::Downgrade, Value::Array(times)) => match times[..] {
                [Value::Int(now), Value::Int(ends)] => Answer::Changeable {
                    now: lasts(now)?,
                    ends: lasts(ends)?,
                },
                _ => return None,
            },
            (Act::Take | Act::Claim | Act::Upgrade | Act::Downgrade, Value::Okay) => {
                Answer::Taken(None)
            }
            (Act::Take, Value::Nil) => Answer::Held(None),
            (Act::Take | Act::Claim | Act::ClaimFenced, Value::Array(fence)) => {
                Answer::Taken(Some(sole(fence)?))
            }
            (
                Act::Take | Act::Claim | Act::Upgrade | Act::Downgrade | Act::ClaimFenced,
                Value::Int(left),
            ) => Answer::Held(lasts(*left)),
            (Act::Upgrade, Value::BulkString(left)) => {
                Answer::Shared(lasts(std::str::from_utf8(left).ok()?.parse().ok()?))
            }
            (Act::Owned, Value::Int(-2)) => Answer::NotDone,
            (Act::Owned, Value::Int(left)) => Answer::Owned(lasts(*left)),
            (Act::Inspect, Value::Int(0)) => Answer::NotDone,
            (Act::Inspect, Value::Array(holder)) => Answer::HeldBy(holder_of(holder)?),
            (Act::Holders(_), Value::Array(sharers)) => Answer::SharedBy(sharers_of(sharers)?),
            (Act::EndAll, Value::Int(number)) => Answer::Ended(u64::try_from(*number).ok()?),
            (Act::ReleaseAndCheckQueue, Value::Int(2)) => Answer::DoneAndAwaited,
            (
                Act::Release
                | Act::ReleaseAndCheckQueue
                | Act::Refresh
                | Act::Shorten
                | Act::Exists
                | Act::Delete
                | Act::Raise(_),
                Value::Int(number),
            ) => match number {
                1.. => Answer::Done,
                _ => Answer::NotDone,
            },
            _ => return None,
        })
    }

    /// Whether it is the yes of a server of a quorum.
    pub fn is_yes(&self) -> bool {
        match self {
            Answer::Taken(_)
            | Answer::Owned(_)
            | Answer::HeldBy(_)
            | Answer::Done
            | Answer::DoneAndAwaited
            | Answer::Ended(_)
            | Answer::SharedBy(_) => true,
            Answer::Held(_)
            | Answer::Shared(_)
            | Answer::Changeable { .. }
            | Answer::NotDone
            | Answer::Unsure => false,
        }
    }
}

/// What the server has answered to a renewal: the lock is ours, and that of so many others that it is one of them, or why it is
/// not. None: no answer to that.
pub fn renewed(reply: &Value, can_be_shared: bool) -> Option<Result<u32, Loss>> {
    match reply {
        Value::Int(sharers @ 1..) if *sharers == 1 || can_be_shared => {
            Some(Ok(u32::try_from(*sharers).unwrap_or(u32::MAX)))
        }
        Value::Int(0) => Some(Err(Loss::Gone)),
        Value::Int(-1) => Some(Err(Loss::Taken)),
        _ => None,
    }
}

/// For how long a key lasts by `PTTL`, whose -1 is for ever.
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

fn sole(fence: &[Value]) -> Option<i64> {
    match fence {
        [Value::Int(fence)] => Some(*fence),
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
        let owned = |left| Answer::decode(Act::Owned, &Value::Int(left));
        assert_eq!(owned(-1), Some(Answer::Owned(None)));
        assert_eq!(owned(-2), Some(Answer::NotDone));
    }

    #[test]
    fn what_makes_no_sense_is_no_answer() {
        assert_eq!(Answer::decode(Act::Release, &Value::Okay), None);
        assert_eq!(
            Answer::decode(Act::ClaimFenced, &Value::Array(vec![])),
            None
        );
        assert_eq!(renewed(&Value::Int(2), false), None);
    }
}
