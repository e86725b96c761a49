//! How PHP methods acquire: the wait, the fibers that take turns, and the listener.

use std::cell::Cell;
use std::time::{Duration, Instant};

use crate::claim::{history::LockEvent, lease::State, token::Token};
use crate::lock::acquire::waiter::Waiting;
use crate::lock::any_lock::{AnyLock, BackendLock};
use crate::os::{clock::Deadline, fork::Process, interrupt, turns, turns::Turn};
use crate::php::exceptions::{Kind, Thrown, name_of, sentence, throw};
use crate::php::php_lock::PhpLock;
use crate::php::{fatal, interrupts, pending, reports};
use crate::server::error::Fault;

/// Acquires the lock for acquire() and synchronized(). Without `wait` the constructor's value
/// holds.
pub fn acquire(this: &PhpLock, wait: Option<Duration>) -> Result<bool, Thrown> {
    acquire_by(this, |lock| wait_for(this, lock, wait))
}

/// Acquires the lock, and tells the listener of it. If the listener forks, the child does not have
/// its parent's lock, so it acquires the lock itself. If an exception follows, a lock that
/// was acquired now is released.
pub fn acquire_by(
    this: &PhpLock,
    acquire: impl Fn(&mut BackendLock) -> Result<bool, Fault>,
) -> Result<bool, Thrown> {
    loop {
        let process = Process::current();
        let is_new = Cell::new(false);
        let acquired = this.operate("acquire", |lock| {
            let _acquiring = Acquiring::begin(&this.is_acquiring);
            let acquired = acquire(lock);
            // A supplied token may be another object's lock.
            let is_ours_only = |token: &Token| !token.is_known_elsewhere();
            is_new.set(lock.tells_acquisition() && lock.token().is_some_and(is_ours_only));
            acquired
        })?;
        if !reports::tell() || !acquired {
            return Ok(acquired);
        }
        // At exit(), the lock goes with its object.
        let is_exit = pending::is_exiting() && !pending::is_fiber_ending();
        if pending::is_any() && !is_exit && !fatal::is_fatal() {
            // PHP code made an exception of the listener's warning, or the fiber is destroyed. So
            // the caller does not learn that it has the lock.
            if is_new.get() && process == Process::current() {
                this.end_with(|lock| drop(lock.release_now_or_later()));
            }
            return Err(Thrown);
        }
        // A release without a reply counts, too. An object in use is neither.
        let is_free =
            |lock: &BackendLock| matches!(lock.state(), State::Free | State::Releasing { .. });
        let is_released = this.lock.try_borrow().is_ok_and(|lock| is_free(&lock));
        if interrupt::must_stop() || is_exit || fatal::is_fatal() || !is_released {
            return Ok(true);
        }
        if process == Process::current() {
            let name = this.with(|lock| sentence(&name_of(lock)))?;
            let message = format!(
                "{name} was acquired, but the listener of RedisLock::listen() has released or detached it"
            );
            return Err(throw(Kind::Base, &message));
        }
    }
}

/// Says that an acquisition is under way, until this is dropped.
struct Acquiring<'a>(&'a Cell<bool>);

impl<'a> Acquiring<'a> {
    fn begin(is_acquiring: &'a Cell<bool>) -> Acquiring<'a> {
        is_acquiring.set(true);
        Acquiring(is_acquiring)
    }
}

impl Drop for Acquiring<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

/// Waits for the lock.
fn wait_for(this: &PhpLock, lock: &mut BackendLock, wait: Option<Duration>) -> Result<bool, Fault> {
    let (since, limit) = (Instant::now(), wait.unwrap_or(this.options.wait));
    let _turn = match interrupt::may_suspend() {
        true => turn(lock, Deadline::after(since, limit))?,
        false => None,
    };
    let acquired = lock.acquire(Waiting {
        since,
        limit,
        retry_interval: this.options.retry_interval,
        pause: &mut interrupts::sleep,
    });
    match acquired {
        Ok(true) => this.claim_for_current_fiber(),
        Ok(false) => lock.record(LockEvent::TimedOut),
        Err(_) => {}
    }
    acquired
}

/// Waits until no other fiber of this thread is acquiring the key. So a key has one waiter of this
/// thread at its server, and one connection for it, however many fibers wait. None: the time is up.
fn turn(lock: &BackendLock, deadline: Deadline) -> Result<Option<Turn>, Fault> {
    let AnyLock::One(lock) = lock else {
        return Ok(None); // it waits for one key after the other, each in the server's queue
    };
    if deadline.time_left().is_zero() || lock.may_own() {
        return Ok(None); // with our own token it might wait for a fiber that waits for us
    }
    let name = [lock.server().name().as_bytes(), lock.key()].join(&0);
    let turn = turns::of_key(name).take(deadline);
    match interrupt::must_stop() {
        true => Err(Fault::Interrupted),
        false => Ok(turn),
    }
}
