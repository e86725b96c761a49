//! What commands without an answer may have left on a server. It is deleted at the next contact, instead of everybody
//! waiting for its expiry.

use std::{cell::RefCell, mem, rc::Weak, time::Duration};

use redis::Value;

use crate::claim::token::Token;
use crate::command::code::Code;
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
        let is_not_ours = match reply {
            Value::Int(deleted) => *deleted == 0,
            Value::ServerError(error) if Code::of_reply(error) == Code::WrongType => true,
            _ => return self.be_left(true),
        };
        if is_not_ours {
            COUNTERS.lost.add(1);
        }
        if let Some(to) = self.to.upgrade() {
            let Leftover { key, token } = &self.release;
            to.leftovers().forget_doubt(key, token);
        }
    }

    /// It was refused, or has no answer. A given token is in doubt already, and is left to its ttl.
    pub fn be_left(self, is_refused: bool) {
        let Some(to) = self.to.upgrade() else { return };
        let Leftover { key, token } = &self.release;
        if !token.is_given() {
            to.leftovers().add(self.release);
        } else if is_refused {
            to.leftovers().forget_doubt(key, token);
        }
    }
}

/// What was sent and had no answer for so long is not executed any more.
const DOUBT_LASTS: Duration = Duration::from_secs(60);

/// The latest of those that may be on one server.
pub struct Leftovers<T = Leftover> {
    list: ForkLocal<RefCell<Vec<T>>>,
    /// Of given tokens. Also what a forked child's parent sent.
    in_doubt: RefCell<Vec<Doubt>>,
}

/// What ends a claim may still be under way.
struct Doubt {
    key: Box<[u8]>,
    token: Token,
    /// A token that is gone before then has been deleted by it.
    tells_before: Option<Moment>,
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

    pub fn is_empty(&self) -> bool {
        self.list.here().borrow().is_empty()
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

    /// What ends a claim of this token may still be under way. If it is the only such thing, and is not before the time, the
    /// token will be gone when it has been executed, and not for another reason.
    pub fn doubt(&self, key: &[u8], token: &Token, tells_before: Option<Moment>) {
        let mut in_doubt = self.in_doubt.borrow_mut();
        let before = in_doubt.len();
        in_doubt.retain(|doubt| !doubt.is_about(key, token));
        let is_alone = in_doubt.len() == before;
        if in_doubt.len() == MOST {
            in_doubt.remove(0);
        }
        in_doubt.push(Doubt {
            key: key.into(),
            token: token.clone(),
            tells_before: tells_before.filter(|_| is_alone),
            until: Moment::now() + DOUBT_LASTS,
        });
    }

    /// Nothing of this token is under way any more.
    pub fn forget_doubt(&self, key: &[u8], token: &Token) {
        if token.is_given() {
            let is_other = |doubt: &Doubt| !doubt.is_about(key, token);
            self.in_doubt.borrow_mut().retain(is_other);
        }
    }

    /// The token is gone.
    pub fn settle(&self, key: &[u8], token: &Token) {
        let now = Moment::now();
        let is_executed = |doubt: &Doubt| doubt.tells_before.is_some_and(|then| now < then);
        self.in_doubt
            .borrow_mut()
            .retain(|doubt| !(doubt.is_about(key, token) && is_executed(doubt)));
    }

    pub fn are_in_doubt(&self, key: &[u8], token: &Token) -> bool {
        let mut in_doubt = self.in_doubt.borrow_mut();
        let now = Moment::now();
        in_doubt.retain(|doubt| now < doubt.until);
        in_doubt.iter().any(|doubt| doubt.is_about(key, token))
    }
}
