//! Fairness towards waiters. The first attempt of an acquisition is one plain command, and may
//! overtake the queue. If a client acquires a lock again right after its release, the server has
//! not yet notified the first waiter. So that client would always win. Three rules prevent that:
//!
//! - A client that had to wait starts its next acquisition in the queue, if others still wait.
//! - A client that acquires a lock again and again checks at a release, every
//!   [`QUEUE_CHECK_PERIOD`], whether others wait.
//! - A client that cannot queue sleeps first instead.

use std::{cell::RefCell, time::Duration};

use crate::os::clock::BootInstant;

/// An acquisition counts as immediate if it begins within this time after a release of the same
/// lock.
pub const AT_ONCE: Duration = Duration::from_millis(5);
/// The time between two checks.
const QUEUE_CHECK_PERIOD: Duration = Duration::from_millis(20);
/// The time for which a client relies on its last check.
const CHECK_LIFE: Duration = Duration::from_secs(2);

/// The pause after a refused check.
const PAUSE_AFTER_REFUSAL: Duration = Duration::from_secs(60);

/// The number of locks that are remembered. A program that nests locks releases several in turn.
const MOST_LOCKS: usize = 8;

thread_local! {
    /// The locks that this thread released last.
    static RELEASED: RefCell<Vec<Released>> = const { RefCell::new(Vec::new()) };
}

struct Released {
    key: Box<[u8]>,
    at: BootInstant,
    others_wait: bool,
    /// True if the lock was acquired again at once.
    again: bool,
    /// The moment from which [`QUEUE_CHECK_PERIOD`] counts: the last check, or the last release of
    /// an acquisition that was not immediate.
    checked: BootInstant,
}

/// Notes that an acquisition begins. Returns whether it has to begin at the end of the queue.
pub fn begin_acquisition(key: &[u8], now: BootInstant) -> bool {
    with(key, |last| {
        let gap = now.saturating_duration_since(last.at);
        last.again = gap < AT_ONCE;
        last.others_wait && gap < CHECK_LIFE
    })
}

/// Returns whether it is time to check for waiters.
pub fn is_time_to_check(key: &[u8], now: BootInstant) -> bool {
    with(key, |last| {
        last.again && now >= last.checked + QUEUE_CHECK_PERIOD
    })
}

/// Notes that this client was refused a check, so that it does not try another one soon.
pub fn note_refused_check(key: &[u8], now: BootInstant) {
    with(key, |last| {
        last.checked = now + PAUSE_AFTER_REFUSAL;
        true
    });
}

/// Notes that the lock is released now. Relies on the release's check for waiters, or else on
/// whether this client had to wait.
pub fn note_release(key: &[u8], check: Option<bool>, has_waited: bool, now: BootInstant) {
    let others_wait = check.unwrap_or(has_waited);
    let is_known = with(key, |last| {
        if check.is_some() || !last.again {
            last.checked = now;
        }
        last.at = now;
        last.others_wait = others_wait;
        true
    });
    if !is_known {
        RELEASED.with_borrow_mut(|last| {
            if last.len() == MOST_LOCKS {
                let oldest = (0..MOST_LOCKS).min_by_key(|index| last[*index].at);
                last.swap_remove(oldest.expect("some are remembered"));
            }
            last.push(Released {
                key: key.into(),
                at: now,
                others_wait,
                again: false,
                checked: now,
            });
        });
    }
}

fn with(key: &[u8], see: impl FnOnce(&mut Released) -> bool) -> bool {
    RELEASED.with_borrow_mut(|last| {
        let known = last.iter_mut().find(|last| *last.key == *key);
        known.is_some_and(see)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_client_that_had_to_wait_begins_in_the_queue_for_a_while() {
        let start = BootInstant::now();
        assert!(!begin_acquisition(b"key", start));
        note_release(b"key", None, true, start);
        assert!(begin_acquisition(b"key", start + MS(1)));
        assert!(begin_acquisition(b"key", start + CHECK_LIFE - MS(1)));
        assert!(!begin_acquisition(b"key", start + CHECK_LIFE));
        assert!(!begin_acquisition(b"another", start + MS(1)));
        note_release(b"key", Some(false), true, start + MS(1));
        assert!(!begin_acquisition(b"key", start + MS(2)));
    }

    #[test]
    fn locks_that_are_released_in_turn_are_all_remembered() {
        let start = BootInstant::now();
        let keys = (0..=MOST_LOCKS).map(|n| vec![n as u8; 3]);
        let keys = Vec::from_iter(keys);
        for (key, ms) in keys.iter().zip(0..) {
            note_release(key, None, true, start + MS(ms));
        }
        assert!(
            !begin_acquisition(&keys[0], start + MS(9)),
            "it is the oldest"
        );
        assert!(
            keys[1..]
                .iter()
                .all(|key| begin_acquisition(key, start + MS(9)))
        );
    }

    #[test]
    fn a_client_that_acquires_again_and_again_checks_in_each_period() {
        let start = BootInstant::now();
        let mut checks = 0;
        for ms in 0..100 {
            let _ = begin_acquisition(b"key", start + MS(ms));
            let check = is_time_to_check(b"key", start + MS(ms));
            checks += u32::from(check);
            note_release(b"key", check.then_some(false), true, start + MS(ms));
        }
        assert_eq!(checks, 4);
    }

    #[test]
    fn a_refused_check_is_not_repeated_for_a_while() {
        let start = BootInstant::now();
        note_release(b"key", None, false, start);
        let later = start + QUEUE_CHECK_PERIOD;
        let _ = begin_acquisition(b"key", start + MS(1));
        assert!(is_time_to_check(b"key", later));
        note_refused_check(b"key", later);
        assert!(!is_time_to_check(b"key", later + PAUSE_AFTER_REFUSAL));
        assert!(is_time_to_check(
            b"key",
            later + PAUSE_AFTER_REFUSAL + QUEUE_CHECK_PERIOD
        ));
    }

    #[test]
    fn a_client_that_acquires_now_and_then_never_checks() {
        let start = BootInstant::now();
        for n in 0..100 {
            let now = start + n * AT_ONCE;
            let _ = begin_acquisition(b"key", now);
            assert!(!is_time_to_check(b"key", now));
            note_release(b"key", None, false, now);
        }
    }
}
