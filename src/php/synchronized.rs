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

use crate::claim::{label::label_of, lease::State, loss::Loss};
use crate::command::lock_kind::LockKind;
use crate::os::{interrupt, poll};
use crate::php::arguments::{self, parse};
use crate::php::exceptions::{
    Kind, Thrown, is_pending, loss_message, sentence, throw, throw_fault, with_hint,
};
use crate::php::methods::{acquire_for, operate};
use crate::php::object::{BackendLock, PhpLock, is_held_by_another_object, name_of, this};
use crate::php::{fatal, handler::method, options::WAIT};
use crate::stats::COUNTERS;

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
    if !operate(call, "acquire", |lock| acquire_for(&this, lock, wait))? {
        let message = this.with(not_acquired)?;
        if interrupt::must_stop() {
            return Err(Thrown); // by a handler, while the holder was asked for
        }
        return Err(throw(Kind::Timeout, &message));
    }
    if interrupt::must_stop() {
        // The lock was held before, and an exception ended the wait for the reply: the work must
        // not run.
        let _ = this.with(|lock| lock.release());
        return Err(Thrown);
    }
    call_work(call, &this, work, cache, result);
    if result.is_reference() {
        // A copy of the value, because other code may change what a reference refers to.
        *result = result.dereference().shallow_clone();
    }
    let _operation = interrupt::interruptible(); // a new one: a fiber may have ended another
    await_other_fiber(&this);
    this.with(release_after_work)?
        .inspect_err(|_| *result = Zval::new())
}

/// Waits until another fiber's call of the object has ended, if this fiber can be suspended.
fn await_other_fiber(this: &PhpLock) {
    let is_in_use = || this.lock.try_borrow_mut().is_err();
    while is_in_use() && interrupt::may_suspend() {
        poll::wait(None, Duration::from_millis(1));
        if interrupt::serve().is_break() {
            return;
        }
    }
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
        None => why_not(lock),
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
            let _ = this.with(|lock| lock.release());
        }
        // SAFETY: resumes the fatal error. Nothing between here and `method` needs dropping.
        unsafe { bailout() };
    }
}

/// Releases the lock after the work. Throws only if the lock was lost. If there is no reply but the
/// lease was valid to the end, the work was done under the lock, and the key will be deleted or
/// expire.
fn release_after_work(lock: &mut BackendLock) -> Result<(), Thrown> {
    if lock.state() == State::Free {
        return Ok(()); // the work released it or handed it over
    }
    let was_held = lock.is_held();
    match lock.release() {
        Ok(true) => return Ok(()),
        Ok(false) if lock.state() == State::Free => return Ok(()), // forked: it was the parent's
        Ok(false) => {}
        Err(_) if was_held => {
            COUNTERS.errors.add(1);
            return Ok(());
        }
        Err(fault) => {
            throw_fault("release", &name_of(lock), &fault);
        }
    }
    if is_pending(Kind::Lost) {
        return Err(Thrown); // `abortOnLoss` has thrown already
    }
    let loss = match lock.loss() {
        Some(Loss::NotOurs) => Some(match lock.is_locked() {
            Ok(true) => Loss::Taken,
            Ok(false) => Loss::Gone,
            Err(_) => Loss::NotOurs,
        }),
        loss => loss,
    };
    let (name, why) = (sentence(&name_of(lock)), loss_message(loss));
    Err(throw(
        Kind::Lost,
        &format!("{name} was lost while the work was running: {why}"),
    ))
}

/// Returns what prevents an acquisition, as far as this process knows or the server says.
fn why_not(lock: &mut BackendLock) -> String {
    const FOR_EVER: &str = "has no expiry, so it will not get free by itself";
    let Ok(Some(holder)) = lock.holder() else {
        return "another owner holds it".to_owned();
    };
    let left = holder.left.map(|left| left.as_secs_f64());
    let Some(value) = holder.value else {
        let kind = lock.kind_of_key();
        let kind = kind.as_deref().unwrap_or("value of another type");
        let lasts = match left {
            Some(left) => format!("expires in {left:.3} seconds"),
            None => FOR_EVER.to_owned(),
        };
        return format!(
            "its key holds a {kind}, which is no lock of this kind, and {lasts} (another program uses it: choose another key)"
        );
    };
    if let (Some(refusal), Some(left)) = (lock.refusal_to_delete(&value, with_hint), left) {
        return format!(
            "this process has given it up, but the server refused to delete it, and it expires in {left:.3} seconds: {refusal}"
        );
    }
    let named = match label_of(&value) {
        Some(label) => format!("\"{label}\""),
        None => "another owner".to_owned(),
    };
    let is_here = is_held_by_another_object(lock, &value);
    if let (Some(sharers), Some(left)) = (holder.sharers, left)
        && let Some(what) = why_not_shared(lock.kind(), sharers, &named, is_here)
    {
        return format!("{what} for {left:.3} more seconds unless they renew it");
    }
    match left {
        Some(left) if is_here => format!(
            "another object of this process holds it, for {left:.3} more seconds unless it is renewed (use the same object, or release that one before)"
        ),
        None => format!(
            "{named} holds it, and its key {FOR_EVER} (if no client needs it, forceRelease() deletes it)"
        ),
        Some(left) => format!("{named} holds it, for {left:.3} more seconds unless they renew it"),
    }
}

/// Describes the holders of a shared lock. Returns `None` if the lock has one holder and can be
/// described as if it were not shared.
fn why_not_shared(kind: LockKind, sharers: u64, holder: &str, is_here: bool) -> Option<String> {
    match (kind, sharers) {
        (LockKind::Exclusive, 1) => None,
        (LockKind::Exclusive, _) => Some(format!("{sharers} share it, the last of them")),
        (LockKind::Shared, 1) => Some(format!(
            "others wait for it and go first; {holder} shares it,"
        )),
        (LockKind::Shared, _) => Some(format!(
            "others wait for it and go first; {sharers} share it, the last of them"
        )),
        (LockKind::Semaphore { permits, .. }, 1) => {
            let holder = match is_here {
                true => "another RedisSemaphore object of this process",
                false => holder,
            };
            Some(format!(
                "of its {permits} permits too few are free: {holder} has the others,"
            ))
        }
        (LockKind::Semaphore { permits, .. }, _) => Some(format!(
            "of its {permits} permits too few are free: {sharers} have the others, the last of them"
        )),
    }
}
