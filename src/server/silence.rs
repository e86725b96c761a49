//! For how long it counts that a server kept this thread waiting in vain.

use std::{
    cell::Cell,
    time::{Duration, Instant},
};

/// A server that was silent is tried with all patience again after this time, or after a time-out
/// that is longer.
const SILENCE_COUNTS: Duration = Duration::from_secs(1);

thread_local! {
    /// The time that this thread has waited in vain, and the end of the last such wait.
    static WAITED_IN_VAIN: Cell<(Duration, Option<Instant>)> = const { Cell::new((Duration::ZERO, None)) };
}

/// The end of a wait in vain.
#[derive(Clone, Copy, Debug)]
pub struct Silence {
    pub at: Instant,
    waited_in_vain: Duration,
}

impl Silence {
    /// A wait that began at `start` has been in vain. It may have had others in it.
    pub fn after(start: Instant) -> Silence {
        let (total, end) = WAITED_IN_VAIN.get();
        let at = Instant::now();
        let total = total + at.saturating_duration_since(end.map_or(start, |end| end.max(start)));
        WAITED_IN_VAIN.set((total, Some(at)));
        Silence {
            at,
            waited_in_vain: total,
        }
    }

    /// Returns whether the server still counts as silent for a caller with this time-out. Waits in
    /// vain since then take nothing of that time, because objects at several silent servers go one
    /// after the other.
    pub fn counts(self, timeout: Duration) -> bool {
        let (total, _) = WAITED_IN_VAIN.get();
        let waited_since = total.saturating_sub(self.waited_in_vain);
        self.at.elapsed().saturating_sub(waited_since) < SILENCE_COUNTS.max(timeout)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn waits_in_vain_take_nothing_of_the_time_for_which_silence_counts() {
        let now = Instant::now();
        let long_ago = now - MS(10_000);
        let silence = |at| Silence {
            at,
            waited_in_vain: WAITED_IN_VAIN.get().0,
        };
        let (old, older) = (silence(now - MS(3_000)), silence(long_ago));
        assert!(old.counts(MS(4_000)) && !old.counts(MS(2_000)));
        Silence::after(now - MS(2_000));
        assert!(old.counts(MS(2_000)) && !older.counts(MS(2_000)));
        // The same wait again, as a part of another one.
        Silence::after(now - MS(2_000));
        assert!(!older.counts(MS(2_000)));
    }
}
