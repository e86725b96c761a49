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
    /// True if the loss of the last claim is counted and recorded.
    pub is_lost: bool,
    /// The events that the listener is to be told of.
    pub events: Vec<KeptEvent>,
}

/// An event that the listener has not been told of.
pub struct KeptEvent {
    pub event: LockEvent,
    /// The time that the lock was held, if that is known.
    pub held: Option<Duration>,
    /// The key that the event is about; None: the first, or there is one only.
    pub key: Option<Box<[u8]>>,
    /// The acquisition that the event is about; None: the last one.
    pub acquisition: Option<Acquired>,
}

/// The figures of an acquisition.
#[derive(Clone, Copy)]
pub struct Acquired {
    pub waited: Duration,
    pub attempts: u32,
    pub fence: Option<i64>,
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

    /// Takes over the attempts of a part of several locks, and whether it has met another owner.
    pub fn take_acquisition(&mut self) -> (u32, bool) {
        (
            mem::take(&mut self.attempts),
            mem::take(&mut self.is_contended),
        )
    }

    /// Notes that the lock is held.
    #[inline]
    pub fn hold_from(&mut self, since: BootInstant) {
        (self.held_since, self.is_lost) = (Some(since), false);
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

    /// Returns whether the events that are kept tell of an acquisition.
    #[inline]
    pub fn tells_acquisition(&self) -> bool {
        let is_acquisition = |kept: &KeptEvent| matches!(kept.event, LockEvent::Acquired);
        self.events.iter().any(is_acquisition)
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
        self.events.push(KeptEvent {
            event,
            held: held.map(Duration::from_nanos),
            key: None,
            acquisition: None,
        });
    }

    /// Records the loss of the lock, once.
    pub fn record_loss(
        &mut self,
        loss: Option<Loss>,
        key: Option<Box<[u8]>>,
        acquisition: Acquired,
    ) {
        self.is_lost = true;
        let Some(held) = self.end_hold(BootInstant::now()) else {
            return;
        };
        self.record(LockEvent::Lost(loss), Some(held));
        if let Some(kept) = self.events.last_mut() {
            (kept.key, kept.acquisition) = (key, Some(acquisition));
        }
    }

    /// Records an event of one of several keys.
    pub fn record_of_key(&mut self, event: LockEvent, key: Option<Box<[u8]>>) {
        self.record(event, None);
        if let Some(kept) = self.events.last_mut() {
            kept.key = key;
        }
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
