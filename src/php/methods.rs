//! The methods of `RedisLock`. What they do is `lock`'s; here arguments come in, and answers or exceptions go out.

use std::{
    mem::{self, ManuallyDrop},
    panic::AssertUnwindSafe,
    ptr,
    time::Duration,
};

use ext_php_rs::{
    ffi,
    types::{ZendHashTable, ZendStr, Zval},
    zend::{CatchError, ExecuteData, bailout, run_handler, try_catch},
};

use super::{
    arguments::{self, parse},
    class,
    exceptions::{Kind, Thrown, printable, throw, throw_fault},
    object::{self, EndpointLock, PhpLock, this},
};
use crate::{
    lock::{Lock, State, Token, Waiting},
    server::Fault,
    stats::{COUNTERS, Reading},
};

/// Runs a method: panics become PHP Errors, and a `Thrown` has been thrown.
fn method(body: impl FnOnce() -> Result<(), Thrown>) {
    run_handler(AssertUnwindSafe(|| {
        let _ = body();
    }));
}

/// An operation on the lock of `$this`, which talks to the server.
fn operate<R>(
    call: &ExecuteData,
    name: &str,
    operation: impl FnOnce(&PhpLock, &mut EndpointLock) -> Result<R, Fault>,
) -> Result<R, Thrown> {
    let this = this(call)?;
    this.with(|lock| {
        operation(this, lock).map_err(|fault| throw_fault(name, lock.key(), lock.server(), &fault))
    })?
}

/// A question about the lock of `$this` that needs no server.
fn ask<R>(call: &ExecuteData, question: impl FnOnce(&EndpointLock) -> R) -> Result<R, Thrown> {
    parse!(call, c"")?;
    this(call)?.with(|lock| question(lock))
}

fn acquire_for(
    this: &PhpLock,
    lock: &mut EndpointLock,
    wait: Option<Duration>,
) -> Result<bool, Fault> {
    let acquired = lock.acquire(Waiting {
        limit: wait.unwrap_or(this.wait),
        retry_interval: this.retry_interval,
        pause: &mut std::thread::sleep,
    });
    if let Ok(false) = acquired {
        COUNTERS.timeouts.add(1);
    }
    acquired
}

pub extern "C" fn construct(call: &mut ExecuteData, _: &mut Zval) {
    method(|| {
        let mut key: *mut ZendStr = ptr::null_mut();
        let (mut ttl, mut wait, mut max_hold, mut retry_interval) =
            (30.0, 10.0, f64::INFINITY, 0.1);
        let mut server: *mut Zval = ptr::null_mut();
        let (mut auto_renew, mut abort_on_loss, mut fenced) = (false, false, false);
        let mut replicas: ffi::zend_long = 0;
        parse!(
            call,
            c"S|ddzbdbbdl",
            &raw mut key,
            &raw mut ttl,
            &raw mut wait,
            &raw mut server,
            &raw mut auto_renew,
            &raw mut max_hold,
            &raw mut abort_on_loss,
            &raw mut fenced,
            &raw mut retry_interval,
            &raw mut replicas
        )?;
        // SAFETY: the parser has set what it found; these live as long as the call.
        let (key, server) = unsafe { ((*key).as_bytes(), server.as_mut()) };
        let key = arguments::name(1, key)?;
        let ttl = arguments::ttl(2, ttl)?;
        let wait = arguments::wait(3, wait)?;
        arguments::positive(6, max_hold)?;
        let retry_interval = arguments::retry_interval(9, retry_interval)?;
        if replicas < 0 {
            return Err(arguments::refuse(10, "must be greater than or equal to 0"));
        }
        let endpoint = arguments::server(4, server)?;
        for (parameter, given) in [
            ("autoRenew", auto_renew),
            ("maxHold", max_hold.is_finite()),
            ("abortOnLoss", abort_on_loss),
            ("fenced", fenced),
            ("replicas", replicas > 0),
        ] {
            if given {
                let what =
                    format!("${parameter} is not supported yet by this version of redislock");
                return Err(throw(Kind::Base, &what));
            }
        }
        let lock = Lock::new(endpoint, key, ttl);
        // SAFETY: a constructor's `$this` is an object of its class.
        object::initialize(
            unsafe { call.This.value.obj },
            PhpLock::new(lock, wait, retry_interval),
        )
    });
}

