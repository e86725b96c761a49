//! The lock: one key, one claim on it. Commands go to a [`Server`]; nothing here knows sockets or PHP.
//!
//! This file keeps what was taken and gives it back. `acquire` takes it, `wait` says how long to sleep between two
//! attempts, `scripts` holds what happens on the server, `orphan` cleans up after replies that never came.

mod acquire;
mod fence;
mod lease;
mod orphan;
mod renew;
mod schedule;
mod scripts;
#[cfg(test)]
mod tests;
mod token;
mod wait;

use std::time::{Duration, Instant};

use redis::{Cmd, Value};

pub use acquire::{Waiting, uninterrupted};
pub use lease::{Lease, State};
pub use renew::{Keeping, end as end_renewal};
pub use token::Token;

use renew::Renewal;

use crate::{
    server::{Fault, Process, Server},
    stats::COUNTERS,
};

/// A lock on one key of one server. Dropping it releases it.
pub struct Lock<S: Server> {
    server: S,
    key: Box<[u8]>,
    ttl: Duration,
    /// Of the current or last acquisition.
    token: Option<Token>,
    /// Where the counter of fencing tokens is, if one is drawn with every acquisition.
    fence_key: Option<Vec<u8>>,
    fence: Option<i64>,
    /// How leases are kept, if they are.
    keeping: Option<Keeping>,
    /// The lease in the background thread's care.
    renewal: Option<Renewal>,
    state: State,
    /// Where the state was reached. In a forked child the parent's claim is not the child's.
    process: Process,
    waited: Duration,
}

impl<S: Server> Lock<S> {
    /// A lock that is free as far as this process knows. Sends nothing. `ttl` counts in whole milliseconds.
    pub fn new(server: S, key: &[u8], ttl: Duration) -> Lock<S> {
        Lock {
            server,
            key: key.into(),
            ttl,
            token: None,
            fence_key: None,
            fence: None,
            keeping: None,
            renewal: None,
            state: State::Free,
            process: Process::current(),
            waited: Duration::ZERO,
        }
    }

    /// Has every lease kept by the background thread from now on.
    pub fn keep(&mut self, keeping: Keeping) {
        self.keeping = Some(keeping);
    }

    /// What this process knows of its claim.
    pub fn state(&self) -> State {
        match (self.state, &self.renewal) {
            _ if !self.is_our_process() => State::Free,
            (State::Held(_), Some(renewal)) => renewal.claim().state(),
            (state, _) => state,
        }
    }

    /// A new state; a lease that begins is given into care, one that ends is taken back.
    fn set_state(&mut self, state: State) {
        self.renewal = None;
        self.state = state;
        self.process = Process::current();
        if let (State::Held(lease), Some(keeping), Some(token)) =
            (state, &self.keeping, &self.token)
        {
            // Without a thread the lease is one that nobody renews: it ends, and is found to have ended.
            self.renewal = renew::keep(keeping, &self.key, token, self.ttl, lease).ok();
        }
    }

    /// Takes the lease out of care, so that no renewal crosses what is sent next.
    fn take_back(&mut self) {
        self.state = self.state();
        self.renewal = None;
    }

    fn is_our_process(&self) -> bool {
        self.process == Process::current()
    }

    /// Draws a fencing token with every acquisition from now on.
    pub fn draw_fences(&mut self) {
        self.fence_key = Some(fence::key_of_fence(&self.key));
    }

    /// Takes over the claim of a token. Sends nothing: whether it still stands is unknown until the server is asked.
    pub fn restore(&mut self, token: Token) {
        self.token = Some(token);
        self.fence = None;
        self.set_state(State::Unknown);
    }

    /// Gives the lock back if it is still ours: false when it had been lost, or there is nothing to give back.
    ///
    /// After an error the claim stands; releasing again is safe.
    pub fn release(&mut self) -> Result<bool, Fault> {
        if !self.has_claim() {
            return Ok(false);
        }
        self.sweep()?;
        self.take_back();
        if !self.has_claim() {
            return Ok(false); // the background thread was quicker
        }
        let was_held = self.is_held();
        let (answer, repeated) = self.compare_and(&scripts::RELEASE, &[]);
        // A release without a reply may have worked. If it was sent in time, its token is missing for that reason.
        let sent_in_time =
            self.state() == State::Releasing { in_time: true } || repeated && was_held;
        match answer {
            Ok(0) if !sent_in_time => {
                self.lose();
                Ok(false)
            }
            Ok(_) => {
                self.set_state(State::Free);
                COUNTERS.released.add(1);
                Ok(true)
            }
            Err(fault) => {
                if repeated || fault.may_have_been_executed() {
                    self.set_state(State::Releasing {
                        in_time: sent_in_time || was_held,
                    });
                }
                Err(fault)
            }
        }
    }

    /// Starts the lease anew if the lock is still ours; false when it is not, was given back or was never taken.
    pub fn refresh(&mut self, ttl: Duration) -> Result<bool, Fault> {
        match self.state() {
            State::Held(_) | State::Unknown => self.sweep()?,
            State::Free | State::Lost | State::Releasing { .. } => return Ok(false),
        }
        self.take_back();
        if !self.has_claim() {
            return Ok(false); // the background thread was quicker
        }
        let first_send = Instant::now();
        let (answer, repeated) = self.compare_and(&scripts::REFRESH, &[ttl]);
        match answer {
            Ok(0) => {
                self.lose();
                Ok(false)
            }
            Ok(_) => {
                self.set_state(State::Held(Lease::new(first_send, ttl)));
                COUNTERS.renewed.add(1);
                Ok(true)
            }
            Err(fault) => {
                // A shorter lease may run already.
                if (repeated || fault.may_have_been_executed()) && self.is_held() {
                    self.set_state(State::Unknown);
                } else {
                    self.set_state(self.state);
                }
                Err(fault)
            }
        }
    }

