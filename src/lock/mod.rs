//! The lock: one key or several, and one claim on them. Commands go to a [`Backend`]. Nothing here
//! knows sockets or PHP. In reading order:
//!
//! - This file: the fields and the options of a lock.
//! - `events`: what happens to a lock, for counters and a listener.
//! - `acquire/`: takes the lock, by one attempt or several, with sleeps between them.
//! - `queue/`: waits in a queue on the server instead.
//! - `state`: what this process knows of the claim; registers its lease for renewal.
//! - `release`: ends a claim; `dropped`: so does the end of the object; `detach`: hands it over;
//!   `refresh`: starts its lease anew;
//!   `inspect`: asks about it.
//! - `compare`: compares our token and acts, in one step.
//! - `indeterminate`: refuses tokens that a late command could end or change.
//! - `cleanup`: deletes what commands without a reply have left behind on the server.
//! - `multi/`: several locks at once; `any_lock`: one lock or several; `build`: makes it of its
//!   options.
//! - `fence`: fencing tokens, and the names of all keys that are kept beside a lock.

pub(crate) mod acquire;
pub mod any_lock;
pub(crate) mod build;
mod cleanup;
mod compare;
mod detach;
mod dropped;
mod events;
pub mod fence;
mod indeterminate;
mod inspect;
pub mod multi;
mod queue;
mod refresh;
mod release;
mod state;
#[cfg(test)]
pub(crate) mod tests;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

// For the tests in tests/.
pub use acquire::waiter::{Waiting, uninterrupted};

use crate::claim::history::History;
use crate::claim::{
    keys::Keys, keys::Several, label::Label, lease::State, loss::Loss, ownership::Ownership,
    token::Token,
};
use crate::command::{Acknowledgement, Command};
use crate::command::{answer::Answer, lock_kind::LockKind, operation::Operation};
use crate::os::{clock::BootInstant, fork::Process};
use crate::renewal::{Renewal, options::RenewalOptions};
use crate::server::{Backend, error::Fault};

/// A lock on one key of one server. Dropping it releases it.
pub struct Lock<S: Backend> {
    server: S,
    /// The key, or several keys in one slot if the kind is `Multi`.
    key: Keys,
    /// The kind of lock: exclusive, shared, a semaphore, or several locks at once.
    kind: LockKind,
    /// The length of each lease that begins from now on.
    ttl: Duration,
    ownership: Ownership,
    /// On a quorum with a supplied token: the short lease of an attempt, if it had to become longer
    /// because the servers are far away.
    provisional: Option<Duration>,
    /// The label that every generated token carries.
    label: Label,
    /// True if the lock is released when this is dropped.
    releases_itself: bool,
    /// True if a release waits for its reply.
    confirms_release: bool,
    /// The key of the counter of fencing tokens, if every acquisition draws one.
    fence_key: Option<Vec<u8>>,
    fence: Option<i64>,
    /// The options by which the background thread keeps leases, if it does.
    renewal_options: Option<Arc<RenewalOptions>>,
    /// The moment at which the renewal of the current acquisition ends; None: no limit.
    renew_until: Option<BootInstant>,
    /// The registration of the lease with the background thread.
    renewal: Option<Renewal>,
    state: State,
    /// Why the last claim was lost.
    loss: Option<Loss>,
    /// The process in which the state was reached. A forked child does not own its parent's claim.
    process: Process,
    waited: Duration,
    /// The number of replicas that have to acknowledge an acquisition, and the time that an attempt
    /// has for it. The attempt waits for at most half of `ttl`.
    demanded_replicas: Option<(usize, Duration)>,
    /// The beginning of the current attempt, from which the deadline for replicas counts.
    attempt_began: Option<Instant>,
    /// The fault of the last attempt, if too few replicas acknowledged it.
    shortfall: Option<Fault>,
    /// The parts of the state that only several keys have.
    several: Several,
    /// True if it is a part of several locks, which count as one.
    is_part: bool,
    history: History,
    /// True if the last acquisition had time to wait.
    can_wait: bool,
    /// True if the last acquisition waited in a queue.
    has_queued: bool,
    /// True if the last acquisition yielded to waiters: it queued or slept before its first
    /// attempt.
    lets_others_go_first: bool,
}

impl<S: Backend> Lock<S> {
    /// Creates a lock that is free as far as this process knows. Sends nothing. `ttl` counts in
    /// whole milliseconds.
    pub fn new(server: S, key: &[u8], ttl: Duration) -> Lock<S> {
        Lock {
            server,
            key: Keys::one(key),
            kind: LockKind::Exclusive,
            ttl,
            ownership: Ownership::default(),
            label: Label::default(),
            releases_itself: true,
            confirms_release: true,
            fence_key: None,
            fence: None,
            renewal_options: None,
            renew_until: None,
            renewal: None,
            state: State::Free,
            loss: None,
            process: Process::current(),
            waited: Duration::ZERO,
            demanded_replicas: None,
            attempt_began: None,
            shortfall: None,
            provisional: None,
            several: Several::default(),
            is_part: false,
            history: History::default(),
            can_wait: false,
            has_queued: false,
            lets_others_go_first: false,
        }
    }

