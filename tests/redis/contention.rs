//! Many threads, one lock, and a counter that would miss increments without it.

use std::{
    sync::{
        atomic::{AtomicU32, Ordering::Relaxed},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use redislock::{
    lock::{Waiting, uninterrupted},
    server::Address,
};

use crate::support::{Fate, MS, Proxy, Redis, await_that, lock};

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
            since: Instant::now(),
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

/// They have seats from before, and no waiter watches from these.
#[test]
fn waiters_whose_connections_break_do_not_wait_behind_their_own_seats() {
    // The quickest, because the machine may be busy with something else.
    let free = (0..5).map(|_| free_after_broken_connections()).min();
    assert!(free < Some(MS(100)), "{free:?}");
}

/// Returns the time after which the first of three waiters has a deleted lock.
fn free_after_broken_connections() -> Duration {
    let redis = Redis::start();
    let address = redis.address();
    redis.run::<()>("SET key another");
    let (acquired, first) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..3 {
            let acquired = acquired.clone();
            scope.spawn(|| {
                let acquired = acquired;
                let mut lock = lock(&address, "key");
                let waiting = Waiting {
                    since: Instant::now(),
                    limit: Duration::MAX,
                    retry_interval: MS(5),
                    pause: &mut uninterrupted(thread::sleep),
                };
                assert!(lock.acquire(waiting).unwrap());
                acquired.send(Instant::now()).unwrap();
                assert!(lock.release().unwrap());
            });
        }
        let blocked = || {
            redis
                .run::<String>("CLIENT LIST")
                .matches("cmd=blpop")
                .count()
        };
        await_that("a sleeper", || blocked() == 1);
        redis.run::<()>("CLIENT KILL TYPE normal SKIPME yes");
        thread::sleep(MS(300));
        let start = Instant::now();
        redis.run::<()>("DEL key");
        first.recv().unwrap() - start
    })
}
