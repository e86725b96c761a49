//! A token is indeterminate while a command with it that had no reply may still be executed.

use crate::claim::{deletions, releases, token::Token, unanswered::Effect};
use crate::lock::Lock;
use crate::os::clock::BootInstant;
use crate::server::{Backend, error::Fault};

impl<S: Backend> Lock<S> {
    /// Refuses a token if a command with it could still end or change the next claim: an unanswered
    /// one, or a deletion that this process plans.
    pub(in crate::lock) fn refuse_indeterminate(&self, token: &Token) -> Result<(), Fault> {
        let is_unanswered = |key: &[u8]| self.server.unanswered().effect(key, token).is_some();
        let may_be_harmed = |key: &[u8]| is_unanswered(key) || deletions::is_planned(key, token);
        match token.is_known_elsewhere() && self.key.any(may_be_harmed) {
            true => Err(Fault::Indeterminate),
            false => Ok(()),
        }
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
            false => self.refuse_indeterminate(token),
        }
    }

    /// Returns whether a signal handler, or another fiber, has released our claim by another object
    /// since `start`.
    pub(in crate::lock) fn is_released_since(&self, start: BootInstant) -> bool {
        let token = self.ownership.token();
        token.is_some_and(|token| {
            let has_come = |key: &[u8]| releases::has_come_since(start, key, token);
            token.is_known_elsewhere() && self.key.any(has_come)
        })
    }

    /// Refuses the token of this object's claim if an unanswered release or change of kind may
    /// still be executed. Caps the lease at an unanswered shorter one.
    pub(in crate::lock) fn refuse_claim_that_may_end(&mut self) -> Result<(), Fault> {
        let Some(token) = self.ownership.token().cloned() else {
            return Ok(());
        };
        let is_planned = |key: &[u8]| deletions::is_planned(key, &token);
        if token.is_known_elsewhere() && self.key.any(is_planned) {
            return Err(Fault::Indeterminate);
        }
        let unanswered = self.server.unanswered();
        for key in self.key.all() {
            match unanswered.effect(key, &token) {
                Some(Effect::ChangeKind | Effect::Release) => {
                    return self.refuse_indeterminate(&token);
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
}
