//! The lease counts from the first send. The proxy notes when commands came to it, a moment after they were sent.

use std::time::{Duration, Instant};

use crate::support::{Fate, MS, Proxy, Redis, RedisLock, TTL, lock};

const DELAY: Duration = Duration::from_millis(50);

fn assert_lease_counts_from_before(sent: Instant, ttl: Duration, lock: &RedisLock) {
    let valid_until_at_least = Instant::now() + lock.remaining();
    let drift = ttl / 100 + MS(2);
    assert!(valid_until_at_least <= sent + ttl - drift);
    assert!(lock.is_held());
}

#[test]
fn a_slow_reply_does_not_lengthen_the_lease() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut lock = lock(&proxy.address(), "key");
    proxy.next(&[Fate::Delayed(DELAY)]);
    assert!(lock.try_acquire().unwrap());
    assert_lease_counts_from_before(proxy.seen()[0].at, TTL, &lock);
}

#[test]
fn a_repeat_does_not_lengthen_the_lease() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut lock = lock(&proxy.address(), "key");
    proxy.next(&[Fate::ReplyLost(DELAY)]);
    assert!(lock.try_acquire().unwrap());
    assert_lease_counts_from_before(proxy.seen()[0].at, TTL, &lock);
}

#[test]
fn a_slow_reply_does_not_lengthen_a_refreshed_lease() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut lock = lock(&proxy.address(), "key");
    assert!(lock.try_acquire().unwrap());
    for fates in [
        // The script is sent by its SHA-1, and in full.
        [Fate::Delayed(DELAY), Fate::Delivered],
        [Fate::ReplyLost(DELAY), Fate::Delivered],
    ] {
        let before = proxy.seen().len();
        proxy.next(&fates);
        assert!(lock.refresh(TTL * 2).unwrap());
        assert_lease_counts_from_before(proxy.seen()[before].at, TTL * 2, &lock);
    }
}

#[test]
fn a_slow_reply_does_not_lengthen_a_confirmed_lease() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut lock = lock(&proxy.address(), "key");
    assert!(lock.try_acquire().unwrap());
    proxy.next(&[Fate::Delayed(DELAY), Fate::Delivered]);
    assert!(lock.is_owned().unwrap());
    let left = MS(redis.pttl("key") as u64);
    assert!(lock.remaining() <= left);
    assert!(lock.is_held());
}
