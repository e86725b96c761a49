//! The lock: one key, one claim on it. Commands go to a [`Backend`]; nothing here knows sockets or PHP. In reading order:
//!
//! - This file: what is kept of a lock that was taken.
//! - `acquire/`: taking it, by one attempt or several, with sleeps between them.
//! - `queue/`: waiting in a queue on the server instead.
//! - `state`: what is known of the claim; its lease in the background thread's care.
//! - `release`: the end of a claim; `refresh`: its lease is started anew; `inspect`: it is asked about.
//! - `compare`: comparing our token and acting, in one step.
//! - `cleanup`: what is left on the server by replies that never came.
//! - `fence`: fencing tokens, and the names of all that is kept beside a lock.

pub(crate) mod acquire;
mod cleanup;
mod compare;
pub mod fence;
mod inspect;
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

use crate::claim::{label::Label, lease::State, loss::Loss, ownership::Ownership, token::Token};
use crate::command::{Acknowledgement, Command};
use crate::command::{act::Act, answer::Answer, primitive::Primitive};
use crate::os::{clock::Moment, fork::Process};
use crate::renewal::{Renewal, options::RenewalOptions};
use crate::server::{Backend, error::Fault};

/// A lock on one key of one server. Dropping it releases it.
pub struct Lock<S: Backend> {
    server: S,
    key: Box<[u8]>,
    /// Of which kind it is.
    primitive: Primitive,
    /// Of the lease from now on.
    ttl: Duration,
    ownership: Ownership,
    /// For how long an attempt takes the lock, where a majority has to grant it the whole ttl.
    provisional: Duration,
    /// Behind every drawn token.
    label: Label,
    /// Whether it is released when this is dropped.
    releases_itself: bool,
    /// Whether a release waits for its reply.
    confirms_release: bool,
    /// Where the counter of fencing tokens is, if one is drawn with every acquisition.
    fence_key: Option<Vec<u8>>,
    fence: Option<i64>,
    /// How leases are kept, if they are.
    renewal_options: Option<Arc<RenewalOptions>>,
    /// Until when the leases of the current acquisition are renewed; None: no limit.
    renew_until: Option<Moment>,
    /// The lease in the background thread's care.
    renewal: Option<Renewal>,
    state: State,
    /// How the last claim was lost.
    loss: Option<Loss>,
    /// Where the state was reached. In a forked child the parent's claim is not the child's.
    process: Process,
    waited: Duration,
    /// How many replicas have to acknowledge an acquisition, and within which time of an attempt, unless the lease is shorter.
    demanded_replicas: Option<(usize, Duration)>,
    /// When the attempt that goes on began, if replicas are demanded: all of its commands wait for them until one moment.
    attempt_began: Option<Instant>,
    /// What came of it instead, the last time.
    shortfall: Option<Fault>,
    /// Whether the last acquisition had time to wait.
    can_wait: bool,
    /// Whether it stood in a queue.
    has_queued: bool,
    /// Whether it went there without an attempt before.
    lets_others_go_first: bool,
}

impl<S: Backend> Lock<S> {
    /// A lock that is free as far as this process knows. Sends nothing. `ttl` counts in whole milliseconds.
    pub fn new(server: S, key: &[u8], ttl: Duration) -> Lock<S> {
        Lock {
            server,
            key: key.into(),
            primitive: Primitive::Exclusive,
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
            provisional: acquire::PROVISIONAL,
            can_wait: false,
            has_queued: false,
            lets_others_go_first: false,
        }
    }

    /// Is of this kind from now on.
    pub fn become_a(&mut self, primitive: Primitive) {
        self.primitive = primitive;
    }

    pub fn primitive(&self) -> Primitive {
        self.primitive
    }

    /// Has every lease kept by the background thread from now on.
    pub fn renew_with(&mut self, options: RenewalOptions) {
        self.renewal_options = Some(Arc::new(options));
    }

    /// Counts an acquisition from now on only if so many replicas acknowledge it within half of the lease, and half of the
    /// time that a reply may take.
    pub fn require_replicas(&mut self, replicas: usize, read_timeout: Duration) {
        self.demanded_replicas = Some((replicas, read_timeout / 2));
    }

    /// An attempt begins now.
    fn begin_attempt(&mut self) {
        self.attempt_began = self.demanded_replicas.map(|_| Instant::now());
    }

