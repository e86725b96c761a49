//! A claim that is asked about or prolonged: refresh, and whether the lock is ours, or anybody's.

use std::time::Duration;

use redis::Value;

use crate::{
    claim::lease::{Lease, State},
    command::Act,
    lock::{Lock, number, twice},
    os::{clock::Moment, interrupt},
    server::{Server, error::Fault},
    stats::COUNTERS,
};

impl<S: Server> Lock<S> {
    /// Starts the lease anew if the lock is still ours; false when it is not, was given back or was never taken.
    pub fn refresh(&mut self, ttl: Duration) -> Result<bool, Fault> {
        if let State::Held(_) | State::Unknown = self.state() {
            self.sweep()?;
        }
        self.take_back();
        match self.state() {
            State::Held(_) | State::Unknown => {}
            State::Free | State::Lost | State::Releasing { .. } => return Ok(false),
        }
        let shortens = self.terms.are_longer_than(ttl);
        let act = if shortens { Act::Shorten } else { Act::Refresh };
        let first_send = Moment::now();
        let compared = self.compare(act, None, &[ttl]);
        self.terms.add(ttl);
        if compared.may_shorten_later {
            self.terms.leave_under_way(ttl);
        }
        match compared.answer {
            Ok(0) => {
                self.lose();
                Ok(false)
            }
            Ok(_) => {
                if shortens {
                    self.terms.set(ttl);
                }
                let lease = Lease::new(first_send, self.terms.count(ttl));
                self.set_state(State::Held(lease));
                COUNTERS.renewed.add(1);
                Ok(true)
            }
            Err(fault) => {
                let may_have_worked = compared.is_repeated || fault.may_have_been_executed();
                self.set_state(match self.state {
                    State::Held(lease) if may_have_worked => self.doubtful(lease, first_send, ttl),
                    state => state,
                });
                Err(fault)
            }
        }
    }

    /// After a refresh without an answer. A shorter lease may run already, or still the one there was.
    fn doubtful(&self, lease: Lease, first_send: Moment, ttl: Duration) -> State {
        let refreshed = Lease::new(first_send, self.terms.count(ttl));
        match &self.keeping {
            // The thread goes on with the shorter one, and will find out.
            Some(keeping) if keeping.renew => State::Held(lease.min(refreshed)),
            _ => State::Unknown,
        }
    }

    /// Asks the server whether the key holds our token now.
    pub fn is_owned(&mut self) -> Result<bool, Fault> {
        if self.token().is_none() {
            return Ok(false);
        }
        self.sweep()?;
        let first_send = Moment::now();
        let (answer, _) = self.compare_and(Act::Owned);
        let milliseconds = answer?;
        let owned = milliseconds != -2 && self.token().is_some();
        match self.state() {
            // A lease in care is the thread's to extend.
            State::Held(_) if owned && self.renewal.is_some() => {}
            State::Held(_) | State::Unknown if owned => {
                // -1: somebody took the expiry away. It still cannot be gone within our own ttl.
                let ttl = u64::try_from(milliseconds).map_or(self.ttl, Duration::from_millis);
                let lease = Lease::new(first_send, self.terms.count(ttl));
                self.set_state(State::Held(lease));
            }
            State::Held(_) | State::Unknown | State::Releasing { .. } if !owned => {
                self.lose();
                if let Some(token) = self.token.clone().filter(|_| self.server.is_quorum()) {
                    self.abandon(token); // a minority may still have it
                    let _ = self.sweep();
                }
            }
            State::Lost => _ = self.take_back(), // the answer tells of it
            _ => {}
        }
        Ok(owned)
    }

    /// What the server says of the key, for a message: the type of its value and how long it lasts, None where it has no
    /// expiry. None if it does not say, or there is no key.
    pub fn look(&mut self) -> Option<(String, Option<Duration>)> {
        let mut ask = |name| self.server.ask(redis::cmd(name).arg(&*self.key));
        let left = number(ask("PTTL")).ok().filter(|left| *left != -2)?;
        let kind = match ask("TYPE") {
            Ok(Value::SimpleString(kind)) => kind,
            _ => "string".to_owned(), // as far as is known
        };
        Some((kind, u64::try_from(left).ok().map(Duration::from_millis)))
    }

    /// Asks the server whether anybody holds the key now.
    pub fn is_locked(&mut self) -> Result<bool, Fault> {
        self.sweep()?;
        if interrupt::must_stop() {
            return Err(Fault::Interrupted);
        }
        let (answer, _) = twice(|| number(self.perform_on_key(Act::Exists)));
        match answer {
            Err(Fault::Forked) if interrupt::must_stop() => Err(Fault::Interrupted),
            Err(Fault::Forked) => self.is_locked(), // this is the child: it asks for itself
            answer => Ok(answer? > 0),
        }
    }
}
