//! Many threads, one lock, and a counter that would miss increments without it.

use std::{
    sync::atomic::{AtomicU32, Ordering::Relaxed},
    thread,
    time::Duration,
};

use redislock::{
    lock::{Waiting, uninterrupted},
    server::Address,
};

use crate::support::{Fate, MS, Proxy, Redis, lock};

const THREADS: u32 = 4;
const INCREMENTS: u32 = 50;

fn increment(counter: &AtomicU32) {
    let value = counter.load(Relaxed);
    thread::yield_now();
    counter.store(value + 1, Relaxed);
}

fn count_under_lock(address: &Address, counter: &AtomicU32) {
    let mut lock = lock(address, "key");
    for _ in 0..INCREMENTS {
        let waiting = Waiting {
            limit: Duration::MAX,
            retry_interval: MS(5),
            pause: &mut uninterrupted(thread::sleep),
        };
        assert!(lock.acquire(waiting).unwrap());
        increment(counter);
        assert!(lock.release().unwrap());
    }
}

#[test]
fn no_increment_is_lost() {
    let redis = Redis::start();
    let address = redis.address();
    let counter = AtomicU32::new(0);
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| count_under_lock(&address, &counter));
        }
    });
    assert_eq!(counter.into_inner(), THREADS * INCREMENTS);
    assert_eq!(redis.get("key"), None);
}

#[test]
fn no_increment_is_lost_when_connections_break_all_the_time() {
    let redis = Redis::start();
    let counter = AtomicU32::new(0);
    let proxies: Vec<Proxy> = (0..THREADS).map(|_| Proxy::before(&redis)).collect();
    for (number, proxy) in proxies.iter().enumerate() {
        // Never two in a row: the repeat gets through, even if its script is not known.
        let mut fates = vec![Fate::Delivered; 3 + number];
        fates.push(Fate::ReplyLost(Duration::ZERO));
        fates.extend([Fate::Delivered; 4]);
        fates.push(Fate::CommandLost);
        proxy.next(&fates.repeat(1000));
    }
    thread::scope(|scope| {
        for proxy in &proxies {
            scope.spawn(|| count_under_lock(&proxy.address(), &counter));
        }
    });
    assert_eq!(counter.into_inner(), THREADS * INCREMENTS);
    assert_eq!(redis.get("key"), None);
}