    /// What has to come of an attempt on the server's replicas.
    fn acknowledgement(&self) -> Option<Acknowledgement> {
        let (replicas, within) = self.demanded_replicas?;
        let until = self.attempt_began? + within.min(self.ttl / 2);
        Some(Acknowledgement { replicas, until })
    }

    /// Acquires with this token from now on, instead of drawn ones. Whoever else knows it is the same owner.
    pub fn acquire_with(&mut self, token: &Token) {
        self.ownership.supply(token);
    }

    /// Stores a label behind every token that is drawn from now on.
    pub fn label_with(&mut self, label: Label) {
        self.label = label;
    }

    /// Sends nothing from now on when this is dropped: the claim outlives it, and only its renewal ends.
    pub fn outlive(&mut self) {
        self.releases_itself = false;
    }

    /// Does not wait for the reply to a release from now on, where nothing depends on it.
    pub fn skip_confirmation(&mut self) {
        self.confirms_release = false;
    }

    /// The token of an acquisition that begins.
    fn next_token(&self) -> Token {
        self.ownership.next_token(&self.label)
    }

    /// Why the last acquisition was not granted, if it was not because somebody else had the lock.
    pub fn shortfall(&self) -> Option<&Fault> {
        self.shortfall.as_ref()
    }

    /// Draws a fencing token with every acquisition from now on.
    pub fn draw_fences(&mut self) {
        self.fence_key = Some(fence::helper_key(&self.key, "fence"));
    }

    /// Takes over the claim of a token, for as long as an acquisition would be renewed. Sends nothing: whether it still stands
    /// is unknown until the server is asked.
    pub fn restore(&mut self, token: &Token) {
        self.ownership.restore(token);
        self.fence = None;
        let options = self.renewal_options.as_ref();
        self.renew_until = options.and_then(|options| Moment::now().checked_add(options.max_hold));
        self.set_state(State::Unknown);
    }

    /// Whether the lease is valid by this process's own clock and nothing has reported a loss. Sends nothing.
    pub fn is_held(&self) -> bool {
        !self.remaining().is_zero()
    }

    /// What is left of the lease by this process's own clock; zero when not held.
    pub fn remaining(&self) -> Duration {
        match self.state() {
            State::Held(lease) => lease.remaining(Moment::now()),
            State::Free | State::Lost | State::Unknown | State::Releasing { .. } => Duration::ZERO,
        }
    }

    pub fn key(&self) -> &[u8] {
        &self.key
    }

    pub fn ttl(&self) -> Duration {
        self.ttl
    }

    /// Of the current or last acquisition; a given one is also that of the next.
    pub fn token(&self) -> Option<&Token> {
        let own = self.ownership.token();
        own.filter(|_| self.process == Process::current())
            .or(self.ownership.supplied())
    }

    /// The fencing token of the current acquisition, if it is fenced.
    pub fn fence(&self) -> Option<i64> {
        self.fence.filter(|_| self.state() != State::Free)
    }

    pub fn server(&self) -> &S {
        &self.server
    }

    /// How long the last acquisition took, whether or not it got the lock.
    pub fn waited(&self) -> Duration {
        self.waited
    }

    /// Whether there is something to give back.
    pub fn has_claim(&self) -> bool {
        match self.state() {
            State::Held(_) | State::Unknown | State::Releasing { .. } => true,
            State::Free | State::Lost => false,
        }
    }

    /// What has to do with the key alone, whoever holds it.
    fn perform_on_key(&mut self, act: Act) -> Result<Answer, Fault> {
        let keys = [&*self.key];
        let token = self.token().cloned();
        let token = token.as_ref().map_or(&[][..], Token::as_bytes);
        let command = Command::new(act, &keys, token, &[]).of(self.primitive);
        self.server.perform(&command)
    }
}

/// Asks, and asks once more if the connection turned out to be closed, as that of a restarted server is. Also tells
/// whether it did: then the first command may have been executed as well.
fn retry_once_if_closed<T>(mut ask: impl FnMut() -> Result<T, Fault>) -> (Result<T, Fault>, bool) {
    match ask() {
        Err(fault) if fault.closed_by_peer() => (ask(), true),
        answer => (answer, false),
    }
}
