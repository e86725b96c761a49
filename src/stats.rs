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

    fn seconds(&self) -> Reading {
        Reading::Seconds(Duration::from_nanos(self.get()).as_secs_f64())
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
    /// Acquisitions that met another owner, or another waiter in the queue.
    contended,
    /// Calls of acquire() and synchronized() whose time ran out.
    timeouts,
    /// Locks released while they were still ours.
    released,
    /// Locks that were no longer ours, though the code counted on them.
    lost,
    /// Leases renewed.
    renewed,
    /// Attempts to take a lock, the first of a call and the later ones.
    attempts,
    /// Connections opened in place of one that was lost.
    reconnects,
    /// Operations that ended without a usable reply.
    errors,
    /// Time until acquire(), tryAcquire(), synchronized() had the lock or gave up; public: seconds.
    wait_nanoseconds,
    /// Connections open now.
    connections,
    /// Calls that wait now.
    waiting,
    /// Time that locks were held, of those that are not held any more; public: seconds.
    hold_nanoseconds,
}

/// How this process has waited for locks.
pub struct Waits {
    /// Waits in the queue.
    pub in_queue: Counter,
    /// Waits by sleep and retry.
    pub asleep: Counter,
    /// The last reason why a server does not have the queue.
    refusal: Mutex<String>,
}

pub static WAITS: Waits = Waits {
    in_queue: Counter::new(),
    asleep: Counter::new(),
    refusal: Mutex::new(String::new()),
};

impl Waits {
    /// Notes why a server does not have the queue.
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

/// The value of a counter.
pub enum Reading {
    Count(u64),
    Seconds(f64),
}

impl Counters {
    /// Returns the counters as users see them.
    pub fn readings(&self) -> impl Iterator<Item = (&'static str, Reading)> {
        self.all().map(|(name, counter)| match name {
            "wait_nanoseconds" => ("wait_seconds", counter.seconds()),
            "hold_nanoseconds" => ("hold_seconds", counter.seconds()),
            name => (name, Reading::Count(counter.get())),
        })
    }

    /// Resets the counters in a process that has just begun.
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
