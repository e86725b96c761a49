//! Waiting by sleep and retry: it needs nothing from the server but the lock itself.

use std::time::Duration;

use rand::{TryRng, rngs::SysRng};

/// The first sleep, which is short because a lock may be held for a moment only.
const SHORTEST: Duration = Duration::from_millis(1);

/// Sleeps between attempts: jittered, growing from about 1 ms to the longest.
pub struct Backoff {
    next: Duration,
    longest: Duration,
}

impl Backoff {
    pub fn new(longest: Duration) -> Backoff {
        Backoff {
            next: SHORTEST.min(longest),
            longest,
        }
    }

    /// Returns how long to sleep now. A sleep ends with the wait at the latest, so that the last
    /// attempt comes at its very end. It also ends with the holder's lease.
    pub fn next(&mut self, time_left: Duration, holders_lease: Option<Duration>) -> Duration {
        // Between half and all of it, so that waiters that came together do not retry together.
        let half = self.next / 2;
        let sleep = half + half.mul_f64(random_fraction());
        self.next = (self.next * 2).min(self.longest);
        let expiry = holders_lease.map_or(Duration::MAX, |lease| lease + SHORTEST);
        sleep.min(time_left).min(expiry)
    }
}

pub(crate) fn random_fraction() -> f64 {
    // Without random numbers there is no token either, so this is never the error that counts.
    f64::from(SysRng.try_next_u32().unwrap_or_default()) / f64::from(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn sleeps_grow_from_a_millisecond_to_the_longest_and_stay_there() {
        let mut backoff = Backoff::new(MS(100));
        let sleeps: Vec<Duration> = (0..20).map(|_| backoff.next(Duration::MAX, None)).collect();
        assert!(sleeps[0] <= MS(1), "{sleeps:?}");
        for (n, sleep) in sleeps.iter().enumerate() {
            let full = MS((1 << n.min(10)).min(100));
            assert!(
                full / 2 <= *sleep && *sleep <= full,
                "sleep {n} of {sleeps:?}"
            );
        }
        assert!(
            sleeps[10..].iter().any(|sleep| *sleep != sleeps[9]),
            "no jitter: {sleeps:?}"
        );
    }

    #[test]
    fn a_longest_sleep_below_a_millisecond_is_kept() {
        let mut backoff = Backoff::new(MS(1) / 4);
        assert!((0..9).all(|_| backoff.next(Duration::MAX, None) <= MS(1) / 4));
    }

    #[test]
    fn a_sleep_is_cut_to_the_time_left_and_to_the_holders_lease() {
        let mut backoff = Backoff::new(MS(100));
        for _ in 0..10 {
            backoff.next(Duration::MAX, None);
        }
        assert_eq!(backoff.next(MS(3), None), MS(3));
        assert_eq!(
            backoff.next(MS(30), Some(MS(4))),
            MS(5),
            "just past the expiry"
        );
    }
}
