//! PHP's interrupts during a wait: signal handlers (`pcntl_async_signals`), time limits, and other
//! extensions that use the same hook.

use std::{
    cell::Cell,
    mem,
    ops::ControlFlow,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use ext_php_rs::ffi;

use crate::os::interrupt::{self, Hooks};
use crate::os::poll;
use crate::php::{event_loop, fatal, pending};

thread_local! {
    /// True if interrupts were served that the VM has not looked for since.
    static SERVED: Cell<bool> = const { Cell::new(false) };
}

pub fn register() {
    interrupt::set_hooks(Hooks {
        serve,
        is_pending: || flag().load(Ordering::Acquire) && !pending::is_exiting(),
        has_loop: event_loop::has_loop,
        suspend: event_loop::suspend,
        park: event_loop::park,
    });
}

/// Resets the state when a request begins, because a fatal error in the request before may have
/// skipped our own cleanup.
pub fn reset() {
    interrupt::reset();
    fatal::take_fatal();
}

/// Returns the VM's interrupt flag of this thread.
pub fn flag() -> &'static AtomicBool {
    flags().0
}

fn flags() -> (&'static AtomicBool, &'static AtomicBool) {
    // SAFETY: PHP's globals of this thread outlive every call. Both fields are atomic booleans of
    // one byte. Signal handlers and other threads write to them.
    unsafe {
        let globals = ffi::ext_php_rs_executor_globals();
        (
            AtomicBool::from_ptr((&raw mut (*globals).vm_interrupt).cast()),
            AtomicBool::from_ptr((&raw mut (*globals).timed_out).cast()),
        )
    }
}

/// Does what the VM does when its interrupt flag is set. Returns `Break` if that led to an
/// exception, `exit()` or a fatal error.
///
/// A memory limit, which some versions of PHP also report by this flag, is for the VM: see
/// [`repeat`].
///
/// An exception from before is set aside meanwhile, as for a destructor or a `finally`. While one
/// is pending, PHP runs no handlers, and before 8.4.27 forgets their signals. If PHP code throws
/// meanwhile, the exception that was set aside becomes the previous one. If an exception was
/// pending before, the wait goes on.
pub fn serve() -> ControlFlow<()> {
    let (interrupted, timed_out) = flags();
    // Repeats, because a signal may have come while the handler of another one ran.
    while !pending::is_exiting() && interrupted.swap(false, Ordering::AcqRel) {
        SERVED.set(true);
        let earlier = pending::set_aside();
        let served = fatal::run(|| {
            // SAFETY: as the VM calls them, from a function that it runs.
            unsafe {
                if timed_out.load(Ordering::Acquire) {
                    ffi::zend_timeout();
                } else if let Some(serve) = ffi::zend_interrupt_function {
                    serve((*ffi::ext_php_rs_executor_globals()).current_execute_data);
                }
            }
        });
        if !served {
            mem::forget(earlier); // freeing it could run PHP code, and PHP does not free it either
            return ControlFlow::Break(());
        }
        match earlier {
            Some(earlier) => earlier.put_back(),
            None if pending::is_any() => return ControlFlow::Break(()),
            None => {}
        }
    }
    ControlFlow::Continue(())
}

/// Has the VM look for interrupts, if this thread has served some since the last time.
pub fn repeat() {
    if SERVED.take() {
        flag().store(true, Ordering::Release);
    }
}

/// Sleeps for `duration`, and serves interrupts at once. `Break`: one of them ended the wait.
pub fn sleep(duration: Duration) -> ControlFlow<()> {
    let end = Instant::now() + duration; // never more than the longest retry interval
    loop {
        interrupt::serve()?;
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return ControlFlow::Continue(());
        }
        poll::wait(None, left);
    }
}
