//! Everything that touches Zend. The module and its hooks are in this file. In reading order:
//!
//! - `class`: the class `RedisLock`; `semaphore`, `multi_lock`: the classes `RedisSemaphore` and
//!   `RedisMultiLock`, and their own methods.
//! - `construct`, `methods`, `synchronized`: the methods that PHP calls; `acquisition`: how they
//!   acquire; `build`: makes the lock that a constructor asks for; `handler`: how a call ends;
//!   `why_not`: why it got no lock.
//! - `holder`: the object that getHolder() returns; `value_class`: makes such objects.
//! - `options`: the parameters of the constructors and restore().
//! - `php_lock`: a lock, or several, with its fiber; `object`: as a PHP object;
//!   `dump`: its var_dump(); `fibers`, `coroutines`: the one that owns it.
//! - `arguments`: reads and checks what callers pass; `settings`: the INI settings.
//! - `exceptions`: throws exceptions; `pending`: the exception that is pending already.
//! - `interrupts`: serves PHP's interrupts during a wait; `event_loop`: has other fibers run then;
//!   `fatal`: stops a fatal error in what runs.
//! - `losses`: throws into running code (`abortOnLoss`); `unwinding`: prepares that code.
//! - `reports`: tells a listener what happens to locks; `listener`: also of losses; `place`: where
//!   the code that it interrupts goes on.
//! - `info`: phpinfo(), and the counters of stats().

mod acquisition;
mod arguments;
mod build;
mod class;
mod construct;
mod coroutines;
mod dump;
mod event_loop;
mod exceptions;
mod fatal;
mod fibers;
mod handler;
mod holder;
mod info;
mod interrupts;
mod listener;
mod losses;
mod methods;
mod multi_lock;
mod object;
mod options;
mod pending;
mod php_lock;
mod place;
mod reports;
mod semaphore;
mod settings;
mod synchronized;
mod unwinding;
mod value_class;
mod why_not;

use std::panic::catch_unwind;

use ext_php_rs::{ffi, prelude::*};

use crate::claim::unanswered::Unanswered;
use crate::os::{request::Request, turns};
use crate::renewal;
use crate::server::backend;

/// Describes the extension. PHP calls this when it loads the extension.
#[php_module]
#[php(startup = startup)]
pub fn get_module(module: ModuleBuilder) -> ModuleBuilder {
    module
        .info_function(info::show)
        .shutdown_function(shutdown)
        .request_startup_function(begin_request)
        .request_shutdown_function(end_request)
}

fn startup(_type: i32, module_number: i32) -> i32 {
    // A panic is reported to PHP as an Error; the default hook would write to stderr as well.
    std::panic::set_hook(Box::new(|_| ()));
    settings::register(module_number);
    interrupts::register();
    losses::register();
    let registered = exceptions::register()
        .and_then(|()| holder::register())
        .and_then(|()| reports::register())
        .and_then(|()| class::register())
        .and_then(|()| semaphore::register())
        .and_then(|()| multi_lock::register());
    match registered {
        Ok(()) => 0,
        Err(error) => {
            eprintln!("redislock: cannot register its classes: {error}");
            -1
        }
    }
}

extern "C" fn begin_request(_type: i32, _module_number: i32) -> i32 {
    interrupts::reset();
    Unanswered::of_this_process().end_calls_of(Request::begin());
    event_loop::begin_request();
    turns::forget();
    backend::begin_request();
    0
}

extern "C" fn end_request(_type: i32, _module_number: i32) -> i32 {
    let _ = catch_unwind(event_loop::end_request);
    let _ = catch_unwind(listener::end_request);
    0
}

extern "C" fn shutdown(_type: i32, module_number: i32) -> i32 {
    let _ = catch_unwind(|| {
        losses::unregister();
        renewal::end();
        backend::close_connections();
    });
    // SAFETY: called once, with the number that the settings were registered under.
    unsafe { ffi::zend_unregister_ini_entries(module_number) };
    0
}
