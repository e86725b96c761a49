//! An attempt on a quorum with a token that another owner may know. It takes a short lease, and
//! extends it to the whole ttl once a majority has granted the lock.

use std::time::Duration;

use crate::claim::token::Token;
use crate::command::{Command, answer::Answer, operation::Operation};
use crate::lock::{Lock, acquire::backoff::random_fraction};
use crate::os::clock::BootInstant;
use crate::server::{Backend, error::Fault};

/// The short lease of an attempt on a quorum. Each object has a longer one once it has found the
/// servers to be far away.
pub(in crate::lock) const PROVISIONAL: Duration = Duration::from_millis(500);

impl<S: Backend> Lock<S> {
    /// Returns whether an attempt with this token takes a short lease first. If another owner may
    /// know the token, a failed attempt is not undone. So what it leaves must expire soon.
    pub(super) fn is_provisional(&self, token: &Token) -> bool {
        token.is_known_elsewhere() && self.server.capabilities().is_quorum
    }

    /// Returns the short lease.
    fn provisional(&self) -> Duration {
        self.provisional.unwrap_or(PROVISIONAL)
    }

    /// Returns how long to sleep after a provisional attempt. The next attempt would prolong what
    /// this one has taken on a minority. With shorter sleeps, two waiters could block each other
    /// for ever.
    pub(super) fn pause_of_provisional(&self, token: &Token) -> Option<Duration> {
        let pause = self.provisional().mul_f64(1.0 + random_fraction());
        self.is_provisional(token).then_some(pause)
    }

    /// Returns the lease that an attempt takes.
    pub(in crate::lock) fn ttl_of_attempt(&self, token: &Token) -> Duration {
        match self.is_provisional(token) {
            true => self.ttl.min(self.provisional()),
            false => self.ttl,
        }
    }

    /// Extends a short lease that a majority has granted to the whole ttl. If the servers are so
    /// far away that the lease may end before the refresh arrives, first repeats the attempt with a
    /// longer one. Else some servers would have the whole ttl, but no majority.
    pub(super) fn confirm(
        &mut self,
        token: &Token,
        first_send: BootInstant,
        mut answer: Answer,
    ) -> Result<Answer, Fault> {
        if !self.is_provisional(token) {
            return Ok(answer);
        }
        let passed = BootInstant::now().saturating_duration_since(first_send);
        let has_passed = match answer {
            Answer::Taken(_) => 2 * passed > self.provisional(), // when the refresh arrives
            Answer::Held(_) => passed >= self.provisional(), // while a fencing token was written
            _ => false,
        };
        if has_passed {
            self.provisional = Some(passed * 4);
            answer = self.claim(token)?;
        }
        self.extend_to_ttl(token, answer)
    }

    fn extend_to_ttl(&mut self, token: &Token, answer: Answer) -> Result<Answer, Fault> {
        if !matches!(answer, Answer::Taken(_)) {
            return Ok(answer);
        }
        let (keys, times): (Vec<&[u8]>, _) = (self.key.all().collect(), [self.ttl]);
        let refresh = Command::new(Operation::Refresh, &keys, token.as_bytes(), &times)
            .of(self.kind)
            .known_elsewhere(true);
        Ok(match self.server.perform(&refresh)? {
            Answer::Applied => answer,
            _ => Answer::Held(None),
        })
    }
}
