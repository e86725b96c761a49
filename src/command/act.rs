//! The acts that a server is asked for. Waiting and background renewal are none: `script` has WAIT and RENEW for them.

use crate::command::script::{
    CALL_NEXT, CALL_SECOND, CLAIM, FENCED, INSPECT, OWNED, RAISE, REFRESH, RELEASE,
    RELEASE_AND_CHECK_QUEUE, Script,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Takes the lock if it is free, by the plain command that every Redis lock uses.
    Take,
    /// The same by a script that accepts our own token and otherwise tells how long the holder's lease is.
    Claim,
    /// The same, with a fencing token.
    ClaimFenced,
    Release,
    /// Also tells whether others wait.
    ReleaseAndCheckQueue,
    /// Makes the lease last for a time from now; the server's own command also if it ends sooner for it.
    Refresh,
    /// Starts the lease anew, also if it ends sooner for it.
    Shorten,
    Owned,
    /// Who has it.
    Inspect,
    Exists,
    Delete,
    /// Calls the next in the queue.
    CallNext,
    CallSecond,
    /// Has the counter of fencing tokens go on from this one at least.
    Raise(i64),
}

impl Act {
    pub fn script(self) -> Option<&'static Script> {
        Some(match self {
            Act::Claim => &CLAIM,
            Act::ClaimFenced => &FENCED,
            Act::Release => &RELEASE,
            Act::ReleaseAndCheckQueue => &RELEASE_AND_CHECK_QUEUE,
            Act::Refresh | Act::Shorten => &REFRESH,
            Act::Owned => &OWNED,
            Act::Inspect => &INSPECT,
            Act::CallNext => &CALL_NEXT,
            Act::CallSecond => &CALL_SECOND,
            Act::Raise(_) => &RAISE,
            Act::Take | Act::Exists | Act::Delete => return None,
        })
    }
}
