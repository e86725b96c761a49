//! The exception that is pending while interrupts are served.

use ext_php_rs::{boxed::ZBox, ffi, types::ZendObject, zend::ExecutorGlobals};

use crate::php::place::Place;

unsafe extern "C" {
    fn zend_exception_set_previous(
        exception: *mut ffi::zend_object,
        previous: *mut ffi::zend_object,
    );
    fn zend_is_unwind_exit(exception: *const ffi::zend_object) -> bool;
    fn zend_is_graceful_exit(exception: *const ffi::zend_object) -> bool;
}

/// Returns whether an exception is pending.
pub fn is_any() -> bool {
    // SAFETY: PHP's globals of this thread.
    unsafe { !(*ffi::ext_php_rs_executor_globals()).exception.is_null() }
}

/// Returns whether `exit()` or the end of a fiber is pending, which PHP treats as an exception.
pub fn is_exiting() -> bool {
    // SAFETY: PHP's globals of this thread; the pending exception is an object or null.
    unsafe {
        let pending = (*ffi::ext_php_rs_executor_globals()).exception;
        !pending.is_null() && (zend_is_unwind_exit(pending) || zend_is_graceful_exit(pending))
    }
}

/// Returns whether the end of a fiber is pending: the fiber is being destroyed.
pub fn is_fiber_ending() -> bool {
    // SAFETY: as above.
    unsafe {
        let pending = (*ffi::ext_php_rs_executor_globals()).exception;
        !pending.is_null() && zend_is_graceful_exit(pending)
    }
}

/// A pending exception that is set aside while PHP code runs, and the place that it was thrown at.
pub struct SetAside(ZBox<ZendObject>, Place);

pub fn set_aside() -> Option<SetAside> {
    ExecutorGlobals::take_exception().map(|earlier| SetAside(earlier, Place::current()))
}

impl SetAside {
    /// Makes the exception pending again, as [`put_back`] does. PHP unwinds from its place, which
    /// an exception that the code has caught meanwhile has overwritten.
    pub fn put_back(self) {
        self.1.restore_before_exception();
        put_back(self.0);
    }
}

/// Makes an exception pending again that was set aside. If another one was thrown since, `earlier`
/// becomes its previous one.
pub fn put_back(earlier: ZBox<ZendObject>) {
    if is_exiting() {
        return;
    }
    // SAFETY: PHP's globals of this thread. The pending exception is an object or null. It takes
    // our reference.
    unsafe {
        let globals = ffi::ext_php_rs_executor_globals();
        if (*globals).exception.is_null() {
            (*globals).exception = earlier.into_raw();
        } else {
            zend_exception_set_previous((*globals).exception, earlier.into_raw());
        }
    }
}
