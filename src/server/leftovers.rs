//! What commands without an answer may have left on a server. It is deleted at the next contact, instead of everybody
//! waiting for its expiry.

use std::{cell::Cell, cell::RefCell, mem, rc::Weak, time::Duration};

use redis::Value;

use crate::claim::token::Token;
use crate::command::{code::Code, primitive::Primitive};
use crate::os::{
    clock::Moment,
    fork::{Forget, ForkLocal},
};
use crate::stats::COUNTERS;

/// A server that stays away for long must not cost memory without end; the oldest has most likely expired by itself.
pub const MOST: usize = 1000;

/// A token that may stand on a server though nobody counts on it.
pub struct Leftover {
    pub key: Box<[u8]>,
    /// As what it was taken.
    pub primitive: Primitive,
    pub token: Token,
}

/// Something that keeps such a list.
pub trait HasLeftovers {
    fn leftovers(&self) -> &Leftovers;
}

impl HasLeftovers for Leftovers {
    fn leftovers(&self) -> &Leftovers {
        self
    }
}

/// A reply that is still to come: to the deletion of this token.
pub struct Owed {
    pub release: Leftover,
    /// Where to leave it to be repeated.
    pub to: Weak<dyn HasLeftovers>,
}

impl Owed {
    pub fn settle(self, reply: &Value) {
        match reply {
            Value::Int(1..) => {}
            Value::Int(_) => COUNTERS.lost.add(1),
            Value::ServerError(error) if Code::of_reply(error) == Code::WrongType => {
                COUNTERS.lost.add(1);
            }
            _ => self.be_left(),
        }
    }

    /// It was refused, or has no answer.
    pub fn be_left(self) {
        if let Some(to) = self.to.upgrade() {
            to.leftovers().add(self.release);
            to.leftovers().are_owed.set(true);
        }
    }
}

/// What was sent and had no answer for so long is not executed any more.
const DOUBT_LASTS: Duration = Duration::from_secs(60);
/// So many failures in so short a time are none of a lock's.
const MOST_DOUBTS: usize = 100_000;

/// The latest of those that may be on one server.
pub struct Leftovers<T = Leftover> {
    list: ForkLocal<RefCell<Vec<T>>>,
    /// Some are of releases that nobody waited for.
    pub are_owed: Cell<bool>,
    /// Of given tokens. Also what a forked child's parent sent.
    in_doubt: RefCell<Vec<Doubt>>,
}

/// What ends a claim may still be under way.
struct Doubt {
    key: Box<[u8]>,
    token: Token,
    until: Moment,
}

impl Doubt {
    fn is_about(&self, key: &[u8], token: &Token) -> bool {
        *self.key == *key && self.token == *token
    }
}

impl<T> Forget for RefCell<Vec<T>> {
    fn forget(&self) {
        self.borrow_mut().clear();
    }
}

impl<T> Default for Leftovers<T> {
    fn default() -> Self {
        Leftovers {
            list: ForkLocal::new(RefCell::default()),
            are_owed: Cell::default(),
            in_doubt: RefCell::default(),
        }
    }
}

impl<T> Leftovers<T> {
    pub fn add(&self, leftover: T) {
        let mut list = self.list.here().borrow_mut();
        if list.len() == MOST {
            list.remove(0);
        }
        list.push(leftover);
    }

    /// Hands all out.
    pub fn take(&self) -> Vec<T> {
        mem::take(&mut self.list.here().borrow_mut())
    }

    /// Nothing would be lost with it.
    pub fn is_empty(&self) -> bool {
        self.forget_old_doubts();
        self.list.here().borrow().is_empty() && self.in_doubt.borrow().is_empty()
    }

    fn forget_old_doubts(&self) {
        let now = Moment::now();
        self.in_doubt.borrow_mut().retain(|doubt| now < doubt.until);
    }
}

impl Leftovers {
    /// Whether there is one of this key.
    pub fn are_of(&self, key: &[u8]) -> bool {
        self.list
            .here()
            .borrow()
            .iter()
            .any(|left| *left.key == *key)
    }

    /// Somebody counts on this token: it is not to be deleted.
    pub fn withdraw(&self, key: &[u8], token: &Token) {
        let is_other = |left: &Leftover| *left.key != *key || left.token != *token;
        self.list.here().borrow_mut().retain(is_other);
    }

    /// What ends a claim of this token may still be under way.
    pub fn doubt(&self, key: &[u8], token: &Token) {
        self.forget_old_doubts();
        let mut in_doubt = self.in_doubt.borrow_mut();
        in_doubt.retain(|doubt| !doubt.is_about(key, token));
        if in_doubt.len() == MOST_DOUBTS {
            in_doubt.remove(0);
        }
        in_doubt.push(Doubt {
            key: key.into(),
            token: token.clone(),
            until: Moment::now() + DOUBT_LASTS,
        });
    }

    pub fn are_in_doubt(&self, key: &[u8], token: &Token) -> bool {
        self.forget_old_doubts();
        let in_doubt = self.in_doubt.borrow();
        in_doubt.iter().any(|doubt| doubt.is_about(key, token))
    }
}
