//! Taking the lock: attempts, each safe against a lost reply, until the lock is ours or the time is
//! up. Between attempts a waiter queues, or sleeps if it cannot queue. In reading order:
//!
//! - This file: how an acquisition begins and ends.
//! - `waiter`: attempts, and what follows from each.
//! - `attempt`: one attempt.
//! - `share`: an attempt for a share, or for permits.
//! - `change`: a share becomes the lock, or the lock a share.
//! - `provisional`: on a quorum, a short lease until a majority has granted the lock.
//! - `backoff`: how long a waiter sleeps if it cannot queue.
//! - `fairness`: when an acquisition yields to waiters.

pub(crate) mod attempt;
pub(crate) mod backoff;
mod change;
pub(crate) mod fairness;
mod provisional;
mod share;
pub(crate) mod waiter;

#[cfg(test)]
pub(super) use provisional::PROVISIONAL;

use std::time::{Duration, Instant};

use crate::claim::lease::State;
use crate::lock::acquire::waiter::{Waiter, Waiting, uninterrupted};
use crate::lock::queue::{Queue, leave::unless_timed_out};
use crate::lock::{Lock, acquire::attempt::Acquisition, acquire::backoff::Backoff};
use crate::os::clock::{BootInstant, Deadline};
use crate::os::{fork::Process, interrupt};
use crate::renewal::thread;
use crate::server::{Backend, error::Fault};
use crate::stats::COUNTERS;

/// Counts the time of an acquisition.
pub(in crate::lock) fn note_waited(waited: Duration) {
    let nanoseconds = waited.as_nanos().try_into().unwrap_or(u64::MAX);
    COUNTERS.wait_nanoseconds.add(nanoseconds);
}

impl<S: Backend> Lock<S> {
    /// If the server had too few replicas, suspects it: another server may have replaced it.
    fn suspect_after_shortfall(&mut self) {
        if let (Some(fault), Some(server)) = (&self.shortfall, self.server.queue_server()) {
            server.suspect(fault);
        }
    }

    /// Makes one attempt, without waiting. If the lock is held already, renews its lease.
    pub fn try_acquire(&mut self) -> Result<bool, Fault> {
        self.acquire(Waiting {
            since: Instant::now(),
            limit: Duration::ZERO,
            retry_interval: Duration::ZERO,
            pause: &mut uninterrupted(|_| ()),
        })
    }

    /// Attempts and sleeps until the lock is ours. Returns false if another owner has it when the
    /// time is up. Returns an error if the last attempt got no answer.
    pub fn acquire(&mut self, mut waiting: Waiting) -> Result<bool, Fault> {
        let deadline = Deadline::after(waiting.since, waiting.limit);
        self.can_wait = !waiting.limit.is_zero();
        // An attempt for a share yields to waiters anyway.
        self.lets_others_go_first = self.kind.is_exclusive()
            && fairness::begin_acquisition(&self.key, BootInstant::now())
            && self.can_wait;
        let mut result = self.acquire_until(deadline, &mut waiting);
        while let Err(Fault::Forked) = result {
            // A handler forked, and this is the child: it begins anew, unless it was told to stop.
            result = match interrupt::must_stop() {
                true => Err(Fault::Interrupted),
                false => self.acquire_until(deadline, &mut waiting),
            };
        }
        self.waited = waiting.since.elapsed();
        if !self.is_part {
            note_waited(self.waited);
        }
        result
    }

    fn acquire_until(&mut self, deadline: Deadline, waiting: &mut Waiting) -> Result<bool, Fault> {
        let mut queue = None;
        self.has_queued = false;
        self.shortfall = None;
        let result = self.try_until(deadline, waiting, &mut queue);
        let queue = queue.filter(|_| self.process == Process::current());
        if let Err(Fault::Interrupted | Fault::NotToBeAcknowledged(_)) = result {
            let cleaned = self.clean_up(); // if not now, then at the next contact
            if unless_timed_out(cleaned).is_err() {
                return result;
            }
        }
        let Some(queue) = queue else {
            return result;
        };
        match result {
            Ok(_) | Err(Fault::Refused(_) | Fault::Interrupted | Fault::NotToBeAcknowledged(_)) => {
                self.leave_queue(queue, false);
            }
            Err(_) => {} // a server that does not answer is not asked once more
        }
        result
    }

