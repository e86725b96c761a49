//! Renewal: a background thread keeps leases, and notices the loss of one. In reading order:
//!
//! - This file: what the lock sees of it.
//! - `options`: what is to be renewed, and who is to hear of a loss; `claim`: what the thread and the lock both know.
//! - `thread`: the loop and its wake-up.
//! - `schedule`: what is due when; `sending`: it is sent; `lease`: one renewed lease.
//! - `connection`: a server as the thread reaches it; `wire`: what is said on its connections; `replies`: what follows from that.
//! - `background`: what others do for the thread, because it blocks.
//! - `notify`: losses are told until they have been heard.

mod background;
mod claim;
mod connection;
mod lease;
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

use std::{io, sync::Arc, time::Duration};

pub use thread::end;

use crate::claim::{lease::Lease, token::Token};
use crate::os::{clock::Moment, fork::Process};
use crate::renewal::lease::{LeaseTerms, RenewedLease};
use crate::renewal::{claim::Claim, options::RenewalOptions, thread::Shared};

/// A lease in the thread's care, until this is dropped.
pub struct Renewal {
    /// One a server.
    ids: Vec<u64>,
    terms: Arc<LeaseTerms>,
    shared: Arc<Shared>,
    process: Process,
}

impl Renewal {
    pub fn claim(&self) -> &Arc<Claim> {
        &self.terms.claim
    }
}

impl Drop for Renewal {
    /// Takes the lease out of care, once a renewal that is under way has its answer: none outlives the claim.
    fn drop(&mut self) {
        if self.process == Process::current() {
            let answered = self.shared.forget(&self.ids);
            self.terms.claim.note_unanswered(!answered);
            if let Some(listener) = &self.terms.options.listener {
                listener.settle();
            }
        }
    }
}

/// Takes a lease into care. A renewal gives the key `ttl`, and `counts` for as long or less.
pub fn keep(
    options: &Arc<RenewalOptions>,
    key: &[u8],
    token: &Token,
    ttl: Duration,
    counts: Duration,
    renew_until: Option<Moment>,
    lease: Lease,
) -> io::Result<Renewal> {
    let shared = thread::start()?;
    if let Some(listener) = &options.listener {
        listener.begin();
    }
    let terms = Arc::new(LeaseTerms {
        options: options.clone(),
        key: key.into(),
        token: token.clone(),
        ttl,
        counts,
        renew_until,
        claim: Claim::new(lease, options.origins.len()),
    });
    let keep_on = |server| shared.take(RenewedLease::new(terms.clone(), server, lease));
    Ok(Renewal {
        ids: (0..options.origins.len()).map(keep_on).collect(),
        terms,
        shared,
        process: Process::current(),
    })
}
