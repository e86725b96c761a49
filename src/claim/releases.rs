//! The last releases of this thread that were answered. While a call awaits its reply, a signal
//! handler or another fiber may release the same token through another object. Then the call's
//! reply does not prove that the claim still stands.

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
    /// Key and token of each release as one number, and its moment; the last one at the end.
    static RELEASES: RefCell<VecDeque<(u64, BootInstant)>> = const { RefCell::new(VecDeque::new()) };
}

/// Notes that a release was answered.
pub fn note(key: &[u8], token: &Token) {
    RELEASES.with_borrow_mut(|releases| {
        if releases.len() == MOST_RELEASES {
            releases.pop_front();
        }
        releases.push_back((number(key, token), BootInstant::now()));
    });
}

/// Returns whether a release of this token was answered after `start`.
pub fn has_come_since(start: BootInstant, key: &[u8], token: &Token) -> bool {
    RELEASES.with_borrow(|releases| {
        let mut later = releases.iter().rev().take_while(|(_, at)| *at > start);
        let number = number(key, token);
        later.any(|(other, _)| *other == number)
    })
}

fn number(key: &[u8], token: &Token) -> u64 {
    let mut hasher = DefaultHasher::new();
    (key, token.as_bytes()).hash(&mut hasher);
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
        note(b"key", &token(0));
        pass();
        let start = BootInstant::now();
        pass();
        assert!(!has_come_since(start, b"key", &token(0)));
        note(b"key", &token(0));
        assert!(has_come_since(start, b"key", &token(0)));
        assert!(!has_come_since(start, b"key", &token(1)));
        assert!(!has_come_since(start, b"ke", &token(0)));
        for n in 1..=MOST_RELEASES {
            note(b"key", &token(n));
        }
        assert!(!has_come_since(start, b"key", &token(0)), "forgotten");
        assert!(!has_come_since(start, b"another", &token(1)));
    }
}
