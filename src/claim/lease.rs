//! The lease: how long the lock may be counted on, by this process's own clock.

use std::time::Duration;

use crate::os::clock::Moment;

/// Counts from the *first send* of the command that took or renewed the lock, never from its reply: the key
/// cannot expire before `first send + ttl`.
/// The lesser of two leases ends sooner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Lease {
    valid_until: Moment,
}

impl Lease {
    /// `ttl` less the allowance for two clocks that run apart: 1 % of it + 2 ms, at most half of it.
    pub fn new(first_send: Moment, ttl: Duration) -> Lease {
        let drift = (ttl / 100 + Duration::from_millis(2)).min(ttl / 2);
        Lease {
            valid_until: first_send + (ttl - drift),
        }
    }

    /// A lease that ends at a known moment.
    pub fn until(valid_until: Moment) -> Lease {
        Lease { valid_until }
    }

    pub fn valid_until(&self) -> Moment {
        self.valid_until
    }

    /// What is left of it; zero when it has run out.
    pub fn remaining(&self, now: Moment) -> Duration {
        self.valid_until.saturating_duration_since(now)
    }

    pub fn is_valid(&self, now: Moment) -> bool {
        now < self.valid_until
    }
}

/// What this process knows of its claim to the lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Never taken, released, or handed over: nothing to give back.
    Free,
    /// The server granted it. Whether it can still be counted on is the lease's to say.
    Held(Lease),
    /// The server said that it is no longer ours.
    Lost,
    /// It may or may not be ours: a refresh went without an answer, or it was restored and the server has not been
    /// asked yet. Not held, but still to be released.
    Unknown,
    /// A release went without an answer. It may still arrive, so this claim is never held again, only released.
    Releasing {
        /// The lease was valid when the release was sent: if the token is gone at the next look, that release worked.
        in_time: bool,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_lease_ends_before_the_key_expires_by_one_percent_and_two_milliseconds() {
        let sent = Moment::now();
        let lease = Lease::new(sent, MS(10_000));
        assert_eq!(lease.remaining(sent), MS(10_000 - 102));
        assert!(lease.is_valid(sent + MS(9_897)));
        assert!(!lease.is_valid(sent + MS(9_898)));
        assert_eq!(lease.remaining(sent + MS(20_000)), Duration::ZERO);
    }

    #[test]
    fn the_allowance_takes_at_most_half_of_a_tiny_ttl() {
        let sent = Moment::now();
        assert_eq!(Lease::new(sent, MS(2)).remaining(sent), MS(1));
    }
}
