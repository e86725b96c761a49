//! The lease: how long the lock may be counted on, by this process's own clock.

use std::time::Duration;

use crate::os::clock::BootInstant;

/// A lease counts from the *first send* of the command that took or renewed the lock. It never
/// counts from the reply, because the key cannot expire before `first send + ttl`. Of two leases,
/// the lesser one ends sooner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lease {
    valid_until: BootInstant,
}

impl Lease {
    /// Creates a lease of `ttl`, less 1 % + 2 ms (at most half of it) because clocks run apart.
    pub fn new(first_send: BootInstant, ttl: Duration) -> Lease {
        let whole = ttl.as_secs().saturating_mul(1_000_000_000);
        let nanoseconds = whole.saturating_add(u64::from(ttl.subsec_nanos())); // 584 years at most
        let drift = (nanoseconds / 100 + 2_000_000).min(nanoseconds / 2);
        Lease {
            valid_until: first_send + Duration::from_nanos(nanoseconds - drift),
        }
    }

    /// Creates a lease that ends at a known moment.
    pub fn until(valid_until: BootInstant) -> Lease {
        Lease { valid_until }
    }

    pub fn valid_until(&self) -> BootInstant {
        self.valid_until
    }

    /// Returns what is left of the lease; zero if it has run out.
    pub fn remaining(&self, now: BootInstant) -> Duration {
        self.valid_until.saturating_duration_since(now)
    }

    pub fn is_valid(&self, now: BootInstant) -> bool {
        now < self.valid_until
    }
}

/// The state of the claim to a lock, as far as this process knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The lock was never taken, was released, or was handed over: there is nothing to release.
    Free,
    /// The server granted the lock. The lease says whether it still counts.
    Held(Lease),
    /// The lock is no longer ours: the server said so, or the lease was not renewed.
    Lost,
    /// The lock may be ours: a refresh had no reply, or the claim was restored and the server has
    /// not been asked yet. It is not held, but has to be released. After a refresh, this is the
    /// lease that it has at least, if nothing else has ended it.
    Unknown(Option<Lease>),
    /// A release had no reply. It may still arrive, so this claim is never held again, only
    /// released.
    Releasing {
        /// True if the lease was valid when the release was sent. If the token is gone later, that
        /// release has worked.
        in_time: bool,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_lease_ends_before_the_key_expires_by_one_percent_and_two_milliseconds() {
        let sent = BootInstant::now();
        let lease = Lease::new(sent, MS(10_000));
        assert_eq!(lease.remaining(sent), MS(10_000 - 102));
        assert!(lease.is_valid(sent + MS(9_897)));
        assert!(!lease.is_valid(sent + MS(9_898)));
        assert_eq!(lease.remaining(sent + MS(20_000)), Duration::ZERO);
    }

    #[test]
    fn the_allowance_takes_at_most_half_of_a_tiny_ttl() {
        let sent = BootInstant::now();
        assert_eq!(Lease::new(sent, MS(2)).remaining(sent), MS(1));
    }
}