    fn try_until(
        &mut self,
        deadline: Deadline,
        waiting: &mut Waiting,
        queue: &mut Option<Queue>,
    ) -> Result<bool, Fault> {
        self.disown();
        if self.renewal_options.is_some() {
            match thread::start() {
                Err(error) if !self.is_only_told() => return Err(Fault::NoThread(error)), // no lease could be kept
                _ => {}
            }
        }
        let mut backoff = Backoff::new(waiting.retry_interval);
        if let Some(is_held) = self.go_on_when_possible(deadline, waiting, &mut backoff)? {
            return Ok(is_held);
        }
        let mut waited = interrupt::waited();
        if self.lets_others_go_first {
            let began = Instant::now();
            // If the release of its own lock was refused, it would wait for itself.
            self.server.await_pending();
            // If a pending reply did not come, the server has had its time-out already.
            waited = waited.max(began.elapsed());
        }
        let waited = interrupt::resume_wait(waited);
        let cleaned = self.clean_up();
        drop(waited);
        if interrupt::must_stop() {
            return Err(Fault::Interrupted);
        }
        if let Some(supplied) = self.ownership.supplied() {
            self.refuse_indeterminate(supplied)?;
        }
        self.history.begin();
        let is_new = self.lets_others_go_first;
        let waiter = Waiter {
            acquisition: Acquisition::new(self),
            waiting,
            deadline,
            queue,
            backoff,
            has_slept: false,
            away_since: None,
            is_new,
            counted: None,
        };
        waiter.run(cleaned)
    }

    /// Starts the lease of a lock that is held anew. None: an attempt has to follow. During a
    /// failover, retries until the deadline. If the reply took longer than the lease, repeats the
    /// command.
    fn go_on_when_possible(
        &mut self,
        deadline: Deadline,
        waiting: &mut Waiting,
        backoff: &mut Backoff,
    ) -> Result<Option<bool>, Fault> {
        loop {
            let went_on = self.go_on();
            let left = deadline.time_left();
            match went_on {
                Ok(Some(false)) if !left.is_zero() => {}
                Err(fault) if self.server.capabilities().fails_over && !left.is_zero() => {
                    self.retry_if_transient(fault)?;
                }
                went_on => return went_on,
            }
            if (waiting.pause)(backoff.next(left, None)).is_break() {
                return Err(Fault::Interrupted);
            }
        }
    }

    /// Returns whether only an attempt can go on with a claim that was taken over. It accepts our
    /// own token, draws the fencing token and awaits replicas.
    pub(in crate::lock) fn needs_attempt(&self) -> bool {
        let demands_more = self.fence_key.is_some() || self.demanded_replicas.is_some();
        self.ownership.is_restored() && demands_more
    }

    /// Completes a release that had no reply, and starts the lease of a lock that is held anew.
    /// None: an attempt has to follow. `Some(false)`: the reply came after the lease had ended.
    fn go_on(&mut self) -> Result<Option<bool>, Fault> {
        if let State::Releasing { .. } = self.state() {
            self.release()?;
        }
        if self.needs_attempt() {
            return Ok(None);
        }
        if self.may_downgrade() {
            return Ok(None); // an attempt finds out whether the claim is a share or the lock
        }
        // A claim that was taken over keeps a longer lease, because another object may count on it.
        // Also, while a server of a quorum has not answered a shorter one, this object would refuse
        // the token for a minute.
        let may_shorten = !self.ownership.is_restored();
        let is_held = self.start_anew(self.ttl, may_shorten)?;
        Ok(matches!(self.state, State::Held(_)).then_some(is_held))
    }
}
