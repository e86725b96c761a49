//! `synchronized()`: PHP code that runs under the lock.

use std::{
    mem::ManuallyDrop,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    ptr,
    time::Duration,
};

use ext_php_rs::{
    ffi,
    types::{ZendHashTable, Zval},
    zend::{CatchError, ExecuteData, bailout, try_catch},
};

use crate::claim::history::LockEvent;
use crate::claim::lease::State;
use crate::lock::any_lock::{AnyLock, BackendLock};
use crate::os::interrupt;
use crate::php::arguments::{self, parse};
use crate::php::exceptions::{
    Kind, Thrown, is_pending, loss_message, printable, sentence, throw, with_hint,
};
use crate::php::exceptions::{name_of, throw_fault};
use crate::php::fibers::Fiber;
use crate::php::php_lock::PhpLock;
use crate::php::why_not::{reason, why_not, why_not_all};
use crate::php::{acquisition, fatal, handler::method, object::this, options::WAIT, pending};

pub extern "C" fn synchronized(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        let (mut work, mut cache) = arguments::no_callable();
        let (mut wait, mut default) = (0.0, true);
        parse!(
            call,
            c"f|d!",
            &raw mut *work,
            &raw mut cache,
            &raw mut wait,
            &raw mut default
        )?;
        let wait = if default {
            None
        } else {
            Some(WAIT.check(2, wait)?)
        };
        // A signal handler that runs during the wait may replace the callable, so it is kept here.
        // It is dropped by hand, because after a fatal error nothing may be dropped.
        let mut held = ManuallyDrop::new(held(&work.function_name));
        // SAFETY: borrowed from `held`.
        unsafe { ptr::copy_nonoverlapping(&raw const *held, &raw mut work.function_name, 1) };
        // A panic is resumed below.
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            run(call, &mut work, &mut cache, wait, result)
        }));
        if !fatal::is_fatal() {
            // SAFETY: not used any more.
            unsafe { ManuallyDrop::drop(&mut held) };
        }
        outcome.unwrap_or_else(|panic| resume_unwind(panic))
    });
}

/// Returns a callable that no other code can change: an array of two may have references in it.
fn held(callable: &Zval) -> Zval {
    let Some(array) = callable.array() else {
        return callable.shallow_clone();
    };
    let mut own = ZendHashTable::new();
    for place in 0..2 {
        if let Some(part) = array.get_index(place) {
            let _ = own.push(part.dereference().shallow_clone());
        }
    }
    let mut held = Zval::new();
    held.set_hashtable(own);
    held
}

/// Acquires the lock, runs the work and releases. Does not return after a fatal error.
fn run(
    call: &mut ExecuteData,
    work: &mut ffi::zend_fcall_info,
    cache: &mut ffi::zend_fcall_info_cache,
    wait: Option<Duration>,
    result: &mut Zval,
) -> Result<(), Thrown> {
    let this = this(call)?;
    if this.in_synchronized.get() {
        let message = this.with(|lock| nested(lock))?;
        return Err(throw(Kind::Base, &message));
    }
    this.check_owner_fiber()?;
    if !acquisition::acquire(&this, wait)? {
        if pending::is_exiting() {
            return Err(Thrown); // the listener, or the end of its fiber, ends the call
        }
        let message = this.with(not_acquired)?;
        if interrupt::must_stop() {
            return Err(Thrown); // by a handler, while the holder was asked for
        }
        return Err(throw(Kind::Timeout, &message));
    }
    if interrupt::must_stop() || pending::is_any() || fatal::is_fatal() {
        // The lock was held before, and an exception ended the wait for the reply, or the listener
        // has ended the script: the work must not run.
        this.end_with(|lock| drop(lock.release_now_or_later()));
        return Err(Thrown);
    }
    call_work(call, &this, work, cache, result);
    if result.is_reference() {
        // A copy of the value, because other code may change what a reference refers to.
        *result = result.dereference().shallow_clone();
    }
    let is_loss_thrown = is_pending(Kind::Lost); // by `abortOnLoss`
    this.end_with(|lock| release_after_work(lock, is_loss_thrown))
        .unwrap_or(Ok(()))
        .inspect_err(|_| *result = Zval::new())
}

