//! Commands that reach the server after their sender has given them up: from a stopped server's buffers, by a
//! retransmission, by a proxy.

use redislock::lock::Lock;

use crate::support::{Fate, MS, Proxy, Redis, TTL, lock, lock_for, with_read_timeout};

#[test]
fn a_late_release_does_not_delete_the_lock_that_was_acquired_after_it() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut lock = lock(&with_read_timeout(proxy.address(), MS(500)), "key");
    assert!(lock.try_acquire().unwrap());
    proxy.next(&[Fate::Delivered, Fate::Held]);
    lock.release().unwrap_err();
    assert!(lock.try_acquire().unwrap());
    proxy.deliver_held();
    assert!(lock.is_held());
    assert!(redis.get("key").is_some(), "held, but anybody can take it");
}

#[test]
fn a_late_attempt_of_a_given_up_acquisition_is_no_acquisition() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut first = lock(&with_read_timeout(proxy.address(), MS(500)), "key");
    proxy.next(&[Fate::Held]);
    first.try_acquire().unwrap_err();
    proxy.deliver_held();
    assert!(!first.is_held());
    let mut second = lock(first.server().address(), "key");
    assert!(second.try_acquire().unwrap());
    assert!(!first.is_owned().unwrap());
}

#[test]
fn a_late_attempt_is_undone_even_if_it_comes_after_its_ttl() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let ttl = MS(1000);
    let address = with_read_timeout(proxy.address(), MS(300));
    proxy.next(&[Fate::Held]);
    lock_for(&address, "key", ttl).try_acquire().unwrap_err();
    std::thread::sleep(ttl);
    proxy.deliver_held();
    let endpoint = redislock::server::endpoint(proxy.address());
    let mut next = Lock::new(endpoint, b"key", ttl);
    assert!(next.try_acquire().unwrap());
}

#[test]
fn a_late_refresh_shortens_no_lease_that_is_counted_on() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    for ttl in [TTL, TTL / 20] {
        let mut lock = lock(&with_read_timeout(proxy.address(), MS(500)), "key");
        assert!(lock.try_acquire().unwrap());
        // The scripts are known from here on.
        assert!(lock.refresh(TTL / 2).unwrap() && lock.refresh(TTL).unwrap());
        proxy.next(&[Fate::Held]);
        lock.refresh(ttl).unwrap_err();
        assert!(lock.refresh(TTL * 10).unwrap());
        proxy.deliver_held();
        let left = MS(redis.pttl("key") as u64);
        assert!(lock.is_held());
        assert!(lock.remaining() <= left, "{ttl:?}");
        let is_shorter = ttl < TTL;
        assert_eq!(lock.remaining() < TTL, is_shorter, "{ttl:?}");
        assert!(lock.release().unwrap());
    }
}
