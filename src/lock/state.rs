//! The state of this process's claim. A lease that begins is registered for renewal, and is
//! unregistered before anything else is sent for it.

use std::time::Duration;

use crate::claim::{history::LockEvent, lease::State, loss::Loss};
use crate::lock::Lock;
use crate::os::{clock::BootInstant, fork::Process};
use crate::renewal::{self, claim::Claim, lease::RenewedClaim};
use crate::server::Backend;

/// The result of unregistering a lease.
#[derive(Default)]
pub(super) struct TakenBack {
    pub left_token: bool,
    /// The time for which a renewal's reply was awaited in vain.
    pub waited: Duration,
}

impl<S: Backend> Lock<S> {
    /// Returns the state of the claim, as far as this process knows.
    pub fn state(&self) -> State {
        match (self.state, &self.renewal) {
            _ if self.process != Process::current() => State::Free,
            (State::Held(_), Some(renewal)) => match renewal.claim().state() {
                State::Lost if self.has_only_ended(renewal.claim()) => self.state,
                state => state,
            },
            (state, _) => state,
        }
    }

    /// Returns whether the claim's losses are only told, and this one is the end of its lease. The
    /// key may be ours for longer, so the lock asks the server, as without a listener.
    fn has_only_ended(&self, claim: &Claim) -> bool {
        self.is_only_told() && claim.loss().is_none_or(|loss| loss == Loss::NotRenewed)
    }

    /// Returns whether the background thread renews the lease.
    pub(super) fn is_renewed(&self) -> bool {
        let options = self.renewal_options.as_ref();
        self.renewal.is_some() && options.is_some_and(|options| options.renew)
    }

    /// Returns whether losses are only told to a listener.
    pub(super) fn is_only_told(&self) -> bool {
        let options = self.renewal_options.as_ref();
        options.is_some_and(|options| options.is_only_told)
    }

    /// Returns why the claim is lost, if it is.
    pub fn loss(&self) -> Option<Loss> {
        let renewal = self.renewal.as_ref();
        let loss = renewal
            .and_then(|renewal| renewal.claim().loss())
            .or(self.loss);
        loss.filter(|_| self.state() == State::Lost)
    }

    /// Sets the state. Unregisters the old lease, and registers a lease that begins.
    pub(super) fn set_state(&mut self, state: State) {
        self.renewal = None;
        if self.disown() {
            return;
        }
        self.state = state;
        match state {
            State::Held(_) | State::Free => {
                self.ownership.end_other_kind();
                self.several.lost_at = None;
            }
            State::Lost | State::Unknown(_) | State::Releasing { .. } => {}
        }
        if let State::Free | State::Lost = state {
            self.expect_late_of_claim();
        }
        let options = self.renewal_options.as_ref();
        if matches!(state, State::Held(_)) && options.is_some_and(|options| options.renew) {
            self.ownership.note_ttl(self.ttl);
        }
        if let (State::Held(lease), Some(options), Some(token)) =
            (state, &self.renewal_options, self.ownership.token())
        {
            let terms = RenewedClaim {
                options: options.clone(),
                kind: self.kind,
                key: self.key.clone(),
                token: token.clone(),
                ttl: self.ttl,
                counts: self.ownership.count(self.ttl),
                renew_until: self.renew_until,
                claim: Claim::new(lease, &self.server.granted()),
            };
            let renewal = renewal::keep(terms, lease);
            if renewal.is_err() && !self.is_only_told() {
                // acquire() had started the thread. Without a renewal the lease just ends.
                let what = "its lease is not renewed: there is no background thread".to_owned();
                self.record(LockEvent::Failed(what));
            }
            self.renewal = renewal.ok();
        }
    }

    /// Starts the time for which a claim is renewed at most.
    pub(super) fn limit_renewal(&mut self) {
        let options = self.renewal_options.as_ref();
        self.renew_until =
            options.and_then(|options| BootInstant::now().checked_add(options.max_hold));
    }

    /// Unregisters the lease, so that no renewal crosses the next command. If the lease ended
    /// without a reply, our token may be left behind. If the lease is valid at the call, the wait
    /// for the renewal is no loss.
    pub(super) fn take_back(&mut self) -> TakenBack {
        let mut taken = TakenBack::default();
        let Some(renewal) = self.renewal.take() else {
            return taken;
        };
        let claim = renewal.claim().clone();
        let called = BootInstant::now();
        drop(renewal); // waits for a renewal that is under way
        if self.disown() {
            return taken;
        }
        if self.has_only_ended(&claim) {
            if claim.loss().is_some() {
                self.record_lost(claim.loss());
            }
            return taken;
        }
        if claim.was_unanswered() {
            taken.waited = called.elapsed();
        }
        self.state = claim.state();
        if let State::Held(lease) = self.state
            && !lease.is_valid(called)
        {
            // It ended just now, and the thread has not noted that yet.
            let options = self.renewal_options.as_ref();
            let why = options.map(|options| options.why_ended(self.renew_until));
            claim.end(why.unwrap_or(Loss::NotRenewed));
            self.state = State::Lost;
            self.count_loss();
        }
        self.loss = claim.loss().or(self.loss);
        self.several.lost_at = claim.lost_at().or(self.several.lost_at);
        if self.state == State::Lost {
            self.expect_late_of_claim();
            self.record_loss();
        }
        let may_be_left = claim.may_have_left_a_token() && self.releases_itself;
        if let Some(token) = self.ownership.token().cloned().filter(|_| may_be_left) {
            self.defer_cleanup(token);
            taken.left_token = true;
        }
        taken
    }

    /// If a late command may write the token of an ended claim again, has it deleted. Not so if the
    /// claim may outlive its object.
    fn expect_late_of_claim(&mut self) {
        let late = self.ownership.take_given_up();
        if let Some((token, given_up_at)) = late.filter(|_| self.releases_itself) {
            self.expect_late(token, Some(given_up_at));
        }
    }

    /// In a forked child, forgets the parent's claim. Returns whether it had to.
    pub(super) fn disown(&mut self) -> bool {
        if self.process == Process::current() {
            return false;
        }
        self.process = Process::current();
        self.state = State::Free;
        self.renewal = None;
        self.ownership.disown();
        self.history.disown();
        self.fence = None;
        self.several.fences = Box::default();
        self.several.may_have_rest = false;
        true
    }
}
