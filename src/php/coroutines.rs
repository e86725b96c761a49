//! Coroutines of Swoole and OpenSwoole, which are no fibers of PHP.

use std::{
    ffi::CStr,
    ptr,
    sync::atomic::{AtomicPtr, Ordering},
};

use ext_php_rs::{ffi, types::Zval};

/// Their classes, by their names in PHP's table.
const CLASSES: [&str; 2] = ["swoole\\coroutine", "openswoole\\coroutine"];

/// The class of coroutines, if one of these extensions is loaded.
static CLASS: AtomicPtr<ffi::zend_class_entry> = AtomicPtr::new(ptr::null_mut());

/// Returns PHP's table of classes.
pub fn classes() -> *const ffi::HashTable {
    // SAFETY: PHP's globals of this thread.
    unsafe { (*ffi::ext_php_rs_executor_globals()).class_table }
}

/// Returns a class by its name in that table; null if it is not loaded.
pub fn class_of(name: &str) -> *mut ffi::zend_class_entry {
    // SAFETY: the table has pointers to classes. It is only read.
    unsafe {
        let found = ffi::zend_hash_str_find(classes(), name.as_ptr().cast(), name.len());
        let class = found.as_ref().map(|found| found.value.ptr.cast());
        class.unwrap_or(ptr::null_mut())
    }
}

/// Finds the class. Extensions are loaded in any order, and all of them before the first request.
pub fn find_class() {
    let found = CLASSES.into_iter().map(class_of);
    let class = found.into_iter().find(|class| !class.is_null());
    CLASS.store(class.unwrap_or(ptr::null_mut()), Ordering::Release);
}

/// Returns whether coroutines may run.
pub fn are_loaded() -> bool {
    !CLASS.load(Ordering::Acquire).is_null()
}

/// Returns the number of the running coroutine, which no other one has had.
pub fn current() -> Option<u64> {
    if !are_loaded() {
        return None;
    }
    let number = call(c"getcid", &mut [])?.long()?;
    u64::try_from(number).ok().filter(|number| *number > 0)
}

/// Returns whether a coroutine has not ended.
pub fn exists(number: u64) -> bool {
    let mut argument = Zval::new();
    argument.set_long(number.cast_signed());
    call(c"exists", &mut [argument]).is_none_or(|exists| !exists.is_false())
}

/// Calls a static method of the class.
fn call(method: &CStr, arguments: &mut [Zval]) -> Option<Zval> {
    let class = CLASS.load(Ordering::Acquire);
    let mut result = Zval::new();
    // SAFETY: null, or a class that stays loaded. Its method takes these arguments.
    unsafe {
        let methods = &raw const class.as_mut()?.function_table;
        let method = ffi::zend_hash_str_find(methods, method.as_ptr(), method.count_bytes());
        let method: *mut ffi::zend_function = method.as_ref()?.value.ptr.cast();
        let (first, count) = (arguments.as_mut_ptr(), arguments.len() as u32);
        let (no_object, no_names, result) = (ptr::null_mut(), ptr::null_mut(), &raw mut result);
        ffi::zend_call_known_function(method, no_object, class, result, count, first, no_names);
    }
    Some(result)
}
