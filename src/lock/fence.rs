//! Fencing tokens: numbers that grow with every acquisition of a key, for resources that refuse
//! what comes too late.
//!
//! On a quorum each server draws its own fencing token, and the acquisition has the greatest of a
//! majority's. The token counts once a majority that still holds the lock has raised its counters
//! to it. Any later majority shares a server with that majority. The shared server draws a greater
//! token for the next owner.
//!
//! That needs a shared server that has kept its counter. If all shared servers have lost their
//! counters, as a minority that restarts empty has, they draw from their clocks. Then the token
//! grows only if no clock was ahead by more than the time between the two acquisitions. Every
//! server that can be reached raises its counter, even if it does not hold the lock. So mostly the
//! two majorities share several servers that know the token.

use std::time::Duration;

use crate::claim::token::Token;
use crate::command::{Command, answer::Answer, operation::Operation};
use crate::lock::Lock;
use crate::server::{Backend, error::Fault, routed::cluster::hash_tag};

/// The time for which the counter outlives the last acquisition. If the counter is lost, the
/// server's clock takes its place.
pub const LIFE: Duration = Duration::from_secs(7 * 24 * 3600);

/// The mark in the name of every helper key, before the helper's name. No lock may be named so.
const MARK: &[u8] = b":redislock:";

/// The names of the keys that are kept beside a lock.
const HELPERS: [&str; 6] = ["fence", "looks", "seat1", "seat2", "vacant", "watchers"];

/// Returns the helper key `name` of a lock, which on a cluster is in the lock's slot. No two locks
/// share one: if the lock has a hash tag of its own, one more colon stands before the mark.
pub fn helper_key(lock: &[u8], name: &str) -> Vec<u8> {
    if has_hash_tag(lock) {
        [lock, b":", MARK, name.as_bytes()].concat()
    } else {
        [b"{", lock, b"}", MARK, name.as_bytes()].concat()
    }
}

/// Returns whether a key may be the helper key of a lock.
pub fn is_helper(key: &[u8]) -> bool {
    let mut names = HELPERS.iter();
    names.any(|name| {
        let rest = key.strip_suffix(name.as_bytes());
        rest.is_some_and(|rest| rest.ends_with(MARK))
    })
}

fn has_hash_tag(key: &[u8]) -> bool {
    hash_tag(key).is_some()
}

/// Returns whether no helper key of this lock can be in its slot of a cluster.
pub fn is_alone(lock: &[u8]) -> bool {
    !has_hash_tag(lock) && lock.contains(&b'}')
}

impl<S: Backend> Lock<S> {
    /// Raises the counters of a majority to the fencing token of the key at this place. Returns
    /// false if the lock has to be given up.
    pub(in crate::lock) fn advance_fence(
        &mut self,
        place: usize,
        token: &Token,
        fence: i64,
    ) -> Result<bool, Fault> {
        let key = self.key.at(place).unwrap_or_default();
        let counter = helper_key(key, "fence");
        let keys = [key, &counter];
        let times = [LIFE];
        let advance = Command::new(
            Operation::AdvanceFence(fence),
            &keys,
            token.as_bytes(),
            &times,
        )
        .known_elsewhere(token.is_known_elsewhere());
        Ok(self.server.perform(&advance)? == Answer::Applied)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::server::routed::cluster::slot;

    #[test]
    fn the_counter_lives_in_the_slot_of_its_lock() {
        for (lock, fence) in [
            (&b"stock:1"[..], &b"{stock:1}:redislock:fence"[..]),
            (b"{shop}:stock", b"{shop}:stock::redislock:fence"),
            (b"a{shop}b{c}", b"a{shop}b{c}::redislock:fence"),
            (b"a{b", b"{a{b}:redislock:fence"),
            (b"{}a", b"{{}a}:redislock:fence"),
        ] {
            assert_eq!(helper_key(lock, "fence"), fence, "{}", lock.escape_ascii());
        }
    }

    #[test]
    fn a_key_that_can_have_no_helper_in_its_slot_is_known() {
        for (lock, alone) in [
            (&b"stock:1"[..], false),
            (b"{shop}:stock", false),
            (b"a{b", false),
            (b"a}b", true),
            (b"{}a", true),
            (b"a{}{b}", true),
            (b"}{a}", false),
        ] {
            let lock_slot = slot(lock);
            let helper_slot = slot(&helper_key(lock, "fence"));
            assert_eq!(is_alone(lock), alone, "{}", lock.escape_ascii());
            assert_eq!(helper_slot != lock_slot, alone, "{}", lock.escape_ascii());
        }
    }

    /// Returns all keys of at most `length` of these bytes.
    fn keys(length: usize) -> Vec<Vec<u8>> {
        let mut keys = vec![vec![]];
        for n in 0..length {
            let longest = keys.iter().filter(|key| key.len() == n);
            let longer = longest.flat_map(|key| b"{}:a".map(|byte| [&key[..], &[byte]].concat()));
            let longer: Vec<_> = longer.collect();
            keys.extend(longer);
        }
        keys
    }

    #[test]
    fn no_two_locks_share_a_helper_and_none_is_a_locks_name() {
        let mut owners = HashMap::new();
        let mut locks = keys(6);
        // Locks named like helper keys, locks of helper keys, and names that look like either.
        for lock in keys(3) {
            for name in HELPERS {
                let helper = helper_key(&lock, name);
                let open = [b"{", &helper[..]].concat();
                locks.extend([
                    [&open[..], b"}"].concat(),
                    open,
                    [&lock, &b":seat1"[..]].concat(),
                ]);
                locks.push([b"{", &lock[..], b"}:", name.as_bytes()].concat());
            }
        }
        locks.sort();
        locks.dedup();
        for lock in locks {
            for name in HELPERS {
                let helper = helper_key(&lock, name);
                assert!(is_helper(&helper));
                if is_helper(&lock) {
                    continue; // no lock may be named so
                }
                let other = owners.insert(helper, (lock.clone(), name));
                assert_eq!(other, None, "{}", lock.escape_ascii());
            }
        }
    }

    #[test]
    fn only_the_very_names_of_helpers_are_reserved() {
        for (key, reserved) in [
            (&b"{k}:redislock:seat1"[..], true),
            (b"{k}::redislock:vacant", true),
            (b":redislock:fence", true),
            (b"{k}:seat1", false),
            (b"{k}:redislock:seat11", false),
            (b"redislock:seat1", false),
            (b"seat1", false),
        ] {
            assert_eq!(is_helper(key), reserved, "{}", key.escape_ascii());
        }
    }
}
