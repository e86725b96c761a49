//! The times of the queue.

use std::time::{Duration, Instant};

use crate::lock::acquire::backoff::random_fraction;

/// After a change a waiter gives its elder this time, and that one's round trip, to take the lock.
pub const ELDER_GRACE: Duration = Duration::from_millis(20);
/// But no longer than this.
pub const LONGEST_PATIENCE: Duration = Duration::from_secs(1);
/// A seat that was offered, and that no waiter has taken after this time, is offered again.
pub const OFFER_AGAIN: Duration = Duration::from_millis(35);
/// The key of a seat expires after this time: its waiter is missed if it has died with the other one.
pub const SEAT_LIFE: Duration = Duration::from_secs(10);
/// A waiter writes to its seat again, and looks at the lock, after this time.
pub const SEAT_REFRESH: Duration = Duration::from_secs(4);

/// A waiter that sleeps looks after seats and lock after this time, up to half of it sooner or later. All sleepers together do so
/// once in [`LOOK_LIFE`]: one that finds that another has just looked doubles its period, up to [`LONGEST_LOOK_PERIOD`].
pub const LOOK_PERIOD: Duration = Duration::from_secs(2);
pub const LONGEST_LOOK_PERIOD: Duration = Duration::from_secs(1000);
pub const LOOK_LIFE: Duration = Duration::from_secs(1);

/// If the same waiters have not taken a free lock for this time, a client that does not wait takes a share of it.
pub const WATCHER_GRACE: Duration = Duration::from_millis(250);
/// And this long it is remembered that they were there.
pub const WATCHERS_LIFE: Duration = Duration::from_secs(2);

/// A waiter to which changes come more quickly than this, time and again, looks only this often: another client writes to the
/// lock without end, or the server has no room to remember who watches.
pub const SHORTEST_LOOK: Duration = Duration::from_millis(5);
pub const MOST_HASTY: u32 = 20;

/// The server forgets a pop this long after the waiter's time is up, should its whole machine have died.
const POP_AFTERLIFE: Duration = Duration::from_secs(1);
/// The server counts no further than some hundred million years; a pop that ends by then is begun again.
const LONGEST_POP: Duration = Duration::from_secs(1_000_000_000);

/// When a sleeper with this period looks next.
pub fn next_look(period: Duration) -> Instant {
    Instant::now() + period / 2 + period.mul_f64(random_fraction())
}

/// For how long a waiter with so much time left pops, in seconds as BLPOP counts them.
pub fn pop_time(left: Duration) -> f64 {
    (left + POP_AFTERLIFE).min(LONGEST_POP).as_secs_f64()
}
