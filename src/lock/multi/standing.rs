//! A claim that stands when an acquisition of several keys begins.

use crate::claim::{lease::State, token::Token};
use crate::lock::acquire::{backoff::Backoff, waiter::Waiting};
use crate::lock::{Lock, multi::MultiLock};
use crate::os::clock::Deadline;
use crate::server::{Backend, error::Fault};

impl<S: Backend> MultiLock<S> {
    /// Starts the leases anew if all keys are held. During a failover, retries until the deadline.
    /// If one is lost, releases the others, or the client would wait for itself. Keys with the
    /// caller's token stay, because an attempt accepts them. Returns whether all are held.
    pub(super) fn go_on(
        &mut self,
        deadline: Deadline,
        waiting: &mut Waiting,
        backoff: &mut Backoff,
    ) -> Result<bool, Fault> {
        let is_releasing = |lock: &Lock<S>| matches!(lock.state(), State::Releasing { .. });
        if self.locks().any(is_releasing) {
            self.release()?;
        }
        // A claim that was taken over keeps a longer lease, because another object may count on it.
        let may_shorten = !self.first().ownership.is_restored();
        while self.locks().all(Lock::has_claim) && !self.first().needs_attempt() {
            let left = deadline.time_left();
            match self.start_anew(self.ttl(), may_shorten) {
                Ok(true) if self.is_held() => return Ok(true),
                Ok(true) if left.is_zero() => return Ok(false), // the replies came too late
                Ok(true) => {}
                Ok(false) => break,
                Err(fault) if left.is_zero() || !self.server().capabilities().fails_over => {
                    return Err(fault);
                }
                Err(fault) => {
                    self.first().retry_if_transient(fault)?;
                }
            }
            if (waiting.pause)(backoff.next(left, None)).is_break() {
                return Err(Fault::Interrupted);
            }
        }
        let is_known = self.token().is_some_and(Token::is_known_elsewhere);
        if !is_known && self.state() != State::Free {
            self.release()?;
        }
        Ok(false)
    }
}