fn nested(lock: &BackendLock) -> String {
    let name = name_of(lock);
    format!(
        "synchronized() is running on {name} already, and the inner one would release it too early: call the inner work directly"
    )
}

fn not_acquired(lock: &mut BackendLock) -> String {
    let waited = lock.waited().as_secs_f64();
    let why = match lock.shortfall() {
        Some(shortfall) => with_hint(shortfall),
        None => match lock {
            AnyLock::One(lock) => why_not(lock),
            AnyLock::Several(locks) => why_not_all(locks),
        },
    };
    let name = sentence(&name_of(lock));
    format!("{name} was not acquired within {waited:.3} seconds: {why}")
}

/// Runs the work. After a fatal error in it, releases the lock and resumes the error instead of
/// returning.
fn call_work(
    call: &ExecuteData,
    this: &PhpLock,
    work: &mut ffi::zend_fcall_info,
    cache: &mut ffi::zend_fcall_info_cache,
    result: &mut Zval,
) {
    // Not `call.This` itself, because its type also holds flags of the call.
    let mut argument = ManuallyDrop::new(Zval::new());
    // SAFETY: a borrowed reference to `$this`, which the call keeps alive.
    argument.value.obj = unsafe { call.This.value.obj };
    argument.u1.type_info = ffi::IS_OBJECT_EX;
    work.retval = result;
    work.params = &raw mut *argument;
    work.param_count = 1;

    this.in_synchronized.set(true);
    // A fatal error in the work jumps back over the frames between here and PHP's, so nothing in
    // them may need dropping.
    // SAFETY: callable and arguments are complete.
    let ran = try_catch(AssertUnwindSafe(|| unsafe {
        ffi::zend_call_function(work, cache)
    }));
    this.in_synchronized.set(false);
    if let Err(CatchError::Bailout) = ran {
        {
            let _operation = interrupt::uninterruptible();
            if this.options.owner.get() == Some(Fiber::current()) {
                let _ = this.with(|lock| lock.release_now_or_later());
            }
        }
        // SAFETY: resumes the fatal error. Nothing between here and `method` needs dropping.
        unsafe { bailout() };
    }
}

/// Releases the lock after the work. Throws only if the lock was lost. If there is no reply, but
/// the lease was valid to the end, the work was done under the lock, and the key will be deleted or
/// expire.
fn release_after_work(lock: &mut BackendLock, is_loss_thrown: bool) -> Result<(), Thrown> {
    if lock.state() == State::Free {
        return Ok(()); // the work released it or handed it over
    }
    let was_held = lock.is_held();
    match lock.release_now_or_later() {
        Ok(true) => return Ok(()),
        Ok(false) if lock.state() == State::Free => return Ok(()), // forked: it was the parent's
        Ok(false) => {}
        Err(fault) if was_held => {
            lock.record(LockEvent::Failed(with_hint(&fault)));
            // One server may be silent, and another one have said that its key is lost.
            if lock.state() != State::Lost {
                return Ok(());
            }
        }
        Err(fault) => {
            throw_fault("release", lock, &fault);
        }
    }
    if is_loss_thrown || is_pending(Kind::Lost) {
        return Err(Thrown);
    }
    let name = sentence(&name_of(lock));
    let (loss, with) = match lock {
        AnyLock::One(lock) => (lock.loss().map(|loss| reason(loss, lock)), String::new()),
        AnyLock::Several(locks) => {
            let (loss, key) = locks.loss().unzip();
            let key = key.flatten();
            let with = key.map(|key| format!(", with \"{}\",", printable(key)));
            let lost = key.and_then(|key| locks.lock_of(key));
            let loss = loss.map(|loss| lost.map_or(loss, |mut lock| reason(loss, &mut lock)));
            (loss, with.unwrap_or_default())
        }
    };
    let why = loss_message(loss);
    Err(throw(
        Kind::Lost,
        &format!("{name} was lost{with} while the work was running: {why}"),
    ))
}
