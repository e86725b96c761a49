//! Fencing tokens: numbers that grow with every acquisition of a key, for resources that refuse what comes too late.

use std::time::Duration;

/// How long the counter outlives the last acquisition. Should it be lost, the server's clock takes its place.
pub const LIFE: Duration = Duration::from_secs(7 * 24 * 3600);

/// Where a lock keeps its counter: beside it, and on a cluster in its slot.
pub fn key_of_fence(lock: &[u8]) -> Vec<u8> {
    if has_hash_tag(lock) {
        [lock, b":fence"].concat()
    } else {
        [b"{", lock, b"}:fence"].concat()
    }
}

/// Whether a cluster hashes only the part of a key between the first `{` and the next `}`.
fn has_hash_tag(key: &[u8]) -> bool {
    let Some(open) = key.iter().position(|&byte| byte == b'{') else {
        return false;
    };
    let tag = &key[open + 1..];
    tag.iter()
        .position(|&byte| byte == b'}')
        .is_some_and(|length| length > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counter_lives_in_the_slot_of_its_lock() {
        for (lock, fence) in [
            (&b"stock:1"[..], &b"{stock:1}:fence"[..]),
            (b"{shop}:stock", b"{shop}:stock:fence"),
            (b"a{shop}b{c}", b"a{shop}b{c}:fence"),
            (b"a{b", b"{a{b}:fence"),
            (b"{}a", b"{{}a}:fence"),
        ] {
            assert_eq!(key_of_fence(lock), fence, "{}", lock.escape_ascii());
        }
    }
}
