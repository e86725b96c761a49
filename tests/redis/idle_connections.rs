//! A connection that died while nobody used it costs a new one, and nothing else.

use redis::Value;
use redislock::claim::State;

use crate::support::{Fate, MS, Proxy, Redis, RedisLock, TTL, lock};

type Operation = (&'static str, fn(&mut RedisLock) -> bool);

/// Each on a lock that is held, and each true.
const OPERATIONS: [Operation; 6] = [
    ("tryAcquire", |lock| lock.try_acquire().unwrap()),
    ("refresh", |lock| lock.refresh(TTL).unwrap()),
    ("isOwned", |lock| lock.is_owned().unwrap()),
    ("isLocked", |lock| lock.is_locked().unwrap()),
    ("release", |lock| lock.release().unwrap()),
    ("forceRelease", |lock| lock.force_release().unwrap()),
];

/// So long an unused connection is taken for alive without a look.
fn idle_for_a_while() {
    std::thread::sleep(MS(3));
}

#[test]
fn a_killed_connection_costs_every_operation_one_reconnect_and_no_error() {
    let redis = Redis::start();
    for (name, operation) in OPERATIONS {
        let mut lock = lock(&redis.address(), "key");
        assert!(lock.try_acquire().unwrap());
        redis.kill_clients();
        idle_for_a_while();
        let before = redis.connections_made();
        assert!(operation(&mut lock), "{name}");
        assert_eq!(redis.connections_made(), before + 1, "{name}");
    }
}

#[test]
fn an_acquisition_after_the_connection_was_killed_is_the_plain_command() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut lock = lock(&proxy.address(), "key");
    assert!(!lock.is_locked().unwrap());
    proxy.close_connections();
    idle_for_a_while();
    assert!(lock.try_acquire().unwrap());
    assert_eq!(proxy.names_seen(), ["EXISTS", "SET"]);
    assert_eq!(proxy.connections(), 2);
}

#[test]
fn a_connection_that_dies_in_the_moment_of_its_use_costs_no_error_either() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    for (name, operation) in OPERATIONS {
        let mut lock = lock(&proxy.address(), "key");
        assert!(lock.try_acquire().unwrap());
        proxy.next(&[Fate::CommandLost]);
        let before = proxy.connections();
        assert!(operation(&mut lock), "{name}");
        assert_eq!(proxy.connections(), before + 1, "{name}");
    }
}

#[test]
fn a_release_after_the_connection_was_killed_still_tells_that_the_lock_had_been_lost() {
    let redis = Redis::start();
    let mut lock = lock(&redis.address(), "key");
    assert!(lock.try_acquire().unwrap());
    let _: Value = redis.run("SET key theirs");
    redis.kill_clients();
    idle_for_a_while();
    assert!(!lock.release().unwrap());
    assert_eq!(redis.get("key").as_deref(), Some("theirs"));
}

#[test]
fn a_restarted_server_costs_no_error_but_it_has_forgotten_the_lock() {
    let mut redis = Redis::start();
    for look in ["refresh", "is_owned", "release"] {
        let mut lock = lock(&redis.address(), "key");
        assert!(lock.try_acquire().unwrap());
        redis.restart();
        idle_for_a_while();
        let found = match look {
            "refresh" => lock.refresh(TTL),
            "is_owned" => lock.is_owned(),
            _ => lock.release(),
        };
        assert!(!found.unwrap(), "{look}");
        assert_eq!(lock.state(), State::Lost, "{look}");
        assert!(lock.try_acquire().unwrap(), "{look}");
    }
}

#[test]
fn a_server_that_forgot_the_scripts_costs_no_error() {
    let redis = Redis::start();
    for (name, operation) in OPERATIONS {
        let mut lock = lock(&redis.address(), "key");
        assert!(lock.try_acquire().unwrap());
        redis.run::<()>("SCRIPT FLUSH");
        assert!(operation(&mut lock), "{name}");
    }
}

#[test]
fn bytes_that_came_without_a_command_are_never_taken_for_a_reply() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut holder = lock(&redis.address(), "key");
    assert!(holder.try_acquire().unwrap());
    let mut lock = lock(&proxy.address(), "key");
    assert!(!lock.try_acquire().unwrap());
    proxy.inject(b"+OK\r\n");
    idle_for_a_while();
    assert!(!lock.try_acquire().unwrap());
}

#[test]
fn a_server_that_is_gone_is_an_error_and_the_next_call_works_once_it_is_back() {
    let mut redis = Redis::start();
    let address = redis.address();
    let mut lock = lock(&address, "key");
    assert!(lock.try_acquire().unwrap());
    redis.kill();
    idle_for_a_while();
    lock.refresh(TTL).unwrap_err();
    assert!(lock.is_held(), "nothing was sent, and the lease still runs");
    lock.release().unwrap_err();
    redis.restart();
    assert!(lock.try_acquire().unwrap());
    assert!(lock.is_owned().unwrap());
}
