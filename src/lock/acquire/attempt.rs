//! One attempt to take the lock, safe against a lost reply.

use std::{mem, time::Duration};

use crate::claim::{history::LockEvent, lease::Lease, lease::State, token::Token};
use crate::command::{Command, answer::Answer, lock_kind::LockKind, operation::Operation};
use crate::lock::{Lock, fence, retry_once_if_closed};
use crate::os::clock::BootInstant;
use crate::server::{Backend, error::Fault};

/// How an attempt ended, unless it failed.
pub enum Attempt {
    /// The lock is ours, with its fencing token if it is fenced.
    Taken(Lease, Option<i64>),
    /// Another owner has the lock, for this time if that is known.
    Held(Option<Duration>),
    /// Others share the lock with us. The waiter must not queue, because it would wait for its own
    /// share.
    Shared(Option<Duration>),
    /// The lock is ours, but the reply took longer than the lease, or too few replicas know of it.
    ExpiredInFlight,
    /// The server gave no usable answer, and may give one soon.
    Unanswered(Fault),
}

/// An acquisition: a lock, and the token that every attempt to take it sends.
pub struct Acquisition<'l, S: Backend> {
    pub lock: &'l mut Lock<S>,
    pub token: Token,
    /// The moment at which a command with the token was given up, so that it may come late.
    pub given_up_at: Option<BootInstant>,
}

/// Reasons to continue with another token. A repetition of the same command keeps the token,
/// because the first command may have taken the lock. A token supplied by the caller is never
/// replaced.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum TokenChange {
    /// The token is on the server, and no object counts on it. The next
    /// [`clean_up`](Lock::clean_up) deletes it, unless the caller supplied it.
    Orphaned,
    /// The token may be on the server, and no object counts on it. If the caller supplied it,
    /// another object may count on it, so only its TTL ends it.
    MaybeOrphaned,
    /// A quorum undoes the attempt, on some servers perhaps late. A late undo must not hit the next
    /// attempt.
    MaybeUndone,
    /// A signal handler forked, and the token is the parent's.
    Forked,
}

impl<'l, S: Backend> Acquisition<'l, S> {
    pub fn new(lock: &'l mut Lock<S>) -> Self {
        let token = lock.next_token();
        Acquisition {
            lock,
            token,
            given_up_at: None,
        }
    }

    /// Continues with another token, unless the caller supplied this one.
    pub fn replace_token(&mut self, why: TokenChange) {
        if why == TokenChange::MaybeUndone && !self.lock.server.capabilities().is_quorum {
            return;
        }
        let left = mem::replace(&mut self.token, self.lock.next_token());
        let given_up_at = self.given_up_at.take();
        match why {
            TokenChange::Orphaned => {
                self.lock.history.held_since = None;
                self.lock.add_leftover(left, given_up_at);
            }
            TokenChange::MaybeOrphaned => self.lock.defer_cleanup(left),
            TokenChange::MaybeUndone => self.lock.expect_late(left, given_up_at),
            TokenChange::Forked => {}
        }
    }

    /// Goes to the queue without an attempt. If our own token had the lock or a share, the waiter
    /// would wait for itself. So it asks the server first.
    pub fn yield_to_queue(&mut self) -> Result<Attempt, Fault> {
        if self.token.is_known_elsewhere()
            && let Answer::Owned(_) = self.ask_for_own(LockKind::Exclusive)?
        {
            return self.attempt(Lock::claim);
        }
        if self.lock.may_upgrade(&self.token)
            && let Answer::Owned(left) = self.ask_for_own(LockKind::Shared)?
        {
            return Ok(Attempt::Shared(left));
        }
        Ok(Attempt::Held(None))
    }

    /// Returns whether a claim that was taken over is lost, after an attempt has not found it. On a
    /// quorum, a server that did not answer the attempt may be a part of the claim's majority.
    fn is_not_ours(&mut self) -> bool {
        let lock = &self.lock;
        let is_open = lock.server.capabilities().is_quorum && lock.ownership.is_restored();
        !is_open || matches!(self.ask_for_own(self.lock.kind), Ok(Answer::NotOwner))
    }

