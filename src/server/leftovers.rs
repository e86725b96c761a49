//! What commands without an answer may have left on a server. It is deleted at the next contact, instead of everybody
//! waiting for its expiry.

use std::{
    cell::{Cell, RefCell},
    rc::{Rc, Weak},
    time::Duration,
};

use redis::Value;

use crate::claim::{ownership::LONGEST_DELAY, token::Token};
use crate::command::{code::Code, primitive::Primitive};
use crate::os::{
    clock::Moment,
    fork::{Forget, ForkLocal},
};
use crate::server::error::Fault;
use crate::stats::COUNTERS;

/// A server that stays away for long must not cost memory without end; the oldest has most likely expired by itself.
pub const MOST: usize = 1000;

/// A token that may stand on a server though nobody counts on it.
pub struct Leftover {
    pub key: Box<[u8]>,
    /// As what it was taken.
    pub primitive: Primitive,
    pub token: Token,
    /// When it is not deleted any more.
    ends: Moment,
    /// When its deletion is tried again on behalf of other locks, after the server has refused it.
    rests_until: Cell<Option<Moment>>,
    /// Why the server has refused to delete it, when it was asked last.
    refusal: RefCell<Option<Fault>>,
    /// Its deletion was sent, and has no answer yet. A signal handler may run meanwhile.
    pub is_being_deleted: Cell<bool>,
}

/// A refusal that does not pass by itself, such as NOPERM, is repeated no sooner.
const REFUSAL_STANDS: Duration = Duration::from_secs(10);

impl Leftover {
    /// Something of a lock whose lease is `ttl`, as of `now`.
    pub fn new(
        key: Box<[u8]>,
        primitive: Primitive,
        token: Token,
        ttl: Duration,
        now: Moment,
    ) -> Self {
        Leftover {
            key,
            primitive,
            token,
            ends: now + ttl + LONGEST_DELAY,
            rests_until: Cell::default(),
            refusal: RefCell::default(),
            is_being_deleted: Cell::default(),
        }
    }

    /// Returns whether the server has forgotten it by itself.
    pub fn has_ended(&self, now: Moment) -> bool {
        now >= self.ends
    }

    /// Returns whether another lock's call leaves it alone.
    pub fn rests(&self, now: Moment) -> bool {
        self.rests_until.get().is_some_and(|until| now < until)
    }

    /// The server has refused to delete it.
    pub fn note_refusal(&self, refusal: Fault, now: Moment) {
        let rests_until = (!refusal.may_pass()).then(|| now + REFUSAL_STANDS);
        self.rests_until.set(rests_until);
        self.refusal.replace(Some(refusal));
    }
}

/// A reply that is still to come: to the deletion of this token.
pub struct Owed {
    pub release: Leftover,
    /// Where to leave it to be repeated.
    pub to: Weak<Leftovers>,
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
            to.add(self.release.into());
            to.are_owed.set(true);
            SOME_ARE_OWED.set(true);
        }
    }
}

thread_local! {
    static SOME_ARE_OWED: Cell<bool> = const { Cell::new(false) };
}

/// Whether a release that nobody waited for has been left somewhere since the last call.
pub fn some_are_owed() -> bool {
    SOME_ARE_OWED.take()
}

/// The latest of those that may be on one server.
pub struct Leftovers<T = Rc<Leftover>> {
    list: ForkLocal<RefCell<Vec<T>>>,
    /// Some are of releases that nobody waited for.
    pub are_owed: Cell<bool>,
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

    /// Hands out so many, the oldest first.
    pub fn take(&self, most: usize) -> Vec<T> {
        let mut list = self.list.here().borrow_mut();
        let most = most.min(list.len());
        list.drain(..most).collect()
    }

    /// Whether there is such a one.
    pub fn has(&self, is_such: impl Fn(&T) -> bool) -> bool {
        self.list.here().borrow().iter().any(is_such)
    }

    /// Nothing would be lost with it.
    pub fn is_empty(&self) -> bool {
        self.list.here().borrow().is_empty()
    }
}

impl Leftovers {
    /// All, in the list still.
    pub fn all(&self) -> Vec<Rc<Leftover>> {
        self.list.here().borrow().clone()
    }

    /// Whether this one is in the list still.
    pub fn contains(&self, leftover: &Rc<Leftover>) -> bool {
        self.has(|one| Rc::ptr_eq(one, leftover))
    }

    /// It is not to be deleted any more.
    pub fn remove(&self, leftover: &Rc<Leftover>) {
        let mut list = self.list.here().borrow_mut();
        list.retain(|one| !Rc::ptr_eq(one, leftover));
    }

    /// Whether a deletion of this token has no answer yet.
    pub fn is_being_deleted(&self, key: &[u8], token: &Token) -> bool {
        self.has(|left| left.is_being_deleted.get() && *left.key == *key && left.token == *token)
    }

    /// Whether there is one of this key.
    pub fn are_of(&self, key: &[u8]) -> bool {
        self.has(|left| *left.key == *key)
    }

    /// Describes why the server has refused to delete this token; None if it has not.
    pub fn refusal(
        &self,
        key: &[u8],
        token: &[u8],
        describe: fn(&Fault) -> String,
    ) -> Option<String> {
        let list = self.list.here().borrow();
        let is_it = |left: &&Rc<Leftover>| *left.key == *key && left.token.as_bytes() == token;
        let leftover = list.iter().find(is_it)?;
        leftover.refusal.borrow().as_ref().map(describe)
    }

    /// Somebody counts on this token: it is not to be deleted.
    pub fn withdraw(&self, key: &[u8], token: &Token) {
        let is_other = |left: &Rc<Leftover>| *left.key != *key || left.token != *token;
        self.list.here().borrow_mut().retain(is_other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused_rests_and_what_has_outlived_its_lease_is_forgotten() {
        let (now, ttl) = (Moment::now(), Duration::from_secs(30));
        let token = Token::draw(&Default::default());
        let left = Leftover::new((*b"key").into(), Primitive::Exclusive, token, ttl, now);
        assert!(!left.rests(now));
        let refuse = |left: &Leftover, reply: &[u8]| {
            let refusal = redis::parse_redis_value(reply).and_then(Value::extract_error);
            left.note_refusal(Fault::Refused(refusal.unwrap_err()), now);
        };
        refuse(&left, b"-LOADING soon\r\n");
        assert!(!left.rests(now));
        refuse(&left, b"-NOPERM no\r\n");
        assert!(left.rests(now) && !left.rests(now + REFUSAL_STANDS));
        assert!(!left.has_ended(now + ttl), "it may have come late");
        assert!(left.has_ended(now + ttl + LONGEST_DELAY));
    }
}
