//! A lock with what only this layer knows of it: its fiber, and whether a call of it is running.

use std::{
    cell::{Cell, RefCell},
    sync::Arc,
    time::Duration,
};

use crate::claim::lease::State;
use crate::command::lock_kind::LockKind;
use crate::lock::any_lock::BackendLock;
use crate::os::{interrupt, interrupt::Suspension, poll};
use crate::php::exceptions::{Kind, Thrown, noun_and_class, noun_and_keys, throw, throw_fault};
use crate::php::fibers::{Fiber, Owner};
use crate::php::{pending, reports};
use crate::renewal::options::Listener;
use crate::server::error::Fault;

/// The options of a lock that only this layer uses.
pub struct PhpOptions {
    /// The default of acquire()'s `wait`.
    pub wait: Duration,
    pub retry_interval: Duration,
    pub owner: Owner,
    /// With `abortOnLoss`: keeps the notices alive, which this thread's list does not.
    pub _notices: Vec<Arc<dyn Listener>>,
}

/// The lock in an object of one of the classes.
pub struct PhpLock {
    /// Borrowed while no PHP code can run, or by an operation. Then a second one throws.
    pub(super) lock: RefCell<BackendLock>,
    kind: LockKind,
    pub options: PhpOptions,
    pub in_synchronized: Cell<bool>,
    /// True after a destructor call that left the release to the end of the object.
    pub is_destructed: Cell<bool>,
    /// True while a call acquires the lock.
    pub(super) is_acquiring: Cell<bool>,
    /// The fiber whose lock is to be released at the end of another fiber's call.
    owes_release: Cell<Option<Fiber>>,
}

impl PhpLock {
    pub fn new(lock: BackendLock, options: PhpOptions) -> PhpLock {
        PhpLock {
            kind: lock.kind(),
            lock: RefCell::new(lock),
            options,
            in_synchronized: Cell::new(false),
            is_destructed: Cell::new(false),
            is_acquiring: Cell::new(false),
            owes_release: Cell::new(None),
        }
    }

    /// Makes the running fiber the owner. It has acquired the lock, or is the first to find that a
    /// restored lock is its own.
    pub fn claim_for_current_fiber(&self) {
        self.options.owner.set(Some(Fiber::current()));
    }

    /// Makes the running fiber the owner of a restored lock that `is_own` and has no owner yet.
    pub fn claim_if_restored(&self, is_own: bool) {
        if is_own && self.options.owner.get().is_none() {
            self.claim_for_current_fiber();
        }
    }

    /// Throws if another fiber holds the lock, because that fiber counts on it.
    pub fn check_owner_fiber(&self) -> Result<(), Thrown> {
        let Some(owner) = self
            .options
            .owner
            .get()
            .filter(|owner| *owner != Fiber::current())
        else {
            return Ok(());
        };
        let name = self.with(|lock| {
            // A loss stays the owner's until its synchronized() has thrown it.
            let is_untold = self.in_synchronized.get() && lock.state() == State::Lost;
            (lock.has_claim() || is_untold).then(|| noun_and_keys(self.kind, &lock.keys()))
        })?;
        let class = noun_and_class(self.kind).1;
        match name.filter(|_| owner.is_alive()) {
            Some(name) => Err(throw(
                Kind::Base,
                &format!(
                    "This {class} belongs to another fiber, which holds {name}; a second fiber needs a {class} object of its own"
                ),
            )),
            None => Ok(()),
        }
    }

    /// Runs an operation on the lock. Throws if another call on the same object is running.
    pub fn with<R>(&self, operation: impl FnOnce(&mut BackendLock) -> R) -> Result<R, Thrown> {
        match self.lock.try_borrow_mut() {
            Ok(mut lock) => {
                let result = operation(&mut lock);
                if self.owes_release.get().is_some()
                    && self.owes_release.take() == self.options.owner.get()
                {
                    drop(lock.release_now_or_later());
                }
                reports::collect(&mut lock);
                Ok(result)
            }
            Err(_) => {
                let class = noun_and_class(self.kind).1;
                let what = format!(
                    "This {class} is in the middle of another call; a signal handler or another fiber needs a {class} object of its own"
                );
                Err(throw(Kind::Base, &what))
            }
        }
    }

    /// Runs what ends the lock of the running fiber, once no other fiber's call of the object is
    /// under way. While this fiber waits for that, an exception that is pending is set aside. If it
    /// cannot be suspended, the other call releases the lock at its end. Returns None then, and if
    /// another fiber has acquired the lock since, or acquires it now: this one has released it.
    pub fn end_with<R>(&self, ending: impl FnOnce(&mut BackendLock) -> R) -> Option<R> {
        let _operation = interrupt::interruptible(); // a new one: a fiber may have ended another
        let may_wait = interrupt::may_suspend() && !pending::is_exiting();
        let earlier = may_wait.then(pending::set_aside).flatten();
        let is_in_use = || self.lock.try_borrow_mut().is_err();
        while is_in_use() && may_wait && !self.is_acquiring.get() {
            let pause = [poll::entry(-1, 0)];
            if interrupt::suspend(&pause, Duration::from_millis(1)) != Suspension::Resumed {
                break;
            }
        }
        let here = Some(Fiber::current());
        let ended = match is_in_use() {
            _ if self.is_acquiring.get() || self.options.owner.get() != here => None,
            true => {
                self.owes_release.set(here);
                None
            }
            false => self.with(ending).ok(),
        };
        if let Some(earlier) = earlier {
            earlier.put_back();
        }
        ended
    }

    /// Runs an operation that talks to the server. A fault throws.
    pub fn operate<R>(
        &self,
        name: &str,
        operation: impl FnOnce(&mut BackendLock) -> Result<R, Fault>,
    ) -> Result<R, Thrown> {
        self.with(|lock| operation(lock).map_err(|fault| throw_fault(name, lock, &fault)))?
    }
}
