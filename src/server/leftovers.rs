//! What commands without an answer may have left on a server. It is deleted at the next contact, instead of everybody
//! waiting for its expiry.

use std::{cell::RefCell, mem};

use crate::claim::token::Token;
use crate::os::fork::{Forget, ForkLocal};

/// A server that stays away for long must not cost memory without end; the oldest has most likely expired by itself.
pub const MOST: usize = 1000;

/// A token that may stand on a server though nobody counts on it.
pub struct Leftover {
    pub key: Box<[u8]>,
    pub token: Token,
}

/// The latest of those that may be on one server.
pub struct Leftovers<T = Leftover>(ForkLocal<RefCell<Vec<T>>>);

impl<T> Forget for RefCell<Vec<T>> {
    fn forget(&self) {
        self.borrow_mut().clear();
    }
}

impl<T> Default for Leftovers<T> {
    fn default() -> Self {
        Leftovers(ForkLocal::new(RefCell::default()))
    }
}

impl<T> Leftovers<T> {
    pub fn add(&self, leftover: T) {
        let mut list = self.0.here().borrow_mut();
        if list.len() == MOST {
            list.remove(0);
        }
        list.push(leftover);
    }

    /// Hands all out.
    pub fn take(&self) -> Vec<T> {
        mem::take(&mut self.0.here().borrow_mut())
    }

    pub fn is_empty(&self) -> bool {
        self.0.here().borrow().is_empty()
    }
}
