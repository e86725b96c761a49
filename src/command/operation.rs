//! The operations that a lock asks a server for. Some scripts in `script` belong to none of them,
//! because a waiter, the background thread or an operator runs them: `WAIT*`, `LOOK*`,
//! `LEAVE_QUEUE`, the `RENEW` scripts of each kind of lock, `SHOW_LOCK` and `LIST_LOCKS`.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Takes the lock if it is free, by the plain command that every Redis lock uses. Takes a share
    /// unless waiters are queued.
    Take,
    /// As `Take`, by a script that accepts our own token and otherwise returns the holder's lease.
    Claim,
    /// As `Claim`, but our share becomes the lock if it is the only share. A first command returns
    /// when the share ends.
    Upgrade,
    /// Turns our lock into a share. A first command returns when the lock ends.
    Downgrade,
    /// As `Claim`, with a fencing token.
    ClaimFenced,
    Release,
    /// As `Release`, and returns whether waiters are queued.
    ReleaseAndCheckQueue,
    /// Makes the lease last for a time from now, or longer.
    Refresh,
    /// Starts the lease anew, even if it ends sooner then.
    Shorten,
    Owned,
    /// Returns the holder.
    Inspect,
    Exists,
    Delete,
    /// Returns the holders of a shared lock, at most this number of them.
    Holders(u32),
    /// Deletes the lock, and returns how many holders it had.
    EndAll,
    /// Has the counter of fencing tokens go on from this token at least.
    AdvanceFence(i64),
}
