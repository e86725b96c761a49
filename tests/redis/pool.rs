//! Connections are shared by all locks of a thread with equal addresses, and by nobody else.

use redis::Value;
use redislock::server::{Address, QueueServer, close_connections, endpoint};

use crate::support::{MS, Redis, await_that, lock, with_read_timeout};

#[test]
fn a_lock_opens_no_connection_before_its_first_operation() {
    let redis = Redis::start();
    let mut lock = lock(&redis.address(), "key");
    assert!(!lock.release().unwrap());
    assert!(!lock.is_held());
    assert_eq!(redis.clients(), 0);
}

#[test]
fn locks_with_equal_addresses_share_a_connection() {
    let redis = Redis::start();
    let mut locks = ["a", "b", "c"].map(|key| lock(&redis.address(), key));
    for _ in 0..3 {
        for lock in &mut locks {
            assert!(lock.try_acquire().unwrap());
        }
    }
    assert_eq!(redis.clients(), 1);
}

#[test]
fn a_connection_outlives_the_locks_that_used_it() {
    let redis = Redis::start();
    for _ in 0..3 {
        assert!(lock(&redis.address(), "key").try_acquire().unwrap());
        assert_eq!(redis.clients(), 1);
    }
    // The test's own is one of them.
    assert_eq!(redis.connections_made(), 2 + awaiting_its_start(&redis));
}

/// Connections made before the first of ours.
fn awaiting_its_start(redis: &Redis) -> u64 {
    let id: u64 = redis.run("CLIENT ID");
    let list: String = redis.run("CLIENT LIST");
    let ids = list.lines().filter_map(|line| {
        let id = line.strip_prefix("id=")?.split(' ').next()?;
        id.parse::<u64>().ok()
    });
    ids.max().unwrap() - id - 1
}

#[test]
fn locks_with_other_databases_users_or_passwords_do_not_share_connections() {
    let redis = Redis::start();
    let _: Value = redis.run("ACL SETUSER app on >one >two ~* +@all");
    let plain = redis.address();
    let credentials = |user: Option<&str>, password: &str| Address {
        user: user.map(str::to_owned),
        password: Some(password.to_owned()),
        ..plain.clone()
    };
    let addresses = [
        plain.clone(),
        Address {
            database: 1,
            ..plain.clone()
        },
        credentials(Some("app"), "one"),
        credentials(Some("app"), "two"),
    ];
    for _ in 0..2 {
        for (count, address) in addresses.iter().enumerate() {
            assert!(!lock(address, "key").is_locked().unwrap());
            assert!(redis.clients() > count);
        }
    }
    assert_eq!(redis.clients(), addresses.len());
}

#[test]
fn locks_with_other_timeouts_share_a_connection() {
    let redis = Redis::start();
    for timeout in [MS(20_000), MS(30_000)] {
        let address = with_read_timeout(redis.address(), timeout);
        assert!(!lock(&address, "key").is_locked().unwrap());
        assert_eq!(redis.clients(), 1);
    }
}

#[test]
fn every_thread_has_its_own_connections_and_closes_them_at_its_end() {
    let redis = Redis::start();
    let address = redis.address();
    assert!(!lock(&address, "key").is_locked().unwrap());
    let other = std::thread::spawn(move || {
        assert!(!lock(&address, "key").is_locked().unwrap());
    });
    other.join().unwrap();
    await_that("the end of the thread's connection", || {
        redis.clients() == 1
    });
}

#[test]
fn connections_that_are_closed_on_purpose_are_opened_again_when_needed() {
    let redis = Redis::start();
    let mut key = lock(&redis.address(), "key");
    assert!(key.try_acquire().unwrap());
    close_connections();
    let mut other = lock(&redis.address(), "other");
    assert!(other.try_acquire().unwrap());
    assert!(key.release().unwrap());
}

#[test]
fn a_broken_connection_is_not_used_again() {
    use crate::support::{Fate, Proxy};
    let redis = Redis::start();
    let proxy = Proxy::before(&redis);
    let mut lock = lock(&with_read_timeout(proxy.address(), MS(500)), "key");
    for fate in [
        Fate::ReplyHangs,
        Fate::CutOff,
        Fate::Spoilt(b"garbage\r\n"),
        Fate::CommandLost,
    ] {
        let before = proxy.connections();
        proxy.next(&[fate]);
        let _lost_or_repeated = lock.is_locked();
        assert!(!lock.is_locked().unwrap());
        let last = proxy.seen().last().unwrap().connection;
        assert!(last + 1 > before, "{fate:?}");
    }
}

#[test]
fn a_pop_is_looked_for_at_its_own_server_only() {
    let (one, other) = (Redis::start(), Redis::start());
    let mut channel = endpoint(one.address()).open_channel().unwrap();
    channel
        .begin(redis::cmd("BLPOP").arg("signal").arg(0))
        .unwrap();
    // After a failover: the number of the channel may be another owner's there.
    endpoint(other.address()).is_blocked(&channel);
    let stats: String = other.run("INFO commandstats");
    assert!(!stats.contains("client|list"), "{stats}");
    assert_eq!(endpoint(one.address()).is_blocked(&channel), Some(true));
}
