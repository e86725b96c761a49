//! Fibers. A lock belongs to the fiber that acquired it.

use std::{
    cell::{Cell, RefCell},
    collections::HashMap,
    ffi::c_void,
    rc::Rc,
};

use ext_php_rs::{ffi, types::ZendObject};

/// The fiber that acquired a lock last.
pub type Owner = Rc<Cell<Option<Fiber>>>;

/// A fiber of this thread, by a number that no other fiber has had. 0 is the code outside of all
/// fibers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Fiber(u64);

thread_local! {
    /// The fibers that have begun and not ended, by the addresses of their contexts. PHP uses these
    /// addresses again.
    static FIBERS: RefCell<HashMap<usize, Fiber>> = RefCell::default();
    static BEGUN: Cell<u64> = const { Cell::new(0) };
}

type Handler = unsafe extern "C" fn(context: *mut c_void);

unsafe extern "C" {
    // From Zend/zend_observer.h, the same from PHP 8.1 on.
    fn zend_observer_fiber_init_register(handler: Handler);
    fn zend_observer_fiber_destroy_register(handler: Handler);
    fn zend_observer_fiber_switch_register(
        handler: unsafe extern "C" fn(from: *mut c_void, to: *mut c_void),
    );
}

/// Has PHP report each fiber that begins or ends, and then each switch to another fiber.
pub fn register(on_switch: unsafe extern "C" fn(from: *mut c_void, to: *mut c_void)) {
    // SAFETY: at startup nothing else runs. The handlers only look at addresses.
    unsafe {
        zend_observer_fiber_init_register(begin);
        zend_observer_fiber_destroy_register(end);
        zend_observer_fiber_switch_register(on_switch);
    }
}

unsafe extern "C" fn begin(context: *mut c_void) {
    BEGUN.set(BEGUN.get() + 1);
    FIBERS.with_borrow_mut(|fibers| fibers.insert(context.addr(), Fiber(BEGUN.get())));
}

unsafe extern "C" fn end(context: *mut c_void) {
    FIBERS.with_borrow_mut(|fibers| fibers.remove(&context.addr()));
}

impl Fiber {
    /// Returns the fiber that runs now.
    pub fn current() -> Fiber {
        // SAFETY: PHP's globals of this thread outlive every call.
        let context = unsafe { (*ffi::ext_php_rs_executor_globals()).current_fiber_context };
        let fiber = FIBERS.with_borrow(|fibers| fibers.get(&context.addr()).copied());
        fiber.unwrap_or(Fiber(0))
    }

    /// Returns whether the fiber may still run.
    pub fn is_alive(self) -> bool {
        self == Fiber(0) || FIBERS.with_borrow(|fibers| fibers.values().any(|fiber| *fiber == self))
    }
}

/// Returns whether the running fiber is being destroyed. An exception would end its `finally`.
pub fn is_destroyed() -> bool {
    const DESTROYED: u8 = 1 << 2;
    // SAFETY: PHP's globals of this thread. A fiber begins with its object, and the byte behind the
    // object has the fiber's flags.
    unsafe {
        let fiber: *const u8 = (*ffi::ext_php_rs_executor_globals()).active_fiber.cast();
        !fiber.is_null() && *fiber.add(size_of::<ZendObject>()) & DESTROYED != 0
    }
}
