//! Leftovers of commands without a reply are gone after the next contact.

use std::time::Instant;

use crate::claim::{label::Label, token::Token, unanswered::LONGEST_DELAY};
use crate::lock::acquire::waiter::{Waiting, uninterrupted};
use crate::lock::tests::wire::{Fate, Wire};
use crate::lock::tests::{MS, TTL};
use crate::lock::{Lock, tests::model::Content, tests::program_explorer::KEY};
use crate::os::clock::tests::SLEPT;
use crate::server::{Backend, Server};

fn contact(wire: &Wire) {
    let mut other_owner = Lock::new(wire.clone(), b"another key", TTL);
    assert!(!other_owner.is_locked().unwrap());
}

fn is_free(wire: &Wire) -> bool {
    wire.model().get(KEY).is_none()
}

#[test]
fn a_token_left_by_a_failed_attempt_is_deleted_by_the_next_lock_on_another_key() {
    let wire = Wire::with([Fate::TimedOutExecuted]);
    let mut lock = Lock::new(wire.clone(), KEY, TTL);
    lock.try_acquire().unwrap_err();
    assert!(!is_free(&wire));
    contact(&wire);
    assert!(is_free(&wire));
}

#[test]
fn a_token_left_by_a_failed_attempt_is_deleted_before_the_same_lock_tries_again() {
    let wire = Wire::with([Fate::TimedOutExecuted]);
    let mut lock = Lock::new(wire.clone(), KEY, TTL);
    lock.try_acquire().unwrap_err();
    assert!(lock.try_acquire().unwrap());
}

#[test]
fn a_token_left_while_waiting_is_deleted() {
    let wire = Wire::with([]);
    let other_owner = Content::Text(b"other_owner".into());
    wire.model().put(KEY, other_owner, None);
    let mut lock = Lock::new(wire.clone(), KEY, TTL);
    let answer = lock.acquire(Waiting {
        since: Instant::now(),
        limit: TTL,
        retry_interval: MS(100),
        pause: &mut uninterrupted(|_| {
            wire.model().delete(KEY);
            // First the script is not known. Then its text is executed, and so is the repetition.
            let executed = [Fate::ClosedExecuted, Fate::TimedOutExecuted];
            wire.meets([Fate::Answered].into_iter().chain(executed));
        }),
    });
    answer.unwrap_err();
    assert!(!is_free(&wire));
    contact(&wire);
    assert!(is_free(&wire));
}

#[test]
fn a_token_left_by_a_dropped_lock_is_deleted() {
    let wire = Wire::with([]);
    let mut lock = Lock::new(wire.clone(), KEY, TTL);
    assert!(lock.try_acquire().unwrap());
    wire.meets([Fate::Unreachable]);
    drop(lock);
    assert!(!is_free(&wire));
    contact(&wire);
    assert!(is_free(&wire));
}

#[test]
fn a_token_that_was_left_is_deleted_and_not_that_of_the_next_owner() {
    let wire = Wire::with([Fate::TimedOutUnexecuted]);
    let mut lock = Lock::new(wire.clone(), KEY, TTL);
    lock.try_acquire().unwrap_err();
    let other_owner = Content::Text(b"other_owner".into());
    wire.model().put(KEY, other_owner, None);
    contact(&wire);
    assert!(!is_free(&wire));
}

#[test]
fn an_attempt_that_arrives_after_its_ttl_is_deleted_as_well() {
    let ttl = MS(300);
    let wire = Wire::with([Fate::TimedOutLate]);
    Lock::new(wire.clone(), KEY, ttl).try_acquire().unwrap_err();
    std::thread::sleep(ttl);
    wire.deliver_late(); // as from a server that was suspended
    contact(&wire);
    assert!(is_free(&wire));
}

#[test]
fn the_token_of_a_command_that_comes_after_its_deletion_is_deleted_again() {
    for fate in [Fate::TimedOutLate, Fate::ClosedLate] {
        for waits in [MS(0), MS(1_000), MS(15_000), MS(59_000)] {
            let slept = SLEPT.get();
            let wire = Wire::with([fate]);
            let mut lock = Lock::new(wire.clone(), KEY, TTL);
            let _ = lock.try_acquire();
            contact(&wire);
            let _ = lock.release();
            SLEPT.set(slept + waits);
            contact(&wire);
            wire.deliver_late();
            assert!(!is_free(&wire), "{fate:?} {waits:?}");
            SLEPT.set(slept + (4 * waits + MS(40)).min(LONGEST_DELAY));
            contact(&wire);
            assert!(is_free(&wire), "{fate:?} {waits:?}");
            SLEPT.set(slept + LONGEST_DELAY + MS(1));
            contact(&wire);
            assert!(wire.leftovers().is_empty());
        }
    }
}

#[test]
fn the_first_deletion_after_a_release_comes_soon_however_long_the_lock_was_held() {
    let slept = SLEPT.get();
    let held = MS(20_000);
    let wire = Wire::with([Fate::ClosedLate]);
    let mut lock = Lock::new(wire.clone(), KEY, 4 * held);
    assert!(lock.try_acquire().unwrap());
    SLEPT.set(slept + held);
    assert!(lock.release().unwrap());
    wire.deliver_late();
    assert!(!is_free(&wire));
    SLEPT.set(slept + held + MS(10));
    contact(&wire);
    assert!(is_free(&wire));
}

#[test]
fn a_call_deletes_at_most_16_leftovers_also_of_its_own_key() {
    let wire = Wire::with([]);
    let mut lock = Lock::new(wire.clone(), KEY, TTL);
    for number in 0..40 {
        let token = Token::generate(&Label::default());
        lock.add_leftover(token, None);
        assert_eq!(wire.leftovers().all().len(), number + 1);
    }
    assert!(lock.try_acquire().unwrap());
    assert_eq!(wire.leftovers().all().len(), 24);
}

#[test]
fn a_token_whose_refresh_had_no_answer_is_left_for_the_longer_lease() {
    let wire = Wire::with([]);
    let mut lock = Lock::new(wire.clone(), KEY, TTL);
    assert!(lock.try_acquire().unwrap());
    wire.meets([Fate::Answered, Fate::TimedOutExecuted]); // the script is not known yet
    lock.refresh(360 * TTL).unwrap_err();
    wire.meets([Fate::Unreachable]);
    drop(lock);
    SLEPT.set(TTL + LONGEST_DELAY);
    contact(&wire);
    assert!(is_free(&wire));
}

#[test]
fn a_restored_lock_that_could_not_be_released_is_left_to_its_ttl() {
    let wire = Wire::with([Fate::Unreachable]);
    let token = Content::Text(b"token".into());
    wire.model().put(KEY, token, Some(TTL));
    let mut lock = Lock::new(wire.clone(), KEY, MS(5));
    lock.restore(&Token::given(b"token"));
    drop(lock);
    std::thread::sleep(MS(5));
    contact(&wire);
    // Another object with the token may have acquired with it.
    assert!(!is_free(&wire));
}

#[test]
fn the_faults_of_these_tests_are_what_their_names_say() {
    let mut wire = Wire::with([
        Fate::ClosedExecuted,
        Fate::TimedOutExecuted,
        Fate::Unreachable,
        Fate::Refused,
    ]);
    let mut next = || wire.ask(redis::cmd("EXISTS").arg(KEY)).unwrap_err();
    let closed = next();
    assert!(closed.closed_by_peer() && closed.may_have_been_executed());
    let timed_out = next();
    assert!(!timed_out.closed_by_peer() && timed_out.may_have_been_executed());
    assert!(!next().may_have_been_executed());
    assert!(next().was_refused());
}
