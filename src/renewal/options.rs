//! The parameters of a renewal, and the listener for a loss.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use crate::claim::loss::Loss;
use crate::os::clock::BootInstant;
use crate::server::routed::placement::Placement;

/// The parameters for the renewal of a lock.
pub struct RenewalOptions {
    /// The place of the key: one server, or the servers of a quorum.
    pub placements: Vec<Placement>,
    /// True if the lease is renewed, false if only its loss is noticed.
    pub renew: bool,
    /// True if losses are only told to a listener. Then the lock acts as if it were not registered.
    pub is_only_told: bool,
    /// The time after the acquisition from which there is no renewal; `Duration::MAX`: no limit.
    pub max_hold: Duration,
    pub listener: Option<Arc<dyn Listener>>,
    /// True once another lock that is held together with this one is lost: then none is renewed.
    pub is_lost: Option<Arc<AtomicBool>>,
}

impl RenewalOptions {
    /// Returns whether another lock that is held together with this one is lost.
    pub fn is_lost(&self) -> bool {
        let is_lost = self.is_lost.as_ref();
        is_lost.is_some_and(|is_lost| is_lost.load(Ordering::Acquire))
    }

    /// Notes that this lock is lost. Returns whether it is the first of those held together.
    pub fn note_lost(&self) -> bool {
        let is_lost = self.is_lost.as_ref();
        is_lost.is_none_or(|is_lost| !is_lost.swap(true, Ordering::AcqRel))
    }

    /// Returns why a lease ended that was to be renewed until `renew_until`, if at all.
    pub fn why_ended(&self, renew_until: Option<BootInstant>) -> Loss {
        match renew_until {
            _ if !self.renew => Loss::NotRenewed,
            Some(until) if until <= BootInstant::now() => Loss::HeldTooLong,
            _ => Loss::Unanswered,
        }
    }
}

/// A listener for the loss of a lease. The background thread calls `note` and `tell`, only while
/// the lease's `Renewal` exists.
pub trait Listener: Send + Sync {
    /// Called when a lease is registered for renewal.
    fn begin(&self);
    /// Called when the lock is lost: of several locks, with the one at this place if that is known.
    fn note(&self, loss: Loss, place: Option<usize>);
    /// Notifies the code that uses the lock. Returns false if that has been notified already.
    fn tell(&self) -> bool;
    /// Called when the lease is unregistered. If the code has not been notified by now, the lock
    /// itself reports the loss.
    fn clear(&self);
}
