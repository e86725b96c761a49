//! Taking the lock: attempts, each safe against a lost reply, until it is ours or the time is up.

use std::{
    mem,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use redis::{Cmd, Value};

use super::{Lease, Lock, State, Token, fence, scripts, thread, twice, wait::Backoff};
use crate::{
    server::{Fault, Server, interrupt},
    stats::COUNTERS,
};

/// How an attempt ended when it did not fail.
enum Attempt {
    /// With its fencing token, if it is fenced.
    Taken(Lease, Option<i64>),
    /// By somebody else, for so long if that is known.
    Held(Option<Duration>),
    /// By us, but the reply took longer than the lease.
    TooLate,
}

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
        self.disown();
        if self.keeping.is_some() {
            thread::start().map_err(Fault::NoThread)?; // rather no lock than one that is not kept
        }
        if let State::Releasing { .. } = self.state() {
            self.release()?;
        }
        if self.refresh(self.ttl)? {
            return Ok(true);
        }
        self.sweep()?;
        if interrupt::must_stop() {
            return Err(Fault::Interrupted);
        }
        let mut token = Token::draw();
        let mut backoff = Backoff::new(waiting.retry_interval);
        let mut attempt = self.attempt(&token, Self::set_if_free)?;
        if matches!(attempt, Attempt::Held(_)) {
            COUNTERS.contended.add(1);
        }
        loop {
            let holders_lease = match attempt {
                Attempt::Taken(..) if interrupt::must_stop() => {
                    self.abandon(token);
                    self.sweep()?;
                    return Err(Fault::Interrupted);
                }
                Attempt::Taken(lease, fence) => {
                    self.token = Some(token);
                    self.fence = fence;
                    self.renew_until = self
                        .keeping
                        .as_ref()
                        .and_then(|keeping| Instant::now().checked_add(keeping.max_hold));
                    self.set_state(State::Held(lease));
                    COUNTERS.acquired.add(1);
                    return Ok(true);
                }
                Attempt::Held(holders_lease) => holders_lease,
                Attempt::TooLate => {
                    // What is left on the server is nobody's, and its token not one to go on with.
                    self.abandon(mem::replace(&mut token, Token::draw()));
                    self.sweep()?;
                    None
                }
            };
            let time_left = match deadline {
                Some(deadline) => deadline.saturating_duration_since(Instant::now()),
                None => Duration::MAX,
            };
            if time_left.is_zero() {
                return Ok(false);
            }
            if (waiting.pause)(backoff.next(time_left, holders_lease)).is_break() {
                return Err(Fault::Interrupted);
            }
            if self.disown() {
                token = Token::draw(); // a signal handler forked, and the other one is the parent's
            }
            attempt = self.attempt(&token, Self::claim)?;
        }
    }

    /// One attempt. If its reply is lost with the connection, it is made once more in a way that finds out.
    fn attempt(
        &mut self,
        token: &Token,
        send: fn(&mut Self, &Token) -> Result<Value, Fault>,
    ) -> Result<Attempt, Fault> {
        COUNTERS.attempts.add(1);
        let first_send = Instant::now();
        let mut send = send;
        let (answer, repeated) = twice(|| mem::replace(&mut send, Self::claim)(self, token));
        let fault = match answer {
            Ok(Value::Okay) => return Ok(self.taken(first_send, None)),
            Ok(Value::Array(reply)) if let [Value::Int(fence)] = reply[..] => {
                return Ok(self.taken(first_send, Some(fence)));
            }
            Ok(Value::Nil) => return Ok(Attempt::Held(None)),
            Ok(Value::Int(milliseconds)) => {
                let lease = u64::try_from(milliseconds).ok();
                return Ok(Attempt::Held(lease.map(Duration::from_millis)));
            }
            Ok(other) => Fault::unexpected(&other),
            Err(Fault::Forked) => return Err(Fault::Forked), // the token is the parent's
            Err(fault) => fault,
        };
        if repeated || fault.may_have_been_executed() {
            self.abandon(token.clone());
        }
        Err(fault)
    }

    fn taken(&self, first_send: Instant, fence: Option<i64>) -> Attempt {
        let lease = Lease::new(first_send, self.ttl);
        if lease.is_valid(Instant::now()) {
            Attempt::Taken(lease, fence)
        } else {
            Attempt::TooLate
        }
    }

    /// The plain command that every Redis lock uses.
    fn set_if_free(&mut self, token: &Token) -> Result<Value, Fault> {
        if self.fence_key.is_some() {
            return self.claim(token);
        }
        let mut command = Cmd::with_capacity(6, 64 + self.key.len());
        command
            .arg("SET")
            .arg(&*self.key)
            .arg(token)
            .arg("NX")
            .arg("PX")
            .arg(milliseconds(self.ttl));
        self.server.ask(&command)
    }

    /// The same by a script that accepts our own token and otherwise tells how long the holder's lease is.
    fn claim(&mut self, token: &Token) -> Result<Value, Fault> {
        match &self.fence_key {
            None => scripts::CLAIM.run(&mut self.server, &[&self.key], token, &[self.ttl]),
            Some(fence_key) => scripts::FENCED.run(
                &mut self.server,
                &[&self.key, fence_key],
                token,
                &[self.ttl, fence::LIFE],
            ),
        }
    }
}

pub(super) fn milliseconds(ttl: Duration) -> u64 {
    ttl.as_millis().try_into().unwrap_or(u64::MAX)
}
