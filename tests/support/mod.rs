//! What the tests share: a redis-server of their own and a proxy that loses, delays and spoils replies.

mod full_queue;
mod proxy;
mod redis_server;
mod resp;
mod rogue;

use std::time::{Duration, Instant};

use redislock::{
    lock::Lock,
    server::{Address, Endpoint, SocketTarget, Timeouts, endpoint},
};

pub use full_queue::FullQueue;
pub use proxy::{Fate, Proxy};
pub use redis_server::Redis;
pub use rogue::Rogue;

pub const TTL: Duration = Duration::from_secs(60);

/// Far longer than anything here takes on a slow machine, and far shorter than for ever.
pub const BOUNDED: Duration = Duration::from_secs(20);

pub const MS: fn(u64) -> Duration = Duration::from_millis;

pub type RedisLock = Lock<std::rc::Rc<Endpoint>>;

/// Replies are waited for so long that no noise makes them late.
pub const PATIENT: Timeouts = Timeouts {
    connect: BOUNDED,
    read: BOUNDED,
};

pub fn address(place: SocketTarget) -> Address {
    Address {
        target: place,
        user: None,
        password: None,
        database: 0,
        timeouts: PATIENT,
        tls: None,
    }
}

pub fn tcp_address(port: u16) -> Address {
    address(SocketTarget::Tcp {
        host: "127.0.0.1".to_owned(),
        port,
    })
}

/// A lock on `key` of this thread's endpoint for the address.
pub fn lock(address: &Address, key: &str) -> RedisLock {
    lock_for(address, key, TTL)
}

pub fn lock_for(address: &Address, key: &str, ttl: Duration) -> RedisLock {
    Lock::new(endpoint(address.clone()), key.as_bytes(), ttl)
}

/// The same address with another read timeout.
pub fn with_read_timeout(address: Address, read: Duration) -> Address {
    let timeouts = Timeouts {
        read,
        ..address.timeouts
    };
    Address {
        timeouts,
        ..address
    }
}

/// Waits until it is so.
pub fn await_that(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < BOUNDED, "{what}: never came");
        std::thread::sleep(MS(1));
    }
}
