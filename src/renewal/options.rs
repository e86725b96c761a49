//! What is to be renewed of a lock, and who is to hear of its loss.

use std::{sync::Arc, time::Duration};

use crate::claim::loss::Loss;
use crate::command::primitive::Primitive;
use crate::os::clock::Moment;
use crate::server::routed::origin::Origin;

/// What to keep of a lock, and how.
pub struct RenewalOptions {
    /// Where the key is: one server, or those of a quorum.
    pub origins: Vec<Origin>,
    /// Of which kind it is.
    pub primitive: Primitive,
    /// Renew the lease; otherwise only its loss is noticed.
    pub renew: bool,
    /// No renewal later than this after the acquisition; `Duration::MAX`: no limit.
    pub max_hold: Duration,
    pub listener: Option<Arc<dyn Listener>>,
}

impl RenewalOptions {
    /// Why a lease ended that is renewed until then, if at all.
    pub fn why_ended(&self, renew_until: Option<Moment>) -> Loss {
        match renew_until {
            _ if !self.renew => Loss::NotRenewed,
            Some(until) if until <= Moment::now() => Loss::HeldTooLong,
            _ => Loss::Unanswered,
        }
    }
}

/// Who wants to hear of a loss. Called by the background thread, only while the lease is in its care.
pub trait Listener: Send + Sync {
    /// A lease comes into the thread's care.
    fn begin(&self);
    /// The lock is lost.
    fn note(&self, loss: Loss);
    /// Makes itself heard; false when it has been.
    fn tell(&self) -> bool;
    /// The lease has left the thread's care. What has not been heard by now is for the lock itself to say.
    fn settle(&self);
}
