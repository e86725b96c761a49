//! Renewal, as the rest of the lock sees it: a claim that a background thread keeps alive, and notices the loss of.

use std::{
    io,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicU8, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use super::{
    Lease, State, Token,
    kept::Kept,
    thread::{self, Shared},
};
use crate::server::{Address, Process};

/// What to keep of a lock, and how.
pub struct Keeping {
    pub address: Address,
    /// Renew the lease; otherwise only its loss is noticed.
    pub renew: bool,
    /// No renewal later than this after the acquisition; `Duration::MAX`: no limit.
    pub max_hold: Duration,
    pub listener: Option<Arc<dyn Listener>>,
}

/// Who wants to hear of a loss. Called by the background thread, only while the lease is in its care.
pub trait Listener: Send + Sync {
    /// A lease comes into the thread's care.
    fn begin(&self);
    /// The lock is lost.
    fn note(&self);
    /// Makes itself heard; false when it has been.
    fn tell(&self) -> bool;
    /// The lease has left the thread's care. What has not been heard by now is for the lock itself to say.
    fn settle(&self);
}

/// What the thread and the lock both know of a claim.
pub struct Claim {
    /// Nanoseconds since [`EPOCH`].
    valid_until: AtomicU64,
    fate: AtomicU8,
}

/// Values of `Claim::fate`.
const HELD: u8 = 0;
const REFUSED: u8 = 1;
const ENDED: u8 = 2;

pub static EPOCH: LazyLock<Instant> = LazyLock::new(Instant::now);

impl Claim {
    pub fn new(lease: Lease) -> Arc<Claim> {
        let claim = Claim {
            valid_until: AtomicU64::new(0),
            fate: AtomicU8::new(HELD),
        };
        claim.extend(lease);
        Arc::new(claim)
    }

    pub fn extend(&self, lease: Lease) {
        let since_epoch = lease.valid_until().saturating_duration_since(*EPOCH);
        let nanoseconds = u64::try_from(since_epoch.as_nanos()).unwrap_or(u64::MAX);
        self.valid_until.store(nanoseconds, Ordering::Release);
    }

    /// `refused`: the server said so; otherwise the lease ended, and our token may still be there.
    pub fn lose(&self, refused: bool) {
        let fate = if refused { REFUSED } else { ENDED };
        self.fate.store(fate, Ordering::Release);
    }

    /// Lost without a word from the server, which may still have our token.
    pub fn has_ended(&self) -> bool {
        self.fate.load(Ordering::Acquire) == ENDED
    }

    /// Held until the lease ends, or Lost.
    pub fn state(&self) -> State {
        if self.fate.load(Ordering::Acquire) != HELD {
            return State::Lost;
        }
        let since_epoch = Duration::from_nanos(self.valid_until.load(Ordering::Acquire));
        State::Held(Lease::until(*EPOCH + since_epoch))
    }
}

/// A lease in the thread's care, until this is dropped.
pub struct Renewal {
    id: u64,
    claim: Arc<Claim>,
    keeping: Arc<Keeping>,
    shared: Arc<Shared>,
    process: Process,
}

impl Renewal {
    pub fn claim(&self) -> &Arc<Claim> {
        &self.claim
    }
}

impl Drop for Renewal {
    /// Takes the lease out of care, once a renewal that is under way has its answer: none outlives the claim.
    fn drop(&mut self) {
        if self.process == Process::current() {
            self.shared.forget(self.id);
            if let Some(listener) = &self.keeping.listener {
                listener.settle();
            }
        }
    }
}

/// Takes a lease into care.
pub fn keep(
    keeping: &Arc<Keeping>,
    key: &[u8],
    token: &Token,
    ttl: Duration,
    renew_until: Option<Instant>,
    lease: Lease,
) -> io::Result<Renewal> {
    let shared = thread::start()?;
    let claim = Claim::new(lease);
    if let Some(listener) = &keeping.listener {
        listener.begin();
    }
    let id = shared.take(Kept::new(
        keeping.clone(),
        key,
        token,
        ttl,
        renew_until,
        claim.clone(),
        lease,
    ));
    Ok(Renewal {
        id,
        claim,
        keeping: keeping.clone(),
        shared,
        process: Process::current(),
    })
}
