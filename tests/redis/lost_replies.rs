//! Replies that never come: what the lock says, and what stands on the server.

use redislock::{
    claim::State,
    server::{Backend, Fault},
};

use crate::support::{BOUNDED, Fate, MS, Proxy, Redis, RedisLock, TTL, lock, with_read_timeout};

const REPLY_LOST: Fate = Fate::ReplyLost(std::time::Duration::ZERO);

fn token(lock: &RedisLock) -> Option<String> {
    let token = lock.token()?;
    Some(String::from_utf8(token.as_bytes().to_vec()).unwrap())
}

/// Any operation of any lock on that server.
fn contact(like: &RedisLock) {
    lock(like.server().address(), "another key")
        .is_locked()
        .unwrap();
}

#[test]
fn an_acquisition_whose_reply_is_lost_with_the_connection_succeeds() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    for fate in [REPLY_LOST, Fate::CommandLost, Fate::CutOff] {
        let mut lock = lock(&proxy.address(), "key");
        proxy.next(&[fate]);
        assert!(lock.try_acquire().unwrap(), "{fate:?}");
        assert!(lock.is_held(), "{fate:?}");
        assert_eq!(redis.get("key"), token(&lock), "{fate:?}");
        assert!(redis.pttl("key") > 0, "{fate:?}");
        assert!(lock.release().unwrap(), "{fate:?}");
    }
}

#[test]
fn an_acquisition_whose_reply_is_lost_is_still_refused_by_another_owners_lock() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut holder = lock(&redis.address(), "key");
    assert!(holder.try_acquire().unwrap());
    for fate in [REPLY_LOST, Fate::CommandLost, Fate::CutOff] {
        let mut lock = lock(&proxy.address(), "key");
        proxy.next(&[fate]);
        assert!(!lock.try_acquire().unwrap(), "{fate:?}");
    }
    assert!(holder.is_owned().unwrap());
}

#[test]
fn an_acquisition_without_a_reply_in_time_fails_soon_and_is_undone_at_the_next_contact() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut lock = lock(&with_read_timeout(proxy.address(), MS(500)), "key");
    proxy.next(&[Fate::ReplyHangs]);
    let start = std::time::Instant::now();
    let fault = lock.try_acquire().unwrap_err();
    assert!(start.elapsed() < BOUNDED);
    assert!(fault.may_have_been_executed(), "{fault}");
    assert!(!lock.is_held());
    assert!(redis.get("key").is_some());
    contact(&lock);
    assert_eq!(redis.get("key"), None);
}

#[test]
fn an_acquisition_whose_server_is_gone_for_the_repeat_is_undone_at_the_next_contact() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut lock = lock(&proxy.address(), "key");
    proxy.next(&[Fate::GoneAfterwards]);
    lock.try_acquire().unwrap_err();
    assert!(!lock.is_held());
    lock.try_acquire().unwrap_err();
    assert!(redis.get("key").is_some());
    proxy.listen_again();
    contact(&lock);
    assert_eq!(redis.get("key"), None);
}

#[test]
fn an_acquisition_whose_repeats_reply_is_lost_too_is_undone_at_the_next_contact() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut lock = lock(&proxy.address(), "key");
    proxy.next(&[REPLY_LOST, REPLY_LOST]);
    lock.try_acquire().unwrap_err();
    assert!(redis.get("key").is_some());
    assert!(lock.try_acquire().unwrap(), "the token is in its own way");
    assert_eq!(redis.get("key"), token(&lock));
}

#[test]
fn what_a_failed_acquisition_left_is_deleted_by_every_kind_of_operation() {
    type Operation = fn(&mut RedisLock) -> Result<bool, Fault>;
    let operations: [(&str, Operation); 6] = [
        ("tryAcquire", |lock| lock.try_acquire()),
        ("refresh", |lock| lock.refresh(TTL)),
        ("release", |lock| lock.release()),
        ("isOwned", |lock| lock.is_owned()),
        ("isLocked", |lock| lock.is_locked()),
        ("forceRelease", |lock| lock.force_release()),
    ];
    for (name, operation) in operations {
        let redis = Redis::start();
        let proxy = Proxy::before(&redis);
        let mut other = lock(&proxy.address(), "another key");
        assert!(other.try_acquire().unwrap());
        proxy.next(&[Fate::GoneAfterwards]);
        lock(&proxy.address(), "key").try_acquire().unwrap_err();
        assert!(redis.get("key").is_some(), "{name}");
        proxy.listen_again();
        operation(&mut other).unwrap();
        assert_eq!(redis.get("key"), None, "{name}");
    }
}

