//! The list of tokens that unanswered commands may have left behind on a server. The next contact
//! deletes them (`lock/cleanup.rs`).

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::Duration,
};

use crate::claim::{deletions::PlannedDeletion, token::Token, unanswered::LONGEST_DELAY};
use crate::command::lock_kind::LockKind;
use crate::os::{
    clock::BootInstant,
    fork::{Forget, ForkLocal},
    request::Request,
};
use crate::server::error::Fault;

/// The most leftovers per server, because a server that stays away must not use memory without end.
/// The oldest has most likely expired.
pub const MOST_LEFTOVERS: usize = 1000;

/// A token that may be on a server though no lock holds it.
pub struct Leftover {
    pub key: Box<[u8]>,
    /// The kind of lock that was taken with it.
    pub kind: LockKind,
    pub token: Token,
    /// The moment from which it is not deleted any more, because it has expired.
    ends: BootInstant,
    /// The moment at which a command was given up that may write it again.
    given_up_at: Option<BootInstant>,
    /// The moment of its next deletion, after the first one.
    again_at: Cell<Option<BootInstant>>,
    /// The pause before that deletion.
    pause: Cell<Duration>,
    /// While it is listed, no object of this process acquires with its token.
    planned: Cell<Option<PlannedDeletion>>,
    /// The moment until which other locks do not try to delete it, after a refusal.
    rests_until: Cell<Option<BootInstant>>,
    /// The last refusal of the server to delete it.
    refusal: RefCell<Option<Fault>>,
    /// The request that has sent its deletion, while there is no answer. A signal handler may run
    /// meanwhile, or a fatal error may end the request.
    pub deleted_by: Cell<Option<Request>>,
}

/// The pause after a refusal that does not pass by itself, such as NOPERM.
const REFUSAL_STANDS: Duration = Duration::from_secs(10);
/// The pause between the first two deletions of a token whose command may come late.
const FIRST_PAUSE: Duration = Duration::from_millis(10);

impl Leftover {
    /// Creates a leftover of a lock whose lease is `ttl`, as of `now`.
    pub fn new(
        key: Box<[u8]>,
        kind: LockKind,
        token: Token,
        ttl: Duration,
        now: BootInstant,
    ) -> Self {
        Leftover {
            key,
            kind,
            token,
            ends: now + ttl + LONGEST_DELAY,
            given_up_at: None,
            again_at: Cell::default(),
            pause: Cell::default(),
            planned: Cell::default(),
            rests_until: Cell::default(),
            refusal: RefCell::default(),
            deleted_by: Cell::default(),
        }
    }

    /// Notes when a command was given up that may write it again.
    pub fn given_up(self, given_up_at: Option<BootInstant>) -> Self {
        Leftover {
            given_up_at,
            ..self
        }
    }

    /// Has objects of this process refuse its token, because it is about to be listed.
    pub fn planned(self) -> Rc<Self> {
        let planned = PlannedDeletion::new(&self.key, &self.token, self.ends);
        Rc::new(Leftover {
            planned: Cell::new(Some(planned)),
            ..self
        })
    }

    /// Notes that it is not on the server now. Returns whether it has to be deleted again: after
    /// ever longer pauses, until the command cannot come any more.
    pub fn plan_again(&self, now: BootInstant) -> bool {
        let Some(given_up_at) = self.given_up_at else {
            return false;
        };
        let age = now.saturating_duration_since(given_up_at);
        let longest = LONGEST_DELAY.saturating_sub(age);
        self.pause
            .set((4 * self.pause.get()).min(longest).max(FIRST_PAUSE));
        self.again_at.set(Some(now + self.pause.get()));
        age < LONGEST_DELAY
    }

    /// Returns whether its deletion was sent and has no answer yet.
    pub fn is_being_deleted(&self) -> bool {
        self.deleted_by.get() == Some(Request::current())
    }

    /// Returns whether it has been deleted once.
    pub fn was_deleted(&self) -> bool {
        self.again_at.get().is_some()
    }

    /// Returns whether its deletion has had a reply: a success or a refusal.
    pub fn was_tried(&self) -> bool {
        self.was_deleted() || self.refusal.borrow().is_some()
    }

    /// Returns whether it has been deleted, and is not deleted again yet.
    pub fn is_deleted(&self, now: BootInstant) -> bool {
        self.again_at.get().is_some_and(|again| now < again)
    }

