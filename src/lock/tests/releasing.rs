//! Keeping the lock and releasing it: what goes over the wire, command by command.

use redis::Value::{Int, Okay};

use crate::claim::{lease::State, token::Token, unanswered::LONGEST_DELAY};
use crate::lock::Lock;
use crate::lock::tests::faults::{closed, loading, refused, timed_out, unreachable};
use crate::lock::tests::scripted::{OWNED, REFRESH, RELEASE, SET, ScriptedServer, lock, taken};
use crate::lock::tests::wire::{Fate, Wire};
use crate::lock::tests::{MS, TTL};
use crate::os::clock::tests::SLEPT;

#[test]
fn a_release_on_a_closed_connection_is_repeated_and_finding_nothing_it_was_done() {
    let mut lock = taken([(RELEASE, Err(closed())), (RELEASE, Ok(Int(0)))]);
    assert!(lock.release().unwrap());
    assert_eq!(lock.state(), State::Free);
}

#[test]
fn a_release_of_another_owners_lock_is_false_and_leaves_it_lost() {
    let mut lock = taken([(RELEASE, Ok(Int(0)))]);
    assert!(!lock.release().unwrap());
    assert_eq!(lock.state(), State::Lost);
}

#[test]
fn a_release_without_an_answer_is_neither_held_nor_done_and_can_be_repeated() {
    let mut lock = taken([
        (RELEASE, Err(timed_out())),
        (RELEASE, Err(unreachable())),
        (RELEASE, Ok(Int(0))),
    ]);
    lock.release().unwrap_err();
    assert!(!lock.is_held());
    assert_eq!(lock.state(), State::Releasing { in_time: true });
    lock.release().unwrap_err();
    assert!(lock.release().unwrap());
}

#[test]
fn a_release_that_was_refused_leaves_the_lock_held() {
    for fault in [unreachable(), refused("NOPERM no"), loading()] {
        let mut lock = taken([(RELEASE, Err(fault)), (RELEASE, Ok(Int(1)))]);
        lock.release().unwrap_err();
        assert!(lock.is_held());
    }
}

#[test]
fn a_refresh_without_an_answer_is_not_held_until_the_server_says_so() {
    let mut lock = taken([
        (REFRESH, Err(timed_out())),
        (OWNED, Ok(Int(10_000))),
        (RELEASE, Ok(Int(1))),
    ]);
    lock.refresh(TTL).unwrap_err();
    assert!(!lock.is_held());
    assert!(lock.is_owned().unwrap());
    assert!(lock.is_held());
}

#[test]
fn a_shorter_lease_without_an_answer_keeps_a_lock_from_being_handed_over_for_a_minute() {
    let wire = Wire::with([]);
    wire.model().learn_scripts();
    let mut lock = Lock::new(wire.clone(), b"key", 20 * LONGEST_DELAY);
    assert!(lock.try_acquire().unwrap());
    wire.meets([Fate::TimedOutUnexecuted]);
    lock.refresh(TTL).unwrap_err();
    assert!(lock.refresh(20 * LONGEST_DELAY).unwrap());
    assert!(lock.detach().is_none(), "it may be shortened");
    SLEPT.set(LONGEST_DELAY);
    assert!(lock.refresh(20 * LONGEST_DELAY).unwrap());
    assert!(lock.remaining() <= TTL, "its own leases never count longer");
    assert!(lock.detach().is_some());
}

#[test]
fn a_refresh_on_a_closed_connection_is_repeated() {
    let mut lock = taken([
        (REFRESH, Err(closed())),
        (REFRESH, Ok(Int(1))),
        (RELEASE, Ok(Int(1))),
    ]);
    assert!(lock.refresh(TTL).unwrap());
    assert!(lock.is_held());
}

#[test]
fn a_restored_lock_is_not_held_before_the_server_confirms_it() {
    let mut lock = lock([
        ("EVALSHA owned 1 key other", Ok(Int(700))),
        ("EVALSHA release 1 key other", Ok(Int(1))),
    ]);
    lock.restore(&Token::given(b"other"));
    assert!(!lock.is_held());
    assert!(lock.is_owned().unwrap());
    assert!(lock.is_held());
    assert!(lock.remaining() < MS(700), "the key's, not the lock's ttl");
}

#[test]
fn a_detached_lock_is_not_released() {
    let mut lock = taken([]);
    assert!(lock.detach().is_some());
    assert!(lock.detach().is_none());
    assert!(!lock.is_held());
}

#[test]
fn a_dropped_lock_whose_release_fails_is_released_at_the_next_contact() {
    let server = ScriptedServer::new([
        (SET, Ok(Okay)),
        (RELEASE, Err(unreachable())),
        (RELEASE, Ok(Int(1))),
        ("EXISTS other", Ok(Int(0))),
    ]);
    let mut lock = Lock::new(server.clone(), b"key", TTL);
    assert!(lock.try_acquire().unwrap());
    drop(lock);
    assert!(!Lock::new(server, b"other", TTL).is_locked().unwrap());
}

#[test]
fn a_deletion_is_not_repeated_because_the_second_could_not_tell_what_the_first_found() {
    let mut lock = lock([("EXISTS key", Ok(Int(1))), ("DEL key", Err(closed()))]);
    lock.force_release().unwrap_err();
}
