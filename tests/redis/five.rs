//! Five servers that are used as a quorum.

use std::{
    rc::Rc,
    time::{Duration, Instant},
};

use redis::Value;
use redislock::{
    lock::Lock,
    server::{Quorum, quorum},
};

use crate::support::{BOUNDED, Redis, TTL, await_that, with_read_timeout};

pub type QuorumLock = Lock<Rc<Quorum>>;

pub struct Five(pub Vec<Redis>);

impl Five {
    pub fn start() -> Five {
        Five((0..5).map(|_| Redis::start()).collect())
    }

    pub fn quorum(&self, read_timeout: Duration) -> Rc<Quorum> {
        let address = |redis: &Redis| with_read_timeout(redis.address(), read_timeout);
        quorum(self.0.iter().map(address).collect())
    }

    pub fn lock(&self) -> QuorumLock {
        Lock::new(self.quorum(BOUNDED), b"key", TTL)
    }

    pub fn hasty_lock(&self, read_timeout: Duration) -> QuorumLock {
        Lock::new(self.quorum(read_timeout), b"key", TTL)
    }

    pub fn holders(&self, servers: std::ops::Range<usize>) -> usize {
        let holds = |redis: &&Redis| redis.get("key").is_some();
        self.0[servers].iter().filter(holds).count()
    }

    /// The last are told, and not waited for.
    pub fn await_nothing_left(&self) {
        await_that("nothing left", || self.holders(0..5) == 0);
    }

    pub fn signal(&self, n: usize, signal: i32) {
        // SAFETY: a signal to a process that this test has started.
        unsafe { libc::kill(self.0[n].process_id(), signal) };
    }

    /// They go on, and have carried out what was sent to them meanwhile.
    pub fn go_on(&self, servers: std::ops::Range<usize>) {
        for n in servers {
            self.signal(n, libc::SIGCONT);
            // Whoever is ready together with the first is served before the second.
            for _ in 0..2 {
                let _: Value = self.0[n].run("PING");
            }
        }
    }
}

impl Drop for Five {
    fn drop(&mut self) {
        for n in 0..5 {
            if self.0[n].runs() {
                self.signal(n, libc::SIGCONT);
            }
        }
    }
}

pub fn cycles(lock: &mut QuorumLock, count: u32) -> Duration {
    let start = Instant::now();
    for n in 0..count {
        assert!(lock.try_acquire().unwrap(), "cycle {n}");
        assert!(lock.is_held(), "cycle {n}");
        assert!(lock.release().unwrap(), "cycle {n}");
    }
    start.elapsed()
}
