//! Fairness towards those who wait. The first attempt of an acquisition is one plain command, and may come before the
//! queue. Whoever gives a lock back and wants it again at once would always win that way: they are on the spot, while the
//! head of the queue has yet to be woken. So who had to wait for a lock goes to the end of its queue the next time, and
//! who takes it again and again looks every so often, while giving it back, whether there is a queue. Who cannot stand in it
//! sleeps first instead.

use std::{cell::RefCell, time::Duration};

use crate::os::clock::Moment;

/// Who comes back within this time after giving back comes at once.
pub const AT_ONCE: Duration = Duration::from_millis(5);
/// So often they look.
const QUEUE_CHECK_PERIOD: Duration = Duration::from_millis(20);
/// What they saw counts for this time.
const COUNTS: Duration = Duration::from_secs(2);

/// Who was refused a look does not look for so long.
const BLIND: Duration = Duration::from_secs(60);

thread_local! {
    /// The lock that this thread gave back last.
    static LAST: RefCell<Option<GivenBack>> = const { RefCell::new(None) };
}

struct GivenBack {
    key: Box<[u8]>,
    at: Moment,
    others_wait: bool,
    /// It has been taken again at once.
    again: bool,
    /// When it was taken again at once for the first time since the last look, or that look.
    looked: Moment,
}

/// Whether an acquisition that begins now is to begin at the end of the queue.
pub fn is_due(key: &[u8], now: Moment) -> bool {
    with(key, |last| {
        let gap = now.saturating_duration_since(last.at);
        last.again = gap < AT_ONCE;
        last.others_wait && gap < COUNTS
    })
}

/// Whether it is time to look for others.
pub fn is_time_to_look(key: &[u8], now: Moment) -> bool {
    with(key, |last| {
        last.again && now >= last.looked + QUEUE_CHECK_PERIOD
    })
}

/// Whether others wait is not to be seen: that is not tried again soon.
pub fn cannot_look(key: &[u8], now: Moment) {
    with(key, |last| {
        last.looked = now + BLIND;
        true
    });
}

/// The lock was given back now; whether others wait for it, if that is known.
pub fn given_back(key: &[u8], others_wait: Option<bool>, now: Moment) {
    let is_known = with(key, |last| {
        if others_wait.is_some() || !last.again {
            last.looked = now;
        }
        last.at = now;
        last.others_wait = others_wait.unwrap_or_default();
        true
    });
    if !is_known {
        LAST.set(Some(GivenBack {
            key: key.into(),
            at: now,
            others_wait: others_wait.unwrap_or_default(),
            again: false,
            looked: now,
        }));
    }
}

fn with(key: &[u8], see: impl FnOnce(&mut GivenBack) -> bool) -> bool {
    LAST.with_borrow_mut(|last| match last {
        Some(last) if *last.key == *key => see(last),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn who_had_to_wait_goes_to_the_end_of_the_queue_for_a_while() {
        let start = Moment::now();
        assert!(!is_due(b"key", start));
        given_back(b"key", Some(true), start);
        assert!(is_due(b"key", start + MS(1)));
        assert!(is_due(b"key", start + COUNTS - MS(1)));
        assert!(!is_due(b"key", start + COUNTS));
        assert!(!is_due(b"another", start + MS(1)));
        given_back(b"key", None, start + MS(1));
        assert!(!is_due(b"key", start + MS(2)));
    }

    #[test]
    fn who_comes_again_and_again_looks_every_so_often() {
        let start = Moment::now();
        let mut looks = 0;
        for ms in 0..100 {
            let _ = is_due(b"key", start + MS(ms));
            let look = is_time_to_look(b"key", start + MS(ms));
            looks += u32::from(look);
            given_back(b"key", look.then_some(false), start + MS(ms));
        }
        assert_eq!(looks, 4);
    }

    #[test]
    fn who_was_refused_a_look_does_not_look_for_a_while() {
        let start = Moment::now();
        given_back(b"key", None, start);
        let later = start + QUEUE_CHECK_PERIOD;
        let _ = is_due(b"key", start + MS(1));
        assert!(is_time_to_look(b"key", later));
        cannot_look(b"key", later);
        assert!(!is_time_to_look(b"key", later + BLIND));
        assert!(is_time_to_look(b"key", later + BLIND + QUEUE_CHECK_PERIOD));
    }

    #[test]
    fn who_comes_now_and_then_does_not_look() {
        let start = Moment::now();
        for n in 0..100 {
            let now = start + n * AT_ONCE;
            let _ = is_due(b"key", now);
            assert!(!is_time_to_look(b"key", now));
            given_back(b"key", None, now);
        }
    }
}
