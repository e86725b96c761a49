//! A lock of several keys in one slot: how it differs from one of one key. An attempt takes all of
//! them, or none.

use std::{sync::Arc, time::Duration};

use crate::claim::{keys::Keys, lease::State, token::Token};
use crate::command::{Command, answer::Answer, lock_kind::LockKind, operation::Operation};
use crate::lock::acquire::attempt::{Acquisition, Attempt, TokenChange};
use crate::lock::{Lock, fence};
use crate::os::interrupt;
use crate::renewal::options::RenewalOptions;
use crate::server::{Backend, error::Fault};

impl<S: Backend> Lock<S> {
    /// Creates several locks that are taken as one. Their keys must be in one slot.
    pub fn multi(server: S, keys: &[&[u8]], ttl: Duration) -> Lock<S> {
        let mut lock = Lock::new(server, &[], ttl);
        (lock.key, lock.kind) = (Keys::several(keys), LockKind::Multi);
        lock
    }

    /// Returns the fencing tokens of several locks, in the order of their keys.
    pub fn fences(&self) -> &[i64] {
        match self.state() {
            State::Free => &[],
            _ => &self.several.fences,
        }
    }

    /// Returns the key with which a claim to several locks is lost, if that is known.
    pub fn lost_key(&self) -> Option<&[u8]> {
        self.noticed_loss()?;
        let renewal = self.renewal.as_ref();
        let lost_at = renewal.and_then(|renewal| renewal.claim().lost_at());
        self.key.at(lost_at.or(self.several.lost_at)?)
    }

    /// Notes that a claim begins, whose keys may be lost one by one.
    pub(in crate::lock) fn begin_claim_of_several(&mut self) {
        self.several.may_have_rest = self.kind == LockKind::Multi;
    }

    /// Has the background thread keep the claim by these options from now on.
    pub(in crate::lock) fn renew_anew_with(&mut self, options: Option<Arc<RenewalOptions>>) {
        self.take_back();
        self.renewal_options = options;
        self.limit_renewal();
        self.keep_claim();
    }

    /// Ends the claim to a key that was taken early, because the key has the common token now. A
    /// server of a quorum that has not granted that may still have the early token.
    pub(in crate::lock) fn end_early_claim(&mut self, is_everywhere: bool) {
        self.set_state(State::Free);
        if let Some(token) = self.ownership.token().cloned().filter(|_| !is_everywhere) {
            self.add_leftover(token, None);
        }
    }

    /// Takes all keys in one step, or none. Keys that are ours already, or that hold their
    /// [`earlier`](crate::claim::keys::Several::earlier) token, count as free.
    pub(in crate::lock) fn claim_all(&mut self, token: &Token) -> Result<Answer, Fault> {
        self.refuse_indeterminate(token)?;
        self.several.blocked_by = None;
        let mut counters = Vec::new();
        let (mut operation, mut life) = (Operation::Claim, Duration::ZERO);
        if self.fence_key.is_some() {
            let keys = self.key.all();
            counters.extend(keys.map(|key| fence::helper_key(key, "fence")));
            (operation, life) = (Operation::ClaimFenced, fence::LIFE);
        }
        let keys = self.key.all().chain(counters.iter().map(Vec::as_slice));
        let keys: Vec<&[u8]> = keys.collect();
        let earlier: Vec<&[u8]> = self.several.earlier.iter().map(Token::as_bytes).collect();
        let times = [self.ttl_of_attempt(token), life];
        let answer = self.server.perform(&Command {
            kind: self.kind,
            acknowledgement: self.acknowledgement(),
            is_known_elsewhere: token.is_known_elsewhere(),
            earlier: &earlier,
            ..Command::new(operation, &keys, token.as_bytes(), &times)
        })?;
        match answer {
            Answer::HeldAt(place, left) => {
                self.several.blocked_by = Some(place);
                Ok(Answer::Held(left))
            }
            Answer::AllTaken(fences) => self.confirm_fences(token, fences),
            answer => Ok(answer),
        }
    }

    /// Keeps the fencing tokens of an attempt. On a quorum, raises the counters of a majority to
    /// them first, or gives up the locks.
    fn confirm_fences(&mut self, token: &Token, fences: Box<[i64]>) -> Result<Answer, Fault> {
        if self.server.capabilities().is_quorum {
            for (place, fence) in fences.iter().enumerate() {
                match self.advance_fence(place, token, *fence) {
                    Ok(true) => {}
                    outcome => {
                        self.several.blocked_by = Some(place);
                        self.undo_all(token);
                        return outcome.map(|_| Answer::Held(None));
                    }
                }
            }
        }
        self.several.fences = fences;
        Ok(Answer::Taken(None))
    }

    /// Undoes an attempt on every server, unless another owner may know its token.
    pub(in crate::lock) fn undo_all(&mut self, token: &Token) {
        if !token.is_known_elsewhere() {
            let keys: Vec<&[u8]> = self.key.all().collect();
            let undo = Command::release(&keys, token.as_bytes()).of(self.kind);
            let _ = self.server.perform(&undo); // the attempt's error, or its no, is the answer
        }
    }

    /// Makes one attempt with this token, in which the first keys may hold these tokens. Returns
    /// whether the locks are ours.
    pub(in crate::lock) fn claim_with(
        &mut self,
        token: Token,
        earlier: Vec<Token>,
    ) -> Result<bool, Fault> {
        self.disown();
        self.several.earlier = earlier;
        let mut acquisition = Acquisition {
            lock: self,
            token,
            given_up_at: None,
        };
        let attempt = acquisition.attempt(Lock::claim);
        acquisition.lock.several.earlier.clear();
        match attempt? {
            Attempt::Taken(..) if interrupt::must_stop() => {
                acquisition.lock.undo_all(&acquisition.token);
                acquisition.replace_token(TokenChange::Orphaned);
                acquisition.lock.clean_up()?;
                Err(Fault::Interrupted)
            }
            Attempt::Taken(lease, fence) => {
                acquisition.hold(lease, fence);
                Ok(true)
            }
            Attempt::ExpiredInFlight => {
                acquisition.replace_token(TokenChange::Orphaned);
                acquisition.lock.clean_up()?;
                Ok(false)
            }
            Attempt::Held(_) | Attempt::Shared(_) => Ok(false),
            Attempt::Unanswered(fault) => Err(fault),
        }
    }
}