    /// Asks the server whether our token has the lock, or a share.
    fn ask_for_own(&mut self, kind: LockKind) -> Result<Answer, Fault> {
        let keys: Vec<&[u8]> = self.lock.key.all().collect();
        let owned = Command::new(Operation::Owned, &keys, self.token.as_bytes(), &[]).of(kind);
        retry_once_if_closed(|| self.lock.server.perform(&owned)).0
    }

    /// Repeats an attempt whose connection was closed.
    fn repeat(&mut self) -> Result<Answer, Fault> {
        self.give_up_command();
        self.claim_after_cleanup().0 // a release may have been lost with the connection
    }

    /// Notes that the last command had no reply, and may come late.
    fn give_up_command(&mut self) {
        self.given_up_at = Some(BootInstant::now());
        self.replace_token(TokenChange::MaybeUndone);
    }

    /// Deletes the leftovers that are due, then claims the lock. If the server closes the
    /// connection between the two, claims it once more. Also returns whether it did that.
    fn claim_after_cleanup(&mut self) -> (Result<Answer, Fault>, bool) {
        let may_close = self.lock.server.leftovers().next_due().is_some();
        if let Err(fault) = self.lock.clean_up() {
            return (Err(fault), false);
        }
        match self.lock.claim(&self.token) {
            Err(fault) if may_close && fault.closed_by_peer() => {
                self.give_up_command();
                (self.lock.claim(&self.token), true)
            }
            answer => (answer, false),
        }
    }

    /// Returns whether a leftover of this key may be deleted now.
    fn has_leftovers(&self) -> bool {
        let leftovers = self.lock.server.leftovers();
        let (keys, now) = (&self.lock.key, BootInstant::now());
        keys.any(|key| leftovers.are_of(key, now))
    }

    /// Notes that a vote of a quorum had no reply, and may come late.
    fn note_lost_vote(&mut self) {
        if self.lock.server.has_lost_vote() {
            self.given_up_at = Some(BootInstant::now());
        }
    }

    /// Makes the lock ours.
    #[inline]
    pub fn hold(self, lease: Lease, fence: Option<i64>) {
        let lock = self.lock;
        lock.ownership.acquire(self.token, lock.ttl);
        lock.ownership.note_given_up(self.given_up_at);
        lock.fence = fence;
        lock.begin_claim_of_several();
        lock.limit_renewal();
        lock.set_state(State::Held(lease));
        lock.record(LockEvent::Acquired);
    }

    /// Makes one attempt. If its reply is lost with the connection, repeats it by a script that
    /// accepts our own token.
    pub fn attempt(
        &mut self,
        send: fn(&mut Lock<S>, &Token) -> Result<Answer, Fault>,
    ) -> Result<Attempt, Fault> {
        self.lock.history.count_attempt();
        let first_send = BootInstant::now();
        self.lock.begin_attempt();
        let mut send = Some(send);
        let (mut answer, mut repeated) = retry_once_if_closed(|| match send.take() {
            Some(send) => send(self.lock, &self.token),
            None => self.repeat(),
        });
        self.note_lost_vote();
        if matches!(answer, Ok(Answer::Held(_))) && self.has_leftovers() {
            // Perhaps it is our own claim: an unconfirmed release was refused, and this call has
            // read its reply.
            self.replace_token(TokenChange::MaybeUndone);
            let is_repeated;
            (answer, is_repeated) = self.claim_after_cleanup();
            repeated |= is_repeated;
            self.note_lost_vote();
        }
        let answer = answer.and_then(|answer| self.lock.confirm(&self.token, first_send, answer));
        let fault = match answer {
            Ok(Answer::Taken(fence)) => return self.lock.taken(&self.token, first_send, fence),
            Ok(Answer::Held(left)) => {
                if self.is_not_ours() {
                    self.lock.give_up_restored(&self.token);
                }
                self.replace_token(match repeated {
                    true => TokenChange::MaybeOrphaned, // the first command may come late
                    false => TokenChange::MaybeUndone,
                });
                return Ok(Attempt::Held(left));
            }
            Ok(Answer::Shared(left)) => return Ok(Attempt::Shared(left)),
            Ok(other) => unreachable!("{other:?} is no answer to this"),
            Err(Fault::Forked) => return Err(Fault::Forked), // the token is the parent's
            Err(fault @ Fault::TooFewReplicas { .. }) => {
                self.lock.shortfall = Some(fault);
                return Ok(Attempt::ExpiredInFlight);
            }
            Err(fault) => fault,
        };
        if repeated || fault.may_have_been_executed() {
            self.replace_token(TokenChange::MaybeOrphaned);
        }
        self.replace_token(TokenChange::MaybeUndone);
        Err(fault)
    }
}

