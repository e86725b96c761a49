//! Why client tracking is unavailable on a server, and for how long that counts.

use std::time::{Duration, Instant};

use redis::RedisError;

use crate::command::code::{Code, is_full};
use crate::server::{error::Fault, quotes::quote_long};
use crate::stats::WAITS;

/// The pause after a connection for waiting could not be opened.
const NEXT_TRY: Duration = Duration::from_secs(1);
/// The pause after a refusal. It ends, because a permission may be granted or a proxy replaced.
pub const NEXT_TRY_AFTER_REFUSAL: Duration = Duration::from_secs(60);

/// The reason why a server's changes cannot be tracked, and the time until which it counts.
pub struct TrackingUnavailable {
    pub reason: RedisError,
    pub until: Instant,
    /// True if the reason is that this user may not use the keys of queues, not even read them.
    pub hides_queue: bool,
}

impl TrackingUnavailable {
    /// Returns what follows from this fault now, and notes it for phpinfo().
    pub fn noted(fault: &Fault) -> Option<TrackingUnavailable> {
        let verdict = TrackingUnavailable::after(fault, Instant::now())?;
        WAITS.note(quote_long(&verdict.reason));
        Some(verdict)
    }

    pub fn counts(&self, now: Instant) -> bool {
        now < self.until
    }

    /// Returns what follows from this fault; None if it says nothing about the server.
    pub fn after(fault: &Fault, now: Instant) -> Option<TrackingUnavailable> {
        let (Fault::Refused(error) | Fault::Unreachable(error) | Fault::ReplyLost(error)) = fault
        else {
            return None;
        };
        // A proxy may close the connection on unknown commands. A full server may have room later.
        let is_refusal = match fault {
            Fault::Refused(error) => is_permanent_refusal(error),
            fault => fault.closed_by_peer(),
        };
        let pause = match is_refusal {
            true => NEXT_TRY_AFTER_REFUSAL,
            false => NEXT_TRY,
        };
        Some(TrackingUnavailable {
            reason: error.clone(),
            until: now + pause,
            hides_queue: false,
        })
    }
}

/// Returns whether the command is unknown, or not allowed to this user. A server that is loading,
/// out of memory or full does not count.
fn is_permanent_refusal(error: &RedisError) -> bool {
    matches!(
        Code::of(error),
        Some(Code::NoPerm | Code::NoProto | Code::Err)
    ) && !is_full(error)
}

#[cfg(test)]
mod tests {
    use redis::Value;

    use super::*;

    #[test]
    fn no_verdict_keeps_a_process_polling_for_longer_than_a_minute() {
        let refused = |words: &str| {
            let reply = redis::parse_redis_value(format!("-{words}\r\n").as_bytes());
            match reply {
                Ok(Value::ServerError(error)) => Fault::Refused(error.into()),
                other => panic!("{other:?}"),
            }
        };
        let reset = std::io::Error::from(std::io::ErrorKind::ConnectionReset);
        let now = Instant::now();
        for (fault, pause) in [
            (refused("NOPERM this user has no permissions"), 60),
            (refused("ERR unknown command 'HELLO'"), 60),
            (Fault::ReplyLost(reset.into()), 60),
            (refused("ERR max number of clients reached"), 1),
            (refused("LOADING Redis is loading"), 1),
        ] {
            let verdict = TrackingUnavailable::after(&fault, now).unwrap();
            assert_eq!(verdict.until, now + Duration::from_secs(pause), "{fault}");
        }
        assert!(TrackingUnavailable::after(&Fault::Interrupted, now).is_none());
    }
}
