//! A waiter for a lock: its attempts and what follows from each, until it succeeds or gives up.

use std::{
    mem,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use crate::claim::history::CountedWait;
use crate::claim::lease::Lease;
use crate::claim::token::Token;
use crate::command::answer::Answer;
use crate::command::lock_kind::LockKind;
use crate::lock::acquire::attempt::{Acquisition, Attempt, TokenChange};
use crate::lock::queue::{Queue, Waited};
use crate::lock::{Lock, acquire::backoff::Backoff, acquire::fairness};
use crate::os::clock::{BootInstant, Deadline};
use crate::os::{fork::Process, interrupt};
use crate::server::{Backend, error::Fault};
use crate::stats::WAITS;

/// A wait ends with an error after the server could not be reached for this time. A server that
/// answers with an error, such as LOADING, does not end the wait.
const LONGEST_ABSENCE: Duration = Duration::from_secs(10);

/// How long a call waits, and how it sleeps.
pub struct Waiting<'a> {
    /// The moment of the call.
    pub since: Instant,
    /// The time from then on; `Duration::MAX` is for ever.
    pub limit: Duration,
    /// The longest sleep between two attempts.
    pub retry_interval: Duration,
    /// Sleeps, and serves interrupts meanwhile. Returns Break when the wait must end.
    pub pause: &'a mut dyn FnMut(Duration) -> ControlFlow<()>,
}

/// Returns a pause that nothing interrupts.
pub fn uninterrupted(mut sleep: impl FnMut(Duration)) -> impl FnMut(Duration) -> ControlFlow<()> {
    move |duration| {
        sleep(duration);
        ControlFlow::Continue(())
    }
}

/// A client that waits for a lock.
pub struct Waiter<'l, 'w, 'p, S: Backend> {
    pub acquisition: Acquisition<'l, S>,
    pub waiting: &'w mut Waiting<'p>,
    pub deadline: Deadline,
    pub queue: &'w mut Option<Queue>,
    pub backoff: Backoff,
    pub has_slept: bool,
    /// The moment since which the server has not answered.
    pub away_since: Option<Instant>,
    /// True if the waiter yielded to the queue, and has not reached the server yet.
    pub is_new: bool,
    /// Counts the wait, once it has begun.
    pub counted: Option<CountedWait>,
}

