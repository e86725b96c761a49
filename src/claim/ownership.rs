//! Ownership of a token: which token an object acquires with, and which leases its key may have.
//!
//! If another owner may know a token, only a release that the caller asked for ends its claim. So
//! nothing else deletes the token: no cleanup, no undo of a quorum, no best-effort command.
//! [`Token::is_known_elsewhere`] says which tokens these are.

use std::time::Duration;

use crate::claim::{label::Label, token::Token};
use crate::os::clock::BootInstant;

/// The token of one object, and the leases that its commands may give the key.
#[derive(Default)]
pub struct Ownership {
    /// The token of the current or last acquisition.
    token: Option<Token>,
    /// The caller's token, which every acquisition uses.
    supplied: Option<Token>,
    /// True if the claim was taken over by its token, and no attempt has confirmed it yet.
    is_restored: bool,
    /// True if the claim was taken over, and it is unknown whether it is a share or the lock.
    may_be_of_other_kind: bool,
    /// The longest lease that the key may have; None: not known.
    longest: Option<Duration>,
    /// When the client gave up a command that may still take the lock with the token.
    given_up_at: Option<BootInstant>,
    /// The shortest lease that an unanswered command may give the key, and the moment until which
    /// `detach()` refuses the claim because of it.
    shorter: Option<(Duration, BootInstant)>,
}

impl Ownership {
    pub fn token(&self) -> Option<&Token> {
        self.token.as_ref()
    }

    pub fn supplied(&self) -> Option<&Token> {
        self.supplied.as_ref()
    }

    /// Returns whether the claim was taken over by its token, and no attempt has confirmed it yet.
    pub fn is_restored(&self) -> bool {
        self.is_restored
    }

    /// Has every acquisition use this token from now on.
    pub fn supply(&mut self, token: &Token) {
        let token = Token::given(token.as_bytes());
        self.token = Some(token.clone());
        self.supplied = Some(token);
    }

    /// Takes over the claim of this token.
    pub fn restore(&mut self, token: &Token) {
        *self = Ownership::default();
        self.supply(token);
        (self.is_restored, self.may_be_of_other_kind) = (true, true);
    }

    /// Returns whether the claim was taken over, and may be a share or the lock.
    pub fn may_be_of_other_kind(&self) -> bool {
        self.may_be_of_other_kind
    }

    /// Notes that the claim's kind is known, or that the claim has ended.
    pub fn end_other_kind(&mut self) {
        self.may_be_of_other_kind = false;
    }

    /// Returns the token of an acquisition that begins.
    pub fn next_token(&self, label: &Label) -> Token {
        match &self.supplied {
            Some(supplied) => supplied.clone(),
            None => Token::generate(label),
        }
    }

    /// Notes that an acquisition with this token has succeeded. Unanswered commands of earlier
    /// tokens do not change its lease.
    pub fn acquire(&mut self, token: Token, ttl: Duration) {
        self.token = Some(token);
        self.given_up_at = None;
        (self.is_restored, self.may_be_of_other_kind) = (false, false);
        (self.longest, self.shorter) = (Some(ttl), None);
    }

    /// Notes that the acquisition has repeated a command that was given up at this moment.
    pub fn note_given_up(&mut self, given_up_at: Option<BootInstant>) {
        self.given_up_at = given_up_at;
    }

    /// Returns the token of a claim that ends, and when a command with it was given up.
    pub fn take_given_up(&mut self) -> Option<(Token, BootInstant)> {
        let given_up_at = self.given_up_at.take()?;
        Some((self.token.clone()?, given_up_at))
    }

    /// Forgets the parent's claim, in a forked child.
    pub fn disown(&mut self) {
        self.token.clone_from(&self.supplied);
        self.given_up_at = None;
        (self.is_restored, self.may_be_of_other_kind) = (false, false);
    }

    /// Returns whether the current lease may end later than a new one of this length.
    pub fn may_last_longer_than(&self, ttl: Duration) -> bool {
        self.longest.is_none_or(|longest| ttl < longest)
    }

    /// Returns the longest lease that a command of a lock with this ttl may have given the key.
    pub fn longest_of(&self, ttl: Duration) -> Duration {
        self.longest.map_or(ttl, |longest| longest.max(ttl))
    }

    /// Notes that a command that shortens no lease may give the key this ttl.
    pub fn note_ttl(&mut self, ttl: Duration) {
        self.longest = self.longest.map(|longest| longest.max(ttl));
    }

    /// Notes that the key had this ttl when the server answered.
    pub fn confirm_ttl(&mut self, ttl: Duration) {
        self.longest = Some(ttl);
    }

    /// Notes that an unanswered command may later cut the key's lease to this ttl.
    pub fn note_shorter(&mut self, ttl: Duration, until: BootInstant) {
        let last = self.shorter.map_or(until, |(_, last)| last.max(until));
        self.shorter = Some((self.count(ttl), last));
    }

    /// Returns whether an unanswered command may shorten the lease, so that it is not handed over.
    pub fn may_be_shortened(&self) -> bool {
        self.shorter
            .is_some_and(|(_, until)| BootInstant::now() < until)
    }

    /// Caps a lease of this length at the shortest one that a late command may leave.
    pub fn count(&self, ttl: Duration) -> Duration {
        self.shorter.map_or(ttl, |(shorter, _)| shorter.min(ttl))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::unanswered::LONGEST_DELAY;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_lease_counts_no_longer_than_the_shortest_that_may_come_late() {
        let mut ownership = Ownership::default();
        ownership.acquire(Token::given(b"token"), MS(100));
        assert!(ownership.may_last_longer_than(MS(50)));
        assert!(!ownership.may_last_longer_than(MS(100)));
        ownership.note_shorter(MS(50), BootInstant::now() + LONGEST_DELAY);
        assert_eq!(
            [MS(200), MS(10)].map(|ttl| ownership.count(ttl)),
            [MS(50), MS(10)]
        );
        ownership.note_shorter(MS(70), BootInstant::now() + LONGEST_DELAY);
        assert_eq!(ownership.count(MS(200)), MS(50));
        ownership.acquire(Token::given(b"token"), MS(100));
        assert_eq!(ownership.count(MS(200)), MS(200));
    }
}
