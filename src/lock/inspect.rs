//! A lock is asked about: whether it is ours, or anybody's.

use std::time::Duration;

use redis::Value;

use crate::claim::lease::{Lease, State};
use crate::command::act::Act;
use crate::command::answer::{Answer, lasts};
use crate::lock::{Lock, retry_once_if_closed};
use crate::os::{clock::Moment, interrupt};
use crate::server::{Backend, error::Fault, words::quoted};

impl<S: Backend> Lock<S> {
    /// Asks the server whether the key holds our token now.
    pub fn is_owned(&mut self) -> Result<bool, Fault> {
        if self.token().is_none() {
            return Ok(false);
        }
        self.clean_up()?;
        let first_send = Moment::now();
        let answer = self.compare(Act::Owned, None, &[]).answer?;
        let owned = answer.is_yes() && self.token().is_some();
        match self.state() {
            // A lease in care is the thread's to extend.
            State::Held(_) if owned && self.renewal.is_some() => {}
            State::Held(_) | State::Unknown if owned => {
                let ttl = match answer {
                    Answer::Owned(Some(left)) => left,
                    _ => self.ttl, // somebody took the expiry away: it still cannot be gone within our own ttl
                };
                let lease = Lease::new(first_send, self.terms.count(ttl));
                self.set_state(State::Held(lease));
            }
            State::Held(_) | State::Unknown | State::Releasing { .. } if !owned => {
                self.lose();
                if let Some(token) = self
                    .token
                    .clone()
                    .filter(|_| self.server.capabilities().is_quorum)
                {
                    self.defer_cleanup(token); // a minority may still have it
                    let _ = self.clean_up();
                }
            }
            State::Lost => _ = self.take_back(), // the answer tells of it
            _ => {}
        }
        Ok(owned)
    }

    /// What the server says of the key, for a message: the type of its value and how long it lasts, None where it has no
    /// expiry. None if it does not say, or there is no key.
    pub fn describe_key(&mut self) -> Option<(String, Option<Duration>)> {
        let server = self.server.queue_server()?;
        let mut ask = |name| server.ask(redis::cmd(name).arg(&*self.key));
        let left = match ask("PTTL") {
            Ok(Value::Int(left)) if left != -2 => lasts(left),
            _ => return None,
        };
        let kind = match ask("TYPE") {
            Ok(Value::SimpleString(kind)) => quoted(&kind),
            _ => "string".to_owned(), // as far as is known
        };
        Some((kind, left))
    }

    /// Asks the server whether anybody holds the key now.
    pub fn is_locked(&mut self) -> Result<bool, Fault> {
        self.clean_up()?;
        if interrupt::must_stop() {
            return Err(Fault::Interrupted);
        }
        let (answer, _) = retry_once_if_closed(|| self.perform_on_key(Act::Exists));
        match answer {
            Err(Fault::Forked) if interrupt::must_stop() => Err(Fault::Interrupted),
            Err(Fault::Forked) => self.is_locked(), // this is the child: it asks for itself
            answer => Ok(answer?.is_yes()),
        }
    }
}
