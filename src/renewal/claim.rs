//! The claim to a lock, which the thread and the lock share.

use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};

use crate::claim::lease::{Lease, State};
use crate::claim::loss::Loss;
use crate::os::clock::BootInstant;
use crate::os::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, AtomicUsize, Ordering};

/// The state of a claim: how each of its servers votes. The thread and the lock share it.
pub struct Claim {
    votes: Box<[Vote]>,
    /// True if a renewal still had no reply when the claim was taken back.
    unanswered: AtomicBool,
    /// The code of the loss by which the last vote was lost while the claim was held; 0: none.
    loss: AtomicU8,
    /// With several keys: the place of the one that was lost; `usize::MAX`: not known.
    lost_at: AtomicUsize,
}

struct Vote {
    /// Nanoseconds since [`EPOCH`].
    valid_until: AtomicU64,
    fate: AtomicU8,
}

impl Vote {
    fn is_held(&self) -> bool {
        matches!(self.fate.load(Ordering::Acquire), HELD | NOT_GRANTED)
    }

    fn is_granted(&self) -> bool {
        self.fate.load(Ordering::Acquire) == HELD
    }
}

/// The fate of a vote that is held. For a lost vote, the fate is the code of the loss.
const HELD: u8 = 0;
/// The fate of the vote of a server that has not granted the lock, as far as is known. Its reply
/// may be late, so the vote counts as held until another one is lost, and [`LATE_VOTE`] from then.
const NOT_GRANTED: u8 = u8::MAX;
/// The time that such a server has for its reply to a renewal, if the claim depends on it.
pub const LATE_VOTE: Duration = Duration::from_secs(1);

pub static EPOCH: LazyLock<BootInstant> = LazyLock::new(BootInstant::now);

impl Claim {
    /// Makes a claim on servers of which `granted` says whether each has granted the lock.
    pub fn new(lease: Lease, granted: &[bool]) -> Arc<Claim> {
        let vote = |granted: &bool| Vote {
            valid_until: AtomicU64::new(since_epoch(lease)),
            fate: AtomicU8::new(if *granted { HELD } else { NOT_GRANTED }),
        };
        let votes = granted.iter().map(vote).collect();
        Arc::new(Claim {
            votes,
            unanswered: AtomicBool::new(false),
            loss: AtomicU8::new(HELD),
            lost_at: AtomicUsize::new(usize::MAX),
        })
    }

    pub fn note_unanswered(&self, is_unanswered: bool) {
        self.unanswered.store(is_unanswered, Ordering::Release);
    }

    /// Returns whether a renewal still had no reply when the claim was taken back.
    pub fn was_unanswered(&self) -> bool {
        self.unanswered.load(Ordering::Acquire)
    }

    /// Notes that a server has started the lease anew. Returns whether that makes the claim last
    /// longer.
    pub fn extend(&self, server: usize, lease: Lease) -> bool {
        let before = self.valid_until();
        let valid_until = &self.votes[server].valid_until;
        valid_until.store(since_epoch(lease), Ordering::Release);
        self.valid_until() > before
    }

    /// Notes that a server has granted the lock, as its reply shows.
    pub fn note_granted(&self, server: usize) {
        let fate = &self.votes[server].fate;
        let _ = fate.compare_exchange(NOT_GRANTED, HELD, Ordering::AcqRel, Ordering::Acquire);
    }

    /// Notes that a server's vote is lost. Returns whether the claim is lost with it.
    pub fn lose(&self, server: usize, loss: Loss) -> bool {
        let was_held = self.is_held();
        if was_held {
            self.loss.store(loss.code(), Ordering::Release); // read once the claim is lost
        }
        self.votes[server]
            .fate
            .store(loss.code(), Ordering::Release);
        was_held && !self.is_held()
    }

    /// Returns whether the claim depends on this server, which has not granted the lock.
    pub fn awaits_vote(&self, server: usize) -> bool {
        let granted = self.votes.iter().filter(|vote| vote.is_granted()).count();
        granted <= self.votes.len() / 2 && !self.votes[server].is_granted()
    }

    /// Notes that the lease has ended everywhere.
    pub fn end(&self, loss: Loss) {
        for server in 0..self.votes.len() {
            if self.votes[server].is_held() {
                self.lose(server, loss);
            }
        }
    }

    /// Returns why the claim is lost; `None` if it is held.
    pub fn loss(&self) -> Option<Loss> {
        Loss::from_code(self.loss.load(Ordering::Acquire)).filter(|_| !self.is_held())
    }

    /// Notes, before the loss, which of several locks is not ours.
    pub fn note_lost_at(&self, place: usize) {
        self.lost_at.store(place, Ordering::Release);
    }

    /// Returns the place of the lock with which the claim is lost; `None`: not known, or one lock.
    pub fn lost_at(&self) -> Option<usize> {
        let place = self.lost_at.load(Ordering::Acquire);
        (place < usize::MAX && !self.is_held()).then_some(place)
    }

    /// Returns whether the claim is lost, but not every server has said so. Then our token may
    /// still be on one of them.
    pub fn may_have_left_a_token(&self) -> bool {
        let is_refused = |vote: &Vote| {
            Loss::from_code(vote.fate.load(Ordering::Acquire)).is_some_and(Loss::was_said)
        };
        !self.is_held() && !self.votes.iter().all(is_refused)
    }

    /// Returns `Held` with the end of the lease, or `Lost`.
    pub fn state(&self) -> State {
        match self.valid_until() {
            Some(nanoseconds) => {
                let since_epoch = Duration::from_nanos(nanoseconds);
                State::Held(Lease::until(*EPOCH + since_epoch))
            }
            None => State::Lost,
        }
    }

    fn is_held(&self) -> bool {
        self.valid_until().is_some()
    }

    /// Returns the end of the lease that a majority of the servers holds, or `None` without a
    /// majority.
    fn valid_until(&self) -> Option<u64> {
        let held = |vote: &Vote| match vote.is_held() {
            true => Some(vote.valid_until.load(Ordering::Acquire)),
            false => None,
        };
        if let [vote] = &*self.votes {
            return held(vote);
        }
        let mut held: Vec<u64> = self.votes.iter().filter_map(held).collect();
        held.sort_unstable_by(|one, other| other.cmp(one));
        held.get(self.votes.len() / 2).copied()
    }
}

fn since_epoch(lease: Lease) -> u64 {
    let since_epoch = lease.valid_until().saturating_duration_since(*EPOCH);
    u64::try_from(since_epoch.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_depends_on_a_server_without_a_grant_once_too_few_others_are_left() {
        let lease = Lease::new(BootInstant::now(), Duration::from_secs(60));
        let claim = Claim::new(lease, &[true, true, false]);
        assert!(!claim.awaits_vote(2));
        assert!(!claim.lose(0, Loss::NotOurs));
        assert!(claim.awaits_vote(2));
        claim.note_granted(2);
        assert!(!claim.awaits_vote(2));
        claim.note_granted(0);
        assert!(claim.lose(1, Loss::NotOurs), "a lost vote is not won back");
    }
}
