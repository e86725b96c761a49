//! Comparing our token and acting on the key, in one step on the server; and what is known afterwards.

use std::{cell::Cell, time::Duration};

use crate::{
    command::{Act, Operation},
    lock::{Lock, number, twice},
    server::{Server, error::Fault},
};

/// What came of a comparison.
pub(super) struct Compared {
    pub answer: Result<i64, Fault>,
    /// Sent [`twice`].
    pub is_repeated: bool,
    /// It may still be under way, and then makes a lease shorter.
    pub may_shorten_later: bool,
}

impl<S: Server> Lock<S> {
    /// Compares our token and acts; also tells whether it was sent [`twice`].
    pub(super) fn compare_and(&mut self, act: Act) -> (Result<i64, Fault>, bool) {
        let compared = self.compare(act, None, &[]);
        (compared.answer, compared.is_repeated)
    }

    /// The same for what has to do with a second key, or with times.
    pub(super) fn compare(
        &mut self,
        act: Act,
        helper: Option<&[u8]>,
        times: &[Duration],
    ) -> Compared {
        let not_ours = Compared {
            answer: Ok(0),
            is_repeated: false,
            may_shorten_later: false,
        };
        self.disown();
        let Some(token) = &self.token else {
            return not_ours;
        };
        let keys = [&*self.key, helper.unwrap_or_default()];
        let keys = &keys[..1 + usize::from(helper.is_some())];
        let operation = Operation {
            act,
            keys,
            token: token.as_bytes(),
            times,
            acknowledgement: None,
            may_shorten: Cell::default(),
        };
        let (answer, is_repeated) = twice(|| number(self.server.perform(&operation)));
        if let Err(Fault::Forked) = answer {
            self.disown();
            return not_ours;
        }
        let is_unsure = |fault: &Fault| fault.may_have_been_executed();
        let is_under_way =
            is_repeated || answer.as_ref().is_err_and(is_unsure) || self.server.is_under_way();
        Compared {
            may_shorten_later: operation.may_shorten.get() && is_under_way,
            answer,
            is_repeated,
        }
    }
}
