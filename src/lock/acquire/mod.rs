//! Taking the lock: attempts, each safe against a lost reply, until it is ours or the time is up. In between it waits in
//! the queue, or sleeps where that is not to be had. In reading order:
//!
//! - This file: from the first attempt to the end of the wait.
//! - `attempt`: one attempt.
//! - `backoff`: how long to sleep where there is no queue.
//! - `fairness`: who lets whom go first.

pub(crate) mod attempt;
pub(crate) mod backoff;
pub(crate) mod fairness;

use std::{
    mem,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use crate::{
    claim::{
        lease::{State, Terms},
        token::Token,
    },
    lock::{
        Lock,
        acquire::{attempt::Attempt, backoff::Backoff},
        queue::{Queue, Waited},
    },
    os::{clock::Moment, fork::Process, interrupt},
    renewal::thread,
    server::{Server, error::Fault},
    stats::{COUNTERS, WAITS},
};

/// A server that cannot be reached for so long does not come back during this wait. One that says that it is loading its
/// data is given all the time there is.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long and how to wait.
pub struct Waiting<'a> {
    /// From the call on; `Duration::MAX` is for ever.
    pub limit: Duration,
    /// The longest sleep between two attempts.
    pub retry_interval: Duration,
    /// Sleeps, and serves interrupts meanwhile; Break when the wait must end.
    pub pause: &'a mut dyn FnMut(Duration) -> ControlFlow<()>,
}

/// A pause that nothing interrupts.
pub fn uninterrupted(mut sleep: impl FnMut(Duration)) -> impl FnMut(Duration) -> ControlFlow<()> {
    move |duration| {
        sleep(duration);
        ControlFlow::Continue(())
    }
}

impl<S: Server> Lock<S> {
    /// One attempt, no waiting. On a lock that is held already it renews the lease.
    pub fn try_acquire(&mut self) -> Result<bool, Fault> {
        self.acquire(Waiting {
            limit: Duration::ZERO,
            retry_interval: Duration::ZERO,
            pause: &mut uninterrupted(|_| ()),
        })
    }

    /// Attempts, sleeps and attempts again until the lock is ours; false when the time is up.
    pub fn acquire(&mut self, mut waiting: Waiting) -> Result<bool, Fault> {
        let start = Instant::now();
        let deadline = start.checked_add(waiting.limit);
        self.is_courteous = fairness::is_due(&self.key, Moment::now()) && !waiting.limit.is_zero();
        let mut result = self.acquire_until(deadline, &mut waiting);
        while let Err(Fault::Forked) = result {
            // A handler forked, and this is the child: it begins anew, unless that handler has ended it.
            result = match interrupt::must_stop() {
                true => Err(Fault::Interrupted),
                false => self.acquire_until(deadline, &mut waiting),
            };
        }
        self.waited = start.elapsed();
        COUNTERS
            .wait_nanoseconds
            .add(self.waited.as_nanos().try_into().unwrap_or(u64::MAX));
        result
    }

    fn acquire_until(
        &mut self,
        deadline: Option<Instant>,
        waiting: &mut Waiting,
    ) -> Result<bool, Fault> {
        let mut queue = None;
        self.has_queued = false;
        self.shortfall = None;
        let result = self.try_until(deadline, waiting, &mut queue);
        if self.has_queued && self.is_courteous {
            COUNTERS.contended.add(1);
        }
        let queue = queue.filter(|_| self.process == Process::current());
        if let Some(queue) = &queue
            && result.is_err()
            && queue.is_in_doubt()
        {
            self.abandon(queue.token().clone());
        }
        if let Err(Fault::Interrupted | Fault::NotToBeAcknowledged(_)) = result {
            let _ = self.sweep(); // if not now, then at the next contact
        }
        let Some(queue) = queue else {
            return result;
        };
        match result {
            Ok(_) | Err(Fault::Refused(_) | Fault::Interrupted | Fault::NotToBeAcknowledged(_)) => {
                self.leave(queue);
            }
            Err(_) => {} // a server that does not answer is not asked once more
        }
        result
    }

