//! Compares our token and acts on the key, in one step on the server. Then notes which commands may
//! still be executed.

use std::time::Duration;

use crate::claim::{releases, token::Token, unanswered::Effect, unanswered::LateOn};
use crate::command::{Command, answer::Answer, operation::Operation};
use crate::lock::{Lock, retry_once_if_closed};
use crate::server::{Backend, error::Fault};

/// The result of a comparison.
pub(super) struct Compared {
    pub answer: Result<Answer, Fault>,
    /// True if the command was sent twice.
    pub is_repeated: bool,
    /// True if the command may still be executed.
    pub is_under_way: bool,
}

impl<S: Backend> Lock<S> {
    /// Compares our token and acts. `helpers` are further keys of the act, `times` its durations.
    pub(super) fn compare(
        &mut self,
        operation: Operation,
        helpers: &[&[u8]],
        times: &[Duration],
    ) -> Compared {
        let not_ours = Compared {
            answer: Ok(Answer::NotOwner),
            is_repeated: false,
            is_under_way: false,
        };
        self.disown();
        let Some(token) = self.ownership.token() else {
            return not_ours;
        };
        let mut keys = [&*self.key; 4];
        keys[1..=helpers.len()].copy_from_slice(helpers);
        let keys = &keys[..=helpers.len()];
        // By another process, or by a signal handler that takes the claim over meanwhile.
        let may_be_known = token.is_known_elsewhere() || !self.releases_itself;
        let command = Command::new(operation, keys, token.as_bytes(), times)
            .of(self.kind)
            .known_elsewhere(may_be_known);
        let in_flight = command.effect().filter(|_| may_be_known);
        if let Some(effect) = in_flight {
            self.server.unanswered().begin(&self.key, token, effect);
        }
        let (answer, is_repeated) = retry_once_if_closed(|| self.server.perform(&command));
        let is_parents = matches!(answer, Err(Fault::Forked));
        let is_under_way = self.is_under_way(&answer, is_repeated);
        let unanswered = self.server.unanswered();
        if let Some(effect) = in_flight {
            self.note_answer(token, effect, answer.is_ok());
        }
        if let Some(effect) = command.effect().filter(|_| is_under_way || is_parents) {
            let late_on = late_on(&answer, is_repeated);
            // A token that only this object knows is for one acquisition. So no late copy of its
            // release can hurt a later claim, once a majority has executed it.
            let is_over = late_on == LateOn::Minority && effect == Effect::Release;
            if may_be_known || !is_over {
                unanswered.note(&self.key, token, effect, late_on);
            }
        }
        let is_undone = matches!(operation, Operation::Refresh | Operation::Shorten)
            && self.server.capabilities().is_quorum
            && matches!(answer, Ok(Answer::NotOwner));
        if is_under_way && is_undone && !may_be_known {
            // The quorum undoes it by a release, which may be late on a minority.
            unanswered.note(&self.key, token, Effect::Release, LateOn::Minority);
        }
        if let Err(Fault::Forked) = answer {
            self.disown();
            return not_ours;
        }
        Compared {
            is_under_way,
            answer,
            is_repeated,
        }
    }

    /// Notes that the wait for the reply to a command is over.
    fn note_answer(&self, token: &Token, effect: Effect, is_answered: bool) {
        self.server.unanswered().end(&self.key, token, effect);
        if is_answered && effect == Effect::Release {
            releases::note(&self.key, token);
        }
    }

    /// Returns whether a command with this answer may still be executed. A missing token does not
    /// prove that our command was executed, because another owner of the token may have released
    /// it.
    pub(super) fn is_under_way(&self, answer: &Result<Answer, Fault>, is_repeated: bool) -> bool {
        let is_unsure = |fault: &Fault| fault.may_have_been_executed();
        is_repeated || answer.as_ref().is_err_and(is_unsure) || self.server.is_under_way()
    }
}

/// Returns where a command with this answer may still be executed. If it was sent twice, the first
/// one may still be executed anywhere.
pub(super) fn late_on(answer: &Result<Answer, Fault>, is_repeated: bool) -> LateOn {
    match answer {
        Ok(_) if !is_repeated => LateOn::Minority,
        _ => LateOn::Any,
    }
}
