//! All times of the queue; `docs/protocol.md` says what each is for.

use std::time::{Duration, Instant};

use crate::lock::acquire::backoff::random_fraction;

/// The time that an elder has to take the lock after a change, in addition to its round trip.
pub const ELDER_GRACE: Duration = Duration::from_millis(20);
/// The most time that an elder gets for its round trip.
pub const LONGEST_PATIENCE: Duration = Duration::from_secs(1);
/// The time until the next step `late`, if the last one got nothing though the elder had room.
pub const LATE_AGAIN: Duration = Duration::from_millis(200);
/// The time after which an offered seat is offered again, if no waiter has come to it.
pub const OFFER_AGAIN: Duration = Duration::from_millis(35);
/// The time after which the keys of seats expire, so that nothing is left of crashed waiters.
pub const SEAT_LIFE: Duration = Duration::from_secs(12);
/// The time after which a waiter writes to its seat again.
pub const SEAT_REFRESH: Duration = Duration::from_secs(8);
/// The longest time between two steps of a watcher where another server may take over. A machine
/// that has stopped closes no connection.
pub const FAILOVER_CHECK: Duration = Duration::from_secs(2);

/// The time, or up to a fifth more, after which a sleeper checks that the watchers are alive. The
/// sleeper that has looked as the first within this time keeps this period. The others leave it to
/// that sleeper, and check ever more seldom whether it looks ([`look_period_after`]).
pub const LOOK_PERIOD: Duration = Duration::from_secs(1);
/// The longest period of these other sleepers, because the sleeper that looks may have left.
pub const LONGEST_LOOK_PERIOD: Duration = Duration::from_secs(400);
/// The time after which a sleeper that found the lock free looks again. A watcher behind a
/// suspended elder has taken the lock by then.
pub const SECOND_LOOK: Duration = Duration::from_millis(40);
/// The time from an answer until a sleeper asks the server again whether it knows of the BLPOP.
pub const CHECK_POP: Duration = Duration::from_secs(5);

/// The least time between two deletions of leftovers by a waiter.
pub const NEXT_DELETION: Duration = Duration::from_millis(100);

/// The time for which a client that does not wait leaves a free lock to the same waiters.
pub const WATCHER_GRACE: Duration = Duration::from_millis(250);
/// The time for which these waiters are remembered.
pub const WATCHERS_LIFE: Duration = Duration::from_secs(2);

/// The time before the next step, if more than [`MOST_HURRIED`] changes in turn came sooner. Then
/// another client writes to the lock without end, or the table of tracked keys is full.
pub const SHORTEST_STEP: Duration = Duration::from_millis(5);
pub const MOST_HURRIED: u32 = 20;

/// The time after which a waiter asks a quorum again, if the lock was free here but not at most
/// servers. It doubles with each further question in vain.
pub const FIRST_OUTVOTED: Duration = Duration::from_millis(2);

/// The time for which a BLPOP outlives the end of its wait, if the machine has vanished.
const POP_AFTERLIFE: Duration = Duration::from_secs(1);
/// The longest time-out of a BLPOP. Redis refuses more than some hundred million years. A BLPOP
/// that ends by then is begun again.
const LONGEST_POP: Duration = Duration::from_secs(1_000_000_000);

/// Returns the period after `period`, if `looks` sleepers have looked within [`LOOK_PERIOD`].
pub fn look_period_after(period: Duration, looks: u32) -> Duration {
    let longer = match looks {
        0 | 1 => return LOOK_PERIOD,
        2 => period + LOOK_PERIOD, // this sleeper and the first
        // The first sleepers of a crowd see few others. With `looks` alone as the factor, a crowd
        // of n sleepers would look about log(n) times in each period.
        _ => period.saturating_mul(looks.saturating_mul(looks.ilog2())),
    };
    longer.min(LONGEST_LOOK_PERIOD)
}

/// Returns the time of the next look of a sleeper with this period.
pub fn next_look(period: Duration) -> Instant {
    Instant::now() + period + period.mul_f64(random_fraction() / 5.0)
}

/// Returns the time-out of a BLPOP in seconds, for a waiter with this time left.
pub fn pop_time(left: Duration) -> f64 {
    (left + POP_AFTERLIFE).min(LONGEST_POP).as_secs_f64()
}
