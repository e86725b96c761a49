//! The times of the queue that have to fit each other. Fairness has its own, and counts on [`HEAD_LIFE`].

use std::time::{Duration, Instant};

use crate::lock::acquire::backoff::random_fraction;

/// So long after a change a deputy looks whether the lock is free; its reserve gives the deputy more.
pub const GRACE: Duration = Duration::from_millis(20);
pub const RESERVE_GRACE: Duration = Duration::from_millis(250);
/// Who was called to watch beside the head gives it so long, the first time.
pub const SECOND_GRACE: Duration = Duration::from_millis(10);
/// So long after it saw who is the head of a free lock, it calls the next; and again, until one comes. That much time a head
/// has for certain: many changes later than the one it was told of, the lock may have become free just before the look.
pub const NEXT_CALL: Duration = Duration::from_millis(35);
/// A deputy may have been told of a change so late: who came since then has come after it, as far as it knows.
pub const LATE_NEWS: Duration = Duration::from_millis(100);
/// Who is a deputy for so long finds out when the lease ends: the server may be late with telling.
pub const FIRST_LOOK: Duration = Duration::from_millis(500);
/// The same of who waits for a share, which is told of no change before: or the release would wake a whole crowd, whose head has
/// it go in one after the other.
pub const FIRST_LOOK_AT_SHARES: Duration = Duration::from_millis(20);

/// After so long a head that has died is missed, by newcomers, and by a waiter at its next look ([`LOOK_PERIOD`]).
pub const HEAD_LIFE: Duration = Duration::from_secs(2);
/// A head that has come within this time is about to take a lock that it finds free: who wants a share and does not queue gives
/// way to it. Should it have died, a deputy has called others by then.
pub const HEAD_PRESENT: Duration = Duration::from_millis(250);
/// A head comes back so often, not to be missed.
const HEAD_PERIOD: Duration = Duration::from_secs(1);
/// Who is in line looks so often, up to half of it sooner or later, whether there is a head: should all deputies have died
/// with it. Together they look no more often than once in [`LOOK_LIFE`]: who comes sooner after another one looks after
/// [`CROWD_PERIOD`] only, so however many wait, they cost next to nothing.
pub const LOOK_PERIOD: Duration = Duration::from_secs(3);
const CROWD_PERIOD: Duration = Duration::from_secs(200);
pub const LOOK_LIFE: Duration = Duration::from_secs(1);

/// A head to which changes come more quickly than this, time and again, looks only so often: somebody writes to the lock
/// without end, or the server has no room to remember who watches.
pub const HASTE: Duration = Duration::from_millis(5);
pub const MOST_HASTY: u32 = 20;

/// The server forgets who is in line so long after their time is up, should they have died with their whole machine.
const AFTERLIFE: Duration = Duration::from_secs(1);
/// The server counts no further than some hundred million years; who is put out of the line by then comes back.
const LONGEST_POP: Duration = Duration::from_secs(1_000_000_000);

/// The holder's lease has ended a millisecond later than it says; None: it does not end.
pub fn next_look_of_head(lease: Option<Duration>) -> Duration {
    lease
        .unwrap_or(Duration::MAX)
        .saturating_add(Duration::from_millis(1))
        .min(HEAD_PERIOD)
}

/// Who watches beside the head, as more than one do, and keeps no key: it is told of changes.
pub fn next_look_beside(lease: Option<Duration>) -> Duration {
    let lease = lease.unwrap_or(Duration::MAX);
    let after = lease.saturating_add(Duration::from_millis(1));
    after.min(CROWD_PERIOD)
}

pub fn next_look_in_line(in_a_crowd: bool) -> Instant {
    let period = match in_a_crowd {
        true => CROWD_PERIOD,
        false => LOOK_PERIOD,
    };
    Instant::now() + period / 2 + period.mul_f64(random_fraction())
}

/// For how long a waiter with so much time left is in line, in seconds as BLPOP counts them.
pub fn pop_time(left: Duration) -> f64 {
    (left + AFTERLIFE).min(LONGEST_POP).as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_head_looks_when_the_lease_has_ended_and_before_it_is_missed() {
        assert_eq!(next_look_of_head(None), HEAD_PERIOD);
        assert_eq!(next_look_of_head(Some(MS(0))), MS(1));
        assert_eq!(next_look_of_head(Some(MS(5))), MS(6));
        assert_eq!(next_look_of_head(Some(MS(999))), HEAD_PERIOD);
        assert_eq!(next_look_of_head(Some(Duration::MAX)), HEAD_PERIOD);
        assert!(HEAD_PERIOD < HEAD_LIFE);
    }
}
