//! The lock: one key, one claim on it. Commands go to a [`Backend`]; nothing here knows sockets or PHP. In reading order:
//!
//! - This file: what is kept of a lock that was taken.
//! - `acquire/`: taking it, by one attempt or several, with sleeps between them.
//! - `queue/`: waiting in a queue on the server instead.
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
#[cfg(test)]
pub(crate) mod tests;

use std::{sync::Arc, time::Duration};

// For the tests in tests/.
pub use acquire::waiter::{Waiting, uninterrupted};

use crate::claim::lease::{State, Terms};
use crate::claim::{loss::Loss, token::Token};
use crate::command::{Acknowledgement, Command};
use crate::command::{act::Act, answer::Answer};
use crate::os::{clock::Moment, fork::Process};
use crate::renewal::options::RenewalOptions;
use crate::renewal::{self, Renewal};
use crate::server::{Backend, error::Fault};
use crate::stats::COUNTERS;

/// A lock on one key of one server. Dropping it releases it.
pub struct Lock<S: Backend> {
    server: S,
    key: Box<[u8]>,
    ttl: Duration,
    /// Of the current or last acquisition.
    token: Option<Token>,
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
    /// Of the token.
    terms: Terms,
    /// How the last claim was lost.
    loss: Option<Loss>,
    /// Where the state was reached. In a forked child the parent's claim is not the child's.
    process: Process,
    waited: Duration,
    /// What has to come of an acquisition on the server's replicas.
    acknowledgement: Option<Acknowledgement>,
    /// What came of it instead, the last time.
    shortfall: Option<Fault>,
    /// Whether the last acquisition stood in a queue.
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
            ttl,
            token: None,
            fence_key: None,
            fence: None,
            renewal_options: None,
            renew_until: None,
            renewal: None,
            state: State::Free,
            terms: Terms::default(),
            loss: None,
            process: Process::current(),
            waited: Duration::ZERO,
            acknowledgement: None,
            shortfall: None,
            has_queued: false,
            lets_others_go_first: false,
        }
    }

    /// Has every lease kept by the background thread from now on.
    pub fn renew_with(&mut self, options: RenewalOptions) {
        self.renewal_options = Some(Arc::new(options));
    }

    /// Counts an acquisition from now on only if so many replicas acknowledge it within half of the lease, and half of the
    /// time that a reply may take.
    pub fn require_replicas(&mut self, replicas: usize, read_timeout: Duration) {
        self.acknowledgement = Some(Acknowledgement {
            replicas,
            within: self.ttl.min(read_timeout) / 2,
        });
    }

    /// Why the last acquisition was not granted, if it was not because somebody else had the lock.
    pub fn shortfall(&self) -> Option<&Fault> {
        self.shortfall.as_ref()
    }

    /// Draws a fencing token with every acquisition from now on.
    pub fn draw_fences(&mut self) {
        self.fence_key = Some(fence::helper_key(&self.key, "fence"));
    }

    /// What this process knows of its claim.
    pub fn state(&self) -> State {
        match (self.state, &self.renewal) {
            _ if self.process != Process::current() => State::Free,
            (State::Held(_), Some(renewal)) => renewal.claim().state(),
            (state, _) => state,
        }
    }

    /// Why it is lost, if it is.
    pub fn loss(&self) -> Option<Loss> {
        let renewal = self.renewal.as_ref();
        let loss = renewal
            .and_then(|renewal| renewal.claim().loss())
            .or(self.loss);
        loss.filter(|_| self.state() == State::Lost)
    }

    /// A new state; a lease that begins is given into care, one that ends is taken back.
    fn set_state(&mut self, state: State) {
        self.renewal = None;
        if self.disown() {
            return;
        }
        self.state = state;
        if let (State::Held(lease), Some(options), Some(token)) =
            (state, &self.renewal_options, &self.token)
        {
            if options.renew {
                self.terms.add(self.ttl);
            }
            let renewal = renewal::keep(
                options,
                &self.key,
                token,
                self.ttl,
                self.terms.count(self.ttl),
                self.renew_until,
                lease,
            );
            if renewal.is_err() {
                COUNTERS.errors.add(1); // acquire() had seen the thread: a lease that now ends is found to have ended
            }
            self.renewal = renewal.ok();
        }
    }

    /// Takes the lease out of care, so that no renewal crosses what is sent next. If it ended there without an answer,
    /// our token may have been left on the server. A lease that is valid at the call still stands after it.
    fn take_back(&mut self) -> TakenBack {
        let mut taken = TakenBack::default();
        let Some(renewal) = self.renewal.take() else {
            return taken;
        };
        let claim = renewal.claim().clone();
        let called = Moment::now();
        drop(renewal); // waits for an answer that is under way
        if self.disown() {
            return taken;
        }
        if claim.was_unanswered() {
            taken.waited = called.elapsed();
        }
        self.state = claim.state();
        if let State::Held(lease) = self.state
            && !lease.is_valid(called)
        {
            // It ended just now, and the thread has not come to say so.
            let options = self.renewal_options.as_ref();
            let why = options.map(|options| options.why_ended(self.renew_until));
            claim.end(why.unwrap_or(Loss::NotRenewed));
            self.state = State::Lost;
            COUNTERS.lost.add(1);
        }
        self.loss = claim.loss().or(self.loss);
        let Some(token) = self.token.clone().filter(|_| claim.may_have_left_a_token()) else {
            return taken;
        };
        self.defer_cleanup(token);
        taken.left_token = true;
        taken
    }

    /// In a forked child, forgets the parent's claim; tells whether it had to.
    fn disown(&mut self) -> bool {
        if self.process == Process::current() {
            return false;
        }
        self.process = Process::current();
        self.state = State::Free;
        self.renewal = None;
        self.token = None;
        self.fence = None;
        true
    }

    /// Takes over the claim of a token. Sends nothing: whether it still stands is unknown until the server is asked.
    pub fn restore(&mut self, token: Token) {
        self.token = Some(token);
        self.terms = Terms::default();
        self.fence = None;
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

    pub fn token(&self) -> Option<&Token> {
        self.token
            .as_ref()
            .filter(|_| self.process == Process::current())
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
        self.server.perform(&Command::new(act, &keys, &[], &[]))
    }
}

/// What came of taking a lease out of care.
#[derive(Default)]
struct TakenBack {
    left_token: bool,
    /// How long a renewal was awaited, in vain.
    waited: Duration,
}

/// Asks, and asks once more if the connection turned out to be closed, as that of a restarted server is. Also tells
/// whether it did: then the first command may have been executed as well.
fn retry_once_if_closed<T>(mut ask: impl FnMut() -> Result<T, Fault>) -> (Result<T, Fault>, bool) {
    match ask() {
        Err(fault) if fault.closed_by_peer() => (ask(), true),
        answer => (answer, false),
    }
}
