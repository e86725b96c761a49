//! Fencing tokens: numbers that grow with every acquisition of a key, for resources that refuse what comes too late.
//!
//! On a quorum each server draws its own, and the greatest of a majority's is the acquisition's. It counts only once a
//! majority that still holds the lock has raised its counters to it. Any later majority has a server in common with that
//! one; it gave the lock to somebody else after its counter was raised, so it drew a greater one, and so is the greatest.
//! That takes a server in common that has kept its counter. If all of those have lost it (a minority that restarts empty
//! may be just them), the clocks take its place: then the token is greater if no clock was ahead by more than the time
//! between the two acquisitions. Every server that can be reached raises its counter, also one that does not hold the
//! lock, so mostly there are more than one.

use std::time::Duration;

use crate::server::hash_tag;

/// How long the counter outlives the last acquisition. Should it be lost, the server's clock takes its place.
pub const LIFE: Duration = Duration::from_secs(7 * 24 * 3600);

/// A key that a lock keeps beside it, and on a cluster in its slot: `fence` for its counter.
pub fn helper_key(lock: &[u8], name: &str) -> Vec<u8> {
    if has_hash_tag(lock) {
        [lock, b":", name.as_bytes()].concat()
    } else {
        [b"{", lock, b"}:", name.as_bytes()].concat()
    }
}

fn has_hash_tag(key: &[u8]) -> bool {
    hash_tag(key).is_some()
}

/// Whether no helper of this key can be in its slot of a cluster.
pub fn is_alone(lock: &[u8]) -> bool {
    !has_hash_tag(lock) && lock.contains(&b'}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::slot;

    #[test]
    fn the_counter_lives_in_the_slot_of_its_lock() {
        for (lock, fence) in [
            (&b"stock:1"[..], &b"{stock:1}:fence"[..]),
            (b"{shop}:stock", b"{shop}:stock:fence"),
            (b"a{shop}b{c}", b"a{shop}b{c}:fence"),
            (b"a{b", b"{a{b}:fence"),
            (b"{}a", b"{{}a}:fence"),
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

    #[test]
    fn every_helper_has_a_key_of_its_own() {
        assert_eq!(helper_key(b"stock", "head"), b"{stock}:head");
        assert_eq!(
            helper_key(b"{shop}:stock", "signal"),
            b"{shop}:stock:signal"
        );
    }
}