pub extern "C" fn restore(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        let (mut key, mut token): (*mut ZendStr, *mut ZendStr) = (ptr::null_mut(), ptr::null_mut());
        let mut ttl = 30.0;
        let mut server: *mut Zval = ptr::null_mut();
        parse!(
            call,
            c"SS|dz",
            &raw mut key,
            &raw mut token,
            &raw mut ttl,
            &raw mut server
        )?;
        // SAFETY: the parser has set what it found; these live as long as the call.
        let (key, token, server) =
            unsafe { ((*key).as_bytes(), (*token).as_bytes(), server.as_mut()) };
        let key = arguments::name(1, key)?;
        let token = Token::given(arguments::name(2, token)?);
        let ttl = arguments::ttl(3, ttl)?;
        let mut lock = Lock::new(arguments::server(4, server)?, key, ttl);
        // SAFETY: fills the result with a new object of the class.
        if unsafe { ffi::object_init_ex(result, class::entry()) } != ffi::ZEND_RESULT_CODE_SUCCESS {
            return Err(Thrown);
        }
        lock.restore(token);
        let lock = PhpLock::new(
            lock,
            arguments::DEFAULT_WAIT,
            arguments::DEFAULT_RETRY_INTERVAL,
        );
        // SAFETY: just made.
        object::initialize(unsafe { result.value.obj }, lock)
    });
}

pub extern "C" fn acquire(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        let wait = optional_wait(call)?;
        let acquired = operate(call, "acquire", |this, lock| acquire_for(this, lock, wait))?;
        result.set_bool(acquired);
        Ok(())
    });
}

fn optional_wait(call: &ExecuteData) -> Result<Option<Duration>, Thrown> {
    let (mut wait, mut default) = (0.0, true);
    parse!(call, c"|d!", &raw mut wait, &raw mut default)?;
    if default {
        Ok(None)
    } else {
        arguments::wait(1, wait).map(Some)
    }
}

pub extern "C" fn try_acquire(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        parse!(call, c"")?;
        let acquired = operate(call, "acquire", |_, lock| lock.try_acquire())?;
        result.set_bool(acquired);
        Ok(())
    });
}

pub extern "C" fn release(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        parse!(call, c"")?;
        result.set_bool(operate(call, "release", |_, lock| lock.release())?);
        Ok(())
    });
}

pub extern "C" fn refresh(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        let (mut ttl, mut default) = (0.0, true);
        parse!(call, c"|d!", &raw mut ttl, &raw mut default)?;
        let ttl = if default {
            None
        } else {
            Some(arguments::ttl(1, ttl)?)
        };
        let refreshed = operate(call, "refresh", |_, lock| {
            lock.refresh(ttl.unwrap_or(lock.ttl()))
        })?;
        result.set_bool(refreshed);
        Ok(())
    });
}

pub extern "C" fn synchronized(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        // SAFETY: plain C structures, filled in by the parser. It borrows the callable, so `work` must not drop it.
        let (mut work, mut cache): (
            ManuallyDrop<ffi::zend_fcall_info>,
            ffi::zend_fcall_info_cache,
        ) = unsafe { (mem::zeroed(), mem::zeroed()) };
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
            Some(arguments::wait(2, wait)?)
        };
        let this = this(call)?;
        if this.in_synchronized.get() {
            return Err(throw(
                Kind::Base,
                "synchronized() is running on this RedisLock already, and would release the lock too early",
            ));
        }
        if !operate(call, "acquire", |this, lock| acquire_for(this, lock, wait))? {
            let message = this.with(|lock| {
                let (name, server) = (printable(lock.key()), lock.server().address());
                let waited = lock.waited().as_secs_f64();
                format!("Lock \"{name}\" on {server} was not acquired within {waited:.3} seconds: it is held")
            })?;
            return Err(throw(Kind::Timeout, &message));
        }

        // Not `call.This` itself: its type also holds flags of the call.
        let mut argument = ManuallyDrop::new(Zval::new());
        // SAFETY: a borrowed reference to `$this`, which the call keeps alive.
        argument.value.obj = unsafe { call.This.value.obj };
        argument.u1.type_info = ffi::IS_OBJECT_EX;
        work.retval = result;
        work.params = &raw mut *argument;
        work.param_count = 1;

        this.in_synchronized.set(true);
        // Nothing between here and PHP's frames needs dropping: a fatal error in the work jumps back over them.
        // SAFETY: callable and arguments are complete.
        let ran = try_catch(AssertUnwindSafe(|| unsafe {
            ffi::zend_call_function(&raw mut *work, &raw mut cache)
        }));
        this.in_synchronized.set(false);

        if let Err(CatchError::Bailout) = ran {
            let _ = this.with(|lock| lock.release());
            // SAFETY: goes on with the fatal error; nothing that needs dropping is left between here and `method`.
            unsafe { bailout() };
        }
        this.with(release_after_work)?
            .inspect_err(|_| *result = Zval::new())
    });
}