    /// Asks the server whether the key holds our token now.
    pub fn is_owned(&mut self) -> Result<bool, Fault> {
        if self.token().is_none() {
            return Ok(false);
        }
        self.sweep()?;
        let first_send = Instant::now();
        let (answer, _) = self.compare_and(&scripts::OWNED, &[]);
        let milliseconds = answer?;
        let owned = milliseconds != -2;
        match self.state() {
            // A lease in care is the thread's to extend.
            State::Held(_) if owned && self.renewal.is_some() => {}
            State::Held(_) | State::Unknown if owned => {
                // -1: somebody took the expiry away. It still cannot be gone within our own ttl.
                let ttl = u64::try_from(milliseconds).map_or(self.ttl, Duration::from_millis);
                self.set_state(State::Held(Lease::new(first_send, ttl)));
            }
            State::Held(_) | State::Unknown | State::Releasing { .. } if !owned => self.lose(),
            _ => {}
        }
        Ok(owned)
    }

    /// Asks the server whether anybody holds the key now.
    pub fn is_locked(&mut self) -> Result<bool, Fault> {
        self.sweep()?;
        let exists = self.on_key("EXISTS");
        let (answer, _) = twice(|| number(self.server.ask(&exists)));
        Ok(answer? > 0)
    }

    /// Deletes the key whoever holds it, and tells whether there was one.
    pub fn force_release(&mut self) -> Result<bool, Fault> {
        // Not to be repeated: a second DEL cannot tell what the first one found. So find a live connection first.
        if !self.is_locked()? {
            return Ok(false);
        }
        let was_held = self.is_held();
        let deleted = number(self.server.ask(&self.on_key("DEL")));
        if self.has_claim() {
            match &deleted {
                Ok(_) => self.set_state(State::Free),
                Err(fault) if fault.may_have_been_executed() => {
                    self.set_state(State::Releasing { in_time: was_held });
                }
                Err(_) => {}
            }
        }
        Ok(deleted? > 0)
    }

    /// Gives up the claim without releasing, and returns its token; None without a claim.
    pub fn detach(&mut self) -> Option<&Token> {
        if !self.has_claim() {
            return None;
        }
        self.set_state(State::Free);
        self.token.as_ref()
    }

    /// Whether the lease is valid by this process's own clock and nothing has reported a loss. Sends nothing.
    pub fn is_held(&self) -> bool {
        !self.remaining().is_zero()
    }

    /// What is left of the lease by this process's own clock; zero when not held.
    pub fn remaining(&self) -> Duration {
        match self.state() {
            State::Held(lease) => lease.remaining(Instant::now()),
            State::Free | State::Lost | State::Unknown | State::Releasing { .. } => Duration::ZERO,
        }
    }

    pub fn key(&self) -> &[u8] {
        &self.key
    }

    pub fn ttl(&self) -> Duration {
        self.ttl
    }

    pub fn token(&self) -> Option<&Token> {
        self.token.as_ref().filter(|_| self.is_our_process())
    }

    /// The fencing token of the current acquisition, if it is fenced.
    pub fn fence(&self) -> Option<i64> {
        self.fence.filter(|_| self.state() != State::Free)
    }

    pub fn server(&self) -> &S {
        &self.server
    }

    /// How long the last acquisition took, whether or not it got the lock.
    pub fn waited(&self) -> Duration {
        self.waited
    }

    /// Whether there is something to give back.
    pub fn has_claim(&self) -> bool {
        match self.state() {
            State::Held(_) | State::Unknown | State::Releasing { .. } => true,
            State::Free | State::Lost => false,
        }
    }

    /// The server does not know our token.
    fn lose(&mut self) {
        if self.state() == (State::Releasing { in_time: true }) {
            self.set_state(State::Free); // it went as it was meant to go
        } else {
            self.set_state(State::Lost);
            COUNTERS.lost.add(1);
        }
    }

    /// Runs a script that compares our token and acts; also tells whether it was sent [`twice`].
    fn compare_and(
        &mut self,
        script: &scripts::Text,
        times: &[Duration],
    ) -> (Result<i64, Fault>, bool) {
        let Some(token) = &self.token else {
            return (Ok(0), false);
        };
        twice(|| number(script.run(&mut self.server, &[&self.key], token, times)))
    }

    fn on_key(&self, name: &str) -> Cmd {
        let mut command = Cmd::with_capacity(2, name.len() + self.key.len());
        command.arg(name).arg(&*self.key);
        command
    }
}

impl<S: Server> Drop for Lock<S> {
    fn drop(&mut self) {
        if self.release().is_err() {
            COUNTERS.errors.add(1);
            if let Some(token) = self.token.take() {
                self.abandon(token);
            }
        }
    }
}

/// Asks, and asks once more if the connection turned out to be closed, as that of a restarted server is. Also tells
/// whether it did: then the first command may have been executed as well.
fn twice<T>(mut ask: impl FnMut() -> Result<T, Fault>) -> (Result<T, Fault>, bool) {
    match ask() {
        Err(fault) if fault.closed_by_peer() => (ask(), true),
        answer => (answer, false),
    }
}

fn number(answer: Result<Value, Fault>) -> Result<i64, Fault> {
    match answer? {
        Value::Int(number) => Ok(number),
        other => Err(Fault::unexpected(&other)),
    }
}
