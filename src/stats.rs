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

/// All counters by their public names, in their public order.
macro_rules! counters {
    ($(#[doc = $what:literal] $name:ident,)+) => {
        pub struct Counters {
            $(#[doc = $what] pub $name: Counter,)+
        }

        pub static COUNTERS: Counters = Counters {
            $($name: Counter::new(),)+
        };

        impl Counters {
            fn all(&self) -> impl Iterator<Item = (&'static str, &Counter)> {
                [$((stringify!($name), &self.$name),)+].into_iter()
            }
        }
    };
}

counters! {
    /// Locks taken.
    acquired,
    /// Calls that found the lock held by somebody else at their first attempt.
    contended,
    /// Calls of acquire() and synchronized() whose time ran out.
    timeouts,
    /// Locks given back while they were still ours.
    released,
    /// Locks that turned out to be no longer ours while they were counted on.
    lost,
    /// Leases started anew.
    renewed,
    /// Attempts to take a lock, the first of a call and the later ones.
    attempts,
    /// Connections opened in place of one that was lost.
    reconnects,
    /// Operations that ended without a usable answer.
    errors,
    /// Time spent in acquire(), tryAcquire() and synchronized() until they had the lock or gave up; in public in seconds.
    wait_nanoseconds,
    /// Connections open now.
    connections,
}

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
    /// Notes why a server does not tell who waits.
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

/// What a counter shows.
pub enum Reading {
    Count(u64),
    Seconds(f64),
}

impl Counters {
    /// What users see of the counters.
    pub fn readings(&self) -> impl Iterator<Item = (&'static str, Reading)> {
        self.all().map(|(name, counter)| match name {
            "wait_nanoseconds" => {
                let waited = Duration::from_nanos(counter.get());
                ("wait_seconds", Reading::Seconds(waited.as_secs_f64()))
            }
            name => (name, Reading::Count(counter.get())),
        })
    }

    /// Starts anew, in a process that has just begun.
    pub fn reset(&self) {
        let further = [&WAITS.in_queue, &WAITS.asleep];
        let own = self.all().map(|(_, counter)| counter);
        own.chain(further).for_each(Counter::reset);
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
