//! The methods of `RedisLock`. They read arguments, call `lock`, and return answers or throw.

use std::time::Duration;

use ext_php_rs::{
    types::{ZendHashTable, ZendStr, Zval},
    zend::ExecuteData,
};

use crate::claim::{lease::State, token::Token, unanswered::Effect};
use crate::lock::any_lock::BackendLock;
use crate::os::interrupt;
use crate::php::arguments::{self, parse};
use crate::php::exceptions::{Kind, Thrown, name_of, sentence, throw};
use crate::php::object::this;
use crate::php::options::{Seconds, TTL, WAIT};
use crate::php::{acquisition, event_loop, handler::method, holder, info::readings, reports};
use crate::server::error::Fault;
use crate::stats::Reading;

/// Runs an operation on the lock of `$this`. The operation talks to the server.
pub fn operate<R>(
    call: &ExecuteData,
    name: &str,
    operation: impl FnOnce(&mut BackendLock) -> Result<R, Fault>,
) -> Result<R, Thrown> {
    this(call)?.operate(name, operation)
}

/// Answers a question about the lock of `$this` that needs no server.
fn ask<R>(call: &ExecuteData, question: impl FnOnce(&BackendLock) -> R) -> Result<R, Thrown> {
    parse!(call, c"")?;
    this(call)?.with(|lock| question(lock))
}

/// Defines methods that ask the lock of `$this` something that needs no server.
macro_rules! questions {
    ($($name:ident: |$lock:ident, $result:ident| $answer:expr;)+) => {
        $(
            pub extern "C" fn $name(call: &mut ExecuteData, $result: &mut Zval) {
                method(|| ask(call, |$lock| $answer));
            }
        )+
    };
}

questions! {
    is_held: |lock, result| result.set_bool(lock.is_held());
    get_key: |lock, result| result.set_zend_string(ZendStr::new(lock.one().key(), false));
    get_token: |lock, result| match lock.token() {
        Some(token) => result.set_zend_string(ZendStr::new(token.as_bytes(), false)),
        None => result.set_null(),
    };
    get_fence: |lock, result| match lock.one().fence() {
        Some(fence) => result.set_long(fence),
        None => result.set_null(),
    };
    get_ttl: |lock, result| result.set_double(lock.ttl().as_secs_f64());
    get_remaining: |lock, result| result.set_double(lock.remaining().as_secs_f64());
    get_waited: |lock, result| result.set_double(lock.waited().as_secs_f64());
}

/// Defines methods without arguments that have the lock of `$this` ask the server.
macro_rules! operations {
    ($($name:ident($operation:literal): |$lock:ident, $result:ident| $answer:expr;)+) => {
        $(
            pub extern "C" fn $name(call: &mut ExecuteData, $result: &mut Zval) {
                $crate::php::handler::method(|| {
                    parse!(call, c"")?;
                    $crate::php::methods::operate(call, $operation, |$lock| {
                        $answer;
                        Ok(())
                    })
                });
            }
        )+
    };
}
pub(super) use operations;

operations! {
    force_release("delete"): |lock, result| result.set_bool(lock.one_mut().force_release()?);
    is_locked("check"): |lock, result| result.set_bool(lock.one_mut().is_locked()?);
}

pub extern "C" fn acquire(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        let wait = optional(call, &WAIT)?;
        let this = this(call)?;
        this.check_owner_fiber()?;
        let acquired = acquisition::acquire(&this, wait)?;
        result.set_bool(acquired);
        Ok(())
    });
}

/// Reads a method's only argument; None: its default.
fn optional(call: &ExecuteData, option: &Seconds) -> Result<Option<Duration>, Thrown> {
    let (mut seconds, mut default) = (0.0, true);
    parse!(call, c"|d!", &raw mut seconds, &raw mut default)?;
    (!default).then(|| option.check(1, seconds)).transpose()
}

