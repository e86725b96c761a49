//! The truths that are checked after each step of a program.

use crate::lock::tests::model::{Content, Entry};
use crate::lock::tests::program_explorer::{Claimant, KEY, Program, STRANGER};
use crate::lock::tests::wire::Wire;
use crate::os::clock;
use crate::server::error::Fault;

impl Program {
    pub fn check_acquired(&self, answer: Result<bool, Fault>) {
        match answer {
            Ok(true) => {
                assert!(self.is_owner(), "acquired, but the key does not say so");
                assert!(self.first.lock.is_held());
            }
            Ok(false) => {
                assert!(
                    holder(&self.wire).is_some(),
                    "not acquired, but no client has it"
                );
                assert!(!self.first.lock.is_held());
            }
            Err(_) => {}
        }
    }

    /// Checks that a lock is not held after a command without a reply.
    pub fn check_unanswered(&self, answer: &Result<bool, Fault>) {
        let log = self.wire.log();
        let token = self.first.token().unwrap_or_default();
        let was_lost = |words: &Vec<Vec<u8>>| words.iter().any(|word| word == token);
        if answer.is_err() && log.lost.iter().any(was_lost) {
            assert!(!self.first.lock.is_held(), "held, without an answer");
        }
    }

    /// Checks that a lock that counts on its lease has the key, and that the key outlives the
    /// lease.
    pub fn check_leases(&self) {
        for claimant in [&self.first, &self.second] {
            let now = clock::tests::server_time();
            let remaining = claimant.lock.remaining(); // counts from later than `now`
            let Some(token) = claimant.token().filter(|_| !remaining.is_zero()) else {
                continue;
            };
            if self.taken_away.contains(token) {
                continue;
            }
            let holder = holder(&self.wire);
            let Some(entry) = holder.filter(|entry| entry.content == Content::Text(token.into()))
            else {
                panic!("held, but the key is not its own");
            };
            assert!(
                entry.expires_at.is_none_or(|at| at >= now + remaining),
                "the lease outlives the key"
            );
        }
    }

    /// Checks that no token is on the server that no object counts on, after a step that reached
    /// the server and met no fault.
    pub fn check_nothing_left_behind(&self) {
        let (commands, faults) = (self.wire.log().commands, self.wire.log().faults);
        if commands == 0 || faults > 0 || self.wire.was_anything_late() {
            return;
        }
        if self.is_given || self.wire.has_pending() {
            return; // left to its ttl, or to be repeated
        }
        let holder = holder(&self.wire);
        let is_claimed = |claimant: &Claimant| {
            claimant.lock.has_claim() && holder_token(&self.wire).as_deref() == claimant.token()
        };
        assert!(
            is_strangers(holder.as_ref()) || is_claimed(&self.first) || is_claimed(&self.second),
            "of no owner: {holder:?}"
        );
    }
}

pub fn holder(wire: &Wire) -> Option<Entry> {
    wire.model().get(KEY).cloned()
}

pub fn holder_token(wire: &Wire) -> Option<Vec<u8>> {
    match holder(wire)?.content {
        Content::Text(token) => Some(token),
        Content::Shares(_) | Content::OtherType => None,
    }
}

/// Returns whether the key is free, or is not held by a lock of the program.
pub fn is_strangers(entry: Option<&Entry>) -> bool {
    entry.is_none_or(|entry| match &entry.content {
        Content::Text(token) => token == STRANGER,
        Content::Shares(_) | Content::OtherType => true,
    })
}
