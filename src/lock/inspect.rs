//! Questions about a lock: whether it is ours, and which owner holds it.

use redis::Value;

use crate::claim::lease::{Lease, State};
use crate::claim::token::Token;
use crate::command::answer::{Answer, Holder, Sharers};
use crate::command::{Command, operation::Operation};
use crate::lock::{Lock, retry_once_if_closed};
use crate::os::{clock::BootInstant, interrupt};
use crate::server::{Backend, error::Fault, quotes::quoted};

impl<S: Backend> Lock<S> {
    /// Asks the server whether the key holds our token now.
    pub fn is_owned(&mut self) -> Result<bool, Fault> {
        if self.token().is_none() {
            return Ok(false);
        }
        self.clean_up()?;
        let first_send = BootInstant::now();
        let answer = self.compare(Operation::Owned, &[], &[]).answer?;
        let is_there = answer.is_yes() && self.token().is_some();
        let owned = is_there && !self.is_released_since(first_send);
        match self.state() {
            // The background thread extends the lease.
            State::Held(_) if owned && self.is_renewed() => {}
            // A late command may end it at any moment, so its lease is not extended.
            State::Held(_) if owned && self.refuse_indeterminate_claim().is_err() => {}
            State::Unknown(_) if self.refuse_indeterminate_claim().is_err() => {}
            State::Held(_) | State::Unknown(_) if owned => {
                let ttl = match answer {
                    Answer::Owned(Some(left)) => left,
                    // Another client removed the expiry, so the key lasts for our own ttl at least.
                    _ => self.ttl,
                };
                let lease = Lease::new(first_send, self.ownership.count(ttl));
                self.set_state(State::Held(lease));
                self.hold_from(first_send);
            }
            State::Held(_) | State::Unknown(_) | State::Releasing { .. } if !owned => {
                self.lose();
                let is_quorum = self.server.capabilities().is_quorum;
                let token = self.ownership.token().cloned();
                if let Some(token) = token.filter(|_| is_quorum && self.releases_itself) {
                    self.defer_cleanup(token); // a minority may still have it
                    let _ = self.clean_up();
                }
            }
            State::Lost => _ = self.take_back(), // the answer reports the loss
            _ => {}
        }
        Ok(owned)
    }

    /// Asks the server for the holder of the key; None: the lock is free.
    pub fn holder(&mut self) -> Result<Option<Holder>, Fault> {
        self.clean_up()?;
        Ok(match self.ask_of_key(Operation::Inspect)? {
            Answer::Holder(holder) => Some(holder),
            _ => None,
        })
    }

    /// Asks the server how many permits are taken now, and for at most `most` of their holders.
    pub fn sharers(&mut self, most: u32) -> Result<Sharers, Fault> {
        self.clean_up()?;
        Ok(match self.ask_of_key(Operation::Holders(most))? {
            Answer::Holders(sharers) => sharers,
            other => unreachable!("{other:?} is no answer to this"),
        })
    }

    /// Returns the type of the key's value, for a message. None: the server did not say.
    pub fn kind_of_key(&mut self) -> Option<String> {
        let server = self.server.queue_server()?;
        match server.ask(redis::cmd("TYPE").arg(&*self.key)) {
            Ok(Value::SimpleString(kind)) => Some(quoted(&kind)),
            _ => None,
        }
    }

    /// Asks the server whether the key holds this token now.
    pub(super) fn holds(&mut self, token: &Token) -> Result<bool, Fault> {
        let keys = [&*self.key];
        let owned = Command::new(Operation::Owned, &keys, token.as_bytes(), &[]);
        let (answer, _) = retry_once_if_closed(|| self.server.perform(&owned));
        Ok(answer?.is_yes())
    }

    /// Asks the server whether the key is held now.
    pub fn is_locked(&mut self) -> Result<bool, Fault> {
        self.clean_up()?;
        Ok(self.ask_of_key(Operation::Exists)?.is_yes())
    }

    /// Asks about the key, no matter which owner holds it.
    fn ask_of_key(&mut self, operation: Operation) -> Result<Answer, Fault> {
        if interrupt::must_stop() {
            return Err(Fault::Interrupted);
        }
        let (answer, _) = retry_once_if_closed(|| self.perform_on_key(operation));
        match answer {
            Err(Fault::Forked) if interrupt::must_stop() => Err(Fault::Interrupted),
            Err(Fault::Forked) => self.ask_of_key(operation), // this is the child: it asks for itself
            answer => answer,
        }
    }
}
