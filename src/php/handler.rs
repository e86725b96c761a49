//! What PHP calls, and how a call comes to its end.

use std::panic::AssertUnwindSafe;

use ext_php_rs::zend::{ExecutorGlobals, bailout, run_handler};

use crate::os::interrupt;
use crate::php::{exceptions::Thrown, interrupts};

/// Runs a method: panics become PHP Errors, and a `Thrown` has been thrown.
pub fn method(body: impl FnOnce() -> Result<(), Thrown>) {
    run_handler(AssertUnwindSafe(|| {
        {
            let _operation = interrupt::listen();
            let _ = body();
        }
        if ExecutorGlobals::has_exception() {
            let _ = interrupts::serve(); // what came last: PHP itself may forget a signal beside an exception
        }
        if interrupts::take_fatal() {
            // SAFETY: goes on with the fatal error; nothing that needs dropping is left between here and PHP.
            unsafe { bailout() };
        }
    }));
}
