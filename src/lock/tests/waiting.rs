//! Waiting by sleep and retry. The test supplies the sleep, so that what happens during it is not
//! left to chance.

use std::time::{Duration, Instant};

use redis::Value;

use crate::lock::acquire::waiter::{Waiting, uninterrupted};
use crate::lock::tests::wire::{Fate, Wire};
use crate::lock::tests::{MS, TTL};
use crate::lock::{Lock, tests::model::Content, tests::program_explorer::KEY};

/// Returns a lock whose key another owner holds.
fn contended(ttl: Option<Duration>) -> (Lock<Wire>, Wire) {
    let wire = Wire::with([]);
    let holder = Content::Text(b"other_owner".into());
    wire.model().put(KEY, holder, ttl);
    (Lock::new(wire.clone(), KEY, TTL), wire)
}

fn wait(lock: &mut Lock<Wire>, limit: Duration, pause: impl FnMut(Duration)) -> bool {
    let waiting = Waiting {
        since: Instant::now(),
        limit,
        retry_interval: MS(100),
        pause: &mut uninterrupted(pause),
    };
    lock.acquire(waiting).unwrap()
}

#[test]
fn a_lock_freed_during_the_last_sleep_is_acquired() {
    let (mut lock, wire) = contended(None);
    let limit = MS(30);
    let start = Instant::now();
    let acquired = wait(&mut lock, limit, |sleep| {
        std::thread::sleep(sleep);
        if start.elapsed() >= limit {
            wire.model().delete(KEY);
        }
    });
    assert!(acquired);
}

#[test]
fn a_lock_that_stays_held_is_given_up_at_the_deadline_and_not_before() {
    let (mut lock, wire) = contended(None);
    let start = Instant::now();
    let mut last_sleep = None;
    assert!(!wait(&mut lock, MS(30), |sleep| {
        std::thread::sleep(sleep);
        last_sleep = Some(wire.log().commands);
    }));
    assert!(start.elapsed() >= MS(30));
    assert!(lock.waited() >= MS(30));
    let attempts = wire.log().commands;
    assert!(
        Some(attempts) > last_sleep,
        "no attempt after the last sleep"
    );
}

#[test]
fn without_time_to_wait_there_is_one_attempt_and_no_sleep() {
    let (mut lock, wire) = contended(None);
    assert!(!wait(&mut lock, Duration::ZERO, |_| panic!("slept")));
    assert_eq!(wire.log().commands, 1);
}

#[test]
fn no_sleep_is_longer_than_the_time_left() {
    let (mut lock, _wire) = contended(None);
    let limit = MS(40);
    let mut latest_end = None;
    let mut woke_up = Instant::now();
    let mut sleeps = 0;
    wait(&mut lock, limit, |sleep| {
        let latest_end = *latest_end.get_or_insert_with(|| Instant::now() + limit);
        assert!(woke_up + sleep <= latest_end, "{sleep:?}");
        sleeps += 1;
        // The tenth sleep and all later ones would last for 50 ms at least.
        if sleeps >= 10 {
            std::thread::sleep(sleep);
        }
        woke_up = Instant::now();
    });
}

#[test]
fn no_sleep_is_longer_than_the_holders_lease_and_a_millisecond() {
    let (mut lock, wire) = contended(None);
    let mut sleeps = 0;
    let mut shortened = false;
    let acquired = wait(&mut lock, Duration::MAX, |sleep| {
        sleeps += 1;
        if let Some(Value::Int(lease @ 0..)) = wire.log().reply {
            let longest = MS(lease as u64) + MS(1);
            assert!(sleep <= longest, "{sleep:?} of {longest:?}");
            shortened |= sleep == longest;
            std::thread::sleep(sleep);
        }
        if sleeps == 20 {
            // At this point a sleep would last for 50 ms at least.
            let holder = Content::Text(b"another owner".into());
            wire.model().put(KEY, holder, Some(MS(40)));
        }
    });
    assert!(acquired);
    assert!(shortened, "no sleep ended with the lease");
}

#[test]
fn a_wait_without_limit_goes_on_until_the_lock_is_free() {
    let (mut lock, wire) = contended(None);
    let mut sleeps = 0;
    let acquired = wait(&mut lock, Duration::MAX, |_| {
        sleeps += 1;
        if sleeps == 1000 {
            wire.model().delete(KEY);
        }
    });
    assert!(acquired);
    assert_eq!(sleeps, 1000);
}

#[test]
fn a_key_of_another_type_is_waited_for_like_any_other() {
    let (mut lock, wire) = contended(None);
    for ttl in [None, Some(TTL)] {
        wire.model().put(KEY, Content::OtherType, ttl);
        let before = wire.model().get(KEY).cloned();
        assert!(!wait(&mut lock, MS(5), std::thread::sleep));
        assert_eq!(wire.model().get(KEY).cloned(), before);
    }
    let mut first = true;
    assert!(wait(&mut lock, Duration::MAX, |_| {
        if std::mem::take(&mut first) {
            wire.model().delete(KEY);
        }
    }));
}

#[test]
fn a_server_that_is_away_for_a_moment_does_not_end_the_wait() {
    let (mut lock, wire) = contended(None);
    let mut sleeps = 0;
    let acquired = wait(&mut lock, Duration::MAX, |_| {
        sleeps += 1;
        match sleeps {
            1 => wire.meets([
                Fate::Unreachable,
                Fate::Refused,
                Fate::ClosedExecuted,
                Fate::ClosedUnexecuted,
            ]),
            4 => wire.model().delete(KEY),
            _ => {}
        }
    });
    assert!(acquired);
    assert!(sleeps >= 4);
    assert!(
        lock.is_owned().unwrap(),
        "what was left behind was not ours"
    );
}

#[test]
fn a_server_that_is_still_away_at_the_end_of_the_wait_is_an_error() {
    let (mut lock, wire) = contended(None);
    let result = lock.acquire(Waiting {
        since: Instant::now(),
        limit: MS(20),
        retry_interval: MS(5),
        pause: &mut uninterrupted(|sleep| {
            std::thread::sleep(sleep);
            wire.meets([Fate::Unreachable; 1000]);
        }),
    });
    result.unwrap_err();
    assert!(lock.waited() >= MS(20));
    assert!(!lock.is_held());
}

#[test]
fn a_server_that_hangs_ends_the_wait() {
    let (mut lock, wire) = contended(None);
    let result = lock.acquire(Waiting {
        since: Instant::now(),
        limit: Duration::MAX,
        retry_interval: MS(100),
        pause: &mut uninterrupted(|_| wire.meets([Fate::TimedOutUnexecuted])),
    });
    result.unwrap_err();
    assert!(!lock.is_held());
}
