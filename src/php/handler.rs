//! Runs the methods that PHP calls, and ends each call.

use std::panic::AssertUnwindSafe;

use ext_php_rs::zend::{bailout, run_handler};

use crate::os::interrupt;
use crate::php::{exceptions::Thrown, fatal, interrupts, pending, reports};

/// Runs a method. A panic becomes a PHP Error. A `Thrown` means that an exception is pending.
pub fn method(body: impl FnOnce() -> Result<(), Thrown>) {
    run_handler(AssertUnwindSafe(|| {
        {
            let _operation = interrupt::interruptible();
            let _ = body();
        }
        reports::tell();
        if pending::is_any() {
            let _ = interrupts::serve(); // the last ones: PHP may forget a signal if it throws
        }
        interrupts::repeat();
        if fatal::take_fatal() {
            // SAFETY: resumes the fatal error. Nothing between here and PHP needs dropping.
            unsafe { bailout() };
        }
    }));
}
