//! Taking and giving back, alone and against other clients of the same key.

use redislock::claim::{State, Token};

use crate::support::{BOUNDED, MS, Redis, TTL, await_that, lock, lock_for};

#[test]
fn a_lock_is_a_plain_string_with_an_expiry() {
    let redis = Redis::start();
    let mut lock = lock(&redis.address(), "key");
    assert!(lock.try_acquire().unwrap());
    let token = String::from_utf8(lock.token().unwrap().as_bytes().to_vec()).unwrap();
    assert_eq!(redis.get("key"), Some(token));
    let pttl = redis.pttl("key");
    assert!(pttl > 0 && pttl <= TTL.as_millis() as i64, "{pttl}");
    assert!(lock.release().unwrap());
    assert_eq!(redis.get("key"), None);
}

#[test]
fn a_key_may_be_any_bytes() {
    let redis = Redis::start();
    let keys: [&[u8]; 4] = [
        b"\0\r\n\xff$1\r\n",
        b"a b",
        "kürbis".as_bytes(),
        &[b'x'; 65_536],
    ];
    for key in keys {
        let endpoint = redislock::server::endpoint(redis.address());
        let mut lock = redislock::lock::Lock::new(endpoint, key, TTL);
        assert!(lock.try_acquire().unwrap());
        assert!(lock.refresh(TTL).unwrap());
        let exists: bool = redis::cmd("EXISTS")
            .arg(key)
            .query(&mut redis.connection())
            .unwrap();
        assert!(exists);
        assert!(lock.release().unwrap());
    }
}

#[test]
fn two_locks_exclude_each_other() {
    let redis = Redis::start();
    let mut first = lock(&redis.address(), "key");
    let mut second = lock(&redis.address(), "key");
    assert!(first.try_acquire().unwrap());
    assert!(!second.try_acquire().unwrap());
    assert!(!second.release().unwrap());
    assert!(first.release().unwrap());
    assert!(second.try_acquire().unwrap());
}

#[test]
fn a_lock_of_another_client_is_respected_and_respects_ours() {
    let redis = Redis::start();
    let mut lock = lock(&redis.address(), "key");
    let set = ["SET", "key", "theirs", "NX", "EX", "60"];
    assert!(redis.run_words::<bool>(&set));
    assert!(!lock.try_acquire().unwrap());
    assert!(!lock.is_owned().unwrap());
    assert!(lock.is_locked().unwrap());
    assert_eq!(redis.run::<i64>("DEL key"), 1);
    assert!(lock.try_acquire().unwrap());
    assert!(!redis.run_words::<bool>(&set));
}

#[test]
fn an_expired_and_retaken_lock_is_not_freed() {
    let redis = Redis::start();
    let mut late = lock_for(&redis.address(), "key", MS(20));
    assert!(late.try_acquire().unwrap());
    let mut next = lock(&redis.address(), "key");
    await_that("the expiry", || next.try_acquire().unwrap());
    assert!(!late.is_held());
    assert!(!late.release().unwrap());
    assert_eq!(late.state(), State::Lost);
    assert!(next.is_owned().unwrap());
}

#[test]
fn an_expired_and_retaken_lock_is_not_refreshed() {
    let redis = Redis::start();
    let mut late = lock_for(&redis.address(), "key", MS(20));
    assert!(late.try_acquire().unwrap());
    let mut next = lock_for(&redis.address(), "key", TTL);
    await_that("the expiry", || next.try_acquire().unwrap());
    assert!(!late.refresh(TTL * 100).unwrap());
    assert!(!late.is_owned().unwrap());
    assert!(redis.pttl("key") <= TTL.as_millis() as i64);
}

#[test]
fn a_lock_that_was_deleted_is_lost_at_the_next_check_and_never_recreated() {
    let redis = Redis::start();
    let mut lock = lock(&redis.address(), "key");
    for look in ["refresh", "is_owned", "release"] {
        assert!(lock.try_acquire().unwrap());
        let _: i64 = redis.run("DEL key");
        let found = match look {
            "refresh" => lock.refresh(TTL),
            "is_owned" => lock.is_owned(),
            _ => lock.release(),
        };
        assert!(!found.unwrap(), "{look}");
        assert_eq!(lock.state(), State::Lost, "{look}");
        assert_eq!(redis.get("key"), None, "{look}");
    }
}

#[test]
fn a_refresh_gives_the_key_the_new_ttl() {
    let redis = Redis::start();
    let mut lock = lock(&redis.address(), "key");
    assert!(lock.try_acquire().unwrap());
    assert!(lock.refresh(TTL * 10).unwrap());
    assert!(redis.pttl("key") > 9 * TTL.as_millis() as i64);
    assert!(lock.remaining() > TTL * 9);
    assert!(lock.refresh(TTL / 2).unwrap());
    assert!(redis.pttl("key") <= TTL.as_millis() as i64 / 2);
    assert!(lock.remaining() <= TTL / 2);
}

#[test]
fn a_dropped_lock_is_released() {
    let redis = Redis::start();
    let mut lock = lock(&redis.address(), "key");
    assert!(lock.try_acquire().unwrap());
    drop(lock);
    assert_eq!(redis.get("key"), None);
}

#[test]
fn a_detached_lock_lives_on_and_is_taken_over_by_its_token() {
    let redis = Redis::start();
    let mut first = lock(&redis.address(), "key");
    assert!(first.try_acquire().unwrap());
    let token = first.detach().unwrap().as_bytes().to_vec();
    drop(first);
    assert!(redis.get("key").is_some());

    let mut second = lock(&redis.address(), "key");
    second.restore(&Token::given(&token));
    assert!(!second.is_held());
    assert!(second.refresh(TTL).unwrap());
    assert!(second.is_held());
    assert!(second.release().unwrap());
    assert_eq!(redis.get("key"), None);
}

#[test]
fn a_forced_release_deletes_whatever_is_there_and_says_whether_there_was_anything() {
    let redis = Redis::start();
    let mut operator = lock(&redis.address(), "key");
    assert!(!operator.force_release().unwrap());
    let mut holder = lock(&redis.address(), "key");
    assert!(holder.try_acquire().unwrap());
    assert!(operator.force_release().unwrap());
    assert_eq!(redis.get("key"), None);
    assert!(!holder.release().unwrap());
    assert!(holder.try_acquire().unwrap());
    assert!(holder.force_release().unwrap());
    assert!(!holder.is_held());
}

#[test]
fn the_longest_ttl_is_taken() {
    let redis = Redis::start();
    let a_billion_seconds = MS(1_000_000_000_000);
    let mut lock = lock_for(&redis.address(), "key", a_billion_seconds);
    assert!(lock.try_acquire().unwrap());
    assert!(redis.pttl("key") > 999_000_000_000);
    assert!(lock.remaining() > a_billion_seconds - a_billion_seconds / 50);
    assert!(lock.refresh(a_billion_seconds).unwrap());
    assert!(lock.release().unwrap());
    assert!(lock.waited() < BOUNDED);
}