impl<S: Backend> Lock<S> {
    /// Returns the result of an attempt that took the lock, unless a signal handler has meanwhile
    /// sent a command that could end the lock, and got no reply. Then the lock is left to its ttl.
    /// If that command was a release with a reply, this attempt counts as expired.
    pub(in crate::lock) fn taken(
        &mut self,
        token: &Token,
        first_send: BootInstant,
        fence: Option<i64>,
    ) -> Result<Attempt, Fault> {
        let lease = Lease::new(first_send, self.ttl);
        Ok(match self.is_still_ours(token, first_send, lease)? {
            true => {
                self.history.hold_from(first_send);
                Attempt::Taken(lease, fence)
            }
            false => Attempt::ExpiredInFlight,
        })
    }

    /// Takes the lock if it is free: where possible, by the plain command of every Redis lock.
    pub(super) fn set_if_free(&mut self, token: &Token) -> Result<Answer, Fault> {
        if self.kind.can_be_shared() {
            let queues = self.can_wait && self.can_queue();
            return self.enter(token, queues);
        }
        if self.fence_key.is_some() || self.kind == LockKind::Multi {
            return self.claim(token);
        }
        self.refuse_indeterminate(token)?;
        let answer = self.server.perform(&Command {
            acknowledgement: self.acknowledgement(),
            is_known_elsewhere: token.is_known_elsewhere(),
            ..Command::new(
                Operation::Take,
                &[&self.key],
                token.as_bytes(),
                &[self.ttl_of_attempt(token)],
            )
        })?;
        match answer {
            // The holder may be the same owner.
            Answer::Held(_) if token.is_known_elsewhere() => self.claim(token),
            answer => Ok(answer),
        }
    }

    /// Takes the lock by a script that accepts our own token, and else returns how long the
    /// holder's lease lasts.
    pub(in crate::lock) fn claim(&mut self, token: &Token) -> Result<Answer, Fault> {
        match self.kind {
            LockKind::Exclusive => {}
            LockKind::Shared | LockKind::Semaphore { .. } => return self.enter(token, false),
            LockKind::Multi => return self.claim_all(token),
        }
        self.refuse_indeterminate(token)?;
        let keys = [&*self.key, self.fence_key.as_deref().unwrap_or_default()];
        let times = [self.ttl_of_attempt(token), fence::LIFE];
        let (operation, count) = match self.fence_key {
            None if self.may_upgrade(token) => return self.change_kind(Operation::Upgrade, token),
            None => (Operation::Claim, 1),
            Some(_) => (Operation::ClaimFenced, 2),
        };
        let answer = self.server.perform(&Command {
            acknowledgement: self.acknowledgement(),
            is_known_elsewhere: token.is_known_elsewhere(),
            ..Command::new(operation, &keys[..count], token.as_bytes(), &times[..count])
        })?;
        match answer {
            Answer::Taken(Some(fence)) if self.server.capabilities().is_quorum => {
                Ok(match self.advance_fence(0, token, fence)? {
                    true => Answer::Taken(Some(fence)),
                    false => Answer::Held(None),
                })
            }
            answer => Ok(answer),
        }
    }
}
