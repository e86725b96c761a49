//! The last releases of this thread that were answered. While a call awaits its reply, a signal
//! handler or another fiber may release the same token through another object. Then the call's
//! reply does not prove that the claim still stands. A change between share and lock counts as a
//! release of the kind that it ends.

use std::{
    cell::RefCell,
    collections::{VecDeque, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
};

use crate::claim::token::Token;
use crate::os::clock::BootInstant;

/// The number of releases that are remembered. More during one call are not expected: that is some
/// tenths of a second of a loop that does nothing else. A call that none of them concerns must not
/// lose its claim, so a release that is forgotten does not count.
const MOST_RELEASES: usize = 1024;

thread_local! {
    /// Key, token and kind of each release as one number, and its moment; the last one at the end.
    static RELEASES: RefCell<VecDeque<(u64, BootInstant)>> = const { RefCell::new(VecDeque::new()) };
}

/// Notes that the release of a share, or of another lock, was answered.
pub fn note(key: &[u8], token: &Token, is_share: bool) {
    RELEASES.with_borrow_mut(|releases| {
        if releases.len() == MOST_RELEASES {
            releases.pop_front();
        }
        releases.push_back((number(key, token, is_share), BootInstant::now()));
    });
}

/// Returns whether a release of this token was answered after `start`.
pub fn has_come_since(start: BootInstant, key: &[u8], token: &Token, is_share: bool) -> bool {
    RELEASES.with_borrow(|releases| {
        let mut later = releases.iter().rev().take_while(|(_, at)| *at > start);
        let number = number(key, token, is_share);
        later.any(|(other, _)| *other == number)
    })
}

fn number(key: &[u8], token: &Token, is_share: bool) -> u64 {
    let mut hasher = DefaultHasher::new();
    (key, token.as_bytes(), is_share).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::os::clock::tests::SLEPT;
    use std::time::Duration;

    #[test]
    fn a_release_during_a_call_is_known() {
        let token = |n: usize| Token::given(n.to_string().as_bytes());
        let pass = || SLEPT.set(SLEPT.get() + Duration::from_millis(1));
        note(b"key", &token(0), false);
        pass();
        let start = BootInstant::now();
        pass();
        assert!(!has_come_since(start, b"key", &token(0), false));
        note(b"key", &token(0), false);
        assert!(has_come_since(start, b"key", &token(0), false));
        assert!(!has_come_since(start, b"key", &token(0), true));
        assert!(!has_come_since(start, b"key", &token(1), false));
        assert!(!has_come_since(start, b"ke", &token(0), false));
        for n in 1..=MOST_RELEASES {
            note(b"key", &token(n), false);
        }
        assert!(
            !has_come_since(start, b"key", &token(0), false),
            "forgotten"
        );
        assert!(!has_come_since(start, b"another", &token(1), false));
    }
}
