//! The events of several locks, which count as one.

use std::{mem, sync::atomic::Ordering};

use crate::claim::history::{Acquired, KeptEvent, LockEvent};
use crate::claim::{lease::State, loss::Loss};
use crate::lock::multi::MultiLock;
use crate::os::clock::BootInstant;
use crate::server::Backend;
use crate::stats::COUNTERS;

impl<S: Backend> MultiLock<S> {
    pub fn record(&mut self, event: LockEvent) {
        let key = match event {
            LockEvent::TimedOut => self.blocked_by().map(Box::from),
            _ => None,
        };
        self.history.record_of_key(event, key);
    }

    /// Adds the attempts of a part. If it has met another owner, the first time is recorded.
    pub(super) fn add(&mut self, (attempts, is_contended): (u32, bool), place: Option<usize>) {
        self.history.attempts += attempts;
        if is_contended && !mem::replace(&mut self.history.is_contended, true) {
            let key = place.map(|place| self.order[place].key.clone());
            self.history.record_of_key(LockEvent::Contended, key);
        }
    }

    pub(super) fn record_acquisition(&mut self) {
        let since = self.first().history.held_since;
        self.history
            .hold_from(since.unwrap_or_else(BootInstant::now));
        self.record(LockEvent::Acquired);
    }

    /// Notes that all keys are held, which may have been taken over.
    pub(super) fn note_held(&mut self) {
        let since = self.first().history.held_since;
        if let (None, Some(since)) = (self.history.held_since, since) {
            self.history.hold_from(since);
        }
    }

    pub(super) fn record_release(&mut self) {
        let held = self.history.end_hold(BootInstant::now());
        if !self.history.is_lost {
            self.history.record(LockEvent::Released, held);
        }
    }

    /// Records the end of the claim with its object, as [`Lock::end_claim`] returns it.
    pub(super) fn record_end(&mut self, outcome: Result<bool, String>) {
        match outcome {
            Ok(true) => self.record_release(),
            Ok(false) => self.record_loss(),
            Err(why) => self.record(LockEvent::Failed(why)),
        }
        self.history.end_hold(BootInstant::now());
    }

    /// Counts and records the loss of one of the keys, once.
    pub fn record_loss(&mut self) {
        let mut has_lost = false;
        for lock in self.locks_mut() {
            has_lost |= mem::take(&mut lock.history.has_lost);
        }
        let noticed = self.noticed_loss();
        if noticed.is_none() && self.state() != State::Lost {
            return;
        }
        if !self.is_lost.swap(true, Ordering::AcqRel) && has_lost {
            COUNTERS.lost.add(1);
        }
        let (loss, key) = noticed.unzip();
        let key = key.flatten().map(Box::from);
        let acquisition = self.acquired();
        self.history.record_loss(loss, key, acquisition);
    }

    /// As [`Lock::noticed_loss`], with the key that is lost if that is known.
    fn noticed_loss(&self) -> Option<(Loss, Option<&[u8]>)> {
        let mut locks = self.locks();
        locks.find_map(|lock| Some((lock.noticed_loss()?, lock.lost_key())))
    }

    /// As [`Lock::tells_acquisition`].
    #[inline]
    pub fn tells_acquisition(&self) -> bool {
        self.history.tells_acquisition()
    }

    /// As [`Lock::take_events`].
    pub fn take_events(&mut self) -> Vec<KeptEvent> {
        mem::take(&mut self.history.events)
    }

    /// Returns the figures of the last acquisition. The fencing token is that of the first key.
    pub fn acquired(&self) -> Acquired {
        Acquired {
            waited: self.waited,
            attempts: self.history.attempts,
            fence: self.first().several.fences.first().copied(),
        }
    }
}
