//! Events of a lock. A part of several locks has none of its own: they count as one.

use std::mem;

use crate::claim::history::{Acquired, KeptEvent, LockEvent};
use crate::claim::{lease::State, loss::Loss};
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
        if !self.is_part && !self.history.is_lost {
            self.history.record(LockEvent::Released, held);
        }
    }

    /// Notes that the lock is held, which was taken over.
    pub(super) fn hold_from(&mut self, since: BootInstant) {
        if self.history.held_since.is_none() {
            self.history.hold_from(since);
        }
    }

    /// Notes that the lock is not held any more.
    #[inline]
    pub(super) fn end_hold(&mut self, now: BootInstant) -> Option<u64> {
        match self.is_part {
            true => None,
            false => self.history.end_hold(now),
        }
    }

    /// Counts a loss that this thread has noticed, unless the background thread has counted it.
    /// Several locks are lost once.
    pub(super) fn count_loss(&mut self) {
        match self.is_part {
            true => self.history.has_lost = true,
            false => COUNTERS.lost.add((!self.history.is_lost).into()),
        }
    }

    /// Returns the loss of the claim that was noticed. Of a lock whose losses are only told, that
    /// is also the end of its lease, after which its methods ask the server.
    pub(super) fn noticed_loss(&self) -> Option<Loss> {
        let renewal = self.renewal.as_ref();
        renewal
            .and_then(|renewal| renewal.claim().loss())
            .or_else(|| self.loss())
    }

    /// Records the loss of the lock, once.
    pub fn record_loss(&mut self) {
        let loss = self.noticed_loss();
        if loss.is_some() || self.state() == State::Lost {
            self.record_lost(loss);
        }
    }

    pub(super) fn record_lost(&mut self, loss: Option<Loss>) {
        if !self.is_part {
            let acquisition = self.acquired();
            self.history.record_loss(loss, None, acquisition);
        }
    }

    /// Returns whether the events that are kept tell of an acquisition.
    #[inline]
    pub fn tells_acquisition(&self) -> bool {
        self.history.tells_acquisition()
    }

    /// Returns the events that were recorded since the last call.
    pub fn take_events(&mut self) -> Vec<KeptEvent> {
        mem::take(&mut self.history.events)
    }

    /// Returns the figures of the last acquisition.
    pub fn acquired(&self) -> Acquired {
        Acquired {
            waited: self.waited,
            attempts: self.history.attempts,
            fence: self.fence,
        }
    }
}
