//! Renewal: a background thread keeps leases, and notices the loss of one. In reading order:
//!
//! - This file: what the lock sees of it.
//! - `thread`: the loop and its wake-up.
//! - `schedule`: what is due when; `lease`: one lease in its care.
//! - `connection`: a server as the thread reaches it; `replies`: what follows from its answers.
//! - `background`: what others do for the thread, because it blocks.
//! - `notify`: losses are told until they have been heard.

mod background;
mod connection;
mod lease;
mod notify;
mod replies;
mod schedule;
#[cfg(test)]
mod tests;
pub(crate) mod thread;

pub use thread::end;

use std::{
    io,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering},
    },
    time::Duration,
};

use crate::{
    claim::{
        lease::{Lease, State},
        loss::Loss,
        token::Token,
    },
    os::{clock::Moment, fork::Process},
    renewal::{lease::Kept, thread::Shared},
    server::routed::Origin,
};

/// What to keep of a lock, and how.
pub struct Keeping {
    /// Where the key is: one server, or those of a quorum.
    pub origins: Vec<Origin>,
    /// Renew the lease; otherwise only its loss is noticed.
    pub renew: bool,
    /// No renewal later than this after the acquisition; `Duration::MAX`: no limit.
    pub max_hold: Duration,
    pub listener: Option<Arc<dyn Listener>>,
}

impl Keeping {
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

/// What the thread and the lock both know of a claim: how each of its servers votes.
pub struct Claim {
    votes: Box<[Vote]>,
    /// A renewal was awaited in vain when the claim was taken back.
    unanswered: AtomicBool,
    /// Why it is lost: what its last vote was lost by, by its code; 0: it is held.
    loss: AtomicU8,
}

struct Vote {
    /// Nanoseconds since [`EPOCH`].
    valid_until: AtomicU64,
    fate: AtomicU8,
}

/// The fate of a vote that is not lost; otherwise the code of its loss.
const HELD: u8 = 0;

pub static EPOCH: LazyLock<Moment> = LazyLock::new(Moment::now);

impl Claim {
    /// A claim on so many servers.
    pub fn new(lease: Lease, servers: usize) -> Arc<Claim> {
        let vote = || Vote {
            valid_until: AtomicU64::new(since_epoch(lease)),
            fate: AtomicU8::new(HELD),
        };
        let votes = (0..servers).map(|_| vote()).collect();
        Arc::new(Claim {
            votes,
            unanswered: AtomicBool::new(false),
            loss: AtomicU8::new(HELD),
        })
    }

    /// Whether a renewal was awaited in vain when the claim was taken back.
    pub fn was_unanswered(&self) -> bool {
        self.unanswered.load(Ordering::Acquire)
    }

    /// A server has started the lease anew; whether that makes the claim last longer.
    pub fn extend(&self, server: usize, lease: Lease) -> bool {
        let before = self.valid_until();
        let valid_until = &self.votes[server].valid_until;
        valid_until.store(since_epoch(lease), Ordering::Release);
        self.valid_until() > before
    }

    /// A server's vote is lost. Tells whether the claim is lost with it.
    pub fn lose(&self, server: usize, loss: Loss) -> bool {
        let was_held = self.is_held();
        if was_held {
            self.loss.store(loss.code(), Ordering::Release); // looked at when the claim is lost
        }
        self.votes[server]
            .fate
            .store(loss.code(), Ordering::Release);
        was_held && !self.is_held()
    }

    /// The lease has ended everywhere.
    pub fn end(&self, loss: Loss) {
        for server in 0..self.votes.len() {
            if self.votes[server].fate.load(Ordering::Acquire) == HELD {
                self.lose(server, loss);
            }
        }
    }

    /// Why it is lost; None: it is held.
    pub fn loss(&self) -> Option<Loss> {
        Loss::from_code(self.loss.load(Ordering::Acquire)).filter(|_| !self.is_held())
    }

    /// Lost, and not by the word of every server: our token may still be on one.
    pub fn may_have_left_a_token(&self) -> bool {
        let is_refused = |vote: &Vote| {
            Loss::from_code(vote.fate.load(Ordering::Acquire)).is_some_and(Loss::was_said)
        };
        !self.is_held() && !self.votes.iter().all(is_refused)
    }

    /// Held until the lease ends, or Lost.
    pub fn state(&self) -> State {
        match self.valid_until() {
            Some(nanoseconds) => {
                let since_epoch = Duration::from_nanos(nanoseconds);
                State::Held(Lease::until(*EPOCH + since_epoch))
            }
            None => State::Lost,
        }
    }

    fn is_held(&self) -> bool {
        self.valid_until().is_some()
    }

    /// As long as a majority of the servers holds it. None: a majority does not.
    fn valid_until(&self) -> Option<u64> {
        let held = |vote: &Vote| match vote.fate.load(Ordering::Acquire) {
            HELD => Some(vote.valid_until.load(Ordering::Acquire)),
            _ => None,
        };
        if let [vote] = &*self.votes {
            return held(vote);
        }
        let mut held: Vec<u64> = self.votes.iter().filter_map(held).collect();
        held.sort_unstable_by(|one, other| other.cmp(one));
        held.get(self.votes.len() / 2).copied()
    }
}

fn since_epoch(lease: Lease) -> u64 {
    let since_epoch = lease.valid_until().saturating_duration_since(*EPOCH);
    u64::try_from(since_epoch.as_nanos()).unwrap_or(u64::MAX)
}

/// A lease in the thread's care, until this is dropped.
pub struct Renewal {
    /// One a server.
    ids: Vec<u64>,
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
            let answered = self.shared.forget(&self.ids);
            self.claim.unanswered.store(!answered, Ordering::Release);
            if let Some(listener) = &self.keeping.listener {
                listener.settle();
            }
        }
    }
}

/// Takes a lease into care. A renewal gives the key `ttl`, and `counts` for as long or less.
pub fn keep(
    keeping: &Arc<Keeping>,
    key: &[u8],
    token: &Token,
    ttl: Duration,
    counts: Duration,
    renew_until: Option<Moment>,
    lease: Lease,
) -> io::Result<Renewal> {
    let shared = thread::start()?;
    let claim = Claim::new(lease, keeping.origins.len());
    if let Some(listener) = &keeping.listener {
        listener.begin();
    }
    let keep_on = |server| {
        shared.take(Kept::new(
            keeping.clone(),
            server,
            key,
            token,
            ttl,
            counts,
            renew_until,
            claim.clone(),
            lease,
        ))
    };
    Ok(Renewal {
        ids: (0..keeping.origins.len()).map(keep_on).collect(),
        claim,
        keeping: keeping.clone(),
        shared,
        process: Process::current(),
    })
}
