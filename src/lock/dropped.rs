//! The end of a lock's object.

use std::time::Duration;

use crate::claim::{history::LockEvent, lease::State};
use crate::lock::Lock;
use crate::os::{clock::BootInstant, interrupt};
use crate::server::Backend;

impl<S: Backend> Lock<S> {
    /// Releases the lock, unless it is to outlive its object. If the server does not answer, the
    /// next contact releases it.
    pub fn release_or_defer(&mut self) {
        let outcome = self.end_claim();
        if let Err(why) = outcome {
            self.record(LockEvent::Failed(why));
        }
    }

    /// Ends the claim likewise. Returns whether the lock was ours, or why there is no reply.
    pub(super) fn end_claim(&mut self) -> Result<bool, String> {
        if !self.releases_itself {
            self.end_hold(BootInstant::now());
            self.renewal = None;
            self.set_state(State::Free);
            return Ok(false);
        }
        // A process with many locks at an unresponsive server waits for it only once.
        let is_silent = self.server.is_silent();
        let _waiting = is_silent.then(|| interrupt::resume_wait(Duration::MAX));
        // If a second connection got no reply either, waiting on a third one gains nothing.
        let is_away = self.server.is_away();
        if is_away {
            self.take_back();
        }
        let released = match is_away && self.has_claim() {
            true => Err("its server has not answered before".to_owned()),
            false => self.release().map_err(|fault| fault.to_string()),
        };
        if released.is_err() {
            if interrupt::must_stop() {
                interrupt::hurry(); // there may be many more locks to end
            }
            self.end_hold(BootInstant::now());
            if let Some(token) = self.ownership.token().cloned() {
                self.defer_cleanup(token);
            }
            self.set_state(State::Free);
        }
        released
    }
}

impl<S: Backend> Lock<S> {
    /// Gives up a claim after a release that has failed: the next contact deletes the key. If
    /// another owner may know the token, the key is left to its ttl.
    pub fn release_later(&mut self) {
        let Some(token) = self.ownership.token().cloned() else {
            return;
        };
        let may_be_known = self.may_be_known(&token);
        if matches!(self.state(), State::Held(lease) if lease.is_valid(BootInstant::now())) {
            let in_time = !may_be_known;
            self.set_state(State::Releasing { in_time });
        }
        if self.has_claim() && !may_be_known {
            self.defer_cleanup(token);
        }
    }
}

impl<S: Backend> Drop for Lock<S> {
    fn drop(&mut self) {
        self.release_or_defer();
    }
}
