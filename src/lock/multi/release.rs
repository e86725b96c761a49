//! The end of a claim to several locks: they are released, handed over or dropped.

use std::time::Duration;

use crate::claim::{lease::State, token::Token};
use crate::lock::{Lock, multi::MultiLock};
use crate::os::{clock::BootInstant, interrupt};
use crate::server::{Backend, error::Fault};

impl<S: Backend> MultiLock<S> {
    /// Releases all locks that are still ours. Returns whether all were. After an error, releasing
    /// again is safe. Once a server was silent, the others have little time, as at an object's end.
    pub fn release(&mut self) -> Result<bool, Fault> {
        self.record_loss();
        let mut outcome = Ok(self.state() != State::Free);
        for lock in self.locks_mut() {
            if lock.state() == State::Free {
                continue; // an earlier call has released it
            }
            let _waiting = outcome
                .is_err()
                .then(|| interrupt::resume_wait(Duration::MAX));
            match lock.release() {
                Ok(was_ours) => outcome = outcome.map(|all| all && was_ours),
                Err(fault) => outcome = outcome.and(Err(fault)),
            }
        }
        match outcome {
            Ok(true) => self.record_release(),
            Ok(false) => self.record_loss(),
            Err(_) => {}
        }
        outcome
    }

    /// Releases the groups before this one, because not all could be taken. If another owner may
    /// know the token, they may be that owner's, and are left to their ttl.
    pub(super) fn give_back(&mut self, before: usize) {
        for lock in self.locks_mut().take(before) {
            let token = lock.ownership.token().cloned();
            if token.as_ref().is_some_and(Token::is_known_elsewhere) {
                lock.set_state(State::Free);
            } else if lock.release().is_err()
                && let Some(token) = token
            {
                lock.defer_cleanup(token);
                lock.set_state(State::Free);
            }
        }
    }

    /// Gives up the claim without a release, and returns its token. As [`Lock::detach`].
    pub fn detach(&mut self) -> Option<Token> {
        if !self.can_be_detached() {
            return None;
        }
        self.locks_mut().for_each(Lock::take_back_for_detach);
        let stop = interrupt::serve().is_break();
        self.locks_mut().for_each(|lock| _ = lock.disown());
        if stop || !self.can_be_detached() {
            self.locks_mut().for_each(Lock::keep_claim);
            return None;
        }
        self.history.end_hold(BootInstant::now());
        let mut token = None;
        for lock in self.locks_mut() {
            token = lock.hand_over().cloned();
        }
        token
    }

    fn can_be_detached(&self) -> bool {
        let is_free = |lock: &Lock<S>| lock.state() == State::Free;
        self.under_way().is_none() && !self.locks().any(is_free)
    }

    /// Gives up all that a failed release has left. As [`Lock::release_later`].
    pub fn release_later(&mut self) {
        self.locks_mut().for_each(Lock::release_later);
    }

    /// Releases all locks, unless they are to outlive their object.
    pub fn release_or_defer(&mut self) {
        self.record_loss();
        let mut outcome = Ok(self.state() != State::Free);
        for lock in self.locks_mut() {
            if lock.state() == State::Free {
                continue;
            }
            match lock.end_claim() {
                Ok(was_ours) => outcome = outcome.map(|all| all && was_ours),
                Err(why) => outcome = outcome.and(Err(why)),
            }
        }
        self.record_end(outcome);
    }
}
