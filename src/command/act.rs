//! The acts that a server is asked for. Waiting and background renewal are none: `script` has WAIT and RENEW for them.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Takes the lock if it is free, by the plain command that every Redis lock uses; a share unless somebody waits in the queue.
    Take,
    /// The same by a script that accepts our own token and otherwise tells how long the holder's lease is.
    Claim,
    /// Claims the lock, too: our share becomes the lock if it is the only one. A first command returns when the share ends.
    Upgrade,
    /// Our lock becomes a share. A first command returns when the lock ends.
    Downgrade,
    /// Claims it with a fencing token.
    ClaimFenced,
    Release,
    /// Also tells whether others wait.
    ReleaseAndCheckQueue,
    /// Makes the lease last for a time from now, or longer.
    Refresh,
    /// Starts the lease anew, also if it ends sooner for it.
    Shorten,
    Owned,
    /// Who has it.
    Inspect,
    Exists,
    Delete,
    /// Who has it, of those who share it; at most so many of them.
    Holders(u32),
    /// Deletes it, and tells how many have shared it.
    EndAll,
    /// Has the counter of fencing tokens go on from this one at least.
    Raise(i64),
}
