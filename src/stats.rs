//! Counters of this process since it started, as `RedisLock::stats()` and phpinfo() show them.

use std::{
    fmt,
    sync::{
        Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

pub struct Counter(AtomicU64);

impl Counter {
    const fn new() -> Counter {
        Counter(AtomicU64::new(0))
    }

    pub fn add(&self, count: u64) {
        self.0.fetch_add(count, Relaxed);
    }

    pub fn subtract(&self, count: u64) {
        self.0.fetch_sub(count, Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }

    fn reset(&self) {
        self.0.store(0, Relaxed);
    }
}

pub struct Counters {
    /// Locks taken.
    pub acquired: Counter,
    /// Calls that found the lock held by somebody else at their first attempt.
    pub contended: Counter,
    /// Calls of acquire() and synchronized() whose time ran out.
    pub timeouts: Counter,
    /// Locks given back while they were still ours.
    pub released: Counter,
    /// Locks that turned out to be no longer ours while they were counted on.
    pub lost: Counter,
    /// Leases started anew.
    pub renewed: Counter,
    /// Attempts to take a lock, the first of a call and the later ones.
    pub attempts: Counter,
    /// Connections opened in place of one that was lost.
    pub reconnects: Counter,
    /// Operations that ended without a usable answer.
    pub errors: Counter,
    /// Time spent in acquire(), tryAcquire() and synchronized() until they had the lock or gave up.
    pub wait_nanoseconds: Counter,
    /// Connections open now.
    pub connections: Counter,
}

pub static COUNTERS: Counters = Counters {
    acquired: Counter::new(),
    contended: Counter::new(),
    timeouts: Counter::new(),
    released: Counter::new(),
    lost: Counter::new(),
    renewed: Counter::new(),
    attempts: Counter::new(),
    reconnects: Counter::new(),
    errors: Counter::new(),
    wait_nanoseconds: Counter::new(),
    connections: Counter::new(),
};

/// How this process has waited for locks.
pub struct Waits {
    /// In the queue, until the server said that it is time.
    pub in_queue: Counter,
    /// By sleep and retry.
    pub asleep: Counter,
    /// Why not in the queue, the last time.
    refusal: Mutex<String>,
}

pub static WAITS: Waits = Waits {
    in_queue: Counter::new(),
    asleep: Counter::new(),
    refusal: Mutex::new(String::new()),
};

impl Waits {
    /// Notes why there is no waiting in the queue.
    pub fn note(&self, refusal: String) {
        if let Ok(mut last) = self.refusal.try_lock() {
            *last = refusal;
        }
    }
}

impl fmt::Display for Waits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (in_queue, asleep) = (self.in_queue.get(), self.asleep.get());
        write!(f, "in the queue: {in_queue}, by sleep and retry: {asleep}")?;
        match self.refusal.try_lock() {
            Ok(refusal) if !refusal.is_empty() => write!(f, " ({refusal})"),
            _ => Ok(()),
        }
    }
}

/// The lists of servers that this process has used.
pub struct Quorums {
    pub lists: Counter,
    /// What is to be said of one of them.
    advice: Mutex<String>,
}

pub static QUORUMS: Quorums = Quorums {
    lists: Counter::new(),
    advice: Mutex::new(String::new()),
};

impl Quorums {
    /// Notes a list of so many.
    pub fn note(&self, servers: usize) {
        self.lists.add(1);
        let advice = match servers {
            1 | 2 => "does not outlive the loss of one: name three or more".to_owned(),
            even if even % 2 == 0 => format!("outlives the loss of no more than {} do", even - 1),
            _ => return,
        };
        if let Ok(mut last) = self.advice.try_lock() {
            *last = format!("a list of {servers} {advice}");
        }
    }
}

impl fmt::Display for Quorums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lists of servers: {}", self.lists.get())?;
        match self.advice.try_lock() {
            Ok(advice) if !advice.is_empty() => write!(f, " ({advice})"),
            _ => Ok(()),
        }
    }
}

/// What a counter shows.
pub enum Reading {
    Count(u64),
    Seconds(f64),
}

impl Counters {
    /// All counters by their public names, in their public order.
    pub fn readings(&self) -> [(&'static str, Reading); 11] {
        let count = |counter: &Counter| Reading::Count(counter.get());
        let waited = Duration::from_nanos(self.wait_nanoseconds.get());
        [
            ("acquired", count(&self.acquired)),
            ("contended", count(&self.contended)),
            ("timeouts", count(&self.timeouts)),
            ("released", count(&self.released)),
            ("lost", count(&self.lost)),
            ("renewed", count(&self.renewed)),
            ("attempts", count(&self.attempts)),
            ("reconnects", count(&self.reconnects)),
            ("errors", count(&self.errors)),
            ("wait_seconds", Reading::Seconds(waited.as_secs_f64())),
            ("connections", count(&self.connections)),
        ]
    }
}

impl Counters {
    /// Starts anew, in a process that has just begun.
    pub fn reset(&self) {
        for counter in [
            &self.acquired,
            &self.contended,
            &self.timeouts,
            &self.released,
            &self.lost,
            &self.renewed,
            &self.attempts,
            &self.reconnects,
            &self.errors,
            &self.wait_nanoseconds,
            &self.connections,
            &WAITS.in_queue,
            &WAITS.asleep,
            &QUORUMS.lists,
        ] {
            counter.reset();
        }
    }
}

impl fmt::Display for Reading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reading::Count(count) => write!(f, "{count}"),
            Reading::Seconds(seconds) => write!(f, "{seconds:.3}"),
        }
    }
}
