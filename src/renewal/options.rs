//! The parameters of a renewal, and the listener for a loss.

use std::{sync::Arc, time::Duration};

use crate::claim::loss::Loss;
use crate::command::lock_kind::LockKind;
use crate::os::clock::BootInstant;
use crate::server::routed::placement::Placement;

/// The parameters for the renewal of a lock.
pub struct RenewalOptions {
    /// The place of the key: one server, or the servers of a quorum.
    pub placements: Vec<Placement>,
    /// The kind of the lock.
    pub kind: LockKind,
    /// True if the lease is renewed, false if only its loss is noticed.
    pub renew: bool,
    /// The time after the acquisition from which there is no renewal; `Duration::MAX`: no limit.
    pub max_hold: Duration,
    pub listener: Option<Arc<dyn Listener>>,
}

impl RenewalOptions {
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
    /// Called when the lock is lost.
    fn note(&self, loss: Loss);
    /// Notifies the code that uses the lock. Returns false if that has been notified already.
    fn tell(&self) -> bool;
    /// Called when the lease is unregistered. If the code has not been notified by now, the lock
    /// itself reports the loss.
    fn clear(&self);
}
