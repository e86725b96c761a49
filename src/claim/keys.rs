//! The key of a lock, or the keys of several locks that are taken as one.

use std::{iter, ops::Deref, ops::RangeInclusive};

use crate::claim::token::Token;

/// The lengths of a key or a token, in bytes.
pub const NAME_LENGTHS: RangeInclusive<usize> = 1..=65_536;

/// The most keys of several locks. A script reads them under client tracking, which costs the
/// server a time that grows with the square of their number: 3 ms for 128, half a second for 1000.
pub const MOST_KEYS: usize = 128;

/// One key or several. Dereferences to the first one, which stands for all where one name is
/// enough.
#[derive(Clone, Debug)]
pub struct Keys {
    first: Box<[u8]>,
    others: Box<[Box<[u8]>]>,
}

impl Keys {
    pub fn one(key: &[u8]) -> Keys {
        Keys {
            first: key.into(),
            others: Box::default(),
        }
    }

    /// # Panics
    /// If there is none.
    pub fn several(keys: &[&[u8]]) -> Keys {
        Keys {
            first: keys[0].into(),
            others: keys[1..].iter().map(|key| (*key).into()).collect(),
        }
    }

    pub fn all(&self) -> impl Iterator<Item = &[u8]> {
        iter::once(&*self.first).chain(self.others.iter().map(|key| &**key))
    }

    /// Calls `see` for each key.
    #[inline]
    pub fn each(&self, mut see: impl FnMut(&[u8])) {
        see(&self.first);
        self.others.iter().for_each(|key| see(key));
    }

    /// Returns whether a key satisfies `is_such`.
    #[inline]
    pub fn any(&self, mut is_such: impl FnMut(&[u8]) -> bool) -> bool {
        is_such(&self.first) || self.others.iter().any(|key| is_such(key))
    }

    /// Returns the keys of a command that has these helpers, too. Returns none if there is one key
    /// only.
    #[inline]
    pub fn beside<'a>(&'a self, helpers: &[&'a [u8]]) -> Vec<&'a [u8]> {
        match self.others.is_empty() && helpers.is_empty() {
            true => Vec::new(),
            false => self.all().chain(helpers.iter().copied()).collect(),
        }
    }

    pub fn has(&self, key: &[u8]) -> bool {
        self.any(|own| own == key)
    }

    pub fn at(&self, place: usize) -> Option<&[u8]> {
        self.all().nth(place)
    }
}

impl Deref for Keys {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.first
    }
}

/// The parts of a lock's state that only several keys have.
#[derive(Default)]
pub struct Several {
    /// The fencing tokens, in the order of the keys.
    pub fences: Box<[i64]>,
    /// The place of the key that another owner had at the last attempt.
    pub blocked_by: Option<usize>,
    /// The place of the key with which the claim was lost.
    pub lost_at: Option<usize>,
    /// The tokens by which the first keys were taken before the others.
    pub earlier: Vec<Token>,
    /// True if some keys may be ours although one is lost.
    pub may_have_rest: bool,
}