/// Gives the lock back after the work. Only a loss is worth an exception: where there is no answer, but the lease was
/// valid to the end, the work was done under the lock, and the key will be deleted or expire.
fn release_after_work(lock: &mut EndpointLock) -> Result<(), Thrown> {
    if lock.state() == State::Free {
        return Ok(()); // the work released it or handed it over
    }
    let was_held = lock.is_held();
    match lock.release() {
        Ok(true) => return Ok(()),
        Ok(false) => {}
        Err(_) if was_held => {
            COUNTERS.errors.add(1);
            return Ok(());
        }
        Err(fault) => {
            throw_fault("release", lock.key(), lock.server(), &fault);
        }
    }
    let (name, server) = (printable(lock.key()), lock.server().address());
    Err(throw(
        Kind::Lost,
        &format!(
            "Lock \"{name}\" on {server} was lost while the work was running: it expired after {} seconds, or somebody deleted it",
            lock.ttl().as_secs_f64()
        ),
    ))
}

pub extern "C" fn detach(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        parse!(call, c"")?;
        this(call)?.with(|lock| {
            if let Some(token) = lock.detach() {
                result.set_zend_string(ZendStr::new(token.as_bytes(), false));
                return Ok(());
            }
            let name = printable(lock.key());
            Err(match lock.state() {
                State::Lost => throw(
                    Kind::Lost,
                    &format!("Lock \"{name}\" was lost: there is nothing to hand over"),
                ),
                _ => throw(
                    Kind::Base,
                    &format!("Lock \"{name}\" is not held: there is nothing to hand over"),
                ),
            })
        })?
    });
}

pub extern "C" fn force_release(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        parse!(call, c"")?;
        result.set_bool(operate(call, "delete", |_, lock| lock.force_release())?);
        Ok(())
    });
}

pub extern "C" fn is_held(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        result.set_bool(ask(call, EndpointLock::is_held)?);
        Ok(())
    });
}

pub extern "C" fn is_owned(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        parse!(call, c"")?;
        result.set_bool(operate(call, "check", |_, lock| lock.is_owned())?);
        Ok(())
    });
}

pub extern "C" fn is_locked(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        parse!(call, c"")?;
        result.set_bool(operate(call, "check", |_, lock| lock.is_locked())?);
        Ok(())
    });
}

pub extern "C" fn get_key(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        result.set_zend_string(ask(call, |lock| ZendStr::new(lock.key(), false))?);
        Ok(())
    });
}

pub extern "C" fn get_token(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        match ask(call, |lock| {
            lock.token()
                .map(|token| ZendStr::new(token.as_bytes(), false))
        })? {
            Some(token) => result.set_zend_string(token),
            None => result.set_null(),
        }
        Ok(())
    });
}

pub extern "C" fn get_fence(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        ask(call, |_| result.set_null()) // fencing is not there yet, so no acquisition is fenced
    });
}

pub extern "C" fn get_ttl(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        result.set_double(ask(call, EndpointLock::ttl)?.as_secs_f64());
        Ok(())
    });
}

pub extern "C" fn get_remaining(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        result.set_double(ask(call, EndpointLock::remaining)?.as_secs_f64());
        Ok(())
    });
}

pub extern "C" fn get_waited(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        result.set_double(ask(call, EndpointLock::waited)?.as_secs_f64());
        Ok(())
    });
}

pub extern "C" fn stats(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        parse!(call, c"")?;
        let mut array = ZendHashTable::new();
        for (name, reading) in COUNTERS.readings() {
            let _ = match reading {
                Reading::Count(count) => array.insert(name, count.cast_signed()),
                Reading::Seconds(seconds) => array.insert(name, seconds),
            };
        }
        result.set_hashtable(array);
        Ok(())
    });
}
