//! Error replies: nothing was done, the connection is as good as before, and Redis's own words are kept.

use redis::Value;
use redislock::{lock::Lock, server::Fault};

use crate::support::{Redis, TTL, await_that, lock};

fn assert_refused(fault: &Fault, words: &str) {
    assert!(fault.was_refused(), "{fault}");
    assert!(fault.to_string().starts_with(words), "{fault}");
}

#[test]
fn a_read_only_replica_refuses_and_the_lock_stays_as_it_was() {
    let redis = Redis::start();
    let mut held = lock(&redis.address(), "held");
    assert!(held.try_acquire().unwrap());
    let _: Value = redis.run("REPLICAOF 127.0.0.1 1");
    let fault = lock(&redis.address(), "key").try_acquire().unwrap_err();
    assert_refused(&fault, "READONLY");
    assert!(fault.hint().is_some());
    assert!(held.release().is_err());
    assert!(held.refresh(TTL).is_err());
    assert!(held.is_held());
    let _: Value = redis.run("REPLICAOF NO ONE");
    assert!(held.release().unwrap());
}

#[test]
fn a_server_without_memory_refuses_new_locks_and_still_renews_and_releases_old_ones() {
    let redis = Redis::start();
    let mut held = lock(&redis.address(), "held");
    assert!(held.try_acquire().unwrap());
    assert!(held.refresh(TTL).unwrap());
    let _: Value = redis.run("CONFIG SET maxmemory 1");
    let fault = lock(&redis.address(), "key").try_acquire().unwrap_err();
    assert_refused(&fault, "OOM");
    assert!(held.refresh(TTL).unwrap());
    assert!(held.release().unwrap());
    let _: Value = redis.run("CONFIG SET maxmemory 0");
    assert!(lock(&redis.address(), "key").try_acquire().unwrap());
}

#[test]
fn a_server_that_wants_more_replicas_refuses_new_locks() {
    let redis = Redis::start();
    let _: Value = redis.run("CONFIG SET min-replicas-to-write 1");
    let fault = lock(&redis.address(), "key").try_acquire().unwrap_err();
    assert_refused(&fault, "NOREPLICAS");
    let _: Value = redis.run("CONFIG SET min-replicas-to-write 0");
    assert!(lock(&redis.address(), "key").try_acquire().unwrap());
}

#[test]
fn a_server_that_is_busy_with_a_script_refuses() {
    let redis = Redis::start();
    let mut held = lock(&redis.address(), "held");
    assert!(held.try_acquire().unwrap());
    let _: Value = redis.run("CONFIG SET busy-reply-threshold 1");
    let mut somebody = redis.connection();
    let script = std::thread::spawn(move || {
        let mut endless = redis::cmd("EVAL");
        endless.arg("while true do end").arg(0);
        endless.exec(&mut somebody).unwrap_err();
    });
    let mut key = lock(&redis.address(), "key");
    await_that("BUSY", || key.is_locked().is_err());
    assert_refused(&key.try_acquire().unwrap_err(), "BUSY");
    held.refresh(TTL).unwrap_err();
    assert!(held.is_held());
    let _: Value = redis.run("SCRIPT KILL");
    script.join().unwrap();
    assert!(key.try_acquire().unwrap());
    assert!(held.release().unwrap());
}

#[test]
fn a_server_without_a_place_for_another_client_is_an_error_until_there_is_one() {
    let redis = Redis::start();
    let _: Value = redis.run("CONFIG SET maxclients 1");
    let mut lock = lock(&redis.address(), "key");
    lock.try_acquire().unwrap_err();
    let _: Value = redis.run("CONFIG SET maxclients 100");
    assert!(lock.try_acquire().unwrap());
    assert!(lock.is_owned().unwrap());
}

#[test]
fn an_error_reply_costs_no_connection() {
    let redis = Redis::start();
    let mut lock = lock(&redis.address(), "key");
    let _: Value = redis.run("CONFIG SET maxmemory 1");
    for _ in 0..5 {
        lock.try_acquire().unwrap_err();
    }
    assert_eq!(redis.clients(), 1);
    let _: Value = redis.run("CONFIG SET maxmemory 0");
    assert!(lock.try_acquire().unwrap());
}

#[test]
fn a_server_that_is_a_replica_now_is_not_kept() {
    let redis = Redis::start();
    let mut lock = lock(&redis.address(), "key");
    assert!(!lock.is_locked().unwrap());
    assert_eq!(redis.clients(), 1);
    let _: Value = redis.run("REPLICAOF 127.0.0.1 1");
    lock.try_acquire().unwrap_err(); // its name may lead to the new master by now
    await_that("the end of the connection", || redis.clients() == 0);
    let _: Value = redis.run("REPLICAOF NO ONE");
    assert!(lock.try_acquire().unwrap());
}

#[test]
fn an_attempt_that_was_refused_leaves_nothing_to_undo() {
    let redis = Redis::start();
    let mut lock = lock(&redis.address(), "key");
    let _: Value = redis.run("REPLICAOF 127.0.0.1 1");
    lock.try_acquire().unwrap_err();
    let _: Value = redis.run("REPLICAOF NO ONE");
    let before = redis.commands_run();
    let endpoint = redislock::server::endpoint(redis.address());
    Lock::new(endpoint, b"another key", TTL)
        .is_locked()
        .unwrap();
    // One of them is the INFO that counted.
    assert_eq!(redis.commands_run(), before + 2);
}