#[test]
fn a_release_whose_reply_is_lost_with_the_connection_is_true() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    for fate in [REPLY_LOST, Fate::CommandLost, Fate::CutOff] {
        let mut lock = lock(&proxy.address(), "key");
        assert!(lock.try_acquire().unwrap());
        // EVALSHA is answered with NOSCRIPT, EVAL is executed.
        redis.run::<()>("SCRIPT FLUSH");
        proxy.next(&[Fate::Delivered, fate]);
        assert!(lock.release().unwrap(), "{fate:?}");
        assert_eq!(redis.get("key"), None, "{fate:?}");
        assert_eq!(lock.state(), State::Free, "{fate:?}");
    }
}

#[test]
fn a_release_without_a_reply_in_time_is_true_when_it_is_repeated() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    for fate in [Fate::ReplyHangs, Fate::Held] {
        let mut lock = lock(&with_read_timeout(proxy.address(), MS(500)), "key");
        assert!(lock.try_acquire().unwrap());
        proxy.next(&[Fate::Delivered, fate]);
        redis.run::<()>("SCRIPT FLUSH");
        lock.release().unwrap_err();
        assert!(!lock.is_held());
        assert!(lock.release().unwrap(), "{fate:?}");
        assert_eq!(redis.get("key"), None);
    }
}

#[test]
fn a_release_whose_server_is_gone_for_the_repeat_is_true_when_it_is_back() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    for gone in [Fate::GoneBefore, Fate::GoneAfterwards] {
        let mut lock = lock(&proxy.address(), "key");
        assert!(lock.try_acquire().unwrap());
        redis.run::<()>("SCRIPT FLUSH");
        proxy.next(&[Fate::Delivered, gone]);
        lock.release().unwrap_err();
        assert!(!lock.is_held());
        proxy.listen_again();
        assert!(lock.release().unwrap(), "{gone:?}");
        assert_eq!(redis.get("key"), None);
    }
}

#[test]
fn a_dropped_lock_whose_release_is_lost_is_released_at_the_next_contact() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut lock = lock(&proxy.address(), "key");
    assert!(lock.try_acquire().unwrap());
    proxy.next(&[Fate::GoneBefore]);
    drop(lock);
    assert!(redis.get("key").is_some());
    proxy.listen_again();
    contact(&crate::support::lock(&proxy.address(), "key"));
    assert_eq!(redis.get("key"), None);
}

#[test]
fn a_refresh_whose_reply_is_lost_with_the_connection_succeeds() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut lock = lock(&proxy.address(), "key");
    assert!(lock.try_acquire().unwrap());
    for fate in [REPLY_LOST, Fate::CommandLost, Fate::CutOff] {
        redis.run::<()>("SCRIPT FLUSH");
        proxy.next(&[Fate::Delivered, fate]);
        assert!(lock.refresh(TTL * 10).unwrap(), "{fate:?}");
        assert!(redis.pttl("key") > TTL.as_millis() as i64, "{fate:?}");
    }
}

#[test]
fn a_refresh_without_a_reply_is_not_held_but_can_be_repeated() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut lock = lock(&with_read_timeout(proxy.address(), MS(500)), "key");
    assert!(lock.try_acquire().unwrap());
    proxy.next(&[Fate::Delivered, Fate::ReplyHangs]);
    lock.refresh(TTL).unwrap_err();
    assert!(!lock.is_held());
    assert!(lock.refresh(TTL).unwrap());
    assert!(lock.is_held());
}

#[test]
fn a_question_whose_reply_is_lost_with_the_connection_is_asked_again() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut lock = lock(&proxy.address(), "key");
    proxy.next(&[REPLY_LOST]);
    assert!(!lock.is_locked().unwrap());
    assert!(lock.try_acquire().unwrap());
    proxy.next(&[REPLY_LOST]);
    assert!(lock.is_owned().unwrap());
    proxy.next(&[REPLY_LOST]);
    assert!(lock.is_locked().unwrap());
}

#[test]
fn a_forced_release_without_a_reply_leaves_no_lock_that_believes_to_be_held() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut lock = lock(&proxy.address(), "key");
    assert!(lock.try_acquire().unwrap());
    proxy.next(&[Fate::Delivered, REPLY_LOST]);
    lock.force_release().unwrap_err();
    assert_eq!(redis.get("key"), None);
    assert!(!lock.is_held());
}

#[test]
fn nothing_is_remembered_of_an_attempt_that_was_never_sent() {
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    proxy.stop_listening();
    let mut lock = lock(&proxy.address(), "key");
    lock.try_acquire().unwrap_err();
    let endpoint = redislock::server::endpoint(proxy.address());
    assert!(endpoint.leftovers().is_empty());
}
