//! Taking the lock: what goes over the wire, command by command.

use std::time::Instant;

use redis::Value::{self, BulkString, Int, Nil, Okay};

use crate::claim::lease::State;
use crate::lock::Lock;
use crate::lock::acquire::waiter::{Waiting, uninterrupted};
use crate::lock::tests::faults::{closed, loading, no_script, timed_out, unreachable};
use crate::lock::tests::scripted::{CLAIM, REFRESH, RELEASE, SET, ScriptedServer, lock, taken};
use crate::lock::tests::{MS, TTL};

fn text(text: &str) -> Value {
    BulkString(text.into())
}

#[test]
fn a_lock_is_taken_by_the_plain_command_and_given_back_by_a_script() {
    let mut lock = lock([(SET, Ok(Okay)), (RELEASE, Ok(Int(1)))]);
    assert!(lock.try_acquire().unwrap());
    assert!(lock.is_held());
    assert!(lock.release().unwrap());
    assert_eq!(lock.state(), State::Free);
}

#[test]
fn nothing_is_sent_before_the_first_attempt_nor_without_a_claim() {
    let mut lock = lock([]);
    assert!(!lock.release().unwrap());
    assert!(!lock.refresh(TTL).unwrap());
    assert!(!lock.is_owned().unwrap());
    assert!(lock.detach().is_none());
    assert!(!lock.is_held());
}

#[test]
fn a_ttl_is_sent_in_whole_milliseconds() {
    let server = ScriptedServer::new([
        ("SET key token1 NX PX 1", Ok(Nil)),
        ("SET key token2 NX PX 1", Ok(Nil)),
    ]);
    let mut lock = Lock::new(server, b"key", MS(1));
    assert!(!lock.try_acquire().unwrap());
    assert!(!lock.try_acquire().unwrap());
}

#[test]
fn keys_are_sent_byte_for_byte() {
    let server = ScriptedServer::new([("SET \\x00\\xff\\r\\n token1 NX PX 10000", Ok(Nil))]);
    assert!(!Lock::new(server, b"\0\xff\r\n", TTL).try_acquire().unwrap());
}

#[test]
fn every_acquisition_draws_a_new_token() {
    let mut lock = taken([
        (RELEASE, Ok(Int(1))),
        ("SET key token2 NX PX 10000", Ok(Okay)),
        ("EVALSHA release 1 key token2", Ok(Int(1))),
    ]);
    assert!(lock.release().unwrap());
    assert!(lock.try_acquire().unwrap());
}

#[test]
fn a_held_lock_is_refreshed_by_acquiring_it_again() {
    let mut lock = taken([(REFRESH, Ok(Int(1))), (RELEASE, Ok(Int(1)))]);
    assert!(lock.try_acquire().unwrap());
}

#[test]
fn a_lock_found_lost_by_acquiring_it_again_is_taken_with_a_new_token() {
    let mut lock = taken([
        (REFRESH, Ok(Int(0))),
        ("SET key token2 NX PX 10000", Ok(Okay)),
        ("EVALSHA release 1 key token2", Ok(Int(1))),
    ]);
    assert!(lock.try_acquire().unwrap());
}

#[test]
fn waiting_attempts_keep_their_token() {
    let mut lock = lock([
        (SET, Ok(Nil)),
        (CLAIM, Ok(Int(500))),
        (CLAIM, Ok(Int(-1))),
        (CLAIM, Ok(Okay)),
        (RELEASE, Ok(Int(1))),
    ]);
    let mut pauses = 0;
    let taken = lock.acquire(Waiting {
        since: Instant::now(),
        limit: TTL,
        retry_interval: MS(100),
        pause: &mut uninterrupted(|_| pauses += 1),
    });
    assert!(taken.unwrap());
    assert_eq!(pauses, 3);
}

#[test]
fn a_script_that_the_server_does_not_know_is_sent_in_full() {
    let mut lock = taken([
        (REFRESH, Err(no_script())),
        ("EVAL refresh.lua 1 key token1 10000", Ok(Int(1))),
        (RELEASE, Err(no_script())),
        ("EVAL release.lua 1 key token1", Ok(Int(1))),
    ]);
    assert!(lock.refresh(TTL).unwrap());
    assert!(lock.release().unwrap());
}

#[test]
fn an_attempt_on_a_closed_connection_is_repeated_with_the_same_token() {
    let mut lock = lock([
        (SET, Err(closed())),
        (CLAIM, Err(no_script())),
        ("EVAL claim.lua 1 key token1 10000", Ok(Okay)),
        (RELEASE, Ok(Int(1))),
    ]);
    assert!(lock.try_acquire().unwrap());
}

#[test]
fn an_attempt_without_a_reply_in_time_is_not_repeated_but_undone_at_the_next_contact() {
    let mut lock = lock([
        (SET, Err(timed_out())),
        (RELEASE, Ok(Int(1))),
        ("EXISTS key", Ok(Int(0))),
    ]);
    assert!(lock.try_acquire().unwrap_err().may_have_been_executed());
    assert_eq!(lock.state(), State::Free);
    assert!(!lock.is_locked().unwrap());
}

#[test]
fn an_attempt_whose_repeat_fails_is_undone_at_the_next_contact() {
    for fault in [closed, timed_out, unreachable, loading] {
        let mut lock = lock([
            (SET, Err(closed())),
            (CLAIM, Err(fault())),
            (RELEASE, Ok(Int(1))),
            ("EXISTS key", Ok(Int(0))),
        ]);
        lock.try_acquire().unwrap_err();
        lock.is_locked().unwrap();
    }
}

#[test]
fn an_attempt_that_was_never_sent_or_refused_leaves_nothing_to_undo() {
    for fault in [unreachable, loading] {
        let mut lock = lock([(SET, Err(fault())), ("EXISTS key", Ok(Int(0)))]);
        assert!(!lock.try_acquire().unwrap_err().may_have_been_executed());
        lock.is_locked().unwrap();
    }
}

#[test]
fn what_cannot_be_undone_yet_is_undone_later() {
    let mut lock = lock([
        (SET, Err(timed_out())),
        (RELEASE, Err(unreachable())),
        (RELEASE, Err(timed_out())),
        (RELEASE, Err(loading())),
        ("EXISTS key", Err(loading())),
        (RELEASE, Ok(Int(1))),
        ("EXISTS key", Ok(Int(0))),
        ("EXISTS key", Ok(Int(0))),
    ]);
    lock.try_acquire().unwrap_err();
    for _ in 0..3 {
        lock.is_locked().unwrap_err();
    }
    lock.is_locked().unwrap();
    lock.is_locked().unwrap();
}

#[test]
fn all_that_was_left_is_undone_at_one_contact() {
    let mut lock = lock([
        (SET, Err(timed_out())),
        (RELEASE, Err(timed_out())),
        (RELEASE, Ok(Int(0))),
        ("SET key token2 NX PX 10000", Err(timed_out())),
        ("EVALSHA release 1 key token2", Ok(Int(1))),
        ("EXISTS key", Ok(Int(0))),
    ]);
    lock.try_acquire().unwrap_err();
    lock.is_locked().unwrap_err();
    lock.try_acquire().unwrap_err();
    lock.is_locked().unwrap();
}

#[test]
fn a_reply_that_is_no_answer_is_an_error_and_what_it_may_have_done_is_undone() {
    let mut lock = lock([
        (SET, Ok(text("PONG"))),
        (RELEASE, Ok(Int(1))),
        ("EXISTS key", Ok(text("PONG"))),
    ]);
    lock.try_acquire().unwrap_err();
    lock.is_locked().unwrap_err();
}
