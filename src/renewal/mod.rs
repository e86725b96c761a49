//! Renewal: a background thread keeps leases, and notices the loss of one. In reading order:
//!
//! - This file: the interface for the lock.
//! - `options`: what to renew, and the listener for losses; `claim`: what thread and lock share.
//! - `thread`: the loop and its wake-up.
//! - `schedule`: what is due when; `sending`: sends it; `lease`: one renewed lease.
//! - `connection`: a server as the thread reaches it; `wire`: its protocol; `replies`: its replies.
//! - `background`: tasks that block, which other threads do.
//! - `notify`: notifies of losses, until the notifications have arrived.

mod background;
pub(crate) mod claim;
mod connection;
pub(crate) mod lease;
mod notify;
pub(crate) mod options;
mod replies;
mod schedule;
mod sending;
#[cfg(test)]
#[expect(unsafe_code, reason = "descriptors of its own sockets")]
mod tests;
pub(crate) mod thread;
mod wire;

use std::{io, sync::Arc};

pub use thread::end;

use crate::claim::lease::Lease;
use crate::os::fork::Process;
use crate::renewal::lease::{RenewedClaim, RenewedLease};
use crate::renewal::{claim::Claim, thread::Shared};

/// A lease that is registered for renewal until this is dropped.
pub struct Renewal {
    /// The numbers of its leases, one for each server.
    ids: Vec<u64>,
    terms: Arc<RenewedClaim>,
    shared: Arc<Shared>,
    process: Process,
}

impl Renewal {
    pub fn claim(&self) -> &Arc<Claim> {
        &self.terms.claim
    }
}

impl Drop for Renewal {
    /// Unregisters the lease once a renewal under way has its reply, so that none outlives the
    /// claim.
    fn drop(&mut self) {
        if self.process == Process::current() {
            let answered = self.shared.forget(&self.ids);
            self.terms.claim.note_unanswered(!answered);
            if let Some(listener) = &self.terms.options.listener {
                listener.clear();
            }
        }
    }
}

/// Registers a lease for renewal.
pub fn keep(terms: RenewedClaim, lease: Lease) -> io::Result<Renewal> {
    let shared = thread::start()?;
    if let Some(listener) = &terms.options.listener {
        listener.begin();
    }
    let terms = Arc::new(terms);
    let servers = terms.options.placements.len();
    let keep_on = |server| shared.take(RenewedLease::new(terms.clone(), server, lease));
    Ok(Renewal {
        ids: (0..servers).map(keep_on).collect(),
        terms,
        shared,
        process: Process::current(),
    })
}
