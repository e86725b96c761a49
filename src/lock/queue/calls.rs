//! Who is called: the next in line, or the first to watch beside the head.

use crate::command::{Command, HAS_SHARE, act::Act, answer::Answer};
use crate::lock::queue::periods::{HEAD_LIFE, LOOK_LIFE};
use crate::lock::{Lock, fence::helper_key, retry_once_if_closed};
use crate::server::{Backend, error::Fault};

/// What a waiter in line has found.
#[derive(PartialEq)]
pub enum Look {
    NoHead,
    ThereIsAHead,
    /// Another one has just looked.
    InACrowd,
}

impl<S: Backend> Lock<S> {
    /// Calls the next in line if this one is the head, or nobody.
    pub(super) fn call_next(&mut self, head: &[u8]) -> Result<bool, Fault> {
        self.call(Act::CallNext, "head", head)
    }

    /// Calls the next in place of this waiter, which leaves and was called by that one.
    pub(super) fn pass_on(&mut self, token: &[u8], caller: &[u8]) -> Result<bool, Fault> {
        match caller == HAS_SHARE.as_bytes() {
            true => self.call(Act::PassOn, "head", token),
            false => self.call_next(caller),
        }
    }

    /// Calls the first in line to watch beside the head, unless somebody has just done so.
    pub(super) fn call_second(&mut self, token: &[u8]) -> Result<bool, Fault> {
        self.call(Act::CallSecond, "second", token)
    }

    fn call(&mut self, act: Act, role: &str, caller: &[u8]) -> Result<bool, Fault> {
        let (role, signal) = (helper_key(&self.key, role), self.queue_keys().1);
        let keys = [&*role, &*signal];
        let call = Command::new(act, &keys, caller, &[HEAD_LIFE]);
        let (answer, _) = retry_once_if_closed(|| self.server.perform(&call));
        Ok(answer?.is_yes())
    }

    /// Calls the next in line if there is no head, and nobody else has just looked.
    pub(super) fn look_for_head(&mut self, token: &[u8]) -> Result<Look, Fault> {
        let looked = helper_key(&self.key, "looked");
        let keys = [&*looked];
        let look = Command::new(Act::Take, &keys, token, &[LOOK_LIFE]);
        let (answer, _) = retry_once_if_closed(|| self.server.perform(&look));
        Ok(match answer? {
            Answer::Taken(_) if self.call_next(token)? => Look::NoHead,
            Answer::Taken(_) => Look::ThereIsAHead,
            _ => Look::InACrowd,
        })
    }
}
