//! Where a waiter of the queue stands, what moves it on, and when it looks without having heard anything.

use std::time::{Duration, Instant};

use redis::Value;

use crate::lock::acquire::backoff::random_fraction;

/// A head that has died is missed after so long.
pub const HEAD_LIFE: Duration = Duration::from_secs(2);
/// A head comes back so often, not to be missed.
const HEAD_PERIOD: Duration = Duration::from_secs(1);
/// Who is in line looks so often, up to half a second sooner or later, whether there is a head.
const LOOK_PERIOD: Duration = Duration::from_secs(3);

/// Where a waiter stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Comes to the server, called by this one; nobody: by itself.
    Coming {
        caller: Vec<u8>,
    },
    /// Watches the lock.
    Head,
    /// Waits to be called.
    InLine,
    Out,
}

/// What a waiter hears.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Heard {
    /// The lock is ours.
    Taken,
    /// We are the head, or not.
    IsHead(bool),
    /// The lock has changed.
    Change,
    /// Somebody calls us; None: the server has put us out of the line.
    Call(Option<Vec<u8>>),
    /// The time for the next look has come.
    Time,
}

impl Place {
    pub fn told(self, heard: Heard, token: &[u8]) -> Place {
        match (self, heard) {
            (_, Heard::Taken) => Place::Out,
            (_, Heard::IsHead(true)) => Place::Head,
            (_, Heard::IsHead(false)) => Place::InLine,
            (Place::Head, Heard::Change | Heard::Time) => Place::Coming {
                caller: token.into(),
            },
            (Place::InLine, Heard::Call(caller)) => Place::Coming {
                caller: caller.unwrap_or_default(),
            },
            (place, _) => place,
        }
    }
}

/// Whom a pop names; None: its time was up.
pub fn caller(reply: Value) -> Option<Vec<u8>> {
    match reply {
        Value::Array(mut reply) => match reply.pop() {
            Some(Value::BulkString(caller)) => Some(caller),
            _ => None,
        },
        _ => None,
    }
}

/// The holder's lease has ended a millisecond later than it says; -1: it does not end.
pub fn next_look_of_head(milliseconds: i64) -> Duration {
    let lease = u64::try_from(milliseconds).map_or(Duration::MAX, Duration::from_millis);
    lease
        .saturating_add(Duration::from_millis(1))
        .min(HEAD_PERIOD)
}

pub fn next_look_in_line() -> Instant {
    Instant::now() + LOOK_PERIOD - LOOK_PERIOD / 6 + (LOOK_PERIOD / 3).mul_f64(random_fraction())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_pop_names_the_caller_or_nobody() {
        let word = |word: &[u8]| Value::BulkString(word.into());
        let popped = Value::Array(vec![word(b"{key}:redislock:signal"), word(b"token")]);
        assert_eq!(caller(popped), Some(b"token".to_vec()));
        assert_eq!(caller(Value::Nil), None);
        assert_eq!(caller(Value::Array(Vec::new())), None);
        assert_eq!(caller(Value::Array(vec![Value::Nil])), None);
        assert_eq!(caller(Value::Int(1)), None);
    }

    #[test]
    fn a_head_looks_when_the_lease_has_ended_and_before_it_is_missed() {
        assert_eq!(next_look_of_head(-1), HEAD_PERIOD);
        assert_eq!(next_look_of_head(0), MS(1));
        assert_eq!(next_look_of_head(5), MS(6));
        assert_eq!(next_look_of_head(999), HEAD_PERIOD);
        assert_eq!(next_look_of_head(i64::MAX), HEAD_PERIOD);
        assert!(HEAD_PERIOD < HEAD_LIFE);
    }
}