pub extern "C" fn try_acquire(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        parse!(call, c"")?;
        let this = this(call)?;
        this.check_owner_fiber()?;
        let acquired = acquisition::acquire_by(&this, |lock| {
            let acquired = lock.try_acquire()?;
            if acquired {
                this.claim_for_current_fiber();
            }
            Ok(acquired)
        })?;
        result.set_bool(acquired);
        Ok(())
    });
}

pub extern "C" fn release(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        parse!(call, c"")?;
        this(call)?.check_owner_fiber()?;
        result.set_bool(operate(call, "release", |lock| lock.release())?);
        Ok(())
    });
}

pub extern "C" fn refresh(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        let ttl = optional(call, &TTL)?;
        let refreshed = operate(call, "refresh", |lock| {
            lock.refresh(ttl.unwrap_or(lock.ttl()))
        })?;
        this(call)?.claim_if_restored(refreshed);
        result.set_bool(refreshed);
        Ok(())
    });
}

pub extern "C" fn detach(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        parse!(call, c"")?;
        let this = this(call)?;
        this.check_owner_fiber()?;
        this.with(|lock| {
            if let Some(token) = lock.detach() {
                result.set_zend_string(ZendStr::new(token.as_bytes(), false));
                return Ok(());
            }
            if interrupt::must_stop() {
                return Err(Thrown);
            }
            let name = sentence(&name_of(lock));
            let why = match (lock.under_way(), lock.state()) {
                (None, _) => "is not held, so there is nothing to hand over: acquire it first",
                (Some(Effect::Release), State::Releasing { .. }) => {
                    "is not handed over: its release had no answer and may still arrive; call release() again"
                }
                (Some(Effect::Release), _) => {
                    "is not handed over: a deletion of its token had no answer and may still arrive; acquire it again"
                }
                (Some(Effect::Shorten), _) => {
                    "is not handed over: a refresh() had no answer and may still arrive, and make its lease shorter; release it instead, or try again in a minute"
                }
                (Some(Effect::ChangeKind), _) => {
                    "is not handed over: its change between a share and the lock had no answer and may still arrive; try again in a second"
                }
            };
            Err(throw(Kind::Base, &format!("{name} {why}")))
        })?
    });
}

pub extern "C" fn is_owned(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        parse!(call, c"")?;
        let owned = operate(call, "check", |lock| lock.is_owned())?;
        this(call)?.claim_if_restored(owned);
        result.set_bool(owned);
        Ok(())
    });
}

pub extern "C" fn get_holder(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        parse!(call, c"")?;
        let (holder, token) = operate(call, "check", |lock| {
            let holder = lock.one_mut().holder()?;
            Ok((holder, lock.token().cloned()))
        })?;
        let token = token.as_ref().map(Token::as_bytes);
        holder::answer(holder.as_ref(), token, result)
    });
}

pub extern "C" fn stats(call: &mut ExecuteData, result: &mut Zval) {
    method(|| {
        parse!(call, c"")?;
        let mut array = ZendHashTable::new();
        for (name, reading) in readings() {
            let _ = match reading {
                Reading::Count(count) => array.insert(name, count.cast_signed()),
                Reading::Seconds(seconds) => array.insert(name, seconds),
            };
        }
        result.set_hashtable(array);
        Ok(())
    });
}

/// Reads a callable or null, the only argument of a method.
fn callable(call: &ExecuteData) -> Result<Option<Zval>, Thrown> {
    let (mut callable, mut cache) = arguments::no_callable();
    parse!(call, c"f!", &raw mut *callable, &raw mut cache)?;
    let is_one = callable.size > 0;
    Ok(is_one.then(|| callable.function_name.shallow_clone()))
}

pub extern "C" fn set_poll(call: &mut ExecuteData, _result: &mut Zval) {
    method(|| {
        event_loop::set_poll(callable(call)?);
        Ok(())
    });
}

pub extern "C" fn listen(call: &mut ExecuteData, _result: &mut Zval) {
    method(|| {
        reports::listen(callable(call)?);
        Ok(())
    });
}
