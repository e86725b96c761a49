//! Comparing our token and acting on the key, in one step on the server; and what is known afterwards.

use std::time::Duration;

use crate::claim::token::Token;
use crate::command::{Command, act::Act, answer::Answer};
use crate::lock::{Lock, retry_once_if_closed};
use crate::server::{Backend, error::Fault};

/// What came of a comparison.
pub(super) struct Compared {
    pub answer: Result<Answer, Fault>,
    /// It was sent twice.
    pub is_repeated: bool,
    /// It may still be under way, and then makes a lease shorter.
    pub may_shorten_later: bool,
}

impl<S: Backend> Lock<S> {
    /// Compares our token and acts; `helper` and `times` are for what has to do with a second key, or with times.
    pub(super) fn compare(
        &mut self,
        act: Act,
        helper: Option<&[u8]>,
        times: &[Duration],
    ) -> Compared {
        let not_ours = Compared {
            answer: Ok(Answer::NotDone),
            is_repeated: false,
            may_shorten_later: false,
        };
        self.disown();
        let Some(token) = &self.token else {
            return not_ours;
        };
        let keys = [&*self.key, helper.unwrap_or_default()];
        let keys = &keys[..1 + usize::from(helper.is_some())];
        let command = Command::new(act, keys, token.as_bytes(), times)
            .of(self.primitive)
            .with_given(token.is_given());
        let (answer, is_repeated) = retry_once_if_closed(|| self.server.perform(&command));
        self.note_doubt(&command, &answer, is_repeated);
        if let Err(Fault::Forked) = answer {
            self.disown();
            return not_ours;
        }
        let is_unsure = |fault: &Fault| fault.may_have_been_executed();
        let is_under_way =
            is_repeated || answer.as_ref().is_err_and(is_unsure) || self.server.is_under_way();
        Compared {
            may_shorten_later: command.may_shorten.get() && is_under_way,
            answer,
            is_repeated,
        }
    }

    /// What ends a claim was sent with a given token. If it may still be executed, so may it be when the token is that of the
    /// next acquisition. That the token is gone tells nothing: others know it, too.
    pub(super) fn note_doubt(
        &self,
        command: &Command,
        answer: &Result<Answer, Fault>,
        is_repeated: bool,
    ) {
        let may_come = |fault: &Fault| fault.may_have_been_executed();
        let is_in_doubt =
            is_repeated || answer.as_ref().is_err_and(may_come) || self.server.is_under_way();
        if command.is_given && command.ends_claims() && is_in_doubt {
            let token = Token::given(command.token);
            self.server.leftovers().doubt(command.keys[0], &token);
        }
    }
}
