//! PHP's interrupts during a wait: signal handlers (`pcntl_async_signals`), time limits, and what other extensions hang
//! into the same hook.

use std::{
    cell::Cell,
    mem,
    ops::ControlFlow,
    panic::AssertUnwindSafe,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use ext_php_rs::{
    ffi,
    zend::{CatchError, ExecutorGlobals, try_catch},
};

use crate::os::interrupt::{self, Hooks};
use crate::os::poll;
use crate::php::pending;

thread_local! {
    /// A handler ended in a fatal error, which has been stopped on its way out to let Rust frames end in order.
    static FATAL: Cell<bool> = const { Cell::new(false) };
}

pub fn register() {
    interrupt::ask_at_interrupts(Hooks {
        serve,
        is_pending: || flag().load(Ordering::Acquire) && !pending::is_exiting(),
    });
}

/// A request begins. The one before may have ended by a fatal error that jumped over our own cleaning up.
pub fn reset() {
    interrupt::reset();
    FATAL.set(false);
}

/// Whether a fatal error waits to go on: nothing may be thrown any more.
pub fn is_fatal() -> bool {
    FATAL.get()
}

/// Whether a fatal error waits to go on; then it must, now.
pub fn take_fatal() -> bool {
    FATAL.take()
}

/// The VM's interrupt flag of this thread.
pub fn flag() -> &'static AtomicBool {
    flags().0
}

fn flags() -> (&'static AtomicBool, &'static AtomicBool) {
    // SAFETY: PHP's globals of this thread outlive every call. Both fields are atomic booleans of one byte, which
    // signal handlers and other threads write to.
    unsafe {
        let globals = ffi::ext_php_rs_executor_globals();
        (
            AtomicBool::from_ptr((&raw mut (*globals).vm_interrupt).cast()),
            AtomicBool::from_ptr((&raw mut (*globals).timed_out).cast()),
        )
    }
}

/// Does what the VM does when its interrupt flag is up. Break: that led to an exception, `exit()` or a fatal error.
///
/// An exception from before is set aside meanwhile, as for a destructor or a `finally`: PHP runs no handlers beside one,
/// and before 8.4.27 forgets their signals. A newer one has it for its previous. What goes on beside it, goes on.
pub fn serve() -> ControlFlow<()> {
    let (interrupted, timed_out) = flags();
    // Once more for a signal that came while the handler of another one ran.
    while !pending::is_exiting() && interrupted.swap(false, Ordering::AcqRel) {
        let earlier = ExecutorGlobals::take_exception();
        let served = try_catch(AssertUnwindSafe(|| {
            // SAFETY: as the VM calls them, from a function that it runs.
            unsafe {
                if timed_out.load(Ordering::Acquire) {
                    ffi::zend_timeout();
                } else if let Some(serve) = ffi::zend_interrupt_function {
                    serve((*ffi::ext_php_rs_executor_globals()).current_execute_data);
                }
            }
        }));
        if let Err(CatchError::Bailout) = served {
            mem::forget(earlier); // to free it could run PHP code, and PHP does not do it either
            FATAL.set(true);
            return ControlFlow::Break(());
        }
        match earlier {
            Some(earlier) => pending::put_back(earlier),
            None if ExecutorGlobals::has_exception() => return ControlFlow::Break(()),
            None => {}
        }
    }
    ControlFlow::Continue(())
}

/// Sleeps for so long, and serves interrupts at once; Break when one of them ends the wait.
pub fn sleep(duration: Duration) -> ControlFlow<()> {
    let end = Instant::now() + duration; // never longer than the longest retry interval
    loop {
        interrupt::serve()?;
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return ControlFlow::Continue(());
        }
        poll::wait(None, left);
    }
}
