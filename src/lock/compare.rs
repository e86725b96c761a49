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
        let (one, several) = ([&*self.key], self.key.beside(helpers));
        let keys = if several.is_empty() {
            &one[..]
        } else {
            &several
        };
        // By another process, or by a signal handler that takes the claim over meanwhile.
        let may_be_known = self.may_be_known(token);
        let command = Command::new(operation, keys, token.as_bytes(), times)
            .of(self.kind)
            .known_elsewhere(may_be_known);
        let in_flight = command.effect().filter(|_| may_be_known);
        if let Some(effect) = in_flight {
            let keys = &self.key;
            keys.each(|key| self.server.unanswered().begin(key, token, effect));
        }
        let (mut answer, is_repeated) = retry_once_if_closed(|| self.server.perform(&command));
        if let Ok(Answer::LostAt(place)) = answer {
            self.several.lost_at = Some(place);
            answer = Ok(Answer::NotOwner);
        }
        let is_under_way = self.is_under_way(&answer, is_repeated);
        if let Some(effect) = in_flight {
            self.note_answer(token, effect, answer.is_ok());
        }
        let is_parents = matches!(answer, Err(Fault::Forked));
        if is_under_way || is_parents {
            self.note_late(token, &command, &answer, is_repeated);
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

    /// Notes what a command with this answer may still do.
    fn note_late(
        &self,
        token: &Token,
        command: &Command,
        answer: &Result<Answer, Fault>,
        is_repeated: bool,
    ) {
        let may_be_known = command.is_known_elsewhere;
        if let Some(effect) = command.effect() {
            let late_on = late_on(answer, is_repeated);
            // A token that only this object knows is for one acquisition. So no late copy of its
            // release can hurt a later claim, once a majority has executed it.
            let is_over = late_on == LateOn::Minority && effect == Effect::Release;
            if may_be_known || !is_over {
                self.note_unanswered(token, effect, late_on);
            }
        }
        let is_undone = matches!(command.operation, Operation::Refresh | Operation::Shorten)
            && self.server.capabilities().is_quorum
            && matches!(answer, Ok(Answer::NotOwner));
        if is_undone && !may_be_known {
            // The quorum undoes it by a release, which may be late on a minority.
            self.note_unanswered(token, Effect::Release, LateOn::Minority);
        }
    }

    /// Notes that a command with this effect may still be executed.
    fn note_unanswered(&self, token: &Token, effect: Effect, late_on: LateOn) {
        for key in self.key.all() {
            self.server.unanswered().note(key, token, effect, late_on);
        }
    }

    /// Notes that the wait for the reply to a command is over.
    fn note_answer(&self, token: &Token, effect: Effect, is_answered: bool) {
        for key in self.key.all() {
            self.server.unanswered().end(key, token, effect);
            if is_answered && effect == Effect::Release {
                releases::note(key, token, self.kind.can_be_shared());
            }
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
