//! The place in PHP's code that runs, for a call of PHP code that must not change it.

use std::{mem, ptr};

use ext_php_rs::ffi;

/// A frame without a function. If no frame exists, as at the script's end, PHP turns an exception
/// of the callable into a fatal error at once. This frame prevents that.
pub struct OutermostFrame(Box<ffi::zend_execute_data>);

impl OutermostFrame {
    pub fn push() -> Option<OutermostFrame> {
        // SAFETY: PHP's globals of this thread. All fields may be 0.
        unsafe {
            let current = &raw mut (*ffi::ext_php_rs_executor_globals()).current_execute_data;
            (*current).is_null().then(|| {
                let mut frame = OutermostFrame(Box::new(mem::zeroed()));
                *current = &raw mut *frame.0;
                frame
            })
        }
    }
}

impl Drop for OutermostFrame {
    fn drop(&mut self) {
        // SAFETY: as above; no frame ran before this one.
        unsafe {
            (*ffi::ext_php_rs_executor_globals()).current_execute_data = ptr::null_mut();
        }
    }
}

/// The place in PHP's code that runs. PHP moves it when an exception is thrown.
pub struct Place {
    frame: *mut ffi::zend_execute_data,
    opline: *const ffi::zend_op,
    before_exception: *const ffi::zend_op,
}

impl Place {
    pub fn current() -> Place {
        // SAFETY: PHP's globals of this thread, and the frame that runs, if there is one.
        unsafe {
            let globals = &*ffi::ext_php_rs_executor_globals();
            let frame = globals.current_execute_data;
            Place {
                frame,
                opline: frame.as_ref().map_or(ptr::null(), |frame| frame.opline),
                before_exception: globals.opline_before_exception,
            }
        }
    }

    /// Moves PHP back, because the exception is caught.
    pub fn restore(&self) {
        // SAFETY: as above; the frame still runs.
        unsafe {
            if let Some(frame) = self.frame.as_mut() {
                frame.opline = self.opline;
            }
        }
        self.restore_before_exception();
    }

    /// Has PHP unwind from where it did, because the earlier exception is pending again. If a new
    /// exception has moved PHP since, PHP unwinds from the new one's place.
    pub fn restore_before_exception(&self) {
        // SAFETY: as above.
        unsafe {
            let frame = self.frame.as_ref();
            if frame.is_none_or(|frame| frame.opline == self.opline) {
                (*ffi::ext_php_rs_executor_globals()).opline_before_exception =
                    self.before_exception;
            }
        }
    }
}
