//! The end of a lease: it counts from the send, no matter when the reply comes.

use std::time::{Duration, Instant};

use crate::claim::lease::State;
use crate::lock::acquire::waiter::{Waiting, uninterrupted};
use crate::lock::tests::wire::{Fate, Wire};
use crate::lock::tests::{MS, TTL};
use crate::lock::{Lock, tests::model::Content, tests::program_explorer::KEY};
use crate::os::clock::tests::SLEPT;

const SLOWLY: Fate = Fate::Slow(MS_20);
const MS_20: Duration = Duration::from_millis(20);

/// Returns the allowance for clocks that run apart: 1 % and 2 ms.
fn drift(ttl: Duration) -> Duration {
    ttl / 100 + MS(2)
}

fn lock(ttl: Duration) -> (Lock<Wire>, Wire) {
    let wire = Wire::with([]);
    (Lock::new(wire.clone(), KEY, ttl), wire)
}

/// Checks that the lease ends at `earliest_send + ttl` or later, and at the key's own expiry or
/// before, both less the drift.
fn assert_lease_from(earliest_send: Instant, ttl: Duration, lock: &Lock<Wire>, wire: &Wire) {
    let before = Instant::now();
    let remaining = lock.remaining();
    let after = Instant::now();
    let expires_at = wire.model().get(KEY).unwrap().expires_at.unwrap();
    assert!(before + remaining <= expires_at - drift(ttl), "too long");
    assert!(
        after + remaining >= earliest_send + ttl - drift(ttl),
        "too short"
    );
}

#[test]
fn an_acquisitions_lease_counts_from_the_send() {
    let (mut lock, wire) = lock(TTL);
    wire.meets([SLOWLY]);
    let start = Instant::now();
    assert!(lock.try_acquire().unwrap());
    assert_lease_from(start, TTL, &lock, &wire);
}

#[test]
fn a_waiters_lease_counts_from_the_send_of_the_attempt_that_got_it() {
    let (mut lock, wire) = lock(TTL);
    wire.model()
        .put(KEY, Content::Text(b"other_owner".into()), None);
    let mut woke_up = Instant::now();
    let acquired = lock.acquire(Waiting {
        since: Instant::now(),
        limit: TTL,
        retry_interval: MS(100),
        pause: &mut uninterrupted(|_| {
            wire.model().delete(KEY);
            std::thread::sleep(MS_20);
            wire.meets([SLOWLY, Fate::Slow(MS_20)]);
            woke_up = Instant::now();
        }),
    });
    assert!(acquired.unwrap());
    assert_lease_from(woke_up, TTL, &lock, &wire);
}

#[test]
fn a_refreshed_lease_counts_from_the_send_and_has_the_ttl_asked_for() {
    for ttl in [TTL / 2, TTL * 2] {
        let (mut lock, wire) = lock(TTL);
        assert!(lock.try_acquire().unwrap());
        wire.meets([SLOWLY, SLOWLY]);
        let start = Instant::now();
        assert!(lock.refresh(ttl).unwrap());
        assert_lease_from(start, ttl, &lock, &wire);
    }
}

#[test]
fn acquiring_a_held_lock_again_gives_it_the_full_ttl_of_its_last_refresh() {
    let (mut lock, wire) = lock(TTL);
    assert!(lock.try_acquire().unwrap());
    for ttl in [TTL / 2, TTL * 2] {
        assert!(lock.refresh(ttl).unwrap());
        assert_eq!(lock.ttl(), ttl);
        let start = Instant::now();
        assert!(lock.try_acquire().unwrap());
        assert_lease_from(start, ttl, &lock, &wire);
    }
}

#[test]
fn a_confirmed_lease_ends_with_what_the_key_has_left() {
    let (mut lock, wire) = lock(TTL);
    assert!(lock.try_acquire().unwrap());
    let token = lock.token().unwrap().as_bytes().to_vec();
    wire.model().put(KEY, Content::Text(token), Some(MS(9_000)));
    wire.meets([SLOWLY, SLOWLY]);
    assert!(lock.is_owned().unwrap());
    let expires_at = wire.model().get(KEY).unwrap().expires_at.unwrap();
    let now = Instant::now();
    assert!(now + lock.remaining() <= expires_at - MS(2));
    assert!(lock.is_held() || now.elapsed() > MS(4_000));
}

