//! Releases that were sent without waiting for the reply.

use std::{cell::Cell, rc::Weak};

use redis::Value;

use crate::command::code::Code;
use crate::server::leftovers::{Leftover, Leftovers};
use crate::stats::COUNTERS;

/// A pending reply to the release of a token.
pub struct PendingRelease {
    pub release: Leftover,
    /// The list to which the release is added if it has to be repeated.
    pub to: Weak<Leftovers>,
}

impl PendingRelease {
    pub fn process(self, reply: &Value) {
        match reply {
            Value::Int(1..) => {}
            Value::Int(_) => COUNTERS.lost.add(1),
            Value::ServerError(error) if Code::of_reply(error) == Code::WrongType => {
                COUNTERS.lost.add(1);
            }
            _ => self.be_left(),
        }
    }

    /// Keeps the release to be repeated, because it was refused or has no reply.
    pub fn be_left(self) {
        if let Some(to) = self.to.upgrade() {
            to.add(self.release.planned());
            to.has_unconfirmed.set(true);
            SOME_ARE_UNCONFIRMED.set(true);
        }
    }
}

thread_local! {
    static SOME_ARE_UNCONFIRMED: Cell<bool> = const { Cell::new(false) };
}

/// Returns whether an unconfirmed release has been left behind since the last call.
pub fn some_are_unconfirmed() -> bool {
    SOME_ARE_UNCONFIRMED.take()
}
