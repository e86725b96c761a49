//! A key that holds something else than a string is another owner's lock: Symfony's, for one, are sorted sets.

use std::time::{Duration, Instant};

use redis::Value;
use redislock::{
    claim::{State, Token},
    lock::{Waiting, uninterrupted},
};

use crate::support::{MS, Redis, await_that, lock};

const OTHER_TYPES: [&str; 5] = [
    "ZADD key 1 member",
    "HSET key field value",
    "RPUSH key element",
    "SADD key member",
    "XADD key * field value",
];

fn with(command: &str) -> Redis {
    let redis = Redis::start();
    let _: Value = redis.run(command);
    redis
}

fn dump(redis: &Redis) -> (Vec<u8>, i64) {
    (redis.run("DUMP key"), redis.run("PEXPIRETIME key"))
}

#[test]
fn it_is_not_acquired_and_not_touched() {
    for other_type in OTHER_TYPES {
        let redis = with(other_type);
        let before = dump(&redis);
        let mut lock = lock(&redis.address(), "key");
        assert!(!lock.try_acquire().unwrap(), "{other_type}");
        let waiting = Waiting {
            since: Instant::now(),
            limit: MS(5),
            retry_interval: MS(1),
            pause: &mut uninterrupted(std::thread::sleep),
        };
        assert!(!lock.acquire(waiting).unwrap(), "{other_type}");
        assert!(lock.is_locked().unwrap(), "{other_type}");
        drop(lock);
        assert_eq!(dump(&redis), before, "{other_type}");
    }
}

#[test]
fn a_lock_that_was_replaced_by_one_is_lost() {
    for other_type in OTHER_TYPES {
        let redis = Redis::start();
        let mut lock = lock(&redis.address(), "key");
        for look in ["release", "refresh", "is_owned"] {
            assert!(lock.try_acquire().unwrap());
            let _: Value = redis.run("DEL key");
            let _: Value = redis.run(other_type);
            let before = dump(&redis);
            let found = match look {
                "release" => lock.release(),
                "refresh" => lock.refresh(MS(1)),
                _ => lock.is_owned(),
            };
            assert!(!found.unwrap(), "{look}, {other_type}");
            assert_eq!(lock.state(), State::Lost, "{look}, {other_type}");
            assert_eq!(dump(&redis), before, "{look}, {other_type}");
            let _: Value = redis.run("DEL key");
        }
    }
}

#[test]
fn a_restored_token_does_not_own_it() {
    let redis = with("ZADD key 1 token");
    let before = dump(&redis);
    let mut lock = lock(&redis.address(), "key");
    lock.restore(&Token::given(b"token"));
    assert!(!lock.is_owned().unwrap());
    lock.restore(&Token::given(b"token"));
    assert!(!lock.release().unwrap());
    assert_eq!(dump(&redis), before);
}

#[test]
fn it_is_acquired_once_it_is_gone() {
    let redis = with("ZADD key 1 member");
    let address = redis.address();
    let waiter = std::thread::spawn(move || {
        let mut lock = lock(&address, "key");
        lock.acquire(Waiting {
            since: Instant::now(),
            limit: Duration::MAX,
            retry_interval: MS(1),
            pause: &mut uninterrupted(std::thread::sleep),
        })
        .unwrap()
            && lock.is_held()
    });
    await_that("a waiter", || redis.run("EXISTS {key}:redislock:seat1"));
    let _: Value = redis.run("DEL key");
    assert!(waiter.join().unwrap());
}