#[test]
fn a_key_whose_expiry_another_client_removed_is_still_ours_for_our_own_ttl() {
    let (mut lock, wire) = lock(TTL);
    assert!(lock.try_acquire().unwrap());
    let token = lock.token().unwrap().as_bytes().to_vec();
    wire.model().put(KEY, Content::Text(token), None);
    assert!(lock.is_owned().unwrap());
    assert!(lock.is_held());
    assert!(lock.remaining() <= TTL - drift(TTL));
    assert!(lock.release().unwrap());
    assert!(!lock.is_locked().unwrap());
}

#[test]
fn a_lease_that_has_run_out_is_not_held_but_its_release_still_deletes_a_key_that_is_ours() {
    let (mut lock, wire) = lock(MS(10));
    assert!(lock.try_acquire().unwrap());
    let token = lock.token().unwrap().as_bytes().to_vec();
    wire.model().put(KEY, Content::Text(token), None);
    while lock.is_held() {
        std::thread::sleep(MS(1));
    }
    assert!(lock.release().unwrap());
    assert!(!lock.is_locked().unwrap());
}

#[test]
fn a_lock_taken_by_another_owner_after_its_lease_is_not_freed_by_its_release() {
    let (mut lock, wire) = lock(MS(10));
    assert!(lock.try_acquire().unwrap());
    while wire.model().get(KEY).is_some() {
        std::thread::sleep(MS(1));
    }
    let mut other = Lock::new(wire.clone(), KEY, TTL);
    assert!(other.try_acquire().unwrap());
    assert!(!lock.release().unwrap());
    assert!(other.is_owned().unwrap());
}

#[test]
fn a_lease_that_had_run_out_before_its_release_is_lost_even_if_the_release_had_to_be_repeated() {
    let (mut lock, wire) = lock(MS(10));
    assert!(lock.try_acquire().unwrap());
    while wire.model().get(KEY).is_some() {
        std::thread::sleep(MS(1));
    }
    wire.meets([Fate::ClosedUnexecuted]);
    assert!(!lock.release().unwrap());
    assert_eq!(lock.state(), State::Lost);
}

#[test]
fn a_reply_that_takes_longer_than_the_lease_is_no_acquisition_and_leaves_nothing_behind() {
    let (mut lock, wire) = lock(MS(10));
    wire.meets([SLOWLY]);
    assert!(!lock.try_acquire().unwrap());
    assert!(!lock.is_held());
    // Had the server been slow before it executed the command, the key would still be there.
    let sent = wire.log().commands;
    assert!(sent > 1, "the token was not deleted");
    assert!(!lock.is_locked().unwrap());
}

#[test]
fn what_could_not_be_deleted_of_a_late_reply_never_deletes_the_lock_taken_after_it() {
    let (mut lock, wire) = lock(MS(500));
    // The reply is late, and its token cannot be deleted at once.
    wire.meets([Fate::Slow(MS(500)), Fate::Refused]);
    let acquired = lock.acquire(Waiting {
        since: Instant::now(),
        limit: Duration::MAX,
        retry_interval: MS(1),
        pause: &mut uninterrupted(|_| ()),
    });
    assert!(acquired.unwrap());
    assert!(
        !Lock::new(wire.clone(), b"another key", TTL)
            .is_locked()
            .unwrap()
    );
    let holder = wire.model().get(KEY).cloned();
    let token = lock.token().unwrap().as_bytes().to_vec();
    let is_ours = holder.is_some_and(|holder| holder.content == Content::Text(token));
    assert!(is_ours || !lock.is_held());
}

#[test]
fn a_lease_ends_while_the_machine_sleeps() {
    let (mut lock, _wire) = lock(TTL);
    assert!(lock.try_acquire().unwrap());
    SLEPT.set(TTL / 2);
    assert!(lock.is_held());
    assert!(lock.remaining() <= TTL / 2);
    SLEPT.set(TTL);
    assert!(!lock.is_held());
    assert!(lock.remaining().is_zero());
}