    /// Returns whether it has expired on the server.
    pub fn has_ended(&self, now: BootInstant) -> bool {
        now >= self.ends
    }

    /// Returns whether the calls of other locks leave it alone.
    pub fn rests(&self, now: BootInstant) -> bool {
        self.rests_until.get().is_some_and(|until| now < until)
    }

    /// Notes that the server has refused to delete it.
    pub fn note_refusal(&self, refusal: Fault, now: BootInstant) {
        let rests_until = (!refusal.may_pass()).then(|| now + REFUSAL_STANDS);
        self.rests_until.set(rests_until);
        self.refusal.replace(Some(refusal));
    }
}

/// The latest leftovers of one server.
pub struct Leftovers<T = Rc<Leftover>> {
    list: ForkLocal<RefCell<Vec<T>>>,
    /// True if some are of unconfirmed releases.
    pub has_unconfirmed: Cell<bool>,
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
            has_unconfirmed: Cell::default(),
        }
    }
}

impl<T> Leftovers<T> {
    pub fn add(&self, leftover: T) {
        let mut list = self.list.here().borrow_mut();
        if list.len() == MOST_LEFTOVERS {
            list.remove(0);
        }
        list.push(leftover);
    }

    /// Removes and returns the oldest, at most `most`.
    pub fn take(&self, most: usize) -> Vec<T> {
        let mut list = self.list.here().borrow_mut();
        let most = most.min(list.len());
        list.drain(..most).collect()
    }

    /// Returns whether one of them satisfies `is_such`.
    pub fn has(&self, is_such: impl Fn(&T) -> bool) -> bool {
        self.list.here().borrow().iter().any(is_such)
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.here().borrow().is_empty()
    }
}

impl Leftovers {
    /// Returns all of them, which stay in the list.
    pub fn all(&self) -> Vec<Rc<Leftover>> {
        self.list.here().borrow().clone()
    }

    /// Returns whether this leftover is still in the list.
    pub fn contains(&self, leftover: &Rc<Leftover>) -> bool {
        self.has(|one| Rc::ptr_eq(one, leftover))
    }

    /// Returns the moment from which one of them is to be deleted.
    pub fn next_due(&self) -> Option<BootInstant> {
        let list = self.list.here().borrow();
        let due = |left: &Rc<Leftover>| {
            let due = left.again_at.get().or(left.rests_until.get());
            due.unwrap_or_else(BootInstant::now)
        };
        list.iter().map(due).min()
    }

    /// Notes that the server has deleted a leftover.
    pub fn note_deleted(&self, leftover: &Rc<Leftover>, now: BootInstant) {
        if !leftover.plan_again(now) {
            self.remove(leftover);
        }
    }

    /// Removes a leftover, which is not to be deleted any more.
    pub fn remove(&self, leftover: &Rc<Leftover>) {
        let mut list = self.list.here().borrow_mut();
        list.retain(|one| !Rc::ptr_eq(one, leftover));
    }

    /// Returns whether a deletion of this token has no answer yet.
    pub fn is_being_deleted(&self, key: &[u8], token: &Token) -> bool {
        self.has(|left| left.is_being_deleted() && *left.key == *key && left.token == *token)
    }

    /// Returns whether there is a leftover of this key that may be deleted now.
    pub fn are_of(&self, key: &[u8], now: BootInstant) -> bool {
        self.has(|left| *left.key == *key && !left.is_deleted(now))
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

    /// Removes a token that is used again, so that it is not deleted. A call that deletes leftovers
    /// may still have it.
    pub fn withdraw(&self, key: &[u8], token: &Token) {
        self.list.here().borrow_mut().retain(|left| {
            let is_other = *left.key != *key || left.token != *token;
            if !is_other {
                left.planned.take();
            }
            is_other
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_refused_rests_and_what_has_outlived_its_lease_is_forgotten() {
        let (now, ttl) = (BootInstant::now(), Duration::from_secs(30));
        let token = Token::generate(&Default::default());
        let left = Leftover::new((*b"key").into(), LockKind::Exclusive, token, ttl, now);
        assert!(!left.rests(now));
        let refuse = |left: &Leftover, reply: &[u8]| {
            let refusal = redis::parse_redis_value(reply).and_then(redis::Value::extract_error);
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
