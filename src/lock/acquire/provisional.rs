//! An attempt on a quorum with a token that another owner may know: it takes the lock for a moment, and for the whole ttl once a
//! majority has granted it.

use std::time::Duration;

use crate::claim::token::Token;
use crate::command::{Command, act::Act, answer::Answer};
use crate::lock::{Lock, acquire::backoff::random_fraction};
use crate::os::clock::Moment;
use crate::server::{Backend, error::Fault};

/// For how long an attempt takes the lock on servers of a quorum, until most of them have granted it. Far servers make it longer.
pub(in crate::lock) const PROVISIONAL: Duration = Duration::from_millis(500);

impl<S: Backend> Lock<S> {
    /// Whether an attempt with this token takes the lock for a moment only, until a majority has granted it. What is left of
    /// a failed attempt is not undone if another owner may know its token. So it must not stand in the way for long.
    pub(super) fn is_provisional(&self, token: &Token) -> bool {
        token.is_known_elsewhere() && self.server.capabilities().is_quorum
    }

    /// For how long to sleep after such an attempt. The next one would prolong what this one has taken on a minority; two waiters
    /// that never slept for so long would keep the lock from each other.
    pub(super) fn pause_of_provisional(&self, token: &Token) -> Option<Duration> {
        let pause = self.provisional.mul_f64(1.0 + random_fraction());
        self.is_provisional(token).then_some(pause)
    }

    /// For how long an attempt takes the lock.
    pub(super) fn ttl_of_attempt(&self, token: &Token) -> Duration {
        match self.is_provisional(token) {
            true => self.ttl.min(self.provisional),
            false => self.ttl,
        }
    }

    /// Has the lease that a majority has granted for a moment last for the whole ttl. If the servers are so far away that the moment
    /// may have passed by then, the attempt is made once more, with a moment that is long enough. Else some of them would be given
    /// the whole ttl, and no majority.
    pub(super) fn confirm(
        &mut self,
        token: &Token,
        first_send: Moment,
        mut answer: Answer,
    ) -> Result<Answer, Fault> {
        if !self.is_provisional(token) {
            return Ok(answer);
        }
        let passed = Moment::now().saturating_duration_since(first_send);
        let has_passed = match answer {
            Answer::Taken(_) => 2 * passed > self.provisional, // by the time at which the next command comes
            Answer::Held(_) => passed >= self.provisional,     // while a fencing token was written
            _ => false,
        };
        if has_passed {
            self.provisional = passed * 4;
            answer = self.claim(token)?;
        }
        self.extend_to_ttl(token, answer)
    }

    fn extend_to_ttl(&mut self, token: &Token, answer: Answer) -> Result<Answer, Fault> {
        if !matches!(answer, Answer::Taken(_)) {
            return Ok(answer);
        }
        let (keys, times) = ([&*self.key], [self.ttl]);
        let refresh = Command::new(Act::Refresh, &keys, token.as_bytes(), &times)
            .of(self.primitive)
            .known_elsewhere(true);
        Ok(match self.server.perform(&refresh)? {
            Answer::Done => answer,
            _ => Answer::Held(None),
        })
    }
}
