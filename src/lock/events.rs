//! Events of a lock. A part of several locks has none of its own: they count as one.

use std::mem;

use crate::claim::history::{Events, LockEvent};
use crate::claim::lease::State;
use crate::lock::Lock;
use crate::os::clock::BootInstant;
use crate::server::Backend;
use crate::stats::COUNTERS;

impl<S: Backend> Lock<S> {
    /// Records an event. A part of several locks has none of its own.
    #[inline]
    pub fn record(&mut self, event: LockEvent) {
        if !self.is_part {
            self.history.record(event, None);
        }
    }

    /// Records that the acquisition has met another owner, once.
    pub(super) fn note_contention(&mut self) {
        if !mem::replace(&mut self.history.is_contended, true) {
            self.record(LockEvent::Contended);
        }
    }

    #[inline]
    pub(super) fn record_release(&mut self, now: BootInstant) {
        let held = self.end_hold(now);
        if !self.is_part {
            self.history.record(LockEvent::Released, held);
        }
    }

    /// Notes that the lock is held, which was taken over.
    pub(super) fn hold_from(&mut self, since: BootInstant) {
        self.history.held_since.get_or_insert(since);
    }

    /// Notes that the lock is not held any more.
    #[inline]
    pub(super) fn end_hold(&mut self, now: BootInstant) -> Option<u64> {
        match self.is_part {
            true => None,
            false => self.history.end_hold(now),
        }
    }

    /// Counts a loss that this thread has noticed. Several locks are lost once.
    pub(super) fn count_loss(&mut self) {
        match self.is_part {
            true => self.history.has_lost = true,
            false => COUNTERS.lost.add(1),
        }
    }

    /// Records the loss of the lock, once.
    pub fn record_loss(&mut self) {
        if self.state() == State::Lost
            && let Some(held) = self.end_hold(BootInstant::now())
        {
            let lost = LockEvent::Lost(self.loss());
            self.history.record(lost, Some(held));
        }
    }

    /// Returns the events that were recorded since the last call.
    pub fn take_events(&mut self) -> Events {
        mem::take(&mut self.history.events)
    }

    /// Returns the fencing token of the current or last acquisition, if it was fenced.
    pub fn last_fence(&self) -> Option<i64> {
        self.fence
    }

    /// Returns the number of attempts of the last acquisition.
    pub fn attempts(&self) -> u32 {
        self.history.attempts
    }
}
