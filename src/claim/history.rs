//! Events: contention, acquisition, release, loss. They are counted here. If this process has a
//! listener, a lock also keeps them until the listener is told.

use std::{
    mem,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use crate::claim::loss::Loss;
use crate::os::{clock::BootInstant, fork::Process};
use crate::stats::COUNTERS;

/// True once there has been a listener in this process.
static ARE_KEPT: AtomicBool = AtomicBool::new(false);

/// Has locks keep their events from now on.
pub fn begin() {
    ARE_KEPT.store(true, Ordering::Relaxed);
}

/// Returns whether locks keep their events.
#[inline]
pub fn are_kept() -> bool {
    ARE_KEPT.load(Ordering::Relaxed)
}

pub enum LockEvent {
    /// Another owner has the lock, or is before this one in the queue.
    Contended,
    Acquired,
    /// The time of a call is up.
    TimedOut,
    Released,
    Lost(Option<Loss>),
    /// An operation had no usable reply, as this message says.
    Failed(String),
}

impl LockEvent {
    /// Counts the event. Losses are counted where they are noticed, perhaps by another thread.
    fn count(&self) {
        let counter = match self {
            LockEvent::Contended => &COUNTERS.contended,
            LockEvent::Acquired => &COUNTERS.acquired,
            LockEvent::TimedOut => &COUNTERS.timeouts,
            LockEvent::Released => &COUNTERS.released,
            LockEvent::Lost(_) => return,
            LockEvent::Failed(_) => &COUNTERS.errors,
        };
        counter.add(1);
    }
}

/// The part of a lock's history that its events tell.
#[derive(Default)]
pub struct History {
    /// The attempts of the last acquisition.
    pub attempts: u32,
    /// The moment from which the lock is held; None: it is not, or its end is noted.
    pub held_since: Option<BootInstant>,
    /// True if another owner had the lock during the last acquisition.
    pub is_contended: bool,
    /// True if a part has noticed its loss, which is not counted yet.
    pub has_lost: bool,
    /// The events that the listener is to be told of, each with the time that the lock was held.
    pub events: Vec<(LockEvent, Option<Duration>)>,
}

impl History {
    /// Notes that an acquisition begins.
    pub fn begin(&mut self) {
        (self.attempts, self.is_contended) = (0, false);
    }

    #[inline]
    pub fn count_attempt(&mut self) {
        self.attempts += 1;
        COUNTERS.attempts.add(1);
    }

    /// Adds the attempts of a part of several locks.
    pub fn add(&mut self, part: &mut History) {
        self.attempts += mem::take(&mut part.attempts);
        if mem::take(&mut part.is_contended) && !mem::replace(&mut self.is_contended, true) {
            self.record(LockEvent::Contended, None);
        }
    }

    /// Notes that the lock is not held any more. Returns how long it was: nanoseconds.
    #[inline]
    pub fn end_hold(&mut self, now: BootInstant) -> Option<u64> {
        let held = now.nanoseconds_since(self.held_since.take()?);
        COUNTERS.hold_nanoseconds.add(held);
        Some(held)
    }

    /// Forgets what a parent process has done with the lock.
    #[cold]
    pub fn disown(&mut self) {
        *self = History::default();
    }

    #[inline]
    pub fn record(&mut self, event: LockEvent, held: Option<u64>) {
        event.count();
        if are_kept() {
            self.keep(event, held);
        }
    }

    #[cold]
    fn keep(&mut self, event: LockEvent, held: Option<u64>) {
        self.events.push((event, held.map(Duration::from_nanos)));
    }
}

/// A call that waits, as long as this exists.
pub struct CountedWait(Process);

impl CountedWait {
    pub fn begin() -> CountedWait {
        COUNTERS.waiting.add(1);
        CountedWait(Process::current())
    }
}

impl Drop for CountedWait {
    fn drop(&mut self) {
        if self.0 == Process::current() {
            COUNTERS.waiting.subtract(1);
        }
    }
}

/// Some events, each with the time for which the lock was held, if that is known.
pub type Events = Vec<(LockEvent, Option<Duration>)>;
