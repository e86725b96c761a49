//! Fibers: a lock belongs to the one that acquired it.

use std::{cell::Cell, ptr, rc::Rc};

use ext_php_rs::{ffi, types::ZendObject};

/// Who acquired a lock last.
pub type Owner = Rc<Cell<Option<Fiber>>>;

/// A fiber of this thread, or what runs outside of all.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Fiber {
    /// Null: outside of all. Not a reference: a lock does not keep its fiber.
    object: *mut ZendObject,
    handle: u32,
}

impl Fiber {
    /// The one that runs now.
    pub fn current() -> Fiber {
        // SAFETY: PHP's globals of this thread outlive every call. A fiber begins with its object, which lives while it
        // runs.
        unsafe {
            let object: *mut ZendObject = (*ffi::ext_php_rs_executor_globals()).active_fiber.cast();
            let handle = object.as_ref().map_or(0, |object| object.handle);
            Fiber { object, handle }
        }
    }

    /// Whether it may still go on.
    pub fn is_alive(self) -> bool {
        if self.object.is_null() {
            return true;
        }
        // SAFETY: the list of all objects, as long as `top` says. Places that are free hold no object's address.
        let object = unsafe {
            let store = &(*ffi::ext_php_rs_executor_globals()).objects_store;
            let is_there = i64::from(self.handle) < i64::from(store.top)
                && ptr::eq(*store.object_buckets.add(self.handle as usize), self.object);
            if !is_there {
                return false;
            }
            &*self.object
        };
        // Another object may have taken its place.
        object.get_class_name().is_ok_and(|name| name == "Fiber")
            && object
                .try_call_method("isTerminated", vec![])
                .is_ok_and(|ended| ended.bool() == Some(false))
    }
}
