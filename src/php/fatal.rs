//! Fatal errors in PHP code that runs during a call of ours. Such an error is stopped, so that Rust
//! frames end in order, and resumed at the end of the call.

use std::{cell::Cell, panic::AssertUnwindSafe};

use ext_php_rs::zend::{CatchError, try_catch};

thread_local! {
    /// True after a fatal error, until it is resumed.
    static FATAL: Cell<bool> = const { Cell::new(false) };
}

/// Calls PHP code. Stops a fatal error in it, and returns false then.
pub fn run(code: impl FnOnce()) -> bool {
    let outcome = try_catch(AssertUnwindSafe(code));
    let is_fatal = matches!(outcome, Err(CatchError::Bailout));
    FATAL.set(FATAL.get() || is_fatal);
    !is_fatal
}

/// Returns whether a fatal error waits to be resumed. Then nothing may be thrown any more.
pub fn is_fatal() -> bool {
    FATAL.get()
}

/// Returns whether a fatal error waits to be resumed. If so, the caller must do that now.
pub fn take_fatal() -> bool {
    FATAL.take()
}
