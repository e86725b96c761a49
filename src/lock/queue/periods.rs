//! All times of the queue; `docs/protocol.md` says what each is for.

use std::time::{Duration, Instant};

use crate::lock::acquire::backoff::random_fraction;

/// After a change of the lock a waiter gives its elder this time, and that one's round trip, to take the lock.
pub const ELDER_GRACE: Duration = Duration::from_millis(20);
/// But no more for a round trip than this.
pub const LONGEST_PATIENCE: Duration = Duration::from_secs(1);
/// An elder that could take the lock, and was passed over in vain, gets this time before the next try.
pub const LATE_AGAIN: Duration = Duration::from_millis(200);
/// A seat that was offered, and to which no waiter has come within this time, is offered again.
pub const OFFER_AGAIN: Duration = Duration::from_millis(35);
/// The keys of seats expire after this time: nothing is left of waiters that have died.
pub const SEAT_LIFE: Duration = Duration::from_secs(12);
/// A waiter writes to its seat again after this time.
pub const SEAT_REFRESH: Duration = Duration::from_secs(8);
/// A watcher runs a step after this time at most, where another server may have taken over: a machine that is halted closes no
/// connection.
pub const FAILOVER_CHECK: Duration = Duration::from_secs(2);

/// A sleeper looks after this time, or a fifth of it later, whether the watchers are alive. A sleeper that has looked as the first
/// within this time goes on so. The others leave it to that one, and see ever more seldom whether it looks ([`look_period_after`]).
pub const LOOK_PERIOD: Duration = Duration::from_secs(1);
/// But each sleeper looks after this time: others may have left.
pub const LONGEST_LOOK_PERIOD: Duration = Duration::from_secs(400);
/// A sleeper that finds the lock free looks again after this time: a watcher behind a halted elder has taken it by then.
pub const SECOND_LOOK: Duration = Duration::from_millis(40);
/// A sleeper that looks asks the server this long after the last answer again whether it knows of its pop.
pub const CHECK_POP: Duration = Duration::from_secs(5);

/// If the same waiters have not taken a free lock for this time, a client that does not wait takes a share of it.
pub const WATCHER_GRACE: Duration = Duration::from_millis(250);
/// And this long it is remembered that they were there.
pub const WATCHERS_LIFE: Duration = Duration::from_secs(2);

/// A waiter to which more than [`MOST_HURRIED`] changes in turn come sooner than this after its last step runs the next step only
/// then: another client writes to the lock without end, or the server has no room to remember who watches.
pub const SHORTEST_STEP: Duration = Duration::from_millis(5);
pub const MOST_HURRIED: u32 = 20;

/// A waiter that finds the lock free here, and not at most servers of its quorum, asks them again after this time, then after twice
/// that, and so on.
pub const FIRST_OUTVOTED: Duration = Duration::from_millis(2);

/// The server ends a pop this long after the waiter's time is up, if its whole machine has died.
const POP_AFTERLIFE: Duration = Duration::from_secs(1);
/// The server counts no further than some hundred million years; a pop that ends by then is begun again.
const LONGEST_POP: Duration = Duration::from_secs(1_000_000_000);

/// Returns the next period of a sleeper with this one, if `looks` sleepers have looked within [`LOOK_PERIOD`].
pub fn look_period_after(period: Duration, looks: u32) -> Duration {
    let longer = match looks {
        0 | 1 => return LOOK_PERIOD,
        2 => period + LOOK_PERIOD, // beside the first
        // The first of a crowd see few others: with `looks` alone, the looks of a crowd would add up to its size's logarithm.
        _ => period.saturating_mul(looks.saturating_mul(looks.ilog2())),
    };
    longer.min(LONGEST_LOOK_PERIOD)
}

/// Returns when a sleeper with this period looks next.
pub fn next_look(period: Duration) -> Instant {
    Instant::now() + period + period.mul_f64(random_fraction() / 5.0)
}

/// Returns for how long a waiter with this time left pops, in seconds as BLPOP counts them.
pub fn pop_time(left: Duration) -> f64 {
    (left + POP_AFTERLIFE).min(LONGEST_POP).as_secs_f64()
}
