//! A share becomes the lock, or the lock a share, in one step on the server.
//!
//! A change that is executed late could meet a later claim with the same token. So a change takes
//! two commands. The first command moves the end of the claim by a random time, and returns that
//! end. The second command names the end. The server refuses it if the claim ends at another time,
//! or after [`CHANGE_WINDOW`].

use std::{iter, time::Duration};

use crate::claim::{
    lease::State, releases, token::Token, unanswered::CHANGE_WINDOW, unanswered::Effect,
    unanswered::LateOn,
};
use crate::command::{Command, answer::Answer, lock_kind::LockKind, operation::Operation};
use crate::lock::acquire::backoff::random_fraction;
use crate::lock::{Lock, fence, retry_once_if_closed};
use crate::server::{Backend, error::Fault};

/// The most commands for one change, because other clients may prolong the claim all the time.
const MOST_COMMANDS: usize = 6;
/// The first command moves the end of a claim by this time and a random part of [`MOVE_RANGE`].
const SHORTEST_MOVE: Duration = Duration::from_millis(1);
const MOVE_RANGE: Duration = Duration::from_millis(999);

impl<S: Backend> Lock<S> {
    /// Returns whether a share with this token may become the lock.
    pub(in crate::lock) fn may_upgrade(&self, token: &Token) -> bool {
        let is_plain = self.kind.is_exclusive() && self.fence_key.is_none();
        is_plain && token.is_known_elsewhere() && self.may_change_kind()
    }

    /// Returns whether our claim may be the lock, so that it can become a share. Only a claim that
    /// was taken over may be the lock. In other cases a lock with our token is another object's.
    pub(super) fn may_downgrade(&self) -> bool {
        let is_share = self.kind == LockKind::Shared;
        is_share
            && self.ownership.may_be_of_other_kind()
            && self.may_change_kind()
            && self.can_have_helpers()
    }

    /// Returns a key in the lock's slot that no client writes, for a script that deletes the lock
    /// and writes it again. While the slot migrates, the server could refuse the second part.
    /// Because of a missing key it refuses the whole script (TRYAGAIN).
    fn absent_key(&self, operation: Operation) -> Option<Vec<u8>> {
        let is_needed = operation == Operation::Downgrade && self.server.capabilities().has_slots;
        is_needed.then(|| fence::helper_key(&self.key, "none"))
    }

    /// Returns whether this lock can change its kind. A change on a minority of a quorum, or one
    /// that too few replicas have, could not be undone.
    fn may_change_kind(&self) -> bool {
        self.demanded_replicas.is_none() && !self.server.capabilities().is_quorum
    }

    /// Asks for a change of kind until it is made, or cannot be made. If the change may have
    /// happened, the state becomes Unknown.
    pub(super) fn change_kind(
        &mut self,
        operation: Operation,
        token: &Token,
    ) -> Result<Answer, Fault> {
        self.refuse_indeterminate(token)?;
        let mut change = None;
        let mut is_under_way = false;
        let beside = self.absent_key(operation);
        for _ in 0..MOST_COMMANDS {
            let times = match change {
                Some((until, ends)) => vec![self.ttl, until, ends],
                None => {
                    let by = SHORTEST_MOVE + MOVE_RANGE.mul_f64(random_fraction());
                    vec![self.ttl, by]
                }
            };
            let is_asked = change.is_some();
            let keys: Vec<&[u8]> = iter::once(&*self.key).chain(beside.as_deref()).collect();
            let command = Command::new(operation, &keys, token.as_bytes(), &times)
                .known_elsewhere(token.is_known_elsewhere());
            if is_asked {
                let unanswered = self.server.unanswered();
                unanswered.begin(&self.key, token, Effect::ChangeKind);
            }
            let answer = self.server.perform(&command);
            if is_asked {
                let unanswered = self.server.unanswered();
                unanswered.end(&self.key, token, Effect::ChangeKind);
            }
            match answer {
                Ok(Answer::Changeable { now, ends }) => {
                    change = (!is_asked).then_some((now + CHANGE_WINDOW, ends));
                }
                Ok(Answer::Taken(fence)) => {
                    if is_asked || is_under_way {
                        self.note_made(operation, token);
                    }
                    return Ok(Answer::Taken(fence));
                }
                Ok(answer) => {
                    self.note_change(token, is_under_way);
                    return Ok(answer);
                }
                // The next command finds out whether the change was made.
                Err(fault) if is_asked && fault.closed_by_peer() && !is_under_way => {
                    is_under_way = true;
                    change = None;
                }
                Err(Fault::Forked) => return Err(Fault::Forked), // the token is the parent's
                Err(fault) => {
                    let may_come = is_asked && fault.may_have_been_executed();
                    self.note_change(token, is_under_way || may_come);
                    return Err(fault);
                }
            }
        }
        self.note_change(token, is_under_way);
        Ok(Answer::Held(None))
    }

    /// Notes that the change was made. Other objects with this token have a claim of the kind that
    /// has ended.
    fn note_made(&mut self, operation: Operation, token: &Token) {
        releases::note(&self.key, token, operation == Operation::Upgrade);
        self.set_state(State::Unknown(None)); // until the attempt has succeeded
    }

    /// If the change is under way, notes that it may still be made.
    fn note_change(&mut self, token: &Token, is_under_way: bool) {
        if is_under_way {
            let unanswered = self.server.unanswered();
            unanswered.note(&self.key, token, Effect::ChangeKind, LateOn::Any);
            self.set_state(State::Unknown(None));
        }
    }

    /// Has the server refuse a change that had no reply. If it came after the release, it would
    /// leave an orphan lock. This prolongs the claim by a millisecond, so the change names a wrong
    /// end.
    pub(in crate::lock) fn refuse_change_under_way(&mut self) -> Result<(), Fault> {
        let Some(token) = self.ownership.token().cloned() else {
            return Ok(());
        };
        for key in self.key.all() {
            let unanswered = self.server.unanswered();
            if unanswered.may_have(key, &token, Effect::ChangeKind) {
                refuse_change(&mut self.server, self.kind, key, &token)?;
            }
        }
        Ok(())
    }
}

/// Prolongs a claim of the other kind by a millisecond.
fn refuse_change(
    server: &mut impl Backend,
    kind: LockKind,
    key: &[u8],
    token: &Token,
) -> Result<(), Fault> {
    let other_kind = match kind {
        LockKind::Exclusive | LockKind::Multi => LockKind::Shared,
        LockKind::Shared | LockKind::Semaphore { .. } => LockKind::Exclusive,
    };
    let (keys, times) = ([key], [Duration::from_millis(1)]);
    let prolong = Command::new(Operation::Refresh, &keys, token.as_bytes(), &times)
        .of(other_kind)
        .known_elsewhere(true);
    match retry_once_if_closed(|| server.perform(&prolong)).0 {
        Ok(_) | Err(Fault::Forked) => Ok(()),
        Err(fault) => Err(fault),
    }
}
