//! The kinds of locks, and the scripts by which each is taken, renewed and released.

use crate::command::operation::Operation;
use crate::command::script::{
    ADVANCE_FENCE, CLAIM, DOWNGRADE, END_ALL, ENTER, EXTEND, FENCED, FIND, HOLDERS, INSPECT, LEAVE,
    MULTI_ACQUIRE, MULTI_OWNED, MULTI_REFRESH, MULTI_RELEASE, MULTI_RENEW, OWNED, REFRESH, RELEASE,
    RELEASE_AND_CHECK_QUEUE, RENEW, RENEW_SHARE, SHARE_LEFT, Script, UPGRADE,
};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LockKind {
    /// One holder, in the plain string that every Redis lock uses.
    #[default]
    Exclusive,
    /// Any number of holders, or one exclusive one.
    Shared,
    /// Holders of `permits` permits together. This holder takes `weight` of them.
    Semaphore { permits: u32, weight: u32 },
    /// One holder of several keys in one slot, each the plain string.
    Multi,
}

impl LockKind {
    pub fn is_exclusive(self) -> bool {
        self == LockKind::Exclusive
    }

    /// Returns whether others may hold it, too.
    pub fn can_be_shared(self) -> bool {
        matches!(self, LockKind::Shared | LockKind::Semaphore { .. })
    }

    /// Returns the kind of each of its keys.
    pub fn of_one_key(self) -> LockKind {
        match self {
            LockKind::Multi => LockKind::Exclusive,
            kind => kind,
        }
    }

    /// Returns the script for an operation, or `None` if a plain command does it.
    pub fn script(self, operation: Operation) -> Option<&'static Script> {
        match self {
            LockKind::Exclusive => exclusive(operation),
            LockKind::Shared | LockKind::Semaphore { .. } => sharing(operation),
            LockKind::Multi => multi(operation),
        }
    }

    pub fn renew(self) -> &'static Script {
        match self {
            LockKind::Exclusive => &RENEW,
            LockKind::Shared | LockKind::Semaphore { .. } => &RENEW_SHARE,
            LockKind::Multi => &MULTI_RENEW,
        }
    }

    /// Returns the arguments that only scripts of shares have, behind all others: the number of
    /// permits (0: any number) if the script may take one, and the holder's weight.
    pub fn arguments(self, may_take: bool) -> impl Iterator<Item = u32> + Clone {
        let (permits, weight) = match self {
            LockKind::Exclusive | LockKind::Multi => (None, None),
            LockKind::Shared => (Some(0), Some(1)),
            LockKind::Semaphore { permits, weight } => (Some(permits), Some(weight)),
        };
        permits.filter(|_| may_take).into_iter().chain(weight)
    }
}

fn exclusive(operation: Operation) -> Option<&'static Script> {
    Some(match operation {
        Operation::Claim => &CLAIM,
        Operation::Upgrade => &UPGRADE,
        Operation::Downgrade => &DOWNGRADE,
        Operation::ClaimFenced => &FENCED,
        Operation::Release => &RELEASE,
        Operation::ReleaseAndCheckQueue => &RELEASE_AND_CHECK_QUEUE,
        Operation::Refresh | Operation::Shorten => &REFRESH,
        Operation::Owned => &OWNED,
        Operation::Inspect => &INSPECT,
        Operation::AdvanceFence(_) => &ADVANCE_FENCE,
        _ => return None,
    })
}

fn sharing(operation: Operation) -> Option<&'static Script> {
    Some(match operation {
        Operation::Take | Operation::Claim => &ENTER,
        Operation::Release => &LEAVE,
        Operation::Refresh | Operation::Shorten => &EXTEND,
        Operation::Owned => &SHARE_LEFT,
        Operation::Inspect => &FIND,
        Operation::Holders(_) => &HOLDERS,
        Operation::EndAll => &END_ALL,
        Operation::AdvanceFence(_) => &ADVANCE_FENCE,
        _ => return None,
    })
}

fn multi(operation: Operation) -> Option<&'static Script> {
    Some(match operation {
        Operation::Take | Operation::Claim | Operation::ClaimFenced => &MULTI_ACQUIRE,
        Operation::Release | Operation::ReleaseAndCheckQueue => &MULTI_RELEASE,
        Operation::Refresh | Operation::Shorten => &MULTI_REFRESH,
        Operation::Owned => &MULTI_OWNED,
        _ => return None,
    })
}