    fn try_until(
        &mut self,
        deadline: Option<Instant>,
        waiting: &mut Waiting,
        queue: &mut Option<Queue<S::Watch>>,
    ) -> Result<bool, Fault> {
        self.disown();
        if self.keeping.is_some() {
            thread::start().map_err(Fault::NoThread)?; // rather no lock than one that is not kept
        }
        let mut backoff = Backoff::new(waiting.retry_interval);
        while let Some(fault) = match self.go_on() {
            Ok(true) => return Ok(true),
            Ok(false) => None,
            Err(fault) => Some(fault),
        } {
            // The lock is as it was left, and another server will soon know of it.
            let left = time_left(deadline);
            if !self.server.fails_over() || left.is_zero() {
                return Err(fault);
            }
            self.bear(fault)?;
            if (waiting.pause)(backoff.next(left, None)).is_break() {
                return Err(Fault::Interrupted);
            }
        }
        let swept = self.sweep();
        if interrupt::must_stop() {
            return Err(Fault::Interrupted);
        }
        let mut token = Token::draw();
        let first = swept.and_then(|()| match self.is_courteous {
            true => Ok(Attempt::Held(None)),
            false => self.attempt(&mut token, Self::set_if_free),
        });
        let mut attempt = match first {
            // A server that cannot be reached is an error at once, unless another one is going to take its place.
            Err(fault) if fault.was_said() || self.server.fails_over() => self.bear(fault)?,
            first => first?,
        };
        if matches!(attempt, Attempt::Held(_)) && !self.is_courteous {
            COUNTERS.contended.add(1);
        }
        let (mut has_slept, mut away_since) = (false, None);
        // Who goes to the queue first has not seen yet that the server can be reached.
        let mut is_new = self.is_courteous;
        loop {
            if let Attempt::Taken(..) = attempt
                && let Some(queue) = queue.take()
            {
                self.leave(queue);
                if self.process != Process::current() {
                    return Err(Fault::Forked); // in a handler, and the lock is the parent's
                }
                if let Attempt::Taken(lease, _) = attempt
                    && !lease.is_valid(Moment::now())
                {
                    attempt = Attempt::Worthless; // that took time, too
                }
            }
            // What was worth nothing just now would be so again, if nobody slept.
            let may_queue = !matches!(attempt, Attempt::Unanswered(_) | Attempt::Worthless);
            if !matches!(attempt, Attempt::Unanswered(_)) {
                away_since = None;
            }
            let holders_lease = match attempt {
                Attempt::Taken(..) if interrupt::must_stop() => {
                    self.abandon(token);
                    self.sweep()?;
                    return Err(Fault::Interrupted);
                }
                Attempt::Taken(lease, fence) => {
                    self.token = Some(token); // a new one: what was sent with another changes nothing of its lease
                    self.terms = Terms::new(self.ttl);
                    self.fence = fence;
                    self.renew_until = self
                        .keeping
                        .as_ref()
                        .and_then(|keeping| Moment::now().checked_add(keeping.max_hold));
                    self.set_state(State::Held(lease));
                    COUNTERS.acquired.add(1);
                    return Ok(true);
                }
                Attempt::Held(holders_lease) => {
                    self.shortfall = None;
                    holders_lease
                }
                Attempt::Worthless => {
                    // What is left on the server is nobody's, and its token not one to go on with.
                    self.abandon(mem::replace(&mut token, Token::draw()));
                    if let Err(fault) = self.sweep() {
                        attempt = self.bear(fault)?;
                        continue;
                    }
                    None
                }
                Attempt::Unanswered(fault) => {
                    let away_since = *away_since.get_or_insert_with(Instant::now);
                    let is_gone = !fault.was_said()
                        && !self.server.fails_over()
                        && away_since.elapsed() > PATIENCE;
                    if is_gone || time_left(deadline).is_zero() {
                        return Err(fault);
                    }
                    None
                }
            };
            let time_left = time_left(deadline);
            if time_left.is_zero() {
                return Ok(false);
            }
            if may_queue {
                match self.wait_in_queue(queue, &token, deadline) {
                    Err(fault) if self.server.fails_over() && fault.is_timeout() => {
                        if queue.take().is_some_and(|queue| queue.is_in_doubt()) {
                            self.abandon(mem::replace(&mut token, Token::draw()));
                        }
                        attempt = Attempt::Unanswered(fault);
                        continue;
                    }
                    waited => match waited? {
                        Waited::Decided(decided) => {
                            is_new = false;
                            attempt = decided;
                            continue;
                        }
                        Waited::TimeIsUp => {
                            attempt = self.try_again(&mut token)?;
                            continue;
                        }
                        Waited::Unable => {}
                    },
                }
            }
            let mut sleep = backoff.next(time_left, holders_lease);
            if !mem::replace(&mut has_slept, true) {
                WAITS.asleep.add(1);
                if self.is_courteous {
                    sleep = sleep.max(fairness::AT_ONCE).min(time_left); // those in the queue have to be woken
                }
            }
            if (waiting.pause)(sleep).is_break() {
                return Err(Fault::Interrupted);
            }
            if self.disown() {
                token = Token::draw(); // a signal handler forked, and the other one is the parent's
                *queue = None;
            }
            attempt = self.try_again(&mut token)?;
            if mem::take(&mut is_new)
                && !self.has_queued
                && let Attempt::Unanswered(fault) = attempt
            {
                match fault.was_said() || self.server.fails_over() {
                    true => attempt = Attempt::Unanswered(fault),
                    false => return Err(fault),
                }
            }
        }
    }

    /// Makes an end of a release that had no answer, and goes on with a lock that is held; false if there is none.
    fn go_on(&mut self) -> Result<bool, Fault> {
        if let State::Releasing { .. } = self.state() {
            self.release()?;
        }
        self.refresh(self.ttl)
    }

    /// An attempt in the course of a wait, which goes on if the server is away for a moment.
    fn try_again(&mut self, token: &mut Token) -> Result<Attempt, Fault> {
        let outcome = self.sweep().and_then(|()| self.attempt(token, Self::claim));
        outcome.or_else(|fault| self.bear(fault))
    }

    /// A failure that may be over soon does not end a wait.
    fn bear(&self, fault: Fault) -> Result<Attempt, Fault> {
        match fault.may_pass() || self.server.fails_over() && fault.is_timeout() {
            true => Ok(Attempt::Unanswered(fault)),
            false => Err(fault),
        }
    }
}

fn time_left(deadline: Option<Instant>) -> Duration {
    match deadline {
        Some(deadline) => deadline.saturating_duration_since(Instant::now()),
        None => Duration::MAX,
    }
}
