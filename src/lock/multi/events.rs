//! The events of several locks, which count as one.

use std::{mem, sync::atomic::Ordering};

use crate::claim::history::{Events, LockEvent};
use crate::claim::lease::State;
use crate::lock::multi::MultiLock;
use crate::os::clock::BootInstant;
use crate::server::Backend;
use crate::stats::COUNTERS;

impl<S: Backend> MultiLock<S> {
    pub fn record(&mut self, event: LockEvent) {
        self.history.record(event, None);
    }

    pub(super) fn record_acquisition(&mut self) {
        self.history.held_since = self.first().history.held_since;
        self.record(LockEvent::Acquired);
    }

    /// Notes that all keys are held, which may have been taken over.
    pub(super) fn note_held(&mut self) {
        let since = self.first().history.held_since;
        self.history.held_since = self.history.held_since.or(since);
    }

    pub(super) fn record_release(&mut self) {
        let held = self.history.end_hold(BootInstant::now());
        self.history.record(LockEvent::Released, held);
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
        if self.state() != State::Lost {
            return;
        }
        if !self.is_lost.swap(true, Ordering::AcqRel) && has_lost {
            COUNTERS.lost.add(1);
        }
        if let Some(held) = self.history.end_hold(BootInstant::now()) {
            let lost = LockEvent::Lost(self.loss().map(|(loss, _)| loss));
            self.history.record(lost, Some(held));
        }
    }

    /// As [`Lock::take_events`].
    pub fn take_events(&mut self) -> Events {
        mem::take(&mut self.history.events)
    }

    /// Returns the fencing token of the first key, of the current or last acquisition.
    pub fn last_fence(&self) -> Option<i64> {
        self.first().several.fences.first().copied()
    }

    /// Returns the number of attempts of the last acquisition, at all servers.
    pub fn attempts(&self) -> u32 {
        self.history.attempts
    }
}