    /// Sets the kind of the lock.
    pub fn set_kind(&mut self, kind: LockKind) {
        self.kind = kind;
    }

    pub fn kind(&self) -> LockKind {
        self.kind
    }

    /// Has the background thread keep every lease from now on.
    pub fn renew_with(&mut self, options: RenewalOptions) {
        self.renewal_options = Some(Arc::new(options));
    }

    /// Counts an acquisition from now on only if `replicas` replicas acknowledge it, within half of
    /// the lease and half of `read_timeout`.
    pub fn require_replicas(&mut self, replicas: usize, read_timeout: Duration) {
        self.demanded_replicas = Some((replicas, read_timeout / 2));
    }

    /// Notes that an attempt begins now.
    fn begin_attempt(&mut self) {
        self.attempt_began = self.demanded_replicas.map(|_| Instant::now());
    }

    /// Returns the acknowledgement that the current attempt needs from replicas, if any.
    fn acknowledgement(&self) -> Option<Acknowledgement> {
        let (replicas, within) = self.demanded_replicas?;
        let until = self.attempt_began? + within.min(self.ttl / 2);
        Some(Acknowledgement { replicas, until })
    }

    /// Sets the token of all later acquisitions, instead of generated ones. Another object with the
    /// same token is the same owner.
    pub fn acquire_with(&mut self, token: &Token) {
        self.ownership.supply(token);
    }

    /// Adds this label to every token that is generated from now on.
    pub fn label_with(&mut self, label: Label) {
        self.label = label;
    }

    /// From now on a drop sends nothing: the claim outlives this object, and only its renewal ends.
    pub fn outlive(&mut self) {
        self.releases_itself = false;
    }

    /// No longer waits for the reply to a release, unless the result is needed.
    pub fn skip_confirmation(&mut self) {
        self.confirms_release = false;
    }

    /// Returns the token of an acquisition that begins.
    fn next_token(&self) -> Token {
        self.ownership.next_token(&self.label)
    }

    /// Returns why too few replicas have the last acquisition, if that is so.
    pub fn shortfall(&self) -> Option<&Fault> {
        self.shortfall.as_ref()
    }

    /// Draws a fencing token with every acquisition from now on.
    pub fn use_fences(&mut self) {
        self.fence_key = Some(fence::helper_key(&self.key, "fence"));
    }

    /// Takes over the claim of `token`. The limit of its renewal starts now. Sends nothing, so the
    /// claim is unknown until the server is asked.
    pub fn restore(&mut self, token: &Token) {
        self.ownership.restore(token);
        self.fence = None;
        self.begin_claim_of_several();
        self.limit_renewal();
        self.set_state(State::Unknown(None));
    }

    /// Returns whether the lease is valid by this process's own clock, and nothing has reported a
    /// loss. Sends nothing.
    pub fn is_held(&self) -> bool {
        !self.remaining().is_zero()
    }

    /// Returns what is left of the lease by this process's own clock; zero if the lock is not held.
    pub fn remaining(&self) -> Duration {
        match self.state() {
            State::Held(lease) => lease.remaining(BootInstant::now()),
            State::Free | State::Lost | State::Unknown(_) | State::Releasing { .. } => {
                Duration::ZERO
            }
        }
    }

    pub fn key(&self) -> &[u8] {
        &self.key
    }

    pub fn ttl(&self) -> Duration {
        self.ttl
    }

    /// Returns the token of the current or last acquisition, or else the caller's token.
    pub fn token(&self) -> Option<&Token> {
        let own = self.ownership.token();
        own.filter(|_| self.process == Process::current())
            .or(self.ownership.supplied())
    }

    /// Returns the fencing token of the current acquisition, if it is fenced.
    pub fn fence(&self) -> Option<i64> {
        self.fence.filter(|_| self.state() != State::Free)
    }

    pub fn server(&self) -> &S {
        &self.server
    }

    /// Returns how long the last acquisition took, whether or not it got the lock.
    pub fn waited(&self) -> Duration {
        self.waited
    }

    /// Returns whether there is a claim to release.
    pub fn has_claim(&self) -> bool {
        match self.state() {
            State::Held(_) | State::Unknown(_) | State::Releasing { .. } => true,
            State::Free | State::Lost => false,
        }
    }

    /// Returns whether the server may have our token: that of a claim, or the caller's.
    pub fn may_own(&self) -> bool {
        self.has_claim() || self.ownership.supplied().is_some()
    }

    /// Performs an act on the key, no matter which owner holds it.
    fn perform_on_key(&mut self, operation: Operation) -> Result<Answer, Fault> {
        let keys = [&*self.key];
        let token = self.token().cloned();
        let token = token.as_ref().map_or(&[][..], Token::as_bytes);
        let command = Command::new(operation, &keys, token, &[]).of(self.kind);
        self.server.perform(&command)
    }
}

/// Calls `ask`, and calls it again if the connection was closed, for example by a restart. Also
/// returns whether it called twice. Then the first command may have been executed as well.
fn retry_once_if_closed<T>(mut ask: impl FnMut() -> Result<T, Fault>) -> (Result<T, Fault>, bool) {
    match ask() {
        Err(fault) if fault.closed_by_peer() => (ask(), true),
        answer => (answer, false),
    }
}
