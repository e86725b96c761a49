//! A claim is handed over: its token goes to another object, also in another process.

use std::mem;

use crate::claim::{lease::State, token::Token, unanswered::Effect};
use crate::lock::Lock;
use crate::os::{clock::BootInstant, interrupt};
use crate::server::Backend;

impl<S: Backend> Lock<S> {
    /// Gives up the claim without a release, and returns its token, even that of a lost claim.
    /// Returns None without a claim, if a command with the token is [under way](Self::under_way),
    /// or if an interrupt ended the wait for a renewal.
    pub fn detach(&mut self) -> Option<&Token> {
        if self.under_way().is_some() || self.state() == State::Free {
            return None;
        }
        self.take_back_for_detach();
        // A handler that throws behind this call would lose the token.
        let stop = interrupt::serve().is_break();
        self.disown();
        if self.state() == State::Free {
            return None; // this is a forked child
        }
        if stop || self.under_way().is_some() {
            self.keep_claim();
            return None;
        }
        self.hand_over()
    }

    /// Takes the claim back without a cleanup, because its token is about to be handed over.
    pub(in crate::lock) fn take_back_for_detach(&mut self) {
        let releases_itself = mem::replace(&mut self.releases_itself, false);
        self.take_back();
        self.releases_itself = releases_itself;
    }

    /// Keeps the claim, whose token no code got, and has it renewed again.
    pub(in crate::lock) fn keep_claim(&mut self) {
        self.set_state(self.state);
    }

    /// Gives up the claim, and returns its token.
    pub(in crate::lock) fn hand_over(&mut self) -> Option<&Token> {
        self.end_hold(BootInstant::now());
        self.set_state(State::Free);
        self.several.may_have_rest = false;
        let token = self.ownership.token()?;
        for key in self.key.all() {
            self.server.leftovers().withdraw(key, token);
        }
        Some(token)
    }

    /// Returns the effect of a command with the claim's token that may still be executed. That
    /// process would not know of the command.
    pub fn under_way(&self) -> Option<Effect> {
        match self.state() {
            State::Free => return None,
            State::Releasing { .. } => return Some(Effect::Release),
            State::Held(_) | State::Unknown(_) | State::Lost => {}
        }
        let token = self.ownership.token()?;
        let is_being_deleted = |key: &[u8]| {
            let leftovers = self.server.leftovers();
            leftovers.is_being_deleted(key, token) || self.server.will_delete(key, token)
        };
        if self.key.any(is_being_deleted) {
            return Some(Effect::Release);
        }
        let effects = |key| self.server.unanswered().effect(key, token);
        let effect = self.key.all().find_map(effects);
        effect.or(self.ownership.may_be_shortened().then_some(Effect::Shorten))
    }
}