impl<S: Backend> Waiter<'_, '_, '_, S> {
    pub fn run(mut self, cleaned: Result<(), Fault>) -> Result<bool, Fault> {
        let mut attempt = self.first_attempt(cleaned)?;
        loop {
            attempt = self.leave_queue_with(attempt)?;
            if !matches!(attempt, Attempt::Unanswered(_)) {
                self.away_since = None;
            }
            // After any other outcome the waiter sleeps, because an immediate retry would get the
            // same answer.
            let may_queue = matches!(attempt, Attempt::Held(_));
            let holders_lease = match attempt {
                Attempt::Taken(lease, fence) => return self.take(lease, fence),
                Attempt::Held(holders_lease) | Attempt::Shared(holders_lease) => {
                    self.acquisition.lock.shortfall = None;
                    if !self.is_new {
                        self.acquisition.lock.note_contention();
                    }
                    holders_lease
                }
                Attempt::ExpiredInFlight => {
                    self.acquisition.replace_token(TokenChange::Orphaned);
                    if let Err(fault) = self.acquisition.lock.clean_up() {
                        attempt = self.acquisition.lock.retry_if_transient(fault)?;
                        continue;
                    }
                    self.acquisition.lock.suspect_after_shortfall();
                    None
                }
                Attempt::Unanswered(fault) => {
                    self.give_up_if_gone(fault)?;
                    None
                }
            };
            if self.deadline.time_left().is_zero() {
                return Ok(false);
            }
            self.counted.get_or_insert_with(CountedWait::begin);
            if may_queue && let Some(decided) = self.wait_in_queue()? {
                attempt = decided;
                continue;
            }
            let time_left = self.deadline.time_left();
            if time_left.is_zero() {
                return Ok(false); // the watch connection has taken a time-out
            }
            attempt = self.sleep_and_try(time_left, holders_lease)?;
        }
    }

    fn first_attempt(&mut self, cleaned: Result<(), Fault>) -> Result<Attempt, Fault> {
        let first = cleaned.and_then(|()| match self.acquisition.lock.lets_others_go_first {
            true => self.acquisition.yield_to_queue(),
            false => self.acquisition.attempt(Lock::set_if_free),
        });
        match first {
            // An unreachable server is an error at once, unless another server will replace it.
            Err(fault)
                if fault.was_said() || self.acquisition.lock.server.capabilities().fails_over =>
            {
                self.acquisition.lock.retry_if_transient(fault)
            }
            first => first,
        }
    }

    /// Leaves the queue if the attempt took the lock. Meanwhile signal handlers and other fibers
    /// run, so it checks again whether the lock is ours.
    fn leave_queue_with(&mut self, attempt: Attempt) -> Result<Attempt, Fault> {
        if let Attempt::Taken(lease, _) = attempt
            && let Some(queue) = self.queue.take()
        {
            let left_at = BootInstant::now();
            let Acquisition { lock, token, .. } = &mut self.acquisition;
            lock.leave_queue(queue, true);
            if lock.process != Process::current() {
                return Err(Fault::Forked); // by a signal handler; the lock is the parent's
            }
            if !lock.is_still_ours(token, left_at, lease)? {
                return Ok(Attempt::ExpiredInFlight);
            }
        }
        Ok(attempt)
    }

    /// Makes the lock ours, unless an interrupt has ended the wait.
    fn take(self, lease: Lease, fence: Option<i64>) -> Result<bool, Fault> {
        let mut acquisition = self.acquisition;
        if interrupt::must_stop() {
            if acquisition.lock.kind == LockKind::Multi {
                // By one command, because there is no time for a reply for each key.
                acquisition.lock.undo_all(&acquisition.token);
            }
            acquisition.replace_token(TokenChange::Orphaned);
            acquisition.lock.clean_up()?;
            return Err(Fault::Interrupted);
        }
        acquisition.hold(lease, fence);
        Ok(true)
    }

    /// Returns an error once the server has been away for too long, or the time is up.
    fn give_up_if_gone(&mut self, fault: Fault) -> Result<(), Fault> {
        let away_since = *self.away_since.get_or_insert_with(Instant::now);
        let is_gone = !fault.was_said()
            && !self.acquisition.lock.server.capabilities().fails_over
            && away_since.elapsed() > LONGEST_ABSENCE;
        match is_gone || self.deadline.time_left().is_zero() {
            true => Err(fault),
            false => Ok(()),
        }
    }

    /// Waits in the queue. None: that is not possible now.
    fn wait_in_queue(&mut self) -> Result<Option<Attempt>, Fault> {
        let Acquisition { lock, token, .. } = &mut self.acquisition;
        let is_quorum = lock.server.capabilities().is_quorum;
        let retry_interval = self.waiting.retry_interval;
        let waited = lock.wait_in_queue(self.queue, token, self.deadline, retry_interval);
        let is_indeterminate =
            |queue: &Queue| queue.is_indeterminate() && *queue.token() == self.acquisition.token;
        if !matches!(waited, Err(Fault::Forked))
            && self.queue.as_ref().is_some_and(is_indeterminate)
        {
            self.acquisition.replace_token(TokenChange::MaybeOrphaned);
        }
        match waited {
            Err(fault)
                if fault.is_timeout() && self.acquisition.lock.server.capabilities().fails_over =>
            {
                if let Some(server) = self.acquisition.lock.server.queue_server() {
                    server.suspect(&fault);
                }
                *self.queue = None;
                Ok(Some(Attempt::Unanswered(fault)))
            }
            waited => match waited? {
                Waited::Decided(decided) => {
                    self.is_new = false;
                    Ok(Some(decided))
                }
                Waited::Turn => {
                    self.is_new = false;
                    self.ask_quorum().map(Some)
                }
                Waited::TimeIsUp => self.try_again(Lock::claim).map(Some),
                // The queue's server did not answer, but it has one vote only.
                Waited::Unable if is_quorum && self.deadline.time_left().is_zero() => {
                    self.try_again(Lock::claim).map(Some)
                }
                Waited::Unable => Ok(None),
            },
        }
    }

    fn sleep_and_try(
        &mut self,
        time_left: Duration,
        holders_lease: Option<Duration>,
    ) -> Result<Attempt, Fault> {
        let mut sleep = self.backoff.next(time_left, holders_lease);
        let Acquisition { lock, token, .. } = &self.acquisition;
        if let Some(pause) = lock.pause_of_provisional(token) {
            sleep = sleep.max(pause).min(time_left);
        }
        if !mem::replace(&mut self.has_slept, true) {
            WAITS.asleep.add(1);
            if self.acquisition.lock.lets_others_go_first {
                // The waiters in the queue need time to be woken.
                sleep = sleep.max(fairness::AT_ONCE).min(time_left);
            }
        }
        if (self.waiting.pause)(sleep).is_break() {
            return Err(Fault::Interrupted);
        }
        if self.acquisition.lock.disown() {
            self.acquisition.replace_token(TokenChange::Forked);
            *self.queue = None;
        }
        let attempt = self.try_again(Lock::claim)?;
        if mem::take(&mut self.is_new)
            && !self.acquisition.lock.has_queued
            && let Attempt::Unanswered(fault) = attempt
        {
            let fails_over = self.acquisition.lock.server.capabilities().fails_over;
            return match fault.was_said() || fails_over {
                true => Ok(Attempt::Unanswered(fault)),
                false => Err(fault),
            };
        }
        Ok(attempt)
    }

    /// Makes the attempt of a queued waiter on a quorum, when its turn has come. If the caller
    /// supplied the token, the quorum may already hold it.
    fn ask_quorum(&mut self) -> Result<Attempt, Fault> {
        let Acquisition { lock, token, .. } = &self.acquisition;
        if !token.is_known_elsewhere() {
            return self.try_again(Lock::set_if_free);
        }
        let pause = lock.pause_of_provisional(token);
        let attempt = self.try_again(Lock::claim)?;
        if let (Attempt::Held(_), Some(pause)) = (&attempt, pause) {
            let pause = pause.min(self.deadline.time_left());
            if (self.waiting.pause)(pause).is_break() {
                return Err(Fault::Interrupted);
            }
        }
        Ok(attempt)
    }

    /// Makes an attempt during a wait, which goes on if the server is away for a moment.
    fn try_again(
        &mut self,
        send: fn(&mut Lock<S>, &Token) -> Result<Answer, Fault>,
    ) -> Result<Attempt, Fault> {
        let cleaned = self.acquisition.lock.clean_up();
        let outcome = cleaned.and_then(|()| self.acquisition.attempt(send));
        outcome.or_else(|fault| self.acquisition.lock.retry_if_transient(fault))
    }
}

impl<S: Backend> Lock<S> {
    /// Returns an unanswered attempt if the failure may be over soon, so that the wait goes on.
    pub(in crate::lock) fn retry_if_transient(&self, fault: Fault) -> Result<Attempt, Fault> {
        let fails_over = self.server.capabilities().fails_over;
        match fault.may_pass() || fails_over && fault.is_timeout() {
            true => Ok(Attempt::Unanswered(fault)),
            false => Err(fault),
        }
    }
}
