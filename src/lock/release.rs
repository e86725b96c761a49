//! The end of a claim: it is released, deleted or lost.

use crate::claim::{lease::State, loss::Loss, token::Token, unanswered::Effect};
use crate::command::{answer::Answer, lock_kind::LockKind, operation::Operation};
use crate::lock::{Lock, acquire::fairness, compare::Compared};
use crate::os::{clock::BootInstant, interrupt};
use crate::server::{Backend, error::Fault, leftovers::Leftover};

impl<S: Backend> Lock<S> {
    /// Releases the lock if it is still ours. Returns false if it was lost, or there is no claim.
    ///
    /// After an error the claim stands, but is no longer renewed. Releasing again is safe.
    pub fn release(&mut self) -> Result<bool, Fault> {
        let now = BootInstant::now();
        let taken = self.take_back();
        // The wait for a renewal's reply counts, too, so that one time-out is enough.
        let _waiting = interrupt::resume_wait(interrupt::waited().max(taken.waited));
        if !self.has_claim() {
            if taken.left_token {
                let _ = self.clean_up(); // if not now, then at the next contact
            } else if self.may_release_rest() {
                self.compare(Operation::Release, &[], &[]).answer?;
            }
            self.several.may_have_rest = false;
            self.ownership.end_other_kind();
            return Ok(false);
        }
        let lease = match self.state() {
            State::Held(lease) | State::Unknown(Some(lease)) => Some(lease),
            _ => None,
        };
        let lease = lease.filter(|lease| lease.is_valid(now));
        let was_held = lease.is_some();
        if !interrupt::is_in_haste() {
            self.clean_up()?; // in haste, a failure here would keep the release from being sent
        }
        let is_held = was_held && matches!(self.state(), State::Held(_));
        if is_held && !self.confirms_release && self.release_unconfirmed(now) {
            return Ok(true);
        }
        self.refuse_change_under_way()?;
        let (compared, others_wait) = self.delete_if_ours(now);
        let (answer, repeated) = (compared.answer, compared.is_repeated);
        // If our unanswered release was sent in time, it has deleted the token.
        let sent_in_time =
            self.state() == State::Releasing { in_time: true } || repeated && was_held;
        // If some servers of a quorum had the token, and too many are away to tell, a valid lease
        // decides.
        let was_ours = sent_in_time || was_held && matches!(answer, Ok(Answer::Indeterminate));
        // If the release took longer than the lease, the token may have expired.
        let took_too_long = || lease.is_some_and(|lease| !lease.is_valid(BootInstant::now()));
        match answer {
            Ok(Answer::NotOwner | Answer::Indeterminate) if !was_ours && !took_too_long() => {
                self.lose();
                self.ownership.end_other_kind();
                Ok(false)
            }
            Ok(_) => {
                self.set_state(State::Free);
                self.note_release(others_wait, now);
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

    /// Returns whether other keys of a lost claim may be ours. If no server has reported the loss,
    /// and another owner may know the token, the keys may be that owner's.
    fn may_release_rest(&self) -> bool {
        let was_said = || self.loss().is_some_and(Loss::was_said);
        let is_known = || {
            self.ownership
                .token()
                .is_some_and(Token::is_known_elsewhere)
        };
        self.several.may_have_rest && self.state() == State::Lost && (!is_known() || was_said())
    }

    /// Releases the lock without waiting for the reply. Returns false if that is not possible now,
    /// or if it is time to check whether others wait, because that needs a reply. After a wait in
    /// the queue, only a client that acquires again and again checks; otherwise it assumes that
    /// others wait. If another owner may know the token, an unconfirmed release is never possible,
    /// because a lost release could not be repeated.
    fn release_unconfirmed(&mut self, now: BootInstant) -> bool {
        let is_time = !self.has_queued || self.is_time_to_check(now);
        if is_time && self.seats_to_look_at(now).is_some() {
            return false;
        }
        let token = self
            .ownership
            .token()
            .filter(|token| !token.is_known_elsewhere() && self.releases_itself);
        let Some(token) = token.cloned() else {
            return false;
        };
        let releases: Vec<Leftover> = self.leftovers_of(&token, now).collect();
        for (place, release) in releases.into_iter().enumerate() {
            if self.server.release_unconfirmed(release) {
                continue;
            }
            if place == 0 {
                return false;
            }
            // The first of several was released, so the next contact deletes this one.
            let rest = self.leftovers_of(&token, now).nth(place);
            rest.into_iter()
                .for_each(|rest| self.server.leftovers().add(rest.planned()));
        }
        self.set_state(State::Free);
        self.note_release(None, now);
        true
    }

    /// Returns whether it is time to check for waiters of a key.
    #[inline]
    fn is_time_to_check(&self, now: BootInstant) -> bool {
        self.key.any(|key| fairness::is_time_to_check(key, now))
    }

    /// Notes that the lock is released.
    #[inline]
    fn note_release(&mut self, others_wait: Option<bool>, now: BootInstant) {
        let has_queued = self.has_queued;
        self.key
            .each(|key| fairness::note_release(key, others_wait, has_queued, now));
        self.record_release(now);
    }

    /// Returns the keys of the queue, if it is time to check whether others wait. A client that has
    /// waited, or has yielded to waiters, checks at each confirmed release.
    fn seats_to_look_at(&mut self, now: BootInstant) -> Option<Vec<Vec<u8>>> {
        if self.kind.can_be_shared() {
            return None; // an attempt for a share yields to waiters anyway
        }
        let has_waited = self.has_queued || self.lets_others_go_first;
        match has_waited || self.is_time_to_check(now) {
            true => self.seat_keys(),
            false => None,
        }
    }

    /// Deletes the key if it is ours. Also returns whether others wait, if that is known, so that
    /// the next acquisition yields to them.
    fn delete_if_ours(&mut self, now: BootInstant) -> (Compared, Option<bool>) {
        if let Some(seats) = self.seats_to_look_at(now) {
            let keys: Vec<&[u8]> = seats.iter().map(Vec::as_slice).collect();
            let compared = self.compare(Operation::ReleaseAndCheckQueue, &keys, &[]);
            match &compared.answer {
                Err(fault) if fault.was_refused() => {
                    for key in self.key.all() {
                        fairness::note_refused_check(key, now);
                    }
                }
                Err(fault) if fault.closed_by_peer() => {
                    // The connection was closed twice. So the third try is the plain script, which
                    // the server knows.
                    let mut compared = self.compare(Operation::Release, &[], &[]);
                    compared.is_repeated = true;
                    return (compared, None);
                }
                answer => {
                    let others_wait = matches!(answer, Ok(Answer::DoneAndAwaited));
                    return (compared, Some(others_wait));
                }
            }
        }
        let compared = self.compare(Operation::Release, &[], &[]);
        (compared, None)
    }

    /// Deletes the key, no matter which owner holds it. Returns whether there was a key.
    pub fn force_release(&mut self) -> Result<bool, Fault> {
        self.end_all().map(|holders| holders > 0)
    }

    /// Deletes the key likewise. Returns how many holders a semaphore had; else 1 or 0.
    pub fn end_all(&mut self) -> Result<u64, Fault> {
        // A second DEL would report nothing, although the first one deleted a key, so the DEL is
        // not repeated. Therefore this finds a live connection first.
        if !self.is_locked()? {
            self.lose();
            self.ownership.end_other_kind();
            if !self.server.capabilities().is_quorum {
                return Ok(0);
            }
            // A minority of the servers may have a key, which a split vote has left.
        }
        self.take_back();
        let was_held = self.is_held();
        let deleted = self.perform_on_key(match self.kind {
            LockKind::Semaphore { .. } => Operation::EndAll,
            _ => Operation::Delete,
        });
        if self.has_claim() {
            match &deleted {
                Ok(_) => {
                    let now = BootInstant::now();
                    match was_held {
                        true => self.record_release(now),
                        false => _ = self.end_hold(now),
                    }
                    self.set_state(State::Free);
                }
                Err(fault) if fault.may_have_been_executed() => {
                    self.set_state(State::Releasing { in_time: was_held });
                }
                Err(_) => self.set_state(self.state),
            }
        }
        Ok(match deleted? {
            Answer::Deleted(holders) => holders,
            answer => answer.is_yes().into(),
        })
    }

    /// Gives up a claim that was taken over, because an attempt has found neither the lock nor a
    /// share of ours. Keeps the claim if a change of kind is under way.
    pub(super) fn give_up_restored(&mut self, token: &Token) {
        let unanswered = self.server.unanswered();
        let may_change = |key: &[u8]| unanswered.may_have(key, token, Effect::ChangeKind);
        if self.key.any(may_change) {
            return;
        }
        self.ownership.end_other_kind();
        if self.ownership.is_restored() && self.has_claim() {
            self.lose();
        }
    }

    /// Notes that the server does not have our token.
    pub(super) fn lose(&mut self) {
        self.take_back();
        let state = self.state();
        match state {
            State::Releasing { in_time: true } => {
                self.record_release(BootInstant::now());
                self.set_state(State::Free); // our release worked
            }
            State::Held(_) | State::Unknown(_) | State::Releasing { in_time: false } => {
                let is_over =
                    matches!(state, State::Held(lease) if !lease.is_valid(BootInstant::now()));
                self.loss = Some(match is_over {
                    true => Loss::NotRenewed,
                    false => Loss::NotOurs,
                });
                // If a claim that was taken over is not found, this process has never relied on it.
                let is_unknown = matches!(state, State::Unknown(_)) && self.ownership.is_restored();
                if !is_unknown {
                    self.count_loss();
                }
                self.set_state(State::Lost);
                self.record_loss();
            }
            State::Free | State::Lost => {}
        }
    }
}
