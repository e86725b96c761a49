//! Fairness towards waiters. The first attempt of an acquisition is one plain command, and may
//! overtake the queue. So a client that releases a lock and acquires it again at once would always
//! win: the first waiter has not been notified yet. Three rules prevent that:
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
const COUNTS: Duration = Duration::from_secs(2);

/// The pause after a refused check.
const BLIND: Duration = Duration::from_secs(60);

/// The number of locks that are remembered. A program that nests locks releases several in turn.
const MOST_LOCKS: usize = 8;

thread_local! {
    /// The locks that this thread released last.
    static LAST: RefCell<Vec<GivenBack>> = const { RefCell::new(Vec::new()) };
}

struct GivenBack {
    key: Box<[u8]>,
    at: BootInstant,
    others_wait: bool,
    /// True if the lock was taken again at once.
    again: bool,
    /// The moment from which [`QUEUE_CHECK_PERIOD`] counts: the last check, or the last release of
    /// an acquisition that was not immediate.
    looked: BootInstant,
}

/// Returns whether an acquisition that begins now has to begin at the end of the queue.
pub fn is_due(key: &[u8], now: BootInstant) -> bool {
    with(key, |last| {
        let gap = now.saturating_duration_since(last.at);
        last.again = gap < AT_ONCE;
        last.others_wait && gap < COUNTS
    })
}

/// Returns whether it is time to check for waiters.
pub fn is_time_to_look(key: &[u8], now: BootInstant) -> bool {
    with(key, |last| {
        last.again && now >= last.looked + QUEUE_CHECK_PERIOD
    })
}

/// Notes that this client was refused a check, so that it does not try another one soon.
pub fn cannot_look(key: &[u8], now: BootInstant) {
    with(key, |last| {
        last.looked = now + BLIND;
        true
    });
}

/// Notes that the lock is released now. Relies on the release's check for waiters, or else on
/// whether this client had to wait.
pub fn given_back(key: &[u8], checked: Option<bool>, has_waited: bool, now: BootInstant) {
    let others_wait = checked.unwrap_or(has_waited);
    let is_known = with(key, |last| {
        if checked.is_some() || !last.again {
            last.looked = now;
        }
        last.at = now;
        last.others_wait = others_wait;
        true
    });
    if !is_known {
        LAST.with_borrow_mut(|last| {
            if last.len() == MOST_LOCKS {
                let oldest = (0..MOST_LOCKS).min_by_key(|index| last[*index].at);
                last.swap_remove(oldest.expect("some are remembered"));
            }
            last.push(GivenBack {
                key: key.into(),
                at: now,
                others_wait,
                again: false,
                looked: now,
            });
        });
    }
}

fn with(key: &[u8], see: impl FnOnce(&mut GivenBack) -> bool) -> bool {
    LAST.with_borrow_mut(|last| {
        let known = last.iter_mut().find(|last| *last.key == *key);
        known.is_some_and(see)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn who_had_to_wait_goes_to_the_end_of_the_queue_for_a_while() {
        let start = BootInstant::now();
        assert!(!is_due(b"key", start));
        given_back(b"key", None, true, start);
        assert!(is_due(b"key", start + MS(1)));
        assert!(is_due(b"key", start + COUNTS - MS(1)));
        assert!(!is_due(b"key", start + COUNTS));
        assert!(!is_due(b"another", start + MS(1)));
        given_back(b"key", Some(false), true, start + MS(1));
        assert!(!is_due(b"key", start + MS(2)));
    }

    #[test]
    fn locks_that_are_given_back_in_turn_are_all_remembered() {
        let start = BootInstant::now();
        let keys = (0..=MOST_LOCKS).map(|n| vec![n as u8; 3]);
        let keys = Vec::from_iter(keys);
        for (key, ms) in keys.iter().zip(0..) {
            given_back(key, None, true, start + MS(ms));
        }
        assert!(!is_due(&keys[0], start + MS(9)), "it is the oldest");
        assert!(keys[1..].iter().all(|key| is_due(key, start + MS(9))));
    }

    #[test]
    fn who_comes_again_and_again_looks_every_so_often() {
        let start = BootInstant::now();
        let mut looks = 0;
        for ms in 0..100 {
            let _ = is_due(b"key", start + MS(ms));
            let look = is_time_to_look(b"key", start + MS(ms));
            looks += u32::from(look);
            given_back(b"key", look.then_some(false), true, start + MS(ms));
        }
        assert_eq!(looks, 4);
    }

    #[test]
    fn who_was_refused_a_look_does_not_look_for_a_while() {
        let start = BootInstant::now();
        given_back(b"key", None, false, start);
        let later = start + QUEUE_CHECK_PERIOD;
        let _ = is_due(b"key", start + MS(1));
        assert!(is_time_to_look(b"key", later));
        cannot_look(b"key", later);
        assert!(!is_time_to_look(b"key", later + BLIND));
        assert!(is_time_to_look(b"key", later + BLIND + QUEUE_CHECK_PERIOD));
    }

    #[test]
    fn who_comes_now_and_then_does_not_look() {
        let start = BootInstant::now();
        for n in 0..100 {
            let now = start + n * AT_ONCE;
            let _ = is_due(b"key", now);
            assert!(!is_time_to_look(b"key", now));
            given_back(b"key", None, false, now);
        }
    }
}
