//! A token is indeterminate while a command with it that had no reply may still be executed.

use crate::claim::{deletions, lease::Lease, releases, token::Token, unanswered::Effect};
use crate::lock::Lock;
use crate::os::clock::BootInstant;
use crate::server::{Backend, error::Fault};

impl<S: Backend> Lock<S> {
    /// Refuses a token if a command with it could still end or change the next claim: an unanswered
    /// one, or a deletion that this process plans.
    pub(in crate::lock) fn refuse_indeterminate(&self, token: &Token) -> Result<(), Fault> {
        self.refuse_if_harmed(token, token.is_known_elsewhere())
    }

    fn refuse_if_harmed(&self, token: &Token, may_be_known: bool) -> Result<(), Fault> {
        let is_unanswered = |key: &[u8]| self.server.unanswered().effect(key, token).is_some();
        let may_be_harmed = |key: &[u8]| is_unanswered(key) || deletions::is_planned(key, token);
        match may_be_known && self.key.any(may_be_harmed) {
            true => Err(Fault::Indeterminate),
            false => Ok(()),
        }
    }

    /// Returns whether other code may have got the token of this object's claim: also that of a
    /// lock which outlives its object.
    pub(in crate::lock) fn may_be_known(&self, token: &Token) -> bool {
        token.is_known_elsewhere() || !self.releases_itself
    }

    /// Refuses the token of this object's claim if an unanswered command may still harm the claim.
    /// A late release by any object of this process may end it, and a late change of kind may come
    /// at any moment. A late shorter lease does no harm if every later lease counts for no longer.
    /// That is so if this object asked for it. It is also so for a restored claim on a quorum whose
    /// majority has answered, because some servers are always late.
    pub(in crate::lock) fn refuse_indeterminate_claim(&mut self) -> Result<(), Fault> {
        let is_own = self.ownership.may_be_shortened();
        self.refuse_claim_that_may_end()?;
        let Some(token) = self.ownership.token() else {
            return Ok(());
        };
        let is_harmless = match self.ownership.is_restored() {
            true => {
                let unanswered = self.server.unanswered();
                let may_outvote = |key: &[u8]| unanswered.may_outvote(key, token);
                self.server.capabilities().is_quorum && !self.key.any(may_outvote)
            }
            false => is_own,
        };
        match is_harmless {
            true => Ok(()),
            false => self.refuse_if_harmed(token, self.may_be_known(token)),
        }
    }

    /// Returns whether a signal handler, or another fiber, has released our claim by another object
    /// since `start`, or has changed its kind.
    pub(in crate::lock) fn is_released_since(&self, start: BootInstant) -> bool {
        let token = self.ownership.token();
        token.is_some_and(|token| {
            let is_share = self.kind.can_be_shared();
            let has_come = |key: &[u8]| releases::has_come_since(start, key, token, is_share);
            self.may_be_known(token) && self.key.any(has_come)
        })
    }

    /// Refuses the token of this object's claim if an unanswered release or change of kind may
    /// still be executed. Caps the lease at an unanswered shorter one.
    pub(in crate::lock) fn refuse_claim_that_may_end(&mut self) -> Result<(), Fault> {
        let Some(token) = self.ownership.token().cloned() else {
            return Ok(());
        };
        let is_planned = |key: &[u8]| deletions::is_planned(key, &token);
        if self.may_be_known(&token) && self.key.any(is_planned) {
            return Err(Fault::Indeterminate);
        }
        let unanswered = self.server.unanswered();
        for key in self.key.all() {
            match unanswered.effect(key, &token) {
                Some(Effect::ChangeKind | Effect::Release) => {
                    return self.refuse_if_harmed(&token, self.may_be_known(&token));
                }
                Some(Effect::Shorten) => {
                    if let Some((ttl, until)) = unanswered.shortest(key, &token) {
                        self.ownership.note_shorter(ttl, until);
                    }
                }
                None => {}
            }
        }
        Ok(())
    }

    /// Returns whether a lock that was taken is ours now. A signal handler, or another fiber, may
    /// have released its token since then, or sent a command with it that had no reply.
    pub(in crate::lock) fn is_still_ours(
        &self,
        token: &Token,
        since: BootInstant,
        lease: Lease,
    ) -> Result<bool, Fault> {
        self.refuse_indeterminate(token)?;
        let is_share = self.kind.can_be_shared();
        let has_come = |key: &[u8]| releases::has_come_since(since, key, token, is_share);
        let is_released = token.is_known_elsewhere() && self.key.any(has_come);
        Ok(!is_released && lease.is_valid(BootInstant::now()))
    }
}
