//! One attempt to take the lock, safe against a lost reply.

use std::{mem, time::Duration};

use crate::claim::{lease::Lease, ownership::Effect, token::Token};
use crate::command::{Command, act::Act, answer::Answer, primitive::Primitive};
use crate::lock::{Lock, fence, retry_once_if_closed};
use crate::os::clock::Moment;
use crate::server::{Backend, error::Fault};
use crate::stats::COUNTERS;

/// How an attempt ended when it did not fail.
pub enum Attempt {
    /// With its fencing token, if it is fenced.
    Taken(Lease, Option<i64>),
    /// By somebody else, for so long if that is known.
    Held(Option<Duration>),
    /// By others who share it with us: in the queue one would wait for the share that is one's own.
    Shared(Option<Duration>),
    /// By us, but the reply took longer than the lease, or too few replicas know of it.
    Unusable,
    /// The server had no answer, and may have one soon.
    Unanswered(Fault),
}

/// An acquisition: a lock, and the token that every attempt to take it sends.
pub struct Acquisition<'l, S: Backend> {
    pub lock: &'l mut Lock<S>,
    pub token: Token,
}

/// Why a token is not one to go on with. Any other is kept: an attempt that had no answer may have taken the lock with it. A
/// given one is never replaced.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Replaced {
    /// It stands on the server for nobody, and is deleted there by the next [`clean_up`](Lock::clean_up).
    IsLeft,
    /// It may stand on the server for nobody. A given one may as well be counted on by somebody else: its ttl ends it.
    MayBeLeft,
    /// What a quorum undoes may be undone late on some servers: not to undo the next attempt, too.
    MayBeUndone,
    /// A signal handler forked, and it is the parent's.
    IsTheParents,
}

impl<'l, S: Backend> Acquisition<'l, S> {
    pub fn new(lock: &'l mut Lock<S>) -> Self {
        let token = lock.next_token();
        Acquisition { lock, token }
    }

    /// Goes on with another token.
    pub fn replace_token(&mut self, why: Replaced) {
        if why == Replaced::MayBeUndone && !self.lock.server.capabilities().is_quorum {
            return;
        }
        let left = mem::replace(&mut self.token, self.lock.next_token());
        match why {
            Replaced::IsLeft => self.lock.add_leftover(left),
            Replaced::MayBeLeft => self.lock.defer_cleanup(left),
            Replaced::MayBeUndone | Replaced::IsTheParents => {}
        }
    }

    /// Goes to the queue without an attempt. A lock or a share with our own token would be waited for to the end of the wait, so the
    /// server is asked for it before.
    pub fn yield_to_queue(&mut self) -> Result<Attempt, Fault> {
        if self.token.is_known_elsewhere()
            && let Answer::Owned(_) = self.ask_for_own(Primitive::Exclusive)?
        {
            return self.attempt(Lock::claim);
        }
        if self.lock.may_upgrade(&self.token)
            && let Answer::Owned(left) = self.ask_for_own(Primitive::Shared)?
        {
            return Ok(Attempt::Shared(left));
        }
        Ok(Attempt::Held(None))
    }

    /// Asks whether our token has the lock, or a share.
    fn ask_for_own(&mut self, kind: Primitive) -> Result<Answer, Fault> {
        let keys = [&*self.lock.key];
        let owned = Command::new(Act::Owned, &keys, self.token.as_bytes(), &[]).of(kind);
        retry_once_if_closed(|| self.lock.server.perform(&owned)).0
    }

    /// One attempt. If its reply is lost with the connection, it is made once more in a way that finds out.
    pub fn attempt(
        &mut self,
        send: fn(&mut Lock<S>, &Token) -> Result<Answer, Fault>,
    ) -> Result<Attempt, Fault> {
        COUNTERS.attempts.add(1);
        let first_send = Moment::now();
        self.lock.begin_attempt();
        let mut send = Some(send);
        let (answer, repeated) = retry_once_if_closed(|| match send.take() {
            Some(send) => send(self.lock, &self.token),
            None => {
                self.replace_token(Replaced::MayBeUndone);
                self.lock.clean_up()?; // a release may have been lost with the connection
                self.lock.claim(&self.token)
            }
        });
        let answer = match answer {
            // Perhaps by us: the reply to a release that nobody waited for came with this one, and was a refusal.
            Ok(Answer::Held(_)) if self.lock.server.leftovers().are_of(&self.lock.key) => {
                self.replace_token(Replaced::MayBeUndone);
                let cleaned = self.lock.clean_up();
                cleaned.and_then(|()| self.lock.claim(&self.token))
            }
            answer => answer,
        };
        let answer = answer.and_then(|answer| self.lock.confirm(&self.token, first_send, answer));
        let fault = match answer {
            Ok(Answer::Taken(fence)) => return Ok(self.lock.taken(first_send, fence)),
            Ok(Answer::Held(left)) => {
                self.lock.give_up_restored(&self.token);
                self.replace_token(Replaced::MayBeUndone);
                return Ok(Attempt::Held(left));
            }
            Ok(Answer::Shared(left)) => return Ok(Attempt::Shared(left)),
            Ok(other) => unreachable!("{other:?} is no answer to this"),
            Err(Fault::Forked) => return Err(Fault::Forked), // the token is the parent's
            Err(fault @ Fault::TooFewReplicas { .. }) => {
                self.lock.shortfall = Some(fault);
                return Ok(Attempt::Unusable);
            }
            Err(fault) => fault,
        };
        if repeated || fault.may_have_been_executed() {
            self.replace_token(Replaced::MayBeLeft);
        }
        self.replace_token(Replaced::MayBeUndone);
        Err(fault)
    }
}

