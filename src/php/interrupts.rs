//! PHP's interrupts during a wait: signal handlers (`pcntl_async_signals`), time limits, and what other extensions hang
//! into the same hook.

use std::{
    cell::Cell,
    mem::MaybeUninit,
    ops::ControlFlow,
    panic::AssertUnwindSafe,
    ptr,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use ext_php_rs::{
    ffi,
    zend::{CatchError, ExecutorGlobals, try_catch},
};

use crate::server::interrupt;

thread_local! {
    /// A handler ended in a fatal error, which has been stopped on its way out to let Rust frames end in order.
    static FATAL: Cell<bool> = const { Cell::new(false) };
}

pub fn register() {
    interrupt::ask_at_interrupts(check);
}

/// Whether a fatal error waits to go on; then it must.
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

/// Does what the VM does when its interrupt flag is up. Break: there is an exception, `exit()` or a fatal error.
fn check() -> ControlFlow<()> {
    let (interrupted, timed_out) = flags();
    if interrupted.swap(false, Ordering::AcqRel) {
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
            FATAL.set(true);
            return ControlFlow::Break(());
        }
    }
    if ExecutorGlobals::has_exception() {
        return ControlFlow::Break(());
    }
    ControlFlow::Continue(())
}

/// Sleeps for so long, and serves interrupts at once; Break when one of them ends the wait.
pub fn sleep(duration: Duration) -> ControlFlow<()> {
    let end = Instant::now() + duration;
    loop {
        interrupt::serve()?;
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return ControlFlow::Continue(());
        }
        sleep_until_signal(left);
    }
}

/// Sleeps for so long, or until a signal has been handled; also one that came just before.
fn sleep_until_signal(left: Duration) {
    let left = libc::timespec {
        tv_sec: left.as_secs().try_into().unwrap_or(libc::time_t::MAX),
        tv_nsec: left.subsec_nanos().into(),
    };
    // Signals are held back from the look at the flag to the beginning of the sleep, or one in between would not end it.
    // SAFETY: plain C calls on local data; the thread's signal mask is put back.
    unsafe {
        let mut all = MaybeUninit::uninit();
        let mut before = MaybeUninit::uninit();
        libc::sigfillset(all.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr());
        if !flag().load(Ordering::Acquire) {
            libc::ppoll(ptr::null_mut(), 0, &raw const left, before.as_ptr());
        }
        libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), ptr::null_mut());
    }
}
