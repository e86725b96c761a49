//! Starting the lease anew.

use std::time::Duration;

use crate::claim::lease::{Lease, State};
use crate::claim::unanswered::LONGEST_DELAY;
use crate::command::{answer::Answer, operation::Operation};
use crate::lock::Lock;
use crate::os::{clock::BootInstant, interrupt};
use crate::server::{Backend, error::Fault};
use crate::stats::COUNTERS;

impl<S: Backend> Lock<S> {
    /// Starts the lease anew if the lock is still ours, and sets its length from now on. Returns
    /// false if the lock is not ours, was released or was never taken, or if the reply took longer
    /// than the lease.
    pub fn refresh(&mut self, ttl: Duration) -> Result<bool, Fault> {
        self.start_anew(ttl, true)
    }

    /// Starts the lease anew. With `may_shorten`, a longer lease ends sooner.
    pub(super) fn start_anew(&mut self, ttl: Duration, may_shorten: bool) -> Result<bool, Fault> {
        if let State::Held(_) | State::Unknown(_) = self.state() {
            self.clean_up()?;
        }
        let taken = self.take_back();
        // The wait for a renewal's reply counts, too, so that one time-out is enough.
        let _waiting = interrupt::resume_wait(interrupt::waited().max(taken.waited));
        match self.state() {
            State::Held(_) | State::Unknown(_) => {}
            State::Free | State::Lost | State::Releasing { .. } => return Ok(false),
        }
        self.refuse_indeterminate_claim()?;
        let shortens = may_shorten && self.ownership.may_last_longer_than(ttl);
        let operation = if shortens {
            Operation::Shorten
        } else {
            Operation::Refresh
        };
        let first_send = BootInstant::now();
        let compared = self.compare(operation, &[], &[ttl]);
        self.ownership.note_ttl(ttl);
        if shortens && compared.is_under_way {
            self.note_shorter(ttl);
        }
        match compared.answer {
            Ok(answer) if answer == Answer::NotOwner || self.is_released_since(first_send) => {
                self.lose();
                Ok(false)
            }
            Ok(_) => {
                // A signal handler may have sent a release by another object meanwhile.
                if let Err(fault) = self.refuse_claim_that_may_end() {
                    self.set_state(State::Unknown(None));
                    return Err(fault);
                }
                if shortens {
                    self.ownership.confirm_ttl(ttl);
                }
                let lease = Lease::new(first_send, self.ownership.count(ttl));
                self.ttl = ttl;
                self.set_state(State::Held(lease));
                self.hold_from(first_send);
                COUNTERS.renewed.add(1);
                Ok(self.is_held()) // its reply may have taken longer than the lease
            }
            Err(fault) => {
                let may_be_done = compared.is_repeated || fault.may_have_been_executed();
                let refreshed = Lease::new(first_send, self.ownership.count(ttl));
                self.set_state(match self.state {
                    State::Held(lease) if may_be_done => self.indeterminate(lease.min(refreshed)),
                    State::Unknown(Some(lease)) if may_be_done => {
                        State::Unknown(Some(lease.min(refreshed)))
                    }
                    state => state,
                });
                Err(fault)
            }
        }
    }

    /// Notes that an unanswered refresh may later cut the lease to this ttl.
    fn note_shorter(&mut self, ttl: Duration) {
        let until = BootInstant::now() + LONGEST_DELAY;
        self.ownership.note_shorter(ttl, until);
        if let Some(token) = self.ownership.token() {
            let unanswered = self.server.unanswered();
            for key in self.key.all() {
                unanswered.note_shorter(key, token, ttl);
            }
        }
    }

    /// Returns the state after a refresh without a reply. The lease may be the new or the old one,
    /// and this is the shorter one.
    fn indeterminate(&self, lease: Lease) -> State {
        match &self.renewal_options {
            // The thread goes on with it, and will find out.
            Some(options) if options.renew => State::Held(lease),
            _ => State::Unknown(Some(lease)),
        }
    }
}