impl<S: Backend> Lock<S> {
    pub(crate) fn taken(&self, first_send: Moment, fence: Option<i64>) -> Attempt {
        let lease = Lease::new(first_send, self.ttl);
        if lease.is_valid(Moment::now()) {
            Attempt::Taken(lease, fence)
        } else {
            Attempt::Unusable
        }
    }

    /// The plain command that every Redis lock uses.
    pub(super) fn set_if_free(&mut self, token: &Token) -> Result<Answer, Fault> {
        if !self.primitive.is_exclusive() {
            let queues = self.can_wait && self.can_queue();
            return self.enter(token, queues);
        }
        if self.fence_key.is_some() {
            return self.claim(token);
        }
        self.refuse_in_doubt(token)?;
        let answer = self.server.perform(&Command {
            acknowledgement: self.acknowledgement(),
            is_known_elsewhere: token.is_known_elsewhere(),
            ..Command::new(
                Act::Take,
                &[&self.key],
                token.as_bytes(),
                &[self.ttl_of_attempt(token)],
            )
        })?;
        match answer {
            Answer::Held(_) if token.is_known_elsewhere() => self.claim(token), // the holder may be the same owner
            answer => Ok(answer),
        }
    }

    /// What was sent with this token may still be executed, and would end or change the next claim.
    pub(in crate::lock) fn refuse_in_doubt(&self, token: &Token) -> Result<(), Fault> {
        let unanswered = self.server.unanswered();
        match token.is_known_elsewhere() && unanswered.effect(&self.key, token).is_some() {
            true => Err(Fault::InDoubt),
            false => Ok(()),
        }
    }

    /// Refuses a token in doubt that an object has acquired with already. What another object of this process was asked for with the
    /// token may end it, and the kind of a claim may change at any moment. A shorter lease of its own makes every later lease count for less.
    /// So it does of a restored claim on a quorum if the majority has answered, because some servers are always late.
    pub(in crate::lock) fn refuse_claim_in_doubt(&mut self) -> Result<(), Fault> {
        let Some(token) = &self.ownership.token().cloned() else {
            return Ok(());
        };
        let unanswered = self.server.unanswered();
        let is_in_doubt = match unanswered.effect(&self.key, token) {
            None => false,
            Some(Effect::ChangeKind | Effect::Release) => true,
            Some(Effect::Shorten) if self.ownership.is_restored() => {
                let may_outvote = unanswered.may_outvote(&self.key, token);
                if let Some(ttl) = unanswered.shortest(&self.key, token) {
                    self.ownership.note_shorter(ttl);
                }
                may_outvote || !self.server.capabilities().is_quorum
            }
            Some(Effect::Shorten) => !self.ownership.may_be_shortened(),
        };
        match is_in_doubt {
            true => self.refuse_in_doubt(token),
            false => Ok(()),
        }
    }

    /// The same by a script that accepts our own token and otherwise tells how long the holder's lease is.
    pub(super) fn claim(&mut self, token: &Token) -> Result<Answer, Fault> {
        if !self.primitive.is_exclusive() {
            return self.enter(token, false);
        }
        self.refuse_in_doubt(token)?;
        let keys = [&*self.key, self.fence_key.as_deref().unwrap_or_default()];
        let times = [self.ttl_of_attempt(token), fence::LIFE];
        let (act, count) = match self.fence_key {
            None if self.may_upgrade(token) => return self.change_kind(Act::Upgrade, token),
            None => (Act::Claim, 1),
            Some(_) => (Act::ClaimFenced, 2),
        };
        let answer = self.server.perform(&Command {
            acknowledgement: self.acknowledgement(),
            is_known_elsewhere: token.is_known_elsewhere(),
            ..Command::new(act, &keys[..count], token.as_bytes(), &times[..count])
        })?;
        match answer {
            Answer::Taken(Some(fence)) if self.server.capabilities().is_quorum => {
                self.raise(token, fence)
            }
            answer => Ok(answer),
        }
    }

    /// Has a majority go on from the fencing token that one of them drew, or gives up the lock.
    fn raise(&mut self, token: &Token, fence: i64) -> Result<Answer, Fault> {
        let counter = self.fence_key.as_deref().unwrap_or_default();
        let keys = [&*self.key, counter];
        let times = [fence::LIFE];
        let raise = Command::new(Act::Raise(fence), &keys, token.as_bytes(), &times)
            .known_elsewhere(token.is_known_elsewhere());
        match self.server.perform(&raise)? {
            Answer::Done => Ok(Answer::Taken(Some(fence))),
            _ => Ok(Answer::Held(None)),
        }
    }
}
