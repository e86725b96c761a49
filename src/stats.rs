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

/// What there is to say besides counts, the last time that there was something.
struct Remark(Mutex<String>);

impl Remark {
    const fn none() -> Remark {
        Remark(Mutex::new(String::new()))
    }

    fn set(&self, remark: String) {
        if let Ok(mut last) = self.0.try_lock() {
            *last = remark;
        }
    }
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.try_lock() {
            Ok(remark) if !remark.is_empty() => write!(f, " ({remark})"),
            _ => Ok(()),
        }
    }
}

/// How this process has waited for locks.
pub struct Waits {
    /// In the queue, until the server said that it is time.
    pub in_queue: Counter,
    /// By sleep and retry.
    pub asleep: Counter,
    /// Why not in the queue, or not told of releases by a quorum, the last time.
    refusal: Remark,
}

pub static WAITS: Waits = Waits {
    in_queue: Counter::new(),
    asleep: Counter::new(),
    refusal: Remark::none(),
};

impl Waits {
    /// Notes why a server does not tell who waits.
    pub fn note(&self, refusal: String) {
        self.refusal.set(refusal);
    }
}

impl fmt::Display for Waits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (in_queue, asleep) = (self.in_queue.get(), self.asleep.get());
        write!(f, "in the queue: {in_queue}, by sleep and retry: {asleep}")?;
        self.refusal.fmt(f)
    }
}

/// The lists of servers that this process has used.
pub struct Quorums {
    pub lists: Counter,
    /// What is to be said of one of them.
    advice: Remark,
}

pub static QUORUMS: Quorums = Quorums {
    lists: Counter::new(),
    advice: Remark::none(),
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
        self.advice.set(format!("a list of {servers} {advice}"));
    }
}

impl fmt::Display for Quorums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lists of servers: {}", self.lists.get())?;
        self.advice.fmt(f)
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
        let further = [&WAITS.in_queue, &WAITS.asleep, &QUORUMS.lists];
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
